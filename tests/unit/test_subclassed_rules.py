"""A subclass of a built-in rule uses its own code, never its parent's kernel."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from typing import Any

import pytest

from sightline import (
    CenterRule,
    Contact,
    CornerRule,
    HexBoard,
    HexRayRule,
    Sight,
    SquareBoard,
    Verdict,
    Wall,
    all_pairs,
    contact,
    contact_field,
    cover_field,
    field,
    sees,
    sees_many,
    trace,
    verdict,
)
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.rules.rule import Rule


def opposite(sight: Sight) -> Sight:
    """Invert the answer: hidden becomes visible, and visible hidden."""
    if sight.visible:
        return replace(sight, verdict=Verdict.HIDDEN, contact=Contact.BLOCKED)
    return replace(sight, verdict=Verdict.VISIBLE, contact=Contact.CLEAR)


class Contrary:
    """Inverts both of its parent's answers."""

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        return not super().sees(board, source, target)  # type: ignore[misc]

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        return opposite(super().trace(board, source, target))  # type: ignore[misc]


@dataclass(frozen=True)
class ContraryCorner(Contrary, CornerRule):
    pass


class PlainContraryCorner(Contrary, CornerRule):
    """A subclass that is not a dataclass itself."""


@dataclass(frozen=True)
class ContraryCenter(Contrary, CenterRule):
    pass


@dataclass(frozen=True)
class ContraryRay(Contrary, HexRayRule):
    pass


@dataclass(frozen=True)
class ContraryProof(CornerRule):
    """Overrides only the proof, from which yes or no follows."""

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        return opposite(super().trace(board, source, target))


@dataclass(frozen=True)
class ContrarySon(ContraryCenter):
    """Answers like its parent, and so differs from its grandparent."""


def squares() -> Board:
    board = SquareBoard(3, 4)
    board.set_solid((1, 1))
    board.set_edge((0, 2), (0, 3), Wall())
    board.place("ogre", (2, 2), size=(1, 2))
    return board


def hexes() -> Board:
    board = HexBoard(1)
    board.set_solid((1, 0))
    board.set_edge((0, 0), (0, 1), Wall())
    return board


GEOMETRIC = [
    (ContraryCorner(), CornerRule()),
    (ContraryCorner("permissive", closed_ends=True), CornerRule("permissive", closed_ends=True)),
    (PlainContraryCorner(), CornerRule()),
    (ContraryCenter(), CenterRule()),
    (ContraryCenter("adjudicated", "middle"), CenterRule("adjudicated", "middle")),
    (ContraryProof(), CornerRule()),
    (ContrarySon("corners-pass"), CenterRule("corners-pass")),
]
CASES = [
    pytest.param(make(), rule, parent, id=f"{make.__name__}-{rule}")
    for make in (squares, hexes)
    for rule, parent in [*GEOMETRIC, (ContraryRay("strict"), HexRayRule("strict"))]
    if make().grid.name in rule.grids
]
LINES = [case for case in CASES if not isinstance(case.values[1], HexRayRule)]


def ends(board: Board) -> list[Any]:
    return [*map(tuple, board.tiles()), *(figure.name for figure in board.figures())]


@pytest.mark.parametrize(("board", "rule", "parent"), CASES)
def test_yes_and_no(board: Board, rule: Rule, parent: Rule) -> None:
    for a in ends(board)[::4]:
        for b in ends(board):
            is_seen = not sees(board, a, b, parent)
            assert sees(board, a, b, rule) is is_seen
            assert trace(board, a, b, rule).visible is is_seen
            assert verdict(board, a, b, rule) is (Verdict.VISIBLE if is_seen else Verdict.HIDDEN)


@pytest.mark.parametrize(("board", "rule", "parent"), CASES)
def test_many_at_once(board: Board, rule: Rule, parent: Rule) -> None:
    tiles = [tuple(tile) for tile in board.tiles()]
    pairs = [(a, b) for a in tiles for b in tiles]
    assert (sees_many(board, pairs, rule) != sees_many(board, pairs, parent)).all()
    theirs, own = all_pairs(board, parent), all_pairs(board, rule)
    for a, b in pairs[::7]:
        assert own[a, b] is not theirs[a, b]


@pytest.mark.parametrize(("board", "rule", "parent"), CASES)
@pytest.mark.parametrize("radius", [None, 2])
def test_fields(board: Board, rule: Rule, parent: Rule, radius: int | None) -> None:
    for a in [tuple(tile) for tile in board.tiles()][::4]:
        seen = field(board, a, rule, radius=radius)
        near = contact_field(board, a, CornerRule(), radius=radius) if radius else board.tiles()
        assert set(seen) == set(near) - set(field(board, a, parent, radius=radius))


@pytest.mark.parametrize(("board", "rule", "parent"), LINES)
def test_contacts(board: Board, rule: Rule, parent: Rule) -> None:
    for a in [tuple(tile) for tile in board.tiles()][::5]:
        found = contact_field(board, a, rule)
        for b in board.tiles():
            own = Contact.BLOCKED if sees(board, a, tuple(b), parent) else Contact.CLEAR
            assert contact(board, a, tuple(b), rule) is found[b] is own


def test_cover_is_its_own() -> None:
    @dataclass(frozen=True)
    class Thick(HexRayRule):
        def trace(self, board: Board, source: Place, target: Place) -> Sight:
            found = super().trace(board, source, target)
            assert found.cover is not None
            return replace(found, cover=found.cover._replace(sum=9.0))

    assert {cover.sum for cover in cover_field(hexes(), (0, 0), Thick()).values()} == {9.0}


@pytest.mark.parametrize(("rule", "parent"), GEOMETRIC)
def test_it_stays_what_it_is(rule: Rule, parent: Rule) -> None:
    """Copying, pickling or changing settings never turns it into its parent."""
    board = squares()
    for same in (
        pickle.loads(pickle.dumps(rule)),  # noqa: S301
        replace(rule),  # type: ignore[type-var]
        rule.from_settings(settings(rule)),
    ):
        assert type(same) is type(rule)
        assert sees(board, (0, 0), (0, 1), same) is not sees(board, (0, 0), (0, 1), parent)


def settings(rule: Rule) -> dict[str, Any]:
    return {name: value for name, value in rule.to_dict().items() if name != "rule"}
