"""A slow reference for the content of a player's page.

It works tile by tile and figure by figure on the true map, with the engine's simplest question, and
stores its memory in plain dictionaries. It caches nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET

from sightline.engine import field as field_of
from sightline.engine import sees, trace
from sightline.engine.lighting.light import (
    light_field,
    sees_in_light,
    touches_passing,
    trace_in_light,
)
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.hexagon import HexBoard
from sightline.model.light import BRIGHTNESSES
from sightline.model.numbers import UNIT
from sightline.model.parts.heights import At
from sightline.model.threshold import Door, Threshold
from sightline.rulings import Rulings
from sightline.table.state.fog import FogChange, unpacked
from sightline.table.state.records import FigureRecord
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.table.vision.faces import face_id
from tests.table.support.fake_pages import USUAL_FIGURE

Message = dict[str, Any]
Pair = tuple[int, int]


@dataclass
class Memory:
    """What was seen of one map, in its last seen state."""

    tiles: dict[Pair, str] = field(default_factory=dict)
    edges: dict[tuple[Pair, Pair], tuple[str, str]] = field(default_factory=dict)
    walls: set[tuple[Any, ...]] = field(default_factory=set)
    heights: dict[Pair, tuple[float, float | None]] = field(default_factory=dict)
    terrain: dict[Pair, str | None] = field(default_factory=dict)
    furniture: dict[str, Message] = field(default_factory=dict)


class SlowFog:
    """The reference for one player. Call `look` after every change, then compare `state` with the
    page.
    """

    def __init__(self, player: str) -> None:
        self.player = player
        self._memories: dict[str, Memory] = {}
        self._state: Message | None = None
        self._on: MapScene | None = None
        self._lit: set[Pair] = set()
        self._now: set[str] | None = None
        """The visible figures."""
        self._before: dict[bytes, Memory] = {}
        self._eyes: _Eyes | None = None

    def look(
        self,
        world: World,
        rulings: Rulings | None,
        walker: str = "",
        route: Iterable[Tile | At] = (),
    ) -> None:
        """Look at the shown map. `walker`: a figure that walked over the tiles of `route`."""
        shown = world.table.shown
        if shown is None:
            self._state = self._on = None
            return
        scene = world.scenes[shown]
        seen_by = _SeenBy(scene, rulings)
        viewers = self._sights(world, scene)
        self._eyes = _Eyes(seen_by, viewers)
        lit, met = seen_by.tiles(viewers), {*viewers, *seen_by.figures(viewers)}
        lit |= seen_by.shown()
        met |= {
            figure.id
            for figure in scene.figures.values()
            if not figure.hidden and seen_by.shown() & _footprint(scene, figure)
        }
        own = [f for f in scene.figures.values() if self.player in f.owners and not f.hidden]
        lit |= {(t[0], t[1]) for each in own for t in scene.board.figure(each.id).tiles}
        if walker in viewers:
            # The walker sees from each tile of its route; everything else is as it is now.
            passed, met_there = set(lit), set(met)
            stands = scene.board.where(walker)
            for tile in route:
                scene.board.move(walker, tile)
                passed |= seen_by.tiles([walker])
                met_there |= seen_by.figures([walker])
            scene.board.move(walker, stands)
            self._remember(scene, passed, met_there)
        self._on, self._lit, self._now = scene, lit, met | {each.id for each in own}
        self._state = self._remember(scene, lit, met)

    # --- as the master says

    def hear(self, world: World, fog: FogChange, taken: Mapping[str, Mapping[str, str]]) -> None:
        """Apply a fog tool. `taken`: what each player forgot because of it."""
        scene, player = world.scenes[fog.map], self.player
        tiles = _marked(scene, unpacked(fog.tiles.get(player, "")))
        if fog.what == "restore" and player in fog.taken:
            self.recalls(scene, msgspec.json.encode(fog.taken[player]))
        elif fog.what == "reveal" and player in fog.tiles:
            self.learns(scene, tiles)
        elif fog.what == "forget" and player in fog.tiles:
            self.forgets(scene, tiles, msgspec.json.encode(taken[player]))

    def learns(self, scene: MapScene, tiles: set[Pair]) -> None:
        """Store the current state of these tiles."""
        memory = self._memories.setdefault(scene.id, Memory())
        self._learn(scene, memory, tiles)
        for figure in scene.figures.values():
            seen = self._now is not None and figure.id in self._now and scene is self._on
            is_known = figure.furniture and not figure.hidden and not seen
            if is_known and tiles & _footprint(scene, figure):
                view = {**_figure(figure, self.player), "mine": False, "ghost": True}
                memory.furniture[figure.id] = view
        self._renew(scene)

    def forgets(self, scene: MapScene, tiles: set[Pair], key: bytes) -> None:
        """Forget these tiles, except visible ones. `key` identifies the forgotten tiles for
        `recalls`.
        """
        memory = self._memories.setdefault(scene.id, Memory())
        self._before[key] = deepcopy(memory)
        board, lit = scene.board, self._lit if scene is self._on else set()
        for tile in tiles - lit:
            memory.tiles.pop(tile, None)
            memory.terrain.pop(tile, None)
            memory.heights.pop(tile, None)
        for edge in [*memory.edges]:
            if not any(tile in memory.tiles for tile in edge):
                del memory.edges[edge]
        memory.walls = {
            wall
            for wall in memory.walls
            if any(_lies_in(board, wall, tile) for tile in memory.tiles)
        }
        for id_, thing in [*memory.furniture.items()]:
            footprint = board.footprint(tuple(thing["at"]), tuple(thing["size"]))
            seen = self._now is not None and id_ in self._now and scene is self._on
            if not seen and not any(tile in memory.tiles for tile in footprint):
                del memory.furniture[id_]
        self._renew(scene)

    def recalls(self, scene: MapScene, key: bytes) -> None:
        """Restore what was forgotten under this key, where nothing is known now."""
        old, memory = self._before[key], self._memories[scene.id]
        known = set(memory.tiles)
        back = {tile for tile in old.tiles if tile not in known}
        for tile in back:
            memory.tiles[tile] = old.tiles[tile]
            memory.terrain[tile] = old.terrain.get(tile)
            if tile in old.heights:
                memory.heights[tile] = old.heights[tile]
        for edge, words in old.edges.items():
            if set(edge) & back and not set(edge) & known:
                memory.edges[edge] = words
        board = scene.board
        memory.walls |= {
            wall
            for wall in old.walls
            if any(_lies_in(board, wall, tile) for tile in back)
            and not any(_lies_in(board, wall, tile) for tile in known)
        }
        lit = self._lit if scene is self._on else set()
        for id_, thing in old.furniture.items():
            footprint = set(board.footprint(tuple(thing["at"]), tuple(thing["size"])))
            # Remembered things that are gone were seen to be gone.
            stayed = any(tile in known for tile in footprint)
            if id_ not in memory.furniture and not stayed and not footprint & lit:
                memory.furniture[id_] = {**thing, "mine": False, "ghost": True}
        self._renew(scene)

    def _renew(self, scene: MapScene) -> None:
        if scene is self._on and self._state is not None:
            self._state = self._remember(scene, self._lit, self._now or set())

    def _sights(self, world: World, scene: MapScene) -> list[str]:
        seated = {each.id for each in world.players.values() if not each.waiting}
        assert self.player in seated
        whose = seated if world.table.shared_sight else {self.player}
        return [
            figure.id
            for figure in scene.figures.values()
            if figure.sighted and not figure.hidden and whose & set(figure.owners)
        ]

    def _remember(self, scene: MapScene, lit: set[Pair], seen: set[str]) -> Message:
        memory = self._memories.setdefault(scene.id, Memory())
        self._learn(scene, memory, lit)
        return self._with_figures(scene, memory, lit, seen)

    @staticmethod
    def _learn(scene: MapScene, memory: Memory, lit: set[Pair]) -> None:
        board = scene.board
        for tile in lit:
            memory.tiles[tile] = "#" if board.is_solid(tile) else "."
            memory.terrain[tile] = board.terrain(tile)
            for other in board.grid.neighbors(board.grid.tile(*tile)):
                if other in board:
                    threshold = board.edge(tile, other)
                    first, second = sorted((tile, (other[0], other[1])))
                    memory.edges[first, second] = _words(threshold)
            memory.walls = {wall for wall in memory.walls if not _lies_in(board, wall, tile)}
            memory.walls |= set(_pieces_in(board, tile))
            if isinstance(board, HexBoard):
                height = board.elevation(tile)
                memory.heights[tile] = (
                    float(board.cover(tile)),
                    None if height is None else float(height),
                )

    def _with_figures(
        self, scene: MapScene, memory: Memory, lit: set[Pair], seen: set[str]
    ) -> Message:
        board = scene.board
        figures = {
            figure.id: _figure(figure, self.player)
            for figure in scene.figures.values()
            if not figure.hidden and (figure.id in seen or self.player in figure.owners)
        }
        for id_, thing in list(memory.furniture.items()):
            footprint = board.footprint(tuple(thing["at"]), tuple(thing["size"]))
            if id_ not in figures:
                if any(tile in lit for tile in footprint):
                    del memory.furniture[id_]
                else:
                    figures[id_] = {**thing, "mine": False, "ghost": True}
        memory.furniture |= {id_: figure for id_, figure in figures.items() if figure["furniture"]}
        assert self._eyes is not None
        return {
            "stage": {
                "map": scene.id,
                "grid": scene.record.grid,
                "orientation": scene.record.orientation,
                "name": "",
                "size": None,
                "rule": scene.rule.in_short(),
            },
            "tiles": dict(memory.tiles),
            "lit": set(lit),
            "edges": {edge: words for edge, words in memory.edges.items() if words[0]},
            "walls": set(memory.walls),
            "heights": {at: each for at, each in memory.heights.items() if each != (0, None)},
            "floors": [],
            "stairs": [],
            "terrain": {at: kind for at, kind in memory.terrain.items() if kind},
            "figures": figures,
            "light": _light(scene, lit, self._eyes),
            "lamps": _lamps(scene, lit, figures, self._eyes),
        }

    def state(self) -> Message | None:
        """Return the state in the form of `View.state`, or None without a map."""
        return self._state


class _SeenBy:
    """What figures see, computed one question at a time."""

    def __init__(self, scene: MapScene, rulings: Rulings | None) -> None:
        self._scene, self._rulings = scene, rulings
        # Requesting a ruling that does not exist gives the same answer, only later.
        self._ruled = [] if rulings is None else [set(ends) for ends in rulings.ruled_pairs()]

    def tiles(self, viewers: list[str]) -> set[Pair]:
        return {tile for viewer in viewers for tile in self._tiles_of_one(viewer)}

    def _tiles_of_one(self, viewer: str) -> set[Pair]:
        board = self._scene.board
        lit = {(tile[0], tile[1]) for tile in board.tiles() if self._sees(viewer, tile, (tile,))}
        if self._scene.record.whole_rooms:
            known = set[Pair]()
            for tile in [tile for tile in lit if not board.is_solid(tile)]:
                if tile not in known:  # of a room found already
                    floor, rock = _room(self._scene, tile)
                    known |= floor
                    lit |= floor | rock
        return lit - self.covered()

    def covered(self) -> set[Pair]:
        return _marked(self._scene, self._scene.veiled)

    def shown(self) -> set[Pair]:
        return _marked(self._scene, self._scene.shown) - self.covered()

    def figures(self, viewers: list[str]) -> set[str]:
        lit = {viewer: self._tiles_of_one(viewer) for viewer in viewers}
        return {
            figure.id
            for figure in self._scene.figures.values()
            if not figure.hidden
            and any(
                self._sees_figure(each, figure, lit[each]) for each in viewers if each != figure.id
            )
        }

    def _sees_figure(self, viewer: str, figure: FigureRecord, lit: set[Pair]) -> bool:
        tiles, scene = _footprint(self._scene, figure), self._scene
        by_rule = self._sees(viewer, figure.id, scene.board.figure(figure.id).tiles)
        if tiles & lit:
            # One of its tiles is visible, so only the game master's setting hides it.
            return scene.record.whole_rooms or by_rule or not self._is_ruled(viewer, figure)
        return by_rule and not tiles & self.covered()

    def _is_ruled(self, viewer: str, figure: FigureRecord) -> bool:
        board = self._scene.board
        if not self._scene.record.friends_block:
            board = _without_friends(board, viewer)
        return (
            trace(board, viewer, figure.id, self._scene.rule, rulings=self._rulings).ruling
            is not None
        )

    def sees_tile(self, viewer: str, tile: Pair) -> bool:
        """Return whether the viewer sees the tile in the current light."""
        at = self._scene.board.grid.tile(*tile)
        return self._sees(viewer, at, (at,))

    def sees_by_rule(self, viewer: str, tile: Any) -> bool:
        return sees(self._board_for(viewer), viewer, tile, self._scene.rule)

    def brightness(self, viewer: str, tile: Pair) -> str:
        board, rule = self._board_for(viewer), self._scene.rule
        return trace_in_light(board, viewer, tile, rule, lit_by=self._scene.board).brightness

    def _board_for(self, viewer: str) -> Board:
        if self._scene.record.friends_block:
            return self._scene.board
        return _without_friends(self._scene.board, viewer)

    def _sees(self, viewer: str, target: Any, there: tuple[Tile, ...]) -> bool:
        board, rule = self._board_for(viewer), self._scene.rule
        figure = self._scene.figures[viewer]
        reach = None if figure.sight_range is UNSET else Fraction(figure.sight_range)
        in_the_dark: Fraction | None = Fraction(0)
        if figure.dark_vision is not UNSET:
            in_the_dark = None if figure.dark_vision == "all" else Fraction(figure.dark_vision)
        is_ruled = self._ruled and {board.figure(viewer).tiles, there} in self._ruled
        rulings = self._rulings if is_ruled else None
        if reach is None and board.ambient != "dark":
            return sees(board, viewer, target, rule, rulings=rulings)
        return sees_in_light(
            *(board, viewer, target, rule),
            radius=reach,
            dark_vision=in_the_dark,
            rulings=rulings,
            lit_by=self._scene.board,
        )


@dataclass
class _Eyes:
    """The figures through which a player sees."""

    seen_by: _SeenBy
    viewers: list[str]


def _light(scene: MapScene, lit: set[Pair], eyes: _Eyes) -> dict[Pair, int]:
    """Return the brightness of visible tiles that are not bright."""
    levels = light_field(scene.board, scene.rule)
    found = {
        tile: _rock_level(scene, tile, lit, eyes) if _is_opaque(scene, tile) else levels[tile]
        for tile in lit
    }
    numbers = {"dark": 0, "dim": 1}
    return {tile: numbers[level] for tile, level in found.items() if level in numbers}


def _rock_level(scene: MapScene, tile: Pair, lit: set[Pair], eyes: _Eyes) -> str:
    """Return the brightest level of a rock for a figure that sees it.

    If no figure sees it, compute the level for a viewer who sees everything that the player sees
    and what the figures see by the rule.
    """
    is_covered = tile in eyes.seen_by.covered()
    levels = [
        eyes.seen_by.brightness(viewer, tile)
        for viewer in eyes.viewers
        if not is_covered and eyes.seen_by.sees_tile(viewer, tile)
    ]
    if not levels:
        floor = light_field(scene.board, scene.rule)
        levels = [floor[each] for each in _seen_beside(scene, tile, lit, eyes)]
    return max(levels, default=scene.board.ambient, key=BRIGHTNESSES.index)


def _seen_beside(scene: MapScene, tile: Pair, lit: set[Pair], eyes: _Eyes) -> list[Pair]:
    """Return visible tiles next to the tile that are not opaque, by sides or
    otherwise by corners.
    """
    grid = scene.board.grid
    corners = set(grid.corners(grid.tile(*tile)))
    for shared in (2, 1):
        found = [
            (each[0], each[1])
            for each in scene.board.tiles()
            if len(corners.intersection(grid.corners(each))) == shared
            and not _is_opaque(scene, each)
            and (each in lit or any(eyes.seen_by.sees_by_rule(v, each) for v in eyes.viewers))
        ]
        if found:
            return found
    return []


def _is_opaque(scene: MapScene, tile: tuple[int, int]) -> bool:
    there = scene.board.figures_at(tile)
    return scene.board.is_solid(tile) or any(f.is_furniture and f.blocks_sight for f in there)


def _lamps(
    scene: MapScene, lit: set[Pair], figures: dict[str, Message], eyes: _Eyes
) -> dict[str, Message]:
    """Return the lamps on a visible tile or figure, unless the map is in daylight."""
    found: dict[str, Message] = {}
    if scene.darkness == "daylight":
        return found
    for lamp in scene.lamps.values():
        if lamp.on and lamp.at in lit:
            found[lamp.id] = _lamp(scene, lamp.id, lamp.at, lamp, lit, eyes)
    for id_ in figures:
        figure = scene.figures.get(id_)
        if figure is None or figures[id_]["ghost"] or figure.lamp is UNSET:
            continue
        if figure.lamp.on and not figure.hidden:
            found[id_] = {
                **_lamp(scene, id_, figure.at, figure.lamp, lit, eyes),
                "held": True,
            }
    return found


def _lamp(scene: MapScene, id_: str, at: Pair, lamp: Any, lit: set[Pair], eyes: _Eyes) -> Message:
    reach = max(Fraction(lamp.bright), Fraction(lamp.dim))
    source = id_ if id_ in scene.figures else at
    shone_on: set[Pair] = set()
    if lamp.color:
        seen = field_of(scene.board, source, touches_passing(scene.rule), radius=reach)
        floor = {(tile[0], tile[1]) for tile in seen if not _is_opaque(scene, tile)}
        shone_on = floor & lit
        shone_on |= {
            tile
            for tile in lit
            if _is_opaque(scene, tile) and floor.intersection(_seen_beside(scene, tile, lit, eyes))
        }
    return {
        "id": id_,
        "at": list(at),
        "reach": float(reach),
        "color": lamp.color,
        "held": False,
        "falls_on": shone_on,
    }


def _footprint(scene: MapScene, figure: FigureRecord) -> set[Pair]:
    return {(tile[0], tile[1]) for tile in scene.board.footprint(figure.at, figure.size)}


def _marked(scene: MapScene, bits: int) -> set[Pair]:
    tiles = enumerate(scene.board.tiles())
    return {(tile[0], tile[1]) for rank, tile in tiles if bits >> rank & 1}


def _without_friends(board: Board, viewer: str) -> Board:
    """Return the board with figures on the viewer's side transparent, as if they were hidden."""
    side, seen_through = board.figure(viewer).side, board.copy()
    for figure in board.figures():
        if side and figure.side == side and not figure.is_furniture:
            seen_through.remove(figure.name)
            seen_through.place(
                figure.name,
                figure.at,
                size=figure.size,
                blocks_sight=False,
                kind=figure.kind,
                side=figure.side,
            )
    return seen_through


