"""What is displayed as bounds and has components of several kinds, from geometry nodes; found in random scenes."""

import pytest

from addon.scene import components

from . import oracles
from .test_mixed_geometry import Nodes, host

PARTS = ("MESH", "POINTCLOUD", "VOLUME")


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS[::2])
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("object_type", ("MESH", "FONT", "CURVES"))
def test_bounds_are_drawn_where_they_are_picked(object_type, part, view):
    nodes = Nodes()
    nodes.put(nodes.part(part), 0.4)
    obj = host(object_type, nodes.tree)
    obj.display_type, obj.scale = "BOUNDS", (1.3, 0.8, 1.1)
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("part", (*PARTS, "CURVES"))
@pytest.mark.parametrize("object_type", ("MESH", "CURVES"))
def test_bounds_of_instances_are_drawn_where_they_are_picked(object_type, part):
    """Since 5.2 a box of no bounds for geometry that is no object's."""
    if part == "CURVES" and not components.can_be_read():
        pytest.skip("before 4.5 curves of geometry nodes cannot be read")
    nodes = Nodes()
    nodes.put(nodes.chain(nodes.part(part), "GeometryNodeGeometryToInstance"), 0.4)
    obj = host(object_type, nodes.tree)
    obj.display_type, obj.scale = "BOUNDS", (1.3, 0.8, 1.1)
    oracles.assert_drawn_is_picked(obj, oracles.VIEWS[0])
