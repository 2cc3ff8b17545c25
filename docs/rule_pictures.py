"""The examples drawn on the pages of the rules: one small scene each, with its verdict below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sightline import (
    CenterRule,
    CornerRule,
    Door,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Wall,
    field,
    trace,
)
from sightline.model.board import Board
from sightline.render import field_svg, sight_svg
from sightline.rules.rule import Rule

TIES = ("strict", "corners-pass", "permissive", "adjudicated")
HEX_TIES = ("nearest", "strict", "permissive", "adjudicated")


# --- scenes ---------------------------------------------------------------------------------------


def drawn(*rows: str) -> SquareBoard:
    """Return a board with rock (`#`), Mira on `M` and a goblin on `g`."""
    board = SquareBoard(len(rows), len(rows[0]))
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark == "#":
                board.set_solid((r, c))
    _people(board, rows)
    return board


def _people(board: SquareBoard, rows: tuple[str, ...]) -> None:
    for mark, name, kind in (("M", "Mira", "hero"), ("g", "goblin", "enemy")):
        for r, row in enumerate(rows):
            if mark in row:
                board.place(name, (r, row.index(mark)), kind=kind)


def past_a_pillar() -> SquareBoard:
    return drawn("M..", ".#g")


def past_a_corner() -> SquareBoard:
    return drawn("M..", ".#.", "..g")


def along_a_side() -> SquareBoard:
    return drawn(".....", "M.#.g", "..#..")


def corridor() -> SquareBoard:
    return drawn("####", "#Mg#", "####")


def doorway(state: str) -> SquareBoard:
    board = drawn("M..g")
    board.set_edge((0, 1), (0, 2), Door(state))
    return board


def wall_end() -> SquareBoard:
    board = drawn("M.", ".g")
    board.set_edge((0, 0), (0, 1), Wall())
    return board


def two_giants() -> SquareBoard:
    board = SquareBoard(2, 5)
    board.place("troll", (0, 0), size=(2, 1), kind="hero")
    board.place("ogre", (0, 4), size=(2, 1), kind="enemy")
    board.set_edge((0, 2), (1, 2), Wall())
    return board


def ruins() -> SquareBoard:
    return drawn(
        "..........",
        "..#...#...",
        ".....#....",
        "..M......#",
        "....##....",
        ".#......#.",
        "......#...",
    )


def between_two_hexes() -> HexBoard:
    board = HexBoard(radius=2)
    board.set_solid((1, 0))
    board.place("Mira", (0, 0), kind="hero")
    board.place("goblin", (1, 1), kind="enemy")
    return board


def undergrowth() -> HexBoard:
    board = HexBoard(cells=[(q, r) for r in (-1, 0, 1) for q in range(-(r == 1), 6 - (r == 1))])
    board.set_cover((1, 0), 0.5)
    board.set_cover((3, 0), 0.5)
    board.place("Mira", (0, 0), kind="hero")
    board.place("goblin", (5, 0), kind="enemy")
    return board


def behind_a_door() -> HexBoard:
    board = HexBoard(cells=[(q, 0) for q in range(4)])
    board.set_edge((2, 0), (3, 0), Door("closed"))
    board.place("Mira", (0, 0), kind="hero")
    board.place("goblin", (3, 0), kind="enemy")
    return board


def wooded_hills() -> HexBoard:
    board = HexBoard(radius=4)
    for rock in ((1, 0), (-1, 2), (2, -2)):
        board.set_solid(rock)
    for hill in ((0, -1), (-2, 1), (0, 2)):
        board.set_elevation(hill, 2)
    board.place("Mira", (0, 0), kind="hero")
    return board


# --- pictures -------------------------------------------------------------------------------------


def look(scene: Callable[[], Board], rule: Rule, a: str = "Mira", b: str = "goblin") -> str:
    """Draw one answer. The picture names the rule and its settings."""
    board = scene()
    return sight_svg(board, trace(board, a, b, rule), explanation="", theme="auto")


def view(scene: Callable[[], Board], rule: Rule) -> str:
    board = scene()
    return field_svg(board, field(board, "Mira", rule), viewers=["Mira"], theme="auto")


def by_ties(
    name: str, scene: Callable[[], Board], rule: Callable[[str], Rule], ties: tuple[str, ...]
) -> dict[str, Callable[[], str]]:
    """Draw the same line of sight with each of the ties."""
    return {f"{name}-{each}": partial(look, scene, rule(each)) for each in ties}


OVER_THE_LAST_EDGE = HexRayRule(target_edge_blocks=False)

RULE_PICTURES: dict[str, Callable[[], str]] = {
    "corner-past-a-pillar": partial(look, past_a_pillar, CornerRule()),
    "center-past-a-pillar": partial(look, past_a_pillar, CenterRule()),
    **by_ties("corner-touch", past_a_corner, CornerRule, TIES),
    **by_ties("corner-along", along_a_side, CornerRule, TIES),
    "corner-open-ends": partial(look, corridor, CornerRule()),
    "corner-closed-ends": partial(look, corridor, CornerRule(closed_ends=True)),
    "corner-field": partial(view, ruins, CornerRule()),
    "center-door-closed": partial(look, partial(doorway, "closed"), CenterRule()),
    "center-door-open": partial(look, partial(doorway, "open"), CenterRule()),
    **by_ties("center-touch", wall_end, CenterRule, TIES),
    "center-tiles": partial(look, two_giants, CenterRule(), "troll", "ogre"),
    "center-middle": partial(look, two_giants, CenterRule(large="middle"), "troll", "ogre"),
    "center-field": partial(view, ruins, CenterRule()),
    **by_ties("hexray-tie", between_two_hexes, HexRayRule, HEX_TIES),
    "hexray-cover": partial(look, undergrowth, HexRayRule()),
    "hexray-door": partial(look, behind_a_door, HexRayRule()),
    "hexray-over-the-last-edge": partial(look, behind_a_door, OVER_THE_LAST_EDGE),
    "hexray-field": partial(view, wooded_hills, HexRayRule()),
}
