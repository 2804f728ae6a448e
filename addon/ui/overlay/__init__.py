"""Picks marked in the 3D viewports."""
