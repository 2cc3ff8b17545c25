"""Random actions of users at a table, for tests that need everything to happen.

Each seed gives one session, so a failing test prints the number that reproduces it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal, get_args

from sightline import Door, Gate, HexBoard, SquareBoard, Wall
from sightline.model.board import Board
from sightline.model.cell import Tile, hex_disc
from sightline.model.figure import KINDS
from sightline.model.hexagon import Orientation, Outside
from sightline.model.numbers import UNIT
from sightline.packs import pack_from_text
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule
from sightline.table.protocol.actions import (
    AddTurns,
    AddWall,
    BringFigure,
    Condition,
    CoverTiles,
    Decide,
    DelayTurn,
    DeleteMap,
    DuplicateFigure,
    EditFigure,
    EditLamp,
    EditTurn,
    Erase,
    FinishTurn,
    Forget,
    LayPicture,
    MarkFigure,
    MasterAction,
    Move,
    NewMap,
    Paint,
    PlaceFigure,
    PlaceLamp,
    PutArea,
    Redo,
    RemoveArea,
    RemoveFigure,
    RemoveLamp,
    RemoveTurn,
    RemoveWall,
    RenameMap,
    Reveal,
    RollDice,
    RollTurns,
    SaveRolls,
    SetDarkness,
    SetDoor,
    SetEdges,
    SetFace,
    SetHeight,
    SetMeasure,
    SetNote,
    SetOptions,
    SetPicture,
    SetRule,
    SetSight,
    SetTerrain,
    SetTurns,
    ShowMap,
    ShowTiles,
    TakeBack,
    TellRoll,
    TurnFigure,
    Undo,
)
from sightline.table.protocol.game_moves import (
    AskGame,
    EndGame,
    LayOutGame,
    Play,
    SetSeat,
    StartGame,
    TakeBackMove,
)
from sightline.table.protocol.games.one_card_dungeon import OneCardDungeonSetup
from sightline.table.protocol.games.quest import QuestSetup
from sightline.table.protocol.measures import AreaShape, MetricWord
from sightline.table.protocol.questions import (
    AskArea,
    AskChecklist,
    AskDice,
    AskEveryRule,
    AskField,
    AskKnown,
    AskRulings,
    AskSight,
    AskWay,
    AskWho,
    Question,
)
from sightline.table.protocol.types import FacingWord, SavedRoll, WireLamp
from sightline.table.state.records import MASTER, FigureRecord
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.tile_sets import tiles_of_bits
from tests.every_rule import EVERY_SETTING

Pair = tuple[int, int]
Point = tuple[float, float]

RULES: dict[str, list[Rule]] = {"square": [], "hex": []}
for _param in EVERY_SETTING:
    RULES[str(_param.values[1])].append(_param.values[0])  # type: ignore[arg-type]

DUEL = PackRule(
    pack_from_text(
        """
name = "duel"
title = "Duel"
summary = "From middle to middle; enemies and low things are cover."
source = "these tests"
grids = ["square", "hex"]
symmetric = false
degrees = ["half", "most"]
texts = { half = "half cover, +1" }

[sight]
start = "center"
end = "center"
touch = { corner = "ask" }
blockers = { solid = "hide", tall = "hide", wall = "hide", door = "hide", smoke = "hide" }

[[cover]]
start = "center"
end = "center"
blockers = { low = "half", woods = "half", enemy = "half", big-figure = "most" }
degrees = { square = [[1, "half"], [1, "most"]], hex = [[1, "half"], [1, "most"]] }
"""
    )
)
"""A custom game whose answers always differ between two figures.

It is directed, asks about touches, and depends on sides, sizes, furniture and terrain.
"""
GAMES: dict[str, list[Rule]] = {
    "square": [DUEL, PackRule("heroquest")],
    "hex": [DUEL, PackRule("memoir44")],
}
"""Games that are fast without kernels."""
TERRAINS = ("low", "smoke", "woods", "quagmire")

KINDS_AND_STATES = (
    ("wall", ""),
    ("wall", ""),
    ("door", "closed"),
    ("door", "open"),
    ("door", "locked"),
    ("door", "secret"),
    ("gate", "closed"),
    ("gate", "open"),
)
THRESHOLDS = (Wall(), Wall(), Door("closed"), Door("open"), Door("secret"), Gate("locked"))
FURNITURE = [kind for kind, template in KINDS.items() if template.furniture]
SIDES = ("hero", "ally", "enemy", "neutral")
COLORS = ("", "#ff9d4d", "#66aaff")
RADII = (0, 1, 1.5, 2, 3, 6)
MAP_NAME = "Plugh"
"""Part of every map's name, which players must never receive."""
NAMES = ("Orc", "Orc", "Mira", "Brom", "Ogre", "Chest", "Wraith")


