import base64
from fractions import Fraction

import pytest

from sightline.errors import FormatError
from sightline.formats import uvtt as reader
from sightline.formats.contract import Options
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Wall
from sightline.pictures import smallest_png
from tests.formats.map_samples import as_json, uvtt


def read(tree, **options):
    data = as_json(tree)
    assert reader.recognises(data, "map.dd2vtt")
    return reader.read(data, "map.dd2vtt", Options(**options))


def walls(loaded):
    return {wall.ends: wall.threshold for wall in loaded.board.free_walls()}


def test_walls_and_portals_come_in_where_they_are_drawn() -> None:
    loaded = read(uvtt())
    assert (loaded.board.rows, loaded.board.cols) == (4, 6)
    found = walls(loaded)
    assert found[(Fraction(1), Fraction(1)), (Fraction(3), Fraction(1))] == Wall()
    assert (
        found[(Fraction("0.123"), Fraction("0.5")), (Fraction(5121, 1024), Fraction("3.75"))]
        == Wall()
    )
    assert found[(Fraction(4), Fraction(3)), (Fraction("4.5"), Fraction("3.5"))] == Wall()
    assert found[(Fraction(3), Fraction("2.5")), (Fraction(3), Fraction("3.5"))] == Door("closed")
    assert found[(Fraction(1), Fraction(2)), (Fraction(2), Fraction(2))] == Door("open")
    assert len(found) == 6
    assert not any("nearest" in each for each in loaded.report.changed)
    words = str(loaded.report)
    for word in ("1 light", "environment", "12 x 8 pixels", "freestanding", "closed: false"):
        assert word in words


def test_six_decimals_are_rounded_and_said() -> None:
    # 2207/256 as Dungeondraft writes it: the nearest unit is the number that was meant.
    line = [{"x": 1, "y": 8.620117}, {"x": 1, "y": 8.619141}]
    tree = uvtt(line_of_sight=[line], portals=[], objects_line_of_sight=[])
    tree["resolution"]["map_size"]["y"] = 9
    loaded = read(tree)
    ((start, _),) = walls(loaded)
    assert start == (Fraction(1), Fraction("8.619140625"))
    assert "1 segment moved to the nearest 1/384,000 of a tile" in str(loaded.report)


def test_a_crop_keeps_the_coordinates_of_the_whole_map() -> None:
    tree = uvtt(
        portals=[],
        objects_line_of_sight=[],
        line_of_sight=[
            [{"x": 10, "y": 21}, {"x": 30, "y": 21}],  # across all of the crop
            [{"x": 21, "y": 21.5}, {"x": 22, "y": 22}],  # inside
            [{"x": 1, "y": 1}, {"x": 3, "y": 1}],  # elsewhere, although the numbers would fit
            [{"x": 18, "y": 20}, {"x": 20, "y": 18}],  # past the corner
            [{"x": 18, "y": 22}, {"x": 22, "y": 18}],  # through the corner only
        ],
    )
    tree["resolution"]["map_origin"] = {"x": 20, "y": 20}
    loaded = read(tree)
    assert set(walls(loaded)) == {
        ((Fraction(0), Fraction(1)), (Fraction(6), Fraction(1))),
        ((Fraction(1), Fraction("1.5")), (Fraction(2), Fraction(2))),
    }
    words = str(loaded.report)
    assert "1 segment cut at the rim" in words
    assert "3 segments outside" in words


def test_a_size_with_decimals_is_rounded_up() -> None:
    tree = uvtt(line_of_sight=[[{"x": 0, "y": 1}, {"x": 6, "y": 1}]], portals=[])
    tree["resolution"]["map_size"] = {"x": 5.5, "y": 3.25}
    loaded = read(tree)
    assert (loaded.board.rows, loaded.board.cols) == (4, 6)
    assert ((Fraction(0), Fraction(1)), (Fraction("5.5"), Fraction(1))) in walls(loaded)
    assert "5.5 x 3.25" in str(loaded.report)


def test_snapping_moves_what_runs_from_corner_to_corner() -> None:
    tree = uvtt(
        objects_line_of_sight=[],
        line_of_sight=[
            [{"x": 1, "y": 1.05}, {"x": 3, "y": 0.98}],
            [{"x": 0, "y": 0}, {"x": 3, "y": 0}],  # the rim
            [{"x": 4, "y": 0}, {"x": 4, "y": 1.5}],  # ends in the middle of an edge
        ],
        portals=[{"bounds": [{"x": 3, "y": 1}, {"x": 3, "y": 2}], "closed": True}],
    )
    loaded = read(tree, snap=True)
    board = loaded.board
    assert isinstance(board, SquareBoard)
    assert board.edge((0, 1), (1, 1)) == board.edge((0, 2), (1, 2)) == Wall()
    assert board.edge((1, 2), (1, 3)) == Door("closed")
    assert len(list(board.edges())) == 3
    assert len(board.free_walls()) == 1
    words = str(loaded.report)
    assert "3 segments snapped" in words
    assert "1 segment not snapped" in words
    assert "3 snapped edges on the rim" in words


def test_a_wall_drawn_over_a_door_stays_a_wall() -> None:
    line = [{"x": 1, "y": 1}, {"x": 2, "y": 1}]
    tree = uvtt(
        line_of_sight=[line],
        objects_line_of_sight=[],
        portals=[{"bounds": line, "closed": False}],
    )
    loaded = read(tree)
    assert list(walls(loaded).values()) == [Wall()]
    assert "drawn twice" in str(loaded.report)


def test_the_picture_is_not_parsed() -> None:
    image = base64.b64encode(smallest_png(1, 1) + bytes(3_000_000)).decode()
    loaded = read(uvtt(image=image))
    assert loaded.picture is not None
    assert f"{len(loaded.picture.data):,} bytes" in str(loaded.report)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"resolution": {}}, "$.resolution"),
        ({"resolution": {"map_size": {"x": 0, "y": 3}}}, "$.resolution.map_size"),
        ({"resolution": {"map_size": {"x": -1, "y": 3}}}, "$.resolution.map_size.x"),
        ({"resolution": {"map_size": {"x": 1e9, "y": 3}}}, "$.resolution.map_size.x"),
        ({"line_of_sight": 3}, "$.line_of_sight"),
        ({"line_of_sight": [[{"x": 1}]]}, "$.line_of_sight[0][0]"),
        ({"line_of_sight": [[{"x": "1", "y": 1}]]}, "$.line_of_sight[0][0].x"),
        ({"line_of_sight": [[{"x": 1e300, "y": 1}]]}, "$.line_of_sight[0][0].x"),
        ({"portals": [{"bounds": [{"x": 1, "y": 1}]}]}, "$.portals[0].bounds"),
        ({"portals": [{"bounds": [], "closed": 1}]}, "$.portals[0].closed"),
        ({"lights": 3}, "$.lights"),
    ],
)
def test_a_bad_file_names_the_place(change, place) -> None:
    with pytest.raises(FormatError) as caught:
        read(uvtt(**change))
    assert caught.value.place == place


def test_too_many_segments(monkeypatch) -> None:
    monkeypatch.setattr("sightline.formats.walls.MAX_SEGMENTS", 1000)
    line = [{"x": x % 2, "y": 0} for x in range(600)]
    with pytest.raises(FormatError, match="more than 1,000 wall segments") as caught:
        read(uvtt(line_of_sight=[line, line]))
    assert caught.value.place == "$.line_of_sight[1]"
