"""A turn of the adventurer: dice, points, steps, attacks, and the reasons for refusals."""

from dataclasses import replace
from itertools import permutations

import pytest

from sightline import SightlineError
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.games.one_card_dungeon import (
    Assign,
    Attack,
    EndTurn,
    FaceBlows,
    Game,
    HeroClass,
    Improve,
    MoveHero,
    MoveMonster,
    Phase,
    Reroll,
    Roll,
    SeededDice,
    Skills,
    TableDice,
    about_attack_of,
    apply,
    legal_actions,
    new_game,
    why_not,
)
from sightline.games.one_card_dungeon.players.player import AutoPlayer
from sightline.model.cell import Square, parse_square
from tests.games.one_card_dungeon.tables import drawn, level

DICE = TableDice((4, 2, 6, 1, 3, 5, 2, 2, 2))


def step(name):
    return MoveHero(parse_square(name))


# --- energy


def test_an_adventurer_begins_as_printed():
    state = new_game()
    assert (state.health, state.skills) == (6, Skills(1, 1, 1, 2))
    assert state.phase is Phase.ROLL
    assert len(state.levels) == 12


def test_each_die_is_added_to_one_skill_for_this_turn_and_range_gets_none():
    state = apply(new_game(), Roll(), DICE)
    assert state.energy == (2, 4, 6)
    state = apply(state, Assign(speed=2, attack=6, defence=4), DICE)
    assert state.points == Skills(3, 7, 5, 2)
    assert state.skills == Skills(1, 1, 1, 2)


def test_every_order_of_the_dice_is_offered_once():
    state = apply(new_game(), Roll(), DICE)
    offers = legal_actions(state)
    assert len(offers) == len(set(offers)) == 6
    doubles = apply(new_game(), Roll(), TableDice((5, 5, 1)))
    assert len(legal_actions(doubles)) == 3


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Assign(2, 2, 6), "the dice show 2, 4, 6, each to be used once; got 2, 2, 6"),
        (Assign(0, 4, 6), "each to be used once; got 4, 6"),
        (Assign(0, 4, 2, 6), "only a ranger puts a die on range, and this is a paladin"),
        (Reroll(), "only a wizard or a barbarian rolls again"),
        (Roll(), "that belongs to the phase 'roll', and this is 'energy'"),
        (step("B1"), "that belongs to the phase 'adventurer', and this is 'energy'"),
    ],
)
def test_energy_is_refused_with_the_reason(action, reason):
    state = apply(new_game(), Roll(), DICE)
    assert reason in (why_not(state, action) or "")
    with pytest.raises(InvalidValueError) as refusal:
        apply(state, action, DICE)
    assert reason in str(refusal.value)
    assert state == apply(new_game(), Roll(), DICE)  # nothing changed


# --- classes


def turn_over(state):
    """End the turn and return the state in which the next roll is due."""
    state = apply(state, legal_actions(state)[0], DICE)
    state = apply(state, EndTurn(), DICE)
    while state.phase in (Phase.MONSTER_MOVE, Phase.MONSTER_ATTACK):
        state = apply(state, legal_actions(state)[0], DICE)
    return state


WEAK = "health 9, speed 0, attack 1, defence 18, range 2"


def test_a_paladin_keeps_one_die_of_the_last_turn_once_a_level():
    state = new_game([level("@...S", S=WEAK)], "paladin")
    assert why_not(state, Roll(6)) == "there is no die to keep before the first roll of a level"
    state = turn_over(apply(state, Roll(), DICE))
    assert legal_actions(state) == [Roll(), Roll(6), Roll(4), Roll(2)]
    assert why_not(state, Roll(5)) == "no die of the last turn shows 5; they show 2, 4, 6"
    state = apply(state, Roll(6), DICE)
    assert state.energy == (1, 3, 6)  # two new faces
    assert state.rolled == 5
    state = turn_over(state)
    assert legal_actions(state) == [Roll()]
    assert "in this level already" in (why_not(state, Roll(6)) or "")


def test_a_wizard_rolls_again_once_a_level():
    state = apply(new_game([level("@...S", S=WEAK)], "wizard"), Roll(), DICE)
    state = apply(state, Reroll(), DICE)
    assert state.energy == (1, 3, 5)
    assert "in this level already" in (why_not(state, Reroll()) or "")
    state = apply(turn_over(state), Roll(), DICE)
    assert Reroll() not in legal_actions(state)


def test_a_barbarian_rolls_again_once_a_turn_at_health_one():
    dice = SeededDice(1)
    state = apply(new_game([level("@...S", S=WEAK)], "barbarian", health=2), Roll(), dice)
    assert "at health 1 only, and has 2" in (why_not(state, Reroll()) or "")
    state = apply(new_game([level("@...S", S=WEAK)], "barbarian", health=1), Roll(), dice)
    state = apply(state, Reroll(), dice)
    assert "in this turn already" in (why_not(state, Reroll()) or "")
    state = apply(turn_over(state), Roll(), dice)
    assert Reroll() in legal_actions(state)


