"""A line of sight as the boards of games draw it."""

from __future__ import annotations

from msgspec import Struct


class SightProof(Struct, omit_defaults=True):
    """A line of sight, or the best that is not clear, to be drawn over a game's board."""

    visible: bool
    words: str
    line: list[tuple[float, float]] = []
    """Its two ends."""
    split: tuple[float, float] | None = None
    """Where it first meets something that stops it."""
    tiles: list[tuple[int, int]] = []
    """What is in its way."""
