"""Laws of the spec that every rule obeys on every board."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import CenterRule, Contact, CornerRule, Verdict, Wall, sees, trace
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.rules.rule import Rule
from tests.every_rule import (
    EVERY_KIND,
    MAKE,
    THOROUGH,
    accepted_ties,
    fewer,
    is_fair,
    on_every_setting,
    seeds,
)
from tests.scenes import Case
from tests.transforms import shifted, turned

RANK = {Verdict.HIDDEN: 0, Verdict.AMBIGUOUS: 1, Verdict.VISIBLE: 2}


@on_every_setting
def test_yes_or_no_is_the_traced_answer(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 40):
        case = MAKE[grid](seed)
        sight = trace(case.board, case.source, case.target, rule)
        assert sees(case.board, case.source, case.target, rule) is sight.visible is bool(sight)
        assert sight.visible is (sight.verdict is Verdict.VISIBLE), seed
        assert sight.awaits_ruling is (sight.verdict is Verdict.AMBIGUOUS), seed


@on_every_setting
def test_both_ways_the_same(rule: Rule, grid: str) -> None:
    if not is_fair(rule):
        return  # an opaque target hides itself, but an opaque viewer does not
    for seed in seeds(rule, grid, 20):
        case = MAKE[grid](seed)
        there = trace(case.board, case.source, case.target, rule)
        back = trace(case.board, case.target, case.source, rule)
        assert (there.verdict, there.contact, there.cover) == (
            back.verdict,
            back.contact,
            back.cover,
        ), seed
        if there.contact is not None:  # and shows the same line
            assert set(there.line) == set(back.line), seed


@on_every_setting
def test_symmetries_of_the_grid_change_nothing(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 6):
        case = MAKE[grid](seed)
        before = sees(case.board, case.source, case.target, rule)
        symmetries = case.board.grid.symmetries
        assert len(symmetries) == {"square": 8, "hex": 12}[grid]
        for number, turn in enumerate(symmetries):
            board, move = turned(case.board, turn)
            # Rounding decides between equally near hexes, and it prefers one direction.
            if getattr(rule, "ties", "") == "nearest" and number:
                continue
            assert sees(board, *_moved(case, move), rule) is before, (seed, number)


@on_every_setting
def test_moving_the_whole_scene_changes_nothing(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 12):
        case = MAKE[grid](seed)
        rng = random.Random(seed)
        padded, home = shifted(case.board, (1, 1), padding=1)
        board, move = shifted(case.board, (rng.randint(1, 40), rng.randint(1, 40)), padding=1)
        before = trace(padded, *_moved(case, home), rule)
        after = trace(board, *_moved(case, move), rule)
        assert (before.verdict, before.contact, before.cover) == (
            after.verdict,
            after.contact,
            after.cover,
        ), seed


def _moved(case: Case, move: Any) -> tuple[Any, Any]:
    return tuple(  # type: ignore[return-value]
        end if isinstance(end, str) else move(end) for end in (case.source, case.target)
    )


# --- a new blocker never opens a view


@on_every_setting
@pytest.mark.parametrize("what", ["solid", "edge", "free wall", "figure"])
def test_a_new_blocker_never_opens_a_view(rule: Rule, grid: str, what: str) -> None:
    for seed in seeds(rule, grid, 12):
        case = MAKE[grid](seed)
        rng = random.Random(seed)
        before = trace(case.board, case.source, case.target, rule)
        for _ in range(2):
            _add(case.board, what, rng)
        after = trace(case.board, case.source, case.target, rule)
        assert RANK[after.verdict] <= RANK[before.verdict], seed
        if before.contact is not None:
            assert after.contact is not None
            assert after.contact >= before.contact, seed


def _add(board: Board, what: str, rng: random.Random) -> None:
    tile = rng.choice(board.tiles())
    if what == "solid":
        board.set_solid(tile)
    elif what == "edge":
        near = [other for other in board.grid.neighbors(tile) if other in board]
        if near:
            board.set_edge(tile, rng.choice(near), Wall())
    elif what == "free wall":
        corners = [*board.grid.corners(tile), *board.grid.corners(rng.choice(board.tiles()))]
        start, end = rng.sample([(x / 384_000, y / 384_000) for x, y in set(corners)], 2)
        board.add_wall(start, end)
    else:
        try:
            board.place(f"newcomer {len(board.figures())}", tile, size=rng.choice((1, 1, 2)))
        except InvalidValueError:  # not enough space there
            return


# --- what follows from what


@pytest.mark.parametrize("grid", MAKE)
@pytest.mark.parametrize("large", [False, True], ids=["single", "large"])
def test_a_clear_center_line_means_a_clear_corner_line(grid: str, large: bool) -> None:
    clear = 0
    for seed in range(400):
        case = MAKE[grid](seed, free_walls=False, large=large)
        if trace(case.board, case.source, case.target, CenterRule()).contact is Contact.CLEAR:
            clear += 1
            assert sees(case.board, case.source, case.target, CornerRule()), seed
    assert clear > 100


@pytest.mark.parametrize("rule", EVERY_KIND)
def test_ties_nest(rule: Rule) -> None:
    """strict ⊆ corners-pass ⊆ permissive; adjudicated says yes exactly where strict does."""
    settings = {ties: type(rule)(ties) for ties in accepted_ties(rule)}  # type: ignore[call-arg]
    nested = [
        settings[ties] for ties in ("strict", "corners-pass", "permissive") if ties in settings
    ]
    for grid in rule.grids:
        for seed in range(80 if THOROUGH else fewer(80)):
            case = MAKE[grid](seed)
            answer = [sees(case.board, case.source, case.target, each) for each in nested]
            assert answer == sorted(answer), seed
            if "nearest" in settings and answer[0]:
                assert sees(case.board, case.source, case.target, settings["nearest"]), seed
            if "adjudicated" in settings:
                sight = trace(case.board, case.source, case.target, settings["adjudicated"])
                expected = {(True, True): "visible", (False, True): "ambiguous"}
                assert str(sight.verdict) == expected.get((answer[0], answer[-1]), "hidden"), seed


@on_every_setting
def test_one_tile_sees_itself(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 10):
        case = MAKE[grid](seed)
        assert sees(case.board, case.source, case.source, rule)
        assert trace(case.board, case.target, case.target, rule).visible
