"""Items of Owlbear Rodeo: drawings on the fog layer as walls, and the doors of Dynamic Fog."""

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from sightline.errors import FormatError
from sightline.formats import owlbear as reader
from sightline.formats import recognize
from sightline.formats.contract import Options
from sightline.formats.owlbear.shapes import Curves, chains
from sightline.formats.safe.safe_json import Node
from sightline.formats.shared.curve_budget import CurveBudget
from sightline.model.cell import Square
from sightline.model.light import Light
from sightline.model.threshold import Door, Wall
from tests.formats.draft_samples import (
    DPI,
    at,
    fog_door,
    item,
    owlbear,
    owlbear_items,
    picture,
)
from tests.formats.map_samples import as_json

DOORS = "rodeo.owlbear.dynamic-fog/doors"
LIGHT = "rodeo.owlbear.dynamic-fog/light"
MAP = picture("MAP", 0, 0, 800, 600)


def read(tree, **options):
    data = as_json(tree)
    assert reader.recognizes(data, "scene.json")
    return reader.read(data, "scene.json", Options(**options))


def walls(loaded):
    return {
        tuple((float(x), float(y)) for x, y in wall.ends): wall.threshold
        for wall in loaded.board.free_walls()
    }


def box(**more):
    sides: dict[str, Any] = {"shapeType": "RECTANGLE", "width": 3 * DPI, "height": 2 * DPI}
    return item("SHAPE", x=1, y=1, **(sides | more))


def drawn(shape) -> list[list[tuple[float, float]]]:
    """Return the points of a drawing, in tiles."""
    return [
        [(float(x) / DPI, float(y) / DPI) for x, y in chain.spots]
        for chain in chains(Node(shape, "$"), Curves(CurveBudget(), Fraction(DPI)))
    ]


def test_a_scene() -> None:
    loaded = read(owlbear())
    board = loaded.board
    assert (board.rows, board.cols) == (6, 8)
    found = walls(loaded)
    assert found[(2.0, 1.0), (3.0, 1.0)] == Door("closed")
    assert found[(2.0, 3.0), (3.0, 3.0)] == Door("open")
    assert found[(3.0, 1.0), (4.0, 1.0)] == Wall()
    assert found[(1.0, 1.0), (1.0, 3.0)] == Wall(), "the rectangle is closed"
    assert found[(5.0, 1.0), (5.0, 4.0)] == Wall(), "the line"
    assert found[(7.0, 1.0), (7.0, 2.0)] == Wall(), "the curve"
    assert found[(0.0, 4.0), (1.0, 5.0)] == Wall(), "the path is closed"
    assert found[(3.0, 5.0), (4.0, 5.0)] == Wall(), "a wall of its own"
    assert {name.name: sorted(name.tiles) for name in board.figures()} == {
        "Mira": [(2, 2)],
        "ogre.png": [(4, 5), (4, 6), (5, 5), (5, 6)],
    }
    assert board.lights() == [Light("Mira", 3, 6)]
    words = str(loaded.report)
    for word in ("150 pixels", "5 drawings on the fog layer", "1 text on text", "1 map picture"):
        assert word in words


def test_lists_and_objects_are_the_same() -> None:
    whole = read(owlbear()).board
    by_id = {each["id"]: each for each in owlbear_items()}
    for tree in (owlbear_items(), {"items": owlbear_items()}, {"items": by_id}):
        assert read(tree).board == whole
    parted = owlbear()
    parted["items"]["local"] = {"x": item("LINE", startPosition=at(0, 0), endPosition=at(1, 1))}
    assert walls(read(parted))[(0.0, 0.0), (1.0, 1.0)] == Wall()


def test_only_the_fog_layer_is_walls_whether_or_not_it_is_shown() -> None:
    line: dict[str, Any] = {"startPosition": at(0, 0), "endPosition": at(2, 0)}
    shown = item("LINE", y=1, **line)
    hidden = item("LINE", y=2, visible=False, **line)
    other = item("LINE", "DRAWING", y=3, **line)
    found = walls(read([MAP, shown, hidden, other]))
    assert set(found) == {((0.0, 1.0), (2.0, 1.0)), ((0.0, 2.0), (2.0, 2.0))}


