"""One map: its record, the engine's board and the figures on it, kept in sync.

On the board, figures are named by id. People read labels, which need not be unique. `labeled`
returns a copy of the board with labels, for text and pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, cast

from msgspec import UNSET, UnsetType, convert

from sightline.errors import LimitError, OccupiedError, SightlineError
from sightline.model.board import Board
from sightline.model.cell import Tile, tile_name
from sightline.model.facing import facings
from sightline.model.figure import KINDS, Figure, kind_called
from sightline.model.hexagon import HexBoard, Orientation, Outside
from sightline.model.light import Light
from sightline.model.numbers import UNIT
from sightline.model.parts.heights import At
from sightline.model.square import SquareBoard
from sightline.rules.registry import rule_from_dict
from sightline.table.protocol.types import FigureOrTile
from sightline.table.state.capacity import check_things, check_tiles
from sightline.table.state.keys import read_edge, read_ends, read_threshold, read_tile
from sightline.table.state.records import (
    AMBIENT,
    AreaRecord,
    Darkness,
    FigureRecord,
    FloorRecord,
    LampRecord,
    MapRecord,
    NoteRecord,
    Refusal,
    StairsRecord,
)
from sightline.table.state.turns import TurnsRecord, turns_from
from sightline.texts import as_text

SightEnd: TypeAlias = FigureOrTile | At
"""One end of a line of sight: a figure, a tile on its ground, or one of a floor."""
MANY_STEPS = 200
"""The number of steps from which on a change is made on a copy of the board.

