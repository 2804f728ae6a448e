"""Arrays of numbers held as the unevaluated sum of two floats, about 106 bits each.

After Dekker, "A floating-point technique for extending the available precision", Numerische Mathematik 18
(1971), and Hida, Li and Bailey, "Algorithms for quad-double precision floating point arithmetic", ARITH-15
(2001). As long as nothing over- or underflows, a sum is off by less than 2**-100 of its operands' sizes and a
product by less than 2**-100 of itself.
"""

from __future__ import annotations

from typing import NamedTuple

from .arrays import FloatArray

# Splits 53 bits into two halves whose products are exact: 2**27 + 1.
SPLITTER = 134217729.0


class DoubleDouble(NamedTuple):
    """high + low, where low is at most half an ulp of high."""

    high: FloatArray
    low: FloatArray

    def plus(self, other: DoubleDouble) -> DoubleDouble:
        high, low = _exact_sum(self.high, other.high)
        return _normalised(high, low + (self.low + other.low))

    def minus(self, other: DoubleDouble) -> DoubleDouble:
        return self.plus(DoubleDouble(-other.high, -other.low))

    def times(self, other: DoubleDouble) -> DoubleDouble:
        high, low = _exact_product(self.high, other.high)
        return _normalised(high, low + (self.high * other.low + self.low * other.high))

    def scaled(self, factor: FloatArray) -> DoubleDouble:
        """Product with plain floats."""
        high, low = _exact_product(self.high, factor)
        return _normalised(high, low + self.low * factor)

    def over(self, divisor: DoubleDouble) -> FloatArray:
        """Quotient, rounded to one float."""
        quotient = self.high / divisor.high
        remainder = self.minus(divisor.scaled(quotient))
        return quotient + remainder.high / divisor.high


def difference(a: FloatArray, b: FloatArray) -> DoubleDouble:
    """a - b of plain floats, exactly."""
    return DoubleDouble(*_exact_sum(a, -b))


def _exact_sum(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _exact_product(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    product = a * b
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(b)
    return product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a: FloatArray) -> tuple[FloatArray, FloatArray]:
    spread = SPLITTER * a
    high = spread - (spread - a)
    return high, a - high


def _normalised(high: FloatArray, low: FloatArray) -> DoubleDouble:
    total = high + low
    return DoubleDouble(total, low - (total - high))
