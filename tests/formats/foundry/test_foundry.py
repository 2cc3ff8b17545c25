import itertools
import json
import math
from fractions import Fraction

import pytest

from sightline import CenterRule, sees
from sightline.errors import FormatError
from sightline.formats import foundry as reader
from sightline.formats import load_bytes, to_bytes
from sightline.formats.contract import Options
from sightline.formats.foundry import writer as foundry_write
from sightline.model.hexagon import HexBoard
from sightline.model.threshold import Door, Wall
from sightline.table.state.arrival import new_world
from sightline.table.transfer.incoming import maps_of_upload
from tests.formats.map_samples import as_json, foundry


def read(tree, **options):
    data = as_json(tree)
    assert reader.recognizes(data, "scene.json")
    return reader.read(data, "scene.json", Options(**options))


def walls(loaded):
    return {wall.ends: wall.threshold for wall in loaded.board.free_walls()}


def test_pixels_become_tiles_exactly_and_padding_is_taken_off() -> None:
    loaded = read(foundry())
    assert (loaded.board.rows, loaded.board.cols) == (4, 5)
    # Padding is a quarter of 500 and of 400 in whole tiles: 200 and 100 pixels.
    assert walls(loaded) == {
        ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(3))): Wall(),
        ((Fraction(1), Fraction(3)), (Fraction("1.33"), Fraction("3.33"))): Door("closed"),
        ((Fraction(2), Fraction(1)), (Fraction(2), Fraction(2))): Door("open"),
        ((Fraction(2), Fraction(2)), (Fraction(2), Fraction(3))): Door("locked"),
        ((Fraction(3), Fraction(1)), (Fraction(3), Fraction(2))): Door("secret"),
        ((Fraction(0), Fraction(2)), (Fraction(1), Fraction(2))): Wall(
            limited=True, one_way="forth"
        ),
        ((Fraction(3), Fraction(2)), (Fraction(3), Fraction(3))): Wall(stops="window"),
    }
    words = str(loaded.report)
    for word in (
        "1 wall stopping only some things",
        "1 limited one-way wall",
        "1 token outside",
    ):
        assert word in words


def test_an_old_scene() -> None:
    tree = foundry(
        grid=50,
        gridType=1,
        padding=0,
        width=250,
        height=200,
        shiftX=-25,
        walls=[
            {"c": [25, 50, 75, 50], "sense": 1},
            {"c": [75, 50, 75, 100], "sense": 0},
            {"c": [75, 50, 125, 50], "sense": 2, "door": 2, "ds": 2},
        ],
    )
    del tree["background"]
    loaded = read(tree)
    # The picture begins 25 pixels into the canvas, and the grid at its corner.
    assert (loaded.board.rows, loaded.board.cols) == (4, 6)
    assert walls(loaded) == {
        ((Fraction("0.5"), Fraction(1)), (Fraction("1.5"), Fraction(1))): Wall(),
        ((Fraction("1.5"), Fraction(1)), (Fraction("1.5"), Fraction(2))): Wall(stops="window"),
        ((Fraction("1.5"), Fraction(1)), (Fraction("2.5"), Fraction(1))): Door(
            "secret", limited=True
        ),
    }
    assert "the locks of 1 secret door" in str(loaded.report)


def test_no_grid_is_said() -> None:
    loaded = read(foundry(grid={"type": 0, "size": 100}))
    assert (loaded.board.rows, loaded.board.cols) == (4, 5)
    assert "without a grid" in str(loaded.report)


def hex_corners(kind: int, i: int, j: int, size: float) -> list[tuple[float, float]]:
    """Return the corners of Foundry's hex in row i, column j, in canvas pixels."""
    flat, even = kind > 3, kind in (3, 5)
    side = size / math.sqrt(3)
    line, at = (j, i) if flat else (i, j)
    moved = 0.5 if (line % 2 == 0) == even else 0
    middle = (at + moved) * size, (1.5 * line + 1) * side
    corners = [
        (middle[0] + side * math.sin(turn), middle[1] - side * math.cos(turn))
        for turn in (k * math.pi / 3 for k in range(6))
    ]
    return [(y, x) for x, y in corners] if flat else corners


