"""Which pixels of a view are worth a pick: spread out, each in the midst of what is visible there."""

from __future__ import annotations

from collections import Counter

import numpy as np

from addon import api

# Places looked at across and up.
GRID = (64, 36)
# Pixels: picks nearer to each other would crowd the picture; beyond the other distance nearness does not matter.
NEAREST, FAR_ENOUGH = 60.0, 150.0
# What one cell of distance from the rim of a thing is worth, in pixels of distance from other picks.
CELL_WORTH = 20.0
DEEPEST_CELL = 4
# What a pixel of distance from the middle of a thing costs: enough to decide between equals.
CENTRE_WORTH = 0.1


class Visible:
    """What is visible at each cell of a coarse grid: `things` (rows, columns), -1 where nothing is."""

    def __init__(self, viewport):
        cells = np.stack(np.meshgrid(*(np.arange(count) + 0.5 for count in GRID)), axis=-1)
        self.pixels = cells * viewport.size_px / GRID
        rays = viewport.view.pixel_rays(self.pixels.reshape(-1, 2))
        hits = api.cast_rays(rays.origins, rays.directions, viewport=viewport)
        self.things = hits.instance_index.reshape(GRID[::-1])
        self._instances = hits.instances

    @property
    def triangle_count(self):
        """Of all instances, in view or not."""
        return sum(len(one.shape.surface.index.triangles) for one in self._instances)

    def good_pixels(self, count):
        """Up to `count` pixels (n, 2), those of the largest things first."""
        depths = np.minimum(_steps_to_the_rim(self.things), DEEPEST_CELL) * CELL_WORTH
        chosen = np.empty((0, 2))
        for thing in self._by_interest():
            here = self.things == thing
            candidates = self.pixels[here]
            distances = np.linalg.norm(candidates[:, None] - chosen, axis=2).min(axis=1, initial=FAR_ENOUGH)
            off_centre = np.linalg.norm(candidates - candidates.mean(axis=0), axis=1)
            best = int(np.argmax(depths[here] + distances - off_centre * CENTRE_WORTH))
            if distances[best] > NEAREST and len(chosen) < count:
                chosen = np.append(chosen, candidates[best : best + 1], axis=0)
        return chosen

    def busy(self):
        """(rows, columns) bool: where more is to be seen than the background or the largest thing."""
        visible, areas = np.unique(self.things[self.things >= 0], return_counts=True)
        if len(visible) < 2:
            return self.things >= 0
        return (self.things >= 0) & (self.things != visible[np.argmax(areas)])

    def _by_interest(self):
        """The visible instances, larger ones first, but one of each object before a second instance of any."""
        visible, areas = np.unique(self.things[self.things >= 0], return_counts=True)
        seen, ranked = Counter(), []
        for area, thing in sorted(zip(-areas, visible.tolist())):
            name = self._instances[thing].object_name
            ranked.append((seen[name], area, thing))
            seen[name] += 1
        return [thing for _, _, thing in sorted(ranked)]


def _steps_to_the_rim(things):
    """How many steps each cell is from one that shows something else, or from the rim of the picture."""
    framed = np.pad(things, 1, constant_values=-2)
    same = [framed[rows, columns] == things for rows, columns in _neighbours(things.shape)]
    inside, steps = np.ones(things.shape, dtype=bool), np.zeros(things.shape)
    while inside.any():
        steps += inside
        grown = np.pad(inside, 1)
        for (rows, columns), alike in zip(_neighbours(things.shape), same):
            inside = inside & grown[rows, columns] & alike
    return steps


def _neighbours(shape):
    """Slices of an array padded by one: itself moved by a cell to each of the four sides."""
    height, width = shape
    for dy, dx in ((0, 1), (2, 1), (1, 0), (1, 2)):
        yield slice(dy, dy + height), slice(dx, dx + width)
