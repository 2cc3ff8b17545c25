"""Boards on a device follow changes of the board, and unsupported operations raise clear errors."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexRayRule,
    PackRule,
    SquareBoard,
    Wall,
    all_pairs,
    field_many,
    heat_map,
    on_device,
    sees_many,
)
from sightline.engine import native
from sightline.errors import (
    DeviceError,
    InvalidTypeError,
    InvalidValueError,
    MissingExtraError,
    OffBoardError,
)
from sightline.gpu import compiling
from sightline.gpu.boards import DeviceBoard
from tests.gpu.boards import hex_board, random_pairs, square_board

RULE = CenterRule()


@pytest.fixture
def rng() -> numpy.random.Generator:
    return numpy.random.default_rng()


def same(cp: Any, board: Any, ours: Any, rng: numpy.random.Generator, rule: Any = RULE) -> None:
    pairs = random_pairs(rng, ours, 800)
    found = cp.asnumpy(sees_many(board, pairs, rule, device="cuda"))
    assert (found == sees_many(ours, pairs, rule)).all()


def test_a_board_is_kept_and_follows_its_changes(
    device: Any, rng: numpy.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = square_board(rng, 12, 15, 0.1)
    same(device, board, board, rng)
    made = []
    monkeypatch.setattr(DeviceBoard, "of_squares", lambda *given: made.append(given))
    board.set_solid((3, 3))
    same(device, board, board, rng)
    board.set_edge((5, 5), (5, 6), Wall())
    board.set_solid((3, 3), False)
    same(device, board, board, rng)
    board.place("ogre", (6, 6))
    same(device, board, board, rng)
    board.move("ogre", (6, 9))
    same(device, board, board, rng)
    heat = device.asnumpy(heat_map(board, RULE, radius=4, device="cuda"))
    assert (heat == heat_map(board, RULE, radius=4)).all()
    assert made == []  # the board was not transferred again


def test_a_board_that_changed_as_a_whole_is_brought_over(
    device: Any, rng: numpy.random.Generator
) -> None:
    board = square_board(rng, 12, 15, 0.0)
    same(device, board, board, rng)
    board.set_solid_array(rng.random((12, 15)) < 0.3)
    same(device, board, board, rng)


def test_changes_for_nobody_are_not_kept(device: Any, rng: numpy.random.Generator) -> None:
    board = square_board(rng, 12, 15, 0.0)
    same(device, board, board, rng)
    for number in range(6000):
        # Set and cleared in turn.
        board.set_solid((number % 12, number % 15), number // 60 % 2 == 0)
    assert native.mirror_of(board).device is None
    same(device, board, board, rng)


def test_hexes_follow_too(device: Any, rng: numpy.random.Generator) -> None:
    board = hex_board(rng, 5, 0.1)
    same(device, board, board, rng, HexRayRule())
    board.set_solid((1, 1))
    board.set_edge((0, 0), (1, 0), Wall())
    same(device, board, board, rng, HexRayRule())
    board.set_elevation((2, 0), 3)
    same(device, board, board, rng, HexRayRule())


def test_a_board_of_its_own_is_changed_by_arrays(device: Any, rng: numpy.random.Generator) -> None:
    board = square_board(rng, 12, 15, 0.1)
    board.place("ogre", (6, 6))
    there = on_device(board)
    assert (there.shape, there.tiles) == ((12, 15), 180)
    same(device, there, board, rng)
    rock = rng.random((12, 15)) < 0.2
    there.set_solid_array(device.asarray(rock))
    other = board.copy()
    other.set_solid_array(rock)
    same(device, there, other, rng)
    same(device, board, board, rng)  # unchanged
    east, south = rng.random((12, 14)) < 0.2, rng.random((11, 15)) < 0.2
    there.set_edge_arrays(device.asarray(east), device.asarray(south))
    other.set_edge_arrays(east, south)
    same(device, there, other, rng)
    standing = numpy.zeros((12, 15), dtype=bool)
    standing[2, 2:9] = True
    there.set_standing_array(device.asarray(standing))
    other.remove("ogre")
    for col in range(2, 9):
        other.place(f"orc {col}", (2, col))
    same(device, there, other, rng)
    heat = device.asnumpy(heat_map(there, RULE, radius=4))
    assert (heat == heat_map(other, RULE, radius=4)).all()


def test_who_stands_on_rock_stays_when_the_rock_goes(device: Any) -> None:
    board = SquareBoard(1, 5)
    board.set_solid((0, 2))
    board.place("ogre", (0, 2))
    there = on_device(board)
    there.set_solid_array(device.asarray(numpy.zeros((1, 5), dtype=bool)))
    assert not sees_many(there, [[[0, 0], [0, 4]]], RULE)[0]
    assert int(heat_map(there, RULE, radius=1)[0, 2]) == 3  # the rock is gone
    there.set_standing_array(device.asarray(numpy.zeros((1, 5), dtype=bool)))
    assert sees_many(there, [[[0, 0], [0, 4]]], RULE)[0]


def test_arrays_that_do_not_fit(device: Any) -> None:
    there = on_device(SquareBoard(3, 4))
    with pytest.raises(InvalidValueError, match=r"solid: expected the shape \(3, 4\)"):
        there.set_solid_array(device.asarray(numpy.zeros((4, 3), dtype=bool)))
    with pytest.raises(InvalidTypeError, match="solid: expected an array of bools"):
        there.set_solid_array(device.asarray(numpy.zeros((3, 4), dtype=int)))


# --- what is not there


def test_positions_off_the_board(device: Any) -> None:
    board = SquareBoard(3, 4)
    pairs = [((0, 0), (2, 3)), ((0, 0), (3, 0)), ((-1, 0), (0, 0))]
    with pytest.raises(OffBoardError, match="pair 1: to"):
        sees_many(board, pairs, RULE, device="cuda")
    with pytest.raises(InvalidValueError, match="pair 1: to"):
        sees_many(on_device(board), pairs, RULE)


def test_what_the_device_does_not_know_it_says(device: Any) -> None:
    pairs = [((0, 0), (2, 2))]
    walled = SquareBoard(5, 5)
    walled.add_wall((0.5, 0.5), (2, 3))
    limited = SquareBoard(5, 5)
    limited.set_edge((0, 0), (0, 1), Wall(limited=True))
    large = SquareBoard(5, 5)
    large.place("troll", (1, 1), size=(2, 2))
    for board, words in ((walled, "off the grid"), (limited, "limited"), (large, "several tiles")):
        with pytest.raises(InvalidValueError, match=words):
            sees_many(board, pairs, RULE, device="cuda")
    with pytest.raises(InvalidValueError, match='"cuda" knows the center rule'):
        sees_many(SquareBoard(5, 5), pairs, PackRule("dnd5e"), device="cuda")
    rng = numpy.random.default_rng()
    with pytest.raises(InvalidValueError, match="on hexes; ask with"):
        sees_many(hex_board(rng, 3, 0.0), pairs, CornerRule(), device="cuda")


def test_boards_and_which_that_do_not_fit(device: Any) -> None:
    board, pairs = SquareBoard(3, 3), [((0, 0), (1, 1))] * 3
    with pytest.raises(InvalidTypeError, match="board: expected a SquareBoard"):
        sees_many(5, pairs, RULE, device="cuda")  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="boards: expected at least one"):
        sees_many([], pairs, RULE, device="cuda")
    with pytest.raises(InvalidValueError, match="which: expected a shape that broadcasts"):
        sees_many([board], pairs, RULE, which=[0, 0], device="cuda")
    with pytest.raises(InvalidValueError, match="which: expected 0 to 0 for 1 boards"):
        sees_many([board], pairs, RULE, which=[0, 0, 1], device="cuda")
    with pytest.raises(InvalidValueError, match=r"the first axis for the 2 boards"):
        sees_many([board, board], pairs, RULE, device="cuda")


def test_a_radius_of_nothing_and_one_beyond_the_board(device: Any) -> None:
    board = SquareBoard(2, 65)
    board.set_solid((1, 64))
    for radius in (0, 0.5, 1, 30):
        found = device.asnumpy(heat_map(board, RULE, radius=radius, device="cuda"))
        assert (found == heat_map(board, RULE, radius=radius)).all()


def test_other_devices() -> None:
    for wrong in ("gpu", "cuda:0", None, 1):
        with pytest.raises(InvalidValueError, match="device: expected 'cpu' or 'cuda'"):
            sees_many(SquareBoard(3, 3), [], RULE, device=wrong)  # type: ignore[arg-type]


def test_without_cupy(monkeypatch: pytest.MonkeyPatch) -> None:
    compiling._found.cache_clear()
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'sightline-engine\[gpu\]'"):
        heat_map(SquareBoard(3, 3), RULE, device="cuda")


@pytest.mark.parametrize("count", [0, None])
def test_without_a_gpu(count: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    class NoDriverError(RuntimeError): ...

    def devices() -> int:
        if count is None:
            raise NoDriverError("no driver")
        return count

    runtime = SimpleNamespace(getDeviceCount=devices, CUDARuntimeError=NoDriverError)
    fake = SimpleNamespace(cuda=SimpleNamespace(runtime=runtime))
    compiling._found.cache_clear()
    monkeypatch.setitem(sys.modules, "cupy", fake)
    with pytest.raises(DeviceError, match=r'expected a CUDA device.*device="cpu"'):
        heat_map(SquareBoard(3, 3), RULE, device="cuda")
    compiling._found.cache_clear()


def _with(change: Any) -> SquareBoard:
    board = SquareBoard(2, 3)
    change(board)
    return board


HIGH = {
    "ground": _with(lambda board: board.set_elevation("A1", 1)),
    "a floor": _with(lambda board: board.add_floor(2, ["A1"])),
    "a low wall": _with(lambda board: board.set_edge("A1", "B1", Wall(top=1))),
    "a flyer": _with(lambda board: board.place("bat", "A1", elevation=2)),
}


@pytest.mark.parametrize("what", HIGH)
def test_boards_with_heights_are_refused_in_words(device: Any, what: str) -> None:
    board, pairs = HIGH[what], [((0, 0), (1, 2))]
    asked: dict[str, Any] = {
        "sees_many": lambda: sees_many(board, pairs, RULE, device="cuda"),
        "several boards": lambda: sees_many([board, board], [pairs, pairs], RULE, device="cuda"),
        "field_many": lambda: field_many(board, [(0, 0)], RULE, device="cuda"),
        "heat_map": lambda: heat_map(board, RULE, device="cuda"),
        "all_pairs": lambda: all_pairs(board, RULE, device="cuda"),
        "on_device": lambda: on_device(board),
    }
    before = board.fingerprint()
    for name, ask in asked.items():
        with pytest.raises(InvalidValueError, match="heights"):
            raise AssertionError(f"{name}: {ask()}")
    assert board.fingerprint() == before
    flat = SquareBoard(2, 3)
    for elevations in ([0, 2], [[0, 0]]):
        with pytest.raises(InvalidValueError, match='device="cuda" does not take heights'):
            sees_many(flat, pairs, RULE, elevations=elevations, device="cuda")
    with pytest.raises(InvalidValueError, match='device="cuda" does not take heights'):
        all_pairs(flat, RULE, elevations=0, device="cuda")
