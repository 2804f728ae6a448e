"""What is drawn of one object in one place, and all of it that a view layer draws, held as values."""

from dataclasses import dataclass, field

import numpy as np

from .lookup import find_object
from .shapes import Shape

# The order of what is not among the dependency graph's instances.
UNLISTED = -1


@dataclass(frozen=True, eq=False)
class Instance:
    """One drawn surface, set of lines or points: whose it is and where it stands.

    Attributes
    ----------
    object_name, object_uid, library : str, int, str or None
        The source object, by name, `session_uid` and path of its library.
    matrix_world : (4, 4) float
    is_instance : bool
        False when the object draws itself.
    persistent_id : tuple of int
        As Blender gives it, innermost first; empty when not an instance.
    instancer_path : tuple of str
        Names of the instancers, outermost first.
    base_name, base_uid, base_library : str, int, str or None
        The object of the view layer that stands for it: itself, or the outermost instancer.
    in_front : bool
        Whether it is drawn in front of everything that is not.
    culled_backs : bool or (m,) bool
        Whether its triangles, or which, are not drawn from behind because of their material.
    in_back : bool
        Whether it is an image whose area is drawn behind everything else.
    is_click_through : bool
        Whether it is picked only where nothing else is.
    stale : str or None
        Why it is not as it would be drawn.
    is_own_object : bool
        Whether its entry of `Depsgraph.object_instances` has the data of the evaluated object, not a part made of it.
    is_rigid : bool
        Whether its shape is the same wherever it stands.
    """

    object_name: str
    object_uid: int
    library: str | None
    matrix_world: np.ndarray
    is_instance: bool
    persistent_id: tuple
    instancer_path: tuple
    base_name: str
    base_uid: int
    base_library: str | None
    in_front: bool
    culled_backs: bool | np.ndarray = field(repr=False)
    in_back: bool
    shape: Shape = field(repr=False)
    order: int = field(repr=False)
    is_click_through: bool = False
    stale: str | None = None
    is_own_object: bool = field(default=True, repr=False)
    is_rigid: bool = field(default=True, repr=False)

    def placed(self, matrix_world, persistent_id, instancer_path, order):
        """Another instance that is drawn like this one."""
        # Past the constructor of a frozen class, which takes five times as long.
        other = object.__new__(Instance)
        other.__dict__.update(self.__dict__)
        other.__dict__.update(
            matrix_world=matrix_world, persistent_id=persistent_id, instancer_path=instancer_path, order=order
        )
        return other

    @property
    def object(self):
        """The live source object, or None once it is gone."""
        return find_object(self.object_name, self.library, self.object_uid)

    @property
    def look(self):
        """What of it decides which instances are asked, and which of their faces come first."""
        return self.in_front, self.is_click_through, self.shape.has_faces, self.shape.hiding.has_faces

    @property
    def is_listed(self):
        """Whether `Depsgraph.object_instances` has it; else it is hidden."""
        return self.order != UNLISTED


@dataclass(frozen=True, eq=False)
class Enumeration:
    """What one walk over `Depsgraph.object_instances` found; nothing in it refers to Blender's memory.

    Attributes
    ----------
    instances : list of Instance
        What is drawn, in the order of the entries.
    entry_matrices : (n, 4, 4) float
        Of all entries, drawn or not.
    placing_uids : set of int
        `session_uid` of objects that place instances, or are placed.
    looks : dict of int to (tuple, tuple)
        By `session_uid` what finds an object, and what it shows of which Blender may report a change as a move.
    volatile_uids : set of int
        Of those whose shape may change without an update tag.
    images : list
        As `DrawnParts.images`.
    depends_on_time : bool
        Whether there are particles, which no update tag tells of.
    depends_on_materials : bool
        Whether materials decide which faces are drawn.
    is_lasting : bool
        Whether update tags tell when any other of it is out of date.
    """

    instances: list
    entry_matrices: np.ndarray
    placing_uids: set
    looks: dict
    volatile_uids: set
    images: list
    depends_on_time: bool
    depends_on_materials: bool
    is_lasting: bool
