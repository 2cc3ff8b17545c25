"""Tell whether one place sees another, and why.

Exit code: 0 visible, 1 hidden, 3 ambiguous (the game master decides), 2 error.

Examples:
  sightline see crypt.txt Mira goblin
  sightline see crypt.dd2vtt C4 H9 --rule center --ties adjudicated
  sightline see hills.txt -2,1 3,-1 --all-lines --svg ray.svg
  sightline see crypt.txt Mira goblin --json | jq .verdict
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator

from sightline.answers.plain import plain_sight
from sightline.answers.sight import Sight
from sightline.apps.cli import options
from sightline.apps.cli.inputs import decisions, find_end, tell_changes
from sightline.apps.cli.options import MapOptions, RuleOptions
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.picture_files import PictureOptions
from sightline.apps.cli.output.screen import say, screen_of, working
from sightline.apps.cli.parser import Parser
from sightline.engine import trace
from sightline.model.board import Board
from sightline.pictures import MapPicture

VISIBLE, HIDDEN, AMBIGUOUS = 0, 1, 3
"""Exit codes."""


def add_arguments(parser: Parser) -> None:
    MapOptions.add(parser)
    options.add_source_and_target(parser)
    RuleOptions.add(parser)
    parser.common.add_argument(
        "--all-lines", action="store_true", help="Show every line or step that was tried."
    )
    PictureOptions.add(parser)
    options.add_json(parser)
    options.add_by(parser)
    options.add_rulings(parser)


def run(args: Namespace) -> int:
    pictures = PictureOptions.from_args(args)
    loaded = MapOptions.from_args(args).load()
    board = loaded.board
    rule, words = RuleOptions.from_args(args).choose(loaded)
    a, b = find_end(board, args.source), find_end(board, args.target)
    with decisions(loaded, args.rulings) as decided, working("looking"):
        sight = trace(board, a, b, rule, rulings=decided, by=args.by)
    tell_changes(loaded)
    if args.as_json:
        purpose = {} if args.by == "sight" else {"by": args.by}
        say(dump({"map": args.map_file, **purpose, **plain_sight(sight, args.all_lines)}))
    else:
        _show(board, sight, words, args.all_lines)
    pictures.draw(
        lambda theme, under: _picture(board, sight, theme, args.all_lines, under), loaded.picture
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
    """Yield a line of text for each tried line or step, with its result."""
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
