"""Compare popular field-of-view algorithms with exact definitions and our rules.

Writes atlas.md, atlas.json and pictures of the differences. The same seed gives the same counts.

Examples:
  sightline atlas
  sightline atlas -o build/atlas --count 4 --rot-js build/atlas
  sightline atlas crypt.txt cave.txt --only shadow
"""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from sightline.apps.cli.inputs import open_map
from sightline.apps.cli.output.screen import note, say, tracked
from sightline.apps.cli.parser import Parser, whole_number
from sightline.errors import InvalidValueError, MissingExtraError
from sightline.formats import Options
from sightline.model.square import SquareBoard

if TYPE_CHECKING:
    from sightline.atlas.packages import Bools

MOST_TILES = 4_096
"""The largest map. Maps are measured from each of their tiles."""


def add_arguments(parser: Parser) -> None:
    parser.places.add_argument(
        "maps",
        metavar="MAP",
        nargs="*",
        help="Map files of squares: their rock is measured. Default: random maps.",
    )
    common = parser.common.add_argument
    common(
        "-o",
        "--out",
        metavar="FOLDER",
        type=Path,
        default=Path("atlas"),
        help="Folder to write to. Default: atlas.",
    )
    common(
        "--seed",
        metavar="N",
        type=whole_number,
        default=1,
        help="Seed of the random maps. Default: 1.",
    )
    common(
        "--count",
        metavar="N",
        type=whole_number,
        default=2,
        help="Random maps of each style. Default: 2.",
    )
    common("--only", metavar="WORD", help="Only algorithms with this word in their name.")
    common(
        "--rot-js",
        metavar="FOLDER",
        type=Path,
        help="Folder where npm installed rot-js. Needs node.",
    )


def run(args: Namespace) -> int:
    from sightline.atlas.algorithms import algorithms
    from sightline.atlas.drawing import differences
    from sightline.atlas.maps import SCENES, Map, random_maps
    from sightline.atlas.measures import Definitions, measure
    from sightline.atlas.packages import MissingPeerError
    from sightline.atlas.report import Entry, as_json, tables

    word = (args.only or "").casefold()
    chosen = [each for each in algorithms(args.rot_js) if word in each.name.casefold()]
    if not chosen:
        raise InvalidValueError(f"--only: no algorithm has {args.only!r} in its name")
    maps = [Map(Path(path).name, _rock(path)) for path in args.maps]
    exact = Definitions(maps or list(random_maps(args.seed, args.count)))
    entries = []
    for each in tracked(chosen, "algorithms"):
        try:
            entries.append(Entry(each, measure(each, exact, args.seed)))
        except (MissingExtraError, MissingPeerError) as error:
            note(f"{each.name} is left out. {error}")
    args.out.mkdir(parents=True, exist_ok=True)
    written = {
        "atlas.md": tables(entries),
        "atlas.json": json.dumps(as_json(entries, args.seed), indent=1) + "\n",
        **{
            f"{name.replace(' ', '-')}.svg": differences(
                name, [(each.algorithm, each.definition) for each in entries]
            )
            for name in SCENES
        },
    }
    for name, content in written.items():
        (args.out / name).write_text(content, encoding="utf-8")
    say(tables(entries).rstrip())
    note(f"wrote {', '.join(written)} to {args.out}")
    return 0


def _rock(path: str) -> Bools:
    board = open_map(path, Options()).board
    if not isinstance(board, SquareBoard):
        raise InvalidValueError(f"{path}: expected a map of squares, got {board.grid.name} tiles")
    rows, cols = board.shape
    if rows * cols > MOST_TILES:
        raise InvalidValueError(
            f"{path}: expected at most {MOST_TILES:,} tiles, got {rows} × {cols}"
        )
    return board.solid_array()
