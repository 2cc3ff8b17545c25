"""Floors of Foundry scenes: from version 14, from modules, and derived from wall heights."""

import pytest

from sightline.errors import FormatError
from sightline.formats import foundry as reader
from sightline.formats import load_bytes
from sightline.formats.contract import Options
from sightline.model.threshold import Door, Wall
from tests.formats.map_samples import SAMPLES, as_json, foundry


def scene(walls, **changes) -> dict:
    return foundry(padding=0, walls=walls, tokens=[], background={}) | changes


def wall(x: int, **fields) -> dict:
    """Return a vertical wall, one tile long, from (x, 0)."""
    return {"c": [100 * x, 0, 100 * x, 100], "sight": 20} | fields


def read(tree, level=None, *, flat=True):
    return reader.read(as_json(tree), "scene.json", Options(level=level, flat=flat))


def columns(loaded) -> dict:
    """Return the walls by their column."""
    return {int(each.ends[0][0]): each.threshold for each in loaded.board.free_walls()}


# --- version 14


def house(**changes) -> dict:
    """Return a scene with a cellar, a ground floor and a roof, listed out of order.

    The wall at 1 is a door upstairs. The wall at 4 names no level, so it is on all of them.
    """
    ids = {"ground": "defaultLevel0000", "cellar": "Qk2", "roof": "Zz9"}
    return scene(
        [
            wall(1, levels=[ids["ground"]], door=1),
            wall(1, levels=[ids["cellar"]]),
            wall(2, levels=[ids["ground"], ids["roof"]]),
            wall(3, levels=[ids["roof"]]),
            wall(4, levels=[]),
        ],
        levels=[
            {"_id": ids["ground"], "name": "Ground", "elevation": {"bottom": 0, "top": 10}},
            {"_id": ids["cellar"], "name": "Cellar", "elevation": {"bottom": -10, "top": 0}},
            {"_id": ids["roof"], "name": "Roof", "elevation": {"bottom": 10, "top": None}},
        ],
        tokens=[
            {"name": "Rat", "level": ids["cellar"], "x": 0, "y": 0},
            {"name": "Cook", "level": ids["ground"], "x": 0, "y": 0},
        ],
        lights=[
            {"x": 50, "y": 50, "levels": [ids["ground"]], "config": {"bright": 1, "dim": 2}},
            {"x": 150, "y": 50, "levels": [], "config": {"bright": 1, "dim": 2}},
        ],
        **changes,
    )


def test_the_lowest_level_is_read_and_the_others_are_told() -> None:
    loaded = read(house())
    assert columns(loaded) == {1: Wall(), 4: Wall()}
    assert loaded.report.choices.levels == ["Cellar", "Ground", "Roof"]
    assert loaded.report.choices.level == "Cellar"
    assert "'Cellar', of 3 maps; the others are 'Ground', 'Roof'" in str(loaded.report)
    assert "3 walls of other floors" in str(loaded.report)


@pytest.mark.parametrize("level", ["Ground", "1"])
def test_a_level_is_chosen_by_name_or_number(level) -> None:
    loaded = read(house(), level)
    assert columns(loaded) == {1: Door("closed"), 2: Wall(), 4: Wall()}
    assert loaded.report.choices.level == "Ground"


def test_tokens_and_lights_stay_on_their_level() -> None:
    cellar, ground, roof = (read(house(), level).board for level in ("Cellar", "Ground", "Roof"))
    assert [[each.name for each in board.figures()] for board in (cellar, ground, roof)] == [
        ["Rat"],
        ["Cook"],
        [],
    ]
    assert [len(board.lights()) for board in (cellar, ground, roof)] == [1, 2, 1]


def test_a_level_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(FormatError, match="there are 0 'Cellar', 1 'Ground', 2 'Roof'"):
        read(house(), "Attic")
    with pytest.raises(FormatError, match="no map is called '3'"):
        read(house(), "3")


def test_levels_of_one_name_are_told_apart() -> None:
    tree = house()
    for level in tree["levels"]:
        level["name"] = "Floor"
    assert read(tree).report.choices.levels == ["Floor", "Floor (2)", "Floor (3)"]
    tree["levels"][0]["name"] = ""
    assert read(tree).report.choices.levels == ["Floor", "level 0", "Floor (2)"]


def test_one_level_is_no_choice_but_has_its_name() -> None:
    tree = scene([wall(1, levels=["a"]), wall(2)], levels=[{"_id": "a", "name": "Ground"}])
    loaded = read(tree)
    assert columns(loaded) == {1: Wall(), 2: Wall()}
    assert loaded.report.choices.levels == ["Ground"]
    assert not loaded.report.guessed


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_level_is_refused_where_there_is_none(name) -> None:
    """This holds for every format."""
    _, data = SAMPLES[name]
    whole = load_bytes(data, name)
    with pytest.raises(FormatError) as caught:
        load_bytes(data, name, Options(level="nonsense"))
    if whole.report.choices.levels:
        assert whole.report.choices.levels[0] in str(caught.value)
    else:
        assert "this file has no levels" in str(caught.value)
        assert "nonsense" in str(caught.value)


# --- heights that modules keep


def high(x: int, bottom=None, top=None, **fields) -> dict:
    return wall(x, flags={"wall-height": {"bottom": bottom, "top": top}}, **fields)