The kernels' mirror of a board follows each step, but a copy has no mirror until it is queried.
"""


class SceneStep(NamedTuple):
    """An object on the map that changes; None means absent."""

    kind: str
    place: str
    before: Any
    after: Any

    def back(self) -> SceneStep:
        return SceneStep(self.kind, self.place, self.after, self.before)


class MapScene:
    """A map with its board for the engine."""

    def __init__(self, record: MapRecord, steps: Sequence[SceneStep] = ()) -> None:
        self.id = record.id
        self.record = record
        self.board = _empty_board(record)
        self.rule = rule_from_dict(record.rule)
        self.figures: dict[str, FigureRecord] = {}
        self.lamps: dict[str, LampRecord] = {}
        """Lamps on tiles. Other lamps belong to their figures."""
        self.floors: dict[str, FloorRecord] = {}
        self.stairs: dict[str, StairsRecord] = {}
        self._shining: dict[str, Light] = {}
        """The lights on the board, by the id of the lamp or of the figure that carries it."""
        self.areas: dict[str, AreaRecord] = {}
        self.turns = TurnsRecord()
        self.notes: dict[str, NoteRecord] = {}
        self.things = 0
        """The number of stored objects of this map, besides its record."""
        self.veiled = 0
        """The tiles of the ground that the game master has covered: bit `i` is the tile
        of rank `i`.
        """
        self.veiled_floors: dict[str, int] = {}
        """The covered tiles of floors, by floor id."""
        self.shown = 0
        """The tiles of the ground that are shown to every player."""
        self.shown_floors: dict[str, int] = {}
        """The tiles of floors that are shown to every player, by floor id."""
        self._seen_over: dict[str, Board] = {}
        """Each side's board without its own figures, if friends do not block.

        The lights of these boards are not updated; use those of `board`.
        """
        self._walls = 0
        self._owned: dict[str, list[str]] | None = None
        self.board.ambient = AMBIENT[self.darkness]
        for step in steps:
            self._take(step)
        check_things(len(self.figures), self._walls, len(self.lamps))
        self._check_heights()

    # --- questions

    @property
    def darkness(self) -> Darkness:
        """The darkness of the map without lamps."""
        return "daylight" if self.record.darkness is UNSET else self.record.darkness

    def storey_under(self, figure: str) -> str:
        """Return the floor on which the figure stands or over which it flies; "" for the ground."""
        return storey_under(self.board, figure)

    def storey_of_lamp(self, at: Tile, elevation: Fraction | None) -> str:
        """Return the floor on which a lamp stands or over which it hangs; "" for the ground."""
        return "" if elevation is None else _storey_below(self.board, (at,), elevation)

    def covered_on(self, storey: str) -> int:
        """Return the tiles of a storey that the game master has covered."""
        return self.veiled_floors.get(storey, 0) if storey else self.veiled

    def tiles_of_storey(self, storey: str) -> frozenset[Tile]:
        """Return the tiles of a floor, or of the ground."""
        return self.board.floor(storey).tiles if storey else frozenset(self.board.tiles())

    def height_of(self, storey: str) -> Fraction | None:
        """Return the height of a floor; None for the ground."""
        return Fraction(self.floors[storey].height) if storey else None

    @property
    def is_high(self) -> bool:
        """Whether lines of sight have heights here. (Hex rays use the ground's heights by
        themselves.)
        """
        return self.board.height_level == 2

    def labeled(self, ids: Iterable[str] | None = None) -> tuple[Board, dict[str, str]]:
        """Return a copy of the board with labels as names, and the name of each id on it.

        With `ids`, it has only those figures, so that labels are numbered only among known figures.
        """
        wanted = self.figures if ids is None else set(ids)
        labels = {id_: each.name for id_, each in self.figures.items() if id_ in wanted}
        return labeled_copy(self.board, labels, self.kinds(), self.floor_names())

    def check_tile(self, tile: tuple[int, int], storey: str) -> None:
        """Refuse a tile that does not exist on that storey."""
        if storey and storey not in self.floors:
            raise Refusal("floorGone")
        if tile not in self.tiles_of_storey(storey):
            raise Refusal("noTile")

    def floor_at(self, tile: tuple[int, int], height: str) -> str:
        """Return the floor that has that tile at that height, or ""."""
        on = (id_ for id_, floor in self.floors.items() if floor.height == height)
        return next((id_ for id_ in on if tile in self.board.floor(id_).tiles), "")

    def tile_name(self, tile: tuple[int, int], storey: str) -> str:
        """Return the name of a tile: "C4", or "C4, Gallery" on a floor."""
        name = tile_name(self.record.grid, tile)
        return f"{name}, {self.floors[storey].name}" if storey in self.floors else name

    def floor_names(self) -> dict[str, str]:
        """Return the name of every floor, by id."""
        return {id_: floor.name for id_, floor in self.floors.items()}

    def kinds(self) -> dict[str, str]:
        """Return the kinds of figures that have another kind on the board, by id."""
        return {id_: each.kind for id_, each in self.figures.items() if is_unseen_furniture(each)}

    def names(self) -> dict[str, str]:
        """Return the display name of every figure and floor, by id: its label, numbered if it is
        not unique.
        """
        names = numbered({id_: each.name for id_, each in self.figures.items()})
        return names | self.floor_names()

    def owned_by(self, player: str) -> Sequence[str]:
        """Return the ids of the player's figures, except hidden ones."""
        if self._owned is None:  # called for every player after every move
            self._owned = {}
            for figure in self.figures.values():
                for owner in () if figure.hidden else figure.owners:
                    self._owned.setdefault(owner, []).append(figure.id)
        return self._owned.get(player, ())

    def viewers_of(self, player: str) -> list[str]:
        """Return the ids of the player's viewers: figures that they own, with sight, and not
        hidden.
        """
        return [id_ for id_ in self.owned_by(player) if self.figures[id_].sighted]

    def board_for(self, viewer: SightEnd) -> Board:
        """Return the board for that figure's sight, without its friends if they do not block.

        Figures without a side have no friends.
        """
        if self.record.friends_block or not isinstance(viewer, str) or viewer not in self.figures:
            return self.board
        side = self.board.figure(viewer).side
        if not side:
            return self.board
        if side not in self._seen_over:
            self._seen_over[side] = seen_over(self.board, side)
        return self._seen_over[side]

    def still(self) -> MapScene:
        """Return a snapshot with its own board, for slow work."""
        copied = copy(self)
        copied.board, copied.figures = self.board.copy(), dict(self.figures)
        copied._seen_over = {}
        copied.lamps, copied.floors = dict(self.lamps), dict(self.floors)
        copied.stairs, copied.shown_floors = dict(self.stairs), dict(self.shown_floors)
        copied.veiled_floors = dict(self.veiled_floors)
        copied.areas = dict(self.areas)
        copied.notes = dict(self.notes)
        return copied

    # --- changing

    def apply(self, steps: Sequence[SceneStep]) -> None:
        """Apply these steps, all or none."""
        if len(steps) >= MANY_STEPS:
            self.board = self.board.copy()
        taken: list[SceneStep] = []
        try:
            for step in steps:
                self._take(step)
                taken.append(step)
            check_things(len(self.figures), self._walls, len(self.lamps))
            self._check_heights()
        except Refusal:
            for step in reversed(taken):
                self._take(step.back())
            raise

    def _check_heights(self) -> None:
        if self.is_high and not self.rule.takes_heights:
            raise Refusal("ruleFlat", rule=self.rule.label)

    def _take(self, step: SceneStep) -> None:
        try:
            self._put(step)
        except SightlineError as error:
            raise Refusal("doesNotFit", error=as_text(error)) from error
        self.things += (step.after is not None) - (step.before is not None)

    def _put(self, step: SceneStep) -> None:
        board, kind, place, after = self.board, step.kind, step.place, step.after
        if kind == "floor":
            self._put_floor(step)
            return
        if kind == "stairs":
            self.stairs.pop(place, None)
            if after is not None:
                self.stairs[place] = convert(after, StairsRecord)
            return
        if kind not in ("figure", "shown", "veil"):
            self._seen_over.clear()
        if kind in ("shown", "veil"):
            self._put_fog(step)
        elif kind == "solid":
            board.set_solid(read_tile(place), after is not None)
        elif kind == "edge":
            board.set_edge(*read_edge(place), None if after is None else read_threshold(after))
        elif kind == "figure":
            self._put_figure(step)
        elif kind == "lamp":
            self._put_lamp(step)
        elif kind == "wall":
            self._put_wall(step)
        elif kind == "terrain":
            board.set_terrain(read_tile(place), after)
        elif kind == "turns":
            self.turns = TurnsRecord() if after is None else turns_from(after)
        elif kind == "note":
            self._put_note(place, after)
        elif kind == "map":
            self.record = convert(after, MapRecord)
            self.rule = rule_from_dict(self.record.rule)
            board.ambient = AMBIENT[self.darkness]
            self.things -= (after is not None) - (step.before is not None)
        elif kind == "area":
            self._put_area(step)
        elif kind == "elevation":
            board.set_elevation(read_tile(place), None if after is None else Fraction(after))
        elif not isinstance(board, HexBoard):
            raise Refusal("hexesOnly")
        else:
            board.set_cover(read_tile(place), 0 if after is None else Fraction(after))

    def _put_fog(self, step: SceneStep) -> None:
        place, _, storey = step.place.partition("|")
        bit = 1 << self.board.rank(read_tile(place))
        if storey:
            floors = self.veiled_floors if step.kind == "veil" else self.shown_floors
            before = floors.get(storey, 0)
            floors[storey] = before & ~bit if step.after is None else before | bit
        elif step.kind == "veil":
            self.veiled = self.veiled & ~bit if step.after is None else self.veiled | bit
        else:
            self.shown = self.shown & ~bit if step.after is None else self.shown | bit

    def _put_floor(self, step: SceneStep) -> None:
        self._seen_over.clear()
        if step.before is not None and step.place in self.floors:
            self.board.remove_floor(step.place)
            del self.floors[step.place]
        if step.after is not None:
            floor = convert(step.after, FloorRecord)
            tiles = [tile for span in floor.tiles for tile in along(self.board, span)]
            self.board.add_floor(Fraction(floor.height), tiles, floor.id)
            self.floors[floor.id] = floor

    def _put_area(self, step: SceneStep) -> None:
        if step.after is None:
            del self.areas[step.place]
            return
        self.areas[step.place] = convert(step.after, AreaRecord)

    def _put_note(self, note: str, after: Any) -> None:
        if after is None:
            del self.notes[note]
        else:
            self.notes[note] = convert(after, NoteRecord)

    def _put_wall(self, step: SceneStep) -> None:
        start, end = (_in_tiles(point) for point in read_ends(step.place))
        if step.after is None:
            self.board.remove_wall(start, end)
        else:
            try:
                self.board.add_wall(start, end, read_threshold(step.after))
            except LimitError as error:
                raise Refusal("wallTooFar") from error
        self._walls += (step.after is not None) - (step.before is not None)

    def _put_figure(self, step: SceneStep) -> None:
        self._owned = None
        if step.after is None:
            self.board.remove(step.place)
            del self.figures[step.place]
            self._shining.pop(step.place, None)  # the lamp is removed with its figure
            self._follow_over(step.place)
            return
        old, new = self.figures.get(step.place), convert(step.after, FigureRecord)
        try:
            self._stand(old, new)
        except SightlineError as error:
            if old is not None:
                self._carry(old)
            raise self._why_not(new, error) from error
        self.figures[new.id] = new
        self._carry(new)
        self._follow_over(new.id)

    def _follow_over(self, id_: str) -> None:
        """Update a figure on the boards of each side."""
        for side, board in self._seen_over.items():
            if id_ in {figure.name for figure in board.figures()}:
                board.remove(id_)
            if id_ in self.figures:
                _place_over(board, self.board.figure(id_), side)

    def _carry(self, figure: FigureRecord) -> None:
        lamp = figure.shining
        self._shine(figure.id, None if lamp is None else _light(figure.id, lamp.bright, lamp.dim))

    def _put_lamp(self, step: SceneStep) -> None:
        if step.after is None:
            self._shine(step.place, None)
            del self.lamps[step.place]
            return
        lamp = convert(step.after, LampRecord)
        at = self.board.position(lamp.at)
        height = height_read(lamp.elevation)
        self._shine(lamp.id, _light(at, lamp.bright, lamp.dim, height) if lamp.on else None)
        self.lamps[lamp.id] = lamp

    def _shine(self, id_: str, light: Light | None) -> None:
        """Set the light with that id on the board.

        (A figure's light is removed when the figure is placed again.)
        """
        old, board = self._shining.get(id_), self.board
        if old is None and light is None:
            return
        is_there = old in board.lights()
        if old == light and is_there:
            return
        if old is not None and is_there:
            board.remove_light(old)
        self._shining.pop(id_, None)
        if light is not None:
            self._shining[id_] = board.add_light(light.place, light.bright, light.dim)

    def _stand(self, old: FigureRecord | None, new: FigureRecord) -> None:
        board = self.board
        if old is None:
            _place(board, new)
        elif _on_board(old) == _on_board(new) and old.height == new.height:
            if old.elevation != new.elevation:
                board.move(new.id, new.at, elevation=height_read(new.elevation))
            elif old.at != new.at:
                board.move(new.id, new.at)
            if old.facing != new.facing:
                board.turn(new.id, _facing(board, new))
        else:
            board.remove(old.id)
            try:
                _place(board, new)
            except SightlineError:
                _place(board, old)
                raise

    def _why_not(self, figure: FigureRecord, error: SightlineError) -> Refusal:
        """Return why the figure cannot stand there, with labels."""
        if isinstance(error, OccupiedError):
            for tile in self.board.footprint(figure.at, figure.size):
                for other in self.board.names_at(tile):
                    if other != figure.id and self.board.figure(other).blocks_sight:
                        label = self.figures[other].name
                        return Refusal(
                            "tokenBlocked", name=figure.name, tile=str(tile), other=label
                        )
        if isinstance(self.board, HexBoard) and figure.size[0] != figure.size[1]:
            return Refusal("tokenHexSize", name=figure.name)
        return Refusal("tokenBeyond", name=figure.name)


