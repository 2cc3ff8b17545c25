"""A line of sight for drawing over the board of a game."""

from __future__ import annotations

from msgspec import Struct


class SightProof(Struct, omit_defaults=True):
    """A line of sight, or the best blocked one, to draw over a game's board."""

    visible: bool
    words: str
    line: list[tuple[float, float]] = []
    """Its two ends."""
    split: tuple[float, float] | None = None
    """Where it is first blocked."""
    tiles: list[tuple[int, int]] = []
    """The obstacles."""
