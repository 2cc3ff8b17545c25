"""Each concept of the pack schema separately, with the positions in the books that need it."""

from __future__ import annotations

from typing import Any

import pytest

from sightline import HexBoard, SquareBoard, Verdict, Wall, sees, trace
from sightline.packs import PACKS
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from sightline.rules.pack import PackRule

HIDING = dict.fromkeys(("solid", "tall", "wall", "door", "figure"), "hide")


def _rule(
    neighbors: Any = "",
    cover: Any = (),
    degrees: Any = (),
    sight_degrees: Any = None,
    **settings: Any,
) -> PackRule:
    question = PackQuestion(**{"blockers": HIDING, "degrees": sight_degrees or {}, **settings})
    words = ("none", *degrees, "total")
    return PackRule(
        Pack(
            "own",
            "Own",
            "own words",
            "our own",
            ("square", "hex"),
            question,
            cover,
            degrees=words,
            neighbors=neighbors,
        )
    )


CORNERS: dict[str, Any] = {"start": "corners", "end": "corners"}
CENTERS: dict[str, Any] = {"start": "center", "end": "center"}
PAIR = _rule(**CORNERS, take="pair", touch=TouchRules(pinch_except=("figure",)))
NEAR_CORNERS = _rule(
    neighbors="seen unless wall",
    **CORNERS,
    ends="open",
    target_blocks=True,
    touch=TouchRules(edge="block", pinch="pass"),
)


def _board(drawing: str) -> SquareBoard:
    """Return a board from a drawing of A, T, pillars and figures, with free squares around it."""
    rows = drawing.split()
    board = SquareBoard(len(rows) + 2, len(rows[0]) + 2)
    for row, line in enumerate(rows, 1):
        for col, letter in enumerate(line, 1):
            if letter == "#":
                board.set_solid((row, col))
            elif letter != ".":
                board.place(letter if letter in "AT" else f"{row} {col}", (row, col))
    return board


@pytest.mark.parametrize(
    ("drawing", "forth", "back"),
    [
        ("A.f.T", False, False),
        ("A.f.. ....T", True, True),
        ("A# #T", False, False),
        ("Af fT", True, True),
        ("A# fT", True, True),
        ("#### A..T", True, True),
        ("#...T A.#..", True, False),
        ("A.#. .#.. ...T", False, False),
    ],
)
def test_pairs_of_lines(drawing: str, forth: bool, back: bool) -> None:
    board = _board(drawing)
    assert sees(board, "A", "T", PAIR) is forth
    assert sees(board, "T", "A", PAIR) is back
    assert trace(board, "A", "T", PAIR).visible is forth


def test_a_wall_with_a_free_end_is_looked_round() -> None:
    board = _board("AT")
    board.set_edge("B2", "C2", Wall())
    assert sees(board, "A", "T", PAIR)
    assert not sees(board, "A", "T", NEAR_CORNERS)


def test_a_wall_between_the_two_lines_stops_them() -> None:
    """The wall is between the two lines of the pair, without touching either."""
    rule = _rule(**CORNERS, take="pair")
    board = SquareBoard(3, 8)
    assert trace(board, "A2", "H2", rule).visible
    # In a corridor one square wide, all fans to the far square pass along its center line.
    for col in range(1, 7):
        board.set_solid((0, col))
        board.set_solid((2, col))
    assert sees(board, "A2", "H2", rule)
    board.add_wall((4, 1.125), (4, 1.875))
    assert not sees(board, "A2", "H2", rule)
    sight = trace(board, "A2", "H2", rule)
    assert sight.verdict is Verdict.HIDDEN
    assert sight.blockers[0].free


@pytest.mark.parametrize(
    ("drawing", "seen"),
    [
        ("A.f.T", False),
        ("A... .#.. ..T.", True),
        ("A.#. .#.. ...T", True),
        ("A# #T", True),
        ("A.#.. ....T", True),
        ("#### A..T", True),
    ],
)
def test_the_target_stands_in_its_own_way(drawing: str, seen: bool) -> None:
    board = _board(drawing)
    assert sees(board, "A", "T", NEAR_CORNERS) is seen
    assert trace(board, "A", "T", NEAR_CORNERS).visible is seen