def height_read(text: str | UnsetType) -> Fraction | None:
    """Parse a height as stored or sent; None if there is none."""
    return Fraction(text) if text else None


def seen_over(board: Board, side: str) -> Board:
    """Return a copy of the board on which figures of that side do not block."""
    over = board.copy()
    for figure in board.figures():
        if figure.blocks_sight and figure.side == side:
            over.remove(figure.name)
            _place_over(over, figure, side)
    return over


def _place_over(board: Board, figure: Figure, side: str) -> None:
    is_friend = figure.side == side and not figure.is_furniture
    board.place(
        figure.name,
        figure.at,
        size=figure.size,
        blocks_sight=figure.blocks_sight and not is_friend,
        kind=figure.kind,
        side=figure.side,
        facing=figure.facing,
        elevation=figure.elevation,
        height=figure.height,
    )


def tiles_of(board: Board, where: SightEnd) -> tuple[Tile, ...]:
    """Return the tiles of a figure, or a single tile."""
    if isinstance(where, str):
        return board.figure(where).tiles
    return (board.position(where.tile if isinstance(where, At) else where),)


def tile_on(tile: tuple[int, int], storey: str) -> SightEnd:
    """Return a tile of a storey as an end of a line of sight."""
    return At(tile, floor=storey) if storey else tile


