"""Battlefields: a map with flags, zones and units, read from TOML, with lookup tables.

    title = "The ridge"
    rounds = 10
    goal = 12
    flags = ["0,0"]
    board = '''
    hex first=0,0
    . ~ .
    ...
    '''

    [red]
    units = ["scout", "archer"]
    zone = ["0,0", "1,0"]

`[blue]` has the same form. The board is a drawn map (docs/formats-text.md); docs/skirmish.md
describes its terrain. Every error names its line.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from sightline.errors import FormatError, InvalidTypeError, SightlineError
from sightline.games.common.bit_sets import bits, mask_of
from sightline.games.skirmish.actions import (
    Blast,
    Deploy,
    Flame,
    March,
    Shot,
    SkirmishAction,
)
from sightline.games.skirmish.board.tables import SightTables
from sightline.games.skirmish.board.units import (
    BLAST,
    SHOT,
    SIDES,
    Unit,
    UnitKind,
    kinds_to_data,
    numbered,
    read_kinds,
    shipped_kinds_text,
)
from sightline.model.cell import Hex
from sightline.model.hexagon import HexBoard
from sightline.model.names import not_one_of
from sightline.model.threshold import Wall
from sightline.packs.parts import TomlPart, lines_of

NOWHERE = 255
"""The position of a unit that has fallen or is not deployed yet."""
MAX_HEXES = 250
MAX_UNITS = 12  # per side
MAX_HEIGHT = 9
MAX_SOURCE = 64 * 1024
MAP_NAMES = ("crossing", "ridge", "ruins")
TUTORIAL = "tutorial"
"""The map of the first game. It is not among the maps to choose from."""
_KEYS = ("title", "text", "rounds", "goal", "flags", "board", "kinds", *SIDES)


class MarchesFrom:
    """The steps from a hex: where they lead, and their costs."""

    __slots__ = ("around", "by_points", "steps")

    def __init__(self, steps: list[tuple[int, int, March]], most: int) -> None:
        self.steps = steps
        self.around = mask_of(to for to, _, _ in steps)
        self.by_points = [
            [march for _, cost, march in steps if cost <= points] for points in range(most + 1)
        ]


class UnitOptions:
    """The actions of one unit from each hex, built on demand."""

    def __init__(self, tables: SightTables, number: int, units: tuple[Unit, ...]) -> None:
        self.tables, self.number, self.kind = tables, number, units[number].kind
        self.side = units[number].side
        self.eyes = tables.seen_within(self.kind.sight)
        self.shoots = self.kind.weapon == SHOT
        self.shots = {i: Shot(number, i) for i, each in enumerate(units) if each.side != self.side}
        self._chances: list[bytes | None] = [None] * len(tables.cells)
        self._marches: list[MarchesFrom | None] = [None] * len(tables.cells)
        self._strikes: list[tuple[SkirmishAction, ...] | None] = [None] * len(tables.cells)

    def chances(self, at: int) -> bytes:
        """Return, for each hex, the chance in percent of a shot from `at`; 0 if it is
        impossible.
        """
        row = self._chances[at]
        if row is None:
            row = self._chances[at] = self.tables.chances(self.kind, at)
        return row

    def marches(self, at: int) -> MarchesFrom:
        """Return every step from a hex."""
        found = self._marches[at]
        if found is None:
            cells = self.tables.cells
            found = self._marches[at] = MarchesFrom(
                [(to, cost, March(self.number, cells[to])) for to, cost in self.tables.steps[at]],
                self.kind.move,
            )
        return found

    def strikes(self, at: int) -> tuple[SkirmishAction, ...]:
        """Return every blast or cone from a hex."""
        found = self._strikes[at]
        if found is None:
            cells, kind = self.tables.cells, self.kind
            if kind.weapon == BLAST:
                seen = self.tables.seen_within(kind.range)[at] & ~(1 << at)
                found = tuple(Blast(self.number, cells[to]) for to in bits(seen))
            else:
                found = tuple(Flame(self.number, cells[to]) for to in self.tables.neighbors(at))
            self._strikes[at] = found
        return found


class Battlefield:
    """A map and its units. Two battlefields are equal if their data is equal.

    `units` has every unit, red's first; their indexes identify them everywhere. `board` is the map
    for the engine: `trace(field.board, a, b, RULE)`.
    """

    def __init__(
        self,
        board: HexBoard,
        *,
        flags: tuple[Hex, ...],
        zones: tuple[tuple[Hex, ...], tuple[Hex, ...]],
        rosters: tuple[tuple[UnitKind, ...], tuple[UnitKind, ...]],
        rounds: int = 10,
        goal: int = 12,
        title: str = "A skirmish",
        text: str = "",
    ) -> None:
        self.board, self.title, self.text = board, title, text
        self.rounds, self.goal = rounds, goal
        self.flags, self.zones, self.rosters = flags, zones, rosters
        self.units = numbered(0, rosters[0]) + numbered(1, rosters[1])
        self.members = (
            range(len(rosters[0])),
            range(len(rosters[0]), len(self.units)),
        )
        self.tables = SightTables(board)
        self.options = tuple(
            UnitOptions(self.tables, i, self.units) for i in range(len(self.units))
        )
        self.flag_indices = tuple(self.tables.index[each] for each in flags)
        self._drawn = str(board)
        self._key = repr(self.to_data())
        self._hash = hash(self._key)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Battlefield) and self._key == other._key)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Battlefield {self.title!r}: {len(self.tables.cells)} hexes>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Battlefield:
        return self  # battlefields never change, and a search copies thousands of battles

    def __reduce__(self) -> tuple[Any, ...]:
        # The tables are computed again when the field is unpickled, once per field.
        return read_kept, (json.dumps(self.to_data(), sort_keys=True),)

    def deployments(self, side: int) -> list[Deploy]:
        """Return a few ways to deploy, spread over the zone, in which each unit gets each place
        once.
        """
        zone, count = self.zones[side], len(self.rosters[side])
        spread = tuple(zone[i * len(zone) // count] for i in range(count))
        return [Deploy(side, spread[i:] + spread[:i]) for i in range(count)]

    def to_data(self) -> dict[str, Any]:
        """Return plain data that `read_battlefield` reads back."""
        kinds = {kind.name: kind for roster in self.rosters for kind in roster}
        return {
            "title": self.title,
            **({"text": self.text} if self.text else {}),
            "rounds": self.rounds,
            "goal": self.goal,
            "flags": [f"{q},{r}" for q, r in self.flags],
            "board": self._drawn,
            **{
                SIDES[side]: {
                    "units": [kind.name for kind in self.rosters[side]],
                    "zone": [f"{q},{r}" for q, r in self.zones[side]],
                }
                for side in (0, 1)
            },
            "kinds": kinds_to_data(kinds),
        }


# --- reading --------------------------------------------------------------------------------------


def read_battlefield(source: str | Mapping[str, Any], name: str = "battlefield") -> Battlefield:
    """Read a battlefield from TOML text or plain data.

    Without `kinds` it uses those that come with the game. A `FormatError` names the line of a
    mistake.

    >>> from sightline.games.skirmish import read_battlefield, shipped_battlefield
    >>> ridge = shipped_battlefield("ridge")
    >>> read_battlefield(ridge.to_data()) == ridge
    True
    """
    if isinstance(source, str):
        top = _parsed(source, name)
    elif isinstance(source, Mapping):
        top = TomlPart(source, (), {}, name)
    else:
        raise InvalidTypeError(f"battlefield: expected a text or a table, got {type(source)}")
    top.refuse_others(dict.fromkeys(_KEYS))
    kinds = read_kinds(
        top.table("kinds") if "kinds" in top.data else _parsed(shipped_kinds_text(), "units.toml")
    )
    board = _board(top)
    sides = [_side(top, board, word, kinds) for word in SIDES]
    zones = (sides[0][1], sides[1][1])
    flags = _hexes(top, "flags", board)
    if not flags:
        raise top.error("flags", "flags: expected at least one hex")
    if both := set(zones[0]) & set(zones[1]):
        raise top.error("blue", f"zone: {min(both)} belongs to red already")
    field = Battlefield(
        board,
        flags=flags,
        zones=zones,
        rosters=(sides[0][0], sides[1][0]),
        rounds=top.whole("rounds", 10),
        goal=top.whole("goal", 12),
        title=top.text("title"),
        text=top.text("text") if "text" in top.data else "",
    )
    _check_ways(top, field)
    return field


def _parsed(text: str, name: str) -> TomlPart:
    if len(text) > MAX_SOURCE:
        raise FormatError(f"a file of {len(text):,} characters; at most {MAX_SOURCE:,}", name)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"not TOML: {error}", name) from None
    return TomlPart(data, (), lines_of(text), name)


def _board(top: TomlPart) -> HexBoard:
    drawing = top.data.get("board")
    if not isinstance(drawing, str):
        raise top.error("board", "board: expected a drawn map of hexes")
    try:
        board = HexBoard.from_text(drawing)
    except SightlineError as error:
        raise top.error("board", f"board: {error}") from None
    if len(board.cells) > MAX_HEXES:
        raise top.error(
            "board", f"board: expected at most {MAX_HEXES} hexes, got {len(board.cells)}"
        )
    if board.figures():
        raise top.error("board", "board: expected no figures; units are deployed")
    if board.wall_count or any(wall != Wall() for _, _, wall in board.edges()):
        raise top.error("board", "board: expected plain walls on edges, and no doors or free walls")
    for cell, height in board.elevations.items():
        if height.denominator != 1 or not 0 <= height <= MAX_HEIGHT:
            raise top.error(
                "board",
                f"board: expected whole heights from 0 to {MAX_HEIGHT}, got {height} on {cell}",
            )
    return board


def _side(
    top: TomlPart, board: HexBoard, word: str, kinds: Mapping[str, UnitKind]
) -> tuple[tuple[UnitKind, ...], tuple[Hex, ...]]:
    if word not in top.data:
        raise top.error("", f"[{word}]: expected its units and its zone")
    node = top.table(word)
    node.refuse_others(dict.fromkeys(("units", "zone")))
    names = node.words("units")
    for name in names:
        if name not in kinds:
            raise node.error("units", not_one_of("unit", kinds, name))
    if not 1 <= len(names) <= MAX_UNITS:
        raise node.error("units", f"units: expected 1 to {MAX_UNITS}, got {len(names)}")
    zone = _hexes(node, "zone", board)
    if len(zone) < len(names):
        raise node.error(
            "zone", f"zone: expected room for {len(names)} units, got {len(zone)} hexes"
        )
    return tuple(kinds[name] for name in names), zone


def _hexes(node: TomlPart, key: str, board: HexBoard) -> tuple[Hex, ...]:
    value = node.data.get(key)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise node.error(key, f'{key}: expected a list of hexes such as "2,-1"')
    found: list[Hex] = []
    for each in value:
        try:
            cell = board.position(each, key)
        except SightlineError as error:
            raise node.error(key, str(error)) from None
        if board.is_solid(cell):
            raise node.error(key, f"{key}: {each} is rock")
        if cell in found:
            raise node.error(key, f"{key}: {each} is there twice")
        found.append(cell)
    return tuple(found)


def _check_ways(top: TomlPart, field: Battlefield) -> None:
    """Raise an error unless every hex of a zone has a path to every flag and to the other zone."""
    tables = field.tables
    start = tables.index[field.zones[0][0]]
    reached, waiting = {start}, [start]
    while waiting:
        for to, _ in tables.steps[waiting.pop()]:
            if to not in reached:
                reached.add(to)
                waiting.append(to)
    for cell in (*field.zones[0], *field.zones[1], *field.flags):
        if tables.index[cell] not in reached:
            raise top.error("board", f"board: no way leads from {field.zones[0][0]} to {cell}")


@lru_cache(maxsize=16)
def read_kept(text: str) -> Battlefield:
    """Read a battlefield from a save or a pickle, which is JSON.

    The result is cached, because its tables are slow to compute.
    """
    return read_battlefield(json.loads(text), "field")


@cache
def shipped_battlefield(name: str) -> Battlefield:
    """Return a battlefield that comes with the game: `crossing`, `ridge`, `ruins` or `tutorial`.

    >>> from sightline.games.skirmish import shipped_battlefield
    >>> shipped_battlefield("ridge").title
    'The ridge'
    """
    if name not in (*MAP_NAMES, TUTORIAL):
        from sightline.errors import UnknownNameError

        raise UnknownNameError(not_one_of("map", MAP_NAMES, name))
    folder = files("sightline.games.skirmish").joinpath("maps")
    return read_battlefield(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"), name)
