"""Estimate the time of an answer before computing it, so that slow ones do not block others.

The rule defines the cost of its answers (`Rule.costs`), with and without kernels. All estimates are
in microseconds, except for a proof, which is estimated by its lines. It lists every line between
two figures' corners: 16 for single tiles, 2,560,000 for two figures of twenty by twenty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from sightline.engine.pairs import has_high_kernels, has_kernels
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.rules.rule import READ_WALLS, Costs, Rule
from sightline.table.protocol.questions import AskArea, AskField, AskSight, Question
from sightline.table.protocol.types import FigureOrTile
from sightline.table.state.records import Refusal
from sightline.table.state.scene import MapScene, tiles_of

QUICK_LINES = 81
"""The maximum number of lines that are listed under the lock: those of two figures of 2 x 2
tiles.
"""
QUICK_MEETINGS = 2_000
"""The maximum number of pairs of a free wall and a line that are tested under the lock: about 10
ms.
"""
QUICK_REACH = 12
"""The longest reach of an area that is computed under the lock: at most 25 x 25 tiles."""
MOST_LINES = 2_500
"""The maximum number of lines that are listed for one pair: about a second.

For larger pairs there is only the verdict, and no ruling is possible.
"""
QUICK_FIELD = 20_000
"""The longest time of a field under the lock."""
MOST_FIELD = 2_000_000
"""The longest time of any field."""
MOST_FIELDS = 20_000_000
"""The longest time for the fields of all players' figures together."""
MOST_ON_THE_WAY = 3_000_000
"""The longest time for everything that a figure sees on one walk."""
QUICK_STEP = 100
"""The estimated time of a step of a walk is at least this."""
MOST_PEOPLE = 300
"""The maximum number of figures for which all pairs are computed: 90,000 pairs."""
HIGH_LINE = 15
"""The time to compute a line with heights between single tiles, in microseconds, with a
kernel.
"""
READ_HIGH_LINE = 1_500
"""The time to compute such a line without a kernel, in microseconds."""
PARTY = 6
"""The number of players' figures that is assumed for a map with fewer, because they are
added later.
"""


def lines_between(board: Board, rule: Rule, one: Collection[Tile], other: Collection[Tile]) -> int:
    """Return the number of lines or rays that the proof for these tiles lists."""
    return rule.lines_between(board, len(one), len(other))


def _costs(board: Board, rule: Rule, ours: int, theirs: int) -> Costs:
    """Return the costs of the rule here. The engine knows whether a kernel covers it on this
    board.
    """
    if board.height_level == 2:
        is_quick = ours == theirs == 1 and has_high_kernels(rule)
        a_line = HIGH_LINE if is_quick else READ_HIGH_LINE
        a_line = a_line * (READ_WALLS + board.wall_count) // READ_WALLS
        storeys = len(board.floors()) + 1
        return Costs(
            a_line * rule.lines_between(board, ours, theirs),
            a_line * rule.lines_between(board, ours, 1) * storeys,
        )
    return rule.costs(board, ours, theirs, compiled=has_kernels(board, rule))


def is_answerable(board: Board, rule: Rule, one: Collection[Tile], other: Collection[Tile]) -> bool:
    """Return whether the verdict can be computed quickly."""
    return _costs(board, rule, len(one), len(other)).pair <= MOST_FIELD


def is_explainable(
    board: Board, rule: Rule, one: Collection[Tile], other: Collection[Tile]
) -> bool:
    """Return whether a pair is small enough to list its lines, which a ruling requires."""
    return lines_between(board, rule, one, other) <= MOST_LINES


def field_cost(board: Board, rule: Rule, viewer: Collection[Tile], tiles: int | None = None) -> int:
    """Return the time to compute a field; 0 if a sweep or similar computes it.

    `tiles` is the number of tiles to compute, if not the whole board.
    """
    count = len(board.tiles()) if tiles is None else tiles
    return _costs(board, rule, len(viewer), 1).tile * count


