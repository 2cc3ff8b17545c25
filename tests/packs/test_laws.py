"""Laws for every pack on small random boards.

Closed rooms are closed, rotations and reflections change nothing, a new blocker never lowers a
degree, ties are ordered, and symmetric packs are symmetric.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from sightline import Door, HexBoard, Verdict, Wall, field_in_light, sees, sees_in_light, trace
from sightline.model.board import Board
from sightline.packs.schema import Pack, PackQuestion
from sightline.rules.pack import PackRule
from tests.every_rule import THOROUGH
from tests.packs.boards import ALL, random_board
from tests.transforms import turned

BOARDS = 200 if THOROUGH else 2
each_pack = pytest.mark.parametrize("pack", ALL, ids=lambda pack: pack.name)


def _boards(pack: Pack, seed: str) -> Iterator[tuple[random.Random, Board]]:
    """Yield small random boards of the pack's grids, each with A and T on it."""
    for i in range(BOARDS):
        dice = random.Random(f"{pack.name} {seed} {i}")
        yield dice, random_board(dice, dice.choice(pack.grids), large=i % 4 == 0)


def _ranks(pack: Pack, board: Board, one: Any = "A", other: Any = "T") -> tuple[int, ...]:
    return tuple(map(pack.rank, trace(board, one, other, PackRule(pack)).degrees))


def _between(board: Board) -> list[Any]:
    """Return the tiles that are not occupied by A or T."""
    own = {*board.figure("A").tiles, *board.figure("T").tiles}
    return [each for each in board.tiles() if each not in own]


def _block(dice: random.Random, board: Board, pack: Pack) -> str:
    """Add one more possible blocker to the board without removing anything."""
    tile = dice.choice(_between(board))
    kinds = {kind for each in (pack.sight, *pack.cover) for kind in (*each.blockers, *each.points)}
    grown = sorted(kinds & {"woods", "smoke", "low", "building", "light-woods", "heavy-woods"})
    match dice.randrange(5):
        case 0 if grown and board.terrain(tile) is None:
            board.set_terrain(tile, dice.choice(grown))
            return f"terrain on {tile}"
        case 1:
            near = [each for each in board.grid.neighbors(tile) if each in board]
            other = dice.choice(near)
            board.set_edge(tile, other, Wall())
            return f"wall between {tile} and {other}"
        case 2 if not board.names_at(tile) and not board.is_solid(tile):
            board.place("one more", tile, side="enemies")
            return f"figure on {tile}"
        case 3 if isinstance(board, HexBoard):
            board.set_elevation(tile, (board.elevation(tile) or 0) + dice.randrange(1, 4))
            return f"higher ground on {tile}"
    board.set_solid(tile)
    return f"rock on {tile}"


@each_pack
def test_a_new_blocker_never_lowers_the_degree(pack: Pack) -> None:
    for dice, board in _boards(pack, "blocker"):
        before = _ranks(pack, board)
        for _ in range(3):
            what = _block(dice, board, pack)
            after = _ranks(pack, board)
            assert all(a <= b for a, b in zip(before, after, strict=True)), (what, str(board))
            before = after
            if board.has_figure("one more"):
                break


@each_pack
def test_what_the_pack_does_not_name_changes_nothing(pack: Pack) -> None:
    for dice, board in _boards(pack, "unnamed"):
        before = _ranks(pack, board)
        for tile in dice.sample([t for t in _between(board) if board.terrain(t) is None], 6):
            board.set_terrain(tile, "lava")
        assert _ranks(pack, board) == before, str(board)


@each_pack
def test_closed_doors_are_walls_and_open_doors_are_nothing(pack: Pack) -> None:
    questions = (pack.sight, *pack.cover)
    if any(each.blockers.get("wall") != each.blockers.get("door") for each in questions):
        pytest.skip("a game in which doors are something else")
    if pack.zones:
        pytest.skip("a game in which open doors part rooms")
    for dice, board in _boards(pack, "doors"):
        tile = dice.choice(list(board.tiles()))
        other = dice.choice([each for each in board.grid.neighbors(tile) if each in board])
        found = {}
        for what in (None, Wall(), Door("closed"), Door("open")):
            board.set_edge(tile, other, what)
            found[str(what)] = _ranks(pack, board)
        assert found["wall"] == found["closed door"]
        assert found["None"] == found["open door"]


