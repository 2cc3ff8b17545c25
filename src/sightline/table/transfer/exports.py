"""Downloads: pictures of a map, a map, the whole table.

The game master may download everything, a player only a picture of what they know. Drawing is slow:
it runs in a thread, on snapshots, and PNGs are rendered in a separate process.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from msgspec import UNSET

from sightline.pictures import MapPicture
from sightline.processes import WorkerError, module, output_of
from sightline.table.state.records import Actor, Refusal
from sightline.table.transfer.documents import table_document
from sightline.table.transfer.pictures import Theme, export, player_picture
from sightline.table.transfer.position_links import (
    LinkEnds,
    master_link,
    player_link,
    playground_address,
)
from sightline.table.transfer.table_pictures import WrittenPictures
from sightline.texts import as_text

if TYPE_CHECKING:
    from sightline.table.service.table import Table
    from sightline.table.state.scene import MapScene

SVG_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
"""The content security policy for pictures that users open in the browser: nothing in them
may run.
"""

PICTURES = ("picture.svg", "picture.png")
LINK = "link.txt"
EXPORTS = (*PICTURES, "map.json", "table.json", LINK)
TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
}
THEMES = ("light", "dark", "auto")

PAINTER = module("sightline.table.transfer.picture_worker")
MOST_SECONDS = 30.0
"""Time limit for rendering one PNG."""


class Export(NamedTuple):
    """A file with its name."""

    file_name: str
    media_type: str
    content: bytes
    policy: str = ""
    note: str = ""
    """A note for the user about what did not fit, or ""."""


class Exporter:
    """Creates the downloads of one table."""

    def __init__(self, table: Table, has_playground: bool = False) -> None:
        self._table, self._has_playground = table, has_playground

    async def make(
        self, actor: Actor, what: str, map_id: str, theme: str, ends: LinkEnds = ("", "")
    ) -> Export | None:
        """Return the file, or None if it does not exist or the actor may not have it.

        `ends` are the viewer and target of a link.
        """
        if what not in EXPORTS or theme not in THEMES:
            return None
        async with self._table.asking.turns.of(actor.id):
            if what == LINK:
                return await self._link(actor, map_id, ends)
            return await self._made(actor, what, map_id, theme)

    async def _link(self, actor: Actor, map_id: str, ends: LinkEnds) -> Export | None:
        """Return a link to the playground. For a player it has what they know of the shown map."""
        shown = self._table.world.table.shown or ""
        if actor.role == "player" and map_id not in ("", shown):
            return None
        scene = await self._table.map_keeper.still_scene(map_id or shown)
        if scene is None:
            return None
        if actor.role != "player":
            address = playground_address(self._has_playground)
            content = await asyncio.to_thread(master_link, scene, ends, address)
        else:
            seated = self._table.world.players.get(actor.id)
            if seated is None or seated.waiting:
                return None
            knowledge = await self._table.map_keeper.still_knowledge(actor.id)
            if knowledge is None:
                return None
            address = playground_address(self._has_playground)
            content = await asyncio.to_thread(player_link, knowledge, scene.rule, ends, address)
        return Export(LINK, TYPES["txt"], content)

    async def _made(self, actor: Actor, what: str, map_id: str, theme: str) -> Export | None:
        ending = what.rpartition(".")[2]
        # A PNG cannot follow the reader's choice of theme.
        shade = cast(Theme, "light" if (ending, theme) == ("png", "auto") else theme)
        found: tuple[str, bytes] | None
        note = ""
        if actor.role == "player":
            found = await self._known(actor.id, what, map_id, shade)
        elif what == "table.json":
            name, content, note = await self._whole_table()
            found = name, content
        else:
            found = await self._whole_map(ending, map_id, shade)
        if found is None:
            return None
        name, content = found
        if ending == "png":
            content = await _painted(content)
        policy = SVG_POLICY if ending == "svg" else ""
        return Export(f"{name}.{ending}", TYPES[ending], content, policy, note)

    async def _known(
        self, player: str, what: str, map_id: str, theme: Theme
    ) -> tuple[str, bytes] | None:
        """Return an export of what a player knows of the shown map. Players cannot export other
        maps.
        """
        table = self._table.world.table
        seated = self._table.world.players.get(player)
        if what not in PICTURES or map_id not in ("", table.shown):
            return None
        if seated is None or seated.waiting:
            return None
        knowledge = await self._table.map_keeper.still_knowledge(player)
        if knowledge is None:
            return None
        return "map", await asyncio.to_thread(player_picture, knowledge, theme)

    async def _whole_map(self, ending: str, map_id: str, theme: Theme) -> tuple[str, bytes] | None:
        shown = self._table.world.table.shown
        scene = await self._table.map_keeper.still_scene(map_id or shown or "")
        if scene is None:
            return None
        rulings = self._table.desk.of(scene.id)
        kind: Literal["svg", "json"] = "json" if ending == "json" else "svg"
        under = await asyncio.to_thread(self._under, scene)
        return scene.record.name, await asyncio.to_thread(
            export, scene, rulings, kind, theme, under
        )

    async def _whole_table(self) -> tuple[str, bytes, str]:
        snapshot = await self._table.map_keeper.snapshot()
        rulings = {scene.id: self._table.desk.of(scene.id) for scene in snapshot.scenes}
        kept = self._table.pictures.files
        pictures = await asyncio.to_thread(WrittenPictures, snapshot.scenes, kept.get)
        content = await asyncio.to_thread(table_document, snapshot, rulings.__getitem__, pictures)
        return "table", content, pictures.left_out()

    def _under(self, scene: MapScene) -> MapPicture | None:
        """Return the picture under a map, as on the game master's page."""
        laid = scene.record.picture
        data = None if laid is UNSET else self._table.pictures.files.get(laid.digest)
        return None if laid is UNSET or data is None else laid.with_bytes(data)


async def _painted(svg: bytes) -> bytes:
    try:
        return await output_of(PAINTER, svg, MOST_SECONDS)
    except WorkerError as error:
        raise Refusal("notPainted", error=as_text(error)) from None
