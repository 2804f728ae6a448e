"""Picking Ray: click in the 3D viewport and know exactly what is there.

`addon.core` needs numpy alone, `addon.api` Blender; neither is imported until it is asked for.
"""


def register():
    try:
        import numpy  # noqa: F401
    except ImportError:
        # Blender prints a message that begins with "Add-on" as it is, any other error with its traceback.
        raise ImportError(
            "Add-on not enabled: Picking Ray needs numpy, which this Blender was built without"
        ) from None
    from . import registration

    registration.register()


def unregister():
    from . import registration

    registration.unregister()
