"""Play the hex skirmish in the terminal, or watch it.

Examples:
  sightline skirmish
  sightline skirmish --map ridge --side blue --seed 7
  sightline skirmish --watch --open
  sightline skirmish --saved evening.json
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from sightline.apps.cli.commands.play.terminal_game import add_seed, ask_line, random_seed
from sightline.apps.cli.output.screen import say
from sightline.apps.cli.parser import Parser, in_short
from sightline.apps.skirmish.skirmish_screen import SkirmishScreen, watch
from sightline.errors import InvalidValueError
from sightline.games.skirmish import (
    MAP_NAMES,
    SIDES,
    Battlefield,
    Match,
    load_file,
    read_battlefield,
    shipped_battlefield,
)


def add_arguments(parser: Parser) -> None:
    add = parser.common.add_argument
    add(
        "--map",
        metavar="MAP",
        default="crossing",
        help="crossing, ridge, ruins, or your own battlefield file.",
    )
    add("--side", metavar="SIDE", default="red", help="The side you play: red or blue.")
    add("--watch", action="store_true", help="The computer plays both sides, and says why.")
    add("--both", action="store_true", help="Two players share this screen.")
    add("--open", action="store_true", help="Without fog: everybody sees everything.")
    add_seed(parser)
    add("--saved", metavar="FILE", help="Continue this saved game.")
    parser.completers |= {"map": lambda _: MAP_NAMES, "side": lambda _: SIDES}


def run(args: Namespace) -> int:
    if args.side not in SIDES:
        raise InvalidValueError(f"side: expected red or blue, got {in_short(args.side)!r}")
    if args.saved is not None:
        match = load_file(args.saved)
    else:
        seed = random_seed() if args.seed is None else args.seed
        match = Match.begin(_field(args.map), seed, fog=not args.open)
    if args.watch:
        watch(match, say, match.start.seed)
        return 0
    people = (0, 1) if args.both else (SIDES.index(args.side),)
    SkirmishScreen(match, people, say, ask_line).play()
    return 0


def _field(word: str) -> Battlefield:
    """Return a built-in map by its name, or one from a file."""
    path = Path(word)
    if word in MAP_NAMES or not (path.suffix or path.exists()):
        return shipped_battlefield(word)
    return read_battlefield(path.read_text(encoding="utf-8"), str(path))
