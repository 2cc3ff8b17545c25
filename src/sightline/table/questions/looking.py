"""Lines of sight and fields for game masters and players, including as if a figure stood
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Literal, TypeAlias

from sightline.answers.field import Field
from sightline.answers.light import SightInLight
from sightline.answers.sight import Sight, Verdict
from sightline.engine import field
from sightline.engine.fields import field_at
from sightline.engine.lighting.light import floor_levels, tiles_by_level
from sightline.engine.lighting.opaque import lit_for, opaque_tiles
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.parts.heights import At
from sightline.model.place import place, storey_of
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol.answers import SightAnswer
from sightline.table.state.records import Refusal
from sightline.table.state.scene import SightEnd, tiles_of
from sightline.table.vision.light.light_test import PLAIN_EYES, Eyes
from sightline.table.vision.sight_answer import VERDICTS
from sightline.table.vision.tile_sets import bits_of_field, bits_of_tiles
from sightline.texts import join, say

LitTiles: TypeAlias = Callable[[Fraction | None], int]
"""A function that returns the tiles that are not dark, given the height of a storey; None is
the ground.
"""

ALONE = {
    Verdict.VISIBLE: say("Visible."),
    Verdict.HIDDEN: say("Hidden."),
    Verdict.AMBIGUOUS: say("Too close to call, so it counts as hidden."),
}
TOO_MANY_LINES = say("Between two of this size there are too many lines to list them one by one.")


@contextmanager
def as_if_at(
    board: Board,
    where: SightEnd,
    at: tuple[int, int] | At | None,
    allowed: Callable[[Tile], bool] = lambda tile: True,
) -> Iterator[tuple[Board, SightEnd]]:
    """Put the figure on that tile inside the context, and yield the board and the viewing end.

    If the figure does not fit on allowed tiles, only that tile is the viewer. (Whether a large
    figure fits must not reveal the map's edge to a player.)
    """
    if at is None:
        yield board, where
        return
    tile = tiles_of(board, at)[0] if isinstance(at, At) else at
    if tile not in board:
        raise Refusal("noTile")
    if not isinstance(where, str):
        yield board, at
        return
    figure = board.figure(where)
    fits = all(map(allowed, board.footprint(tile, figure.size)))
    if not fits or not _was_moved(board, where, at):
        without = board.copy()
        without.remove(where)
        yield without, at
        return
    try:
        yield board, where
    finally:
        board.move(where, figure.at, elevation=figure.elevation)


@contextmanager
def as_if_on_both(
    over: Board,
    whole: Board,
    where: SightEnd,
    at: tuple[int, int] | At | None,
    allowed: Callable[[Tile], bool] = lambda tile: True,
) -> Iterator[tuple[Board, SightEnd, Board]]:
    """Do the same as `as_if_at` on two boards: the viewer's, and the one for light.

    Figures that do not block the viewer are only on the second, because they still cast shadows.
    """
    with as_if_at(over, where, at, allowed) as (board, start):
        if over is whole:
            yield board, start, board
        else:
            with as_if_at(whole, where, at, allowed) as (lit_by, _):
                yield board, start, lit_by


def _was_moved(board: Board, figure: str, to: tuple[int, int] | At) -> bool:
    try:
        board.move(figure, to)
    except SightlineError:
        return False
    return True


def field_bits(
    board: Board,
    where: SightEnd,
    rule: Rule,
    rulings: Rulings | None,
    eyes: Eyes = PLAIN_EYES,
    lit: LitTiles | None = None,
) -> int:
    """Return the tiles of the viewer's storey that these eyes see, including the viewer's own.

    `lit` returns the tiles that are not dark; None ignores light.
    """
    reach, in_the_dark = eyes
    seen = bits_of_field(field(board, where, rule, radius=reach, rulings=rulings))
    if lit is not None and in_the_dark is not None:
        felt: Fraction = in_the_dark if reach is None else min(reach, in_the_dark)
        levels = tiles_by_level(board, storey_of(board, place(board, where, "from"), None))
        shown = 0
        for level, tiles in levels:
            by_rule = seen
            if reach is not None or rulings is not None or len(levels) > 1:
                by_rule = bits_of_field(field_at(board, where, rule, level))
            shown |= lit_for(board, opaque_tiles(board, level), lit(level), by_rule) & tiles
        seen = seen & shown | bits_of_field(field(board, where, rule, radius=felt, rulings=rulings))
    return seen | bits_of_tiles(board, tiles_of(board, where))


def lit_bits(board: Board, rule: Rule) -> LitTiles | None:
    """Return a function for the tiles that are not dark, or None if all are lit."""
    if board.ambient != "dark":
        return None

    @cache
    def lit(storey: Fraction | None) -> int:
        return bits_of_field(Field(board, floor_levels(board, rule, "euclid", storey)[1]))

    return lit


def put_light(answer: SightAnswer, seen: SightInLight, labeled: Sight) -> None:
    """Add the effect of light to the rule's answer. `labeled` is the answer with labels."""
    answer.words = replace(seen, sight=labeled).explain()
    if seen.failed in ("range", "light"):
        not_seen(answer, "range" if seen.failed == "range" else "light", answer.words)


def not_seen(answer: SightAnswer, failed: Literal["range", "light"], words: str) -> None:
    """Change an answer to "in line of sight, but not visible"."""
    answer.verdict, answer.visible, answer.failed = "hidden", False, failed
    answer.words = answer.reason = words
    answer.degree = answer.effect = ""


def verdict_alone(verdict: Verdict, visible: bool, rule: Rule) -> SightAnswer:
    """Return an answer with only the verdict, for two figures that are too large for an
    explanation.
    """
    return SightAnswer(
        verdict=VERDICTS[verdict],
        visible=visible,
        words=join([ALONE[verdict], TOO_MANY_LINES], " "),
        reason=TOO_MANY_LINES,
        rule=rule.in_short(),
    )
