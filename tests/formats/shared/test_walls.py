"""Segments are clipped at the rim: the rest is on the same line and is as long as possible."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import CenterRule, CornerRule, sees
from sightline.formats.contract import Report
from sightline.formats.shared.tiles import axial, sounds_blocking
from sightline.formats.shared.walls import WallPen, both, clip
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.square import SquareBoard
from sightline.model.threshold import CODES, Door, Gate, Wall

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
    """Return the number before the first sentence with one of these words, or 0."""
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
    """Neighbors in the drawing are neighbors on the board, for staggered rows and columns."""
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


# --- walls with a property

ALL = [code for code in CODES if code is not None]


def stopped(threshold) -> list[int]:
    """Return how it stops lines in both directions: 0 never, 1 as one of two limited walls, 2
    always.
    """
    much = 0 if not threshold.blocks_sight else 1 if threshold.limited else 2
    return [much * (threshold.one_way != way) for way in ("back", "forth")]


@pytest.mark.parametrize("there", ALL, ids=repr)
def test_of_two_in_one_place_as_much_is_stopped_as_by_either(there) -> None:
    for new in ALL:
        together = both(there, new)
        most = [max(pair) for pair in zip(stopped(there), stopped(new), strict=True)]
        assert stopped(together) == ([2, 2] if sorted(most) == [1, 2] else most)
        assert stopped(both(new, there)) == stopped(together)
        if Wall() in (there, new):
            assert together == Wall()  # a wall that always blocks replaces one that can be opened
        if new.blocks_sight and there.blocks_sight and isinstance(together, Door | Gate):
            assert together.state in (there.state, new.state)
            if together.state == "closed":
                assert "locked" not in (there.state, new.state)
    assert both(there, there) == there


def test_who_outlasts_whom() -> None:
    assert (
        both(Door("open"), Gate("locked")) == both(Gate("locked"), Door("open")) == Gate("locked")
    )
    assert both(Door("secret"), Door("closed")) == Door("secret")
    assert both(Door("locked"), Door("secret")) == Door("locked")
    assert both(Gate("closed"), Door("closed")) == Door("closed")
    assert both(Wall(one_way="forth"), Wall(one_way="back")) == Wall()
    forth, back = (Wall(limited=True, one_way=way) for way in ("forth", "back"))
    assert both(forth, back) == Wall(limited=True)
    assert both(Wall(limited=True), Wall(one_way="forth")) == Wall()
    assert both(Wall(one_way="forth"), Door("closed")) == Door("closed")
    assert both(Door("closed", one_way="back"), Wall(one_way="forth")) == Wall()
    assert both(Door("closed", one_way="back"), Door("locked")) == Door("locked")


def pen_on(board, *segments, snap=False) -> Report:
    report = Report("test")
    box = (Fraction(-9), Fraction(-9), Fraction(9), Fraction(9))
    pen = WallPen(board, box=box, snap=snap)
    for start, end, threshold in segments:
        pen.draw(
            (Fraction(start[0]), Fraction(start[1])),
            (Fraction(end[0]), Fraction(end[1])),
            threshold,
            "here",
        )
    pen.tell(report)
    return report


def test_one_way_walls_drawn_over_each_other_from_both_ends() -> None:
    one = Wall(one_way="forth")
    board = SquareBoard(3, 3)
    report = pen_on(board, ((1, 1), (2, 2), one), ((2, 2), (1, 1), one))
    assert [wall.threshold for wall in board.free_walls()] == [Wall()]
    assert report.read == ["1 free wall: 1 wall"]
    assert report.changed == ["1 segment drawn twice: kept once, as the one that blocks more"]
    board = SquareBoard(3, 3)
    pen_on(board, ((1, 1), (2, 2), one), ((1, 1), (2, 2), one))
    (wall,) = board.free_walls()
    assert (wall.start, wall.threshold) == ((UNIT, UNIT), one)


@pytest.mark.parametrize(
    "threshold", [Wall(one_way="forth"), Wall(one_way="back"), Wall()], ids=str
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_snapped_wall_stops_who_it_stopped_before(threshold, turned) -> None:
    """This holds for both sides of every edge of a tile, on squares and hexes."""
    for make in (
        lambda: SquareBoard(3, 3),
        lambda: HexBoard(2, orientation="pointy"),
        lambda: HexBoard(2, orientation="flat"),
    ):
        grid = make().grid
        middle = grid.tile(1, 1) if grid.name == "square" else grid.tile(0, 0)
        for beside in grid.neighbors(middle):
            ends = [
                tuple(Fraction(value, UNIT) for value in corner)
                for corner in grid.edge_ends(middle, beside)
            ]
            if turned:
                ends.reverse()
            free, snapped = make(), make()
            pen_on(free, (*ends, threshold))
            report = pen_on(snapped, (*ends, threshold), snap=True)
            assert (len(free.free_walls()), len(list(free.edges()))) == (1, 0)
            assert (len(snapped.free_walls()), len(list(snapped.edges()))) == (0, 1)
            assert report.read == [f"1 edge: 1 {threshold}"]
            assert report.choices.snap
            for here, there in ((middle, beside), (beside, middle)):
                for rule in (CenterRule(), CornerRule()):
                    assert sees(free, here, there, rule) == sees(snapped, here, there, rule)


def test_beside_an_open_hex_board_a_wall_stays_free() -> None:
    """Sight passes the open rim, where there is no edge that could hold the wall."""
    for outside in ("open", "solid"):
        board = HexBoard(cells=[(0, 0)], outside=outside)
        ends = [
            tuple(Fraction(value, UNIT) for value in corner)
            for corner in board.grid.edge_ends((0, 0), (1, 0))
        ]
        report = pen_on(board, (*ends, Wall()), snap=True)
        assert len(board.free_walls()) == (outside == "open")
        assert ("1 snapped edge on the border" in str(report)) == (outside == "solid")


def test_a_pen_that_drew_nothing_says_so() -> None:
    report = pen_on(SquareBoard(3, 3), ((1, 1), (1, 1), Wall()))
    assert report.read == ["no walls"]
    assert report.lost == ["1 segment without length"]
    assert not report.choices.snap
