"""A table without pages, which plans, applies, saves and remembers changes like the real one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

from sightline.model.board import Board
from sightline.table.actions.dispatch import plan
from sightline.table.actions.pathfinding import LongSearch
from sightline.table.actions.plans.player_turn import KnownMap
from sightline.table.protocol.actions import MasterAction
from sightline.table.protocol.server import FigureView, StairsView
from sightline.table.state.history import History
from sightline.table.state.imported_map import usual_rule
from sightline.table.state.keys import map_of, player_key
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import (
    THE_MASTER,
    Actor,
    FigureRecord,
    PlayerRecord,
    TableRecord,
    plain,
)
from sightline.table.state.scene import MapScene
from sightline.table.state.world import JournalEntry, World, map_entries
from sightline.table.storage.store import Store
from sightline.table.vision.tile_sets import bits_of_tiles

ANA = Actor("player", "p-ana", "Ana")
BEN = Actor("player", "p-ben", "Ben")


class Knows:
    """A player's knowledge, as the board and tiles given by a test."""

    def __init__(self, board: Board, unexplored: set[tuple[int, int]] | None = None) -> None:
        self.board = board
        self.figures: dict[str, FigureView] = {}
        self.unexplored = unexplored or set()

    def explored_tile(self, tile: tuple[int, int], storey: str = "") -> bool:
        return tile in self.board and tile not in self.unexplored

    lit_tile = explored_tile

    @property
    def explored(self) -> int:
        return bits_of_tiles(self.board, [t for t in self.board.tiles() if self.explored_tile(t)])

    lit = explored

    def explored_around(self, figure: str) -> int:
        return self.explored

    lit_around = explored_around

    def explored_at(self, height: Fraction | None) -> int:
        return self.explored

    lit_at = explored_at
    stairs: Sequence[StairsView] = ()

    def floor_height(self, floor: str) -> Fraction:
        return self.board.floor(floor).height

    def knows_stairs(self, stairs: str) -> bool:
        return True


def everything(scene: MapScene) -> Knows:
    """Return complete knowledge of the map, except for what players may never know."""
    board = scene.board.copy()
    for figure in scene.figures.values():
        if figure.hidden:
            board.remove(figure.id)
    return Knows(board)


class Session:
    """A table with the players Ana and Ben, in memory or in a file."""

    def __init__(self, *boards: Board, path: Path | None = None) -> None:
        self._ids = count()
        self.path = path
        self.store = Store(path)
        stored = self.store.load()
        self.world = World(stored.values)
        self.history = History(stored.journal)
        if not stored.values:
            self._begin(boards)
        self.looking = self.world.maps()[0].id

    def _begin(self, boards: tuple[Board, ...]) -> None:
        entries: list[JournalEntry] = []
        ids = []
        for order, board in enumerate(boards, start=1):
            rule = usual_rule(board.grid.name)
            map_id, made = map_entries(f"Map {order}", board, rule, order)
            ids.append(map_id)
            entries += made
        table = TableRecord("m" * 32, "j" * 32, shown=ids[0])
        entries.append(JournalEntry("table", None, plain(table)))
        for actor in (ANA, BEN):
            player = PlayerRecord(actor.id, actor.name, "s" * 32, waiting=False)
            entries.append(JournalEntry(player_key(actor.id), None, plain(player)))
        self.make(THE_MASTER, "open", ActionPlan(entries, "opened the table", undoable=False))

    @property
    def scene(self) -> MapScene:
        return self.world.scenes[self.looking]

    def figure(self, name: str) -> FigureRecord:
        scenes = self.world.scenes.values()
        return next(f for scene in scenes for f in scene.figures.values() if f.name == name)

    def plan(
        self, action: MasterAction, actor: Actor = THE_MASTER, knows: KnownMap | None = None
    ) -> ActionPlan:
        if knows is None and actor.role == "player" and self.world.table.shown is not None:
            knows = everything(self.world.scenes[self.world.table.shown])
        asked = (self.world, actor, action, self.looking, knows, self.history)
        try:
            return plan(*asked)
        except LongSearch as long:
            return plan(*asked, found=long.search.run())

    def do(
        self, action: MasterAction, actor: Actor = THE_MASTER, knows: KnownMap | None = None
    ) -> ActionPlan:
        planned = self.plan(action, actor, knows)
        if planned.entries or planned.undoes is not None or planned.redoes is not None:
            self.make(actor, str(action.__struct_config__.tag), planned)
        return planned

    def make(self, actor: Actor, kind: str, planned: ActionPlan) -> None:
        self.world.apply(planned.entries)
        row = planned.row(actor, f"c{next(self._ids)}", kind)
        self.history.add(self.store.commit(row))

    def state(self) -> tuple[dict[str, Any], dict[str, Board]]:
        """Return the complete current state, including every board."""
        world = self.world
        boards = {id_: scene.board.copy() for id_, scene in world.scenes.items()}
        values = world.values.items()
        return {key: value for key, value in values if map_of(key) not in world.archived}, boards

    def again(self) -> Session:
        """Restart on the same file."""
        self.store.close()
        return Session(path=self.path)
