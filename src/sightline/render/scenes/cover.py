"""The cover of every tile from a place, by the rule of a game, as shades."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sightline.model.board import Board
from sightline.model.degree import NONE, TOTAL, Degree
from sightline.model.place import place
from sightline.render.scenes.board import board_outline, board_shapes
from sightline.render.scenes.field import caption_below, rock_shapes, tinted
from sightline.render.scenes.figures import viewer_shapes
from sightline.render.scenes.scene import Page
from sightline.render.shapes import Path, Scene
from sightline.render.words import degree_words, place_words

SHADES = 3
"""The number of shades between light and shadow. Higher degrees share the last one."""


def shades_of(degrees: Sequence[str]) -> dict[str, int]:
    """Return the shade of each degree: 0 is light. Total cover has none."""
    between = [degree for degree in degrees if degree != TOTAL]
    return {degree: min(i, SHADES) for i, degree in enumerate(between)}


def cover_scene(
    board: Board,
    cover: Mapping[Any, Degree | str],
    degrees: Sequence[str],
    viewers: Sequence[Any] = (),
    caption: str = "",
) -> Scene:
    """Draw tiles without cover as light, darker with every degree, and hidden ones as shadow.

    A degree that is not in the list, such as "none or half", is left to the game master.
    """
    page = Page(board)
    shades = shades_of(degrees)
    by_degree: dict[str, set[tuple[int, int]]] = {degree: set() for degree in degrees}
    doubt: set[tuple[int, int]] = set()
    for tile, degree in cover.items():
        by_degree.get(str(degree), doubt).add(tuple(tile))
    layers = [
        (_role(shades[degree]), _hatch(shades[degree]), frozenset(tiles))
        for degree, tiles in by_degree.items()
        if degree in shades
    ]
    layers.append(("doubt", "doubt-hatch", frozenset(doubt)))
    seen = frozenset(tile for _, _, tiles in layers for tile in tiles)
    rock = frozenset((first, second) for first, second in board.solid_tiles())
    shadow = Path("shadow", board_outline(board, page.lay), closed=True)
    over_rock = [
        *rock_shapes(page.lay, "lit-rock", rock & seen),
        *rock_shapes(page.lay, "unseen-rock", rock - seen),
    ]
    tint = [shadow, *tinted(page.lay, layers)]
    page.draw(board_shapes(board, page.lay, tint=tint, over_rock=over_rock))
    places = [place(board, viewer, "viewer") for viewer in viewers]
    for where in places:
        page.draw(viewer_shapes(page.lay, where.tiles))
    who = f" from {place_words(places[0])}" if len(places) == 1 else ""
    counts = [
        f"{len(tiles)} with {degree_words(degree)}"
        for degree, tiles in by_degree.items()
        if tiles and degree in shades
    ]
    title = f"Cover{who}: {', '.join(counts) or 'nothing is seen'}"
    caption_below(page, title, caption)
    entries = [
        ((_role(shade),) if shade == 0 else (_role(shade), _hatch(shade) or ""), _named(degree))
        for degree, shade in shades.items()
    ]
    if doubt:
        entries.append((("doubt", "doubt-hatch"), "waits for the master"))
    page.legend([*entries, (("shadow",), "not seen")])
    return page.finished(title, caption)


def _role(shade: int) -> str:
    return f"covered-{shade}" if shade else "lit"


def _hatch(shade: int) -> str | None:
    return f"covered-{shade}-hatch" if shade else None


def _named(degree: str) -> str:
    return "seen, no cover" if degree == NONE else degree_words(degree)
