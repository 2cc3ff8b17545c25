"""A close-up shows the part of the board between both ends, with tiles at their maximum size."""

from __future__ import annotations

import json
import re

import pytest

from sightline import CenterRule, HexBoard, HexRayRule, SquareBoard, trace
from sightline.model.board import Board
from sightline.render import sight_svg
from sightline.render.layout import LARGEST_TILE
from sightline.rules.rule import Rule
from sightline.texts import in_english, with_templates


def box(svg: str) -> tuple[float, ...]:
    found = re.search(r'viewBox="([^"]+)"', svg)
    assert found is not None
    return tuple(map(float, found[1].split()))


@pytest.mark.parametrize(
    ("board", "rule", "ends"),
    [
        (SquareBoard(100, 100), CenterRule(), ((50, 40), (53, 44))),
        (SquareBoard(100, 100), CenterRule(), ((0, 0), (1, 3))),
        (HexBoard(40), HexRayRule(), ((0, 0), (5, -2))),
    ],
    ids=["middle", "corner", "hexes"],
)
def test_only_what_is_around_both_ends(
    board: Board, rule: Rule, ends: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    sight = trace(board, *ends, rule)
    left, top, width, height = box(sight_svg(board, sight, close_up=True))
    assert left >= 0
    assert top >= 0
    assert width < 12 * LARGEST_TILE
    assert height < 12 * LARGEST_TILE
    whole = box(sight_svg(board, sight))
    assert whole[:2] == (0, 0)
    assert whole[2] > width


def test_small_boards_stay_whole() -> None:
    board = SquareBoard(3, 3)
    left, top, width, height = box(
        sight_svg(board, trace(board, (0, 0), (2, 2), CenterRule()), close_up=True)
    )
    assert width >= 3 * LARGEST_TILE
    assert height >= 3 * LARGEST_TILE
    assert height < 4 * LARGEST_TILE, "the words below the board show"
    assert (left, top) < (LARGEST_TILE, LARGEST_TILE * 2)


def test_the_tags_keep_their_templates_for_other_languages() -> None:
    board = SquareBoard(3, 5)
    board.place("<b>", (0, 0))
    board.place("orc", (2, 4))
    svg = sight_svg(board, trace(board, "<b>", "orc", CenterRule()), close_up=True)
    sent = json.dumps(with_templates(svg))
    assert '"say": "from {name}", "with": {"name": "&lt;b&gt;"}' in sent
    assert '"say": "to {name}", "with": {"name": "orc"}' in sent
    assert ">from &lt;b&gt;</text>" in svg
    assert in_english(json.loads(sent)) == svg
