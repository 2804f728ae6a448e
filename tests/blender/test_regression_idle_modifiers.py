"""Modifiers after a subdivision that do nothing took the edges that it leaves out for drawn ones."""

import pytest

from addon import api
from addon.scene.snapshot import Snapshot

from . import build

# 12 edges in 4 parts each, and all that subdivision has made of them.
OLD_EDGES, ALL_EDGES = 48, 192
IDLE_OR_NOT = (
    ("BOOLEAN", {}, OLD_EDGES),
    ("BOOLEAN", {"object": "Far"}, ALL_EDGES),
    ("PARTICLE_INSTANCE", {"object": "Far"}, OLD_EDGES),
    ("ARRAY", {"count": 1}, OLD_EDGES),
    ("BEVEL", {"width": 0.0}, OLD_EDGES),
    ("DECIMATE", {}, OLD_EDGES),
    ("DECIMATE", {"decimate_type": "UNSUBDIV"}, OLD_EDGES),
    ("EDGE_SPLIT", {"use_edge_angle": False, "use_edge_sharp": False}, OLD_EDGES),
    ("EXPLODE", {}, OLD_EDGES),
    ("FLUID", {}, OLD_EDGES),
    ("MASK", {"invert_vertex_group": True}, OLD_EDGES),
    ("MIRROR", {"use_axis": (False, False, False)}, OLD_EDGES),
    ("WELD", {}, OLD_EDGES),
    ("TRIANGULATE", {"min_vertices": 9}, ALL_EDGES),
    ("SOLIDIFY", {"thickness": 0.0}, ALL_EDGES * 2),
)


@pytest.mark.parametrize("kind, settings, expected", IDLE_OR_NOT)
def test_modifiers_that_change_nothing_leave_out_what_subdivision_added(kind, settings, expected):
    """Counted in pictures of 4.2.23, 4.3.2, 4.5.15 and 5.3.0."""
    far = build.cube("Far", 0.1, location=(9, 9, 9))
    far.hide_set(True)
    obj = build.cube("Subdivided")
    subdivision = obj.modifiers.new("Subdivision", "SUBSURF")
    subdivision.levels, subdivision.show_only_control_edges = 2, True
    modifier = obj.modifiers.new("After", kind)
    for name, value in settings.items():
        setattr(modifier, name, far if value == "Far" else value)
    obj.display_type = "WIRE"
    build.update()
    (instance,) = Snapshot(api.PickOptions(), build.view_down()).instances
    assert sum(len(one.starts) for one in instance.shape.outlines if one.kind == "EDGE") == expected