def test_a_ranger_puts_a_die_on_range_instead_of_speed_once_a_level():
    state = apply(new_game([level("@...S", S=WEAK)], "ranger"), Roll(), DICE)
    assert len(legal_actions(state)) == 12
    assert why_not(state, Assign(2, 0, 4, 6)) == "a die on range is one that speed does not get"
    state = apply(state, Assign(0, 2, 4, 6), DICE)
    assert state.points == Skills(1, 3, 5, 8)
    state = replace(state, phase=Phase.ENERGY)
    assert "in this level already" in (why_not(state, Assign(0, 2, 4, 6)) or "")


def test_powers_come_back_with_the_next_level():
    state = new_game([level("@S"), level("@...S")], "wizard")
    state = replace(state, phase=Phase.LEVEL_UP, power_used=True, monsters=())
    assert not apply(state, Improve("speed"), DICE).power_used


# --- steps


def test_a_straight_step_costs_2_and_a_diagonal_one_3():
    state = drawn("@.. ... ..S", Skills(6, 0, 1, 2))
    assert apply(state, step("B1"), DICE).points.speed == 4
    assert apply(state, step("B2"), DICE).points.speed == 3


def test_a_diagonal_step_may_slip_between_two_walls():
    state = drawn("@# #S", Skills(3, 2, 1, 3))
    assert legal_actions(drawn("@#. #.. ..S"))[:1] == [step("B2")]
    assert why_not(state, Attack("spider")) == (
        "you cannot attack the spider on B2: hidden behind the wall on A2 and the wall on B1"
    )


@pytest.mark.parametrize(
    ("to", "reason"),
    [
        ("C1", "C1 is not next to A1, where you stand"),
        ("A1", "A1 is not next to A1"),
        ("B1", "there is a wall on B1"),
        ("A2", "the spider on A2 is in the way"),
        ("B2", "the step to B2 costs 3 speed and you have 2"),
        ("A9", "A9 is off the board"),
    ],
)
def test_steps_are_refused_with_the_reason(to, reason):
    state = drawn("@#. S.. ...", Skills(2, 0, 1, 2))
    assert reason in (why_not(state, step(to)) or "")
    with pytest.raises(InvalidValueError, match=to):
        apply(state, step(to), DICE)


# --- attacks


def test_an_attack_costs_the_defence_and_takes_one_health():
    state = drawn("@S.", Skills(0, 5, 1, 2))
    state = apply(state, Attack("spider"), DICE)
    assert (state.points.attack, state.monsters[0].health) == (3, 1)
    state = apply(state, Attack("spider"), DICE)
    assert state.phase is Phase.WON
    assert state.monsters == ()


def test_moves_and_attacks_mix_in_any_order():
    state = drawn("@S..S", Skills(6, 9, 1, 2), S="health 1, speed 2, attack 1, defence 2, range 2")
    assert [m.name for m in state.monsters] == ["spider 1", "spider 2"]
    for action in (Attack("spider 1"), step("B1"), step("C1"), step("D1"), Attack("spider 2")):
        state = apply(state, action, DICE)
    assert state.phase is Phase.WON


def test_range_is_the_cost_of_walking_there_round_the_walls():
    # Two tiles to the right, but the way around the wall is 3 + 3.
    state = drawn("@#S ...", Skills(0, 9, 1, 5))
    assert why_not(state, Attack("spider")) == (
        "you cannot attack the spider on C1: out of range (6 away, range 5)"
        " and hidden behind the wall on B1"
    )


def test_figures_do_not_lengthen_the_range():
    state = drawn("@W. .S.", Skills(0, 9, 1, 3))
    assert why_not(state, Attack("spider")) is None


def test_monsters_hide_each_other():
    state = drawn("@WS", Skills(0, 9, 1, 4))
    assert why_not(state, Attack("spider")) == (
        "you cannot attack the spider on C1: hidden behind the wolf on B1"
    )
    assert why_not(state, Attack("wolf")) is None


def test_attack_points_run_out():
    assert why_not(drawn("@S.", Skills(0, 1, 1, 2)), Attack("spider")) == (
        "you cannot attack the spider on B1: it takes 2 attack and you have 1"
    )
    assert "there is no 'troll' here; there are spider" in str(
        why_not(drawn("@S."), Attack("troll"))
    )


def test_the_engine_says_why_a_monster_cannot_attack():
    state = drawn("@.# ..# .#S", S="health 2, speed 4, attack 3, defence 2, range 9")
    spider = state.monsters[0]
    assert about_attack_of(state, spider).startswith(
        "the spider on C3 cannot attack: hidden behind"
    )
    near = replace(state, monsters=(replace(spider, at=Square(0, 1)),))
    assert about_attack_of(near, near.monsters[0]) == "the spider on B1 can attack you for 3"


# --- the rest of the turn


def test_damage_is_the_sum_of_attacks_over_the_defence_rounded_down():
    six = "health 2, speed 0, attack 6, defence 2, range 2"
    for defence, damage in ((7, 1), (4, 3), (13, 0), (12, 1)):
        state = drawn("S@S", Skills(0, 0, defence, 2), S=six)
        state = replace(state, phase=Phase.MONSTER_ATTACK)
        assert apply(state, FaceBlows(), DICE).health == 6 - damage


