"""Confidence intervals of proportions."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""Standard deviations that cover 95 % of a normal distribution."""


def wilson(part: int, whole: int, z: float = Z95) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a proportion. It is also valid for proportions near 0 or
    1. Without any trials it is 0 to 1.

    >>> low, high = wilson(8, 10)
    >>> f"{low:.3f} to {high:.3f}"
    '0.490 to 0.943'
    """
    if whole == 0:
        return 0.0, 1.0
    share, square = part / whole, z * z
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    half = z * sqrt(share * (1 - share) / whole + square / (4 * whole**2)) / (1 + square / whole)
    low = 0.0 if part == 0 else max(0.0, middle - half)
    return low, 1.0 if part == whole else min(1.0, middle + half)
