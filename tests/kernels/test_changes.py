"""The compiled mirror of a board stays current through changes in any order,
mixed with questions.
"""

from __future__ import annotations

import copy
import pickle
import random
from fractions import Fraction
from typing import Any

import numpy
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from sightline import (
    CenterRule,
    CornerRule,
    Door,
    Gate,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Wall,
    field,
    sees,
    sees_many,
)
from sightline.errors import InvalidValueError
from sightline.model import planes
from sightline.model.board import Board
from sightline.model.hexagon import Outside
from sightline.model.parts.ground import OUTSIDE
from sightline.model.reach import MetricName
from sightline.model.threshold import CODES
from sightline.rules.rule import Rule
from tests.every_rule import EVERY_SETTING, THOROUGH
from tests.kernels.boards import make
from tests.kernels.comparing import METRICS, readable, truth

NUMBER = st.integers(0, 10_000)
THRESHOLDS = st.sampled_from([None, Wall(), Door("open"), Door("locked"), Gate("open"), Gate()])
HEIGHT = st.sampled_from([None, 0, 1, 2.5, -1, Fraction(1, 3), Fraction(1, 7), 10**7])
POINT = st.tuples(*[st.sampled_from([Fraction(n, 4) for n in range(-4, 24)])] * 2)
NAMES = ("Ann", "Bob", "ogre")


