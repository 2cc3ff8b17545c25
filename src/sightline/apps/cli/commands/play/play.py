"""Play One Card Dungeon in the terminal.

Examples:
  sightline play
  sightline play --tutorial
  sightline play --level 3 --class wizard --seed 7
  sightline play --resume
"""

from __future__ import annotations

import sys
from argparse import Namespace

from sightline.apps.cli.parser import Parser, whole_number
from sightline.errors import InvalidValueError
from sightline.extras import extra


def add_arguments(parser: Parser) -> None:
    add = parser.common.add_argument
    add("--tutorial", action="store_true", help="One small level with hints.")
    add("--level", metavar="LEVEL", help="1 to 12, a level file, or a folder of them.")
    add(
        "--class",
        dest="class_name",
        metavar="CLASS",
        help="paladin, barbarian, ranger, wizard, or adventurer (no class).",
    )
    add("--seed", metavar="NUMBER", type=whole_number, help="Seed of the dice, to repeat a game.")
    add("--resume", action="store_true", help="Continue the last saved game.")
    add("--saved", metavar="FILE", help="Continue this saved game.")
    parser.completers["class_name"] = _classes


def run(args: Namespace) -> int:
    is_number = args.level is not None and args.level.isdecimal()
    level = int(args.level) if is_number else args.level
    with extra("play", "sightline play needs"):
        from sightline.apps.play.app import run as run_app

    if not _is_terminal():
        raise InvalidValueError("play: expected a terminal to play in")
    run_app(level, args.class_name, args.seed, args.saved or args.resume, args.tutorial)
    return 0


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _classes(args: Namespace) -> list[str]:
    from sightline.games.one_card_dungeon import HeroClass

    return [each.value for each in HeroClass]
