"""What is displayed as bounds and has components of several kinds, from geometry nodes; found in random scenes."""

import pytest

from . import oracles
from .test_bounds_and_volumes import needs_pictures
from .test_mixed_geometry import Nodes, host

PARTS = ("MESH", "POINTCLOUD", "VOLUME")


@pytest.mark.usefixtures("gpu")
@needs_pictures
@pytest.mark.parametrize("view", oracles.VIEWS[::2])
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("object_type", ("MESH", "FONT", "CURVES"))
def test_bounds_are_drawn_where_they_are_picked(object_type, part, view):
    nodes = Nodes()
    nodes.put(nodes.part(part), 0.4)
    obj = host(object_type, nodes.tree)
    obj.display_type, obj.scale = "BOUNDS", (1.3, 0.8, 1.1)
    oracles.assert_drawn_is_picked(obj, view)
