"""Fields as light and shadow, contact by contact, and heat maps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sightline.answers.field import Field
from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.parts.ground import SOLID
from sightline.model.place import Place, place
from sightline.render.layout import AnyTiles, Layout
from sightline.render.scenes.board import board_outline, board_shapes, hex_name, name_step
from sightline.render.scenes.figures import viewer_shapes
from sightline.render.scenes.scene import NOTE_SIZE, Page
from sightline.render.shapes import Path, Pixels, Scene, Shape, Text, rectangle, segment
from sightline.render.theme import HEAT
from sightline.render.words import decimal, place_words

MOST_SHAPES = 40_000
"""Larger square boards are painted as a bitmap with one pixel per tile."""
CONTACTS = ("clear", "corner", "edge", "blocked")


def field_scene(
    board: Board,
    visible: AnyTiles | Mapping[Any, AnyTiles],
    viewers: Sequence[Any] = (),
    ambiguous: AnyTiles = (),
    caption: str = "",
) -> Scene:
    """Draw the visible tiles as light, and the others as shadow.

    A mapping from each viewer to the tiles that the viewer sees shows a party: tiles that all of
    them see are brightest.
    """
    board = _board_of(board, visible)
    viewers = viewers or _viewers_of(visible)
    page = Page(board)
    if isinstance(visible, Mapping):
        fields = [_plain(seen) for seen in visible.values()]
        lit = frozenset().union(*fields)
        by_all = fields[0].intersection(*fields[1:]) if fields else lit
    else:
        lit = by_all = _plain(visible)
    places = [each if isinstance(each, Place) else place(board, each, "viewer") for each in viewers]
    doubt = _plain(ambiguous) - lit
    layers = [
        ("lit-some", "lit-some-dots", lit - by_all),
        ("lit", None, by_all),
        ("doubt", "doubt-hatch", doubt),
    ]
    rock = _plain(board.solid_tiles())
    seen_rock, unseen = rock & lit, rock - lit
    shadow = Path("shadow", board_outline(board, page.lay), closed=True)
    tint = [shadow, *tinted(page.lay, layers)]
    over_rock = [
        *rock_shapes(page.lay, "lit-rock", seen_rock),
        *rock_shapes(page.lay, "unseen-rock", unseen),
    ]
    page.draw(board_shapes(board, page.lay, tint=tint, over_rock=over_rock))
    for where in places:
        page.draw(viewer_shapes(page.lay, where.tiles))
    title = f"{_who(places)} {len(lit)} of {len(board.tiles())} tiles"
    caption_below(page, title, caption)
    entries: list[tuple[tuple[str, ...], str]] = [
        (("lit",), "seen by all" if lit != by_all else "seen")
    ]
    if lit != by_all:
        entries.append((("lit-some", "lit-some-dots"), "seen by some"))
    if doubt:
        entries.append((("doubt", "doubt-hatch"), "waits for the master"))
    entries.append((("shadow",), "not seen"))
    if seen_rock:
        entries.append((("solid", "solid-hatch", "lit-rock"), "rock, seen"))
    if unseen:
        entries.append((("solid", "solid-hatch", "unseen-rock"), "rock, not seen"))
    page.legend(entries)
    return page.finished(title, caption)


def _board_of(board: Board, visible: AnyTiles | Mapping[Any, AnyTiles]) -> Board:
    """Return the board as it was when its field was computed, or as it is without a field."""
    for seen in visible.values() if isinstance(visible, Mapping) else (visible,):
        if isinstance(seen, Field) and seen.is_of(board):
            return seen.board_then()
    return board


def _viewers_of(visible: AnyTiles | Mapping[Any, AnyTiles]) -> Sequence[Any]:
    """Return the viewers of a field, or () if they are not known."""
    if isinstance(visible, Mapping):
        return tuple(visible)
    return visible.places() if isinstance(visible, Field) else ()


def _plain(tiles: Iterable[Any]) -> frozenset[tuple[int, int]]:
    return frozenset(tuple(tile) for tile in tiles)


def _who(places: Sequence[Place]) -> str:
    names = [place_words(each) for each in places]
    if not names:
        return "Marked:"  # the tiles may be anything, such as an area or the result of a program
    if len(names) == 1:
        return f"{names[0]} sees"
    shown = names[:4] + ([f"{len(names) - 4} more"] if len(names) > 4 else [])
    return f"{', '.join(shown[:-1])} and {shown[-1]} see"


def caption_below(page: Page, title: str, caption: str) -> None:
    """Add the caption: what the picture shows, and notes."""
    page.y += 4
    page.text(title, "caption", 15.0)
    if caption:
        page.note(caption)


def tinted(
    lay: Layout, layers: Sequence[tuple[str, str | None, frozenset[tuple[int, int]]]]
) -> Iterator[Shape]:
    """Yield sets of tiles, each in its own shade, some of them hatched."""
    for role, hatch, tiles in layers:
        if not tiles:
            continue
        around = lay.around(tiles)
        yield Path(role, around, closed=True)
        if hatch is not None:
            yield Path(hatch, around, closed=True)


def rock_shapes(lay: Layout, role: str, tiles: frozenset[tuple[int, int]]) -> Iterator[Shape]:
    """Yield the shapes of rock. Rock beside visible tiles is lighter."""
    if tiles:
        yield Path(role, lay.around(tiles), closed=True)


def contact_scene(
    board: Board,
    contacts: Mapping[Any, Any],
    viewers: Sequence[Any] = (),
    caption: str = "",
) -> Scene:
    """Draw how the best line to each tile meets blockers."""
    page = Page(board)
    by_contact: dict[str, set[tuple[int, int]]] = {name: set() for name in CONTACTS}
    for tile, contact in contacts.items():
        by_contact[str(contact)].add(tuple(tile))
    layers = [
        (
            f"contact-{name}",
            f"contact-{name}-hatch" if name in ("corner", "edge") else None,
            frozenset(tiles),
        )
        for name, tiles in by_contact.items()
    ]
    unseen = _plain(t for t in by_contact["blocked"] if board.flags(t) & SOLID)
    tint, dark = tinted(page.lay, layers), rock_shapes(page.lay, "unseen-rock", unseen)
    page.draw(board_shapes(board, page.lay, tint=tint, over_rock=dark))
    places = [place(board, viewer, "viewer") for viewer in viewers]
    for where in places:
        page.draw(viewer_shapes(page.lay, where.tiles))
    counts = ", ".join(f"{len(tiles)} {name}" for name, tiles in by_contact.items() if tiles)
    who = f" from {place_words(places[0])}" if len(places) == 1 else ""
    title = f"Contact of every tile{who}: {counts}"
    caption_below(page, title, caption)
    page.legend(
        [
            ((role,) if hatch is None else (role, hatch), name)
            for (role, hatch, _), name in zip(layers, CONTACTS, strict=True)
        ]
    )
    return page.finished(title, caption)


# --- heat maps


def heatmap_scene(
    board: Board,
    counts: Mapping[Any, float],
    title: str = "How many tiles see each tile",
    caption: str = "",
) -> Scene:
    """Draw a number on every tile as lightness: dark is low, bright is high."""
    page = Page(board)
    # Rock stays rock, because nobody can stand there.
    counts = {tuple(t): count for t, count in counts.items() if not board.flags(t) & SOLID}
    low = min(counts.values(), default=0)
    high = max(counts.values(), default=0)
    levels = {tile: _level(count, low, high) for tile, count in counts.items()}
    tint: Iterable[Shape]
    if page.lay.shape == "square" and len(levels) > MOST_SHAPES:
        tint = [_pixels(page.lay, levels)]
    else:
        tint = _heat(page.lay, levels)
    page.draw(board_shapes(board, page.lay, tint=tint, bare=True))
    page.draw(_numbers(board, page.lay, counts, levels))
    if isinstance(board, HexBoard):
        page.draw(_hex_names(page.lay, levels))
    caption_below(page, title, caption)
    _scale(page, low, high)
    return page.finished(f"{title}: {decimal(low)} to {decimal(high)}", caption)


def _level(count: float, low: float, high: float) -> int:
    if high == low:
        return len(HEAT) - 1
    return min(len(HEAT) - 1, int(len(HEAT) * (count - low) / (high - low)))


def _heat(lay: Layout, levels: Mapping[tuple[int, int], int]) -> Iterator[Shape]:
    by_level: dict[int, set[tuple[int, int]]] = {}
    for tile, level in levels.items():
        by_level.setdefault(level, set()).add(tile)
    for level in sorted(by_level):
        yield Path(f"heat-{level}", lay.around(by_level[level]), closed=True)


def _pixels(lay: Layout, levels: Mapping[tuple[int, int], int]) -> Pixels:
    paints = [bytes.fromhex(color[1:]) for color in HEAT]
    blank = b"\xff\xff\xff"
    rows, cols = round(lay.height / lay.tile), round(lay.width / lay.tile)
    lines = tuple(
        b"".join(paints[levels[row, col]] if (row, col) in levels else blank for col in range(cols))
        for row in range(rows)
    )
    return Pixels((lay.left, lay.top), (lay.width, lay.height), lines)


def _numbers(
    board: Board,
    lay: Layout,
    counts: Mapping[tuple[int, int], float],
    levels: Mapping[tuple[int, int], int],
) -> Iterator[Shape]:
    """Yield the numbers of tiles where they fit."""
    if lay.tile < 30:
        return
    size = min(11.0, lay.tile * 0.24)
    for tile, count in counts.items():
        if board.names_at(tile):
            continue
        x, y = lay.center(tile)
        yield Text(_text_on(levels[tile]), (x, y + size * 0.36), decimal(count), size)


def _hex_names(lay: Layout, levels: Mapping[tuple[int, int], int]) -> Iterator[Shape]:
    """Yield the names of hexes, as on other boards, so that readers can find a hex."""
    step = name_step(lay.tile)
    for tile, level in levels.items():
        if step and tile[0] % step == 0 and tile[1] % step == 0:
            yield hex_name(lay, tile, _text_on(level))


def _text_on(level: int) -> str:
    return "on-bright" if level >= len(HEAT) // 2 else "on-dark"


def _scale(page: Page, low: float, high: float) -> None:
    """Draw a bar of all the shades, with numbers at its ends and between."""
    width, height = min(320.0, page.width - 40), 14.0
    x, y = page.left + 8, page.y + 6
    step = width / len(HEAT)
    for level in range(len(HEAT)):
        page.draw([rectangle(f"heat-{level}", x + level * step, y, step + 0.3, height)])
    page.draw([rectangle("legend-frame", x, y, width, height, 1.0)])
    for part in range(5) if high > low else (4,):
        at = x + width * part / 4
        page.draw([segment("legend-tick", (at, y + height), (at, y + height + 4), 1.0)])
        value = low + (high - low) * part / 4
        words = decimal(round(value)) if high - low >= 8 else decimal(value)
        page.draw([Text("note", (at, y + height + 5 + NOTE_SIZE), words, NOTE_SIZE)])
    page.y = y + height + NOTE_SIZE * 2