def _room(scene: MapScene, start: Pair) -> tuple[set[Pair], set[Pair]]:
    """Return the floor that can be reached without passing walls, rock or doors, and the adjacent
    rock.
    """
    board = scene.board
    floor, rock, waiting = {start}, set[Pair](), [start]
    while waiting:
        tile = waiting.pop()
        near = [(other[0], other[1]) for other in board.grid.neighbors(board.grid.tile(*tile))]
        for other in near:
            if other not in board or other in floor or board.is_solid(other):
                continue
            if board.edge(tile, other) is None and not _is_walled(board, tile, other):
                floor.add(other)
                waiting.append(other)
        if board.grid.name == "square":
            near += [(tile[0] + i, tile[1] + j) for i in (-1, 1) for j in (-1, 1)]
        rock |= {
            other
            for other in near
            if other in board and (board.is_solid(other) or _is_walled(board, other, other))
        }
    return floor, rock


def _is_walled(board: Board, tile: Pair, other: Pair) -> bool:
    """Return whether a free wall crosses or touches the line between the two centers."""
    one, two = (_doubled_middle(board, each) for each in (tile, other))
    for start, end in dict(board.wall_items()):
        a, b = (2 * start[0], 2 * start[1]), (2 * end[0], 2 * end[1])
        turns = _turn(one, two, a), _turn(one, two, b), _turn(a, b, one), _turn(a, b, two)
        if turns[0] * turns[1] <= 0 and turns[2] * turns[3] <= 0:
            low, high = sorted((one, two)), sorted((a, b))
            if any(turns) or (low[0] <= high[1] and high[0] <= low[1]):
                return True
    return False


