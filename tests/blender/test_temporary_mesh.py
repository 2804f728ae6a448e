"""A mesh that is in no file, made and dropped without harm to what lies beside it in memory."""

import sys

import bpy

from addon.scene.temporary_mesh import temporary_data, temporary_mesh


def test_temporary_mesh_is_counted_nowhere():
    with temporary_mesh("Name") as mesh:
        assert mesh.name == "Name" and not bpy.data.meshes
    assert not bpy.data.meshes


def test_each_reference_to_temporary_data_is_counted():
    """Of two variables, the argument, and what made it; before 5.3 Blender forgets the last, and crashes later.

    Python 3.14 lends the argument without counting it.
    """
    with temporary_data() as data:
        assert sys.getrefcount(data) == (4 if sys.version_info < (3, 14) else 3)
