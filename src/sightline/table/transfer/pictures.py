"""Draws a map in SVG, or writes it as JSON: as the master has it, and as a player knows it."""

from __future__ import annotations

from typing import Literal

from sightline.pictures import MapPicture
from sightline.render import board_svg
from sightline.render.svg import svg_text
from sightline.rulings import Rulings
from sightline.table.state import MapScene
from sightline.table.transfer.documents import map_document
from sightline.table.transfer.known_picture import known_scene
from sightline.table.vision import Knowledge

Theme = Literal["light", "dark", "auto"]


def export(
    scene: MapScene,
    rulings: Rulings,
    what: Literal["svg", "json"],
    theme: Theme = "light",
    under: MapPicture | None = None,
) -> bytes:
    """The whole map, for the master: its drawing over its own picture, or our JSON with rule,
    rulings and picture."""
    if what == "json":
        return map_document(scene, rulings, under)
    board, _ = scene.labelled()
    return board_svg(board, picture=under, theme=theme).encode()


def player_picture(knowledge: Knowledge, theme: Theme = "light") -> bytes:
    """What a player knows, and nothing else: lit, dim, and dark where they have not been."""
    return svg_text(known_scene(knowledge), theme).encode()