def _doubled_middle(board: Board, tile: Pair) -> Point:
    if board.grid.name == "hex":
        return 2 * UNIT * tile[0], 2 * UNIT * tile[1]
    return UNIT * (2 * tile[1] + 1), UNIT * (2 * tile[0] + 1)


def _figure(figure: FigureRecord, player: str) -> Message:
    mine = player in figure.owners
    return {
        **USUAL_FIGURE,
        "id": figure.id,
        "name": figure.called,
        "at": list(figure.at),
        "size": list(figure.size),
        "side": figure.side,
        "kind": figure.kind,
        "furniture": figure.furniture,
        "blocks": figure.blocks,
        "mine": mine,
        "sighted": figure.sighted or not mine,
        **(_eyes(figure) if mine else {}),
        **_marks(figure, mine),
        **({} if figure.facing is UNSET else {"facing": figure.facing}),
        # Its id is random; picture tests check that it reveals nothing.
        **({} if figure.picture is UNSET else {"face": face_id(player, figure)}),
    }


def _eyes(figure: FigureRecord) -> Message:
    """Return the fields that only owners get. (JSON has no fractions.)"""
    eyes: Message = {}
    if figure.sight_range is not UNSET:
        eyes["sight_range"] = float(Fraction(figure.sight_range))
    if figure.dark_vision is not UNSET:
        eyes["dark_vision"] = None
        if figure.dark_vision != "all":
            eyes["dark_vision"] = float(Fraction(figure.dark_vision))
    if figure.lamp is not UNSET:
        lamp = figure.lamp
        eyes["lamp"] = {"bright": float(Fraction(lamp.bright)), "dim": float(Fraction(lamp.dim))}
        if lamp.color:
            eyes["lamp"]["color"] = lamp.color
        if not lamp.on:
            eyes["lamp"]["on"] = False
        if lamp.when_hidden:
            eyes["lamp"]["when_hidden"] = True
    if figure.rolls:
        eyes["rolls"] = [msgspec.to_builtins(each) for each in figure.rolls]
    return eyes


