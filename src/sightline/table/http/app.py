"""Answers HTTP requests: for the page, the socket, maps that come in, and files that go out.

    GET  /, /assets/...            the page
    GET  /ws                       the socket
    POST /maps?name=crypt.txt      a map for the table; the body is the file. How to read it, as
                                   `Options` has it: &level=...&blocking=...&snap=1&grid=70+12+8
    GET  /export/picture.svg, picture.png, map.json, table.json   ?map=...&theme=light
    GET  /export/link.txt          ?map=...&from=...&to=...: a link into the playground
    GET  /picture?map=...          what lies under a map, and where: for the master; &for=players
    POST /pictures?name=cave.webp  a picture to lay under a map; &for=face: for a figure
    POST /grid?map=... or ?upload=...   where the tiles seem to be on a picture
    POST /open                     once, by the browser that the server itself has opened

Who asks for a map or an export shows a secret: `Authorization: Bearer ...`. Without a right one,
and for everything that is not theirs, all they hear is that there is no such thing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from msgspec import UNSET, UnsetType
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from sightline.errors import SightlineError
from sightline.formats.contract import MAX_FILE_BYTES, Options
from sightline.pictures import MAX_PICTURE_BYTES, read_header
from sightline.table.http.auth import who
from sightline.table.http.connection import SLOW_SECONDS, PageConnection
from sightline.table.http.guard import App, Guard
from sightline.table.http.rate_limits import Buckets, Limits, RateLimiter
from sightline.table.http.static_files import static_response
from sightline.table.state import Actor, ImportedMap, LaidPicture, Refusal
from sightline.table.transfer import (
    MAX_FACE_BYTES,
    Export,
    Exporter,
    MapReader,
    PictureReader,
    file_name,
)

if TYPE_CHECKING:
    from sightline.table.service import Table

UPLOAD_SECONDS = 120.0
"""How long the bytes of a map may take to arrive."""
HANG_UP = {"Connection": "close"}
"""For answers to what was not read to its end."""
MOST_CHOICES, LONGEST_CHOICE = 100, 200
"""Levels or layers that a report offers: more than anybody looks through."""
MOST_SENTENCES, MOST_LETTERS = 100, 2_000
"""Of each kind in a report, and in each of them: files have names of any length in any number."""


def make_app(
    table: Table,
    origins: Iterable[str],
    static_dir: Path,
    limits: Limits | None = None,
    tickets: set[str] | None = None,
    behind_proxy: bool = False,
) -> App:
    """The whole server. It closes the table when it ends. `origins` and `behind_proxy`: see
    `Guard`; `tickets`: see `Routes.open`."""
    limits = limits or Limits()
    routes = Routes(table, static_dir, limits, set() if tickets is None else tickets)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await table.close()

    app = Starlette(
        routes=[
            WebSocketRoute("/ws", routes.socket),
            Route("/maps", routes.add_map, methods=["POST"]),
            Route("/export/{what}", routes.export),
            Route("/picture", routes.picture),
            Route("/pictures", routes.add_picture, methods=["POST"]),
            Route("/grid", routes.find_grid, methods=["POST"]),
            Route("/open", routes.open, methods=["POST"]),
            Route("/{path:path}", routes.page),
        ],
        exception_handlers={404: _not_found, 405: _not_found},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return Guard(app, origins, Buckets(limits.requests), behind_proxy)


class Routes:
    """The answers, and what they share."""

    def __init__(self, table: Table, static_dir: Path, limits: Limits, tickets: set[str]) -> None:
        self._table, self._static_dir = table, static_dir
        self._rate_limiter = RateLimiter(limits)
        self._reader, self._exporter = MapReader(), Exporter(table)
        self._pictures = PictureReader(table.pictures)
        self._tickets = tickets

    async def socket(self, socket: WebSocket) -> None:
        await PageConnection(socket, self._table, self._rate_limiter, _address(socket)).run()

    async def page(self, request: Request) -> Response:
        accepts = request.headers.get("accept-encoding", "")
        return (
            static_response(self._static_dir, request.path_params["path"], accepts) or _not_found()
        )

    async def open(self, request: Request) -> Response:
        """The master's secret for the browser that we open ourselves. The address which it is given
        is visible to everybody on this machine, in the list of processes, and stays in its history;
        so it carries a ticket that is good for one time, and not the secret."""
        ticket = _secret(request)
        if ticket not in self._tickets:
            return _not_found(headers=HANG_UP)
        self._tickets.remove(ticket)
        return JSONResponse({"secret": self._table.world.table.master_secret})

    # --- maps

    async def add_map(self, request: Request) -> Response:
        actor = await self._actor(request)
        if actor is None or actor.role != "master":
            return _not_found(headers=HANG_UP)
        if not self._rate_limiter.uploads.take(_address(request)):
            return _error(429, "Too many maps at once. Wait a minute and try again.", HANG_UP)
        data = await _body(request)
        if isinstance(data, Response):
            return data
        name = file_name(request.query_params.get("name", ""))
        try:
            read = await self._reader.read(data, name, _options(request.query_params))
            if not self._is_still(actor, request):
                return _not_found()
            added = [(await self._table.add_map(each), each) for each in read]
        except (SightlineError, Refusal) as error:
            return _error(422, str(error))
        maps = [_report_of(map_id, each) for map_id, each in added]
        return JSONResponse({**maps[0], "maps": maps})

    # --- pictures

    async def picture(self, request: Request) -> Response:
        """The picture under a map, as the master has it. To players there is no such thing,
        whether there is one or not."""
        actor = await self._actor(request)
        if actor is None or actor.role != "master":
            return _not_found()
        found = self._laid(request)
        if found is None:
            return _not_found()
        if found is UNSET:
            return Response(status_code=204)
        data = await asyncio.to_thread(self._table.pictures.files.get, found.digest)
        if not self._is_still(actor, request):
            return _not_found()
        if data is None:
            return Response(status_code=204)
        place = " ".join(repr(float(side)) for side in found.in_tiles)
        media_type = read_header(data).media_type
        return Response(data, media_type=media_type, headers={"X-Sightline-Place": place})

    async def find_grid(self, request: Request) -> Response:
        """Where the tiles seem to be on a picture that was sent, or that lies under a map."""
        actor = await self._actor(request)
        if actor is None or actor.role != "master":
            return _not_found()
        if not self._rate_limiter.exports.take(actor.id):
            return _error(429, "Too many at once. Wait a few seconds and try again.")
        sent = self._table.pictures.brought_by(actor.id).get(request.query_params.get("upload", ""))
        found = self._laid(request) if sent is None else sent
        if found is None or found is UNSET:
            return _not_found()
        data = await asyncio.to_thread(self._table.pictures.files.get, found.digest)
        if data is None:
            return _not_found()
        try:
            return JSONResponse(await self._pictures.find_grid(data))
        except SightlineError as error:
            return _error(422, str(error))

    async def add_picture(self, request: Request) -> Response:
        """A picture for a map, or for a figure; players send those of figures only. What comes back
        names it for the action that uses it."""
        actor = await self._actor(request)
        is_face = request.query_params.get("for") == "face"
        if actor is None or not (actor.role == "master" or (is_face and self._is_let_in(actor))):
            return _not_found(headers=HANG_UP)
        if not self._rate_limiter.uploads.take(_address(request)):
            return _error(429, "Too many pictures at once. Wait a minute and try again.", HANG_UP)
        data = await _body(request, MAX_FACE_BYTES if is_face else MAX_PICTURE_BYTES)
        if isinstance(data, Response):
            return data
        name = file_name(request.query_params.get("name", ""))
        try:
            taken = await self._pictures.take(actor, data, name, is_face=is_face)
        except (SightlineError, Refusal) as error:
            return _error(422, str(error))
        return JSONResponse(taken) if self._is_still(actor, request) else _not_found()

    def _laid(self, request: Request) -> LaidPicture | UnsetType | None:
        """The picture under the map that is asked for; UNSET: it has none; None: no such map."""
        scene = self._table.world.scenes.get(request.query_params.get("map", ""))
        if scene is None:
            return None
        record = scene.record
        laid = record.picture
        if request.query_params.get("for") == "players":
            laid = record.players_picture or UNSET
        return laid

    def _is_let_in(self, actor: Actor) -> bool:
        player = self._table.world.players.get(actor.id)
        return player is not None and not player.waiting

    # --- exports

    async def export(self, request: Request) -> Response:
        actor = await self._actor(request)
        if actor is None:
            return _not_found()
        if not self._rate_limiter.exports.take(actor.id):
            return _error(429, "Too many files at once. Wait a few seconds and try again.")
        what, query = request.path_params["what"], request.query_params
        try:
            made = await self._exporter.make(
                actor,
                what,
                query.get("map", ""),
                query.get("theme", "light"),
                (query.get("from", ""), query.get("to", "")),
            )
        except Refusal as refusal:
            return _error(503, str(refusal))
        if made is None or not self._is_still(actor, request):
            return _not_found()
        return _file(made)

    async def _actor(self, request: Request) -> Actor | None:
        """Who shows this secret? Somebody who guesses too often waits for the answer."""
        secret = _secret(request)
        if secret is None:
            return None
        actor = who(self._table.world, secret)
        if actor is None and not self._rate_limiter.wrong_secrets.take(_address(request)):
            await asyncio.sleep(SLOW_SECONDS)
        return actor

    def _is_still(self, actor: Actor, request: Request) -> bool:
        """Is it still this actor's secret? Their link may have been replaced while they waited."""
        now = who(self._table.world, _secret(request) or "")
        return now is not None and now.id == actor.id


