"""Runs the table: opens its file, a socket and the browser, and serves until Ctrl+C.

The command line gives it what it needs, maps to add and somebody who prints; it
knows nothing of the command line itself.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import ssl
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from socket import socket
from threading import Thread
from typing import NamedTuple, Protocol

from sightline.errors import DamagedFileError, InvalidValueError
from sightline.packs import Pack
from sightline.table.http import (
    EVERYWHERE,
    EVERYWHERE_6,
    HERE,
    HERE_6,
    PORTS_TRIED,
    STATIC,
    USUAL_PORT,
    Exposure,
    TableServer,
    addresses_in_the_network,
    is_built,
    listening_sockets,
    make_app,
    origin_of,
    own_origins,
    public_origin,
)
from sightline.table.service import Table
from sightline.table.state import ImportedMap, Refusal, tidied
from sightline.table.storage import Store
from sightline.table.transfer import sample_maps

LAN_WARNING = (
    "Other machines can reach this table. Anyone in your network who has a link can use it, and"
    " nothing on the way is encrypted: do this only in a network that you trust."
)
TLS_WARNING = (
    "Other machines can reach this table, encrypted with your certificate. Anyone who has a link"
    " can use it."
)
PROXY_NOTE = (
    "Whatever answers at {origin} has to be on this machine and to pass everything on to {here}:"
    " docs/play-from-afar.md has it for Caddy, nginx, Tailscale and cloudflared."
)


class Printer(Protocol):
    """Where words for whoever started the table go; the command line gives one."""

    def say(self, text: str = "") -> None:
        """A line of the answer."""

    def say_wrapped(self, text: str, indent: str = "") -> None:
        """A paragraph of the answer, no wider than the screen."""

    def note(self, text: str) -> None:
        """A line beside the answer."""


class RunOptions(NamedTuple):
    """How the table is run."""

    lan: bool = False
    """May other machines reach it?"""
    port: int | None = None
    """None: the usual one, or the next that is free."""
    file: Path | None = None
    browser: bool = True
    new: bool = False
    """Set an old table aside and begin anew."""
    packs: Sequence[Pack] = ()
    """Rules of games to bring along."""
    at: str | None = None
    """The public address, `https://NAME`, at which a proxy on this machine passes requests on."""
    cert: Path | None = None
    """A certificate, and below its key: for TLS without a proxy."""
    key: Path | None = None
    game: str | None = None
    """The game that is to be on the table."""
    quest: str = ""
    """The text of the quest that is to be laid out on it."""


def serve(options: RunOptions, maps: Callable[[], Sequence[ImportedMap]], printer: Printer) -> int:
    """Serve the table until Ctrl+C ends it: the exit code. `maps`: reads those that are to be
    added, once it is clear that there is a place to keep them."""
    origin = None if options.at is None else public_origin(options.at)
    _check_certificate(options)
    # However it is called: by two names it would be two tables, each with a server of its own.
    path = (options.file or usual_file()).resolve()
    if path.is_dir():
        raise InvalidValueError(f"--file: expected a file, got the folder {path}")
    given = maps()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if options.new:
        kept = set_aside(path)
        if kept is not None:
            printer.note(f"The old table is kept in {kept}.")
    with ExitStack() as stack:
        listeners = [stack.enter_context(each) for each in _listeners(options)]
        port = listeners[0].getsockname()[1]
        network = addresses_in_the_network() if options.lan else []
        scheme = "https" if options.cert else "http"
        addresses = [origin_of(scheme, host, port) for host in (*network, HERE)]
        origins = own_origins(port, network, scheme)
        if origin is not None:
            addresses, origins = [origin, *addresses], [origin, *origins]
        table = Table(path, addresses=addresses, maps=given or sample_maps())
        ticket = secrets.token_urlsafe()

        def when_listening() -> None:
            _say_where(table, path, options, addresses, printer)
            if options.browser and _has_windows():
                # The name in the certificate is the public one, if there is one.
                home = addresses[0] if options.cert else addresses[-1]
                # Whoever did not say what they want to do is asked.
                said = options.game is not None or bool(options.quest or given)
                url = f"{home}/#{'o' if said else 'h'}={ticket}"
                Thread(target=_open_browser, args=(url,), daemon=True).start()

        exposure = Exposure(
            behind_proxy=origin is not None,
            neighbours_only=not (origin and options.cert),
            cert=_text(options.cert),
            key=_text(options.key),
        )
        app = make_app(table, origins, STATIC, tickets={ticket}, behind_proxy=exposure.behind_proxy)
        try:
            server = TableServer(app, when_listening, exposure)
            asyncio.run(_run(table, given, options, server, listeners))
        except KeyboardInterrupt:
            printer.say()
            printer.say(f"The table is kept in {path}.")
    return 0


def _check_certificate(options: RunOptions) -> None:
    if options.cert is None and options.key is None:
        return
    if options.cert is None or options.key is None:
        raise InvalidValueError("--cert and --key: expected both, the certificate and its key")
    try:
        # With a password in hand Python does not ask for one, which nobody might be there to type.
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.cert, options.key, password="")
    except ssl.SSLError:
        raise InvalidValueError(
            f"--cert and --key: expected a certificate and its own key, in PEM and without a"
            f" password, got {options.cert} and {options.key}"
        ) from None
    except OSError as error:
        raise InvalidValueError(
            f"--cert and --key: cannot read {options.cert} and {options.key}: {error.strerror}"
        ) from None


def _listeners(options: RunOptions) -> list[socket]:
    hosts = (EVERYWHERE, EVERYWHERE_6) if options.lan else (HERE, HERE_6)
    port = USUAL_PORT if options.port is None else options.port
    # A proxy knows one port. On the next one, it would lead to whoever has the first.
    tries = PORTS_TRIED if options.at is None else 1
    try:
        return listening_sockets(hosts, port, tries)
    except OSError as error:
        raise InvalidValueError(
            f"--port: cannot listen on {port}: {error.strerror}; choose another one"
        ) from None


def _text(file: Path | None) -> str | None:
    return None if file is None else str(file)


async def _run(
    table: Table,
    maps: Sequence[ImportedMap],
    options: RunOptions,
    server: TableServer,
    listeners: list[socket],
) -> None:
    try:
        await table.add_packs(options.packs)
        if options.quest:
            await _lay_out_game(table, "quest", options.quest)
        elif options.game is not None:
            await _lay_out_game(table, options.game)
        for each in maps:
            await _add_unless_there(table, each)
    except BaseException:
        await table.close()
        raise
    await server.serve(sockets=listeners)


async def _lay_out_game(table: Table, game: str, laid_out: str = "") -> None:
    try:
        await table.lay_out_game(game, laid_out)
    except Refusal as refusal:
        option = "--quest" if laid_out else "--game"
        raise InvalidValueError(f"{option}: {refusal}") from None


async def _add_unless_there(table: Table, imported: ImportedMap) -> None:
    """Add the map and show it, unless it is there: as a new table has it from the start, or as it
    was added another time and has been played on since."""
    name, source = tidied(imported.name, "Map"), imported.map.board.fingerprint()
    for scene in table.world.maps():
        if (scene.record.name, scene.record.source) == (name, source):
            return
    try:
        await table.add_map(imported, show=True)
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
    return kept


def _free_name(wanted: Path) -> Path:
    """One that no file has: clocks are set back, and people are quick."""
    numbered = (wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}") for number in count(2))
    return next(each for each in chain([wanted], numbered) if not each.exists())


# --- on the screen


def _say_where(
    table: Table, path: Path, options: RunOptions, addresses: Sequence[str], printer: Printer
) -> None:
    record, say = table.world.table, printer.say
    far, here = addresses[0], addresses[-1]
    if options.lan:
        printer.say_wrapped(TLS_WARNING if options.cert else LAN_WARNING, indent="")
        if len(addresses) == 1:
            say("But this machine is in no network now.")
        say()
    if options.at is not None:
        if not options.cert:
            printer.say_wrapped(PROXY_NOTE.format(origin=far, here=here), indent="")
            say()
        say(f"The master's link:  {far}/#m={record.master_secret}")
        say(f"   (on this machine {here}/#m={record.master_secret})")
    else:
        say(f"The master's link:  {here}/#m={record.master_secret}")
    alone = len(addresses) == 1 and not options.lan
    elsewhere = "   (on this machine; --lan lets others in)" if alone else ""
    say(f"The players' link:  {far}/#j={record.join_secret}{elsewhere}")
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
