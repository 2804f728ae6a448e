"""Why something is not shown, in the words of a report."""

from enum import Enum


class Reason(str, Enum):
    """Why something was skipped; the values are the words of the report."""

    HIDDEN = "hidden"
    LOCAL_VIEW = "outside the local view"
    CLIPPED = "clipped"
    FILTERED = "filtered out or ignored"
    CULLED = "seen from behind"
    BEHIND = "behind the viewer"
    TYPE = "without faces"
    STALE = "stale"
