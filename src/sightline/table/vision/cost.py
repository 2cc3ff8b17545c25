"""Estimates how much work an answer takes before it is begun, so that nobody waits for another's.

A look by the corner rule tries every line between two figures' corners: 16 between two of one tile,
2,560,000 between two of twenty by twenty, and each of them is listed with all that it meets. Hex
rays are tried between all hexes of the one and all of the other, and the best counts. A field is
mostly swept in one go; by some rules it is the sum of the looks at all tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from sightline.engine.packs import is_compiled
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.packs import Pack, PackQuestion
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRay
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule
from sightline.table.protocol import AskArea, AskField, AskSight, FigureOrTile, Question
from sightline.table.state import MapScene, Refusal, tiles_of

QUICK_LINES = 81
"""So many lines (two figures of 2 x 2) are tried while everybody waits: it is not felt."""
QUICK_MEETINGS = 2_000
"""So many free walls are met with lines, one with the other: some 10 ms."""
QUICK_REACH = 12
"""An area that reaches so far is worked out while everybody waits: at most 25 x 25 tiles."""
MOST_LINES = 2_500
"""The most lines of one look that are listed one by one: a second's work. Beyond, there is only the
verdict; and there is nothing that a ruling could be kept of."""
QUICK_FIELD = 20_000
"""So many lines of a field are tried while everybody waits ..."""
MOST_FIELD = 2_000_000
"""... and so many at all: some two seconds' work."""
MOST_FIELDS = 20_000_000
"""The most lines for the fields of all the players' figures together, when they are all looked at
anew."""
MOST_ON_THE_WAY = 3_000_000
"""The most lines for all that a figure sees on one walk."""
MOST_PEOPLE = 300
"""The most figures of which it is answered who sees whom: 90,000 looks."""
WALL_WORTH = 4
"""A free wall is worth so many lines of a field, for each line between two tiles."""

AREA_WORTH = 100
"""From any part of a tile to any part of another there are lines without end: to find out takes as
long as so many."""
PACK_WORTH = 300
"""By the rule of a game, a line of a field is worth so many where no kernel tries it."""

SWEPT = (CornerRule, CenterRule, HexRay)
"""The rules that have kernels. Those that are made of them have none."""

TOO_FAR = "That is too far for one move."
TOO_SLOW = (
    "That would take too long: by this rule, with figures of this size, on a map of this size."
)


def lines_between(board: Board, rule: Rule, one: Collection[Tile], other: Collection[Tile]) -> int:
    """How many lines, or rays, a look between these tiles tries."""
    if isinstance(rule, PackRule):
        return _lines_of_pack(board, rule.pack) * len(one) * len(other)
    if isinstance(rule, HexRay):
        return len(one) * len(other)
    if isinstance(rule, CenterRule):
        return 1 if rule.large == "middle" else len(one) * len(other)
    # The corner rule's; of a rule that is not known here, no more than that is to be feared.
    return _corners(board) ** 2 * len(one) * len(other)


def _lines_of_pack(board: Board, pack: Pack) -> int:
    """Between two tiles, by the question that takes longest."""
    return max(_lines_of_question(board, each) for each in (pack.sight, *pack.cover))


def _pack_worth(board: Board, rule: PackRule) -> int:
    return 1 if is_compiled(board, rule) else PACK_WORTH


def _lines_of_question(board: Board, question: PackQuestion) -> int:
    if question.start == question.end == "area":
        return AREA_WORTH
    if "centre" in (question.start, question.end):
        return 1
    return _corners(board) ** 2


def is_answerable(board: Board, rule: Rule, one: Collection[Tile], other: Collection[Tile]) -> bool:
    """Can it be said at all within a moment whether the one sees the other? Large figures are tried
    tile by tile, and by the rule of a game kernels do not know all of them."""
    if not isinstance(rule, PackRule):
        return True
    questions = (rule.pack.sight, *rule.pack.cover)
    slow = any(each.whole or each.target_blocks or each.take == "all" for each in questions)
    is_large = len(one) > 1 or len(other) > 1
    worth = PACK_WORTH if slow and is_large else _pack_worth(board, rule)
    return worth * lines_between(board, rule, one, other) <= MOST_FIELD


def is_explainable(
    board: Board, rule: Rule, one: Collection[Tile], other: Collection[Tile]
) -> bool:
    """Is the look small enough to be listed line by line, and so to be ruled on?"""
    return lines_between(board, rule, one, other) <= MOST_LINES


