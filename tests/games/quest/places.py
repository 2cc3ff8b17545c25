"""Quests for the tests, and ways to play them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from sightline.games.quest import (
    QuestAction,
    QuestState,
    Scenario,
    Venture,
    apply,
    legal_actions,
    read_scenario,
)

CELLAR = """
title: The cellar
mode: {mode}
large: {large}
reveal: {reveal}
goal: defeat all
goal: find "chest"
goal: exit A1
numbers: "Hilda" moves 2d6 attack 3 defence 2 body 5
numbers: "Tam" moves 1d6+3 attack 2 range 8
numbers: "dog" moves 7
numbers: "goblin" attack 2 defence 1 body 1 moves 5
numbers: "goblin 3" range 6
numbers: "troll" moves 4 attack 4 defence 2 body 3
chest: "chest" gold 20 body 2 attack 1

+---+---+---+---+---+---+---+---+---+---+
| .   .   . | .   .   .   . | .   .   . |
+   +   +   +   +   +   +   +   +   +   +
| H   T   . c .   g   #   . s .   V   . |
+   +   +   +   +   +   +   +   +   +   +
| .   a   . | .   t   t   . | .   .   g |
+-c-+---+---+---+---+-l-+---+---+---+-C-+
| .   .   .   .   .   .   .   .   .   . |
+---+-o-+---+---+---+---+---+-O-+---+---+
| .   .   b   b | .   .   .   .   .   . |
+   +   +   +   +   +   +   +   +   +   +
| .   g   .   .   .   .   .   X   X   . |
+   +   +   +   +   +   +   +   +   +   +
| .   .   .   . | .   .   #   X   X   . |
+---+---+---+---+---+---+---+---+---+---+

H: hero "Hilda"
T: hero "Tam"
a: ally "dog"
g: enemy "goblin"
X: enemy "troll"
V: chest "chest"
t: table "table"
b: bookcase "bookcase"
"""


def cellar(mode: str = "strict", reveal: str = "seen", large: str = "tiles") -> Scenario:
    """Return a quest that contains every feature."""
    return read_scenario(CELLAR.format(mode=mode, reveal=reveal, large=large))


def random_states(
    scenario: Scenario, seed: int, count: int
) -> Iterator[tuple[QuestState, QuestAction, QuestState]]:
    """Play random legal actions; yield the state before, the action and the state after."""
    venture = Venture.begin(scenario, seed)
    state = venture.state
    dice = random.Random(seed)
    for _ in range(count):
        actions = legal_actions(state)
        if not actions:
            return
        action = dice.choice(actions)
        after = apply(state, action)
        yield state, action, after
        state = after
