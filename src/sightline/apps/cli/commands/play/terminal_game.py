"""What the terminal games share: the option --seed, and reading a line."""

from __future__ import annotations

import random
import sys
from argparse import ArgumentTypeError

from sightline.apps.cli.parser import Parser, in_short


def add_seed(parser: Parser) -> None:
    parser.common.add_argument(
        "--seed", metavar="NUMBER", type=_seed, help="Seed of the dice, to repeat a game."
    )


def _seed(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 19):
        raise ArgumentTypeError(f"expected a whole number, got {in_short(word)!r}")
    return int(word)


def random_seed() -> int:
    return random.SystemRandom().randrange(1 << 31)


def ask_line(prompt: str) -> str:
    """Read a line. The end of the input ends the game."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
