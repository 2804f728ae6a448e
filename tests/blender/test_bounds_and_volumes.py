"""Case E15: what is displayed as bounds is picked by their lines; volumes are as large as their bounds."""

import sys
from pathlib import Path

import bpy
import numpy as np
import pytest

from addon import api

from . import build, oracles, pictures
from .kinds import volume

HAS_NO_LINES = (4, 4) <= bpy.app.version < (5, 2)
has_lines = pytest.mark.skipif(HAS_NO_LINES, reason="from 4.4 to 5.1 Blender draws no lines of volumes")
SHAPES = ("BOX", "SPHERE", "CYLINDER", "CONE", "CAPSULE")


def bounded(shape, size=(0.7, 0.6, 1.1)):
    obj = build.cube("Bounded", 1.0)
    for vertex in obj.data.vertices:
        vertex.co = np.multiply(vertex.co, size)
    obj.display_type, obj.display_bounds_type = "BOUNDS", shape
    return obj


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_drawn_pixel_of_bounds_is_a_hit_and_no_far_one(shape, view):
    obj = bounded(shape)
    obj.location, obj.rotation_euler, obj.scale = (0.2, 0, 0), (0.3, 0.4, 0.5), (1.0, 1.3, -0.8)
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS[::2])
def test_pixels_of_a_capsule_whose_second_side_is_greater(view):
    """Its cylinder ends lower before 4.4."""
    oracles.assert_drawn_is_picked(bounded("CAPSULE", (0.4, 0.7, 1.1)), view)


# On the silhouette of each, seen from the front.
RIMS = {
    "BOX": (0.7, -0.6, 0.5),
    "SPHERE": (1.1, 0.0, 0.0),
    "CYLINDER": (0.7, 0.0, 0.5),
    "CONE": (0.35, 0.0, 0.0),
    "CAPSULE": (0.7, 0.0, 0.2),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_e15_bounds_are_lines_and_no_solid(shape):
    bounded(shape)
    view = build.view_from((0, -10, 0), (0, 0, 0), up=(0, 0, 1))
    on_rim, inside = view.view.project([RIMS[shape], (0.18, 0.0, -0.55)])[0]
    pick = api.pick(view, on_rim)
    assert (pick.kind, pick.normal) == ("BOUNDS", None)
    assert api.pick(view, inside) is None
    assert api.pick(view, on_rim, options=api.PickOptions(kinds={"FACE"})) is None


def test_bounds_are_those_of_the_evaluated_mesh():
    obj = bounded("BOX", size=(1, 1, 1))
    array = obj.modifiers.new("Array", "ARRAY")
    array.count = 3
    view = build.view_down((4.0, 0.0, 20.0))
    pixels, _ = view.view.project([(5.0, 0.3, 1.0), (1.0, 0.3, 1.0)])
    assert [pick and pick.kind for pick in api.pick(view, pixels)] == ["BOUNDS", None]


def test_mesh_without_anything_shows_bounds_of_its_own():
    obj = build.mesh_object("Nothing", [], [])
    obj.display_type = "BOUNDS"
    assert api.pick(build.view_down((1.0, 0.0, 10.0)), build.MIDDLE_PX).kind == "BOUNDS"


def test_instance_is_displayed_as_its_instancer_is():
    source = build.collection("Source", linked=False)
    build.cube("Source", collection=source)
    empty = build.collection_instance("Empty", source)
    view = build.view_down((0.0, 0.0, 10.0))
    assert api.pick(view, build.MIDDLE_PX).kind == "FACE"
    empty.display_type = "BOUNDS"
    pixels, _ = view.view.project([(1.0, 0.3, 1.0), (0.5, 0.5, 1.0)])
    assert [pick and pick.kind for pick in api.pick(view, pixels)] == ["BOUNDS", None]


def test_bounds_stay_without_extras_and_go_with_the_overlays():
    space, _, _ = build.live_view()
    space.overlay.show_extras = False
    assert "BOUNDS" not in api.viewport().hidden_kinds
    space.overlay.show_overlays = False
    assert "BOUNDS" in api.viewport().hidden_kinds


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS)
def test_volume_is_a_hit_where_it_is_drawn(view):
    obj = volume()
    obj.rotation_euler, obj.scale = (0.3, 0.4, 0.5), (1.0, 1.5, 0.7)
    oracles.assert_drawn_is_picked(obj, view, outline_px=2)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("every_edge", (False, True))
