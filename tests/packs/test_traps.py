"""Twelve mistakes that pack kernels can make, each as a position."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from sightline import HexBoard, SquareBoard, Wall, sees, trace
from sightline.packs import PACKS
from sightline.rules.pack import PackRule
from tests.packs.test_cases import CASES, board_of

HERE = Path(__file__).parent


def degree(name: str, *rows: str, back: bool = False) -> str:
    """Return the degree from A to T on a drawn map with free squares around it."""
    wide = "." * (len(rows[0]) + 2)
    drawn = [wide, *(f".{row}." for row in rows), wide]
    at = {
        letter: (r, row.index(letter))
        for r, row in enumerate(drawn)
        for letter in "AT"
        if letter in row
    }
    board = board_of({"map": drawn})
    ends = (at["T"], at["A"]) if back else (at["A"], at["T"])
    return str(trace(board, *ends, PackRule(PACKS[name])).degree)


def test_1_two_touch_rules_in_one_game() -> None:
    """A touch blocks sight but not the counted lines. D&D 3.5 has only counted lines."""
    assert degree("dnd5e", "A.#.T") == "total"
    assert degree("dnd35", "A.#.T") == "cover"
    assert PACKS["dnd5e"].sight.touch != PACKS["dnd5e"].cover[0].touch


@pytest.mark.parametrize("name", ["dnd5e", "dnd5e-inset", "dnd4e", "dnd35", "pathfinder2e"])
def test_2_a_corridor_gives_no_cover(name: str) -> None:
    assert degree(name, "#####", "A...T", "#####") == "none"
    assert degree(name, "#####", "A...T", "#####", back=True) == "none"


def test_3_a_pinch_is_its_own_level() -> None:
    gap = ("A.#.", ".#..", "...T")
    assert degree("descent2", *gap) == "none"
    assert degree("imperial-assault", *gap) == "total"
    assert degree("imperial-assault", "A#", "#T") == "total"
    for mixed in (("Af", "fT"), ("A#", "fT")):
        assert degree("imperial-assault", *mixed) == "none"
    assert degree("space-hulk", "A#", "#T") == "total"
    assert degree("dcss", "A#", "#T") == degree("symmetric-shadowcasting", "A#", "#T") == "none"


def test_4_leaning_is_not_pointwise() -> None:
    board = HexBoard(radius=4)
    board.set_terrain((1, 0), "woods")
    rule = PackRule(PACKS["tide-of-iron"])
    assert sees(board, (0, 0), (2, 2), rule)
    board.set_terrain((1, 2), "woods")
    assert not sees(board, (0, 0), (2, 2), rule)


def test_5_cover_is_not_the_same_both_ways() -> None:
    position = ("A......", ".......", "...#...", "....T..")
    assert degree("dnd5e", *position) == "three-quarters"
    assert degree("dnd5e", *position, back=True) == "half"
    for name in ("dnd5e", "dnd5e-inset", "dnd4e", "dnd35", "imperial-assault", "descent2"):
        assert not PACKS[name].symmetric


def test_6_figures_block_cover_or_do_nothing() -> None:
    blocks = ("descent1", "descent2", "imperial-assault", "heroquest", "space-hulk")
    assert {degree(name, "A.f.T") for name in blocks} == {"total"}
    covers = {"dnd5e": "half", "dnd35": "soft", "pathfinder2e": "lesser"}
    assert {name: degree(name, "A.f.T") for name in covers} == covers
    for name in ("star-wars-miniatures", "dcss", "symmetric-shadowcasting"):
        assert degree(name, "A.f.T") == "none"
    assert (degree("dnd4e", "A.a.T"), degree("dnd4e", "A.e.T")) == ("none", "cover")
    assert degree("pathfinder2e", "A.MMM.T", "..MMM..", "..MMM..") == "standard"


def test_7_gloomhaven_is_closed_ended_and_its_rim_is_wall() -> None:
    pack = PACKS["gloomhaven"]
    assert (pack.sight.ends, pack.outside) == ("closed", "wall")
    board = HexBoard(radius=10)
    for tile in ((7, 0), (8, -2), (9, -1)):
        board.set_solid(tile)
    assert not sees(board, (8, -1), (5, -1), PackRule(pack))
    assert sees(board, (7, -1), (5, -1), PackRule(pack))


def test_8_the_target_blocks_in_descent_alone() -> None:
    assert [name for name in PACKS if PACKS[name].sight.target_blocks] == ["descent2"]


def test_9_what_can_still_be_reached_is_said() -> None:
    for name in ("dnd35", "pathfinder2e"):
        assert "is ours" in PACKS[name].unverified
    page = (HERE.parents[1] / "docs" / "packs" / "dnd5e.md").read_text(encoding="utf-8")
    assert '"still reach" is decided by the test of sight' in page


def test_10_modules_are_a_variant() -> None:
    """Right behind a pillar cover is total if corners are moved inward. With the exact corners of
    D&D 3.5, two lines run along the pillar and are free.
    """
    assert degree("dnd5e-inset", "A.#T") == "total"
    assert degree("dnd35", "A.#T") == "cover"
    assert PACKS["dnd5e-inset"].based_on == "dnd5e"


@pytest.mark.parametrize(
    "name", [name for name in PACKS if "square" in PACKS[name].grids and not PACKS[name].zones]
)
def test_11_nobody_looks_through_a_seam(name: str) -> None:
    """The line runs between two rocks, or two blocking tokens, that share a side."""
    assert PACKS[name].sight.touch.seam == "block"
    assert degree(name, "...##...", "A..##..T", "...##...", "...##...") == "total"


def test_12_what_is_held_against_us_is_not_ours() -> None:
    """The independent implementations do not import the engine, and every pack
    has outside cases.
    """
    for path in HERE.glob("book_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        froms = [each.module or "" for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
        assert not [each for each in froms if each.startswith("sightline")], path
    for name in set(PACKS) - {"dnd5e-inset", "zombicide"}:  # their texts were not available
        assert {case["mark"] for case in CASES if case["pack"] == name} - {"D"}, name


def test_a_wall_before_the_target_is_no_way_in() -> None:
    """In Imperial Assault, the side that joins the two corners must be free from outside."""
    board = SquareBoard(3, 6)
    board.set_edge("D2", "E2", Wall())
    rule = PackRule(PACKS["imperial-assault"])
    assert not sees(board, "B2", "E2", rule)
    assert sees(board, "E2", "B2", rule)
