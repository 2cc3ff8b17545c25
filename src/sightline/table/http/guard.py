"""Reject requests for other hosts, or from pages of other sites, before anything else.

A page of another site can make a browser connect to 127.0.0.1. Two headers reveal that. `Host` is
the name under which the browser reached us; it is not ours if the site's DNS name points here (DNS
rebinding). `Origin` is the site of the page that sends the request. Browsers send it with every
WebSocket and every request except plain GET, and pages cannot forge it. CORS does not cover
WebSockets at all.

Rejected clients may be strangers who found the public name, so the messages do not reveal what
runs here.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any

from sightline.table.http.addresses import Headers, asking_address, origins_by_host
from sightline.table.http.rate_limits import Buckets

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

READING = ("GET", "HEAD")
MISDIRECTED, FORBIDDEN, TOO_MANY, BROKEN = 421, 403, 429, 500
HANG_UP = {b"connection": b"close"}
"""Headers for rejected clients: they need a new connection for the next request."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
    " connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
)
PLAYGROUND_POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self';"
    " img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; worker-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy of the playground.

It runs Python in the browser, which needs eval and WebAssembly, all from this server.
"""
HEADERS = {
    b"content-security-policy": PAGE_POLICY.encode(),
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": (
        b"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
    ),
    b"cache-control": b"no-store",
}
"""The default headers of every response."""
STAY_ENCRYPTED = (b"strict-transport-security", b"max-age=86400")
"""HSTS for our own TLS, for one day: an evening of play and the day after.

A longer time would be risky, because HSTS covers every port of the host and users cannot override
it. Another service on that host, or an expired self-signed certificate, must not lock them out.
Browsers ignore HSTS for untrusted certificates and for IP addresses.
"""
THIS_MACHINE = (b"localhost", b"127.0.0.1", b"[::1]")
"""Loopback names. Their traffic stays on this machine, and other services use them without
TLS.
"""

_PORT = re.compile(rb":[0-9]+$")

log = logging.getLogger("sightline.table")


class Guard:
    """ASGI middleware that rejects foreign requests and limits the rest.

    `origins` are all our addresses, such as `http://host:port`. `requests` is the rate limit per
    address. `behind_proxy` says whether a proxy on this machine forwards requests. Inside, `client`
    is the address under which the client is counted.
    """

    def __init__(
        self, app: App, origins: Iterable[str], requests: Buckets, behind_proxy: bool = False
    ) -> None:
        self._app = app
        self._requests = requests
        self._behind_proxy = behind_proxy
        self._origin_by_host = origins_by_host(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        peer, port = scope.get("client") or ("", 0)
        address = asking_address(peer, scope["headers"], self._behind_proxy)
        scope = {**scope, "client": (address, port)}
        if scope["type"] == "websocket":
            await self._open(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        opened = False

        async def send_or_refuse(message: Message) -> None:
            nonlocal opened
            if message["type"] == "websocket.close" and not opened:
                await _no_socket(send, "No connection is available here now.")
            else:
                opened = True
                await send(message)

        complaint = self._complaint(scope, must_have_origin=True)
        if complaint:
            # Rejected before the WebSocket is accepted.
            await receive()
            await _no_socket(send, complaint[1])
        else:
            await self._app(scope, receive, send_or_refuse)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                given = list(message.get("headers", ()))
                names = {name.lower() for name, _ in given}
                more = [(name, value) for name, value in HEADERS.items() if name not in names]
                if _is_encrypted_elsewhere(scope):
                    more.append(STAY_ENCRYPTED)
                message = {**message, "headers": given + more}
            await send(message)

        complaint = self._complaint(scope, scope["method"] not in READING)
        if complaint:
            await _plain(send_with_headers, *complaint, HANG_UP)
            return
        try:
            await self._app(scope, receive, send_with_headers)
        except Exception:
            # Do not log the request: its query may contain secrets.
            log.exception("A request went wrong")
            if not started:
                await _plain(send_with_headers, BROKEN, "Something went wrong on the server.")

    def _complaint(self, scope: Scope, must_have_origin: bool) -> tuple[int, str] | None:
        """Return the status and message with which to reject the request, or None."""
        headers: Headers = scope["headers"]
        complaint = self._stray(headers, must_have_origin)
        address = scope["client"][0]
        # Count these separately: a foreign page must not use up the limit of the game master's page
        # in the same browser.
        whose = f"{address} from elsewhere" if complaint or _is_cross_site(headers) else address
        if not self._requests.take(whose):
            return TOO_MANY, "Too many requests at once. Wait a moment and try again."
        return complaint

    def _stray(self, headers: Headers, must_have_origin: bool) -> tuple[int, str] | None:
        """Return the rejection of a request for another host or from another site, or None."""
        hosts = _values(headers, b"host")
        if len(hosts) != 1 or hosts[0] not in self._origin_by_host:
            return MISDIRECTED, "There is nothing at this address. Use the link you were given."
        origins = _values(headers, b"origin")
        if not origins and not must_have_origin:
            return None
        if origins != [self._origin_by_host[hosts[0]]]:
            return FORBIDDEN, "Only our own page may ask for this."
        return None


def _is_encrypted_elsewhere(scope: Scope) -> bool:
    """Return whether a request came over our own TLS, under a name other than loopback.

    (Behind a proxy, HSTS is up to the proxy.)
    """
    names = [_PORT.sub(b"", host) for host in _values(scope["headers"], b"host")]
    return scope.get("scheme") == "https" and not any(name in THIS_MACHINE for name in names)


def _is_cross_site(headers: Headers) -> bool:
    """Return whether the browser reports a cross-site request."""
    return any(
        value not in (b"same-origin", b"none") for value in _values(headers, b"sec-fetch-site")
    )


def _values(headers: Headers, name: bytes) -> list[bytes]:
    return [value.strip().lower() for key, value in headers if key.lower() == name]


async def _no_socket(send: Send, words: str) -> None:
    async def send_as_answer(message: Message) -> None:
        await send({**message, "type": f"websocket.{message['type']}"})

    await _plain(send_as_answer, FORBIDDEN, words, HEADERS)


async def _plain(
    send: Send, status: int, words: str, more: Mapping[bytes, bytes] = MappingProxyType({})
) -> None:
    body = words.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *more.items(),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
