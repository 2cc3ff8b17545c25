"""Mistakes that once gave a silent wrong answer: names in fields, and truth values."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy
import pytest

import sightline as s
from sightline import (
    CenterRule,
    Contact,
    CornerRule,
    HexBoard,
    PackRule,
    SightlineError,
    SquareBoard,
    Verdict,
    contact,
    field,
    reach,
    sees,
    threat,
    trace,
    verdict,
)
from sightline.rules.rule import Rule
from tests.every_rule import MAKE, on_every_setting, seeds


def hall() -> SquareBoard:
    board = SquareBoard(4, 6)
    for row in range(4):
        board.set_solid((row, 4))
    board.place("Mira", (0, 0))
    board.place("goblin", (0, 3))
    board.place("ghost", (0, 5))
    board.place("troll", (2, 2), size=(2, 2))
    return board


def test_a_figure_is_in_a_field_when_it_is_seen() -> None:
    board = hall()
    seen: Any = field(board, "Mira", CornerRule())
    assert "goblin" in seen
    assert seen["goblin"] is True
    assert "troll" in seen
    assert "ghost" not in seen
    assert seen["F1"] is False
    assert "B1" in seen
    near: Any = s.areas.circle(board, "Mira", 2)
    assert "B1" in near
    assert "goblin" not in near


@on_every_setting
def test_names_in_a_field_are_what_sees_says(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 8):
        case = MAKE[grid](seed)
        board, a = case.board, case.source
        seen: Any = field(board, a, rule)
        for figure in board.figures():
            if isinstance(rule, CenterRule) and rule.large == "middle" and len(figure.tiles) > 1:
                continue
            assert (figure.name in seen) == sees(board, a, figure.name, rule), (seed, figure)


def test_a_figure_stood_where_it_was_when_the_field_was_asked() -> None:
    board = hall()
    seen: Any = field(board, "Mira", CornerRule())
    board.move("goblin", (1, 5))
    board.place("latecomer", (1, 1))
    assert "goblin" in seen
    with pytest.raises(SightlineError, match="no figure is called 'latecomer'"):
        _ = "latecomer" in seen


def test_the_middle_of_a_large_figure_is_not_in_its_tiles() -> None:
    board = hall()
    seen: Any
    for seen in (
        field(board, "Mira", CenterRule(large="middle")),
        field(board, (0, 0), CenterRule(large="middle")),
        field(board, "Mira", CornerRule()) | field(board, (0, 0), CenterRule(large="middle")),
    ):
        with pytest.raises(SightlineError, match="call sees"):
            _ = "troll" in seen
        assert "goblin" in seen


def containers() -> dict[str, Any]:
    board = hall()
    board.ambient = "dim"
    hexes = HexBoard(radius=3)
    hexes.place("Mira", (0, 0))
    return {
        "field": field(board, "Mira", CornerRule()),
        "area": s.areas.circle(board, "Mira", 2),
        "contacts": s.contact_field(board, "Mira", CornerRule(), radius=3),
        "degrees": s.cover_field(board, "Mira", PackRule("dnd5e"), radius=3),
        "covers": s.cover_field(hexes, "Mira", "hexray", radius=2),
        "light": s.light_field(board, CornerRule()),
        "reach": reach(board, "Mira", 3),
        "threat": threat(board, "Mira", 1, 3, CornerRule()),
    }


@pytest.mark.parametrize("kind", containers())
def test_names_resolve_or_raise(kind: str) -> None:
    container = containers()[kind]
    tile = "0,1" if kind == "covers" else "B1"
    at = (0, 1)
    assert tile in container
    assert container[tile] == container[at] == container[list(at)] == container[numpy.array(at)]
    assert list(at) in container
    for nothing in ("gobln", "Z99", "", (0.0, 1.0), None, 7, (1, 2, 3)):
        with pytest.raises(SightlineError, match=r"expected|no figure|off the board"):
            _ = nothing in container
        with pytest.raises(SightlineError, match=r"expected|no figure|off the board"):
            container[nothing]
        if hasattr(container, "get"):
            with pytest.raises(SightlineError):
                container.get(nothing)
    assert (99, 99) not in container
    with pytest.raises(SightlineError, match="off the board"):
        container[99, 99]


def test_what_is_beyond_the_radius_is_said() -> None:
    found = containers()
    for kind in ("contacts", "degrees"):
        assert "ghost" not in found[kind]
        assert found[kind].get("ghost") is None
        with pytest.raises(KeyError, match="F1 is not among the"):
            found[kind]["ghost"]
        assert found[kind]["goblin"] == found[kind]["D1"]
        with pytest.raises(SightlineError, match="'troll' covers 4 tiles"):
            found[kind]["troll"]


def test_figures_in_reach_threat_and_light() -> None:
    found = containers()
    with pytest.raises(SightlineError, match="'goblin' is a figure; ask for a tile, or ask"):
        _ = "goblin" in found["reach"]
    assert "goblin" in found["threat"]
    assert "ghost" not in found["threat"]
    assert "Mira" not in found["threat"]
    assert found["threat"]["goblin"] == found["threat"].figures["goblin"]
    assert found["light"]["troll"] == "dim"
    assert [str(tile) for tile in found["reach"].path("B2")][-1] == "B2"


def test_costs_may_be_said_by_the_names_of_tiles() -> None:
    board = SquareBoard(1, 4)
    assert (0, 2) not in reach(board, "A1", 2, cost={"B1": 2})
    assert (0, 2) in reach(board, "A1", 2, cost={(0, 3): 2})
    with pytest.raises(SightlineError, match="cost"):
        reach(board, "A1", 2, cost={"swamp": 2})


def test_sets_of_names_are_sets_of_tiles() -> None:
    seen: Any = field(SquareBoard.from_text("A.o#."), "A", "center")
    assert {str(tile) for tile in seen} == {"A1", "B1", "C1"}
    assert seen == {"A1", "B1", "C1"}
    assert seen == {"A", "B1", "o"}
    assert seen != {"A1", "B1"}
    assert seen <= {"A1", "B1", "C1", "E1"}
    assert seen < {"A1", "B1", "C1", "E1"}
    assert seen >= {"A1", (0, 1), "B1", "o"}
    assert seen > {"A1"}
    assert not seen >= {"E1"}
    assert [str(tile) for tile in seen & {"o", "E1", (9, 9)}] == ["C1"]
    assert [str(tile) for tile in seen - {"o"}] == ["A1", "B1"]
    assert seen | {"E1"} == {"A1", "B1", "C1", "E1"}
    assert not seen.isdisjoint(["o"])
    assert seen != {1, 2, 3}
    assert seen != {(9, 9)}
    for wrong in (lambda: seen & {"x"}, lambda: seen == {"x"}, lambda: seen.isdisjoint(["x"])):
        with pytest.raises(SightlineError, match="no figure is called 'x'"):
            wrong()


def test_a_field_without_its_board_knows_tiles_only() -> None:
    seen = pickle.loads(pickle.dumps(field(hall(), "Mira", CornerRule())))  # noqa: S301
    assert "B1" in seen
    with pytest.raises(SightlineError, match="came without its board"):
        _ = "goblin" in seen


def test_a_board_has_tiles_and_figures() -> None:
    board = hall()
    assert "goblin" in board
    assert "B1" in board
    assert "gobln" not in board
    assert "Z99" not in board
    with pytest.raises(SightlineError, match="'B1' in board"):
        _ = "B1" in board.tiles()  # type: ignore[comparison-overlap]


def test_a_visibility_is_asked_for_two_tiles() -> None:
    visibility: Any = s.all_pairs(SquareBoard.from_text("A#."), "center")
    assert ("A1", "B1") in visibility
    assert ("A1", "C1") not in visibility
    for wrong in (
        lambda: bool(visibility),
        lambda: list(visibility),
        lambda: visibility["A", "B1"],
    ):
        with pytest.raises(SightlineError):
            wrong()


def test_tiles_with_refuses_what_no_tile_can_have() -> None:
    found = containers()
    assert "goblin" in found["contacts"].tiles_with(Contact.CLEAR)
    assert "goblin" in found["degrees"].tiles_with("none")
    assert "goblin" in found["light"].tiles_with("dim")
    for kind, wrong in (("contacts", "clear"), ("degrees", "hlaf"), ("light", "birght")):
        with pytest.raises(SightlineError, match="expected"):
            found[kind].tiles_with(wrong)


# --- truth and equality ---------------------------------------------------------------------------


@pytest.mark.parametrize("value", [*Contact, *Verdict])
def test_contacts_and_verdicts_are_neither_true_nor_false(value: Any) -> None:
    with pytest.raises(TypeError, match=rf"compare it, as in `.* is {type(value).__name__}\."):
        bool(value)
    with pytest.raises(SightlineError, match="expected another"):
        _ = value == True  # noqa: E712
    assert value == value
    assert value in {value: 1}
    assert value is not None
    assert pickle.loads(pickle.dumps(value)) is value  # noqa: S301


def test_verdicts_are_equal_to_their_words_and_contacts_to_none() -> None:
    board = SquareBoard.from_text(".#\n..")
    answer = verdict(board, "A1", "B2", CenterRule("adjudicated"))
    assert answer == "ambiguous"
    assert answer != "visible"
    assert answer in {"ambiguous", "visible"}
    with pytest.raises(SightlineError, match="did you mean 'visible'"):
        _ = answer == "visble"
    touch = contact(board, "A1", "B2", CenterRule())
    assert touch == 1
    assert touch != Contact.CLEAR
    for compare in (lambda: touch == "corner", lambda: touch != "corner"):
        with pytest.raises(SightlineError, match=r"such as Contact\.CLEAR, got 'corner'"):
            compare()


def test_an_answer_is_true_when_it_is_seen() -> None:
    rng = random.Random(3)
    board = SquareBoard(5, 5)
    for tile in rng.sample([*board.tiles()], 6):
        board.set_solid(tile)
    for tile in board.tiles():
        sight = trace(board, (2, 2), tile, CornerRule())
        assert bool(sight) == sees(board, (2, 2), tile, CornerRule())
