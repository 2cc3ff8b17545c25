"""A line of sight for drawing over the board of a game."""

from __future__ import annotations

from msgspec import Struct


class SightProof(Struct, omit_defaults=True):
    """A line of sight, or the best blocked line, for drawing over a game's board."""

    visible: bool
    words: str
    line: list[tuple[float, float]] = []
    """The two ends of the line."""
    split: tuple[float, float] | None = None
    """The point where it is first blocked."""
    tiles: list[tuple[int, int]] = []
    """The tiles that block the line."""