@pytest.mark.parametrize("kind", [2, 3, 4, 5])
@pytest.mark.parametrize(("padding", "height"), [(0, 700), (0.25, 700), (0.25, 620)])
def test_walls_around_a_hex_meet_its_corners(kind, padding, height) -> None:
    drawn = []
    for i, j in ((4, 5), (5, 5)):
        corners = hex_corners(kind, i, j, 100)
        drawn += [
            {"c": [*start, *end], "sight": 20}
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True)
        ]
    tree = foundry(grid={"type": kind, "size": 100}, walls=drawn, padding=padding, height=height)
    tree["width"] = 800
    loaded = read(tree, snap=True)
    board = loaded.board
    assert isinstance(board, HexBoard)
    assert board.orientation == ("flat" if kind > 3 else "pointy")
    assert not board.free_walls()
    edges = list(board.edges())
    assert len(edges) == 11  # two neighbors share one edge
    around = [tile for a, b, _ in edges for tile in (a, b)]
    assert sorted(around.count(tile) for tile in set(around))[-2:] == [6, 6]
    assert (0, 0) in board
    # Without snapping they are within our unit of the corners, up to the rounding of a pixel.
    free = read(tree).board
    for wall in free.free_walls():
        for end in (wall.start, wall.end):
            nearest = min(
                free.grid.length_squared(corner, end)
                for tile in free.grid.tiles_at(end)
                for corner in free.grid.corners(tile)
            )
            assert nearest <= 8


