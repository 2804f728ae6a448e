"""The answer to a pick: plain values, good after the scene has changed."""

from dataclasses import dataclass, field
from typing import NamedTuple

import bpy
import numpy as np

from .lookup import find_object, is_in_view_layer
from .options import PLANE_SNAPS

# Kinds of no object, and those of which an object has only one.
_PLANE_KINDS = frozenset(PLANE_SNAPS)
WHOLE_KINDS = _PLANE_KINDS | {"ICON", "VOLUME", "BOUNDS", "EMPTY", "IMAGE"}


class NearestVertex(NamedTuple):
    """The vertex of the picked face nearest to the cursor: mesh index, distance in pixels, place in world space."""

    index: int
    distance_px: float
    location: np.ndarray
    within_tolerance: bool


class NearestEdge(NamedTuple):
    """The edge of the picked face nearest to the cursor: mesh index, distance in pixels, ends (2, 3) in world space.

    `crease`, `sharp` and `seam` are its marks in the evaluated mesh.
    """

    index: int
    distance_px: float
    locations: np.ndarray
    within_tolerance: bool
    crease: float = 0.0
    sharp: bool = False
    seam: bool = False


@dataclass(frozen=True, eq=False)
class Pick:
    """What is at a pixel, or somewhere along its ray.

    Attributes
    ----------
    kind : str
        FACE, or EDGE, VERTEX, CURVE, HAIR, POINT, STROKE, BONE, LATTICE, EMPTY, IMAGE, ICON, VOLUME or BOUNDS, of which
        all that only a face has is None; areas, of a bone or image, have a normal, and of an image also its corners.
        FLOOR or CURSOR where nothing was hit and `snap` asks for that plane: of no object, but with a normal.
    object_name, object_uid, library : str, int, str or None
        The source object: name, `session_uid`, path of its library. `object` is the live one.
    collections : tuple of str
        Collections that hold it.
    is_instance, instancer_path, persistent_id, matrix_world
        Which instance of it: names of the instancers, outermost first; Blender's id, innermost first; (4, 4).
    location, location_local : (3,) float
        In world space, and in the space of `matrix_world`.
    distance, depth : float
        World length from the eye, or in an orthographic view from the plane through the view's origin; and
        along the view axis.
    pixel : (2,) float
        Region coordinates of the pick, origin at the lower left.
    normal, normal_smooth : (3,) float
        Geometric and shading normal in world space, unit length.
    front_face : bool
        Whether the face's normal looks at the viewer.
    face_index, triangle_index, barycentric : int, int, (3,) float
        Polygon and triangle of the mesh that `PickOptions.geometry` chose, by default the evaluated one, and the place
        in the triangle.
    original_face_index : int or None
        Polygon of the original mesh where that is known, else None: no modifier that is shown can have changed the
        faces, or they carry an integer face attribute of the name `original_face_index`, stored by the user.
    original_face_reason : str or None
        Why it is not known.
    original_location_local : (3,) float or None
        The same place of that face on the original mesh, with shape keys at their basis and without modifiers, in
        the object's own space; None where the face is not known, or modifiers may have changed the faces.
    material, material_slot : str or None, int or None
    uv : dict of str to (2,) float
        By UV map.
    attributes : dict of str to float, int, bool, str or array
        Named attributes of the evaluated geometry at the point, whatever their domain and type: of a mesh as Blender's
        node Sample Nearest Surface interpolates them, those of edges are `nearest_edge`'s; of hair and strokes as they
        are along the spline.
    vertex_groups : dict of str to float
        Weights above 0 at the point.
    nearest_vertex, nearest_edge : NearestVertex, NearestEdge
    face_polygon : (n, 3) float
        Corners of the face in world space.
    face_triangles : (m, 3) int
        Blender's triangles of it, numbers into `face_polygon`.
    in_front : bool
        Whether the object is drawn In Front.
    element_index : int or None
        Of what is not a face: the edge, vertex, curve, point or bone, the point a lattice's line starts at; else 0. In
        edit mode of the edited mesh, or the number of the point over all splines, curves or strokes, which a handle
        and its line share; an EDGE of a curve starts at that point, BOUNDS of a metaball are an element's outline.
    element_name : str or None
        Of a bone, of a stroke's layer, or of the particle system that hair belongs to; of a curve's handle Left Handle
        or Right Handle; Evaluated Mesh of an edge that is not numbered as in the edited mesh.
    ghost_frame : int or None
        Of a stroke that is drawn as an onion skin, the frame that it is from.
    element_ends : (2, 3) float or None
        Its ends in world space; of a point both the same, of a bone its head and tail.
    pixel_distance : float
        How far from the pixel it is drawn, in pixels; 0 for a face.
    snapped : str or None
        Which `snap` has moved the location; all but location, distance and depth is still that of what was hit.
    coincident : bool
        Whether the face lies in one place with another under the pixel, so that the picture flickers between them;
        `scene.coincident` says how near that is.
    stale : str or None
        Why what was picked is not, or may not be, what is drawn, a sentence: Blender does not evaluate what is hidden;
        strokes of dynamic topology and multiresolution are in no mesh before sculpt mode is left.
    """

    kind: str
    object_name: str
    object_uid: int
    library: str | None
    collections: tuple
    is_instance: bool
    instancer_path: tuple
    persistent_id: tuple
    matrix_world: np.ndarray
    location: np.ndarray
    location_local: np.ndarray
    distance: float
    depth: float
    pixel: np.ndarray
    in_front: bool
    base_key: tuple = field(repr=False)
    normal: np.ndarray | None = None
    normal_smooth: np.ndarray | None = None
    front_face: bool | None = None
    face_index: int | None = None
    original_face_index: int | None = None
    original_face_reason: str | None = None
    original_location_local: np.ndarray | None = None
    triangle_index: int | None = None
    barycentric: np.ndarray | None = None
    material: str | None = None
    material_slot: int | None = None
    uv: dict = field(default_factory=dict)
    attributes: dict = field(default_factory=dict)
    vertex_groups: dict = field(default_factory=dict)
    nearest_vertex: NearestVertex | None = None
    nearest_edge: NearestEdge | None = None
    face_polygon: np.ndarray | None = field(default=None, repr=False)
    face_triangles: np.ndarray | None = field(default=None, repr=False)
    element_index: int | None = None
    element_name: str | None = None
    ghost_frame: int | None = None
    element_ends: np.ndarray | None = field(default=None, repr=False)
    pixel_distance: float = 0.0
    snapped: str | None = None
    coincident: bool = False
    stale: str | None = None

    @property
    def object(self):
        """The live source object, or None once it is gone."""
        return None if self.is_on_plane else find_object(self.object_name, self.library, self.object_uid)

    @property
    def is_on_plane(self):
        """Whether it is a place on the floor, or on the 3D cursor's plane, and of no object."""
        return self.kind in _PLANE_KINDS

    @property
    def is_gone(self):
        """Whether the object that was hit no longer exists."""
        return not self.is_on_plane and self.object is None

    @property
    def index(self):
        """Number of what was hit, of the evaluated geometry: the face, edge, vertex, ...; None of what is one thing."""
        if self.kind in WHOLE_KINDS:
            return None
        return self.face_index if self.kind == "FACE" else self.element_index

    @property
    def base(self):
        """The live object that stands for it in the view layer, itself or its outermost instancer; None once gone."""
        return None if self.is_on_plane else find_object(*self.base_key)

    @property
    def selectable_object(self):
        """What a click selects: the live object or its outermost instancer; None if the view layer has neither."""
        base = self.base
        return base if base is not None and is_in_view_layer(base, bpy.context.view_layer) else None
