"""Array types used in the signatures of the core."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IndexArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
Float32Array = NDArray[np.float32]
# Indices in half the memory, where there are very many.
Index32Array = NDArray[np.int32]
