"""Areas compared with slow exact definitions, and their errors."""

from __future__ import annotations

import doctest
import random
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Wall,
    areas,
    field,
    hexes,
    sees,
    squares,
)
from sightline.errors import (
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    OffBoardError,
    UnknownNameError,
)
from sightline.model.board import Board
from sightline.model.cell import HEX, SQUARE, Hex, Tile, hex_distance
from sightline.model.reach import METRICS, MetricName

HALF = Fraction(1, 2)


@pytest.mark.parametrize("module", [areas, squares], ids=lambda m: m.__name__)
def test_the_examples_run(module: Any) -> None:
    for name in module.__all__:
        text = getattr(module, name).__doc__
        example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
        assert example.examples
        said: list[str] = []
        doctest.DocTestRunner().run(example, out=said.append)
        assert not said, "".join(said)


# --- plain lines and discs


def test_a_line_is_the_same_both_ways() -> None:
    for row in range(-7, 8):
        for col in range(-7, 8):
            there = squares.line((3, -2), (3 + row, -2 + col))
            assert there == squares.line((3 + row, -2 + col), (3, -2))[::-1]
            assert len(there) == max(abs(row), abs(col)) + 1
            assert there[0] == (3, -2)
            assert there[-1] == (3 + row, -2 + col)
            for i, tile in enumerate(there):
                # Its center is at most half a tile from the line, measured along its row or column.
                part = Fraction(i, max(len(there) - 1, 1))
                assert abs(3 + row * part - tile[0]) <= HALF
                assert abs(-2 + col * part - tile[1]) <= HALF


def far(a: tuple[int, int], b: tuple[int, int], metric: MetricName) -> Any:
    down, right = abs(a[0] - b[0]), abs(a[1] - b[1])
    return {
        "euclid": down**2 + right**2,
        "chebyshev": max(down, right),
        "manhattan": down + right,
        "steps": 2 * max(down, right) + min(down, right),
    }[metric]


@pytest.mark.parametrize("metric", METRICS)
def test_discs(metric: MetricName) -> None:
    for radius in (0, 1, 2, Fraction(5, 2), 2.9, 3, 4, 5, 7):
        limit = Fraction(str(radius))
        limit = limit**2 if metric == "euclid" else limit
        around = [(r, c) for r in range(-9, 10) for c in range(-9, 10)]
        expected = [tile for tile in around if far(tile, (0, 0), metric) <= limit]
        found = squares.disc((0, 0), radius, metric=metric)  # type: ignore[arg-type]
        assert found == expected
        assert found == sorted(found)


def test_nonsense_squares() -> None:
    for radius, metric in ((-1, "euclid"), (None, "euclid"), (1, "taxi")):
        with pytest.raises(InvalidValueError):
            squares.disc((0, 0), radius, metric=metric)  # type: ignore[arg-type]
    with pytest.raises(LimitError, match="0 to 1000"):
        squares.disc((0, 0), 1001)
    with pytest.raises(LimitError, match="at most 10000 steps"):
        squares.line((0, 0), (10_001, 3))
    with pytest.raises(InvalidTypeError, match="b: expected a whole number"):
        squares.line((0, 0), (1.0, 3))  # type: ignore[arg-type]


# --- areas: what they are, once more and slowly


def xy(board: Board, tile: tuple[int, int]) -> tuple[Decimal, Decimal]:
    """Return the drawn position of a center, to fifty digits."""
    if board.grid is SQUARE:
        return Decimal(tile[1]), Decimal(tile[0])
    return Decimal(tile[0]) + Decimal(tile[1]) / 2, Decimal(tile[1]) * Decimal(3).sqrt() / 2


FIFTY = Context(prec=50)
with localcontext(FIFTY):
    TANGENTS = {
        45: Decimal(2).sqrt() - 1,
        60: 1 / Decimal(3).sqrt(),
        90: Decimal(1),
        120: Decimal(3).sqrt(),
        "as-wide-as-long": Decimal(1) / 2,
    }


