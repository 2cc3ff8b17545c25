"""Segments cut at a rim: what is left lies on the line, and no more could be kept."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from sightline.formats.contract import Report
from sightline.formats.tiles import axial, sounds_blocking
from sightline.formats.walls import WallPen, clip
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Wall

numbers = st.fractions(-6, 10, max_denominator=12)
spots = st.tuples(numbers, numbers)
BOX = (Fraction(0), Fraction(0), Fraction(5), Fraction(4))


def inside(spot):
    return BOX[0] <= spot[0] <= BOX[2] and BOX[1] <= spot[1] <= BOX[3]


@given(spots, spots)
def test_a_cut_is_exact(start, end) -> None:
    cut = clip(start, end, BOX)
    steps = [Fraction(i, 60) for i in range(61)]
    along = [tuple(s + t * (e - s) for s, e in zip(start, end, strict=True)) for t in steps]
    if cut is None:
        assert not any(map(inside, along))
        return
    first, last = cut
    assert inside(first)
    assert inside(last)
    for spot in cut:
        cross = (end[0] - start[0]) * (spot[1] - start[1]) - (end[1] - start[1]) * (
            spot[0] - start[0]
        )
        assert cross == 0
    low = [min(a, b) for a, b in zip(first, last, strict=True)]
    high = [max(a, b) for a, b in zip(first, last, strict=True)]
    for spot in filter(inside, along):
        assert low[0] <= spot[0] <= high[0]
        assert low[1] <= spot[1] <= high[1]


@given(spots, spots)
def test_a_cut_does_not_depend_on_the_direction(start, end) -> None:
    there, back = clip(start, end, BOX), clip(end, start, BOX)
    assert there == (back and back[::-1])


def said(report: Report, *words: str) -> int:
    """The number before the first sentence that has one of these words, 0 if there is none."""
    for sentence in (*report.read, *report.changed, *report.lost):
        if any(word in sentence for word in words):
            return int(sentence.split()[0].replace(",", "").replace("no", "0"))
    return 0


@given(st.lists(st.tuples(spots, spots, st.sampled_from([Wall(), Door(), Door("open")]))))
def test_every_segment_is_accounted_for(segments) -> None:
    for snap in (False, True):
        board, report = SquareBoard(4, 5), Report("test")
        pen = WallPen(board, box=BOX, snap=snap)
        for start, end, threshold in segments:
            pen.draw(start, end, threshold, "here")
        pen.tell(report)
        assert said(report, "free wall") == len(board.free_walls())
        assert said(report, "edge: ", "edges: ") == len(list(board.edges()))
        fates = ("outside", "without length", "drawn twice", "snapped onto")
        assert len(board.free_walls()) + sum(said(report, fate) for fate in fates) == len(segments)
        for wall in board.free_walls():
            assert all(map(inside, wall.ends))


def test_staggered_rows_and_columns() -> None:
    """Neighbours on the drawing are neighbours on the board, whatever is staggered."""
    for flat in (False, True):
        for even in (False, True):
            for col in range(-3, 4):
                for row in range(-3, 4):
                    line, at = (col, row) if flat else (row, col)
                    shift = 0 if (line % 2 == 0) == even else -1
                    here = axial(col, row, flat=flat, even=even)
                    for beside in (at + shift, at + shift + 1):
                        near = (line + 1, beside) if flat else (beside, line + 1)
                        there = axial(*near, flat=flat, even=even)
                        step = there[0] - here[0], there[1] - here[1]
                        assert step in ({(1, -1), (1, 0)} if flat else {(-1, 1), (0, 1)})


def test_names_that_sound_like_walls() -> None:
    for name in (
        "wall",
        "Walls",
        "Stone_Wall",
        "stoneWall",
        "COLLISION",
        "is-solid",
        "blocksSight",
    ):
        assert sounds_blocking(name), name
    for name in ("wallet", "Ground", "rocket", "blockchain", "", "floor2", "décor"):
        assert not sounds_blocking(name), name
