"""Run the table: open its file, its sockets and the browser, and serve until Ctrl+C.

The command line passes options, maps to add and a printer. This module does not depend on it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import ssl
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import socket
from threading import Thread
from typing import NamedTuple, Protocol

from sightline.errors import DamagedFileError, InvalidValueError
from sightline.packs import Pack
from sightline.table.http.addresses import (
    EVERYWHERE,
    EVERYWHERE_6,
    HERE,
    HERE_6,
    origin_of,
    own_origins,
    public_origin,
)
from sightline.table.http.app import make_app
from sightline.table.http.listening import (
    PORTS_TRIED,
    USUAL_PORT,
    addresses_in_the_network,
    listening_sockets,
)
from sightline.table.http.static_files import STATIC, is_built
from sightline.table.http.uvicorn_server import Exposure, TableServer
from sightline.table.service.table import Table
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.names import tidied
from sightline.table.state.records import Refusal
from sightline.table.storage.table_folder import file_in, set_aside
from sightline.table.transfer.samples import sample_maps

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
    " docs/table/from-afar.md has it for Caddy, nginx, Tailscale and cloudflared."
)


AFTER_DAMAGE = (
    "Put back a copy of the table's folder, or begin anew with --new: it keeps the damaged table"
    " beside the new one."
)


class Printer(Protocol):
    """The output for the user who started the table. The command line implements it."""

    def say(self, text: str = "") -> None:
        """Print a line of output."""

    def say_wrapped(self, text: str, indent: str = "") -> None:
        """Print a paragraph, no wider than the screen."""

    def note(self, text: str) -> None:
        """Print a line to standard error."""


class RunOptions(NamedTuple):
    """Options of the table server."""

    lan: bool = False
    """Whether other machines may connect."""
    port: int | None = None
    """The port; None means the default port or the next free one."""
    file: Path | None = None
    browser: bool = True
    new: bool = False
    """Whether to set the old table aside and create a new one."""
    packs: Sequence[Pack] = ()
    """Rule packs to add."""
    at: str | None = None
    """The public address, `https://NAME`, if a proxy on this machine forwards requests from
    it.
    """
    cert: Path | None = None
    """A certificate file, for TLS without a proxy; `key` is its key."""
    key: Path | None = None
    game: str | None = None
    """The game to put on the table."""
    quest: str = ""
    """The text of a quest to put on the table."""


def serve(options: RunOptions, maps: Callable[[], Sequence[ImportedMap]], printer: Printer) -> int:
    """Serve the table until Ctrl+C, and return the exit code.

    `maps` reads the maps to add. It is called once the table's file is open.
    """
    import numpy  # noqa: F401  # else the first move would wait for this import

    origin = None if options.at is None else public_origin(options.at)
    _check_certificate(options)
    # Resolve the path: under two names it would be two tables, each with its own server.
    folder = (options.file or usual_folder()).resolve()
    given = maps()
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if options.new:
        kept = set_aside(folder)
        if kept is not None:
            printer.note(f"The old table is kept in {kept}.")
    path = file_in(folder)
    with ExitStack() as stack:
        listeners = [stack.enter_context(each) for each in _listeners(options)]
        port = listeners[0].getsockname()[1]
        network = addresses_in_the_network() if options.lan else []
        scheme = "https" if options.cert else "http"
        addresses = [origin_of(scheme, host, port) for host in (*network, HERE)]
        origins = own_origins(port, network, scheme)
        if origin is not None:
            addresses, origins = [origin, *addresses], [origin, *origins]
        try:
            table = Table(path, addresses=addresses, maps=given or sample_maps())
        except DamagedFileError as error:
            raise DamagedFileError(f"{error}. {AFTER_DAMAGE}") from error
        for warning in table.warnings:
            printer.note(warning)
        ticket = secrets.token_urlsafe()

        def when_listening() -> None:
            _say_where(table, folder, options, addresses, printer)
            if options.browser and _has_windows():
                # The certificate is for the public name, if there is one.
                home = addresses[0] if options.cert else addresses[-1]
                # Without an explicit choice, ask the user.
                said = options.game is not None or bool(options.quest or given)
                url = f"{home}/#{'o' if said else 'h'}={ticket}"
                Thread(target=_open_browser, args=(url,), daemon=True).start()

        exposure = Exposure(
            behind_proxy=origin is not None,
            neighbors_only=not (origin and options.cert),
            cert=_text(options.cert),
            key=_text(options.key),
        )
        app = make_app(table, origins, STATIC, tickets={ticket}, behind_proxy=exposure.behind_proxy)
        try:
            server = TableServer(app, when_listening, exposure)
            asyncio.run(_run(table, given, options, server, listeners))
        except KeyboardInterrupt:
            printer.say()
            printer.say(f"The table is kept in {folder}.")
    return 0


def _check_certificate(options: RunOptions) -> None:
    if options.cert is None and options.key is None:
        return
    if options.cert is None or options.key is None:
        raise InvalidValueError("--cert and --key: expected both, the certificate and its key")
    try:
        # With an explicit password, Python does not prompt for one, which would block.
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
    # A proxy forwards to one port, so the next free port would not be reachable through it.
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
        await table.map_keeper.add_packs(options.packs)
        if options.quest:
            await _lay_out_game(table, "quest", options.quest)
        elif options.game is not None:
            await _lay_out_game(table, options.game)
        await _add_unless_there(table, maps)
    except BaseException:
        await table.close()
        raise
    await server.serve(sockets=listeners)


async def _lay_out_game(table: Table, game: str, laid_out: str = "") -> None:
    try:
        await table.playing.lay_out(game, laid_out)
    except Refusal as refusal:
        option = "--quest" if laid_out else "--game"
        raise InvalidValueError(f"{option}: {refusal}") from None


async def _add_unless_there(table: Table, maps: Sequence[ImportedMap]) -> None:
    """Add the maps and show the last one, unless the table already has them, even if changed
    since.
    """
    there = {(scene.record.name, scene.record.source) for scene in table.world.maps()}
    new = [each for each in maps if (tidied(each.name, "Map"), each.source) not in there]
    try:
        if new and new[0].origin is not None:
            await table.map_keeper.add_maps(new)
            return
        for each in new:
            await table.map_keeper.add_map(each, show=True)
    except Refusal as refusal:
        raise InvalidValueError(str(refusal)) from None


# --- files


def usual_folder() -> Path:
    """Return the default folder for user data."""
    home = os.environ.get("XDG_DATA_HOME", "")
    data = Path(home) if home else Path.home() / ".local" / "share"
    old = data / "sightline" / "table.db"  # the file's name before it became a folder
    return old if old.exists() else data / "sightline" / "table"


# --- on the screen


def _say_where(
    table: Table, folder: Path, options: RunOptions, addresses: Sequence[str], printer: Printer
) -> None:
    record, say = table.world.table, printer.say
    far, here = addresses[0], addresses[-1]
    if options.lan:
        printer.say_wrapped(TLS_WARNING if options.cert else LAN_WARNING, indent="")
        if len(addresses) == 1:
            say("But this machine is not in a network now.")
        say()
    if options.at is not None:
        if not options.cert:
            printer.say_wrapped(PROXY_NOTE.format(origin=far, here=here), indent="")
            say()
        say(f"Game master's link:  {far}/#m={record.master_secret}")
        say(f"   (on this machine {here}/#m={record.master_secret})")
    else:
        say(f"Game master's link:  {here}/#m={record.master_secret}")
    alone = len(addresses) == 1 and not options.lan
    elsewhere = "   (on this machine; --lan lets others in)" if alone else ""
    say(f"Players' link:       {far}/#j={record.join_secret}{elsewhere}")
    say(f"Table folder:        {folder}")
    if not is_built(STATIC):
        say("The page is not built: run `make page` (it needs node), then reload.")
    say()
    say("Ctrl+C ends it; the table is kept.")
    sys.stdout.flush()


def _has_windows() -> bool:
    """Return whether a browser would open in a window, not in this terminal."""
    if sys.platform != "linux":
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _open_browser(url: str) -> None:
    import webbrowser

    with suppress(webbrowser.Error, OSError):  # the link is printed anyway
        webbrowser.open(url)