def _secret(request: Request) -> str | None:
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def _address(connection: Request | WebSocket) -> str:
    return connection.client.host if connection.client else ""


async def _body(request: Request, most: int | None = None) -> bytes | Response:
    """All of it, or an answer that says why not. What the header says of its length is checked, but
    not believed."""
    most = MAX_FILE_BYTES if most is None else most
    too_large = _error(413, f"The file is too large: at most {most:,} bytes are read.", HANG_UP)
    declared = request.headers.get("content-length", "0")
    if not declared.isdecimal() or int(declared[:20]) > most:
        return too_large
    body = bytearray()
    try:
        async with asyncio.timeout(UPLOAD_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    return too_large
    except TimeoutError:
        return _error(408, "The file took too long to arrive.", HANG_UP)
    except ClientDisconnect:
        return _error(400, "The file did not arrive whole.", HANG_UP)
    return bytes(body)


def _options(query: QueryParams) -> Options:
    return Options(
        snap=query.get("snap") == "1",
        level=query.get("level"),
        blocking=tuple(query.getlist("blocking")),
        grid=query.get("grid") or None,
    )


def _report_of(map_id: str, read: ImportedMap) -> dict[str, Any]:
    report = asdict(read.map.report)
    for kind in ("levels", "blocking", "chosen"):
        short = [name for name in report["choices"][kind] if len(name) <= LONGEST_CHOICE]
        report["choices"][kind] = short[:MOST_CHOICES]
    for kind in ("read", "changed", "guessed", "lost"):
        report[kind] = [_shortened(sentence) for sentence in report[kind][:MOST_SENTENCES]]
    return {"map": map_id, "name": read.name, "report": report}


def _shortened(sentence: str) -> str:
    return sentence if len(sentence) <= MOST_LETTERS else f"{sentence[:MOST_LETTERS]} ..."


def _file(made: Export) -> Response:
    name = made.file_name.encode("ascii", "replace").decode().translate({34: "_", 92: "_"})
    disposition = f"attachment; filename=\"{name}\"; filename*=UTF-8''{quote(made.file_name, '')}"
    headers = {"Content-Disposition": disposition}
    if made.policy:
        headers["Content-Security-Policy"] = made.policy
    if made.note:
        headers["X-Sightline-Note"] = quote(made.note)
    return Response(made.content, media_type=made.media_type, headers=headers)


def _error(status: int, words: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"error": words}, status, headers)


def _not_found(*_: Any, headers: dict[str, str] | None = None) -> Response:
    return _error(404, "not found", headers)
