"""What the server answers to questions, one struct for each."""

from __future__ import annotations

from msgspec import Struct

from sightline.table.protocol.types import Outgoing, Span


class SightLine(Struct, omit_defaults=True):
    """A line that was tried, as the engine has it."""

    start: tuple[float, float]
    end: tuple[float, float]
    contact: str


class Obstacle(Struct, omit_defaults=True):
    """Something in the way: a tile, an edge (two tiles), or a free wall (two points)."""

    words: str
    tile: tuple[int, int] | None = None
    edge: tuple[tuple[int, int], tuple[int, int]] | None = None
    wall: tuple[tuple[float, float], tuple[float, float]] | None = None
    at: tuple[float, float] | None = None
    """Where the line first meets it."""


class SightAnswer(Outgoing, tag="sight"):
    verdict: str
    """visible, hidden or ambiguous, by the rule alone."""
    visible: bool
    """What counts, after rulings."""
    words: str
    rule: str
    """The rule and ties in force, in words."""
    ruled: str = ""
    """By whom and why, if it was ruled on."""
    line: list[tuple[float, float]] = []
    """The deciding line's two points, or the middles of a ray's hexes."""
    split: tuple[float, float] | None = None
    """Where the deciding line first meets something that stops it."""
    obstacles: list[Obstacle] = []
    lines: list[SightLine] = []
    """Every line tried, if asked for."""
    steps: list[str] = []
    """A hex ray step by step in words, if all lines were asked for."""
    picture: str = ""
    """An SVG, if asked for."""


class RuleVerdict(Struct, omit_defaults=True):
    kind: str
    ties: str
    verdict: str
    """visible, hidden or ambiguous."""
    in_force: bool = False


class EveryRuleAnswer(Outgoing, tag="every_rule"):
    """By the rules alone: rulings are left out."""

    rows: list[RuleVerdict]


class FieldAnswer(Outgoing, tag="field"):
    lit: list[Span]


class WhoAnswer(Outgoing, tag="who"):
    """Ids of the figures in order, and for each the indices of those it sees, and of those that
    are too close to call."""

    figures: list[str]
    sees: list[list[int]]
    open: list[list[int]]


class Check(Struct):
    ok: bool
    words: str


class ChecklistAnswer(Outgoing, tag="checklist"):
    checks: list[Check]


class RulingInfo(Struct, omit_defaults=True):
    number: int
    words: str
    status: str
    because: str = ""


class RulingsAnswer(Outgoing, tag="rulings"):
    rulings: list[RulingInfo]


AnswerTo = SightAnswer | EveryRuleAnswer | FieldAnswer | WhoAnswer | ChecklistAnswer | RulingsAnswer
"""What a question can be answered with."""
