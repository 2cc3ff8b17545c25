"""How far a share that was counted may be from the true one."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""Within so many standard deviations lie 95 of 100."""


def wilson(part: int, whole: int, z: float = Z95) -> tuple[float, float]:
    """The interval of Wilson: it holds the true share in 95 of 100 studies, and is of use where a
    share is near 0 or 1 too. Of nothing: all from 0 to 1.

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
