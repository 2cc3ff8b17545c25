"""Kinds of units as data: from `units.toml`, or from a custom file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from sightline.packs.parts import TomlPart, is_word

SHOT, BLAST, CONE = "shot", "blast", "cone"
WEAPONS = (SHOT, BLAST, CONE)
SIDES = ("red", "blue")
MAX_KINDS = 16
_NUMBERS = ("health", "move", "sight", "worth", "range", "damage")
_OF_WEAPON: dict[str, tuple[str, ...]] = {
    SHOT: ("accuracy",),
    BLAST: ("radius", "charges"),
    CONE: ("charges",),
}


@dataclass(frozen=True, slots=True)
class UnitKind:
    """The properties of a kind of unit."""

    name: str
    letter: str
    health: int
    move: int
    sight: int
    worth: int
    weapon: str
    range: int
    damage: int
    accuracy: int = 0
    """The accuracy of a shot in percent, before cover and height."""
    radius: int = 0
    """The radius of a blast, in hexes around its target."""
    charges: int = 0
    """The number of blasts or cones. Shots are unlimited."""

    def to_data(self) -> dict[str, Any]:
        """Return its data as in a file, without its name."""
        unused = {"name", *(key for keys in _OF_WEAPON.values() for key in keys)}
        unused -= set(_OF_WEAPON[self.weapon])
        return {key: value for key, value in asdict(self).items() if key not in unused}


class Unit(NamedTuple):
    """A unit: its name, its side (0 red, 1 blue) and its kind."""

    name: str
    side: int
    kind: UnitKind


def read_kinds(top: TomlPart) -> dict[str, UnitKind]:
    """Return the kinds in a table, by name."""
    if not 1 <= len(top.data) <= MAX_KINDS:
        raise top.error("", f"kinds: expected 1 to {MAX_KINDS} of them, got {len(top.data)}")
    kinds = {str(name): _read_kind(top, str(name)) for name in top.data}
    letters = [kind.letter for kind in kinds.values()]
    for name, kind in kinds.items():
        if letters.count(kind.letter) > 1:
            raise top.error(name, f"letter: {kind.letter!r} is the letter of another kind too")
    return kinds


def _read_kind(top: TomlPart, name: str) -> UnitKind:
    if not is_word(name):
        raise top.error(name, f"kind: expected a name in small letters, got {name!r}")
    node = top.table(name)
    weapon = node.one_of("weapon", WEAPONS)
    numbers = (*_NUMBERS, *_OF_WEAPON[weapon])
    node.refuse_others(dict.fromkeys(("letter", "weapon", *numbers)))
    letter = node.text("letter")
    if not (len(letter) == 1 and "A" <= letter <= "Z"):
        raise node.error("letter", f"letter: expected one capital letter, got {letter!r}")
    for key in numbers:
        if key not in node.data:
            raise node.error("", f"{key}: expected a whole number, and there is none")
    return UnitKind(name, letter, weapon=weapon, **{key: node.whole(key, 0) for key in numbers})


def kinds_to_data(kinds: Mapping[str, UnitKind]) -> dict[str, Any]:
    """Return a table that `read_kinds` reads back."""
    return {name: kind.to_data() for name, kind in kinds.items()}


@cache
def shipped_kinds_text() -> str:
    """Return the text of the file with the units that come with the game."""
    text = files("sightline.games.skirmish").joinpath("units.toml").read_text(encoding="utf-8")
    return text


def numbered(side: int, kinds: tuple[UnitKind, ...]) -> tuple[Unit, ...]:
    """Return the units of a side, numbered where there are several of a kind."""
    names = [kind.name for kind in kinds]
    units = []
    for i, kind in enumerate(kinds):
        number = f" {names[: i + 1].count(kind.name)}" if names.count(kind.name) > 1 else ""
        units.append(Unit(f"{SIDES[side]} {kind.name}{number}", side, kind))
    return tuple(units)
