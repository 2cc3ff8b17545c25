"""The rule of a pack: sight and degrees of cover as the data of a game say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from sightline.answers.sight import Sight, Tried, Verdict
from sightline.errors import InvalidTypeError
from sightline.geometry.contact import Contact, Manner
from sightline.model.board import Board
from sightline.model.numbers import shown
from sightline.model.place import Place
from sightline.model.values import dataclass
from sightline.packs.reading import PACKS, pack_from_data, to_data
from sightline.packs.schema import NONE, Pack
from sightline.rules.hexray import ray_blockers
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    from sightline.rules.pack_questions import Bundle, Looks


@dataclass(frozen=True)
class PackRule(Rule):
    """Sees by the rules of a game: `PackRule("dnd5e")`, or a `Pack` of your own."""

    pack: Pack
    kind: ClassVar[str] = "pack"

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
        pack = settings.get("pack")
        return cls(PACKS[pack] if isinstance(pack, str) else pack_from_data(pack))

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        from sightline.rules.pack_questions import Looks, is_seen

        looks = Looks(board, source, target, self.pack, self.pack.sight)
        if looks.all.same_place:
            return True
        near = self._neighbours(looks)
        return is_seen(looks) if near is None else near

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        from sightline.rules.pack_questions import Bundle, Looks, answered

        facts = self.facts(board, source, target)
        looks = Looks(board, source, target, self.pack, self.pack.sight)
        if looks.all.same_place:
            return Sight(
                **facts, verdict=Verdict.VISIBLE, contact=Contact.CLEAR, degrees=(NONE, NONE)
            )
        total = self.pack.degrees[-1]
        near = self._neighbours(looks)
        if near is None:
            seen = answered(looks, cover=False)
        else:
            seen = Bundle((), (NONE, NONE) if near else (total, total), (0, 0))
        degree, decided, asked = seen.degree, seen, looks
        if degree[0] == NONE:
            for question in self.pack.cover:
                covers = Looks(board, source, target, self.pack, question)
                found = answered(covers, cover=True)
                worst = tuple(
                    max(old, new, key=self.pack.rank)
                    for old, new in zip(degree, found.degree, strict=True)
                )
                if total not in seen.degree and (worst != degree or decided is seen):
                    decided, asked = found, covers
                degree = (worst[0], worst[1])
        return Sight(
            **facts,
            verdict=self._verdict(seen.degree),
            **self._proof(asked, decided),
            degrees=degree,
            blocked=decided.blocked,
            effect=self.pack.texts.get(degree[0], "") if degree[0] == degree[1] else "",
        )

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
        grid = looks.all.grid
        pairs = [
            (a, b)
            for a in looks.source.tiles
            for b in looks.target.tiles
            if (b[0] - a[0], b[1] - a[1]) in grid.touching
        ]
        if not pairs or self.pack.neighbours == "seen":
            return True if pairs else None
        walls = looks.of(kind for kind in ("wall", "door") if kind in looks.question.blockers)
        return not all(walls.wall_between(a, b) for a, b in pairs)

    def _proof(self, looks: Looks, decided: Bundle) -> dict[str, Any]:
        """What was found, as the part of a Sight that shows it."""
        from sightline.rules.report import blockers_on, table_point, tried

        if decided.rays:
            ray = decided.rays[0]
            return {
                "line": ray.path,
                "blockers": ray_blockers(looks.board, ray),
                "steps": ray.steps,
                "cover": ray.cover,
                "rays": decided.rays,
            }
        if decided.area is not None:
            source, target, (start, end), judgement = decided.area
            blockers = blockers_on(looks.board, judgement, start, end, 1)
            line = Tried(
                table_point(start),
                table_point(end),
                judgement.contact,
                blockers,
                judgement.manner,
                source,
                target,
            )
            lines: tuple[Tried, ...] = (line,)
        else:
            lines = tuple(tried(looks.all, each.line, each.judgement) for each in decided.lines)
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
