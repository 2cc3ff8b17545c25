"""The table over HTTP and WebSockets: routes, connections, who may come in and how often.

A request meets, in this order: `uvicorn_server` (few connections of an address, found out by
`addresses`), `guard` (our own names and page only), `websocket` (frames that say nothing are few),
`connection` (who is it, and one message after the other within `rate_limits`).
"""

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

__all__ = [
    "EVERYWHERE",
    "EVERYWHERE_6",
    "HERE",
    "HERE_6",
    "PORTS_TRIED",
    "STATIC",
    "USUAL_PORT",
    "Exposure",
    "TableServer",
    "addresses_in_the_network",
    "is_built",
    "listening_sockets",
    "make_app",
    "origin_of",
    "own_origins",
    "public_origin",
]
