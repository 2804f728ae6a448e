"""When to look again at what is under the mouse: the newest place only, and never most of the time."""

# A pick that takes longer, in seconds, waits until the mouse has rested: it would be felt while moving.
_SLOW = 0.05
_REST = 0.1


class HoverPace:
    """Says when a hover is due; asked again and again with the newest target and a clock in seconds.

    Targets that came in between are never looked at, and after each look as much time is left free as it took.
    """

    def __init__(self):
        self._target = self._seen = None
        self._changed_at = self._free_at = self._cost = 0.0

    def is_due(self, target, now):
        if target != self._target:
            self._target, self._changed_at = target, now
        if target == self._seen or now < self._free_at:
            return False
        return self._cost <= _SLOW or now - self._changed_at >= _REST

    def is_seen(self, target):
        """Whether the target has been looked at, and nothing else since."""
        return target == self._seen

    def looked(self, target, began, ended):
        """Take note of a look at `target` and of how long it took."""
        self._seen, self._cost = target, ended - began
        self._free_at = ended + self._cost
