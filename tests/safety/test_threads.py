"""Any number of threads may query one board at the same time."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexRayRule,
    all_pairs,
    compiled,
    field,
    sees,
    sees_many,
    trace,
)
from sightline.model.board import Board
from sightline.rules.rule import Rule
from tests.kernels.boards import HEIGHTS, hex_board, square_board

THREADS = 6
RULES: list[Rule] = [CenterRule(), CornerRule(), HexRayRule(), HexRayRule("strict")]
Question = Callable[[Board], Any]


@pytest.fixture(autouse=True)
def _often() -> Iterator[None]:
    """Make threads switch a thousand times as often as usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(usual)


def board_for(rule: Rule, seed: int) -> Board:
    rng = random.Random(seed)
    if rule.grids == ("hex",):
        board = hex_board(rng, 7 if compiled() else 2, plain=True)
        for tile in board.tiles():
            board.set_elevation(tile, rng.choice((None, *HEIGHTS)))
        return board
    return square_board(rng, *((15, 17) if compiled() else (4, 5)), plain=True)


def questions(board: Board, rule: Rule, rng: random.Random) -> list[Question]:
    tiles = [tuple(tile) for tile in board.tiles()]
    pairs = numpy.array([rng.choices(tiles, k=2) for _ in range(3000 if compiled() else 50)])
    asked: list[Question] = [
        lambda b: sees_many(b, pairs, rule).tolist(),
        lambda b: all_pairs(b, rule).count(),
    ]
    for _ in range(12):
        one, other = rng.choices(tiles, k=2)
        asked += about_two(one, other, rule)
    return asked


def about_two(one: Any, other: Any, rule: Rule) -> list[Question]:
    return [
        lambda b: sees(b, one, other, rule),
        lambda b: trace(b, one, other, rule).verdict,
        lambda b: numpy.asarray(field(b, one, rule)).tolist(),
        lambda b: field(b, one, rule, radius=6).bits(),
    ]


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_all_get_the_answers_that_one_alone_gets(rule: Rule) -> None:
    for seed in range(3):
        board = board_for(rule, seed)
        asked = questions(board, rule, random.Random(seed))
        expected = [ask(board) for ask in asked]
        at_once = board.copy()  # not queried yet
        for answers in all_at_once(at_once, asked):
            for i, answer in answers:
                assert answer == expected[i], (rule, seed, i)


def all_at_once(board: Board, asked: list[Question]) -> list[list[tuple[int, Any]]]:
    """Return the answers that each thread gets, with the number of the question."""
    together = threading.Barrier(THREADS)

    def ask_all(start: int) -> list[tuple[int, Any]]:
        together.wait(20)
        order = [(start * 5 + i) % len(asked) for i in range(len(asked))]
        return [(i, asked[i](board)) for i in order]

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(ask_all, range(THREADS)))


def test_nobody_sees_a_mirror_half_made() -> None:
    """Several threads ask a board's first questions at once; all must see its
    hills and free walls.
    """
    rule = HexRayRule()
    for seed in range(60):
        board = hex_board(random.Random(seed), 6, plain=True)
        tiles = board.tiles()[:]
        for tile in tiles[:: 2 + seed % 3]:
            board.set_elevation(tile, seed % 5)
        if seed % 2:
            board.add_wall((0.5, -3), (0.5, 3))
        rng = random.Random(seed)
        pairs = [rng.choices(tiles, k=2) for _ in range(20)]
        asked = [about_two(tuple(a), tuple(b), rule)[0] for a, b in pairs]
        fresh = board.copy()
        expected = [ask(fresh) for ask in asked]
        for answers in all_at_once(board, asked):
            assert all(answer is expected[i] for i, answer in answers), seed


def test_boards_of_their_own_may_change_at_the_same_time() -> None:
    """Only a shared board must stay unchanged: each thread may change its own."""

    def change_and_ask(seed: int) -> list[int]:
        rng = random.Random(seed)
        board = square_board(rng, 12, 12, plain=True)
        tiles = board.tiles()[:]
        counts = []
        for _ in range(40):
            board.set_solid(rng.choice(tiles), rng.random() < 0.5)
            counts.append(len(field(board, tuple(rng.choice(tiles)), CornerRule())))
        return counts

    alone = [change_and_ask(seed) for seed in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(change_and_ask, range(THREADS))) == alone
