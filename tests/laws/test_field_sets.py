"""A field is a set of tiles: its operations match those of Python sets on every grid."""

from __future__ import annotations

import copy
import operator
import pickle
import random
from collections.abc import Callable, Set
from typing import Any

import numpy
import pytest

from sightline import (
    RULES,
    CenterRule,
    ContactField,
    Field,
    Hex,
    HexBoard,
    HexRayRule,
    Square,
    SquareBoard,
    all_pairs,
    compiled,
    contact_field,
    cover_field,
    field,
)
from sightline.errors import InvalidTypeError, InvalidValueError, OffBoardError, SightlineError
from sightline.model.board import Board
from sightline.rules.registry import GEOMETRIC
from tests.every_rule import MAKE, fewer

OPERATIONS: list[Callable[[Any, Any], Any]] = [
    operator.or_, operator.and_, operator.sub, operator.xor
]  # fmt: skip
COMPARISONS: list[Callable[[Any, Any], Any]] = [
    operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne,
    lambda a, b: a.isdisjoint(b),
]  # fmt: skip
BOARDS = [
    pytest.param(SquareBoard(1, 1), id="one square"),
    pytest.param(SquareBoard(5, 7), id="squares"),
    pytest.param(SquareBoard(3, 8), id="whole bytes"),
    pytest.param(HexBoard(2), id="hexes"),
    pytest.param(HexBoard(cells=[(0, 0), (5, -2), (5, -1), (-3, 4)]), id="scattered hexes"),
]


def any_field(board: Board, rng: random.Random, share: float) -> tuple[Field, set[Any]]:
    """Return a field of random tiles, stored as bytes, bits or both, and the
    same as a plain set.
    """
    tiles = {tile for tile in board.tiles() if rng.random() < share}
    cells = bytes(tile in tiles for tile in board.tiles())
    made: Field = Field(board, cells)
    if rng.random() < 0.5:
        made = Field(board, None, made.bits())
    elif rng.random() < 0.5:
        made = Field(board, bytearray(cells))
    return made, tiles


@pytest.mark.parametrize("board", BOARDS)
def test_sets_of_tiles(board: Board) -> None:
    rng = random.Random(5)
    for _ in range(fewer(200)):
        share = rng.choice((0, 0.1, 0.5, 0.9, 1))
        (one, a), (other, b) = any_field(board, rng, share), any_field(board, rng, rng.random())
        for operation in OPERATIONS:
            expected = operation(a, b)
            for result in (operation(one, other), operation(one, b), operation(a, other)):
                assert isinstance(result, Field)
                assert set(result) == expected == result
                assert list(result) == [tile for tile in board.tiles() if tile in expected]
                assert len(result) == len(expected)
                assert bool(result) is bool(expected)
                assert numpy.asarray(result).ravel().tolist() == [
                    tile in expected for tile in board.tiles()
                ]
        assert set(~one) == set(board.tiles()) - a
        assert ~~one == one
        for comparison in COMPARISONS:
            expected = comparison(a, b)
            assert comparison(one, other) is expected
            assert comparison(one, b) is expected
            assert comparison(one, frozenset(b)) is expected
            if comparison is not COMPARISONS[-1]:
                assert comparison(a, other) is expected
        for tile in board.tiles():
            assert one[tile] is one[tuple(tile)] is (tile in one) is (tile in a)
        assert set(one) == a  # unchanged
        assert set(other) == b


def test_it_counts_as_a_set() -> None:
    seen = field(HexBoard(1), (0, 0), HexRayRule())
    assert isinstance(seen, Set)
    assert seen == dict.fromkeys(seen).keys()
    assert seen != list(seen)
    assert (seen == 7) is False
    with pytest.raises(TypeError):
        hash(seen)
    with pytest.raises(TypeError, match="unsupported operand"):
        seen | [(0, 0)]  # type: ignore[operator]
    with pytest.raises(TypeError):
        [(0, 0)] - seen  # type: ignore[operator]
    assert str(Field[Hex]).endswith("Field[sightline.model.cell.Hex]")  # for type annotations
    explored = field(SquareBoard(2, 2), (0, 0), RULES["center"], radius=0)
    explored |= {(1, 1)}
    assert list(explored) == [(0, 0), (1, 1)]


