"""Pack files: ours can be read, data round-trips, and errors name their line."""

from __future__ import annotations

import contextlib
import json
import pickle
import re
from copy import deepcopy
from dataclasses import fields
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sightline.errors import FormatError, UnknownNameError
from sightline.packs import PACKS, Pack, PackQuestion, pack_from_text
from sightline.packs.reading import (
    MAX_PACK_BYTES,
    MOST_QUESTIONS,
    pack_from_data,
    pack_of,
    to_data,
)

NAMES = {
    "arcadia-quest",
    "doom",
    "dungeon-saga",
    "lancer",
    "super-dungeon-explore",
    "zombicide",
    "battletech",
    "dcss",
    "descent1",
    "descent2",
    "dnd2024",
    "dnd35",
    "dnd35-melee",
    "dnd4e",
    "dnd4e-melee",
    "dnd5e",
    "dnd5e-inset",
    "frosthaven",
    "gloomhaven",
    "heroquest",
    "imperial-assault",
    "jaws-of-the-lion",
    "memoir44",
    "pathfinder2e",
    "space-hulk",
    "star-wars-miniatures",
    "symmetric-shadowcasting",
    "tide-of-iron",
}
GOOD = """\
name = "mine"
title = "My game"
summary = "You see what you see."
source = "my notes"
grids = ["square"]
symmetric = true
degrees = ["some", "much"]

[texts]
some = "a little"

[sight]
start = "corners"
end = "corners"
touch = { corner = "block" }
blockers = { solid = "hide" }

[[cover]]
start = "center"
end = "center"
blockers = { figure = "some", solid = "much" }
degrees = { square = [[1, "some"], [1, "much"]] }

[[cover]]
start = "corners"
end = "corners"
take = "best-corner"

[cover.blockers]
low = "much"

[cover.degrees]
square = [[1, "some"], [3, "much"]]
"""


def test_every_game_of_the_list_has_a_pack() -> None:
    assert set(PACKS) == NAMES
    assert list(PACKS) == sorted(NAMES)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_pack_of_ours_is_whole(name: str) -> None:
    pack = PACKS[name]
    assert pack.name == name
    assert pack.based_on in {"", *NAMES}
    assert pack.degrees[0] == "none"
    assert pack.degrees[-1] == "total"
    if pack.cover:
        assert set(pack.texts) == set(pack.degrees) - {"none"}, "every degree says what it does"
    for question in (pack.sight, *pack.cover):
        assert question.blockers or question.points or question.heights, (
            "something stands in the way"
        )
    for question in pack.cover:
        assert set(question.degrees) == set(pack.grids)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_data_comes_back_the_same(name: str) -> None:
    data = to_data(PACKS[name])
    assert pack_from_data(json.loads(json.dumps(data))) == PACKS[name]


def test_data_of_a_pack_of_ones_own_comes_back_the_same() -> None:
    pack = pack_from_text(GOOD)
    assert pack_from_data(to_data(pack)) == pack
    assert pack.cover[1].blockers == {"low": "much"}
    assert pack.degrees == ("none", "some", "much", "total")


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_pack_can_be_hashed_and_copied(name: str) -> None:
    pack = PACKS[name]
    again = pack_from_data(to_data(pack))
    assert {pack: 1}[again] == 1
    assert pickle.loads(pickle.dumps(pack)) == deepcopy(pack) == pack  # noqa: S301


def test_a_slip_in_a_name_is_told() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean .dnd5e"):
        PACKS["dnd5"]


