"""Checks of what callers hand in: an array of the right kind, or a ValueError that names the fault."""

from __future__ import annotations

from math import isfinite
from typing import TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import BoolArray, FloatArray, IndexArray

FLOAT = np.dtype(np.float64)


def vectors(name: str, value: ArrayLike, width: int = 3, *, finite: bool = True) -> FloatArray:
    """(n, width) float64 copy of `value`; one vector (width,) becomes (1, width)."""
    if _is_plain(value) and value.ndim == 2 and value.shape[1] == width and _is_right(value, finite):
        return value.copy()
    expected = f"(n, {width}) {'finite ' if finite else ''}float"
    array = _numbers(name, value, expected)
    if array.shape == (width,):
        array = array[None, :]
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError(f"{name}: expected {expected}, got shape {array.shape}")
    if finite:
        _require_finite(name, array, expected)
    return array


def fixed(name: str, value: ArrayLike, shape: tuple[int, ...]) -> FloatArray:
    """Finite float64 copy of `value`, which has exactly this shape."""
    if _is_plain(value) and value.shape == shape and _is_right(value, True):
        return value.copy()
    expected = f"{shape} finite float"
    array = _numbers(name, value, expected)
    if array.shape != shape:
        raise ValueError(f"{name}: expected {expected}, got shape {array.shape}")
    _require_finite(name, array, expected)
    return array


def invertible(name: str, value: ArrayLike) -> FloatArray:
    """Finite (4, 4) float64 copy of `value`, which has an inverse."""
    matrix = fixed(name, value, (4, 4))
    try:
        has_inverse = bool(np.isfinite(np.linalg.inv(matrix)).all())
    except np.linalg.LinAlgError:
        has_inverse = False
    if not has_inverse:
        raise ValueError(f"{name}: expected an invertible matrix, got a singular one")
    return matrix


def affine(name: str, value: ArrayLike) -> FloatArray:
    """Finite (4, 4) float64 copy of `value`, with a last row of 0, 0, 0, 1."""
    matrix = fixed(name, value, (4, 4))
    if matrix[3].tolist() != [0.0, 0.0, 0.0, 1.0]:
        raise ValueError(f"{name}: expected a last row of 0, 0, 0, 1, got {matrix[3].tolist()}")
    return matrix


def one_affine(name: str, value: ArrayLike) -> FloatArray:
    """As `affine`, but what is right already is given back as it is, in a tenth of the time."""
    if isinstance(value, np.ndarray) and value.dtype == np.float64 and value.shape == (4, 4):
        rows = value.tolist()
        if rows[3] == [0.0, 0.0, 0.0, 1.0] and isfinite(sum(map(sum, rows))):
            return value
    return affine(name, value)


def shaped(name: str, value: ArrayLike, shape: tuple[int | None, ...]) -> FloatArray:
    """float64 copy of `value`, finite or not, where None in `shape` stands for any length."""
    if _is_plain(value) and _fits(value, shape):
        return value.copy()
    expected = f"({', '.join('n' if length is None else str(length) for length in shape)}) float"
    array = _numbers(name, value, expected)
    if not _fits(array, shape):
        raise ValueError(f"{name}: expected {expected}, got shape {array.shape}")
    return array


def number(name: str, value: ArrayLike, *, finite: bool = True) -> float:
    """One float; infinite only where `finite` is off, never NaN."""
    expected = "a finite number" if finite else "a number"
    array = _numbers(name, value, expected)
    if array.shape != ():
        raise ValueError(f"{name}: expected {expected}, got shape {array.shape}")
    result = float(array)
    if np.isnan(result) or (finite and np.isinf(result)):
        raise ValueError(f"{name}: expected {expected}, got {result}")
    return result


def positive(name: str, value: ArrayLike) -> float:
    """One finite float above zero."""
    result = number(name, value)
    if result <= 0.0:
        raise ValueError(f"{name}: expected a finite number above 0, got {result:g}")
    return result


