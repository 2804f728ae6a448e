"""A pick as the history keeps it."""

from dataclasses import dataclass

from .pick import Pick
from .picked_view import PickedView


@dataclass(frozen=True, eq=False)
class KeptPick:
    """A pick, and what there is to know about it beside.

    Attributes
    ----------
    pick : Pick
    name : str
        As the user calls it; empty for the object's name.
    view : PickedView or None
        The view it was picked in; None for a pick of a script.
    scene_uid : int
        `session_uid` of the scene it was picked in.
    """

    pick: Pick
    name: str = ""
    view: PickedView | None = None
    scene_uid: int = 0
