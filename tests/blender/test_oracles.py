"""Picks against Blender: its matrices, its picture of ids, its click selection, its ray."""

import bpy
import numpy as np
import pytest
from mathutils import Euler

from addon import api

from . import build, pictures
from .test_wires import of_nodes, operated, subdivided

VIEWS = {
    "perspective": ("PERSP", (1.1, 0.0, 0.6)),
    "orthographic": ("ORTHO", (1.1, 0.0, 0.6)),
    "top": ("ORTHO", (0.0, 0.0, 0.0)),
    "from below": ("PERSP", (2.4, 0.1, -1.0)),
}


def look(view_name, distance=14.0, location=(0, 0, 0)):
    perspective, rotation = VIEWS[view_name]
    _, _, region_3d = build.live_view()
    region_3d.view_perspective = perspective
    region_3d.view_rotation = Euler(rotation).to_quaternion()
    region_3d.view_distance, region_3d.view_location = distance, location
    build.update()
    return api.viewport()


def assorted_scene(seed):
    """All that has faces, and instances, at random, under mirrored and sheared transforms."""
    rng = np.random.default_rng(seed)
    source = build.collection("Source", linked=False)
    build.cube("In the collection", 0.5, collection=source)
    text = bpy.data.curves.new("Text", "FONT")
    text.body, text.extrude = "Ray", 0.1
    curve = bpy.data.curves.new("Curve", "CURVE")
    curve.bevel_depth, curve.dimensions = 0.2, "3D"
    curve.splines.new("POLY").points.add(3)
    for point in curve.splines[0].points:
        point.co = (*rng.normal(size=3), 1.0)
    ball = bpy.data.metaballs.new("Ball")
    ball.elements.new()
    made = [build.link(bpy.data.objects.new(data.name, data)) for data in (text, curve, ball)]
    for number in range(8):
        made.append(build.cube(f"Cube {number}", 0.6))
        made.append(build.collection_instance(f"Instance {number}", source))
    for _ in range(3):
        bpy.ops.mesh.primitive_uv_sphere_add(segments=12, ring_count=8)
        made.append(bpy.context.object)
    made += (of_nodes(), subdivided(), operated(bpy.ops.surface.primitive_nurbs_surface_sphere_add))
    for obj in made:
        obj.location, obj.rotation_euler = rng.uniform(-4, 4, 3), rng.uniform(-3, 3, 3)
        if obj.type != "META":
            obj.scale = rng.uniform(0.3, 1.6, 3) * rng.choice((-1, 1), 3)
    for child, parent in zip(made[5:9], made[9:13]):
        child.parent = parent
    return rng


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("kind", ("PERSP", "ORTHO"))
@pytest.mark.parametrize("zoom, offset", ((0.0, (0.0, 0.0)), (20.0, (0.2, 0.1)), (-15.0, (-0.3, 0.2))))
@pytest.mark.parametrize("roll, flip", ((0.0, False), (0.4, False), (0.0, True), (0.4, True)))
def test_camera_view_without_a_window_has_the_matrices_that_blender_draws_with(
    kind, zoom, offset, roll, flip
):
    _, _, region_3d = build.live_view()
    build.camera((3, -4, 5), (0.8, 0.1, 0.6), type=kind, shift_x=0.3, shift_y=-0.2).scale = (2, 2, 2)
    region_3d.view_perspective, region_3d.view_camera_zoom, region_3d.view_camera_offset = (
        "CAMERA",
        zoom,
        offset,
    )
    if (roll or flip) and not hasattr(region_3d, "view_camera_roll"):
        pytest.skip("this Blender cannot roll or flip the camera view")
    if roll or flip:
        region_3d.view_camera_roll, region_3d.use_view_flip_x = roll, flip
    assert_matrices_as_drawn(region_3d)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view_name", VIEWS)
@pytest.mark.parametrize("lens", (18.0, 50.0, 200.0))
def test_user_view_without_a_window_has_the_matrices_that_blender_draws_with(view_name, lens):
    space, _, region_3d = build.live_view()
    space.lens = lens
    look(view_name, distance=7.0, location=(1, 2, 3))
    assert_matrices_as_drawn(region_3d)


