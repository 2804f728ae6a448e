"""Where the dependency graph's instances stand."""

from math import isfinite

import numpy as np

# `persistent_id` has this many numbers, filled up with the largest.
_PATH_LENGTH = 8
NO_ID = 2147483647
_LAST_ROW = [0.0, 0.0, 0.0, 1.0]


def placements(depsgraph):
    """Matrices (n, 4, 4) and persistent ids, n tuples, of all entries of `Depsgraph.object_instances`.

    Read at once: while the entries are walked, Blender 5.3 has the next one's where instancers are not shown. It is
    also ten times as fast.
    """
    entries = depsgraph.object_instances
    matrices = all_matrices(depsgraph)
    path_ids = np.empty(len(matrices) * _PATH_LENGTH, dtype=np.int32)
    entries.foreach_get("persistent_id", path_ids)
    rows = path_ids.reshape(len(matrices), _PATH_LENGTH).tolist()
    return matrices, [tuple(part for part in row if part != NO_ID) for row in rows]


def all_matrices(depsgraph):
    """The matrices (n, 4, 4) alone."""
    entries = depsgraph.object_instances
    count = len(entries)
    matrices = np.empty(count * 16, dtype=np.float32)
    entries.foreach_get("matrix_world", matrices)
    # Blender keeps matrices by columns.
    return matrices.reshape(count, 4, 4).astype(np.float64).transpose(0, 2, 1)


def affine_matrix(matrix):
    """(4, 4) with a last row of 0, 0, 0, 1; None if it has no such form.

    Parenting leaves the inverse of the parent's matrix as Blender rounds it, its last number not quite 1.
    """
    rows = matrix.tolist()
    if rows[3] == _LAST_ROW and isfinite(sum(map(sum, rows))):
        # As nearly all are, in a third of the time.
        return matrix.copy()
    if not np.isfinite(matrix).all() or matrix[3, 3] == 0.0:
        return None
    values = matrix / matrix[3, 3]
    values[3] = _LAST_ROW
    return values


def is_flat(matrix_world):
    """Whether a matrix (4, 4) leaves no volume to anything."""
    # What is not finite may be either, and is nowhere.
    with np.errstate(invalid="ignore", over="ignore"):
        return bool(np.linalg.det(np.asarray(matrix_world)) == 0.0)
