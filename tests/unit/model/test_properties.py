"""Limited and one-way walls keep their direction through all operations of a board."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise
from typing import Any

import pytest

from sightline import Door, Gate, HexBoard, SquareBoard, Wall
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.threshold import (
    CODES,
    Threshold,
    has_property,
    turned_round,
    with_state,
    with_stops,
    without_property,
)
from tests.transforms import shifted, turned

EVERY = [each for each in CODES if each is not None]
BOARDS: list[Board] = [SquareBoard(3, 4), HexBoard(radius=2)]


def test_there_is_a_code_for_each_combination() -> None:
    assert len(EVERY) == len(set(EVERY)) == 2 * 8 * 6
    assert len(CODES) <= 256  # one byte per edge
    # Files, fingerprints and pickles of boards without properties contain these numbers.
    assert CODES[1:9] == (
        Wall(),
        *(Door("open"), Door("closed"), Door("locked"), Door("secret")),
        *(Gate("open"), Gate("closed"), Gate("locked")),
    )
    assert not any(map(has_property, EVERY[:8]))
    assert all(map(has_property, EVERY[8:48]))
    assert EVERY[:48] == [with_stops(each, None) for each in EVERY[48:]]


@pytest.mark.parametrize("threshold", EVERY, ids=repr)
def test_a_threshold_as_a_value(threshold: Threshold) -> None:
    assert eval(repr(threshold)) == threshold  # noqa: S307 (our own)
    assert hash(eval(repr(threshold))) == hash(threshold)  # noqa: S307
    assert pickle.loads(pickle.dumps(threshold)) == threshold  # noqa: S301
    assert copy.deepcopy(threshold) == threshold
    assert ("limited" in str(threshold)) == threshold.limited
    assert ("one-way" in str(threshold)) == (threshold.one_way != "")
    assert str(threshold).endswith(str(without_property(threshold)))
    assert turned_round(turned_round(threshold)) == threshold
    assert (turned_round(threshold) == threshold) == (threshold.one_way == "")
    if not isinstance(threshold, Wall):
        opened = with_state(threshold, "open")
        assert (opened.limited, opened.one_way) == (threshold.limited, threshold.one_way)
        assert not opened.blocks_sight


def test_words() -> None:
    assert str(Wall(limited=True)) == "limited wall"
    assert str(Wall(one_way="back")) == "one-way wall"
    assert str(Door(limited=True)) == "limited closed door"
    assert str(Gate("locked", limited=True, one_way="forth")) == "limited one-way locked gate"


@pytest.mark.parametrize("make", [Wall, Door, Gate])
def test_what_is_no_property_is_refused(make: Any) -> None:
    with pytest.raises(InvalidTypeError, match=f"{make.__name__} limited: expected True or False"):
        make(limited="yes")
    with pytest.raises(InvalidValueError, match=f"{make.__name__} one_way"):
        make(one_way="left")


@pytest.mark.parametrize("board", BOARDS, ids=["squares", "hexes"])
@pytest.mark.parametrize("threshold", EVERY, ids=repr)
def test_edges_are_seen_from_both_tiles(board: Board, threshold: Threshold) -> None:
    board = board.copy()
    tile = board.tiles()[len(board.tiles()) // 2]
    for other in board.grid.neighbors(tile):
        if other not in board:
            continue
        board.set_edge(tile, other, threshold)
        assert board.edge(tile, other) == threshold
        assert board.edge(other, tile) == turned_round(threshold)
        twin = board.copy()
        twin.set_edge(other, tile, turned_round(threshold))
        assert twin == board
        assert twin.fingerprint() == board.fingerprint()
        if not isinstance(threshold, Wall):
            board.set_state(other, tile, "open")
            assert board.edge(tile, other) == with_state(threshold, "open")
            assert board.edge(other, tile) == with_state(turned_round(threshold), "open")


@pytest.mark.parametrize("board", BOARDS, ids=["squares", "hexes"])
def test_a_free_wall_runs_forth(board: Board) -> None:
    board = board.copy()
    low: Any
    high: Any
    low, high = (0.25, 1), (1.5, 0.5)
    for start, end, way in ((low, high, "forth"), (high, low, "back")):
        board.add_wall(start, end, Wall(one_way=way))  # type: ignore[arg-type]
        (wall,) = board.free_walls()
        assert (wall.ends, wall.threshold) == ((low, high), Wall(one_way="forth"))
    for start, end, way in ((high, low, "forth"), (low, high, "back")):
        made = board.add_wall(start, end, Wall(one_way=way))  # type: ignore[arg-type]
        (wall,) = board.free_walls()
        assert wall == made
        assert (wall.ends, wall.threshold) == ((high, low), Wall(one_way="forth"))
    board.add_wall(high, low, Wall(limited=True))  # the same two ends: another wall replaces it
    (wall,) = board.free_walls()
    assert (wall.ends, wall.threshold) == ((low, high), Wall(limited=True))
    board.remove_wall(high, low)
    assert board.free_walls() == []


def test_boards_differ_by_the_way_of_a_wall() -> None:
    plain, forth, back = (SquareBoard(3, 3) for _ in range(3))
    plain.add_wall((0, 0), (1, 2))
    forth.add_wall((0, 0), (1, 2), Wall(one_way="forth"))
    back.add_wall((0, 0), (1, 2), Wall(one_way="back"))
    boards = [plain, forth, back]
    assert all(a != b for i, a in enumerate(boards) for b in boards[:i])
    assert len({board.fingerprint() for board in boards}) == 3
    assert back == pickle.loads(pickle.dumps(back)) == copy.deepcopy(back)  # noqa: S301


def _windmill() -> SquareBoard:
    """Return a board with rotational symmetry whose one-way walls all stop
    sight from the middle.
    """
    board = SquareBoard(3, 3)
    outline = [(1.0, 1.0), (1.0, 2.0), (2.0, 2.0), (2.0, 1.0), (1.0, 1.0)]
    for start, end in pairwise(outline):  # the inside is to the left, since y grows downward
        board.add_wall(start, end, Wall(one_way="forth"))
    for beside in ((0, 1), (1, 0), (1, 2), (2, 1)):
        board.set_edge((1, 1), beside, Wall(one_way="forth"))
    return board


@pytest.mark.parametrize(
    "turn",
    [
        lambda t: (t[1], -t[0]),
        lambda t: (-t[0], -t[1]),
        lambda t: (t[0], -t[1]),
        lambda t: (-t[0], t[1]),
        lambda t: (t[1], t[0]),
        lambda t: (-t[1], -t[0]),
    ],
)
def test_symmetries_keep_what_is_stopped(turn: Any) -> None:
    moved, _ = turned(_windmill(), turn)
    assert moved == _windmill()
    away, move = shifted(moved, (1, 2))
    assert away.edge(move((1, 1)), move((0, 1))) == Wall(one_way="forth")
