"""A mesh to work with for a moment, which is in no file and counted nowhere."""

import ctypes
import sys
from contextlib import contextmanager

import bpy

# Of what made it, of a variable, and of the argument to be counted, which Python 3.14 only lends.
_REFERENCES = 3 if sys.version_info < (3, 14) else 2


@contextmanager
def temporary_mesh(name=""):
    """Give an empty mesh that is gone in the end; data-blocks of the user's are neither made nor counted."""
    with temporary_data() as data:
        yield data.meshes.new(name)


@contextmanager
def temporary_data():
    """Give data-blocks of no file, `bpy.types.BlendData`.

    Before 5.3 Blender forgets to count one reference to it. Freed twice, it breaks whatever lies there next, and
    Blender crashes some time later.
    """
    with bpy.data.temp_data() as data:
        if sys.getrefcount(data) < _REFERENCES:
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(data))
        yield data
