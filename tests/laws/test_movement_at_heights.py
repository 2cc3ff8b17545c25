"""Movement on boards with heights: on a floor, on the ground below it, and in the air."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from sightline import (
    At,
    Door,
    HexBoard,
    SquareBoard,
    Wall,
    areas,
    field,
    path,
    reach,
    sees,
    threat,
)
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.threshold import bars_way, span_of
from tests.heights import random_board

GRIDS = ("square", "hex")


def tower() -> SquareBoard:
    """Return a gallery over a hall with a hole at C1, a goblin below, and a bat in the air."""
    board = SquareBoard(2, 5)
    board.add_floor(3, [t for t in board.tiles() if str(t) != "C1"], "gallery")
    board.place("guard", At("A1", floor="gallery"))
    board.place("goblin", "B1")
    board.place("bat", "E2", elevation=6)
    return board


def everything(board: Board) -> set[str]:
    return {str(tile) for tile in board.tiles()}


def expected(board: Board, name: str | None, start: Any, feet: Fraction | None) -> set[Tile]:
    """Return the tiles that a figure of height 1 can reach, by a slow search over positions and
    heights.
    """
    floor = {t for f in board.floors() if f.height == feet for t in f.tiles}
    flies = feet is not None and start not in floor

    def body(tile: Tile) -> tuple[Fraction, Fraction]:
        low = board.ground_at(tile) if feet is None else feet
        return low, low + 1

    def stands(tile: Tile) -> bool:
        if tile not in board or board.is_solid(tuple(tile)):
            return False
        low, high = body(tile)
        ground = board.ground_at(tile)
        if ground > low or not (flies or ground == low or tile in floor):
            return False
        others = (f for f in board.figures_at(tuple(tile)) if f.name != name)
        if feet is None:  # its height varies, so it must not pass anything that it could meet
            grounds = [board.ground_at(each) for each in board.tiles()] + [Fraction(0)]
            low, high = min(low, *grounds), max(high, max(grounds) + 1)
        return all(not (b[0] < high and low < b[1]) for b in map(board.body, others))

    def steps(a: Tile, b: Tile) -> bool:
        wall = board.edge(tuple(a), tuple(b))
        if wall is None or not bars_way(wall, ("open",)):
            return True
        low = max(body(a)[0], body(b)[0])
        bottom, top = span_of(wall)
        return (top is not None and top <= low) or (bottom is not None and bottom >= low + 1)

    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for there in board.grid.neighbors(here):
            if there not in seen and stands(there) and steps(here, there):
                seen.add(there)
                waiting.append(there)
    return seen


@pytest.mark.parametrize("grid", GRIDS)
def test_reach_is_a_search_over_bodies(grid: str) -> None:
    compared = 0
    for seed in range(60):
        board = random_board(random.Random(f"walk {seed}"), grid)
        for wall in board.free_walls():
            board.remove_wall(*wall.ends)
        starts: list[tuple[str | None, Any, Tile, Fraction | None]] = [
            (f.name, f.name, f.at, f.elevation) for f in board.figures() if f.height == 1
        ]
        tile = random.Random(seed).choice([*board.tiles()])
        starts.append((None, At(tile, elevation=Fraction(5, 2)), tile, Fraction(5, 2)))
        for name, asked, at, feet in starts:
            if board.is_solid(tuple(at)) or (feet is not None and feet <= board.ground_at(at)):
                continue
            if name is None and board.names_at(at):
                continue
            found = reach(board, asked, 99)
            assert {*found} == expected(board, name, at, feet), (seed, asked)
            compared += 1
            for goal in board.tiles():
                way = path(board, asked, tuple(goal))
                assert (way is not None) == (goal in found), (seed, goal)
    assert compared > 40


def test_on_a_floor_holes_are_in_the_way() -> None:
    board = tower()
    assert [str(t) for t in path(board, "guard", "E1") or ()] == [
        *("A1", "B1", "B2", "C2", "D2", "D1", "E1")
    ]
    assert (0, 2) not in reach(board, "guard", 9)
    assert (0, 2) in reach(board, "goblin", 9)
    board.remove_floor("gallery")
    board.add_floor(3, [t for t in board.tiles() if t[1] != 2], "gallery")
    assert path(board, "guard", "E1") is None


def test_nobody_changes_storeys() -> None:
    board = tower()
    assert path(board, "guard", "goblin") is None
    assert path(board, "guard", At("D1", elevation=0)) is None
    assert path(board, "guard", At("D1", floor="gallery")) is not None
    assert path(board, At("D1"), "goblin") is not None
    assert path(board, "bat", "guard") is None
    assert path(board, "bat", At("A1", elevation=6)) is not None


def test_what_is_above_or_below_is_not_in_the_way() -> None:
    board = SquareBoard(1, 5)
    board.set_edge("B1", "C1", Wall(top=2))
    board.set_edge("C1", "D1", Door("closed", bottom=3))
    board.place("Mira", "A1")
    assert {str(t) for t in reach(board, "Mira", 9)} == {"A1", "B1"}
    assert {str(t) for t in reach(board, At("A1", elevation=2), 9)} == {
        *["A1", "B1", "C1", "D1", "E1"]
    }
    assert {str(t) for t in reach(board, At("E1"), 9)} == {"C1", "D1", "E1"}
    board.place("bat", "D1", elevation=5)
    assert (0, 3) in reach(board, At("E1"), 9)
    board.move("bat", "D1", elevation=Fraction(1, 2))
    assert (0, 3) not in reach(board, At("E1"), 9)


def test_a_threat_is_to_those_who_are_seen() -> None:
    board = tower()
    danger = threat(board, "guard", 2, 3, "corner")
    assert set(danger.reach) == {*reach(board, "guard", 2)}
    for name in ("goblin", "bat"):
        seen = False
        for spot in danger.reach:
            moved = board.copy()
            moved.move("guard", tuple(spot))
            tiles = field(moved, "guard", "corner", radius=3, by="effect")
            ground = field(moved, "guard", "corner", radius=3, by="effect", floor="gallery")
            assert set(tiles) == set(ground)
            away = board.figure(name).at
            close = (spot[0] - away[0]) ** 2 + (spot[1] - away[1]) ** 2 <= 9
            seen |= close and sees(moved, "guard", name, "corner", by="effect")
        assert (name in danger.figures) is seen
    low = SquareBoard(1, 5)
    low.place("goblin", "C1", blocks_sight=True)
    flying = threat(low, At("A1", elevation=4), 1, 3, "center")
    assert {str(tile) for tile in flying} == everything(low)
    assert {str(tile) for tile in threat(low, "A1", 1, 3, "center")} == everything(low) - {
        "D1",
        "E1",
    }


def test_areas_reach_the_storey_that_is_asked_for() -> None:
    board = tower()
    whole = areas.circle(board, "guard", 9)
    assert len(whole) == 10
    for floor in (None, "gallery"):
        reached = areas.circle(board, At("B1", floor="gallery"), 9, sight="center", floor=floor)
        asked = field(board, At("B1", floor="gallery"), "center", floor=floor, by="effect")
        assert set(reached) == set(asked)
    below = areas.burst(board, "goblin", "south-east", 2, sight="corner", floor="gallery")
    seen = field(board, "goblin", "corner", floor="gallery", by="effect")
    assert set(below) <= set(seen)
    hexes = HexBoard(radius=2)
    hexes.add_floor(2, ["0,0", "1,0"], "bridge")
    fire = areas.cone(hexes, At("0,0", elevation=2), "1,0", 2, sight="corner", floor="bridge")
    assert {tuple(t) for t in fire} <= {tuple(t) for t in hexes.tiles()}
    with pytest.raises(InvalidValueError, match="floor: expected a rule of sight too"):
        areas.line(board, "goblin", "E1", 3, floor="gallery")
