"""Snapshots of a board do not change when the board does."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from sightline import RULES, CenterRule, Door, Field, HexBoard, HexRayRule, SquareBoard, Wall, field
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.planes import set_edge_row, set_solid_at, set_solid_row, tile_index
from sightline.render import field_svg
from tests.every_rule import fewer

Change = Callable[[Any, random.Random], object]


def tile(board: Board, rng: random.Random) -> Any:
    return rng.choice(board.tiles()[:])


def neighbors(board: Board, rng: random.Random) -> tuple[Any, Any]:
    pairs = [(a, b) for a in board.tiles() for b in board.grid.neighbors(a) if b in board]
    return rng.choice(pairs)


def name(board: Board, rng: random.Random) -> str:
    return rng.choice([figure.name for figure in board.figures()] or ["nobody"])


def place(board: Board, rng: random.Random) -> None:
    size = rng.choice((1, 2)) if isinstance(board, HexBoard) else rng.choice(((1, 1), (2, 2)))
    kind: Any = rng.choice(("hero", "enemy", "chest"))
    side = rng.choice((None, "third"))
    board.place(f"figure {rng.randrange(9)}", tile(board, rng), size=size, kind=kind, side=side)


def ends(rng: random.Random) -> tuple[Any, Any]:
    walls = (((0, 0), (1, 1)), ((0.5, 0), (1, 2)), ((2, 1), (0, 1)), ((1, 0), (1, 3)))
    return rng.choice(walls)


def solid_row(board: Board, rng: random.Random) -> None:
    rows, cols = board.shape if isinstance(board, SquareBoard) else (1, 0)
    set_solid_row(board, rng.randrange(rows), bytes(rng.randrange(2) for _ in range(cols)))


def edge_row(board: Board, rng: random.Random) -> None:
    cols = board.shape[1] if isinstance(board, SquareBoard) else 0
    set_edge_row(board, 1, 0, bytes(rng.randrange(3) for _ in range(cols)))


def bools(rng: random.Random, *shape: int) -> Any:
    if not shape:
        return rng.random() < 0.3
    return [bools(rng, *shape[1:]) for _ in range(shape[0])]


def edge_arrays(board: Any, rng: random.Random) -> None:
    rows, cols = board.shape
    board.set_edge_arrays(bools(rng, rows, cols - 1), bools(rng, rows - 1, cols))


def add_light(board: Board, rng: random.Random) -> None:
    at: Any = name(board, rng) if rng.random() < 0.5 else tile(board, rng)
    board.add_light(at, rng.randrange(3), rng.randrange(5))


def remove_light(board: Board, rng: random.Random) -> None:
    if board.lights():
        board.remove_light(rng.choice(board.lights()))


def set_ambient(board: Board, _: random.Random) -> None:
    board.ambient = "dim" if board.ambient == "dark" else "dark"


ONE_WAY = Wall(one_way="back", top=1)


def remove_floor(board: Board, rng: random.Random) -> None:
    if not board.floors():
        board.add_floor(1, board.tiles()[:2])
    elif len(board.floors()) > 1 or rng.random() < 0.5:
        board.remove_floor(rng.choice(board.floors()).name)


CHANGES: dict[str, Change] = {
    "set_solid": lambda b, rng: b.set_solid(tile(b, rng), rng.random() < 0.6),
    "set_solid_at": lambda b, rng: set_solid_at(b, tile_index(b, tile(b, rng)), rng.random() < 0.6),
    "set_edge": lambda b, rng: b.set_edge(
        *neighbors(b, rng),
        rng.choice((None, Wall(), Door("closed"), ONE_WAY)),
    ),
    "set_state": lambda b, rng: b.set_state(*neighbors(b, rng), rng.choice(("open", "closed"))),
    "place": place,
    "move": lambda b, rng: b.move(name(b, rng), tile(b, rng)),
    "remove": lambda b, rng: b.remove(name(b, rng)),
    "add_wall": lambda b, rng: b.add_wall(*ends(rng), rng.choice((Wall(), Door("open"), ONE_WAY))),
    "put_wall": lambda b, rng: b.put_wall((0, 0), (rng.randrange(1, 9), 1), Wall()),
    "put_walls": lambda b, rng: b.put_walls([(((0, 0), (rng.randrange(1, 9), 1)), Wall())]),
    "remove_wall": lambda b, rng: b.remove_wall(*ends(rng)),
    "set_solid_array": lambda b, rng: b.set_solid_array(bools(rng, *b.shape)),
    "add_light": add_light,
    "remove_light": remove_light,
    "ambient": set_ambient,
    "set_elevation": lambda b, rng: b.set_elevation(tile(b, rng), rng.choice((None, 0, 2))),
    "add_floor": lambda b, rng: b.add_floor(rng.choice((1, 2.5)), [tile(b, rng), tile(b, rng)]),
    "remove_floor": remove_floor,
    "set_terrain": lambda b, rng: b.set_terrain(tile(b, rng), rng.choice((None, "low", "smoke"))),
}
ON_SQUARES: dict[str, Change] = {
    "set_solid_row": solid_row,
    "set_edge_row": edge_row,
    "set_edge_arrays": edge_arrays,
}
ON_HEXES: dict[str, Change] = {
    "set_cover": lambda b, rng: b.set_cover(tile(b, rng), rng.choice((0, 0.5, 1))),
}
CHANGES_ON = {"square": CHANGES | ON_SQUARES, "hex": CHANGES | ON_HEXES}
MAKE: dict[str, Callable[[], Board]] = {
    "square": lambda: SquareBoard(5, 6),
    "hex": lambda: HexBoard(2, orientation="flat"),
}


def everything(board: Board) -> tuple[Any, ...]:
    """Return all content of a board, in its own order."""
    return (
        board.fingerprint(),
        board.figures(),
        [board.names_at(each) for each in board.tiles()],
        [board.flags(each) for each in board.tiles()],
        board.free_walls(),
        (board.ambient, board.lights()),
        board.terrains(),
        board.large_figures,
        board.has_edges,
    )


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_every_snapshot_is_the_board_as_it_was(grid: str) -> None:
    for seed in range(fewer(40)):
        rng, board = random.Random(seed), MAKE[grid]()
        changes = CHANGES_ON[grid]
        moments = []
        for _ in range(60):
            if rng.random() < 0.4:
                moments.append((board.snapshot(), everything(board)))
            try:
                changes[rng.choice(sorted(changes))](board, rng)
            except SightlineError:
                continue
        for snapshot, then in moments:
            assert everything(snapshot.copied or board) == then, seed


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_a_picture_shows_the_board_as_it_was(grid: str) -> None:
    rule = RULES["hexray"] if grid == "hex" else RULES["center"]
    for verb, change in CHANGES_ON[grid].items():
        rng, board = random.Random(verb), MAKE[grid]()
        board.place("Mira", (0, 0))
        board.place("chest", (1, 1), kind="chest", size=1 if grid == "hex" else (1, 1))
        board.add_wall((0, 0), (1, 1))
        board.add_light("Mira", 2)
        for _ in range(9):
            board.set_edge(*neighbors(board, rng), Door("closed"))
        seen = field(board, "Mira", rule, radius=2)
        before, drawn = everything(board), seen._repr_svg_()
        for number in range(99):
            if number >= 30 and everything(board) != before:
                break
            try:
                change(board, rng)
            except SightlineError:
                continue
        assert everything(board) != before, verb
        assert seen._repr_svg_() == drawn, verb
        assert field_svg(board, seen) == drawn, verb
        assert everything(seen.board_then()) == before, verb


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_no_change_is_forgotten(grid: str) -> None:
    verbs = ("set_", "add_", "put_", "remove", "place", "move", "clear", "open", "close")
    found = {each for each in dir(MAKE[grid]()) if each.startswith(verbs)}
    assert found - CHANGES_ON[grid].keys() == set()


def test_a_board_is_copied_only_for_somebody_who_holds_a_field_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = SquareBoard(3, 3)
    board.place("Mira", (0, 0))
    copies: list[Board] = []

    def copy(board: Board) -> Board:
        copies.append(board)
        return Board.copy(board)

    monkeypatch.setattr(SquareBoard, "copy", copy)
    board.move("Mira", (1, 1))
    field(board, "Mira", CenterRule())  # and is gone
    board.move("Mira", (0, 0))
    assert copies == []
    first, second = field(board, "Mira", CenterRule()), field(board, "C3", CenterRule())
    board.move("Mira", (2, 2))
    board.move("Mira", (2, 1))
    assert len(copies) == 1
    assert first.board_then().where("Mira") == second.board_then().where("Mira") == (0, 0)


def test_a_copy_has_no_observers() -> None:
    board = SquareBoard(3, 3)
    seen = field(board, "A1", CenterRule())
    twin = board.copy()
    twin.set_solid("B2")
    assert seen.board_then() == board != twin
    assert twin.observers == ()


def test_the_later_board_is_shown_of_fields_that_are_joined() -> None:
    board = SquareBoard(3, 3)
    board.place("Mira", (0, 0))
    rule = CenterRule()
    explored = field(board, "Mira", rule, radius=1)
    assert explored.viewers == ("Mira",)
    assert (explored | field(board, (2, 2), rule, radius=1)).viewers == ("Mira", (2, 2))
    board.move("Mira", (2, 2))
    now = field(board, "Mira", rule, radius=1)
    for both in (explored | now, now | explored):
        assert set(both) == set(explored) | set(now)
        assert both.board_then().where("Mira") == (2, 2)
        assert both.viewers == ()  # nobody sees all of this
    assert explored.board_then().where("Mira") == (0, 0)
    for other in (explored & now, ~now, now - explored, now ^ explored):
        assert other.viewers == ()
    board.set_solid_array([[False] * 3] * 3)
    board.move("Mira", (1, 1))
    latest = field(board, "Mira", rule)
    assert (explored | latest).board_then().where("Mira") == (1, 1)
    assert (latest | now).board_then().where("Mira") == (1, 1)


def test_the_board_of_a_field_is_its_own() -> None:
    board = SquareBoard(2, 2)
    seen: Field = field(board, (0, 0), CenterRule())
    seen.board_then().set_solid((1, 1))
    assert not board.is_solid((1, 1))
    assert not seen.board_then().is_solid((1, 1))
    assert field(HexBoard(1), (0, 0), HexRayRule()).board_then() == HexBoard(1)
