"""Hypothesis strategies for arbitrary boards."""

import contextlib
from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from sightline.errors import OccupiedError, OffBoardError
from sightline.model.board import Board
from sightline.model.figure import KINDS
from sightline.model.hexagon import HexBoard
from sightline.model.light import BRIGHTNESSES
from sightline.model.numbers import UNIT
from sightline.model.parts.terrain import COMMON
from sightline.model.square import SquareBoard
from sightline.model.threshold import CODES, Threshold

THRESHOLDS = st.sampled_from([code for code in CODES if code is not None])
NAMES = st.one_of(
    st.sampled_from(
        ["S", "T", "h", "e", "x", "troll", "Sir Osric", "M 2", "#", ".", '"', "a,b: c"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6),
)
SIDES = st.one_of(
    st.sampled_from(
        [None, "", "heroes", "enemies", "the old guard", "size", "at", '"', "side", "#"]
    ),
    st.text(st.characters(exclude_categories=["C", "Z"]), max_size=40),
)
TERRAINS = st.one_of(
    st.sampled_from([*COMMON, None]),
    st.from_regex(r"[a-z][a-z0-9]{0,9}(-[a-z0-9]{1,9}){0,2}", fullmatch=True),
)
COORDINATES = st.one_of(
    st.integers(-2 * UNIT, 6 * UNIT).map(lambda n: Fraction(n, UNIT)),
    st.integers(-2, 6).map(Fraction),
    st.decimals(-2, 6, places=3).map(Fraction),
)
HEIGHTS = st.one_of(
    st.integers(-3, 6).map(Fraction),
    st.fractions(-1_000_000, 1_000_000),
    st.floats(-1_000_000, 1_000_000).map(Fraction),
)
VALUES = st.one_of(
    st.integers(-5, 5).map(Fraction),
    st.fractions(max_denominator=1000),
    st.floats(-1e300, 1e300).map(lambda x: Fraction(repr(x))),
)
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.text(max_size=4)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
PLAIN_DICTS = st.dictionaries(st.text(max_size=5), PLAIN, max_size=4)


@st.composite
def square_boards(draw: st.DrawFn, may_be_high: bool = True) -> SquareBoard:
    board = SquareBoard(draw(st.integers(1, 6)), draw(st.integers(1, 7)))
    fill(draw, board, may_be_high and draw(st.booleans()))
    return board


@st.composite
def hex_boards(draw: st.DrawFn, may_be_high: bool = True) -> HexBoard:
    center = draw(st.sampled_from([(0, 0), (7, -3), (-2048 + 5, 2048 - 5)]))
    near = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
    cells = draw(st.sets(near, min_size=1, max_size=25))
    board = HexBoard(
        cells=[(center[0] + q, center[1] + r) for q, r in cells],
        outside=draw(st.sampled_from(["open", "solid"])),
        orientation=draw(st.sampled_from(["pointy", "flat"])),
    )
    fill(draw, board, may_be_high and draw(st.booleans()))
    tiles = st.sampled_from(board.tiles()[:])
    for tile in draw(st.lists(tiles, max_size=4)):
        board.set_cover(tile, draw(VALUES))
    for tile in draw(st.lists(tiles, max_size=4)):
        board.set_elevation(tile, draw(VALUES))
    return board


def fill(draw: st.DrawFn, board: Board, is_high: bool) -> None:
    tiles = board.tiles()[:]
    for tile in draw(st.lists(st.sampled_from(tiles), max_size=8)):
        board.set_solid(tile)
    edges = [
        (tile, other) for tile in tiles for other in board.grid.neighbors(tile) if other in board
    ]
    for a, b in draw(st.lists(st.sampled_from(edges), max_size=8)) if edges else ():
        board.set_edge(a, b, _raised(draw, is_high, draw(THRESHOLDS)))
    for name in draw(st.lists(NAMES, max_size=5, unique=True)):
        size = draw(st.integers(1, 3))
        other = draw(st.integers(1, 3)) if board.grid.name == "square" else size
        with contextlib.suppress(OffBoardError, OccupiedError):
            board.place(
                name,
                draw(st.sampled_from(tiles)),
                size=(size, other),
                blocks_sight=draw(st.booleans()),
                kind=draw(st.sampled_from(sorted(KINDS))),
                side=draw(SIDES),
                elevation=draw(st.none() | HEIGHTS) if is_high else None,
                height=draw(HEIGHTS.filter(lambda height: height > 0)) if is_high else 1,
            )
    for tile in draw(st.lists(st.sampled_from(tiles), max_size=6)):
        board.set_terrain(tile, draw(TERRAINS))
    points = st.tuples(COORDINATES, COORDINATES)
    for start, end in draw(st.lists(st.tuples(points, points), max_size=3)):
        if start != end:
            board.add_wall(start, end, _raised(draw, is_high, draw(THRESHOLDS)))
    board.ambient = draw(st.sampled_from(BRIGHTNESSES))
    holders = st.sampled_from([*tiles, *(figure.name for figure in board.figures())])
    for at in draw(st.lists(holders, max_size=4)):
        board.add_light(at, abs(draw(VALUES)), draw(st.integers(0, 9)))

    if is_high:
        for tile in draw(st.lists(st.sampled_from(tiles), max_size=4)):
            board.set_elevation(tile, draw(HEIGHTS))
        for name in draw(st.lists(NAMES, max_size=3, unique=True)):
            covered = draw(st.lists(st.sampled_from(tiles), min_size=1))
            board.add_floor(draw(HEIGHTS), covered, name)


def _raised(draw: st.DrawFn, is_high: bool, threshold: Threshold) -> Threshold:
    if not is_high:
        return threshold
    bottom, top = draw(st.none() | HEIGHTS), draw(st.none() | HEIGHTS)
    if bottom is not None and top is not None:
        bottom, top = sorted((bottom, top))
    return replace(threshold, bottom=bottom, top=top)


BOARDS = st.one_of(square_boards(), hex_boards())
WITHOUT_HIGH_WALLS = st.one_of(square_boards(False), hex_boards(False))
