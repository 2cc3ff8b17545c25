"""Roll20: paths of both kinds, doors, tokens and lights, as its API and exporters define them."""

import itertools
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import Door, Wall
from sightline.errors import FormatError
from sightline.formats import load_bytes
from sightline.formats.contract import Options
from tests.formats.tabletop_samples import (
    ROLL20_SAMPLE,
    graphic,
    line,
    roll20,
    roll20_door,
    roll20_page,
    wall_path,
    zipped,
)

F = Fraction
EMPTY = {"paths": [], "doors": [], "windows": [], "graphics": [], "dynamic_lighting_enabled": False}


def load(page: dict, **more):
    data = json.dumps(roll20(page, **more)).encode()
    return load_bytes(data, "campaign.json")


def walls(board) -> dict:
    return {frozenset(wall.ends): wall.threshold for wall in board.free_walls()}


def segment(*values) -> frozenset:
    x0, y0, x1, y1 = (F(value) for value in values)
    return frozenset({(x0, y0), (x1, y1)})


def of_paths(*paths: dict, **page) -> dict:
    return walls(load(roll20_page(**(EMPTY | {"paths": list(paths)} | page))).board)


# --- pages


@pytest.mark.parametrize(
    ("step", "cols", "rows", "end"),
    [(1, 6, 4, 2), (0.5, 12, 8, 4), (2, 3, 2, 1), ("1", 6, 4, 2), (0, 6, 4, 2), (4, 2, 1, "0.5")],
)
def test_squares_are_as_wide_as_the_grid_snaps(step, cols, rows, end) -> None:
    page = roll20_page(**(EMPTY | {"paths": [line(0, 70, 140, 70)], "snapping_increment": step}))
    loaded = load(page)
    assert (loaded.board.cols, loaded.board.rows) == (cols, rows)
    assert walls(loaded.board).keys() == {segment(0, F(end) / 2, end, F(end) / 2)}
    assert any("without a grid" in each for each in loaded.report.guessed) == (step == 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"width": 0},
        {"width": -1},
        {"height": 0},
        {"height": -1},
        {"snapping_increment": -1},
        {"width": 1_000_000},
    ],
)
def test_pages_of_no_size(changes) -> None:
    with pytest.raises(FormatError, match="expected a page of more than 0"):
        load(roll20_page(**changes))


def test_pages_too_large_for_a_board() -> None:
    with pytest.raises(FormatError, match="expected 1 to 4096 columns"):
        load(roll20_page(width=5000))
    with pytest.raises(FormatError, match=r"pages\[0\]: expected the key 'width'"):
        load({key: value for key, value in roll20_page().items() if key != "width"})


def test_hexes_are_squares_and_the_report_says_so() -> None:
    assert any("'hexr'" in each for each in load(roll20_page(grid_type="hexr")).report.guessed)


def test_which_page_is_read() -> None:
    data = json.dumps(ROLL20_SAMPLE).encode()
    loaded = load_bytes(data, "campaign.json")
    assert loaded.report.choices.levels == ["Title", "Crypt"]
    assert loaded.report.choices.level == "Crypt"
    title = load_bytes(data, "campaign.json", Options(level="Title"))
    window = Door("closed", stops="window")
    assert [wall.threshold for wall in title.board.free_walls()] == [window]
    with pytest.raises(FormatError, match="no map is called 'Attic'"):
        load_bytes(data, "campaign.json", Options(level="Attic"))
    archive = load_bytes(zipped({"campaign.json": data, "chat.json": "[]"}), "campaign.zip")
    assert archive.board == loaded.board
    with pytest.raises(FormatError, match="expected at least one page"):
        load_bytes(json.dumps(roll20() | {"x": {"snapping_increment": 1, "paths": []}}).encode())


def test_a_page_by_itself() -> None:
    page = roll20_page()
    whole = load(page).board
    things = ("paths", "doors", "windows", "graphics")
    parted = {key: page.pop(key) for key in things} | {"attributes": dict(page)}
    for alone in (roll20_page(), [roll20_page()], parted):
        # Without the list of characters, no token is a hero.
        board = load_bytes(json.dumps(alone).encode(), "page.json").board
        assert walls(board) == walls(whole)
        assert board.figure("Mira").kind == "enemy"


# --- paths


def test_an_older_path_lies_around_its_middle() -> None:
    path = wall_path([["M", 70, 70], ["L", 210, 70], ["L", 210, 140]])
    assert of_paths(path) == {segment(1, 1, 3, 1): Wall(), segment(3, 1, 3, 2): Wall()}


