"""The ground that one player knows: tiles, terrain, edges, heights.

With every move, fifty players may see hundreds of tiles, most of which they already know. So
knowledge has the same layout as the planes of the map, and both are compared plane by plane.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.hexagon import HexBoard
from sightline.model.parts.heights import BODY
from sightline.model.planes import (
    edge_plane,
    partial_edges,
    plane_index,
    row_and_col,
    set_solid_at,
    stride,
    tile_plane,
)
from sightline.model.square import SquareBoard
from sightline.model.threshold import (
    CODES,
    ENDLESS,
    Door,
    Gate,
    Threshold,
    Wall,
    code_of,
    span_of,
    stops_of,
    with_span,
    with_stops,
    without_property,
)
from sightline.table.protocol.server import Change
from sightline.table.protocol.types import Run
from sightline.table.state.keys import height_from, read_threshold, read_tile, threshold_text
from sightline.table.vision.encode import (
    cover_of,
    edge_out,
    has_heights_out,
    height_out,
    terrain_out,
)
from sightline.table.vision.tile_sets import (
    ROCK,
    TileLayout,
    all_bits,
    bits_of_ranks,
    ground_letters,
    ground_runs,
    holds,
    layout_of,
    ranks_of_bits,
    spans_of_bits,
    tiles_of_bits,
)

_PLAIN_AS_SHOWN: Mapping[Threshold, Threshold] = {
    Door("secret"): Wall(),
    Door("locked"): Door("closed"),
    Gate("locked"): Gate("closed"),
}


def as_shown(threshold: Threshold) -> Threshold:
    """Return a barrier as players see it.

    For them a secret door is a wall, and a locked door is closed until they try it. They do not
    learn whether a wall is limited or one-way. They do recognize a window or a curtain.
    """
    stops, span = stops_of(threshold), span_of(threshold)
    plain = with_span(with_stops(without_property(threshold), None), ENDLESS)
    return with_span(with_stops(_PLAIN_AS_SHOWN.get(plain, plain), stops), span)


def stands_at(threshold: Threshold | None, feet: Fraction) -> bool:
    """Return whether a body with its feet at that height is beside part of the barrier."""
    if threshold is None:
        return False
    bottom, top = span_of(threshold)
    return (bottom is None or bottom < feet + BODY) and (top is None or top > feet)


_SHOWN_CODE = bytes(0 if each is None else code_of(as_shown(each)) for each in CODES).ljust(
    256, b"\0"
)
_UNSEEN = b" "
_AS_BIT = bytes.maketrans(_UNSEEN + b".#", b"011")

LearnedValues = dict[str, str | None]
"""Values to store on disk, by key. None means that the value is deleted."""


class KnownGround:
    """A player's knowledge of one map, except free walls and figures."""

    def __init__(self, board: Board) -> None:
        self.board = _blank(board)
        """The known part of the map. Unseen tiles are empty."""
        self.explored = 0
        self._letters = bytearray(_UNSEEN * len(tile_plane(self.board)))
        """A letter for each tile, in the layout of the board's planes."""

    def copy(self) -> KnownGround:
        copied = copy(self)
        copied.board, copied._letters = self.board.copy(), self._letters.copy()
        return copied

    def runs(self) -> list[Run]:
        """Return all known ground, in the form that messages use."""
        return ground_runs(self.board, self.explored, self._letters)

    # --- learning

    def learn(self, board: Board, bits: int, change: Change, learned: LearnedValues) -> None:
        """Learn these tiles from the true map."""
        if not bits:
            return
        self._learn_tiles(board, bits, change, learned)
        if board.height_level == 2 or self.board.height_level == 2:
            self.learn_edges_at(board, bits, None, change, learned)
        elif board.has_edges or self.board.has_edges:
            self._learn_edges(board, bits, change, learned)
        _learn_terrain(board, self.board, bits, change, learned)
        if board.elevations or self.board.elevations or isinstance(board, HexBoard):
            _learn_heights(board, self.board, bits, change, learned)
        self.explored |= bits

    def _learn_tiles(self, board: Board, bits: int, change: Change, learned: LearnedValues) -> None:
        places = _places(layout_of(board), bits)
        shown, known = ground_letters(board, places.at), _picked(self._letters, places.at)
        if shown == known:
            return
        news = _news(layout_of(board), bits, shown, known)
        for at, letter, before in news.tiles:
            self._letters[at] = letter
            if ord(ROCK) in (letter, before):
                self._put_tile(at, letter)
        if news.runs is None:
            news.runs = ground_runs(board, bits_of_ranks(board, news.ranks), self._letters)
        change.tiles = [*news.runs]
        for line in {at // stride(self.board) for at, _, _ in news.tiles}:
            key, value = self._line_text(line)
            learned[key] = value

    def _put_tile(self, at: int, letter: int) -> None:
        set_solid_at(self.board, at, letter == ord(ROCK))

    def _learn_edges(self, board: Board, bits: int, change: Change, learned: LearnedValues) -> None:
        places = _places(layout_of(board), bits)
        tiles, new = board.tiles(), set[tuple[Tile, Tile]]()
        for direction, (da, db) in enumerate(board.grid.forward):
            true, mine = edge_plane(board, direction), edge_plane(self.board, direction)
            # An edge is stored with its tile, or with the neighbor on the other side.
            for back, ats in ((0, places.at), (1, places.behind[direction])):
                shown, known = _picked(true, ats).translate(_SHOWN_CODE), _picked(mine, ats)
                if shown == known:
                    continue
                for rank, code, before in zip(places.ranks, shown, known, strict=True):
                    if code != before:
                        a, b = tiles[rank]
                        first = board.grid.tile(a - back * da, b - back * db)
                        second = board.grid.tile(first[0] + da, first[1] + db)
                        new.add((first, second))
        for first, second, _ in (*partial_edges(board), *partial_edges(self.board)):
            if holds(board, bits, first) or holds(board, bits, second):
                new.add((first, second))
        for first, second in sorted(new):
            true_one = board.edge(first, second)
            threshold = None if true_one is None else as_shown(true_one)
            if threshold != self.board.edge(first, second):
                self._know_edge(first, second, threshold, change, learned)

    def learn_edges_at(
        self,
        board: Board,
        bits: int,
        height: Fraction | None,
        change: Change,
        learned: LearnedValues,
    ) -> None:
        """Learn the edges of these tiles on the floor at that height; None is the ground.

        Only barriers beside a body on that floor are learned. Those entirely above or below it are
        out of sight.
        """
        for tile in tiles_of_bits(board, bits) if board.has_edges or self.board.has_edges else ():
            feet = board.ground_at(tile) if height is None else height
            for other in board.grid.neighbors(tile):
                if other not in board:
                    continue
                true, mine = board.edge(tile, other), self.board.edge(tile, other)
                shown = None if true is None else as_shown(true)
                if shown == mine:
                    continue
                if stands_at(shown, feet):
                    self._know_edge(tile, other, shown, change, learned)
                elif stands_at(mine, feet):
                    self._know_edge(tile, other, None, change, learned)

    def _know_edge(
        self,
        first: Tile,
        second: Tile,
        threshold: Threshold | None,
        change: Change,
        learned: LearnedValues,
    ) -> None:
        self.board.set_edge(first, second, threshold)
        change.edges.append(edge_out(first, second, threshold))
        low, high = sorted((first, second))
        # In stored and sent form, an edge starts at its lower tile.
        text = None if threshold is None else threshold_text(threshold)
        learned[f"edge|{_pair(low)}|{_pair(high)}"] = text

    # --- forgetting

    def forget(self, bits: int, change: Change, learned: LearnedValues) -> dict[str, str]:
        """Remove these tiles from memory, with their terrain, and with the edges that touch no
        known tile.

        Return the forgotten values as stored on disk.
        """
        bits &= self.explored
        if not bits:
            return {}
        board, taken = self.board, dict[str, str]()
        self.explored &= ~bits
        self._forget_edges(bits, change, learned, taken)
        for tile in tiles_of_bits(board, bits) if board.has_terrain else ():
            kind = board.terrain(tile)
            if kind is not None:
                taken[f"terrain|{_pair(tile)}"] = kind
                learned[f"terrain|{_pair(tile)}"] = None
                board.set_terrain(tile, None)
                change.terrain.append((tile[0], tile[1], 1, ""))
        if board.elevations or isinstance(board, HexBoard):
            _forget_heights(board, bits, change, learned, taken)
        self._forget_tiles(bits, learned, taken)
        change.forgotten = spans_of_bits(board, bits)
        return taken

    def _forget_tiles(self, bits: int, learned: LearnedValues, taken: dict[str, str]) -> None:
        at = _places(layout_of(self.board), bits).at
        lines = {each // stride(self.board) for each in at}
        kept = self._letters
        self._letters = bytearray(_UNSEEN * len(kept))
        for each in at:
            self._letters[each] = kept[each]
        taken |= dict(self._line_text(line) for line in lines)
        self._letters = kept
        for each in at:
            self._letters[each] = _UNSEEN[0]
            set_solid_at(self.board, each, False)
        for line in lines:
            key, value = self._line_text(line)
            learned[key] = value if value.partition("|")[2] else None

    def _forget_edges(
        self, bits: int, change: Change, learned: LearnedValues, taken: dict[str, str]
    ) -> None:
        board = self.board
        for tile in tiles_of_bits(board, bits) if board.has_edges else ():
            for other in board.grid.neighbors(tile):
                threshold = board.edge(tile, other) if other in board else None
                if threshold is None or holds(board, self.explored, other):
                    continue
                low, high = sorted((tile, other))
                key = f"edge|{_pair(low)}|{_pair(high)}"
                taken[key] = threshold_text(threshold)
                learned[key] = None
                board.set_edge(tile, other, None)
                change.edges.append(edge_out(tile, other, None))

    def restore(self, old: KnownGround, bits: int, change: Change, learned: LearnedValues) -> None:
        """Restore these forgotten tiles. Newer knowledge of an edge stays."""
        was = old.board.copy()
        for tile in tiles_of_bits(was, bits) if self.board.has_edges else ():
            for other in was.grid.neighbors(tile):
                if other in was and holds(was, self.explored, other):
                    was.set_edge(tile, other, self.board.edge(tile, other))
        self.learn(was, bits, change, learned)

    # --- stored form

    def _line_text(self, line: int) -> tuple[str, str]:
        """Return a line of known tiles as key and value.

        It extends only from the first seen tile to the last, so that the player's data does not
        reveal the map's size.
        """
        start = line * stride(self.board)
        letters = self._letters[start : start + stride(self.board)].rstrip(_UNSEEN)
        known = letters.lstrip(_UNSEEN)
        row, col = row_and_col(self.board, start + len(letters) - len(known))
        return f"ground|{row}", f"{col}|{known.decode()}"

    def _read_line(self, line: int, value: str) -> None:
        start, _, known = value.partition("|")
        at = plane_index(self.board, line, int(start))
        self._letters[at : at + len(known)] = known.encode()

    def recall(self, remembered: Iterable[tuple[str, str]]) -> None:
        """Load the stored ground."""
        board = self.board
        for key, value in remembered:
            kind, *where = key.split("|")
            if kind == "ground":
                self._read_line(int(where[0]), value)
            elif kind == "edge":
                first, second = map(read_tile, where)
                board.set_edge(first, second, read_threshold(value))
            elif kind == "terrain":
                board.set_terrain(read_tile(where[0]), value)
            else:
                cover, _, height = value.partition("|")
                _set_cover(board, read_tile(where[0]), height_from(cover) or Fraction(0))
                board.set_elevation(read_tile(where[0]), height_from(height))
        places = _places(layout_of(board), all_bits(board))
        seen = _picked(self._letters, places.at)
        for at, letter in zip(places.at, seen, strict=True):
            if letter == ord(ROCK):
                self._put_tile(at, letter)
        self.explored = int(seen.translate(_AS_BIT)[::-1], 2)


def _learn_terrain(
    board: Board, ground: Board, bits: int, change: Change, learned: LearnedValues
) -> None:
    if not (board.has_terrain or ground.has_terrain):
        return
    new = []
    for tile in tiles_of_bits(board, bits):
        kind = board.terrain(tile)
        if kind != ground.terrain(tile):
            ground.set_terrain(tile, kind)
            new.append(tile)
            learned[f"terrain|{_pair(tile)}"] = kind
    change.terrain = terrain_out(ground, new)


def _learn_heights(
    board: Board, ground: Board, bits: int, change: Change, learned: LearnedValues
) -> None:
    if not (has_heights_out(board) or has_heights_out(ground)):
        return
    for tile in tiles_of_bits(board, bits):
        cover, height = cover_of(board, tile), board.elevation(tile)
        if cover == cover_of(ground, tile) and height == ground.elevation(tile):
            continue
        _set_cover(ground, tile, cover)
        ground.set_elevation(tile, height)
        change.heights.append(height_out(ground, tile))
        learned[f"height|{_pair(tile)}"] = f"{cover}|{'' if height is None else height}"


def _set_cover(board: Board, tile: tuple[int, int], cover: Fraction) -> None:
    if isinstance(board, HexBoard):
        board.set_cover(tile, cover)


def _forget_heights(
    ground: Board, bits: int, change: Change, learned: LearnedValues, taken: dict[str, str]
) -> None:
    for tile in tiles_of_bits(ground, bits) if has_heights_out(ground) else ():
        cover, height = cover_of(ground, tile), ground.elevation(tile)
        if cover or height is not None:
            taken[f"height|{_pair(tile)}"] = f"{cover}|{'' if height is None else height}"
            learned[f"height|{_pair(tile)}"] = None
            _set_cover(ground, tile, Fraction(0))
            ground.set_elevation(tile, None)
            change.heights.append(height_out(ground, tile))


def _pair(tile: tuple[int, int]) -> str:
    return f"{tile[0]},{tile[1]}"


# --- planes ---------------------------------------------------------------------------------------


class _Places(NamedTuple):
    """The indices of some tiles in the planes of a board."""

    ranks: Sequence[int]
    at: Sequence[int]
    behind: Sequence[Sequence[int]]
    """The index of the neighbor on the other side, for each direction of the grid."""


@lru_cache(maxsize=16)
def _places(layout: TileLayout, bits: int) -> _Places:
    """Return the indices of these tiles. Cached, because players who share their sight query the
    same tiles.
    """
    ranks = ranks_of_bits(bits)
    at = list(map(layout.places.__getitem__, ranks))
    return _Places(ranks, at, [[each - step for each in at] for step in layout.steps])


@dataclass(slots=True)
class _News:
    """The differences between some tiles and what the player knew of them."""

    ranks: Sequence[int]
    tiles: Sequence[tuple[int, int, int]]
    """Tuples of a tile's index in the planes, its letter, and the letter known before."""
    runs: Sequence[Run] | None = None
    """The new ground in the form that messages use, computed on demand."""


@lru_cache(maxsize=16)
def _news(layout: TileLayout, bits: int, shown: bytes, known: bytes) -> _News:
    """Return the differences. Cached, because players who share their sight learn the same
    things.
    """
    places = _places(layout, bits)
    new = [
        (rank, (at, letter, before))
        for rank, at, letter, before in zip(places.ranks, places.at, shown, known, strict=True)
        if letter != before
    ]
    return _News([rank for rank, _ in new], [tile for _, tile in new])


def _picked(plane: bytearray | memoryview, at: Iterable[int]) -> bytes:
    return bytes(map(plane.__getitem__, at))


def _blank(board: Board) -> Board:
    """Return an empty board with the same tiles.

    Gaps do not block sight, like unseen tiles, because players do not know that they are gaps.
    """
    if isinstance(board, HexBoard):
        return HexBoard(cells=board.tiles(), orientation=board.orientation)
    assert isinstance(board, SquareBoard)
    return SquareBoard(board.rows, board.cols)
