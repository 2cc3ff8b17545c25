"""Pictures: a board and an answer become shapes, and the shapes become SVG, PNG or terminal text.

    board_svg(board)                        the board
    sight_svg(board, sight)                 an answer: the deciding line and what it met
    sight_svg(None, sight)                  ... on empty ground, if the board is not at hand
    sight_svg(board, sight, all_lines=True) ... with every line tried, or every step, and why
    compare_svg(board, {"dnd5e": sight})    several answers side by side, by their titles
    field_svg(board, visible, ...)          light and shadow; a mapping of viewers shows a party
    contact_svg(board, contacts, ...)       the contact of the best line to each tile
    cover_svg(board, cover, ...)            the cover of each tile by the rule of a game
    heatmap_svg(board, counts, ...)         a number per tile, with a legend
    light_svg(board, light, ...)            bright, dim and dark tiles, and where the lights are
    svg_to_png(svg)                         any of them as PNG, the same on every machine
    terminal(board, sight=..., ...)         text for a terminal, with or without color

Every SVG has a `theme`: "light", "dark", or "auto", which follows the viewer's settings. `picture`
draws over the map's own picture, which `load_with_report(path).picture` returns. The same arguments
give the same bytes. Pictures show the geometry of the answer; nothing here computes sight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sightline.answers.sight import Sight
from sightline.model.board import Board
from sightline.model.degree import Degree

if TYPE_CHECKING:
    from sightline.pictures import MapPicture
    from sightline.render.layout import AnyTiles
    from sightline.render.shapes import Scene

__all__ = [
    "board_svg",
    "compare_svg",
    "contact_svg",
    "cover_svg",
    "field_svg",
    "heatmap_svg",
    "light_svg",
    "sight_svg",
    "svg_to_png",
    "terminal",
]


# Drawing code is imported on first use, so that programs that only ask questions start fast.


def _svg(
    scene: Scene, board: Board | None, picture: MapPicture | None, theme: str, full: bool = False
) -> str:
    from sightline.render.svg import svg_text
    from sightline.render.underlay import over_picture

    return svg_text(over_picture(scene, board, picture, full_size=full), theme)


def board_svg(board: Board, *, picture: MapPicture | None = None, theme: str = "light") -> str:
    """Return an SVG of the board."""
    from sightline.render.scenes.scene import board_scene

    return _svg(board_scene(board), board, picture, theme)


def sight_svg(
    board: Board | None,
    sight: Sight,
    *,
    all_lines: bool = False,
    explanation: str | None = None,
    close_up: bool = False,
    picture: MapPicture | None = None,
    theme: str = "light",
) -> str:
    """Return an SVG of an answer on its board, with the verdict below.

    `all_lines` adds every line that was tried with the reason for its result, or every step of a
    hex ray. `explanation` replaces the answer's own; "" leaves it out. Without a board, both ends
    and everything in the way are drawn on empty ground. `close_up` shows only the part of the board
    between both ends, and no text.
    """
    from sightline.render.scenes.sight import sight_scene

    scene = sight_scene(board, sight, all_lines, explanation, close_up)
    return _svg(scene, board, picture, theme, close_up)


def compare_svg(
    board: Board,
    sights: Mapping[str, Sight],
    *,
    picture: MapPicture | None = None,
    theme: str = "light",
) -> str:
    """Return an SVG of several answers to one question side by side. `sights` maps titles to
    answers.

    >>> from sightline import SquareBoard, trace
    >>> board = SquareBoard.from_text("A.C.B")
    >>> games = {game: trace(board, "A", "B", game) for game in ("dnd5e", "descent2")}
    >>> compare_svg(board, games).count("<svg x=")
    2
    """
    from sightline.render.scenes.sheet import sheet_scene
    from sightline.render.svg import svg_text

    return svg_text(sheet_scene(board, sights, picture), theme)


def field_svg(
    board: Board,
    visible: AnyTiles | Mapping[Any, AnyTiles],
    *,
    viewers: Sequence[Any] = (),
    ambiguous: AnyTiles = (),
    caption: str = "",
    picture: MapPicture | None = None,
    theme: str = "light",
) -> str:
    """Return an SVG with the visible tiles as light and the rest as shadow.

    `visible` is any collection of tiles (such as a Field) or, for a party, a mapping from each
    viewer to what that viewer sees. Viewers are positions or names; a Field knows its own.
    `ambiguous` tiles are hatched. For a Field, the board is drawn as it was when the question was
    asked.
    """
    from sightline.render.scenes.field import field_scene

    scene = field_scene(board, visible, viewers, ambiguous, caption)
    return _svg(scene, board, picture, theme)


def contact_svg(
    board: Board,
    contacts: Mapping[Any, Any],
    *,
    viewers: Sequence[Any] = (),
    caption: str = "",
    picture: MapPicture | None = None,
    theme: str = "light",
) -> str:
    """Return an SVG of the contact of every tile. `contacts` maps tiles to a Contact."""
    from sightline.render.scenes.field import contact_scene

    return _svg(contact_scene(board, contacts, viewers, caption), board, picture, theme)


def cover_svg(
    board: Board,
    cover: Mapping[Any, Degree | str],
    *,
    degrees: Sequence[str],
    viewers: Sequence[Any] = (),
    caption: str = "",
    picture: MapPicture | None = None,
    theme: str = "light",
) -> str:
    """Return an SVG of the cover of each tile, shaded by degree, with a legend.

    `cover` maps tiles to degrees; missing tiles are not visible. `degrees` are all degrees of the
    game in order. Any other degree, such as "none or half", is left to the game master.

    >>> from sightline import SquareBoard, cover_field, field
    >>> board = SquareBoard.from_text("A.C.B")
    >>> cover = cover_field(board, "A", "dnd5e")
    >>> seen = {tile: cover[tile] for tile in field(board, "A", "dnd5e")}
    >>> "half cover" in cover_svg(board, seen, degrees=cover.degrees, viewers=["A"])
    True
    """
    from sightline.render.scenes.cover import cover_scene

    scene = cover_scene(board, cover, degrees, viewers, caption)
    return _svg(scene, board, picture, theme)


def heatmap_svg(
    board: Board,
    counts: Mapping[Any, float],
    *,
    title: str = "How many tiles see each tile",
    caption: str = "",
    picture: MapPicture | None = None,
    theme: str = "light",
) -> str:
    """Return an SVG with a number on every tile, dark for low and bright for high,
    with a legend.
    """
    from sightline.render.scenes.field import heatmap_scene

    return _svg(heatmap_scene(board, counts, title, caption), board, picture, theme)


def light_svg(
    board: Board,
    light: Mapping[Any, str],
    *,
    caption: str = "",
    picture: MapPicture | None = None,
    theme: str = "light",
) -> str:
    """Return an SVG of how bright each tile is, with a mark for each light of the board.

    `light` maps tiles to "dark", "dim" or "bright"; a LightField is such a mapping.
    """
    from sightline.render.scenes.light import light_scene

    return _svg(light_scene(board, light, caption), board, picture, theme)


def svg_to_png(svg: str, *, zoom: float = 2.0) -> bytes:
    """Return one of our SVGs as PNG; `zoom=2` suits high-resolution screens."""
    from sightline.render.png import svg_to_png as convert

    return convert(svg, zoom)


def terminal(
    board: Board,
    *,
    sight: Sight | None = None,
    visible: AnyTiles | None = None,
    ambiguous: AnyTiles = (),
    viewers: Sequence[Any] = (),
    counts: Mapping[Any, float] | None = None,
    cover: Mapping[Any, Degree | str] | None = None,
    degrees: Sequence[str] = (),
    color: bool = True,
    unicode: bool = True,
    width: int = 80,
    height: int = 40,
    explanation: str | None = None,
) -> str:
    """Return the board as text, with an answer, a field or the numbers of a heat map.

    A field may have `cover`, a degree for each tile, with the game's `degrees` in order: it is
    shown as a number, with a legend.

    Color only repeats what characters show. Without `unicode` the text is ASCII, except names. A
    board wider than `width` is drawn smaller, and then only in part. The part contains both ends of
    an answer. For a field it contains the visible tiles and as much around them as fits, in at most
    `height` lines.
    """
    from sightline.render.console.view import terminal_text

    return terminal_text(
        board,
        sight,
        visible,
        ambiguous,
        viewers,
        counts,
        color,
        unicode,
        width,
        explanation,
        height,
        cover,
        degrees,
    )
