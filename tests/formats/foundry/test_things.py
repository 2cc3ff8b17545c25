"""Tokens and lights of Foundry scenes, and their brightness."""

from fractions import Fraction

import pytest

from sightline.formats import foundry as reader
from sightline.formats.contract import Options
from tests.formats.map_samples import as_json, foundry


def read(**changes):
    """Read a scene of 5 x 4 squares of 100 pixels and 5 feet."""
    tree = foundry(padding=0, walls=[], tokens=[], background={})
    tree["grid"] = {"type": 1, "size": 100, "distance": 5}
    return reader.read(as_json(tree | changes), "scene.json", Options())


def token(name="Odo", x=0, y=0, **fields) -> dict:
    return {"name": name, "x": x, "y": y} | fields


def stand(*tokens, **changes) -> dict:
    return {each.name: each for each in read(tokens=list(tokens), **changes).board.figures()}


# --- tokens


@pytest.mark.parametrize(
    ("fields", "at", "size"),
    [
        ({"x": 300, "y": 100}, (1, 3), (1, 1)),
        ({"x": 300, "y": 100, "width": 2, "height": 1}, (1, 3), (1, 2)),
        ({"x": 100, "y": 100, "width": 2, "height": 3}, (1, 1), (3, 2)),
        ({"x": 340, "y": 149}, (1, 3), (1, 1)),
        ({"x": 350, "y": 151}, (2, 4), (1, 1)),  # more than half of it is on the next tile
        ({"x": 350, "y": 150, "width": 0.5, "height": 0.5}, (1, 3), (1, 1)),
        ({"x": 300, "y": 100, "width": 0.5, "height": 0.5}, (1, 3), (1, 1)),
        ({"x": 100, "y": 100, "width": 1.5, "height": 1.5}, (1, 1), (2, 2)),
    ],
)
def test_a_token_stands_where_it_stood(fields, at, size) -> None:
    figure = stand(token(**fields))["Odo"]
    assert (tuple(figure.at), figure.size) == (at, size)


@pytest.mark.parametrize(
    ("disposition", "kind", "side"),
    [(-2, "enemy", "enemies"), (-1, "enemy", "enemies"), (0, "figure", ""), (1, "ally", "heroes")],
)
def test_the_side_of_a_token(disposition, kind, side) -> None:
    figure = stand(token(disposition=disposition))["Odo"]
    assert (figure.kind, figure.side) == (kind, side)


