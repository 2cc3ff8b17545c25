"""Files to take home: pictures of a map, a map, the whole table.

The master may have everything. A player may have a picture of what they know, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sightline.apps.web.records import Actor

if TYPE_CHECKING:
    from sightline.apps.web.table import Table

SVG, PNG, JSON = "image/svg+xml", "image/png", "application/json"
EXPORTS = {"picture.svg": SVG, "picture.png": PNG, "map.json": JSON, "table.json": JSON}
THEMES = ("light", "dark", "auto")
SVG_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
"""For somebody who opens the picture here instead of keeping it: nothing in it may act."""


class Export(NamedTuple):
    file_name: str
    media_type: str
    content: bytes
    policy: str = ""


async def export_of(
    table: Table, actor: Actor, what: str, map_id: str, theme: str
) -> Export | None:
    """The file; None if there is no such thing, or not for this actor."""
    raise NotImplementedError
