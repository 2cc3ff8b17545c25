"""Keeps every thing of a table under its key, and changes the maps' boards along with them.

A change is a list of entries: key, value before, value after (None: absent). `apply` makes all of
it or nothing; `revert` takes it back. The values are plain JSON, so what is in memory, on the disk
and in the journal is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, Struct, UnsetType, ValidationError
from msgspec.structs import replace

from sightline.errors import DamagedFileError
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.figure import usual_side
from sightline.model.hexagon import HexBoard
from sightline.packs import Pack
from sightline.packs.reading import pack_from_data
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.keys import (
    BESIDE_THE_BOARD,
    GAME,
    OF_THE_TABLE,
    TABLE,
    cover_key,
    edge_key,
    edge_text,
    elevation_key,
    figure_key,
    lamp_key,
    map_key,
    read_edge,
    read_ends,
    read_tile,
    solid_key,
    terrain_key,
    threshold_text,
    wall_key,
)
from sightline.table.state.laid_picture import LaidPicture
from sightline.table.state.names import tidied
from sightline.table.state.records import (
    Darkness,
    FigureRecord,
    GameRecord,
    HeldLamp,
    LampRecord,
    MapRecord,
    PlayerRecord,
    Refusal,
    TableRecord,
    game_from,
    map_from,
    new_id,
    new_secret,
    plain,
    player_from,
    table_from,
)
from sightline.table.state.rolls import RollRecord, roll_from
from sightline.table.state.scene import MapScene, SceneStep

NOTHING: Mapping[str, Any] = MappingProxyType({})
CHANGED_MEANWHILE = "Something has changed meanwhile."


class JournalEntry(Struct, frozen=True, array_like=True):
    """One thing that becomes another. Values are plain JSON; None: absent."""

    key: str
    before: Any
    after: Any

    def back(self) -> JournalEntry:
        return JournalEntry(self.key, self.after, self.before)


def inverse(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """The change that takes these entries back."""
    return [entry.back() for entry in reversed(list(entries))]


@dataclass
class Touched:
    """What a change made different on one map."""

    tiles: set[tuple[int, int]] = field(default_factory=set)
    """Those with other rock or terrain."""
    terrain: set[tuple[int, int]] = field(default_factory=set)
    """Those of them with other terrain."""
    edges: set[tuple[tuple[int, int], tuple[int, int]]] = field(default_factory=set)
    walls: set[tuple[Point, Point]] = field(default_factory=set)
    heights: set[tuple[int, int]] = field(default_factory=set)
    figures: set[str] = field(default_factory=set)
    lamps: set[str] = field(default_factory=set)
    """Those on tiles."""
    darkness: bool = False
    areas: bool = False
    measure: bool = False
    rule: bool = False
    fog: bool = False
    """Tiles were covered or shown, or are no longer."""
    sight: bool = False
    """Its settings of sight, beside the rule: whole rooms, or who is in the way."""
    picture: bool = False
    """Another picture is under it, or the same otherwise: for players."""
    name: bool = False
    whole: bool = False
    """The map came or went."""


class World:
    """All that a table keeps, in memory. `values` is the truth; the rest follows it."""

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self.values: dict[str, Any] = {}
        self.scenes: dict[str, MapScene] = {}
        self.archived: dict[str, MapScene] = {}
        """Maps that were deleted, and can be restored (see `archive`)."""
        self.players: dict[str, PlayerRecord] = {}
        self.packs: dict[str, Pack] = {}
        """The rules of games that the master brought, by name."""
        self.rolls: dict[str, RollRecord] = {}
        """Every roll of dice, the first one first."""
        self.game: GameRecord | None = None
        self._table: TableRecord | None = None
        try:
            self.apply([JournalEntry(key, None, value) for key, value in (values or {}).items()])
        except (Refusal, ValidationError, ValueError, KeyError) as error:
            raise DamagedFileError(f"the table's things do not fit together: {error}") from error

    @property
    def table(self) -> TableRecord:
        if self._table is None:
            raise DamagedFileError("there is no table yet: its first entry is missing")
        return self._table

    def find_figure(self, figure: str) -> tuple[MapScene, FigureRecord] | None:
        """The figure and the map that it is on."""
        for scene in self.scenes.values():
            found = scene.figures.get(figure)
            if found is not None:
                return scene, found
        return None

    def maps(self) -> list[MapScene]:
        """Every map, in the master's order."""
        return sorted(self.scenes.values(), key=lambda scene: (scene.record.order, scene.id))

    # --- changing

    def apply(self, entries: Iterable[JournalEntry]) -> dict[str, Touched]:
        """Make the change, all of it, and say what it touched by map. If it no longer fits what is
        there, or the board refuses, nothing changes: a Refusal."""
        entries = list(entries)
        self._exchange(entries)
        try:
            self._follow(entries)
        except BaseException:
            for entry in reversed(entries):
                self._set(entry.key, entry.before)
            raise
        return self.touched(entries)

    def revert(self, entries: Iterable[JournalEntry]) -> dict[str, Touched]:
        """Take a change back that was made before."""
        return self.apply(inverse(entries))

    def _exchange(self, entries: Sequence[JournalEntry]) -> None:
        values = self.values
        if len({entry.key for entry in entries}) != len(entries):
            raise ValueError("a change names each thing once")
        if any(values.get(entry.key) != entry.before for entry in entries):
            raise Refusal(CHANGED_MEANWHILE)
        for entry in entries:
            self._set(entry.key, entry.after)

    def _set(self, key: str, value: Any) -> None:
        if value is None:
            self.values.pop(key, None)
        else:
            self.values[key] = value

    def _follow(self, entries: Sequence[JournalEntry]) -> None:
        """Bring records and boards in step with the values."""
        by_map: dict[str, list[SceneStep]] = {}
        table, players, packs = self._table, dict(self.players), dict(self.packs)
        rolls: dict[str, RollRecord | None] = {}
        game = self.game
        for entry in entries:
            kind, _, rest = entry.key.partition("|")
            if kind == TABLE:
                table = None if entry.after is None else table_from(entry.after)
            elif kind == "player":
                if entry.after is None:
                    players.pop(rest, None)
                else:
                    players[rest] = player_from(entry.after)
            elif kind == GAME:
                game = None if entry.after is None else game_from(entry.after)
            elif kind == "roll":
                rolls[rest] = None if entry.after is None else roll_from(entry.after)
            elif kind == "pack":
                if entry.after is None:
                    packs.pop(rest, None)
                else:
                    packs[rest] = pack_from_data(entry.after, rest)
            else:
                map_id, _, place = rest.partition("|")
                step = SceneStep(kind, place, entry.before, entry.after)
                by_map.setdefault(map_id, []).append(step)
        done: list[Callable[[], object]] = []
        try:
            for map_id, steps in by_map.items():
                done.append(self._follow_map(map_id, steps))
        except BaseException:
            for put_back in reversed(done):
                put_back()
            raise
        self._table, self.players, self.packs, self.game = table, players, packs, game
        for id_, roll in rolls.items():
            if roll is None:  # its change is reverted: the disk refused it, and nobody saw it
                self.rolls.pop(id_, None)
            else:
                self.rolls[id_] = roll

    def _follow_map(self, map_id: str, steps: list[SceneStep]) -> Callable[[], object]:
        """Bring one map in step, and return how to put it back."""
        ground = next((step for step in steps if step.kind == "map"), None)
        moved = next((step for step in steps if step.kind == "away"), None)
        things = [step for step in steps if step is not ground and step is not moved]
        here = self.archived if map_id in self.archived else self.scenes
        scene = here.get(map_id)
        if ground is not None and scene is None:
            there = self.scenes if moved is None else self.archived
            there[map_id] = MapScene(map_from(ground.after), things)
            return lambda: there.pop(map_id)
        if scene is None:
            raise Refusal("There is no such map.")
        if ground is not None and ground.after is None:
            if scene.things != len(things) or any(step.after is not None for step in things):
                raise Refusal(CHANGED_MEANWHILE)
            del here[map_id]
            return lambda: here.__setitem__(map_id, scene)
        if ground is not None:
            things.append(ground)
        scene.apply(things)
        there = here if moved is None else self.scenes if moved.after is None else self.archived
        there[map_id] = here.pop(map_id)

        def put_back() -> None:
            here[map_id] = there.pop(map_id)
            scene.apply([step.back() for step in reversed(things)])

        return put_back

    @staticmethod
    def touched(entries: Iterable[JournalEntry]) -> dict[str, Touched]:
        """What these entries touch, by map; of a map that comes or goes, only that."""
        found: dict[str, Touched] = {}
        things: list[tuple[str, str, str]] = []
        for entry in entries:
            kind, _, rest = entry.key.partition("|")
            map_id, _, place = rest.partition("|")
            if kind == "map":
                _touch_record(found.setdefault(map_id, Touched()), entry)
            elif kind == "away":
                found.setdefault(map_id, Touched()).whole = True
            elif kind not in OF_THE_TABLE and kind not in BESIDE_THE_BOARD:
                things.append((kind, map_id, place))
        for kind, map_id, place in things:
            here = found.get(map_id)
            if here is None:
                here = found[map_id] = Touched()
            if not here.whole:
                _touch_thing(here, kind, place)
        return found


