"""A 3D viewport as values: its matrices, and what it hides, clips and culls."""

from dataclasses import dataclass
from functools import cached_property

import bpy
import numpy as np

from ..core import View
from . import cameras
from .errors import NoViewportError
from .evaluation import evaluated_depsgraph
from .options import checked_number
from .region_view import camera_uid, region_matrices, shown_uids
from .viewport_flags import drawing_flags, filtered_types

EVERY_SHADING = ("WIREFRAME", "SOLID", "MATERIAL", "RENDERED")
_CHOICES = {
    "shading": EVERY_SHADING,
    "curve_handles": ("NONE", "SELECTED", "ALL"),
    "onion_skins": ("NONE", "ACTIVE", "ALL"),
}

# What decides what is drawn, wherever one looks from.
DRAWING = (
    *("hidden_types", "unselectable_types", "shown_uids", "camera_uid", "hidden_kinds", "cull_backfaces"),
    *("culls_by_material", "draws_every_face", "shading", "is_xray", "shows_extras", "bones_in_front"),
    *("shows_wires", "wire_threshold", "curve_handles", "onion_skins", "tracks"),
)


@dataclass(frozen=True, eq=False)
class Viewport:
    """A 3D view to pick in, taken once and then only values.

    Parameters
    ----------
    view, projection : (4, 4) float
        View and projection matrix, for column vectors; `view` is kept as a `core.View`.
    size_px : (2,) float
        Width and height of the region, in pixels.
    clip_start, clip_end : float, optional
        Signed distances of the clip planes along the view axis, in world units; taken from `projection` when
        not given, which costs digits where that is single precision.
    clip_planes : (k, 4) float
        Clip region: visible is where `plane[:3] . p + plane[3] >= 0` for every plane, in world space.
    cull_backfaces : bool
        Whether faces seen from behind are left out.
    culls_by_material : bool
        Whether faces seen from behind are left out whose material has Backface Culling on.
    draws_every_face : bool
        Whether faces are drawn whatever their object is displayed as, as renderers do.
    hidden_types, unselectable_types : frozenset of str
        Object types that the viewport does not draw, or does not let select.
    shown_uids : frozenset of int, optional
        `session_uid` of the objects in the local view or in local collections; None when everything is shown.
    hidden_kinds : frozenset of str
        Kinds, as `Pick.kind` names them, that its overlays leave out.
    shading : str
        How it draws: WIREFRAME, SOLID, MATERIAL or RENDERED, as `View3DShading.type`.
    is_xray : bool
        Whether it is see-through: what lies behind faces is seen.
    shows_extras : bool
        Whether lattices outside edit mode are drawn, and bounds that objects show besides themselves.
    bones_in_front : bool
        Whether armatures in pose mode are drawn in front of everything that is not.
    shows_wires : bool
        Whether edges are drawn on all faces, as the Wireframe overlay does.
    wire_threshold : float
        0 to 1 as `View3DOverlay.wireframe_threshold`: below 1 edges in flat regions are left out.
    curve_handles : str
        Which curves show in edit mode: NONE, SELECTED or ALL, as `View3DOverlay.display_handle`.
    onion_skins : str
        Of which grease pencil objects they are drawn: NONE, ACTIVE or ALL.
    tracks : (str, float), optional
        Display type and size of points that motion tracking reconstructed, where they are drawn.
    camera_uid : int, optional
        `session_uid` of the camera that it looks through, whose own icon is not drawn.
    ui_scale : float
        Pixels of a tolerance are multiplied by this; 0, as in background mode, counts as 1.
    icon_scale : float
        So many times as large is what has a size in pixels, as icons; 0 counts as 1. Blender takes whole numbers: the
        `pixel_size` of `bpy.types.PreferencesSystem`, which is 1 at a `ui_scale` of 1.5 and 2 with thick lines.
    scene, view_layer : str, optional
        Names of what is shown; the context's when `scene` is None, the scene's first when `view_layer` is.

    Raises
    ------
    ValueError
        If a matrix, size or plane is not finite or of the wrong shape.
    """

    view: View
    projection: np.ndarray
    size_px: tuple
    clip_start: float | None = None
    clip_end: float | None = None
    clip_planes: np.ndarray = ()
    cull_backfaces: bool = False
    culls_by_material: bool = False
    draws_every_face: bool = False
    hidden_types: frozenset = frozenset()
    unselectable_types: frozenset = frozenset()
    shown_uids: frozenset | None = None
    hidden_kinds: frozenset = frozenset()
    shading: str = "SOLID"
    is_xray: bool = False
    shows_extras: bool = True
    bones_in_front: bool = False
    shows_wires: bool = False
    wire_threshold: float = 1.0
    curve_handles: str = "SELECTED"
    onion_skins: str = "NONE"
    tracks: tuple | None = None
    camera_uid: int | None = None
    ui_scale: float = 1.0
    icon_scale: float = 1.0
    scene: str | None = None
    view_layer: str | None = None

    def __post_init__(self):
        view = View(self.view, self.projection, self.size_px, near=self.clip_start, far=self.clip_end)
        planes = np.array(self.clip_planes, dtype=np.float64)
        planes = planes.reshape(0, 4) if planes.size == 0 else planes
        if planes.ndim != 2 or planes.shape[1] != 4 or not np.isfinite(planes).all():
            raise ValueError(f"clip_planes: expected (k, 4) finite numbers, got shape {planes.shape}")
        scales = {
            name: checked_number(name, getattr(self, name), at_least=0.0) or 1.0
            for name in ("ui_scale", "icon_scale")
        }
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {getattr(self, name)!r}")
        planes.setflags(write=False)
        for name, value in (
            ("view", view),
            ("projection", view.projection),
            ("size_px", view.size_px),
            ("clip_start", view.near),
            ("clip_end", view.far),
            ("clip_planes", planes),
            ("hidden_types", _names("hidden_types", self.hidden_types)),
            ("unselectable_types", _names("unselectable_types", self.unselectable_types)),
            ("hidden_kinds", _names("hidden_kinds", self.hidden_kinds)),
            ("shown_uids", self.shown_uids if self.shown_uids is None else frozenset(self.shown_uids)),
            *scales.items(),
        ):
            object.__setattr__(self, name, value)

    @cached_property
    def drawing_key(self):
        """What is the same of viewports that draw the same, as a tuple."""
        return tuple(getattr(self, name) for name in DRAWING)

    @classmethod
    def from_region(cls, space, region, region_3d, *, scene=None, view_layer=None):
        """The viewport that a region of a 3D view shows.

        Parameters
        ----------
        space : bpy.types.SpaceView3D
        region : bpy.types.Region
            A region of type WINDOW.
        region_3d : bpy.types.RegionView3D
            The view in that region; in quad view one of `space.region_quadviews`.
        scene : bpy.types.Scene, optional
        view_layer : bpy.types.ViewLayer, optional
            What the region's window shows; the context's when not given.

        Returns
        -------
        Viewport

        Raises
        ------
        NoViewportError
            If its matrices show nothing, as those of a camera of scale 0.
        """
        scene = scene or bpy.context.scene
        view_layer = view_layer or bpy.context.view_layer
        size_px = (region.width, region.height)
        hidden, unselectable = filtered_types(space)
        planes = cameras.clip_region(space, region_3d)
        try:
            view, projection, near, far = region_matrices(space, region_3d, size_px, scene, view_layer)
            return cls(
                view,
                projection,
                size_px,
                clip_start=near,
                clip_end=far,
                clip_planes=planes,
                hidden_types=hidden,
                unselectable_types=unselectable,
                shown_uids=shown_uids(space, view_layer, hidden),
                camera_uid=camera_uid(space, region_3d, scene),
                ui_scale=bpy.context.preferences.system.ui_scale,
                icon_scale=bpy.context.preferences.system.pixel_size,
                scene=scene.name,
                view_layer=view_layer.name,
                **drawing_flags(space, scene),
            )
        except ValueError as error:
            # A camera of scale 0, say: Blender shows nothing useful either.
            raise NoViewportError(
                "This view has nothing to pick: check its clip range and the scale of its camera"
            ) from error


