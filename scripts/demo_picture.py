"""The demo's picture: what a camera sees in solid shading, with picks marked and named."""

from __future__ import annotations

import tempfile
from pathlib import Path

import bpy
import numpy as np

# Sky behind everything, as the PNG holds it: bottom and top.
BACKGROUND = np.array(((0.40, 0.44, 0.50), (0.10, 0.12, 0.16)))


def camera_of(viewport):
    """A camera object with the view of a perspective viewport."""
    from mathutils import Matrix

    data = bpy.data.cameras.new("Framed View")
    camera = bpy.data.objects.new("Framed View", data)
    bpy.context.scene.collection.objects.link(camera)
    camera.matrix_world = Matrix(viewport.view.world_from_view.tolist())
    data.sensor_fit = "HORIZONTAL"
    data.lens = float(viewport.projection[0, 0]) * data.sensor_width / 2.0
    data.clip_start, data.clip_end = viewport.clip_start, viewport.clip_end
    bpy.context.view_layer.update()
    return camera


def scene_picture(camera, size_px, *, shadows):
    """(height, width, 4) what the camera sees, row 0 at the bottom, over nothing."""
    scene = bpy.context.scene
    scene.camera = camera
    camera.data.dof.use_dof = False
    _show_what_the_viewport_shows(bpy.context.view_layer)
    for setting in ("use_compositing", "use_sequencer", "use_border", "use_stamp", "use_freestyle"):
        setattr(scene.render, setting, False)
    shading = scene.display.shading
    shading.light, shading.color_type = "STUDIO", "MATERIAL"
    shading.show_shadows, shading.shadow_intensity = shadows, 0.35
    scene.display.light_direction = (-0.45, 0.35, 0.82)
    shading.show_cavity, shading.cavity_type = True, "BOTH"
    shading.cavity_ridge_factor = shading.cavity_valley_factor = 1.0
    shading.show_object_outline = False
    return render(scene, size_px)


def render(scene, size_px):
    """(height, width, 4) what the scene's camera sees in solid shading, row 0 at the bottom, over nothing."""
    settings = scene.render
    settings.engine, settings.film_transparent = "BLENDER_WORKBENCH", True
    scene.display.render_aa = "16"
    settings.resolution_x, settings.resolution_y = size_px
    settings.resolution_percentage = 100
    settings.image_settings.file_format = "PNG"
    settings.image_settings.color_mode, settings.image_settings.color_depth = "RGBA", "8"
    scene.view_settings.view_transform, scene.view_settings.look = "Standard", "None"
    scene.view_settings.exposure, scene.view_settings.gamma = 0.0, 1.0
    with tempfile.TemporaryDirectory() as folder:
        settings.filepath = str(Path(folder) / "picture.png")
        bpy.ops.render.render(write_still=True, scene=scene.name)
        image = bpy.data.images.load(settings.filepath)
        pixels = np.empty(size_px[0] * size_px[1] * 4, dtype=np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
    return pixels.reshape(size_px[1], size_px[0], 4)


def over_background(picture):
    """The picture over a sky that darkens upwards."""
    height = np.linspace(0.0, 1.0, len(picture))[:, None, None]
    sky = np.ones_like(picture)
    sky[..., :3] = BACKGROUND[0] * (1.0 - height) + BACKGROUND[1] * height
    return over(picture, sky)


def over(front, back):
    """`front` laid over `back`; of a file with transparency the colours are not multiplied by it."""
    alpha = front[..., 3:]
    mixed = back.copy()
    mixed[..., :3] = front[..., :3] * alpha + back[..., :3] * (1.0 - alpha)
    return mixed


def save_png(picture, path):
    height, width = picture.shape[:2]
    image = bpy.data.images.new(path.name, width, height)
    image.pixels.foreach_set(np.ascontiguousarray(picture, dtype=np.float32).ravel())
    image.file_format = "PNG"
    image.save(filepath=str(path))


def _show_what_the_viewport_shows(view_layer):
    """Renders have switches of their own for what is shown; a pick goes by the viewport's."""
    for collection in bpy.data.collections:
        collection.hide_render = collection.hide_viewport
    for obj in bpy.data.objects:
        shown = obj.visible_get() if obj.name in view_layer.objects else not obj.hide_viewport
        obj.hide_render = not shown or obj.display_type in ("WIRE", "BOUNDS")
        obj.show_instancer_for_render = obj.show_instancer_for_viewport
        for modifier in obj.modifiers:
            modifier.show_render = modifier.show_viewport
            if modifier.type in ("SUBSURF", "MULTIRES"):
                modifier.render_levels = modifier.levels
    for metaball in bpy.data.metaballs:
        metaball.render_resolution = metaball.resolution
    for curve in bpy.data.curves:
        curve.render_resolution_u = curve.render_resolution_v = 0