def test_health_never_falls_below_nothing_and_then_the_game_is_lost():
    state = drawn("S@S", Skills(0, 0, 1, 2))
    state = apply(replace(state, phase=Phase.MONSTER_ATTACK, health=1), FaceBlows(), DICE)
    assert (state.health, state.phase) == (0, Phase.LOST)
    assert legal_actions(state) == []
    assert why_not(state, Roll()) == "the game is lost"


@pytest.mark.parametrize("what", ["speed", "attack", "defence", "range"])
def test_after_a_level_one_skill_rises(what):
    state = replace(new_game(), phase=Phase.LEVEL_UP, health=3, monsters=())
    after = apply(state, Improve(what), DICE)
    assert getattr(after.skills, what) == getattr(state.skills, what) + 1
    assert (after.health, after.number, after.turn) == (3, 1, 1)
    assert after.at == after.level.start


def test_or_health_is_back_to_six():
    state = replace(new_game(), phase=Phase.LEVEL_UP, health=3, monsters=())
    after = apply(state, Improve("health"), DICE)
    assert (after.health, after.skills) == (6, state.skills)
    assert "expected one of speed" in str(why_not(state, Improve("luck")))


def test_what_is_no_action_or_no_dice_is_refused():
    with pytest.raises(InvalidTypeError, match="action"):
        why_not(new_game(), "roll")  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match="dice"):
        apply(new_game(), Roll(), 6)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="die number 3"):
        apply(new_game(), Roll(), TableDice((1, 2)))


@pytest.mark.parametrize(
    ("action", "arguments"),
    [(MoveHero, ["B2"]), (MoveHero, [None]), (MoveMonster, ["rat", (1,)]), (Assign, ["6", 1, 2])],
)
def test_actions_that_mean_nothing_cannot_be_made(action, arguments):
    with pytest.raises(SightlineError):
        action(*arguments)


def test_a_plain_pair_is_a_tile():
    assert MoveHero((0, 1)) == step("B1")  # type: ignore[arg-type]
    off = MoveHero((-2, -1))  # type: ignore[arg-type]
    assert "(-2, -1) is off the board" in str(why_not(drawn("@S."), off))


@pytest.mark.parametrize(
    "wrong",
    [
        {"hero_class": "bard"},
        {"first": 13},
        {"first": 0},
        {"health": 7},
        {"health": 0},
        {"skills": Skills(speed=0)},
        {"skills": 3},
        {"levels": []},
        {"levels": ["@.S"]},
    ],
)
def test_a_game_that_cannot_begin_is_refused(wrong):
    with pytest.raises(SightlineError):
        new_game(**wrong)


def test_dice_are_a_fixed_row_and_fair():
    faces = [SeededDice(3).face(n) for n in range(6000)]
    assert faces == [SeededDice(3).face(n) for n in range(6000)]
    assert all(900 < faces.count(face) < 1100 for face in range(1, 7))
    assert faces[:20] != [SeededDice(4).face(n) for n in range(20)]
    assert [SeededDice(0).face(n) for n in range(8)] == [SeededDice(0).face(n) for n in range(8)]


def test_an_adventurer_without_a_class_has_no_power():
    """The base game has three dice, each rolled once: one each for speed, attack and defence."""
    state = replace(new_game(hero_class="adventurer", health=1), energy=(2, 4, 6))
    assert legal_actions(state) == [Roll()]
    assert why_not(state, Roll(6)) == (
        "only a paladin keeps a die, and this is an adventurer without a class"
    )
    state = apply(state, Roll(), TableDice((1, 3, 5)))
    assert state.energy == (1, 3, 5)
    assert set(legal_actions(state)) == {Assign(*order) for order in permutations((1, 3, 5))}
    assert why_not(state, Reroll()) == (
        "only a wizard or a barbarian rolls again, and this is an adventurer without a class"
    )
    assert why_not(state, Assign(0, 3, 1, 5)) == (
        "only a ranger puts a die on range, and this is an adventurer without a class"
    )
    assert not apply(state, Assign(5, 3, 1), DICE).power_used


def test_but_for_the_powers_all_classes_play_the_same():
    """The same dice and decisions give the same game with every class."""
    for seed in range(6):
        games = [Game.begin(new_game(hero_class=each), seed) for each in HeroClass]
        player = AutoPlayer()
        base = games[-1]
        assert base.state.hero_class is HeroClass.ADVENTURER
        while not base.state.is_over and len(base.log) < 120:
            action = player.choose(base.state)
            games = [game.do(action) for game in games]
            base = games[-1]
        assert len(base.log) > 30
        for game in games:
            assert replace(game.state, hero_class=HeroClass.ADVENTURER) == base.state


def test_classes_say_what_they_can():
    assert all(each.power for each in HeroClass)


def test_monsters_are_moved_by_the_rules_only():
    state = apply(drawn("@...S"), EndTurn(), DICE)
    assert "not to E1" in str(why_not(state, MoveMonster("spider", Square(0, 4))))
    assert "has no move to make" in str(why_not(state, MoveMonster("ghost", Square(0, 4))))
