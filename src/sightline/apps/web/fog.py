"""What one player knows of one map: what their figures see now, and what they have seen.

All that a player is ever told is told out of this. It is filled only from tiles that a figure of
theirs sees: the ground of such a tile, what stands on its edges, the pieces of free walls in it,
its height; and from figures that they see. What was seen stays as it was last seen; people who
leave sight are gone at once, furniture stays as a ghost until its place is seen without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from fractions import Fraction

import msgspec

from sightline.apps.web.keys import carried_text, read_carried, read_ends, read_tile
from sightline.apps.web.records import FigureRecord
from sightline.apps.web.scene import Scene
from sightline.apps.web.spans import (
    bits_of_tiles,
    ground_runs,
    holds,
    ranks_of_bits,
    spans_of_bits,
    tiles_of_bits,
)
from sightline.apps.web.to_pages import (
    Change,
    Edge,
    Figure,
    Height,
    Stage,
    WallPiece,
)
from sightline.apps.web.wall_pieces import Piece
from sightline.apps.web.wire import edge_out, height_out, heights_out, seen_figure, wall_out
from sightline.apps.web.words import rule_words
from sightline.apps.web.world import Touched
from sightline.errors import OccupiedError
from sightline.model.board import SOLID, Board
from sightline.model.cell import Tile
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.square import SquareBoard
from sightline.model.threshold import CODE_OF, CODES, Door, Gate, Threshold, Wall

Pieces = Mapping[Tile, list[Piece]]

# To players a secret door is a wall, and what is locked is closed until they try it.
_AS_SHOWN: dict[Threshold, Threshold] = {
    Door("secret"): Wall(),
    Door("locked"): Door("closed"),
    Gate("locked"): Gate("closed"),
}
_SHOWN = [0 if each is None else CODE_OF[_AS_SHOWN.get(each, each)] for each in CODES]


class Knowledge:
    """One player on one map. `refresh` takes in what is seen now and says what is new."""

    def __init__(self, player: str, scene: Scene, remembered: Mapping[str, str]) -> None:
        self.player = player
        self.explored = 0
        self.lit = 0
        self.figures: dict[str, Figure] = {}
        """Everybody and everything the player has on their map, by id; ghosts too."""
        self.learned: dict[str, str | None] = {}
        """What is to be kept on the disk, and was not yet; None: to be forgotten."""
        self._ground = _blank(scene.board)
        self._walls: dict[Tile, set[Piece]] = {}
        """The known pieces of free walls by the tiles that they lie in, known tiles or not."""
        self._board: Board | None = None
        self._seen_as: dict[str, tuple[FigureRecord, Figure]] = {}
        self._recall(remembered)

    # --- asking

    @property
    def board(self) -> Board:
        """The known map as a board for the engine, with all that the player knows on it."""
        if self._board is None:
            self._board = self._assembled()
        return self._board

    def explored_tile(self, tile: tuple[int, int]) -> bool:
        return holds(self._ground, self.explored, tile)

    def lit_tile(self, tile: tuple[int, int]) -> bool:
        return holds(self._ground, self.lit, tile)

    def still(self) -> Knowledge:
        """The same as it is now, which no longer changes: for what takes long."""
        twin = copy(self)
        twin._ground, twin._board = self._ground.copy(), None
        twin._walls = {tile: set(pieces) for tile, pieces in self._walls.items()}
        twin.figures = dict(self.figures)
        return twin

    def snapshot(self, scene: Scene) -> Stage:
        """All that is known, for a page that has nothing yet."""
        ground = self._ground
        return Stage(
            map=scene.id,
            grid=ground.grid.name,
            orientation=getattr(ground, "orientation", "pointy"),
            rule=rule_words(scene.rule),
            tiles=ground_runs(ground, self.explored),
            lit=spans_of_bits(ground, self.lit),
            edges=[edge_out(a, b, carried) for a, b, carried in ground.edges()],
            walls=self._walls_out(),
            heights=heights_out(ground, tiles_of_bits(ground, self.explored)),
            figures=list(self.figures.values()),
        )

    # --- learning

    def look_away(self) -> None:
        """The map was not before the player's eyes: whatever they see next, they see anew."""
        self.lit = 0

    def refresh(
        self,
        scene: Scene,
        pieces: Pieces,
        lit: int,
        seen: Iterable[str],
        touched: Touched | None = None,
    ) -> Change | None:
        """Take in what is seen now. `touched`: what became different on the map since the last
        time; `pieces`: the free walls of the map by tile. The change to tell the player, if any."""
        change = Change()
        fresh = lit & ~self.lit
        gone_dark = self.lit & ~lit
        self._learn_ground(scene.board, fresh | self._stale(scene, lit, touched), change)
        walls_changed = touched is not None and touched.walls
        if walls_changed or fresh:
            self._learn_walls(pieces, lit if walls_changed else fresh, change)
        self.lit = lit
        self.explored |= lit
        change.lit = spans_of_bits(self._ground, fresh)
        change.unlit = spans_of_bits(self._ground, gone_dark)
        self._learn_figures(scene, set(seen), change)
        if touched is not None and touched.rule:
            change.rule = rule_words(scene.rule)
        if change == Change():
            return None
        self._board = None
        return change

    def _stale(self, scene: Scene, lit: int, touched: Touched | None) -> int:
        """Tiles in sight that have changed, or an edge of theirs has."""
        if touched is None:
            return 0
        tiles = touched.tiles | touched.heights
        tiles |= {tile for edge in touched.edges for tile in edge}
        return bits_of_tiles(scene.board, tiles) & lit if tiles else 0

    def _learn_ground(self, board: Board, bits: int, change: Change) -> None:
        ground, told = self._ground, 0
        tiles = board.tiles()
        for rank in ranks_of_bits(bits):
            tile = tiles[rank]
            solid = board.flags(tile) & SOLID
            if not self.explored >> rank & 1 or solid != ground.flags(tile) & SOLID:
                ground.set_solid(tile, bool(solid))
                told |= 1 << rank
                self.learned[f"tile|{_pair(tile)}"] = "#" if solid else "."
            for direction, (da, db) in enumerate(board.grid.forward):
                self._learn_edge(board, direction, tile, (da, db), change.edges)
                behind = board.grid.tile(tile[0] - da, tile[1] - db)
                self._learn_edge(board, direction, behind, (da, db), change.edges)
            if isinstance(board, HexBoard) and isinstance(ground, HexBoard):
                self._learn_height(board, ground, tile, change.heights)
        change.tiles = ground_runs(ground, told)

    def _learn_edge(
        self, board: Board, direction: int, tile: Tile, step: tuple[int, int], news: list[Edge]
    ) -> None:
        code = _SHOWN[board.edge_code(direction, tile)]
        if code == self._ground.edge_code(direction, tile):
            return
        other = board.grid.tile(tile[0] + step[0], tile[1] + step[1])
        self._ground.set_edge(tile, other, CODES[code])
        news.append(edge_out(tile, other, CODES[code]))
        first, second = sorted((tile, other))
        carried = CODES[code]
        self.learned[f"edge|{_pair(first)}|{_pair(second)}"] = (
            None if carried is None else carried_text(carried)
        )

    def _learn_height(
        self, board: HexBoard, ground: HexBoard, tile: Tile, news: list[Height]
    ) -> None:
        cover, height = board.cover(tile), board.elevation(tile)
        if cover == ground.cover(tile) and height == ground.elevation(tile):
            return
        ground.set_cover(tile, cover)
        ground.set_elevation(tile, height)
        news.append(height_out(ground, tile))
        known = f"{cover}|{'' if height is None else height}"
        self.learned[f"height|{_pair(tile)}"] = known

    def _learn_walls(self, pieces: Pieces, lit: int, change: Change) -> None:
        changed = False
        for tile in tiles_of_bits(self._ground, lit):
            if tile not in pieces and tile not in self._walls:
                continue
            there = {_as_shown(piece) for piece in pieces.get(tile, ())}
            known = self._walls.get(tile, set())
            if there == known:
                continue
            changed = True
            for piece in known - there:
                self._forget_wall(piece)
            for piece in there - known:
                self._know_wall(piece)
                self.learned[_wall_key(piece)] = ";".join(map(_pair, piece.tiles))
        if changed:
            change.walls = self._walls_out()

    def _know_wall(self, piece: Piece) -> None:
        for tile in piece.tiles:
            self._walls.setdefault(tile, set()).add(piece)

    def _forget_wall(self, piece: Piece) -> None:
        for tile in piece.tiles:
            self._walls[tile].remove(piece)
            if not self._walls[tile]:
                del self._walls[tile]
        self.learned[_wall_key(piece)] = None

    def _learn_figures(self, scene: Scene, seen: set[str], change: Change) -> None:
        now = {
            figure.id: self._as_seen(figure)
            for figure in scene.figures.values()
            if not figure.hidden and (figure.id in seen or self.player in figure.owners)
        }
        for known in self.figures.values():
            if known.id not in now and known.furniture and not self._is_gone(known):
                now[known.id] = msgspec.structs.replace(known, ghost=True, mine=False)
        # In an order that tells nothing of what the master did with them out of sight.
        now = dict(sorted(now.items()))
        for figure in now.values():
            before = self.figures.get(figure.id)
            if figure is not before and figure != before:
                change.figures.append(figure)
                if figure.furniture:
                    self.learned[f"furniture|{figure.id}"] = msgspec.json.encode(figure).decode()
        for known in self.figures.values():
            if known.id not in now:
                change.gone.append(known.id)
                if known.furniture:
                    self.learned[f"furniture|{known.id}"] = None
        self.figures = now

    def _as_seen(self, figure: FigureRecord) -> Figure:
        """The figure for the wire; the same as before, as long as its record is the same."""
        kept = self._seen_as.get(figure.id)
        if kept is None or kept[0] is not figure:
            kept = self._seen_as[figure.id] = figure, seen_figure(figure, self.player)
        return kept[1]

    def _is_gone(self, furniture: Figure) -> bool:
        """Is some of its place in sight, and it is not there any more?"""
        tiles = self._ground.footprint(furniture.at, furniture.size)
        return any(self.lit_tile(tile) for tile in tiles)

    # --- in other forms

    def _walls_out(self) -> list[WallPiece]:
        return [wall_out(piece.ends, piece.carried) for piece in self._every_wall()]

    def _every_wall(self) -> list[Piece]:
        """Each once, in an order that tells nothing of where the walls lead."""
        every = {piece for pieces in self._walls.values() for piece in pieces}
        return sorted(every, key=lambda piece: (piece.ends, carried_text(piece.carried)))

    def _assembled(self) -> Board:
        board = self._ground.copy()
        for piece in self._every_wall():
            start, end = piece.ends
            board.add_wall(_tile_units(start), _tile_units(end), piece.carried)
        # Those in sight first: where a ghost stood there may be somebody by now.
        for figure in sorted(self.figures.values(), key=lambda known: known.ghost):
            try:
                board.place(
                    figure.id,
                    figure.at,
                    size=figure.size,
                    blocks_sight=figure.blocks,
                    kind=figure.kind,
                )
            except OccupiedError:
                continue
        return board

    def _recall(self, remembered: Mapping[str, str]) -> None:
        """What was known when the table was last open."""
        ground, explored = self._ground, []
        for key, value in remembered.items():
            kind, *places = key.split("|")
            match kind:
                case "tile":
                    explored.append(read_tile(places[0]))
                    ground.set_solid(explored[-1], value == "#")
                case "edge":
                    first, second = map(read_tile, places)
                    ground.set_edge(first, second, read_carried(value))
                case "height" if isinstance(ground, HexBoard):
                    cover, _, height = value.partition("|")
                    tile = read_tile(places[0])
                    ground.set_cover(tile, Fraction(cover))
                    ground.set_elevation(tile, Fraction(height) if height else None)
                case "wall":
                    lies_in = tuple(ground.grid.tile(*read_tile(each)) for each in value.split(";"))
                    ends, carried = read_ends(places[0]), read_carried(places[1])
                    self._know_wall(Piece(ends, carried, lies_in))
                case "furniture":
                    ghost = msgspec.json.decode(value, type=Figure)
                    self.figures[ghost.id] = msgspec.structs.replace(ghost, ghost=True)
        self.explored = bits_of_tiles(ground, explored)


# --- as the disk has it ---------------------------------------------------------------------------


def _pair(tile: tuple[int, int]) -> str:
    return f"{tile[0]},{tile[1]}"


def _wall_key(piece: Piece) -> str:
    (x0, y0), (x1, y1) = piece.ends
    return f"wall|{x0},{y0},{x1},{y1}|{carried_text(piece.carried)}"


def _as_shown(piece: Piece) -> Piece:
    return piece._replace(carried=_AS_SHOWN.get(piece.carried, piece.carried))


def _tile_units(point: tuple[int, int]) -> tuple[Fraction, Fraction]:
    return Fraction(point[0], UNIT), Fraction(point[1], UNIT)


def _blank(board: Board) -> Board:
    """The same tiles with nothing on them. Where there are none, nothing stops sight, as it is on
    tiles that the player has not seen: what is a gap in the map, they do not know."""
    if isinstance(board, HexBoard):
        return HexBoard(cells=board.tiles(), orientation=board.orientation)
    assert isinstance(board, SquareBoard)
    return SquareBoard(board.rows, board.cols)