def test_stretched_and_mirrored() -> None:
    path = line(70, 70, 210, 140, scaleX=2, scaleY=-1)
    assert of_paths(path) == {segment(0, 2, 4, 1): Wall()}
    tall = line(70, 105, 140, 175, scaleX=0.5, scaleY=3)
    assert of_paths(tall) == {segment("1.25", "0.5", "1.75", "3.5"): Wall()}


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [
        (0, (1, 2, 3, 2)),
        (90, (2, 1, 2, 3)),
        (180, (1, 2, 3, 2)),
        (270, (2, 1, 2, 3)),
        (450, (2, 1, 2, 3)),
    ],
)
def test_turned_around_its_middle(degrees, expected) -> None:
    assert of_paths(line(70, 140, 210, 140, rotation=degrees)).keys() == {segment(*expected)}


def test_turned_clockwise() -> None:
    """The end to the right of the center is now below it."""
    path = wall_path([["M", 140, 140], ["L", 210, 140]], rotation=90)
    path |= {"left": 140, "top": 140, "width": 140}  # the center is its own left end
    path["path"] = [["M", 70, 0], ["L", 140, 0]]
    assert of_paths(path).keys() == {segment(2, 2, 2, 3)}


def test_curves_stay_close_to_what_they_are() -> None:
    """A quarter circle with the radius of one square around (5, 2), as Roll20 writes it."""
    path = wall_path([["M", 280, 140], ["C", 280, 101.3, 311.3, 70, 350, 70]])
    found = of_paths(path)
    corners = {corner for ends in found for corner in ends}
    assert {(F(4), F(2)), (F(5), F(1))} <= corners
    assert len(found) > 3
    for x, y in corners:
        assert abs(((x - 5) ** 2 + (y - 2) ** 2) - 1) < F(1, 100)


def test_closed_paths_and_quadratic_ones() -> None:
    closed = of_paths(wall_path([["M", 0, 0], ["L", 70, 0], ["L", 70, 70], ["Z"]]))
    assert segment(1, 1, 0, 0) in closed
    assert len(closed) == 3
    bent = of_paths(wall_path([["M", 0, 70], ["Q", 70, 210, 140, 70]]))
    assert (F(1), F(2)) in {corner for ends in bent for corner in ends}


def test_points_that_are_nothing_are_passed_over() -> None:
    path = line(0, 0, 70, 0)
    path["path"].insert(1, ["L", None, None])
    assert of_paths(path).keys() == {segment(0, 0, 1, 0)}


def test_paths_as_text() -> None:
    path = line(70, 70, 210, 70)
    path["path"] = json.dumps(path["path"])
    assert of_paths(path).keys() == {segment(1, 1, 3, 1)}


def newer(points, x, y, **changes) -> dict:
    return {"layer": "walls", "barrierType": "wall", "points": points, "x": x, "y": y} | changes


def test_newer_paths_lie_around_their_middle() -> None:
    points = [[0, 0], [140, 0], [140, 70]]
    expected = {segment(1, 1, 3, 1), segment(3, 1, 3, 2)}
    assert of_paths(newer(points, 140, 105, shape="pol")).keys() == expected
    assert of_paths(newer(json.dumps(points), 140, 105)).keys() == expected
    assert of_paths(newer([[5, 9], [145, 9], [145, 79]], 140, 105)).keys() == expected
    assert of_paths(newer(points, 140, 105, path=None, left=0, top=0)).keys() == expected
    assert of_paths(newer([], 140, 105), newer("", 1, 1)) == {}


