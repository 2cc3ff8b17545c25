"""All objects of a table by key, with the maps' boards kept in sync.

A change is a list of entries: key, value before, and value after (None: absent). `apply` makes the
whole change or nothing, and `revert` undoes it. Values are plain JSON, the same in memory, on disk
and in the journal.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, Struct, UnsetType, ValidationError, convert

from sightline.errors import DamagedFileError
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.figure import usual_side
from sightline.model.hexagon import HexBoard
from sightline.model.parts.heights import At, Floor
from sightline.packs import Pack
from sightline.packs.reading import kept_pack
from sightline.table.protocol.types import StairsEnd
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
    floor_key,
    kind_of,
    lamp_key,
    map_key,
    note_key,
    read_edge,
    read_ends,
    read_tile,
    solid_key,
    stairs_key,
    terrain_key,
    threshold_text,
    wall_key,
)
from sightline.table.state.laid_picture import LaidPicture
from sightline.table.state.names import tidied
from sightline.table.state.records import (
    Darkness,
    FigureRecord,
    FloorRecord,
    GameRecord,
    HeldLamp,
    LampRecord,
    MapRecord,
    NoteRecord,
    PlayerRecord,
    Refusal,
    StairsRecord,
    TableRecord,
    new_id,
    plain,
)
from sightline.table.state.rolls import RollRecord, roll_from
from sightline.table.state.scene import MapScene, SceneStep, spans_of

NOTHING: Mapping[str, Any] = MappingProxyType({})


class JournalEntry(Struct, frozen=True, array_like=True):
    """A change to one object. Values are plain JSON; None means absent."""

    key: str
    before: Any
    after: Any

    @property
    def kind(self) -> str:
        """The kind of object, such as "roll" or "map"; see `keys`."""
        return kind_of(self.key)

    @property
    def name(self) -> str:
        """The part of its key after the kind."""
        return self.key.partition("|")[2]

    def back(self) -> JournalEntry:
        return JournalEntry(self.key, self.after, self.before)


def inverse(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the change that undoes these entries."""
    return [entry.back() for entry in reversed(list(entries))]


@dataclass
class Touched:
    """The effects of a change on one map."""

    tiles: set[tuple[int, int]] = field(default_factory=set)
    """The tiles with changed rock or terrain."""
    terrain: set[tuple[int, int]] = field(default_factory=set)
    """The tiles with changed terrain."""
    edges: set[tuple[tuple[int, int], tuple[int, int]]] = field(default_factory=set)
    walls: set[tuple[Point, Point]] = field(default_factory=set)
    heights: set[tuple[int, int]] = field(default_factory=set)
    floors: bool = False
    stairs: bool = False
    figures: set[str] = field(default_factory=set)
    lamps: set[str] = field(default_factory=set)
    """The ids of changed lamps on tiles."""
    darkness: bool = False
    areas: bool = False
    measure: bool = False
    rule: bool = False
    fog: bool = False
    """Whether tiles were covered, uncovered or shown."""
    sight: bool = False
    """Whether sight settings other than the rule changed: whole rooms, and whether friends
    block.
    """
    picture: bool = False
    """Whether the players' picture or its position changed."""
    name: bool = False
    whole: bool = False
    """Whether the map was added or removed."""

    @property
    def is_figures_only(self) -> bool:
        return dataclasses.replace(self, figures=set()) == Touched()


