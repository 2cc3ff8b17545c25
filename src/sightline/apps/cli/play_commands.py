"""The commands to look around and to play: demo, play, bench."""

from __future__ import annotations

import sys
from typing import Annotated

from sightline.apps.cli import options as given
from sightline.apps.cli.words import Argument, Option, in_short
from sightline.errors import InvalidValueError
from sightline.extras import extra

DemoSvg = Annotated[str, Option("--svg", "Where the picture goes.", "FILE")]
LevelWord = Annotated[
    str | None, Option("--level", "1 to 12, a level file, or a folder of them.", "LEVEL")
]
ClassName = Annotated[
    str | None,
    Option(
        "--class",
        "paladin, barbarian, ranger or wizard; adventurer for none: the base game.",
        "CLASS",
    ),
]
Seed = Annotated[str | None, Option("--seed", "The dice fall the same way again.", "NUMBER")]
Resume = Annotated[bool, Option("--resume", "Go on with the last saved game.")]
SavedGame = Annotated[str | None, Option("--saved", "Go on with this saved game.", "FILE")]
Tutorial = Annotated[bool, Option("--tutorial", "One small level with hints.")]
Quick = Annotated[bool, Option("--quick", "The short built-in timing, whatever else there is.")]
SuiteWords = Annotated[
    list[str] | None, Argument("ARGS...", "Passed on to the repository's benchmarks, after --.")
]


def demo(svg: DemoSvg = "sightline-demo.svg", theme: given.ThemeName = "auto") -> int:
    """See it work: a dungeon, who sees whom, and why not.

    Examples:
      sightline demo
      sightline demo --svg /tmp/demo.svg --theme dark
    """
    from sightline.apps.cli.demo import show_demo

    return show_demo(svg, theme)


def play(
    level: LevelWord = None,
    class_name: ClassName = None,
    seed: Seed = None,
    resume: Resume = False,
    saved: SavedGame = None,
    tutorial: Tutorial = False,
) -> int:
    """Play One Card Dungeon in the terminal, with keyboard and mouse.

    Examples:
      sightline play
      sightline play --tutorial
      sightline play --level 3 --class wizard --seed 7
      sightline play --resume
    """
    number = None if seed is None else _whole(seed, "seed")
    chosen = int(level) if level is not None and level.isdecimal() else level
    with extra("play", "sightline play needs"):
        from sightline.apps.play.app import run

    if not _is_terminal():
        raise InvalidValueError("play: expected a terminal to play in")
    run(chosen, class_name, number, saved or resume, tutorial)
    return 0


def bench(words: SuiteWords = None, quick: Quick = False) -> int:
    """Measure how fast it is here.

    Runs the repository's benchmarks where they are, else a short built-in timing.

    Examples:
      sightline bench
      sightline bench --quick
    """
    from sightline.apps.cli.bench import run_benchmarks

    return run_benchmarks(words or [], quick=quick)


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _whole(word: str, what: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise InvalidValueError(
            f"{what}: expected a whole number, got {in_short(word)!r}"
        ) from None
