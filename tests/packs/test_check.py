"""The checker accepts every answer of every pack and rejects every falsified answer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import check, trace
from sightline.packs.schema import Pack
from sightline.rules.pack import PackRule
from tests.every_rule import THOROUGH
from tests.packs.boards import ALL, random_board
from tests.packs.tampering import changes

BOARDS = 300 if THOROUGH else 2
LIES = 400 if THOROUGH else 6
each_pack = pytest.mark.parametrize("pack", ALL, ids=lambda pack: pack.name)


def answers(pack: Pack, what: str, count: int, large: bool = True) -> Any:
    for i in range(count):
        dice = random.Random(f"{pack.name} {what} {i}")
        board = random_board(dice, dice.choice(pack.grids), large)
        one, other = dice.sample(("A", "T"), 2)
        sight = trace(board, one, other, PackRule(pack))
        yield i, dice, board, sight


@each_pack
def test_every_answer_holds(pack: Pack) -> None:
    for i, _, board, sight in answers(pack, "holds", BOARDS):
        assert check(board, sight), (i, str(check(board, sight)), str(board))


@each_pack
def test_no_tampered_answer_holds(pack: Pack) -> None:
    believed = []
    for i, dice, board, sight in answers(pack, "lies", max(1, BOARDS // 4), large=False):
        lies = list(changes(board, sight, pack))
        worst = [lie for lie in lies if lie[0].startswith(("choice", "degrees", "blocked"))]
        dice.shuffle(worst)
        others = dice.sample(lies, min(len(lies), LIES))
        for name, lie in (*worst[: LIES // 2], *others):
            assert lie != sight, name
            if check(board, lie):
                believed.append((i, name))
    assert believed == []
