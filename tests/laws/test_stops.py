"""Laws of walls, doors and gates that stop only some of sight, movement, light and effects.

The boards have them on edges and off the grid, with and without other properties, between rock,
figures and plain walls. `rebuilt` makes the board of one purpose independently of `Board.stopping`.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from sightline import (
    Door,
    Gate,
    HexBoard,
    SquareBoard,
    Wall,
    areas,
    check,
    contact,
    contact_field,
    cover_field,
    degree,
    field,
    field_in_light,
    light_field,
    path,
    reach,
    sees,
    sees_in_light,
    threat,
    tiles_seen,
    trace,
    trace_in_light,
    verdict,
)
from sightline.answers.barriers import without_stops
from sightline.answers.proofs import proof_of, read_proof
from sightline.engine.lighting.opaque import is_opaque
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.formats.contract import Options
from sightline.formats.native import read, write
from sightline.model.board import Board
from sightline.model.place import place
from sightline.model.threshold import STOP_SETS, STOPS, StopName, Threshold, as_stops
from sightline.paths import Ground, Walker, spread
from sightline.render import board_svg, terminal
from sightline.rules.registry import RULES
from sightline.rules.rule import Rule
from tests.every_rule import MAKE, THOROUGH
from tests.kernels.comparing import readable
from tests.scenes import Case, flat, give_properties

BY: tuple[Any, ...] = ("sight", "effect", "light")
SETS = [set_ for size in range(5) for set_ in combinations(STOPS, size)]
GEOMETRIC = ["corner", "center"]
GAMES = ["dnd5e", "dnd2024", "dnd35", "pathfinder2e", "descent2", "battletech", "gloomhaven"]
on_every_grid = pytest.mark.parametrize("grid", MAKE)


def seeds(count: int) -> range:
    return range(20 * count if THOROUGH else max(2, count // 5))


def rules_of(grid: str, names: list[str]) -> list[Rule]:
    rules: list[Rule] = [RULES[name] for name in names]
    return [rule for rule in rules if grid in rule.grids]


def case_of(grid: str, seed: int, **more: Any) -> Case:
    """Return a random scene with barriers that stop random purposes."""
    case = flat(MAKE[grid](seed, **{"most": 5 if grid == "square" else 2, **more}))
    rng = random.Random(seed)
    if rng.random() < 0.5:
        give_properties(case.board, rng)
    change(case.board, lambda each: replace(each, stops=rng.choice(SETS)))
    return case


def change(board: Board, changed: Any) -> None:
    for a, b, threshold in list(board.edges()):
        board.set_edge(a, b, changed(threshold))
    for wall in board.free_walls():
        board.add_wall(*wall.ends, changed(wall.threshold))


def rebuilt(board: Board, what: StopName) -> Board:
    """Return the board with plain barriers where they stop this purpose, and none elsewhere."""
    bare = board.copy()
    for a, b, _ in list(board.edges()):
        bare.set_edge(a, b, None)
    for wall in board.free_walls():
        bare.remove_wall(*wall.ends)
    for a, b, threshold in board.edges():
        if threshold.stops is None or what in threshold.stops:
            bare.set_edge(a, b, replace(threshold, stops=None))
    for wall in board.free_walls():
        if wall.threshold.stops is None or what in wall.threshold.stops:
            bare.add_wall(*wall.ends, replace(wall.threshold, stops=None))
    return bare


@on_every_grid
def test_a_board_for_one_purpose_has_what_stops_it(grid: str) -> None:
    for seed in seeds(200):
        board = case_of(grid, seed).board
        for what in STOPS:
            found = board.stopping(what)
            if what != "sight":
                assert found == rebuilt(board, what), (seed, what)
                assert found.fingerprint() == rebuilt(board, what).fingerprint()
                assert found is board.stopping(what)  # computed once
            assert not board.has_partial_barriers or found is not board or what == "sight"


@on_every_grid
def test_what_stops_everything_changes_nothing(grid: str) -> None:
    for seed in seeds(60):
        case = case_of(grid, seed + 100_000)
        change(case.board, lambda each: replace(each, stops=None))
        full = case.board.copy()
        change(full, lambda each: replace(each, stops=STOPS))
        assert full == case.board
        assert full.fingerprint() == case.board.fingerprint()
        assert write(full) == write(case.board)
        assert str(full) == str(case.board)
        assert "stops" not in str(full)
        assert b"stops" not in write(full)
        assert all(full.stopping(what) is full for what in STOPS)
        for rule in rules_of(grid, [*GEOMETRIC, *GAMES, "hexray"]):
            answers = {sees(full, case.source, case.target, rule, by=by) for by in BY}
            assert answers == {sees(full, case.source, case.target, rule)}, (seed, rule)


@on_every_grid
def test_every_question_for_one_purpose(grid: str) -> None:
    """Kernels and readable rules answer as on a board with only the barriers that stop it."""
    for seed in seeds(40):
        case = case_of(grid, seed + 200_000)
        board, a, b = case.board, case.source, case.target
        for by in BY:
            plain = rebuilt(board, by)
            for rule in rules_of(grid, [*GEOMETRIC, "hexray", *GAMES]):
                where = (seed, by, rule.to_dict())
                assert sees(board, a, b, rule, by=by) is sees(plain, a, b, rule), where
                assert verdict(board, a, b, rule, by=by) is verdict(plain, a, b, rule), where
                aimed = plain if by != "sight" else rebuilt(board, rule.targeting)
                assert degree(board, a, b, rule, by=by) == degree(aimed, a, b, rule), where
                sight = trace(board, a, b, rule, by=by)
                if aimed is plain:
                    bare = without_stops(replace(sight, by="sight"))
                    assert bare == trace(plain, a, b, rule), where
                assert sight.degree == degree(aimed, a, b, rule), where
                assert sight.verdict is trace(plain, a, b, rule).verdict, where
                assert bool(sight) is sees(board, a, b, rule, by=by), where
                seen = field(board, a, rule, by=by)
                assert set(seen) == set(field(plain, a, rule)), where
                if rule.has_contact and not rule.degrees:
                    assert contact(board, a, b, rule, by=by) is contact(plain, a, b, rule), where
                    met = contact_field(board, a, rule, by=by)
                    assert dict(met) == dict(contact_field(plain, a, rule)), where
                if rule.soft_cover or rule.degrees:
                    covers = cover_field(board, a, rule, by=by)
                    assert dict(covers) == dict(cover_field(aimed, a, rule)), where


@on_every_grid
def test_the_readable_rule_on_the_board_itself(grid: str) -> None:
    for seed in seeds(60):
        case = case_of(grid, seed + 300_000, large=False)
        for rule in rules_of(grid, GEOMETRIC):
            ends = case.source, case.target
            assert readable(case.board, *ends, rule) is sees(case.board, *ends, rule), seed
            assert sees(case.board, *ends, rule) is sees(rebuilt(case.board, "sight"), *ends, rule)


@on_every_grid
def test_they_are_independent(grid: str) -> None:
    """What a barrier does to the other purposes changes no answer about this one."""
    for seed in seeds(60):
        case, rng = case_of(grid, seed + 400_000), random.Random(seed)
        for by in BY:
            other = case.board.copy()

            def shuffled(each: Threshold, by: str = by, rng: Any = rng) -> Threshold:
                kept = {by} & set(STOPS if each.stops is None else each.stops)
                more = {what for what in STOPS if what != by and rng.random() < 0.5}
                return replace(each, stops=tuple(kept | more))  # type: ignore[arg-type]

            change(other, shuffled)
            for rule in rules_of(grid, [*GEOMETRIC, "hexray", *GAMES]):
                there = sees(case.board, case.source, case.target, rule, by=by)
                assert sees(other, case.source, case.target, rule, by=by) is there, (seed, by, rule)


@on_every_grid
def test_the_checker_takes_the_answer_for_what_it_is(grid: str) -> None:
    lies = 0
    for seed in seeds(60):
        case = case_of(grid, seed + 500_000, large=False)
        for rule in rules_of(grid, GEOMETRIC):
            for by in BY:
                sight = trace(case.board, case.source, case.target, rule, by=by)
                assert check(case.board, sight), (seed, by, str(check(case.board, sight)))
                again = read_proof(case.board, proof_of(sight))
                assert again.by == by
                assert check(case.board, again)
                for other_by in BY:
                    other = trace(case.board, case.source, case.target, rule, by=other_by)
                    if other.verdict is not sight.verdict:
                        assert not check(case.board, replace(sight, by=other_by)), (
                            seed,
                            by,
                            other_by,
                        )
                        lies += 1
                assert not check(case.board, replace(sight, by="sound"))
    assert lies


@on_every_grid
def test_files_keep_what_a_wall_stops(grid: str) -> None:
    for seed in seeds(100):
        board = case_of(grid, seed + 600_000).board
        assert read(write(board), "board.json", Options()).board == board, seed
        assert type(board).from_text(str(board)) == board, seed
        assert board.copy() == board
        assert board.fingerprint() == board.copy().fingerprint()


@on_every_grid
def test_figures_walk_past_what_does_not_stop_movement(grid: str) -> None:
    for seed in seeds(100):
        case, rng = case_of(grid, seed + 700_000), random.Random(seed)
        plain = rebuilt(case.board, "movement")
        doors = tuple(rng.sample(["open", "closed", "locked", "secret"], 2))
        options: dict[str, Any] = {"doors": doors}
        if grid == "square":
            options["diagonals"] = rng.choice(["never", "around", "open"])
        found = dict(reach(case.board, case.source, 5, **options))
        assert found == dict(reach(plain, case.source, 5, **options)), seed
        goal = rng.choice(case.board.tiles()[:])
        there, expected = (path(each, case.source, goal, **options) for each in (case.board, plain))
        assert (there is None) is (expected is None), seed
        assert there is None or expected is None or list(there) == list(expected), seed
        readable_walk = Walker(Ground(case.board, {"nobody"}, doors), (1, 1))
        spread_here = spread(readable_walk, case.board.tiles()[0], lambda tile: 1, most=4)
        bare = Walker(Ground(plain, {"nobody"}, doors), (1, 1))
        assert spread_here.costs == spread(bare, plain.tiles()[0], lambda tile: 1, most=4).costs


@on_every_grid
def test_attacks_and_areas_go_where_effects_do(grid: str) -> None:
    for seed in seeds(40):
        case = case_of(grid, seed + 800_000, large=False)
        plain = rebuilt(case.board, "effect")
        for rule in rules_of(grid, GEOMETRIC):
            tiles = set(areas.circle(case.board, case.source, 3, sight=rule))
            assert tiles == set(field(plain, case.source, rule, radius=3)), seed
            lost = case.board.copy()
            start = case.source
            if isinstance(start, str):
                start = tuple(lost.where(start))
                lost.remove(case.source)
            danger = threat(lost, start, 2, 2, rule)
            expected = set()
            for spot in reach(lost, start, 2):
                expected |= set(field(lost, tuple(spot), rule, radius=2, by="effect"))
            assert set(danger) == expected, seed


@on_every_grid
def test_light_passes_what_does_not_stop_it(grid: str) -> None:
    for seed in seeds(100):
        case, rng = case_of(grid, seed + 900_000, large=False), random.Random(seed)
        board, tiles = case.board, case.board.tiles()[:]
        board.ambient = rng.choice(["dark", "dim"])
        for _ in range(2):
            board.add_light(tuple(rng.choice(tiles)), 1, 3)
        for rule in rules_of(grid, GEOMETRIC):
            lit = light_field(board, rule)
            assert dict(lit) == dict(light_field(rebuilt(board, "light"), rule)), seed
            for tile in rng.sample(tiles, min(4, len(tiles))):
                answers = [
                    sees_in_light(board, case.source, tile, rule),
                    trace_in_light(board, case.source, tile, rule).visible,
                    tile in field_in_light(board, case.source, rule),
                ]
                assert len(set(answers)) == 1, (seed, tile)
                open_tile = not is_opaque(board, tile)
                if open_tile and tile not in place(board, case.source, "from").tiles:
                    seen = sees(rebuilt(board, "sight"), case.source, tile, rule)
                    assert answers[0] is (seen and lit[tile] != "dark"), (seed, tile)


def test_a_window_a_curtain_and_bars() -> None:
    for make in (SquareBoard, HexBoard):
        board: Board = SquareBoard(1, 2) if make is SquareBoard else HexBoard(radius=1)
        a, b = board.tiles()[0], board.grid.neighbors(board.tiles()[0])[0]
        b = next(each for each in board.grid.neighbors(a) if each in board)
        for name, passes in (
            ("window", {"sight": True, "effect": False, "light": True}),
            ("curtain", {"sight": False, "effect": True, "light": False}),
            ("bars", {"sight": True, "effect": True, "light": True}),
        ):
            for barrier in (Wall(stops=name), Door("closed", stops=name)):  # type: ignore[arg-type]
                board.set_edge(a, b, barrier)
                seen = {by: sees(board, a, b, "center", by=by) for by in BY}
                assert seen == passes, barrier
            assert STOP_SETS[name] == board.edge(a, b).stops  # type: ignore[union-attr]
        board.set_edge(a, b, Door("open", stops="curtain"))
        assert all(sees(board, a, b, "center", by=by) for by in BY)


def test_a_change_is_seen_at_once() -> None:
    board = SquareBoard(1, 3)
    board.set_edge("A1", "B1", Wall(stops="window"))
    assert not sees(board, "A1", "C1", "center", by="effect")
    board.set_edge("A1", "B1", Wall(stops="bars"))
    assert sees(board, "A1", "C1", "center", by="effect")
    board.set_solid("B1")
    assert not sees(board, "A1", "C1", "center", by="effect")
    board.set_edge("A1", "B1", Door("closed", stops=("effect",)))
    board.set_solid("B1", False)
    board.set_state("A1", "B1", "locked")
    assert board.edge("B1", "A1") == Door("locked", stops=("effect",))
    assert not sees(board, "A1", "C1", "center", by="effect")
    assert len(tiles_seen(board, "A1", "C1", "center")) == 1


def test_bad_words() -> None:
    board = SquareBoard(1, 2)
    with pytest.raises(InvalidValueError, match="by: expected"):
        sees(board, "A1", "B1", "corner", by="sound")  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="Wall stops: expected"):
        Wall(stops="portcullis")  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="Door stops: expected"):
        Door(stops=["sound"])  # type: ignore[list-item]
    with pytest.raises(InvalidTypeError, match="Wall stops: expected"):
        Wall(stops=3)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="what is stopped"):
        board.stopping("sound")  # type: ignore[arg-type]


@pytest.mark.parametrize("stops", ["window", "curtain", "bars", ["light"]])
@pytest.mark.parametrize("what", [Wall, Door, Gate])
def test_what_lets_something_through_is_drawn(what: Any, stops: Any) -> None:
    board = SquareBoard(2, 3)
    board.set_edge("A1", "B1", what(stops=stops))
    board.add_wall((1.5, 0), (1.5, 2), what(stops=stops))
    words = "see-through wall" if what is Wall else "let something through"
    assert (words in terminal(board)) == (
        what is not Wall or "sight" not in (as_stops(stops) or ())
    )
    drawn = board_svg(board)
    assert "<svg" in drawn
    named = {"window": "double line: window", "curtain": "broken line: curtain"}
    legend = "line of posts: bars" if stops == "bars" else named.get(str(stops), "long dashes")
    assert (legend in drawn) == (what is Wall)
    assert "Walls:" not in board_svg(SquareBoard(2, 3))