@pytest.mark.parametrize("shading, display_type", (("WIREFRAME", "TEXTURED"), ("SOLID", "WIRE")))
def test_volume_of_nodes_is_picked_by_its_wires_where_it_has_them(shading, display_type, every_edge):
    """Before 4.4 only if all edges are asked for."""
    obj = volume()
    obj.show_all_edges = every_edge
    obj.display_type = display_type
    space, region, region_3d = build.live_view()
    space.shading.type = shading
    region_3d.view_perspective, region_3d.view_distance = "ORTHO", 8.0
    region_3d.view_rotation, region_3d.view_location = (1, 0, 0, 0), (0, 0, 0)
    build.update()
    viewport = api.viewport()
    edge_px = np.floor(viewport.view.project(np.array([(-1.0, 0.3, 1.0)]))[0][0])
    drawn = pictures.changed_pixels(space, region, viewport, obj)
    assert (api.pick(viewport, edge_px + 0.5) is not None) == drawn.any()
    assert drawn.any() == (not HAS_NO_LINES and (every_edge or bpy.app.version >= (5, 2)))


def volume_of(kind, **inputs):
    """A volume that geometry nodes make, with all its edges drawn in wireframe."""
    obj = volume()
    tree = obj.modifiers[0].node_group
    grid, output = tree.nodes.new(kind), tree.nodes["Group Output"]
    if kind == "GeometryNodeMeshToVolume":
        ball = tree.nodes.new("GeometryNodeMeshIcoSphere")
        ball.inputs["Subdivisions"].default_value = 3
        tree.links.new(ball.outputs[0], grid.inputs[0])
    for name, value in inputs.items():
        grid.inputs[name.replace("_", " ")].default_value = value
    tree.links.new(grid.outputs[0], output.inputs[0])
    obj.show_all_edges = True
    return obj


@pytest.mark.usefixtures("gpu")
@has_lines
@pytest.mark.parametrize(
    "kind, inputs",
    (
        ("GeometryNodeVolumeCube", {}),
        ("GeometryNodeVolumeCube", {"Resolution_X": 300, "Resolution_Y": 40, "Resolution_Z": 150}),
        ("GeometryNodeMeshToVolume", {"Voxel_Amount": 60.0}),
    ),
)
def test_blocks_of_voxels_within_a_volume_are_picked_in_wireframe(kind, inputs):
    obj = volume_of(kind, **inputs)
    obj.rotation_euler, obj.scale = (0.1, 0.2, 0.3), (1.0, 1.2, -0.8)
    space, region, region_3d = build.live_view()
    space.shading.type, space.shading.show_xray_wireframe = "WIREFRAME", True
    oracles.look_from(region_3d, ("ORTHO", 6.0))
    viewport = api.viewport()
    drawn = np.argwhere(pictures.changed_pixels(space, region, viewport, obj))[:, ::-1] + 0.5
    sample = np.random.default_rng(3).choice(drawn, 150, replace=False)
    picks = api.pick(viewport, sample, options=api.PickOptions(tolerance_px=2.0))
    assert [tuple(pixel) for pixel, pick in zip(sample, picks, strict=True) if pick is None] == []


def turned_volume(angles):
    """A volume whose grid nodes have turned, moved and scaled by (1, 1.5, 0.6)."""
    obj = volume()
    tree = obj.modifiers[0].node_group
    turn, output = tree.nodes.new("GeometryNodeTransform"), tree.nodes["Group Output"]
    tree.links.new(output.inputs[0].links[0].from_socket, turn.inputs[0])
    tree.links.new(turn.outputs[0], output.inputs[0])
    for name, value in (("Rotation", angles), ("Scale", (1.0, 1.5, 0.6)), ("Translation", (0.1, 0.2, 0.3))):
        turn.inputs[name].default_value = value
    obj.show_all_edges = True
    build.update()
    return obj


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS[::3])
@pytest.mark.parametrize("shading", ("SOLID", pytest.param("WIREFRAME", marks=has_lines)))
def test_turned_grid_is_picked_where_it_is_drawn(shading, view):
    obj = turned_volume((0.3, 0.5, 0.7))
    obj.rotation_euler, obj.scale = (0.1, 0.2, 0.3), (1.0, 1.2, -0.8)
    build.live_view()[0].shading.type = shading
    oracles.assert_drawn_is_picked(obj, view, outline_px=2 if shading == "SOLID" else 0)
    assert api.pick_all(build.view_from((0, 0, 10), (0, 0, 0)), build.MIDDLE_PX)[0].stale is None


