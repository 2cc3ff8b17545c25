"""Exporting a whole table and importing it restores everything.

This is tested on random tables, first on a new table, then next to other maps on a table in use.
Imports assign new ids, so both sides are compared with ids renumbered in order of appearance.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from sightline.errors import FormatError
from sightline.formats import Options
from sightline.table.protocol.actions import (
    AddTurns,
    Condition,
    EditFigure,
    HealthBySide,
    MarkFigure,
    PlaceFigure,
    SetNote,
    SetOptions,
    SetTurns,
)
from sightline.table.protocol.types import WireLamp
from sightline.table.service.table import Table
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.records import THE_MASTER
from sightline.table.storage.store import KIND
from sightline.table.transfer.exports import Exporter
from sightline.table.transfer.incoming import maps_of_upload
from sightline.table.transfer.uploads import MapReader
from tests.every_rule import THOROUGH
from tests.table.support.fake_pages import CENTER, Party, Person, imported, party
from tests.table.support.random_play import DUEL, Master, Player, some_board, some_rule

TABLES = 200 if THOROUGH else 4
STEPS = 120
NOT_CARRIED = {"roll", "game", "floor", "stairs"}
"""Kinds of records that exports omit, or that are tested elsewhere.

Dice rolls belong to their table, and a game's save would reveal future dice. test_storeys.py tests
floors and stairs.
"""
OF_THE_GROUND = {"solid", "edge", "wall", "terrain", "cover", "elevation"}
_IDS = re.compile(r"\b[aefilmnop][0-9a-f]{10}\b")


# --- tables to compare


def held(table: Table, maps: list[str] | None = None) -> str:
    """Return everything that the table holds, or only what belongs to these maps."""
    values, learned = table.world.values, table.transactions.store.load().learned
    order = [scene.id for scene in table.world.maps()] if maps is None else maps
    parts: list[Any] = []
    if maps is None:
        record = {**values["table"], "master_secret": "", "join_secret": ""}
        players = [p.name for p in table.world.players.values() if not p.waiting]
        parts += [record, players, {k: v for k, v in values.items() if k.startswith("pack|")}]
    for map_id in order:
        things = [(k, v) for k, v in values.items() if f"|{map_id}" in k]
        kinds: dict[str, list[Any]] = {}
        for key, value in things:
            kinds.setdefault(key.partition("|")[0], []).append((key, value))
        for kind in OF_THE_GROUND & kinds.keys():
            kinds[kind].sort()
        ((_, record),) = kinds["map"]
        kinds["map"] = [{**record, "order": 0}]
        parts.append(sorted(kinds.items()))
        parts.append(table.desk.of(map_id).export())
        known = {
            player.name: sorted(learned.get((player.id, map_id), {}).items(), key=without_ids)
            for player in table.world.players.values()
        }
        parts.append({name: lines for name, lines in sorted(known.items()) if lines})
    return numbered(json.dumps(parts, indent=0))


def without_ids(line: tuple[str, str]) -> str:
    return _IDS.sub("", "=".join(line))


def numbered(text: str) -> str:
    names: dict[str, str] = {}
    return _IDS.sub(lambda found: names.setdefault(found[0], f"id{len(names)}"), text)


async def exported(table: Table) -> bytes:
    made = await Exporter(table).make(THE_MASTER, "table.json", "", "light")
    assert made is not None
    assert not made.note
    return made.content


def read(data: bytes) -> list[ImportedMap]:
    return maps_of_upload(data, "table.json", Options())


async def some_table(rng: Random) -> Party:
    """Return a table after random actions."""
    board = some_board(rng)
    ours = Party(Table(maps=[imported(board, some_rule(rng, board.grid.name))]))
    await ours.master.enter()
    players = [await ours.player(name) for name in ("Ann", "Ben")]
    ids = [each.id for each in players]
    await ours.table.map_keeper.add_packs([DUEL.pack])
    other = some_board(rng)
    await ours.table.map_keeper.add_map(imported(other, some_rule(rng, other.grid.name), "Another"))
    master = Master(rng)
    for _ in range(STEPS):
        world = ours.table.world
        looking = ours.master.page.last("stage")["map"]
        scene = world.scenes[looking] if looking in world.scenes else world.maps()[0]
        await ours.table.look_at(ours.master.page, rng.choice(list(world.scenes)))
        match rng.randrange(12):
            case 0:
                await ours.master.do(master.maps(world))
            case 1:
                await ours.master.do(master.options())
            case 2:
                await ours.master.do(master.rule(scene))
            case 3:
                calls = ours.master.page.last("calls")["calls"]
                await ours.master.do(master.decide(scene, calls))
            case 4:
                await ours.master.do(master.in_the_open(scene))
            case 5 | 6:
                await ours.master.do(master.fog(scene, ids))
            case 7 | 8:
                await ours.master.do(rng.choice((master.evening, master.draw))(scene))
            case 9:
                await act(rng, ours, rng.choice(players))
            case _:
                await ours.master.do(master.people(scene, ids))
    return ours


async def act(rng: Random, ours: Party, player: Person) -> None:
    shown = ours.table.world.scenes.get(ours.table.world.table.shown or "")
    if shown is not None:
        known = ours.table.vision.knowledge(player.id)
        await player.do(Player(rng, player.id).action(shown, known))


# --- the law


@pytest.mark.parametrize("seed", range(TABLES))
async def test_export_then_import_is_the_identity(seed: int) -> None:
    ours = await some_table(Random(seed))
    before, file = held(ours.table), await exported(ours.table)
    again = Table(maps=read(file))
    assert held(again) == before

    maps = [scene.id for scene in ours.table.world.maps()]
    of_maps = held(ours.table, maps)
    added = await ours.table.map_keeper.add_maps(read(file))
    assert held(ours.table, added) == of_maps
    assert held(ours.table, maps) == of_maps
    for table in (ours.table, again):
        await table.close()


async def test_every_kind_of_thing_is_carried_or_named_here() -> None:
    """A new kind of record must be exported, or listed with the reason."""
    from sightline.table.state import keys

    kinds = set(re.findall(r"^(\w+)(?:\||  )", keys.__doc__ or "", re.MULTILINE))
    missing = kinds - NOT_CARRIED - {"away"}
    for seed in range(40):
        if missing:
            ours = await some_table(Random(seed))
            missing -= {key.partition("|")[0] for key in ours.table.world.values}
            await ours.table.close()
    assert not missing
    assert set(KIND.schema) == {"things", "journal", "learned", "head"}


# --- an evening, by hand


async def prepared() -> tuple[Party, str, Person]:
    ours = Party(Table(maps=[imported(some_board(Random(1), "square"), CENTER, "The hall")]))
    await ours.master.enter()
    ann = await ours.player("Ann")
    mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
    await ours.master.done(EditFigure(mira, lamp=WireLamp(4, 8, "#ff9d4d")))
    poisoned = Condition("Poisoned", "☠", rounds=3, secret=True)
    await ours.master.done(MarkFigure(mira, health=7, most_health=9, conditions=[poisoned]))
    await ours.master.done(SetNote("Knows the way out", figure=mira))
    await ours.master.done(AddTurns([mira]))
    await ours.master.done(SetTurns(on=True))
    shown = SetOptions(shared_sight=True, health_shown=HealthBySide(enemy="nothing"))
    await ours.master.done(shown)
    return ours, mira, ann


async def test_the_worker_reads_an_exported_table_with_lamps() -> None:
    """Regression test: the worker answers in JSON, which once failed for lamps."""
    ours, *_ = await prepared()
    file = await exported(ours.table)
    again = Table(maps=await MapReader().read(file, "table.json"))
    assert held(again) == held(ours.table)
    for table in (ours.table, again):
        await table.close()


async def test_a_file_of_version_1_with_a_lamp_is_read_by_the_worker() -> None:
    lamp = {"bright": "4", "dim": "8", "color": "#ff9d4d", "on": True, "when_hidden": False}
    figure = {"name": "Mira", "label": "Mira", "side": "hero", "blocks": True}
    figure |= {"sighted": True, "hidden": False, "lamp": lamp}
    board = {"grid": "square", "tiles": ["..."], "figures": [{"name": "Mira", "at": [0, 0]}]}
    part = {"name": "Hall", "document": {"sightline": 1, "board": board}, "figures": [figure]}
    file = json.dumps({"sightline_table": 1, "maps": [part]}).encode()
    table = Table(maps=await MapReader().read(file, "table.json"))
    (mira,) = table.world.maps()[0].figures.values()
    assert table.world.values[f"figure|{table.world.maps()[0].id}|{mira.id}"]["lamp"] == lamp
    await table.close()


async def test_players_are_seated_anew_or_found_by_their_name() -> None:
    ours, *_ = await prepared()
    file = await exported(ours.table)
    assert ours.players[next(iter(ours.players))].secret not in file.decode()
    async with party(some_board(Random(2)), CENTER) as theirs:
        ann, ben = await theirs.player("Ann"), await theirs.player("Ben")
        (added,) = await theirs.table.map_keeper.add_maps(read(file))
        world = theirs.table.world
        assert {each.name for each in world.players.values()} == {"Ann", "Ben"}
        (mira,) = world.scenes[added].figures.values()
        assert mira.owners == (ann.id,)
        assert ben.id in world.players
        # The table is in use: settings and the shown map stay unchanged.
        assert not world.table.shared_sight
        assert world.table.shown != added
    async with party(some_board(Random(2)), CENTER) as empty:
        (added,) = await empty.table.map_keeper.add_maps(read(file))
        (seat,) = empty.table.world.players.values()
        assert (seat.name, seat.waiting) == ("Ann", False)
        assert seat.secret not in {each.secret for each in ours.table.world.players.values()}
        assert empty.table.world.table.shared_sight
        assert empty.table.world.table.shown == added
    await ours.table.close()


async def test_what_came_in_is_kept_on_the_disk(tmp_path: Any) -> None:
    ours, *_ = await prepared()
    file = await exported(ours.table)
    table = Table(tmp_path / "table.db", maps=read(file))
    before = held(table)
    await table.close()
    again = Table(tmp_path / "table.db", maps=[])
    assert held(again) == before == held(ours.table)
    for each in (again, ours.table):
        await each.close()


# --- files that were changed


def figure_of(document: Any) -> Any:
    things = document["maps"][0]["kept"]["things"]
    return next(value for key, value in things.items() if key.startswith("figure|"))


def kept_of(document: Any) -> Any:
    return document["maps"][0]["kept"]


def known_of(document: Any) -> Any:
    return next(iter(kept_of(document)["known"].values()))


HOSTILE: dict[str, Callable[[Any], Any]] = {
    "a long name": lambda d: figure_of(d).update(name="x" * 5_000),
    "a name of nothing": lambda d: figure_of(d).update(name=" "),
    "a color that is style": lambda d: figure_of(d)["lamp"].update(color="red;x:url(//x)"),
    "an endless radius": lambda d: figure_of(d)["lamp"].update(dim="9" * 500),
    "no radius": lambda d: figure_of(d)["lamp"].update(dim="1/0"),
    "health of a god": lambda d: figure_of(d).update(health=10**12),
    "a kind of nothing": lambda d: figure_of(d).update(kind="dragon"),
    "a side of nothing": lambda d: figure_of(d).update(side="<b>"),
    "a figure off the map": lambda d: figure_of(d).update(at=[900, 900]),
    "another id": lambda d: figure_of(d).update(id="f0000000000"),
    "an id that is a word": lambda d: kept_of(d)["things"].update({"figure|hero": figure_of(d)}),
    "an unknown field": lambda d: figure_of(d).update(more=1),
    "many conditions": lambda d: figure_of(d).update(conditions=[{"text": "x"}] * 99),
    "an unknown thing": lambda d: kept_of(d)["things"].update({"spell|x": True}),
    "ground among the records": lambda d: kept_of(d)["things"].update({"solid|0,0": True}),
    "fog off the map": lambda d: kept_of(d)["things"].update({"veil|99,99": True}),
    "turns of a word": lambda d: kept_of(d)["things"].update({"turns": {"entries": "x"}}),
    "a turn of nobody": lambda d: kept_of(d)["things"]["turns"].update(active="e0000000000"),
    "rulings of nothing": lambda d: kept_of(d).update(rulings=[{}]),
    "a metric of nothing": lambda d: kept_of(d)["settings"].update(metric="miles"),
    "a unit of markup": lambda d: kept_of(d)["settings"].update(unit="<script>"),
    "another map's id": lambda d: kept_of(d)["settings"].update(ids=3),
    "memory of nothing": lambda d: known_of(d).update({"ground|x": "y"}),
    "memory of other letters": lambda d: known_of(d).update({"ground|0": "0|<b>"}),
    "memory beyond the map": lambda d: known_of(d).update({"ground|0": "0|" + "." * 900}),
    "memory below the map": lambda d: known_of(d).update({"ground|900": "0|."}),
    "memory of broken furniture": lambda d: known_of(d).update({"furniture|f1": "{"}),
    "memory in the wrong form": lambda d: kept_of(d).update(known={"Ann": {}}),
    "a secret": lambda d: d["table"]["settings"].update(master_secret="x" * 32),
    "a setting of nothing": lambda d: d["table"]["settings"].update(shared_sight="yes"),
    "health shown as markup": lambda d: d["table"]["settings"].update(health_shown={"x": "y"}),
    "a player without an id": lambda d: d["table"]["players"].update({"x": "Ben"}),
    "a player like the master": lambda d: d["table"]["players"].update(
        {"p0123456789": "The Master"}
    ),
    "many players": lambda d: d["table"]["players"].update(
        {f"p{number:010x}": f"P{number}" for number in range(999)}
    ),
    "a broken pack": lambda d: d["table"]["packs"].update(x={}),
}


async def test_a_file_that_no_table_wrote_is_refused() -> None:
    ours, *_ = await prepared()
    file = await exported(ours.table)
    await ours.table.close()
    assert read(file)
    for name, change in HOSTILE.items():
        document = json.loads(file)
        change(document)
        with pytest.raises(FormatError):
            pytest.fail(f"{name} was read: {read(json.dumps(document).encode())}")
