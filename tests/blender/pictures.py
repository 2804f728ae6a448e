"""Blender's own pictures of what a viewport draws: which object, and how deep, at every pixel."""

import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np

# Ids are written as colours in steps of 1/8 of the range of each channel, far from rounding.
_STEPS = 8
# Less than a step of a picture of 8 bits, even next to black.
_LEAST_CHANGE = 2e-4


@dataclass
class IdPicture:
    """`names` by id; `ids` (height, width), row 0 at the bottom, -1 where nothing is drawn."""

    names: list
    ids: np.ndarray

    def name(self, x, y):
        """What is drawn at a pixel, or None."""
        number = self.ids[int(y), int(x)]
        return self.names[number] if number >= 0 else None

    def interior(self, margin=2):
        """(height, width) bool: pixels whose neighbourhood of `margin` shows one thing only."""
        inside = np.ones_like(self.ids, dtype=bool)
        for dy in range(-margin, margin + 1):
            for dx in range(-margin, margin + 1):
                inside &= np.roll(self.ids, (dy, dx), axis=(0, 1)) == self.ids
        inside[:margin] = inside[-margin:] = False
        inside[:, :margin] = inside[:, -margin:] = False
        return inside


def start_gpu():
    """Make a GPU context, so that offscreen drawing, `region_3d.update()` and click selection work without a window.

    Before 5.2 a render makes it; 4.2 crashes later where a file was read before.
    """
    if not bpy.app.background:
        return
    if bpy.app.version >= (5, 2):
        import gpu

        gpu.init()
        return
    scene = bpy.data.scenes.new("GPU")
    scene.camera = bpy.data.objects.new("GPU", bpy.data.cameras.new("GPU"))
    scene.render.engine, scene.render.resolution_x, scene.render.resolution_y = "BLENDER_WORKBENCH", 8, 8
    bpy.ops.render.render(scene=scene.name)
    bpy.data.cameras.remove(scene.camera.data)
    bpy.data.scenes.remove(scene)


def id_picture(space, region, viewport):
    """Draw the scene as `space` shows it, every object in a colour of its own.

    Instances have the colour of the outermost instancer. Shading, overlays and colours are put back.
    """
    objects = list(bpy.data.objects)
    with _flat_colours(space), _colours_of(objects):
        pixels = _drawn(space, region, viewport)
    steps = np.rint(pixels[..., :3] * _STEPS).astype(int)
    ids = steps[..., 0] + steps[..., 1] * (_STEPS + 1) + steps[..., 2] * (_STEPS + 1) ** 2 - 1
    return IdPicture([obj.name for obj in objects], ids)


def changed_pixels(space, region, viewport, obj, smooth_wires=False):
    """(height, width) bool: the pixels that change in Blender's picture with its overlays when `obj` is hidden.

    Helpers that are not of an object, outlines of selected ones and smooth lines are off meanwhile, but for those of
    wires where they are asked for: without them Blender loses wires along the rim of faces. An object in a mode of
    its own is unlinked instead, as Blender draws it even when hidden.
    """
    return next(changed_pixels_of_each(space, region, viewport, [obj], smooth_wires))


def changed_pixels_of_each(space, region, viewport, objects, smooth_wires=False):
    """Yield `changed_pixels` of one object after the other."""
    with _bare_overlays(space, smooth_wires):
        # The first picture after a change of the preferences is still smoothed as they were. Later a few pixels of
        # edges change as well, in no relation to what is hidden, and stay so.
        _drawn(space, region, viewport)
        before = _drawn(space, region, viewport)
        for obj in objects:
            with without(obj, space):
                absent = _drawn(space, region, viewport)
            restored = _drawn(space, region, viewport)
            yield _differ(before, absent) & _differ(restored, absent)
            before = restored


def overlay_pixels(space, region, viewport):
    """(height, width) bool: the pixels that change in Blender's picture when all overlays are off, helpers aside.

    In edit mode, without tinted faces, these are the elements.
    """
    with _changed(space.overlay, {"show_faces": False}):
        return changed_by(space, region, viewport, space.overlay, smooth_wires=False, show_overlays=False)


def changed_by(space, region, viewport, owner, smooth_wires=True, **wanted):
    """(height, width) bool: the pixels that change when properties of `owner` are changed, helpers aside."""
    with _bare_overlays(space, smooth_wires):
        # As above; on 4.2 the very first one shows no elements of strokes either.
        _drawn(space, region, viewport)
        before = _drawn(space, region, viewport)
        with _changed(owner, wanted):
            after = _drawn(space, region, viewport)
    return _differ(before, after)


def _differ(first, second):
    """(height, width) bool: where two pictures differ by more than rounding, as of smoothed lines."""
    return (np.abs(first - second) > _LEAST_CHANGE).any(axis=2)


