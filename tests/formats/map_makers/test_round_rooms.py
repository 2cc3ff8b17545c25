"""Round rooms and columns of One Page Dungeons have the drawn shape and do not leak sight."""

import math
from fractions import Fraction

import pytest

from sightline import CenterRule, CornerRule, field, sees
from sightline.errors import FormatError
from sightline.formats import one_page_dungeon as reader
from sightline.formats.contract import Options
from sightline.formats.shared.round_rooms import COLUMN_RADIUS, RoundRoom
from sightline.model.numbers import UNIT
from tests.formats.map_samples import as_json, one_page_dungeon

A_UNIT = 2 / UNIT


def read(**changes):
    tree = {"rects": [], "doors": [], "notes": [], "columns": [], "water": []} | changes
    return reader.read(as_json(tree), "map.json", Options())


def rotunda(x, y, size):
    return {"x": x, "y": y, "w": size, "h": size, "rotunda": True}


def block(x, y, w=1, h=1):
    return {"x": x, "y": y, "w": w, "h": h}


def drawn(board):
    return [
        "".join("#" if board.is_solid((r, c)) else "." for c in range(board.cols))
        for r in range(board.rows)
    ]


def ends(board):
    return [tuple((float(x), float(y)) for x, y in wall.ends) for wall in board.free_walls()]


@pytest.mark.parametrize("size", [3, 5, 7, 9, 15, 41])
def test_the_wall_follows_the_circle_through_the_corners_of_the_doors(size) -> None:
    board = read(rects=[rotunda(0, 0, size)]).board
    middle, radius = size / 2, math.hypot(size / 2, 0.5)
    walls = ends(board)
    corners = {corner for wall in walls for corner in wall}
    for x, y in corners:
        assert math.hypot(x - middle, y - middle) == pytest.approx(radius, abs=A_UNIT)
    for (x0, y0), (x1, y1) in walls:
        middle_of_wall = math.hypot((x0 + x1) / 2 - middle, (y0 + y1) / 2 - middle)
        assert radius - middle_of_wall <= 1 / 50
    # The wall goes around the room, except at a straight tile in the middle of each side.
    half = Fraction(1, 2)
    near, far = middle - half, middle + half
    doors = {(near, 0), (far, 0), (near, size), (far, size)}
    doors |= {(0, near), (0, far), (size, near), (size, far)}
    assert doors <= corners
    for corner in corners:
        assert sum(corner in wall for wall in walls) == (1 if corner in doors else 2)


@pytest.mark.parametrize(
    ("size", "rows"),
    [
        (3, ["...", "...", "..."]),
        (5, ["....."] * 5),
        (7, ["#.....#", ".......", ".......", ".......", ".......", ".......", "#.....#"]),
    ],
)
def test_a_tile_is_rock_if_no_part_of_it_is_in_the_room(size, rows) -> None:
    assert drawn(read(rects=[rotunda(0, 0, size)]).board) == rows