# --- maps


def some_rule(rng: Random, grid: str) -> Rule:
    return rng.choice(GAMES[grid] if rng.random() < 0.3 else RULES[grid])


def some_board(rng: Random, grid: str = "") -> Board:
    """Return a small map with a bit of everything except figures."""
    board: Board
    if (grid or rng.choice(("square", "hex"))) == "square":
        board = SquareBoard(rng.randint(3, 7), rng.randint(3, 8))
    else:
        outside: Outside = rng.choice(("open", "solid"))
        orientation: Orientation = rng.choice(("pointy", "flat"))
        cells = hex_disc((rng.randint(-2, 2), rng.randint(-2, 2)), rng.randint(2, 3))
        if rng.random() < 0.5:  # irregular
            cells = rng.sample(cells, len(cells) * 3 // 4)
        board = HexBoard(cells=cells, outside=outside, orientation=orientation)
    furnish(rng, board, board.tiles())
    return board


def furnish(rng: Random, board: Board, tiles: Sequence[Tile]) -> None:
    """Add rock, terrain, walls and heights on these tiles."""
    within = set(tiles)
    density = rng.choice((0.0, 0.1, 0.2))
    walls = rng.choice((0.0, 0.1, 0.3))
    for tile in tiles:
        if rng.random() < density:
            board.set_solid(tile)
        for other in board.grid.neighbors(tile):
            if other in within and tile < other and rng.random() < walls:
                board.set_edge(tile, other, rng.choice(THRESHOLDS))
        if rng.random() < density / 2:
            board.set_terrain(tile, rng.choice(TERRAINS))
        if isinstance(board, HexBoard) and rng.random() < 0.2:
            board.set_cover(tile, rng.choice((0.25, 0.5, 1)))
            board.set_elevation(tile, rng.choice((None, 0, 0.5, 1, 2)))
    for _ in range(rng.choice((0, 0, 1, 3))):
        start, end = wall_ends(rng, board, tiles)
        if start != end:
            board.add_wall(start, end, rng.choice(THRESHOLDS))
    for _ in range(rng.choice((0, 0, 1, 2))):
        board.add_light(rng.choice(tiles), rng.choice(RADII), 1 + rng.choice(RADII))


def wall_ends(rng: Random, board: Board, tiles: Sequence[Tile]) -> tuple[Point, Point]:
    """Return the ends of a wall, usually on sides, corners and centers, where ties occur."""

    def point() -> Point:
        tile = rng.choice(tiles)
        x, y = rng.choice((*board.grid.corners(tile), board.grid.center(tile)))
        if rng.random() < 0.2:
            x, y = x + rng.randint(-99, 99) * UNIT // 250, y + rng.randint(-99, 99) * UNIT // 250
        return x / UNIT, y / UNIT

    if rng.random() < 0.5:
        corners = board.grid.corners(rng.choice(tiles))
        first = rng.randrange(len(corners))
        ends = (corners[first], corners[(first + 1) % len(corners)])
        return (ends[0][0] / UNIT, ends[0][1] / UNIT), (ends[1][0] / UNIT, ends[1][1] / UNIT)
    return point(), point()


def some_area(
    rng: Random, grid: str, figure: str, tiles: Sequence[tuple[int, int]], shares: bool = True
) -> PutArea:
    """Return an area around the figure or from one of the tiles, or a ruler."""
    here, there, other = ((each[0], each[1]) for each in rng.choices(tiles, k=3))
    around = rng.random() < 0.4
    area = PutArea("circle", figure if around else here, rng.randint(1, 4))
    area.shared = rng.random() < 0.8 and (shares or around)
    area.kind = rng.choice(("circle", "cone", "line", "ruler"))
    area.count, area.walls = rng.choice(("center", "any")), rng.random() < 0.7
    if area.kind == "ruler":
        area.at, area.points, area.shared = here, [there, other], area.shared and shares
    elif area.kind == "circle":
        corner = grid == "square" and not around and rng.random() < 0.5
        area.corner = "south-east" if corner else ""
    else:
        area.toward = rng.choice((there, other, (-7, 40)))
    return area


# --- what the master does


class Master:
    """A game master who acts on some tiles of a map, with the figures that `may` allows."""

    def __init__(
        self,
        rng: Random,
        tiles: Callable[[MapScene], Sequence[Tile]] | None = None,
        may: Callable[[FigureRecord], bool] = lambda figure: True,
        owns: Callable[[Point], bool] = lambda point: True,
        *,
        shares: bool = True,
    ) -> None:
        """Create the game master.

        `owns`: whether a free wall with an end there may be changed. `shares`: whether areas on
        these tiles are visible to everyone.
        """
        self.rng, self._owns = rng, owns
        self.shares = shares
        self._tiles = tiles or (lambda scene: scene.board.tiles()[:])
        self._may = may

    def tile(self, scene: MapScene) -> Pair:
        first, second = self.rng.choice(self._tiles(scene))
        return first, second

    def figure(self, scene: MapScene) -> str:
        mine = [figure.id for figure in scene.figures.values() if self._may(figure)]
        return self.rng.choice(mine) if mine else "f0000000000"

    def name(self) -> str:
        """Return a name for a figure."""
        return self.rng.choice(NAMES)

    def why(self) -> str:
        """Return a reason for a ruling."""
        return "because"

    def draw(self, scene: MapScene) -> MasterAction:
        """Change the terrain, walls or heights of the map."""
        drawings = [self.paint, self.edges, self.edges, self.door, self.door, self.wall]
        drawings += [self.area, self.area]
        if self.shares:  # metrics are visible to everyone
            drawings.append(self.measure)
        drawings += [self.wall, self.unwall, self.free_door, self.erase, self.terrain]
        drawings += [self.lamp, self.lamp, self.unlamp]
        if scene.record.grid == "hex":
            drawings.append(self.height)
        return self.rng.choice(drawings)(scene)

    def people(self, scene: MapScene, players: Sequence[str]) -> MasterAction:
        """Add, move or change figures."""
        rng = self.rng
        match rng.randrange(10):
            case 0 | 1:
                return self.place(scene, players)
            case 2 | 3:
                return self.edit(scene, players)
            case 4:
                return RemoveFigure(self.figure(scene))
            case 5:
                return self.evening(scene)
            case 6:
                return DuplicateFigure(self.figure(scene), self.tile(scene))
            case _:
                return Move(self.figure(scene), self.tile(scene))

    def fog(self, scene: MapScene, players: Sequence[str]) -> MasterAction:
        """Reveal, forget, cover or show some of the tiles, sometimes a room."""
        rng = self.rng
        spans = [(*self.tile(scene), 1) for _ in range(rng.randint(1, 6))]
        area: dict[str, Any] = {"spans": spans}
        if rng.random() < 0.2:
            area = {"room": self.tile(scene)}
        who = rng.choice(("all", "here", *players))
        match rng.randrange(10):
            case 0 | 1:
                return Reveal(**area, who=who)
            case 2 | 3:
                return Forget(**area, who=who)
            case 4:
                return Forget(who=who)
            case 5 | 6:
                return CoverTiles(**area, on=rng.random() < 0.6)
            case 7:
                return ShowTiles(**area, on=rng.random() < 0.6)
            case 8:
                return SetSight(whole_rooms=rng.random() < 0.5)
            case _:
                return SetSight(friends_block=rng.random() < 0.5)

    def area(self, scene: MapScene) -> MasterAction:
        """Place an area anywhere, around any figure, or remove one."""
        if self.rng.random() < 0.3:
            every = scene.areas.values()
            own = [area for area in every if area.owner == MASTER and not area.shared]
            may = [area.id for area in (every if self.shares else own)]
            return RemoveArea(self.rng.choice(may or ["a0000000000"]))
        somewhere = self._tiles(scene)
        return some_area(self.rng, scene.record.grid, self.figure(scene), somewhere, self.shares)

    def measure(self, scene: MapScene) -> SetMeasure:
        unit = self.rng.choice(("", "5 ft", "1.5 m"))
        metrics: tuple[MetricWord, ...] = ("steps", "straight", "5-10-5", "2-3")
        few = metrics[:2] if scene.record.grid == "hex" else metrics
        return SetMeasure(self.rng.choice(few), unit)

    def evening(self, scene: MapScene) -> MasterAction:
        """Change health, conditions, notes or the turn order."""
        rng, figure = self.rng, self.figure(scene)
        match rng.randrange(6):
            case 0:
                return AddTurns([figure])
            case 5:
                return TurnFigure(figure, rng.choice([*get_args(FacingWord)]))
            case 4:
                return SaveRolls(figure, [SavedRoll(self.name(), "d20+1")])
            case 1:
                return SetNote(self.name(), figure=figure)
            case 2:
                return MarkFigure(figure, health=rng.randint(0, 9), most_health=9)
            case _:
                return MarkFigure(figure, conditions=[Condition(self.name(), rounds=3)])

    def in_the_open(self, scene: MapScene) -> MasterAction:
        """Do something players are notified of: turns, dice, and pictures (refused if none was
        sent).
        """
        rng, figure = self.rng, self.figure(scene)
        entry = rng.choice([entry.id for entry in scene.turns.entries] or ["e0000000000"])
        match rng.randrange(11):
            case 9:
                return DelayTurn(rng.choice((entry, scene.turns.active or entry)))
            case 10:
                return RollTurns(rng.choice(("all", "monsters", "missing")))
            case 0:
                return EditTurn(entry, number=rng.randint(1, 20), defeated=rng.random() < 0.2)
            case 1:
                return RemoveTurn(entry)
            case 2:
                return SetTurns(on=rng.random() < 0.8, in_turn_only=rng.random() < 0.2)
            case 3:
                return FinishTurn(rng.choice((entry, scene.turns.active or entry)))
            case 4:
                return RollDice("2d6+1", secret=rng.random() < 0.5)
            case 5:
                return TellRoll(rng.randint(1, 20))
            case 6:
                return SetFace(figure)
            case 7:
                return LayPicture(("0", "0"), ("70", "70"))
            case _:
                return SetPicture(remove=True)

    def game(self) -> MasterAction:
        """Play a game on the table. Moves that are too early or too late are refused."""
        rng = self.rng
        match rng.randrange(9):
            case 0:
                return LayOutGame(rng.choice(("one-card-dungeon", "quest")))
            case 8:
                master: Literal["program", "person"] = rng.choice(("program", "person"))
                return StartGame(QuestSetup("the-rat-cellar", master=master))
            case 1:
                return StartGame(OneCardDungeonSetup(tutorial=rng.random() < 0.5))
            case 2:
                return TakeBackMove(rng.randrange(4))
            case 3:
                return SetSeat("adventurer")
            case 4:
                return EndGame(clear=rng.random() < 0.5)
            case _:
                return Play("roll", rng.randrange(4))

    def paint(self, scene: MapScene) -> Paint:
        tiles = [self.tile(scene) for _ in range(self.rng.randint(1, 3))]
        return Paint(tiles, self.rng.random() < 0.5)

    def terrain(self, scene: MapScene) -> SetTerrain:
        tiles = [self.tile(scene) for _ in range(self.rng.randint(1, 4))]
        return SetTerrain(tiles, self.rng.choice((*TERRAINS, None)))

    def lamp(self, scene: MapScene) -> MasterAction:
        """Add a lamp or change an existing one."""
        rng, color = self.rng, self.rng.choice(COLORS)
        lamps = self._lamps(scene)
        if not lamps or rng.random() < 0.4:
            return PlaceLamp(self.tile(scene), rng.choice(RADII), 1 + rng.choice(RADII), color)
        made = EditLamp(rng.choice(lamps))
        match rng.randrange(4):
            case 0:
                made.at = self.tile(scene)
            case 1:
                made.bright, made.dim = rng.choice(RADII), 1 + rng.choice(RADII)
            case 2:
                made.color = color
            case _:
                made.on = rng.random() < 0.6
        return made

    def unlamp(self, scene: MapScene) -> MasterAction:
        lamps = self._lamps(scene)
        return RemoveLamp(self.rng.choice(lamps)) if lamps else self.lamp(scene)

    def _lamps(self, scene: MapScene) -> list[str]:
        within = set(self._tiles(scene))
        return [lamp.id for lamp in scene.lamps.values() if lamp.at in within]

    def dusk(self) -> SetDarkness:
        """Change the light of the whole map."""
        return SetDarkness(self.rng.choice(("daylight", "dim", "dark", "dark", "dark")))

    def edges(self, scene: MapScene) -> MasterAction:
        within = set(self._tiles(scene))
        tile = scene.board.grid.tile(*self.tile(scene))
        beside = [each for each in scene.board.grid.neighbors(tile) if each in within]
        if not beside:
            return self.paint(scene)
        other = self.rng.choice(beside)
        carries, state = self.rng.choice((*KINDS_AND_STATES, (None, "")))
        edge = ((tile[0], tile[1]), (other[0], other[1]))
        return SetEdges([edge], carries, state)  # type: ignore[arg-type]

    def door(self, scene: MapScene) -> MasterAction:
        within = set(self._tiles(scene))
        doors = [
            ((a[0], a[1]), (b[0], b[1]))
            for a, b, threshold in scene.board.edges()
            if not isinstance(threshold, Wall) and a in within and b in within
        ]
        if not doors:
            return self.edges(scene)
        state = self.rng.choice(("open", "closed", "open", "closed", "locked", "secret"))
        return SetDoor(state, edge=self.rng.choice(doors))  # type: ignore[arg-type]

    def wall(self, scene: MapScene) -> AddWall:
        ends = wall_ends(self.rng, scene.board, self._tiles(scene))
        carries, state = self.rng.choice(KINDS_AND_STATES)
        return AddWall(ends, carries, state)  # type: ignore[arg-type]

    def _walls(self, scene: MapScene, *, doors: bool = False) -> list[tuple[Point, Point]]:
        walls = [
            ((x0 / UNIT, y0 / UNIT), (x1 / UNIT, y1 / UNIT))
            for ((x0, y0), (x1, y1)), threshold in scene.board.wall_items()
            if not (doors and isinstance(threshold, Wall))
        ]
        return [ends for ends in walls if all(map(self._owns, ends))]

    def unwall(self, scene: MapScene) -> MasterAction:
        walls = self._walls(scene)
        return RemoveWall(self.rng.choice(walls)) if walls else self.wall(scene)

    def erase(self, scene: MapScene) -> Erase:
        within = set(self._tiles(scene))
        tile = scene.board.grid.tile(*self.tile(scene))
        here = (tile[0], tile[1])
        beside = [(b[0], b[1]) for b in scene.board.grid.neighbors(tile) if b in within]
        return Erase([here], [(here, other) for other in beside], self._walls(scene)[:1])

    def free_door(self, scene: MapScene) -> MasterAction:
        doors = self._walls(scene, doors=True)
        state = self.rng.choice(("open", "closed", "secret"))
        return SetDoor(state, wall=self.rng.choice(doors)) if doors else self.wall(scene)  # type: ignore[arg-type]

    def height(self, scene: MapScene) -> SetHeight:
        tiles = [self.tile(scene) for _ in range(self.rng.randint(1, 3))]
        height = self.rng.choice((None, 0, 1, 2.5))
        return SetHeight(tiles, cover=self.rng.choice((0, 0.25, 0.5, 1)), elevation=height)

    def place(
        self, scene: MapScene, players: Sequence[str], *, hidden: bool = False
    ) -> PlaceFigure:
        rng = self.rng
        kind = rng.choice(FURNITURE) if rng.random() < 0.4 else "figure"
        return PlaceFigure(
            at=self.tile(scene),
            name=self.name(),
            kind=kind,
            side=rng.choice(SIDES),  # type: ignore[arg-type]
            size=self._size(scene) if rng.random() < 0.4 else None,
            blocks=rng.choice((None, None, True, False)),
            sighted=rng.random() < 0.8,
            hidden=hidden or rng.random() < 0.15,
            owners=self._owners(players) if kind == "figure" or rng.random() < 0.1 else [],
        )

    def _size(self, scene: MapScene) -> Pair:
        long = self.rng.choice((1, 2))
        return (long, long if scene.record.grid == "hex" else self.rng.choice((1, 2)))

    def _owners(self, players: Sequence[str]) -> list[str]:
        return [each for each in players if self.rng.random() < 0.4]

    def edit(self, scene: MapScene, players: Sequence[str]) -> EditFigure:
        rng = self.rng
        made = EditFigure(self.figure(scene))
        match rng.randrange(12):
            case 8:
                made.sight_range = rng.choice((None, None, *RADII))
            case 9:
                made.dark_vision = rng.choice((None, *RADII))
            case 10 | 11:
                made.lamp = self.held()
            case 6:
                made.team = rng.choice(("", "heroes", "enemies", "smugglers"))
            case 0:
                made.name = self.name()
            case 1:
                made.side = rng.choice(SIDES)  # type: ignore[arg-type]
            case 2:
                made.size = self._size(scene)
            case 3:
                made.blocks = rng.random() < 0.5
            case 4:
                made.sighted = rng.random() < 0.7
            case 5:
                made.hidden = rng.random() < 0.5
            case _:
                made.owners = self._owners(players)
        return made

    def held(self) -> WireLamp | None:
        rng = self.rng
        if rng.random() < 0.2:
            return None
        bright, dim = rng.choice(RADII), 1 + rng.choice(RADII)
        on, when_hidden = rng.random() < 0.8, rng.random() < 0.3
        return WireLamp(bright, dim, rng.choice(COLORS), on, when_hidden)

    def rule(self, scene: MapScene) -> SetRule:
        return SetRule(some_rule(self.rng, scene.record.grid).to_dict())

    def decide(self, scene: MapScene, calls: Sequence[Any] = ()) -> MasterAction:
        """Rule on a pending close call, or on any line of sight."""
        if calls and self.rng.random() < 0.8:
            call = self.rng.choice(calls)
            a, b = call["a"], call["b"]
        else:
            a = self.figure(scene)
            b = self.tile(scene) if self.rng.random() < 0.5 else self.figure(scene)
        ends = [tuple(end) if isinstance(end, list) else end for end in (a, b)]
        return Decide(ends[0], ends[1], self.rng.random() < 0.7, self.why())

    def take_back(self) -> TakeBack:
        return TakeBack(self.rng.randint(1, 6))

    def maps(self, world: World) -> MasterAction:
        rng = self.rng
        some = rng.choice(list(world.scenes))
        match rng.randrange(8):
            case 0:
                grid = rng.choice(("square", "hex"))
                return NewMap(f"{MAP_NAME} cellar", grid, rng.randint(2, 3), rng.randint(2, 4))  # type: ignore[arg-type]
            case 1:
                return RenameMap(some, f"{MAP_NAME} hall")
            case 2:
                return DeleteMap(some)
            case 3:
                return ShowMap(None)
            case 4:
                scene = world.scenes[some]
                others = [f for each in world.scenes.values() for f in each.figures.values()]
                if not others:
                    return ShowMap(some)
                return BringFigure(rng.choice(others).id, self.tile(scene))
            case _:
                return ShowMap(some)

    def options(self) -> SetOptions:
        how = self.rng.choice(("shared_sight", "shared_sight", "players_move", "players_doors"))
        return SetOptions(**{how: self.rng.random() < 0.6})  # type: ignore[arg-type]

    def question(self, scene: MapScene, players: Sequence[str]) -> Question:
        rng = self.rng
        figure = self.figure(scene)
        match rng.randrange(9):
            case 8:
                return AskGame(rng.choice(("hint", "save", "link")))
            case 5:
                return AskEveryRule(figure, self.tile(scene))
            case 6:
                return AskDice()
            case 7 if players:
                return AskKnown(rng.choice(players))
            case 0:
                return AskWho()
            case 1:
                return AskRulings()
            case 2 if players:
                return AskChecklist(rng.choice(players))
            case 3:
                return AskField(figure, at=self.tile(scene) if rng.random() < 0.5 else None)
            case _:
                other = self.figure(scene) if rng.random() < 0.5 else self.tile(scene)
                return AskSight(figure, other, all_lines=rng.random() < 0.3, picture=True)


# --- what players do


class Player:
    """A player who makes requests that a page allows, and sometimes others."""

    def __init__(self, rng: Random, id_: str) -> None:
        self.rng, self.id = rng, id_

    def action(self, scene: MapScene, known: Knowledge | None) -> MasterAction:
        rng = self.rng
        if known is None:
            return Move("f0000000000", (0, 0))
        match rng.randrange(21):
            case 0 | 1 | 2 | 3 | 4:
                return self.door(scene, known)
            case 5:
                return Undo()
            case 6:
                return Redo()
            case 7:  # another user's figure or none; an unseen place or none
                anybody = [*scene.figures, "f0000000000"]
                return Move(rng.choice(anybody), (rng.randint(-3, 9), rng.randint(-3, 9)))
            case 8 | 9 if rng.random() < 0.8:
                return self.area(scene, known)
            case 8:
                return rng.choice((Paint([(0, 0)], True), RemoveFigure("f0"), ShowMap(None)))
            case _:
                return self.move(scene, known)

    def area(self, scene: MapScene, known: Knowledge) -> MasterAction:
        """Place their own area; sometimes change another user's, or use a forbidden origin."""
        rng = self.rng
        if known.areas and rng.random() < 0.4:
            return RemoveArea(rng.choice([*(each.id for each in known.areas), "a0000000000"]))
        return self._some_area(scene, known)

    def _some_area(self, scene: MapScene, known: Knowledge) -> PutArea:
        figure = self.rng.choice([*known.figures, *known.figures, *scene.figures, "f0000000000"])
        places = [self._place(known) for _ in range(3)]
        return some_area(self.rng, scene.record.grid, figure, places)

    def move(self, scene: MapScene, known: Knowledge) -> Move:
        own = [figure for figure in known.figures.values() if figure.mine]
        if not own:
            return Move("f0000000000", (0, 0))
        figure = self.rng.choice(own)
        start = figure.at if self.rng.random() < 0.5 else None
        to = self._place(known)
        if self.rng.random() < 0.6:
            to = self._near(known, figure.at)
        return Move(figure.id, to, start)

    def _near(self, known: Knowledge, at: Pair) -> Pair:
        """Return a tile up to three steps away."""
        tile = known.board.grid.tile(*at)
        for _ in range(self.rng.randint(1, 3)):
            beside = [t for t in known.board.grid.neighbors(tile) if known.explored_tile(t)]
            tile = self.rng.choice(beside or [tile])
        return tile[0], tile[1]

    def door(self, scene: MapScene, known: Knowledge) -> SetDoor:
        state: Literal["open", "closed"] = self.rng.choice(("open", "closed"))
        board = known.board if self.rng.random() < 0.9 else scene.board
        edges = [((a[0], a[1]), (b[0], b[1])) for a, b, _ in board.edges()]
        walls = [
            ((x0 / UNIT, y0 / UNIT), (x1 / UNIT, y1 / UNIT))
            for ((x0, y0), (x1, y1)), _ in board.wall_items()
        ]
        own = {figure.at for figure in known.figures.values() if figure.mine}
        at_hand = [edge for edge in edges if own & set(edge)]
        if at_hand and self.rng.random() < 0.7:
            return SetDoor(state, edge=self.rng.choice(at_hand))
        if edges and (not walls or self.rng.random() < 0.6):
            return SetDoor(state, edge=self.rng.choice(edges))
        if walls:
            return SetDoor(state, wall=self.rng.choice(walls))
        return SetDoor(state, edge=((0, 0), (0, 1)))

    def question(self, scene: MapScene, known: Knowledge | None) -> Question:
        rng = self.rng
        if known is None:
            return AskWho()
        own = [figure.id for figure in known.figures.values() if figure.mine]
        figure = rng.choice([*own, *own, *own, *scene.figures, "f0000000000"])
        match rng.randrange(14):
            case 10 | 11:
                put = self._some_area(scene, known)
                given = {each: getattr(put, each) for each in AreaShape.__struct_fields__}
                return AskArea(**given)
            case 12 | 13:
                return AskWay(figure, self._place(known))
            case 0 | 1:
                return AskField(figure)
            case 2 | 3:
                return AskField(figure, at=self._place(known))
            case 4:
                return AskField()
            case 5:
                return rng.choice(
                    (
                        AskWho(),
                        AskRulings(),
                        AskChecklist(self.id),
                        AskEveryRule(figure, (0, 0)),
                        AskDice(),
                        AskKnown(self.id),
                    )
                )
            case _:
                somebody = [*known.figures, *scene.figures, "f0000000000"]
                b = rng.choice(somebody) if rng.random() < 0.4 else self._place(known)
                return AskSight(figure, b, all_lines=rng.random() < 0.3, picture=True)

    def _place(self, known: Knowledge) -> Pair:
        """Return a position, usually one that they know."""
        tiles = list(tiles_of_bits(known.board, known.explored))
        if not tiles or self.rng.random() < 0.1:
            return self.rng.randint(-3, 9), self.rng.randint(-3, 9)
        first, second = self.rng.choice(tiles)
        return first, second
