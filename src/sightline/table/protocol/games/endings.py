"""The end of a game: what decided it. All games share it."""

from __future__ import annotations

from msgspec import Struct


class EndingInfo(Struct, omit_defaults=True):
    """What decided a game that is over."""

    decided: str = ""
    """The last event before the end, as a sentence."""
    turning: str = ""
    """The largest loss or gain of the game, as a sentence."""
    turning_at: int = 0
    """The turn or round in which it happened."""
    turns: int = 0
    dealt: int = 0
    """Damage by the players."""
    taken: int = 0
    curves: list[list[int]] = []
    """Over the turns: health, the party's body points, or the points of red and of blue."""
    marks: list[int] = []
    """Positions on the curve at which a level was cleared."""
    fallen: list[tuple[str, str]] = []
    """Side and kind of everybody who was defeated, in order."""
    scores: list[tuple[int, int]] = []
    """For each side: points for flags, and for defeated units."""
