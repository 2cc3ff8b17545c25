"""Packs on boards with heights, compared with independent implementations and the checker.

The laws of section 9 of the spec are tested too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sightline import (
    At,
    HexBoard,
    PackRule,
    Rulings,
    SquareBoard,
    Wall,
    check,
    cover_field,
    degree,
    field,
    sees,
    trace,
)
from sightline.errors import FormatError, InvalidValueError
from sightline.model.board import Board
from sightline.model.place import on_storey, place, storey_of
from sightline.packs import PACKS, pack_from_text
from tests.every_rule import THOROUGH
from tests.heights import keep_heads, lifted, raised, random_board, stand_on_the_ground
from tests.packs.boards import random_board as flat_board
from tests.packs.high_games import GAMES, is_free, some_free_line

BOARDS = 300 if THOROUGH else 4
HIGH = [name for name in PACKS if PACKS[name].heights]
by_game = pytest.mark.parametrize("name", GAMES)
by_pack = pytest.mark.parametrize("name", HIGH)


def furnished(seed: str, grid: str = "square") -> Board:
    """Return a random board with heights, furniture, smoke and figures with sides."""
    for attempt in range(100):
        dice = random.Random(f"{seed} {attempt}")
        board = random_board(dice, grid)
        if board.has_figure("b"):
            break
    for tile in board.tiles():
        if dice.random() < 0.1:
            board.set_terrain(tile, "smoke")
        if dice.random() < 0.15 and not board.names_at(tile):
            tall, height = dice.random() < 0.5, dice.choice((Fraction(1, 2), 1, 2))
            board.place(
                f"on {tile}", tile, kind="table", size=(1, 1), blocks_sight=tall, height=height
            )
    return board


def rule_of(name: str) -> PackRule:
    return PackRule(PACKS[name])


def boards(name: str, what: str, count: int = BOARDS) -> Iterator[Board]:
    for i in range(count):
        grids = PACKS[name].grids
        yield furnished(f"{name} {what} {i}", grids[i % len(grids)])


def rank(board: Board, name: str, a: Any = "a", b: Any = "b") -> int:
    return PACKS[name].rank(str(degree(board, a, b, rule_of(name))))


@by_game
def test_the_slow_reading_of_the_game_agrees(name: str) -> None:
    for i in range(BOARDS):
        board = furnished(f"{name} book {i}")
        assert trace(board, "a", "b", rule_of(name)).degree == GAMES[name](board), i


def test_no_line_to_any_part_of_a_tile_is_missed_and_those_found_are_free() -> None:
    """Compares lines to many points of the tile, and checks the line that was found."""
    sight = PACKS["dnd5e"].sight
    rule = PackRule(replace(PACKS["dnd5e"], cover=(), degrees=("none", "total")))
    tries = [Fraction(each, 12) for each in ((1, 4, 7, 11) if THOROUGH else (1, 7))]
    for i in range(BOARDS):
        board = furnished(f"parts {i}")
        found = trace(board, "a", "b", rule)
        if found.visible:
            assert not found.line or is_free(board, [*sight.blockers], *found.line), i
        else:
            assert not some_free_line(board, [*sight.blockers], tries), i


@by_pack
def test_the_checker_accepts_answers_and_no_others(name: str) -> None:
    for i, board in enumerate(boards(name, "checked", BOARDS // 2 if THOROUGH else 1)):
        sight = trace(board, "a", "b", rule_of(name))
        assert check(board, sight), (i, str(check(board, sight)))
        if sight.heights is not None:
            up = (sight.heights[0] + 100, sight.heights[1])
            high = replace(sight.lines[0], heights=up)
            assert not check(board, replace(sight, heights=up))
            assert not check(board, replace(sight, lines=(high, *sight.lines[1:])))
        if sight.cleared:
            assert not check(board, replace(sight, cleared=()))


@by_pack
def test_every_question_gives_the_same(name: str) -> None:
    rule = rule_of(name)
    for board in boards(name, "questions", 20 if THOROUGH else 1):
        viewer, seen = place(board, "a", "from"), field(board, "a", rule)
        covers, storey = cover_field(board, "a", rule), storey_of(board, viewer, None)
        for tile in board.tiles():
            there = on_storey(board, tile, storey).body
            asked = tile if there is None else At(tile, elevation=there[0])
            sight = trace(board, "a", asked, rule)
            assert (tile in seen) is sees(board, "a", asked, rule) is sight.visible
            assert covers[tile] == sight.degree == degree(board, "a", asked, rule)


@by_pack
def test_lifting_everything_changes_nothing(name: str) -> None:
    for board in boards(name, "lifted"):
        assert rank(lifted(board, 7), name) == rank(board, name)


@by_pack
def test_what_grows_gives_no_less_cover(name: str) -> None:
    for i, board in enumerate(boards(name, "grown")):
        before, dice = rank(board, name), random.Random(i)
        for here, there, wall in [*board.edges()]:
            if not wall.limited:
                board.set_edge(here, there, raised(wall, *dice.choice([(0, 1), (-1, 0)])))
        for tile in board.tiles():
            if not board.names_at(tile):
                board.set_elevation(tile, board.ground_at(tile) + Fraction(dice.randint(0, 1), 2))
        for floor in board.floors():
            board.remove_floor(floor.name)
            board.add_floor(floor.height, board.tiles(), floor.name)
        assert rank(board, name) >= before


@by_pack
def test_a_taller_body_has_no_more_cover(name: str) -> None:
    for board in boards(name, "taller"):
        before, figure = rank(board, name), board.figure("a")
        feet = board.body(figure)[0]
        board.remove("a")
        board.place("a", figure.at, elevation=feet, height=figure.height + 1)
        assert rank(board, name) <= before


@by_pack
def test_it_is_the_same_both_ways_where_the_pack_says_so(name: str) -> None:
    """Packs that are not symmetric pick the attacker's best corner for cover; sight itself is the
    same both ways in them, too.
    """
    for board in boards(name, "both ways"):
        if not board.has_one_way_walls:
            forth, back = rank(board, name), rank(board, name, "b", "a")
            last = len(PACKS[name].degrees) - 1
            assert (forth == last) is (back == last)
            assert forth == back or not PACKS[name].symmetric


@by_pack
def test_where_all_stand_the_line_under_both_heads_decides(name: str) -> None:
    for board in boards(name, "standing"):
        if stand_on_the_ground(board):
            before = rank(board, name)
            keep_heads(board, "a", "b")
            assert rank(board, name) == before


@by_pack
def test_a_flat_board_answers_as_before(name: str) -> None:
    """The test adds a height that no line comes near."""
    for i in range(BOARDS):
        dice = random.Random(f"{name} flat {i}")
        flat = flat_board(dice, dice.choice(PACKS[name].grids))
        for tile in [*flat.elevations]:
            flat.set_elevation(tile, None)
        high = flat.copy()
        empty, *targets = dice.sample([t for t in flat.tiles() if not flat.names_at(t)], 5)
        if i % 2:
            high.set_elevation(empty, -1)
        else:
            high.add_floor(50, [empty])
        for target in ("T", *targets):
            assert rank(flat, name, "A", target) == rank(high, name, "A", target), i


@by_pack
def test_a_storey_without_a_hole_is_closed(name: str) -> None:
    rule = rule_of(name)
    board = SquareBoard(3, 4)
    board.add_floor(3, board.tiles(), "gallery")
    board.place("up", "B2", elevation=3)
    assert not any(sees(board, "up", at, rule) for at in board.tiles())
    assert not sees(board, "up", At("B2", elevation=1), rule)
    board.remove_floor("gallery")
    hole = board.position("C2")
    board.add_floor(3, [tile for tile in board.tiles() if tile != hole], "gallery")
    # from center to center, the line meets the floor under the viewer
    assert sees(board, "up", "C2", rule) is (PACKS[name].sight.start == "corners")


@by_pack
def test_the_line_goes_over_a_low_wall_and_says_so(name: str) -> None:
    board = SquareBoard(3, 6)
    board.place("a", "A2")
    board.place("b", "F2")
    for row in "123":
        board.set_edge(f"C{row}", f"D{row}", Wall(top=Fraction(1, 2)))
    sight = trace(board, "a", "b", rule_of(name))
    assert sight.visible
    assert sight.degree == "none"
    assert sight.heights == (Fraction(3, 4), Fraction(3, 4))
    assert "0.25 above the wall between C" in sight.explain()
    for row in "123":
        board.set_edge(f"C{row}", f"D{row}", Wall(top=3))
    sight = trace(board, "a", "b", rule_of(name))
    assert sight.degree == "total"
    assert sees(board, At("A2", elevation=6), "b", rule_of(name))


@by_pack
def test_lines_without_a_common_height_have_a_reason(name: str) -> None:
    for grid in PACKS[name].grids:
        board: Board = SquareBoard(3, 3) if grid == "square" else HexBoard(radius=1)
        tiles = [*board.tiles()]
        middle = tiles[len(tiles) // 2]
        beside = next(iter(board.grid.neighbors(middle)))
        board.add_floor(3, [tile for tile in tiles if tile != middle], "gallery")
        board.place("goblin", middle)
        bat = At(beside, elevation=5)
        for sight in (
            trace(board, bat, "goblin", rule_of(name)),
            trace(board, "goblin", bat, rule_of(name)),
        ):
            assert ":" in sight.explain()
            assert not sight.explain().endswith(": .")
    board = SquareBoard(3, 3)
    board.place("bat", "B2", elevation=5)
    for there in ("C2", "C3"):
        assert trace(board, "bat", there, rule_of(name)).explain()


def test_neighbors_need_a_height_that_both_have() -> None:
    board = SquareBoard(3, 3)
    board.place("low", "B2")
    board.place("high", "C2", elevation=5)
    rule = PackRule("descent2")
    assert trace(board, "low", "high", rule).question == "sight"
    board.move("high", "C2", elevation=Fraction(1, 2))
    assert trace(board, "low", "high", rule).question == "neighbors"
    board.set_edge("B2", "C2", Wall(top=Fraction(3, 4)))
    assert sees(board, "low", "high", rule)
    board.set_edge("B2", "C2", Wall(top=1))
    sight = trace(board, "low", "high", rule)
    assert not sight.visible
    assert check(board, sight), str(check(board, sight))


def test_a_pack_that_takes_no_heights_says_so() -> None:
    board = SquareBoard(3, 3)
    board.set_elevation("B2", 1)
    for name in PACKS:
        if "square" in PACKS[name].grids and not PACKS[name].heights:
            with pytest.raises(InvalidValueError, match="does not take boards with heights"):
                sees(board, "A1", "C3", rule_of(name))


HEAD = """name = "mine"
title = "Mine"
summary = "A line."
source = "me"
grids = ["square"]
symmetric = true
"""
SIGHT = 'sight = { blockers = { solid = "hide" }, more }\n'


@pytest.mark.parametrize(
    ("top", "more", "words"),
    [
        ('heights = "yes"', "", 'heights: expected "true" in quotes'),
        ("heights = true", "", 'heights: expected "true" in quotes'),
        ('heights = "true"\nzones = "own"', "", "packs with zones take no heights"),
        ('heights = "true"', 'shape = "diamond", ', 'packs with shape = "diamond"'),
        ('heights = "true"', 'lean = "any", ', "packs with lean in a question"),
        ('heights = "true"', 'start = "area", end = "area", ', "lines from area to area"),
        ("", 'heights = "true", ', r"write it above \[sight\]"),
    ],
)
def test_what_has_no_meaning_with_heights_is_refused(top: str, more: str, words: str) -> None:
    text = f"{HEAD}{top}\n{SIGHT}"
    usual = 'start = "center", end = "center"'
    good = f'{HEAD}heights = "true"\n{SIGHT}'.replace("more", usual)
    assert pack_from_text(good).heights == "true"
    more = more if "end =" in more else f"{more}{usual}"
    with pytest.raises(FormatError, match=words):
        pack_from_text(text.replace("more", more.rstrip(", ")), "mine.toml")


@pytest.mark.parametrize("more", ['touch = { corner = "pass" }', 'ends = "closed"'])
def test_where_touches_beside_an_area_matter_heights_are_refused(more: str) -> None:
    more = f'start = "corners", end = "area", {more}'
    rule = PackRule(pack_from_text(f'{HEAD}heights = "true"\n{SIGHT}'.replace("more", more)))
    board = SquareBoard(1, 4)
    assert sees(board, "A1", "D1", rule)
    board.set_elevation("B1", 2)
    with pytest.raises(InvalidValueError, match="does not take boards with heights"):
        sees(board, "A1", "D1", rule)


def test_a_ruling_lapses_when_a_height_changes_that_matters() -> None:
    board = SquareBoard(3, 6)
    board.place("a", "A2")
    board.place("b", "F2")
    board.set_edge("C2", "D2", Wall(top=3))
    rule = PackRule("descent1")
    rulings = Rulings()
    rulings.rule(board, "a", "b", rule, visible=True)

    def is_ruled(there: Board) -> bool:
        return trace(there, "a", "b", rule, rulings=rulings).ruling is not None

    changes: list[Callable[[SquareBoard], object]] = [
        lambda twin: twin.set_edge("C2", "D2", Wall(top=4)),
        lambda twin: twin.move("a", "A2", elevation=1),
        lambda twin: twin.set_elevation("E2", 1),
        lambda twin: twin.add_floor(2, ["D2"]),
    ]
    for change in changes:
        twin = board.copy()
        change(twin)
        assert not is_ruled(twin)
    board.set_elevation("A1", 1)  # beside the line
    assert is_ruled(board)
