"""The master's rulings map by map.

A table keeps the rulings of all its maps in one file, which knows nothing of maps; the table knows
which number belongs to which. A corner on one map may look just like a corner on another, so what
was ruled on the one must not decide on the other: `MapRulings` leaves out the others'.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any, Protocol

from sightline.answers.ruling import IN_FORCE, LAPSED, REPLACED, Ruling, look_key
from sightline.answers.rulings import Rulings
from sightline.answers.sight import Ruled, Sight
from sightline.answers.surroundings import tile_name
from sightline.apps.web.messages import RulingInfo, RulingsAnswer
from sightline.apps.web.scene import Scene
from sightline.apps.web.words import rule_words
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.rules.registry import rule_from_dict

SOMEBODY = "somebody who left"


class Decided(Protocol):
    """What is asked of rulings here: those of a whole file, or of one map."""

    def ruling_on(self, board: Board, sight: Sight) -> Ruled | None: ...

    def ruled_pairs(self) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]: ...

    def lapsed_on(self, board: Board, sight: Sight) -> Ruling | None: ...

    def history(self, board: Board | None = None) -> list[Ruling]: ...


class MapRulings:
    """The rulings with these numbers, and no others. `numbers` is asked anew each time."""

    def __init__(self, rulings: Rulings, numbers: Callable[[], Collection[int]]) -> None:
        self._rulings = rulings
        self._numbers = numbers

    def ruling_on(self, board: Board, sight: Sight) -> Ruled | None:
        """The ruling in force on this answer, if there is one."""
        for ruling in self._on(board, sight):
            if next(ruling.changes(board), None) is None:
                return ruling.as_ruled()
        return None

    def ruled_pairs(self) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
        """The tiles of both ends of every ruling that was not undone."""
        return iter([ruling.ends for ruling in self._standing()])

    def lapsed_on(self, board: Board, sight: Sight) -> Ruling | None:
        """The latest ruling on this look that has lapsed, with why, if none is in force."""
        if self.ruling_on(board, sight) is not None:
            return None
        latest = next(self._on(board, sight), None)
        if latest is None:
            return None
        return next(each for each in self.history(board) if each.number == latest.number)

    def history(self, board: Board | None = None) -> list[Ruling]:
        """Every ruling ever made on this map, oldest first, with what became of it."""
        numbers = self._numbers()
        ours = [each for each in self._rulings.history(board) if each.number in numbers]
        taken: set[tuple[Any, ...]] = set()
        for place in reversed(range(len(ours))):
            ruling = ours[place]
            if ruling.status == REPLACED and ruling.key not in taken:
                # What replaces it is a ruling of another map.
                ours[place] = ruling = replace(ruling, status=IN_FORCE, because="")
            if ruling.status == IN_FORCE:
                taken.add(ruling.key)
        return ours

    def _standing(self) -> list[Ruling]:
        return [ruling for ruling in self.history() if ruling.undone is None]

    def _on(self, board: Board, sight: Sight) -> Iterator[Ruling]:
        """Those on this look that were not undone, latest first."""
        key = look_key(board.grid.name, sight.rule, sight.source.tiles, sight.target.tiles)
        return (ruling for ruling in reversed(self._standing()) if ruling.key == key)


def rulings_list(
    scene: Scene, rulings: Decided, numbers: Collection[int] | None = None
) -> RulingsAnswer:
    """Every ruling on this map in words, and what became of it. `numbers`: those of this map."""
    return RulingsAnswer(
        [
            RulingInfo(ruling.number, _words(scene, ruling), *_status(scene, ruling))
            for ruling in rulings.history(scene.board)
            if numbers is None or ruling.number in numbers
        ]
    )


def with_label_names(ruling: Ruling, names: dict[str, str]) -> Ruling:
    """The ruling about figures by their labels, as a board has them on which they bear those."""
    one, other = (None if id_ is None else names.get(id_, SOMEBODY) for id_ in ruling.names)
    return replace(ruling, names=(one, other))


def lapsed_words(scene: Scene, ruling: Ruling) -> str:
    """What had been ruled, and why it no longer holds."""
    _, because = _status(scene, ruling)
    verdict = "visible" if ruling.visible else "hidden"
    why = f" ({ruling.why})" if ruling.why else ""
    return f"Ruled {verdict} by {ruling.by} on {ruling.when}{why}, but {because}."


def _words(scene: Scene, ruling: Ruling) -> str:
    one, other = (
        tile_name(ruling.reach.grid, tiles[0]) if id_ is None else _label(scene, id_)
        for id_, tiles in zip(ruling.names, ruling.ends, strict=True)
    )
    verb = "see" if ruling.visible else "do not see"
    why = f": {ruling.why}" if ruling.why else ""
    return f"{one} and {other} {verb} each other, by {ruling.by} on {ruling.when}{why}"


def _status(scene: Scene, ruling: Ruling) -> tuple[str, str]:
    because = ruling.because
    for id_ in ruling.names:
        if id_ is not None:
            because = because.replace(id_, _label(scene, id_))
    if ruling.status == IN_FORCE and dict(ruling.rule) != scene.rule.to_dict():
        return LAPSED, f"it was made by another rule: {_rule_words(ruling)}"
    return ruling.status, because


def _rule_words(ruling: Ruling) -> str:
    try:
        return rule_words(rule_from_dict(dict[str, Any](ruling.rule)))
    except SightlineError:
        return str(ruling.rule.get("rule"))


def _label(scene: Scene, id_: str) -> str:
    figure = scene.figures.get(id_)
    return SOMEBODY if figure is None else figure.name
