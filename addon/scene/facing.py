"""Ribbons and diamonds, which turn to the viewer, as polygons in the world."""

from typing import NamedTuple

import bpy
import numpy as np

from .outlines.placing import scales_across
from .outlines.strands import IS_RESAMPLED

# What is swept along a strand, in parts of its radius aside and towards the viewer.
_FLAT = np.array(((-1.0, 0.0), (1.0, 0.0)))
_HALF_TUBE = np.array(((-1.0, 0.0), (-0.5, 0.75**0.5), (0.5, 0.75**0.5), (1.0, 0.0)))
# How much farther than its width, in parts of it, a polygon may reach from its middle line on the screen: in a
# perspective what is nearer to the eye is larger.
REACH = 1.5
# The axis of the view across which a diamond is turned to the viewer: x, and y since 5.1 (draw_pointcloud_lib.glsl).
_DIAMOND_AXIS = 1 if bpy.app.version >= (5, 1) else 0
# Of these the back sides are culled; of ribbons since hair is drawn anew, measured from 4.2 to 5.3.
_CULLED_FORMS = ("DIAMOND",) if IS_RESAMPLED else ("DIAMOND", "RIBBON", "CYLINDER")


def reaches(view, locations):
    """(n,) `REACH` at places in the world: aside of the middle of a wide view things are drawn longer."""
    depths = view.depths(locations)
    is_before = np.isfinite(depths) & (depths > 0.0) & (not view.is_orthographic)
    return REACH * np.divide(view.distances(locations), depths, out=np.ones(len(depths)), where=is_before)


class Polygons(NamedTuple):
    """`triangles` (k, t, 3, 3), and `rim_starts`, `rim_ends` (k, r, 3), NaN where nothing is drawn.

    They go round anticlockwise as the viewer sees them, but where a ribbon is twisted.
    """

    triangles: np.ndarray
    rim_starts: np.ndarray
    rim_ends: np.ndarray


def polygons(outline, placed, matrix_world, view, rows, culls=False):
    """What some of the lines or points of an outline are drawn as.

    Parameters
    ----------
    outline : Outline
        Of a form other than ROUND, with a width.
    placed : Placed
        The same in the world.
    matrix_world : (4, 4) float
    view : View
    rows : (k,) int
    culls : bool
        Whether the viewport culls back faces.

    Returns
    -------
    Polygons
        In the world.
    """
    if outline.form == "DIAMOND":
        drawn = _diamonds(placed.starts[rows], placed.half_widths[rows, 0], view)
    else:
        drawn = _ribbons(outline, placed, matrix_world, view, rows)
    if not culls or outline.form not in _CULLED_FORMS:
        return drawn
    return drawn._replace(triangles=front_sides(drawn.triangles, matrix_world, view))


def _ribbons(outline, placed, matrix_world, view, rows):
    directions = outline.directions[rows] @ matrix_world[:3, :3].T
    profile = _HALF_TUBE if outline.form == "CYLINDER" else _FLAT
    radii = outline.half_widths if outline.width_scale == "ACROSS" else placed.half_widths
    before, after = (
        _across(outline, places[rows], directions[:, end], radii[rows, end], profile, view, matrix_world)
        for end, places in enumerate((placed.starts, placed.ends))
    )
    # One quadrilateral for every two neighbours of the profile.
    corners = np.stack((before[:, :-1], after[:, :-1], after[:, 1:], before[:, 1:]), axis=2)
    triangles = corners[:, :, [(0, 1, 2), (0, 2, 3)]].reshape(len(rows), 2 * (len(profile) - 1), 3, 3)
    rims = np.concatenate((before, after[:, ::-1]), axis=1)
    first, last = rims.copy(), np.roll(rims, -1, axis=1)
    # Joints within a strand are no rims.
    owner, width = outline.indices, len(profile) - 1
    first[(rows > 0) & (owner[rows - 1] == owner[rows]), :width] = np.nan
    following = np.minimum(rows + 1, len(owner) - 1)
    first[(following > rows) & (owner[following] == owner[rows]), width + 1 : -1] = np.nan
    return Polygons(triangles, first, last)


def front_sides(triangles, matrix_world, view):
    """Triangles (..., 3, 3) in the world, NaN where seen from behind, of what is mirrored from the front."""
    starts, first, last = np.moveaxis(triangles, -2, 0)
    normals = np.cross(first - starts, last - starts)
    heights = np.einsum("...c,...c->...", normals, _towards(starts, view))
    is_culled = heights > 0.0 if np.linalg.det(matrix_world[:3, :3]) < 0.0 else heights < 0.0
    return np.where(is_culled[..., None, None], np.nan, triangles)


def _across(outline, positions, directions, radii, profile, view, matrix_world):
    """(k, p, 3) the profiles of ribbons at their ends."""
    aside = _unit(np.cross(_towards(positions, view), directions))
    if outline.width_scale == "ACROSS":
        radii = radii * scales_across(matrix_world, aside)
    front = _unit(np.cross(directions, aside))
    offsets = profile[:, :1] * aside[:, None] + profile[:, 1:] * front[:, None]
    return positions[:, None] + offsets * radii[:, None, None]


def are_inside(view, locations, location_rows, triangles, triangle_rows):
    """(n,) whether places (n, 3) are on the screen within triangles (k, 3, 3) of rows that do not touch their own."""
    points, corners = view.project(locations)[0], view.project(triangles.reshape(-1, 3))[0].reshape(-1, 3, 2)
    sides = np.roll(corners, -1, axis=1) - corners
    away = points[:, None, None] - corners
    heights = sides[..., 0] * away[..., 1] - sides[..., 1] * away[..., 0]
    is_within = (heights >= 0.0).all(axis=2) | (heights <= 0.0).all(axis=2)
    return (is_within & (np.abs(location_rows[:, None] - triangle_rows) > 1)).any(axis=1)


def _diamonds(centers, radii, view):
    """Four-sided pyramids whose tips point to the viewer."""
    towards = _unit(_towards(centers, view))
    across = _unit(np.cross(view.world_from_view[:3, _DIAMOND_AXIS], towards))
    along, across = np.cross(across, towards) * radii[:, None], across * radii[:, None]
    corners = np.stack((centers + along, centers + across, centers - along, centers - across), axis=1)
    tips = np.broadcast_to((centers + towards * radii[:, None])[:, None], corners.shape)
    following = np.roll(corners, -1, axis=1)
    return Polygons(np.stack((tips, corners, following), axis=2), corners, following)


def _towards(positions, view):
    if view.is_orthographic:
        return np.broadcast_to(-view.view_axis, positions.shape)
    return view.eye - positions


def _unit(vectors):
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0.0)
