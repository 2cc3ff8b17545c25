"""The command `skirmish`: the hex skirmish in the terminal, played or watched."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from sightline.apps.cli.screen import say
from sightline.apps.cli.words import Option, in_short
from sightline.errors import InvalidValueError

if TYPE_CHECKING:
    from sightline.games.skirmish import Battlefield

MapWord = Annotated[
    str, Option("--map", "crossing, ridge, ruins, or a battlefield of your own.", "MAP")
]
SideWord = Annotated[str, Option("--side", "Which side you play: red or blue.", "SIDE")]
WatchBoth = Annotated[bool, Option("--watch", "The program plays both sides, and says why.")]
Both = Annotated[bool, Option("--both", "Two people at one screen.")]
Open = Annotated[bool, Option("--open", "Without fog: everybody sees everything.")]
Seed = Annotated[str | None, Option("--seed", "The dice fall the same way again.", "NUMBER")]
SavedSkirmish = Annotated[str | None, Option("--saved", "Go on with this saved game.", "FILE")]


def skirmish(
    field: MapWord = "crossing",
    side: SideWord = "red",
    watch: WatchBoth = False,
    both: Both = False,
    open_play: Open = False,
    seed: Seed = None,
    saved: SavedSkirmish = None,
) -> int:
    """Play the hex skirmish in the terminal, or watch the program play it.

    Examples:
      sightline skirmish
      sightline skirmish --map ridge --side blue --seed 7
      sightline skirmish --watch --open
      sightline skirmish --saved evening.json
    """
    from sightline.apps.skirmish.skirmish_screen import SkirmishScreen
    from sightline.apps.skirmish.skirmish_screen import watch as watch_program
    from sightline.games.skirmish import SIDES, Match, load_file

    if side not in SIDES:
        raise InvalidValueError(f"side: expected red or blue, got {in_short(side)!r}")
    if saved is not None:
        match = load_file(saved)
    else:
        match = Match.begin(_field(field), seed_of(seed), fog=not open_play)
    if watch:
        watch_program(match, say, match.start.seed)
        return 0
    people = (0, 1) if both else (SIDES.index(side),)
    SkirmishScreen(match, people, say, ask_line).play()
    return 0


def _field(word: str) -> Battlefield:
    """A shipped map by its name, or one from a file."""
    from sightline.games.skirmish import MAP_NAMES, read_battlefield, shipped_battlefield

    path = Path(word)
    if word in MAP_NAMES or not (path.suffix or path.exists()):
        return shipped_battlefield(word)
    return read_battlefield(path.read_text(encoding="utf-8"), str(path))


def seed_of(word: str | None) -> int:
    if word is None:
        return random.SystemRandom().randrange(1 << 31)
    if not (word.isascii() and word.isdecimal() and len(word) < 19):
        raise InvalidValueError(f"seed: expected a whole number, got {in_short(word)!r}")
    return int(word)


def ask_line(prompt: str) -> str:
    """A line from whoever is there; the end of the file is the end of the game."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
