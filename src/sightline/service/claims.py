"""Claims: answers about many tiles, with everything needed to verify each tile.

A claim is a question and its tiles. A field is verified tile by tile: for each tile a line of sight
is traced, which `check` verifies without the rule, and its verdict must agree with the claim. For
an area, the shape is computed again and the lines of sight are verified. The costs of a reach are
computed again by trying single steps in any order until none is cheaper, without the original
search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Literal

import msgspec

from sightline.answers.check import check
from sightline.engine import trace
from sightline.engine.arguments import for_places
from sightline.engine.fields import asked_storey
from sightline.model.board import Board
from sightline.model.cell import Tile, tile_name
from sightline.model.numbers import exact
from sightline.model.place import Place, as_asked, on_storey, place
from sightline.model.reach import is_within, within
from sightline.model.threshold import Purpose
from sightline.paths import Ground, Walker
from sightline.rules.rule import Rule
from sightline.service import messages as m

MOST_PROBLEMS = 10
NOT_SENT = ("board", "text", "file", "detail")
EFFECT: Purpose = "effect"
UNSURE = "a large viewer at a height is not verified with a radius: leave the radius out"


def claim_of(kind: str, question: m.Question, rule: Rule, tiles: Iterable[Any]) -> dict[str, Any]:
    """Return the claim that these tiles answer the question."""
    asked = {
        name: value for name, value in msgspec.to_builtins(question).items() if name not in NOT_SENT
    }
    return {"claim": kind, "question": {**asked, "rule": rule.to_dict()}, "tiles": list(tiles)}


class Claim(m.Incoming, kw_only=True):
    """A claim that a client sends back."""

    claim: Literal["field", "area", "reach"]
    question: dict[str, Any]
    tiles: list[tuple[int, int] | m.Reached]


def field_problems(
    board: Board, question: m.AskField, rule: Rule, viewers: list[Any], claimed: set[Tile]
) -> Iterator[str]:
    """Yield the problems of a claim about a field."""
    whole = board if question.by == "sight" else board.stopping(question.by)
    seen: set[Tile] = set()
    for viewer in viewers:
        source = place(whole, viewer, "viewer")
        looks = _VerifiedLooks(board, rule, question.by, question.floor)
        found = set(looks.seen(source, question.radius, question.metric))
        if question.light_walls:
            found.update([*_lit(whole, source, found, question)])
        seen |= found
        yield from looks.problems
    yield from _different(board, seen, claimed)


def area_problems(
    board: Board,
    question: m.AskArea,
    rule: Rule,
    origin: Any,
    shape: set[Tile],
    claimed: set[Tile],
) -> Iterator[str]:
    """Yield the problems of a claim about an area.

    `shape` are the tiles that it would have without blockers.
    """
    if question.sight:
        looks = _VerifiedLooks(board, rule, EFFECT, None)
        source = place(board.stopping(EFFECT), origin, "at")
        radius, metric = _range_of(question)
        shape &= set(looks.seen(source, radius, metric, among=shape))
        yield from looks.problems
    yield from _different(board, shape, claimed)


def _range_of(question: m.AskArea) -> tuple[Any, str]:
    """Return a distance that no tile of the shape exceeds, and its metric.

    It counts from each tile of a large origin.
    """
    if question.shape == "line":
        return question.length, "chebyshev"
    return question.length + 2 * (question.shape == "burst"), question.metric


class _VerifiedLooks:
    """Lines of sight from one place, each of them verified."""

    def __init__(self, board: Board, rule: Rule, by: Purpose, floor: str | None) -> None:
        self._board, self._rule, self._by, self._floor = board, rule, by, floor
        self._stopping = board if by == "sight" else board.stopping(by)
        self.problems: list[str] = []
        """The problems of lines of sight that do not hold."""

    def seen(
        self, source: Place, radius: Any, metric: str, among: set[Tile] | None = None
    ) -> Iterator[Tile]:
        """Yield the tiles within the radius that the source sees; with `among`, only
        tiles in it.
        """
        rule = for_places(self._stopping, self._rule, source)
        storey = asked_storey(self._stopping, source, rule, self._floor)
        for tile in within(self._stopping, source, radius, metric):
            if among is not None and tile not in among:
                continue
            target = as_asked(on_storey(self._stopping, tile, storey))
            viewers = self._viewers(source, tile, radius, metric)
            if any(self._sees(each, target) for each in viewers):
                yield tile

    def _viewers(self, source: Place, tile: Tile, radius: Any, metric: str) -> list[Any]:
        """Return the source, or its tiles within the radius if each tile looks separately."""
        if len(source.tiles) == 1 or radius is None or not self._rule.sums_tiles:
            return [as_asked(source)]
        own = [place(self._stopping, each, "viewer") for each in source.tiles]
        near = [each for each in own if is_within(self._stopping, each, tile, radius, metric)]
        if len(near) == len(own):
            return [as_asked(source)]
        if source.body is not None and UNSURE not in self.problems:
            self.problems.append(UNSURE)
        return [as_asked(each) for each in near]

    def _sees(self, viewer: Any, target: Any) -> bool:
        sight = trace(self._board, viewer, target, self._rule, by=self._by)
        checked = check(self._board, sight)
        if not checked and len(self.problems) < MOST_PROBLEMS:
            self.problems.append(f"the look at {target} does not hold: {checked}")
        return sight.visible


def _lit(board: Board, source: Place, seen: set[Tile], question: m.AskField) -> Iterator[Tile]:
    for tile in within(board, source, question.radius, question.metric):
        beside = (board.grid.tile(tile[0] + a, tile[1] + b) for a, b in board.grid.touching)
        floor = (each for each in beside if each in seen and not board.is_solid(each))
        if board.is_solid(tile) and any(True for _ in floor):
            yield tile


def _different(board: Board, true: set[Tile], claimed: set[Tile]) -> Iterator[str]:
    for words, tiles in (("is missing", true - claimed), ("does not belong", claimed - true)):
        for tile in sorted(tiles)[:MOST_PROBLEMS]:
            yield f"{_name(board, tile)} {words}"


def _name(board: Board, tile: Tile) -> str:
    return tile_name(board.grid.name, tile)


# --- movement


def reach_problems(
    board: Board, question: m.AskReach, mover: Any, claimed: dict[Tile, Fraction]
) -> Iterator[str]:
    """Yield the problems of a claim about a reach."""
    costs = _costs(board, question, mover)
    yield from _different(board, set(costs), set(claimed))
    for tile in sorted(set(costs) & set(claimed)):
        if costs[tile] != claimed[tile]:
            yield f"{_name(board, tile)} costs {costs[tile]}, not {claimed[tile]}"


def _costs(board: Board, question: m.AskReach, mover: Any) -> dict[Tile, Fraction]:
    """Return the least cost of each tile, by trying steps until none makes a tile cheaper."""
    start = place(board, mover, "from")
    size = (1, 1) if start.name is None else board.figure(start.name).size
    own = frozenset(board.names_at(start.middle)) if start.name is None else {start.name}
    if isinstance(question.through, bool):
        crossed = {each.name for each in board.figures()} if question.through else set()
    else:
        crossed = set(question.through)
    stopping = Walker(Ground(board, own, frozenset(question.doors)), size)
    walking = Walker(Ground(board, own | crossed, frozenset(question.doors)), size)
    most, price = exact(question.steps, "steps"), exact(question.diagonal_cost, "diagonal_cost")
    costs, waiting = {start.middle: Fraction(0)}, [start.middle]
    while waiting:
        here = waiting.pop(0)
        for there, step in _steps(walking, here, question.diagonals, price):
            total = costs[here] + step
            if total <= most and total < costs.get(there, total + 1):
                costs[there] = total
                waiting.append(there)
    return {
        tile: cost
        for tile, cost in costs.items()
        if tile == start.middle or stopping.can_stand(tile)
    }


def _steps(
    walker: Walker, here: Tile, diagonals: str, price: Fraction
) -> Iterator[tuple[Tile, Fraction]]:
    grid = walker.board.grid
    for step in grid.directions if diagonals == "never" else grid.touching:
        there = grid.tile(here[0] + step[0], here[1] + step[1])
        if step in grid.directions:
            is_free = walker.can_step(here, grid.directions.index(step))
        else:
            is_free = walker.can_cut(here, step, both=diagonals == "open")
        if is_free and walker.can_stand(there):
            yield there, Fraction(1) if step in grid.directions else price