def test_names_are_numbered() -> None:
    names = ["Orc", "Orc", "Orc 2", "", " ", "Orc", "  Big\n Orc "]
    figures = stand(*(token(name, 100 * (i % 5), 100 * (i // 5)) for i, name in enumerate(names)))
    assert list(figures) == ["Orc", "Orc 2", "Orc 2 2", "token", "token 2", "Orc 3", "Big Orc"]


def test_hidden_and_crowded_tokens_are_seen_past() -> None:
    loaded = read(
        tokens=[token("Spy", hidden=True), token("Orc", 100), token("Rat", 100), token("Ox", 200)]
    )
    assert {each.name: each.blocks_sight for each in loaded.board.figures()} == {
        "Spy": False,
        "Orc": True,
        "Rat": False,
        "Ox": True,
    }
    assert "1 figure hidden in the file" in str(loaded.report)
    assert "1 figure on the same tile as another" in str(loaded.report)


def test_tokens_outside_are_lost_and_giants_are_cut_down() -> None:
    far = [token("A", -100), token("B", 500), token("C", 400, width=2), token("D", 0, 400)]
    loaded = read(tokens=[*far, token("Odo")])
    assert [each.name for each in loaded.board.figures()] == ["Odo"]
    assert "4 tokens outside the map" in str(loaded.report)
    giant = read(tokens=[token("Ship", width=30, height=30)], width=4000, height=4000)
    assert giant.board.figure("Ship").size == (20, 20)


@pytest.mark.parametrize(("width", "rings"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (0.5, 1)])
def test_large_tokens_on_hexes_are_hexagons(width, rings) -> None:
    loaded = read(
        grid={"type": 2, "size": 100},
        width=1200,
        height=1200,
        tokens=[token(x=600 - 50 * width, y=606 - 58 * width, width=width, height=width)],
    )
    assert loaded.board.figure("Odo").size == (rings, rings)
    assert ("rounded to whole tiles" in str(loaded.report)) == (2 * rings - 1 != width)


# --- lights


def lights(*listed, **changes):
    return [
        (each.at, each.bright, each.dim)
        for each in read(lights=list(listed), **changes).board.lights()
    ]


def light(x=150, y=250, **config) -> dict:
    return {"x": x, "y": y, "config": {"bright": 10, "dim": 20} | config}


def test_radii_are_in_tiles() -> None:
    assert lights(light(), light(dim=7.5, bright=0)) == [
        ((2, 1), 2, 4),
        ((2, 1), 0, Fraction(3, 2)),
    ]
    # If the bright radius is larger than the dim radius, the whole area is bright.
    assert lights(light(dim=5)) == [((2, 1), 2, 2)]
    assert lights({"x": 150, "y": 250, "bright": 10, "dim": 20}, grid=100, gridDistance=10) == [
        ((2, 1), 1, 2)
    ]
    assert lights(light(), grid={"size": 100}) == [((2, 1), 10, 20)]
    assert lights(light(), grid={"size": 100, "distance": 0}) == [((2, 1), 10, 20)]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (light() | {"hidden": True}, "lost: 1 light switched off"),
        (light(negative=True), "lost: 1 light of darkness"),
        ({"x": 1, "y": 1, "dim": -10}, "lost: 1 light of darkness"),
        (light(x=-1), "lost: 1 light outside the map"),
        (light(x=500), "lost: 1 light outside the map"),
        (light(bright=0, dim=0), "lost: 1 light without a radius"),
        (light(darkness={"min": 0.5, "max": 1}), "lost: 1 light switched off"),
        ({"x": 1, "y": 1, "dim": 5, "darknessThreshold": 0.5}, "lost: 1 light switched off"),
    ],
)
def test_lights_that_do_not_shine(given, sentence) -> None:
    loaded = read(lights=[given])
    assert loaded.board.lights() == []
    assert sentence in str(loaded.report)


def test_lights_that_shine_by_night() -> None:
    at_night = {"environment": {"darknessLevel": 0.75}}
    assert len(lights(light(darkness={"min": 0.5, "max": 1}), **at_night)) == 1
    assert len(lights(light(darkness={"min": 0, "max": 0.5}), **at_night)) == 0
    assert len(lights({"x": 1, "y": 1, "dim": 5, "darknessThreshold": 0.5}, darkness=0.5)) == 1


def test_cones_and_lights_through_walls_are_told() -> None:
    words = str(read(lights=[light(angle=60), light(angle=360), light() | {"walls": False}]).report)
    assert "1 light shining in one direction" in words
    assert "1 light shining through walls" in words


def test_tokens_carry_their_lights() -> None:
    loaded = read(
        tokens=[
            token("Odo", light={"bright": 10, "dim": 20}),
            token("Old", 100, brightLight=5, dimLight=10),
            token("Night", 200, light={"bright": 0, "dim": 20, "negative": True}),
            token("Plain", 300, light={"bright": 0, "dim": 0}),
            token("Far", 900, light={"bright": 10, "dim": 20}),
        ]
    )
    assert [(each.at, each.bright, each.dim) for each in loaded.board.lights()] == [
        ("Odo", 2, 4),
        ("Old", 1, 2),
    ]


# --- the scene's own light


def day(level=0, on=True, until=1) -> dict:
    span = {"min": 0, "max": until}
    return {
        "environment": {"darknessLevel": level, "globalLight": {"enabled": on, "darkness": span}}
    }


@pytest.mark.parametrize(
    ("changes", "ambient"),
    [
        ({}, "bright"),
        (day(), "bright"),
        (day(0.25), "bright"),
        (day(0.5), "dim"),
        (day(1), "dim"),
        (day(0.75, until=0.5), "dark"),
        (day(0.5, until=0.5), "dim"),
        (day(0.25, on=False), "dark"),
        (day(on=False), "bright"),  # the scene has no light settings
        (day(on=False) | {"lights": [light()]}, "dark"),
        ({"globalLight": True, "darkness": 0}, "bright"),
        ({"globalLight": True, "darkness": 0.75, "globalLightThreshold": 0.5}, "dark"),
        ({"globalLight": True, "darkness": 0.75, "globalLightThreshold": None}, "dim"),
        ({"globalLight": False, "darkness": 1}, "dark"),
    ],
)
def test_how_bright_the_scene_is(changes, ambient) -> None:
    loaded = read(**changes)
    assert loaded.board.ambient == ambient
    assert (f"the ambient light is {ambient}" in str(loaded.report)) == bool(changes)