def test_walls_that_an_extension_made_of_a_drawing_do_not_come_twice() -> None:
    room = box()
    made = item("WALL", points=[at(0, 0), at(7, 0)], attachedTo=room["id"])
    free = item("WALL", points=[at(0, 0), at(5, 0)], attachedTo="MAP", doubleSided=False)
    loaded = read([MAP, room, made, free])
    assert ((0.0, 0.0), (7.0, 0.0)) not in walls(loaded)
    assert walls(loaded)[(0.0, 0.0), (5.0, 0.0)] == Wall()
    assert "1 one-sided wall made to block from both sides" in str(loaded.report)


def test_items_are_turned_and_stretched() -> None:
    turned = item(
        "LINE", x=4, y=2, rotation=90, scale={"x": 2, "y": 1}, startPosition=at(0, 0),
        endPosition=at(1, 0),
    )  # fmt: skip
    assert walls(read([MAP, turned])) == {((4.0, 2.0), (4.0, 4.0)): Wall()}
    slanted = turned | {"rotation": 45, "scale": {"x": 1, "y": 1}}
    ((_, end),) = walls(read([MAP, slanted]))
    assert end == pytest.approx((4 + math.sqrt(0.5), 2 + math.sqrt(0.5)), abs=1e-5)


def test_doors_lie_along_the_drawing() -> None:
    around = box(metadata={DOORS: [fog_door(2.5, 3.5), fog_door(9.5, 10.5)]})
    found = walls(read([MAP, around]))
    doors = {ends for ends, each in found.items() if each == Door()}
    assert doors == {
        ((3.5, 1.0), (4.0, 1.0)),
        ((4.0, 1.0), (4.0, 1.5)),
        ((1.0, 1.0), (1.0, 1.5)),
        ((1.0, 1.0), (1.5, 1.0)),
    }
    backwards = box(metadata={DOORS: [fog_door(3.5, 2.5), fog_door(9.5, 10.5)]})
    assert walls(read([MAP, backwards])) == found


def test_a_door_in_the_second_part_of_a_path() -> None:
    commands = [[0, 0, 0], [1, DPI, 0], [0, 0, DPI], [1, 3 * DPI, DPI]]
    door = {DOORS: [fog_door(1, 2, index=1), fog_door(0, 1, index=2)]}
    loaded = read([MAP, item("PATH", commands=commands, metadata=door)])
    assert walls(loaded) == {
        ((0.0, 0.0), (1.0, 0.0)): Wall(),
        ((0.0, 1.0), (1.0, 1.0)): Wall(),
        ((1.0, 1.0), (2.0, 1.0)): Door(),
        ((2.0, 1.0), (3.0, 1.0)): Wall(),
    }
    assert "1 door outside its drawing" in str(loaded.report)


# --- shapes


def test_shapes_begin_where_doors_are_counted_from() -> None:
    def shape(kind):
        return item("SHAPE", shapeType=kind, width=2 * DPI, height=DPI)

    ((*corners, last),) = drawn(shape("RECTANGLE"))
    assert corners == [(0, 0), (2, 0), (2, 1), (0, 1)]
    assert last == corners[0]
    assert drawn(shape("TRIANGLE"))[0][:3] == [(0, 0), (1, 1), (-1, 1)]
    (ring,) = drawn(shape("CIRCLE"))
    assert ring[0] == ring[-1] == (1, 0)
    assert ring[1][1] > 0, "clockwise, y being down"
    ((*hexagon, _),) = drawn(shape("HEXAGON"))
    assert hexagon[0] == (0, -0.5)
    assert hexagon[3] == (0, 0.5)
    assert hexagon[1][0] > 0, "clockwise"
    assert [round(math.dist((0, 0), each), 6) for each in hexagon] == [0.5] * 6


