"""Explanations: sentences that name tiles, figures, doors and the reason."""

from __future__ import annotations

import pickle

from sightline import CenterRule, CornerRule, Door, HexBoard, HexRayRule, SquareBoard, Wall, trace
from sightline.model.hexagon import Orientation
from sightline.rules.rule import Rule
from tests.every_rule import MAKE, on_every_setting, seeds


def test_a_touched_corner() -> None:
    board = SquareBoard(3, 3)
    board.set_solid((1, 1))
    assert trace(board, (0, 0), (2, 2), CornerRule()).explain() == (
        "Hidden: the best of 16 lines, from the south-west corner of A1 to the south-west corner of"
        " C3, passes only by touching the corner of the rock on B2; touching blocks in strict play."
    )


def test_figures_are_called_by_name() -> None:
    board = SquareBoard(1, 3)
    board.place("Mira", (0, 0))
    board.place("goblin", (0, 1))
    board.place("shaman", (0, 2))
    text = trace(board, "Mira", "shaman", CenterRule()).explain()
    assert text == (
        "Hidden: the line from the center of Mira on A1 to the center of shaman on C1 is stopped by"
        " goblin on B1."
    )


def test_doors_and_their_states() -> None:
    board = SquareBoard(1, 2)
    for state in ("closed", "locked", "secret"):
        board.set_edge((0, 0), (0, 1), Door(state))
        text = trace(board, (0, 0), (0, 1), CenterRule()).explain()
        assert text.endswith(f"is stopped by the {state} door between A1 and B1.")


def test_squeezing() -> None:
    board = SquareBoard(2, 2)
    board.set_solid((0, 1))
    board.set_solid((1, 0))
    text = trace(board, (0, 0), (1, 1), CenterRule()).explain()
    assert "cannot squeeze between the rock on B1 and the rock on A2" in text


def test_free_walls_by_the_tiles_where_they_are_met() -> None:
    board = SquareBoard(1, 3)
    board.add_wall((1.25, -1), (1.5, 2))
    text = trace(board, (0, 0), (0, 2), CenterRule()).explain()
    assert text.endswith("is stopped by the wall across B1.")
    for ends, a, b, words in (
        (((3, 0), (3, 5)), "C4", "D4", "the wall between C4 and D4"),
        (((0, 2), (5, 2)), "B1", "B4", "the wall between B2 and B3"),
        (((3, 0), (3, 5)), "B2", "E3", "the wall where C2, D2, C3 and D3 meet"),
        (((2, 0), (4, 5)), "A3", "E3", "the wall across C3 and D3"),
        (((0, 0), (5, 5)), "C1", "A3", "the wall across B2"),
    ):
        board = SquareBoard(5, 5)
        board.add_wall(*ends)
        assert words in trace(board, a, b, CenterRule()).explain()
    board = SquareBoard(3, 3)
    board.add_wall((1, 1), (1, 2), Door("closed"))
    sight = trace(board, "A2", "C2", CenterRule())
    assert "the closed door between A2 and B2" in sight.explain()
    assert pickle.loads(pickle.dumps(sight)).explain() == sight.explain()  # noqa: S301
    board = SquareBoard(2, 3)
    board.add_wall((0, 0), (3, 0))
    touching = trace(board, "A1", "C1", CornerRule("strict", closed_ends=True))
    assert "(" not in touching.explain()


def test_free_walls_on_hexes() -> None:
    board = HexBoard(radius=3)
    board.add_wall((1.2, -1), (1.1, 1))
    text = trace(board, (-1, 0), (3, 0), CenterRule()).explain()
    assert text.endswith("is stopped by the wall across (1, 0).")


def test_what_awaits_a_ruling_says_so() -> None:
    board = SquareBoard(2, 2)
    board.set_edge((0, 0), (0, 1), Wall())
    text = trace(board, (0, 0), (1, 1), CenterRule("adjudicated")).explain()
    assert text.startswith("Too close to call: ")
    assert text.endswith("It awaits the game master's ruling, and counts as hidden until then.")


def test_rays() -> None:
    board = HexBoard(3)
    board.set_elevation((1, 0), 4)
    board.set_cover((1, 0), 0.5)
    assert trace(board, (0, 0), (2, 0), HexRayRule()).explain() == (
        "Hidden: the ray from (0, 0) to (2, 0) is stopped at step 1 by the high ground on (1, 0)"
        " (height 4), which rises above the line between both ends; cover of 0.5 on the way costs"
        " 30 %."
    )
    assert trace(board, (0, 0), (0, 2), HexRayRule()).explain() == (
        "Visible: nothing stops the ray from (0, 0) to (0, 2)."
    )


def test_corners_are_called_as_hexes_are_drawn() -> None:
    corners: dict[Orientation, str] = {"pointy": "north-east", "flat": "east"}
    for orientation, corner in corners.items():
        board = HexBoard(2, orientation=orientation)
        text = trace(board, (0, 0), (2, -1), CornerRule()).explain()
        assert f"from the {corner} corner of (0, 0)" in text


@on_every_setting
def test_every_answer_can_be_told(rule: Rule, grid: str) -> None:
    opening = {"visible": "Visible: ", "hidden": "Hidden: ", "ambiguous": "Too close to call: "}
    for seed in seeds(rule, grid, 10):
        case = MAKE[grid](seed + 50)
        sight = trace(case.board, case.source, case.target, rule)
        text = sight.explain()
        assert text.startswith(opening[str(sight.verdict)]), seed
        assert text.endswith("."), seed
        assert "None" not in text, seed
        if not set(sight.source.tiles) & set(sight.target.tiles):
            for blocker in sight.blockers:
                if blocker.what == "figure" and len(sight.blockers) == 1:
                    assert str(blocker.name) in text, seed