@pytest.mark.parametrize("kind", [2, 3, 4, 5])
@pytest.mark.parametrize("how", ["a plain number", "the flag", "both"])
@pytest.mark.parametrize("padding", [0, 0.1, 0.25])
def test_old_hexes_are_measured_across_their_corners_and_padded_like_squares(
    kind, how, padding
) -> None:
    size = 100 * math.sqrt(3) / 2
    corners = hex_corners(kind, 5, 5, size)
    drawn = [
        {"c": [*start, *end], "sight": 20}
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    x, y = (sum(corner[axis] for corner in corners) / 6 for axis in (0, 1))
    wide, high = (100, size) if kind > 3 else (size, 100)
    tree = foundry(padding=padding, width=1000, height=900, walls=drawn, background={})
    tree["tokens"] = [{"name": "Odo", "x": round(x - wide / 2), "y": round(y - high / 2)}]
    if how == "the flag":
        tree["grid"] = {"type": kind, "size": 100}
    else:
        tree["grid"], tree["gridType"] = 100, kind
    if how != "a plain number":
        tree["flags"] = {"core": {"legacyHex": True}}
    loaded = read(tree, snap=True)
    edges = list(loaded.board.edges())
    assert len(edges) == 6
    inside = loaded.board.figure("Odo").at
    assert all(inside in (one, other) for one, other, _ in edges)
    left, top = (math.ceil(padding * side / 100) * 100 for side in (1000, 900))
    if left:
        assert f"{left} pixels to the left, {top} up" in str(loaded.report)
    assert "longer diameter" in str(loaded.report)


def test_walls_around_an_old_hex_scene_frame_its_board() -> None:
    """Users draw such walls along the rim of the picture, whose corner is at (300, 300)."""
    frame = [(300, 300), (1300, 300), (1300, 1200), (300, 1200), (300, 300)]
    drawn = [{"c": [*one, *other], "sense": 1} for one, other in itertools.pairwise(frame)]
    tree = foundry(grid=100, gridType=2, padding=0.25, width=1000, height=900, walls=drawn)
    tree["tokens"] = []
    del tree["background"]
    report = str(read(tree).report)
    assert "4 free walls: 4 walls" in report
    for word in ("cut at", "segments outside"):
        assert word not in report


def test_new_hexes_are_measured_across_their_sides() -> None:
    new = read(foundry(grid={"type": 2, "size": 100}, padding=0.25)).board
    old = read(foundry(grid=100, gridType=2, padding=0.25)).board
    assert len(list(old.tiles())) > len(list(new.tiles()))


def test_a_scene_that_does_not_say_is_padded_by_a_quarter() -> None:
    tree = foundry()
    with_it = read(tree)
    del tree["padding"]
    without = read(tree)
    assert walls(without) == walls(with_it)
    assert "no padding is given" in str(without.report)


def test_padding_is_reckoned_as_foundry_does() -> None:
    """A quarter of 2100 pixels is 7 squares of 75. Foundry computes it with 1 / 75 in floating
    point, gets slightly more than 7, and pads the scene by 8 squares.
    """
    wall = {"c": [600, 600, 600, 675], "sight": 20}
    tree = foundry(grid={"size": 75}, width=2100, height=2100, padding=0.25, walls=[wall])
    tree["background"] = {}
    assert list(walls(read(tree))) == [((Fraction(0), Fraction(0)), (Fraction(0), Fraction(1)))]


# --- what walls do


def one_wall(**fields) -> dict:
    """Return a scene of three tiles in a column, with a horizontal wall below the first."""
    wall = {"c": [0, 100, 100, 100]} | fields
    return foundry(width=100, height=300, padding=0, background={}, walls=[wall], tokens=[])


def sights(tree, **options):
    """Return whether sight passes the wall downward and upward."""
    board = read(tree, **options).board
    rule = CenterRule()
    return sees(board, (0, 0), (2, 0), rule), sees(board, (2, 0), (0, 0), rule)


@pytest.mark.parametrize("snap", [False, True])
@pytest.mark.parametrize(
    ("fields", "down_and_up"),
    [
        ({}, (False, False)),
        ({"sight": 20}, (False, False)),
        ({"sight": 0, "move": 20}, (True, True)),  # a window or an invisible wall
        ({"sight": 20, "move": 0}, (False, False)),  # an ethereal wall
        ({"sight": 10}, (True, True)),  # the first one on the way
        ({"sense": 2}, (True, True)),
        ({"sight": 30}, (False, False)),
        ({"sight": 30, "threshold": {"sight": 10}}, (True, True)),
        ({"sight": 40}, (False, False)),
        ({"sight": 40, "threshold": {"sight": 10}}, (True, True)),
        ({"sight": 40, "threshold": {"sight": 0}}, (False, False)),
        ({"sight": 20, "door": 1, "ds": 1}, (True, True)),
        ({"sight": 20, "door": 1, "ds": 0}, (False, False)),
        # A wall to the right has its left side above, so it stops what comes from above.
        ({"sight": 20, "dir": 1}, (False, True)),
        ({"sight": 20, "dir": 2}, (True, False)),
        ({"sight": 20, "dir": 1, "c": [100, 100, 0, 100]}, (True, False)),
        ({"sight": 20, "dir": 2, "c": [100, 100, 0, 100]}, (False, True)),
        ({"sight": 20, "dir": 1, "door": 1, "ds": 0}, (False, True)),
        ({"sight": 20, "dir": 1, "door": 1, "ds": 1}, (True, True)),
        ({"sight": 10, "dir": 1}, (True, True)),
    ],
)
def test_what_a_wall_stops(fields, down_and_up, snap) -> None:
    assert sights(one_wall(**fields), snap=snap) == down_and_up


@pytest.mark.parametrize(("way", "left_and_right"), [(1, (True, False)), (2, (False, True))])
@pytest.mark.parametrize("snap", [False, True])
def test_one_way_walls_that_stand_upright(way, left_and_right, snap) -> None:
    """In a downward direction, left is the right side of the picture."""
    wall = {"c": [100, 0, 100, 100], "sight": 20, "dir": way}
    tree = foundry(width=300, height=100, padding=0, background={}, walls=[wall], tokens=[])
    board = read(tree, snap=snap).board
    rule = CenterRule()
    assert (
        sees(board, (0, 0), (0, 2), rule),
        sees(board, (0, 2), (0, 0), rule),
    ) == left_and_right


def test_two_limited_walls_stop_sight() -> None:
    tree = one_wall(sight=10)
    tree["walls"].append({"c": [0, 200, 100, 200], "sight": 10})
    assert sights(tree) == (False, False)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"sight": 0, "move": 20}, "read: 1 free wall: 1 wall that stops movement and effect"),
        ({"sight": 0, "move": 0}, "lost: 1 wall that stops neither sight nor light nor figures"),
        ({"sight": 20, "move": 0}, "read: 1 free wall: 1 wall that stops sight and light"),
        ({"light": 0}, "read: 1 free wall: 1 wall that stops sight, movement and effect"),
        (
            {"sight": 30, "threshold": {"sight": 10}},
            "changed: 1 window transparent only from near",
        ),
        ({"sight": 40, "threshold": {"sight": 10}}, "lost: 1 distance wall"),
        ({"sight": 10, "dir": 2}, "read: 1 free wall: 1 limited one-way wall"),
        ({"door": 2, "ds": 2}, "lost: the locks of 1 secret door"),
    ],
)
def test_the_report_tells_of_walls(fields, sentence) -> None:
    assert sentence in str(read(one_wall(**fields)).report)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"grid": {"size": 0}}, "$.grid.size"),
        ({"grid": {"size": 100, "type": 9}}, "$.grid.type"),
        ({"grid": "wide"}, "$.grid"),
        ({"width": -5}, "$.width"),
        ({"width": 1e6, "grid": {"size": 1}}, "$.grid"),
        ({"width": 1e6, "grid": {"size": 1, "type": 2}}, "$.grid"),
        ({"width": 4000, "height": 4000, "grid": {"size": 1, "type": 2}}, "$.grid"),
        ({"padding": 7}, "$.padding"),
        ({"walls": [{"c": [1, 2, 3]}]}, "$.walls[0].c"),
        ({"walls": [{"c": [1, 2, 3, None]}]}, "$.walls[0].c[3]"),
        ({"walls": [{"c": [1, 2, 3, 4], "sight": 7}]}, "$.walls[0].sight"),
        ({"walls": [{"c": [1, 2, 3, 4], "door": 3}]}, "$.walls[0].door"),
        ({"walls": [{"c": [1, 2, 3, 4], "dir": 3}]}, "$.walls[0].dir"),
        ({"walls": [{"c": [1, 2, 3, 4], "move": "no"}]}, "$.walls[0].move"),
        ({"walls": [7]}, "$.walls[0]"),
        ({"tokens": [7]}, "$.tokens[0]"),
        ({"tokens": [{"name": 7}]}, "$.tokens[0].name"),
        ({"tokens": [{"name": "Odo", "disposition": 5}]}, "$.tokens[0].disposition"),
        ({"tokens": [{"name": "Odo", "x": "far"}]}, "$.tokens[0].x"),
        ({"tokens": [{"name": "Odo", "width": -1}]}, "$.tokens[0].width"),
        ({"tokens": {}}, "$.tokens"),
        ({"lights": [7]}, "$.lights[0]"),
        ({"lights": [{"x": 1, "y": 1, "config": {"bright": "very"}}]}, "$.lights[0].config.bright"),
        ({"environment": {"darknessLevel": 2}}, "$.environment.darknessLevel"),
        ({"levels": [{"name": "Cellar"}]}, "$.levels[0]"),
        ({"walls": [{"c": [1, 2, 3, 4], "door": 1, "ds": "open"}]}, "$.walls[0].ds"),
    ],
)
def test_a_bad_file_names_the_place(change, place) -> None:
    with pytest.raises(FormatError) as caught:
        read(foundry(**change))
    assert caught.value.place == place


