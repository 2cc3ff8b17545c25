"""A game master's rulings hold in both directions, lapse when things change, and can return."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import (
    CenterRule,
    CornerRule,
    Door,
    Gate,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Verdict,
    Wall,
    field,
    sees,
    trace,
)
from sightline.errors import InvalidTypeError, InvalidValueError, LimitError, UnknownNameError
from sightline.model.board import Board
from sightline.rules.rule import Rule
from sightline.rulings import Rulings, open_calls
from tests.unit.rulings.conftest import ADJUDICATED, noon, status

# --- deciding


def test_a_ruling_stands_in_place_of_the_rule(rulings: Rulings, board: SquareBoard) -> None:
    assert trace(board, "Brom", "orc", ADJUDICATED).awaits_ruling
    made = rulings.rule(board, "Brom", "orc", ADJUDICATED, visible=True, by="Ann", why="it is low")
    assert made.status == "in force"
    for a, b in (("Brom", "orc"), ("orc", "Brom"), ((0, 1), (2, 3)), ((2, 3), "Brom")):
        sight = trace(board, a, b, ADJUDICATED, rulings=rulings)
        assert sight.visible
        assert sight.verdict is Verdict.AMBIGUOUS
        assert sight.ruling == (True, "Ann", "it is low", "2025-01-02 12:00:00 UTC", "")
        assert sees(board, a, b, ADJUDICATED, rulings=rulings)
    said = trace(board, "Brom", "orc", ADJUDICATED, rulings=rulings).explain()
    assert said.startswith("Ruled visible by Ann on 2025-01-02 12:00:00 UTC, because it is low.")


def test_fields_follow_rulings(rulings: Rulings, board: SquareBoard) -> None:
    before = set(field(board, "Brom", ADJUDICATED))
    rulings.rule(board, "Brom", "orc", ADJUDICATED)
    assert set(field(board, "Brom", ADJUDICATED, rulings=rulings)) == before | {(2, 3)}
    rulings.rule(board, (0, 1), (3, 1), ADJUDICATED, visible=False)
    assert (3, 1) not in field(board, "Brom", ADJUDICATED, rulings=rulings)


def test_other_looks_and_rules_are_untouched(rulings: Rulings, board: SquareBoard) -> None:
    rulings.rule(board, "Brom", "orc", ADJUDICATED)
    assert not sees(board, "Brom", "orc", CenterRule("strict"), rulings=rulings)
    assert trace(board, (0, 1), (3, 4), ADJUDICATED, rulings=rulings).ruling is None


def test_a_master_may_overrule_what_is_no_close_call(rulings: Rulings, board: SquareBoard) -> None:
    board.set_solid((1, 2))
    assert trace(board, "Brom", "orc", ADJUDICATED).verdict is Verdict.HIDDEN
    made = rulings.rule(board, "Brom", "orc", ADJUDICATED, why="the statue is low")
    assert (made.verdict, made.contact) == ("hidden", "blocked")
    assert sees(board, "Brom", "orc", ADJUDICATED, rulings=rulings)


# --- lapsing and coming back

CHANGES: list[tuple[str, Callable[[SquareBoard], object], Callable[[SquareBoard], object]]] = [
    (
        "C1 was solid and is empty now",
        lambda b: b.set_solid((0, 2), False),
        lambda b: b.set_solid((0, 2)),
    ),
    (
        "C2 was empty and is taken by a figure now",
        lambda b: b.place("goblin", (1, 2)),
        lambda b: b.remove("goblin"),
    ),
    (
        "the edge between B1 and B2 was open and is a wall now",
        lambda b: b.set_edge((0, 1), (1, 1), Wall()),
        lambda b: b.set_edge((0, 1), (1, 1), None),
    ),
    (
        "the edge between C2 and C3 was open and is an open door now",
        lambda b: b.set_edge((1, 2), (2, 2), Door("open")),
        lambda b: b.set_edge((1, 2), (2, 2), None),
    ),
    (
        "the line from (1.5, 1) to (2.5, 0.75) was open and is a wall now",
        lambda b: b.add_wall((1.5, 1), (2.5, 0.75)),
        lambda b: b.remove_wall((1.5, 1), (2.5, 0.75)),
    ),
    (
        "orc is no longer at D3",
        lambda b: b.move("orc", (5, 5)),
        lambda b: b.move("orc", (2, 3)),
    ),
]


@pytest.mark.parametrize(("why", "change", "change_back"), CHANGES, ids=[c[0] for c in CHANGES])
def test_it_lapses_with_what_could_matter_and_returns(
    rulings: Rulings, board: SquareBoard, why: str, change: Any, change_back: Any
) -> None:
    rulings.rule(board, "orc", "Brom", ADJUDICATED)
    change(board)
    assert status(rulings, board) == [("lapsed", why)]
    assert trace(board, "Brom", "orc", ADJUDICATED, rulings=rulings).ruling is None
    change_back(board)
    assert status(rulings, board) == [("in force", "")]
    assert sees(board, "Brom", "orc", ADJUDICATED, rulings=rulings)


@pytest.mark.parametrize(
    "change",
    [
        lambda b: b.set_solid((4, 1)),
        lambda b: b.place("table", (1, 2), size=1, blocks_sight=False),
        lambda b: b.set_edge((3, 3), (4, 3), Wall()),
        lambda b: b.add_wall((0, 3), (6, 5)),
    ],
)
def test_it_stays_when_the_change_cannot_matter(
    rulings: Rulings, board: SquareBoard, change: Any
) -> None:
    rulings.rule(board, "Brom", "orc", ADJUDICATED)
    change(board)
    assert status(rulings, board) == [("in force", "")]


def test_a_ruling_on_positions_is_for_whoever_stands_there(
    rulings: Rulings, board: SquareBoard
) -> None:
    rulings.rule(board, (0, 1), (2, 3), ADJUDICATED)
    board.remove("orc")
    board.place("goblin", (2, 3))
    assert sees(board, "Brom", "goblin", ADJUDICATED, rulings=rulings)


def test_another_figure_in_between_is_the_same_to_the_line(
    rulings: Rulings, board: SquareBoard
) -> None:
    board.set_solid((0, 2), False)
    board.place("goblin", (0, 2))
    rulings.rule(board, "Brom", "orc", ADJUDICATED)
    board.remove("goblin")
    assert status(rulings, board) == [("lapsed", "C1 was taken by a figure and is empty now")]
    board.place("ogre", (0, 2))
    assert status(rulings, board) == [("in force", "")]


def test_on_other_boards(rulings: Rulings, board: SquareBoard) -> None:
    rulings.rule(board, "Brom", "orc", ADJUDICATED)
    assert status(rulings, SquareBoard(2, 2)) == [("lapsed", "D3 is off this board")]
    (only,) = rulings.history(HexBoard(3))
    assert only.because == "it was made on a square board, and this is a hex board"
    assert [ruling.status for ruling in rulings.history()] == ["kept"]


def test_many_changes_are_summed_up(rulings: Rulings) -> None:
    board = SquareBoard(3, 9)
    rulings.rule(board, (1, 0), (1, 8), ADJUDICATED)
    for col in range(1, 8):
        board.set_solid((1, col))
    assert rulings.history(board)[0].because.endswith("D2 was empty and is solid now; and 4 more")


# --- hexes


def test_hex_rays_lapse_with_cover_heights_and_edges(rulings: Rulings) -> None:
    board = HexBoard(4)
    board.set_solid((1, 0))
    rule = HexRayRule("adjudicated")
    assert trace(board, (0, 0), (1, 1), rule).verdict is Verdict.AMBIGUOUS
    rulings.rule(board, (0, 0), (1, 1), rule, visible=True)
    assert sees(board, (1, 1), (0, 0), rule, rulings=rulings)
    board.set_cover((0, 1), 0.5)
    board.set_elevation((1, 1), 2)
    board.set_edge((0, 0), (0, 1), Gate("locked"))
    changed = [
        "the cover of (0, 1) was 0 and is 1/2 now",
        "the edge between (0, 0) and (0, 1) was open and is a locked gate now",
        "the height of (1, 1) was unknown and is 2 now",
    ]
    assert status(rulings, board) == [("lapsed", "; ".join(changed))]
    board.set_cover((0, 1), 0)
    board.set_elevation((1, 1), None)
    board.set_edge((0, 0), (0, 1), None)
    assert status(rulings, board) == [("in force", "")]


def test_a_ruling_on_a_giant_lapses_with_whatever_any_of_its_hexes_looks_over(
    rulings: Rulings,
) -> None:
    board = HexBoard(4)
    board.place("Gog", (-2, 0), size=2)
    rule = HexRayRule("adjudicated")
    shown = {step.hex for step in trace(board, "Gog", (3, 0), rule).steps}
    rulings.rule(board, "Gog", (3, 0), rule, visible=False)
    for tile in ((0, 1), (1, -1)):  # its other hexes see over these
        assert tile not in shown
        board.set_solid(tile)
        assert status(rulings, board)[0][0] == "lapsed", tile
        board.set_solid(tile, False)
    board.set_solid((4, 0))  # beyond the target
    assert status(rulings, board) == [("in force", "")]
    assert not sees(board, (3, 0), "Gog", rule, rulings=rulings)


def test_rulings_from_before_a_setting_was_there_hold(rulings: Rulings) -> None:
    board = HexBoard(4)
    board.set_solid((1, 0))
    rulings.rule(board, (0, 0), (1, 1), HexRayRule("adjudicated"), visible=True)
    (old,) = rulings.export()
    assert old["rule"].pop("target_edge_blocks") is True
    again = Rulings(clock=noon)
    assert again.load([old]) == 1
    assert sees(board, (0, 0), (1, 1), HexRayRule("adjudicated"), rulings=again)
    other = HexRayRule("adjudicated", target_edge_blocks=False)
    assert not sees(board, (0, 0), (1, 1), other, rulings=again)


# --- undoing and replacing


def test_the_latest_ruling_stands_and_undoing_brings_back_the_one_before(
    rulings: Rulings, board: SquareBoard
) -> None:
    first = rulings.rule(board, "Brom", "orc", ADJUDICATED, visible=True)
    second = rulings.rule(board, "orc", "Brom", ADJUDICATED, visible=False)
    assert status(rulings, board) == [("replaced", "a later ruling stands"), ("in force", "")]
    assert not sees(board, "Brom", "orc", ADJUDICATED, rulings=rulings)
    undone = rulings.undo(board, "Brom", "orc", ADJUDICATED, by="Ann", why="I was wrong")
    assert (undone.number, undone.status) == (second.number, "undone")
    assert status(rulings, board) == [
        ("in force", ""),
        ("undone", "by Ann on 2025-01-02 12:00:00 UTC: I was wrong"),
    ]
    assert sees(board, "Brom", "orc", ADJUDICATED, rulings=rulings)
    rulings.undo(first)
    assert not sees(board, "Brom", "orc", ADJUDICATED, rulings=rulings)
    assert list(rulings.ruled_pairs()) == []


def test_undo_by_number(rulings: Rulings, board: SquareBoard) -> None:
    made = rulings.rule(board, "Brom", "orc", ADJUDICATED)
    rulings.undo(made.number)
    with pytest.raises(InvalidValueError, match="ruling 1 is already undone, by master on 2025"):
        rulings.undo(made.number)
    with pytest.raises(UnknownNameError, match="there is no ruling 7"):
        rulings.undo(7)
    with pytest.raises(InvalidValueError, match="no ruling between 'Brom' and 'orc' is in force"):
        rulings.undo(board, "Brom", "orc", ADJUDICATED)
    with pytest.raises(InvalidTypeError, match="a board, expected two ends and a rule"):
        rulings.undo(board)
    for nonsense in (True, "1", None, 1.0):
        with pytest.raises(InvalidTypeError, match="expected a ruling, its number or a board"):
            rulings.undo(nonsense)  # type: ignore[arg-type]


def test_as_a_sentence(rulings: Rulings, board: SquareBoard) -> None:
    rulings.rule(board, "orc", (0, 1), ADJUDICATED, visible=False, by="Ann", why="too dark")
    assert str(rulings.history(board)[0]) == (
        "1. B1 and orc do not see each other, by Ann on 2025-01-02 12:00:00 UTC: too dark"
        " [in force]"
    )


# --- what would a master have to decide here?


def test_open_calls(rulings: Rulings, board: SquareBoard) -> None:
    board.place("shelf", (5, 0), kind="bookcase")
    (call,) = open_calls(board, ADJUDICATED, rulings=rulings)
    assert call.ends == ("Brom", "orc")
    assert "awaits the game master's ruling" in str(call)
    made = rulings.rule(board, *call.ends, ADJUDICATED)
    assert open_calls(board, ADJUDICATED, rulings=rulings) == []
    board.set_edge((1, 2), (2, 2), Door("closed"))
    (again,) = open_calls(board, ADJUDICATED, rulings=rulings)
    assert again.lapsed is not None
    assert again.lapsed.number == made.number
    assert "is a closed door now" in str(again)


def test_open_calls_in_other_modes(board: SquareBoard) -> None:
    assert open_calls(board, CenterRule("strict")) == []
    (call,) = open_calls(board, CenterRule("strict"), settled=True)
    assert call.sight.verdict is Verdict.HIDDEN
    hexes = HexBoard(2)
    hexes.set_solid((1, 0))
    (call,) = open_calls(hexes, HexRayRule(), [(0, 0), (1, 1)], settled=True)
    assert call.ends == ((0, 0), (1, 1))


def test_open_calls_among_tiles(board: SquareBoard) -> None:
    everywhere = {call.ends for call in open_calls(board, ADJUDICATED, board.tiles())}
    assert ((0, 1), (2, 3)) in everywhere
    expected = {
        (a, b)
        for a in board.tiles()
        for b in board.tiles()
        if a < b and trace(board, a, b, ADJUDICATED).awaits_ruling
    }
    assert everywhere == expected
    with pytest.raises(LimitError, match="at most"):
        open_calls(SquareBoard(50, 50), ADJUDICATED, SquareBoard(50, 50).tiles())
    with pytest.raises(InvalidTypeError, match="among: expected"):
        open_calls(board, ADJUDICATED, "Brom")


# --- the law: while a ruling is in force, nothing it hangs on has changed

SIDE = 5
squares = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
hexes = st.tuples(st.integers(-2, 2), st.integers(-2, 2)).filter(lambda h: abs(sum(h)) <= 2)
thresholds = st.sampled_from([None, Wall(), Door("open"), Door("closed"), Gate("locked")])
quarters = st.integers(-8, 4 * SIDE).map(lambda n: n / 4)


@st.composite
def changes(draw: st.DrawFn, board: Board, tiles: st.SearchStrategy[Any]) -> None:
    """Make one random change to the board."""
    tile = draw(tiles)
    kind = draw(st.sampled_from(["solid", "figure", "edge", "wall", "terrain"]))
    if kind == "solid":
        board.set_solid(tile, not board.is_solid(tile))
    elif kind == "figure":
        standing = [f.name for f in board.figures_at(tile)]
        if standing:
            board.remove(standing[0])
        else:
            board.place(f"figure {tile}", tile)
    elif kind == "edge":
        neighbors = [n for n in board.grid.neighbors(tile) if n in board]
        board.set_edge(tile, draw(st.sampled_from(neighbors)), draw(thresholds))
    elif kind == "wall":
        start, end = (draw(st.tuples(quarters, quarters)) for _ in range(2))
        if start != end:
            board.add_wall(start, end)
    elif isinstance(board, HexBoard):
        board.set_cover(tile, draw(st.sampled_from([0, 0.5, 1])))
        board.set_elevation(tile, draw(st.sampled_from([None, 0, 1, 2])))


@given(data=st.data())
@pytest.mark.parametrize(
    ("make", "tiles", "rule"),
    [
        (lambda: SquareBoard(SIDE, SIDE), squares, CenterRule("adjudicated")),
        (lambda: SquareBoard(SIDE, SIDE), squares, CornerRule("adjudicated")),
        (lambda: SquareBoard(SIDE, SIDE), squares, CornerRule("strict", closed_ends=True)),
        (lambda: HexBoard(2), hexes, HexRayRule("adjudicated", see_opaque_target=False)),
        (lambda: HexBoard(2), hexes, HexRayRule("nearest")),
        (lambda: HexBoard(2), hexes, CenterRule("adjudicated")),
        (lambda: HexBoard(2, outside="solid"), hexes, CornerRule("adjudicated")),
    ],
)
def test_in_force_means_that_nothing_changed(
    make: Callable[[], Board], tiles: Any, rule: Rule, data: st.DataObject
) -> None:
    board = make()
    for _ in range(data.draw(st.integers(0, 5))):
        data.draw(changes(board, tiles))
    a, b = data.draw(tiles), data.draw(tiles)
    if a == b:
        return
    rulings = Rulings()
    rulings.rule(board, a, b, rule)
    before, as_it_was = board.copy(), trace(board, b, a, rule)
    data.draw(changes(board, tiles))
    now = trace(board, b, a, rule)
    ruled = rulings.ruling_on(board, now) is not None
    (kept,) = rulings.history(board)
    assert ruled == (kept.status == "in force")
    if ruled:
        assert (now.verdict, now.contact, now.cover) == (
            as_it_was.verdict,
            as_it_was.contact,
            as_it_was.cover,
        )
    else:
        assert kept.because
    assert trace(before, a, b, rule, rulings=rulings).ruling is not None
    assert Rulings().load(rulings.export()) == 1
