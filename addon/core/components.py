"""Vectors whose components lie one after another, (3, k): arithmetic by component is faster than by row."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Real = TypeVar("Real", np.float32, np.float64)


def dot(a: NDArray[Real], b: NDArray[Real]) -> NDArray[Real]:
    """(k,) scalar products."""
    total: NDArray[Real] = a[0] * b[0]
    total += a[1] * b[1]
    total += a[2] * b[2]
    return total


def size(vectors: NDArray[Real]) -> NDArray[Real]:
    """(k,) largest components, whatever their sign."""
    largest: NDArray[Real] = np.maximum(
        np.maximum(np.abs(vectors[0]), np.abs(vectors[1])), np.abs(vectors[2])
    )
    return largest
