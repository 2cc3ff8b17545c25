"""Light and darkness by hand: what is lit, who is visible in it, and the reasons if not."""

from __future__ import annotations

import doctest
import inspect
import pickle
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy
import pytest

import sightline
from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    Sight,
    SquareBoard,
    Verdict,
    Wall,
    field,
    field_in_light,
    light_field,
    sees,
    sees_in_light,
    trace_in_light,
)
from sightline.answers import light as answers
from sightline.engine.lighting.light import touches_passing
from sightline.errors import InvalidTypeError, InvalidValueError, OffBoardError, UnknownNameError
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.rules.registry import GEOMETRIC
from sightline.rules.rule import Rule
from tests.scenes import square_case

QUESTIONS = ("light_field", "field_in_light", "sees_in_light", "trace_in_light")


def drawn(board: SquareBoard, rule: Any, **options: Any) -> str:
    """Return the light as a drawing, with one letter per tile."""
    light = light_field(board, rule, **options)
    letter = {"dark": ".", "dim": "d", "bright": "b"}
    return "\n".join(
        "".join(letter[light[row, col]] for col in range(board.cols)) for row in range(board.rows)
    )


def corridor(length: int = 9) -> SquareBoard:
    board = SquareBoard(1, length)
    board.ambient = "dark"
    return board


def test_a_lamp_in_a_dark_room() -> None:
    board = SquareBoard(5, 9)
    board.ambient = "dark"
    board.add_light((2, 2), bright=1, dim=4)
    board.set_solid((2, 4))
    assert drawn(board, CenterRule()).split() == [
        "dddddd...",
        "ddbddd...",
        "dbbbb....",  # the pillar, as bright as the tile beside it, and its shadow
        "ddbddd...",
        "dddddd...",
    ]


def test_metrics_of_the_map() -> None:
    board = SquareBoard(5, 5)
    board.ambient = "dark"
    board.add_light((2, 2), bright=0, dim=2)
    rule = CornerRule()
    assert drawn(board, rule) == "..d..\n.ddd.\nddbdd\n.ddd.\n..d.."
    assert drawn(board, rule, metric="chebyshev") == "\n".join(
        ["ddddd", "ddddd", "ddbdd", "ddddd", "ddddd"]
    )
    assert drawn(board, rule, metric="manhattan") == "..d..\n.ddd.\nddbdd\n.ddd.\n..d.."
    assert drawn(board, rule, metric="steps") == ".....\n..d..\n.dbd.\n..d..\n....."


def test_the_brighter_counts() -> None:
    board = corridor(5)
    board.add_light((0, 0), bright=1, dim=4)
    board.add_light((0, 4), bright=1, dim=0)
    assert drawn(board, CornerRule()) == "bbdbb"
    board.remove_light(board.lights()[0])
    assert drawn(board, CornerRule()) == "...bb"
    board.ambient = "dim"
    assert drawn(board, CornerRule()) == "dddbb"
    board.ambient = "bright"
    assert drawn(board, CornerRule()) == "bbbbb"


def test_a_dim_radius_below_the_bright_one_takes_nothing_away() -> None:
    board = corridor(5)
    board.add_light((0, 0), bright=3, dim=1)
    assert drawn(board, CornerRule()) == "bbbb."


def test_dim_and_bright_are_both_light_to_see_by() -> None:
    board = corridor()
    board.add_light((0, 6), bright=0, dim=1)
    seen = field_in_light(board, (0, 0), CornerRule())
    assert [tile[1] for tile in seen] == [0, 5, 6, 7]


def test_a_light_moves_with_its_figure() -> None:
    board = corridor()
    board.place("Mira", (0, 0), blocks_sight=False)
    board.add_light("Mira", bright=1)
    assert drawn(board, CornerRule()) == "bb......."
    board.move("Mira", (0, 4))
    assert drawn(board, CornerRule()) == "...bbb..."


def test_whoever_holds_a_light_does_not_stand_in_it() -> None:
    board = corridor()
    board.place("Mira", (0, 4))
    board.add_light("Mira", bright=2)
    assert drawn(board, CornerRule()) == "..bbbbb.."
    board.place("ogre", (0, 5))
    assert drawn(board, CornerRule()) == "..bbbb..."


def test_a_large_figure_shines_from_each_of_its_tiles() -> None:
    board = SquareBoard(2, 8)
    board.ambient = "dark"
    board.place("giant", (0, 3), size=(2, 2))
    board.add_light("giant", bright=1)
    assert drawn(board, CornerRule()) == "..bbbb..\n..bbbb.."
    board.set_edge((0, 3), (0, 4), Wall())  # a wall between its tiles still blocks
    board.set_edge((1, 3), (1, 4), Wall())
    assert drawn(board, CornerRule()) == "..bbbb..\n..bbbb.."