def test_sides_of_a_turned_grid_are_those_of_its_voxels():
    turned_volume((0.0, 0.0, 0.4))
    view = build.view_from((0, 0, 10), (0, 0, 0))
    turn = np.array(((np.cos(0.4), -np.sin(0.4)), (np.sin(0.4), np.cos(0.4))))
    for part, is_inside in ((0.98, True), (1.02, False)):
        places = turn @ (np.array(((-1, -1, 1, 1), (-1.5, 1.5, -1.5, 1.5))) * (1 + 1 / 31) * part)
        # The upper side of the box.
        corners = np.column_stack((*(places + ((0.1,), (0.2,))), np.full(4, 0.3 + 0.6 * (1 + 1 / 31))))
        picks = api.pick(view, view.view.project(corners)[0])
        assert [pick is not None for pick in picks] == [is_inside] * 4


def test_grid_turned_by_an_eighth_is_picked_by_the_box_around_it_and_says_so():
    """How far it reaches along either of its axes, its bounds do not tell."""
    turned_volume((0.0, 0.0, np.pi / 4))
    view = build.view_from((0, 0, 10), (0, 0, 0))
    reach = (1.0 + 1.5) / np.sqrt(2.0)
    pixels = view.view.project([(0.1 - 0.9 * reach, 0.2 + 0.9 * reach, 0.3), (0.1, 0.2, 0.3)])[0]
    for pick in api.pick(view, pixels):
        assert pick.kind == "VOLUME" and "the box around it along the axes is picked" in pick.stale


def test_volume_reaches_to_the_end_of_its_last_voxels():
    volume()
    reach = 1.0 + 1.0 / 31.0
    picks = api.pick_all(build.view_from((0, 0, 10), (0, 0, 0)), build.MIDDLE_PX)
    assert [pick.location[2] for pick in picks] == pytest.approx([reach])


def test_volume_is_picked_by_its_bounds_without_a_tolerance_and_ranks_by_depth():
    volume()
    build.plane("Below", half_size=5.0, location=(0, 0, -3))
    view = build.view_down((0.0, 0.0, 10.0))
    picks = api.pick_all(view, build.MIDDLE_PX)
    assert [(pick.kind, pick.object_name) for pick in picks] == [("VOLUME", "Volume"), ("FACE", "Below")]
    assert picks[0].location[2] == pytest.approx(1.0, abs=0.1)
    pixels, _ = view.view.project([(1.05, 0.0, 1.05)])
    assert api.pick(view, pixels[0] + (3.0, 0.0)).kind == "FACE"
    build.plane("Above", location=(0, 0, 3))
    assert api.pick(view, build.MIDDLE_PX).object_name == "Above"


def test_volume_without_a_grid_is_not_drawn():
    build.link(bpy.data.objects.new("Empty", bpy.data.volumes.new("Empty")))
    assert api.pick(build.view_down((0, 0, 10)), build.MIDDLE_PX) is None


def test_volume_in_wireframe_or_displayed_as_wire_is_its_edges():
    obj = volume()
    for settings in ({"shading": "WIREFRAME"}, {}):
        view = build.view_down((0.0, 0.0, 10.0), **settings)
        (pixel,), _ = view.view.project([(1.0, 0.3, 1.0)])
        assert api.pick(view, build.MIDDLE_PX + np.array((20, 13))) is None
        pick = api.pick(view, pixel)
        assert (pick and pick.kind) == ("VOLUME" if bpy.app.version >= (5, 2) else None)
        obj.display_type = "WIRE"
        build.update()


