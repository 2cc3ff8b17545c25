"""A pack's targeting and cover use sight, effects or light, as the pack says."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from sightline import (
    At,
    PackRule,
    Rulings,
    SquareBoard,
    Wall,
    check,
    cover_field,
    degree,
    degree_many,
    field,
    sees,
    trace,
)
from sightline.answers.proofs import proof_of, read_proof
from sightline.errors import FormatError
from sightline.model.board import Board
from sightline.model.threshold import STOPS, with_stops
from sightline.packs import PACKS, pack_from_text
from sightline.packs.reading import pack_from_data, to_data
from sightline.packs.words import special_words
from sightline.render.words import verdict_words
from tests.heights import random_board

MOST = ("dnd5e", "dnd5e-inset", "dnd2024", "dnd4e", "dnd4e-melee", "dnd35", "dnd35-melee")
EFFECT = (*MOST, "pathfinder2e", "dcss")
USES: tuple[Any, ...] = ("sight", "effect", "light")
SOME = ("dnd5e", "dnd35", "pathfinder2e", "descent2", "imperial-assault", "zombicide")


def rule_for(name: str, targeting: Any) -> PackRule:
    return PackRule(replace(PACKS[name], targeting=targeting))


def across(stops: Any) -> Board:
    """Return a board with a barrier between the columns C and D, over its whole height."""
    board = SquareBoard(3, 5)
    for row in range(3):
        board.set_edge((row, 2), (row, 3), Wall(stops=stops))
    return board


def scene(seed: int) -> Board:
    """Return a flat random board whose barriers stop random purposes."""
    rng = random.Random(f"targeting {seed}")
    board = SquareBoard(rng.randint(2, 4), rng.randint(3, 5))
    for tile in board.tiles():
        if rng.random() < 0.1:
            board.set_solid(tile)
        for other in board.grid.neighbors(tile):
            if other in board and rng.random() < 0.3:
                stops = [each for each in STOPS if rng.random() < 0.5]
                board.set_edge(tile, other, Wall(stops=stops, limited=rng.random() < 0.1))
    if rng.random() < 0.5:
        board.add_wall((0.5, 1.5), (2.5, 0.25), Wall(stops=rng.choice(["window", "curtain"])))
    return board


def ends_of(board: Board, seed: int) -> tuple[Any, Any]:
    a, b = random.Random(seed).sample([*board.tiles()], 2)
    return tuple(a), tuple(b)


def test_which_games_target_by_effects() -> None:
    assert {name for name in PACKS if PACKS[name].targeting == "effect"} == {*EFFECT}
    assert {name for name in PACKS if PACKS[name].targeting == "light"} == set()


@pytest.mark.parametrize("name", EFFECT)
def test_a_window_is_seen_through_and_not_shot_through(name: Any) -> None:
    board = across("window")
    sight = trace(board, "A2", "E2", name)
    assert (sight.visible, str(sight.degree), sight.question) == (True, "total", "targeting")
    assert "the window between" in sight.explain()
    assert "for effects" in sight.explain()
    assert check(board, sight)
    assert read_proof(board, proof_of(sight)) == sight
    assert degree(board, "A2", "E2", name) == "total"
    assert degree(board, "A2", "E2", name, by="light") == "none"
    assert cover_field(board, "A2", name)["E2"] == "total"
    assert degree_many(board, [("A2", "E2")], name).tolist() == ["total"]
    assert (1, 4) in field(board, "A2", name)


@pytest.mark.parametrize("name", EFFECT)
def test_a_curtain_is_shot_through_and_not_seen_through(name: Any) -> None:
    board = across("curtain")
    sight = trace(board, "A2", "E2", name)
    assert (sight.visible, str(sight.degree)) == (False, "none")
    assert "the curtain between" in sight.explain()
    assert "it can be targeted, with no cover" in sight.explain()
    assert check(board, sight)
    assert not sees(board, "A2", "E2", name)
    assert degree(board, "A2", "E2", name) == "none"


def test_other_games_do_both_by_sight() -> None:
    for stops, visible in (("window", True), ("curtain", False), ("bars", True)):
        sight = trace(across(stops), "A2", "E2", "heroquest")
        assert sight.visible is visible
        assert str(sight.degree) == ("none" if visible else "total")


@pytest.mark.parametrize("name", SOME)
def test_where_everything_stops_everything_nothing_changes(name: Any) -> None:
    for seed in range(12):
        board = scene(seed)
        for here, there, wall in [*board.edges()]:
            board.set_edge(here, there, with_stops(wall, None))
        for free in board.free_walls():
            board.add_wall(*free.ends, with_stops(free.threshold, None))
        a, b = ends_of(board, seed)
        asked = {(_facts(board, a, b, rule_for(name, use))) for use in USES}
        assert len(asked) == 1, seed


def _facts(board: Board, a: Any, b: Any, rule: PackRule) -> Any:
    sight = trace(board, a, b, rule)
    return (
        *(sight.verdict, str(sight.degree), sight.line, sight.blockers, sight.question),
        *(str(degree(board, a, b, rule)), tuple(map(str, cover_field(board, a, rule).values()))),
    )


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("name", SOME)
def test_seeing_is_by_sight_and_cover_by_what_the_pack_names(name: Any, use: Any) -> None:
    """Every question gives the same answer as on a board with only the barriers
    for that purpose.
    """
    rule, plainly = rule_for(name, use), rule_for(name, "sight")
    for seed in range(10):
        board = scene(seed)
        a, b = ends_of(board, seed)
        aimed_on = board if use == "sight" else board.stopping(use).copy()
        sight = trace(board, a, b, rule)
        assert sight.verdict is trace(board, a, b, plainly).verdict, seed
        assert sight.degree == trace(aimed_on, a, b, plainly).degree, seed
        assert sight.degree == degree(board, a, b, rule), seed
        assert check(board, sight), (seed, str(check(board, sight)))
        assert sees(board, a, b, rule) is sight.visible
        covers = cover_field(board, a, rule)
        assert dict(covers) == dict(cover_field(aimed_on, a, plainly)), seed
        pairs = [(a, tuple(tile)) for tile in board.tiles()]
        assert list(degree_many(board, pairs, rule)) == [covers[tile] for tile in board.tiles()]


def test_they_are_independent() -> None:
    """What a barrier does to the two other purposes changes neither cover nor sight."""
    rng = random.Random(3)
    for seed in range(15):
        board = scene(seed)
        a, b = ends_of(board, seed)
        for use in USES:
            rule = rule_for("dnd5e", use)
            twin = board.copy()
            for here, there, wall in [*board.edges()]:
                stops = {each for each in wall.stops or STOPS if each in ("sight", use)}
                stops |= {e for e in STOPS if e not in ("sight", use) and rng.random() < 0.5}
                changed = [each for each in STOPS if each in stops]
                twin.set_edge(here, there, replace(wall, stops=changed))
            assert sees(twin, a, b, rule) is sees(board, a, b, rule)
            assert degree(twin, a, b, rule) == degree(board, a, b, rule)


def test_the_checker_knows_a_lie() -> None:
    board = across("window")
    sight = trace(board, "A2", "E2", "dnd5e")
    lies = (
        replace(sight, degrees=("none", "none"), effect=""),
        replace(sight, question="sight"),
        replace(sight, question="cover"),
        replace(sight, blockers=tuple(replace(each, stops=None) for each in sight.blockers)),
    )
    for lie in lies:
        assert not check(board, lie)
    assert not check(across("bars"), sight)
    assert not check(across(None), sight)


def test_with_heights() -> None:
    board = across("window")
    board.place("bat", "E2", elevation=4, blocks_sight=False)
    for row in range(3):
        board.set_edge((row, 2), (row, 3), Wall(stops="window", top=4))
    rule = PackRule("pathfinder2e")
    assert degree(board, "A2", "bat", rule) == "total"
    assert degree(board, At("A2", elevation=5), "bat", rule) == "none"
    for a in ("A2", At("A2", elevation=5)):
        sight = trace(board, a, "bat", rule)
        assert sight.visible
        assert check(board, sight)
    for seed in range(4):
        some = random_board(random.Random(f"aimed {seed}"), "square")
        if some.has_figure("b"):
            for here, there, wall in [*some.edges()]:
                some.set_edge(here, there, with_stops(wall, ("movement", "effect")))
            found = trace(some, "a", "b", rule)
            assert check(some, found), str(check(some, found))


def test_a_ruling_on_cover_lapses_with_the_window() -> None:
    board, rulings = across("window"), Rulings()
    rulings.rule(board, "A2", "E2", "dnd5e", degree="half")
    ruled = trace(board, "A2", "E2", "dnd5e", rulings=rulings)
    assert (ruled.visible, str(ruled.degree)) == (True, "half")
    board.set_edge("C2", "D2", Wall(stops="bars"))
    assert trace(board, "A2", "E2", "dnd5e", rulings=rulings).ruling is None


def test_the_words() -> None:
    assert any("stops effects" in each for each in special_words(PACKS["dnd5e"]))
    assert not any("stops effects" in each for each in special_words(PACKS["heroquest"]))
    words = verdict_words(trace(across("window"), "A2", "E2", "dnd5e"))
    assert words == "A2 sees E2, total cover"


def test_files() -> None:
    pack = PACKS["dnd5e"]
    assert pack_from_data(to_data(pack)) == pack
    assert "targeting" not in to_data(PACKS["heroquest"])
    with pytest.raises(FormatError, match="line 1: targeting: expected"):
        pack_from_text('targeting = "sound"\n' + _TEXT)
    assert pack_from_text('targeting = "light"\n' + _TEXT).targeting == "light"


_TEXT = """
name = "mine"
title = "Mine"
summary = "Corner to corner."
source = "ours"
grids = ["square"]
symmetric = true
sight = { start = "corners", end = "corners", blockers = { wall = "hide" } }
"""
