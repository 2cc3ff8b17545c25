"""Validate the table data in a file, which may come from anyone.

Data that passes could have been created by the table's own actions. So it cannot prevent a table
from opening, and no page gets data that it does not expect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

import msgspec
from msgspec import UNSET, convert

from sightline.errors import FormatError, SightlineError
from sightline.model.board import Board
from sightline.model.planes import plane_index, stride, tile_plane
from sightline.packs.reading import kept_pack
from sightline.rulings import Rulings
from sightline.table.protocol.actions import (
    Condition,
    EditTurn,
    HealthBySide,
    MarkFigure,
    SaveRolls,
    SetNote,
)
from sightline.table.protocol.measures import AreaShape
from sightline.table.protocol.types import LampColor, Team
from sightline.table.state.arrival import arriving
from sightline.table.state.capacity import MAX_NOTES, MAX_PLAYERS
from sightline.table.state.imported_map import ID, ImportedMap, KeptMap, KeptTable
from sightline.table.state.keys import read_tile
from sightline.table.state.names import clean_name
from sightline.table.state.records import (
    MASTER,
    THE_MASTER,
    AreaRecord,
    FigureRecord,
    HeldLamp,
    LampRecord,
    MapRecord,
    NoteRecord,
    Refusal,
    TableRecord,
    plain,
)
from sightline.table.state.rolls import dice_text, read_dice
from sightline.table.state.scene import MapScene, SceneStep
from sightline.table.state.turns import MAX_TURNS, TurnsRecord
from sightline.table.vision.areas.distances import METRICS_ON, unit_from
from sightline.table.vision.knowledge import Knowledge

SIDES = ("hero", "ally", "enemy", "neutral")
KINDS = frozenset({"figure", "floor", "stairs", "lamp", "area", "note", "turns", "shown", "veil"})
"""The kinds of objects that a map has beyond its document."""
NAMED = frozenset({"figure", "floor", "stairs", "lamp", "area", "note"})
"""The kinds of these objects that have an id."""
MAX_AREAS = 700
"""The most areas on a map: those of the game master and of all players."""
MAX_PACKS = 100
MAX_MEMORY = 100_000
"""The most lines that one player remembers of one map."""
MAX_LINE = 10_000
"""The most characters in one of these lines."""
MAX_RADIUS = 1_000
_RADIUS = re.compile(r"[0-9]{1,6}(/[1-9][0-9]{0,9})?")
_TILE = re.compile(r"-?[0-9]{1,6},-?[0-9]{1,6}")
_GROUND = re.compile(r"ground[|](-?[0-9]{1,6})=(-?[0-9]{1,6})[|]([ .#]+)")
"""A line of remembered ground, as key and value: its row, its first column, and its letters."""


def check_kept(imported: ImportedMap) -> None:
    """Raise a FormatError if no table could have stored this data for this map."""
    kept = imported.kept
    assert kept is not None
    with _in_our_words():
        for key, value in kept.things.items():
            kind, _, place = key.partition("|")
            _expect(kind in KINDS, f"{key[:80]!r}: expected one of {', '.join(sorted(KINDS))}")
            if kind in NAMED:
                is_its_own = isinstance(value, dict) and value.get("id") == place
                _expect(is_its_own and ID.fullmatch(place), f"{key[:80]!r}: expected its own id")
            elif kind != "turns":
                is_here = _TILE.fullmatch(place) and read_tile(place) in imported.map.board
                _expect(is_here and value is True, f"{key[:80]!r}: expected a tile of the map")
        _expect(all(map(ID.fullmatch, kept.known)), "known: expected ids of players")
        scene = _scene_of(imported)
        _check_scene(scene)
        Rulings().load(kept.rulings)
        _check_memory(scene, kept)


def check_origin(kept: KeptTable) -> None:
    """Raise a FormatError if no table could have stored this data for itself."""
    with _in_our_words():
        usual = plain(TableRecord("", ""))
        _expect(kept.settings.keys() <= usual.keys() | {"health_shown"}, "settings: unknown")
        _expect(not kept.settings.keys() & {"master_secret", "join_secret", "shown"}, "a secret")
        table = msgspec.convert({**usual, **kept.settings}, TableRecord)
        if table.health_shown is not UNSET:
            msgspec.convert(table.health_shown, HealthBySide)
        _expect(len(kept.players) <= MAX_PLAYERS, f"at most {MAX_PLAYERS} players")
        for player, name in kept.players.items():
            _expect(ID.fullmatch(player), f"{player[:40]!r}: expected the id of a player")
            _check_name(name)
            _expect(name.casefold() != THE_MASTER.name, "a player with the game master's name")
        _expect(len(kept.packs) <= MAX_PACKS, f"at most {MAX_PACKS} packs")
        for name, pack in kept.packs.items():
            _expect(kept_pack(pack, name).name == name, f"pack {name[:40]!r}: another name")


def _scene_of(imported: ImportedMap) -> MapScene:
    """Return the scene that a table would create from the map."""
    record, *things = arriving(imported, 1).entries
    steps = []
    for entry in things:
        kind, _, rest = entry.key.partition("|")
        steps.append(SceneStep(kind, rest.partition("|")[2], None, entry.after))
    return MapScene(convert(record.after, MapRecord), steps)


def _check_scene(scene: MapScene) -> None:
    record = scene.record
    _expect(record.metric in METRICS_ON[record.grid], f"metric {record.metric!r}: not on this grid")
    known_unit = unit_from(record.unit)
    _expect(record.unit == ("" if known_unit is None else str(known_unit)), "unit: as in 5 ft")
    _expect(len(record.source) <= 200, "source: a fingerprint")
    for figure in scene.figures.values():
        _check_figure(figure)
    for floor in scene.floors.values():
        _check_name(floor.name)
    for stairs in scene.stairs.values():
        for end in (stairs.low, stairs.high):
            _expect(end.at in scene.board, "stairs that are nowhere on the map")
            _expect(end.storey in ("", *scene.floors), "stairs from no storey")
    for lamp in scene.lamps.values():
        _check_lamp(lamp)
    _expect(len(scene.areas) <= MAX_AREAS, f"at most {MAX_AREAS} areas")
    for area in scene.areas.values():
        _check_area(scene, area)
    _expect(len(scene.notes) <= MAX_NOTES, f"at most {MAX_NOTES} notes")
    for note in scene.notes.values():
        _check_note(scene, note)
    _check_turns(scene.turns)


def _check_figure(figure: FigureRecord) -> None:
    _check_name(figure.name)
    _expect(figure.side in SIDES, f"side: expected one of {', '.join(SIDES)}")
    _expect(len(figure.owners) <= 100, "at most 100 owners")
    _expect(all(map(ID.fullmatch, figure.owners)), "owners: expected ids of players")
    if figure.team is not UNSET:
        msgspec.convert(figure.team, Team)
    if figure.alias is not UNSET:
        _check_name(figure.alias)
    if figure.sight_range is not UNSET:
        _check_radius(figure.sight_range)
    if figure.dark_vision is not UNSET and figure.dark_vision != "all":
        _check_radius(figure.dark_vision)
    if figure.lamp is not UNSET:
        _check_lamp(figure.lamp)
    health = {
        name: value
        for name in ("health", "most_health")
        if (value := getattr(figure, name)) is not UNSET
    }
    conditions = [plain(each) for each in figure.conditions or ()]
    msgspec.convert({"t": "mark", "figure": "f", **health, "conditions": conditions}, MarkFigure)
    for each in conditions:
        _check_name(msgspec.convert(each, Condition).text)
    rolls = [plain(each) for each in figure.rolls or ()]
    for roll in msgspec.convert(
        {"t": "save_rolls", "figure": "f", "rolls": rolls}, SaveRolls
    ).rolls:
        _check_name(roll.name)
        _expect(_are_dice(roll.dice), "a saved roll: expected dice as in 2d6+1")


def _are_dice(text: str) -> bool:
    try:
        return dice_text(*read_dice(text)) == text
    except Refusal:
        return False


def _check_lamp(lamp: HeldLamp | LampRecord) -> None:
    msgspec.convert(lamp.color, LampColor)
    _check_radius(lamp.bright)
    _check_radius(lamp.dim)


def _check_area(scene: MapScene, area: AreaRecord) -> None:
    _expect(area.owner == MASTER or ID.fullmatch(area.owner), "an area of nobody")
    is_here = area.at in scene.figures if isinstance(area.at, str) else area.at in scene.board
    _expect(is_here, "an area that begins nowhere on the map")
    msgspec.convert(msgspec.to_builtins(area.shape()), AreaShape)


def _check_note(scene: MapScene, note: NoteRecord) -> None:
    msgspec.convert({"t": "note", "text": note.text}, SetNote)
    _expect(all(each.isprintable() or each == "\n" for each in note.text), "a note: control signs")
    _expect(note.at is None or note.at in scene.board, "a note that is nowhere on the map")
    _expect(not note.figure or ID.fullmatch(note.figure), "a note: expected the id of a figure")


def _check_turns(turns: TurnsRecord) -> None:
    _expect(len(turns.entries) <= MAX_TURNS, f"at most {MAX_TURNS} turns")
    _expect(0 <= turns.round <= 1_000_000, "round: expected a number from 0 on")
    places = [each.id for each in turns.entries]
    _expect(len({*places}) == len(places), "turns: two entries with the same id")
    _expect(turns.active in ("", *places), "active: expected an entry of the turn order")
    for each in turns.entries:
        _expect(ID.fullmatch(each.id) and ID.fullmatch(each.figure), "turns: expected ids")
        msgspec.convert({"t": "edit_turn", "entry": each.id, "number": each.number}, EditTurn)


def _check_memory(scene: MapScene, kept: KeptMap) -> None:
    for player, lines in kept.known.items():
        _expect(len(lines) <= MAX_MEMORY, f"a player remembers at most {MAX_MEMORY:,} lines")
        for key, value in lines.items():
            _expect(max(len(key), len(value)) <= MAX_LINE, f"known {key[:40]!r}: too long")
            if key.startswith("ground|"):
                _check_ground(scene.board, key, value)
        known = Knowledge(player, scene, lines)
        known.snapshot(scene)
        _ = known.board


def _check_ground(board: Board, key: str, value: str) -> None:
    found = _GROUND.fullmatch(f"{key}={value}")
    _expect(found, f"known {key[:40]!r}: expected a line of ground")
    assert found is not None
    first = plane_index(board, int(found[1]), int(found[2]))
    last = first + len(found[3]) - 1
    is_one_line = first // stride(board) == last // stride(board)
    is_on_map = first >= 0 and last < len(tile_plane(board)) and is_one_line
    _expect(is_on_map, f"known {key[:40]!r}: beyond the map")


def _check_name(name: str) -> None:
    _expect(clean_name(name) == name, f"name {name[:80]!r}: expected one without spaces")


def _check_radius(text: str) -> None:
    is_one = _RADIUS.fullmatch(text) and Fraction(text) <= MAX_RADIUS
    _expect(is_one, f'expected a radius in tiles from 0 to {MAX_RADIUS}, as "4" or "9/2"')


def _expect(is_so: object, complaint: str) -> None:
    if not is_so:
        raise FormatError(complaint)


@contextmanager
def _in_our_words() -> Iterator[None]:
    """Turn errors about invalid records into a FormatError."""
    try:
        yield
    except FormatError:
        raise
    except (SightlineError, Refusal, msgspec.MsgspecError) as error:
        raise FormatError(str(error)) from error
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        raise FormatError(f"no table wrote this: {error}") from error
