"""What metaballs show of their elements in edit mode."""

import numpy as np

from .outline import Outline

# How finely the balls are cut whose outlines are drawn.
_AROUND, _UP = 48, 24


def element_outlines(obj):
    """In edit mode the outlines of two balls for each element, of its radius and its stiffness; of kind EDGE.

    Both have the number of the element.
    """
    if obj.mode != "EDIT":
        return
    matrix = np.array(obj.matrix_world, dtype=np.float64)
    starts, ends, side_normals = _ball()
    # Normals of a surface go through the inverse of what the places go through.
    normals = side_normals @ np.linalg.pinv(matrix[:3, :3])
    for number, element in enumerate(obj.original.data.elements):
        if element.hide:
            continue
        for radius in (element.radius, element.radius * np.arctan(element.stiffness) / (np.pi / 2.0)):
            places = [
                (np.array(element.co) + radius * ball) @ matrix[:3, :3].T + matrix[:3, 3]
                for ball in (starts, ends)
            ]
            yield Outline(
                "EDGE",
                *places,
                np.full(len(starts), number),
                in_world=True,
                side_normals=normals,
                shows_through="XRAY",
            )


def _ball():
    """Starts and ends (n, 3) of the lines of a ball of radius 1, and the normals (n, 2, 3) to both sides of each."""
    around, up = np.meshgrid(np.arange(_AROUND), np.arange(_UP + 1), indexing="ij")
    corners = _on_ball(around, up)
    starts = [corners[:, :-1], corners[:, 1:-1]]
    ends = [corners[:, 1:], np.roll(corners, -1, axis=0)[:, 1:-1]]
    faces = _on_ball(around[:, :-1] + 0.5, up[:, :-1] + 0.5)
    sides = [
        np.stack((np.roll(faces, 1, axis=0), faces), axis=2),
        np.stack((faces[:, :-1], faces[:, 1:]), axis=2),
    ]
    return (
        np.concatenate([one.reshape(-1, 3) for one in starts]),
        np.concatenate([one.reshape(-1, 3) for one in ends]),
        np.concatenate([one.reshape(-1, 2, 3) for one in sides]),
    )


def _on_ball(around, up):
    longitude, latitude = 2.0 * np.pi * around / _AROUND, np.pi * (up / _UP - 0.5)
    return np.stack(
        (np.cos(longitude) * np.cos(latitude), np.sin(longitude) * np.cos(latitude), np.sin(latitude)),
        axis=-1,
    )
