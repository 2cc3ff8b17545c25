"""Batches of pairs equal single pairs, for any rule, board, shape and number of threads.

Each answer is compared with the readable rule, which uses neither kernels nor arrays.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy
import pytest

from sightline import CornerRule, HexBoard, SquareBoard, sees_many, who_sees_whom
from sightline.engine.many import slices
from sightline.model.board import Board
from sightline.model.place import place
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH, on_every_setting, seeds
from tests.kernels.boards import make, put

SHAPES: list[tuple[int, ...]] = [(), (1,), (7,), (0,), (2, 3), (3, 0, 2), (2, 1, 4), (30,)]
SHAPES += [(4, 4), (2, 3, 3), (3, 1, 1)]


@pytest.fixture(autouse=True)
def _small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make slices so small that a few pairs occupy several threads."""
    monkeypatch.setattr(slices, "FEWEST", 2)


def one_by_one(board: Board, a: Any, b: Any, rule: Rule) -> bool:
    return rule.sees(board, place(board, a, "from"), place(board, b, "to"))


def some_pairs(rng: random.Random, boards: list[Board], on: Any) -> Any:
    """Return a pair of tiles for each entry of `on`, which names a board."""
    flat = [rng.choices([tuple(t) for t in boards[i].tiles()], k=2) for i in on.flat]
    return numpy.array(flat, dtype=int).reshape(*on.shape, 2, 2)


def expected(boards: list[Board], pairs: Any, on: Any, rule: Rule) -> list[bool]:
    return [
        one_by_one(boards[i], a, b, rule)
        for i, (a, b) in zip(on.flat, pairs.reshape(-1, 2, 2).tolist(), strict=True)
    ]


@on_every_setting
def test_pairs_on_many_boards_are_pairs_one_by_one(rule: Rule, grid: str) -> None:
    seen: Counter[bool] = Counter()
    for seed in seeds(rule, grid, 12):
        rng = random.Random(seed)
        boards = [make(grid, rng, most=9) for _ in range(rng.randint(2, 4))]
        shape = rng.choice(SHAPES) if seed % 3 else (40,)
        on = numpy.array([rng.randrange(len(boards)) for _ in range(int(numpy.prod(shape)))])
        on = on.astype(rng.choice(["int64", "uint8"])).reshape(shape)
        pairs = some_pairs(rng, boards, on)
        answers = expected(boards, pairs, on, rule)
        seen.update(answers)
        for threads in (1, 2, 4):
            many = sees_many(boards, pairs, rule, which=on, threads=threads)
            assert many.shape == shape
            assert many.dtype == bool
            assert many.reshape(-1).tolist() == answers, (seed, threads)
    assert len(seen) == 2 or not THOROUGH, seen


@on_every_setting
def test_without_which_the_first_axis_is_the_board(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 4):
        rng = random.Random(seed)
        boards = [make(grid, rng, most=6) for _ in range(rng.randint(1, 4))]
        rest = rng.choice(SHAPES)
        on = numpy.arange(len(boards)).reshape(-1, *(1 for _ in rest))
        on = numpy.broadcast_to(on, (len(boards), *rest))
        pairs = some_pairs(rng, boards, on)
        many = sees_many(boards, pairs, rule, threads=2)
        assert many.shape == on.shape
        assert many.reshape(-1).tolist() == expected(boards, pairs, on, rule), seed
        first = sees_many(boards[0], pairs[0], rule)  # one board, whatever the shape
        assert numpy.array_equal(first, many[0]), seed


