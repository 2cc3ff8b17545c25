"""Maps with figures, and a player's knowledge of them, without a table."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol.types import Span
from sightline.table.state.keys import figure_key, player_key
from sightline.table.state.records import FigureRecord, PlayerRecord, TableRecord, plain
from sightline.table.state.scene import MapScene
from sightline.table.state.world import JournalEntry, World, map_entries
from sightline.table.vision.figure_sight import FigureSight
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.wall_pieces import pieces_by_tile

PLAYER = "p0000000001"


def bits_of_spans(board: Board, spans: Iterable[Span]) -> int:
    """Return the set that `spans_of_bits` encoded."""
    bits = 0
    for first, second, count in spans:
        bits |= ((1 << count) - 1) << board.rank((first, second))
    return bits


def make_world(
    *maps: tuple[str, Board, Rule, Iterable[FigureRecord]], shown: int | None = 0
) -> World:
    """Return a table with these maps and one admitted player."""
    entries: list[JournalEntry] = []
    ids: list[str] = []
    for order, (name, board, rule, figures) in enumerate(maps):
        map_id, made = map_entries(name, board, rule.to_dict(), order)
        ids.append(map_id)
        entries += made
        entries += [
            JournalEntry(figure_key(map_id, each.id), None, plain(each)) for each in figures
        ]
    table = TableRecord("m" * 32, "j" * 32, shown=None if shown is None else ids[shown])
    player = PlayerRecord(PLAYER, "Ann", "s" * 32, waiting=False)
    entries += [
        JournalEntry("table", None, plain(table)),
        JournalEntry(player_key(PLAYER), None, plain(player)),
    ]
    return World({entry.key: entry.after for entry in entries})


def make_scene(board: Board, rule: Rule, *figures: FigureRecord) -> MapScene:
    """Return a scene with one map."""
    return next(iter(make_world(("Cellar", board, rule, figures)).scenes.values()))


def hero(id_: str, name: str, at: tuple[int, int], size: tuple[int, int] = (1, 1)) -> FigureRecord:
    """Return a figure owned by the player."""
    return FigureRecord(id_, name, at, size, side="hero", owners=(PLAYER,))


def enemy(id_: str, name: str, at: tuple[int, int], size: tuple[int, int] = (1, 1)) -> FigureRecord:
    return FigureRecord(id_, name, at, size, side="enemy")


def known(scene: MapScene, rulings: Rulings, knowledge: Knowledge | None = None) -> Knowledge:
    """Return the player's knowledge, updated with what their figures see now."""
    if knowledge is None:
        knowledge = Knowledge(PLAYER, scene, {})
    viewers, lit, seen = FigureSight(scene, rulings), 0, frozenset[str]()
    for figure in scene.viewers_of(PLAYER):
        lit |= viewers.field(figure)
        seen |= viewers.seen_by(figure)
    knowledge.refresh(scene, pieces_by_tile(scene.board), lit, seen)
    return knowledge


def an_empty_board(grid: str) -> Board:
    return SquareBoard(6, 6) if grid == "square" else HexBoard(3)
