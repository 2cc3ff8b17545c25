"""Lines between any parts of tiles, compared with many sampled lines and with
cases from the books.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from sightline import HexBoard, SquareBoard, Wall, sees, trace
from sightline.geometry.hull import are_apart, convex_hull
from sightline.geometry.walk import Line, meet_segment, meet_tile
from sightline.model.board import Board
from sightline.model.cell import Hex, Point, Square
from sightline.model.numbers import UNIT
from sightline.model.place import place
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from sightline.rules.pack import PackRule
from sightline.rules.packs.area import AreaQuery
from tests.every_rule import THOROUGH

BOARDS = 60 if THOROUGH else 10
LINES = 150 if THOROUGH else 40
FINE = 960


def _rule(start: str, end: str, touch: TouchRules | None = None, **settings: Any) -> PackRule:
    question = PackQuestion(
        start,  # type: ignore[arg-type]
        end,  # type: ignore[arg-type]
        touch=touch or TouchRules(corner="block", edge="block"),
        blockers={"solid": "hide", "wall": "hide"},
        **settings,
    )
    return PackRule(Pack("area", "Area", "", "", ("square", "hex"), question))


AREA = _rule("area", "area")


def _board(dice: random.Random) -> Board:
    board: Board = SquareBoard(5, 6) if dice.random() < 0.5 else HexBoard(radius=3)
    tiles = list(board.tiles())
    for tile in dice.sample(tiles, dice.randrange(4, 12)):
        board.set_solid(tile)
    for _ in range(dice.randrange(6)):
        tile = dice.choice(tiles)
        near = [each for each in board.grid.neighbors(tile) if each in board]
        board.set_edge(tile, dice.choice(near), Wall())
    if isinstance(board, SquareBoard) and dice.random() < 0.4:
        ends = [(Fraction(dice.randrange(20), 4), Fraction(dice.randrange(20), 4)) for _ in "ab"]
        if ends[0] != ends[1]:
            board.add_wall(ends[0], ends[1], Wall())
    return board


def _is_free(
    board: Board, one: Any, other: Any, start: Point, end: Point, from_start: bool = False
) -> bool:
    """Return whether nothing touches the line between the two tiles (or from its start), by slow
    checks.
    """
    line, grid = Line.between(start, end), board.grid
    out, into = meet_tile(line, grid.corners(one)), meet_tile(line, grid.corners(other))
    assert out is not None
    assert into is not None
    met = [
        meet_tile(line, grid.corners(tile))
        for tile in board.solid_tiles()
        if tile not in (one, other)
    ]
    met += [meet_segment(line, *grid.edge_ends(a, b)) for a, b, _ in board.edges()]
    met += [meet_segment(line, *ends) for ends, _ in board.wall_items()]
    first = 0 if from_start else out.hi
    return not any(hit and hit.hi >= first and hit.lo <= into.lo for hit in met)


def _inside(dice: random.Random, board: Board, tile: Any) -> Point:
    """Return a random point inside a tile: a weighted mean of its corners with positive weights."""
    corners = board.grid.corners(tile)
    weights = [dice.randrange(1, FINE) for _ in corners]
    x, y = (
        Fraction(sum(w * c[i] for w, c in zip(weights, corners, strict=True)), sum(weights))
        for i in (0, 1)
    )
    return round(x), round(y)


@pytest.mark.parametrize("seed", range(BOARDS))
def test_no_free_line_is_missed_and_those_found_are_free(seed: int) -> None:
    dice = random.Random(f"area {seed}")
    board = _board(dice)
    floor = [tile for tile in board.tiles() if not board.is_solid(tile)]
    one, other = dice.sample(floor, 2)
    sight = trace(board, one, other, AREA)
    if sight.visible:
        start, end = ((x * UNIT, y * UNIT) for x, y in sight.line)
        assert _is_free(board, one, other, start, end)
        return
    for _ in range(LINES):
        start, end = _inside(dice, board, one), _inside(dice, board, other)
        assert not _is_free(board, one, other, start, end), (one, other, start, end)


@pytest.mark.parametrize("start", ["area", "corners"])
@pytest.mark.parametrize("seed", range(BOARDS))
def test_walls_across_the_borders_of_the_two_tiles(seed: int, start: str) -> None:
    """The part of a free wall within a tile does not block, and the rest does."""
    dice = random.Random(f"across {seed}")
    board = SquareBoard(3, 4)
    one, other = Square(dice.randrange(3), 0), Square(dice.randrange(3), dice.randint(2, 3))
    for _ in range(dice.randint(2, 5)):
        row, col = dice.choice((one, other))
        ends = [
            (col + Fraction(dice.randint(-8, 24), 16), row + Fraction(dice.randint(-8, 24), 16))
            for _ in "ab"
        ]
        if ends[0] != ends[1]:
            board.add_wall(ends[0], ends[1], Wall())
    sight = trace(board, one, other, _rule(start, "area", ends="closed"))
    if sight.visible:
        begin, end = ((x * UNIT, y * UNIT) for x, y in sight.line)
        assert _is_free(board, one, other, begin, end)
        return
    for _ in range(LINES):
        begin, end = _inside(dice, board, one), _inside(dice, board, other)
        if start == "corners":
            begin = dice.choice(board.grid.corners(one))
            if any(meet_segment(Line(begin, (1, 0), reach=0), *w) for w, _ in board.wall_items()):
                continue
        assert not _is_free(board, one, other, begin, end, from_start=start == "corners")


@pytest.mark.parametrize("start", ["area", "corners"])
@pytest.mark.parametrize("seed", range(BOARDS))
def test_only_what_is_between_the_two_matters(seed: int, start: str) -> None:
    dice = random.Random(f"between {seed}")
    board: Board = SquareBoard(8, 8) if seed % 3 else HexBoard(radius=4)
    tiles = list(board.tiles())
    one, other = dice.sample(tiles[len(tiles) // 3 : -len(tiles) // 3], 2)
    hull = convex_hull((*board.grid.corners(one), *board.grid.corners(other)))
    few = board.copy()
    for _ in range(24):
        x, y = (c / UNIT + dice.uniform(-1, 1) for c in board.grid.center(dice.choice(tiles)))
        wall = board.add_wall((x, y), (x + dice.uniform(-1, 1), y + 0.4))
        if not are_apart((wall.start, wall.end), hull):
            few.put_wall(wall.start, wall.end, wall.threshold)
    assert few.wall_count < board.wall_count
    rule = _rule(start, "area", swap=start == "corners")
    assert sees(board, one, other, rule) is sees(few, one, other, rule)
    assert trace(board, one, other, rule).verdict is trace(few, one, other, rule).verdict


@pytest.mark.parametrize("ends", ["turn", "closed", "open"])
def test_from_the_middle_to_any_part(ends: str) -> None:
    rule = _rule("center", "area", ends=ends)
    board = _drawn("A..B\n....")
    assert sees(board, "A", "B", rule)
    assert sees(HexBoard(3), (0, 0), (2, 1), rule)
    board.set_edge("B1", "C1", Wall())
    assert not sees(board, "A", "B", rule)


@pytest.mark.parametrize("ends", ["turn", "closed", "open"])
@pytest.mark.parametrize(("start", "end"), [("corners", "area"), ("area", "corners")])
def test_a_room_of_thin_walls_is_closed(start: str, end: str, ends: str) -> None:
    """The corners of its tiles are on both sides of the walls, but lines from them stay inside."""
    for board, room in ((SquareBoard(5, 5), Square(2, 2)), (HexBoard(2), Hex(0, 0))):
        for near in board.grid.neighbors(room):
            board.set_edge(room, near, Wall())
        for tile in board.tiles():
            if tile != room:
                assert not sees(board, room, tile, _rule(start, end, ends=ends))
                assert not sees(board, tile, room, _rule(start, end, ends=ends))


@pytest.mark.parametrize("seed", range(BOARDS))
def test_more_parts_see_more(seed: int) -> None:
    """A viewer who sees from a corner also sees from any part, and sees more if touches do not
    block.
    """
    dice = random.Random(f"nested {seed}")
    board = _board(dice)
    floor = [tile for tile in board.tiles() if not board.is_solid(tile)]
    one, other = dice.sample(floor, 2)
    from_corner = sees(board, one, other, _rule("corners", "area"))
    by_any = sees(board, one, other, AREA)
    lenient = sees(board, one, other, _rule("area", "area", TouchRules(pinch="pass")))
    assert from_corner <= by_any <= lenient
    closed = sees(board, one, other, _rule("corners", "area", ends="closed"))
    assert closed <= from_corner
    back = sees(board, other, one, _rule("area", "corners"))
    assert back == from_corner


def _drawn(drawing: str) -> SquareBoard:
    return SquareBoard.from_text(drawing)


@pytest.mark.parametrize(
    ("drawing", "strict", "lenient"),
    [
        ("A..B\n....", True, True),
        ("A.#.B\n.....\n.....", False, False),  # every line along the pillar starts on its border
        ("A#\n#B", False, True),  # through the point where two meet
        ("A.#.\n.#..\n...B", False, True),
        ("..#..\nA.#.B\n..#..", False, False),
        ("A.#..\n....B", True, True),
    ],
)
def test_any_part_to_any_part(drawing: str, strict: bool, lenient: bool) -> None:
    board = _drawn(drawing)
    assert sees(board, "A", "B", AREA) is strict
    assert sees(board, "A", "B", _rule("area", "area", TouchRules(pinch="pass"))) is lenient


def test_a_corner_out_of_which_one_cannot_get_does_not_see() -> None:
    # The shared corner of A and B is squeezed between two pillars.
    assert not sees(_drawn("A#\n#B"), "A", "B", _rule("corners", "area", swap=True))
    assert sees(_drawn("A#\n.B"), "A", "B", _rule("corners", "area", swap=True))


def test_a_line_along_a_seam_meets_no_corner_that_bounds() -> None:
    board = HexBoard(2)
    for tile in ((0, -2), (0, -1), (1, -1), (1, 0), (-2, 1), (0, 2)):
        board.set_solid(tile)
    touch = TouchRules(edge="block", pinch="pass", seam="pass")
    assert sees(board, (1, -2), (-1, 2), _rule("corners", "area", touch, ends="open"))
    assert not sees(board, (1, -2), (-1, 2), _rule("corners", "area", ends="open"))


@pytest.mark.parametrize("seed", range(BOARDS))
def test_no_corner_that_matters_is_left_out(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing lines through every grid corner, instead of only the relevant ones, changes no
    answer.
    """
    dice = random.Random(f"corners {seed}")
    board = _board(dice)
    one, other = dice.sample([t for t in board.tiles() if not board.is_solid(t)], 2)
    touch = TouchRules(*(dice.choice(("pass", "block")) for _ in range(4)))  # type: ignore[arg-type]
    start, end = dice.choice((("area", "area"), ("corners", "area"), ("area", "corners")))
    rule = _rule(start, end, touch, ends=dice.choice(("turn", "closed", "open")))
    if sees(board, one, other, rule):
        return

    def every_corner(look: AreaQuery) -> set[Point]:
        return {c for tile in look._near(1) for c in board.grid.corners(tile)}

    monkeypatch.setattr(AreaQuery, "corners", property(every_corner))
    assert not rule.sees(board, place(board, one, "from"), place(board, other, "to"))


