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
from sightline.texts import as_text, say

SIDES = ("hero", "ally", "enemy", "neutral")
KINDS = frozenset({"figure", "floor", "stairs", "lamp", "area", "note", "turns", "shown", "veil"})
"""The kinds of objects that a map has beyond its document."""
NAMED = frozenset({"figure", "floor", "stairs", "lamp", "area", "note"})
"""The kinds of these objects that have an id."""
MAX_AREAS = 700
"""The maximum number of areas on a map: those of the game master and of all players."""
MAX_PACKS = 100
MAX_MEMORY = 100_000
"""The maximum number of lines that one player remembers of one map."""
MAX_LINE = 10_000
"""The maximum number of characters in one of these lines."""
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
            if kind not in KINDS:
                kinds = ", ".join(sorted(KINDS))
                words = say("{key}: expected one of {kinds}", key=repr(key[:80]), kinds=kinds)
                raise FormatError(words)
            if kind in NAMED:
                is_its_own = isinstance(value, dict) and value.get("id") == place
                if not (is_its_own and ID.fullmatch(place)):
                    raise FormatError(say("{key}: expected its own id", key=repr(key[:80])))
            elif kind != "turns":
                is_here = _TILE.fullmatch(place) and read_tile(place) in imported.map.board
                if not (is_here and value is True):
                    raise FormatError(say("{key}: expected a tile of the map", key=repr(key[:80])))
        _expect(all(map(ID.fullmatch, kept.known)), say("known: expected ids of players"))
        scene = _scene_of(imported)
        _check_scene(scene)
        Rulings().load(kept.rulings)
        _check_memory(scene, kept)


def check_origin(kept: KeptTable) -> None:
    """Raise a FormatError if no table could have stored this data for itself."""
    with _in_our_words():
        usual = plain(TableRecord("", ""))
        _expect(kept.settings.keys() <= usual.keys() | {"health_shown"}, say("settings: unknown"))
        _expect(
            not kept.settings.keys() & {"master_secret", "join_secret", "shown"}, say("a secret")
        )
        table = msgspec.convert({**usual, **kept.settings}, TableRecord)
        if table.health_shown is not UNSET:
            msgspec.convert(table.health_shown, HealthBySide)
        _expect(len(kept.players) <= MAX_PLAYERS, say("at most {most} players", most=MAX_PLAYERS))
        for player, name in kept.players.items():
            _expect(
                ID.fullmatch(player),
                say("{got}: expected the id of a player", got=repr(player[:40])),
            )
            _check_name(name)
            _expect(name.casefold() != THE_MASTER.name, say("a player with the game master's name"))
        _expect(len(kept.packs) <= MAX_PACKS, say("at most {most} packs", most=MAX_PACKS))
        for name, pack in kept.packs.items():
            _expect(
                kept_pack(pack, name).name == name,
                say("pack {got}: another name", got=repr(name[:40])),
            )


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
    _expect(
        record.metric in METRICS_ON[record.grid],
        say("metric {got}: not on this grid", got=repr(record.metric)),
    )
    known_unit = unit_from(record.unit)
    _expect(record.unit == ("" if known_unit is None else str(known_unit)), say("unit: as in 5 ft"))
    _expect(len(record.source) <= 200, say("source: a fingerprint"))
    for figure in scene.figures.values():
        _check_figure(figure)
    for floor in scene.floors.values():
        _check_name(floor.name)
    for stairs in scene.stairs.values():
        for end in (stairs.low, stairs.high):
            _expect(end.at in scene.board, say("stairs that are nowhere on the map"))
            _expect(end.storey in ("", *scene.floors), say("stairs from no storey"))
    for lamp in scene.lamps.values():
        _check_lamp(lamp)
    _expect(len(scene.areas) <= MAX_AREAS, say("at most {most} areas", most=MAX_AREAS))
    for area in scene.areas.values():
        _check_area(scene, area)
    _expect(len(scene.notes) <= MAX_NOTES, say("at most {most} notes", most=MAX_NOTES))
    for note in scene.notes.values():
        _check_note(scene, note)
    _check_turns(scene.turns)