@each_pack
def test_turned_and_mirrored_boards_give_the_same(pack: Pack) -> None:
    for dice, board in _boards(pack, "turned"):
        other, _ = turned(board, dice.choice(board.grid.symmetries))
        assert _ranks(pack, board) == _ranks(pack, other), str(board)


@each_pack
def test_where_the_pack_says_so_both_ways_are_the_same(pack: Pack) -> None:
    if not pack.symmetric:
        pytest.skip("not the same both ways by the game itself")
    for _, board in _boards(pack, "both ways"):
        forth, back = _ranks(pack, board), _ranks(pack, board, "T", "A")
        if not board.has_one_way_walls:
            assert forth == back, str(board)
        assert trace(board, "A", "T", PackRule(pack)).one_way is (forth != back)


@each_pack
def test_ties_nest(pack: Pack) -> None:
    """If touches are asked about, the two possible degrees are those for
    passing and for blocking.
    """

    def variant(word: Any) -> Pack:
        def touched(question: PackQuestion) -> PackQuestion:
            return replace(question, touch=replace(question.touch, corner=word, edge=word))

        return replace(pack, sight=touched(pack.sight), cover=tuple(map(touched, pack.cover)))

    variants = [variant(word) for word in ("pass", "ask", "block")]
    for _, board in _boards(pack, "ties"):
        passing, asked, blocking = (_ranks(each, board) for each in variants)
        assert asked == (passing[0], blocking[1]), str(board)
        assert passing[0] <= blocking[0]
        assert passing[1] <= blocking[1]


@each_pack
def test_a_closed_room_is_closed(pack: Pack) -> None:
    dice = random.Random(f"{pack.name} room")
    for _ in range(BOARDS):
        check_closed_room(pack, dice)


def check_closed_room(pack: Pack, dice: random.Random) -> int:
    """Check lines out of a random closed room, and return the number of compared pairs."""
    rule = PackRule(pack)
    board = random_board(dice, dice.choice(pack.grids), large=False)
    for tile in list(board.solid_tiles()):
        board.set_solid(tile, False)
    room = _room(dice, board)
    by_walls = "wall" in pack.sight.blockers and dice.random() < 0.5
    for tile in room:
        for near in board.grid.neighbors(tile):
            if near in board and near not in room and by_walls:
                board.set_edge(tile, near, Wall())
    if not by_walls:
        for figure in board.figures():
            board.remove(figure.name)
        around = [(a + da, b + db) for a, b in room for da, db in board.grid.touching]
        for at in around:
            if at in board and at not in room:
                board.set_solid(at)
    outside = [each for each in board.tiles() if each not in room and not board.is_solid(each)]
    asked = 0
    for inner in room:
        for outer in dice.sample(outside, min(len(outside), 3)):
            verdict = trace(board, inner, outer, rule).verdict
            assert verdict is Verdict.HIDDEN, (inner, outer, by_walls, str(board))
            # Compiled code answers this one if available.
            assert not sees(board, inner, outer, rule), (inner, outer, by_walls, str(board))
            asked += 1
    return asked


def _room(dice: random.Random, board: Board) -> list[Any]:
    """Return three connected tiles. On hexes none is at the rim, beyond which lines may pass."""
    while True:
        first = dice.choice(list(board.tiles()))
        room = [first, *board.grid.neighbors(first)[:2]]
        around = [near for tile in room for near in board.grid.neighbors(tile)]
        if all(tile in board for tile in (room if board.grid.name == "square" else around)):
            return room


# --- in the light


@each_pack
def test_a_field_in_the_dark_is_its_pairs(pack: Pack) -> None:
    """The range and dark vision of a large figure count from its nearest tile in both."""
    rule = PackRule(pack)
    for i in range(BOARDS):
        dice = random.Random(f"{pack.name} dark {i}")
        board = random_board(dice, dice.choice(pack.grids))
        large = [each.name for each in board.figures() if len(each.tiles) > 1]
        if board.has_heights or not large:
            continue
        board.ambient = "dark"
        tiles = sorted(board.tiles())
        for _ in range(dice.randrange(3)):
            board.add_light(dice.choice(tiles), dice.choice([1, 2, 3]), 4)
        how: dict[str, Any] = {
            "dark_vision": dice.choice([1, 2, 3]),
            "radius": dice.choice([None, 3]),
        }
        name = dice.choice(large)
        seen = {*field_in_light(board, name, rule, **how)}
        assert seen == {each for each in tiles if sees_in_light(board, name, each, rule, **how)}, i
