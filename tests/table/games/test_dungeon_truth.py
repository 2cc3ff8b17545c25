"""What One Card Dungeon shows about targets agrees with the rules, over random games."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from sightline.games.one_card_dungeon import (
    Attack,
    Phase,
    SeededDice,
    apply,
    legal_actions,
    new_game,
    shipped_level,
    walks,
    why_not,
)
from sightline.table.games.one_card_dungeon_view import foes_from
from tests.every_rule import THOROUGH


@pytest.mark.parametrize("name", ["tutorial", "1", "5", "12"])
def test_what_is_said_of_a_target_is_so(name: str) -> None:
    poor = drawn = 0
    for seed in range(30 if THOROUGH else 2):
        whim, dice = random.Random(seed), SeededDice(seed)
        state = new_game([shipped_level(name)])
        for _ in range(40):
            if state.is_over:
                break
            if state.phase is Phase.ADVENTURER:
                for at in (None, *sorted(walks(state))[::3]):
                    there = state if at is None else replace(state, at=at)
                    for foe in foes_from(state, at):
                        objection = why_not(there, Attack(foe.name))
                        assert (foe.why_not == "") == (objection is None), (foe, objection)
                        poor += "attack and you have" in foe.why_not
                        assert foe.sight is not None
                        assert foe.sight.line[0] != foe.sight.line[1], foe.sight
                        drawn += foe.sight.visible
            state = apply(state, whim.choice(legal_actions(state)), dice)
    assert drawn
    assert poor or name != "12", "some have too few attack points"