def test_a_light_in_rock_shines_as_one_would_see_from_there() -> None:
    board = corridor()
    board.set_solid((0, 4))
    board.add_light((0, 4), bright=2)
    assert drawn(board, CornerRule()) == "..bbbbb.."
    board.set_solid((0, 3))
    assert drawn(board, CornerRule()) == "....bbb.."


def test_light_is_never_a_close_call() -> None:
    """By the rule the diagonal is a close call, but light reaches it."""
    board = SquareBoard(2, 2)
    board.set_solid((0, 1))
    board.ambient = "dark"
    board.add_light((0, 0), bright=2)
    for ties in ("strict", "corners-pass", "permissive", "adjudicated"):
        assert light_field(board, CenterRule(ties))[1, 1] == "bright"
    assert not sees(board, (0, 0), (1, 1), CenterRule())
    board.set_solid((1, 0))
    assert light_field(board, CenterRule())[1, 1] == "dark"


def test_between_two_hexes_one_clear_side_is_enough_for_light() -> None:
    board = HexBoard(radius=2)
    board.ambient = "dark"
    board.add_light((0, 0), bright=2)
    for blocked in ((1, 0), (0, 1)):  # the line to (1, 1) runs between them
        board.set_solid(blocked)
        for ties in ("nearest", "strict", "permissive", "adjudicated"):
            lit = light_field(board, HexRayRule(ties))[1, 1]
            assert lit == ("bright" if blocked == (1, 0) else "dark")


@pytest.mark.parametrize("rule", GEOMETRIC.values(), ids=[*GEOMETRIC])
def test_for_light_touches_pass_and_the_rest_of_the_rule_stays(rule: Any) -> None:
    lenient = touches_passing(rule)
    plain = rule.to_dict()
    if "permissive" in rule.tie_choices():
        assert lenient.to_dict() == {**plain, "ties": "permissive"}
        assert touches_passing(lenient) == lenient
    else:
        assert lenient is rule


def test_a_viewer_sees_its_own_tile_in_the_dark() -> None:
    board = corridor()
    assert [*field_in_light(board, (0, 3), CornerRule())] == [(0, 3)]
    assert sees_in_light(board, (0, 3), (0, 3), CornerRule(), radius=0)


def test_a_party_sees_what_any_of_it_sees() -> None:
    board = corridor()
    board.place("Mira", (0, 8), blocks_sight=False)
    board.add_light((0, 4), bright=0)
    party = field_in_light(board, ["A1", "Mira"], "center", dark_vision=1)
    assert [tile[1] for tile in party] == [0, 1, 4, 7, 8]
    assert party.viewers == ((0, 0), "Mira")
    assert not field_in_light(board, [], "center", dark_vision=1)


def test_positions_of_every_make() -> None:
    """This includes iterators, which can be read only once."""
    board = corridor()
    for felt in (0, 3):
        expected = field_in_light(board, (0, 2), CornerRule(), dark_vision=felt)
        assert expected.viewers == ((0, 2),)
        for position in ([0, 2], iter((0, 2)), numpy.array((0, 2)), "C1"):
            given: Any = position
            assert field_in_light(board, given, CornerRule(), dark_vision=felt) == expected
    assert sees_in_light(board, iter((0, 2)), iter((0, 4)), "corner", dark_vision=2)


def test_dark_vision_ends_with_the_range() -> None:
    board = corridor()
    for options, reach in (
        ({"dark_vision": 3}, 3),
        ({"dark_vision": 3, "radius": 2}, 2),
        ({"dark_vision": 2, "radius": 5}, 2),
        ({"dark_vision": None}, 8),
        ({"dark_vision": None, "radius": 4}, 4),
        ({"dark_vision": Fraction(5, 2)}, 2),
    ):
        seen = field_in_light(board, (0, 0), CornerRule(), **options)
        assert [tile[1] for tile in seen] == [*range(reach + 1)], options
        for col in range(9):
            found = sees_in_light(board, (0, 0), (0, col), CornerRule(), **options)
            assert found is (col <= reach), options


def test_a_rule_of_ones_own() -> None:
    """A rule without tie settings uses the same lines for light, even if it sees nothing."""

    @dataclass(frozen=True)
    class Rook(Rule):
        kind: ClassVar[str] = "rook"
        far: int = 2

        def trace(self, board: Board, source: Place, target: Place) -> Sight:
            (a, b), (c, d) = source.middle, target.middle
            seen = (a == c or b == d) and 0 < abs(a - c) + abs(b - d) <= self.far
            verdict = Verdict.VISIBLE if seen else Verdict.HIDDEN
            return Sight(**self.facts(board, source, target), verdict=verdict)

    board = SquareBoard(3, 5)
    board.ambient = "dark"
    board.add_light((1, 1), bright=1, dim=9)
    assert touches_passing(Rook()) == Rook()
    assert drawn(board, Rook()) == ".b...\nb.bd.\n.b..."
    assert drawn(board, Rook(0)) == ".....\n.....\n....."
    assert not field_in_light(board, (1, 1), Rook(0))


