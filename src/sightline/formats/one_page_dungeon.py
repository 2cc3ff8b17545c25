"""One Page Dungeon: rooms as rectangles of floor, and doors as tiles between them.

Tiles outside every rectangle are rock. Some rooms are round. In the file a door has its own tile
and is drawn across its middle. Here it stands on the edge in the direction `dir`, so that it can be
opened like any other door.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from sightline.errors import FormatError
from sightline.formats.contract import MAX_CELLS, MAX_SEGMENTS, Loaded, Options, Report
from sightline.formats.counts import count, counts
from sightline.formats.safe.safe_json import Node, blamed, looks_like_json, read_json
from sightline.formats.shared.curves import CURVES_BECAME
from sightline.formats.shared.round_rooms import (
    COLUMN_RADIUS,
    COLUMN_WALLS,
    RoundRoom,
    column,
    in_units,
)
from sightline.formats.shared.tiles import board_from_mask, check_size
from sightline.formats.shared.walls import Spot, clip
from sightline.model.numbers import exact
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Threshold, Wall
from sightline.texts import say, word

NAME = "One Page Dungeon"
SUFFIXES = (".json",)

MAX_RECTS = 20_000
"""The maximum number of rectangles, doors or columns of one dungeon."""
MAX_ROUND_ROWS = 100_000
"""The maximum number of rows of tiles in all round rooms together: each row is laid separately."""
FAR = 100_000
"""The largest coordinate, in tiles."""

# What stands on the edge of a door tile of each type, and the name of the type.
_DOORS: tuple[tuple[str, Threshold | None], ...] = (
    ("open passage", None),
    ("door", Door("closed")),
    ("narrow passage", None),
    ("exit", None),
    ("portcullis", Gate("closed")),
    ("double door", Door("closed")),
    ("secret door", Door("secret")),
    ("steel door", Door("locked")),
    ("descent", None),
    ("stairwell", None),
)


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a One Page Dungeon."""
    return looks_like_json(data) and b'"rects"' in data and b'"doors"' in data


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board on which everything but the dungeon's floor is solid."""
    tree = read_json(data, name)
    report = Report(NAME)
    if "title" in tree:
        report.read.append(f"“{tree['title'].string()}”")
    left, top, cols, rows = _extent(tree["rects"])
    floor, round_rooms = _rooms(tree["rects"], left, top, cols, rows)
    curved = _lay_round_rooms(floor, round_rooms, cols, report)
    board = board_from_mask(floor.translate(b"\1\0" + bytes(254)), cols)
    report.read.append(
        say(
            "{things} of floor on {cols} x {rows} squares; everything else is solid",
            things=count(len(tree["rects"].as_list()), "rectangle"),
            cols=cols,
            rows=rows,
        )
    )
    if left or top:
        report.changed.append(
            say(
                "moved so that the top left tile is (0, 0): (x, y) in the file is row"
                " y{what}, column x{what2} here",
                what=f"{-top:+}",
                what2=f"{-left:+}",
            )
        )
    pen = _Pen(board)
    for room in curved:
        pen.reserve(4 * len(room.corner()) - 4, room.place)
    for room in curved:
        for chain in room.walls():
            pen.draw(chain, room.place)
    if "doors" in tree:
        _place_doors(tree["doors"], board, left, top, report)
    if "columns" in tree:
        _place_columns(tree["columns"], pen, left, top, report)
    _tell_ignored(tree, report)
    return Loaded(board, report)


def _extent(rects: Node) -> tuple[int, int, int, int]:
    """Return the smallest rectangle around all floor."""
    lefts, tops, rights, bottoms = [], [], [], []
    area = 0
    for rect in rects.items(limit=MAX_RECTS):
        x, y = (rect[key].whole(-FAR, FAR) for key in "xy")
        w, h = (rect[key].whole(1, FAR) for key in "wh")
        lefts.append(x)
        tops.append(y)
        rights.append(x + w)
        bottoms.append(y + h)
        area += w * h
        if area > MAX_CELLS:
            raise rect.error(say("the rectangles cover more than {most:,} tiles", most=MAX_CELLS))
    if not lefts:
        raise rects.error(say("expected at least one rectangle of floor, got none"))
    left, top = min(lefts), min(tops)
    cols, rows = max(rights) - left, max(bottoms) - top
    check_size(cols, rows, rects.place)
    return left, top, cols, rows


def _rooms(
    rects: Node, left: int, top: int, cols: int, rows: int
) -> tuple[bytearray, list[RoundRoom]]:
    """Return the rectangular rooms, as one byte per tile that is 1 in a room, and the round
    rooms.
    """
    floor = bytearray(rows * cols)
    round_rooms = []
    round_rows = 0
    for rect in rects.items():
        x, y, w, h = (rect[key].whole() for key in "xywh")
        if "rotunda" in rect and rect["rotunda"].boolean():
            round_rows += h
            if round_rows > MAX_ROUND_ROWS:
                raise rect.error(
                    say("round rooms of more than {most:,} rows of tiles", most=MAX_ROUND_ROWS)
                )
            round_rooms.append(RoundRoom(x - left, y - top, w, h, rect.place))
            continue
        start = (y - top) * cols + x - left
        if w <= h:
            # Fill by columns, the shorter dimension here: that is cheap even for thousands of thin
            # rooms.
            for first in range(start, start + w):
                floor[first : first + (h - 1) * cols + 1 : cols] = b"\1" * h
        else:
            for first in range(start, start + h * cols, cols):
                floor[first : first + w] = b"\1" * w
    return floor, round_rooms


