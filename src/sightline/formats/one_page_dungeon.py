"""One Page Dungeon: rooms as rectangles of floor, doors as tiles between them.

Whatever no rectangle covers is rock. A door has a tile of its own, drawn across its middle; here it
stands on the edge that its `dir` points over, so that it can be opened like any other door.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from sightline.formats.contract import MAX_CELLS, Loaded, Options, Report
from sightline.formats.safe_json import Node, looks_like_json, read_json
from sightline.formats.tiles import board_from_mask, check_size
from sightline.formats.walls import count
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Threshold, Wall

NAME = "One Page Dungeon"
SUFFIXES = (".json",)

MAX_RECTS = 20_000
"""The most rectangles, doors or columns of one dungeon."""
FAR = 100_000
"""No coordinate may lie further out than this, in tiles."""
COLUMN_RADIUS = Fraction(1, 8)
"""The format does not say how thick a column is."""

# What stands on the edge ahead of a door tile of each type, and how the type is called.
_DOORS: tuple[tuple[str, Threshold | None], ...] = (
    ("open passage", None),
    ("door", Door("closed")),
    ("narrow passage", None),
    ("way out", None),
    ("portcullis", Gate("closed")),
    ("double door", Door("closed")),
    ("secret door", Door("secret")),
    ("steel door", Door("locked")),
    ("way down", None),
    ("stairwell", None),
)


def recognises(data: bytes, name: str) -> bool:
    """Is this a One Page Dungeon?"""
    return looks_like_json(data) and b'"rects"' in data and b'"doors"' in data


def read(data: bytes, name: str, options: Options) -> Loaded:
    """A board on which everything but the dungeon's floor is solid."""
    tree = read_json(data, name)
    report = Report(NAME)
    if "title" in tree:
        report.read.append(f"“{tree['title'].string()}”")
    left, top, cols, rows = _extent(tree["rects"])
    board = board_from_mask(_rock(tree["rects"], left, top, cols, rows, report), cols)
    report.read.append(
        f"{count(len(tree['rects'].as_list()), 'rectangle')} of floor on {cols} x {rows} squares;"
        " all else is solid"
    )
    if left or top:
        report.changed.append(
            f"moved so that the top left tile is (0, 0): their (x, y) is row y{-top:+},"
            f" column x{-left:+} here"
        )
    if "doors" in tree:
        _place_doors(tree["doors"], board, left, top, report)
    if "columns" in tree:
        _place_columns(tree["columns"], board, left, top, report)
    _tell_ignored(tree, report)
    return Loaded(board, report)


def _extent(rects: Node) -> tuple[int, int, int, int]:
    """The smallest rectangle around all floor."""
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
            raise rect.error(f"the rectangles cover more than {MAX_CELLS:,} tiles")
    if not lefts:
        raise rects.error("expected at least one rectangle of floor, got none")
    left, top = min(lefts), min(tops)
    cols, rows = max(rights) - left, max(bottoms) - top
    check_size(cols, rows, rects.place)
    return left, top, cols, rows


def _rock(rects: Node, left: int, top: int, cols: int, rows: int, report: Report) -> bytearray:
    """One byte a tile, 1 where no rectangle lies."""
    mask = bytearray(b"\1") * (rows * cols)
    round_rooms = 0
    for rect in rects.items():
        x, y, w, h = (rect[key].whole() for key in "xywh")
        is_round = "rotunda" in rect and rect["rotunda"].boolean()
        round_rooms += is_round
        start = (y - top) * cols + x - left
        if w <= h and not is_round:
            # By columns, of which there are fewer: thousands of thin rooms stay cheap.
            for first in range(start, start + w):
                mask[first : first + (h - 1) * cols + 1 : cols] = bytes(h)
            continue
        for row in range(h):
            inset = _round_inset(row, w, h) if is_round else 0
            first = start + row * cols + inset
            mask[first : first + w - 2 * inset] = bytes(w - 2 * inset)
    if round_rooms:
        report.changed.append(
            f"{count(round_rooms, 'round room')}: a tile is floor if its centre lies in the circle"
        )
    return mask


