"""Keeps what one player knows of one map: what their figures see now, and what they have seen.

All that a player ever gets is made of this. It is filled only from tiles that a figure of
theirs sees: the ground of such a tile, what stands on its edges, the pieces of free walls in it,
its height; and from figures that they see. What was seen stays as it was last seen; people who
leave sight are gone at once, furniture stays as a ghost until its place is seen without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from copy import copy

import msgspec

from sightline.errors import OccupiedError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.figure import kind_called, usual_side
from sightline.table.protocol import Change, FigureView, Stage, WallPiece
from sightline.table.state import (
    MapScene,
    Touched,
    board_kind,
    read_ends,
    read_threshold,
    read_tile,
    threshold_text,
)
from sightline.table.vision.encode import (
    NO_CHOICE,
    edges_out,
    heights_out,
    seen_figure,
    terrain_out,
    wall_out,
)
from sightline.table.vision.known_ground import AS_SHOWN, KnownGround, LearnedValues
from sightline.table.vision.player_log import PlayerLog, lines_of
from sightline.table.vision.rule_text import rule_words
from sightline.table.vision.tile_sets import bits_of_tiles, holds, spans_of_bits, tiles_of_bits
from sightline.table.vision.wall_pieces import Piece, WallEnds

Pieces = Mapping[Tile, list[Piece]]


class Knowledge:
    """One player on one map. `refresh` takes in what is seen now and says what is new."""

    def __init__(self, player: str, scene: MapScene, remembered: Mapping[str, str]) -> None:
        self.player = player
        self.lit = 0
        self.figures: dict[str, FigureView] = {}
        """Everybody and everything the player has on their map, by id; ghosts too."""
        self.learned: LearnedValues = {}
        """What is to be kept on the disk, and was not yet."""
        self.health_shown = NO_CHOICE
        """How the health of others is shown, by side."""
        self._log = PlayerLog()
        self._ground = KnownGround(scene.board)
        self._walls: dict[Tile, set[Piece]] = {}
        """The known pieces of free walls by the tiles that they lie in, known tiles or not."""
        self._board: Board | None = None
        self._in_sight: frozenset[str] | None = None
        """The figures in sight; None: whatever is, must be looked at."""
        self._looks_anew = True
        self._recall(remembered)

    # --- asking

    @property
    def board(self) -> Board:
        """The known map as a board for the engine, with all that the player knows on it."""
        if self._board is None:
            self._board = self._assembled()
        return self._board

    @property
    def explored(self) -> int:
        """The tiles that were ever seen."""
        return self._ground.explored

    def explored_tile(self, tile: tuple[int, int]) -> bool:
        return holds(self._ground.board, self.explored, tile)

    def lit_tile(self, tile: tuple[int, int]) -> bool:
        return holds(self._ground.board, self.lit, tile)

    def still(self) -> Knowledge:
        """The same as it is now, which no longer changes: for what takes long."""
        copied = copy(self)
        copied._ground, copied._board = self._ground.copy(), None
        copied._walls = {tile: set(pieces) for tile, pieces in self._walls.items()}
        copied.figures = dict(self.figures)
        return copied

    def snapshot(self, scene: MapScene) -> Stage:
        """All that is known, for a page that has nothing yet."""
        ground = self._ground.board
        return Stage(
            map=scene.id,
            grid=ground.grid.name,
            orientation=getattr(ground, "orientation", "pointy"),
            rule=rule_words(scene.rule),
            tiles=self._ground.runs(),
            lit=spans_of_bits(ground, self.lit),
            edges=edges_out(ground),
            walls=self._walls_out(),
            heights=heights_out(ground, tiles_of_bits(ground, self.explored)),
            terrain=terrain_out(ground),
            figures=list(self.figures.values()),
            log=self._log.lines,
        )

    # --- learning

    def look_away(self) -> None:
        """The player looked at no map, or another: whatever they see next, they see anew."""
        self.lit = 0
        self._in_sight = None
        self._looks_anew = True

    def show_health(self, by_side: Mapping[str, str]) -> None:
        """From now on the health of others is shown so: everybody must be looked at again."""
        if by_side != self.health_shown:
            self.health_shown = by_side
            self._in_sight = None

    def refresh(
        self,
        scene: MapScene,
        pieces: Pieces,
        lit: int,
        seen: Iterable[str],
        touched: Touched | None = None,
    ) -> Change | None:
        """Take in what is seen now. `touched`: what became different on the map since the last
        time; `pieces`: the free walls of the map by tile. Returns the change to send, if any."""
        change, board = Change(), scene.board
        # Who comes back to a map finds it as it is: only what happens in their sight is news.
        is_told = not self._looks_anew or not self.explored
        self._looks_anew = False
        before = self.figures
        fresh = lit & ~self.lit
        gone_dark = self.lit & ~lit
        stale = self._stale(scene, lit, touched)
        self._ground.learn(board, fresh | stale, change, self.learned)
        walls_changed = touched is not None and touched.walls
        if walls_changed or fresh:
            self._learn_walls(pieces, lit if walls_changed else fresh, change)
        self.lit = lit
        change.lit = spans_of_bits(board, fresh)
        change.unlit = spans_of_bits(board, gone_dark)
        changed = frozenset() if touched is None else touched.figures
        self._learn_figures(scene, frozenset(seen), changed, change)
        if is_told:
            change.log = lines_of(change, before, board.grid)
        for line in change.log:
            self._log.write(line, self.learned)
        if touched is not None and touched.rule:
            change.rule = rule_words(scene.rule)
        if change == Change():
            return None
        self._board = None
        return change

    def _stale(self, scene: MapScene, lit: int, touched: Touched | None) -> int:
        """Tiles in sight that have changed, or an edge of theirs has."""
        if touched is None:
            return 0
        tiles = touched.tiles | touched.heights
        tiles |= {tile for edge in touched.edges for tile in edge}
        return bits_of_tiles(scene.board, tiles) & lit if tiles else 0

    def _learn_walls(self, pieces: Pieces, lit: int, change: Change) -> None:
        if not pieces and not self._walls:
            return
        changed: set[Piece] = set()
        for tile in tiles_of_bits(self._ground.board, lit):
            if tile not in pieces and tile not in self._walls:
                continue
            there = {_as_shown(piece) for piece in pieces.get(tile, ())}
            known = self._walls.get(tile, set())
            changed |= there ^ known
            for piece in known - there:
                self._forget_wall(piece)
            for piece in there - known:
                self._know_wall(piece)
                self.learned[_wall_key(piece)] = ";".join(map(_pair, piece.tiles))
        change.walls = self._between_ends(changed)

    def _between_ends(self, changed: Iterable[Piece]) -> list[WallPiece]:
        """What is known there now, where these pieces came or went."""
        known_there: dict[WallEnds, set[Piece]] = {}
        for piece in changed:
            here = {other for tile in piece.tiles for other in self._walls.get(tile, ())}
            known_there[piece.ends] = {other for other in here if other.ends == piece.ends}
        walls: list[WallPiece] = []
        for ends, here in sorted(known_there.items()):
            threshold = sorted((piece.threshold for piece in here), key=threshold_text)
            walls += [wall_out(ends, each) for each in threshold or (None,)]
        return walls

    def _know_wall(self, piece: Piece) -> None:
        for tile in piece.tiles:
            self._walls.setdefault(tile, set()).add(piece)

    def _forget_wall(self, piece: Piece) -> None:
        for tile in piece.tiles:
            self._walls[tile].remove(piece)
            if not self._walls[tile]:
                del self._walls[tile]
        self.learned[_wall_key(piece)] = None

    def _learn_figures(
        self, scene: MapScene, seen: frozenset[str], changed: Set[str], change: Change
    ) -> None:
        """`changed`: those that became different since the last time, wherever they are."""
        seen = seen.union(scene.owned_by(self.player))
        before, self._in_sight = self._in_sight, seen
        new = seen if before is None else (seen - before) | (seen & changed)
        now = {id_: seen_figure(scene.figures[id_], self.player, self.health_shown) for id_ in new}
        for id_ in self.figures.keys() - seen:
            known = self.figures[id_]
            if known.furniture and not self._is_gone(known):
                now[id_] = msgspec.structs.replace(known, ghost=True, mine=False)
            else:
                change.gone.append(id_)
        change.figures = [now[id_] for id_ in now if now[id_] != self.figures.get(id_)]
        if not change.figures and not change.gone:
            return
        # In an order that gives away nothing of what the master did with them out of sight.
        change.figures.sort(key=lambda figure: figure.id)
        change.gone.sort()
        self.figures = dict(self.figures)
        for figure in change.figures:
            self.figures[figure.id] = figure
            if figure.furniture:
                self.learned[f"furniture|{figure.id}"] = msgspec.json.encode(figure).decode()
        for id_ in change.gone:
            if self.figures.pop(id_).furniture:
                self.learned[f"furniture|{id_}"] = None
        self.figures = dict(sorted(self.figures.items()))

    def _is_gone(self, furniture: FigureView) -> bool:
        """Is some of its place in sight, and it is not there any more?"""
        tiles = self._ground.board.footprint(furniture.at, furniture.size)
        return any(self.lit_tile(tile) for tile in tiles)

    # --- in other forms

    def _walls_out(self) -> list[WallPiece]:
        return [wall_out(piece.ends, piece.threshold) for piece in self._every_wall()]

    def _every_wall(self) -> list[Piece]:
        """Each once, in an order that gives away nothing of where the walls lead."""
        every = {piece for pieces in self._walls.values() for piece in pieces}
        return sorted(every, key=lambda piece: (piece.ends, threshold_text(piece.threshold)))

    def _assembled(self) -> Board:
        board = self._ground.board.copy()
        for piece in self._every_wall():
            board.put_wall(*piece.ends, piece.threshold)
        # Those in sight first: where a ghost stood there may be somebody by now.
        for figure in sorted(self.figures.values(), key=lambda known: known.ghost):
            try:
                board.place(
                    figure.id,
                    figure.at,
                    size=figure.size,
                    blocks_sight=figure.blocks,
                    kind=kind_called(figure.kind),
                    side=usual_side(board_kind(figure.kind, figure.side)),
                )
            except OccupiedError:
                continue
        return board

    def _recall(self, remembered: Mapping[str, str]) -> None:
        """What was known when the table was last open."""
        ground, log = [], []
        for key, value in remembered.items():
            kind, *places = key.split("|")
            if kind == "wall":
                tile = self._ground.board.grid.tile
                lies_in = tuple(tile(*read_tile(each)) for each in value.split(";"))
                ends, threshold = read_ends(places[0]), read_threshold(places[1])
                self._know_wall(Piece(ends, threshold, lies_in))
            elif kind == "furniture":
                ghost = msgspec.json.decode(value, type=FigureView)
                self.figures[ghost.id] = msgspec.structs.replace(ghost, ghost=True)
            elif kind == "log":
                log.append((int(places[0]), value))
            else:
                ground.append((key, value))
        self._ground.recall(ground)
        self._log.recall(log)


# --- as the disk has it ---------------------------------------------------------------------------


def _pair(tile: tuple[int, int]) -> str:
    return f"{tile[0]},{tile[1]}"


def _wall_key(piece: Piece) -> str:
    (x0, y0), (x1, y1) = piece.ends
    return f"wall|{x0},{y0},{x1},{y1}|{threshold_text(piece.threshold)}"


def _as_shown(piece: Piece) -> Piece:
    return piece._replace(threshold=AS_SHOWN[piece.threshold])
