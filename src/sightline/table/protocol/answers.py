"""The server's answers to questions, one struct each."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sightline.table.protocol.game_views import GameAnswer
from sightline.table.protocol.measures import AreaHit
from sightline.table.protocol.types import Outgoing, Span

VerdictName = Literal["visible", "hidden", "ambiguous"]


class RulingNote(Struct, omit_defaults=True):
    """A ruling of the game master."""

    visible: bool
    by: str
    when: str = ""
    """The time in ISO 8601 and UTC, or as in an imported file. Players do not get it, and
    not the reason.
    """
    why: str = ""
    degree: str = ""
    """The cover that was ruled, if any."""


class LapsedRuling(Struct):
    """A ruling that no longer holds, with the reason."""

    ruling: RulingNote
    because: str


class RulingUndone(Struct, omit_defaults=True):
    """The person who undid a ruling, the time (in the form of `RulingNote.when`) and the reason."""

    by: str
    when: str
    why: str = ""


class SightLine(Struct, omit_defaults=True):
    """A line that was tried, in the engine's terms."""

    start: tuple[float, float]
    end: tuple[float, float]
    contact: str
    """"clear", "corner", "edge" or "blocked"."""
    counts: Literal["", "free", "blocked", "open"] = ""
    """The result, for rules that count lines; "open" if the game master decides."""


class Obstacle(Struct, omit_defaults=True):
    """An obstacle: a tile, an edge (two tiles), or a free wall (two points)."""

    words: str
    tile: tuple[int, int] | None = None
    edge: tuple[tuple[int, int], tuple[int, int]] | None = None
    wall: tuple[tuple[float, float], tuple[float, float]] | None = None
    at: tuple[float, float] | None = None
    """The point where the line first meets the obstacle."""


class ProfileStep(Struct, omit_defaults=True):
    """A hex on the ray, as seen from the side."""

    tile: tuple[int, int]
    height: float | None = None
    """The height; None means unknown, which counts as 0."""
    too_high: bool = False
    """Whether the hex rises above the line between both ends."""


class SideThing(Struct, omit_defaults=True):
    """An object that the line passes above or below, or that stops it."""

    first: float
    """The position on the line where the object begins: 0 is the start, 1 the end."""
    last: float
    """The position on the line where the object ends."""
    bottom: float | None = None
    """The height of its lower side; None means unlimited."""
    top: float | None = None
    stops: bool = False


class SideView(Struct, omit_defaults=True):
    """The deciding line as seen from the side, with heights in tiles."""

    line: tuple[float, float]
    """The heights of both ends."""
    bodies: tuple[tuple[float, float], tuple[float, float]]
    """The heights of the feet and the head at both ends."""
    things: list[SideThing] = []


class SightAnswer(Outgoing, tag="sight"):
    verdict: VerdictName
    """The verdict of the rule. It is also hidden if light or distance prevents sight."""
    visible: bool
    """The final answer, after rulings."""
    words: str
    """The full explanation."""
    reason: str
    """The explanation without the verdict; "" if this page may not know it."""
    rule: str
    """The rule and ties in force, as text."""
    degree: str = ""
    """The target's cover in the game's words, such as "none" or "half", for rules with cover.

    If the game master decides, it names both degrees. It is "" without cover, or if the target
    is not visible.
    """
    effect: str = ""
    """The effect of the cover in the game."""
    blocked: tuple[int, int] | None = None
    """The number of `lines` that count as blocked: if open touches pass, and if open touches
    block.
    """
    ruled: RulingNote | None = None
    failed: Literal["", "range", "light"] = ""
    """Set if the target is in line of sight, but beyond the viewer's range or unlit."""
    line: list[tuple[float, float]] = []
    """The two ends of the deciding line, or the centers of a ray's hexes."""
    split: tuple[float, float] | None = None
    """The point where the deciding line is first blocked."""
    obstacles: list[Obstacle] = []
    lines: list[SightLine] = []
    """Every line that was tried, if requested. Lines that a rule counts are always included."""
    steps: list[str] = []
    """A hex ray step by step as text, if all lines were requested."""
    profile: list[ProfileStep] = []
    """The deciding hex ray as seen from the side, if any height on it is known."""
    side: SideView | None = None
    """The deciding line as seen from the side, on maps where lines have heights."""
    picture: str = ""
    """An SVG, if requested."""


class RuleVerdict(Struct, omit_defaults=True):
    kind: str
    ties: str
    verdict: VerdictName
    in_force: bool = False
    degree: str = ""
    """The cover, for rules of games that have cover, as in `SightAnswer`."""
    effect: str = ""


class EveryRuleAnswer(Outgoing, tag="every_rule"):
    """The answers of all rules, without rulings."""

    rows: list[RuleVerdict]


class FieldAnswer(Outgoing, tag="field"):
    lit: list[Span]


class AreaAnswer(Outgoing, tag="area"):
    """The tiles that an area covers, and the figures in it."""

    tiles: list[Span]
    hits: list[AreaHit] = []


class WayAnswer(Outgoing, tag="way"):
    """Every tile of the path, including both ends; empty if there is none."""

    way: list[tuple[int, int]]
    storeys: list[str] = []
    """The floors of these tiles, "" for the ground; empty for a figure in the air."""


class WhoAnswer(Outgoing, tag="who"):
    """The ids of the figures in order. For each, the indices of the figures that it sees, and of
    those that are close calls.
    """

    figures: list[str]
    sees: list[list[int]]
    open: list[list[int]]
    degrees: list[str] = []
    """The degrees of cover that occur, least first, for rules with cover. Undecided ones ("none or
    half") are last.
    """
    cover: list[list[int]] = []
    """The index of the degree of cover for each entry of `sees`."""


class Check(Struct):
    ok: bool
    words: str


class ChecklistAnswer(Outgoing, tag="checklist"):
    checks: list[Check]


class KnownAnswer(Outgoing, tag="known"):
    """A player's current view, and everything that they know."""

    lit: list[Span]
    known: list[Span]


class RulingInfo(Struct, omit_defaults=True):
    number: int
    a: str
    """The display name of one end; `b` is that of the other."""
    b: str
    ruling: RulingNote
    status: str
    """"in force", "lapsed", "replaced" or "undone"."""
    because: str = ""
    """Why it has lapsed or was replaced."""
    undone: RulingUndone | None = None


class RulingsAnswer(Outgoing, tag="rulings"):
    rulings: list[RulingInfo]


class DiceCount(Struct, omit_defaults=True):
    """The results of one person's dice with this number of sides, including undone rolls."""

    who: str
    sides: int
    faces: list[int]
    """The number of times that each face came up, starting with 1."""


class RollCount(Struct, omit_defaults=True):
    """The number of a person's rolls: in total, secret to the reader, reported, and undone."""

    who: str
    rolls: int
    secret: int = 0
    said: int = 0
    taken_back: int = 0


class DiceAnswer(Outgoing, tag="dice"):
    """Everyone's dice. Rolls that are secret to the reader are counted, but without their faces."""

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
)
"""All answers to questions."""