@pytest.fixture
def write_balls(tmp_path):
    """A function that gives a volume object of a file with a ball of voxels of 0.04 for each pair of size and place."""
    sites = Path(bpy.utils.resource_path("LOCAL"), "python").glob("lib/python3*/site-packages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, *map(str, sites)])
        openvdb = pytest.importorskip(
            "openvdb", reason="this Blender has no module openvdb to write a file with"
        )

    def written(*balls):
        grids = []
        for size, place in balls:
            center = np.array(size).reshape(3, 1, 1, 1) / 2.0
            inside = (((np.mgrid[tuple(map(slice, size))] - center) / center) ** 2).sum(axis=0) < 1.0
            grid = openvdb.FloatGrid()
            grid.name = f"ball{len(grids)}"
            grid.copyFromArray(inside.astype(np.float32), ijk=place)
            grid.transform = openvdb.createLinearTransform(voxelSize=0.04)
            grids.append(grid)
        openvdb.write(str(tmp_path / "balls.vdb"), grids)
        data = bpy.data.volumes.new("Ball")
        data.filepath = str(tmp_path / "balls.vdb")
        obj = build.link(bpy.data.objects.new("Ball", data))
        build.update()
        return obj

    return written


@pytest.fixture
def volume_of_a_file(write_balls):
    """A volume object that reads a ball of 70 x 50 x 30 voxels from a file."""
    obj = write_balls(((70, 50, 30), (100, -20, 3)))
    obj.location = (-5.4, 0.0, -0.7)
    build.update()
    return obj


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("active", (0, 1))
@pytest.mark.parametrize("shading", ("SOLID", pytest.param("WIREFRAME", marks=has_lines)))
def test_pick_of_a_volume_of_several_grids_says_that_it_may_be_another_than_the_active_one(
    write_balls, shading, active
):
    obj = write_balls(((40, 30, 20), (-30, -20, 3)), ((20, 50, 30), (30, -20, 3)))
    obj.show_all_edges = True
    space, region, region_3d = build.live_view()
    space.shading.type = shading
    oracles.look_from(region_3d, ("PERSP", 8.0))
    obj.data.grids.load()
    obj.data.grids.active_index = active
    build.update()
    viewport = api.viewport()
    drawn = np.argwhere(pictures.changed_pixels(space, region, viewport, obj))[:, ::-1] + 0.5
    middle = viewport.view.project([(0.0, 0.0, 0.5)])[0][0]
    # One of them is to the left, one to the right of it.
    assert (np.median(drawn[:, 0]) > middle[0]) == active
    picks = api.pick(viewport, np.random.default_rng(3).choice(drawn, 50))
    hits = [pick for pick in picks if pick is not None]
    assert len(hits) > (25 if shading == "SOLID" else 0)
    assert all(pick.kind == "VOLUME" and pick.stale.startswith("Only the active grid") for pick in hits)


@pytest.mark.usefixtures("gpu")
def test_volume_of_a_file_is_picked_where_it_is_drawn(volume_of_a_file):
    """And in the corners of its bounds, where a ball is not."""
    space, region, region_3d = build.live_view()
    oracles.look_from(region_3d, ("PERSP", 6.0))
    viewport = api.viewport()
    drawn = np.argwhere(pictures.changed_pixels(space, region, viewport, volume_of_a_file))[:, ::-1] + 0.5
    picks = api.pick(viewport, np.random.default_rng(3).choice(drawn, 100))
    assert {pick and (pick.kind, pick.object_name) for pick in picks} == {("VOLUME", "Ball")}


@pytest.mark.usefixtures("gpu")
def test_bounds_of_a_volume_of_a_file_are_picked_in_wireframe_and_the_fine_boxes_are_said_to_be_unknown(
    volume_of_a_file,
):
    space, region, region_3d = build.live_view()
    space.shading.type, space.shading.show_xray_wireframe = "WIREFRAME", True
    oracles.look_from(region_3d, ("ORTHO", 6.0))
    display = volume_of_a_file.data.display
    for kind, detail, words in (
        ("BOUNDS", "FINE", None),
        ("BOXES", "COARSE", "Which blocks of the volume are empty"),
        ("BOXES", "FINE", "Which fine boxes of the volume are drawn cannot be read"),
        ("POINTS", "COARSE", "Which points of the volume are drawn cannot be read"),
    ):
        display.wireframe_type, display.wireframe_detail = kind, detail
        volume_of_a_file.data.update_tag()
        viewport = api.viewport()
        drawn = np.argwhere(pictures.changed_pixels(space, region, viewport, volume_of_a_file))[:, ::-1] + 0.5
        assert (len(drawn) > 0) == (kind == "POINTS" or not HAS_NO_LINES)
        sample = np.random.default_rng(3).choice(drawn, 50) if len(drawn) else drawn
        picks = api.pick(viewport, sample, options=api.PickOptions(tolerance_px=2.0))
        if (kind, detail) in (("BOUNDS", "FINE"), ("BOXES", "COARSE")):
            assert None not in picks
        assert all((pick.stale or "").startswith(words or "") for pick in picks if pick is not None)
        is_flagged = words is not None and (kind == "POINTS" or not HAS_NO_LINES)
        assert api.why_missed(viewport, (2.0, 2.0)).skipped == ({"STALE": 1} if is_flagged else {})
