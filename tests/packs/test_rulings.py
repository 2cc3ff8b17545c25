"""Rulings on answers by packs: their direction, what they depend on, and degrees of cover."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sightline import (
    CenterRule,
    HexBoard,
    Rulings,
    SquareBoard,
    Verdict,
    Wall,
    check,
    sees,
    trace,
)
from sightline.errors import InvalidValueError
from sightline.packs import PACKS
from sightline.rules.pack import PackRule
from sightline.rulings import open_calls
from tests.every_rule import THOROUGH
from tests.packs.boards import ALL, ASKING, asking, random_board

DND5E = PackRule(asking(PACKS["dnd5e"], "corner"))
DND35 = PackRule(asking(PACKS["dnd35"]))


def grazed() -> SquareBoard:
    """Return a board where a line grazes a pillar, so that the game master
    decides only the cover.
    """
    board = SquareBoard(6, 7)
    board.place("A", (0, 0), side="heroes")
    board.place("T", (3, 4), side="enemies")
    board.set_solid((2, 3))
    return board


def test_a_degree_that_hangs_on_a_touch_awaits_a_ruling() -> None:
    board = grazed()
    sight = trace(board, "T", "A", DND5E)
    assert sight.verdict is Verdict.VISIBLE
    assert sight.visible
    assert sight.degrees[0] != sight.degrees[1]
    assert sight.awaits_ruling
    assert sight.degree == " or ".join(sight.degrees)
    assert sight.effect == ""
    assert "the game master decides" in sight.explain()
    assert sight.explain().endswith("How much cover that is awaits the game master's ruling.")
    assert ("T", "A") in [call.ends for call in open_calls(board, DND5E)]


def test_the_master_rules_a_degree(tmp_path: Path) -> None:
    board = grazed()
    low, high = trace(board, "T", "A", DND5E).degrees
    with Rulings(tmp_path / "r.rulings") as rulings:
        for degree in (high, low):
            made = rulings.rule(board, "T", "A", DND5E, degree=degree, by="Ann", why="so")
            assert made.degree == degree
    with Rulings(tmp_path / "r.rulings") as rulings:
        sight = trace(board, "T", "A", DND5E, rulings=rulings)
        assert (sight.visible, sight.degree.name, sight.awaits_ruling) == (True, low, False)
        assert sight.effect == PACKS["dnd5e"].texts.get(low, "")
        assert sight.degrees == (low, high), "the rule's own answer stays"
        assert check(board, sight)
        assert not check(board, replace(sight, effect="more"))
        assert "Ruled visible with" in sight.explain()
        assert open_calls(board, DND5E, ["T", "A"], rulings=rulings) == []
        again = Rulings()
        assert again.load(rulings.export()) == 2
        assert trace(board, "T", "A", DND5E, rulings=again).degree == low


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "expected 'half' or 'three-quarters', got none"),
        ({"degree": "quarter"}, "expected one of none, half, three-quarters"),
        ({"degree": "half", "visible": False}, "where it is not seen"),
    ],
)
def test_a_ruling_that_decides_nothing_is_refused(settings: Any, words: str) -> None:
    with pytest.raises(InvalidValueError, match="degree") as error:
        Rulings().rule(grazed(), "T", "A", DND5E, **settings)
    assert words.split(",", maxsplit=1)[0][:20] in str(error.value)


def test_rules_without_cover_take_no_degree() -> None:
    with pytest.raises(InvalidValueError, match="knows no cover"):
        Rulings().rule(grazed(), "T", "A", CenterRule(), degree="half")


def test_total_cover_is_hidden_and_hidden_is_total() -> None:
    board = grazed()
    for settings in ({"degree": "total"}, {"visible": False}):
        rulings = Rulings()
        rulings.rule(board, "T", "A", DND5E, **settings)
        sight = trace(board, "T", "A", DND5E, rulings=rulings)
        assert not sight.visible
        assert sight.degree == "total"
        assert sight.effect == "total cover, cannot be targeted"
        assert not sees(board, "T", "A", DND5E, rulings=rulings)


def test_a_ruling_holds_both_ways_only_where_the_game_does() -> None:
    board = grazed()
    rulings = Rulings()
    made = rulings.rule(board, "T", "A", DND5E, degree="half")
    assert made.one_way
    assert "this way only" in str(made)
    assert trace(board, "A", "T", DND5E, rulings=rulings).ruling is None
    heroquest = PackRule("heroquest")
    made = rulings.rule(board, "A", "T", heroquest, visible=False)
    assert not made.one_way
    assert not sees(board, "T", "A", heroquest, rulings=rulings)
    assert not sees(board, "A", "T", heroquest, rulings=rulings)


def test_it_belongs_to_what_the_game_asks_for() -> None:
    board = grazed()
    rulings = Rulings()
    rulings.rule(board, "T", "A", DND5E, degree="half")

    def holds() -> bool:
        return trace(board, "T", "A", DND5E, rulings=rulings).ruling is not None

    assert holds()
    board.set_terrain((1, 1), "woods")  # without effect in that game
    assert holds()
    board.set_terrain((1, 1), "low")
    assert not holds()
    assert "was empty and is low now" in rulings.history(board)[0].because
    board.set_terrain((1, 1), None)
    assert holds()
    board.place("orc", (1, 2))
    assert not holds()
    board.remove("orc")
    board.set_edge((1, 1), (1, 2), Wall())
    assert not holds()
    board.set_edge((1, 1), (1, 2), None)
    assert holds()
    board.set_solid((5, 6))  # far from every line
    assert holds()


def test_sides_matter_where_the_game_asks_for_them() -> None:
    dnd4e, dnd5e = (PackRule(asking(PACKS[name])) for name in ("dnd4e", "dnd5e"))
    for rule, matters in ((dnd4e, True), (dnd5e, False)):
        board = grazed()
        board.place("orc", (1, 2), side="heroes")
        rulings = Rulings()
        rulings.rule(board, "T", "A", rule, degree="none")
        board.remove("orc")
        board.place("orc", (1, 2), side="enemies")
        found = trace(board, "T", "A", rule, rulings=rulings).ruling
        assert (found is None) is matters, rule.pack.name


def test_heights_matter_where_the_game_asks_for_them() -> None:
    for name, matters in (("battletech", True), ("gloomhaven", False)):
        board, rule, rulings = HexBoard(radius=4), PackRule(name), Rulings()
        rulings.rule(board, (0, 0), (3, 0), rule, visible=False)
        board.set_elevation((1, 0), 1)
        found = trace(board, (0, 0), (3, 0), rule, rulings=rulings).ruling
        assert (found is None) is matters


@pytest.mark.parametrize("pack", ALL, ids=lambda pack: pack.name)
def test_nothing_that_changes_the_answer_leaves_a_ruling_in_force(pack: Any) -> None:
    """After any change of the board, a ruling has lapsed if the rule's own answer differs."""
    rule = PackRule(pack)
    for i in range(60 if THOROUGH else 2):
        dice = random.Random(f"{pack.name} lapse {i}")
        board = random_board(dice, dice.choice(pack.grids), large=i % 3 == 0)
        before = trace(board, "A", "T", rule)
        if set(before.source.tiles) & set(before.target.tiles):
            continue
        rulings = Rulings()
        rulings.rule(board, "A", "T", rule, degree="total")
        assert trace(board, "A", "T", rule, rulings=rulings).ruling is not None
        for _ in range(4):
            _change(dice, board)
            after = trace(board, "A", "T", rule, rulings=rulings)
            if (after.degrees, after.blocked) != (before.degrees, before.blocked):
                assert after.ruling is None, (pack.name, i, str(board))