def test_what_is_off_the_board() -> None:
    board = SquareBoard(2, 3)
    seen = field(board, (0, 0), RULES["center"], radius=1)
    assert (5, 5) not in seen
    for bad in ((5, 5), (-1, 0), (0, 3)):
        with pytest.raises(OffBoardError, match="rows 0 to 1, columns 0 to 2"):
            seen[bad]
    for wrong in (3, "C4x", (1,), (0.5, 1), (True, 0)):
        with pytest.raises(SightlineError, match=r"expected|no figure is called"):
            seen[wrong]
        with pytest.raises(SightlineError, match=r"expected|no figure is called"):
            _ = wrong in seen
    for part in (slice(0, 1), (0, slice(None)), (..., 1)):
        with pytest.raises(InvalidTypeError, match=r"numpy\.asarray"):
            seen[part]
    # It is in no field, so intersecting with it is fine but adding it is an error.
    assert set(seen & {(0, 0), (9, 9)}) == {(0, 0)}
    assert (seen - {(9, 9)}) == seen
    assert seen.isdisjoint({(9, 9)})
    assert not seen <= {(0, 0), (9, 9)}
    assert field(board, (0, 0), RULES["center"], radius=0) < {(0, 0), (9, 9)}
    for add in (operator.or_, operator.xor):
        with pytest.raises(OffBoardError, match=r"\(9, 9\)"):
            add(seen, {(9, 9)})
    with pytest.raises(OffBoardError, match=r"\(9, 9\)"):
        {(9, 9)} - seen
    with pytest.raises(SightlineError, match=r"no figure is called .Mira"):
        seen | {"Mira"}
    assert set(seen | {"C2"}) == {*seen, (1, 2)}


def test_fields_of_other_tiles_are_not_compared() -> None:
    one = field(SquareBoard(2, 3), (0, 0), RULES["center"])
    other = field(SquareBoard(3, 2), (0, 0), RULES["center"])
    for operation in (*OPERATIONS, *COMPARISONS[:4], COMPARISONS[-1]):
        with pytest.raises(InvalidValueError, match="the same tiles"):
            operation(one, other)
    assert one != other
    assert (one == other) is False


def test_shape_and_array() -> None:
    board = SquareBoard(3, 5)
    seen = field(board, (1, 1), RULES["center"], radius=1)
    assert seen.shape == numpy.asarray(seen).shape == (3, 5)
    assert field(HexBoard(1), (0, 0), HexRayRule()).shape == (7,)
    for each in (seen, ~seen, seen | {(2, 4)}):
        array = numpy.asarray(each)
        assert array.dtype == bool
        assert not array.flags.writeable
        if compiled():
            assert numpy.shares_memory(array, numpy.asarray(each))


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_several_viewers_see_what_any_of_them_sees(grid: str) -> None:
    for seed in range(fewer(60)):
        case = MAKE[grid](seed, most={"square": 6, "hex": 3}[grid])
        board, rng = case.board, random.Random(seed)
        rule = rng.choice([rule for rule in GEOMETRIC.values() if grid in rule.grids])
        tiles = list(board.tiles())
        party: list[Any] = [tuple(rng.choice(tiles)) for _ in range(rng.randrange(1, 4))]
        if seed % 2:
            party += [rng.choice([figure.name for figure in board.figures()] or [tiles[0]])]
        radius = rng.choice((None, 0, 1, 2, 2.5))
        for lit in (False, True):
            each = [field(board, one, rule, radius=radius, light_walls=lit) for one in party]
            expected = set().union(*each)
            together = field(board, party, rule, radius=radius, light_walls=lit)
            assert set(together) == expected, seed
            assert together.viewers == tuple(dict.fromkeys(party))
            assert field(board, tuple(party), rule, radius=radius, light_walls=lit) == expected
            assert field(board, set(party), rule, radius=radius, light_walls=lit) == expected
            assert together == each[0].__class__.__or__(each[0], expected)