def _round_inset(row: int, w: int, h: int) -> int:
    """How many tiles of a row of a round room have their centre outside the ellipse, each side."""
    for inset in range(w // 2):
        across, down = 2 * inset + 1 - w, 2 * row + 1 - h
        if across * across * h * h + down * down * w * w <= w * w * h * h:
            return inset
    return w // 2


def _place_doors(doors: Node, board: SquareBoard, left: int, top: int, report: Report) -> None:
    kinds: Counter[str] = Counter()
    nowhere = 0
    for door in doors.items(limit=MAX_RECTS):
        number = door["type"].whole(0, len(_DOORS) - 1)
        dx, dy = (door["dir"][axis].whole(-1, 1) for axis in "xy")
        if abs(dx) + abs(dy) != 1:
            raise door["dir"].error(f"expected one step along x or y, got ({dx}, {dy})")
        kind, threshold = _DOORS[number]
        kinds[kind] += 1
        tile = door["y"].whole(-FAR, FAR) - top, door["x"].whole(-FAR, FAR) - left
        ahead = tile[0] + dy, tile[1] + dx
        if tile not in board or board.is_solid(tile):
            raise door.error("expected a door on the dungeon's floor, got one in the rock")
        if threshold is None:
            continue
        if ahead not in board or board.is_solid(ahead):
            # It leads into the rock: what it would hide is hidden already.
            nowhere += 1
            continue
        board.set_edge(tile, ahead, threshold)
    if kinds:
        report.read.append(
            "doors: " + ", ".join(f"{number} {kind}" for kind, number in kinds.items())
        )
        report.guessed.append(
            "a door is drawn in the middle of its tile; here it stands on the edge ahead of it"
        )
    for kind, meaning in (
        ("narrow passage", "open, and as wide as the tile"),
        ("portcullis", "closed gates, which block sight; open them to look through the bars"),
        ("steel door", "locked doors"),
    ):
        if kinds[kind]:
            report.guessed.append(f"{count(kinds[kind], kind)} read as {meaning}")
    if nowhere:
        report.lost.append(f"{count(nowhere, 'door')} that lead into rock")


def _place_columns(columns: Node, board: SquareBoard, left: int, top: int, report: Report) -> None:
    """Columns stand on the corners between tiles: small diamonds of free walls."""
    for column in columns.items(limit=MAX_RECTS):
        x = column["x"].whole(-FAR, FAR) - left
        y = column["y"].whole(-FAR, FAR) - top
        if not (0 < x < board.cols and 0 < y < board.rows):
            raise column.error("expected a column inside the dungeon, got one outside")
        ring = [
            (x + COLUMN_RADIUS, Fraction(y)),
            (Fraction(x), y + COLUMN_RADIUS),
            (x - COLUMN_RADIUS, Fraction(y)),
            (Fraction(x), y - COLUMN_RADIUS),
        ]
        for start, end in zip(ring, ring[1:] + ring[:1], strict=True):
            with column.blamed():
                board.add_wall(start, end, Wall())
    number = len(columns.as_list())
    if number:
        report.read.append(f"{count(number, 'column')} on corners between tiles")
        report.guessed.append(
            f"columns are as thick as {float(2 * COLUMN_RADIUS):g} of a tile: the file does not say"
        )


def _tell_ignored(tree: Node, report: Report) -> None:
    if "water" in tree and tree["water"].as_list():
        number = len(tree["water"].as_list())
        report.lost.append(f"{count(number, 'tile')} of water: it does not hinder sight")
    if "notes" in tree and tree["notes"].as_list():
        report.lost.append(count(len(tree["notes"].as_list()), "note"))
    if "story" in tree:
        report.lost.append("the story")
