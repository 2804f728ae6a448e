"""Views at random on a random scene, with the flags of a 3D viewport at random."""

import bpy
import numpy as np
from mathutils import Euler

from . import build, random_additions

FILTERS = ("mesh", "curve", "surf", "meta", "font", "armature", "lattice", "empty", "light", "camera", "curves",
           "pointcloud", "volume", "grease_pencil", "light_probe", "speaker")  # fmt: skip
# What overlays may leave out, and add.
OVERLAYS = {"show_overlays": False, "show_extras": False, "show_bones": False, "show_wireframes": True}


def look(seed, centre):
    """Turn the live view on a random scene, from outside or from within, and set the flags of its viewport.

    Returns
    -------
    str
        What is special of it, for the report of a difference.
    """
    rng = np.random.default_rng((seed, 1))
    space, _, region_3d = build.live_view()
    centre = np.asarray(centre) + rng.uniform(-1, 1, 3)
    notes = [_clip_region(rng, centre)] if rng.random() < 0.2 else []
    rotation = Euler(rng.uniform((-0.3, -0.2, -3.2), (3.0, 0.2, 3.2)))
    distance = float(rng.uniform(3.0, 16.0))
    kind = str(rng.choice(("PERSP", "ORTHO", "CAMERA")))
    space.clip_start, space.clip_end = float(rng.choice((0.05, 0.5))), 1000.0
    space.lens = float(rng.choice((24.0, 50.0, 90.0)))
    region_3d.view_perspective = kind
    region_3d.view_rotation, region_3d.view_location = rotation.to_quaternion(), centre
    region_3d.view_distance = distance
    if kind == "CAMERA":
        _camera(rng, centre, rotation, distance, region_3d)
    elif kind == "PERSP" and rng.random() < 0.3:
        space.clip_start = distance * float(rng.uniform(0.7, 1.0))
    notes += [kind, *_flags(rng, space)]
    if rng.random() < 0.2:
        notes.append(_local_view(rng))
    elif rng.random() < 0.2:
        notes.append(_local_collections(rng, space))
    rng = np.random.default_rng((seed, 6))
    notes += _more_flags(rng, space)
    build.update()
    notes.append(random_additions.enter_a_mode(rng, space))
    return " ".join(filter(None, notes))


def _camera(rng, centre, rotation, distance, region_3d):
    camera = build.camera(
        type=str(rng.choice(("PERSP", "ORTHO"))),
        shift_x=float(rng.uniform(-0.2, 0.2)),
        shift_y=float(rng.uniform(-0.2, 0.2)),
        sensor_fit=str(rng.choice(("AUTO", "HORIZONTAL", "VERTICAL"))),
        ortho_scale=float(rng.uniform(4.0, 12.0)),
        clip_start=float(rng.choice((0.05, 3.0))),
        clip_end=float(rng.choice((12.0, 1000.0))),
    )
    camera.name = "View camera"
    towards = rotation.to_matrix().col[2]
    camera.location = centre + np.array(towards) * distance
    camera.rotation_euler = rotation
    camera.scale = rng.choice((1.0, 2.0), 3)
    region_3d.view_camera_zoom = float(rng.choice((0.0, 15.0, -10.0)))
    region_3d.view_camera_offset = rng.uniform(-0.2, 0.2, 2)


def _flags(rng, space):
    """Shading, overlays and type filters; the notes on them."""
    notes = []
    space.shading.type = str(rng.choice(("SOLID", "WIREFRAME"), p=(0.85, 0.15)))
    space.shading.show_xray_wireframe = bool(rng.integers(2))
    if space.shading.type == "WIREFRAME":
        notes.append("wireframe-xray" if space.shading.show_xray_wireframe else "wireframe")
    for name, value in OVERLAYS.items():
        is_other = rng.random() < 0.08
        setattr(space.overlay, name, value if is_other else not value)
        if is_other:
            notes.append(f"{name}={value}")
    space.shading.show_backface_culling = bool(rng.random() < 0.3)
    space.shading.show_xray = bool(rng.random() < 0.15)
    for name in rng.choice(FILTERS, 2, replace=False):
        if rng.random() < 0.25:
            setattr(space, f"show_object_viewport_{name}", False)
            notes.append(f"no-{name}")
    for name in ("show_backface_culling", "show_xray"):
        if getattr(space.shading, name):
            notes.append(name)
    return notes


def _more_flags(rng, space):
    """Flags that matter to bones, wires, edited curves and see-through views; the notes on them."""
    space.overlay.show_xray_bone = bool(rng.random() < 0.8)
    space.overlay.wireframe_threshold = float(rng.choice((1.0, 0.5, 0.0)))
    space.overlay.display_handle = str(rng.choice(("NONE", "SELECTED", "ALL")))
    notes = [f"threshold={space.overlay.wireframe_threshold}"]
    if rng.random() < 0.3:
        space.shading.xray_alpha = space.shading.xray_alpha_wireframe = 1.0
        notes.append("alpha=1")
    return notes


def _clip_region(rng, centre):
    """Cut off what is outside a rectangle of some other view, as Alt+B does. Planes set by a script cut nothing."""
    _, region, region_3d = build.live_view()
    region_3d.view_perspective = str(rng.choice(("PERSP", "ORTHO")))
    region_3d.view_rotation, region_3d.view_location = (
        Euler(rng.uniform(-3.2, 3.2, 3)).to_quaternion(),
        centre,
    )
    region_3d.view_distance = 10.0
    build.update()
    region_3d.update()
    middle = np.array((region.width, region.height)) / 2
    low, high = middle - rng.uniform(60, 300, 2), middle + rng.uniform(60, 300, 2)
    with build.live_override():
        bpy.ops.view3d.clip_border(
            xmin=int(low[0]), xmax=int(high[0]), ymin=int(low[1]), ymax=int(high[1]), wait_for_input=False
        )
    return "clip-region"


def _local_collections(rng, space):
    """Let the view show collections of its own, without one of them."""
    space.use_local_collections = True
    with build.live_override():
        bpy.ops.object.hide_collection(collection_index=int(rng.integers(1, 4)), toggle=True)
    return "local-collections"


def _local_view(rng):
    chosen = [obj for obj in bpy.context.view_layer.objects if obj.visible_get() and not obj.hide_select]
    for obj in bpy.context.view_layer.objects:
        obj.select_set(bool(obj in chosen and rng.random() < 0.6))
    with build.live_override():
        if bpy.ops.view3d.localview.poll():
            bpy.ops.view3d.localview(frame_selected=False)
    # Volume probes show points while they are selected.
    for obj in bpy.context.view_layer.objects:
        obj.select_set(False)
    return "local-view"
