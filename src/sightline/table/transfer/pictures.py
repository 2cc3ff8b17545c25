"""A map as SVG or JSON: in full for the game master, or as a player knows it."""

from __future__ import annotations

from typing import Literal

from sightline.pictures import MapPicture
from sightline.render import board_svg
from sightline.render.svg import svg_text
from sightline.rulings import Rulings
from sightline.table.state.scene import MapScene
from sightline.table.transfer.documents import map_document
from sightline.table.transfer.known_picture import known_scene
from sightline.table.vision.knowledge import Knowledge

Theme = Literal["light", "dark", "auto"]


def export(
    scene: MapScene,
    rulings: Rulings,
    what: Literal["svg", "json"],
    theme: Theme = "light",
    under: MapPicture | None = None,
) -> bytes:
    """Return the whole map for the game master: drawn over its picture, or as JSON with its rule,
    rulings and picture.
    """
    if what == "json":
        return map_document(scene, rulings, under)
    board, _ = scene.labeled()
    return board_svg(board, picture=under, theme=theme).encode()


def player_picture(knowledge: Knowledge, theme: Theme = "light") -> bytes:
    """Return a drawing of what a player knows. Tiles are lit or dim; unknown ones are dark."""
    return svg_text(known_scene(knowledge), theme).encode()
