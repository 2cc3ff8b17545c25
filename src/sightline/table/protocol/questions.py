"""Every question that a page can ask. Nothing changes by asking."""

from __future__ import annotations

from sightline.table.protocol.game_moves import AskGame, AskReplay
from sightline.table.protocol.measures import AreaShape
from sightline.table.protocol.types import FigureOrTile, Id, Incoming, WireTile


class AskSight(Incoming, tag="sight"):
    """Does `a` see `b`, and why? A player asks from a figure of theirs about what they know."""

    a: FigureOrTile
    b: FigureOrTile
    all_lines: bool = False
    picture: bool = False
    """Draw it, too."""
    at: WireTile | None = None
    """Master: as if figure `a` stood there (while it is dragged)."""


class AskArea(AreaShape, tag="area"):
    """Which tiles does an area cover, and who is in it? A player: as far as they know."""


class AskWay(Incoming, tag="way"):
    """Which way would the figure go there, step by step? A player: over what they know."""

    figure: Id
    to: WireTile


class AskEveryRule(Incoming, tag="every_rule"):
    """Master: what would every rule, with all its ties, say of this look?"""

    a: FigureOrTile
    b: FigureOrTile


class AskField(Incoming, tag="field"):
    """What does a figure see; all players' figures, if none is given? `at`: as if it stood there.
    A player gets the answer by what they know, and no other."""

    figure: Id | None = None
    at: WireTile | None = None


class AskWho(Incoming, tag="who"):
    """Who sees whom on the master's map."""


class AskChecklist(Incoming, tag="checklist"):
    """Why does this player see nothing?"""

    player: Id


class AskKnown(Incoming, tag="known"):
    """Master: what does this player know of the map that I look at?"""

    player: Id


class AskRulings(Incoming, tag="rulings"):
    """Every ruling on the master's map, and what became of it."""


class AskDice(Incoming, tag="dice"):
    """How did everybody's dice fall so far?"""


Question = (
    AskSight
    | AskArea
    | AskWay
    | AskEveryRule
    | AskField
    | AskWho
    | AskChecklist
    | AskKnown
    | AskRulings
    | AskDice
    | AskGame
    | AskReplay
)
