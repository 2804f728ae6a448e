"""What Blender registers: operators, panels, properties, preferences, tool, key maps and overlay."""
