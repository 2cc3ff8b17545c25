"""Host a table in the browser for you and your players.

Players join with a link and see what their tokens see. The table continues where you left off. A
new one without a MAP has a small dungeon to explore.

Examples:
  sightline table
  sightline table crypt.dd2vtt --lan
  sightline table --file saturday --port 9000
  sightline table caves.tmx --blocking Walls --new
  sightline table --pack my-game.toml
  sightline table --game one-card-dungeon
  sightline table --at https://table.example.org
"""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from sightline.apps.cli import options
from sightline.apps.cli.inputs import own_game, tell_changes
from sightline.apps.cli.options import MapOptions
from sightline.apps.cli.output import screen
from sightline.apps.cli.parser import Parser, in_short
from sightline.errors import InvalidValueError
from sightline.extras import extra
from sightline.formats import Loaded
from sightline.games import GAMES
from sightline.packs import PACKS, Pack

if TYPE_CHECKING:
    from sightline.table.state.imported_map import ImportedMap


def add_arguments(parser: Parser) -> None:
    MapOptions.add(
        parser, is_required=False, text="Map file in any supported format, or an exported table."
    )
    common, rare = parser.common.add_argument, parser.rare.add_argument
    common("--lan", action="store_true", help="Let other machines in your network connect.")
    common("--port", metavar="N", type=_port, help="Port to listen on. Default: a free one.")
    common("--file", metavar="FOLDER", type=Path, help="Keep the table in this folder.")
    common("--new", action="store_true", help="Start a new table; the old one is kept.")
    common("--no-browser", action="store_true", help="Only print the links.")
    common("--game", metavar="GAME", help=f"Play a game: {', '.join(GAMES)}.")
    common("--quest", metavar="FILE", help="Play a quest: your own file, or ours by name.")
    options.add_packs(parser, "Your own rule pack, kept with the table. Repeatable.")
    rare("--at", metavar="URL", help="Public address of a proxy or tunnel here.")
    rare("--cert", metavar="FILE", type=Path, help="Encrypt with this certificate (PEM).")
    rare("--key", metavar="FILE", type=Path, help="The certificate's key.")


def run(args: Namespace) -> int:
    with extra("table", "sightline table needs"):
        from sightline.table.run import RunOptions, serve
        from sightline.table.transfer.incoming import maps_of_file

    def maps() -> list[ImportedMap]:
        return [] if args.map_file is None else maps_of_file(args.map_file, load)

    def load() -> Loaded:
        loaded = MapOptions.from_args(args).load()
        tell_changes(loaded)
        return loaded

    return serve(
        RunOptions(
            lan=args.lan,
            port=args.port,
            file=args.file,
            browser=not args.no_browser,
            new=args.new,
            packs=[_own_pack(each) for each in args.packs],
            at=args.at,
            cert=args.cert,
            key=args.key,
            game=args.game,
            quest="" if args.quest is None else _quest_text(args.quest),
        ),
        maps,
        screen,
    )


def _quest_text(given: str) -> str:
    """Return the text of a quest: a built-in one by its name, or one from a file."""
    from sightline.games.quest import load_scenario, shipped_quests, shipped_scenario

    if Path(given).exists():
        return load_scenario(given).text
    if given in shipped_quests():
        return shipped_scenario(given).text
    raise InvalidValueError(
        f"--quest: expected a file, or one of {', '.join(shipped_quests())};"
        f" got {in_short(given)!r}"
    )


def _own_pack(file: str) -> Pack:
    own = own_game(file).pack
    if own.name in PACKS:
        raise InvalidValueError(
            f"--pack: {file}: sightline has a pack that is called {own.name!r}: give yours"
            " another name"
        )
    return own


def _port(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and int(word[:6]) <= 65_535):
        raise ArgumentTypeError(f"expected a number from 0 to 65535, got {in_short(word)!r}")
    return int(word)
