import json
import math
from fractions import Fraction

import pytest

from sightline.errors import FormatError
from sightline.formats import foundry as reader
from sightline.formats.contract import Options
from sightline.model.hexagon import HexBoard
from sightline.model.threshold import Door, Wall
from tests.formats.map_samples import as_json, foundry


def read(tree, **options):
    data = as_json(tree)
    assert reader.recognises(data, "scene.json")
    return reader.read(data, "scene.json", Options(**options))


def walls(loaded):
    return {wall.ends: wall.threshold for wall in loaded.board.free_walls()}


def test_pixels_become_tiles_exactly_and_padding_is_taken_off() -> None:
    loaded = read(foundry())
    assert (loaded.board.rows, loaded.board.cols) == (4, 5)
    # Padding: a quarter of 500 and of 400, in whole tiles: 200 and 100 pixels.
    assert walls(loaded) == {
        ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(3))): Wall(),
        ((Fraction(1), Fraction(3)), (Fraction("1.33"), Fraction("3.33"))): Door("closed"),
        ((Fraction(2), Fraction(1)), (Fraction(2), Fraction(2))): Door("open"),
        ((Fraction(2), Fraction(2)), (Fraction(2), Fraction(3))): Door("locked"),
        ((Fraction(3), Fraction(1)), (Fraction(3), Fraction(2))): Door("secret"),
        ((Fraction(0), Fraction(2)), (Fraction(1), Fraction(2))): Wall(),
    }
    words = str(loaded.report)
    for word in ("1 wall that sight passes", "1 limited wall", "1 one-way wall", "1 tokens"):
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
    # The picture begins 25 pixels into the canvas, the grid at its corner.
    assert (loaded.board.rows, loaded.board.cols) == (4, 6)
    assert walls(loaded) == {
        ((Fraction("0.5"), Fraction(1)), (Fraction("1.5"), Fraction(1))): Wall(),
        ((Fraction("1.5"), Fraction(1)), (Fraction("2.5"), Fraction(1))): Door("secret"),
    }
    assert "the locks of 1 secret door" in str(loaded.report)


def test_no_grid_is_said() -> None:
    loaded = read(foundry(grid={"type": 0, "size": 100}))
    assert (loaded.board.rows, loaded.board.cols) == (4, 5)
    assert "without a grid" in str(loaded.report)


def hex_corners(kind: int, i: int, j: int, size: float) -> list[tuple[float, float]]:
    """The corners of Foundry's hex in row i, column j, in pixels of the canvas."""
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
    assert len(edges) == 11  # two neighbours share one
    around = [tile for a, b, _ in edges for tile in (a, b)]
    assert sorted(around.count(tile) for tile in set(around))[-2:] == [6, 6]
    assert (0, 0) in board
    # Unsnapped they lie within our unit of the corners, give or take a pixel's rounding.
    free = read(tree).board
    for wall in free.free_walls():
        for end in (wall.start, wall.end):
            nearest = min(
                free.grid.length_squared(corner, end)
                for tile in free.grid.tiles_at(end)
                for corner in free.grid.corners(tile)
            )
            assert nearest <= 8


def test_old_hexes_are_measured_across_their_corners() -> None:
    size = 100 * math.sqrt(3) / 2
    corners = hex_corners(2, 2, 2, size)
    drawn = [{"c": [*corners[0], *corners[1]], "sight": 20}]
    tree = foundry(grid={"type": 2, "size": 100}, walls=drawn, padding=0)
    tree["flags"] = {"core": {"legacyHex": True}}
    assert len(list(read(tree, snap=True).board.edges())) == 1


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
