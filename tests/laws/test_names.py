"""Names are resolved to figures, tiles and rules, and every question uses the current board."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

import numpy
import pytest

import sightline
from sightline import (
    CenterRule,
    CornerRule,
    Door,
    HexBoard,
    SquareBoard,
    contact,
    contact_field,
    cover_field,
    degree,
    degree_many,
    field,
    field_many,
    sees,
    sees_many,
    trace,
    verdict,
)
from sightline.errors import InvalidTypeError, OffBoardError, UnknownNameError
from sightline.model.board import Board
from sightline.rules import registry
from sightline.rules.registry import RULES, register_rule
from tests.every_rule import THOROUGH
from tests.kernels.boards import make, put

BOARDS = 300 if THOROUGH else 4
NAMES = {"square": ("corner", "center", "dnd5e"), "hex": ("center", "hexray", "dnd5e")}


def everything(board: Board, a: Any, b: Any, rule: Any) -> list[Any]:
    """Return the answers of every question about two places."""
    found: list[Any] = [
        sees(board, a, b, rule),
        verdict(board, a, b, rule),
        degree(board, a, b, rule),
        list(field(board, a, rule, radius=3)),
        list(field(board, [a, b], rule, radius=3)),
    ]
    asked = RULES[rule] if isinstance(rule, str) else rule
    if asked.has_contact:
        found += [contact(board, a, b, rule), dict(contact_field(board, a, rule, radius=2))]
    if asked.degrees:
        found.append(dict(cover_field(board, a, rule, radius=2)))
    return found


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_names_are_answered_as_what_they_mean(grid: str) -> None:
    for number in range(BOARDS):
        rng = random.Random(f"names {grid} {number}")
        board = make(grid, rng, 7, plain=number % 2 == 0)
        tiles = list(board.tiles())
        put(board, "Mira", rng.choice(tiles), 1)
        # Game rules are slow among free walls.
        for name in NAMES[grid][: 3 if number % 2 == 0 else 2]:
            a, b = rng.choice(tiles), rng.choice(tiles)
            expected = everything(board, tuple(a), tuple(b), RULES[name])
            assert everything(board, str(a), str(b), name) == expected, (number, name, a, b)
            figures = [each for each in board.figures() if len(each.tiles) == 1]
            if figures:
                one, other = rng.choice(figures), rng.choice(figures)
                expected = everything(board, tuple(one.at), tuple(other.at), RULES[name])
                assert everything(board, one.name, other.name, name) == expected


@pytest.mark.parametrize("rule", ["corner", "dnd5e"])
def test_every_change_is_seen_at_once(rule: Any) -> None:
    board = SquareBoard(3, 7)
    board.place("Mira", "A2")
    board.place("orc", "G2")

    def shut_doors() -> None:
        for row in range(3):
            board.set_edge((row, 2), (row, 3), Door("closed"))

    steps: list[Callable[[], Any]] = [
        lambda: board.set_solid("D2"),
        lambda: board.move("orc", "G1"),
        lambda: board.move("Mira", "A1"),
        lambda: board.remove("orc"),
        lambda: board.place("orc", "E3"),
        shut_doors,
        lambda: board.set_state((0, 2), (0, 3), "open"),
        lambda: board.add_wall((5, 0), (5, 3)),
        lambda: board.move("orc", "G3"),
        lambda: board.remove_wall((5, 0), (5, 3)),
        # The name of a figure takes precedence over the name of a tile.
        lambda: board.place("D1", "A3"),
        lambda: board.place("ogre", "E1", size=2),
        lambda: board.remove("Mira"),
        lambda: board.place("Mira", "B1", size=(1, 2)),
    ]
    for number, step in enumerate(steps):
        for name in ("Mira", "orc", "D1"):
            if name == "D1" or board.has_figure(name):
                sees(board, "A3", name, rule)
        step()
        twin = board.copy()
        for name in ("Mira", "orc", "D1"):
            if name != "D1" and not board.has_figure(name):
                with pytest.raises(UnknownNameError, match=name):
                    sees(board, "A3", name, rule)
                continue
            expected = trace(twin, "A3", name, rule)
            assert sees(board, "A3", name, rule) is expected.visible, (number, name)
            assert degree(board, "A3", name, rule) == expected.degree
            assert field(board, name, rule).viewers == field(twin, name, RULES[rule]).viewers
            assert list(field(board, name, rule)) == list(field(twin, name, RULES[rule]))


def test_a_copy_has_figures_of_its_own() -> None:
    board = SquareBoard(1, 5)
    board.place("Mira", "A1")
    board.place("orc", "E1")
    assert sees(board, "Mira", "orc", "corner")
    twin = board.copy()
    twin.set_solid("B1")
    twin.move("orc", "C1")
    assert not sees(twin, "Mira", "orc", "corner")
    assert sees(board, "Mira", "orc", "corner")
    twin.remove("orc")
    with pytest.raises(UnknownNameError):
        sees(twin, "Mira", "orc", "corner")


def test_a_rule_is_known_by_its_name_as_soon_as_it_is_registered() -> None:
    class GrazingRule(CenterRule):
        kind: ClassVar[str] = "grazing"

    board = SquareBoard(2, 2)
    board.set_solid((0, 1))
    name: Any = "grazing"
    with pytest.raises(UnknownNameError, match="grazing"):
        sees(board, "A1", "B2", name)
    other: Any = "as in the house"
    try:
        register_rule(other, GrazingRule("permissive"))
        assert sees(board, "A1", "B2", other)
        assert not sees(board, "A1", "B2", name), "the kind as it usually is"
        register_rule(name, GrazingRule("permissive"))
        assert sees(board, "A1", "B2", name)
    finally:
        registry._BY_NAME.pop(name, None)
        registry._BY_NAME.pop(other, None)
        registry._BY_KIND.pop(name, None)
    with pytest.raises(UnknownNameError, match="as in the house"):
        sees(board, "A1", "B2", other)


@pytest.mark.parametrize("question", [sees, verdict, contact, degree, trace])
def test_errors_say_what_is_wrong(question: Any) -> None:
    board = SquareBoard(3, 3)
    board.place("Mira", "A1")
    sees(board, "Mira", "B1", "corner")
    with pytest.raises(UnknownNameError, match="did you mean 'Mira'"):
        question(board, "Mirra", "B1", "corner")
    with pytest.raises(OffBoardError, match="'Z9'"):
        question(board, "Mira", "Z9", "corner")
    with pytest.raises(UnknownNameError, match="did you mean 'corner'"):
        question(board, "Mira", "B1", "cornr")
    with pytest.raises(InvalidTypeError, match="board"):
        question(None, "Mira", "B1", "corner")
    with pytest.raises(InvalidTypeError, match="rule"):
        question(board, "Mira", "B1", 7)


# --- many at once ---------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_degrees_of_many_pairs_are_those_of_each(grid: str) -> None:
    rules: list[Any] = [*NAMES[grid], CornerRule("adjudicated"), CenterRule("adjudicated")]
    for number in range(BOARDS // 4):
        rng = random.Random(f"degrees {grid} {number}")
        board = make(grid, rng, 6, plain=True)
        put(board, "the large one", rng.choice(list(board.tiles())), 2)
        tiles = list(board.tiles())
        ends = [(rng.choice(tiles), rng.choice(tiles)) for _ in range(12)]
        named = [(str(a), str(b)) for a, b in ends]
        figures = [figure.name for figure in board.figures()] or ["Mira"]
        put(board, "Mira", tiles[0], 1)
        named += [
            (rng.choice(figures), str(rng.choice(tiles))) for _ in range(3) if "Mira" in board
        ]
        for rule in rules:
            at = degree_many(board, numpy.array(ends).reshape(3, 4, 2, 2), rule)
            assert at.shape == (3, 4)
            flat = [each for row in at.tolist() for each in row]
            expected = [degree(board, a, b, rule) for a, b in ends]
            assert [(d.low, d.high, d.effect) for d in flat] == [
                (d.low, d.high, d.effect) for d in expected
            ]
            by_name = degree_many(board, named, rule)
            assert by_name.tolist() == [degree(board, a, b, rule) for a, b in named]
            seen = sees_many(board, named, rule)
            assert seen.tolist() == [sees(board, a, b, rule) for a, b in named]
            assert seen.tolist() == [d.high == "none" or d.high != "total" for d in by_name]


def test_names_of_many_boards() -> None:
    boards = [SquareBoard(1, 5), SquareBoard(1, 5)]
    for number, board in enumerate(boards):
        board.place("Mira", (0, number))
        board.place("orc", (0, 4))
    boards[1].set_solid((0, 3))
    pairs = [[("Mira", "orc"), ("A1", "orc")], [("Mira", "orc"), ("orc", "D1")]]
    for rule in (RULES["corner"], RULES["dnd5e"]):
        assert sees_many(boards, pairs, rule).tolist() == [[True, True], [False, True]]
        degrees = degree_many(boards, pairs, rule)
        assert degrees.shape == (2, 2)
        assert degrees[1, 0] == "total"
        assert degrees[1].tolist() == [degree(boards[1], a, b, rule) for a, b in pairs[1]]
        which = sees_many(boards, ("Mira", "orc"), rule, which=[1, 0, 1])
        assert which.tolist() == [False, True, False]
    with pytest.raises(UnknownNameError, match="Mirra"):
        sees_many(boards, [("Mira", "orc"), ("Mirra", "orc")], "corner")
    with pytest.raises(sightline.SightlineError, match="first axis"):
        sees_many(boards, ("Mira", "orc"), "corner")


def test_names_of_tiles_in_fields_of_many() -> None:
    board = SquareBoard(2, 3)
    board.place("Mira", "C2")
    found = field_many(board, ["A1", "Mira"], "corner")
    assert (found == field_many(board, [(0, 0), (1, 2)], CornerRule())).all()
    hexes = HexBoard(radius=1)
    assert field_many(hexes, ["(0, 0)"], "hexray").shape == (1, 7)


def test_an_array_of_degrees() -> None:
    board = SquareBoard.from_text("A.o.B")
    pairs = [("A", "B"), ("A", "o"), ("B", "A")]
    degrees = degree_many(board, pairs, "dnd5e")
    assert degrees.scale[0] == "none"
    assert degrees.scale[-1] == "total"
    assert numpy.asarray(degrees).tolist() == [1, 0, 1] == degrees.low.tolist()
    assert len(degrees) == 3
    assert [str(each) for each in degrees] == ["half", "none", "half"]
    assert degrees[1:].tolist() == degrees.tolist()[1:]
    assert degrees.at_least("half").tolist() == [True, False, True]
    assert degrees[0].effect == degree(board, "A", "B", "dnd5e").effect != ""
    with pytest.raises(sightline.SightlineError, match="haff"):
        degrees.at_least("haff")
    assert degree_many(board, [], "corner").tolist() == []
    assert degree_many(board, ("A", "B"), "corner").tolist() == "total"
    assert repr(degrees) == "<DegreeArray: 3 of none, half, three-quarters, total>"
