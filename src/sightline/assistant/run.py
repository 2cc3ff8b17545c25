"""Run the MCP server over stdio, or over streamable HTTP with a token."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Any

from sightline.assistant.maps import Maps
from sightline.assistant.server import make_server
from sightline.service.refusals import UNAUTHORIZED
from sightline.service.run import run_app, token_for

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


def serve_stdio(folder: Path) -> int:
    """Serve the program that started this one, until it closes the connection."""

    async def run() -> None:
        maps = Maps(folder)
        try:
            await make_server(maps).run_stdio_async()
        finally:
            await maps.close()

    asyncio.run(run())
    return 0


def serve_http(
    folder: Path, host: str, port: int, token: str | None, say: Callable[[str], None]
) -> int:
    """Serve over HTTP at /mcp until the process is stopped."""
    token = token_for(host, token)
    app: App = make_server(Maps(folder)).streamable_http_app(host=host)
    return run_app(app if token is None else with_token(app, token), host, port, token, say, "mcp")


def with_token(app: App, token: str) -> App:
    """Return an app that rejects requests without the token."""
    expected = sha256(f"Bearer {token}".encode()).digest()

    async def admitted(scope: Message, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        given = headers.get(b"authorization", b"")
        if scope["type"] == "lifespan" or compare_digest(sha256(given).digest(), expected):
            await app(scope, receive, send)
            return
        body = b"Send the header `Authorization: Bearer TOKEN`. The server printed it.\n"
        kind = [(b"content-type", b"text/plain"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": UNAUTHORIZED, "headers": kind})
        await send({"type": "http.response.body", "body": body})

    return admitted