def _corners(board: Board) -> int:
    return 4 if board.grid.name == "square" else 6


def lines_of_field(board: Board, rule: Rule, viewer: Collection[Tile]) -> int:
    """How many lines a field tries, or what its free walls are worth; 0: it is swept, or as good as
    that."""
    return _lines_tried(board, rule, viewer) + board.wall_count * WALL_WORTH * lines_between(
        board, rule, viewer, [*viewer][:1]
    )


def _lines_tried(board: Board, rule: Rule, viewer: Collection[Tile]) -> int:
    if isinstance(rule, PackRule):
        lines = lines_between(board, rule, viewer, [*viewer][:1]) * len(board.tiles())
        return _pack_worth(board, rule) * lines
    looks_from_middle = isinstance(rule, CenterRule) and rule.large == "middle" and len(viewer) > 1
    is_swept = isinstance(rule, HexRay) or (board.grid.name == "square" and not looks_from_middle)
    if is_swept and type(rule) in SWEPT:
        return 0
    return lines_between(board, rule, viewer, [*viewer][:1]) * len(board.tiles())


def is_quick(
    board: Board,
    rule: Rule,
    question: Question,
    tiles: Callable[[FigureOrTile], Collection[Tile]],
) -> bool:
    """May everybody wait while this is answered? `tiles`: what a figure covers, as far as whoever
    asks knows of it; of what is not there, nothing."""
    if isinstance(question, AskSight):
        lines = lines_between(board, rule, tiles(question.a), tiles(question.b))
        meetings = lines * board.wall_count
        return lines <= QUICK_LINES and meetings <= QUICK_MEETINGS and not question.picture
    if isinstance(question, AskArea):
        lines = lines_of_field(board, rule, tiles(question.at))
        return lines <= QUICK_FIELD and question.reach <= QUICK_REACH
    if isinstance(question, AskField) and question.figure is not None:
        return lines_of_field(board, rule, tiles(question.figure)) <= QUICK_FIELD
    return False


def check_who(scene: MapScene, figures: int) -> None:
    """Refuse to say who sees whom of so many, by a rule that takes long."""
    if figures > MOST_PEOPLE:
        raise Refusal(f"Who sees whom is shown for {MOST_PEOPLE} figures; here are {figures:,}.")
    if isinstance(scene.rule, PackRule):
        worth = _pack_worth(scene.board, scene.rule)
        pair = 2 * worth * _lines_of_pack(scene.board, scene.rule.pack)
        if figures * figures * pair > MOST_FIELDS:
            raise Refusal(
                f"By this rule it takes too long to say who sees whom of {figures:,} figures."
            )


def tiles_if_there(board: Board, where: FigureOrTile) -> tuple[Tile, ...]:
    """What a question is about; of what is not there, nothing."""
    try:
        return tiles_of(board, where)
    except SightlineError:
        return ()


def check_field(board: Board, rule: Rule, viewer: Collection[Tile]) -> None:
    """Refuse a field that takes too long."""
    if lines_of_field(board, rule, viewer) > MOST_FIELD:
        raise Refusal(TOO_SLOW)


def check_walk(scene: MapScene, viewer: Collection[Tile], steps: int) -> None:
    """Refuse a walk on which it takes too long to see all that there is to see. A single step is
    always possible."""
    lines = lines_of_field(scene.board, scene.rule, viewer)
    if steps > 1 and lines * steps > MOST_ON_THE_WAY:
        raise Refusal(TOO_FAR)


def lines_of_lamps(scene: MapScene) -> int:
    """How many lines it takes to find out what the lamps of a map light: of each one's field the
    part within its reach."""
    if scene.darkness == "daylight":
        return 0
    board, count = scene.board, len(scene.board.tiles())
    lines = 0
    for light in board.lights():
        tiles = tiles_of(board, light.at)
        across = 2 * int(max(light.bright, light.dim)) + 1
        share = min(count, across * across * len(tiles))
        lines += lines_of_field(board, scene.rule, tiles) * share // count
    return lines


def lines_of_fields(scene: MapScene, viewers: Iterable[str]) -> int:
    """How many lines it takes to look through all these figures; more than can be, if one of them
    alone takes too long."""
    lines = [
        lines_of_field(scene.board, scene.rule, scene.board.figure(viewer).tiles)
        for viewer in viewers
    ]
    return sum(lines) if max(lines, default=0) <= MOST_FIELD else max(sum(lines), MOST_FIELDS + 1)