def _touch_thing(touched: Touched, kind: str, place: str) -> None:
    if kind in ("solid", "terrain"):
        touched.tiles.add(read_tile(place))
        if kind == "terrain":
            touched.terrain.add(read_tile(place))
    elif kind == "edge":
        touched.edges.add(read_edge(place))
    elif kind == "figure":
        touched.figures.add(place)
    elif kind == "lamp":
        touched.lamps.add(place)
    elif kind == "area":
        touched.areas = True
    elif kind == "wall":
        touched.walls.add(read_ends(place))
    elif kind in ("shown", "veil"):
        touched.fog = True
    else:
        touched.heights.add(read_tile(place))


def _touch_record(touched: Touched, entry: JournalEntry) -> None:
    if entry.before is None or entry.after is None:
        touched.whole = True
    else:
        touched.rule |= entry.before["rule"] != entry.after["rule"]
        touched.measure |= any(
            entry.before.get(each) != entry.after.get(each) for each in ("metric", "unit")
        )
        touched.name |= entry.before["name"] != entry.after["name"]
        before, after = (map_from(value) for value in (entry.before, entry.after))
        touched.sight |= before.whole_rooms != after.whole_rooms
        touched.sight |= before.friends_block != after.friends_block
        touched.darkness |= entry.before.get("darkness") != entry.after.get("darkness")
        touched.picture |= before.shown_picture != after.shown_picture


