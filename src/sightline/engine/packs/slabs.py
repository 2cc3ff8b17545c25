"""Slabs: the part of a board with heights between two bodies, as flat grounds.

Lines between two bodies run through a slab, from the lower feet to the higher head. Things that
fill the slab stop every line (ground `low`), and things outside it stop none (ground `full` has all
others). If everything in the slab stands on its bottom and both heads are at its top, then the
level line just below the heads is the best one, and only things that fill the slab stop it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from sightline.engine.heights import ABOVE_ALL, BELOW_ALL, in_units, span_in_units
from sightline.model.board import Board
from sightline.model.figure import Figure
from sightline.model.planes import edge_spans, planes_to_copy, stride, tile_index
from sightline.model.threshold import span_of

Span = tuple[int, int]


class Slab(NamedTuple):
    """A range of heights, in 1/384,000ths of a tile, and what blocks in it."""

    base: int
    head: int
    full: bool
    """Whether everything that extends into the slab blocks, or only what fills it."""

    def holds(self, span: Span) -> bool:
        """Return whether something with that bottom and top blocks."""
        bottom, top = span
        if self.full:
            return bottom < self.head and top > self.base
        return bottom <= self.base and top >= self.head


EVERY = Slab(BELOW_ALL, ABOVE_ALL, full=True)
"""All heights. Grounds of this slab are not flat: they store between which heights
everything blocks.
"""


class SlabFacts(NamedTuple):
    """What the flat grounds of a slab tell about the lines through it."""

    stands: bool
    """Whether everything in the slab starts at its bottom or below, or stands on the ground."""
    is_bound: bool
    """Whether the ground `full` gives a bound. It does not if a limited wall fills only a part of
    the slab, because two such walls may stop a line that they would not stop if they filled it.
    """
    roofed: frozenset[int]
    """The plane indexes of tiles on or next to a floor in the slab. From and to them `full` gives
    no bound, because floors block inside these tiles too.
    """


class HighThings:
    """The ground, floors, barriers and bodies of a board with heights, in kernel units.

    Raises `NotExactError` if a height is not a whole number of them.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._figures: dict[str, Span] = {}
        self._facts: dict[Span, SlabFacts] = {}
        self._feet: dict[int | None, array[int]] = {}

    def renew(self, *, barriers: bool) -> None:
        """Drop what a change of tiles may affect, and with `barriers` also what a
        change of walls may affect.
        """
        self._figures.clear()
        self._facts.clear()
        if barriers:
            self.__dict__.pop("barriers", None)

    def ground_changed(self) -> None:
        """Drop the heights of the ground."""
        self._feet.clear()
        self.__dict__.pop("ground", None)

    @cached_property
    def ground(self) -> array[int]:
        """The height of the ground of each tile, by plane index."""
        found = array("q", bytes(8 * len(planes_to_copy(self._board)[0])))
        for tile, height in self._board.elevations.items():
            if height:
                found[tile_index(self._board, tile)] = in_units(height)
        return found

    @cached_property
    def floors(self) -> list[tuple[int, frozenset[int]]]:
        """The height and tiles of each floor. If floors change, the observers start over."""
        return [
            (in_units(floor.height), frozenset(tile_index(self._board, t) for t in floor.tiles))
            for floor in self._board.floors()
        ]

    @cached_property
    def barriers(self) -> list[tuple[Span, bool]]:
        """The spans of barriers that have one, and whether each barrier is limited."""
        spans = [(span, False) for span in edge_spans(self._board).values()]
        for _, threshold in self._board.wall_items():
            spans.append((span_of(threshold), threshold.limited))
        if any(span != (None, None) for span in edge_spans(self._board).values()):
            limited = {
                span_of(threshold) for _, _, threshold in self._board.edges() if threshold.limited
            }
            spans += [(span, True) for span in limited]
        found = {(span_in_units(span), limited) for span, limited in spans}
        return [each for each in found if each[0] != (BELOW_ALL, ABOVE_ALL)]

    def body_of(self, figure: Figure) -> Span:
        """Return the heights of a figure's feet and head."""
        found = self._figures.get(figure.name)
        if found is None:
            feet, head = self._board.body(figure)
            found = self._figures[figure.name] = in_units(feet), in_units(head)
        return found

    def is_on_ground(self, figure: Figure, index: int) -> bool:
        """Return whether a figure stands directly on the ground of a tile under it."""
        return self.body_of(figure)[0] <= self.ground[index]

    def feet_on(self, storey: int | None) -> array[int]:
        """Return the height of a body's feet on each tile of a storey, or below a hole in it."""
        found = self._feet.get(storey)
        if found is None:
            found = self.ground[:]
            for height, tiles in self.floors if storey is not None else ():
                for index in tiles:
                    if storey is not None and found[index] < height <= storey:
                        found[index] = height
            self._feet[storey] = found
        return found

    def facts(self, base: int, head: int) -> SlabFacts:
        """Return the facts about the slab between two heights."""
        found = self._facts.get((base, head))
        if found is None:
            found = self._facts[base, head] = self._find_facts(Slab(base, head, full=True))
        return found

    def _find_facts(self, slab: Slab) -> SlabFacts:
        fills = slab._replace(full=False).holds
        within = [each for each in self.barriers if slab.holds(each[0])]
        stands = all(bottom <= slab.base for (bottom, _), _ in within)
        is_bound = all(fills(span) for span, limited in within if limited)
        roofs = [tiles for height, tiles in self.floors if slab.holds((height, height))]
        step = stride(self._board)
        around = [over + beside for over in (-step, 0, step) for beside in (-1, 0, 1)]
        roofed = frozenset(at + by for tiles in roofs for at in tiles for by in around)
        return SlabFacts(stands and not roofs and self._figures_stand(slab), is_bound, roofed)

    def _figures_stand(self, slab: Slab) -> bool:
        for figure in self._board.figures():
            body = self.body_of(figure)
            if slab.holds(body) and body[0] > slab.base:
                at = (tile_index(self._board, tile) for tile in figure.tiles)
                if not all(self.is_on_ground(figure, index) for index in at):
                    return False
        return True

    # --- what blocks on a tile

    def ground_blocks(self, slab: Slab, index: int) -> bool:
        """Return whether the ground or a floor of a tile blocks in a slab."""
        if slab.holds((BELOW_ALL, self.ground[index])):
            return True
        return slab.full and any(
            slab.holds((height, height)) and index in tiles for height, tiles in self.floors
        )

    def tiles_of_ground(self, slab: Slab) -> Iterator[int]:
        """Yield the plane indexes of tiles whose ground or floor blocks in a slab."""
        least = slab.base + 1 if slab.full else slab.head
        for index, top in enumerate(self.ground):
            if top >= least:
                yield index
        for height, tiles in self.floors if slab.full else ():
            if slab.holds((height, height)):
                yield from tiles

    def figure_blocks(self, slab: Slab, figure: Figure, index: int, *, by_ground: bool) -> bool:
        """Return whether a figure blocks on a tile in a slab.

        With `by_ground`, the ground under it blocks as well, and the two count as one.
        """
        feet, head = self.body_of(figure)
        if by_ground and self.is_on_ground(figure, index):
            feet = BELOW_ALL
        return slab.holds((feet, head))
