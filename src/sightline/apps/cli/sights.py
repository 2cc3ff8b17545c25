"""`see`: one look by one rule."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from sightline.answers.sight import Sight
from sightline.apps.cli.asking import (
    RuleChoice,
    choose_rule,
    decisions,
    find_place,
    open_map,
    tell_changes,
)
from sightline.apps.cli.pictures import Pictures
from sightline.apps.cli.plain import dump, plain_sight
from sightline.apps.cli.screen import say, screen_of, working
from sightline.engine import trace
from sightline.formats import Options
from sightline.model.board import Board
from sightline.pictures import MapPicture

VISIBLE, HIDDEN, ERROR, AMBIGUOUS = 0, 1, 2, 3
"""Exit codes."""
VERDICT_STYLES = {each: each for each in ("visible", "hidden", "ambiguous")}


# --- see


def see(
    path: str,
    source: str,
    target: str,
    choice: RuleChoice,
    options: Options,
    pictures: Pictures,
    *,
    rulings: str | None = None,
    all_lines: bool = False,
    as_json: bool = False,
) -> int:
    """Does one place see another? Says it, draws it, and gives the exit code."""
    loaded = open_map(path, options)
    board = loaded.board
    rule, words = choose_rule(loaded, choice)
    a, b = find_place(board, source), find_place(board, target)
    with decisions(loaded, rulings) as decided, working("looking"):
        sight = trace(board, a, b, rule, rulings=decided)
    tell_changes(loaded)
    if as_json:
        say(dump({"map": path, **plain_sight(sight, all_lines)}))
    else:
        _show(board, sight, words, all_lines)
    pictures.draw(
        lambda theme, under: _picture(board, sight, theme, all_lines, under), loaded.picture
    )
    return exit_code(sight)


def exit_code(sight: Sight) -> int:
    if sight.awaits_ruling and not sight.visible:
        return AMBIGUOUS
    return VISIBLE if sight.visible else HIDDEN


def _picture(
    board: Board, sight: Sight, theme: str, all_lines: bool, under: MapPicture | None
) -> str:
    from sightline.render import sight_svg

    return sight_svg(board, sight, theme=theme, all_lines=all_lines, picture=under)


def _show(board: Board, sight: Sight, rule_words: str, all_lines: bool) -> None:
    from sightline.render import terminal

    color, unicode, width = screen_of(sys.stdout)
    say(terminal(board, sight=sight, color=color, unicode=unicode, width=width).rstrip("\n"))
    say(f"Rule: {rule_words}.")
    if all_lines:
        say()
        for line in _everything_tried(sight):
            say(line)


def _everything_tried(sight: Sight) -> Iterator[str]:
    """Each line or step with what became of it."""
    from sightline.render.words import tried_words

    for number, line in enumerate(sight.lines, start=1):
        yield f"{number:3}. {tried_words(sight, line)}"
    for number, ray in enumerate(sight.rays, start=1):
        if len(sight.rays) > 1:
            yield f"ray {number} of {len(sight.rays)}, beside the exact line:"
        for step in ray.steps:
            found = f"blocked by {step.reason}" if step.reason else "clear"
            cover = f", cover {step.soft_cover:g}" if step.soft_cover else ""
            height = f", height {step.elevation:g}" if step.elevation is not None else ""
            yield f"{step.index:3}. {step.hex}: {found}{cover}{height}"
