"""Tiled maps, `.tmx` and `.tmj`, on squares and hexes.

Isometric and staggered maps become square boards with the same rows and columns. The map's author
decides which layers, tile properties, tile numbers or collision shapes block. The user can choose
them when loading. Otherwise they are guessed from the names, and the report lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS, Loaded, Options, Report
from sightline.formats.counts import count, counts
from sightline.formats.safe.safe_json import looks_like_json, show
from sightline.formats.shared.curves import CURVES_BECAME
from sightline.formats.shared.tiles import (
    MAX_HEXES,
    axial,
    board_from_mask,
    check_size,
    hex_board,
    sounds_blocking,
)
from sightline.formats.shared.walls import Box, Spot, WallPen
from sightline.formats.tiled.json_maps import read_tmj
from sightline.formats.tiled.layers import GID_BITS, Chunk, ObjectLayer, TiledMap, TileLayer
from sightline.formats.tiled.tilesets import (
    MAX_SHAPE_POINTS,
    Collisions,
    collisions,
    open_tilesets,
    unread_sets,
)
from sightline.formats.tiled.xml_maps import read_tmx
from sightline.model.board import Board
from sightline.model.threshold import Wall
from sightline.texts import say, word

NAME = "Tiled"
SUFFIXES = (".tmx", ".tmj", ".json")
SQUARES = ("orthogonal", "isometric", "staggered")
"""The orientations whose tiles are squares."""
SHAPES = "collision shapes"
"""The word for tileset shapes in `blocking`."""


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a Tiled map, in XML or JSON."""
    if looks_like_json(data):
        return b'"tilewidth"' in data and b'"layers"' in data and b'"orientation"' in data
    return _is_xml(data) and b"<map" in data


