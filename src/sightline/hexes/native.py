"""The functions of `asking`, compiled where that was done; elsewhere as they are, only slower."""

from __future__ import annotations

try:
    from sightline.hexes._asking import (
        MAX_DISTANCE,
        blocked_edges,
        blocked_tiles,
        clamped,
        cover_sum,
        is_clear,
        line_between,
        numbers_at,
        ratio,
        rising,
    )
except ImportError:
    from sightline.hexes.asking import (
        MAX_DISTANCE,
        blocked_edges,
        blocked_tiles,
        clamped,
        cover_sum,
        is_clear,
        line_between,
        numbers_at,
        ratio,
        rising,
    )

__all__ = [
    "MAX_DISTANCE",
    "blocked_edges",
    "blocked_tiles",
    "clamped",
    "cover_sum",
    "is_clear",
    "line_between",
    "numbers_at",
    "ratio",
    "rising",
]