def test_which_tiles_are_rock_in_the_slow_way() -> None:
    for size in range(2, 40):
        room = RoundRoom(0, 0, size, size, "")
        for row in range(size):
            outside = 0
            for col in range(size // 2):
                nearest_x = min(abs(2 * col - size), abs(2 * col + 2 - size))
                nearest_y = (
                    0
                    if 2 * row < size < 2 * row + 2
                    else min(abs(2 * row - size), abs(2 * row + 2 - size))
                )
                outside += nearest_x**2 + nearest_y**2 >= size**2 + 1
            assert room.inset(row) == outside
    for w, h in ((2, 9), (9, 2), (5, 8), (31, 12)):
        room = RoundRoom(0, 0, w, h, "")
        for row in range(h):
            y = 0 if 2 * row < h < 2 * row + 2 else min(abs(2 * row - h), abs(2 * row + 2 - h))
            outside = sum(
                (h * h - 1) * (w - 2 * col - 2) ** 2 + (w * w - 1) * y**2 >= w * w * h * h - 1
                for col in range(w // 2)
            )
            assert room.inset(row) == outside


def test_whole_tiles_by_their_centers_in_the_slow_way() -> None:
    for w in range(1, 24):
        for h in (1, 2, 5, w, 23):
            room = RoundRoom(0, 0, w, h, "")
            for row in range(h):
                outside = 0
                for col in range(w // 2):
                    across, down = Fraction(2 * col + 1 - w, w), Fraction(2 * row + 1 - h, h)
                    outside += across**2 + down**2 > 1
                assert room.inset_by_centers(row) == outside


def test_too_many_rows_of_round_rooms(monkeypatch) -> None:
    monkeypatch.setattr(reader, "MAX_ROUND_ROWS", 8)
    assert read(rects=[rotunda(0, 0, 3), rotunda(5, 0, 5)]).board
    with pytest.raises(FormatError, match=r"\$\.rects\[1\]: .*more than 8 rows"):
        read(rects=[rotunda(0, 0, 3), rotunda(5, 0, 7)])


def test_an_oval_room() -> None:
    board = read(rects=[rotunda(0, 0, 9) | {"h": 5}]).board
    for x, y in {corner for wall in ends(board) for corner in wall}:
        # through (9/2, 1/2) and (1/2, 5/2)
        above = 81 * 25 - 1
        across, down = (x - 4.5) ** 2 * 4 * 24 / above, (y - 2.5) ** 2 * 4 * 80 / above
        assert across + down == pytest.approx(1, abs=1e-4)


def test_nobody_sees_out_but_through_the_door() -> None:
    rects = [rotunda(2, 2, 5), block(4, 7), block(0, 8, 9, 2), block(8, 0, 1, 8), block(0, 0, 1, 8)]
    door = {"x": 4, "y": 7, "dir": {"x": 0, "y": -1}, "type": 1}
    for doors in ([], [door]):
        board = read(rects=rects, doors=doors).board
        inside = [(r, c) for r in range(2, 7) for c in range(2, 7)]
        outside = [tile for tile in board.tiles() if not board.is_solid(tile)]
        outside = [tile for tile in outside if tile not in inside]
        assert len(outside) == 1 + 18 + 16
        for rule in (CornerRule(ties="permissive"), CenterRule(ties="permissive")):
            seen = {
                there for here in inside for there in field(board, here, rule) if there in outside
            }
            assert bool(seen) == (not doors)
            assert all(col in range(2, 7) for row, col in seen if row == 8)
    assert not sees(read(rects=rects).board, (4, 4), (4, 8), CornerRule())


def test_the_corner_of_the_square_is_behind_the_wall() -> None:
    """From the middle of the room, the part of the corner tile that is floor is visible."""
    board = read(rects=[rotunda(0, 0, 5)]).board
    assert sees(board, (2, 2), (0, 0), CornerRule())
    # Its center is in the rock behind the wall, so no line between centers reaches it.
    assert not sees(board, (2, 2), (0, 0), CenterRule(ties="permissive"))
    assert sees(board, (2, 2), (0, 1), CenterRule())


@pytest.mark.parametrize(
    "way",
    [
        block(1, -1),  # above, not in the middle
        block(3, 5),  # below
        block(-1, 0),  # left
        block(5, 4),  # right
        block(0, 0),  # overlaps the room
    ],
)
def test_another_way_in_than_the_middle_of_a_side(way) -> None:
    loaded = read(rects=[rotunda(0, 0, 5), way])
    assert not loaded.board.free_walls()
    assert "1 round room with an entrance" in str(loaded.report)
    rows = drawn(loaded.board)
    dx, dy = max(0, -way["x"]), max(0, -way["y"])
    inner = [row[dx : dx + 5] for row in rows[dy : dy + 5]]
    inner[0] = "#" + inner[0][1:]  # the tile that overlaps
    assert inner == ["#...#", ".....", ".....", ".....", "#...#"]


@pytest.mark.parametrize("way", [block(2, -1), block(2, 5), block(-1, 2), block(5, 2)])
def test_ways_in_the_middles_keep_the_curve(way) -> None:
    loaded = read(rects=[rotunda(0, 0, 5), way])
    assert len(loaded.board.free_walls()) == 4 * 5
    assert "other ways" not in str(loaded.report)


def test_an_even_room_has_no_middle_to_enter_by() -> None:
    assert read(rects=[rotunda(0, 0, 4)]).board.free_walls()
    for way in (block(1, -1), block(2, -1), block(-1, 1), block(4, 2)):
        assert not read(rects=[rotunda(0, 0, 4), way]).board.free_walls()


def test_a_room_one_tile_wide_is_not_round() -> None:
    board = read(rects=[rotunda(0, 0, 1) | {"h": 4}]).board
    assert not board.free_walls()
    assert drawn(board) == ["."] * 4


# --- columns


@pytest.mark.parametrize("spot", [(2, 1), (2.5, 1.5), (1.9146518, 2.1470476), (0.1, 0.1)])
def test_a_column_is_an_octagon_where_it_stands(spot) -> None:
    board = read(rects=[block(0, 0, 5, 4)], columns=[{"x": spot[0], "y": spot[1]}]).board
    walls = ends(board)
    corners = {corner for wall in walls for corner in wall}
    if spot == (0.1, 0.1):  # cut at the rim
        assert all(x >= 0 and y >= 0 for x, y in corners)
        assert 3 <= len(walls) < 8
        return
    assert (len(walls), len(corners)) == (8, 8)
    for corner in corners:
        assert math.dist(corner, spot) == pytest.approx(float(COLUMN_RADIUS), abs=A_UNIT)
    assert not list(board.solid_tiles())


def test_a_column_hides_what_is_behind_it_and_little_else() -> None:
    """The column is on the corner of four tiles. Opposite tiles do not see each other's centers."""
    board = read(rects=[block(0, 0, 4, 4)], columns=[{"x": 2, "y": 2}]).board
    assert not sees(board, (1, 1), (2, 2), CenterRule(ties="permissive"))
    assert sees(board, (1, 1), (1, 2), CenterRule())
    assert sees(board, (1, 1), (2, 1), CenterRule())
    assert sees(board, (0, 0), (3, 2), CenterRule()) == sees(board, (0, 0), (2, 3), CenterRule())
    assert sees(board, (1, 1), (2, 2), CornerRule())


def test_a_ring_of_columns_as_the_generator_writes_it() -> None:
    ring = [
        {"x": 2.5 + 1.5 * math.cos(math.pi * k / 4), "y": 2.5 + 1.5 * math.sin(math.pi * k / 4)}
        for k in range(8)
    ]
    loaded = read(rects=[rotunda(0, 0, 5)], columns=ring)
    assert len(loaded.board.free_walls()) == 4 * 5 + 8 * 8
    assert "8 columns" in str(loaded.report)


@pytest.mark.parametrize("spot", [(0, 1), (5, 1), (1, 0), (1, 4), (-0.1, 1), (1, 4.5), (1e6, 0)])
def test_a_column_outside_is_refused(spot) -> None:
    with pytest.raises(FormatError) as caught:
        read(rects=[block(0, 0, 5, 4)], columns=[{"x": spot[0], "y": spot[1]}])
    assert caught.value.place.startswith("$.columns[0]")


def test_too_many_columns(monkeypatch) -> None:
    columns = [{"x": 1 + k / 10, "y": 2} for k in range(3)]
    monkeypatch.setattr(reader, "MAX_SEGMENTS", 24)
    assert len(read(rects=[block(0, 0, 5, 4)], columns=columns).board.free_walls()) == 24
    monkeypatch.setattr(reader, "MAX_SEGMENTS", 23)
    with pytest.raises(FormatError, match=r"\$\.columns\[2\]: .*more than 23"):
        read(rects=[block(0, 0, 5, 4)], columns=columns)


# --- sentences


def test_the_report_counts_in_good_english() -> None:
    def doors(*kinds):
        return [{"x": k, "y": 1, "dir": {"x": 0, "y": -1}, "type": kind} for k, kind in kinds]

    rects = [block(0, 0, 9, 2)]
    one = str(read(rects=rects, doors=doors((0, 4), (1, 7), (2, 1), (3, 5), (4, 0))).report)
    assert "doors and gates on edges: 1 closed gate, 1 locked door, 2 closed doors" in one
    assert "passages without doors: 1 open passage" in one
    assert "1 portcullis read as a closed gate" in one
    assert "1 steel door read as a locked door" in one
    two = str(read(rects=rects, doors=doors((0, 4), (1, 4), (2, 7), (3, 7))).report)
    assert "2 closed gates, 2 locked doors" in two
    assert "ways" not in two
    assert "2 portcullises read as closed gates" in two
    # There are two on one edge; the board keeps the last one.
    twice = read(rects=rects, doors=doors((0, 1), (0, 6)))
    assert "on edges: 1 secret door" in str(twice.report)
    # It leads into rock, so it is not on the board or in the number of doors read.
    nowhere = [{"x": 0, "y": 0, "dir": {"x": 0, "y": -1}, "type": 1}] * 2
    lost = read(rects=rects, doors=nowhere)
    assert "2 doors into rock" in str(lost.report)
    assert "on edges" not in str(lost.report)
    assert "1 door into rock" in str(read(rects=rects, doors=nowhere[:1]).report)


def test_the_sample_is_moved_as_a_whole() -> None:
    board = reader.read(as_json(one_page_dungeon()), "map.json", Options()).board
    # Its round room is (1, -3) to (6, 2), which is shifted here by three columns and rows.
    assert {min(x for x, _ in wall) for wall in ends(board)} >= {4.0}
    assert max(x for wall in ends(board) for x, _ in wall) == 9.0