def test_walls_above_each_other_make_floors() -> None:
    """The outer wall at 3 spans both floors. The wall at 4 has no height, so it
    is on every floor.
    """
    tree = scene([high(1, 0, 10), high(2, 10, 20), high(3, 0, 20), wall(4)])
    ground = read(tree)
    assert ground.report.choices.levels == ["0 to 10", "10 and up"]
    assert sorted(columns(ground)) == [1, 3, 4]
    assert sorted(columns(read(tree, "10 and up"))) == [2, 3, 4]


def test_a_low_wall_is_no_floor() -> None:
    loaded = read(scene([high(1, 0, 3), high(2, 0, 10)]))
    assert loaded.report.choices.levels == []
    assert sorted(columns(loaded)) == [1, 2]
    assert "2 walls with a height" in str(loaded.report)


@pytest.mark.parametrize(
    ("walls", "names"),
    [
        ([high(1, 10, None), wall(2)], ["0 to 10", "10 and up"]),  # a balcony
        ([high(1, -10, -1), wall(2)], ["-10 to 0", "0 and up"]),  # a cellar
        ([high(1, None, 5), high(2, 5, None)], ["below 5", "5 and up"]),
        ([high(1, None, None), wall(2)], []),
        ([high(1, 0, 5), wall(2)], []),
        ([high(1, 10, None)], []),  # a single height does not make a second floor
        ([high(1, 0, 5), high(2, 5, 10), high(3, 10, 15)], ["0 to 5", "5 to 10", "10 and up"]),
        ([high(1, 0, 5), high(2, 4, 9), high(3, 8, 12)], ["0 to 8", "8 and up"]),
        ([high(1, 0.5, "7.5"), high(2, "7.5", "Infinity")], ["0.5 to 7.5", "7.5 and up"]),
        ([high(1, 10, 0), high(2, 10, 20)], ["0 to 10", "10 and up"]),  # upside down
    ],
)
def test_floors_by_heights(walls, names) -> None:
    assert read(scene(walls)).report.choices.levels == names


def test_the_first_versions_of_the_module_had_other_names() -> None:
    old = {"wallHeight": {"wallHeightBottom": 10, "wallHeightTop": 20}}
    loaded = read(scene([high(1, 0, 10), wall(2, flags=old)]))
    assert loaded.report.choices.levels == ["0 to 10", "10 and up"]
    assert sorted(columns(loaded)) == [1]


def test_things_stand_on_the_floor_of_their_height() -> None:
    tree = scene(
        [high(1, 0, 10), high(2, 10, 20)],
        tokens=[{"name": "Odo", "elevation": 0}, {"name": "Crow", "elevation": 10}],
        lights=[
            {"x": 50, "y": 50, "dim": 5, "flags": {"levels": {"rangeBottom": 10, "rangeTop": 19}}},
            {"x": 50, "y": 50, "dim": 5, "elevation": 3},
            {"x": 50, "y": 50, "dim": 5, "flags": {"levels": {"rangeBottom": 0, "rangeTop": 19}}},
        ],
    )
    below, above = read(tree), read(tree, "10 and up")
    assert [each.name for each in below.board.figures()] == ["Odo"]
    assert [each.name for each in above.board.figures()] == ["Crow"]
    assert (len(below.board.lights()), len(above.board.lights())) == (2, 2)
    assert "1 token of other floors" in str(below.report)
    assert "1 light of other floors" in str(below.report)


def test_the_list_of_floors_that_a_module_keeps() -> None:
    """The upper bounds are inclusive: 0 to 9, then 10 to 19."""
    listed = [["10", "19", "First floor"], [0, 9, "Ground floor"]]
    tree = scene(
        [high(1, 0, 9), high(2, 10, 19), wall(3)], flags={"levels": {"sceneLevels": listed}}
    )
    loaded = read(tree)
    assert loaded.report.choices.levels == ["Ground floor", "First floor"]
    assert sorted(columns(loaded)) == [1, 3]
    assert sorted(columns(read(tree, "First floor"))) == [2, 3]


def test_a_list_without_names() -> None:
    tree = scene([], flags={"levels": {"sceneLevels": [[0, 9], [10, 19, ""]]}})
    assert read(tree).report.choices.levels == ["0 to 10", "10 and up"]


@pytest.mark.parametrize("listed", [[], [[0, 9, "Ground"]], "none", [[0], [1]], [[0, 9], 7]])
def test_a_list_of_less_than_two_floors_is_none(listed) -> None:
    tree = scene([wall(1)], flags={"levels": {"sceneLevels": listed}})
    assert read(tree).report.choices.levels == []


@pytest.mark.parametrize(
    "broken",
    [
        scene([high(1, "deep", 3)]),
        scene([high(1, [1], 3)]),
        scene([high(1, True, 3)]),
        scene([], levels=[{"_id": 7, "name": "Cellar"}]),
        scene([], levels=[{"_id": "a", "name": "A"}] * 1001),
        scene([wall(1, levels="all")], levels=[{"_id": "a", "name": "A"}]),
        scene([], tokens=[{"name": "x", "level": 3}], levels=[{"_id": "a", "name": "A"}]),
    ],
)
def test_broken_floors_are_refused(broken) -> None:
    with pytest.raises(FormatError) as caught:
        read(broken)
    assert str(caught.value).startswith("$.")
