"""Imported maps: the entries that create them, and the data that comes with them.

Everything on an imported map gets new ids, so that a table can import the same map twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import convert

from sightline.table.state.imported_map import ID, ImportedMap, KeptMap, KeptTable
from sightline.table.state.keys import TABLE, map_key, pack_key, player_key
from sightline.table.state.laid_picture import digest_of
from sightline.table.state.records import (
    MapRecord,
    PlayerRecord,
    TableRecord,
    new_id,
    new_secret,
    plain,
)
from sightline.table.state.world import (
    JournalEntry,
    World,
    ground_entries,
    map_entries,
    new_map_record,
)

NO_IDS: Mapping[str, str] = MappingProxyType({})
_IDS = re.compile(rf'(?<=["|]){ID.pattern}(?=[\\"|])')


class Arrival(NamedTuple):
    """A map that is being imported."""

    map: str
    entries: list[JournalEntry]
    """The entries that create the map, starting with its record."""
    rulings: list[dict[str, Any]]
    known: Mapping[str, Mapping[str, str]]
    """The players' knowledge of the map, by player id."""


def new_ids(maps: Sequence[ImportedMap]) -> dict[str, str]:
    """Return new ids for everything on the maps of one file.

    The ids are shared by all these maps, because a ruling on one may name a figure that was later
    moved to another.
    """
    kept = [own_ids(each.kept.things) for each in maps if each.kept is not None]
    return {each: new_id(each[0]) for ids in kept for each in ids}  # type: ignore[arg-type]


def arriving(imported: ImportedMap, order: int, ids: Mapping[str, str] = NO_IDS) -> Arrival:
    """Return the map with new ids. `ids` has the new ids of the players and the result of
    `new_ids`.
    """
    kept = imported.kept
    if kept is None:
        return _without_records(imported, order)
    map_id = new_id("m")
    made = new_map_record(
        map_id,
        imported.name,
        imported.map.board,
        imported.rule,
        order,
        imported.laid_picture(),
        imported.laid_for_players(),
    )
    record = convert({**plain(made), **kept.settings}, MapRecord)
    ids = new_ids([imported]) | dict(ids)
    things = renamed(_with_faces(kept, imported.faces), ids)
    return Arrival(
        map_id,
        [
            JournalEntry(map_key(map_id), None, plain(record)),
            *ground_entries(map_id, imported.map.board),
            *(JournalEntry(long_key(key, map_id), None, each) for key, each in things.items()),
        ],
        renamed(kept.rulings, ids),
        renamed({who: each for who, each in kept.known.items() if who in ids}, ids),
    )


def _without_records(imported: ImportedMap, order: int) -> Arrival:
    """Return the arrival of a map that was not exported by a table. Its rulings name figures on
    its board.
    """
    board = imported.map.board
    map_id, entries = map_entries(
        imported.name,
        board,
        imported.rule,
        order,
        imported.all_details(),
        imported.laid_picture(),
        imported.laid_for_players(),
        imported.map.unit,
        imported.map.notes,
        imported.map.stairs,
    )
    made = (entry.after["id"] for entry in entries if entry.kind == "figure")
    ids = dict(zip((figure.name for figure in board.figures()), made, strict=True))
    return Arrival(map_id, entries, [_about(each, ids) for each in imported.map.rulings], {})


def _about(ruling: dict[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    """Return the ruling with figure ids. Invalid rulings are rejected when they are read."""
    try:
        ends = [{**end, "name": ids.get(end["name"], end["name"])} for end in ruling["ends"]]
    except (KeyError, TypeError):
        return ruling
    return {**ruling, "ends": ends}


def _with_faces(kept: KeptMap, faces: Mapping[str, bytes]) -> dict[str, Any]:
    """Return the objects, in which figures refer only to pictures that came with the file."""
    things = dict(kept.things)
    for key, value in kept.things.items():
        kind, _, place = key.partition("|")
        if kind == "figure":
            figure = {name: each for name, each in value.items() if name != "picture"}
            face = faces.get(place)
            things[key] = figure if face is None else {**figure, "picture": digest_of(face)}
    return things


def table_entries(
    world: World, origin: KeptTable, *, settings: bool
) -> tuple[dict[str, str], list[JournalEntry]]:
    """Return the data of another table other than its maps.

    The data is the new ids of its players, and the entries for their seats, its packs and, with
    `settings`, its settings.
    """
    seats, new = seated(origin, world.players.values())
    wanted: dict[str, Any] = {player_key(each.id): plain(each) for each in new}
    wanted |= {pack_key(name): each for name, each in origin.packs.items()}
    if settings:
        wanted[TABLE] = with_settings(world.table, origin)
    values = world.values
    return seats, [
        JournalEntry(key, values.get(key), value)
        for key, value in wanted.items()
        if values.get(key) != value
    ]


def new_world(maps: Sequence[ImportedMap]) -> tuple[World, list[Arrival]]:
    """Create a table with these maps.

    Players see the map that was shown at the original table, or else the first one.
    """
    world = World()
    table = TableRecord(new_secret(), new_secret())
    world.apply([JournalEntry(TABLE, None, plain(table))])
    origin = maps[0].origin if maps else None
    ids = new_ids(maps)
    if origin is not None:
        seats, entries = table_entries(world, origin, settings=True)
        world.apply(entries)
        ids |= seats
    arrivals = [arriving(each, order, ids) for order, each in enumerate(maps, start=1)]
    world.apply([entry for arrival in arrivals for entry in arrival.entries])
    before = world.values[TABLE]
    world.apply([JournalEntry(TABLE, before, {**before, "shown": shown_of(maps, arrivals)})])
    return world, arrivals


def shown_of(maps: Sequence[ImportedMap], arrivals: Sequence[Arrival]) -> str | None:
    """Return the id of the imported map that players see, or None."""
    if maps and maps[0].origin is not None:
        pairs = zip(maps, arrivals, strict=True)
        return next((a.map for m, a in pairs if m.kept is not None and m.kept.shown), None)
    return arrivals[0].map if arrivals else None


# --- ids and seats


def long_key(short: str, map_id: str) -> str:
    """Return the key of an object on that map."""
    kind, _, place = short.partition("|")
    return f"{kind}|{map_id}|{place}" if place else f"{kind}|{map_id}"


def own_ids(things: Iterable[str]) -> list[str]:
    """Return the ids in these short keys."""
    return [place for key in things if ID.fullmatch(place := key.partition("|")[2])]


def renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """Return plain data with other ids.

    Ids are replaced wherever they occur: as a string, in a key, or in JSON within a string, as in
    players' memory.
    """
    text = json.dumps(value)
    return json.loads(_IDS.sub(lambda found: ids.get(found[0], found[0]), text))


def seated(
    kept: KeptTable, here: Iterable[PlayerRecord]
) -> tuple[dict[str, str], list[PlayerRecord]]:
    """Return the new id of each player of another table, and the seats to create.

    A player with the name of an admitted player gets that player's seat. New seats get new links.
    """
    by_name = {player.name: player.id for player in here if not player.waiting}
    ids: dict[str, str] = {}
    new: list[PlayerRecord] = []
    for old, name in kept.players.items():
        if name not in by_name:
            player = PlayerRecord(new_id("p"), name, new_secret(), waiting=False)
            by_name[name] = player.id
            new.append(player)
        ids[old] = by_name[name]
    return ids, new


def with_settings(table: TableRecord, kept: KeptTable) -> dict[str, Any]:
    """Return the table's record with the settings of another table."""
    return {**plain(table), **kept.settings}