def rendered_pixels(width, height):
    """(height, width) bool: where Workbench renders anything through the scene's camera, on every version."""
    scene = bpy.context.scene
    render, settings = scene.render, scene.render.image_settings
    render.engine, render.film_transparent, scene.display.render_aa = "BLENDER_WORKBENCH", True, "OFF"
    render.resolution_x, render.resolution_y = width, height
    settings.file_format, settings.color_mode = "PNG", "RGBA"
    with tempfile.TemporaryDirectory() as folder:
        render.filepath = str(Path(folder) / "rendered.png")
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(render.filepath)
        pixels = np.empty(width * height * 4, dtype=np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[..., 3] > 0.3


def _drawn(space, region, viewport):
    """Blender's picture of the scene, (height, width, 4) float32, row 0 at the bottom."""
    import gpu

    width, height = (int(side) for side in viewport.size_px)
    bpy.context.view_layer.update()
    offscreen = gpu.types.GPUOffScreen(width, height, format="RGBA32F")
    try:
        offscreen.draw_view3d(
            bpy.context.scene,
            bpy.context.view_layer,
            space,
            region,
            _matrix(viewport.view.view),
            _matrix(viewport.view.projection),
            do_color_management=False,
            draw_background=False,
        )
        with offscreen.bind():
            buffer = gpu.state.active_framebuffer_get().read_color(0, 0, width, height, 4, 0, "FLOAT")
        buffer.dimensions = width * height * 4
        return np.array(buffer, dtype=np.float32).reshape(height, width, 4)
    finally:
        offscreen.free()


def _matrix(values):
    from mathutils import Matrix

    return Matrix([list(row) for row in values])


# Farther than any view reaches.
_AWAY = 1e6


@contextmanager
def _colours_of(objects):
    kept = [tuple(obj.color) for obj in objects]
    for number, obj in enumerate(objects, start=1):
        low, middle, high = number % 9, number // 9 % 9, number // 81
        obj.color = (low / _STEPS, middle / _STEPS, high / _STEPS, 1.0)
    try:
        yield
    finally:
        for obj, colour in zip(objects, kept):
            obj.color = colour


def is_instancer(obj):
    """Whether an object is drawn with instances of others."""
    return obj.instance_type != "NONE" or any(modifier.type == "NODES" for modifier in obj.modifiers)


@contextmanager
def _moved_away(obj):
    kept, obj.location = obj.location.copy(), (_AWAY, _AWAY, _AWAY)
    try:
        yield
    finally:
        obj.location = kept


@contextmanager
def without(obj, space):
    """Have an object not drawn meanwhile."""
    if bpy.app.version < (4, 4) and is_instancer(obj):
        # The first instance of a mesh decides there which edges all of them are drawn with, so it stays the first.
        with _moved_away(obj):
            yield
        return
    if space.local_view is not None:
        # Hidden otherwise, it would leave the local view for good. Only the evaluated object knows on 4.3.
        evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
        was_in_it = evaluated.local_view_get(space)
        obj.local_view_set(space, False)
        try:
            yield
        finally:
            obj.local_view_set(space, was_in_it)
        return
    if obj.mode == "OBJECT":
        was_hidden, obj.hide_viewport = obj.hide_viewport, True
        try:
            yield
        finally:
            obj.hide_viewport = was_hidden
        return
    collections = obj.users_collection
    for collection in collections:
        collection.objects.unlink(obj)
    try:
        yield
    finally:
        for collection in collections:
            collection.objects.link(obj)
        bpy.context.view_layer.objects.active = obj


@contextmanager
def _bare_overlays(space, smooth_wires=False):
    names = ("floor", "axis_x", "axis_y", "axis_z", "ortho_grid", "text", "stats", "cursor", "annotation",
             "object_origins", "outline_selected", "relationship_lines")  # fmt: skip
    overlay = dict.fromkeys((f"show_{name}" for name in names), False)
    system = {
        "viewport_aa": "OFF",
        "use_overlay_smooth_wire": smooth_wires,
        "use_edit_mode_smooth_wire": False,
    }
    with _changed(space.overlay, overlay), _changed(bpy.context.preferences.system, system):
        yield


@contextmanager
def _changed(owner, wanted):
    kept = {name: getattr(owner, name) for name in wanted}
    for name, value in wanted.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(owner, name, value)


@contextmanager
def _flat_colours(space):
    shading, overlay = space.shading, space.overlay
    wanted = {"light": "FLAT", "color_type": "OBJECT", "show_object_outline": False, "show_cavity": False,
              "show_shadows": False, "show_specular_highlight": False, "background_type": "VIEWPORT",
              "background_color": (0.0, 0.0, 0.0), "use_dof": False}  # fmt: skip
    kept = {name: getattr(shading, name) for name in wanted}
    kept["background_color"] = tuple(shading.background_color)
    kept_overlays, system = overlay.show_overlays, bpy.context.preferences.system
    kept_samples = system.viewport_aa
    for name, value in wanted.items():
        setattr(shading, name, value)
    overlay.show_overlays, system.viewport_aa = False, "OFF"
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(shading, name, value)
        overlay.show_overlays, system.viewport_aa = kept_overlays, kept_samples