def end_on_wire(end: SightEnd) -> tuple[FigureOrTile, str]:
    """Return an end of a line of sight as a figure or a tile, with the floor of the tile."""
    if isinstance(end, At):
        return cast("tuple[int, int]", end.tile), end.floor or ""
    return end, ""


def storey_under(board: Board, figure: str) -> str:
    """Return the floor on which a figure stands or over which it flies; "" for the ground."""
    placed = board.figure(figure)
    return _storey_below(board, placed.tiles, board.body(placed)[0])


def _storey_below(board: Board, tiles: Iterable[Tile], feet: Fraction) -> str:
    below = [
        floor
        for floor in board.floors()
        if floor.height <= feet and not floor.tiles.isdisjoint(tiles)
    ]
    return below[-1].name if below else ""


def numbered(labels: Mapping[str, str]) -> dict[str, str]:
    """Return the label of each id, numbered if it is not unique."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    for id_, label in labels.items():
        name = label
        while name in taken:
            numbers[label] = numbers.get(label, 1) + 1
            name = f"{label} {numbers[label]}"
        taken.add(name)
        names[id_] = name
    return names


def along(board: Board, span: tuple[int, int, int]) -> list[tuple[int, int]]:
    """Return the tiles of a span."""
    a, b, count = span
    if board.grid.name == "square":
        return [(a, b + i) for i in range(count)]
    return [(a + i, b) for i in range(count)]


def spans_of(board: Board, tiles: Iterable[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Return the tiles as spans, in reading order."""
    spans: list[tuple[int, int, int]] = []
    step = (0, 1) if board.grid.name == "square" else (1, 0)
    for a, b in sorted(set(tiles), key=board.rank):
        last = spans[-1] if spans else (0, 0, 0)
        if spans and (a - step[0] * last[2], b - step[1] * last[2]) == last[:2]:
            spans[-1] = (*last[:2], last[2] + 1)
        else:
            spans.append((a, b, 1))
    return tuple(spans)


