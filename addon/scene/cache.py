"""What picks keep for those after them: geometry, and instances put together, as far as it may take memory."""

from .array_sizes import array_bytes

DEFAULT_LIMIT_BYTES = 2 << 30
# Viewports and options that keep instances of their own.
_KEPT_MAX = 8
# After how many picks the size is looked at though nothing was read: structures are made when a mesh is picked often.
_PICKS_BETWEEN = 1000


class Cache:
    """The `Drawn` of several viewports by what decides what they show, beside a `GeometryStore` for all.

    Attributes
    ----------
    limit_bytes : int
        What the arrays of all geometry may take.
    """

    def __init__(self, store):
        self.limit_bytes = DEFAULT_LIMIT_BYTES
        self._store = store
        # The one used last is the last.
        self._kept = {}
        self._looked_at = (0, 0)
        self._pick_count = 0

    def take(self, key):
        """Give out what is kept for a key, or None; it is kept no longer, nor is what can be of no more use."""
        self._kept = {key: drawn for key, drawn in self._kept.items() if not drawn.is_out_of_date}
        return self._kept.pop(key, None)

    def keep(self, key, drawn):
        """Keep a `Drawn` for a key."""
        self._kept[key] = drawn
        while len(self._kept) > _KEPT_MAX:
            self._forget_oldest()

    @property
    def keys_in_use(self):
        """Sets of the keys of the store that what is kept was made of."""
        return [drawn.keys for drawn in self._kept.values()]

    def clear(self):
        """Forget everything."""
        self._kept.clear()
        self._store.clear()

    def byte_count(self):
        """How many bytes the arrays of all geometry take."""
        seen = set()
        surfaces = {id(one): one for drawn in self._kept.values() for one in drawn.surfaces}
        return self._store.byte_count(seen) + array_bytes(list(surfaces.values()), seen)

    def hold_to_limit(self):
        """Once a pick, drop what is too much: instances of other viewports, then what was picked least lately."""
        self._pick_count += 1
        now = (self._store.extraction_count, self._pick_count // _PICKS_BETWEEN)
        if now == self._looked_at:
            return
        self._looked_at = now
        while self.byte_count() > self.limit_bytes:
            if len(self._kept) > 1:
                self._forget_oldest()
            elif self._store.give_back(self.limit_bytes):
                # What is kept holds what was dropped.
                self._kept.clear()
            else:
                break

    def _forget_oldest(self):
        del self._kept[next(iter(self._kept))]
