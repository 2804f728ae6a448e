"""What an object is by itself, and whether that is all it draws."""

from .components import has_nodes

# Curves and texts are listed themselves, without a mesh; their surface follows as an instance of its own.
SURFACE_FOLLOWS = frozenset(("CURVE", "SURFACE", "FONT"))


def looks(obj):
    """What an original object shows of which Blender may report a change as a move."""
    field, body = obj.field, obj.rigid_body
    return (
        obj.display_type,
        field.type if field is not None else None,
        body.collision_shape if body is not None else None,
    )


def stands_alone(obj):
    """Whether the dependency graph lists an original object once and nothing for it besides."""
    if obj.type in SURFACE_FOLLOWS or obj.type == "META" or obj.instance_type != "NONE":
        return False
    return not len(obj.particle_systems) and not has_nodes(obj)


def has_own_data(obj, depsgraph):
    """Whether the data of an evaluated object are its own, and not a part that was made of it."""
    source = obj.original
    if obj.type == source.type and not has_nodes(source):
        # To ask Blender for a mesh may change what it draws of it; see `object_box`.
        return True
    return obj.data == source.evaluated_get(depsgraph).data