def test_a_line_through_a_pinch_that_runs_along_a_side_counts_for_both() -> None:
    """From (1, 1) to (4, 1) on a board where a pinch and a side are on the same line."""
    rule = _rule(**CORNERS, ends="open", touch=TouchRules(edge="block", pinch="pass"))
    board = _board("##.. ....")
    before = [sees(board, one, other, rule) for one in board.tiles() for other in board.tiles()]
    for at in ("D3", "E2"):
        board.set_solid(at)
        after = [sees(board, one, other, rule) for one in board.tiles() for other in board.tiles()]
        own = [at in (str(one), str(two)) for one in board.tiles() for two in board.tiles()]
        assert not any(b > a for a, b, mine in zip(before, after, own, strict=True) if not mine)
        before = after


LIGHT, HEAVY = "light-woods", "heavy-woods"
WOODS = {LIGHT: 1, HEAVY: 2}
FOLLOWED: dict[str, Any] = {**CENTERS, "lean": "worst", "heights": "battletech"}
BATTLE = _rule(
    degrees=("light", "partial", "heavy"),
    sight_degrees={"hex": ((3, "total"),)},
    **FOLLOWED,
    points=WOODS,
    blockers={"solid": "hide"},
    cover=(
        PackQuestion(**FOLLOWED, points=WOODS, degrees={"hex": ((1, "light"), (2, "heavy"))}),
        PackQuestion(**FOLLOWED, degrees={"hex": ((1, "partial"),)}),
    ),
)


@pytest.mark.parametrize(
    ("woods", "levels", "target", "degree"),
    [
        ({(1, 0): HEAVY}, {}, (3, 0), "heavy"),
        ({(1, 0): HEAVY, (2, 0): LIGHT}, {}, (3, 0), "total"),
        ({(1, 0): LIGHT, (2, 0): LIGHT}, {}, (3, 0), "heavy"),
        ({(1, 0): LIGHT, (2, 0): LIGHT, (3, 0): LIGHT}, {}, (4, 0), "total"),
        ({(0, 1): LIGHT}, {}, (2, 2), "light"),
        ({}, {(1, 0): 2}, (2, 0), "total"),
        ({}, {(1, 0): 1}, (2, 0), "partial"),
        ({(2, 0): HEAVY}, {(0, 0): 3, (2, 0): 1}, (4, 0), "none"),
    ],
)
def test_woods_and_levels(woods: Any, levels: Any, target: Any, degree: str) -> None:
    board = HexBoard(radius=6)
    for at, kind in woods.items():
        board.set_terrain(at, kind)
    for at, level in levels.items():
        board.set_elevation(at, level)
    sight = trace(board, (0, 0), target, BATTLE)
    assert sight.degree == degree
    assert sight.visible is (degree != "total")
    assert sees(board, (0, 0), target, BATTLE) is sight.visible


def test_the_whole_line_leans() -> None:
    """The line touches one pillar on its left and one on its right, so both shifts meet one of
    them.
    """
    leaning, touching = _rule(**CENTERS, lean="any"), _rule(**CENTERS)
    board = HexBoard(radius=4)
    board.set_solid((1, 0))
    assert sees(board, (0, 0), (2, 2), leaning)
    assert not sees(board, (0, 0), (2, 2), _rule(**CENTERS, lean="worst"))
    board.set_solid((1, 2))
    assert not sees(board, (0, 0), (2, 2), leaning)
    assert sees(board, (0, 0), (2, 2), touching)


def test_hills_hide_whoever_is_lower() -> None:
    rule = _rule(**CENTERS, lean="any", heights="hill-blocks")
    board = HexBoard(radius=4)
    board.set_elevation((1, 0), 1)
    assert not sees(board, (0, 0), (2, 0), rule)
    board.set_elevation((0, 0), 1)
    assert not sees(board, (0, 0), (2, 0), rule)
    board.set_elevation((2, 0), 1)
    assert sees(board, (0, 0), (2, 0), rule)


@pytest.mark.parametrize(
    ("drawing", "seen"),
    [("A# #T", True), ("A.#.T", False), ("#... A... ...T", True), ("A... .##. ...T", False)],
)
def test_diamonds(drawing: str, seen: bool) -> None:
    """Diamonds that are diagonal neighbors leave a gap; those side by side meet in a point."""
    assert sees(_board(drawing), "A", "T", _rule(**CENTERS, shape="diamond")) is seen


