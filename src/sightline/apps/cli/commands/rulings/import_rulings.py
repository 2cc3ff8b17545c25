"""Add the rulings that `export` wrote.

Rulings that are already in the file stay unchanged.

Examples:
  sightline rulings import campaign.rulings rulings.json
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from sightline.apps.cli.commands.rulings import add_rulings_file
from sightline.apps.cli.inputs import STANDARD_INPUT
from sightline.apps.cli.output.screen import note
from sightline.apps.cli.parser import Parser
from sightline.errors import InvalidValueError
from sightline.rulings import Rulings


def add_arguments(parser: Parser) -> None:
    add_rulings_file(parser)
    parser.places.add_argument(
        "exported", metavar="IN", help="JSON file that `export` wrote, or - for standard input."
    )


def run(args: Namespace) -> int:
    is_piped = args.exported == STANDARD_INPUT
    try:
        text = sys.stdin.buffer.read() if is_piped else Path(args.exported).read_bytes()
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidValueError(f"{args.exported}: expected JSON: {error}") from None
    with Rulings(args.kept) as rulings:
        added = rulings.load(plain)
    note(f"{added} rulings added to {args.kept}")
    return 0
