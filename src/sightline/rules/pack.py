"""The rule of a pack: sight and degrees of cover as the data of a game say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from sightline.answers.sight import Sight, Verdict
from sightline.errors import InvalidTypeError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.numbers import shown
from sightline.model.place import Place
from sightline.model.values import dataclass
from sightline.packs.reading import PACKS, pack_from_data, to_data
from sightline.packs.schema import NONE, Pack
from sightline.rules.rule import Rule


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

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        from sightline.rules.pack_questions import (
            Looks,
            best_of,
            bundles,
            cover_bundle,
            sight_bundle,
        )
        from sightline.rules.report import tried

        facts = self.facts(board, source, target)
        looks = Looks(board, source, target, self.pack, self.pack.sight)
        if looks.all.same_place:
            return Sight(
                **facts, verdict=Verdict.VISIBLE, contact=Contact.CLEAR, degrees=(NONE, NONE)
            )
        seen = best_of(self.pack, (sight_bundle(looks, lines) for lines in bundles(looks)))
        degree = seen.degree
        decided = seen
        if degree[0] == NONE:
            for question in self.pack.cover:
                covers = Looks(board, source, target, self.pack, question)
                found = best_of(
                    self.pack, (cover_bundle(covers, lines) for lines in bundles(covers))
                )
                worst = [
                    max(old, new, key=self.pack.rank)
                    for old, new in zip(degree, found.degree, strict=True)
                ]
                if worst != list(degree) or decided is seen:
                    degree, decided = (worst[0], worst[1]), found
        lines = tuple(tried(looks.all, each.line, each.judgement) for each in decided.lines)
        worst_line = max(lines, key=lambda line: line.contact)
        return Sight(
            **facts,
            verdict=self._verdict(seen.degree),
            contact=worst_line.contact,
            manner=worst_line.manner,
            line=(lines[0].start, lines[0].end),
            blockers=worst_line.blockers,
            lines=lines,
            degrees=degree,
            effect=self.pack.texts.get(degree[0], ""),
        )

    def _verdict(self, degree: tuple[str, str]) -> Verdict:
        total = self.pack.degrees[-1]
        if degree == (total, total):
            return Verdict.HIDDEN
        return Verdict.VISIBLE if total not in degree else Verdict.AMBIGUOUS