def _change(dice: random.Random, board: Any) -> None:
    """Make one change to the board that does not affect A and T."""
    free = [t for t in board.tiles() if not board.names_at(t)]
    tile = dice.choice(free)
    match dice.randrange(5):
        case 0:
            board.set_solid(tile, not board.is_solid(tile))
        case 1:
            board.set_terrain(tile, dice.choice((None, "low", "smoke", "woods", "heavy-woods")))
        case 2:
            near = [each for each in board.grid.neighbors(tile) if each in board]
            board.set_edge(tile, dice.choice(near), dice.choice((None, Wall())))
        case 3 if isinstance(board, HexBoard):
            board.set_elevation(tile, dice.randrange(4))
        case _:
            name = f"new{len(list(board.figures()))}"
            if not board.is_solid(tile):
                board.place(name, tile, side=dice.choice(("heroes", "enemies")))


@pytest.mark.parametrize("pack", ASKING, ids=lambda pack: pack.name)
def test_the_queue_lists_all_that_awaits_a_ruling(pack: Any) -> None:
    rule = PackRule(pack)
    for i in range(6 if THOROUGH else 2):
        dice = random.Random(f"{pack.name} queue {i}")
        board = random_board(dice, dice.choice(pack.grids))
        names = ["A", "T"]
        listed = {call.ends for call in open_calls(board, rule, names)}
        one_way = board.has_one_way_walls or not pack.symmetric
        for a, b in (("A", "T"), ("T", "A")) if one_way else (("A", "T"),):
            assert ((a, b) in listed) == trace(board, a, b, rule).awaits_ruling


def test_settled_touches_can_be_listed() -> None:
    board = grazed()
    assert open_calls(board, PackRule("dnd5e")) == []
    assert open_calls(board, PackRule("dnd5e"), settled=True)
