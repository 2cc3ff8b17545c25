"""Undo a ruling. The ruling before it applies again.

Examples:
  sightline rulings undo campaign.rulings 3 --by Ann --why "there are torches"
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from sightline.apps.cli.commands.rulings import add_reason, add_rulings_file
from sightline.apps.cli.output.screen import say
from sightline.apps.cli.parser import Parser, in_short
from sightline.errors import InvalidValueError
from sightline.rulings import Rulings


def add_arguments(parser: Parser) -> None:
    add_rulings_file(parser)
    parser.places.add_argument(
        "number", metavar="NUMBER", help="Number of the ruling, as `list` shows it."
    )
    add_reason(parser)


def run(args: Namespace) -> int:
    if not args.number.isdecimal():
        raise InvalidValueError(
            f"rulings undo: expected the number of a ruling, got {in_short(args.number)!r}"
        )
    if not Path(args.kept).exists():  # opening a missing file would create one
        raise InvalidValueError(f"{in_short(args.kept)}: no such file")
    with Rulings(args.kept) as rulings:
        say(str(rulings.undo(int(args.number), by=args.by, why=args.why)))
    return 0