def test_a_large_figure_as_a_whole() -> None:
    board = SquareBoard(6, 8)
    board.place("A", (0, 0), size=(2, 2))
    board.place("T", (0, 6), size=(2, 2))
    whole = trace(board, "A", "T", _rule(**CORNERS, whole=True, take="all"))
    assert len(whole.lines) == 16
    assert len(trace(board, "A", "T", _rule(**CORNERS, take="all")).lines) == 16
    cover = PackQuestion(
        **CORNERS,
        take="best-corner",
        whole=True,
        blockers={"solid": "some"},
        degrees={"square": ((1, "some"),), "hex": ((1, "some"),)},
    )
    counted = trace(board, "A", "T", _rule(cover=(cover,), degrees=("some",), **CORNERS))
    ends = {(int(line.end[0]), int(line.end[1])) for line in counted.lines}
    assert ends == {(6, 0), (6, 2), (8, 0), (8, 2)}
    middle = trace(board, "A", "T", _rule(**CENTERS, whole=True))
    assert middle.line == ((1, 1), (7, 1))


def test_an_explanation_names_the_corner_and_the_count() -> None:
    cover = PackQuestion(
        **CORNERS,
        take="best-corner",
        blockers={"solid": "much", "figure": "some"},
        degrees={"square": ((1, "some"), (3, "much")), "hex": ((1, "some"), (4, "much"))},
    )
    rule = _rule(degrees=("some", "much"), cover=(cover,), **CORNERS, blockers={"solid": "hide"})
    words = trace(_board("A.f.T"), "A", "T", rule).explain()
    assert words.startswith("Visible, some cover: from the north-east corner of B2 (A), 2 of 4")
    assert "are blocked: 1 3 on D2" in words
    assert "none of 4 lines is blocked" in trace(_board("A.T"), "A", "T", rule).explain()


STUB = {
    # Only the FAQ of Descent 2e forbids lines around the end of a wall as long as the side. Lines
    # along a wall pass, so ranged attacks get no cover; melee attacks and the center line cross it.
    "dnd5e": "none",
    "dnd4e": "none",
    "dnd35": "none",
    "dnd4e-melee": "cover",
    "dnd35-melee": "cover",
    "pathfinder2e": "standard",
    "imperial-assault": "none",
    "descent2": "total",
    "heroquest": "total",
    "space-hulk": "total",
    "descent1": "total",
    "star-wars-miniatures": "total",
    "dcss": "total",
    "symmetric-shadowcasting": "total",
}


@pytest.mark.parametrize("name", STUB)
def test_neighbors_with_a_wall_between_them(name: str) -> None:
    rule = PackRule(PACKS[name])
    board = _board("AT")
    board.set_edge("B2", "C2", Wall())
    sight = trace(board, "A", "T", rule)
    assert sight.degree == STUB[name]
    assert sees(board, "A", "T", rule) is sight.visible is (sight.degree != "total")
    # If it is longer than the side by one in both directions, there is no way around it.
    for row in (0, 2):
        board.set_edge((row, 1), (row, 2), Wall())
    assert trace(board, "A", "T", rule).degree == "total"


@pytest.mark.parametrize("name", ["dnd35-melee", "dnd4e-melee"])
def test_who_is_large_chooses_the_square_in_melee(name: str) -> None:
    """A wall in front of one square of a large creature covers that square but not the other."""
    board = SquareBoard(5, 6)
    board.place("A", (1, 1), side="heroes")
    board.place("T", (1, 2), size=2, side="monsters")
    board.set_edge((2, 1), (2, 2), Wall())
    assert trace(board, "A", "T", PackRule(PACKS[name])).degree == "none"
    board.remove("A")
    board.place("A", (2, 1), side="heroes")
    assert trace(board, "A", "T", PackRule(PACKS[name])).degree == "cover"


@pytest.mark.parametrize(
    ("other", "seen"), [("figure", True), ("pillar", False), ("wall", False), ("nothing", True)]
)
def test_a_figure_at_the_end_of_a_wall_leaves_a_way(other: str, seen: bool) -> None:
    """A and T meet at a corner. A wall closes one way around it, and the test is about the other
    way. In Imperial Assault a figure never closes a corner.
    """
    board = _board(".T A.")
    for col in "AB":
        board.set_edge(f"{col}2", f"{col}3", Wall())
    if other == "figure":
        board.place("f", "C3")
    elif other == "pillar":
        board.set_solid("C3")
    elif other == "wall":
        for col in "CD":
            board.set_edge(f"{col}2", f"{col}3", Wall())
    assert sees(board, "A", "T", PackRule(PACKS["imperial-assault"])) is seen
    assert sees(board, "T", "A", PackRule(PACKS["imperial-assault"])) is seen


def test_a_figure_and_a_pillar_side_by_side_leave_none() -> None:
    """They share a side, and the lines would have to run along it."""
    board = _board("A## .ff ##T")
    assert not sees(board, "A", "T", PackRule(PACKS["imperial-assault"]))
