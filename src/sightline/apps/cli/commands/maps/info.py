"""Show what is on a map, and how it was read.

Prints the report of what was read, changed, guessed and lost, and a picture.

Examples:
  sightline info crypt.dd2vtt
  sightline info world.ldtk --level 2 --svg level2.svg
  curl -s https://example.org/crypt.json | sightline info -
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from typing import Any

from sightline.apps.cli import options
from sightline.apps.cli.options import MapOptions
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.picture_files import PictureOptions, draw_board
from sightline.apps.cli.output.screen import say, say_wrapped, screen_of, table
from sightline.apps.cli.parser import Parser
from sightline.formats import Loaded
from sightline.formats.counts import counts, tally
from sightline.model.board import Board

MOST_LISTED = 20


def add_arguments(parser: Parser) -> None:
    MapOptions.add(parser)
    PictureOptions.add(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    pictures = PictureOptions.from_args(args)
    loaded = MapOptions.from_args(args).load()
    if args.as_json:
        say(dump({"map": args.map_file, **_plain(loaded)}))
    else:
        _show(loaded)
    pictures.draw(lambda theme, under: draw_board(loaded.board, theme, under), loaded.picture)
    return 0


def _show(loaded: Loaded) -> None:
    from sightline.render import terminal
    from sightline.render.words import board_words

    board = loaded.board
    color, unicode, width = screen_of(sys.stdout)
    for line in str(loaded.report).splitlines():
        say_wrapped(line)
    say()
    say(f"{board_words(board)}.")
    for line in _contents(board):
        say(line)
    if loaded.rule is not None:
        say(f"Rule: {dump(loaded.rule)}")
    if loaded.rulings:
        say(f"Rulings of a game master: {len(loaded.rulings)}")
    say()
    say(terminal(board, color=color, unicode=unicode, width=width).rstrip("\n"))
    figures = [
        (
            *(each.name, each.kind, _place(each.at)),
            *(_size(each.size), _blocks(each.blocks_sight), each.side),
        )
        for each in board.figures()
    ]
    if figures:
        say()
        table(("figure", "kind", "at", "size", "sight", "side"), figures[:MOST_LISTED])
    if len(figures) > MOST_LISTED:
        say(f"and {len(figures) - MOST_LISTED} more")


def _contents(board: Board) -> list[str]:
    solid = sum(1 for _ in board.solid_tiles())
    edges = counts(str(threshold) for _, _, threshold in board.edges())
    free = counts(str(wall.threshold) for wall in board.free_walls())
    lines = [f"Solid tiles: {solid}"] if solid else []
    terrain = tally([*board.terrains().values()])
    sides = tally([figure.side for figure in board.figures() if figure.side])
    for title, counted in (
        ("On edges", edges),
        ("Anywhere", free),
        ("Terrain", terrain),
        ("Sides", sides),
    ):
        if counted:
            lines.append(f"{title}: {counted}")
    return lines


def _place(at: Any) -> str:
    return str(at)


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _blocks(blocks_sight: bool) -> str:
    return "blocks" if blocks_sight else "is seen over"


def _plain(loaded: Loaded) -> dict[str, Any]:
    board, report = loaded.board, loaded.report
    return {
        "format": report.format,
        "report": {
            title: getattr(report, title) for title in ("read", "changed", "guessed", "lost")
        },
        "grid": board.grid.name,
        "tiles": len(board.tiles()),
        "shape": list(board.shape),
        "solid": sum(1 for _ in board.solid_tiles()),
        "edges": sum(1 for _ in board.edges()),
        "free_walls": len(board.free_walls()),
        "terrain": Counter(board.terrains().values()),
        "figures": [
            {
                "name": figure.name,
                "kind": figure.kind,
                "side": figure.side,
                "at": list(figure.at),
                "size": list(figure.size),
                "blocks_sight": figure.blocks_sight,
            }
            for figure in board.figures()
        ],
        "rule": loaded.rule,
        "rulings": len(loaded.rulings),
    }
