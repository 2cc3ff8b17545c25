"""Sets of small whole numbers, stored as the bits of an integer."""

from __future__ import annotations

from collections.abc import Iterable


def mask_of(indices: Iterable[int]) -> int:
    """Return an integer with these bits set."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def bits(mask: int) -> list[int]:
    """Return the positions of the set bits, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
