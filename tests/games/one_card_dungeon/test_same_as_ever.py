"""Optimizations did not change the game: saves of the same games have the same bytes as before.

The digests come from the version without caches, which played 541 random games per second.
"""

import copy
import hashlib
import json
import pickle
import random
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.games.common.dice import MAX_SEED, mixed
from sightline.games.one_card_dungeon import (
    Assign,
    Attack,
    EndTurn,
    Game,
    HeroClass,
    MoveMonster,
    Roll,
    SeededDice,
    Skills,
    State,
    apply,
    legal_actions,
    new_game,
    save_text,
    why_not,
)
from sightline.games.one_card_dungeon.board import standing as standings
from sightline.games.one_card_dungeon.players.player import AutoPlayer
from tests.games.one_card_dungeon.tables import drawn

KNOWN = json.loads(Path(__file__).with_name("same_as_ever.json").read_text())
LONGEST = 400


def random_game(seed: int) -> Game:
    rng = random.Random(seed)
    skills = Skills(1 + seed % 4, 1 + seed % 5, 1 + seed % 3, 2 + seed % 3)
    hero_class = list(HeroClass)[seed % 5]
    start = new_game(hero_class=hero_class, first=1 + seed % 12, skills=skills)
    game = Game.begin(start, seed)
    while not game.state.is_over and len(game.log) < LONGEST:
        legal = legal_actions(game.state)
        game = game.do(legal[rng.randrange(len(legal))])
    return game


def planned_game(seed: int) -> Game:
    game = Game.begin(new_game(hero_class=list(HeroClass)[seed % 5]), seed)
    player = AutoPlayer()
    while not game.state.is_over and len(game.log) < LONGEST:
        game = game.do(player.choose(game.state))
    return game


def digest(game: Game) -> str:
    text = save_text(game).replace("armor", "armour")  # the name at that time
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_random_games_are_what_they_were():
    assert [digest(random_game(seed)) for seed in range(120)] == KNOWN["random"]


def test_planned_games_are_what_they_were():
    assert [digest(planned_game(seed)) for seed in range(10)] == KNOWN["planned"]


def plain(state: State) -> State:
    """Return the same state without caches."""
    return replace(state)


@pytest.mark.parametrize("seed", range(25))
def test_what_is_kept_is_what_would_be_found_anew(seed):
    """Every state is queried twice, with and without caches, to detect stale entries."""
    rng, dice = random.Random(seed), SeededDice(seed)
    state = new_game(hero_class=list(HeroClass)[seed % 5], first=1 + seed % 12, health=3)
    names = {each.name for each in fields(State)}
    for _ in range(150):
        assert {name for name in vars(state) if not name.startswith("_")} == names
        anew = plain(state)
        assert legal_actions(state) == legal_actions(anew)
        if state.is_over:
            break
        action = rng.choice(legal_actions(state))
        assert why_not(anew, action) is None
        after = apply(state, action, dice)
        assert after == apply(anew, copy.copy(action), dice)
        assert plain(after) == after
        state = after


def test_a_list_of_legal_actions_is_the_callers_own():
    state = drawn("@.S")
    legal_actions(state).clear()
    assert EndTurn() in legal_actions(state)


def test_states_travel_and_keep_nothing_that_is_only_true_here():
    """Pickled states omit caches: string hashes differ between processes, and caches hold half the
    game.
    """
    state = apply(new_game(), Roll(), SeededDice(3))
    legal_actions(state)
    hash(state.level)
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 (our own bytes)
    assert again == state
    assert legal_actions(again) == legal_actions(state)
    for value in (again, again.level, again.layout, again.monsters[0].kind):
        assert not any(name.startswith("_") and value is not again for name in vars(value))
    assert len(pickle.dumps(state)) < 20_000


def test_numbers_of_numpy_do_not_get_into_other_games():
    """Points are cached by value, and a numpy 3 equals an int 3."""
    state = apply(new_game(), Roll(), SeededDice(11))
    faces: list[Any] = [np.int64(face) for face in state.energy]
    strange = Assign(*faces)
    assert why_not(state, strange) is None
    after = apply(state, strange, SeededDice(11))
    assert all(type(value) is int for value in vars(after.points).values())


def test_odd_actions_are_refused_in_words():
    state = drawn("@.S")
    for odd in (Attack([]), Attack(None)):  # type: ignore[arg-type]
        assert why_not(state, odd) is not None
        with pytest.raises(ValueError, match="there is no"):
            apply(state, odd, SeededDice(0))
    moving = apply(state, EndTurn(), SeededDice(0))
    with pytest.raises(ValueError, match="has no move"):
        apply(moving, MoveMonster([], (0, 0)), SeededDice(0))  # type: ignore[arg-type]


def test_dice_side_by_side_fall_as_one_by_one():
    """Vectorized faces equal the definition, which computes one word at a time."""
    for seed in (0, 1, 7, 2**62 + 11, MAX_SEED):
        start = mixed(seed)
        words = [mixed(start + (n + 1) * 0x9E3779B97F4A7C15) for n in range(200)]
        faces = [1 + (word * 6 >> 64) for word in words]
        dice = SeededDice(seed)
        assert [dice.face(n) for n in range(200)] == faces
        for n in range(190):
            for count in (1, 2, 3):
                assert dice.faces(n, count) == faces[n : n + count]


def test_a_monster_keeps_its_wounds_where_another_stood_unhurt():
    """Two games share positions and moves, but a cached monster of one must not appear in the
    other.
    """
    whole = apply(drawn("@...S"), EndTurn(), SeededDice(0))
    for health in (3, 1, 2):
        hurt = tuple(replace(monster, health=health) for monster in whole.monsters)
        state = replace(whole, monsters=hurt)
        (move,) = legal_actions(state)
        assert [each.health for each in apply(state, move, SeededDice(0)).monsters] == [health]


def test_an_action_of_another_moment_is_asked_about():
    """States share action objects, but an action that is legal in one state may be illegal in
    another.
    """
    state = drawn("@...S")
    end = legal_actions(state)[-1]
    moving = apply(state, end, SeededDice(0))
    with pytest.raises(ValueError, match="phase"):
        apply(moving, end, SeededDice(0))
    (move,) = legal_actions(moving)
    struck = apply(moving, move, SeededDice(0))
    with pytest.raises(ValueError, match="phase"):
        apply(struck, move, SeededDice(0))
    assert apply(state, copy.copy(end), SeededDice(0)) == moving


def test_what_is_kept_stays_within_bounds(monkeypatch):
    monkeypatch.setattr(standings, "KEPT_STANDINGS", 50)
    monkeypatch.setattr(standings, "_kept", {})
    for seed in range(6):
        random_game(seed)
        assert len(standings._kept) <= 50
    assert digest(random_game(7)) == KNOWN["random"][7]
