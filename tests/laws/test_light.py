"""Light by every rule in every setting (section 8 of the spec), compared with a slow reference.

The reference calls `sees` for pairs of tiles and measures distances as in the spec, without fields.
It finds the tiles next to an opaque tile by their shared corners. Figures are on floor and share no
tiles, so that each is the union of its tiles.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import numpy
import pytest

from sightline import (
    Rulings,
    Verdict,
    field,
    field_in_light,
    light_field,
    sees,
    sees_in_light,
    trace,
    trace_in_light,
)
from sightline.model.board import Board
from sightline.model.light import BRIGHTNESSES
from sightline.rules.rule import Rule
from tests.every_rule import MAKE, on_every_setting, seeds
from tests.laws.test_closed_rooms import SETTINGS, rooms
from tests.laws.test_fields import METRICS, RADII, is_near
from tests.transforms import turned

ORDER = ("dark", "dim", "bright")


def lit_board(grid: str, seed: int, ambient: str = "dark", lights: int = 3) -> Board:
    """Return a random board with figures of many sizes, and lights on tiles and on figures."""
    rng = random.Random(seed)
    board = MAKE[grid](seed, most={"square": 5, "hex": 2}[grid]).board
    for figure in board.figures():
        if any(len(board.figures_at(tile)) > 1 for tile in figure.tiles):
            board.remove(figure.name)
            continue
        for tile in figure.tiles:
            board.set_solid(tile, False)
    _put_shelves(board, rng)
    board.ambient = ambient  # type: ignore[assignment]
    for _ in range(rng.randint(1, lights)):
        add_some_light(board, rng)
    return board


def _put_shelves(board: Board, rng: random.Random) -> None:
    """Add some tall furniture, and some that can be seen over."""
    for kind in rng.sample(("bookcase", "cupboard", "table", "bookcase"), rng.randint(0, 3)):
        free = [tile for tile in board.tiles() if not board.names_at(tile)]
        if free:
            size: Any = 1 if board.grid.name == "hex" else (1, 1)
            board.place(f"{kind} {rng.random()}", rng.choice(free), kind=kind, size=size)  # type: ignore[arg-type]


def add_some_light(board: Board, rng: random.Random) -> None:
    names = [figure.name for figure in board.figures()]
    holder: Any = rng.choice(names) if names and rng.random() < 0.4 else rng.choice(board.tiles())
    board.add_light(holder, rng.choice((*RADII, 4)), rng.choice((*RADII, 6)))


@dataclass(frozen=True)
class Viewer:
    """A viewer, with ranges of sight in light and in darkness."""

    at: Any
    range: Any
    dark_vision: Any
    metric: Any

    def options(self) -> dict[str, Any]:
        return {"radius": self.range, "dark_vision": self.dark_vision, "metric": self.metric}


def viewers(board: Board, rng: random.Random) -> list[Viewer]:
    places = [*rng.sample(board.tiles()[:], 1), *(figure.name for figure in board.figures())]
    return [
        Viewer(
            at,
            rng.choice((None, None, *RADII, 4)),
            rng.choice((0, 0, 1, 2.5, None)),
            rng.choice(METRICS),
        )
        for at in places
    ]


# --- the reference


def tiles_of(board: Board, at: Any) -> tuple[Any, ...]:
    return board.figure(at).tiles if isinstance(at, str) else (at,)


def near(board: Board, a: Any, b: Any, radius: Any, metric: Any) -> bool:
    return radius is None or is_near(board, a, b, radius, metric)


def eyes(board: Board, at: Any, rule: Rule) -> list[tuple[Any, tuple[Any, ...]]]:
    """Yield the sources of sight, with the tiles from which distances count.

    Each tile is a separate source, or the whole figure if the rule looks from its middle.
    """
    tiles = tiles_of(board, at)
    if getattr(rule, "large", "tiles") == "middle" and len(tiles) > 1:
        return [(at, tiles)]
    return [(tile, (tile,)) for tile in tiles]


def own_brightness(board: Board, tile: Any, rule: Rule, metric: Any) -> str:
    lenient = replace(rule, ties="permissive") if hasattr(rule, "ties") else rule  # type: ignore[type-var]
    found = [board.ambient]
    for light in board.lights():
        for at, own in eyes(board, light.at, rule):
            if sees(board, at, tile, lenient):
                if any(near(board, t, tile, light.bright, metric) for t in own):
                    found.append("bright")
                if any(near(board, t, tile, light.dim, metric) for t in own):
                    found.append("dim")
    return max(found, key=ORDER.index)


def opaque(board: Board, tile: Any) -> bool:
    there = board.figures_at(tile)
    return board.is_solid(tile) or any(f.is_furniture and f.blocks_sight for f in there)


def brightness_for(board: Board, at: Any, rule: Rule, metric: Any) -> dict[Any, str]:
    """Return the brightness of each tile for the viewer; None means a viewer
    who sees every tile.
    """
    floor = [tile for tile in board.tiles() if not opaque(board, tile)]
    found = {tile: own_brightness(board, tile, rule, metric) for tile in floor}
    seen = [tile for tile in floor if at is None or sees(board, at, tile, rule)]
    for tile in set(board.tiles()) - set(floor):
        corners = set(board.grid.corners(tile))
        by_shared: dict[int, list[str]] = {}
        for each in seen:
            shared = len(corners.intersection(board.grid.corners(each)))
            by_shared.setdefault(shared, []).append(found[each])
        levels = by_shared.get(2) or by_shared.get(1) or [board.ambient]
        found[tile] = max(levels, key=ORDER.index)
    return found


def is_seen(board: Board, viewer: Viewer, target: Any, rule: Rule, light: dict[Any, str]) -> bool:
    """Apply the spec's three tests for each tile of the viewer."""
    for at, own in eyes(board, viewer.at, rule):
        if not sees(board, at, target, rule):
            continue
        for tile in tiles_of(board, target):
            for t in own:
                in_range = near(board, t, tile, viewer.range, viewer.metric)
                felt = near(board, t, tile, viewer.dark_vision, viewer.metric)
                if in_range and (felt or light[tile] != "dark"):
                    return True
    return False


