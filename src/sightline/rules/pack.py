"""The rule of a pack: sight and degrees of cover, as the data of a game define them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sightline.answers.sight import Sight, Tried, Verdict
from sightline.errors import InvalidTypeError, UnknownNameError
from sightline.geometry.contact import Contact, Manner
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.degree import NONE
from sightline.model.numbers import short_repr
from sightline.model.place import Place
from sightline.packs.reading import PACKS, kept_pack, to_data
from sightline.packs.schema import Pack, PackQuestion
from sightline.packs.words import covering_things, hiding_things
from sightline.rules.hexray import ray_blockers
from sightline.rules.packs.limits import hidden_by
from sightline.rules.packs.zones import share_zone
from sightline.rules.rule import Costs, Rule
from sightline.texts import say

if TYPE_CHECKING:
    from sightline.rules.packs.look import KindQuery
    from sightline.rules.packs.questions import Bundle, Looks


CREATURES = frozenset(("figure", "ally", "enemy", "big-figure"))
"""The kinds of blockers that creatures can be."""


class _Answer(NamedTuple):
    """The answer of a pack for two places."""

    seen: tuple[str, str]
    """The degrees from the question of sight alone, if touches pass and if they block."""
    degree: tuple[str, str]
    decided: Bundle
    """The lines that decided, from the question that decided."""
    looks: Looks
    question: str
    """The name of the question that decided, as in a Sight."""


@dataclass(frozen=True)
class PackRule(Rule):
    """Visible by the rules of a game: a built-in one by its name, or your own `Pack`.

    `trace` with this rule also returns the degree of cover and its effect in the game.

    >>> from sightline import PackRule, SquareBoard, trace
    >>> board = SquareBoard.from_text("......\\nA.C..B\\n......")
    >>> sight = trace(board, "A", "B", PackRule("dnd5e"))
    >>> sight.visible, sight.degree, sight.effect
    (True, <Degree: half>, 'half cover, +2 to AC and Dexterity saves')
    """

    pack: Pack
    kind: ClassVar[str] = "pack"
    kernels: ClassVar[str] = "packs"
    stays_between: ClassVar[bool] = True

    if TYPE_CHECKING:  # a name is accepted too, and replaced by its pack

        def __init__(self, pack: Pack | str) -> None: ...

    def __post_init__(self) -> None:
        given: Any = self.pack
        if isinstance(given, str):
            object.__setattr__(self, "pack", PACKS[given])
        elif not isinstance(given, Pack):
            raise InvalidTypeError(
                f"pack: expected the name of one or a Pack, got {short_repr(given)}"
            )
        for name in ("label", "title", "summary", "grids", "targeting"):
            value = self.pack.title if name in ("label", "title") else getattr(self.pack, name)
            object.__setattr__(self, name, value)
        rooms = self.pack.zones or any("room" in each.blockers for each in self._questions)
        object.__setattr__(self, "stays_between", not rooms)

    @property
    def mutual(self) -> bool:
        return self.pack.symmetric

    @property
    def game(self) -> Pack:
        return self.pack

    @property
    def takes_heights(self) -> bool:  # type: ignore[override]  # a pack says so
        questions = self.pack.sight, *self.pack.cover
        return bool(self.pack.heights) and not any(map(_minds_touches_by_area, questions))

    @property
    def has_contact(self) -> bool:  # type: ignore[override]  # a chain of tiles touches nothing
        from sightline.rules.packs.paths import follows

        return not any(map(follows, self._questions))

    @property
    def blocks(self) -> tuple[str, ...]:
        return hiding_things(self.pack)

    @property
    def gives_cover(self) -> tuple[str, ...]:
        return covering_things(self.pack)

    @property
    def menu_kind(self) -> str:
        return f"{self.kind}:{self.pack.name}"

    def for_menu(self) -> dict[str, Any]:
        return {"rule": self.menu_kind}  # the whole pack may be large

    @property
    def degrees(self) -> tuple[str, ...]:
        return self.pack.degrees

    @property
    def sums_tiles(self) -> bool:
        return False

    @property
    def creatures_block(self) -> bool:
        sight = self.pack.sight
        return not CREATURES.isdisjoint((*sight.blockers, *sight.points))

    @property
    def leaves_open(self) -> bool:
        return any(_asks(each) for each in self._questions)

    def adjudicated(self) -> Rule:
        sight, *cover = (
            replace(each, touch=replace(each.touch, corner="ask", edge="ask"))
            for each in self._questions
        )
        return type(self)(replace(self.pack, sight=sight, cover=tuple(cover)))

    def with_open_rim(self) -> Rule:
        if self.pack.outside == "open":
            return self
        return type(self)(replace(self.pack, outside="open"))

    @property
    def _questions(self) -> tuple[PackQuestion, ...]:
        return (self.pack.sight, *self.pack.cover)

    def lines_between(self, board: Board, ours: int, theirs: int) -> int:
        corners = len(board.grid.corners(board.tiles()[0]))
        return max(_lines_of(each, corners) for each in self._questions) * ours * theirs

    def costs(self, board: Board, ours: int, theirs: int, *, compiled: bool) -> Costs:
        if not compiled:
            return super().costs(board, ours, theirs, compiled=False)
        pair, tile = _COMPILED[board.grid.name]
        return Costs(pair * ours * theirs, tile * ours)

    def quick_kind(self, grid: str) -> str:
        from_corners = grid == "square" and self.pack.sight.start != "center"
        return "corner" if from_corners else super().quick_kind(grid)

    def to_dict(self) -> dict[str, Any]:
        ours = self.pack.name in PACKS and PACKS[self.pack.name] == self.pack
        return {"rule": self.kind, "pack": self.pack.name if ours else to_data(self.pack)}

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> PackRule:
        for name in settings:
            if name != "pack":
                raise UnknownNameError(
                    say(
                        "the rule of a game has no setting {got}: all that it says is in its pack;"
                        " write one of your own to play it otherwise",
                        got=short_repr(name),
                    )
                )
        pack = settings.get("pack")
        return cls(pack if isinstance(pack, str) else kept_pack(pack))

    def __repr__(self) -> str:
        is_ours = self.to_dict()["pack"] == self.pack.name
        return f"PackRule({(self.pack.name if is_ours else self.pack)!r})"

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        from sightline.rules.packs.questions import Looks, is_seen

        looks = Looks(board, source, target, self.pack, self.pack.sight)
        if looks.same_place:
            return True
        settled, _ = self._settled(looks)
        return is_seen(looks) if settled is None else settled

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        from sightline.rules.packs.questions import Looks

        facts = self.facts(board, source, target)
        if Looks(board, source, target, self.pack, self.pack.sight).same_place:
            return Sight(
                **facts,
                verdict=Verdict.VISIBLE,
                contact=Contact.CLEAR,
                degrees=(NONE, NONE),
            )
        answer = self._answer(board, source, target)
        low, high = answer.degree
        one_way = False
        if self.pack.symmetric and board.has_one_way_walls:
            back = self._answer(board, target, source)
            one_way = (back.seen, back.degree) != (answer.seen, answer.degree)
        return Sight(
            **facts,
            verdict=self._verdict(answer.seen),
            **self._proof(answer.looks, answer.decided),
            degrees=answer.degree,
            blocked=answer.decided.blocked,
            effect=self.effect_of(low) if low == high else "",
            question=answer.question,
            one_way=one_way,
        )

    def effect_of(self, degree: str) -> str:
        return str(self.pack.texts.get(degree, ""))

    def _answer(self, board: Board, source: Place, target: Place) -> _Answer:
        """Return sight, and, if a line is free to target, the highest degree of
        all cover questions.
        """
        from sightline.rules.packs.questions import Looks, answered

        looks = Looks(board, source, target, self.pack, self.pack.sight)
        decided, name = self._seen(looks)
        seen = reached = degree = decided.degree
        total = self.pack.degrees[-1]
        aimed = board.stopping(self.pack.targeting) if self.pack.targeting != "sight" else board
        if aimed is not board:
            shots = Looks(aimed, source, target, self.pack, self.pack.sight)
            found, _ = self._seen(shots)
            reached = degree = found.degree
            if total not in seen and reached != (NONE, NONE):
                decided, looks, name = found, shots, "targeting"
        if reached[0] == NONE:
            for number, question in enumerate(self.pack.cover, start=1):
                covers = Looks(aimed, source, target, self.pack, question)
                found = answered(covers, cover=True)
                worst = tuple(
                    max(old, new, key=self.pack.rank)
                    for old, new in zip(degree, found.degree, strict=True)
                )
                # If sight itself is open, show its lines.
                is_plain = total not in (*seen, *reached)
                if is_plain and (worst != degree or number == 1):
                    decided, looks = found, covers
                    name = "cover" if number == 1 else f"cover {number}"
                degree = (worst[0], worst[1])
        return _Answer(seen, degree, decided, looks, name)

    def _seen(self, looks: Looks) -> tuple[Bundle, str]:
        """Return the answer about sight and what decided it: lines ("sight") or a
        limit by its name.
        """
        from sightline.rules.packs.questions import Bundle, Counted, answered

        settled, name = self._settled(looks)
        total = self.pack.degrees[-1]
        if settled is None:
            return answered(looks, cover=False), "sight"
        if settled:
            return Bundle((), (NONE, NONE), (0, 0)), name
        if name != "neighbors":
            return Bundle((), (total, total), (1, 1)), name
        pair = next(iter(self._touching(looks)))
        walls = self._walls_of(looks)
        line, judgment = walls.line_past_wall(*pair)
        lines = (Counted(line, judgment, (True, True), walls.heights),)
        return Bundle(lines, (total, total), (1, 1)), "neighbors"

    def _settled(self, looks: Looks) -> tuple[bool | None, str]:
        """Return whether the target is visible without drawing lines, and why: facing, range, zones
        or neighbors. None instead of a bool means that lines decide.
        """
        board, source, target, pack = looks.board, looks.source, looks.target, self.pack
        if pack.is_plain:
            return None, ""
        limit = hidden_by(board, source, target, pack)
        if limit:
            return False, limit
        if pack.zones and share_zone(board, source, target, pack):
            return True, "zones"
        return self._neighbors(looks), "neighbors"

    def _neighbors(self, looks: Looks) -> bool | None:
        """Return whether the target is visible because the two are neighbors; None if
        lines decide.
        """
        if not self.pack.neighbors:
            return None
        pairs = self._touching(looks)
        if not pairs or self.pack.neighbors == "seen":
            return True if pairs else None
        walls = self._walls_of(looks)
        return not all(walls.wall_between(a, b) for a, b in pairs)

    @staticmethod
    def _touching(looks: Looks) -> list[tuple[Tile, Tile]]:
        if not looks.share_a_height:
            return []  # one is far above the other
        return [
            (a, b)
            for a in looks.source.tiles
            for b in looks.target.tiles
            if (b[0] - a[0], b[1] - a[1]) in looks.all.grid.touching
        ]

    @staticmethod
    def _walls_of(looks: Looks) -> KindQuery:
        return looks.of(kind for kind in ("wall", "door") if kind in looks.question.blockers)

    def _proof(self, looks: Looks, decided: Bundle) -> dict[str, Any]:
        """Return the fields of a Sight that show the result."""
        from sightline.rules.report import blockers_on, cleared, table_point, tried

        if decided.rays:
            ray = decided.rays[0]
            return {
                "line": ray.path,
                "blockers": ray_blockers(looks.board, ray, looks.all.blocker_at),
                "steps": ray.steps,
                "cover": ray.cover,
                "rays": decided.rays,
            }
        if decided.area is not None:
            source, target, (start, end), judgment, heights = decided.area
            blockers = blockers_on(looks.board, judgment, start, end, 1, looks.all.blocker_at)
            line = Tried(
                table_point(start),
                table_point(end),
                judgment.contact,
                blockers,
                judgment.manner,
                source,
                target,
                (decided.blocked[0] > 0, decided.blocked[1] > 0),
                heights,
            )
            lines: tuple[Tried, ...] = (line,)
        else:
            lines = tuple(
                replace(
                    tried(looks.all, each.line, each.judgment, looks.all.blocker_at),
                    blocked=each.blocked,
                    heights=each.heights,
                )
                for each in decided.lines
            )
        if not lines:
            # Neighbors, or a proof that none of infinitely many lines gets through.
            hidden = decided.degree[1] == self.pack.degrees[-1]
            return {
                "contact": Contact.BLOCKED if hidden else Contact.CLEAR,
                "manner": Manner.THROUGH if hidden else None,
            }
        worst = max(lines, key=lambda line: line.contact)
        return {
            "contact": worst.contact,
            "manner": worst.manner,
            "line": (worst.start, worst.end),
            "blockers": worst.blockers,
            "lines": lines,
            "heights": worst.heights,
            "cleared": cleared(looks.all, worst) if decided.area is None else (),
        }

    def _verdict(self, degree: tuple[str, str]) -> Verdict:
        total = self.pack.degrees[-1]
        if degree == (total, total):
            return Verdict.HIDDEN
        return Verdict.VISIBLE if total not in degree else Verdict.AMBIGUOUS


_COMPILED = {"square": (13, 4), "hex": (46, 15)}
"""Microseconds for a pair and for each tile of a field of radius 20, with the slowest pack on the
median map of `python -m benchmarks.free_walls`, 2026-11-18.
"""
AREA_LINES = 100
"""The cost of a question from area to area, in lines. It has infinitely many lines to consider."""


def _lines_of(question: PackQuestion, corners: int) -> int:
    """Return the number of lines that a question tries between two tiles with
    `corners` corners each.
    """
    if question.start == question.end == "area":
        return AREA_LINES
    return 1 if "center" in (question.start, question.end) else corners**2


def _asks(question: PackQuestion) -> bool:
    """Return whether the question leaves any decision to the game master."""
    from sightline.rules.packs.paths import follows

    touch = question.touch
    asks = "ask" in (touch.corner, touch.edge, touch.pinch, touch.seam)
    return asks or (follows(question) and not question.lean)


def _minds_touches_by_area(question: PackQuestion) -> bool:
    """Return whether the question draws lines to any part of a tile, lets some touches pass or
    minds those at the corner where lines begin: with heights, only the lines themselves count.
    """
    touch, ends = question.touch, {question.start, question.end}
    touches = touch.corner, touch.edge, touch.pinch, touch.seam
    closed = question.ends == "closed" and "corners" in ends
    return "area" in ends and (closed or any(each != "block" for each in touches))
