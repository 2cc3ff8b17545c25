"""Files exported for other programs are read back with the same walls, figures,
lights and sight.
"""

import base64
import io
import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import CenterRule, CornerRule, sees
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.formats import (
    Options,
    load_bytes,
    load_with_report,
    save,
    save_with_report,
    to_bytes,
)
from sightline.formats.contract import WriteReport
from sightline.formats.saving import NAMES, written
from sightline.model.board import Board
from sightline.model.figure import KINDS
from sightline.model.hexagon import HexBoard
from sightline.model.light import BRIGHTNESSES
from sightline.model.square import SquareBoard
from sightline.model.threshold import (
    CODES,
    Door,
    Gate,
    Threshold,
    Wall,
    has_property,
    without_property,
)
from sightline.pictures import MapPicture, smallest_png

THRESHOLDS = [code for code in CODES if code is not None]
PLAIN = [code for code in THRESHOLDS if not has_property(code)]
OFF_THE_GRID = st.builds(
    lambda whole, part: Fraction(whole) + part,
    st.integers(0, 3),
    st.sampled_from([Fraction(3, 10), Fraction(1, 2), Fraction(17, 25)]),
)
"""Coordinates in whole pixels that snapping does not change."""


def fill(draw: st.DrawFn, board: Board, thresholds: list[Threshold]) -> None:
    """Add rock, and walls and doors on edges."""
    tiles = board.tiles()[:]
    for tile in draw(st.lists(st.sampled_from(tiles), max_size=8)):
        board.set_solid(tile)
    pairs = [(a, b) for a in tiles for b in board.grid.neighbors(a) if b in board]
    for a, b in draw(st.lists(st.sampled_from(pairs), max_size=8)) if pairs else ():
        board.set_edge(a, b, draw(st.sampled_from(thresholds)))


