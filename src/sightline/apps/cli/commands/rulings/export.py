"""Write every ruling as JSON.

Examples:
  sightline rulings export campaign.rulings rulings.json
  sightline rulings export campaign.rulings | jq length
"""

from __future__ import annotations

from argparse import Namespace

from sightline.apps.cli.commands.rulings import add_rulings_file
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.picture_files import write_file
from sightline.apps.cli.output.screen import note, say
from sightline.apps.cli.parser import Parser
from sightline.rulings import Rulings

STANDARD_OUTPUT = "-"


def add_arguments(parser: Parser) -> None:
    add_rulings_file(parser)
    parser.places.add_argument(
        "out",
        metavar="OUT",
        nargs="?",
        default=STANDARD_OUTPUT,
        help="JSON file, or - for standard output (the default).",
    )


def run(args: Namespace) -> int:
    with Rulings(args.kept, readonly=True) as rulings:
        text = dump(rulings.export())
    if args.out == STANDARD_OUTPUT:
        say(text)
    else:
        write_file(args.out, f"{text}\n".encode())
        note(f"wrote {args.out}")
    return 0
