"""What the server answers to questions, one struct for each."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sightline.table.protocol.game_views import GameAnswer, ReplayAnswer
from sightline.table.protocol.measures import AreaHit
from sightline.table.protocol.types import Outgoing, Span

VerdictName = Literal["visible", "hidden", "ambiguous"]


class RulingNote(Struct, omit_defaults=True):
    """What the master ruled."""

    visible: bool
    by: str
    when: str = ""
    """As ISO 8601 in UTC, or as a file had it that was brought along. Players do not get it, nor
    the reason."""
    why: str = ""
    degree: str = ""
    """How much cover was ruled, if it was."""


class LapsedRuling(Struct):
    """A ruling that no longer holds, and why."""

    ruling: RulingNote
    because: str


class RulingUndone(Struct, omit_defaults=True):
    """Who took a ruling back, when (as in a RulingNote) and why."""

    by: str
    when: str
    why: str = ""


class SightLine(Struct, omit_defaults=True):
    """A line that was tried, as the engine has it."""

    start: tuple[float, float]
    end: tuple[float, float]
    contact: str
    """clear, corner, edge or blocked."""
    counts: Literal["", "free", "blocked", "open"] = ""
    """Among lines that are counted: what it counts as; "open" if that is for the master."""


class Obstacle(Struct, omit_defaults=True):
    """Something in the way: a tile, an edge (two tiles), or a free wall (two points)."""

    words: str
    tile: tuple[int, int] | None = None
    edge: tuple[tuple[int, int], tuple[int, int]] | None = None
    wall: tuple[tuple[float, float], tuple[float, float]] | None = None
    at: tuple[float, float] | None = None
    """Where the line first meets it."""


class ProfileStep(Struct, omit_defaults=True):
    """A hex on the way, from the side."""

    tile: tuple[int, int]
    height: float | None = None
    """None: it is not known, and counts as 0."""
    too_high: bool = False
    """It rises above the line between both ends."""


class SightAnswer(Outgoing, tag="sight"):
    verdict: VerdictName
    """By the rule alone; hidden too, if the light or the distance is against it."""
    visible: bool
    """What counts, after rulings."""
    words: str
    """All of it in sentences."""
    reason: str
    """Why, without the verdict in front; "": nothing that this page may know."""
    rule: str
    """The rule and ties in force, in words."""
    degree: str = ""
    """By the rule of a game, how much cover the target has: "none", "half" ... as the game calls
    it; both where it is for the master. "" where nobody asks for cover, or it is not seen."""
    effect: str = ""
    """What that cover does in the game."""
    blocked: tuple[int, int] | None = None
    """How many of `lines` were counted as blocked: with touches that are the master's to judge
    passing, and blocking."""
    ruled: RulingNote | None = None
    failed: Literal["", "range", "light"] = ""
    """It is in sight, but further away than the viewer sees, or unlit."""
    line: list[tuple[float, float]] = []
    """The deciding line's two points, or the middles of a ray's hexes."""
    split: tuple[float, float] | None = None
    """Where the deciding line first meets something that stops it."""
    obstacles: list[Obstacle] = []
    lines: list[SightLine] = []
    """Every line tried, if asked for; those that were counted in any case."""
    steps: list[str] = []
    """A hex ray step by step in words, if all lines were asked for."""
    profile: list[ProfileStep] = []
    """A hex ray from the side, where a height on it is known: the deciding one."""
    picture: str = ""
    """An SVG, if asked for."""


class RuleVerdict(Struct, omit_defaults=True):
    kind: str
    ties: str
    verdict: VerdictName
    in_force: bool = False
    degree: str = ""
    """By the rules of games that know cover, as in a SightAnswer."""
    effect: str = ""


class EveryRuleAnswer(Outgoing, tag="every_rule"):
    """By the rules alone: rulings are left out."""

    rows: list[RuleVerdict]


class FieldAnswer(Outgoing, tag="field"):
    lit: list[Span]


class AreaAnswer(Outgoing, tag="area"):
    """The tiles that an area covers, and who is in it."""

    tiles: list[Span]
    hits: list[AreaHit] = []


class WayAnswer(Outgoing, tag="way"):
    """Every tile of the way, both ends included; empty: there is none."""

    way: list[tuple[int, int]]


class WhoAnswer(Outgoing, tag="who"):
    """Ids of the figures in order, and for each the indices of those it sees, and of those that
    are too close to call."""

    figures: list[str]
    sees: list[list[int]]
    open: list[list[int]]
    degrees: list[str] = []
    """By the rule of a game: the degrees of cover that occur here, the least first; those that are
    for the master ("none or half") last."""
    cover: list[list[int]] = []
    """For each figure, and each that it sees in the order of `sees`: which of these degrees the
    other has from it."""


class Check(Struct):
    ok: bool
    words: str


class ChecklistAnswer(Outgoing, tag="checklist"):
    checks: list[Check]


class KnownAnswer(Outgoing, tag="known"):
    """What a player sees now, and all that they know."""

    lit: list[Span]
    known: list[Span]


class RulingInfo(Struct, omit_defaults=True):
    number: int
    a: str
    """Both ends, as people call them."""
    b: str
    ruling: RulingNote
    status: str
    """in force, lapsed, replaced or undone."""
    because: str = ""
    """Why it is lapsed or replaced."""
    undone: RulingUndone | None = None


class RulingsAnswer(Outgoing, tag="rulings"):
    rulings: list[RulingInfo]


class DiceCount(Struct, omit_defaults=True):
    """How the dice of one person with so many sides fell, taken back or not."""

    who: str
    sides: int
    faces: list[int]
    """How often each face came up, from 1 on."""


class RollCount(Struct, omit_defaults=True):
    """How many rolls of one person there were: of all, those that were secret to whoever asks, said
    or taken back."""

    who: str
    rolls: int
    secret: int = 0
    said: int = 0
    taken_back: int = 0


class DiceAnswer(Outgoing, tag="dice"):
    """Everybody's dice. What is secret to whoever asks is counted as a roll, and its faces not."""

    rolls: list[RollCount]
    dice: list[DiceCount]


AnswerTo = (
    SightAnswer
    | AreaAnswer
    | WayAnswer
    | EveryRuleAnswer
    | FieldAnswer
    | WhoAnswer
    | ChecklistAnswer
    | KnownAnswer
    | RulingsAnswer
    | DiceAnswer
    | GameAnswer
    | ReplayAnswer
)
"""What a question can be answered with."""
