"""The routes of the service."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from time import perf_counter
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from sightline import __version__
from sightline.model.board import Board
from sightline.service import messages as m
from sightline.service.answering import QUESTIONS, Picture, answer, rule_list
from sightline.service.changes import Patch, changed
from sightline.service.metrics import Metrics
from sightline.service.openapi import ENDPOINTS, Endpoint, document, page
from sightline.service.pool import Pool
from sightline.service.quick import is_quick
from sightline.service.refusals import (
    BAD_METHOD,
    BAD_REQUEST,
    BROKEN,
    CONFLICT,
    MISDIRECTED,
    NOT_FOUND,
    TOO_LARGE,
    TOO_LONG,
    UNAUTHORIZED,
    Refusal,
)
from sightline.service.shelf import Kept, Shelf
from sightline.service.worker import JSON, OK, Job, decoded, read_document

HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
SMALL = 64 * 1024
"""Documents of up to this many bytes are parsed directly, larger ones in a thread."""

log = logging.getLogger("sightline.service")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for one client."""

    bytes: int = 32 * 1024 * 1024
    """The largest request, in bytes."""
    seconds: float = 10.0
    """How long an answer, and the arrival of a request, may take."""
    boards: int = 100
    """How many boards the service stores."""
    workers: int = 2


class Service:
    """The endpoints of the service, with the boards and workers that they share."""

    def __init__(self, limits: Limits, token: str | None) -> None:
        self._limits = limits
        self._token = None if token is None else _digest(f"Bearer {token}")
        self._shelf = Shelf(limits.boards)
        self._pool = Pool(limits.workers, limits.seconds)
        self._counters = Metrics()
        self._changing = asyncio.Lock()

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Start the workers with the server, and stop them with it."""
        await self._pool.start()
        try:
            yield
        finally:
            await self._pool.close()

    def routes(self) -> list[Route]:
        """Return a route for each of `ENDPOINTS`."""
        made: list[Route] = []
        for each in ENDPOINTS:
            kind = each.name.removesuffix("_by_id")
            if kind in QUESTIONS:
                handler = self._asking(kind)
            else:
                handler = getattr(self, f"_{each.name}")
            made.append(Route(each.path, self._wrapped(each, handler), methods=[each.method]))
        return made

    def _wrapped(
        self, endpoint: Endpoint, handler: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        is_open = endpoint.name == "health"

        async def answered(request: Request) -> Response:
            start = perf_counter()
            try:
                if not is_open:
                    self._admit(request)
                response = await handler(request)
            except Refusal as refusal:
                response = refusal_response(refusal)
            except ClientDisconnect:
                response = Response(status_code=BAD_REQUEST)
            except Exception:
                log.exception("A request went wrong")
                response = refusal_response(
                    Refusal(
                        BROKEN, "", "the service failed", "Please report this with your request."
                    )
                )
            response.headers.update(HEADERS)
            self._counters.count(endpoint.name, response.status_code, perf_counter() - start)
            return response

        return answered

    def _admit(self, request: Request) -> None:
        """Refuse requests without the token.

        If there is no token, refuse requests from other sites' pages.
        """
        headers = request.headers
        if self._token is None:
            host = headers.get("host", "").rpartition(":")
            if (host[0] if host[1] and host[2].isdigit() else host[2]) not in LOOPBACK:
                raise Refusal(
                    MISDIRECTED,
                    "Host",
                    "this service answers its own machine only",
                    "Use http://127.0.0.1, or start the service with --host and --token.",
                )
            if "origin" in headers and headers["origin"].partition("//")[2] != headers["host"]:
                raise Refusal(
                    UNAUTHORIZED,
                    "Origin",
                    "a page of another site asks",
                    "Ask from your own server, or start the service with --token.",
                )
        elif not compare_digest(_digest(headers.get("authorization", "")), self._token):
            raise Refusal(
                UNAUTHORIZED,
                "Authorization",
                "the token is missing or wrong",
                "Send the header `Authorization: Bearer TOKEN`. The service printed it.",
            )

    # --- questions

    def _asking(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def ask(request: Request) -> Response:
            body = await self._body(request)
            board_id = request.path_params.get("id")
            if board_id is None:
                return await self._work(Job(kind, body))
            kept = self._shelf.get(board_id)
            question = decoded(body, QUESTIONS[kind].request)
            for name in ("board", "text", "file"):
                if getattr(question, name) is not msgspec.UNSET:
                    raise Refusal(
                        BAD_REQUEST,
                        name,
                        "the board is named by its id already",
                        f"Leave `{name}` out, or POST to /v1/{kind}.",
                    )
            if is_quick(kept.subject, kind, question):
                made = answer(kept.subject, kind, question)
                assert not isinstance(made, Picture)
                return _json(made)
            return await self._work(Job(kind, body, key=kept.key), kept)

        return ask

    async def _work(self, job: Job, kept: Kept | None = None) -> Response:
        done = await self._pool.do(job, (lambda: kept.document) if kept else bytes)
        return Response(done.body, done.status, media_type=done.media_type)

    # --- boards

    async def _keep(self, request: Request) -> Response:
        kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
        body = await self._body(request)
        name = request.query_params.get("name")
        if name is not None and kind != JSON:
            job = Job("upload", body, name=name[:200])
        else:
            job = Job("keep", body)
        done = await self._pool.do(job)
        if done.status != OK:
            return Response(done.body, done.status, media_type=JSON)
        if len(done.body) <= SMALL:
            subject = read_document(done.body)
        else:
            subject = await asyncio.to_thread(read_document, done.body)
        return _json(self._shelf.add(subject).info(notes=done.notes), 201)

    async def _boards(self, request: Request) -> Response:
        return _json(m.BoardList(boards=[each.info() for each in self._shelf.all()]))

    async def _board(self, request: Request) -> Response:
        kept = self._shelf.get(request.path_params["id"])
        head = m.encoded({"id": kept.id, "version": kept.version})
        body = head[:-1] + b',"board":' + kept.document + b"}"
        return Response(body, media_type=JSON)

    async def _change(self, request: Request) -> Response:
        kept = self._shelf.get(request.path_params["id"])
        patch = decoded(await self._body(request), Patch)
        async with self._changing:
            if patch.version is not msgspec.UNSET and patch.version != kept.version:
                raise Refusal(
                    CONFLICT,
                    "version",
                    f"the board has version {kept.version} now",
                    "GET the board, and change that version.",
                )
            made = await self._changed(kept.subject.board, patch)
            kept.change(made[0])
            return _json(kept.info(did=made[1]))

    async def _changed(self, board: Board, patch: Patch) -> tuple[Board, list[str]]:
        if len(board.tiles()) <= SMALL and len(patch.changes) == 1:
            return changed(board, patch.changes)
        return await asyncio.to_thread(changed, board, patch.changes)

    async def _forget(self, request: Request) -> Response:
        self._shelf.remove(request.path_params["id"])
        return Response(status_code=204)

    # --- the rest

    async def _rules(self, request: Request) -> Response:
        return _json(rule_list())

    async def _health(self, request: Request) -> Response:
        return _json(m.Health(status="ok", version=__version__, boards=len(self._shelf)))

    async def _metrics(self, request: Request) -> Response:
        gauges: dict[str, tuple[str, float]] = {
            "boards": ("Boards kept.", len(self._shelf)),
            "workers_killed": ("Workers that passed their limits.", self._pool.killed),
        }
        return Response(self._counters.text(gauges), media_type="text/plain; version=0.0.4")

    async def _openapi(self, request: Request) -> Response:
        return Response(m.encoded(document()), media_type=JSON)

    async def _page(self, request: Request) -> Response:
        return Response(page(), media_type="text/html")

    async def _body(self, request: Request) -> bytes:
        """Return the request's body, or refuse it if it is too long or arrives too slowly."""
        most = self._limits.bytes
        length = request.headers.get("content-length", "0")
        too_large = Refusal(
            TOO_LARGE, "body", f"the request is larger than {most:,} bytes", "Send less."
        )
        if not length.isascii() or not length.isdigit() or int(length[:20]) > most:
            raise too_large
        parts, size = [], 0
        try:
            async with asyncio.timeout(self._limits.seconds):
                async for part in request.stream():
                    size += len(part)
                    if size > most:
                        raise too_large
                    parts.append(part)
        except TimeoutError:
            raise Refusal(
                TOO_LONG, "body", "the request took too long to arrive", "Send it faster."
            ) from None
        return b"".join(parts)


def make_app(limits: Limits | None = None, token: str | None = None) -> Starlette:
    """Return the ASGI app. Without a token, it only answers requests to this machine's own name."""
    service = Service(limits or Limits(), token)
    app = Starlette(
        routes=service.routes(),
        lifespan=service.lifespan,
        exception_handlers={404: _no_such_address, 405: _no_such_method},
    )
    app.router.redirect_slashes = False
    return app


async def _no_such_address(request: Request, error: Exception) -> Response:
    return refusal_response(
        Refusal(NOT_FOUND, "path", "nothing is at this address", "GET / lists the addresses.")
    )


async def _no_such_method(request: Request, error: Exception) -> Response:
    return refusal_response(
        Refusal(
            BAD_METHOD,
            "method",
            f"{request.method[:20]} is not possible here",
            "GET / lists the methods of each address.",
        )
    )


def refusal_response(refusal: Refusal) -> Response:
    """Return an error as a JSON response."""
    return Response(refusal.body(), refusal.status, media_type=JSON)


def _json(made: Any, status: int = OK) -> Response:
    return Response(m.encoded(made), status, media_type=JSON)


def _digest(text: str) -> bytes:
    return sha256(text.encode("utf-8", "replace")).digest()
