"""The configuration of uvicorn, with timeouts and limits, and without a log."""

from __future__ import annotations

import gc
import socket
import sys
from asyncio import TimerHandle, Transport
from collections.abc import Callable
from typing import NamedTuple

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from sightline.table.http.addresses import asking_address, counted_as, is_neighbor
from sightline.table.http.guard import App
from sightline.table.http.listening import HandshakeSocket
from sightline.table.http.open_connections import OpenConnections
from sightline.table.http.websocket import LimitedWebSocket
from sightline.table.protocol.client import MAX_MESSAGE_BYTES

REQUEST_SECONDS = 15.0
"""Timeout for the head of a request."""
PING_SECONDS = 20.0
FAREWELL_SECONDS = 1
TURN_SECONDS = 0.0005
MOST_CONNECTIONS = 1_000
MOST_REQUESTING = 600
"""The maximum number of connections other than WebSockets. Pages and unidentified connections
have separate limits.
"""
MOST_OF_AN_ADDRESS = 200
"""The maximum number of connections of one address, so that one machine cannot use them all."""
MOST_SHAKING, MOST_SHAKING_OF_AN_ADDRESS = 100, 50
"""The maximum number of connections in a TLS handshake: in total, and per address."""
MOST_AT_ONCE = 64
"""The maximum number of connections accepted in one iteration of the event loop, so that others
do not wait.
"""


class Exposure(NamedTuple):
    """The address of the server, and the peers that it trusts."""

    behind_proxy: bool = False
    """Whether a proxy on this machine forwards requests and reports the clients' addresses."""
    neighbors_only: bool = True
    """Whether clients outside our networks are rejected."""
    cert: str | None = None
    """The certificate file, for TLS without a proxy."""
    key: str | None = None


CLOSED = Exposure()


class ImpatientProtocol(H11Protocol):
    """uvicorn's HTTP protocol with a timeout for the head of a request.

    The timeout prevents slow or silent clients from holding connections open.
    """

    config: TableConfig
    _patience: TimerHandle | None = None
    _number = -1
    """Its number among the open connections other than WebSockets."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = _first(transport.get_extra_info("peername"))
        ours = _first(transport.get_extra_info("sockname"))
        for each in self.config.handshakes:
            each.finished(transport.get_extra_info("peername"))
        self._number = self.config.open_connections.opened(counted_as(peer), transport.abort)
        if self.config.exposure.neighbors_only and not is_neighbor(peer, ours):
            transport.abort()
        else:
            self._wait_or_not()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait_or_not()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.config.open_connections.closed(self._number)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.config.open_connections.closed(self._number)  # from now on the RateLimiter counts it
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self.config.open_connections.waits(self._number)
        super().on_response_complete()

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            peer = _first(self.client)
            address = asking_address(peer, self.headers, self.config.exposure.behind_proxy)
            self.config.open_connections.asks(self._number, address)

    def _wait_or_not(self) -> None:
        request: RequestResponseCycle | None = self.cycle
        is_answering = request is not None and not request.response_complete
        # The connection may have become a WebSocket.
        if is_answering or self.transport.get_protocol() is not self:
            self._stop_waiting()
        elif self._patience is None:
            self._patience = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def _first(address: tuple[object, ...] | None) -> str:
    return str(address[0]) if address else ""


class TableConfig(uvicorn.Config):
    """uvicorn's configuration, with the data that our protocol needs."""

    def __init__(self, app: App, exposure: Exposure) -> None:
        self.exposure = exposure
        self.handshakes: list[HandshakeSocket] = []
        self.open_connections = OpenConnections(MOST_REQUESTING, MOST_OF_AN_ADDRESS)
        super().__init__(
            app,
            loop="asyncio",
            http=ImpatientProtocol,
            ws=LimitedWebSocket,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            ws_per_message_deflate=False,
            # `addresses` determines the client's address.
            proxy_headers=False,
            server_header=False,
            # Do not log events that strangers can cause, or addresses that contain secrets.
            log_config=None,
            log_level="critical",
            access_log=False,
            limit_concurrency=MOST_CONNECTIONS,
            backlog=MOST_AT_ONCE,
            timeout_graceful_shutdown=FAREWELL_SECONDS,
            ssl_certfile=exposure.cert,
            ssl_keyfile=exposure.key,
        )


class TableServer(uvicorn.Server):
    """uvicorn's server with a callback for when it listens."""

    def __init__(
        self, app: App, when_listening: Callable[[], None], exposure: Exposure = CLOSED
    ) -> None:
        super().__init__(TableConfig(app, exposure))
        self._when_listening = when_listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        config = self.config
        assert isinstance(config, TableConfig)
        if sockets and config.exposure.cert:
            config.handshakes = [
                HandshakeSocket.instead_of(each, MOST_SHAKING, MOST_SHAKING_OF_AN_ADDRESS)
                for each in sockets
            ]
            sockets = [*config.handshakes]
        await super().startup(sockets=sockets)
        # Changes run in another thread, and the event loop must not wait for it, so threads switch
        # every 0.5 ms instead of 5. Objects from startup are frozen for the garbage collector,
        # because each pass over them took up to 25 ms.
        sys.setswitchinterval(TURN_SECONDS)
        gc.freeze()
        self._when_listening()