def test_what_is_one_viewer_and_what_are_several() -> None:
    board = SquareBoard(4, 4)
    board.place("Mira", (3, 3))
    rule = CenterRule()
    one = field(board, (0, 1), rule, radius=0)
    same: Any
    for same in ([0, 1], numpy.array([0, 1]), Square(0, 1), [(0, 1)], {(0, 1)}, ((0, 1),),
                 numpy.array([[0, 1]]), one):  # fmt: skip
        assert field(board, same, rule, radius=0) == one
    assert list(field(board, ["Mira", (0, 1)], rule, radius=0)) == [(0, 1), (3, 3)]
    assert list(field(board, ((0, 1), (1, 0)), rule, radius=0)) == [(0, 1), (1, 0)]
    assert list(field(board, numpy.array([[0, 1], [1, 0]]), rule, radius=0)) == [(0, 1), (1, 0)]
    nobody: Any
    for nobody in ([], (), set(), numpy.zeros((0, 2), dtype=int), one - one):
        assert len(field(board, nobody, rule)) == 0
        assert field(board, nobody, rule).viewers == ()


# --- pickling and copies


@pytest.mark.parametrize("board", BOARDS)
def test_fields_pickle_without_their_board(board: Board) -> None:
    board = board.copy()
    board.place("Mira", board.tiles()[0])
    rule = RULES["hexray"] if isinstance(board, HexBoard) else RULES["center"]
    seen = field(board, "Mira", rule)
    again = pickle.loads(pickle.dumps(seen))  # noqa: S301
    assert again == seen
    assert isinstance(again, Field)
    assert list(again) == list(seen)
    assert again.shape == seen.shape
    assert again.viewers == ("Mira",)
    assert numpy.array_equal(numpy.asarray(again), numpy.asarray(seen))
    assert set(again | seen) == set(seen) == set(seen & again)
    assert again.board_then().figures() == []
    assert pickle.dumps(again) == pickle.dumps(pickle.loads(pickle.dumps(again)))  # noqa: S301
    assert copy.copy(seen) == copy.deepcopy(seen) == seen


def test_a_pickled_field_is_small() -> None:
    board = SquareBoard(100, 100)
    for name in range(200):
        board.place(f"figure {name}", divmod(name * 7, 100))
    seen = field(board, (50, 50), RULES["center"], radius=20)
    assert len(pickle.dumps(seen)) < 100 * 100 // 8 + 500
    hexes = HexBoard(50)
    for name in range(200):
        hexes.place(f"figure {name}", hexes.tiles()[name * 7])
    assert len(pickle.dumps(field(hexes, (0, 0), HexRayRule(), radius=9))) < 7651 // 8 + 500
    ring = HexBoard(cells=[h for h in hexes.tiles() if h != (0, 0)])
    assert len(pickle.dumps(field(ring, (1, 0), HexRayRule(), radius=9))) < 101 * 101 // 8 + 1500


def test_the_other_answers_pickle_without_their_board_too() -> None:
    board, hexes = SquareBoard(50, 50), HexBoard(20)
    rule = CenterRule()
    contacts = contact_field(board, (9, 9), rule, radius=1)
    assert len(pickle.dumps(contacts)) < 1000
    again = pickle.loads(pickle.dumps(contacts))  # noqa: S301
    assert isinstance(again, ContactField)
    assert dict(again) == dict(contacts)
    assert numpy.array_equal(numpy.asarray(again), numpy.asarray(contacts))
    covers = cover_field(hexes, (0, 0), HexRayRule(), radius=1)
    assert len(pickle.dumps(covers)) < 2000
    assert dict(pickle.loads(pickle.dumps(covers))) == dict(covers)  # noqa: S301
    small = SquareBoard(3, 3)
    visibility = all_pairs(small, rule)
    other = pickle.loads(pickle.dumps(visibility))  # noqa: S301
    assert numpy.array_equal(numpy.asarray(other), numpy.asarray(visibility))