def assert_matrices_as_drawn(region_3d):
    build.update()
    view = api.viewport().view
    region_3d.update()
    drawn_view, drawn_projection = (
        np.array(matrix, dtype=np.float64) for matrix in (region_3d.view_matrix, region_3d.window_matrix)
    )
    assert view.view == pytest.approx(drawn_view, abs=2e-6)
    assert view.projection[:2] == pytest.approx(drawn_projection[:2], abs=2e-6)
    assert view.projection[3].tolist() == drawn_projection[3].tolist()


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view_name", VIEWS)
@pytest.mark.parametrize("seed", (1, 2, 3))
def test_pick_is_the_object_of_the_id_picture_at_every_sampled_interior_pixel(seed, view_name):
    rng = assorted_scene(seed)
    space, region, _ = build.live_view()
    viewport = look(view_name)
    picture = pictures.id_picture(space, region, viewport)
    assert_picture(viewport, picture, rng, sample_count=1000)


def assert_picture(viewport, picture, rng, sample_count):
    rows, columns = np.nonzero(picture.interior())
    chosen = rng.choice(len(rows), size=min(sample_count, len(rows)), replace=False)
    # Of the background a tenth is enough.
    chosen = [i for i in chosen if picture.ids[rows[i], columns[i]] >= 0 or rng.random() < 0.1]
    pixels = np.column_stack((columns[chosen], rows[chosen])) + 0.5
    drawn = [picture.name(x, y) for x, y in pixels]
    faces = api.PickOptions(kinds={"FACE"})
    picks = api.pick(viewport, pixels, options=faces)
    picked = [pick and (pick.instancer_path or (pick.object_name,))[0] for pick in picks]
    different = [
        (tuple(at), mine, theirs) for at, mine, theirs in zip(pixels, picked, drawn) if mine != theirs
    ]
    assert different == []
    assert len({name for name in drawn if name}) > 5


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view_name", VIEWS)
def test_pick_is_what_a_click_selects(view_name):
    rng = assorted_scene(7)
    for obj in [obj for obj in bpy.data.objects if obj.type != "MESH" or obj.modifiers]:
        bpy.data.objects.remove(obj)
    viewport = look(view_name, distance=8.0)
    build.live_view()[2].update()
    # Blender's click reaches many pixels far, so only where 20 pixels around show one thing.
    steps = np.arange(-20, 21, 10)
    around = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) + 0.5
    selections = []
    for pixel in rng.uniform((20, 20), viewport.size_px - 20, size=(300, 2)).astype(int):
        names = {pick and pick.object_name for pick in api.pick(viewport, pixel + around)}
        if len(names) != 1:
            continue
        bpy.ops.object.select_all(action="DESELECT")
        with build.live_override():
            bpy.ops.view3d.select(location=pixel.tolist(), deselect_all=True)
        selected = {obj.name for obj in bpy.context.selected_objects}
        assert selected == {name for name in names if name}, pixel
        selections.append(selected)
    # In a small window few places are so far from others.
    assert len([selected for selected in selections if selected]) > 2


def test_distances_are_those_of_scene_ray_cast_on_meshes_near_the_origin():
    rng = assorted_scene(11)
    if bpy.app.version < (4, 3):
        # Its rays pass through surfaces.
        for obj in [one for one in bpy.data.objects if one.type == "SURFACE"]:
            bpy.data.objects.remove(obj)
    depsgraph = bpy.context.evaluated_depsgraph_get()
    origins = rng.uniform(-9, 9, size=(400, 3))
    directions = rng.uniform(-3, 3, size=(400, 3)) - origins
    hits = api.cast_rays(origins, directions)
    lengths = np.linalg.norm(directions, axis=1)
    differing = []
    for row, (origin, direction) in enumerate(zip(origins, directions)):
        found, location, _normal, _index, obj, _matrix = bpy.context.scene.ray_cast(
            depsgraph, origin, direction
        )
        theirs = np.linalg.norm(np.array(location) - origin) if found else np.inf
        mine = hits.t[row] * lengths[row]
        if found != hits.hit[row] or (found and abs(mine - theirs) > 1e-3):
            differing.append((row, found, mine, theirs, obj and obj.name))
    assert differing == []
    assert hits.hit.sum() > 50
