"""The balls around the outlines of all instances, in the world: a quick test of very many at once."""

import numpy as np

_NOWHERE_ELSE = np.eye(4)


class OutlineTable:
    """One row an outline of an instance, in the order of the instances.

    Attributes
    ----------
    owners : (k,) int
        Number of the instance.
    centers : (k, 3) float
    reaches : (k,) float
        Radius in the world, what stands out of the ball included.
    reaches_px : (k,) float
        What stands out of it in pixels, before `ui_scale`.
    """

    def __init__(self, instances):
        rows = [(index, outline) for index, one in enumerate(instances) for outline in one.shape.outlines]
        self.owners = np.array([index for index, _ in rows], dtype=np.int64)
        matrices = np.array([_matrix(instances[index], outline) for index, outline in rows])
        self.centers, self.reaches = _in_world(matrices, [outline.ball for _, outline in rows])
        self.reaches_px = np.array([outline.ball.beyond_px for _, outline in rows])

    def move(self, index, instance):
        """Have the outlines of an instance where its matrix now puts them."""
        first, end = np.searchsorted(self.owners, (index, index + 1))
        if first < end:
            outlines = instance.shape.outlines
            matrices = np.array([_matrix(instance, outline) for outline in outlines])
            self.centers[first:end], self.reaches[first:end] = _in_world(
                matrices, [outline.ball for outline in outlines]
            )


def _matrix(instance, outline):
    return _NOWHERE_ELSE if outline.in_world else instance.matrix_world


def _in_world(matrices, balls):
    """Centres and radii of balls taken through (k, 4, 4)."""
    matrices = matrices.reshape(-1, 4, 4)
    centers = np.array([ball.center for ball in balls]).reshape(-1, 3)
    radii = np.array([ball.radius for ball in balls])
    beyond = np.array([ball.beyond for ball in balls])
    return to_world(matrices, centers), growth(matrices) * radii + beyond


def to_world(matrices, centers):
    """Places (k, 3) taken through (k, 4, 4) or (1, 4, 4)."""
    linear = np.broadcast_to(matrices[:, :3, :3], (len(centers), 3, 3))
    return np.einsum("nij,nj->ni", linear, centers) + matrices[:, :3, 3]


def growth(matrices):
    """(k,) by how much no vector grows more in (k, 4, 4): the root of the sum of squares."""
    return np.sqrt((matrices[:, :3, :3] ** 2).sum(axis=(1, 2)))
