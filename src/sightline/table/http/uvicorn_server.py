"""Sets up uvicorn, its sockets and addresses, with timeouts and limits, and without a log."""

from __future__ import annotations

import gc
import socket
import sys
from asyncio import TimerHandle, Transport
from collections import Counter
from collections.abc import Callable
from typing import ClassVar

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from sightline.table.http.guard import App
from sightline.table.http.websocket import LimitedWebSocket
from sightline.table.protocol import MAX_MESSAGE_BYTES

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
USUAL_PORT = 8765
PORTS_TRIED = 100

REQUEST_SECONDS = 15.0
"""How long the head of a request may take to come."""
STALLED_SECONDS = 30
"""How long a peer may take nothing of what it was sent."""
PING_SECONDS = 20.0
FAREWELL_SECONDS = 1
TURN_SECONDS = 0.0005
MOST_CONNECTIONS = 1_000
MOST_OF_AN_ADDRESS = 200
"""So that one machine cannot take them all."""
MOST_AT_ONCE = 64
"""Connections that are taken in one turn, while everybody else waits; the others come next."""

# No packet is sent to any of these: they only make the system choose the address it would use.
_ROUTES = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")


# --- the server


class ImpatientProtocol(H11Protocol):
    """uvicorn's, but a request that has begun to come must soon be there: nobody holds a connection
    open by sending nothing, or a letter now and then."""

    _patience: TimerHandle | None = None
    _address = ""
    _open: ClassVar[Counter[str]] = Counter()
    """How many connections each address has, besides WebSockets."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = str((transport.get_extra_info("peername") or ("",))[0])
        self._open[self._address] += 1
        if self._open[self._address] > MOST_OF_AN_ADDRESS:
            transport.abort()
        else:
            self._wait_or_not()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait_or_not()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._count_off()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._count_off()  # from here on the RateLimiter counts it
        super().handle_websocket_upgrade(event)

    def _count_off(self) -> None:
        self._open[self._address] -= 1
        if not self._open[self._address]:
            del self._open[self._address]

    def _wait_or_not(self) -> None:
        request: RequestResponseCycle | None = self.cycle
        is_answering = request is not None and not request.response_complete
        if is_answering or self.transport.get_protocol() is not self:  # it may be a WebSocket now
            self._stop_waiting()
        elif self._patience is None:
            self._patience = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class TableServer(uvicorn.Server):
    """uvicorn's, and it says when it listens."""

    def __init__(self, app: App, when_listening: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http=ImpatientProtocol,
                ws=LimitedWebSocket,
                ws_max_size=MAX_MESSAGE_BYTES,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PING_SECONDS,
                ws_per_message_deflate=False,
                # The address of whoever asks is the socket's, whatever a header claims.
                proxy_headers=False,
                server_header=False,
                # Nothing is logged that a stranger can cause, and no addresses with secrets.
                log_config=None,
                log_level="critical",
                access_log=False,
                limit_concurrency=MOST_CONNECTIONS,
                backlog=MOST_AT_ONCE,
                timeout_graceful_shutdown=FAREWELL_SECONDS,
            )
        )
        self._when_listening = when_listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        # Changes are worked out in a thread beside this one, which must not wait for them: it gets
        # its turn every half millisecond, not every five. And what is there from the start is
        # looked through for garbage no more: it took up to 25 ms each time, with everybody waiting.
        sys.setswitchinterval(TURN_SECONDS)
        gc.freeze()
        self._when_listening()


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket on that port, or on the next one that is free; 0 for any."""
    last: OSError | None = None
    for number in range(port, min(port + PORTS_TRIED, 65_536)) if port else (0,):
        # With the protocol named, asyncio sends messages at once (TCP_NODELAY); without,
        # one message in a hundred waits 40 ms for the other side to acknowledge the one before.
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Inherited by every connection: a peer that stopped reading cannot hold on for ever.
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_SECONDS * 1000)
        try:
            found.bind((host, number))
            found.listen()
        except OSError as error:
            found.close()
            last = error
        else:
            return found
    assert last is not None
    raise last


def addresses_in_the_network() -> list[str]:
    """Where other machines reach this one."""
    found: dict[str, None] = {}
    for somewhere in _ROUTES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((somewhere, 9))
            except OSError:
                continue
            address = probe.getsockname()[0]
        if not address.startswith(("127.", "0.")):
            found[address] = None
    return list(found)


def allowed_hosts(port: int, more: list[str]) -> list[str]:
    """Every name that we go by."""
    return [f"{host}:{port}" for host in (HERE, "localhost", "[::1]", *more)]