@st.composite
def squares(draw: st.DrawFn, thresholds: list[Threshold]) -> SquareBoard:
    board = SquareBoard(draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    fill(draw, board, thresholds)
    spots = st.tuples(OFF_THE_GRID, OFF_THE_GRID).filter(
        lambda spot: spot[0] < board.cols and spot[1] < board.rows
    )
    for start, end in draw(st.lists(st.tuples(spots, spots), max_size=2)):
        if start != end:
            board.add_wall(start, end, draw(st.sampled_from(thresholds)))
    return board


@st.composite
def hexes(draw: st.DrawFn) -> HexBoard:
    near = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
    at = draw(st.sampled_from([(0, 0), (7, -3), (-100, 41)]))
    cells = draw(st.sets(near, min_size=1, max_size=12))
    board = HexBoard(
        cells=[(at[0] + q, at[1] + r) for q, r in cells],
        outside=draw(st.sampled_from(["open", "solid"])),
        orientation=draw(st.sampled_from(["pointy", "flat"])),
    )
    fill(draw, board, THRESHOLDS)
    return board


def populate(draw: st.DrawFn, board: Board) -> None:
    """Add figures and lights."""
    tiles = st.sampled_from(board.tiles()[:])
    for name in draw(st.lists(st.sampled_from(["Mira", "troll", "a b", "é"]), unique=True)):
        at = draw(tiles)
        if not board.figures_at(at):
            kind: Any = draw(st.sampled_from(sorted(KINDS)))
            board.place(name, at, size=1, kind=kind, blocks_sight=draw(st.booleans()))
    board.ambient = draw(st.sampled_from(BRIGHTNESSES))
    radii = st.integers(1, 72).map(lambda eighths: Fraction(eighths, 8))
    for at in draw(st.lists(tiles, max_size=3)):
        board.add_light(at, draw(radii), draw(radii))
    for figure in board.figures():
        if draw(st.booleans()):
            board.add_light(figure.name, draw(radii), draw(radii))


def back(board: Board, format: str, *, snap: bool, picture: MapPicture | None = None) -> Board:
    data = written(board, format, picture=picture).data
    return load_bytes(data, "map", Options(snap=snap)).board


def is_rock(board: Board, tile: tuple[int, int]) -> bool:
    if tile in board:
        return board.is_solid(tile)
    return isinstance(board, HexBoard) and board.outside == "solid"


def expected_edge(board: Board, a: tuple[int, int], b: tuple[int, int]) -> Threshold | None:
    """Return what is between two tiles if rock is represented only by its outline."""
    there = board.edge(a, b) if a in board and b in board else None
    if is_rock(board, a) == is_rock(board, b):
        return there
    shut = there is not None and there.blocks_sight and not has_property(there)
    shut = shut and there is not None and there.stops is None
    return there if shut else Wall()


def as_portal(there: Threshold | None) -> Threshold | None:
    """Return how Universal VTT represents this threshold."""
    if there is not None and there.stops is not None:
        return without_property(there)
    if there is None or isinstance(there, Wall):
        return there and Wall()
    return Door("closed" if there.blocks_sight else "open")


def same(there: Threshold | None) -> Threshold | None:
    return there


# --- the same walls


@given(squares(THRESHOLDS), st.sampled_from([("uvtt", as_portal), ("foundry", same)]))
def test_walls_and_doors_come_back(board, way) -> None:
    format, becomes = way
    again = back(board, format, snap=True)
    assert again.shape == board.shape
    for a in board.tiles():
        for b in board.grid.neighbors(a):
            if b in board:
                assert again.edge(a, b) == becomes(expected_edge(board, a, b))
    assert {(wall.start, wall.end) for wall in again.free_walls()} == {
        (wall.start, wall.end) if wall.threshold.one_way == "" or format == "foundry"
        else tuple(sorted((wall.start, wall.end)))
        for wall in board.free_walls()
    }  # fmt: skip
    assert sorted(str(wall.threshold) for wall in again.free_walls()) == sorted(
        str(becomes(wall.threshold)) for wall in board.free_walls()
    )
    assert list(again.solid_tiles()) == []


@given(hexes())
def test_walls_of_hexes_come_back_from_foundry(board) -> None:
    board.place("first", board.tiles()[0])
    again = back(board, "foundry", snap=True)
    assert isinstance(again, HexBoard)
    assert again.orientation == board.orientation
    dq, dr = (x - y for x, y in zip(again.where("first"), board.where("first"), strict=True))
    edges = 0
    for q, r in board.tiles():
        assert (q + dq, r + dr) in again
        for b in board.grid.neighbors((q, r)):
            expected = expected_edge(board, (q, r), b)
            edges += expected is not None and (b not in board or (q, r) < b)
            if (b[0] + dq, b[1] + dr) in again:
                assert again.edge((q + dq, r + dr), (b[0] + dq, b[1] + dr)) == expected
            else:
                assert expected is None
    assert len(list(again.edges())) == edges
    assert again.free_walls() == []


# --- the same sight

ALL_TIES: tuple[Any, ...] = ("strict", "corners-pass", "permissive")


def assert_same_sight(board: Board, again: Board, rules, shift=(0, 0)) -> None:
    floor = [tile for tile in board.tiles() if not board.is_solid(tile)]
    for rule in rules:
        for a in floor:
            for b in floor:
                start, end = ((t[0] + shift[0], t[1] + shift[1]) for t in (a, b))
                assert sees(board, a, b, rule) == sees(again, start, end, rule), (a, b, rule)


@given(squares(PLAIN))
def test_who_saw_whom_sees_them_still_by_universal_vtt(board) -> None:
    """With snapping, walls are on edges again. Without it they are free walls, which lines can also
    touch inside a tile, so this uses the center rule in a mode where touches pass.
    """
    free, snapped = back(board, "uvtt", snap=False), back(board, "uvtt", snap=True)
    assert_same_sight(board, free, [CenterRule(ties=ties) for ties in ALL_TIES])
    assert_same_sight(board, free, [CornerRule(ties="permissive")])
    assert_same_sight(board, snapped, [CenterRule(), *(CornerRule(ties=ties) for ties in ALL_TIES)])


@given(squares(THRESHOLDS), st.data())
def test_who_saw_whom_sees_them_still_by_foundry(board, data) -> None:
    populate(data.draw, board)
    snapped = back(board, "foundry", snap=True)
    assert_same_sight(board, snapped, [CenterRule(), CornerRule(), CornerRule(ties="permissive")])
    assert_same_sight(board, back(board, "foundry", snap=False), [CenterRule()])


@given(hexes())
def test_who_saw_whom_on_hexes_sees_them_still_by_foundry(board) -> None:
    board.place("first", board.tiles()[0], blocks_sight=False)
    again = back(board, "foundry", snap=True)
    dq, dr = (x - y for x, y in zip(again.where("first"), board.where("first"), strict=True))
    assert_same_sight(board, again, [CenterRule(), CornerRule()], (dq, dr))


# --- figures and lights


@given(st.one_of(squares(PLAIN), hexes()), st.data())
def test_figures_and_lights_come_back_from_foundry(board, data) -> None:
    board.place("first", board.tiles()[0], blocks_sight=False)
    populate(data.draw, board)
    again = back(board, "foundry", snap=True)
    shift = tuple(x - y for x, y in zip(again.where("first"), board.where("first"), strict=True))

    def moved(at):
        return at if isinstance(at, str) else tuple(x + y for x, y in zip(at, shift, strict=True))

    def plain(each: Board, move):
        return (
            sorted((f.name, move(f.at), f.size, f.kind, f.blocks_sight) for f in each.figures()),
            sorted(
                # A dim radius below the bright radius has no effect.
                (str(move(light.at)), light.bright, max(light.bright, light.dim))
                for light in each.lights()
            ),
            each.ambient,
        )

    assert plain(again, lambda at: at if isinstance(at, str) else tuple(at)) == plain(board, moved)


def test_large_figures_come_back_from_foundry() -> None:
    board = SquareBoard(5, 6)
    board.place("table", (1, 2), size=(2, 3), kind="table")
    assert back(board, "foundry", snap=False).figures() == board.figures()
    for orientation in ("pointy", "flat"):
        hexagons = HexBoard(3, orientation=orientation)
        hexagons.place("troll", (1, -1), size=2)
        hexagons.place("ogre", (-1, -1))
        troll, ogre = back(hexagons, "foundry", snap=False).figures()
        assert (troll.size, troll.blocks_sight) == ((2, 2), True)
        assert (troll.at[0] - ogre.at[0], troll.at[1] - ogre.at[1]) == (2, 0)


def test_a_second_light_of_a_figure_stays_where_it_stands() -> None:
    board = SquareBoard(2, 2)
    board.place("Mira", (1, 0))
    board.add_light("Mira", 1, 2)
    board.add_light("Mira", 3, 4)
    made = written(board, "foundry")
    again = load_bytes(made.data, "map").board
    assert [(light.at, light.bright) for light in again.lights()] == [("Mira", 1), ((1, 0), 3)]
    assert "1 light of figures that already carry one: placed on the map" in made.report.changed


@given(squares(PLAIN), st.lists(st.tuples(st.integers(0, 15), st.integers(1, 40)), max_size=4))
def test_lights_come_back_from_universal_vtt(board, lights) -> None:
    tiles = board.tiles()
    for index, reach in lights:
        board.add_light(tiles[index % len(tiles)], Fraction(reach, 4), Fraction(reach, 2))
    for ambient in BRIGHTNESSES:
        board.ambient = ambient
        again = back(board, "uvtt", snap=False)
        assert again.lights() == board.lights()
        assert again.ambient == ambient


def test_far_lights_stay_lights() -> None:
    board = SquareBoard(2, 2)
    board.add_light((0, 0), 0, Fraction(10) ** 300)
    for format in ("uvtt", "foundry"):
        assert back(board, format, snap=False).lights()[0].dim == 10_000


# --- what the other programs expect


def scene(board: Board) -> Any:
    return json.loads(written(board, "foundry", name="Cellar").data)


def everything() -> SquareBoard:
    board = SquareBoard.from_text("S.#.\n....\n#..T")
    board.set_edge((1, 0), (1, 1), Gate("locked"))
    board.set_edge((1, 1), (1, 2), Door("secret"))
    board.set_edge((1, 2), (1, 3), Wall(one_way="back"))
    board.add_wall((0.5, 1.25), (3.5, 2.75), Wall(limited=True))
    board.place("desk", (2, 1), size=(1, 2), kind="table")
    board.add_light((1, 3), 1, 3)
    board.ambient = "dark"
    return board


def test_foundry_gets_whole_pixels_and_ids_of_its_kind() -> None:
    tree = scene(everything())
    assert tree["name"] == "Cellar"
    assert (tree["width"], tree["height"], tree["padding"]) == (400, 300, 0)
    assert tree["grid"] == {"type": 1, "size": 100, "distance": 5, "units": "ft"}
    documents = [each for key in ("walls", "tokens", "lights") for each in tree[key]]
    ids = [each["_id"] for each in documents]
    assert len(set(ids)) == len(ids)
    assert all(len(each) == 16 and each.isalnum() for each in ids)
    for wall in tree["walls"]:
        assert [type(value) for value in wall["c"]] == [int] * 4
        assert wall["c"][:2] != wall["c"][2:]
    by_ends = {tuple(wall["c"]): wall for wall in tree["walls"]}
    gate = by_ends[100, 200, 100, 100]
    assert (gate["door"], gate["ds"], gate["sight"], gate["flags"]) == (
        1, 2, 20, {"sightline-map": {"gate": True}},
    )  # fmt: skip
    secret = by_ends[200, 200, 200, 100]
    assert (secret["door"], secret["ds"]) == (2, 0)
    one_way = by_ends[300, 100, 300, 200]
    assert (one_way["door"], one_way["dir"]) == (0, 1)
    limited = by_ends[50, 125, 350, 275]
    assert (limited["sight"], limited["light"], limited["move"]) == (10, 10, 20)
    assert [(t["name"], t["x"], t["y"], t["width"], t["height"]) for t in tree["tokens"]] == [
        ("S", 0, 0, 1, 1),
        ("T", 300, 200, 1, 1),
        ("desk", 100, 200, 2, 1),
    ]
    (light,) = tree["lights"]
    assert (light["x"], light["y"]) == (350, 150)
    assert (light["config"]["bright"], light["config"]["dim"]) == (5, 15)
    assert tree["darkness"] == tree["environment"]["darknessLevel"] == 1
    assert tree["globalLight"] is tree["environment"]["globalLight"]["enabled"] is False


def test_sides_of_tokens() -> None:
    board = SquareBoard(1, 5)
    kinds: tuple[Any, ...] = ("hero", "ally", "enemy", "figure", "chest")
    for col, kind in enumerate(kinds):
        board.place(kind, (0, col), kind=kind)
    assert [token["disposition"] for token in scene(board)["tokens"]] == [1, 1, -1, 0, 0]


@pytest.mark.parametrize(
    ("place", "size"),
    [("0.25", 100), ("0.125", 120), (Fraction(1, 3), 120), (Fraction(1, 128), 128)],
)
def test_tiles_are_as_large_as_exact_walls_need(place, size) -> None:
    board = SquareBoard(2, 2)
    board.add_wall((Fraction(place), Fraction(1, 2)), (Fraction(3, 2), Fraction(1, 2)))
    assert scene(board)["grid"]["size"] == size


def test_walls_between_pixels_are_rounded_and_reported() -> None:
    board = SquareBoard(2, 2)
    board.add_wall((Fraction(1, 1000), 1), (Fraction(1, 7), Fraction(1, 3)))
    board.add_wall((1, 1), (Fraction(1001, 1000), 1))
    made = written(board, "foundry")
    assert json.loads(made.data)["walls"][0]["c"] == [0, 100, 14, 33]
    assert len(json.loads(made.data)["walls"]) == 1
    assert "3 ends of walls moved to the nearest of 100 pixels a tile" in made.report.changed
    assert "1 wall shorter than a pixel" in made.report.lost


def test_universal_vtt_has_what_programs_ask_for() -> None:
    tree = json.loads(written(everything(), "uvtt").data)
    assert tree["format"] == 0.3
    assert tree["resolution"] == {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 4, "y": 3},
        "pixels_per_grid": 70,
    }
    assert len(tree["portals"]) == 2
    gate = tree["portals"][0]
    assert gate["position"] == {"x": 1, "y": 1.5}
    assert gate["bounds"] == [{"x": 1, "y": 2}, {"x": 1, "y": 1}]
    assert (gate["closed"], gate["freestanding"]) == (True, False)
    assert tree["objects_line_of_sight"] == [[{"x": 0.5, "y": 1.25}, {"x": 3.5, "y": 2.75}]]
    assert tree["environment"] == {"baked_lighting": False, "ambient_light": "ff000000"}
    (light,) = tree["lights"]
    assert (light["position"], light["range"]) == ({"x": 3.5, "y": 1.5}, 3)
    for line in tree["line_of_sight"]:
        for start, end in pairwise(line):
            assert start != end