def line_of(text: str, part: str) -> int:
    return next(i for i, line in enumerate(text.splitlines(), 1) if part in line)


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ('name = "mine"', "name = 3", "name = "),
        ('name = "mine"', 'name = "My Game!"', "name = "),
        ('title = "My game"', 'title = ""', "title = "),
        ('grids = ["square"]', 'grids = ["triangle"]', "grids = "),
        ('grids = ["square"]', "grids = []", "grids = "),
        ('grids = ["square"]', 'grids = ["square", "hex"]', "degrees = { square"),
        ('degrees = ["some", "much"]', 'degrees = ["some", "some"]', "degrees = ["),
        ('degrees = ["some", "much"]', 'degrees = "some"', "degrees = "),
        ('some = "a little"', 'lots = "a lot"', "lots = "),
        ('some = "a little"', "some = 3", "some = 3"),
        ('touch = { corner = "block" }', 'touch = { corner = "maybe" }', "touch = "),
        ('touch = { corner = "block" }', "touch = 3", "touch = "),
        ('touch = { corner = "block" }', 'tuch = { corner = "block" }', "tuch = "),
        ('touch = { corner = "block" }', 'take = "pairs"', "take = "),
        ('touch = { corner = "block" }', 'start2 = "area"', "start2 = "),
        ('touch = { corner = "block" }', "swap = 1", "swap = "),
        ('touch = { corner = "block" }', "big_by = 0", "big_by = "),
        ('touch = { corner = "block" }', "big_by = true", "big_by = "),
        ('touch = { corner = "block" }', "points = { woods = 1.5 }", "points = "),
        ('blockers = { solid = "hide" }', 'blockers = { solid = "half" }', "blockers = { solid"),
        ('blockers = { solid = "hide" }', 'blockers = ["solid"]', 'blockers = ["solid"]'),
        ('figure = "some"', 'figure = "hide"', "blockers = { figure"),
        ('[[1, "some"], [1, "much"]]', '[[1, "some"], [0, "much"]]', "degrees = { square"),
        ('[[1, "some"], [1, "much"]]', '[[1, "much"], [1, "some"]]', "degrees = { square"),
        ('[[1, "some"], [1, "much"]]', '[[1, "some"], [2, "some"]]', "degrees = { square"),
        ('[[1, "some"], [1, "much"]]', '[[2, "some"], [1, "much"]]', "degrees = { square"),
        ('[[1, "some"], [1, "much"]]', '[[true, "some"]]', "degrees = { square"),
        ('low = "much"', 'low = "little"', 'low = "little"'),
        ('low = "much"', '"LOW" = "much"', '"LOW"'),
        ('square = [[1, "some"], [3', 'square = [[4, "some"], [3', "square = [[4"),
        ('take = "best-corner"', 'take = "best-corner"\nheights = "low"', 'heights = "low"'),
    ],
)
def test_what_is_wrong_has_its_line(old: str, new: str, at: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    with pytest.raises(FormatError) as caught:
        pack_from_text(text, "mine.toml")
    assert f"mine.toml, line {line_of(text, at)}" in str(caught.value)


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("sollid", "solid"),
        ("walls", "wall"),
        ("figures", "figure"),
        ("dor", "door"),
        ("enemys", "enemy"),
        ("big-figur", "big-figure"),
        ("Wall", "wall"),
    ],
)
def test_a_slip_in_a_kind_of_ours_is_told_with_its_line(slip: str, meant: str) -> None:
    for old in ("solid = ", "low = "):
        text = GOOD.replace(old, f'"{slip}" = ', 1)
        with pytest.raises(FormatError, match=f"did you mean '{meant}'") as caught:
            pack_from_text(text, "mine.toml")
        assert f"mine.toml, line {line_of(text, slip)}" in str(caught.value)