class World:
    """The whole state of a table, in memory. Everything else is derived from `values`."""

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self.values: dict[str, Any] = {}
        self.scenes: dict[str, MapScene] = {}
        self.archived: dict[str, MapScene] = {}
        """Deleted maps that can be restored (see `archive`)."""
        self.players: dict[str, PlayerRecord] = {}
        self.packs: dict[str, Pack] = {}
        """The game master's rule packs, by name."""
        self.rolls: dict[str, RollRecord] = {}
        """Every roll of dice, oldest first."""
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
        """Return the figure and its map."""
        for scene in self.scenes.values():
            found = scene.figures.get(figure)
            if found is not None:
                return scene, found
        return None

    def maps(self) -> list[MapScene]:
        """Return every map, in the game master's order."""
        return sorted(self.scenes.values(), key=lambda scene: (scene.record.order, scene.id))

    # --- changing

    def apply(self, entries: Iterable[JournalEntry]) -> dict[str, Touched]:
        """Make the change and return its effects by map.

        If it does not fit the current state, or the board rejects it, raise a Refusal and change
        nothing.
        """
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
        """Revert a change that was made before."""
        return self.apply(inverse(entries))

    def _exchange(self, entries: Sequence[JournalEntry]) -> None:
        values = self.values
        if len({entry.key for entry in entries}) != len(entries):
            raise ValueError("a change names each thing once")
        if any(values.get(entry.key) != entry.before for entry in entries):
            raise Refusal("changedMeanwhile")
        for entry in entries:
            self._set(entry.key, entry.after)

    def _set(self, key: str, value: Any) -> None:
        if value is None:
            self.values.pop(key, None)
        else:
            self.values[key] = value

    def _follow(self, entries: Sequence[JournalEntry]) -> None:
        """Update records and boards after the values have changed."""
        by_map: dict[str, list[SceneStep]] = {}
        table, players, packs = self._table, dict(self.players), dict(self.packs)
        rolls: dict[str, RollRecord | None] = {}
        game = self.game
        for entry in entries:
            kind, _, rest = entry.key.partition("|")
            if kind == TABLE:
                table = None if entry.after is None else convert(entry.after, TableRecord)
            elif kind == "player":
                if entry.after is None:
                    players.pop(rest, None)
                else:
                    players[rest] = convert(entry.after, PlayerRecord)
            elif kind == GAME:
                game = None if entry.after is None else convert(entry.after, GameRecord)
            elif kind == "roll":
                rolls[rest] = None if entry.after is None else roll_from(entry.after)
            elif kind == "pack":
                if entry.after is None:
                    packs.pop(rest, None)
                else:
                    packs[rest] = kept_pack(entry.after, rest)
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
            if roll is None:  # the change is reverted because the disk failed; it was never sent
                self.rolls.pop(id_, None)
            else:
                self.rolls[id_] = roll

    def _follow_map(self, map_id: str, steps: list[SceneStep]) -> Callable[[], object]:
        """Update one map, and return a function that reverts this."""
        ground = next((step for step in steps if step.kind == "map"), None)
        moved = next((step for step in steps if step.kind == "away"), None)
        things = [step for step in steps if step is not ground and step is not moved]
        here = self.archived if map_id in self.archived else self.scenes
        scene = here.get(map_id)
        if ground is not None and scene is None:
            there = self.scenes if moved is None else self.archived
            there[map_id] = MapScene(convert(ground.after, MapRecord), things)
            return lambda: there.pop(map_id)
        if scene is None:
            raise Refusal("noSuchMap")
        if ground is not None and ground.after is None:
            if scene.things != len(things) or any(step.after is not None for step in things):
                raise Refusal("changedMeanwhile")
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
        """Return the effects of these entries by map. For an added or removed map, nothing else
        is listed.
        """
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
    elif kind == "stairs":
        touched.stairs = True
    elif kind == "floor":
        touched.floors = True
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
        before, after = (convert(value, MapRecord) for value in (entry.before, entry.after))
        touched.sight |= before.whole_rooms != after.whole_rooms
        touched.sight |= before.friends_block != after.friends_block
        touched.darkness |= entry.before.get("darkness") != entry.after.get("darkness")
        touched.picture |= before.shown_picture != after.shown_picture


# --- whole maps as entries ------------------------------------------------------------------------

_DARKNESS: dict[str, Darkness] = {"bright": "daylight", "dim": "dim", "dark": "dark"}
_SIDES = {"hero": "hero", "ally": "ally", "enemy": "enemy"}


def map_entries(
    name: str,
    board: Board,
    rule: Mapping[str, Any],
    order: int,
    details: Mapping[str, Mapping[str, Any]] = NOTHING,
    picture: LaidPicture | None = None,
    players_picture: LaidPicture | UnsetType | None = UNSET,
    unit: str = "",
    notes: Iterable[tuple[tuple[int, int], str]] = (),
    stairs: Iterable[tuple[At, At]] = (),
) -> tuple[str, list[JournalEntry]]:
    """Return the id and the entries of a new map with everything on the board.

    See `ImportedMap` for `details`.
    """
    map_id = new_id("m")
    record = new_map_record(map_id, name, board, rule, order, picture, players_picture, unit)
    ground, figures = ground_entries(map_id, board), [*_figure_entries(map_id, board, details)]
    floors = {floor.name: _floor_of(board, floor) for floor in board.floors()}
    return map_id, [
        JournalEntry(map_key(map_id), None, plain(record)),
        *ground,
        *figures,
        *(JournalEntry(floor_key(map_id, each.id), None, plain(each)) for each in floors.values()),
        *_stairs_entries(map_id, board, stairs, {name: floors[name].id for name in floors}),
        *_lamp_entries(map_id, board),
        *_note_entries(map_id, notes),
    ]


