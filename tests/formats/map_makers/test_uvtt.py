import base64
from fractions import Fraction

import pytest

from sightline.errors import FormatError
from sightline.formats import uvtt as reader
from sightline.formats.contract import Options
from sightline.model.cell import Square
from sightline.model.light import Light
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Wall
from sightline.pictures import smallest_png
from tests.formats.map_samples import as_json, uvtt


def read(tree, **options):
    data = as_json(tree)
    assert reader.recognizes(data, "map.dd2vtt")
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
    for word in (
        "1 light",
        "half their range",
        "12 x 8 pixels",
        "freestanding",
        "closed: false",
    ):
        assert word in words


def test_without_an_origin_a_map_begins_at_zero() -> None:
    tree = uvtt()
    tree["resolution"]["map_origin"] = {"x": 0, "y": 0}
    expected = walls(read(tree))
    del tree["resolution"]["map_origin"]
    assert walls(read(tree)) == expected


def test_six_decimals_are_rounded_and_said() -> None:
    # Dungeondraft writes 2207/256 like this, and the nearest unit is the intended number.
    line = [{"x": 1, "y": 8.620117}, {"x": 1, "y": 8.619141}]
    tree = uvtt(line_of_sight=[line], portals=[], objects_line_of_sight=[])
    tree["resolution"]["map_size"]["y"] = 9
    loaded = read(tree)
    ((start, _),) = walls(loaded)
    assert start == (Fraction(1), Fraction("8.619140625"))
    assert "1 segment rounded to the nearest 1/384,000 of a tile" in str(loaded.report)


def test_a_crop_keeps_the_coordinates_of_the_whole_map() -> None:
    tree = uvtt(
        portals=[],
        objects_line_of_sight=[],
        line_of_sight=[
            [{"x": 10, "y": 21}, {"x": 30, "y": 21}],  # across the whole crop
            [{"x": 21, "y": 21.5}, {"x": 22, "y": 22}],  # inside
            [{"x": 1, "y": 1}, {"x": 3, "y": 1}],  # outside, although the numbers would fit
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
    assert "1 segment cut off at the border" in words
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
    assert "1 segment not running from corner to corner" in words
    assert "3 snapped edges on the border" in words


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
    monkeypatch.setattr("sightline.formats.shared.walls.MAX_SEGMENTS", 1000)
    line = [{"x": x % 2, "y": 0} for x in range(600)]
    with pytest.raises(FormatError, match="more than 1,000 wall segments") as caught:
        read(uvtt(line_of_sight=[line, line]))
    assert caught.value.place == "$.line_of_sight[1]"


# --- light


def lit(*lights, **environment):
    return read(uvtt(lights=list(lights), environment=environment, portals=[], line_of_sight=[]))


def light_at(x, y, reach=4, **more):
    return {"position": {"x": x, "y": y}, "range": reach, "intensity": 1} | more


def test_lights_stand_on_the_tile_that_they_are_over() -> None:
    loaded = lit(light_at(1.5, 0.5), light_at(5.99, 3.01, 3), light_at(0, 0, 0.25))
    assert loaded.board.lights() == [
        Light(Square(0, 1), 2, 4),
        Light(Square(3, 5), Fraction(3, 2), 3),
        Light(Square(0, 0), Fraction(1, 8), Fraction(1, 4)),
    ]
    assert "3 lights" in loaded.report.read
    assert "2 lights moved to the center of the tile" in loaded.report.changed
    assert "lights are bright to half their range and dim to all of it" in loaded.report.guessed


def test_lights_that_light_nothing_here_are_told() -> None:
    outside = [light_at(*at) for at in ((6, 1.5), (1.5, 4), (-0.01, 1.5), (1.5, -0.01))]
    loaded = lit(*outside, light_at(1.5, 1.5, 0), {"range": 3}, {"position": {"x": 1, "y": 1}})
    assert loaded.board.lights() == []
    assert "4 lights outside the map" in loaded.report.lost
    assert "3 lights without a place or a range" in loaded.report.lost


def test_lights_of_a_crop_move_with_it() -> None:
    tree = uvtt(lights=[light_at(21.5, 20.5)], portals=[], line_of_sight=[])
    tree["resolution"]["map_origin"] = {"x": 20, "y": 19}
    assert read(tree).board.lights() == [Light(Square(1, 1), 2, 4)]


@pytest.mark.parametrize(
    ("color", "brightness"),
    [
        ("ffffffff", "bright"),
        ("ffffff", "bright"),
        ("#FF808080", "bright"),
        ("ff7f7f7f", "dim"),
        ("ff202020", "dim"),
        ("ff1f1f1f", "dark"),
        ("ff0000ff", "dark"),  # blue is dark
        ("ff00ff00", "bright"),  # green is bright
        ("ffff0000", "dim"),
        ("ff000000", "dark"),
    ],
)
def test_the_color_of_its_light_says_how_bright_a_map_is(color, brightness) -> None:
    loaded = lit(baked_lighting=False, ambient_light=color)
    assert loaded.board.ambient == brightness
    assert (f"{color!r}, is {brightness}" in str(loaded.report)) == ("ffffff" not in color)


def test_what_is_painted_is_not_darkened_again() -> None:
    loaded = lit(light_at(1.5, 1.5), baked_lighting=True, ambient_light="ff000000")
    assert loaded.board.ambient == "bright"
    assert len(loaded.board.lights()) == 1
    assert "painted into the picture" in str(loaded.report)


@pytest.mark.parametrize("environment", [{}, {"ambient_light": ""}, {"ambient_light": None}])
def test_a_map_that_says_nothing_of_its_light_is_bright(environment) -> None:
    loaded = lit(**environment)
    assert loaded.board.ambient == "bright"
    assert loaded.report.guessed == []


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"lights": [{"position": 3, "range": 1}]}, "$.lights[0].position"),
        ({"lights": [light_at(1, 1, -1)]}, "$.lights[0].range"),
        ({"environment": {"ambient_light": "white"}}, "$.environment.ambient_light"),
        ({"environment": {"ambient_light": "fffffff"}}, "$.environment.ambient_light"),
        ({"environment": {"baked_lighting": "yes"}}, "$.environment.baked_lighting"),
    ],
)
def test_bad_light_names_the_place(change, place) -> None:
    with pytest.raises(FormatError) as caught:
        read(uvtt(**change))
    assert caught.value.place == place