def _marks(figure: FigureRecord, mine: bool) -> Message:
    """Return the health as numbers for the player's own figures, and as a word for others."""
    marks: Message = {}
    health, most = (None if each is UNSET else each for each in (figure.health, figure.most_health))
    if mine and health is not None:
        marks["health"] = health
    if mine and most is not None:
        marks["most_health"] = most
    if not mine and health is not None and most is not None:
        steps = ("unhurt", health >= most), ("hurt", 2 * health > most), ("badly hurt", health > 0)
        marks["health_word"] = next((word for word, is_so in steps if is_so), "down")
    for each in figure.conditions or ():
        condition = {"text": each.text, "rounds": each.rounds} if mine else {"text": each.text}
        marks.setdefault("conditions", []).append(condition)
    return marks


def _words(threshold: Threshold | None) -> tuple[str, str]:
    if threshold is None:
        return "", ""
    if threshold == Door("secret"):
        return "wall", ""
    if threshold.state == "locked":  # players learn that by trying the door
        return type(threshold).__name__.lower(), "closed"
    return type(threshold).__name__.lower(), threshold.state or ""


# --- free walls: each cut by the sides of a tile, one half-plane after the other


def _pieces_in(board: Board, tile: Pair) -> Iterable[tuple[Any, ...]]:
    for (start, end), threshold in board.wall_items():
        part = _clipped(board.grid.corners(board.grid.tile(*tile)), start, end)
        if part is not None:
            points = [
                tuple(round(a + at * (b - a)) for a, b in zip(start, end, strict=True))
                for at in part
            ]
            if points[0] != points[1]:
                yield (*(value / UNIT for point in points for value in point), *_words(threshold))