def test_nan_is_refused() -> None:
    data = json.dumps(foundry(width=math.nan)).encode()
    with pytest.raises(FormatError, match=r"\$\.width"):
        reader.read(data, "scene.json", Options())


@pytest.mark.parametrize("kind", [2, 3, 4, 5])
def test_a_hex_belongs_to_the_scene_whose_middle_lies_in_it(kind) -> None:
    """Rows are √3/2 apart, and the first center is 2/3 of that from the corner."""
    for across in (110, 115, 160, 200, 290):
        size = {"width": 300, "height": across} if kind < 4 else {"width": across, "height": 300}
        scene = {"name": "x", "padding": 0, "grid": {"type": kind, "size": 100}, "walls": [],
                 "tokens": [], **size}  # fmt: skip
        board = reader.read(as_json(scene), "scene.json", Options()).board
        # Centers across the rows, in pixels as floats. None of these sizes is close to a boundary.
        rows = sum(1 for row in range(20) if (row + 2 / 3) * 100 * math.sqrt(3) / 2 < across)
        which = 1 if kind < 4 else 0
        assert len({tile[which] for tile in board.tiles()}) == rows, across


# --- windows, measures, titles and notes ----------------------------------------------------------


@pytest.mark.parametrize("fields", [{"sight": 0}, {"sight": 30, "threshold": {"sight": 10}}])
def test_windows_stay_and_are_seen_through(fields) -> None:
    loaded = read(one_wall(**fields))
    assert list(walls(loaded).values()) == [Wall(stops="window")]
    assert sights(one_wall(**fields)) == (True, True)
    kept = load_bytes(to_bytes(loaded.board, ".json"), "map.json").board
    assert [wall.threshold for wall in kept.free_walls()] == [Wall(stops="window")]
    again = reader.read(foundry_write.write(loaded.board).data, "again.json", Options())
    assert list(walls(again).values()) == [Wall(stops="window")]


