"""Every question accepts rules, figures and tiles by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, get_args

import pytest

import sightline
from sightline import RULES, CornerRule, HexBoard, Rulings, SquareBoard, rule_from_dict, sees, trace
from sightline.errors import UnknownNameError
from sightline.model.board import Board
from sightline.rules.registry import NamedRule, rule_named
from sightline.rules.rule import Rule
from sightline.rulings import open_calls


def asks_by_a_rule(name: str) -> bool:
    thing = getattr(sightline, name)
    if inspect.isclass(thing) or not callable(thing) or name == "save":  # it writes plain data
        return False
    parameters = list(inspect.signature(thing).parameters)
    return "rule" in parameters and parameters[0] in ("board", "boards")


QUESTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(sightline, name) for name in sightline.__all__ if asks_by_a_rule(name)
}
"""Every public function that asks about a board by a rule, including future ones."""


def square() -> SquareBoard:
    board = SquareBoard(5, 6)
    board.set_solid("C2")
    board.place("Mira", "A3")
    board.place("troll", "D3", size=(2, 2))
    return board


def hexagonal() -> HexBoard:
    board = HexBoard(radius=3)
    board.set_solid("1,0")
    board.set_cover("(0, 1)", 0.5)
    board.place("Mira", "-2,0")
    return board


def arguments(question: Callable[..., Any], board: Board, rule: Any, at: Any) -> dict[str, Any]:
    """Return a value for every parameter of a question."""
    given: dict[str, Any] = {}
    for name, parameter in inspect.signature(question).parameters.items():
        if name in ("board", "boards"):
            given[name] = board
        elif name == "rule":
            given[name] = rule
        elif parameter.default is not inspect.Parameter.empty:
            continue
        elif name == "pairs":
            given[name] = [((0, 0), (1, 1)), ((1, 2), (0, 2))]
        elif name == "sources":
            given[name] = list(at)
        elif name in ("a", "b", "at", "toward"):
            given[name] = at[len(given) % 2]
        else:
            given[name] = 2  # steps, range, length ...
    return given


def plain(answer: Any) -> Any:
    """Convert an answer to a value that can be compared."""
    if type(answer).__module__.partition(".")[0] == "numpy":
        return answer.tolist()
    if isinstance(answer, sightline.DegreeArray):
        return answer.tolist()
    if isinstance(answer, sightline.Visibility):
        return answer.counts()
    if isinstance(answer, Mapping):
        return dict(answer)
    if type(answer) is tuple:
        return [plain(each) for each in answer]
    return answer


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_takes_rules_figures_and_tiles_by_name(name: str) -> None:
    ask = QUESTIONS[name]
    cases: tuple[tuple[Board, tuple[str, ...], Any, Any], ...] = (
        (
            square(),
            ("corner", "center"),
            ("A3", "E2"),
            ((2, 0), (1, 4)),
        ),
        (hexagonal(), ("hexray", "center"), ("(-2, 0)", "2,-1"), ((-2, 0), (2, -1))),
    )
    asked = 0
    for board, rules, names, positions in cases:
        for rule in rules:
            try:
                expected = ask(**arguments(ask, board, rule_named(rule), positions))
            except sightline.SightlineError:  # this rule has no such answer
                continue
            assert plain(ask(**arguments(ask, board, rule, names))) == plain(expected)
            asked += 1
    assert asked
    board = square()
    with pytest.raises(
        UnknownNameError, match=r"no rule is called 'centre'; did you mean 'center'\?"
    ):
        ask(**arguments(ask, board, "centre", ("A3", "E2")))


def test_the_questions_are_found() -> None:
    assert {"sees", "trace", "contact", "verdict", "field", "sees_many", "all_pairs"} <= set(
        QUESTIONS
    )


def test_a_figure_a_tile_and_a_rule() -> None:
    board = square()
    assert sees(board, "E1", "Mira", "center") == sees(board, (0, 4), (2, 0), RULES["center"])
    sight = trace(board, "troll", "c5", "corner")
    assert (sight.source.name, sight.target.name) == ("troll", None)
    assert sight.target.middle == (4, 2)
    assert sight.rule == CornerRule().to_dict()


def test_a_figures_name_comes_first() -> None:
    board = SquareBoard(1, 5)
    board.set_solid("C1")
    board.place("E1", (0, 1))
    assert sees(board, "A1", "E1", "center")  # the figure on B1, not the tile behind the rock
    assert not sees(board, "A1", "e1", "center")


def test_rulings_take_names_too() -> None:
    board = square()
    with Rulings() as rulings:
        made = rulings.rule(board, "Mira", "E2", "center", visible=False)
        assert not trace(board, "Mira", (1, 4), RULES["center"], rulings=rulings).visible
        assert rulings.undo(board, "A3", "E2", "center").number == made.number
    assert open_calls(board, "center") == []


def test_type_checkers_know_every_name_that_ships() -> None:
    assert get_args(NamedRule) == (*RULES,)


def test_a_rule_by_name_is_one_and_the_same() -> None:
    for name in get_args(NamedRule):
        assert isinstance(rule_named(name), Rule)
        assert rule_named(name) is rule_named(name)
        assert rule_named(name) == rule_from_dict(name) == rule_from_dict({"rule": name})