def one_for_each(name: str, value: ArrayLike, count: int) -> FloatArray:
    """(count,) float64 from one number or `count` of them; infinite is fine, NaN is not."""
    expected = f"a number or ({count},) float without NaN"
    array = _numbers(name, value, expected)
    if array.shape not in ((), (count,)):
        raise ValueError(f"{name}: expected {expected}, got shape {array.shape}")
    if np.isnan(array).any():
        raise ValueError(f"{name}: expected {expected}, got NaN")
    return np.array(np.broadcast_to(array, (count,)))


def finite_rows(array: FloatArray) -> BoolArray:
    """(n,) True for rows of an (n, c) array without NaN and infinity."""
    finite: BoolArray = np.logical_and.reduce(np.isfinite(array), axis=1)
    return finite


def triangle_corners(name: str, value: ArrayLike, vertex_count: int) -> IndexArray:
    """(m, 3) int64 copy of `value`, every index below `vertex_count`."""
    expected = "(m, 3) integers"
    array = _array(name, value, expected)
    if array.size == 0 and array.shape in ((0,), (0, 3)):
        return np.zeros((0, 3), dtype=np.int64)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name}: expected {expected}, got shape {array.shape}")
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name}: expected {expected}, got {array.dtype}")
    lowest, highest = int(array.min()), int(array.max())
    if lowest < 0 or highest >= vertex_count:
        outside = lowest if lowest < 0 else highest
        raise ValueError(f"{name}: expected indices of {vertex_count} vertices, got {outside}")
    return array.astype(np.int64)


def polygons(
    positions: NDArray[np.generic], corner_vertices: NDArray[np.generic], offsets: NDArray[np.generic]
) -> None:
    """float32 positions, int32 vertices of corners and where in them polygons begin: as they are.

    Turned into these types, as elsewhere, they would take as long as a ray.
    """
    for name, array, dtype, width in (
        ("positions", positions, np.float32, 3),
        ("corner_vertices", corner_vertices, np.int32, None),
        ("offsets", offsets, np.int32, None),
    ):
        shape = "(n,)" if width is None else f"(n, {width})"
        if array.dtype != dtype or array.shape[1:] != ((width,) if width else ()):
            raise ValueError(f"{name}: expected {shape} {np.dtype(dtype)}, got {array.shape} {array.dtype}")
    if not len(offsets) or offsets[0] != 0 or offsets[-1] != len(corner_vertices):
        raise ValueError(f"offsets: expected to begin with 0 and to end with {len(corner_vertices)}")


def _is_plain(value: ArrayLike) -> TypeGuard[FloatArray]:
    """Whether it is an array of the right numbers already: then a third of the time is enough to make sure of it."""
    return type(value) is np.ndarray and value.dtype is FLOAT


def _is_right(array: FloatArray, finite: bool) -> bool:
    return not finite or bool(np.isfinite(array).all())


def _fits(array: FloatArray, shape: tuple[int | None, ...]) -> bool:
    return array.ndim == len(shape) and all(
        length is None or length == found for length, found in zip(shape, array.shape, strict=True)
    )


def _array(name: str, value: ArrayLike, expected: str) -> NDArray[np.generic]:
    try:
        return np.asarray(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: expected {expected}, got rows of different lengths") from error


def _numbers(name: str, value: ArrayLike, expected: str) -> FloatArray:
    array = _array(name, value, expected)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name}: expected {expected}, got {_kind_of(value, array)}")
    return array.astype(np.float64)


def _kind_of(value: ArrayLike, array: NDArray[np.generic]) -> str:
    return type(value).__name__ if array.ndim == 0 else str(array.dtype)


def _require_finite(name: str, array: FloatArray, expected: str) -> None:
    if not np.isfinite(array).all():
        found = "NaN" if np.isnan(array).any() else "infinity"
        raise ValueError(f"{name}: expected {expected}, got {found}")
