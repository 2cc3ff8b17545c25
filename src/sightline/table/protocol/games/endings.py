"""The end of a game and what decided it, for all games."""

from __future__ import annotations

from msgspec import Struct


class EndingInfo(Struct, omit_defaults=True):
    """The decisive events of a game that is over."""

    decided: str = ""
    """The last event before the end, as a sentence."""
    turning: str = ""
    """The largest loss or gain of the game, as a sentence."""
    turning_at: int = 0
    """The turn or round in which it happened."""
    turns: int = 0
    dealt: int = 0
    """The damage dealt by the players."""
    taken: int = 0
    curves: list[list[int]] = []
    """Values over the turns: health, the party's body points, or the points of red and of
    blue.
    """
    marks: list[int] = []
    """The positions on the curve where a level was cleared."""
    fallen: list[tuple[str, str]] = []
    """The side and kind of everyone who was defeated, in order."""
    scores: list[tuple[int, int]] = []
    """The points of each side: for flags, and for defeated units."""