def _is_xml(data: bytes) -> bool:
    return data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<"


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board whose solid tiles and free walls are the blocking parts of the map."""
    made = read_tmx(data, name) if _is_xml(data) else read_tmj(data, name)
    if made.orientation not in (*SQUARES, "hexagonal"):
        raise FormatError(
            say(
                "expected one of {names}, hexagonal, got {got}",
                names=", ".join(SQUARES),
                got=show(made.orientation),
            ),
            "orientation",
        )
    report = Report(NAME)
    open_tilesets(made, options, report)
    choice = _choose(made, options, report)
    area = _area(made, report)
    collided = _collisions(made, choice, report)
    if made.orientation in SQUARES:
        board = _square_board(made, choice, collided, area, report)
        _tell_orientation(made, report)
    else:
        board = _hex_board(made, choice, collided, area, report)
    _draw_walls(board, made, choice, collided, area, options, report)
    report.lost += made.notes
    return Loaded(board, report)


def _tell_orientation(made: TiledMap, report: Report) -> None:
    if made.orientation == "isometric":
        report.changed.append(
            say("an isometric map, laid flat: rows and columns are as in the file")
        )
    elif made.orientation == "staggered":
        lines = "column" if made.stagger_axis == "x" else "row"
        report.changed.append(
            say(
                "a staggered map, laid flat: rows and columns are as in the file. It is drawn"
                " with every other {lines} shifted by half a tile, so some tiles that only"
                " touch at a corner there share an edge here",
                lines=lines,
            )
        )


# --- blockers


@dataclass
class _Choice:
    """The blocking parts: whole layers, and on every layer certain tile numbers and collision
    shapes.
    """

    tile_layers: list[TileLayer] = field(default_factory=list)
    object_layers: list[ObjectLayer] = field(default_factory=list)
    gids: set[int] = field(default_factory=set)
    shapes: bool = False


def _choose(made: TiledMap, options: Options, report: Report) -> _Choice:
    layers = _names(made.tile_layers, made.object_layers)
    marked = sorted({mark for _, marks in _marked(made) for mark in marks})
    shapes = [SHAPES] if any(tileset.shapes for tileset in made.tilesets) else []
    report.choices.blocking = list(dict.fromkeys([*layers, *marked, *shapes]))
    report.choices.chosen = list(options.blocking)
    if options.blocking:
        choice = _Choice()
        for wanted in options.blocking:
            _choose_named(made, wanted, choice)
        report.read.append(
            say("blocking sight, as chosen: {names}", names=", ".join(options.blocking))
        )
        return choice
    choice = _Choice(
        [layer for layer in made.tile_layers if sounds_blocking(layer.name)],
        [layer for layer in made.object_layers if sounds_blocking(layer.name)],
        shapes=bool(shapes) and made.orientation == "orthogonal",
    )
    words = set()
    for gid, marks in _marked(made):
        meant = {mark for mark in marks if sounds_blocking(mark)}
        if meant:
            choice.gids.add(gid)
            words |= meant
    names = _names(choice.tile_layers, choice.object_layers)
    shapes = [SHAPES] if choice.shapes else []
    report.choices.chosen = list(dict.fromkeys([*names, *sorted(words), *shapes]))
    if names:
        quoted = ", ".join(map(repr, names))
        report.guessed.append(
            say("blocking sight, by name: the layer {quoted}", quoted=quoted)
            if len(names) == 1
            else say("blocking sight, by name: the layers {quoted}", quoted=quoted)
        )
    if words:
        report.guessed.append(
            say(
                "blocking sight, by properties: {things} of tile marked {names}",
                things=count(len(choice.gids), "kind"),
                names=", ".join(sorted(map(repr, words))),
            )
        )
    if not names and not words and not shapes:
        report.guessed.append(
            say(
                "nothing blocks: no layer and no tile property sounds like a wall. Choose"
                " what blocks (`blocking`): {known}",
                known=_known(made),
            )
        )
    return choice


def _choose_named(made: TiledMap, wanted: str, choice: _Choice) -> None:
    tile_layers = [layer for layer in made.tile_layers if layer.name == wanted]
    object_layers = [layer for layer in made.object_layers if layer.name == wanted]
    gids = {gid for gid, marks in _marked(made) if wanted in marks}
    if wanted == SHAPES and any(tileset.shapes for tileset in made.tilesets):
        choice.shapes = True
    elif not (tile_layers or object_layers or gids):
        if not (wanted.isascii() and wanted.isdigit() and 0 < len(wanted) <= 10):
            raise FormatError(
                say(
                    "no layer, tile property or tile number {got}; {known}",
                    got=show(wanted),
                    known=_known(made),
                ),
                "blocking",
            )
        gids = {int(wanted)}
    choice.tile_layers += tile_layers
    choice.object_layers += object_layers
    choice.gids |= gids


def _marked(made: TiledMap) -> Iterator[tuple[int, set[str]]]:
    """Yield every tile number that has a class or true properties, with their names."""
    for tileset in made.tilesets:
        for number, marks in tileset.marks.items():
            yield tileset.first_gid + number, marks


def _names(tile_layers: Iterable[TileLayer], object_layers: Iterable[ObjectLayer]) -> list[str]:
    return [layer.name for layer in tile_layers] + [layer.name for layer in object_layers]


def _known(made: TiledMap) -> str:
    layers = list(map(repr, _names(made.tile_layers, made.object_layers)))
    marks = sorted({mark for _, marks in _marked(made) for mark in marks})
    known = say("the file has no layers")
    if layers:
        known = say("there are the layers {names}", names=", ".join(layers[:30]))
    if marks:
        known += say(" and the tile properties {names}", names=", ".join(marks[:30]))
    return known


# --- tiles


@dataclass(frozen=True)
class _Area:
    """The rectangle of the map that becomes a board, in its own columns and rows."""

    col: int
    row: int
    cols: int
    rows: int

    def holds(self, col: int, row: int) -> bool:
        return 0 <= col - self.col < self.cols and 0 <= row - self.row < self.rows


def _area(made: TiledMap, report: Report) -> _Area:
    if not made.infinite:
        check_size(made.cols, made.rows, "map")
        return _Area(0, 0, made.cols, made.rows)
    chunks = [chunk for layer in made.tile_layers for chunk in layer.chunks if any(chunk.gids)]
    if not chunks:
        raise FormatError(say("expected at least one tile on an infinite map, got none"), "map")
    left = min(chunk.col for chunk in chunks)
    top = min(chunk.row for chunk in chunks)
    cols = max(chunk.col + chunk.cols for chunk in chunks) - left
    rows = max(chunk.row + chunk.rows for chunk in chunks) - top
    check_size(cols, rows, "map")
    report.changed.append(
        say(
            "an infinite map: the board is the {cols} x {rows} tiles of its chunks, from"
            " column {left}, row {top}",
            cols=cols,
            rows=rows,
            left=left,
            top=top,
        )
    )
    return _Area(left, top, cols, rows)


def _blocked(
    made: TiledMap, choice: _Choice, collided: Collisions
) -> Iterator[tuple[Chunk, bytes]]:
    """Yield every chunk with blocking tiles, and one byte per tile: 1 if the whole tile blocks.

    A tile with collision shapes blocks only where its shapes are, on any layer.
    """
    whole_layers = {id(layer) for layer in choice.tile_layers}
    for layer in made.tile_layers:
        if id(layer) not in whole_layers and not choice.gids and not collided.covering:
            continue
        for chunk in layer.chunks:
            # A layer has few kinds of tiles, so decide once for each kind whether it blocks.
            kinds = set(chunk.gids)
            if id(layer) in whole_layers:
                blocking = {gid for gid in kinds if gid & GID_BITS}
            else:
                blocking = {gid for gid in kinds if gid & GID_BITS in choice.gids}
            blocking = {gid for gid in blocking if gid & GID_BITS not in collided.kinds}
            blocking |= kinds & collided.covering
            if blocking:
                yield chunk, bytes(map(blocking.__contains__, chunk.gids))


def _collisions(made: TiledMap, choice: _Choice, report: Report) -> Collisions:
    """Return the collision shapes of tilesets, if they block."""
    shaped = [tileset for tileset in made.tilesets if tileset.shapes]
    nothing = Collisions(set(), set(), [])
    if not shaped:
        return nothing
    if made.orientation != "orthogonal":
        report.lost.append(
            say(
                "collision shapes of tiles: read on orthogonal maps, not {orientation} ones",
                orientation=word(made.orientation),
            )
        )
        return nothing
    if not choice.shapes:
        return nothing
    names = ", ".join(map(repr, unread_sets(made)))
    if names:
        report.lost.append(
            say(
                "collision shapes of tiles that are drawn as large as the grid: {names}",
                names=names,
            )
        )
    unread = [kind for tileset in made.tilesets for kind in tileset.unread]
    if unread:
        report.lost.append(
            say("collision shapes of tiles that are not outlines: {things}", things=counts(unread))
        )
    found = collisions(made)
    if found.too_many:
        report.lost.append(
            say(
                "collision shapes of tiles: too many, more than {max_segments:,} walls on the"
                " map or {max_shape_points:,} corners of different ones",
                max_segments=MAX_SEGMENTS,
                max_shape_points=MAX_SHAPE_POINTS,
            )
        )
    elif found.kinds:
        report.guessed.append(
            say(
                "blocking sight, by collision shapes: {things} of tile",
                things=count(len(found.kinds), "kind"),
            )
        )
    return found


def _square_board(
    made: TiledMap, choice: _Choice, collided: Collisions, area: _Area, report: Report
) -> Board:
    mask = bytearray(area.cols * area.rows)
    for chunk, blocked in _blocked(made, choice, collided):
        # The part of the chunk on the board: all of it, unless a layer is larger than its map.
        left, right = max(chunk.col, area.col), min(chunk.col + chunk.cols, area.col + area.cols)
        top, bottom = max(chunk.row, area.row), min(chunk.row + chunk.rows, area.row + area.rows)
        width = max(right - left, 0)
        for row in range(top, bottom):
            source = (row - chunk.row) * chunk.cols + left - chunk.col
            target = (row - area.row) * area.cols + left - area.col
            both = int.from_bytes(mask[target : target + width]) | int.from_bytes(
                blocked[source : source + width]
            )
            mask[target : target + width] = both.to_bytes(width)
    report.read.append(
        say("{cols} x {rows} squares, {n:,} solid", cols=area.cols, rows=area.rows, n=sum(mask))
    )
    return board_from_mask(mask, area.cols)


def _hex_board(
    made: TiledMap, choice: _Choice, collided: Collisions, area: _Area, report: Report
) -> Board:
    for value, allowed, name in (
        (made.stagger_axis, ("x", "y"), "staggeraxis"),
        (made.stagger_index, ("odd", "even"), "staggerindex"),
    ):
        if value not in allowed:
            raise FormatError(
                say(
                    "expected {one} or {other}, got {got}",
                    one=allowed[0],
                    other=allowed[1],
                    got=show(value),
                ),
                name,
            )
    check_size(area.cols, area.rows, "map", MAX_HEXES)
    flat, even = made.stagger_axis == "x", made.stagger_index == "even"
    cells = [
        axial(col, row, flat=flat, even=even)
        for row in range(area.row, area.row + area.rows)
        for col in range(area.col, area.col + area.cols)
    ]
    board = hex_board(cells, flat=flat, place="map")
    solid = 0
    for chunk, blocked in _blocked(made, choice, collided):
        for index, is_blocked in enumerate(blocked):
            if is_blocked:
                down, across = divmod(index, chunk.cols)
                tile = axial(chunk.col + across, chunk.row + down, flat=flat, even=even)
                if tile in board and not board.is_solid(tile):
                    board.set_solid(tile)
                    solid += 1
    lines = "columns" if flat else "rows"
    report.read.append(
        say(
            "{cols} x {rows} hexes in {lines}, {moved} {lines} moved by half,"
            " {solid:,} solid; column 0, row 0 is (0, 0)",
            cols=area.cols,
            rows=area.rows,
            lines=word(lines),
            moved=word(made.stagger_index),
            solid=solid,
        )
    )
    return board


# --- walls


def _draw_walls(
    board: Board,
    made: TiledMap,
    choice: _Choice,
    collided: Collisions,
    area: _Area,
    options: Options,
    report: Report,
) -> None:
    """Draw the outlines on the chosen object layers, and those of collision shapes, as free
    walls.
    """
    if made.orientation == "hexagonal":
        box, to_board = _hex_pixels(made, area)
    else:
        box, to_board = _square_pixels(made, area)
    pen = WallPen(board, box=box, snap=options.snap, to_board=to_board)
    shapes = [shape for layer in choice.object_layers for shape in layer.shapes]
    if shapes and made.orientation == "staggered":
        report.lost.append(
            say(
                "{things} of objects: on a staggered map they are drawn across tiles that are"
                " in other places here",
                things=count(len(shapes), "outline"),
            )
        )
        shapes = []
    for shape in shapes:
        pen.polyline(shape.spots, Wall(), shape.place)
    curved = sum(shape.curved for shape in shapes)
    drawn = len(shapes)
    for collision, col, row in collided.walls:
        x, y = col * made.tile_width, row * made.tile_height
        is_solid = area.holds(col, row) and board.is_solid((row - area.row, col - area.col))
        for shape in collision.walls:
            if is_solid and shape.lies_in(made.tile_width, made.tile_height):
                continue
            curved += shape.curved
            drawn += 1
            pen.polyline([(x + dx, y + dy) for dx, dy in shape.spots], Wall(), shape.place)
    if drawn:
        pen.tell(report)
    if curved:
        report.changed.append(
            say(
                "{things} {curves_became}",
                things=count(curved, "curve"),
                curves_became=CURVES_BECAME,
            )
        )
    if shapes and made.orientation == "hexagonal":
        report.guessed.append(say("objects on hexes: stretched as the drawn hexes are"))
    _tell_unread(made, choice, report)


def _tell_unread(made: TiledMap, choice: _Choice, report: Report) -> None:
    unread = [kind for layer in choice.object_layers for kind in layer.unread]
    if unread:
        report.lost.append(say("objects that are not outlines: {things}", things=counts(unread)))
    others = [
        layer
        for layer in made.object_layers
        if not any(layer is chosen for chosen in choice.object_layers)
    ]
    if others:
        names = ", ".join(repr(layer.name) for layer in others[:12])
        report.lost.append(
            say(
                "{things} without effect on sight: {names}",
                things=count(len(others), "object layer"),
                names=names,
            )
        )


def _square_pixels(made: TiledMap, area: _Area) -> tuple[Box, Callable[[Spot], Spot]]:
    """Return the area in pixels, and a function from pixels to the board.

    On isometric maps, objects are placed along the sides of the tiles, and each side is as long as
    a tile is high.
    """
    width, height = made.tile_width, made.tile_height
    if made.orientation == "isometric":
        width = height
    left, top = Fraction(area.col * width), Fraction(area.row * height)
    box = left, top, left + area.cols * width, top + area.rows * height
    return box, lambda spot: ((spot[0] - left) / width, (spot[1] - top) / height)


def _hex_pixels(made: TiledMap, area: _Area) -> tuple[Box, Callable[[Spot], Spot]]:
    """Return the area of a hex map in pixels, and a function from pixels to the board.

    Tiled may draw hexes stretched, so only the positions of their centers are used. In rows, a
    hex's
    center is in the middle of its tile, tiles are one width apart, and rows are (height + side
    length) / 2
    apart. In columns the axes are swapped.
    """
    flat = made.stagger_axis == "x"
    half = Fraction(made.stagger_index == "even", 2)
    along, across = made.tile_width, made.tile_height
    col, row, cols, rows = area.col, area.row, area.cols, area.rows
    if flat:
        along, across = across, along
        col, row, cols, rows = row, col, rows, cols
    stride = Fraction(across + made.hex_side, 2)

    def to_board(spot: Spot) -> Spot:
        x, y = (spot[1], spot[0]) if flat else spot
        second = (y - Fraction(across, 2)) / stride
        first = (x - Fraction(along, 2)) / along - second / 2 - half
        return (second, first) if flat else (first, second)

    start, end = Fraction(col * along), (col + cols + Fraction(1, 2)) * along
    low, high = row * stride, (row + rows) * stride + Fraction(across - made.hex_side, 2)
    return (low, start, high, end) if flat else (start, low, end, high), to_board