def test_boxes_and_ellipses() -> None:
    box = of_paths(newer([[0, 0], [70, 140]], 105, 140, shape="rec"))
    assert box.keys() == {
        segment(1, 1, 2, 1), segment(2, 1, 2, 3), segment(2, 3, 1, 3), segment(1, 3, 1, 1)
    }  # fmt: skip
    ring = of_paths(newer([[0, 0], [140, 70]], 140, 105, shape="eli"))
    corners = {corner for ends in ring for corner in ends}
    assert {(F(1), F(3, 2)), (F(3), F(3, 2)), (F(2), F(1)), (F(2), F(2))} <= corners
    off = [abs((x - 2) ** 2 + 4 * (y - F(3, 2)) ** 2 - 1) for x, y in corners]
    assert max(off) < F(1, 10_000), "only rounded to our unit"


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=2, max_size=6, unique=True)
)
def test_both_kinds_of_path_are_the_same_walls(spots) -> None:
    """Both give walls through exactly the given corners."""
    older = wall_path([["M" if i == 0 else "L", x * 10, y * 10] for i, (x, y) in enumerate(spots)])
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    middle = F(min(xs) + max(xs), 2) * 10, F(min(ys) + max(ys), 2) * 10
    young = newer([[x * 10, y * 10] for x, y in spots], float(middle[0]), float(middle[1]))
    page = {"width": 60, "height": 60}
    expected = {
        segment(F(a, 7), F(b, 7), F(c, 7), F(d, 7)) for (a, b), (c, d) in itertools.pairwise(spots)
    }

    def near(found) -> set:
        return {frozenset((round(x * 7), round(y * 7)) for x, y in ends) for ends in found}

    assert near(of_paths(older, **page)) == near(of_paths(young, **page)) == near(expected)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"path": [["L", 1, 2]]}, 'expected "M" first'),
        ({"path": [["M", 1]]}, "expected 3 items, got 2"),
        ({"path": [["X", 1, 2]]}, "expected one of M, L, Q, C, Z, got 'X'"),
        ({"path": "[["}, "not JSON"),
        ({"left": "here"}, "expected a number, got 'here'"),
        ({"left": "nan"}, "expected a number"),
        ({"barrierType": "mirror"}, "expected wall, oneWay or transparent, got 'mirror'"),
    ],
)
def test_paths_that_make_no_sense(changes, complaint) -> None:
    with pytest.raises(FormatError, match=r"\$\.pages\[0\].*" + complaint):
        of_paths(line(0, 0, 70, 70, **changes))


# --- what stops sight


def test_kinds_of_barriers() -> None:
    loaded = load(
        roll20_page(
            **EMPTY
            | {
                "paths": [
                    line(70, 0, 70, 70, barrierType="oneWay"),
                    line(140, 0, 140, 70, barrierType="oneWay", oneWayReversed=True),
                    line(210, 0, 210, 70, barrierType="transparent"),
                    line(280, 0, 280, 70, layer="objects"),
                ]
            }
        )
    )
    found = {wall.ends: wall.threshold for wall in loaded.board.free_walls()}
    assert found == {
        ((1, 0), (1, 1)): Wall(one_way="forth"),
        ((2, 1), (2, 0)): Wall(one_way="forth"),
        ((3, 0), (3, 1)): Wall(stops="window"),
    }
    assert loaded.report.lost == []


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "closed"),
        ({"isOpen": True}, "open"),
        ({"isLocked": True}, "locked"),
        ({"isSecret": True}, "secret"),
        ({"isSecret": True, "isLocked": True}, "secret"),
        ({"isOpen": True, "isSecret": True}, "open"),
    ],
)
def test_doors(changes, state) -> None:
    doors = [roll20_door(140, 105, 35, 35, **changes)]
    found = walls(load(roll20_page(**EMPTY | {"doors": doors})).board)
    assert found == {segment("1.5", 1, "2.5", 2): Door(state)}


def test_the_handles_of_a_door_need_not_be_opposite() -> None:
    door = {
        "x": 140,
        "y": -70,
        "path": {"handle0": {"x": 0, "y": 0}, "handle1": {"x": 0, "y": -70}},
    }
    found = walls(load(roll20_page(**EMPTY | {"doors": [door]})).board)
    assert found.keys() == {segment(2, 1, 2, 2)}


@pytest.mark.parametrize(
    "color", ["#ff9900", "#FF9900", "#f90", "rgb(255, 153, 0)", "rgba(255,153,0,1)"]
)
def test_orange_walls_are_doors_where_there_are_no_doors(color) -> None:
    paths = [line(0, 70, 70, 70, stroke=color), line(70, 70, 140, 70)]
    found = of_paths(*paths)
    assert found == {segment(0, 1, 1, 1): Door("closed"), segment(1, 1, 2, 1): Wall()}
    grouped = of_paths(paths[0] | {"groupwith": "-other"}, paths[1])
    assert set(grouped.values()) == {Wall()}
    with_doors = of_paths(*paths, doors=[roll20_door(140, 175, 0, 35)])
    assert with_doors[segment(0, 1, 1, 1)] == Wall()


# --- tokens and lights