# --- the laws


@pytest.mark.parametrize(("rule", "grid"), SETTINGS)
def test_light_is_as_the_pairs_have_it(rule: Rule, grid: str) -> None:
    for number, seed in enumerate(seeds(rule, grid, 3)):
        board = lit_board(grid, seed, random.Random(seed).choice(("dark", "dark", *ORDER)))
        metric = METRICS[number % len(METRICS)]
        viewer = random.Random(seed).choice((None, *board.tiles()))
        light = light_field(board, rule, metric=metric, viewer=viewer)
        by_pairs = brightness_for(board, viewer, rule, metric)
        expected = {tile: by_pairs[tile] for tile in board.tiles()}
        assert dict(light) == expected, (seed, metric, viewer)
        array = numpy.asarray(light)
        assert array.shape == board.shape
        assert array.ravel().tolist() == [ORDER.index(each) for each in expected.values()]
        assert set(light.lit) == {tile for tile, each in expected.items() if each != "dark"}
        for each in ORDER:
            assert set(light.tiles_with(each)) == {t for t in expected if expected[t] == each}  # type: ignore[arg-type]


@pytest.mark.parametrize(("rule", "grid"), SETTINGS)
def test_what_is_seen_in_it_is_as_the_pairs_have_it(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 2):
        rng = random.Random(seed)
        board = lit_board(grid, seed)
        for viewer in viewers(board, rng):
            light = brightness_for(board, viewer.at, rule, viewer.metric)
            expected = {t for t in board.tiles() if is_seen(board, viewer, t, rule, light)}
            found = field_in_light(board, viewer.at, rule, **viewer.options())
            assert set(found) == expected, (seed, viewer)
            targets = [*rng.sample(board.tiles()[:], 2), *(f.name for f in board.figures())]
            for target in targets:
                seen = sees_in_light(board, viewer.at, target, rule, **viewer.options())
                assert seen is is_seen(board, viewer, target, rule, light), (seed, viewer, target)
                answer = trace_in_light(board, viewer.at, target, rule, **viewer.options())
                assert answer.visible is bool(answer) is seen, (seed, viewer, target)
                assert answer.sight.visible is sees(board, viewer.at, target, rule)
        party = [viewer.at for viewer in viewers(board, rng)]
        alone = [field_in_light(board, at, rule, radius=4, dark_vision=1) for at in party]
        together = field_in_light(board, party, rule, radius=4, dark_vision=1)
        assert set(together) == {tile for each in alone for tile in each}, seed


@on_every_setting
def test_on_a_bright_board_and_without_a_range_it_is_plain_sight(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 2):
        board = lit_board(grid, seed, "bright")
        source = random.Random(seed).choice(board.tiles())
        assert field_in_light(board, source, rule) == field(board, source, rule), seed
        for target in [*board.tiles()[::3], *(figure.name for figure in board.figures())]:
            seen = sees(board, source, target, rule)
            assert sees_in_light(board, source, target, rule) is seen, (seed, target)
            answer = trace_in_light(board, source, target, rule)
            assert (answer.failed is None) is seen
            assert answer.explain() == answer.sight.explain()
        # With a range it is the field within that radius.
        limited = field_in_light(board, source, rule, radius=2, metric="chebyshev")
        assert limited == field(board, source, rule, radius=2, metric="chebyshev")


@on_every_setting
def test_a_new_light_never_hides(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 3):
        rng = random.Random(seed)
        board = lit_board(grid, seed)
        viewer = viewers(board, rng)[-1]
        before = light_field(board, rule, metric=viewer.metric)
        seen = field_in_light(board, viewer.at, rule, **viewer.options())
        add_some_light(board, rng)
        after = light_field(board, rule, metric=viewer.metric)
        assert (numpy.asarray(after) >= numpy.asarray(before)).all(), seed
        assert set(seen) <= set(field_in_light(board, viewer.at, rule, **viewer.options())), seed
        board.remove_light(board.lights()[-1])
        assert light_field(board, rule, metric=viewer.metric) == before


