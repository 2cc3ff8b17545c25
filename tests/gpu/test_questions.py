"""The device gives the same answers as the CPU."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexRayRule,
    SquareBoard,
    all_pairs,
    field_many,
    heat_map,
    sees_many,
)
from sightline.gpu import questions
from sightline.model.reach import METRICS
from sightline.rules.rule import Rule
from tests.gpu.boards import (
    EVERY_RULE,
    SOME_RULES,
    boards_for,
    hex_board,
    positions,
    random_pairs,
    square_board,
)


@pytest.fixture
def rng() -> numpy.random.Generator:
    return numpy.random.default_rng()


def pairs_are_equal(cp: Any, rule: Rule, rng: numpy.random.Generator, count: int) -> None:
    for board in boards_for(rule, rng):
        pairs = random_pairs(rng, board, count)
        found = sees_many(board, cp.asarray(pairs), rule, device="cuda")
        assert isinstance(found, cp.ndarray)
        assert found.dtype == bool
        assert (cp.asnumpy(found) == sees_many(board, pairs, rule)).all(), str(board)


@pytest.mark.parametrize("rule", SOME_RULES, ids=str)
@pytest.mark.parametrize("by_patches", [False, True])
def test_pairs_emulated(
    emulated: Any,
    rule: Rule,
    by_patches: bool,
    rng: numpy.random.Generator,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Runs the GPU sources on the CPU."""
    monkeypatch.setattr(questions, "SAMPLE", 500 if by_patches else 10**9)
    monkeypatch.setattr(questions, "MOST_LEFT", 1.0)
    pairs_are_equal(emulated, rule, rng, 1500)
    squares = by_patches and not isinstance(rule, HexRayRule)
    assert ("pairs_by_patches" in emulated.launched) == squares
    with_thin_walls = squares and isinstance(rule, CenterRule)
    assert ("pairs_by_thin_patches" in emulated.launched) == with_thin_walls


@pytest.mark.parametrize("rule", EVERY_RULE, ids=str)
def test_pairs_by_every_rule(cuda: Any, rule: Rule, rng: numpy.random.Generator) -> None:
    pairs_are_equal(cuda, rule, rng, 100_000)


@pytest.mark.parametrize("rule", [CenterRule(), CornerRule()], ids=str)
@pytest.mark.parametrize("walls", [0.0, 0.1])
def test_heat_of_squares(
    device: Any, rule: Rule, walls: float, rng: numpy.random.Generator
) -> None:
    """Kernels handle 32 tiles at a time, so sizes cross the ends of words and rows."""
    board = square_board(rng, int(rng.integers(1, 12)), int(rng.integers(30, 100)), walls)
    for number, metric in enumerate(METRICS):
        radius = (4, 2.5, 6, 7)[number]
        found = device.asnumpy(heat_map(board, rule, radius=radius, metric=metric, device="cuda"))
        expected = heat_map(board, rule, radius=radius, metric=metric)
        assert (found == expected).all(), str(board)
        assert found.dtype == expected.dtype


def test_heat_pair_by_pair(device: Any, rng: numpy.random.Generator) -> None:
    """For rules without lists of lines, for tiles beyond their range, and on hexes."""
    squares, hexes = square_board(rng, 7, 40, 0.1), hex_board(rng, 5, 0.1)
    for board, rule, radius in (
        (squares, CornerRule("permissive"), 4),
        (squares, CornerRule(), None),
        (hexes, HexRayRule(), 3),
        (hexes, HexRayRule(), None),
    ):
        found = device.asnumpy(heat_map(board, rule, radius=radius, device="cuda"))
        assert (found == heat_map(board, rule, radius=radius)).all(), str(board)


@pytest.mark.parametrize("rule", [CenterRule(), HexRayRule()], ids=str)
def test_fields_of_many_sources(device: Any, rule: Rule, rng: numpy.random.Generator) -> None:
    for board in boards_for(rule, rng):
        at = positions(board)
        sources = at[rng.integers(0, len(at), (3, 4))]
        for radius in (None, 3):
            found = field_many(board, sources, rule, radius=radius, device="cuda")
            assert found.shape == (3, 4, *board.shape)
            expected = field_many(board, sources, rule, radius=radius)
            assert (device.asnumpy(found) == expected).all(), str(board)


@pytest.mark.parametrize("rule", [CenterRule(), HexRayRule()], ids=str)
def test_all_pairs(device: Any, rule: Rule, rng: numpy.random.Generator) -> None:
    board = boards_for(rule, rng)[-1]
    found = all_pairs(board, rule, device="cuda")
    assert (device.asnumpy(found) == numpy.asarray(all_pairs(board, rule))).all()


def test_many_boards(device: Any, rng: numpy.random.Generator) -> None:
    boards = [square_board(rng, 9, 9, 0.1) for _ in range(5)]
    pairs = rng.integers(0, 9, (5, 6, 7, 2, 2))
    rule = CenterRule()
    found = sees_many(boards, pairs, rule, device="cuda")
    assert (device.asnumpy(found) == sees_many(boards, pairs, rule)).all()
    which = rng.integers(0, 5, 40)
    found = sees_many(boards, pairs[0, 0, 0], rule, which=which, device="cuda")
    assert (device.asnumpy(found) == sees_many(boards, pairs[0, 0, 0], rule, which=which)).all()


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "int32", "uint32", "int64", "uint64"])
def test_every_type_of_whole_numbers(cuda: Any, kind: str, rng: numpy.random.Generator) -> None:
    board = square_board(rng, 20, 20, 0.0)
    pairs = random_pairs(rng, board, 20_000).astype(kind)
    found = sees_many(board, cuda.asarray(pairs), CenterRule(), device="cuda")
    assert (cuda.asnumpy(found) == sees_many(board, pairs, CenterRule())).all()
    odd = cuda.asarray(numpy.concatenate((pairs.ravel()[:1], pairs.ravel())))[
        1:
    ]  # where nothing is aligned
    again = sees_many(board, odd.reshape(-1, 2, 2), CenterRule(), device="cuda")
    assert (found == again).all()


def test_arrays_of_pytorch_stay_where_they_are(cuda: Any, rng: numpy.random.Generator) -> None:
    torch = pytest.importorskip("torch")
    board = square_board(rng, 20, 20, 0.0)
    pairs = torch.tensor(random_pairs(rng, board, 5000), device="cuda")
    found = torch.from_dlpack(sees_many(board, pairs, CornerRule(), device="cuda"))
    assert found.device.type == "cuda"
    expected = sees_many(board, pairs.cpu().numpy(), CornerRule())
    assert (found.cpu().numpy() == expected).all()


def test_no_pairs_and_no_sources(device: Any) -> None:
    board = SquareBoard(3, 3)
    assert sees_many(board, [], CenterRule(), device="cuda").shape == (0,)
    assert field_many(board, [], CenterRule(), device="cuda").shape == (0, 3, 3)