def is_quick(
    board: Board,
    rule: Rule,
    question: Question,
    tiles: Callable[[FigureOrTile], Collection[Tile]],
) -> bool:
    """Return whether a question can be answered under the lock.

    `tiles` returns the tiles of a figure, as far as the caller knows it; empty if it is missing.
    """
    if isinstance(question, AskSight):
        lines = lines_between(board, rule, tiles(question.a), tiles(question.b))
        meetings = lines * board.wall_count
        return lines <= QUICK_LINES and meetings <= QUICK_MEETINGS and not question.picture
    if isinstance(question, AskArea):
        lines = field_cost(board, rule, tiles(question.at))
        return lines <= QUICK_FIELD and question.reach <= QUICK_REACH
    if isinstance(question, AskField) and question.figure is not None:
        return field_cost(board, rule, tiles(question.figure)) <= QUICK_FIELD
    return False


def check_who(scene: MapScene, figures: int) -> None:
    """Refuse to compute all pairs of too many figures with a slow rule."""
    if figures > MOST_PEOPLE:
        raise Refusal("whoTooMany", most=MOST_PEOPLE, count=figures)
    pair = _costs(scene.board, scene.rule, 1, 1).pair
    if figures * figures * pair > MOST_FIELDS:
        raise Refusal("whoTooSlow", count=figures)


def tiles_if_there(board: Board, where: FigureOrTile) -> tuple[Tile, ...]:
    """Return the tiles of a figure or a single tile; empty for a missing figure."""
    try:
        return tiles_of(board, where)
    except SightlineError:
        return ()


def check_field(
    board: Board, rule: Rule, viewer: Collection[Tile], tiles: int | None = None
) -> None:
    """Refuse a field that takes too long.

    `tiles` is the number of tiles to compute, if not the whole board. It is used for players, who
    must not learn the board's size.
    """
    if field_cost(board, rule, viewer, tiles) > MOST_FIELD:
        raise Refusal("tooSlow")


def check_walk(
    known: Board, explored: int, rule: Rule, viewer: Collection[Tile], steps: int
) -> None:
    """Refuse a walk with too much to see. A single step is always allowed.

    The estimate uses only the board that the player knows. Otherwise they could try longer and
    longer walks to count unseen walls. `explored` is the number of tiles that they know.
    """
    if steps > 1 and field_cost(known, rule, viewer, explored) * steps > MOST_ON_THE_WAY:
        raise Refusal("tooFar")


def is_quick_walk(scene: MapScene, viewer: Collection[Tile], steps: int) -> bool:
    """Return whether the views of this walk can be computed under the lock."""
    cost = field_cost(scene.board, scene.rule, viewer) + QUICK_STEP
    return steps <= 1 or cost * steps <= QUICK_FIELD


def fields_cost(scene: MapScene, viewers: Iterable[str]) -> int:
    """Return the time to compute all these figures' fields. It is above every limit if one of
    them takes too long.
    """
    return _together(
        field_cost(scene.board, scene.rule, scene.board.figure(viewer).tiles) for viewer in viewers
    )


def map_cost(scene: MapScene) -> int:
    """Return the time of the fields of all players' figures on a map, and of its lamps.

    It is the same by day and night, and whether the map is shown or not. So a rule that is accepted
    while a map is prepared does not fail later.
    """
    board, rule = scene.board, scene.rule
    seeing = [figure for figure in scene.figures.values() if figure.owners and figure.sighted]
    fields = [field_cost(board, rule, board.figure(figure.id).tiles) for figure in seeing]
    fields += [_usual_field(board, rule)] * (PARTY - len(fields))
    return _together(fields) + _lamps_cost(board, rule)


def is_playable(board: Board, rule: Rule) -> bool:
    """Return whether a map accepts a rule, which means that players' fields are always computed
    in time.
    """
    fields = _together([_usual_field(board, rule)] * PARTY)
    return fields + _lamps_cost(board, rule) <= MOST_FIELDS


def _usual_field(board: Board, rule: Rule) -> int:
    return field_cost(board, rule, board.tiles()[:1])


def _together(fields: Iterable[int]) -> int:
    costs = [*fields]
    return sum(costs) if max(costs, default=0) <= MOST_FIELD else max(sum(costs), MOST_FIELDS + 1)


def _lamps_cost(board: Board, rule: Rule) -> int:
    """Return the time to compute the fields of all lamps, each limited to the lamp's reach."""
    count = len(board.tiles())
    cost = 0
    for light in board.lights():
        tiles = tiles_of(board, light.at)
        across = 2 * int(max(light.bright, light.dim)) + 1
        share = min(count, across * across * len(tiles))
        cost += field_cost(board, rule, tiles, share)
    return cost
