"""Light on boards with floors (sections 8 and 9 of the spec), compared with a slow reference.

The reference calls `sees` for pairs of places at their heights, without fields.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sightline import (
    At,
    CenterRule,
    CornerRule,
    SquareBoard,
    field_in_light,
    light_field,
    sees,
    sees_in_light,
    trace_in_light,
)
from sightline.model.board import Board
from sightline.model.place import as_asked, on_storey
from tests.every_rule import THOROUGH
from tests.heights import random_board
from tests.laws.test_fields import is_near

GRIDS = ("square", "hex")
RULES: tuple[CornerRule | CenterRule, ...] = (CornerRule(), CenterRule("strict"))
ORDER = ("dark", "dim", "bright")


def dark_storeys(
    grid: str, count: int = 40 if THOROUGH else 3
) -> list[tuple[Board, random.Random]]:
    """Return dark random boards with floors, and lamps on tiles, floors, figures and in the air."""
    found, seed = list[tuple[Board, random.Random]](), 0
    while len(found) < count:
        rng = random.Random(f"dark {grid} {seed}")
        board, seed = random_board(rng, grid), seed + 1
        if not board.floors() or not board.has_figure("b"):
            continue
        board.ambient = rng.choice(("dark", "dark", "dim"))
        tiles = sorted(board.floors()[0].tiles)
        shelf = rng.choice(tiles)
        if not board.names_at(shelf):
            board.place("shelf", At(shelf, floor=board.floors()[0].name), kind="bookcase", size=1)
        for _ in range(rng.randint(1, 3)):
            where: Any = rng.choice(
                (
                    "a",
                    rng.choice(board.tiles()),
                    At(rng.choice(tiles), floor=board.floors()[0].name),
                    At(rng.choice(tiles), elevation=Fraction(rng.randint(0, 6), 2)),
                )
            )
            board.add_light(where, rng.choice((1, 2)), rng.choice((0, 3)))
        found.append((board, rng))
    return found


def lit_by(board: Board, place: Any, tiles: Any, rule: Any) -> str:
    """Return the brightness of a place that is not opaque."""
    best: str = board.ambient
    lenient = replace(rule, ties="permissive")
    for light in board.lights():
        source: Any = light.at
        if light.elevation is not None:
            source = At(light.at, elevation=light.elevation)
        for level, radius in (("bright", light.bright), ("dim", light.dim)):
            starts = board.figure(source).tiles if isinstance(source, str) else (light.at,)
            if any(is_near(board, at, tiles, radius, "euclid") for at in starts) and sees(
                board, source, place, lenient, by="light"
            ):
                best = max(best, level, key=ORDER.index)
    return best


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("grid", GRIDS)
def test_light_on_a_storey_is_as_the_pairs_have_it(grid: str, rule: Any) -> None:
    for board, _ in dark_storeys(grid):
        for floor in (None, *board.floors()):
            height = None if floor is None else floor.height
            light = light_field(board, rule, floor=None if floor is None else floor.name)
            for tile in board.tiles():
                place = on_storey(board, tile, height)
                if board.is_solid(tile) or any(
                    board.figure(name).is_furniture for name in board.names_at(tile)
                ):
                    continue
                assert light[tile] == lit_by(board, as_asked(place), tile, rule)


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("grid", GRIDS)
def test_fields_in_light_are_the_places_seen_in_light(grid: str, rule: Any) -> None:
    for board, rng in dark_storeys(grid):
        floor = rng.choice((None, board.floors()[0]))
        eyes: dict[str, Any] = {
            "radius": rng.choice((None, 2)),
            "dark_vision": rng.choice((0, 1, None)),
        }
        viewer = rng.choice(("a", "b"))
        name = None if floor is None else floor.name
        seen = field_in_light(board, viewer, rule, **eyes, floor=name)
        height = storey_under(board, viewer) if floor is None else floor.height
        for tile in board.tiles():
            place = as_asked(on_storey(board, tile, height))
            assert (tile in seen) == sees_in_light(board, viewer, place, rule, **eyes), tile
            answer = trace_in_light(board, viewer, place, rule, **eyes)
            assert (tile in seen) == answer.visible


def storey_under(board: Board, figure: str) -> Fraction | None:
    feet, tiles = board.body(board.figure(figure))[0], board.figure(figure).tiles
    below = [f.height for f in board.floors() if f.height <= feet and f.tiles & {*tiles}]
    return max(below, default=None)


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_a_lamp_behind_a_closed_floor_lights_nothing_on_the_other_side(rule: Any) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        board = SquareBoard(4, 5)
        board.ambient = "dark"
        board.add_floor(2, board.tiles(), "ceiling")
        board.place("a", rng.choice(board.tiles()))
        before = light_field(board, rule), field_in_light(board, "a", rule)
        board.add_light(At(rng.choice(board.tiles()), floor="ceiling"), 3, 6)
        assert (light_field(board, rule), field_in_light(board, "a", rule)) == before
        assert light_field(board, rule, floor="ceiling").lit


def test_a_lamp_on_a_gallery_lights_through_the_hole() -> None:
    board = SquareBoard(3, 8)
    board.ambient = "dark"
    gallery = [tile for tile in board.tiles() if tile not in ((1, 3), (1, 4))]
    board.add_floor(3, gallery, "gallery")
    board.add_light(At((1, 2), floor="gallery"), 2, 6)
    below, above = light_field(board, "center"), light_field(board, "center", floor="gallery")
    assert [below[1, col] for col in range(8)] == [*["dark"] * 4, "bright", *["dim"] * 3]
    assert above[1, 1] == above[1, 2] == "bright"
    assert above[1, 4] == below[1, 4]  # through the hole
    dark = trace_in_light(board, At((1, 5), floor="gallery"), (1, 3), "center")
    assert dark.failed == "light"
    board.place("moth", At((1, 4), elevation=3), blocks_sight=False)
    assert sees_in_light(board, At((1, 6), floor="gallery"), "moth", "center")
