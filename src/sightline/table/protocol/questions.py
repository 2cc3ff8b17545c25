"""Every question that a page can ask. Questions change nothing."""

from __future__ import annotations

from sightline.table.protocol.game_moves import AskGame
from sightline.table.protocol.measures import AreaShape
from sightline.table.protocol.types import FigureOrTile, Id, Incoming, Storey, WireTile


class AskSight(Incoming, tag="sight"):
    """Ask whether and why `a` sees `b`. A player asks for their own figure, about what they
    know.
    """

    a: FigureOrTile
    b: FigureOrTile
    all_lines: bool = False
    picture: bool = False
    """Whether to draw a picture of it."""
    at: WireTile | None = None
    """Game master: compute as if figure `a` stood on this tile, for example while it is
    dragged.
    """
    at_on: Storey | None = None
    """The storey of `at`; None keeps the figure's height."""
    a_on: Storey = ""
    b_on: Storey = ""
    """The storey of `b`, if that is a tile; `a_on` is that of `a`."""


class AskArea(AreaShape, tag="area"):
    """Ask which tiles an area covers, and which figures are in it. A player's answer uses only
    what they know.
    """


class AskWay(Incoming, tag="way"):
    """Ask for the path that a figure would take. A player's answer uses only what they know."""

    figure: Id
    to: WireTile
    storey: Storey | None = None
    """The storey to go to, by stairs; None keeps the figure's height."""


class AskEveryRule(Incoming, tag="every_rule"):
    """Game master: ask for the answers of every rule, with all its ties, for this pair."""

    a: FigureOrTile
    b: FigureOrTile
    a_on: Storey = ""
    b_on: Storey = ""


class AskField(Incoming, tag="field"):
    """Ask what a figure sees, or what all players' figures see if none is given.

    `at` computes it as if the figure stood there. A player's answer uses only what they know.
    """

    figure: Id | None = None
    at: WireTile | None = None
    at_on: Storey | None = None
    """The storey of `at`; None keeps the figure's height."""


class AskWho(Incoming, tag="who"):
    """Ask who sees whom on the game master's map."""


class AskChecklist(Incoming, tag="checklist"):
    """Ask why this player sees nothing."""

    player: Id


class AskKnown(Incoming, tag="known"):
    """Game master: ask what this player knows of a storey of the map on this page."""

    player: Id
    storey: Storey = ""


class AskRulings(Incoming, tag="rulings"):
    """Ask for every ruling on the game master's map, with its status."""


class AskDice(Incoming, tag="dice"):
    """Ask for statistics of everyone's dice."""


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