def test_swap_takes_a_corner_of_either() -> None:
    """Here only A's corners see B, which is enough in both directions."""
    drawn = _drawn(".A.....\n.......\n.......\n.......\n....#.#\n.......\n......B")
    assert sees(drawn, "A", "B", _rule("corners", "area"))
    assert not sees(drawn, "B", "A", _rule("corners", "area"))
    assert sees(drawn, "B", "A", _rule("corners", "area", swap=True))
    dice = random.Random(5)
    for _ in range(40):
        board = _board(dice)
        floor = [tile for tile in board.tiles() if not board.is_solid(tile)]
        one, other = dice.sample(floor, 2)
        rules = [_rule("corners", "area"), _rule("area", "corners")]
        forth, back = (sees(board, one, other, rule) for rule in rules)
        both = sees(board, one, other, _rule("corners", "area", swap=True))
        assert both == (forth or back)


@pytest.mark.parametrize(
    ("solid", "walls", "look", "seen"),
    [
        ([(7, 0), (8, -2), (9, -1)], [], ((8, -1), (5, -1)), True),
        ([(7, 0), (8, -2), (9, -1)], [], ((7, -1), (5, -1)), True),
        ([], [((5, 3), (6, 2)), ((6, 2), (7, 1))], ((4, 3), (10, 0)), True),
        ([(6, 0)], [], ((6, -1), (6, 1)), False),
        ([], [((6, 0), (6, 1))], ((6, 0), (6, 1)), True),
    ],
)
def test_cases_of_frosthaven(solid: Any, walls: Any, look: Any, seen: bool) -> None:
    board = HexBoard(radius=12)
    for tile in solid:
        board.set_solid(tile)
    for a, b in walls:
        board.set_edge(a, b, Wall())
    assert sees(board, look[0], look[1], AREA) is seen
    assert sees(board, look[1], look[0], AREA) is seen