class Changes(RuleBasedStateMachine):
    """One board that is changed and queried in turns. A second board is queried only at the end."""

    grid = "square"

    def __init__(self) -> None:
        super().__init__()
        self.board: Any = None
        self.left_behind: list[tuple[Any, str]] = []

    @initialize(size=st.sampled_from([(1, 7), (6, 1), (2, 2), (4, 5), (5, 3)]))
    def begin(self, size: tuple[int, int]) -> None:
        self.board = SquareBoard(*size)
        self.tiles = [tuple(tile) for tile in self.board.tiles()]

    def tile(self, number: int) -> Any:
        return self.tiles[number % len(self.tiles)]

    def edge(self, number: int) -> tuple[Any, Any] | None:
        tile = self.tile(number)
        near = [other for other in self.board.grid.neighbors(tile) if other in self.board]
        return (tile, near[number // 7 % len(near)]) if near else None

    def rule_of(self, number: int) -> Rule:
        rules = [p.values[0] for p in EVERY_SETTING if p.values[1] == self.grid]
        chosen = rules[number % len(rules)]
        assert isinstance(chosen, Rule)
        return chosen

    # --- changes

    @rule(at=NUMBER, solid=st.booleans())
    def rock(self, at: int, solid: bool) -> None:
        self.board.set_solid(self.tile(at), solid)

    @rule(at=NUMBER, threshold=THRESHOLDS)
    def thin_wall(self, at: int, threshold: Any) -> None:
        if edge := self.edge(at):
            self.board.set_edge(*edge, threshold)

    @rule(at=NUMBER, state=st.sampled_from(["open", "closed"]))
    def door(self, at: int, state: str) -> None:
        doors = [(a, b) for a, b, it in self.board.edges() if not isinstance(it, Wall)]
        if doors:
            self.board.set_state(*doors[at % len(doors)], state)

    @rule(name=st.sampled_from(NAMES), at=NUMBER, size=st.integers(1, 2), blocks=st.booleans())
    def figure(self, name: str, at: int, size: int, blocks: bool) -> None:
        """Place, move or remove a figure."""
        names = {figure.name for figure in self.board.figures()}
        try:
            if name not in names:
                self.board.place(name, self.tile(at), size=size, blocks_sight=blocks)
            elif at % 3:
                self.board.move(name, self.tile(at))
            else:
                self.board.remove(name)
        except InvalidValueError:
            pass  # no space, so nothing has changed

    @rule(start=POINT, end=POINT, threshold=st.sampled_from([None, Door("open"), Door()]))
    def free_wall(self, start: Any, end: Any, threshold: Any) -> None:
        if start != end:
            self.board.add_wall(start, end, threshold)

    @rule(at=NUMBER)
    def no_free_wall(self, at: int) -> None:
        walls = self.board.free_walls()
        if walls:
            self.board.remove_wall(*walls[at % len(walls)].ends)

    @rule(at=NUMBER, code=st.integers(0, len(CODES) - 1))
    def whole_rows(self, at: int, code: int) -> None:
        """Set whole rows at once, as map readers do."""
        board = self.board
        rows, cols, _, _ = planes.extent(board)
        row = at % rows
        there = [not byte & OUTSIDE for byte in planes.ground_row(board, row)]
        planes.set_solid_row(
            board, row, bytes(on and (at >> i) % 3 == 0 for i, on in enumerate(there))
        )
        if self.grid == "square" and cols > 1:
            codes = [code if (at >> i) % 2 else 0 for i in range(cols - 1)] + [0]
            planes.set_edge_row(board, 0, row, bytes(codes))

    @rule(how=st.sampled_from([lambda b: b.copy(), copy.copy, copy.deepcopy, "pickle"]))
    def go_on_with_a_copy(self, how: Any) -> None:
        self.left_behind = [*self.left_behind[-2:], (self.board, self.board.fingerprint())]
        if how == "pickle":
            self.board = pickle.loads(pickle.dumps(self.board))  # noqa: S301
        else:
            self.board = how(self.board)

    # --- questions

    @rule(a=NUMBER, b=NUMBER, number=NUMBER)
    def ask_one(self, a: int, b: int, number: int) -> None:
        chosen, source, target = self.rule_of(number), self.tile(a), self.tile(b)
        expected = readable(self.board, source, target, chosen)
        assert sees(self.board, source, target, chosen) is expected

    @rule(a=NUMBER, b=NUMBER, number=NUMBER)
    def ask_figures(self, a: int, b: int, number: int) -> None:
        names = [figure.name for figure in self.board.figures()]
        if names:
            chosen, source = self.rule_of(number), names[a % len(names)]
            target = names[b % len(names)] if b % 2 else self.tile(b)
            expected = readable(self.board, source, target, chosen)
            assert sees(self.board, source, target, chosen) is expected

    @rule(a=NUMBER, number=NUMBER, radius=st.integers(0, 9), metric=st.sampled_from(METRICS))
    def ask_field(self, a: int, number: int, radius: int, metric: MetricName) -> None:
        chosen, source = self.rule_of(number), self.tile(a)
        expected = truth(self.board, source, chosen)
        assert numpy.array_equal(numpy.asarray(field(self.board, source, chosen)).ravel(), expected)
        near = {t for t, answer in zip(self.board.tiles(), expected, strict=True) if answer}
        assert set(field(self.board, source, chosen, radius=radius, metric=metric)) <= near

    @rule(a=NUMBER, number=NUMBER)
    def ask_many(self, a: int, number: int) -> None:
        chosen, source = self.rule_of(number), self.tile(a)
        pairs = [(tile, source) for tile in self.tiles[:12]]
        expected = [readable(self.board, one, source, chosen) for one, _ in pairs]
        assert sees_many(self.board, pairs, chosen).tolist() == expected

    def teardown(self) -> None:
        for board, fingerprint in self.left_behind:
            assert board.fingerprint() == fingerprint
            compare_with_fresh(board, self.rule_of(0))


class HexChanges(Changes):
    grid = "hex"

    @initialize(radius=st.integers(0, 2), outside=st.sampled_from(["open", "solid"]), cut=NUMBER)
    def begin(self, radius: int, outside: Outside, cut: int) -> None:
        cells = [h for i, h in enumerate(HexBoard(radius).tiles()) if i == 0 or cut >> i % 13 & 1]
        self.board = HexBoard(cells=cells, outside=outside)
        self.tiles = [tuple(tile) for tile in self.board.tiles()]

    def rule_of(self, number: int) -> Rule:
        if number % 3:  # mostly the hex ray, which has kernels
            return HexRayRule(
                ("nearest", "strict", "permissive", "adjudicated")[number % 4],
                see_opaque_target=number % 5 > 0,
                target_edge_blocks=number % 7 > 1,
            )
        return super().rule_of(number)

    @rule(at=NUMBER, height=HEIGHT)
    def hill(self, at: int, height: Any) -> None:
        self.board.set_elevation(self.tile(at), height)

    @precondition(lambda self: self.board is not None)
    @rule(at=NUMBER, cover=st.sampled_from([0, 0.5, 1, 0.1]))
    def hedge(self, at: int, cover: Any) -> None:
        self.board.set_cover(self.tile(at), cover)


TRIES = settings(
    max_examples=1000 if THOROUGH else 25, stateful_step_count=40, deadline=None, print_blob=True
)
TestSquares = Changes.TestCase
TestSquares.settings = TRIES
TestHexes = HexChanges.TestCase
TestHexes.settings = TRIES


def compare_with_fresh(board: Board, chosen: Rule) -> None:
    """Compare with the answers of a copy, which builds a new mirror."""
    fresh = board.copy()
    for tile in board.tiles()[:6]:
        assert field(board, tuple(tile), chosen) == field(fresh, tuple(tile), chosen)


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_many_changes_of_larger_boards(grid: str) -> None:
    """After hundreds of changes a board gives the same answers as a new copy of it."""
    for seed in range(100 if THOROUGH else 6):
        rng = random.Random(f"{grid} {seed}")
        board = make(grid, rng, 30, plain=True)
        tiles = [tuple(tile) for tile in board.tiles()]
        rules = QUICK[grid]
        for chosen in rules:  # from here on there is a mirror
            field(board, tiles[0], chosen)
        for _ in range(150):
            change(board, tiles, rng)
        fresh = board.copy()
        for chosen in rules:
            for source in rng.sample(tiles, min(12, len(tiles))):
                assert field(board, source, chosen) == field(fresh, source, chosen), seed
                assert field(board, source, chosen, radius=20) == field(
                    fresh, source, chosen, radius=20
                ), seed
            pairs = numpy.array([rng.choices(tiles, k=2) for _ in range(2000)])
            answer = sees_many(board, pairs, chosen)
            assert numpy.array_equal(answer, sees_many(fresh, pairs, chosen)), seed


QUICK: dict[str, list[Rule]] = {
    "square": [CenterRule(), CornerRule()],
    "hex": [HexRayRule(), HexRayRule("strict")],
}


def change(board: Board, tiles: list[Any], rng: random.Random) -> None:
    tile, what = rng.choice(tiles), rng.random()
    if what < 0.3:
        board.set_solid(tile, rng.random() < 0.4)
    elif what < 0.7:
        near = [other for other in board.grid.neighbors(tile) if other in board]
        if near:
            board.set_edge(tile, rng.choice(near), rng.choice([None, None, Wall(), Door("open")]))
    elif what < 0.8 and isinstance(board, HexBoard):
        board.set_elevation(tile, rng.choice((None, 0, 1, 2)))
    else:
        name = f"mover {rng.randrange(4)}"
        try:
            if name not in {figure.name for figure in board.figures()}:
                board.place(name, tile)
            elif what < 0.95:
                board.move(name, tile)
            else:
                board.remove(name)
        except InvalidValueError:
            pass
