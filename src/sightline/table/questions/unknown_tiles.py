"""Answers about tiles that a player does not know: obstacles as far as they are known.

The true state is not used at all. The line is computed on a separate board that is just large
enough for the question, with the known parts of that area. So not even the edge of the map is
revealed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product

from sightline.answers.explain import reason
from sightline.answers.sight import Sight, Verdict
from sightline.errors import LimitError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.figure import Figure
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.table.protocol.answers import SightAnswer
from sightline.table.state.records import Refusal
from sightline.texts import join, say

FURTHEST = 100
"""The greatest distance in tiles, along rows or columns, at which obstacles are named."""
NOTHING_KNOWN = say(
    "You have not seen that place, and nothing you know of is in the way: what hides it, or whether"
    " there is anything, you do not know."
)
BEYOND = {
    Verdict.HIDDEN: say("Beyond that you know nothing."),
    Verdict.AMBIGUOUS: say("As far as you know that is too close to call, and you do not see it."),
}


def known_way(board: Board, source: Collection[Tile], to: tuple[int, int]) -> Board:
    """Return a board from the source to that tile, with the known board's content there.

    It does not depend on the true map or its size.
    """
    ends = [*source, board.grid.tile(*to)]
    (low_a, high_a), (low_b, high_b) = (
        (min(end[axis] for end in ends), max(end[axis] for end in ends)) for axis in (0, 1)
    )
    if board.grid.name == "square" and min(to) < 0:
        raise Refusal("noSuchPlace")
    if max(high_a - low_a, high_b - low_b) > FURTHEST:
        raise Refusal("tooFarToSay")
    # A line may run along the outer border, so the tiles beyond the border are included.
    rows, cols = range(low_a - 1, high_a + 2), range(low_b - 1, high_b + 2)
    box = {board.grid.tile(a, b) for a, b in product(rows, cols)}
    standing = [each for each in board.figures() if not box.isdisjoint(each.tiles)]
    way = _blank(board, box.union(*(each.tiles for each in standing)))
    _lay_ground(board, way, box)
    for ends_of_wall, threshold in board.wall_items():
        if _is_near(ends_of_wall, board, box):
            way.put_wall(*ends_of_wall, threshold)
    _stand(way, standing)
    return way


def answer_unknown(answer: SightAnswer, sight: Sight) -> None:
    """Adapt an answer from such a board: the player does not see that tile."""
    answer.verdict, answer.visible = "hidden", False
    answer.degree = answer.effect = ""
    answer.reason = join([reason(sight), BEYOND[sight.verdict]], " ")
    answer.words = say("Hidden: {reason:low}", reason=answer.reason)


def nothing_known(rule: str) -> SightAnswer:
    """Return the answer for a player who knows of no obstacle."""
    return SightAnswer(
        verdict="hidden",
        visible=False,
        words=say("Hidden: {reason:low}", reason=NOTHING_KNOWN),
        reason=NOTHING_KNOWN,
        rule=rule,
    )


def _blank(board: Board, tiles: Collection[Tile]) -> Board:
    try:
        if isinstance(board, HexBoard):
            return HexBoard(cells=tiles, orientation=board.orientation)
        rows, cols = (max(tile[axis] for tile in tiles) + 1 for axis in (0, 1))
        return SquareBoard(rows, cols)
    except LimitError:
        raise Refusal("noSuchPlace") from None


def _lay_ground(board: Board, way: Board, box: Iterable[Tile]) -> None:
    terrains = board.terrains()
    for tile in box:
        if tile not in board or tile not in way:
            continue
        if board.is_solid(tile):
            way.set_solid(tile)
        if tile in terrains:
            way.set_terrain(tile, terrains[tile])
        if board.height_at(tile) is not None:
            way.set_elevation(tile, board.height_at(tile))
        if isinstance(board, HexBoard) and isinstance(way, HexBoard) and board.cover(tile):
            way.set_cover(tile, board.cover(tile))
        for da, db in board.grid.forward if board.has_edges else ():
            other = board.grid.tile(tile[0] + da, tile[1] + db)
            if other in board and other in way:
                way.set_edge(tile, other, board.edge(tile, other))


def _is_near(ends: tuple[tuple[int, int], tuple[int, int]], board: Board, box: set[Tile]) -> bool:
    """Return whether a piece of a free wall is in the box.

    Players know free walls as pieces, each within a tile.
    """
    middle = ((ends[0][0] + ends[1][0]) // 2, (ends[0][1] + ends[1][1]) // 2)
    return not box.isdisjoint(board.grid.tiles_at(middle))


def _stand(way: Board, figures: Iterable[Figure]) -> None:
    for figure in figures:
        way.place(
            figure.name,
            figure.at,
            size=figure.size,
            blocks_sight=figure.blocks_sight,
            kind=figure.kind,
            side=figure.side,
            facing=figure.facing,
            elevation=figure.elevation,
            height=figure.height,
        )