def _lay_round_rooms(
    floor: bytearray, round_rooms: list[RoundRoom], cols: int, report: Report
) -> list[RoundRoom]:
    """Add the round rooms to the floor, and return those that are drawn with curved walls."""
    others = bytearray(floor)  # each is compared only with the rooms that are not round
    curved = []
    for room in round_rooms:
        is_curved = room.is_curved(others, cols)
        if is_curved:
            curved.append(room)
        for row in range(room.rows):
            inset = room.inset(row) if is_curved else room.inset_by_centers(row)
            first = (room.row + row) * cols + room.col + inset
            width = room.cols - 2 * inset
            floor[first : first + width] = b"\1" * width
    if curved:
        report.changed.append(
            say(
                "{things}: the wall is {curves_became}, except in the middle of each side:"
                " there it is straight, since it bulges by less than a tenth",
                things=count(len(curved), "round room"),
                curves_became=CURVES_BECAME,
            )
        )
    if len(curved) < len(round_rooms):
        report.changed.append(
            say(
                "{things} with an entrance that is not in the middle of a side: a tile is"
                " floor if its center lies in the circle",
                things=count(len(round_rooms) - len(curved), "round room"),
            )
        )
    return curved


def _place_doors(doors: Node, board: SquareBoard, left: int, top: int, report: Report) -> None:
    kinds: list[str] = []
    ways: list[str] = []
    on_edges: dict[frozenset[tuple[int, int]], Threshold] = {}
    nowhere = 0
    for door in doors.items(limit=MAX_RECTS):
        number = door["type"].whole(0, len(_DOORS) - 1)
        dx, dy = (door["dir"][axis].whole(-1, 1) for axis in "xy")
        if abs(dx) + abs(dy) != 1:
            raise door["dir"].error(
                say("expected one step along x or y, got ({dx}, {dy})", dx=dx, dy=dy)
            )
        kind, threshold = _DOORS[number]
        tile = door["y"].whole(-FAR, FAR) - top, door["x"].whole(-FAR, FAR) - left
        ahead = tile[0] + dy, tile[1] + dx
        if tile not in board or board.is_solid(tile):
            raise door.error(say("expected a door on the dungeon's floor, got one in the rock"))
        if threshold is None:
            ways.append(kind)
        else:
            if ahead not in board or board.is_solid(ahead):
                # It leads into rock, so what it would hide is hidden already.
                nowhere += 1
                continue
            board.set_edge(tile, ahead, threshold)
            on_edges[frozenset((tile, ahead))] = threshold
        kinds.append(kind)
    if ways:
        report.read.append(say("passages without doors: {things}", things=counts(ways)))
    if on_edges:
        report.read.append(
            say("doors and gates on edges: {things}", things=counts(map(str, on_edges.values())))
        )
        report.guessed.append(
            say("doors are drawn in the middle of a tile; here they are on the edge ahead")
        )
    for kind, one, more in (
        ("narrow passage", say("open, and as wide as the tile"), ""),
        (
            "portcullis",
            say("a closed gate, which blocks sight; open it to look through the bars"),
            say("closed gates, which block sight; open them to look through the bars"),
        ),
        ("steel door", word("a locked door"), word("locked doors")),
    ):
        number = kinds.count(kind)
        if number:
            report.guessed.append(
                say(
                    "{things} read as {what}",
                    things=count(number, kind),
                    what=more if number > 1 and more else one,
                )
            )
    if nowhere:
        report.lost.append(say("{things} into rock", things=count(nowhere, "door")))


class _Pen:
    """Draws chains of walls, clipped at the border of the board, and limits their number."""

    def __init__(self, board: SquareBoard) -> None:
        self.board = board
        self._box = (Fraction(0), Fraction(0), Fraction(board.cols), Fraction(board.rows))
        self._segments = 0

    def reserve(self, segments: int, place: str) -> None:
        """Raise an error if the segments would exceed the limit, before any is drawn."""
        self._segments += segments
        if self._segments > MAX_SEGMENTS:
            raise FormatError(
                say("curves of more than {most:,} wall segments", most=MAX_SEGMENTS), place
            )

    def draw(self, chain: list[Spot], place: str) -> None:
        for start, end in pairwise(chain):
            inside = clip(start, end, self._box)
            if inside is not None and inside[0] != inside[1]:
                with blamed(place):
                    self.board.add_wall(in_units(inside[0]), in_units(inside[1]), Wall())


def _place_columns(columns: Node, pen: _Pen, left: int, top: int, report: Report) -> None:
    """Place columns: on the corners between tiles, or in a ring in round rooms."""
    board = pen.board
    for node in columns.items(limit=MAX_RECTS):
        pen.reserve(COLUMN_WALLS, node.place)
    for node in columns.items():
        x = exact(node["x"].number(-FAR, FAR), "x") - left
        y = exact(node["y"].number(-FAR, FAR), "y") - top
        if not (0 < x < board.cols and 0 < y < board.rows):
            raise node.error(say("expected a column inside the dungeon, got one outside"))
        pen.draw(column((x, y)), node.place)
    number = len(columns.as_list())
    if number:
        report.read.append(say("{things}, as small octagons", things=count(number, "column")))
        report.guessed.append(
            say(
                "columns are {size} of a tile thick, as they are usually drawn: the file has"
                " no size",
                size=2 * COLUMN_RADIUS,
            )
        )


def _tell_ignored(tree: Node, report: Report) -> None:
    if "water" in tree and tree["water"].as_list():
        number = len(tree["water"].as_list())
        report.lost.append(
            say("{things} of water, which does not block sight", things=count(number, "tile"))
        )
    if "notes" in tree and tree["notes"].as_list():
        report.lost.append(count(len(tree["notes"].as_list()), "note"))
    if "story" in tree:
        report.lost.append(say("the story"))
