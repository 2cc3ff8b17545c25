"""Rock and tall furniture have no separate brightness (section 8 of the spec), on many boards.

First the engine is compared with the slow reference of `test_light`. Then rooms are closed by rock,
shelves and thin walls: no light in such a room changes what viewers outside see, and a room without
a light is dark for viewers inside it.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Wall,
    field,
    field_in_light,
    light_field,
    sees_in_light,
    trace_in_light,
)
from sightline.model.board import Board
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH, fewer
from tests.laws.test_fields import METRICS
from tests.laws.test_light import (
    ORDER,
    Viewer,
    add_some_light,
    brightness_for,
    is_seen,
    lit_board,
    opaque,
    viewers,
)

RULES = [
    pytest.param(CenterRule(), "square", id="center"),
    pytest.param(CornerRule(), "square", id="corner"),
    pytest.param(CornerRule("permissive"), "square", id="corner-permissive"),
    pytest.param(CenterRule("permissive", large="middle"), "square", id="center-middle"),
    pytest.param(CenterRule(), "hex", id="hex-center"),
    pytest.param(CornerRule(), "hex", id="hex-corner"),
    pytest.param(HexRayRule(), "hex", id="hexray"),
]
on_both_grids = pytest.mark.parametrize(("rule", "grid"), RULES)


def boards(count: int) -> range:
    """Return the seeds of the boards for each rule; `make thorough` uses twenty times as many."""
    return range(20 * count if THOROUGH else fewer(count))


@on_both_grids
def test_the_engine_sees_rock_in_the_light_of_the_reference(rule: Rule, grid: str) -> None:
    for seed in boards(300):
        rng = random.Random(f"{grid} {seed}")
        board = lit_board(grid, 7_000_000 + seed, rng.choice(("dark", "dark", "dim")))
        _add_rock(board, rng)
        viewer = rng.choice(viewers(board, rng))
        light = brightness_for(board, viewer.at, rule, viewer.metric)
        found = light_field(board, rule, metric=viewer.metric, viewer=viewer.at)
        assert dict(found) == light, (seed, viewer)
        if board.ambient == "dark":
            expected = {t for t in board.tiles() if is_seen(board, viewer, t, rule, light)}
            seen = field_in_light(board, viewer.at, rule, **viewer.options())
            assert set(seen) == expected, (seed, viewer)
        for target in [t for t in board.tiles() if opaque(board, t)][:2]:
            look = (board, viewer.at, target, rule)
            answer = trace_in_light(*look, **viewer.options())
            assert answer.brightness == light[target], (seed, viewer, target)
            assert answer.visible is sees_in_light(*look, **viewer.options())


def _add_rock(board: Board, rng: random.Random) -> None:
    share = rng.choice((0.1, 0.3, 0.5))
    for tile in board.tiles():
        if rng.random() < share and not board.names_at(tile):
            board.set_solid(tile)


# --- closed rooms


def closed_room(grid: str, seed: int) -> tuple[Board, list[Any], list[Any]]:
    """Return a dark board, the tiles of a room on it, and all tiles outside that are not opaque.

    The room is closed by rock, shelves, or a thin wall.
    """
    rng = random.Random(f"room {grid} {seed}")
    board: Board = SquareBoard(rng.randint(3, 7), rng.randint(4, 8))
    if grid == "hex":
        # With an open rim one would see around it.
        board = HexBoard(rng.randint(2, 3), outside="solid")
    tiles = board.tiles()[:]
    room = {rng.choice(tiles)}
    for _ in range(rng.randint(0, 6)):
        grown = {n for tile in room for n in board.grid.neighbors(tile) if n in board}
        room.add(rng.choice(sorted(grown)))
    for tile in tiles:
        if tile in room:
            continue
        corners = set(board.grid.corners(tile))
        shared = [corners.intersection(board.grid.corners(each)) for each in room]
        if any(shared) and rng.random() < 0.15 and max(map(len, shared)) == 2:
            _wall_off(board, tile, room)
        elif any(shared) and rng.random() < 0.8:
            board.set_solid(tile)
        elif any(shared):
            size: Any = 1 if grid == "hex" else (1, 1)
            board.place(f"shelf {tile}", tile, kind="bookcase", size=size)
        elif rng.random() < 0.25:
            board.set_solid(tile)
    board.ambient = "dark"
    inside = [tile for tile in tiles if tile in room]
    outside = [tile for tile in tiles if tile not in room and not opaque(board, tile)]
    return board, inside, outside


def _wall_off(board: Board, tile: Any, room: set[Any]) -> None:
    for each in room:
        if each in board.grid.neighbors(tile):
            board.set_edge(tile, each, Wall())


def rooms(grid: str, count: int) -> list[tuple[int, Board, list[Any], list[Any]]]:
    found = [(seed, *closed_room(grid, seed)) for seed in boards(count)]
    return [each for each in found if each[3]]


def what_is_seen(board: Board, viewer: Viewer, rule: Rule) -> Any:
    """Return everything that a viewer learns about light."""
    seen = field_in_light(board, viewer.at, rule, **viewer.options())
    light = light_field(board, rule, metric=viewer.metric, viewer=viewer.at)
    plain = field(board, viewer.at, rule)
    answers = [
        trace_in_light(board, viewer.at, tile, rule, **viewer.options()).explain()
        for tile in board.tiles()[::7]
        if tile in plain
    ]
    return set(seen), {tile: light[tile] for tile in plain}, answers


@on_both_grids
def test_a_light_in_a_closed_room_changes_nothing_outside(rule: Rule, grid: str) -> None:
    looked = 0
    for seed, board, inside, outside in rooms(grid, 60):
        rng = random.Random(seed)
        if rng.random() < 0.5:
            board.add_light(rng.choice(outside), rng.choice((0, 1, 2)), rng.choice((1, 3, 9)))
        viewer = Viewer(
            rng.choice(outside),
            rng.choice((None, None, 3)),
            rng.choice((0, 0, 1, None)),
            rng.choice(METRICS),
        )
        before = what_is_seen(board, viewer, rule)
        for _ in range(3):
            board.add_light(rng.choice(inside), rng.choice((0, 2, 9)), rng.choice((1, 4, 9)))
            assert what_is_seen(board, viewer, rule) == before, (seed, viewer)
        looked += 1
    assert looked > len(boards(60)) // 2


@on_both_grids
def test_a_closed_room_without_a_light_is_dark_to_those_in_it(rule: Rule, grid: str) -> None:
    for seed, board, inside, outside in rooms(grid, 30):
        rng = random.Random(seed)
        for _ in range(3):
            board.add_light(rng.choice(outside), 9, 20)
        viewer = rng.choice(inside)
        light = light_field(board, rule, viewer=viewer)
        seen = field(board, viewer, rule)
        assert {light[tile] for tile in seen} == {"dark"}, (seed, viewer)
        assert set(field_in_light(board, viewer, rule)) == {viewer}, (seed, viewer)


@on_both_grids
def test_a_new_light_makes_no_rock_darker(rule: Rule, grid: str) -> None:
    for seed in boards(60):
        rng = random.Random(f"{grid} {seed}")
        board = lit_board(grid, 8_000_000 + seed, rng.choice(("dark", "dim")))
        _add_rock(board, rng)
        viewer = rng.choice(viewers(board, rng))
        before = light_field(board, rule, viewer=viewer.at)
        seen = field_in_light(board, viewer.at, rule, **viewer.options())
        add_some_light(board, rng)
        after = light_field(board, rule, viewer=viewer.at)
        darker = [t for t in after if ORDER.index(after[t]) < ORDER.index(before[t])]
        assert not darker, (seed, viewer)
        assert seen <= field_in_light(board, viewer.at, rule, **viewer.options()), (seed, viewer)


# --- by example


def test_a_lamp_behind_a_wall_lights_only_the_far_side() -> None:
    board = SquareBoard.from_text("""
        .....
        #####
        .....
    """)
    board.ambient = "dark"
    board.add_light((2, 2), bright=1, dim=3)
    near, far = (light_field(board, CenterRule(), viewer=(row, 2)) for row in (0, 2))
    assert {near[1, col] for col in range(5)} == {"dark"}
    assert [far[1, col] for col in range(5)] == ["dim", "bright", "bright", "bright", "dim"]
    assert set(field_in_light(board, (0, 2), CenterRule())) == {(0, 2)}
    assert trace_in_light(board, (0, 2), (1, 2), CenterRule()).explain() == (
        "In sight, but dark: no light reaches the near side of C2."
    )


def test_the_inner_corner_of_a_room_takes_its_light_over_the_corner() -> None:
    board = SquareBoard.from_text("""
        ###
        #..
        #..
    """)
    board.ambient = "dark"
    board.add_light((2, 2), bright=0, dim=2)
    light = light_field(board, CornerRule(), viewer=(2, 2))
    assert light[0, 0] == "dim"


def test_a_figure_is_lit_where_it_stands_and_a_bookcase_from_the_side() -> None:
    for kind, lit in (("enemy", "bright"), ("bookcase", "dark"), ("table", "bright")):
        board = SquareBoard(1, 6)
        board.ambient = "dark"
        board.place("it", (0, 3), kind=kind, size=(1, 1))  # type: ignore[arg-type]
        board.add_light((0, 4), bright=1)
        answer = trace_in_light(board, (0, 0), "it", CenterRule())
        assert (answer.brightness, answer.visible) == (lit, lit == "bright"), kind
        assert answer.opaque is (kind == "bookcase")
