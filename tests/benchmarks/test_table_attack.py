"""The attacks on the table run while other clients keep playing. No times are measured."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks import table_attack


@pytest.mark.parametrize("kind", ["impossible", "undo"])
def test_others_play_on_while_one_attacks(kind: str) -> None:
    result = asyncio.run(table_attack.run(kind, seconds=0.5, side=31))
    for when in ("in peace ms", "attacked ms"):
        assert result[when]["p50"] > 0
    assert result["attacker's actions"] > 0


def test_a_maze_has_one_closed_room() -> None:
    board = table_attack.maze(15, 1)
    assert not board.is_solid((13, 13))
    assert board.is_solid((12, 13))
    assert board.is_solid((13, 12))
