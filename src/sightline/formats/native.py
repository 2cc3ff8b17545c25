"""Our own JSON format, which stores boards, rules and rulings exactly.

    {
    "sightline": 1,
    "board": {"grid": "square", "tiles": ["..#", "..."], "edges": {"east": ["w"]}, ...},
    "rule": {...}, "rulings": [...]
    }

Each row of tiles or edges is one string, so a board with a million tiles stays small and fast.
Numbers are never floats: wall ends are whole 1/384,000ths of a tile, cover and heights are whole
numbers or strings such as "1/3". The published schema is `docs/schema/sightline-board.schema.json`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.formats.contract import (
    MAX_SEGMENTS,
    MAX_STAIRS,
    Loaded,
    Options,
    Report,
    Stairs,
)
from sightline.formats.counts import count, squares
from sightline.formats.map_pictures import plain_picture, read_picture
from sightline.formats.safe.safe_json import MAX_HEXES, Node, looks_like_json, read_json, show, step
from sightline.formats.shared.exact_numbers import exact_word, parse_exact
from sightline.formats.shared.figure_limits import FigurePlacer
from sightline.model import planes
from sightline.model.board import Board
from sightline.model.facing import facings
from sightline.model.figure import KINDS, LONGEST_SIDE, MAX_SIZE, OTHER_NAMES, Figure, usual_side
from sightline.model.hexagon import MAX_COORDINATE, HexBoard
from sightline.model.light import BRIGHTNESSES, MAX_LIGHTS
from sightline.model.numbers import UNIT, Span, short_repr
from sightline.model.parts.ground import MAX_SIDE, OUTSIDE, SOLID
from sightline.model.parts.heights import At
from sightline.model.parts.terrain import LONGEST
from sightline.model.square import SquareBoard
from sightline.model.threshold import (
    CODES,
    ENDLESS,
    PLAIN_BYTES,
    STOPS,
    OneWayName,
    StopName,
    Threshold,
    Wall,
    as_stops,
    code_of,
    has_property,
    span_of,
    stops_of,
    with_span,
    with_stops,
    without_property,
)
from sightline.pictures import MapPicture
from sightline.texts import join, say

NAME = "sightline JSON"
SUFFIXES = (".json",)
VERSION = 1
MAX_ROW = max(MAX_SIDE, 2 * MAX_COORDINATE + 1)
"""The maximum numbers of tiles in a row, and of rows."""
LETTERS = ".woclsOCL"
"""The letters of edges, in the order of `threshold.CODES`: nothing; a wall; a door that is open,
closed, locked or secret; a gate that is open, closed or locked. Properties are stored separately.
"""
PROPERTIES = ("limited", "one-way")
"""The marks of walls with a property. The direction of a one-way wall follows from the order of its
tiles or ends: it is "forth".
"""

_MARK = re.compile(rb'"sightline"\s*:')
_EDGE_NAMES = {"square": ("east", "south"), "hex": ("1,0", "0,1", "-1,1")}
_BOARD_KEYS = {
    "square": (
        *("grid", "tiles", "edges", "edge_properties", "edge_heights", "edge_stops", "figures"),
        *(
            "walls",
            "wall_heights",
            "wall_stops",
            "terrain",
            "elevation",
            "floors",
            "ambient",
            "lights",
        ),
    ),
    "hex": (
        *("grid", "orientation", "outside", "first", "tiles", "edges", "edge_properties"),
        *("edge_heights", "edge_stops", "figures", "walls", "wall_heights", "wall_stops"),
        *("terrain", "cover", "elevation", "floors", "ambient", "lights"),
    ),
}
_EXACT_IN_EVERY_JSON = 2**53
_DRAWN = bytes.maketrans(bytes([0, SOLID, OUTSIDE]), b".# ")

# --- reading ------------------------------------------------------------------------------------


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is JSON with our mark in it."""
    return looks_like_json(data) and _MARK.search(data) is not None


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return the board with its rule and rulings."""
    document = read_json(data, name)
    version = document["sightline"]
    if version.whole() > VERSION:
        raise version.error(
            say(
                "written by a newer sightline: version {value}, known up to {version}",
                value=version.value,
                version=VERSION,
            )
        )
    version.whole(1, VERSION)
    document.only("sightline", "board", "rule", "rulings", "picture", "stairs")
    board = _read_board(document["board"])
    report = Report(NAME, read=[describe(board)])
    rule = document.get("rule")
    rulings = document.get("rulings")
    return Loaded(
        board,
        report,
        None if rule is None else rule.as_dict(),
        [] if rulings is None else [ruling.as_dict() for ruling in rulings.items()],
        read_picture(document, report),
        stairs=_read_stairs(board, document.get("stairs")),
    )


def describe(board: Board) -> str:
    """Return one sentence about a board, for reports."""
    if isinstance(board, SquareBoard):
        size = squares(board.rows, board.cols)
    else:
        size = count(len(board.tiles()), "hex")
    parts = [size, count(len(board.figures()), "figure"), count(board.wall_count, "free wall")]
    terrains = board.terrains()
    if terrains:
        parts.append(say("{things} of terrain", things=count(len(terrains), "tile")))
    if board.lights():
        parts.append(count(len(board.lights()), "light"))
    return join(parts)


def _read_board(node: Node) -> Board:
    grid = node["grid"].one_of("square", "hex")
    node.only(*_BOARD_KEYS[grid])
    rows = _tile_rows(node["tiles"], " .#" if grid == "hex" else ".#")
    board = _read_hexes(node, rows) if grid == "hex" else _read_squares(node, rows)
    solid = str.maketrans(" .#", "\0\0\1")
    for i, row in enumerate(rows):
        if "#" in row:
            planes.set_solid_row(board, i, row.translate(solid).encode("ascii"))
    _read_edges(board, node)
    _read_edge_properties(board, node)
    _read_edge_heights(board, node)
    _read_edge_stops(board, node)
    for at, value in _read_heights(node, "elevation"):
        with at.blamed():
            board.set_elevation((at[0].whole(), at[1].whole()), value)
    _read_floors(board, node)
    _read_figures(board, node)
    _read_walls(board, node)
    _read_wall_heights(board, node)
    _read_wall_stops(board, node)
    _read_terrain(board, node)
    _read_light(board, node)
    if isinstance(board, HexBoard):
        for at, value in _read_heights(node, "cover"):
            with at.blamed():
                board.set_cover((at[0].whole(), at[1].whole()), value)
    return board


def _read_edge_heights(board: Board, node: Node) -> None:
    listed = node.get("edge_heights")
    for entry in listed.items() if listed else ():
        entry.as_list(length=6)
        here, there = (entry[0].whole(), entry[1].whole()), (entry[2].whole(), entry[3].whole())
        with entry.blamed():
            threshold = board.edge(here, there)
            if threshold is None:
                raise entry.error(say("expected an edge that carries something, got an open one"))
            board.set_edge(here, there, with_span(threshold, _span(entry, 4)))


def _read_wall_heights(board: Board, node: Node) -> None:
    listed = node.get("wall_heights")
    walls = dict(board.wall_items()) if listed else {}
    for entry in listed.items(limit=MAX_SEGMENTS) if listed else ():
        entry.as_list(length=6)
        x0, y0, x1, y1 = (entry[i].whole() for i in range(4))
        (start, end) = sorted(((x0, y0), (x1, y1)))
        with entry.blamed():
            threshold = walls.get((start, end))
            if threshold is None:
                raise entry.error(say("expected the ends of a free wall of this board"))
            board.put_wall(start, end, with_span(threshold, _span(entry, 4)))


def _read_edge_stops(board: Board, node: Node) -> None:
    listed = node.get("edge_stops")
    for entry in listed.items() if listed else ():
        stops = _stops(entry)
        here, there = (entry[0].whole(), entry[1].whole()), (entry[2].whole(), entry[3].whole())
        with entry.blamed():
            threshold = board.edge(here, there)
            if threshold is None:
                raise entry.error(say("expected an edge that carries something, got an open one"))
            board.set_edge(here, there, with_stops(threshold, stops))


def _read_wall_stops(board: Board, node: Node) -> None:
    listed = node.get("wall_stops")
    walls = dict(board.wall_items()) if listed else {}
    for entry in listed.items(limit=MAX_SEGMENTS) if listed else ():
        stops = _stops(entry)
        x0, y0, x1, y1 = (entry[i].whole() for i in range(4))
        (start, end) = sorted(((x0, y0), (x1, y1)))
        with entry.blamed():
            threshold = walls.get((start, end))
            if threshold is None:
                raise entry.error(say("expected the ends of a free wall of this board"))
            board.put_wall(start, end, with_stops(threshold, stops))


def _stops(entry: Node) -> tuple[StopName, ...] | None:
    """Return what a barrier stops, which is stored after its two tiles or ends."""
    items = len(entry.as_list())
    if items < 4:
        raise entry.error(
            say("expected two tiles or ends and what is stopped, got {items} items", items=items)
        )
    return as_stops([entry[i].one_of(*STOPS) for i in range(4, items)])


def _span(entry: Node, first: int) -> Span:
    bottom, top = (
        None if entry[i].value is None else _exact_number(entry[i]) for i in (first, first + 1)
    )
    return bottom, top


def _read_floors(board: Board, node: Node) -> None:
    floors = node.get("floors")
    for floor in floors.items() if floors else ():
        floor.only("name", "height", "tiles")
        tiles = []
        for at in floor["tiles"].items():
            at.as_list(length=2)
            tiles.append((at[0].whole(), at[1].whole()))
        with floor.blamed():
            board.add_floor(_exact_number(floor["height"]), tiles, floor["name"].string(1_000_000))


def _tile_rows(node: Node, letters: str) -> list[str]:
    strange = re.compile(f"[^{letters}]")
    rows = []
    for row in node.items(limit=MAX_ROW):
        text = row.string(MAX_ROW)
        odd = strange.search(text)
        if odd:
            raise row.error(
                say(
                    "expected only {names}, got {got} at column {column}",
                    names=", ".join(map(repr, letters)),
                    got=short_repr(odd[0]),
                    column=odd.start(),
                )
            )
        rows.append(text)
    if not rows:
        raise node.error(say("expected at least one row of tiles, got none"))
    return rows


def _read_squares(node: Node, rows: list[str]) -> SquareBoard:
    cols = len(rows[0])
    for i, row in enumerate(rows):
        if len(row) != cols or not cols:
            if not i:
                raise node["tiles"][i].error(say("expected at least one tile, got none"))
            raise node["tiles"][i].error(
                say("expected {cols} tiles as in the first row, got {n}", cols=cols, n=len(row))
            )
    return SquareBoard(len(rows), cols)


def _read_hexes(node: Node, rows: list[str]) -> HexBoard:
    first = node["first"]
    first.as_list(length=2)
    q0, r0 = (first[i].whole(-MAX_COORDINATE, MAX_COORDINATE) for i in (0, 1))
    hexes = sum(len(row) - row.count(" ") for row in rows)
    if hexes > MAX_HEXES:
        raise node["tiles"].error(
            say("expected at most {most:,} hexes, got {n:,}", most=MAX_HEXES, n=hexes)
        )
    cells = [
        (q0 + j, r0 + i) for i, row in enumerate(rows) for j, tile in enumerate(row) if tile != " "
    ]
    with node["tiles"].blamed():
        board = HexBoard(
            cells=cells,
            outside=node["outside"].one_of("open", "solid"),
            orientation=node["orientation"].one_of("pointy", "flat"),
        )
    # The board's own rectangle starts at its first column and row of hexes.
    _, cols, row0, col0 = planes.extent(board)
    del rows[: row0 - r0]
    rows[:] = [row[col0 - q0 : col0 - q0 + cols].ljust(cols) for row in rows]
    while not rows[-1].strip():
        rows.pop()
    return board


def _read_edges(board: Board, node: Node) -> None:
    edges = node.get("edges")
    if edges is None:
        return
    names = _EDGE_NAMES[board.grid.name]
    edges.only(*names)
    rows, cols, _, _ = planes.extent(board)
    for direction, name in enumerate(names):
        plane = edges.get(name)
        for i, row in enumerate(plane.items(limit=rows) if plane else ()):
            text = row.string(cols)
            try:
                codes = bytes(map(LETTERS.index, text))
            except ValueError:
                odd = next(letter for letter in text if letter not in LETTERS)
                raise row.error(
                    say(
                        "expected letters of {letters}, got {got}",
                        letters=short_repr(LETTERS),
                        got=short_repr(odd),
                    )
                ) from None
            if any(codes):
                with row.blamed():
                    planes.set_edge_row(board, direction, i, codes.ljust(cols, b"\0"))


def _read_edge_properties(board: Board, node: Node) -> None:
    listed = node.get("edge_properties")
    for entry in listed.items() if listed else ():
        count = len(entry.as_list())
        if not 5 <= count <= 6:
            raise entry.error(
                say("expected two tiles and one or two properties, got {count} items", count=count)
            )
        a0, a1, b0, b1 = (entry[i].whole() for i in range(4))
        words = [entry[i].one_of(*PROPERTIES) for i in range(4, count)]
        with entry.blamed():
            there = board.edge((a0, a1), (b0, b1))
            if there is None:
                raise entry.error(say("expected an edge that carries something, got an open one"))
            board.set_edge((a0, a1), (b0, b1), _with_properties(there, words))


def _with_properties(threshold: Threshold, words: Sequence[str]) -> Threshold:
    if not words:
        return threshold
    one_way: OneWayName = "forth" if "one-way" in words else ""
    return replace(without_property(threshold), limited="limited" in words, one_way=one_way)


def _properties(threshold: Threshold) -> list[str]:
    limited = ["limited"] if threshold.limited else []
    return [*limited, "one-way"] if threshold.one_way else limited


def _read_figures(board: Board, node: Node) -> None:
    figures = node.get("figures")
    placer = FigurePlacer(board)
    for figure in figures.items() if figures else ():
        figure.only(
            *("name", "at", "size", "blocks_sight", "kind", "side", "facing"),
            *("elevation", "height"),
        )
        at, size, blocks = figure["at"], figure.get("size"), figure.get("blocks_sight")
        at.as_list(length=2)
        kind, side, facing = figure.get("kind"), figure.get("side"), figure.get("facing")
        elevation, height = figure.get("elevation"), figure.get("height")
        placer.place(
            figure.place,
            figure["name"].string(1_000_000),
            (at[0].whole(), at[1].whole()),
            size=None if size is None else _size(size),
            blocks_sight=None if blocks is None else blocks.boolean(),
            kind="figure" if kind is None else kind.one_of(*KINDS, *OTHER_NAMES),
            side=None if side is None else side.string(LONGEST_SIDE),
            facing="" if facing is None else facing.one_of(*facings(board)),
            elevation=None if elevation is None else _exact_number(elevation),
            height=1 if height is None else _exact_number(height),
        )


def _size(node: Node) -> int | tuple[int, int]:
    if not node.is_list:
        return node.whole(1, MAX_SIZE)
    node.as_list(length=2)
    return node[0].whole(1, MAX_SIZE), node[1].whole(1, MAX_SIZE)


def _read_walls(board: Board, node: Node) -> None:
    walls = node.get("walls")
    for wall in walls.items(limit=MAX_SEGMENTS) if walls else ():
        items = len(wall.as_list())
        if not 4 <= items <= 7:
            raise wall.error(
                say(
                    "expected four coordinates, and perhaps a letter and properties, got {items}"
                    " items",
                    items=items,
                )
            )
        letter = wall[4].one_of(*LETTERS[1:]) if items > 4 else "w"
        words = [wall[i].one_of(*PROPERTIES) for i in range(5, items)]
        x0, y0, x1, y1 = (Fraction(wall[i].whole(), UNIT) for i in range(4))
        with wall.blamed():
            threshold = CODES[LETTERS.index(letter)]
            assert threshold is not None
            board.add_wall((x0, y0), (x1, y1), _with_properties(threshold, words))


def _read_terrain(board: Board, node: Node) -> None:
    listed = node.get("terrain")
    for entry in listed.items() if listed else ():
        entry.as_list(length=3)
        at = entry[0].whole(), entry[1].whole()
        with entry.blamed():
            if board.terrain(at) is not None:
                raise entry.error(say("the terrain of {at} is given twice", at=str(at)))
            board.set_terrain(at, entry[2].string(LONGEST))


def _read_heights(node: Node, key: str) -> Iterable[tuple[Node, Fraction]]:
    entries = node.get(key)
    for entry in entries.items() if entries else ():
        entry.as_list(length=3)
        yield entry, _exact_number(entry[2])


def _exact_number(node: Node) -> Fraction:
    if isinstance(node.value, str):
        return parse_exact(node.value, node.place)
    return Fraction(node.whole(-_EXACT_IN_EVERY_JSON, _EXACT_IN_EVERY_JSON))


def _read_light(board: Board, node: Node) -> None:
    ambient = node.get("ambient")
    if ambient is not None:
        board.ambient = ambient.one_of(*BRIGHTNESSES)
    lights = node.get("lights")
    for light in lights.items(limit=MAX_LIGHTS) if lights else ():
        light.only("at", "bright", "dim", "elevation")
        at = light["at"]
        if at.is_list:
            at.as_list(length=2)
            where: Any = at[0].whole(), at[1].whole()
        else:
            where = at.string(1_000_000)
        elevation = light.get("elevation")
        if elevation is not None:
            if not at.is_list:
                raise elevation.error(
                    say("expected none: a light with a figure is where the figure is")
                )
            with elevation.blamed():
                where = At(where, elevation=_exact_number(elevation))
        with light.blamed():
            board.add_light(where, _exact_number(light["bright"]), _exact_number(light["dim"]))


def _read_stairs(board: Board, node: Node | None) -> list[Stairs]:
    found: list[Stairs] = []
    for each in node.items(limit=MAX_STAIRS) if node is not None else ():
        each.as_list(length=2)
        ends = []
        for end in (each[0], each[1]):
            end.only("at", "floor")
            end["at"].as_list(length=2)
            floor = end.get("floor")
            tile = end["at"][0].whole(), end["at"][1].whole()
            at = At(tile, floor=None if floor is None else floor.string(1_000_000))
            with end.blamed():
                ends.append((board.feet_at(at), at))
        (low, first), (high, second) = ends
        if low >= high or first.floor == second.floor:
            raise each.error(say("expected a tile of a floor, and a tile of a higher one"))
        found.append((first, second))
    return found


# --- writing ------------------------------------------------------------------------------------


def write(
    board: Board,
    rule: dict[str, Any] | None = None,
    rulings: Sequence[dict[str, Any]] = (),
    picture: MapPicture | None = None,
    stairs: Sequence[Stairs] = (),
) -> bytes:
    """Return a document from which `read` makes the same board, rule and rulings. The picture is
    encoded again, so that it contains only pixels.
    """
    document: dict[str, Any] = {"sightline": VERSION, "board": _board_to_plain(board)}
    if rule is not None:
        check_plain(rule, "rule")
        document["rule"] = rule
    if rulings:
        check_plain(list(rulings), "rulings")
        document["rulings"] = list(rulings)
    if picture is not None:
        document["picture"] = plain_picture(picture)
    if stairs:
        document["stairs"] = [[_end_to_plain(board, end) for end in ends] for ends in stairs]
    try:
        return (_laid_out(document) + "\n").encode()
    except UnicodeEncodeError as error:
        raise InvalidValueError(
            f"text: expected characters that UTF-8 can hold, got {show(error.object[error.start])}"
        ) from None


def _end_to_plain(board: Board, end: At) -> dict[str, Any]:
    plain: dict[str, Any] = {"at": [*board.position(end.tile)]}
    return plain if end.floor is None else plain | {"floor": end.floor}


def _board_to_plain(board: Board) -> dict[str, Any]:
    rows, _, row0, col0 = planes.extent(board)
    plain: dict[str, Any] = {"grid": board.grid.name}
    if isinstance(board, HexBoard):
        plain |= {"orientation": board.orientation, "outside": board.outside}
        plain["first"] = [col0, row0]
    plain["tiles"] = [_tile_row(board, i) for i in range(rows)]
    plain |= _edges_to_plain(board, rows)
    if board.figures():
        plain["figures"] = [
            {
                "name": figure.name,
                "at": list(figure.at),
                "size": list(figure.size) if board.grid.name == "square" else figure.size[0],
                "kind": figure.kind,
                "blocks_sight": figure.blocks_sight,
                # Written only if it differs from the kind's default. Older files have no sides.
                **({} if figure.side == usual_side(figure.kind) else {"side": figure.side}),
                **({"facing": figure.facing} if figure.facing else {}),
                **_figure_heights(figure),
            }
            for figure in board.figures()
        ]
    walls = board.free_walls()
    if len(walls) > MAX_SEGMENTS:
        raise LimitError(f"free walls: expected at most {MAX_SEGMENTS:,}, got {len(walls):,}")
    if walls:
        plain["walls"] = [
            [
                *w.start,
                *w.end,
                *(_letter(w.threshold) if _is_told(w.threshold) else ""),
                *_properties(w.threshold),
            ]
            for w in walls
        ]
        if spans := [
            [*w.start, *w.end, *_span_to_plain(w.threshold)]
            for w in walls
            if span_of(w.threshold) != ENDLESS
        ]:
            plain["wall_heights"] = spans
        if stopped := [
            [*w.start, *w.end, *stops]
            for w in walls
            if (stops := stops_of(w.threshold)) is not None
        ]:
            plain["wall_stops"] = stopped
    if terrains := board.terrains():
        plain["terrain"] = [[*at, kind] for at, kind in terrains.items()]
    if isinstance(board, HexBoard):
        covers = [[*at, _exact_to_plain(c)] for at in board.tiles() if (c := board.cover(at))]
        plain |= {"cover": covers} if covers else {}
    if board.elevations:
        plain["elevation"] = [
            [*at, _exact_to_plain(height)]
            for at in board.tiles()
            if (height := board.elevation(at)) is not None
        ]
    if board.floors():
        plain["floors"] = [
            {
                "name": floor.name,
                "height": _exact_to_plain(floor.height),
                "tiles": sorted(map(list, floor.tiles)),
            }
            for floor in board.floors()
        ]
    return plain | _light_to_plain(board)


def _is_told(threshold: Threshold) -> bool:
    """Return whether the threshold is more than a plain wall."""
    return with_stops(with_span(threshold, ENDLESS), None) != Wall()


def _letter(threshold: Threshold) -> str:
    return LETTERS[code_of(with_stops(without_property(threshold), None))]


def _span_to_plain(threshold: Threshold) -> list[int | str | None]:
    return [None if each is None else _exact_to_plain(each) for each in span_of(threshold)]


def _figure_heights(figure: Figure) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    if figure.elevation is not None:
        plain["elevation"] = _exact_to_plain(figure.elevation)
    if figure.height != 1:
        plain["height"] = _exact_to_plain(figure.height)
    return plain


def _light_to_plain(board: Board) -> dict[str, Any]:
    plain: dict[str, Any] = {} if board.ambient == "bright" else {"ambient": board.ambient}
    if board.lights():
        plain["lights"] = [
            {
                "at": light.at if isinstance(light.at, str) else [*light.at],
                "bright": _exact_to_plain(Fraction(light.bright)),
                "dim": _exact_to_plain(Fraction(light.dim)),
                **(
                    {}
                    if light.elevation is None
                    else {"elevation": _exact_to_plain(light.elevation)}
                ),
            }
            for light in board.lights()
        ]
    return plain


def _tile_row(board: Board, i: int) -> str:
    return planes.ground_row(board, i).translate(_DRAWN).decode("ascii").rstrip(" ")


def _edges_to_plain(board: Board, rows: int) -> dict[str, Any]:
    if not board.has_edges:
        return {}
    letters = PLAIN_BYTES.translate(
        bytes.maketrans(bytes(range(len(LETTERS))), LETTERS.encode("ascii"))
    )
    edges = {}
    for direction, name in enumerate(_EDGE_NAMES[board.grid.name]):
        drawn = [
            planes.edge_row(board, direction, i).translate(letters).decode("ascii").rstrip(".")
            for i in range(rows)
        ]
        while drawn and not drawn[-1]:
            drawn.pop()
        if drawn:
            edges[name] = drawn
    listed = [
        [*there, *here, *_properties(threshold)]
        if threshold.one_way == "back"
        else [*here, *there, *_properties(threshold)]
        for here, there, threshold in planes.property_edges(board)
        if has_property(threshold)
    ]
    spans = [
        [*here, *there, *_span_to_plain(threshold)]
        for here, there, threshold in (board.edges() if board.has_heights else ())
        if span_of(threshold) != ENDLESS
    ]
    stopped = [
        [*here, *there, *stops]
        for here, there, threshold in (board.edges() if board.has_partial_barriers else ())
        if (stops := stops_of(threshold)) is not None
    ]
    return {
        "edges": edges,
        **({"edge_properties": listed} if listed else {}),
        **({"edge_heights": spans} if spans else {}),
        **({"edge_stops": stopped} if stopped else {}),
    }


def _exact_to_plain(value: Fraction) -> int | str:
    if value.denominator == 1 and abs(value) <= _EXACT_IN_EVERY_JSON:
        return int(value)
    return exact_word(value)


def check_plain(value: Any, place: str) -> None:
    """Raise if a value would not survive a round trip through JSON."""
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise InvalidTypeError(
                    f"{place}: expected keys that are strings, got {short_repr(key)}"
                )
            check_plain(item, place + step(key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            check_plain(item, f"{place}[{index}]")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise InvalidValueError(f"{place}: expected a finite number, got {short_repr(value)}")
    elif not (value is None or isinstance(value, (str, bool, int))):
        raise InvalidTypeError(f"{place}: expected plain data, got {short_repr(value)}")


def one_line(value: Any) -> str:
    """Return plain data as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _laid_out(value: Any, indent: str = "") -> str:
    """Return JSON formatted for people: short values on one line, long ones and rows of tiles on
    several.
    """
    line = one_line(value)
    is_drawing = isinstance(value, list) and len(value) > 1 and isinstance(value[0], str)
    if (len(line) <= 88 and not is_drawing and indent) or not isinstance(value, (dict, list)):
        return line
    deeper = indent + "  "
    if isinstance(value, list):
        items = [one_line(item) for item in value]
        opening, closing = "[", "]"
    else:
        items = [f"{one_line(key)}: {_laid_out(item, deeper)}" for key, item in value.items()]
        opening, closing = "{", "}"
    return opening + ",".join(f"\n{deeper}{item}" for item in items) + f"\n{indent}{closing}"
