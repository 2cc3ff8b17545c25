"""Decide a close call.

The ruling applies in both directions, or in one if a one-way wall matters. It applies to this rule
and its settings, as long as nothing near the line changes.

Examples:
  sightline rulings add campaign.rulings crypt.txt Brom orc --visible --why "the statue is low"
  sightline see crypt.txt Brom orc --rulings campaign.rulings
"""

from __future__ import annotations

from argparse import Namespace

from sightline.apps.cli import options
from sightline.apps.cli.commands.rulings import add_reason, add_rulings_file
from sightline.apps.cli.inputs import find_end, ties_words
from sightline.apps.cli.options import MapOptions, RuleOptions
from sightline.apps.cli.output.screen import say
from sightline.apps.cli.parser import Parser
from sightline.errors import InvalidValueError
from sightline.rulings import Rulings


def add_arguments(parser: Parser) -> None:
    add_rulings_file(parser)
    MapOptions.add(parser)
    options.add_source_and_target(parser)
    parser.common.add_argument("--visible", action="store_true", help="They see each other.")
    parser.common.add_argument("--hidden", action="store_true", help="They do not see each other.")
    add_reason(parser)
    RuleOptions.add(parser)


def run(args: Namespace) -> int:
    if args.visible == args.hidden:
        raise InvalidValueError("rulings add: expected either --visible or --hidden")
    loaded = MapOptions.from_args(args).load()
    rule, words = RuleOptions.from_args(args).choose(loaded)
    a, b = find_end(loaded.board, args.source), find_end(loaded.board, args.target)
    with Rulings(args.kept) as rulings:
        made = rulings.rule(
            loaded.board, a, b, rule, visible=args.visible, by=args.by, why=args.why
        )
    say(str(made))
    say(f"Rule: {words}{ties_words(rule)}.")
    return 0
