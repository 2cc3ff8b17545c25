"""Exactly the blockers listed in the menu of rules block sight on a board."""

from __future__ import annotations

import pytest

from sightline import RULES, Door, HexBoard, SquareBoard, Wall, field, light_field, sees
from sightline.model.board import Board
from sightline.packs import PACKS
from sightline.rulings import Rulings
from sightline.table.state.records import TableRecord, plain
from sightline.table.state.world import JournalEntry, World, map_entries
from sightline.table.vision.figure_sight import FigureSight
from sightline.table.vision.tile_sets import bits_of_field

ROLE_PLAYING = [name for name, pack in PACKS.items() if pack.family == "Role-playing games"]


Pair = tuple[int, int]
ACROSS: dict[str, tuple[Board, Pair, Pair, list[Pair]]] = {
    "square": (SquareBoard(3, 7), (1, 0), (1, 6), [(row, 3) for row in range(3)]),
    "hex": (HexBoard(3), (-2, 1), (2, -1), [(0, r) for r in range(-3, 4)]),
}
"""For each grid: a board, two places on it, and a row of tiles from rim to rim between them."""


def put(board: Board, row: list[Pair], thing: str) -> None:
    """Put it on every tile of the row; thin things go on the far side."""
    for number, tile in enumerate(row):
        match thing:
            case "rock":
                board.set_solid(tile)
            case "creatures":
                board.place(f"orc {number}", tile, kind="enemy")
            case "tall furniture":
                board.place(f"case {number}", tile, kind="bookcase", size=(1, 1))
            case "low furniture":
                board.place(f"chest {number}", tile, kind="chest")
            case "walls" | "closed doors":
                thin = Wall() if thing == "walls" else Door("closed")
                a, b = tile
                beyond = [(a, b + 1)] if board.grid.name == "square" else [(1, b), (1, b - 1)]
                for other in beyond:
                    if other in board:
                        board.set_edge(tile, other, thin)
            case _:
                board.set_terrain(tile, thing)


THINGS = (
    *("rock", "walls", "closed doors", "creatures", "tall furniture", "low furniture"),
    *("smoke", "woods", "building"),
)


@pytest.mark.parametrize(
    ("name", "grid"), [(name, grid) for name, rule in RULES.items() for grid in rule.grids]
)
def test_what_is_said_to_block_blocks(name: str, grid: str) -> None:
    rule = RULES[name]
    board, a, b, row = ACROSS[grid]
    assert sees(board, a, b, rule)
    for thing in THINGS:
        full = board.copy()
        put(full, row, thing)
        assert sees(full, a, b, rule) is (thing not in rule.blocks), thing
    assert rule.creatures_block == ("creatures" in rule.blocks)


def test_the_words_come_from_the_pack() -> None:
    assert RULES["dnd5e"].blocks_in_words() == (
        "Blocks sight and light: rock, tall furniture, walls, closed doors, smoke."
        " Gives cover: creatures, low furniture."
    )
    assert "creatures" in RULES["heroquest"].blocks
    assert RULES["battletech"].blocks[3:] == (
        *("enough light woods", "enough heavy woods", "enough light smoke", "enough heavy smoke"),
        "higher ground",
    )


# --- creatures


def crowded() -> tuple[Board, Board]:
    """Return a dark map with a lamp, without and with creatures between Mira and the lamp."""
    board, a, b, row = ACROSS["square"]
    empty = board.copy()
    empty.ambient = "dark"
    empty.place("Mira", a, kind="hero")
    empty.add_light(b, bright=3, dim=6)
    full = empty.copy()
    put(full, row, "creatures")
    return empty, full


@pytest.mark.parametrize("name", ROLE_PLAYING)
def test_in_role_playing_games_creatures_block_neither_sight_nor_light(name: str) -> None:
    rule = RULES[name]
    empty, full = crowded()
    assert "creatures" not in rule.blocks
    assert field(empty, "Mira", rule) == field(full, "Mira", rule)
    assert light_field(empty, rule) == light_field(full, rule)
    # The table asks in the same way for viewers who depend on light.
    map_id, entries = map_entries("somewhere", full, rule.to_dict(), 1)
    world = World()
    table = TableRecord("m" * 20, "j" * 20, shown=map_id)
    world.apply([JournalEntry("table", None, plain(table)), *entries])
    sight = FigureSight(world.scenes[map_id], Rulings())
    assert sight.light.levels.lit == bits_of_field(light_field(empty, rule).lit)


def test_by_the_core_rules_they_block_both() -> None:
    for name in ("corner", "center"):
        empty, full = crowded()
        assert "creatures" in RULES[name].blocks
        assert field(empty, "Mira", RULES[name]) != field(full, "Mira", RULES[name])
        assert light_field(empty, RULES[name]) != light_field(full, RULES[name])
