"""What packs decide without lines, and what counts by position.

These are range, facing, straight lines, rooms, and cover next to the target.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import (
    Door,
    HexBoard,
    SquareBoard,
    Wall,
    check,
    cover_field,
    degree,
    field,
    sees,
    trace,
)
from sightline.model.board import Board
from sightline.packs.schema import ARCS, Pack
from sightline.packs.words import kind_words, question_words, special_words
from sightline.rules.menu import terrain_of
from sightline.rules.pack import PackRule
from sightline.rules.packs.zones import ZoneCache
from tests.packs.boards import CENTERS, COVERED, WALLS, made, near_target


def answer(board: Board, pack: Pack, a: Any = "A", b: Any = "T") -> str:
    """Return the degree, after checking that every other way to ask agrees."""
    rule = PackRule(pack)
    sight = trace(board, a, b, rule)
    assert not check(board, sight).problems
    assert degree(board, a, b, rule) == sight.degree
    assert sees(board, a, b, rule) == bool(sight)
    (target,) = sight.target.tiles
    assert (target in field(board, a, rule)) == bool(sight)
    assert cover_field(board, a, rule)[target] == sight.degree
    assert sight.explain()
    return sight.degree.name


# --- range


@pytest.mark.parametrize(
    ("metric", "most"), [("chebyshev", 3), ("manhattan", 5), ("euclid", 4), ("steps", 8)]
)
def test_nobody_is_seen_beyond_the_range(metric: str, most: int) -> None:
    board = SquareBoard.from_text("A...\n....\n...T")
    for limit in (most, most - 1):
        pack = made("far", ("square",), **CENTERS, max_range=limit, metric=metric)
        assert answer(board, pack) == ("none" if limit == most else "total")
    assert trace(board, "A", "T", PackRule(pack)).question == "range"


def test_a_large_figure_is_as_near_as_its_nearest_tile() -> None:
    board = SquareBoard(2, 6)
    board.place("A", "A1", size=2)
    board.place("T", "E1", size=2)
    rule = PackRule(made("far", **CENTERS, max_range=3))
    assert sees(board, "A", "T", rule)
    board.place("far", "F1", blocks_sight=False)
    assert not sees(board, "A", "far", rule)
    assert "more than 3 tiles" in trace(board, "A", "far", rule).explain()


# --- facing


def test_the_rim_of_an_arc_is_seen() -> None:
    board = SquareBoard(5, 5)
    board.place("A", "C3", facing="north")
    pack = made("arc", symmetric=False, **CENTERS, arc=90)
    seen = {str(tile) for tile in field(board, "A", PackRule(pack))}
    assert seen == {"A1", "B1", "C1", "D1", "E1", "B2", "C2", "D2", "C3"}
    board.turn("A", "south-east")
    seen = {str(tile) for tile in field(board, "A", PackRule(pack))}
    assert seen == {"C3", "D3", "E3", "C4", "D4", "E4", "C5", "D5", "E5"}


@pytest.mark.parametrize(("arc", "count"), [(60, 1), (120, 3), (180, 3), (240, 5), (300, 5)])
def test_arcs_of_hexes(arc: int, count: int) -> None:
    board = HexBoard(radius=1)
    board.place("A", (0, 0), facing="east")
    rule = PackRule(made("arc", symmetric=False, **CENTERS, arc=arc))
    assert len(field(board, "A", rule)) == count + 1


def test_no_facing_sees_all_around() -> None:
    board = SquareBoard.from_text("T.A.U")
    for arc in ARCS:
        pack = made("arc", symmetric=False, **CENTERS, arc=arc)
        assert answer(board, pack, "A", "T") == answer(board, pack, "A", "U") == "none"
    board.turn("A", "east")
    assert answer(board, pack, "A", "U") == "none"
    assert answer(board, pack, "A", "T") == "total"
    assert answer(board, pack, "T", "A") == "none"
    assert "outside the arc of 300 degrees" in trace(board, "A", "T", PackRule(pack)).explain()


# --- straight lines


def test_only_rows_and_columns_are_looked_along() -> None:
    board = SquareBoard(3, 3)
    board.place("A", "B2")
    pack = made("straight", **CENTERS, straight=True)
    assert {str(tile) for tile in field(board, "A", PackRule(pack))} == {
        *("B2", "A2", "C2", "B1", "B3")
    }
    hexes = HexBoard(radius=2)
    hexes.place("A", (0, 0))
    assert len(field(hexes, "A", PackRule(pack))) == 13
    assert "no row or column" in trace(board, "A", "C3", PackRule(pack)).explain()
    assert answer(board, pack, "A", "C3") == "total"


# --- rooms

JOINED = made(
    "rooms",
    **CENTERS,
    straight=True,
    zones="joined",
    open_ground=("street",),
    blockers={"room": "hide", **WALLS},
)
OWN = made("own", **CENTERS, straight=True, zones="own")
TWO_ROOMS = """
+---+---+---+---+
| A   . | .   . |
+   +   +   +   +
| .   . | .   T |
+---+---+---+---+
"""


def test_a_room_ends_at_walls_and_doors_of_any_state() -> None:
    board = SquareBoard.from_text(TWO_ROOMS)
    assert answer(board, JOINED) == "total"
    board.set_edge("B2", "C2", Door("closed"))
    assert answer(board, JOINED) == "total"
    board.set_edge("B2", "C2", Door("open"))
    assert answer(board, JOINED) == "none"
    assert answer(board, OWN) == "total"
    board.set_edge("B2", "C2", None)
    assert answer(board, OWN) == "none"
    assert "in one room" in trace(board, "A", "T", PackRule(OWN)).explain()


def test_walls_off_the_grid_part_rooms() -> None:
    board = SquareBoard.from_text("A...\n...T")
    assert answer(board, OWN) == "none"
    board.add_wall((1.6, 0), (2.2, 2))
    assert answer(board, OWN) == "total"
    board.remove_wall((1.6, 0), (2.2, 2))
    board.add_wall((1.6, 0), (2.2, 2), Door("open"))
    assert answer(board, OWN) == "total"
    assert answer(board, JOINED) == "none"


def test_a_one_way_wall_joins_rooms_one_way() -> None:
    board = SquareBoard.from_text(TWO_ROOMS)
    board.set_edge("B2", "C2", Wall(one_way="back"))
    assert answer(board, JOINED) == "none"
    assert answer(board, JOINED, "T", "A") == "total"
    assert trace(board, "A", "T", PackRule(JOINED)).one_way


def test_a_line_passes_streets_but_no_third_room() -> None:
    board = SquareBoard.from_text("A...T")
    for left, right in (("A1", "B1"), ("D1", "E1")):
        board.set_edge(left, right, Door("open"))
    assert answer(board, JOINED) == "total"
    for tile in ("B1", "C1", "D1"):
        board.set_terrain(tile, "street")
    assert answer(board, JOINED) == "none"


def test_zones_are_kept_while_figures_move() -> None:
    board = SquareBoard.from_text(TWO_ROOMS)
    answer(board, JOINED)
    cache = board.observer(ZoneCache)
    assert cache is not None
    kept = dict(cache.kept)
    board.move("T", "D1")
    board.set_terrain("B1", "rubble")
    assert cache.kept == kept
    board.set_terrain("B1", "street")
    assert not cache.kept


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("pack", [JOINED, OWN], ids=lambda pack: pack.name)
def test_rooms_on_random_boards(pack: Pack, grid: str) -> None:
    """The rule, its kernels and the checker agree on boards full of walls and doors."""
    found = set()
    for i in range(8):
        dice = random.Random(f"{grid} {i}")
        board: Board = SquareBoard(5, 5) if grid == "square" else HexBoard(radius=2)
        tiles = dice.sample(list(board.tiles()), 8)
        for tile in tiles[:2]:
            board.set_terrain(tile, "street")
        board.set_solid(tiles[2])
        for a in board.tiles():
            for b in board.grid.neighbors(a):
                if b in board and dice.random() < 0.25:
                    board.set_edge(a, b, dice.choice((Wall(), Door("open"), Door("closed"))))
        for a, b in ((tiles[3], tiles[4]), (tiles[0], tiles[5]), (tiles[6], tiles[1])):
            found.add((answer(board, pack, a, b), trace(board, a, b, PackRule(pack)).question))
    assert {("none", "zones"), ("total", "sight")} <= found


# --- near the target

OPEN = {"solid": "hide"}
NEAR = made(
    "near", symmetric=False, **CENTERS, blockers=OPEN, degrees=COVERED, cover=(near_target(1),)
)


def test_only_what_touches_the_target_covers() -> None:
    board = SquareBoard.from_text("......\nA..C.T\n......")
    assert answer(board, NEAR) == "none"
    board.move("C", "E2")
    assert answer(board, NEAR) == "some"
    assert answer(board, NEAR, "T", "A") == "none"


def test_a_wall_is_next_to_the_tiles_that_it_touches() -> None:
    board = SquareBoard.from_text("......\nA....T\n......")
    for column, found in (("CD", "none"), ("EF", "much")):
        for row in "123":
            board.set_edge(column[0] + row, column[1] + row, Wall())
        assert answer(board, NEAR) == found
        for row in "123":
            board.set_edge(column[0] + row, column[1] + row, None)
    for far_end, found in ((4.5, "none"), (5.5, "much")):
        board.add_wall((4.5, 0), (far_end, 3))
        assert answer(board, NEAR) == found
        board.remove_wall((4.5, 0), (far_end, 3))


def test_what_the_viewer_stands_at_does_not_count() -> None:
    cover = near_target(9, beyond_viewer=1, **CENTERS, take="any")
    pack = made("far", symmetric=False, **CENTERS, blockers=OPEN, degrees=COVERED, cover=(cover,))
    assert answer(SquareBoard.from_text("A.C.T"), pack) == "some"
    assert answer(SquareBoard.from_text("AC..T"), pack) == "none"
    assert answer(SquareBoard.from_text("A..CT"), pack) == "some"


# --- in words


def test_a_pack_says_it_in_words() -> None:
    pack = made(
        "words", symmetric=False, **CENTERS, max_range=6, metric="euclid", arc=90, zones="joined",
        open_ground=("street",), straight=True,
    )  # fmt: skip
    said = " ".join(special_words(pack))
    for words in ("6 tiles away, counted by euclid", "90 degrees", "viewer's room", "an opening"):
        assert words in said
    assert "Each tile of street is a room" in said
    assert "only along a row or a column of tiles" in list(question_words(pack.sight))
    near = list(question_words(near_target(1, beyond_viewer=2), cover=True))
    assert "only what is 1 tile from the target or nearer counts" in near
    assert "what is 2 tiles from the viewer or nearer does not count" in near
    assert terrain_of(pack) == ["low", "street"]
    assert kind_words(pack)["street"] == ""
