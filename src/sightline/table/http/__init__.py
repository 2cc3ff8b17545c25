"""The table over HTTP and WebSockets: routes, connections, who may come in and how often.

A request meets, in this order: `uvicorn_server` (few connections of an address), `guard` (our own
names and page only), `websocket` (frames that say nothing are few), `connection` (who is it, and
one message after the other within `rate_limits`).
"""

from sightline.table.http.app import make_app
from sightline.table.http.static_files import STATIC, is_built
from sightline.table.http.uvicorn_server import (
    EVERYWHERE,
    HERE,
    USUAL_PORT,
    TableServer,
    addresses_in_the_network,
    allowed_hosts,
    listening_socket,
)

__all__ = [
    "EVERYWHERE",
    "HERE",
    "STATIC",
    "USUAL_PORT",
    "TableServer",
    "addresses_in_the_network",
    "allowed_hosts",
    "is_built",
    "listening_socket",
    "make_app",
]
