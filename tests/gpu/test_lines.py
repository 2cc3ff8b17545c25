"""The lists of planes that lines depend on match the kernels, for every offset of small boards."""

from __future__ import annotations

import numpy
import pytest

from sightline import CenterRule, CornerRule, SquareBoard, all_pairs
from sightline.gpu.lines import (
    EAST,
    SHUT,
    SOUTH,
    TILE,
    ListedLine,
    ListedRule,
    Literal,
    lines_between,
)
from sightline.gpu.patches import MOST, PLANES, REACH, SIDE, decides, has_patches, table_of
from sightline.gpu.programs import (
    offsets_within,
    placed,
    program_of,
    row_words,
    turned_line,
    wide_of,
)
from sightline.rules.rule import Rule
from tests.gpu.boards import square_board

PAD = 16
RULES: list[tuple[Rule, ListedRule]] = [
    (CenterRule(), ListedRule(corner=False, passes=0, closed_ends=False)),
    (CenterRule("corners-pass"), ListedRule(corner=False, passes=1, closed_ends=False)),
    (CenterRule("permissive"), ListedRule(corner=False, passes=2, closed_ends=False)),
    (CornerRule(), ListedRule(corner=True, passes=0, closed_ends=False)),
    (CornerRule(closed_ends=True), ListedRule(corner=True, passes=0, closed_ends=True)),
]


class Planes:
    """A board as padded boolean arrays, one for each plane."""

    def __init__(self, board: SquareBoard) -> None:
        rows, cols = board.shape
        shape = (rows + 2 * PAD, cols + 2 * PAD)
        self._planes = {
            plane: numpy.full(shape, plane == SHUT) for plane in (TILE, SHUT, EAST, SOUTH)
        }
        inside = (slice(PAD, PAD + rows), slice(PAD, PAD + cols))
        east, south = board.edge_arrays()
        self._planes[TILE][inside] = self._planes[SHUT][inside] = board.solid_array()
        self._planes[EAST][inside][:, : cols - 1] = east
        self._planes[SOUTH][inside][: rows - 1] = south
        self._shape = (rows, cols)

    def clear(self, literals: tuple[Literal, ...] | frozenset[Literal]) -> numpy.ndarray:
        """Return for each source whether all of these are clear."""
        found = numpy.ones(self._shape, dtype=bool)
        rows, cols = self._shape
        for plane, row, col in literals:
            top, left = PAD + row, PAD + col
            found &= ~self._planes[plane][top : top + rows, left : left + cols]
        return found

    def pass_by(self, line: ListedLine) -> numpy.ndarray:
        found = self.clear(line.must)
        for clause in line.clauses:
            found &= numpy.any([self.clear(each) for each in clause], axis=0)
        return found


@pytest.mark.parametrize(("rule", "lines"), RULES, ids=str)
@pytest.mark.parametrize("walls", [0.0, 0.1, 0.35])
def test_lines_pass_exactly_where_there_is_sight(
    rule: Rule, lines: ListedRule, walls: float
) -> None:
    rng = numpy.random.default_rng()
    rows, cols = (int(side) for side in rng.integers(3, 9, 2))
    board = square_board(rng, rows, cols, walls)
    planes = Planes(board)
    expected = numpy.asarray(all_pairs(board, rule)).reshape(rows, cols, rows, cols)
    for down in range(-rows + 1, rows):
        for right in range(-cols + 1, cols):
            if not (down or right):
                continue
            found = lines_between(lines, down, right, thin=walls > 0)
            seen = numpy.any([planes.pass_by(line) for line in found], axis=0)
            for row in range(max(0, -down), min(rows, rows - down)):
                for col in range(max(0, -right), min(cols, cols - right)):
                    answer = expected[row, col, row + down, col + right]
                    assert seen[row, col] == answer, (str(board), (row, col), (down, right))


@pytest.mark.parametrize(("rule", "lines"), RULES, ids=str)
def test_turned_lines_are_those_of_the_turned_offset(rule: Rule, lines: ListedRule) -> None:
    for rows, cols in ((3, 5), (5, 1), (4, 4), (0, 6), (2, 0), (1, 1)):
        for up, left in ((True, False), (False, True), (True, True)):
            turned = {
                turned_line(line, up, left) for line in lines_between(lines, rows, cols, thin=True)
            }
            other = lines_between(lines, -rows if up else rows, -cols if left else cols, thin=True)
            assert _as_sets(turned) == _as_sets(other)


def _as_sets(lines: object) -> set[tuple[object, object]]:
    assert isinstance(lines, (set, list))
    return {
        (line.must, frozenset(frozenset(map(frozenset, clause)) for clause in line.clauses))
        for line in lines
    }


def test_lines_that_may_graze_at_corners_are_not_written_down() -> None:
    assert not ListedRule(corner=True, passes=1, closed_ends=False).has_lines
    assert ListedRule(corner=False, passes=1, closed_ends=False).has_lines


def test_offsets_are_those_within_the_limit() -> None:
    for metric, limit, radius in ((0, 400, 20), (1, 3, 3), (2, 5, 5), (3, 9, 4)):
        assert wide_of(limit, metric) == radius
        found = offsets_within(limit, metric)
        assert len(set(found)) == len(found)
        assert max(abs(row) for row, _ in found) == radius
    assert len(offsets_within(400, 0)) == 1256
    assert wide_of(-1, 0) == -1


def test_a_program_places_its_literals_for_the_size_of_a_board() -> None:
    program = program_of(ListedRule(corner=True, passes=0, closed_ends=False), 16, 0, thin=True)
    at = placed(program.literals, 50, 70)
    words = row_words(70)
    plane = (50 + 128) * words
    for (which, row, col), found in zip(program.literals.tolist(), at.tolist(), strict=True):
        assert found >> 5 == which * plane + row * words + col // 32
        assert found & 31 == col % 32


@pytest.mark.parametrize("thin", [False, True])
@pytest.mark.parametrize(("rule", "lines"), RULES, ids=str)
def test_patches_have_all_that_a_line_meets(rule: Rule, lines: ListedRule, thin: bool) -> None:
    if not has_patches(lines, thin):
        assert thin
        return
    table = table_of(lines, thin)
    assert table.shape == (REACH + 1, 2 * REACH + 1, MOST)
    for rows, cols in ((1, 0), (0, 1), (7, -7), (24, 24), (24, -11), (3, 20)):
        met = set()
        for entry in table[rows, cols + REACH]:
            for plane, mask in enumerate(entry["stops"] | entry["holds_up"]):
                for bit in range(SIDE * SIDE):
                    if int(mask) >> bit & 1:
                        row, col = int(entry["row"]) + bit // SIDE, int(entry["col"]) + bit % SIDE
                        met.add((PLANES[plane], row, col))
            if not entry["more"]:
                break
        assert not entry["more"]
        strict = lines_between(lines._replace(passes=0), rows, cols, thin)
        assert any(line.must <= met for line in strict if not line.clauses)
        assert decides(lines) == (rule == CenterRule())
