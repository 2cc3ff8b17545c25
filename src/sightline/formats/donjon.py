"""donjon's dungeons as JSON: a grid of bit masks, with the table of the bits in the file.

A door fills a tile in the wall between two spaces. Here that tile is floor, and the door stands on
one of its edges, the one toward the room.
"""

from __future__ import annotations

import re
from collections import Counter

from sightline.formats.contract import Loaded, Options, Report
from sightline.formats.counts import count, counts
from sightline.formats.safe.safe_json import Node, looks_like_json, read_json
from sightline.formats.shared.tiles import board_from_mask, check_size
from sightline.model.parts.ground import MAX_SIDE
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Threshold
from sightline.texts import say

NAME = "donjon"
SUFFIXES = (".json",)

BITS = 2**53
"""The upper limit of masks. JSON numbers below it are exact in every program."""

_FLOOR = ("room", "corridor")
# The kind of a door tile, by the first of its bits in this order. Older files use shorter names.
_DOORS: tuple[tuple[tuple[str, ...], str, Threshold | None], ...] = (
    (("secret",), "secret door", Door("secret")),
    (("portcullis", "portc"), "portcullis", Gate("closed")),
    (("locked",), "locked door", Door("locked")),
    (("trapped",), "trapped door", Door("closed")),
    (("door",), "door", Door("closed")),
    (("arch",), "arch", None),
)


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a dungeon from donjon."""
    return looks_like_json(data) and b'"cell_bit"' in data and b'"cells"' in data


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board on which everything is solid except rooms, corridors and door tiles."""
    tree = read_json(data, name)
    report = Report(NAME)
    table = {key: _mask(value) for key, value in tree["cell_bit"].entries()}
    for key in _FLOOR:
        if not table.get(key):
            raise tree["cell_bit"].error(
                say("expected a bit for {got}, which is missing", got=repr(key))
            )
    cells = _cells(tree["cells"])
    rows, cols = len(cells), len(cells[0])
    floor_bits = table["room"] | table["corridor"]
    door_bits = [
        (sum({table.get(key, 0) for key in keys}), kind, threshold)
        for keys, kind, threshold in _DOORS
    ]
    open_bits = floor_bits
    for bits, _, _ in door_bits:
        open_bits |= bits
    mask = bytearray(not cell & open_bits for row in cells for cell in row)
    board = board_from_mask(mask, cols)
    report.read.append(
        say(
            "a dungeon of {cols} x {rows} squares; everything except floor and doors is solid",
            cols=cols,
            rows=rows,
        )
    )
    report.read.append(
        say(
            "from the table in the file: {names}",
            names=", ".join(
                key for key in (*_FLOOR, *(k for d in _DOORS for k in d[0])) if table.get(key)
            ),
        )
    )
    _place_doors(board, cells, table["room"], door_bits, report)
    for key, what in (
        ("rooms", say("descriptions of rooms")),
        ("stairs", say("stairs: open floor here")),
    ):
        if key in tree:
            report.lost.append(what)
    return Loaded(board, report)


def _mask(node: Node) -> int:
    """Return a bit mask, which files store as a number or as digits."""
    if isinstance(node.value, str) and re.fullmatch(r"[0-9]{1,16}", node.value, re.ASCII):
        return Node(int(node.value), node.place).whole(0, BITS)
    return node.whole(0, BITS)


def _cells(node: Node) -> list[list[int]]:
    rows = node.as_list(limit=MAX_SIDE)
    first = node[0].as_list()
    check_size(len(first), len(rows), node.place)
    cells = []
    for row in node.items():
        values = row.as_list(length=len(first))
        if any(isinstance(value, str) for value in values):
            values = [_mask(cell) for cell in row.items()]
        else:
            values = row.whole_numbers(0, BITS)
        cells.append(values)
    return cells


def _place_doors(
    board: SquareBoard,
    cells: list[list[int]],
    room_bit: int,
    door_bits: list[tuple[int, str, Threshold | None]],
    report: Report,
) -> None:
    kinds: Counter[str] = Counter()
    on_edges: dict[frozenset[tuple[int, int]], Threshold] = {}
    unclear = 0
    any_door = 0
    for bits, _, _ in door_bits:
        any_door |= bits
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            if not cell & any_door:
                continue
            kind, threshold = next((k, t) for bits, k, t in door_bits if cell & bits)
            kinds[kind] += 1
            if threshold is None:
                continue
            sides = _door_sides(board, cells, room_bit, (r, c))
            unclear += len(sides) != 1
            for side in sides:
                board.set_edge((r, c), side, threshold)
                on_edges[frozenset(((r, c), side))] = threshold
    if not kinds:
        return
    if on_edges:
        report.read.append(
            say("doors and gates on edges: {things}", things=counts(map(str, on_edges.values())))
        )
    if kinds["arch"]:
        report.read.append(say("{things}: open floor", things=count(kinds["arch"], "arch")))
    report.guessed.append(
        say(
            "a door fills a tile there; here that tile is floor, and the door is on its"
            " edge toward the room"
        )
    )
    if kinds["portcullis"]:
        report.guessed.append(
            say(
                "{things} read as closed, blocking sight; open a gate to look through its bars",
                things=count(kinds["portcullis"], "portcullis"),
            )
        )
    if kinds["trapped door"]:
        report.lost.append(
            say("the traps of {things}", things=count(kinds["trapped door"], "closed door"))
        )
    if unclear:
        report.guessed.append(
            say(
                "{things} without a clear direction: closed on every open side",
                things=count(unclear, "door"),
            )
        )


def _door_sides(
    board: SquareBoard, cells: list[list[int]], room_bit: int, tile: tuple[int, int]
) -> list[tuple[int, int]]:
    """Return the neighbors beyond the edges that carry the door: one if the passage runs
    straight.
    """
    r, c = tile

    def is_open(side: tuple[int, int]) -> bool:
        return side in board and not board.is_solid(side)

    straight = [
        pair
        for pair in (((r - 1, c), (r + 1, c)), ((r, c - 1), (r, c + 1)))
        if all(map(is_open, pair))
    ]
    if len(straight) == 1:
        rooms = [side for side in straight[0] if cells[side[0]][side[1]] & room_bit]
        return [(rooms or straight[0])[0]]
    return [side for side in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if is_open(side)]
