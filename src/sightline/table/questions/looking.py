"""Looks that both masters and players ask for: as if a figure stood elsewhere, and its field."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from sightline.answers.light import SightInLight
from sightline.answers.sight import Sight, Verdict
from sightline.engine import field
from sightline.engine.light import light_field
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol import FigureOrTile, SightAnswer
from sightline.table.state import Refusal, tiles_of
from sightline.table.vision import (
    PLAIN_EYES,
    VERDICTS,
    Eyes,
    bits_of_field,
    bits_of_tiles,
    rule_words,
)

NO_TILE = "There is no such tile on this map."
ALONE = {
    Verdict.VISIBLE: "Visible.",
    Verdict.HIDDEN: "Hidden.",
    Verdict.AMBIGUOUS: "Too close to call, so it counts as hidden.",
}
TOO_MANY_LINES = "Between two of this size there are too many lines to list them one by one."


@contextmanager
def as_if_at(
    board: Board,
    where: FigureOrTile,
    at: tuple[int, int] | None,
    allowed: Callable[[Tile], bool] = lambda tile: True,
) -> Iterator[tuple[Board, FigureOrTile]]:
    """The board as if the figure stood there, and from where to look; it is back in the end. Where
    the figure does not fit on allowed tiles, one looks from that tile alone. (A player must not
    find out where the map ends by trying where a large figure fits.)"""
    if at is None:
        yield board, where
        return
    if at not in board:
        raise Refusal(NO_TILE)
    if not isinstance(where, str):
        yield board, at
        return
    figure = board.figure(where)
    fits = all(map(allowed, board.footprint(at, figure.size)))
    if not fits or not _was_moved(board, where, at):
        without = board.copy()
        without.remove(where)
        yield without, at
        return
    try:
        yield board, where
    finally:
        board.move(where, figure.at)


@contextmanager
def as_if_on_both(
    over: Board,
    whole: Board,
    where: FigureOrTile,
    at: tuple[int, int] | None,
    allowed: Callable[[Tile], bool] = lambda tile: True,
) -> Iterator[tuple[Board, FigureOrTile, Board]]:
    """`as_if_at` on the board that somebody looks over, and the board whose light there is then:
    whoever is not in their way still casts a shadow."""
    with as_if_at(over, where, at, allowed) as (board, start):
        if over is whole:
            yield board, start, board
        else:
            with as_if_at(whole, where, at, allowed) as (lit_by, _):
                yield board, start, lit_by


def _was_moved(board: Board, figure: str, to: tuple[int, int]) -> bool:
    try:
        board.move(figure, to)
    except SightlineError:
        return False
    return True


def field_bits(
    board: Board,
    where: FigureOrTile,
    rule: Rule,
    rulings: Rulings | None,
    eyes: Eyes = PLAIN_EYES,
    lit: int | None = None,
) -> int:
    """What is seen from there by such eyes, and where one stands. `lit`: the tiles that are not
    dark; None: no matter."""
    reach, in_the_dark = eyes
    seen = bits_of_field(field(board, where, rule, reach, rulings=rulings))
    if lit is not None and in_the_dark is not None:
        felt: Fraction = in_the_dark if reach is None else min(reach, in_the_dark)
        seen = seen & lit | bits_of_field(field(board, where, rule, felt, rulings=rulings))
    return seen | bits_of_tiles(board, tiles_of(board, where))


def lit_bits(board: Board, rule: Rule) -> int | None:
    """The tiles that are not dark; None: none is."""
    return bits_of_field(light_field(board, rule).lit) if board.ambient == "dark" else None


def put_light(answer: SightAnswer, seen: SightInLight, labelled: Sight) -> None:
    """Say what the light does to an answer of the rule's. `labelled`: the answer with labels."""
    answer.words = replace(seen, sight=labelled).explain()
    if seen.failed in ("range", "light"):
        not_seen(answer, "range" if seen.failed == "range" else "light", answer.words)


def not_seen(answer: SightAnswer, failed: Literal["range", "light"], words: str) -> None:
    """It is in sight, and yet not seen."""
    answer.verdict, answer.visible, answer.failed = "hidden", False, failed
    answer.words = answer.reason = words
    answer.degree = answer.effect = ""


def verdict_alone(verdict: Verdict, visible: bool, rule: Rule) -> SightAnswer:
    """Between two that are too large for more."""
    return SightAnswer(
        verdict=VERDICTS[verdict],
        visible=visible,
        words=f"{ALONE[verdict]} {TOO_MANY_LINES}",
        reason=TOO_MANY_LINES,
        rule=rule_words(rule),
    )
