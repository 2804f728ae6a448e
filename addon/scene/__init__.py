"""Blender's data turned into arrays and values: viewports, instances, meshes, picks."""
