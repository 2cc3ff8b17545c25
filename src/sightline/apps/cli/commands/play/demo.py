"""Show what sightline does, on a small dungeon.

Examples:
  sightline demo
  sightline demo --svg /tmp/demo.svg --theme dark
"""

from __future__ import annotations

import sys
from argparse import Namespace
from importlib.resources import files
from pathlib import Path

from sightline.answers.sight import Sight
from sightline.apps.cli.output.picture_files import add_theme, write_file
from sightline.apps.cli.output.screen import say, say_wrapped, screen_of, table
from sightline.apps.cli.parser import Parser
from sightline.engine import trace
from sightline.formats import load_bytes
from sightline.model.board import Board
from sightline.render.console.canvas import styled
from sightline.rules.registry import RULES

SEEN, UNSEEN = "sees", "-"


def demo_map(name: str) -> Board:
    """Return a map that is included in the package."""
    path = files("sightline.apps.cli") / "demo_maps" / name
    return load_bytes(path.read_bytes(), name).board


def add_arguments(parser: Parser) -> None:
    parser.common.add_argument(
        "--svg", metavar="FILE", default="sightline-demo.svg", help="SVG file to write."
    )
    add_theme(parser, "auto")


def run(args: Namespace) -> int:
    dungeon, rule = demo_map("dungeon.txt"), RULES["corner"]
    sight = trace(dungeon, "Mira", "goblin", rule)

    say(_bold("Does Mira see the goblin?"))
    _picture(dungeon, sight)

    _heading("Who sees whom?")
    figures = [
        figure.name
        for kind in ("hero", "enemy")
        for figure in dungeon.figures()
        if figure.kind == kind
    ]
    answers = {(a, b): trace(dungeon, a, b, rule) for a in figures for b in figures if a != b}
    rows = [[a, *(_mark(answers.get((a, b))) for b in figures)] for a in figures]
    table(("", *figures), rows, {SEEN: "visible", UNSEEN: "dim"})
    say_wrapped(f"Why not Bruno and the ogre? {answers['Bruno', 'ogre'].explain()}")

    _heading("The same dungeon as a quest board: center to center, and Bruno opens the door")
    for state in ("closed", "open"):
        dungeon.set_state((4, 4), (4, 5), state)
        say_wrapped(f"{state}: {trace(dungeon, 'Bruno', (4, 7), RULES['center']).explain()}")

    _heading("A hex ray, step by step, with cover and a hill")
    hills = demo_map("hills.txt")
    _picture(hills, trace(hills, "ranger", "archer", RULES["hexray"]))

    say()
    write_file(args.svg, _svg(sight, args.theme).encode())
    say(f"Mira and the goblin as a picture: {Path(args.svg).resolve()}")
    say("Now yours: sightline see MAP FROM TO    sightline play    sightline --help")
    return 0


def _heading(text: str) -> None:
    say()
    say(_bold(text))


def _bold(text: str) -> str:
    return styled(text, "bold", screen_of(sys.stdout).color)


def _picture(board: Board, sight: Sight) -> None:
    from sightline.render import terminal

    color, unicode, width = screen_of(sys.stdout)
    text = terminal(board, sight=sight, color=color, unicode=unicode, width=width)
    say(text.rstrip("\n"))


def _mark(sight: Sight | None) -> str:
    if sight is None:
        return ""
    return SEEN if sight else UNSEEN


def _svg(sight: Sight, theme: str) -> str:
    from sightline.render import sight_svg

    return sight_svg(demo_map("dungeon.txt"), sight, theme=theme)
