"""The dependency graph, brought up to date."""

import bpy


def evaluated_depsgraph(view_layer):
    """Dependency graph of a view layer, up to date; None where Blender keeps none.

    Not what `Context.evaluated_depsgraph_get()` gives: that says it belongs to whatever scene had its tool settings
    read from the context last, also when that scene is gone, and whoever is handed it reads freed memory. Nor is the
    view layer of the context updated by itself: Blender 5.3, and 4.2 in edit mode, then tell everybody of a change
    each time.
    """
    if view_layer == bpy.context.view_layer:
        bpy.context.evaluated_depsgraph_get()
    else:
        view_layer.update()
    return view_layer.depsgraph