def in_cone(board: Board, at: Tile, toward: Tile, tile: Tile, angle: Any) -> bool:
    """Compare with the tangent, to fifty digits; a point on a side of the cone may be off by the
    last.
    """
    with localcontext(FIFTY):
        (x0, y0), (x1, y1), (x, y) = (xy(board, each) for each in (at, toward, tile))
        along = (x1 - x0) * (x - x0) + (y1 - y0) * (y - y0)
        aside = abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))
        hair = Decimal(10) ** -40
        if angle == 180:
            return bool(along >= -hair)
        return bool(along > hair and aside <= along * TANGENTS[angle] + hair)


def near(board: Board, a: Tile, b: Tile, length: int, metric: MetricName) -> bool:
    if board.grid is HEX:
        return hex_distance(a, b) <= length
    return bool(far(a, b, metric) <= (length**2 if metric == "euclid" else length))


def some_board(rng: random.Random) -> Board:
    board: Board = SquareBoard(9, 11) if rng.random() < 0.5 else HexBoard(5)
    for tile in board.tiles():
        if rng.random() < 0.12:
            board.set_solid(tile)
        for other in board.grid.neighbors(tile):
            if other in board and rng.random() < 0.03:
                board.set_edge(tile, other, Wall())
    return board


@pytest.mark.parametrize("seed", range(60))
def test_cones_and_circles(seed: int) -> None:
    rng = random.Random(seed)
    board = some_board(rng)
    at, toward = rng.sample(list(board.tiles()), 2)
    metric, length = rng.choice(METRICS), rng.randrange(9)
    angle: Any = rng.choice((45, 60, 90, 120, 180, "as-wide-as-long", None))
    width = angle or (90 if board.grid is SQUARE else 60)
    expected = {
        tile
        for tile in board.tiles()
        if tile != at
        and near(board, at, tile, length, metric)
        and in_cone(board, at, toward, tile, width)
    }
    found = areas.cone(board, at, toward, length, metric=metric, angle=angle)
    assert set(found) == expected
    rule = rng.choice((CornerRule(), CenterRule("permissive")))
    seen = {tile for tile in expected if sees(board, at, tile, rule)}
    assert (
        set(areas.cone(board, at, toward, length, metric=metric, angle=angle, sight=rule)) == seen
    )
    round_about = {tile for tile in board.tiles() if near(board, at, tile, length, metric)}
    assert set(areas.circle(board, at, length, metric=metric)) == round_about
    seen = {tile for tile in round_about if sees(board, at, tile, rule)}
    assert set(areas.circle(board, at, length, metric=metric, sight=rule)) == seen


@pytest.mark.parametrize("seed", range(40))
def test_lines(seed: int) -> None:
    """A tile is on the line if no tile of that step has a closer center."""
    rng = random.Random(seed)
    board = some_board(rng)
    at, toward = rng.sample(list(board.tiles()), 2)
    length = rng.randrange(12)
    square = board.grid is SQUARE
    away = toward[0] - at[0], toward[1] - at[1]
    steps = max(map(abs, away)) if square else hex_distance(at, toward)
    expected = set()
    for i in range(1, length + 1):
        point = [at[k] + Fraction(away[k] * i, steps) for k in (0, 1)]

        def squared(tile: Tile, point: list[Fraction] = point) -> Fraction:
            da, db = tile[0] - point[0], tile[1] - point[1]
            return da * da + db * db + (0 if square else da * db)

        around = [
            board.grid.tile(round(point[0]) + da, round(point[1]) + db)
            for da in (-2, -1, 0, 1, 2)
            for db in (-2, -1, 0, 1, 2)
        ]
        least = min(map(squared, around))
        expected |= {tile for tile in around if squared(tile) == least and tile in board}
    assert set(areas.line(board, at, toward, length)) == expected
    rule = CornerRule()
    seen = {tile for tile in expected if sees(board, at, tile, rule)}
    assert set(areas.line(board, at, toward, length, sight=rule)) == seen


