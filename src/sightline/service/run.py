"""Run the service: open a socket, print its address, and serve until Ctrl+C or SIGTERM."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

import uvicorn

from sightline.errors import InvalidValueError
from sightline.service.app import Limits, make_app

GRACE_SECONDS = 10
"""How long running requests may take after Ctrl+C."""
MOST_CONNECTIONS = 1_000
IDLE_SECONDS = 30
"""How long a connection without requests stays open."""


def is_loopback(host: str) -> bool:
    """Return whether the address can be reached only from this machine."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, when_listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_listening = when_listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._when_listening()


def serve(
    host: str, port: int, token: str | None, limits: Limits, say: Callable[[str], None]
) -> int:
    """Serve until the process is stopped, and return the exit code."""
    token = token_for(host, token)
    return run_app(make_app(limits, token), host, port, token, say)


def token_for(host: str, token: str | None) -> str | None:
    """Return the token that clients need. A random one is created if other machines can connect."""
    if token is None and not is_loopback(host):
        return secrets.token_urlsafe(24)
    return token


def run_app(
    app: Any, host: str, port: int, token: str | None, say: Callable[[str], None], path: str = ""
) -> int:
    """Run an ASGI app until the process is stopped, and print its address."""
    listener = _listening(host, port)
    shown = f"[{host}]" if ":" in host else host
    where = f"http://{shown}:{listener.getsockname()[1]}/{path}"

    def when_listening() -> None:
        say(f"sightline serves at {where}")
        if token is not None:
            say(f"Token: {token}")
            say("Clients send the header `Authorization: Bearer TOKEN`.")
        say("Ctrl+C ends it.")

    config = uvicorn.Config(
        app,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        log_config=None,
        log_level="critical",
        access_log=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    with listener, suppress(KeyboardInterrupt):
        asyncio.run(_Server(config, when_listening).serve(sockets=[listener]))
    return 0


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With an explicit protocol, asyncio sends answers immediately (TCP_NODELAY).
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(128)
    except OSError as error:
        made.close()
        raise InvalidValueError(
            f"--port: cannot listen on {host} port {port}: {error.strerror}; choose another one"
        ) from None
    return made
