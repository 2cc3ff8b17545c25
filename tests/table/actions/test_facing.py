"""Facing: who may rotate a token, who is notified, and its effect in rules with an arc."""

from __future__ import annotations

import pytest

from sightline import HexBoard, PackRule, SquareBoard
from sightline.model.hexagon import Orientation
from sightline.table.protocol.actions import EditFigure, TurnFigure, Undo
from sightline.table.protocol.types import FacingWord
from tests.packs.boards import CENTERS, made
from tests.table.support.fake_pages import party

HALF = PackRule(made("facing-half", symmetric=False, **CENTERS, arc=180))


def row() -> SquareBoard:
    board = SquareBoard(1, 7)
    board.place("Mira", (0, 3), kind="hero")
    return board


async def test_a_player_turns_their_own_token_and_sees_the_other_way() -> None:
    async with party(row(), HALF) as ours:
        ann, ben = await ours.player("Ann"), await ours.player("Ben")
        mira = ours.figure("Mira").id
        await ours.master.done(EditFigure(mira, owners=[ann.id]))
        await ann.done(TurnFigure(mira, "east"))
        assert ours.figure("Mira").facing == "east"
        assert ann.page.view.lit == {(0, col) for col in range(3, 7)}
        await ann.done(TurnFigure(mira, "west"))
        assert ann.page.view.lit == {(0, col) for col in range(4)}
        assert ann.page.view.figures[mira]["facing"] == "west"
        await ann.done(TurnFigure(mira, ""))
        assert ann.page.view.lit == {(0, col) for col in range(7)}
        no = await ben.refused(TurnFigure(mira, "east"))
        assert no == await ben.refused(TurnFigure("nobody", "east"))
        await ours.master.done(Undo())
        assert ours.figure("Mira").facing == "west"


@pytest.mark.parametrize(
    ("orientation", "there", "missing"), [("pointy", "east", "north"), ("flat", "north", "east")]
)
async def test_hexes_have_six_directions(
    orientation: Orientation, there: FacingWord, missing: FacingWord
) -> None:
    board = HexBoard(2, orientation=orientation)
    board.place("Mira", (0, 0), kind="hero")
    async with party(board, HALF) as ours:
        mira = ours.figure("Mira").id
        why = await ours.master.refused(TurnFigure(mira, missing))
        assert "no such direction" in why
        await ours.master.done(TurnFigure(mira, there))
        assert ours.figure("Mira").facing == there
