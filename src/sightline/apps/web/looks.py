"""Who sees whom on one map by the rule alone, and which looks are too close for it.

Whether a look is close takes fifty times as long to find out as whether it is clear, and a queue of
calls asks after every move about every pair. So answers are kept until something changes near the
line: within the rectangle around both ends and two tiles beyond, which holds all that any line
between them can touch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakKeyDictionary

from sightline.answers.sight import Sight
from sightline.apps.web.scene import Scene
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.figure import Figure
from sightline.model.hexagon import HexBoard
from sightline.queries import sees, trace
from sightline.rules.hexray import HexRay
from sightline.rules.rule import Rule

Where = str | tuple[int, int]
"""A figure's id, or a tile."""
BEYOND = 2
MANY_CHANGES = 100
"""From here on it is quicker to forget everything than to ask what is near."""
_CHANGED = re.compile(b"[^\0]", re.DOTALL)


@dataclass(slots=True)
class Look:
    """What one end and the other make of each other."""

    box: tuple[int, int, int, int]
    clear: bool
    """Does the rule say visible?"""
    close: bool
    """Does it leave the answer to the master?"""
    sights: dict[tuple[Where, Where], Sight] = field(default_factory=dict)


def looks_on(scene: Scene) -> Looks:
    """The looks of that map as it is now."""
    looks = _kept.get(scene)
    if looks is None:
        looks = _kept[scene] = Looks(scene.board, scene.rule)
    looks.refresh(scene.board, scene.rule)
    return looks


class Looks:
    """Every look that was asked for, by the ids of its ends. Call `refresh` before asking."""

    def __init__(self, board: Board, rule: Rule) -> None:
        self._seen = _Snapshot(board)
        self._looks: dict[tuple[Where, Where], Look] = {}
        self._set(board, rule)

    def _set(self, board: Board, rule: Rule) -> None:
        self._board, self._rule = board, rule
        # Only what is opaque and hides itself is seen otherwise than it sees.
        self._both_ways = not isinstance(rule, HexRay) or rule.see_opaque_target
        self._lenient = _lenient(rule) if leaves_open(rule) else None

    def refresh(self, board: Board, rule: Rule) -> None:
        """Forget what may have changed."""
        changed = self._seen.changed_on(board)
        if changed is None or rule != self._rule or len(changed) > MANY_CHANGES:
            self._looks.clear()
        elif changed:
            self._looks = _away_from(changed, self._looks)
        if changed is None or changed:
            self._seen = _Snapshot(board)
        self._set(board, rule)

    def look(self, a: Where, b: Where) -> Look:
        """What `a` and `b` make of each other."""
        ends = (b, a) if self._both_ways and str(b) < str(a) else (a, b)
        found = self._looks.get(ends)
        if found is None:
            found = self._looks[ends] = self._find(*ends)
        return found

    def sight(self, a: Where, b: Where) -> Sight:
        """The rule's own answer with its proof, on the true board, by ids."""
        kept = self.look(a, b).sights
        if (a, b) not in kept:
            kept[a, b] = trace(self._board, a, b, self._rule)
        return kept[a, b]

    def tiles(self, where: Where) -> tuple[Tile, ...]:
        board = self._board
        return board.figure(where).tiles if isinstance(where, str) else (board.position(where),)

    def _find(self, a: Where, b: Where) -> Look:
        ours, theirs = self.tiles(a), self.tiles(b)
        # A tile is asked about much sooner than a name, and who covers one tile is where it is.
        start = ours[0] if len(ours) == 1 else a
        end = theirs[0] if len(theirs) == 1 else b
        clear = sees(self._board, start, end, self._rule)
        # Who is kept from seeing only by a touch sees where touching does not block.
        close = False
        if self._lenient is not None and not clear:
            close = sees(self._board, start, end, self._lenient)
        first, second = zip(*ours, *theirs, strict=True)
        box = (
            min(first) - BEYOND,
            max(first) + BEYOND,
            min(second) - BEYOND,
            max(second) + BEYOND,
        )
        return Look(box, clear, close)


def leaves_open(rule: Rule) -> bool:
    """Does the rule leave anything to the master?"""
    return str(rule.to_dict()["ties"]) == "adjudicated"


def _lenient(rule: Rule) -> Rule:
    lenient: Rule = replace(rule, ties="permissive")  # type: ignore[type-var]
    return lenient


def _away_from(
    changed: set[tuple[int, int]], looks: dict[tuple[Where, Where], Look]
) -> dict[tuple[Where, Where], Look]:
    """The looks that none of these tiles can have to do with."""
    for a, b in changed:
        kept = {}
        for ends, look in looks.items():
            low, high, left, right = look.box
            if not (low <= a <= high and left <= b <= right):
                kept[ends] = look
        looks = kept
    return looks


class _Snapshot:
    """All that sight depends on, as it was."""

    def __init__(self, board: Board) -> None:
        self._planes = _planes(board)
        self._figures = {figure.name: figure for figure in board.figures()}
        self._rest = _rest(board)

    def changed_on(self, board: Board) -> set[tuple[int, int]] | None:
        """The tiles that are different on the board now; None: it might be any of them."""
        planes = _planes(board)
        same_size = [len(plane) for plane in planes] == [len(plane) for plane in self._planes]
        if not same_size or _rest(board) != self._rest:
            return None
        changed: set[tuple[int, int]] = set()
        for old, new in zip(self._planes, planes, strict=True):
            if old != new:
                changed.update(_tile_at(board, index) for index in _differing(old, new))
        # Which figure it is that stands there is told in words, too.
        figures = {figure.name: figure for figure in board.figures()}
        if figures != self._figures:
            changed.update(_moved(self._figures, figures))
        return changed


def _planes(board: Board) -> list[bytes]:
    return [bytes(board._tiles), *map(bytes, board._edges)]


def _rest(board: Board) -> tuple[Any, ...]:
    """What seldom changes: free walls, and the heights and cover of hexes."""
    heights = (dict(board._cover), dict(board._elevation)) if isinstance(board, HexBoard) else ()
    return board.shape, dict(board.wall_items()), heights


def _differing(old: bytes, new: bytes) -> Iterator[int]:
    both = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    return (each.start() for each in _CHANGED.finditer(both.to_bytes(len(old), "little")))


def _tile_at(board: Board, index: int) -> tuple[int, int]:
    row, col = divmod(index, board._stride)
    row, col = row - 1 + board._row0, col - 1 + board._col0
    return (col, row) if isinstance(board, HexBoard) else (row, col)


def _moved(old: dict[str, Figure], new: dict[str, Figure]) -> Iterator[Tile]:
    for name in old.keys() | new.keys():
        if old.get(name) != new.get(name):
            for figure in (old.get(name), new.get(name)):
                yield from () if figure is None else figure.tiles


_kept: WeakKeyDictionary[Scene, Looks] = WeakKeyDictionary()