# --- whole maps as entries ------------------------------------------------------------------------

_DARKNESS: dict[str, Darkness] = {"bright": "daylight", "dim": "dim", "dark": "dark"}
_SIDES = {"hero": "hero", "ally": "ally", "enemy": "enemy"}


def new_world(maps: Iterable[ImportedMap]) -> World:
    """A table with these maps, the first of them shown."""
    entries: list[JournalEntry] = []
    shown = None
    for order, each in enumerate(maps, start=1):
        map_id, content = map_entries(
            each.name,
            each.map.board,
            each.rule,
            order,
            each.all_details(),
            each.laid_picture(),
            each.laid_for_players(),
        )
        shown = shown or map_id
        entries += content
    table = TableRecord(new_secret(), new_secret(), shown=shown)
    world = World()
    world.apply([JournalEntry(TABLE, None, plain(table)), *entries])
    return world


def map_entries(
    name: str,
    board: Board,
    rule: Mapping[str, Any],
    order: int,
    details: Mapping[str, Mapping[str, Any]] = NOTHING,
    picture: LaidPicture | None = None,
    players_picture: LaidPicture | UnsetType | None = UNSET,
) -> tuple[str, list[JournalEntry]]:
    """A new map with all that is on the board: its id, and the entries that make it. `details`: see
    `BroughtMap`."""
    map_id = new_id("m")
    record = MapRecord(
        id=map_id,
        name=tidied(name, "Map"),
        order=order,
        grid=board.grid.name,
        rows=board.shape[0] if board.grid.name == "square" else 0,
        cols=board.shape[1] if board.grid.name == "square" else 0,
        cells=_runs(board) if isinstance(board, HexBoard) else (),
        orientation=board.orientation if isinstance(board, HexBoard) else "pointy",
        outside=board.outside if isinstance(board, HexBoard) else "open",
        rule=dict(rule),
        source=board.fingerprint(),
        darkness=UNSET if board.ambient == "bright" else _DARKNESS[board.ambient],
        picture=UNSET if picture is None else picture,
        players_picture=players_picture,
    )
    entries = [JournalEntry(map_key(map_id), None, plain(record))]
    entries += [JournalEntry(solid_key(map_id, tile), None, True) for tile in board.solid_tiles()]
    entries += [
        JournalEntry(edge_key(map_id, a, b), None, edge_text(a, b, threshold))
        for a, b, threshold in board.edges()
    ]
    entries += [
        JournalEntry(wall_key(map_id, *ends), None, threshold_text(threshold))
        for ends, threshold in board.wall_items()
    ]
    entries += [
        JournalEntry(terrain_key(map_id, tile), None, kind)
        for tile, kind in board.terrains().items()
    ]
    if isinstance(board, HexBoard):
        for tile in board.tiles():
            cover, elevation = board.cover(tile), board.elevation(tile)
            if cover:
                entries.append(JournalEntry(cover_key(map_id, tile), None, str(cover)))
            if elevation is not None:
                entries.append(JournalEntry(elevation_key(map_id, tile), None, str(elevation)))
    for figure in board.figures():
        known = FigureRecord(
            id=new_id("f"),
            name=tidied(figure.name, "Figure"),
            at=(figure.at[0], figure.at[1]),
            size=figure.size,
            side=_SIDES.get(figure.kind, "neutral"),
            kind=figure.kind if figure.is_furniture else "figure",
            blocks=figure.blocks_sight,
            sighted=not figure.is_furniture,
            team=UNSET if figure.side == usual_side(figure.kind) else figure.side,
            lamp=_held_lamp(board, figure.name),
        )
        known = replace(known, **details.get(figure.name, {}))
        entries.append(JournalEntry(figure_key(map_id, known.id), None, plain(known)))
    for light in board.lights():
        if not isinstance(light.at, str):
            lamp = LampRecord(
                new_id("l"), (light.at[0], light.at[1]), str(light.bright), str(light.dim)
            )
            entries.append(JournalEntry(lamp_key(map_id, lamp.id), None, plain(lamp)))
    return map_id, entries


def _held_lamp(board: Board, figure: str) -> HeldLamp | UnsetType:
    """The light that a figure came with; of several, the one that reaches furthest."""
    lights = [light for light in board.lights() if light.at == figure]
    if not lights:
        return UNSET
    best = max(lights, key=lambda light: (max(light.bright, light.dim), light.bright))
    return HeldLamp(str(best.bright), str(best.dim))


def _runs(board: HexBoard) -> tuple[tuple[int, int, int], ...]:
    """The board's hexes as runs along q."""
    runs: list[tuple[int, int, int]] = []
    for q, r in board.tiles():
        if runs and runs[-1][1] == r and runs[-1][0] + runs[-1][2] == q:
            runs[-1] = (runs[-1][0], r, runs[-1][2] + 1)
        else:
            runs.append((q, r, 1))
    return tuple(runs)
