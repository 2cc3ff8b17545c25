"""`sightline table`: opens the table, a socket and the browser, and serves until Ctrl+C."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from socket import socket
from threading import Thread
from typing import NamedTuple

from sightline.apps.cli.asking import open_map, tell_changes
from sightline.apps.cli.screen import note, say, say_wrapped
from sightline.errors import DamagedFileError, InvalidValueError
from sightline.formats.contract import MAX_FILE_BYTES, Options
from sightline.table.http.app import make_app
from sightline.table.http.static_files import STATIC, is_built
from sightline.table.http.uvicorn_server import (
    EVERYWHERE,
    HERE,
    USUAL_PORT,
    TableServer,
    addresses_in_the_network,
    allowed_hosts,
    listening_socket,
)
from sightline.table.service.table import Table
from sightline.table.state.capacity import check_maps
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.names import tidied
from sightline.table.state.records import Refusal
from sightline.table.storage.store import Store
from sightline.table.transfer.documents import is_table_document, read_table_document

LAN_WARNING = (
    "Other machines can reach this table. Anyone in your network who has a link can use it, and"
    " nothing on the way is encrypted: do this only in a network that you trust."
)


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    map_file: str | None = None
    lan: bool = False
    port: int = USUAL_PORT
    file: Path | None = None
    browser: bool = True
    new: bool = False
    options: Options = Options()
    """How the map is read."""


def serve(wishes: Wishes) -> int:
    """The exit code, once Ctrl+C has ended it."""
    # However it is called: by two names it would be two tables, each with a server of its own.
    path = (wishes.file or usual_file()).resolve()
    if path.is_dir():
        raise InvalidValueError(f"--file: expected a file, got the folder {path}")
    maps = brought_maps(wishes.map_file, wishes.options)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if wishes.new:
        set_aside(path)
    with listening_socket(EVERYWHERE if wishes.lan else HERE, wishes.port) as listener:
        port = listener.getsockname()[1]
        network = addresses_in_the_network() if wishes.lan else []
        addresses = [f"http://{host}:{port}" for host in (*network, HERE)]
        table = Table(path, addresses=addresses, maps=maps)
        ticket = secrets.token_urlsafe()

        def when_listening() -> None:
            _say_where(table, path, wishes, addresses)
            if wishes.browser and _has_windows():
                url = f"http://{HERE}:{port}/open/{ticket}"
                Thread(target=_open_browser, args=(url,), daemon=True).start()

        app = make_app(table, allowed_hosts(port, network), STATIC, tickets={ticket})
        try:
            asyncio.run(_run(table, maps, TableServer(app, when_listening), listener))
        except KeyboardInterrupt:
            say()
            say(f"The table is kept in {path}.")
    return 0


async def _run(
    table: Table, maps: Sequence[ImportedMap], server: TableServer, listener: socket
) -> None:
    try:
        for each in maps:
            await _bring(table, each)
    except BaseException:
        await table.close()
        raise
    await server.serve(sockets=[listener])


async def _bring(table: Table, brought: ImportedMap) -> None:
    """Add the map and show it, unless it is there: as a new table has it from the start, or as it
    was brought another time and has been played on since."""
    name, source = tidied(brought.name, "Map"), brought.map.board.fingerprint()
    for scene in table.world.maps():
        if (scene.record.name, scene.record.source) == (name, source):
            return
    try:
        await table.add_map(brought.name, brought.map, show=True, details=brought.details)
    except Refusal as refusal:
        raise InvalidValueError(str(refusal)) from None


# --- files


def usual_file() -> Path:
    """In the folder where programs keep what belongs to a person."""
    home = os.environ.get("XDG_DATA_HOME", "")
    folder = Path(home) if home else Path.home() / ".local" / "share"
    return folder / "sightline" / "table.db"


def set_aside(path: Path) -> Path | None:
    """Make room for a new table: the old one stays beside it, under a name with the date."""
    if not path.exists():
        return None
    # Another server may be using it; and what is still in the log goes into the file. That it is
    # damaged is a good reason for a new one.
    with suppress(DamagedFileError):
        Store(path).close()
    when = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    kept = _free_name(path.with_name(f"{path.stem}-{when}{path.suffix}"))
    for ending in (".rulings", "-wal", "-shm", ""):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(kept.with_name(kept.name + ending))
    note(f"The old table is kept in {kept}.")
    return kept


def _free_name(wish: Path) -> Path:
    """One that no file has: clocks are set back, and people are quick."""
    numbered = (wish.with_name(f"{wish.stem}-{number}{wish.suffix}") for number in count(2))
    return next(each for each in chain([wish], numbered) if not each.exists())


def brought_maps(file: str | None, options: Options) -> list[ImportedMap]:
    """The map in a file, or those of a whole table that was exported."""
    if file is None:
        return []
    path = Path(file)
    if path.is_file() and is_table_document(_start_of(path, 4096)):
        # One byte more than is read gives a larger file away.
        parts = read_table_document(_start_of(path, MAX_FILE_BYTES + 1), path.name)
        maps = [ImportedMap.of(*part) for part in parts]
    else:
        loaded = open_map(file, options)
        tell_changes(loaded)
        maps = [ImportedMap(path.stem, loaded)]
    check_maps(maps, path.name)
    return maps


def _start_of(path: Path, most: int) -> bytes:
    with path.open("rb") as stream:
        return stream.read(most)


# --- telling


def _say_where(table: Table, path: Path, wishes: Wishes, addresses: Sequence[str]) -> None:
    record = table.world.table
    if wishes.lan:
        say_wrapped(LAN_WARNING, indent="")
        if len(addresses) == 1:
            say("But this machine is in no network now.")
        say()
    elsewhere = "" if wishes.lan else "   (on this machine; --lan lets others in)"
    say(f"The master's link:  {addresses[-1]}/#m={record.master_secret}")
    say(f"The players' link:  {addresses[0]}/#j={record.join_secret}{elsewhere}")
    say(f"The table's file:   {path}")
    if not is_built(STATIC):
        say("The page is not built: run `make page` (it needs node), then reload.")
    say()
    say("Ctrl+C ends it; the table is kept.")
    sys.stdout.flush()


def _has_windows() -> bool:
    """Would a browser open in a window of its own, and not in this terminal?"""
    if sys.platform != "linux":
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _open_browser(url: str) -> None:
    import webbrowser

    with suppress(webbrowser.Error, OSError):  # the link is on the screen
        webbrowser.open(url)
