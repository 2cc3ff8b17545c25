"""What a player should have on their page, worked out the long and obvious way.

Tile by tile and figure by figure, with the engine's plainest question, on the true map; and a
memory of plain dictionaries. Nothing is kept from one look to the next but that memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from msgspec import UNSET

from sightline.engine import sees
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.threshold import Door, Threshold
from sightline.rulings import Rulings
from sightline.table.state.records import FigureRecord
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.table.vision.rule_text import rule_words
from tests.table.support.fake_pages import USUAL_FIGURE

Message = dict[str, Any]
Pair = tuple[int, int]


@dataclass
class Memory:
    """What was seen of one map, as it was seen last."""

    tiles: dict[Pair, str] = field(default_factory=dict)
    edges: dict[tuple[Pair, Pair], tuple[str, str]] = field(default_factory=dict)
    walls: set[tuple[Any, ...]] = field(default_factory=set)
    heights: dict[Pair, tuple[float, float | None]] = field(default_factory=dict)
    terrain: dict[Pair, str | None] = field(default_factory=dict)
    furniture: dict[str, Message] = field(default_factory=dict)


class SlowFog:
    """One player. `look` after every change; then `state` is what a page should have."""

    def __init__(self, player: str) -> None:
        self.player = player
        self._memories: dict[str, Memory] = {}
        self._state: Message | None = None

    def look(
        self,
        world: World,
        rulings: Rulings | None,
        walker: str = "",
        route: Iterable[Tile] = (),
    ) -> None:
        """Look at the map that is shown. `walker`: a figure that came by these tiles."""
        shown = world.table.shown
        if shown is None:
            self._state = None
            return
        scene = world.scenes[shown]
        seen_by = _SeenBy(scene, rulings)
        viewers = self._sights(world, scene)
        lit, met = seen_by.tiles(viewers), {*viewers, *seen_by.figures(viewers)}
        own = [f for f in scene.figures.values() if self.player in f.owners and not f.hidden]
        lit |= {(t[0], t[1]) for each in own for t in scene.board.figure(each.id).tiles}
        if walker in viewers:
            # From each tile of the way the walker sees as if it stood there; the rest as it is.
            passed, met_there = set(lit), set(met)
            stands = scene.board.where(walker)
            for tile in route:
                scene.board.move(walker, tile)
                passed |= seen_by.tiles([walker])
                met_there |= seen_by.figures([walker])
            scene.board.move(walker, stands)
            self._remember(scene, passed, met_there)
        self._state = self._remember(scene, lit, met)

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
        board = scene.board
        memory = self._memories.setdefault(scene.id, Memory())
        for tile in lit:
            memory.tiles[tile] = "#" if board.is_solid(tile) else "."
            memory.terrain[tile] = board.terrain(tile)
            for other in board.grid.neighbours(board.grid.tile(*tile)):
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
        return {
            "stage": {
                "map": scene.id,
                "grid": scene.record.grid,
                "orientation": scene.record.orientation,
                "name": "",
                "size": None,
                "rule": rule_words(scene.rule),
            },
            "tiles": dict(memory.tiles),
            "lit": set(lit),
            "edges": {edge: words for edge, words in memory.edges.items() if words[0]},
            "walls": set(memory.walls),
            "heights": {at: each for at, each in memory.heights.items() if each != (0, None)},
            "terrain": {at: kind for at, kind in memory.terrain.items() if kind},
            "figures": figures,
        }

    def state(self) -> Message | None:
        """As `View.state` has it; None: no map."""
        return self._state


class _SeenBy:
    """What figures see, asked one by one."""

    def __init__(self, scene: MapScene, rulings: Rulings | None) -> None:
        self._scene, self._rulings = scene, rulings
        # To ask for a ruling where there is none gives the same answer, only later.
        self._ruled = [] if rulings is None else [set(ends) for ends in rulings.ruled_pairs()]

    def tiles(self, viewers: list[str]) -> set[Pair]:
        board = self._scene.board
        return {
            (tile[0], tile[1])
            for tile in board.tiles()
            if any(self._sees(viewer, tile, (tile,)) for viewer in viewers)
        }

    def figures(self, viewers: list[str]) -> set[str]:
        board = self._scene.board
        return {
            figure.id
            for figure in self._scene.figures.values()
            if not figure.hidden
            and any(
                self._sees(viewer, figure.id, board.figure(figure.id).tiles)
                for viewer in viewers
                if viewer != figure.id
            )
        }

    def _sees(self, viewer: str, target: Any, there: tuple[Tile, ...]) -> bool:
        board, rule = self._scene.board, self._scene.rule
        if self._ruled and {board.figure(viewer).tiles, there} in self._ruled:
            return sees(board, viewer, target, rule, rulings=self._rulings)
        return sees(board, viewer, target, rule)


def _figure(figure: FigureRecord, player: str) -> Message:
    mine = player in figure.owners
    return {
        **USUAL_FIGURE,
        "id": figure.id,
        "name": figure.name,
        "at": list(figure.at),
        "size": list(figure.size),
        "side": figure.side,
        "kind": figure.kind,
        "furniture": figure.furniture,
        "blocks": figure.blocks,
        "mine": mine,
        "sighted": figure.sighted or not mine,
        **_marks(figure, mine),
    }


def _marks(figure: FigureRecord, mine: bool) -> Message:
    """Of one's own figures the numbers, of others a word."""
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
    if threshold.state == "locked":  # that shows when somebody tries it
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
    """Which part of the line lies in the tile, its sides included; 0 is the start, 1 the end."""
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
    """Is it a piece in that tile, or on its side? By its middle, which no rounding can move out."""
    x0, y0, x1, y1 = (round(value * UNIT) for value in wall[:4])
    doubled = [(2 * x, 2 * y) for x, y in board.grid.corners(board.grid.tile(*tile))]
    middle = (x0 + x1, y0 + y1)
    sides = zip(doubled, [*doubled[1:], doubled[0]], strict=True)
    turns = [_turn(one, other, middle) for one, other in sides]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)
