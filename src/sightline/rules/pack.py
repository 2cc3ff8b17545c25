"""The rule of a pack: sight and degrees of cover as the data of a game say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sightline.answers.sight import Sight, Tried, Verdict
from sightline.errors import InvalidTypeError, UnknownNameError
from sightline.geometry.contact import Contact, Manner
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.numbers import shown
from sightline.model.place import Place
from sightline.model.values import dataclass, replace
from sightline.packs.reading import PACKS, pack_from_data, to_data
from sightline.packs.schema import NONE, Pack
from sightline.rules.hexray import ray_blockers
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    from sightline.rules.pack_look import KindLook
    from sightline.rules.pack_questions import Bundle, Looks


class _Answer(NamedTuple):
    """What a pack comes to between two places."""

    seen: tuple[str, str]
    """By the question of sight alone: with touches passing, and blocking."""
    degree: tuple[str, str]
    decided: Bundle
    """The choice that decided, of the question that did."""
    looks: Looks
    question: str
    """Its name in a Sight."""


@dataclass(frozen=True)
class PackRule(Rule):
    """Sees by the rules of a game: one of ours by its name, or a `Pack` of your own.

    `trace` by it says how much cover there is, and what that does in the game.

    >>> from sightline import PackRule, SquareBoard, trace
    >>> board = SquareBoard.from_text("......\\nA.C..B\\n......")
    >>> sight = trace(board, "A", "B", PackRule("dnd5e"))
    >>> sight.visible, sight.degree, sight.effect
    (True, 'half', 'half cover, +2 to AC and Dexterity saves')
    """

    pack: Pack
    kind: ClassVar[str] = "pack"

    if TYPE_CHECKING:  # a name is taken too, and becomes its pack

        def __init__(self, pack: Pack | str) -> None: ...

    def __post_init__(self) -> None:
        given: Any = self.pack
        if isinstance(given, str):
            object.__setattr__(self, "pack", PACKS[given])
        elif not isinstance(given, Pack):
            raise InvalidTypeError(f"pack: expected the name of one or a Pack, got {shown(given)}")
        for name in ("label", "title", "summary", "grids"):
            value = self.pack.title if name in ("label", "title") else getattr(self.pack, name)
            object.__setattr__(self, name, value)

    @property
    def mutual(self) -> bool:
        return self.pack.symmetric

    def to_dict(self) -> dict[str, Any]:
        ours = self.pack.name in PACKS and PACKS[self.pack.name] == self.pack
        return {"rule": self.kind, "pack": self.pack.name if ours else to_data(self.pack)}

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> PackRule:
        for name in settings:
            if name != "pack":
                raise UnknownNameError(
                    f"the rule of a game has no setting {shown(name)}: all that it says is in its"
                    " pack; write one of your own to play it otherwise"
                )
        pack = settings.get("pack")
        return cls(pack if isinstance(pack, str) else pack_from_data(pack))

    def __repr__(self) -> str:
        is_ours = self.to_dict()["pack"] == self.pack.name
        return f"PackRule({(self.pack.name if is_ours else self.pack)!r})"

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        from sightline.rules.pack_questions import Looks, is_seen

        looks = Looks(board, source, target, self.pack, self.pack.sight)
        if looks.all.same_place:
            return True
        near = self._neighbours(looks)
        return is_seen(looks) if near is None else near

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        facts = self.facts(board, source, target)
        if not set(source.tiles).isdisjoint(target.tiles):
            return Sight(
                **facts, verdict=Verdict.VISIBLE, contact=Contact.CLEAR, degrees=(NONE, NONE)
            )
        answer = self._answer(board, source, target)
        low, high = answer.degree
        one_way = False
        if self.pack.symmetric and board.has_one_way_walls:
            one_way = self._answer(board, target, source).degree != answer.degree
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
        """Sight, and where there is some, the worst of all cover."""
        from sightline.rules.pack_questions import Looks, answered

        looks = Looks(board, source, target, self.pack, self.pack.sight)
        decided, name = self._seen(looks)
        seen = degree = decided.degree
        if seen[0] == NONE:
            for number, question in enumerate(self.pack.cover, start=1):
                covers = Looks(board, source, target, self.pack, question)
                found = answered(covers, cover=True)
                worst = tuple(
                    max(old, new, key=self.pack.rank)
                    for old, new in zip(degree, found.degree, strict=True)
                )
                # Where seeing itself is for the master, its lines are those to show.
                if self.pack.degrees[-1] not in seen and (worst != degree or number == 1):
                    decided, looks = found, covers
                    name = "cover" if number == 1 else f"cover {number}"
                degree = (worst[0], worst[1])
        return _Answer(seen, degree, decided, looks, name)

    def _seen(self, looks: Looks) -> tuple[Bundle, str]:
        """What the question of sight comes to, or that they are neighbours; and which it was."""
        from sightline.rules.pack_questions import Bundle, Counted, answered

        near = self._neighbours(looks)
        if near is None:
            return answered(looks, cover=False), "sight"
        if near:
            return Bundle((), (NONE, NONE), (0, 0)), "neighbours"
        total = self.pack.degrees[-1]
        pair = next(iter(self._touching(looks)))
        line, judgement = self._walls_of(looks).line_past_wall(*pair)
        lines = (Counted(line, judgement, (True, True)),)
        return Bundle(lines, (total, total), (1, 1)), "neighbours"

    def near(self, board: Board, source: Place, target: Place) -> bool | None:
        """Are they seen, or hidden, because they are next to each other? None: neither."""
        from sightline.rules.pack_questions import Looks

        if not self.pack.neighbours:
            return None
        return self._neighbours(Looks(board, source, target, self.pack, self.pack.sight))

    def _neighbours(self, looks: Looks) -> bool | None:
        """Are they seen, or hidden, because they are next to each other? None: neither."""
        if not self.pack.neighbours:
            return None
        pairs = self._touching(looks)
        if not pairs or self.pack.neighbours == "seen":
            return True if pairs else None
        walls = self._walls_of(looks)
        return not all(walls.wall_between(a, b) for a, b in pairs)

    @staticmethod
    def _touching(looks: Looks) -> list[tuple[Tile, Tile]]:
        return [
            (a, b)
            for a in looks.source.tiles
            for b in looks.target.tiles
            if (b[0] - a[0], b[1] - a[1]) in looks.all.grid.touching
        ]

    @staticmethod
    def _walls_of(looks: Looks) -> KindLook:
        return looks.of(kind for kind in ("wall", "door") if kind in looks.question.blockers)

    def _proof(self, looks: Looks, decided: Bundle) -> dict[str, Any]:
        """What was found, as the part of a Sight that shows it."""
        from sightline.rules.report import blockers_on, table_point, tried

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
            source, target, (start, end), judgement = decided.area
            blockers = blockers_on(looks.board, judgement, start, end, 1, looks.all.blocker_at)
            line = Tried(
                table_point(start),
                table_point(end),
                judgement.contact,
                blockers,
                judgement.manner,
                source,
                target,
                (decided.blocked[0] > 0, decided.blocked[1] > 0),
            )
            lines: tuple[Tried, ...] = (line,)
        else:
            lines = tuple(
                replace(
                    tried(looks.all, each.line, each.judgement, looks.all.blocker_at),
                    blocked=each.blocked,
                )
                for each in decided.lines
            )
        if not lines:
            # Neighbours, or a claim that no line of infinitely many gets through.
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
        }

    def _verdict(self, degree: tuple[str, str]) -> Verdict:
        total = self.pack.degrees[-1]
        if degree == (total, total):
            return Verdict.HIDDEN
        return Verdict.VISIBLE if total not in degree else Verdict.AMBIGUOUS
