"""HTTP routes: the page, the WebSocket, uploads and downloads.

    GET  /, /assets/...            the page
    GET  /ws                       the WebSocket
    POST /maps?name=crypt.txt      a map for the table; the body is the file. Optional parameters
                                   as in `Options`: &level=...&blocking=...&snap=1&grid=70+12+8
    GET  /export/picture.svg, picture.png, map.json, table.json   ?map=...&theme=light
    GET  /export/link.txt          ?map=...&from=...&to=...: a link into the playground
    GET  /picture?map=...          the picture under a map: game master only; &for=players
    POST /pictures?name=cave.webp  a picture to put under a map; &for=face: for a figure
    POST /grid?map=... or ?upload=...   the detected grid of a picture
    POST /replay                   the state of a past game after some actions: an `AskReplay`
    POST /open                     once, by the browser that the server itself opened
    GET  /playground/...           the playground, if it was built

Anyone may watch a replay: the link contains the whole game, and no table data is read. Requests for
maps or exports need a secret: `Authorization: Bearer ...`. Without a valid one, and for everything
that the user may not have, the response is always "not found".
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec
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
from sightline.table.games.current_game import replay_answer
from sightline.table.http.auth import who
from sightline.table.http.connection import SLOW_SECONDS, PageConnection
from sightline.table.http.guard import PLAYGROUND_POLICY, App, Guard
from sightline.table.http.rate_limits import Buckets, Limits, RateLimiter
from sightline.table.http.static_files import PLAYGROUND, is_built, static_response
from sightline.table.protocol.game_moves import MAX_REPLAY, AskReplay
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.laid_picture import LaidPicture
from sightline.table.state.records import Actor, Refusal
from sightline.table.transfer.exports import Export, Exporter
from sightline.table.transfer.picture_uploads import MAX_FACE_BYTES, PictureReader
from sightline.table.transfer.uploads import MapReader, file_name
from sightline.texts import as_text, encode_text

if TYPE_CHECKING:
    from sightline.table.service.table import Table

MAX_REPLAY_BYTES = MAX_REPLAY + 1_000
_REPLAY_DECODER = msgspec.json.Decoder(AskReplay)
UPLOAD_SECONDS = 120.0
"""Timeout for the upload of a map."""
HANG_UP = {"Connection": "close"}
"""Headers of responses that are sent before the request was read completely."""
MOST_CHOICES, LONGEST_CHOICE = 100, 200
"""Limits for the levels or layers that a report offers: their number, and the length of each
name.
"""
MOST_SENTENCES, MOST_LETTERS = 100, 2_000
"""Limits for the sentences of a report: their number per kind, and the length of each."""


def make_app(
    table: Table,
    origins: Iterable[str],
    static_dir: Path,
    limits: Limits | None = None,
    tickets: set[str] | None = None,
    behind_proxy: bool = False,
    playground_dir: Path = PLAYGROUND,
) -> App:
    """Return the ASGI app. It closes the table on shutdown.

    See `Guard` for `origins` and `behind_proxy`, and `Routes.open` for `tickets`.
    """
    limits = limits or Limits()
    tickets = set() if tickets is None else tickets
    routes = Routes(table, static_dir, playground_dir, limits, tickets)

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
            Route("/replay", routes.replay, methods=["POST"]),
            Route("/open", routes.open, methods=["POST"]),
            Route("/playground/{path:path}", routes.playground),
            Route("/{path:path}", routes.page),
        ],
        exception_handlers={404: _not_found, 405: _not_found},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return Guard(app, origins, Buckets(limits.requests), behind_proxy)


class Routes:
    """The request handlers, with their shared state."""

    def __init__(
        self,
        table: Table,
        static_dir: Path,
        playground_dir: Path,
        limits: Limits,
        tickets: set[str],
    ) -> None:
        self._table, self._static_dir = table, static_dir
        self._playground_dir = playground_dir
        self._rate_limiter = RateLimiter(limits)
        self._reader = MapReader()
        self._exporter = Exporter(table, has_playground=is_built(playground_dir))
        self._replaying = asyncio.Lock()
        self._pictures = PictureReader(table.pictures)
        self._tickets = tickets

    async def socket(self, socket: WebSocket) -> None:
        await PageConnection(socket, self._table, self._rate_limiter, _address(socket)).run()

    async def page(self, request: Request) -> Response:
        accepts = request.headers.get("accept-encoding", "")
        return (
            static_response(self._static_dir, request.path_params["path"], accepts) or _not_found()
        )

    async def playground(self, request: Request) -> Response:
        path = request.path_params["path"]
        if not path and not is_built(self._playground_dir):
            return _not_found()
        accepts = request.headers.get("accept-encoding", "")
        response = static_response(self._playground_dir, path, accepts)
        if response is None:
            return _not_found()
        response.headers["Content-Security-Policy"] = PLAYGROUND_POLICY
        return response

    async def replay(self, request: Request) -> Response:
        """Return the state of a past game to any client that has its link."""
        if not self._rate_limiter.replays.take(_address(request)):
            return _error(429, Refusal("tryInSeconds"), HANG_UP)
        data = await _body(request, MAX_REPLAY_BYTES)
        if isinstance(data, Response):
            return data
        try:
            question = _REPLAY_DECODER.decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return _error(422, Refusal("notAReplay"))
        # One at a time for all clients, so that replays do not slow down the table.
        async with self._replaying:
            answer = await asyncio.to_thread(replay_answer, question)
        if isinstance(answer, Refusal):
            return _error(422, answer)
        return _json(answer)

    async def open(self, request: Request) -> Response:
        """Return the game master's secret to the browser that the server itself opened.

        The address passed to that browser is visible in the process list and in its history. So it
        contains a single-use ticket instead of the secret.
        """
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
            return _error(429, Refusal("tryInAMinute"), HANG_UP)
        data = await _body(request)
        if isinstance(data, Response):
            return data
        name = file_name(request.query_params.get("name", ""))
        try:
            read = await self._reader.read(data, name, _options(request.query_params))
            if not self._is_still(actor, request):
                return _not_found()
            added = zip(await self._table.map_keeper.add_maps(read), read, strict=True)
        except (SightlineError, Refusal) as error:
            return _error(422, error)
        maps = [_report_of(map_id, each) for map_id, each in added]
        return _json({**maps[0], "maps": maps})

    # --- pictures

    async def picture(self, request: Request) -> Response:
        """Return the picture under a map, for the game master. Players always get "not found"."""
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
        """Find the grid of a picture that was uploaded, or that lies under a map."""
        actor = await self._actor(request)
        if actor is None or actor.role != "master":
            return _not_found()
        if not self._rate_limiter.exports.take(actor.id):
            return _error(429, Refusal("tryInSeconds"))
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
            return _error(422, error)

    async def add_picture(self, request: Request) -> Response:
        """Upload a picture for a map or a figure; players may upload only pictures of figures.

        The response contains the id for the action that uses the picture.
        """
        actor = await self._actor(request)
        is_face = request.query_params.get("for") == "face"
        if actor is None or not (actor.role == "master" or (is_face and self._is_let_in(actor))):
            return _not_found(headers=HANG_UP)
        if not self._rate_limiter.uploads.take(_address(request)):
            return _error(429, Refusal("tryInAMinute"), HANG_UP)
        data = await _body(request, MAX_FACE_BYTES if is_face else MAX_PICTURE_BYTES)
        if isinstance(data, Response):
            return data
        name = file_name(request.query_params.get("name", ""))
        try:
            taken = await self._pictures.take(actor, data, name, is_face=is_face)
        except (SightlineError, Refusal) as error:
            return _error(422, error)
        return JSONResponse(taken) if self._is_still(actor, request) else _not_found()

    def _laid(self, request: Request) -> LaidPicture | UnsetType | None:
        """Return the picture under the requested map, UNSET if it has none, or None if the map
        does not exist.
        """
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
            return _error(429, Refusal("tryInSeconds"))
        what, query = request.path_params["what"], request.query_params
        try:
            made = await self._exporter.make(
                actor,
                what,
                query.get("map", ""),
                query.get("theme", "light"),
                (query.get("from", ""), query.get("to", "")),
            )
        except (SightlineError, Refusal) as error:
            return _error(503, error)
        if made is None or not self._is_still(actor, request):
            return _not_found()
        return _file(made)

    async def _actor(self, request: Request) -> Actor | None:
        """Return the user with this secret. Clients that sent too many wrong secrets are
        delayed.
        """
        secret = _secret(request)
        if secret is None:
            return None
        actor = who(self._table.world, secret)
        if actor is None and not self._rate_limiter.wrong_secrets.take(_address(request)):
            await asyncio.sleep(SLOW_SECONDS)
        return actor

    def _is_still(self, actor: Actor, request: Request) -> bool:
        """Return whether the secret still belongs to this actor. It may have been replaced
        during the request.
        """
        now = who(self._table.world, _secret(request) or "")
        return now is not None and now.id == actor.id


def _secret(request: Request) -> str | None:
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def _address(connection: Request | WebSocket) -> str:
    return connection.client.host if connection.client else ""


async def _body(request: Request, most: int | None = None) -> bytes | Response:
    """Read the whole body, or return an error response. The declared length is checked but not
    trusted.
    """
    most = MAX_FILE_BYTES if most is None else most
    too_large = _error(413, Refusal("fileTooLarge", most=most), HANG_UP)
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
        return _error(408, Refusal("fileTooSlow"), HANG_UP)
    except ClientDisconnect:
        return _error(400, Refusal("fileNotWhole"), HANG_UP)
    return bytes(body)


def _options(query: QueryParams) -> Options:
    return Options(
        snap=query.get("snap") == "1",
        level=query.get("level") or None,
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
        headers["X-Sightline-Note"] = quote(_encoded(made.note))
    return Response(made.content, media_type=made.media_type, headers=headers)


def _error(status: int, why: Exception | str, headers: dict[str, str] | None = None) -> Response:
    """Return an error response with the reason in English, and with its key for the page's
    languages.
    """
    content: dict[str, Any] = {"error": why if isinstance(why, str) else as_text(why)}
    if isinstance(why, Refusal):
        content |= {"key": why.key, "values": why.values}
    return _json(content, status, headers)


_encoded = msgspec.json.Encoder(enc_hook=encode_text).encode
"""Encodes JSON in which texts keep their templates, as in messages."""


def _json(content: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(_encoded(content), status, headers, media_type="application/json")


def _not_found(*_: Any, headers: dict[str, str] | None = None) -> Response:
    return _error(404, "not found", headers)
