"""The functions of `asking`, compiled if possible, else in Python."""

from __future__ import annotations

try:
    from sightline.hexes._asking import (
        MAX_DISTANCE,
        check_functions,
        clamped,
        cover_sum,
        is_clear,
        line_between,
        meet,
        numbers_at,
        ratio,
    )
except ImportError:
    from sightline.hexes.asking import (
        MAX_DISTANCE,
        check_functions,
        clamped,
        cover_sum,
        is_clear,
        line_between,
        meet,
        numbers_at,
        ratio,
    )

__all__ = [
    "MAX_DISTANCE",
    "check_functions",
    "clamped",
    "cover_sum",
    "is_clear",
    "line_between",
    "meet",
    "numbers_at",
    "ratio",
]
