"""The published schema of packs and the reader refuse the same files."""

from __future__ import annotations

import json
import random
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from sightline.errors import FormatError
from sightline.packs import PACKS
from sightline.packs.reading import (
    MOST_DEGREES,
    MOST_KINDS,
    MOST_QUESTIONS,
    pack_from_data,
    to_data,
)
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from tests.conftest import is_set
from tests.json_schema import Schema

PATH = Path(__file__).parents[2] / "docs/schema/sightline-pack.schema.json"
ROOT = json.loads(PATH.read_text("utf-8"))
SCHEMA = Schema(ROOT)
ROUNDS = 60 if is_set("SIGHTLINE_QUICK") else 5000 if is_set("SIGHTLINE_THOROUGH") else 150

BEYOND = re.compile(
    # Messages of the reader about errors that a schema cannot express.
    "degree: expected one of"
    "|expected a list such as"
    "|counts that do not fall"
    "|degrees: expected them for .* too"
    "|grid: expected one of"
    r"|: expected one of [a-z0-9, -]+, got '[a-z0-9-]+'"
    "|did you mean"
)


def refusal(data: Any) -> str:
    """Return the reader's error message, or "" if it accepts the data."""
    try:
        pack_from_data(data)
    except FormatError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", PACKS)
def test_every_pack_obeys_it(name: str) -> None:
    assert SCHEMA.obeyed_by(json.loads(json.dumps(to_data(PACKS[name]))))


def test_it_has_every_field_and_no_other() -> None:
    question = ROOT["$defs"]["question"]["properties"]
    assert set(ROOT["properties"]) == set(Pack.__match_args__)
    assert set(question) == set(PackQuestion.__match_args__)
    assert set(question["touch"]["properties"]) == set(TouchRules.__match_args__)


def test_its_limits_are_the_readers() -> None:
    question = ROOT["$defs"]["question"]["properties"]
    assert ROOT["properties"]["cover"]["maxItems"] == MOST_QUESTIONS
    assert ROOT["properties"]["degrees"]["maxItems"] == MOST_DEGREES + 2
    assert question["blockers"]["maxProperties"] == MOST_KINDS


VALUES: list[Any] = [
    *(None, True, False, 0, 1, 3, -1, 101, 1001, 1.5, "", " ", "area", "corners", "center", "any"),
    *("all", "best-corner", "pair", "diamond", "tile", "hide", "half", "block", "ask", "maybe"),
    *(
        "square",
        "hex",
        "worst",
        "linear",
        "battletech",
        "wall",
        "seen",
        "seen unless wall",
        "Ünder",
    ),
    *([], {}, ["square"], ["hex"], ["square", "hex"], ["square", "square"], ["none"], ["half"]),
    *(
        {"solid": "hide"},
        {"solid": "half"},
        {"woods": 1},
        {"woods": 0},
        {"Woods": 1},
        [[1, "half"]],
    ),
    *(
        {"square": [[1, "half"]]},
        {"hex": [[3, "total"]]},
        {"square": [[0, "half"]]},
        {"corner": "ask"},
    ),
    *("x" * 2001, {"x" * 41: "hide"}, {f"k{i}": "hide" for i in range(65)}, ["a"] * 3),
    [f"d{i}" for i in range(15)],
]


def places_in(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    here = [path] if path else []
    inner = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    return here + [each for key, value in inner for each in places_in(value, (*path, key))]


def changed(data: Any, dice: random.Random) -> Any:
    """Return the data with one or two values replaced, removed or added, anywhere."""
    data = deepcopy(data)
    for _ in range(dice.choice((1, 1, 2))):
        path = dice.choice(places_in(data))
        parent = data
        for key in path[:-1]:
            parent = parent[key]
        way = dice.choice(("put", "put", "drop", "add"))
        if way == "put":
            parent[path[-1]] = deepcopy(dice.choice(VALUES))
        elif way == "drop":
            del parent[path[-1]]
        elif isinstance(parent, dict):
            keys = [*Pack.__match_args__, *PackQuestion.__match_args__, "corner", "smoke", "sollid"]
            parent[dice.choice(keys)] = deepcopy(dice.choice(VALUES))
        else:
            parent.append(deepcopy(dice.choice(VALUES)))
    return data


@pytest.mark.parametrize("name", PACKS)
def test_the_reader_and_the_schema_agree(name: str) -> None:
    dice = random.Random(name)
    usual, accepted = to_data(PACKS[name]), 0
    for _ in range(ROUNDS):
        data = json.loads(json.dumps(changed(usual, dice)))
        said, obeys = refusal(data), SCHEMA.obeyed_by(data)
        accepted += obeys
        if not said:
            assert obeys, data
        elif obeys:
            assert BEYOND.search(said), (said, data)
    assert 0 < accepted < ROUNDS


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"end": "area", "take": "all"}, "endless lines"),
        ({"end": "area", "whole": True}, "whole: expected it with corners or centers"),
        ({"end": "area", "target_blocks": True}, "target_blocks: expected it with corners"),
        ({"shape": "diamond"}, "diamonds are for squares"),
        ({"lean": "any", "start": "corners"}, "lean: expected start and end to be center"),
        ({"heights": "linear", "end": "corners"}, "heights: expected start and end to be center"),
        ({"points": {"woods": 1}}, "points: expected degrees"),
        ({"degrees": {"hex": [[1, "total"]]}}, "of sight they are for points"),
        ({"blockers": {}}, "at least one kind"),
        ({"take": "pair"}, "joins corners to corners"),
        ({"straight": True, "end": "corners"}, "straight: expected it in"),
        ({"straight": True, "lean": "any"}, "straight: expected it without lean"),
        ({"target_blocks": True, "heights": "linear"}, "target_blocks: expected it without lean"),
        ({"near_target": 1}, "near_target: expected it in"),
        ({"beyond_viewer": 1}, "beyond_viewer: expected it in"),
    ],
)
def test_what_would_be_without_effect_is_refused_by_both(
    change: dict[str, Any], words: str
) -> None:
    data = {
        "name": "mine",
        "title": "Mine",
        "summary": "Mine.",
        "source": "me",
        "grids": ["hex"],
        "symmetric": True,
        "sight": {"start": "center", "end": "center", "blockers": {"solid": "hide"}},
    }
    assert refusal(data) == ""
    assert SCHEMA.obeyed_by(data)
    bad = {**data, "sight": {**data["sight"], **change}}  # type: ignore[dict-item]
    assert words in refusal(bad)
    assert not SCHEMA.obeyed_by(bad)


def test_a_cover_without_degrees_is_refused_by_both() -> None:
    data = to_data(PACKS["dnd5e"])
    del data["cover"][0]["degrees"]
    assert "from how many blocked lines on" in refusal(data)
    assert not SCHEMA.obeyed_by(data)
    data = to_data(PACKS["dnd5e"])
    del data["degrees"], data["texts"]
    assert "expected degrees = [...]" in refusal(data)
    assert not SCHEMA.obeyed_by(data)