def new_map_record(
    map_id: str,
    name: str,
    board: Board,
    rule: Mapping[str, Any],
    order: int,
    picture: LaidPicture | None = None,
    players_picture: LaidPicture | UnsetType | None = UNSET,
    unit: str = "",
) -> MapRecord:
    """Return the record of a map with this board."""
    return MapRecord(
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
        unit=unit,
    )


def ground_entries(map_id: str, board: Board) -> list[JournalEntry]:
    """Return the entries for everything on the board, except figures and lamps."""
    entries = [JournalEntry(solid_key(map_id, tile), None, True) for tile in board.solid_tiles()]
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
    entries += [
        JournalEntry(elevation_key(map_id, tile), None, str(elevation))
        for tile, elevation in board.elevations.items()
    ]
    if isinstance(board, HexBoard):
        for tile in board.tiles():
            if cover := board.cover(tile):
                entries.append(JournalEntry(cover_key(map_id, tile), None, str(cover)))
    return entries


def _floor_of(board: Board, floor: Floor[Any]) -> FloorRecord:
    """Return the record of a floor, with a new id."""
    spans = spans_of(board, floor.tiles)
    return FloorRecord(new_id("o"), tidied(floor.name, "Floor"), str(floor.height), spans)


def _stairs_entries(
    map_id: str, board: Board, stairs: Iterable[tuple[At, At]], floors: Mapping[str, str]
) -> Iterator[JournalEntry]:
    for ends in stairs:
        low, high = (
            StairsEnd("" if end.floor is None else floors[end.floor], (at[0], at[1]))
            for end in ends
            for at in [board.position(end.tile)]
        )
        record = StairsRecord(new_id("s"), low, high)
        yield JournalEntry(stairs_key(map_id, record.id), None, plain(record))


def _figure_entries(
    map_id: str, board: Board, details: Mapping[str, Mapping[str, Any]]
) -> Iterator[JournalEntry]:
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
            facing=figure.facing or UNSET,
            elevation=UNSET if figure.elevation is None else str(figure.elevation),
            height=UNSET if figure.height == 1 else str(figure.height),
            lamp=_held_lamp(board, figure.name),
        )
        known = convert({**plain(known), **details.get(figure.name, {})}, FigureRecord)
        yield JournalEntry(figure_key(map_id, known.id), None, plain(known))


def _lamp_entries(map_id: str, board: Board) -> Iterator[JournalEntry]:
    for light in board.lights():
        if not isinstance(light.at, str):
            lamp = LampRecord(
                *(new_id("l"), (light.at[0], light.at[1]), str(light.bright), str(light.dim)),
                elevation=UNSET if light.elevation is None else str(light.elevation),
            )
            yield JournalEntry(lamp_key(map_id, lamp.id), None, plain(lamp))


def _note_entries(
    map_id: str, notes: Iterable[tuple[tuple[int, int], str]]
) -> Iterator[JournalEntry]:
    for at, text in notes:
        note = NoteRecord(new_id("n"), text, at)
        yield JournalEntry(note_key(map_id, note.id), None, plain(note))


def _held_lamp(board: Board, figure: str) -> HeldLamp | UnsetType:
    """Return the light that a figure came with. If there are several, it is the one with the
    longest reach.
    """
    lights = [light for light in board.lights() if light.at == figure]
    if not lights:
        return UNSET
    best = max(lights, key=lambda light: (max(light.bright, light.dim), light.bright))
    return HeldLamp(str(best.bright), str(best.dim))


def _runs(board: HexBoard) -> tuple[tuple[int, int, int], ...]:
    """Return the board's hexes as runs along q."""
    runs: list[tuple[int, int, int]] = []
    for q, r in board.tiles():
        if runs and runs[-1][1] == r and runs[-1][0] + runs[-1][2] == q:
            runs[-1] = (runs[-1][0], r, runs[-1][2] + 1)
        else:
            runs.append((q, r, 1))
    return tuple(runs)