def test_rock_is_an_outline_of_long_strokes() -> None:
    board = SquareBoard(20, 20)
    for row in range(5, 15):
        for col in range(5, 15):
            board.set_solid((row, col))
    tree = json.loads(written(board, "uvtt").data)
    (line,) = tree["line_of_sight"]
    assert len(line) == 5
    assert line[0] == line[-1]
    assert len(scene(board)["walls"]) == 4


def test_nothing_is_drawn_at_the_rim_of_squares() -> None:
    board = SquareBoard.from_text("###\n###")
    assert json.loads(written(board, "uvtt").data)["line_of_sight"] == []


# --- pictures

PIL = pytest.importorskip("PIL.Image")


def test_the_plain_picture_shows_rock_and_floor() -> None:
    board = SquareBoard.from_text("#..\n.##")
    tree = json.loads(written(board, "uvtt").data)
    pixels = tree["resolution"]["pixels_per_grid"]
    image = PIL.open(io.BytesIO(base64.b64decode(tree["image"])))
    assert image.size == (3 * pixels, 2 * pixels)
    for tile in board.tiles():
        at = tile[1] * pixels + pixels // 2, tile[0] * pixels + pixels // 2
        assert (image.getpixel(at) < 128) == board.is_solid(tile)


@pytest.mark.parametrize(("rows", "cols", "pixels"), [(28, 29, 70), (30, 30, 50), (4096, 1024, 1)])
def test_the_plain_picture_of_a_large_board_stays_small(rows, cols, pixels) -> None:
    from sightline.formats.plain_picture import plain_png, tile_pixels

    board = SquareBoard(rows, cols)
    assert tile_pixels(board) == pixels
    assert len(plain_png(board)) < 200_000


