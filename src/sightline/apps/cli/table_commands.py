"""The command that opens a table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from sightline.apps.cli import options as given
from sightline.apps.cli import screen
from sightline.apps.cli.asking import open_map, own_game, tell_changes
from sightline.apps.cli.words import Argument, Option, in_short
from sightline.errors import InvalidValueError
from sightline.extras import extra
from sightline.formats.contract import Loaded, Options
from sightline.packs import PACKS, Pack

if TYPE_CHECKING:
    from sightline.table.state import ImportedMap

MapOrTable = Annotated[
    str | None,
    Argument("MAP", "A map of any format that is read, or a table that was exported."),
]
Lan = Annotated[bool, Option("--lan", "Let other machines in your network reach it, too.")]
Port = Annotated[str | None, Option("--port", "Where to listen; else the next free one.", "N")]
TableFile = Annotated[str | None, Option("--file", "Keep the table in this file.", "FILE")]
NoBrowser = Annotated[bool, Option("--no-browser", "Only print the links.")]
PublicAddress = Annotated[
    str | None,
    Option("--at", "A proxy or tunnel on this machine has it at this address.", "https://NAME"),
]
CertificateFile = Annotated[
    str | None, Option("--cert", "Encrypt, with this certificate (PEM).", "FILE")
]
KeyFile = Annotated[str | None, Option("--key", "The certificate's key.", "FILE")]
New = Annotated[bool, Option("--new", "Begin a new table; the old one is kept beside it.")]


TableGameName = Annotated[
    str | None,
    Option("--game", "Play a game at it: one-card-dungeon, skirmish, quest.", "GAME"),
]
QuestFile = Annotated[
    str | None,
    Option("--quest", "Play a quest at it: a file of yours, or one of ours by name.", "FILE"),
]
OwnPacks = Annotated[
    list[str] | None,
    Option("--pack", "A rule pack of your own, to be kept with the table.", "FILE"),
]


def table(
    map_file: MapOrTable = None,
    lan: Lan = False,
    port: Port = None,
    file: TableFile = None,
    no_browser: NoBrowser = False,
    new: New = False,
    pack: OwnPacks = None,
    game: TableGameName = None,
    quest: QuestFile = None,
    at: PublicAddress = None,
    cert: CertificateFile = None,
    key: KeyFile = None,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
    grid: given.GridText = None,
) -> int:
    """Play at a table in the browser: one master, players who join with a link.

    Everybody sees what their figures see. It goes on where it was left; without a MAP, a new table
    has a small dungeon to look around in.

    Examples:
      sightline table
      sightline table crypt.dd2vtt --lan
      sightline table --file saturday.db --port 9000
      sightline table caves.tmx --blocking Walls --new
      sightline table --pack my-game.toml
      sightline table --game one-card-dungeon
      sightline table --quest the-sealed-crypt
      sightline table --game skirmish
      sightline table --at https://table.example.org
    """
    number = _port(port)
    with extra("table", "sightline table needs"):
        from sightline.table.run import RunOptions, serve
        from sightline.table.transfer import maps_of_file

    def maps() -> list[ImportedMap]:
        return [] if map_file is None else maps_of_file(map_file, load)

    def load() -> Loaded:
        assert map_file is not None
        loaded = open_map(map_file, Options(snap, level, tuple(blocking or ()), grid))
        tell_changes(loaded)
        return loaded

    return serve(
        RunOptions(
            lan=lan,
            port=number,
            file=None if file is None else Path(file),
            browser=not no_browser,
            new=new,
            packs=[_own_pack(each) for each in pack or ()],
            at=at,
            cert=None if cert is None else Path(cert),
            key=None if key is None else Path(key),
            game=game,
            quest="" if quest is None else _quest_text(quest),
        ),
        maps,
        screen,
    )


def _quest_text(given: str) -> str:
    """The text of a quest, which is one: ours by name, any other from a file."""
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


def _port(word: str | None) -> int | None:
    if word is None:
        return None
    if not (word.isascii() and word.isdecimal() and int(word[:6]) <= 65_535):
        raise InvalidValueError(
            f"--port: expected a number from 0 to 65535, got {in_short(word)!r}"
        )
    return int(word)