def test_a_quarter_circle_of_conics_is_round_enough() -> None:
    weight = math.sqrt(0.5)
    path = item("PATH", commands=[[0, 9 * DPI, 0], [3, 9 * DPI, 9 * DPI, 0, 9 * DPI, weight]])
    (arc,) = drawn(path)
    assert all(math.hypot(*each) == pytest.approx(9) for each in arc)
    for one, other in pairwise(arc):
        middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        assert 9 - math.hypot(*middle) <= 1 / 50


def spline(points, tension, closed, share):
    """Slow reference: return the point at `share` of each piece of a closed cardinal spline."""
    found = []
    for index in range(len(points)):
        before, at, after, last = (points[(index + k) % len(points)] for k in (-1, 0, 1, 2))

        def handle(p, q, r, sign):
            d0, d1 = math.dist(p, q), math.dist(q, r)
            part = tension * (d1 if sign > 0 else d0) / (d0 + d1)
            return tuple(b + sign * part * (c - a) for a, b, c in zip(p, q, r, strict=True))

        one, two = handle(before, at, after, 1), handle(at, after, last, -1)
        t, s = share, 1 - share
        found.append(
            tuple(
                s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d
                for a, b, c, d in zip(at, one, two, after, strict=True)
            )
        )
    return found


def test_a_curve_goes_where_the_extension_draws_it() -> None:
    points = [(0, 0), (4, 0), (5, 3), (1, 4)]
    curve = item(
        "CURVE",
        points=[at(*each) for each in points],
        style={"tension": 0.5, "closed": True, "fillOpacity": 0},
    )
    (chain,) = drawn(curve)
    for share in (0.25, 0.5, 0.9):
        for x, y in spline(points, 0.5, True, share):
            assert min(distance((x, y), *piece) for piece in pairwise(chain)) <= 1 / 50
    for each in points:
        assert tuple(map(float, each)) in chain


def distance(spot, one, other) -> float:
    (x, y), (x0, y0), (x1, y1) = spot, one, other
    squared = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = (
        max(0, min(1, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / squared)) if squared else 0
    )
    return math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0))


def test_an_open_curve_has_its_own_points_and_loose_ends() -> None:
    points = [(0, 0), (2, 0), (2, 2), (4, 2)]
    style = {"tension": 0.5, "fillOpacity": 0}
    (chain,) = drawn(item("CURVE", points=[at(*each) for each in points], style=style))
    assert chain[0] == (0, 0)
    assert chain[-1] == (4, 2)
    assert (2.0, 0.0) in chain
    # Near its start it is a parabola with the next point's handle: (1.5, -0.5) here.
    assert any(y < -0.1 for _, y in chain)
    straight = item("CURVE", points=[at(*each) for each in points], style=style | {"tension": 0})
    assert drawn(straight) == [[tuple(map(float, each)) for each in points]]


# --- sizes


def test_the_grid_of_the_scene_counts() -> None:
    tree = {"grid": {"dpi": 75, "type": "SQUARE"}, "items": [MAP, box()]}
    loaded = read(tree)
    assert (loaded.board.rows, loaded.board.cols) == (6, 8)
    assert walls(loaded)[(2.0, 2.0), (8.0, 2.0)] == Wall()
    with pytest.raises(FormatError, match=r"grid\.type: expected a grid of squares"):
        read({"grid": {"dpi": 75, "type": "HEX_VERTICAL"}, "items": [MAP]})


def test_without_a_picture_the_drawings_are_the_scene() -> None:
    loaded = read([box()])
    assert (loaded.board.rows, loaded.board.cols) == (2, 3)
    assert "begins at column 1 and row 1" in str(loaded.report)
    with pytest.raises(FormatError, match="got neither"):
        read([item("TEXT", "TEXT"), picture("CHARACTER", 0, 0, 1, 1)])


def test_large_tokens_stand_under_their_pictures() -> None:
    giant = picture("CHARACTER", 2.25, 1.75, 300, 300, name="giant")
    board = read([MAP, giant]).board
    assert board.figure("giant").at == (2, 2)
    assert len(board.figure("giant").tiles) == 9