@pytest.mark.parametrize("kind", ["smoke", "woods", "hall", "stall", "glow", "fence", "water-deep"])
def test_any_other_word_may_be_a_terrain(kind: str) -> None:
    pack = pack_from_text(GOOD.replace("solid = ", f"{kind} = ", 1))
    assert pack.sight.blockers == {kind: "hide"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('end = "corners"\ntouch', 'end = "area"\ntake = "all"\ntouch', "endless lines"),
        ('touch = { corner = "block" }', "whole = true\ntake = 'pair'", "two corners of one tile"),
        ('touch = { corner = "block" }', 'lean = "any"', "expected start and end to be center"),
        ('blockers = { solid = "hide" }', "blockers = {}", "at least one kind"),
        ('degrees = ["some", "much"]', "", "degree: expected one of none, total, got 'some'"),
        ('degrees = { square = [[1, "some"], [1, "much"]] }', "", "from how many blocked lines"),
        ('[[1, "some"], [1, "much"]]', '[[1, "lots"]]', "expected a list such as"),
        ('[[1, "some"], [1, "much"]]', '[[2, "some"], [1, "much"]]', "counts that do not fall"),
        ('[[1, "some"], [1, "much"]]', '[[100000, "some"]]', "expected a list such as"),
        ('title = "My game"', f'title = "{"x" * 2001}"', "at most 2000 characters"),
        ('grids = ["square"]', 'grids = ["square", "square"]', "each once"),
    ],
)
def test_what_would_be_without_effect_is_refused(old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(FormatError, match=r"mine\.toml, line \d+: .*" + re.escape(words)):
        pack_from_text(GOOD.replace(old, new, 1), "mine.toml")


def test_a_diamond_on_hexes_is_refused() -> None:
    text = GOOD.split("[[cover]]", maxsplit=1)[0].replace('["square"]', '["square", "hex"]')
    pack_from_text(text)
    bad = text.replace("touch = ", 'shape = "diamond"\ntouch = ')
    with pytest.raises(FormatError, match=f"line {line_of(bad, 'shape')}: shape: diamonds are for"):
        pack_from_text(bad)


def test_no_pack_asks_without_end() -> None:
    cover = GOOD[GOOD.index("[[cover]]") : GOOD.rindex("[[cover]]")]
    pack_from_text(GOOD + "\n" + cover * (MOST_QUESTIONS - 2))
    with pytest.raises(FormatError, match="expected at most 8 of them"):
        pack_from_text(GOOD + "\n" + cover * 200)
    kinds = ", ".join(f'k{i} = "hide"' for i in range(65))
    with pytest.raises(FormatError, match="at most 64 kinds"):
        pack_from_text(GOOD.replace('solid = "hide"', kinds))
    degrees = ", ".join(f'"d{i}"' for i in range(20))
    with pytest.raises(FormatError, match="degrees: expected at most 12"):
        pack_from_text(GOOD.replace('"some", "much"]', f'{degrees}, "some", "much"]'))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ('metric = "euclid"', "metric: expected max_range too"),
        ("max_range = -1", "max_range: expected a whole number from 0 to 1000"),
        ("arc = 45", "arc: expected 0 or one of 60, 90"),
        ("arc = 90", "arc: .* write symmetric = false"),
        ('open_ground = ["street"]', "open_ground: expected zones too"),
        ('zones = "all"', "zones: expected one of own, joined"),
    ],
)
def test_what_settles_without_lines_is_checked(more: str, words: str) -> None:
    text = f"{more}\n{GOOD}".replace("symmetric = false", "symmetric = true")
    with pytest.raises(FormatError, match=f"line 1: {words}"):
        pack_from_text(text)


@pytest.mark.parametrize("take", ["best-corner", "pair"])
def test_a_bundle_of_corners_joins_corners(take: str) -> None:
    text = GOOD.replace('start = "center"', f'take = "{take}"\nstart = "center"', 1)
    with pytest.raises(FormatError, match=f"line {line_of(text, take)}.*joins corners"):
        pack_from_text(text)


@pytest.mark.parametrize("field", ["name", "title", "summary", "source", "grids"])
def test_what_is_left_out_is_named(field: str) -> None:
    text = "\n".join(line for line in GOOD.splitlines() if not line.startswith(f"{field} ="))
    with pytest.raises(FormatError, match=field):
        pack_from_text(text)