def test_the_picture_goes_along(tmp_path) -> None:
    board = SquareBoard(2, 3)
    picture = MapPicture.of(smallest_png(30, 20), 0, 0, 3, 2)
    save(board, tmp_path / "crypt.uvtt", picture=picture)
    loaded = load_with_report(tmp_path / "crypt.uvtt")
    assert loaded.picture is not None
    assert loaded.picture.pixels == (30, 20)
    assert loaded.picture.width == 3
    assert json.loads((tmp_path / "crypt.uvtt").read_bytes())["resolution"]["pixels_per_grid"] == 10
    report = save_with_report(board, tmp_path / "crypt.json", picture=picture, format="foundry")
    tree = json.loads((tmp_path / "crypt.json").read_bytes())
    beside = tmp_path / tree["background"]["src"]
    assert PIL.open(beside).size == (30, 20)
    assert f"the picture, as a file next to it: {beside.name}" in report.written


def test_a_picture_that_ends_inside_the_last_tile() -> None:
    board = SquareBoard(2, 3)
    picture = MapPicture.of(smallest_png(25, 15), 0, 0, Fraction(5, 2), Fraction(3, 2))
    for format in ("uvtt", "foundry"):
        assert back(board, format, snap=False, picture=picture).shape == (2, 3)
    assert json.loads(written(board, "foundry", picture=picture).data)["width"] == 250