def test_a_map_that_lies_elsewhere() -> None:
    moved = picture("MAP", -2, 1, 400, 400, grid={"dpi": 100, "offset": {"x": 50, "y": 0}})
    line = item("LINE", x=-2, y=2, startPosition=at(0, 0), endPosition=at(1, 0))
    lamp = item("SHAPE", "PROP", x=-1.5, y=3.5, metadata={LIGHT: {"attenuationRadius": 300}})
    bear = picture("CHARACTER", 0, 2, 200, 200, name="bear")
    loaded = read([moved, line, lamp, bear])
    assert loaded.board.lights() == [Light(Square(2, 1), 1, 2)]
    assert sorted(loaded.board.figure("bear").tiles) == [(1, 3), (1, 4), (2, 3), (2, 4)]
    # Half a tile of it is to the left of its position, so its columns run from -2.5 to 1.5.
    assert (loaded.board.rows, loaded.board.cols) == (4, 5)
    assert walls(loaded) == {((1.0, 1.0), (2.0, 1.0)): Wall()}


def test_lights_of_items_that_are_no_characters() -> None:
    lamp = item("SHAPE", "PROP", x=2.5, y=2.5, metadata={LIGHT: {"attenuationRadius": 300}})
    dark = item("SHAPE", "PROP", x=3.5, metadata={LIGHT: {}})
    loaded = read([MAP, lamp, dark, picture("CHARACTER", 20, 0, 100, 100)])
    assert loaded.board.lights() == [Light(Square(2, 2), 1, 2)]
    assert "1 light without a radius" in str(loaded.report)
    assert "1 token outside the map" in str(loaded.report)


# --- others, and broken ones


def test_other_formats_are_not_taken_for_it() -> None:
    from tests.formats.map_samples import SAMPLES

    for name, (module, data) in SAMPLES.items():
        if module != "owlbear":
            assert not reader.recognizes(data, name), name
    assert recognize(as_json(owlbear())).NAME == reader.NAME


@pytest.mark.parametrize(
    ("items", "complaint"),
    [
        ([MAP, box(shapeType="STAR")], r"\[1\]\.shapeType: expected RECTANGLE"),
        ([MAP, box(width=None)], r"\[1\]\.width: expected a number"),
        ([MAP, box(position={"x": 0})], r"\[1\]\.position: expected the key 'y'"),
        ([MAP, item("PATH", commands=[[1, 0, 0]])], "begin with a move"),
        ([MAP, item("PATH", commands=[[7, 0, 0]])], r"commands\[0\]\[0\]: expected a whole number"),
        ([MAP, item("PATH", commands=[[0, 0]])], "expected 3 items, got 2"),
        (
            [MAP, item("PATH", commands=[[0, 0, 0], [3, 1, 1, 2, 2, -1]])],
            r"commands\[1\]\[5\]: expected a number from 0 to 1",
        ),
        ([MAP, box(metadata={DOORS: [{"start": {}}]})], r"doors\"\]\[0\]\.start"),
        ([MAP, 5], r"\[1\]: expected an object"),
        ([picture("MAP", 0, 0, 9_000_000, 1)], "4096 columns and rows"),
        (
            [MAP, *(box(id=str(n), shapeType="CIRCLE", width=9e6, height=9e6) for n in range(99))],
            "a curve larger than any board",
        ),
        (
            [MAP, *(item("PATH", id=str(part), commands=[[0, 0, 0], *[[1, 5, 5]] * 60_000])
                    for part in range(2))],
            r"\$\[2\]: drawings of more than 100,000 points",
        ),
    ],
)  # fmt: skip
def test_errors_name_the_place(items, complaint) -> None:
    with pytest.raises(FormatError, match=complaint):
        read(items)


def test_a_drawing_of_no_size_is_told() -> None:
    assert "1 drawing without a size" in str(read([MAP, box(scale={"x": 0, "y": 0})]).report)