def test_a_line_without_a_tie_is_the_plain_line() -> None:
    board = HexBoard(6)
    for goal in board.cells:
        if goal != (0, 0):
            plain = hexes.line((0, 0), goal)[1:]
            assert set(plain) <= set(areas.line(board, (0, 0), goal, len(plain)))
    flat = SquareBoard(13, 13)
    for tile in flat.tiles():
        if tile != (6, 6):
            row = squares.line((6, 6), tile)[1:]
            assert set(row) <= set(areas.line(flat, (6, 6), tile, len(row)))


def test_bursts() -> None:
    board = SquareBoard(8, 8)
    for radius, count in ((0, 0), (Fraction(7, 10), 0), (Fraction(71, 100), 4), (1, 4), (2, 12)):
        assert len(areas.burst(board, (3, 3), "south-east", radius)) == count
    assert len(areas.burst(board, (3, 3), "south-east", 2, metric="chebyshev")) == 16
    assert len(areas.burst(board, (3, 3), "south-east", 2, metric="manhattan")) == 12
    # One corner of four tiles has several names.
    same = [
        areas.burst(board, (3, 3), "south-east", 3),
        areas.burst(board, (3, 4), "south-west", 3),
        areas.burst(board, (4, 3), "north-east", 3),
        areas.burst(board, (4, 4), "north-west", 3),
    ]
    assert all(each == same[0] for each in same)
    hexagon = HexBoard(5)
    assert set(areas.burst(hexagon, (0, 0), "north", 1)) == {(0, 0), (0, -1), (1, -1)}
    assert [len(areas.burst(hexagon, (0, 0), "north", r)) for r in (0, 1, 2, 3)] == [0, 3, 12, 27]
    flat = HexBoard(2, orientation="flat")
    assert set(areas.burst(flat, (0, 0), "east", 1)) == {(0, 0), (1, 0), (1, -1)}


def test_a_burst_does_not_pass_a_wall_at_its_corner() -> None:
    """A fireball at the corner of a closed room stays on the side from which it was thrown."""
    board = SquareBoard(6, 6)
    for i in range(6):
        board.set_edge((i, 2), (i, 3), Wall())
    west = {tile for tile in board.tiles() if tile[1] <= 2}
    corners: list[tuple[tuple[int, int], areas.CornerName]] = [
        ((2, 2), "south-east"),
        ((2, 2), "north-west"),
        ((3, 2), "north-east"),
    ]
    for rule in (CornerRule("permissive"), CenterRule("permissive")):
        for at, corner in corners:
            blast = areas.burst(board, at, corner, 3, sight=rule)
            assert (2, 2) in blast
            assert set(blast) <= west
        assert set(areas.burst(board, (2, 3), "south-west", 3, sight=rule)).isdisjoint(west)
    assert not set(areas.burst(board, (2, 2), "south-east", 3)) <= west


def test_a_burst_does_not_spread_through_rock_or_whoever_stands_in_a_door() -> None:
    """The tiles around its corner are visible, and one of them has another side."""
    board = SquareBoard(5, 5)
    for row in range(5):
        board.set_solid((row, 2), row != 2)
    board.place("guard", (2, 2))
    west = {tile for tile in board.tiles() if tile[1] <= 2}
    for corner in ("north-east", "south-east"):
        for rule in (CornerRule("permissive"), CenterRule("permissive")):
            blast = areas.burst(board, (2, 1), corner, 3, sight=rule)
            assert {(2, 1), (2, 2), (1, 2)} <= set(blast) <= west
            seen = field(board, (2, 1), rule)
            assert blast == areas.burst(board, (2, 1), corner, 3) & seen
    board.remove("guard")
    assert (2, 3) in areas.burst(board, (2, 1), "north-east", 3, sight=CornerRule())


