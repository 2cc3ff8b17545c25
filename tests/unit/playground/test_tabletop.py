"""Scenes of virtual tabletops: answers in the scene's pixels, with tokens by their ids."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest

from sightline import trace
from sightline.errors import InvalidValueError, SightlineError
from sightline.formats import load_bytes
from sightline.playground import Playground
from sightline.playground.tabletop import TabletopScene
from tests.formats.map_samples import foundry, foundry_levels

MIRA, ORC = {"name": "m", "x": 200, "y": 200}, {"name": "o", "x": 400, "y": 400}


def scene(**changes: Any) -> TabletopScene:
    return TabletopScene("foundry", foundry(**{"tokens": [MIRA, ORC]} | changes))


def test_points_are_pixels_of_the_scene() -> None:
    look = scene(walls=[]).look("m", "o", "center")
    assert look["line"] == [(250.0, 250.0), (450.0, 450.0)]
    shapes = scene(walls=[]).view("m", "center")["shapes"]
    assert [(200.0, 100.0), (700.0, 100.0), (700.0, 200.0), (200.0, 200.0)] in shapes


def test_points_on_hexes_are_pixels_too() -> None:
    tokens = [{"name": "m", "x": 250, "y": 173.2}, {"name": "o", "x": 450, "y": 173.2}]
    hexes = scene(walls=[], grid={"type": 2, "size": 100}, tokens=tokens)
    (x0, y0), (x1, y1) = hexes.look("m", "o", "center")["line"]
    assert (round(x0), round(x1)) == (300, 500)
    assert abs(y0 - y1) < 1e-6


@pytest.mark.parametrize("kind", ["corner", "center", "pack:dnd5e"])
def test_moved_tokens_answer_as_a_scene_that_is_read_anew(kind: str) -> None:
    moved = scene()
    for x, y in ((500, 300), (600, 400), (200, 300), (200, 200)):
        tokens = [MIRA, {**ORC, "x": x, "y": y}, {"name": "new", "x": 300, "y": 300}]
        moved.place(tokens)
        assert moved.look("m", "o", kind) == scene(tokens=tokens).look("m", "o", kind)
        assert moved.summary()["walls"] == 7


def test_the_viewers_floor_is_found() -> None:
    tokens = [{**MIRA, "level": "b"}, {**ORC, "level": "b"}, {**ORC, "name": "low", "level": "a"}]
    floors = TabletopScene("foundry", foundry_levels() | {"tokens": tokens})
    assert floors.look("m", "o", "pack:dcss")["verdict"]
    assert floors.summary()["level"] == "Roof"
    with pytest.raises(InvalidValueError, match="low is outside the map, or on another floor"):
        floors.look("m", "low", "pack:dcss")
    assert floors.look("low", "low", "pack:dcss")["visible"]
    assert floors.summary()["level"] == "Ground"


def test_rules_with_heights_look_from_floor_to_floor() -> None:
    tokens = [{**MIRA, "level": "b"}, {**ORC, "level": "b"}, {**ORC, "name": "low", "level": "a"}]
    whole = foundry_levels() | {"tokens": tokens}
    scene = TabletopScene("foundry", whole)
    board = load_bytes(json.dumps(whole).encode(), "scene.json").board
    for rule in ("center", "corner"):
        for a, b in permutations(("m", "o", "low"), 2):
            look = scene.look(a, b, rule)
            assert (look["verdict"], look["words"]) == (
                (sight := trace(board, a, b, rule)).verdict,
                sight.explain(),
            )
    assert scene.look("m", "o", "center")["visible"] != scene.look("m", "low", "center")["visible"]


def test_a_wall_has_its_height() -> None:
    flags = {"wall-height": {"bottom": 0, "top": 10}}
    wall = {"c": [300, 0, 300, 900], "sight": 20, "flags": flags}
    ends = [{**MIRA, "elevation": 0}, {**ORC, "elevation": 0}]
    low = scene(walls=[wall], tokens=ends)
    assert not low.look("m", "o", "center")["visible"]
    flying = [{**MIRA, "elevation": 30}, {**ORC, "elevation": 30}]
    low.place(flying)
    look = low.look("m", "o", "center")
    assert look["visible"]
    assert look == scene(walls=[wall], tokens=flying).look("m", "o", "center")
    assert not low.look("m", "o", "pack:dcss")["visible"]  # it does not support heights


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("look", {"a": "m", "b": "o", "rule": "center"}, "No scene was read"),
        ("scene", {"kind": "roll20", "data": {}}, "expected foundry or owlbear"),
        ("scene", {"kind": "foundry", "data": {"walls": []}}, "grid"),
    ],
)
def test_errors_say_what_to_do(name: str, given: dict[str, Any], words: str) -> None:
    play = Playground()
    with pytest.raises(SightlineError, match=words):
        getattr(play, name)(**given)


def test_a_token_outside_and_a_rule_for_another_grid_are_named() -> None:
    with pytest.raises(InvalidValueError, match="gone is outside the map"):
        scene().look("gone", "o", "center")
    with pytest.raises(InvalidValueError, match="hex boards"):
        scene().look("m", "o", "pack:battletech")


def test_shells_get_english_texts_not_templates() -> None:
    play = Playground()

    def call(name: str, **given: Any) -> Any:
        return json.loads(play.call(name, json.dumps(given)))

    data = foundry(tokens=[MIRA, ORC])
    assert call("scene", kind="foundry", data=data)["ok"]["tokens"] == ["m", "o"]
    expected = play.look("m", "o", "pack:dnd5e")
    found = call("look", a="m", b="o", rule="pack:dnd5e")["ok"]
    assert (found["reason"], found["effect"]) == (expected["reason"], expected["effect"])
    assert call("look", a="m", b="x", rule="corner")["error"].startswith("x is outside the map")
