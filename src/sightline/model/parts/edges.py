"""The edges of a board: walls, doors and gates between neighboring tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sightline.errors import NotNeighborsError
from sightline.model.cell import AnyPosition, TileT_co
from sightline.model.numbers import Span
from sightline.model.parts.ground import BoardGround
from sightline.model.threshold import (
    CODE_IN_STATE,
    CODE_OF,
    CODES,
    ENDLESS,
    FIRST_SEEN_THROUGH,
    SEEN_THROUGH,
    TURNED_CODE,
    DoorStateName,
    StopName,
    Threshold,
    as_threshold,
    code_of,
    span_of,
    stops_of,
    with_span,
    with_state,
    with_stops,
)
from sightline.texts import say


class BoardEdges(BoardGround[TileT_co]):
    """The part of a board that stores the walls, doors and gates on its edges.

    Each forward direction of the grid has a plane. Each byte of it is the code of the edge that a
    tile has in that direction: an index of `threshold.CODES`.
    """

    def __init__(self) -> None:
        self._edges = [bytearray(len(self._tiles)) for _ in self.grid.forward]
        self._edge_count = 0
        self._spans: dict[tuple[int, int], Span] = {}
        """The bottom and top of edges that have one, by direction and index."""
        self._stops: dict[tuple[int, int], tuple[StopName, ...]] = {}
        """What edges stop if it is not everything, by direction and index."""

    def _edge_slot(self, a: Any, b: Any) -> tuple[int, int, bool]:
        """Return the place where the edge between two neighbors is stored: its direction, the index
        of its tile, and whether that tile is `b`.

        If it is `b`, a one-way wall is stored reversed.
        """
        first, second = self.position(a, "edge"), self.position(b, "edge")
        step = (second[0] - first[0], second[1] - first[1])
        forward = self.grid.forward
        if step in forward:
            return forward.index(step), self._index(first), False
        if step not in self.grid.directions:
            raise NotNeighborsError(
                say(
                    "edge: {first} and {second} are not neighbors;"
                    " neighbors of {first} are {names}",
                    first=str(tuple(first)),
                    second=str(tuple(second)),
                    names=", ".join(str(tuple(n)) for n in self.grid.neighbors(first) if n in self),
                )
            )
        return forward.index((-step[0], -step[1])), self._index(second), True

    def set_edge(self, a: AnyPosition, b: AnyPosition, threshold: Threshold | None) -> None:
        """Put a wall, door or gate on the edge between two neighbors; None clears the edge.

        A one-way barrier stops lines from `a` to `b` ("forth") or from `b` to `a` ("back"). Tiles
        that do not share an edge raise a `NotNeighborsError` that lists the neighbors.

        >>> from sightline import Door, SquareBoard, Wall
        >>> board = SquareBoard(1, 3)
        >>> board.set_edge("A1", "B1", Door("locked"))
        >>> str(board.edge("B1", "A1"))
        'locked door'
        >>> board.set_edge("B1", "C1", Wall(one_way="forth"))
        >>> board.edge("C1", "B1")
        Wall(one_way='back')
        """
        direction, index, turned = self._edge_slot(a, b)
        code = code_of(as_threshold(threshold))
        span = ENDLESS if threshold is None else span_of(threshold)
        stops = None if threshold is None else stops_of(threshold)
        self._set_edge(direction, index, TURNED_CODE[code] if turned else code, span, stops)

    def _set_edge(
        self,
        direction: int,
        index: int,
        code: int,
        span: Span,
        stops: tuple[StopName, ...] | None,
    ) -> None:
        old, old_span = self._edges[direction][index], self._span(direction, index)
        if old != code or old_span != span or self._stops.get((direction, index)) != stops:
            self._before_change()
            if stops is None:
                self._stops.pop((direction, index), None)
            else:
                self._stops[direction, index] = stops
            self._edges[direction][index] = code
            self._edge_count += (code != 0) - (old != 0)
            if span == ENDLESS:
                self._spans.pop((direction, index), None)
            else:
                self._spans[direction, index] = span
            for each in self.observers:
                each.edge_changed(self, direction, index, old)
            if old_span != span:
                self._heights_changed()

    def extra_codes(self) -> dict[tuple[int, int], int]:
        """Return the codes of edges with a bottom, a top or a list of what they
        stop, by direction and index.
        """
        return {slot: self._edges[slot[0]][slot[1]] for slot in (*self._spans, *self._stops)}

    def drop_extras(self, before: dict[tuple[int, int], int]) -> None:
        """Delete the extra properties of edges whose code is not the one in `before` any more."""
        for (direction, index), code in before.items():
            if self._edges[direction][index] != code:
                self._spans.pop((direction, index), None)
                self._stops.pop((direction, index), None)

    def _stop_all_but_sight(self, direction: int, start: int) -> None:
        """Record for edges from index `start` what they stop if their code only says
        "not sight".
        """
        for index in range(start, start + self._cols):
            if self._edges[direction][index] >= FIRST_SEEN_THROUGH:
                self._stops.setdefault((direction, index), SEEN_THROUGH)

    def _span(self, direction: int, index: int) -> Span:
        return self._spans.get((direction, index), ENDLESS) if self._spans else ENDLESS

    def edge_span(self, direction: int, tile: tuple[int, int]) -> Span:
        """Return the bottom and top of the edge of `tile` along
        `grid.forward[direction]`, unchecked.
        """
        return self._span(direction, self._index(tile))

    def edge(self, a: AnyPosition, b: AnyPosition) -> Threshold | None:
        """Return the barrier on the edge between two neighbors: a `Wall`, `Door` or `Gate`, or
        None.

        One-way barriers are described from `a`: `edge(a, b)` has "forth" where `edge(b, a)` has
        "back".

        >>> from sightline import SquareBoard
        >>> SquareBoard(1, 3).edge((0, 0), (0, 1)) is None
        True
        """
        direction, index, turned = self._edge_slot(a, b)
        code = self._edges[direction][index]
        threshold = CODES[TURNED_CODE[code] if turned else code]
        if threshold is None or not (self._spans or self._stops):
            return threshold
        return self._with_extras(threshold, direction, index)

    def _with_extras(self, threshold: Threshold, direction: int, index: int) -> Threshold:
        """Return the barrier with the properties that its code does not contain: its bottom and
        top, and what it stops.
        """
        spanned = with_span(threshold, self._span(direction, index))
        return with_stops(spanned, self._stops.get((direction, index)))

    def set_state(self, a: AnyPosition, b: AnyPosition, state: DoorStateName) -> None:
        """Open, close or lock the door or gate between two neighbors. Its other properties stay.

        An edge without a door or gate, or an unknown state, raises `InvalidValueError`.

        >>> from sightline import Door, SquareBoard, sees
        >>> board = SquareBoard(1, 2)
        >>> board.set_edge("A1", "B1", Door("closed"))
        >>> sees(board, "A1", "B1", "center")
        False
        >>> board.set_state("A1", "B1", "open")
        >>> sees(board, "A1", "B1", "center")
        True
        """
        direction, index, _ = self._edge_slot(a, b)
        code = self._edges[direction][index]
        try:
            new = CODE_IN_STATE[code, state]
        except (KeyError, TypeError):
            new = CODE_OF[with_state(CODES[code], state)]  # raises with the reason
        slot = direction, index
        self._set_edge(*slot, new, self._span(*slot), self._stops.get(slot))

    def edges(self) -> Iterator[tuple[TileT_co, TileT_co, Threshold]]:
        """Yield every edge with a barrier as (tile, neighbor, barrier), in a stable order.

        >>> from sightline import SquareBoard, Wall
        >>> board = SquareBoard(1, 3)
        >>> board.set_edge("B1", "C1", Wall())
        >>> [(str(here), str(there), str(what)) for here, there, what in board.edges()]
        [('B1', 'C1', 'wall')]
        """
        for direction, plane in enumerate(self._edges):
            da, db = self.grid.forward[direction]
            for index in [at for at, code in enumerate(plane) if code]:  # most edges are empty
                threshold = CODES[plane[index]]
                if threshold is not None:
                    tile = self._tile_at(index)
                    there = self.grid.tile(tile[0] + da, tile[1] + db)
                    yield tile, there, self._with_extras(threshold, direction, index)