# --- symmetries


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_the_symmetries_of_the_grid_change_nothing(grid: str) -> None:
    rng = random.Random(7)
    board: Board = SquareBoard(13, 13) if grid == "square" else HexBoard(6)
    middle = (6, 6) if grid == "square" else (0, 0)
    goals = rng.sample([tile for tile in board.tiles() if tile != middle], 12)

    def moved(symmetry: Any, tile: tuple[int, int]) -> tuple[int, int]:
        a, b = symmetry((tile[0] - middle[0], tile[1] - middle[1]))
        return a + middle[0], b + middle[1]

    for symmetry in board.grid.symmetries:
        for goal in goals:
            there = moved(symmetry, goal)
            for length in (3, 6):
                for angle in areas.ANGLES:
                    one = areas.cone(board, middle, goal, length, angle=angle)  # type: ignore[arg-type]
                    other = areas.cone(board, middle, there, length, angle=angle)  # type: ignore[arg-type]
                    assert {moved(symmetry, tile) for tile in one} == set(other)
                one = areas.line(board, middle, goal, length)
                other = areas.line(board, middle, there, length)
                assert {moved(symmetry, tile) for tile in one} == set(other)


# --- large origins and errors


def test_large_origins() -> None:
    board = SquareBoard(10, 10)
    board.place("dragon", (4, 4), size=2)
    cone = areas.cone(board, "dragon", toward=(4, 9), length=2)
    assert set(cone).isdisjoint(board.figure("dragon").tiles)
    # Its axis starts at the middle of all its tiles: to the east and slightly up.
    assert {(4, 6), (5, 6), (4, 7)} <= set(cone)
    assert areas.circle(board, "dragon", 1) == field(board, "dragon", CornerRule(), radius=1)
    with pytest.raises(InvalidValueError, match=r"'dragon' covers 4; give one of them, such as"):
        areas.line(board, "dragon", (0, 0), 3)
    with pytest.raises(InvalidValueError, match=r"'dragon' covers 4; give one of them, such as"):
        areas.burst(board, "dragon", "north-west", 3)


def test_nonsense() -> None:
    board = SquareBoard(5, 5)
    loose: Any = areas
    before = board.fingerprint()
    wrong: list[tuple[Any, type[Exception], str]] = [
        (lambda: areas.cone(board, (2, 2), (2, 2), 3), InvalidValueError, "toward: expected a p"),
        (lambda: areas.line(board, (2, 2), (2, 2), 3), InvalidValueError, "toward: expected a p"),
        (lambda: loose.cone(board, (2, 2), (2, 3), 3, angle=30), InvalidValueError, "45, 60, 90"),
        (lambda: areas.cone(board, (2, 2), (2, 3), -1), InvalidValueError, "0 or more"),
        (lambda: areas.cone(board, (2, 2), (2, 3), None), InvalidValueError, "length: expected a"),
        (lambda: areas.circle(board, (2, 2), None), InvalidValueError, "radius: expected a number"),
        (lambda: loose.circle(board, (2, 2), 1, metric="taxi"), InvalidValueError, "metric"),
        (lambda: areas.circle(board, (2, 9), 1), OffBoardError, r"at: \(2, 9\)"),
        (lambda: areas.circle(board, "Zoe", 1), UnknownNameError, "Zoe"),
        (lambda: loose.line(board, (2, 2), (2, 3), 1.5), InvalidTypeError, "length"),
        (lambda: areas.line(board, (2, 2), (2, 3), -1), InvalidValueError, "length"),
        (lambda: areas.burst(board, (2, 2), "north", 1), InvalidValueError, "north-west, north-e"),
        (lambda: loose.burst(board, (2, 2), None, 1), InvalidValueError, "corner: expected"),
        (lambda: loose.circle("crypt", (2, 2), 1), InvalidTypeError, "board: expected"),
        (lambda: loose.circle(board, (2, 2), 1, sight=7), InvalidTypeError, "rule"),
        (lambda: areas.circle(board, (2, 2), 1, sight=HexRayRule()), InvalidValueError, "hex"),
    ]
    for act, kind, words in wrong:
        with pytest.raises(kind, match=words):
            act()
    assert board.fingerprint() == before
    assert type(next(iter(areas.circle(HexBoard(1), (0, 0), 0)))) is Hex