def test_how_wide_a_tile_is_and_what_the_scene_is_called() -> None:
    loaded = read(foundry(name="The Cellar", grid={"size": 100, "distance": 5, "units": "ft"}))
    assert (loaded.title, loaded.unit) == ("The Cellar", "5 ft")
    assert "read: a tile is 5 ft wide" in str(loaded.report)
    for grid, unit in (
        ({"size": 100, "distance": 1.5, "units": "m"}, "1.5 m"),
        ({"size": 100, "distance": 5}, ""),
        ({"size": 100}, ""),
        ({"size": 100, "distance": 0, "units": "ft"}, ""),
        ({"size": 100, "distance": 5, "units": "furlongs of the old king"}, ""),
    ):
        assert read(foundry(grid=grid)).unit == unit
    old = foundry(grid=100, gridType=1, gridDistance=10, gridUnits="ft")
    assert read(old).unit == "10 ft"


def test_notes_stay_on_their_tiles() -> None:
    notes = [
        {"x": 250, "y": 150, "text": "Secret door", "entryId": None},
        {"x": 650, "y": 450, "text": "  Lever  "},
        {"x": 350, "y": 150, "text": "", "entryId": "abc"},
        {"x": 50, "y": 50, "text": "in the margin"},
        {"x": 450, "y": 150, "text": "x" * 3000},
    ]
    loaded = read(foundry(notes=notes))
    assert loaded.notes == [((0, 0), "Secret door"), ((3, 4), "Lever"), ((0, 2), "x" * 2000)]
    words = str(loaded.report)
    for word in (
        "read: 3 notes on tiles",
        "changed: 1 note cut to 2,000 characters",
        "lost: 1 note whose text is only in the journal",
        "lost: 1 note outside the map",
    ):
        assert word in words


def test_a_table_gets_the_title_the_measure_and_the_notes() -> None:
    tree = foundry(
        name="The Cellar",
        grid={"size": 100, "distance": 5, "units": "ft"},
        notes=[{"x": 250, "y": 150, "text": "Secret door"}],
    )
    maps = maps_of_upload(json.dumps(tree).encode(), "fvtt-scene.json", Options())
    (scene,) = new_world(maps)[0].maps()
    assert (scene.record.name, scene.record.unit) == ("The Cellar", "5 ft")
    assert [(note.at, note.text) for note in scene.notes.values()] == [((0, 0), "Secret door")]
