"""Every question that a page can ask. Questions change nothing."""

from __future__ import annotations

from sightline.table.protocol.game_moves import AskGame
from sightline.table.protocol.measures import AreaShape
from sightline.table.protocol.types import FigureOrTile, Id, Incoming, Storey, WireTile


class AskSight(Incoming, tag="sight"):
    """Does `a` see `b`, and why? A player asks from their own figure about what they know."""

    a: FigureOrTile
    b: FigureOrTile
    all_lines: bool = False
    picture: bool = False
    """Also draw it."""
    at: WireTile | None = None
    """Game master: as if figure `a` stood there (while it is dragged)."""
    at_on: Storey | None = None
    """The storey of `at`; None: at its own height."""
    a_on: Storey = ""
    b_on: Storey = ""
    """The storeys of the ends that are tiles."""


class AskArea(AreaShape, tag="area"):
    """Which tiles does an area cover, and who is in it? A player: as far as they know."""


class AskWay(Incoming, tag="way"):
    """Which path would the figure take, step by step? A player: over what they know."""

    figure: Id
    to: WireTile
    storey: Storey | None = None
    """The storey to go to, by stairs; None: it keeps its height."""


class AskEveryRule(Incoming, tag="every_rule"):
    """Game master: what would every rule, with all its ties, say of this pair?"""

    a: FigureOrTile
    b: FigureOrTile
    a_on: Storey = ""
    b_on: Storey = ""


class AskField(Incoming, tag="field"):
    """What does a figure see, or all players' figures if none is given? `at`: as if it stood
    there. A player's answer uses only what they know.
    """

    figure: Id | None = None
    at: WireTile | None = None
    at_on: Storey | None = None
    """The storey of `at`; None: at its own height."""


class AskWho(Incoming, tag="who"):
    """Who sees whom on the game master's map."""


class AskChecklist(Incoming, tag="checklist"):
    """Why does this player see nothing?"""

    player: Id


class AskKnown(Incoming, tag="known"):
    """Game master: what does this player know of a storey of the map on this page?"""

    player: Id
    storey: Storey = ""


class AskRulings(Incoming, tag="rulings"):
    """Every ruling on the game master's map, with its status."""


class AskDice(Incoming, tag="dice"):
    """How have everyone's dice fallen so far?"""


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
)