# --- figures


def test_a_figure_is_seen_by_the_part_of_it_that_is_lit() -> None:
    """The rule sees the worm's near end, which is dark. Its far end is lit, but the rule does not
    see it. Together this is enough to see that there is a worm.
    """
    board = SquareBoard(2, 8)
    board.ambient = "dark"
    board.place("worm", (0, 3), size=(1, 4))
    for col in (4, 5):
        board.set_edge((0, col), (0, col + 1), Wall())
    board.add_light((0, 7), bright=1)
    rule = CenterRule()
    assert not sees(board, (0, 0), (0, 6), rule)
    assert sees_in_light(board, (0, 0), "worm", rule)
    assert trace_in_light(board, (0, 0), "worm", rule).brightness == "bright"
    # None of its tiles is visible in light.
    seen = field_in_light(board, (0, 0), rule)
    assert not any(tile in seen for tile in board.figure("worm").tiles)
    # The range does not reach the lit end, so no part of it is visible.
    answer = trace_in_light(board, (0, 0), "worm", rule, radius=4)
    assert (answer.failed, answer.brightness) == ("light", "dark")
    assert "any part of worm on D1 within the range of 4" in answer.explain()


def test_a_large_viewer_sees_what_one_of_its_tiles_sees() -> None:
    """The near tile is within range but sees nothing; the far tile sees but is out of range."""
    board = SquareBoard(2, 6)
    board.place("giant", (0, 0), size=(2, 1))
    board.set_edge((0, 0), (0, 1), Wall())
    rule = CenterRule()
    assert not sees(board, (0, 0), (0, 2), rule)
    assert sees(board, (1, 0), (0, 2), rule)
    for limit, seen in ((2, False), (Fraction(9, 4), True)):  # its square is above 5
        assert ((0, 2) in field(board, "giant", rule, radius=limit)) is seen
        assert ((0, 2) in field_in_light(board, "giant", rule, radius=limit)) is seen
        assert sees_in_light(board, "giant", (0, 2), rule, radius=limit) is seen
        answer = trace_in_light(board, "giant", (0, 2), rule, radius=limit)
        assert answer.visible is seen
        assert answer.failed == (None if seen else "range")


def test_a_giant_that_looks_from_its_middle_measures_from_each_tile() -> None:
    board = corridor()
    board.place("giant", (0, 0), size=(1, 3))
    rule = CenterRule(large="middle")
    seen = field_in_light(board, "giant", rule, dark_vision=2)
    assert [tile[1] for tile in seen] == [0, 1, 2, 3, 4]
    assert sees_in_light(board, "giant", (0, 4), rule, dark_vision=2)
    assert not sees_in_light(board, "giant", (0, 5), rule, dark_vision=2)


# --- words


def test_the_words() -> None:
    board = corridor(9)
    board.place("Mira", (0, 0))
    board.place("goblin", (0, 8), blocks_sight=False)
    rule = CenterRule()

    def said(**options: Any) -> str:
        return trace_in_light(board, "Mira", "goblin", rule, **options).explain()

    clear = (
        "Visible: the line from the center of Mira on A1 to the center of goblin on I1 touches"
        " nothing in the way."
    )
    assert said() == "In sight, but dark: no light reaches goblin on I1."
    assert said(dark_vision=6.5) == (
        "In sight, but dark: no light reaches goblin on I1, and it is beyond the dark vision"
        " of 6.5."
    )
    assert said(dark_vision=9) == f"{clear} It is dark there, but within the dark vision."
    assert said(radius=6) == ("In sight, but beyond its range of 6: goblin on I1 is further away.")
    torch = board.add_light("goblin", bright=0, dim=0)
    assert said() == clear
    board.remove_light(torch)
    board.ambient = "dim"
    assert said() == f"{clear} It is dim there."
    board.ambient = "bright"
    assert said() == clear
    board.set_solid((0, 4))
    assert said(radius=1).startswith("Hidden: ")