@on_every_setting
def test_all_against_all_is_pairs_one_by_one(rule: Rule, grid: str) -> None:
    """A table with equal rows and columns, of which one half may be mirrored, and one that is only
    partly like this.
    """
    for seed in seeds(rule, grid, 5):
        rng = random.Random(seed)
        boards = [make(grid, rng, most=8) for _ in range(2)]
        count = rng.randint(1, 6)
        on = numpy.arange(2)[:, None, None].repeat(count, 1).repeat(count, 2)
        pairs = numpy.zeros((2, count, count, 2, 2), dtype=int)
        for number, board in enumerate(boards):
            at = numpy.array(rng.choices([tuple(t) for t in board.tiles()], k=count))
            pairs[number, :, :, 0], pairs[number, :, :, 1] = at[:, None], at[None, :]
        for _ in range(2):
            answers = expected(boards, pairs, on, rule)
            for threads in (1, 2):
                many = sees_many(boards, pairs, rule, threads=threads)
                assert many.reshape(-1).tolist() == answers, seed
            row, col = rng.randrange(count), rng.randrange(count)
            pairs[0, row, col] = rng.choices([tuple(t) for t in boards[0].tiles()], k=2)


def test_the_other_half_is_of_the_same_board() -> None:
    """A pair and its reverse on different boards have different answers."""
    free, blocked = SquareBoard(1, 3), SquareBoard(1, 3)
    blocked.set_solid((0, 1))
    there, back = ((0, 0), (0, 2)), ((0, 2), (0, 0))
    table = [[there, there], [back, back]]
    many = sees_many([free, blocked], table, CornerRule(), which=[[0, 0], [1, 1]])
    assert many.tolist() == [[True, True], [False, False]]


@on_every_setting
def test_figures_of_any_size_see_as_by_their_names(rule: Rule, grid: str) -> None:
    """As pairs of names, and all against all."""
    large = 0
    for seed in seeds(rule, grid, 12):
        rng = random.Random(seed)
        board = make(grid, rng, most=8)
        tiles = list(board.tiles())
        rng.shuffle(tiles)
        any(
            put(board, "ogre", tile, 2, rng.random() < 0.7) for tile in tiles
        )  # if there is enough space
        put(board, "Ann", rng.choice(tiles), 1, rng.random() < 0.5)
        names, seen = who_sees_whom(board, rule)
        assert names == [figure.name for figure in board.figures()]
        assert seen.shape == (len(names), len(names))
        large += sum(len(figure.tiles) > 1 for figure in board.figures())
        answers = [[one_by_one(board, a, b, rule) for b in names] for a in names]
        assert seen.tolist() == answers, seed
        if names:
            asked = numpy.array([[(a, b) for b in names] for a in names])
            for threads in (1, 3):
                assert sees_many(board, asked, rule, threads=threads).tolist() == answers, seed
        chosen = rng.choices(names, k=3) if names else []
        again, some = who_sees_whom(board, rule, names=chosen)
        assert again == chosen
        assert some.tolist() == [[one_by_one(board, a, b, rule) for b in chosen] for a in chosen]
    assert large or not THOROUGH


def test_pairs_and_boards_broadcast() -> None:
    """The same pairs on every board, or a separate board for each pair."""
    rng = random.Random(5)
    boards = [make("square", rng, most=5) for _ in range(3)]
    rule = CornerRule()
    pairs = numpy.zeros((4, 2, 2), dtype=int)
    on = numpy.arange(3)[:, None]
    many = sees_many(boards, pairs, rule, which=on)
    assert many.shape == (3, 4)
    assert many.all()
    assert sees_many(boards, ((0, 0), (0, 0)), rule, which=[2, 1]).tolist() == [True, True]
    assert sees_many(boards[0], pairs, rule, which=numpy.zeros((5, 1), dtype=int)).shape == (5, 4)


def test_furniture_looks_at_nobody_unless_it_is_asked() -> None:
    board = SquareBoard(4, 4)
    board.place("Mira", (0, 0))
    board.place("long table", (1, 1), kind="table")
    board.place("orc", (3, 3), kind="enemy")
    assert who_sees_whom(board, CornerRule())[0] == ["Mira", "orc"]
    names, seen = who_sees_whom(board, CornerRule(), names=["long table", "Mira"])
    assert names == ["long table", "Mira"]
    assert seen.tolist() == [[True, True], [True, True]]
    for empty in (SquareBoard(2, 2), HexBoard(2)):
        names, seen = who_sees_whom(empty, CornerRule())
        assert not names
        assert seen.shape == (0, 0)
        assert seen.dtype == bool