def test_who_stands_where() -> None:
    graphics = [
        graphic("Mira", 35, 35, represents="-hero"),
        graphic("Bo", 105, 35, controlledby="-player"),
        graphic("ogre", 210, 140, width=140, height=140),
        graphic("rat", 385, 245, width=20, height=20),
        graphic("", 35, 245),
        graphic("chalk", 35, 245, isdrawing=True),
        graphic("ghost", 35, 105, layer="gmlayer"),
        graphic("far", 3500, 35),
    ]
    loaded = load(roll20_page(**EMPTY | {"graphics": graphics}))
    figures = {f.name: (tuple(f.at), f.size, f.kind) for f in loaded.board.figures()}
    assert figures == {
        "Mira": ((0, 0), (1, 1), "hero"),
        "Bo": ((0, 1), (1, 1), "hero"),
        "ogre": ((1, 2), (2, 2), "enemy"),
        "rat": ((3, 5), (1, 1), "enemy"),
    }
    assert loaded.report.lost == [
        "1 token outside the map",
        "1 graphic on the GM layer",
        "2 graphics of the map that are not tokens",
    ]


@pytest.mark.parametrize(
    ("changes", "bright", "dim"),
    [
        ({"emits_bright_light": True, "bright_light_distance": 20}, 4, 4),
        ({"emits_low_light": True, "low_light_distance": "30"}, 0, 6),
        (
            {"emits_bright_light": True, "bright_light_distance": 20, "emits_low_light": True,
             "low_light_distance": 40},
            4, 8,
        ),
        ({"light_otherplayers": True, "light_radius": "40", "light_dimradius": "20"}, 4, 8),
        ({"light_otherplayers": True, "light_radius": "40", "light_dimradius": ""}, 8, 8),
        ({"light_otherplayers": True, "light_radius": 10, "light_dimradius": 20}, 2, 2),
    ],
)  # fmt: skip
def test_lights_old_and_new(changes, bright, dim) -> None:
    for layer, at in (("walls", (0, 1)), ("objects", "lamp")):
        graphics = [graphic("lamp", 105, 35, layer=layer, **changes)]
        (light,) = load(roll20_page(**EMPTY | {"graphics": graphics})).board.lights()
        assert (light.at, light.bright, light.dim) == (at, bright, dim)


def test_lights_that_are_none() -> None:
    graphics = [
        graphic("", 35, 35, layer="walls", bright_light_distance=20),
        graphic("", 35, 35, layer="walls", emits_bright_light=True, bright_light_distance=0),
        graphic("", 9999, 35, layer="walls", emits_bright_light=True, bright_light_distance=5),
    ]
    loaded = load(roll20_page(**EMPTY | {"graphics": graphics}))
    assert loaded.board.lights() == []
    assert loaded.report.lost == [
        "1 light outside the map",
        "1 light without a radius",
    ]


@pytest.mark.parametrize(
    ("changes", "ambient"),
    [
        ({}, "bright"),
        ({"dynamic_lighting_enabled": True}, "dark"),
        ({"dynamic_lighting_enabled": True, "daylight_mode_enabled": True}, "bright"),
        ({"showlighting": True}, "dark"),
        ({"showlighting": True, "lightglobalillum": True}, "bright"),
    ],
)
def test_day_and_night(changes, ambient) -> None:
    page = roll20_page(**EMPTY | changes)
    assert load(page).board.ambient == ambient


def test_the_whole_sample() -> None:
    report = load_bytes(json.dumps(ROLL20_SAMPLE).encode(), "campaign.json").report
    assert report.read == [
        "map 'Crypt'",
        "6 x 4 squares of 70 pixels",
        (
            "15 free walls: 11 walls, 1 one-way wall, 1 wall that stops movement and effect,"
            " 1 locked door, 1 closed door that stops movement and effect"
        ),
        "2 figures: 1 hero, 1 enemy",
        "1 light",
        "dynamic lighting without daylight: the board is dark except for its lights",
    ]
    assert len(report.changed) == 1
    assert "nearest 1/384,000" in report.changed[0]
    assert report.guessed == [
        "'Crypt', of 2 maps; the others are 'Title'",
        (
            "1 one-way wall: sight from the left of the line, as it was drawn, is stopped;"
            " from the right if it is reversed"
        ),
        "tokens that no player controls are enemies",
        "1 transparent wall made to stop shots and spells as well as figures",
        "1 window made to stop shots and spells as well as figures",
    ]
    assert report.lost == []


@pytest.mark.parametrize(("width", "height"), [(6.5, 4), (6, 3.5), (6.5, 3.5)])
def test_a_page_that_ends_within_a_square(width, height) -> None:
    loaded = load(roll20_page(**EMPTY | {"width": width, "height": height}))
    partly = "the last column or row is only partly on the page, and counts as whole"
    assert loaded.report.changed == [partly]
    assert (loaded.board.cols, loaded.board.rows) == (-(-width // 1), -(-height // 1))
    for step in (0.5, 1, 2):
        whole = load(roll20_page(**EMPTY | {"snapping_increment": step}))
        assert whole.report.changed == []