@pytest.mark.parametrize(("rule", "grid"), SETTINGS)
def test_a_closed_room_without_a_light_is_dark(rule: Rule, grid: str) -> None:
    for each in rooms(rule, grid):
        board, sealed = each.board, each.sealed
        board.ambient = "dark"
        holders: list[Any] = [*sealed.outside, *sealed.names_outside]
        for at in random.Random(each.seed).sample(holders, min(len(holders), 6)):
            board.add_light(at, bright=50, dim=90)
        light = light_field(board, rule)
        floor = [tile for tile in sealed.inside if not opaque(board, tile)]
        assert {light[tile] for tile in floor} <= {"dark"}, each
        # A lamp inside is not visible through the walls and does not light the outside.
        board = each.board.copy()
        for lamp in board.lights():
            board.remove_light(lamp)
        board.add_light(sealed.inside[0], bright=50)
        light = light_field(board, rule)
        assert not [t for t in sealed.outside if not opaque(board, t) and light[t] != "dark"], each


@on_every_setting
def test_light_reaches_what_is_seen_from_where_it_stands(rule: Rule, grid: str) -> None:
    """Touches pass for light, so it reaches everything that a viewer there sees or may see."""
    for seed in seeds(rule, grid, 2):
        board = lit_board(grid, seed, lights=1)
        for light in board.lights():
            board.remove_light(light)
        at = random.Random(seed).choice(board.tiles())
        board.add_light(at, bright=99)
        lit = set(light_field(board, rule).lit)
        assert all(tile in lit or opaque(board, tile) for tile in field(board, at, rule)), seed
        for tile in board.tiles()[::2]:
            if (
                not opaque(board, tile)
                and trace(board, at, tile, rule).verdict is Verdict.AMBIGUOUS
            ):
                assert tile in lit, (seed, tile)


@on_every_setting
def test_the_symmetries_of_the_grid_change_nothing(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 1):
        board = lit_board(grid, seed)
        if getattr(rule, "ties", "") == "nearest":
            continue  # rounding picks a side that depends on the direction
        for turn in board.grid.symmetries[:: 1 if grid == "square" else 3]:
            other, move = turned(board, turn)
            other.ambient = board.ambient
            for light in board.lights():
                holder = light.at if isinstance(light.at, str) else move(light.at)
                other.add_light(holder, light.bright, light.dim)
            before, after = light_field(board, rule), light_field(other, rule)
            assert all(after[move(tile)] == before[tile] for tile in board.tiles()), seed
            at = board.tiles()[0]
            seen = field_in_light(board, at, rule, radius=4, dark_vision=1)
            found = field_in_light(other, move(at), rule, radius=4, dark_vision=1)
            assert {tuple(move(tile)) for tile in seen} == set(map(tuple, found)), seed


@on_every_setting
def test_which_test_failed(rule: Rule, grid: str) -> None:
    """The order is sight, range, light. A close call is reported only if the other tests pass."""
    for seed in seeds(rule, grid, 3):
        board = lit_board(grid, seed)
        rng = random.Random(seed)
        for viewer in viewers(board, rng)[:2]:
            for target in rng.sample(board.tiles()[:], min(3, len(board.tiles()))):
                answer = trace_in_light(board, viewer.at, target, rule, **viewer.options())
                sight = trace(board, viewer.at, target, rule)
                if sight.verdict is Verdict.HIDDEN:
                    assert answer.failed == "sight"
                    assert answer.explain() == sight.explain()
                elif sight.awaits_ruling:
                    assert not answer.visible
                    assert answer.awaits_ruling is (answer.in_range and answer.in_light)
                elif not answer.visible:
                    assert answer.failed in ("range", "light")
                    assert answer.explain().startswith("In sight, but ")
                light = light_field(board, rule, metric=viewer.metric, viewer=viewer.at)
                assert answer.brightness == light[target]
                assert answer.opaque is opaque(board, target)


def test_a_ruling_stands_in_for_the_rule_and_no_light_ends_it() -> None:
    """Whether a line is clear does not depend on light."""
    asked = 0
    for seed in range(14):
        board = lit_board("square", seed)
        rule = SETTINGS[0].values[0]
        assert isinstance(rule, Rule)
        tiles = board.tiles()
        rng = random.Random(seed)
        source, target = rng.choice(tiles), rng.choice(tiles)
        if source == target or opaque(board, target) or trace(board, source, target, rule).visible:
            continue
        with Rulings() as rulings:
            rulings.rule(board, source, target, rule, visible=True)
            board.add_light(target, bright=0)
            board.ambient = "dark"
            answer = trace_in_light(board, source, target, rule, rulings=rulings)
            assert answer.visible
            assert sees_in_light(board, source, target, rule, rulings=rulings)
            assert target in field_in_light(board, source, rule, rulings=rulings)
            assert not sees_in_light(board, source, target, rule)
            for light in board.lights():
                board.remove_light(light)
            dark = trace_in_light(board, source, target, rule, rulings=rulings)
            assert dark.failed == "light"
            assert target not in field_in_light(board, source, rule, rulings=rulings)
            asked += 1
    assert asked > 1


def test_the_order_of_brightness() -> None:
    assert BRIGHTNESSES == ORDER