def labeled_copy(
    board: Board,
    labels: Mapping[str, str],
    kinds: Mapping[str, str] = MappingProxyType({}),
    floors: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Board, dict[str, str]]:
    """Return a copy of the board with only these figures, under their labels, and the name of each
    id on it.

    Labels are numbered if they are not unique, and floors get their labels too. `kinds` are figures
    that get another kind on the copy.
    """
    labeled = board.copy()
    standing = {figure.name: figure for figure in labeled.figures()}
    for id_ in standing:
        labeled.remove(id_)
    names = numbered({id_: label for id_, label in labels.items() if id_ in standing})
    for id_, name in names.items():
        figure = standing[id_]
        labeled.place(
            name,
            figure.at,
            size=figure.size,
            blocks_sight=figure.blocks_sight,
            kind=kind_called(kinds.get(id_, figure.kind)),
            side=figure.side,
            facing=figure.facing,
            elevation=figure.elevation,
            height=figure.height,
        )
    for light in board.lights():
        if light.at in names:
            labeled.add_light(names[light.at], light.bright, light.dim)
    for floor in labeled.floors():
        labeled.remove_floor(floor.name)
        labeled.add_floor(floor.height, floor.tiles, floors[floor.name])
    return labeled, names | dict(floors)


def _empty_board(record: MapRecord) -> Board:
    check_tiles(record.tile_count)
    if record.grid == "square":
        return SquareBoard(record.rows, record.cols)
    cells = [(q + i, r) for q, r, count in record.cells for i in range(count)]
    return HexBoard(
        cells=cells,
        outside=cast("Outside", record.outside),
        orientation=cast("Orientation", record.orientation),
    )


def board_kind(kind: str, side: str) -> str:
    """Return the kind of a figure on the board. It shows the side, for pictures and exports."""
    return side if kind == "figure" and side in KINDS else kind


def _on_board(figure: FigureRecord) -> tuple[tuple[int, int], bool, str, str | None]:
    """Return a figure's size, blocks_sight, kind and side on the engine's board.

    The side is None if it is that of the kind. Hidden furniture is not furniture for the engine,
    because some games count even low furniture as cover.
    """
    blocks = figure.blocks and not figure.hidden
    team = None if figure.team is UNSET else figure.team
    kind = "figure" if is_unseen_furniture(figure) else board_kind(figure.kind, figure.side)
    return figure.size, blocks, kind, team


def is_unseen_furniture(figure: FigureRecord) -> bool:
    return figure.hidden and figure.furniture


def _place(board: Board, figure: FigureRecord) -> None:
    size, blocks, kind, side = _on_board(figure)
    board.place(
        figure.id,
        figure.at,
        size=size,
        blocks_sight=blocks,
        kind=kind_called(kind),
        side=side,
        facing=_facing(board, figure),
        elevation=height_read(figure.elevation),
        height=height_read(figure.height) or 1,
    )


def _facing(board: Board, figure: FigureRecord) -> str:
    """Return the facing, or "" for a direction that this grid does not have."""
    facing = "" if figure.facing is UNSET else figure.facing
    return facing if facing in facings(board) else ""


def _light(at: Tile | str, bright: str, dim: str, height: Fraction | None = None) -> Light:
    radii = [_as_board_has(Fraction(radius)) for radius in (bright, dim)]
    return Light(at, radii[0], radii[1], height)


def _as_board_has(radius: Fraction) -> int | Fraction:
    return radius.numerator if radius.denominator == 1 else radius


def _in_tiles(point: tuple[int, int]) -> tuple[Fraction, Fraction]:
    return Fraction(point[0], UNIT), Fraction(point[1], UNIT)
