"""List every ruling: who, when, why. With a map, also what is open.

A ruling applies until something changes that its lines could touch. With a map, the list says which
rulings are in force there, which have lapsed, and which close calls between figures still need a
decision.

Examples:
  sightline rulings list campaign.rulings
  sightline rulings list campaign.rulings crypt.txt --rule center --ties adjudicated
"""

from __future__ import annotations

from argparse import Namespace

from sightline.answers.plain import plain_sight
from sightline.apps.cli import options
from sightline.apps.cli.commands.rulings import add_rulings_file
from sightline.apps.cli.options import MapOptions, RuleOptions
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.screen import say, working
from sightline.apps.cli.parser import Parser
from sightline.rulings import Rulings, open_calls


def add_arguments(parser: Parser) -> None:
    add_rulings_file(parser)
    text = "Map: also list which rulings are in force, and what is open."
    MapOptions.add(parser, is_required=False, text=text)
    RuleOptions.add(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    loaded = None if args.map_file is None else MapOptions.from_args(args).load()
    with Rulings(args.kept, readonly=True) as rulings:
        history = rulings.history(None if loaded is None else loaded.board)
        calls = []
        if loaded is not None:
            chosen = RuleOptions.from_args(args).choose(loaded)
            with working("looking for close calls"):
                calls = open_calls(loaded.board, chosen.rule, rulings=rulings)
    if args.as_json:
        made = [
            {
                "number": each.number,
                "status": each.status,
                "because": each.because,
                **each.to_plain(),
            }
            for each in history
        ]
        say(dump({"rulings": made, "open": [plain_sight(call.sight) for call in calls]}))
        return 0
    for each in history:
        say(str(each))
    if not history:
        say("No rulings yet.")
    if loaded is not None:
        say(f"\nOpen calls between figures, by {chosen.words}: {len(calls) or 'none'}")
        for call in calls:
            say(f"- {call}")
    return 0