def viewport_of_context(context=None):
    """The 3D view under the context, or the first one of its window.

    Raises
    ------
    NoViewportError
        If there is no window, or no 3D view in it.
    """
    context = bpy.context if context is None else context
    if not isinstance(context, bpy.types.Context):
        raise ValueError(f"context: expected a context, got {context!r}")
    space, region = context.space_data, context.region
    scene, view_layer = context.scene, context.view_layer
    if space is not None and space.type == "VIEW_3D" and region is not None and region.type == "WINDOW":
        region_3d = context.region_data or space.region_3d
        return Viewport.from_region(space, region, region_3d, scene=scene, view_layer=view_layer)
    space, region = _first_view(context)
    return Viewport.from_region(space, region, space.region_3d, scene=scene, view_layer=view_layer)


def viewport_of_camera(camera, width, height):
    """The picture of a camera of `width` by `height` pixels; see `api.camera_view`."""
    if not isinstance(camera, bpy.types.Object):
        raise ValueError(f"camera: expected a camera object, got {camera!r}")
    if camera.type != "CAMERA":
        raise ValueError(
            f"camera: expected an object of type CAMERA, got {camera.name!r} of type {camera.type}"
        )
    checked_number("width", width, at_least=1.0)
    checked_number("height", height, at_least=1.0)
    depsgraph = evaluated_depsgraph(bpy.context.view_layer)
    evaluated = camera.evaluated_get(depsgraph)
    render = depsgraph.scene.render
    aspect = (render.pixel_aspect_x, render.pixel_aspect_y)
    projection = cameras.camera_projection(evaluated, depsgraph, (width, height), aspect)
    near, far = cameras.camera_clip(evaluated)
    view = cameras.camera_view_matrix(evaluated)
    return Viewport(
        view,
        projection,
        (width, height),
        clip_start=near,
        clip_end=far,
        camera_uid=camera.original.session_uid,
    )


def _names(name, values):
    try:
        return frozenset(values)
    except TypeError:
        raise ValueError(f"{name}: expected a set of names, got {values!r}") from None


def _first_view(context):
    window = context.window or next(iter(context.window_manager.windows), None)
    areas = [area for area in window.screen.areas if area.type == "VIEW_3D"] if window else []
    if not areas:
        raise NoViewportError("No 3D viewport: expected a window with a 3D Viewport editor, found none")
    area = context.area if context.area in areas else areas[0]
    # The last WINDOW region is the top right view of a quad view, the one that belongs to `region_3d`.
    return area.spaces.active, [region for region in area.regions if region.type == "WINDOW"][-1]
