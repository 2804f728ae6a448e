"""Case H6: handlers and what is drawn evaluate nothing."""

import ast
from pathlib import Path

import bpy
import pytest

import addon
from addon import api
from addon.scene import changes

from . import build

ADDON = Path(addon.__file__).parent
# Parts whose code runs in handlers or while something is drawn; the viewports' overlay draws what was made before.
DRAWN = (
    "scene/changes.py",
    "scene/history.py",
    "scene/pick_records.py",
    "scene/relocation.py",
    "ui/history/keeping.py",
    "ui/following.py",
    "ui/list_rows.py",
    "ui/results.py",
    "ui/measures",
    "ui/panels",
    "ui/overlay",
    "ui/text.py",
    "ui/font.py",
    "ui/names.py",
)
EVALUATING = {
    *("evaluated_depsgraph_get", "evaluated_get", "frame_set", "to_mesh", "new_from_object"),
    # These take a snapshot of the scene.
    *("pick", "pick_all", "why_missed", "cast_rays", "viewport", "camera_view", "framed_view", "far_side"),
}


def called_names(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Call):
            function = node.func
            yield function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", None)


@pytest.mark.parametrize("part", DRAWN)
def test_h6_nothing_that_is_drawn_or_handled_asks_for_an_evaluation(part):
    place = ADDON / part
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    assert files
    for path in files:
        assert EVALUATING.isdisjoint(called_names(path)), path


def all_handlers():
    lists = (getattr(bpy.app.handlers, name) for name in dir(bpy.app.handlers))
    return [one for handlers in lists if isinstance(handlers, list) for one in handlers]


def test_h6_our_handlers_stand_in_the_parts_that_are_checked():
    addon.register()
    try:
        build.cube()
        build.pick_down()
        ours = {one.__module__ for one in all_handlers() if one.__module__.startswith("addon.")}
    finally:
        addon.unregister()
    assert ours == {
        *("addon.scene.changes", "addon.ui.history.keeping", "addon.ui.measures.kept"),
        *("addon.ui.results", "addon.ui.sessions"),
    }


@pytest.mark.parametrize("event, evaluations", (("depsgraph_update_post", 1), ("frame_change_post", 0)))
def test_h6_a_scene_that_is_changed_in_a_handler_is_not_evaluated_by_ours(event, evaluations):
    cube = build.cube()
    build.pick_down()
    runs = []

    def change(*_arguments):
        # Whoever evaluates now, evaluates this change, and Blender tells of it.
        if cube.location.x < 5.0:
            cube.location.x += 1.0

    def count(*_arguments):
        runs.append(cube.location.x)

    changed, counted = getattr(bpy.app.handlers, event), bpy.app.handlers.depsgraph_update_post
    assert changes.__name__ in {one.__module__ for one in changed}
    changed.insert(0, change)
    counted.insert(0, count)
    try:
        if event == "depsgraph_update_post":
            cube.location.y = 0.1
            build.update()
        else:
            bpy.context.scene.frame_set(7)
    finally:
        changed.remove(change)
        counted.remove(count)
    assert len(runs) == evaluations
    assert api.pick(build.view_down(eye=(1.1, 0.13, 100)), build.MIDDLE_PX).object == cube


def test_h6_the_only_timer_that_runs_on_touches_nothing_of_the_scene():
    with_timers = {path.name: path for path in ADDON.rglob("*.py") if "timers" in attribute_names(path)}
    # That of keeping.py runs once, when the add-on has been enabled; that of tool_hover.py where the mouse has moved.
    assert set(with_timers) == {"building.py", "keeping.py", "pictures.py", "tool_hover.py"}
    touched = attribute_names(with_timers["building.py"])
    assert touched.isdisjoint(("context", "data", "ops", "evaluated_depsgraph_get"))


def attribute_names(path):
    tree = ast.parse(path.read_text("utf-8"), str(path))
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def test_h8_no_removed_way_to_normals_is_called():
    removed = {
        "calc_normals_split",
        "calc_normals",
        "create_normals_split",
        "free_normals_split",
        "use_auto_smooth",
    }
    assert removed.isdisjoint(name for path in ADDON.rglob("*.py") for name in attribute_names(path))