def test_nobody_needs_to_rule_on_what_is_dark_anyway() -> None:
    board = SquareBoard(2, 2)
    board.set_solid((0, 1))
    board.ambient = "dark"
    rule = CenterRule("adjudicated")
    answer = trace_in_light(board, (0, 0), (1, 1), rule)
    assert answer.sight.awaits_ruling
    assert (answer.awaits_ruling, answer.failed) == (False, "light")
    assert answer.explain() == "Too close to call, but dark: no light reaches B2."
    answer = trace_in_light(board, (0, 0), (1, 1), rule, radius=1)
    assert (answer.awaits_ruling, answer.failed) == (False, "range")
    board.add_light((1, 1), bright=0)
    answer = trace_in_light(board, (0, 0), (1, 1), rule)
    assert (answer.awaits_ruling, answer.failed, answer.visible) == (True, "sight", False)
    assert "awaits the game master's ruling" in answer.explain()


# --- as answers


def test_a_light_field_is_a_value() -> None:
    board = corridor(4)
    board.add_light((0, 0), bright=1, dim=2)
    light = light_field(board, CornerRule())
    assert repr(light) == "<LightField: 1 dark, 1 dim, 2 bright>"
    assert light == light_field(board.copy(), CornerRule())
    assert light == {(0, 0): "bright", (0, 1): "bright", (0, 2): "dim", (0, 3): "dark"}
    again = pickle.loads(pickle.dumps(light))  # noqa: S301
    assert again == light
    assert "1 dark" in again._repr_svg_()
    large = light_field(SquareBoard(300, 300), CornerRule())
    assert len(pickle.dumps(large)) < 300 * 300 + 1000  # without the board
    assert len(light) == 4
    assert [*light] == [*board.tiles()]
    for off in ((0, 4), (-1, 0)):
        assert off not in light
        with pytest.raises(OffBoardError):
            light[off]
    picture = light._repr_svg_()
    assert "1 dark" in picture
    assert "bright 1, dim 2" in picture
    board.ambient = "bright"  # later changes do not affect an answer or its picture
    board.set_solid((0, 3))
    board.remove_light(board.lights()[0])
    assert light[0, 3] == "dark"
    assert light._repr_svg_() == picture
    assert light != light_field(board, CornerRule())


def test_what_is_asked_wrongly() -> None:
    board, rule = corridor(), CornerRule()
    for question, arguments in (
        (field_in_light, ((0, 0),)),
        (sees_in_light, ((0, 0), (0, 5))),
        (trace_in_light, ((0, 0), (0, 5))),
    ):
        ask: Any = question
        for options, error, words in (
            ({"radius": -1}, InvalidValueError, "radius: expected 0 or more, or None, got -1"),
            ({"dark_vision": -2}, InvalidValueError, "dark vision: expected 0 or more"),
            ({"radius": "6"}, InvalidTypeError, "radius: expected a number, got '6'"),
            ({"metric": "miles"}, InvalidValueError, "metric: expected one of"),
        ):
            with pytest.raises(error, match=words):
                ask(board, *arguments, rule, **options)
        with pytest.raises(InvalidTypeError, match="rule: expected"):
            ask(board, *arguments, None, radius=1)
        with pytest.raises(OffBoardError):
            ask(board, (3, 0), *arguments[1:], rule)
        with pytest.raises(UnknownNameError):
            ask(board, "Mira", *arguments[1:], rule)
        with pytest.raises(InvalidValueError, match="works on hex boards"):
            ask(board, *arguments, HexRayRule())
    with pytest.raises(InvalidValueError, match="metric"):
        light_field(board, rule, metric="miles")  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match="board: expected"):
        light_field([[0]], rule)  # type: ignore[arg-type]


def test_light_leaves_the_board_as_it_was() -> None:
    """This includes large figures in rock, where the rock is temporarily removed."""
    for seed in range(60):
        board: Board = square_case(seed).board
        board.ambient = "dark"
        for figure in board.figures():
            board.add_light(figure.name, 2, 4)
            board.set_solid(figure.tiles[0])
        before = board.copy()
        light_field(board, CornerRule())
        for figure in board.figures():
            lit = field_in_light(board, figure.name, CenterRule(), dark_vision=1)
            for tile in board.tiles():
                seen = sees_in_light(board, figure.name, tile, CenterRule(), dark_vision=1)
                assert seen is (tile in lit), (seed, figure.name, tile)
                trace_in_light(board, figure.name, tile, CenterRule())
        assert board == before


@pytest.mark.parametrize("name", QUESTIONS)
def test_they_describe_themselves(name: str) -> None:
    question = getattr(sightline, name)
    for parameter in inspect.signature(question).parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty
    example = doctest.DocTestParser().get_doctest(question.__doc__, {}, name, None, None)
    assert example.examples
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert not said, "".join(said)


def test_the_examples_of_the_answers_run() -> None:
    found = doctest.testmod(answers)
    assert found.attempted
    assert not found.failed
