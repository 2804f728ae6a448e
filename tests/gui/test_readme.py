"""The README's Python examples, in a Blender with the extension installed."""

from ..readme import python_examples

RESULTS = """
[name, [pick and pick.object_name for pick in picks]]
"""


def test_examples_run_in_a_window(blender):
    name, picked = blender.run("\n".join([*python_examples(), RESULTS]))
    assert name == "bl_ext.user_default.picking_ray"
    assert picked == ["Cube", None]