def test_a_picture_that_lies_elsewhere_is_lost_and_reported() -> None:
    board = SquareBoard(2, 3)
    for at in ((1, 0, 3, 2), (0, 1, 3, 2), (0, 0, 4, 2), (0, 0, 3, 1)):
        picture = MapPicture.of(smallest_png(30, 20), *at)
        for format in ("uvtt", "foundry"):
            made = written(board, format, picture=picture)
            assert "because it does not cover exactly the board" in str(made.report)
            assert made.sidecars == {}


# --- what is said, and what is refused


def test_the_report_of_writing() -> None:
    report = written(everything(), "uvtt", {"rule": "corner"}, [{}, {}]).report
    assert str(report).splitlines() == [
        "Universal VTT",
        "  written: a map of 4 x 3 squares",
        "  written: 7 walls",
        "  written: 2 portals",
        "  written: 1 light",
        "  changed: a plain picture was added, because other programs expect one",
        "  changed: rock is written as walls around it",
        "  changed: 1 secret door written as closed: viewers of portals there see them",
        "  changed: 1 locked gate written as doors, open or closed",
        "  changed: 1 limited wall written as outlines of objects",
        "  changed: 1 one-way wall written as full walls",
        "  changed: 1 light written with one range: programs make half of it bright",
        "  lost: 3 figures: the format has none",
        "  lost: the rule",
        "  lost: 2 rulings",
    ]
    report = written(everything(), "foundry").report
    assert str(report).splitlines() == [
        "Foundry scene",
        "  written: 4 x 3 squares of 100 pixels",
        "  written: 5 walls, 1 locked gate, 1 secret door, 1 one-way wall, 1 limited wall",
        "  written: 3 tokens",
        "  written: 1 light; a tile is 5 feet wide",
        "  changed: rock is written as walls around it",
        "  changed: 1 locked gate written as doors, with a sightline flag",
        "  changed: 1 piece of furniture written as tokens, with a sightline flag",
    ]