# --- hostile files --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "name",
        "x" * (MAX_PACK_BYTES + 1),
        "# " + "é" * MAX_PACK_BYTES,
        "a = " + "[" * 30_000,
        "a = " + "{a = " * 10_000,
        "[" + ".".join("a" * 20_000) + "]",
        "a = " + "9" * 60_000,
        'name = "a"\nname = "b"',
        "sight = 3",
        "[[sight]]",
        "[cover]",
        "cover = [1, 2]",
        "[sight]\n[sight.touch]\n[sight.touch.corner]",
        GOOD.replace("name =", "[[name]]\na ="),
        GOOD.replace('grids = ["square"]', "grids = [[]]"),
        GOOD.replace('grids = ["square"]', "grids = [{}]"),
        GOOD.replace('"corners"', "[]"),
        GOOD.replace('"corners"', "{}"),
        GOOD.replace('solid = "hide"', "solid = []"),
        GOOD.replace('solid = "hide"', "solid = {}"),
        GOOD.replace('[[1, "some"], [1, "much"]]', "[[1, []]]"),
        GOOD.replace('[[1, "some"], [1, "much"]]', "[[1, {}]]"),
        GOOD.replace('corner = "block"', "corner = 1979-05-27"),
        GOOD.replace('corner = "block"', "corner = nan"),
    ],
    ids=lambda text: repr(text[:30]),
)
def test_a_hostile_file_is_only_a_format_error(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        pack_from_text(text, "bad.toml")
    assert "bad.toml" in str(caught.value)
    assert len(str(caught.value)) < 2_000


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = sorted({each.name for part in (Pack, PackQuestion) for each in fields(part)})


@given(name=st.sampled_from(sorted(NAMES)), key=st.sampled_from(KEYS), value=ANYTHING)
@settings(max_examples=200, deadline=None)
def test_wrong_types_anywhere_are_only_a_format_error(name: str, key: str, value: Any) -> None:
    for part in ("pack", "sight"):
        data = to_data(PACKS[name])
        (data if part == "pack" else data["sight"])[key] = value
        try:
            pack = pack_from_data(data)
        except FormatError:
            continue
        assert pack_from_data(to_data(pack)) == pack


@given(value=ANYTHING)
def test_anything_but_a_pack_is_only_a_format_error(value: Any) -> None:
    with pytest.raises(FormatError):
        pack_from_data(value)


@given(where=st.integers(0, 10_000), what=st.text(max_size=3), name=st.sampled_from(sorted(NAMES)))
@settings(max_examples=200, deadline=None)
def test_a_damaged_file_is_a_pack_or_a_format_error(where: int, what: str, name: str) -> None:
    text = (files("sightline.packs") / "library" / f"{name}.toml").read_text(encoding="utf-8")
    at = where % len(text)
    with contextlib.suppress(FormatError):
        pack_from_text(text[:at] + what + text[at + 1 :])


# --- what a pack must say, and what it may not ------------------------------------------------


def test_a_pack_must_say_whether_it_is_symmetric() -> None:
    with pytest.raises(FormatError, match=r"symmetric: expected true or false.*symmetric = false"):
        pack_from_text(GOOD.replace("symmetric = true\n", ""), "own.toml")
    data = to_data(pack_from_text(GOOD))
    assert data["symmetric"] is True
    # Data from before this setting was required, when its value was always yes.
    kept = {key: value for key, value in data.items() if key != "symmetric"}
    assert pack_of({"rule": "pack", "pack": kept}).symmetric


def test_squares_have_no_heights() -> None:
    text = GOOD.split("[sight]", maxsplit=1)[0] + (
        '[sight]\nstart = "center"\nend = "center"\nheights = "linear"\n'
        'blockers = { solid = "hide" }\n'
    )
    for grids in ('["square"]', '["square", "hex"]'):
        with pytest.raises(FormatError, match=r"only hexes have heights.*played on squares"):
            pack_from_text(text.replace('["square"]', grids), "own.toml")
    assert pack_from_text(text.replace('["square"]', '["hex"]')).sight.heights == "linear"


def test_the_british_words_of_packs_for_0_2_still_work() -> None:
    old = to_data(PACKS["heroquest"])
    old["neighbours"] = "seen"
    for end in ("start", "end"):
        old["sight"][end] = "centre"
    pack = pack_from_data(old)
    assert (pack.neighbors, pack.sight.start, pack.sight.end) == ("seen", "center", "center")
    with pytest.warns(DeprecationWarning, match=r"write Pack\.neighbors"):
        assert pack.neighbours == "seen"
