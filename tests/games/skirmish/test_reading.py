"""Battlefields and units as data: reading them, and errors with their line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sightline.errors import FormatError, InvalidTypeError, UnknownNameError
from sightline.games.skirmish import MAP_NAMES, SIDES, read_battlefield, shipped_battlefield
from sightline.games.skirmish.board.units import shipped_kinds_text

GOOD = '''\
title = "Two hexes"
text = "A small one."
rounds = 3
goal = 4
flags = ["1,0"]
board = """
hex first=0,0

. ~ . ^
 . # . .

~: woods cover 1/2
^: hill height 1
edge wall: 0,0|1,0
"""

[red]
units = ["scout", "scout"]
zone = ["0,0", "0,1"]

[blue]
units = ["archer"]
zone = ["3,0", "3,1"]
'''


def test_a_battlefield_of_ones_own() -> None:
    field = read_battlefield(GOOD)
    assert (field.title, field.text, field.rounds, field.goal) == (
        "Two hexes",
        "A small one.",
        3,
        4,
    )
    assert [unit.name for unit in field.units] == ["red scout 1", "red scout 2", "blue archer"]
    assert [unit.side for unit in field.units] == [0, 0, 1]
    assert (list(field.members[0]), list(field.members[1])) == ([0, 1], [2])
    assert field.zones == (((0, 0), (0, 1)), ((3, 0), (3, 1)))
    assert field.flags == ((1, 0),)
    assert [field.tables.cells[i] for i in field.flag_indices] == [(1, 0)]
    assert read_battlefield(field.to_data()) == field
    assert read_battlefield(GOOD.replace("goal = 4", "goal = 5")) != field
    plain = read_battlefield(
        GOOD.replace('text = "A small one."\n', "").replace("rounds = 3\n", "")
    )
    assert (plain.text, plain.rounds) == ("", 10)
    assert read_battlefield(GOOD.replace("goal = 4\n", "")).goal == 12


@pytest.mark.parametrize("name", MAP_NAMES)
def test_what_ships_is_whole(name: str) -> None:
    field = shipped_battlefield(name)
    assert field.text
    assert len(field.flags) >= 3
    assert {unit.kind.weapon for unit in field.units} == {"shot", "blast", "cone"}
    assert [unit.name.split()[0] for unit in field.units] == sorted(
        (SIDES[unit.side] for unit in field.units), reverse=True
    )
    assert shipped_battlefield(name) is field


def test_a_map_that_is_not_there() -> None:
    with pytest.raises(UnknownNameError, match="ridge"):
        shipped_battlefield("rigde")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('title = "Two hexes"', "title = 3", "line 1.*title: expected words"),
        ('title = "Two hexes"\n', "", "title: expected words"),
        ("rounds = 3", "rounds = 0", "line 3.*rounds: expected a whole number"),
        ("goal = 4", "goal = 101", "line 4.*goal"),
        ("goal = 4", "gaol = 4", "line 4.*did you mean 'goal'"),
        ('flags = ["1,0"]', "flags = []", "line 5.*at least one hex"),
        ('flags = ["1,0"]', 'flags = ["9,0"]', "line 5"),
        ('flags = ["1,0"]', 'flags = ["1,1"]', "line 5.*1,1 is rock"),
        ('flags = ["1,0"]', 'flags = ["1,0", "1,0"]', "line 5.*there twice"),
        ('flags = ["1,0"]', "flags = [1]", "line 5.*expected a list of hexes"),
        ('flags = ["1,0"]', 'flags = "1,0"', "line 5.*expected a list of hexes"),
        (". # . .", ". ? . .", "line 6.*board"),
        (". # . .", ". Q . .", "line 6.*no figures"),
        ("^: hill height 1", "^: hill height 1/2", "line 6.*whole heights from 0 to 9, got 1/2"),
        ("^: hill height 1", "^: hill height 10", "line 6.*whole heights"),
        ("^: hill height 1", "^: hill height -1", "line 6.*whole heights"),
        ("edge wall: 0,0|1,0", "edge closed door: 0,0|1,0", "line 6.*plain walls"),
        ("edge wall: 0,0|1,0", "free wall: 0,0 1,1", "line 6.*plain walls"),
        (
            "edge wall: 0,0|1,0",
            "edge wall: 0,0|1,0 0,0|0,1",
            r"line 6.*no way leads from \(0, 0\) to \(0, 1\)",
        ),
        ('units = ["archer"]', 'units = ["acher"]', "line 22.*did you mean 'archer'"),
        ('units = ["archer"]', "units = []", "line 22.*expected 1 to 12, got 0"),
        ('zone = ["3,0", "3,1"]', "zone = []", "line 23.*room for 1 units, got 0"),
        ('zone = ["3,0", "3,1"]', 'zone = ["0,0"]', "line 21.*belongs to red already"),
        ('zone = ["3,0", "3,1"]', "zne = 3", "line 23.*zone"),
        ("[blue]", "[green]", "line 21"),
        ("[red]", "[red", "not TOML"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(FormatError, match=words):
        read_battlefield(GOOD.replace(old, new, 1), "mine.toml")


def test_sides_and_sizes() -> None:
    with pytest.raises(FormatError, match=r"\[blue\]: expected its units and its zone"):
        read_battlefield(GOOD[: GOOD.index("[blue]")])
    with pytest.raises(FormatError, match="at most 65,536"):
        read_battlefield(GOOD + "#" * 65_536)
    with pytest.raises(InvalidTypeError, match="expected a text or a table"):
        read_battlefield(7)  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="expected a drawn map"):
        read_battlefield({"title": "x", "flags": ["0,0"], "board": 3})
    rows = "\n".join(" " * (i % 2) + ". " * 25 for i in range(11))
    wide = GOOD.replace(". ~ . ^\n . # . .", rows).replace(
        "~: woods cover 1/2\n^: hill height 1\n", ""
    )
    with pytest.raises(FormatError, match="at most 250 hexes, got 275"):
        read_battlefield(wide)
    fits = wide.replace(rows, "\n".join(rows.split("\n")[:10]))
    assert len(read_battlefield(fits).tables.cells) == 250
    thirteen = GOOD.replace('units = ["archer"]', f"units = {['archer'] * 13}".replace("'", '"'))
    with pytest.raises(FormatError, match="expected 1 to 12, got 13"):
        read_battlefield(thirteen)


def test_heights_up_to_nine() -> None:
    field = read_battlefield(GOOD.replace("height 1", "height 9"))
    assert max(field.tables.height) == 9


# --- units

PIKE: dict[str, Any] = {
    "letter": "P", "health": 3, "move": 4, "sight": 5, "worth": 2, "weapon": "shot", "range": 2,
    "damage": 1, "accuracy": 80,
}  # fmt: skip


def with_kinds(kinds: dict[str, Any]) -> dict[str, Any]:
    data = read_battlefield(GOOD).to_data()
    name = next(iter(kinds))
    return {
        **data,
        "kinds": kinds,
        "red": {**data["red"], "units": [name, name]},
        "blue": {**data["blue"], "units": [name]},
    }


def test_units_of_ones_own() -> None:
    field = read_battlefield(with_kinds({"pike": PIKE}))
    kind = field.units[0].kind
    assert (kind.name, kind.letter, kind.health, kind.accuracy) == ("pike", "P", 3, 80)
    assert (kind.radius, kind.charges) == (0, 0)
    assert kind.to_data() == PIKE
    assert read_battlefield(field.to_data()) == field


def test_the_units_that_ship() -> None:
    text = shipped_kinds_text()
    kinds = {u.kind.name: u.kind for u in shipped_battlefield("ridge").units}
    assert set(kinds) == {"scout", "archer", "guard", "mortar", "flamer"}
    assert all(f"[{name}]" in text for name in kinds)
    scout, mortar, flamer = kinds["scout"], kinds["mortar"], kinds["flamer"]
    assert (scout.health, scout.move, scout.sight, scout.worth) == (2, 5, 7, 1)
    assert (scout.range, scout.damage, scout.accuracy) == (4, 1, 65)
    assert (mortar.range, mortar.radius, mortar.charges, mortar.accuracy) == (5, 1, 4, 0)
    assert (flamer.range, flamer.charges, flamer.damage) == (3, 3, 2)
    assert set(mortar.to_data()) == {
        "letter", "health", "move", "sight", "worth", "weapon", "range", "damage", "radius",
        "charges",
    }  # fmt: skip
    assert "accuracy" not in flamer.to_data()
    assert "radius" not in flamer.to_data()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"weapon": "song"}, "weapon"),
        ({"letter": "p"}, "one capital letter"),
        ({"letter": "PP"}, "one capital letter"),
        ({"letter": "Ä"}, "one capital letter"),
        ({"health": 0}, "health: expected a whole number from 1"),
        ({"move": 101}, "move: expected a whole number from 1"),
        ({"charges": 3}, "charges"),
        ({"weapon": "blast"}, "accuracy"),
    ],
)
def test_units_that_are_none(change: dict[str, Any], words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read_battlefield(with_kinds({"pike": {**PIKE, **change}}))


def test_units_with_something_missing_or_twice() -> None:
    less = {key: value for key, value in PIKE.items() if key != "sight"}
    with pytest.raises(FormatError, match="sight: expected a whole number, and there is none"):
        read_battlefield(with_kinds({"pike": less}))
    with pytest.raises(FormatError, match="'P' is the letter of another kind too"):
        read_battlefield(with_kinds({"pike": PIKE, "pole": PIKE}))
    with pytest.raises(FormatError, match="a name in small letters"):
        read_battlefield(with_kinds({"Pike": PIKE}))
    many = {f"k{i}": {**PIKE, "letter": chr(65 + i)} for i in range(17)}
    with pytest.raises(FormatError, match="expected 1 to 16 of them, got 17"):
        read_battlefield(with_kinds(many))
    many.pop("k16")
    assert read_battlefield(with_kinds(many)).units
    with pytest.raises(FormatError, match="kinds: expected 1 to 16 of them, got 0"):
        read_battlefield({**with_kinds({"pike": PIKE}), "kinds": {}})


def test_what_ships_is_in_the_package_data() -> None:
    text = (Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8")
    assert '"games/skirmish/**/*.toml"' in text