def test_an_open_door_into_rock_is_a_wall_and_reported() -> None:
    board = SquareBoard.from_text("...\n.#.")
    board.set_edge((0, 1), (1, 1), Door("open"))
    board.set_edge((1, 0), (1, 1), Wall(limited=True))
    board.set_edge((1, 1), (1, 2), Door("locked"))
    for format in ("uvtt", "foundry"):
        made = written(board, format)
        assert "2 openings into rock written as walls" in made.report.changed
    again = back(board, "foundry", snap=True)
    assert again.edge((0, 1), (1, 1)) == again.edge((1, 0), (1, 1)) == Wall()
    assert again.edge((1, 1), (1, 2)) == Door("locked")


def test_heights_and_covers_are_lost_and_reported() -> None:
    board = HexBoard(2)
    board.set_cover((0, 0), 0.5)
    board.set_elevation((0, 1), 2)
    board.set_elevation((1, 0), 3)
    lost = written(board, "foundry").report.lost
    assert lost == ["the cover of 1 hex", "the height of 2 hexes"]


def test_universal_vtt_has_no_hexes(tmp_path) -> None:
    with pytest.raises(InvalidValueError, match="expected a board of squares, got one of hexes"):
        save(HexBoard(1), tmp_path / "crypt.uvtt")
    assert list(tmp_path.iterdir()) == []


def test_formats_by_name_and_by_ending(tmp_path) -> None:
    board = SquareBoard.from_text("S.#")
    for ending in (".uvtt", ".dd2vtt", ".df2vtt", ".UVTT"):
        assert load_bytes(to_bytes(board, ending)).report.format == "Universal VTT"
    read_as = ("sightline JSON", "drawn text", "Universal VTT", "Foundry scene")
    for name, format in zip(NAMES, read_as, strict=True):
        assert isinstance(save_with_report(board, tmp_path / "x.json", format=name), WriteReport)
        assert load_with_report(tmp_path / "x.json").report.format == format
    with pytest.raises(InvalidValueError, match="format to save in"):
        save(board, tmp_path / "x.json", format="roll20")
    with pytest.raises(InvalidTypeError, match="expected a board"):
        written("S.#", "uvtt")  # type: ignore[arg-type]