def _check_figure(figure: FigureRecord) -> None:
    _check_name(figure.name)
    _expect(figure.side in SIDES, say("side: expected one of {names}", names=", ".join(SIDES)))
    _expect(len(figure.owners) <= 100, say("at most 100 owners"))
    _expect(all(map(ID.fullmatch, figure.owners)), say("owners: expected ids of players"))
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
        _expect(_are_dice(roll.dice), say("a saved roll: expected dice as in 2d6+1"))


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
    _expect(area.owner == MASTER or ID.fullmatch(area.owner), say("an area of nobody"))
    is_here = area.at in scene.figures if isinstance(area.at, str) else area.at in scene.board
    _expect(is_here, say("an area that begins nowhere on the map"))
    msgspec.convert(msgspec.to_builtins(area.shape()), AreaShape)


def _check_note(scene: MapScene, note: NoteRecord) -> None:
    msgspec.convert({"t": "note", "text": note.text}, SetNote)
    _expect(
        all(each.isprintable() or each == "\n" for each in note.text), say("a note: control signs")
    )
    _expect(note.at is None or note.at in scene.board, say("a note that is nowhere on the map"))
    _expect(
        not note.figure or ID.fullmatch(note.figure), say("a note: expected the id of a figure")
    )


def _check_turns(turns: TurnsRecord) -> None:
    _expect(len(turns.entries) <= MAX_TURNS, say("at most {most} turns", most=MAX_TURNS))
    _expect(0 <= turns.round <= 1_000_000, say("round: expected a number from 0 on"))
    places = [each.id for each in turns.entries]
    _expect(len({*places}) == len(places), say("turns: two entries with the same id"))
    _expect(turns.active in ("", *places), say("active: expected an entry of the turn order"))
    for each in turns.entries:
        _expect(ID.fullmatch(each.id) and ID.fullmatch(each.figure), say("turns: expected ids"))
        msgspec.convert({"t": "edit_turn", "entry": each.id, "number": each.number}, EditTurn)


def _check_memory(scene: MapScene, kept: KeptMap) -> None:
    for player, lines in kept.known.items():
        _expect(
            len(lines) <= MAX_MEMORY,
            say("a player remembers at most {most:,} lines", most=MAX_MEMORY),
        )
        for key, value in lines.items():
            if max(len(key), len(value)) > MAX_LINE:
                raise FormatError(say("known {key}: too long", key=repr(key[:40])))
            if key.startswith("ground|"):
                _check_ground(scene.board, key, value)
        known = Knowledge(player, scene, lines)
        known.snapshot(scene)
        _ = known.board


def _check_ground(board: Board, key: str, value: str) -> None:
    found = _GROUND.fullmatch(f"{key}={value}")
    if found is None:
        raise FormatError(say("known {key}: expected a line of ground", key=repr(key[:40])))
    first = plane_index(board, int(found[1]), int(found[2]))
    last = first + len(found[3]) - 1
    is_one_line = first // stride(board) == last // stride(board)
    is_on_map = first >= 0 and last < len(tile_plane(board)) and is_one_line
    if not is_on_map:
        raise FormatError(say("known {key}: beyond the map", key=repr(key[:40])))


def _check_name(name: str) -> None:
    _expect(
        clean_name(name) == name,
        say("name {got}: expected one without spaces", got=repr(name[:80])),
    )


def _check_radius(text: str) -> None:
    is_one = _RADIUS.fullmatch(text) and Fraction(text) <= MAX_RADIUS
    _expect(
        is_one, say('expected a radius in tiles from 0 to {most}, as "4" or "9/2"', most=MAX_RADIUS)
    )


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
        raise FormatError(as_text(error)) from error
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        raise FormatError(say("no table wrote this: {error}", error=as_text(error))) from error