def _clipped(
    corners: Iterable[Point], start: Point, end: Point
) -> tuple[Fraction, Fraction] | None:
    """Return the part of the line in the tile or on its sides; 0 is the start, 1 the end."""
    corners = list(corners)
    low, high = Fraction(0), Fraction(1)
    for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
        inward = 1 if all(_turn(one, other, each) >= 0 for each in corners) else -1
        first, last = (inward * _turn(one, other, each) for each in (start, end))
        if first < 0 and last < 0:
            return None
        if first < 0:
            low = max(low, Fraction(-first, last - first))
        elif last < 0:
            high = min(high, Fraction(first, first - last))
    return (low, high) if low < high else None


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _lies_in(board: Board, wall: tuple[Any, ...], tile: Pair) -> bool:
    """Return whether a piece of wall is in the tile or on its side, judged by its middle.

    Rounding moves the ends, but cannot move the middle out of the tile.
    """
    x0, y0, x1, y1 = (round(value * UNIT) for value in wall[:4])
    doubled = [(2 * x, 2 * y) for x, y in board.grid.corners(board.grid.tile(*tile))]
    middle = (x0 + x1, y0 + y1)
    sides = zip(doubled, [*doubled[1:], doubled[0]], strict=True)
    turns = [_turn(one, other, middle) for one, other in sides]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)
