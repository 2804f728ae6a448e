"""In every situation of the comparison table a pick changes nothing, and answers what is drawn."""

import bpy
import comparison_flags  # noqa: F401 - it adds its situations
import comparison_table
import pytest
from comparison_scenes import SITUATIONS

from addon import api

from . import build
from .test_oracles import assorted_scene

EVERY_SITUATION = [one for table in SITUATIONS.values() for one in table]
VIEW_SETTINGS = (
    "view_matrix",
    "view_location",
    "view_distance",
    "view_rotation",
    "view_perspective",
    "window_matrix",
)


def state():
    """All of the user's that a pick could disturb."""
    region_3d = build.live_view()[2]
    blocks = {
        name: len(getattr(bpy.data, name))
        for name in dir(bpy.data)
        if hasattr(getattr(bpy.data, name), "new")
    }
    objects = [
        (obj.name, obj.select_get(), obj.hide_get(), obj.mode, obj.matrix_world.copy())
        for obj in bpy.context.view_layer.objects
    ]
    return (
        [repr(getattr(region_3d, name)) for name in VIEW_SETTINGS],
        blocks,
        objects,
        (
            bpy.context.mode,
            bpy.context.scene.name,
            bpy.context.view_layer.name,
            bpy.context.view_layer.objects.active,
        ),
        bpy.data.is_dirty,
    )


@pytest.fixture
def evaluations():
    """Grows by one whenever Blender tells add-ons of an evaluation."""
    counted = []

    def count(*_):
        counted.append(1)

    bpy.app.handlers.depsgraph_update_post.append(count)
    yield counted
    bpy.app.handlers.depsgraph_update_post.remove(count)


def assert_picking_changes_nothing(pixel, evaluations):
    before, count = state(), len(evaluations)
    viewport = api.viewport()
    api.pick_all(viewport, pixel)
    api.why_missed(viewport, pixel)
    api.cast_rays([(0, 0, 10)], [(0, 0, -1)], viewport=viewport)
    assert state() == before
    assert len(evaluations) == count


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("situation", EVERY_SITUATION, ids=lambda one: one.name)
def test_a_pick_changes_nothing_in_any_situation(situation, evaluations):
    place = situation.build() or (0, 0, 0)
    viewport = comparison_table.look_from_above(place)
    assert_picking_changes_nothing(viewport.view.project([place])[0][0], evaluations)


@pytest.mark.parametrize("perspective", ("PERSP", "ORTHO"))
def test_a_pick_changes_nothing_in_a_saved_file(perspective, tmp_path, evaluations):
    assorted_scene(5)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend"))
    build.live_view()[2].view_perspective = perspective
    build.update()
    assert_picking_changes_nothing(api.viewport().size_px / 2, evaluations)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("situation", EVERY_SITUATION, ids=lambda one: one.name)
def test_what_is_picked_is_drawn_and_the_page_says_so(situation):
    row = comparison_table.measured_row(situation)
    assert "*" not in row[2]
    # What Blender's own ray hits, what a click selects and what goes with an instancer has been another thing before.
    columns = range(len(row)) if bpy.app.version >= (5, 3) else (0, 2)
    page = comparison_table.PAGE.read_text(encoding="utf-8")
    said = [line[2:-2].split(" | ") for line in page.splitlines() if line.startswith(f"| {situation.name} |")]
    assert [[cells[column] for column in columns] for cells in said] == [[row[column] for column in columns]]
