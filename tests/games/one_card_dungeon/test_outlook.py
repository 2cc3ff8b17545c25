"""The predicted result of an action matches what then happens."""

import random
from dataclasses import replace
from itertools import takewhile

import pytest

from sightline.errors import InvalidValueError
from sightline.games.one_card_dungeon import (
    Attack,
    EndTurn,
    FaceBlows,
    HeroClass,
    MoveHero,
    MoveMonster,
    Phase,
    SeededDice,
    Skills,
    apply,
    blow_sum,
    default_action,
    explain_move,
    foresee,
    hint,
    legal_actions,
    new_game,
    priced_actions,
    targets,
    walks,
    why_not,
)
from sightline.model.cell import Square
from tests.games.one_card_dungeon.tables import drawn

DICE = SeededDice(4)


def states(seeds=range(12), steps=120):
    """Return states from random games, including every phase."""
    for seed in seeds:
        rng, dice = random.Random(seed), SeededDice(seed)
        state = new_game(
            hero_class=list(HeroClass)[seed % 5],
            first=1 + seed % 12,
            skills=Skills(3, 4, 3, 3),
            health=1 + seed % 6,
        )
        for _ in range(steps):
            if state.is_over:
                break
            yield state, rng
            state = apply(state, rng.choice(legal_actions(state)), dice)


def test_prices_are_what_is_paid():
    seen = set()
    for state, _ in states():
        offers = priced_actions(state)
        assert [each.action for each in offers] == legal_actions(state)
        for each in offers:
            after = apply(state, each.action, DICE)
            if state.phase is Phase.ADVENTURER:
                assert each.left == after.points
                assert each.cost.speed == state.points.speed - after.points.speed
                assert each.cost.attack == state.points.attack - after.points.attack
            assert each.text
            seen.add(type(each.action))
    assert len(seen) >= 8


def test_prices_in_words():
    state = drawn("@.S", Skills(3, 4, 2, 4))
    texts = [each.text for each in priced_actions(state)]
    assert texts == [
        "attack the spider on C1 for 2 of 4 attack",
        "walk to B1 for 2 of 3 speed",
        "end the turn",
    ]


def test_walks_can_be_walked_for_their_cost():
    for state, _ in states(range(6)):
        for tile, walk in walks(state).items():
            end = state
            for step in walk.path:
                end = apply(end, MoveHero(step), DICE)
            assert end.at == tile
            assert state.points.speed - end.points.speed == walk.cost
    assert walks(new_game()) == {}


def test_targets_say_why_not_and_show_the_line():
    state = drawn("@#S ...", Skills(6, 6, 3, 9))
    (report,) = targets(state)
    assert report.why_not == why_not(state, Attack("spider"))
    assert report.why_not is not None
    assert "the wall on B1" in report.why_not
    assert not report.sight.visible
    assert report.in_range
    assert report.distance == 6
    (there,) = targets(state, Square(1, 1))
    assert there.why_not is None
    assert there.sight.visible
    assert there.distance == 3


def test_targets_agree_with_the_rules():
    for state, _ in states(range(8)):
        for report in targets(state):
            if state.phase is Phase.ADVENTURER:
                assert report.why_not == why_not(state, Attack(report.monster.name))
            able = report.in_range and report.sight.visible
            enough = report.price <= state.points.attack
            if state.phase is Phase.ADVENTURER:
                assert (report.why_not is None) == (able and enough)


def moves(rows, **stats):
    state = apply(drawn(rows, **stats), EndTurn(), DICE)
    return [
        explain_move(state, action).text
        for action in legal_actions(state)
        if isinstance(action, MoveMonster)
    ]


def test_a_monster_that_can_attack_says_from_where():
    assert moves("@...S") == [
        (
            "the spider on E1 moves to C1: on its way to B1, from where it could attack:"
            " 6 of speed away, and it has 4"
        )
    ]
    assert moves("@..S") == [
        (
            "the spider on D1 moves to B1: the only tile in its reach from which it sees you in"
            " range 2 (2 away, 4 of 4 speed)"
        )
    ]
    far = "health 1, speed 6, attack 3, defence 2, range 6"
    assert moves("@...S", S=far) == [
        (
            "the spider on E1 moves to D1: the farthest tile in its reach from which it sees you in"
            " range 6 (6 away, 2 of 6 speed)"
        )
    ]


def test_equal_choices_are_named():
    texts = moves(".S. ... .@.", S="health 1, speed 3, attack 3, defence 2, range 3")
    assert len(texts) == 2
    assert all("would do as well" in text for text in texts)


def test_a_monster_without_a_tile_to_attack_from_comes_nearer():
    (text,) = moves("@SA", A="health 1, speed 4, attack 3, defence 2, range 2")[-1:]
    assert "stays" in text or "moves" in text
    state = apply(drawn("@SA"), EndTurn(), DICE)
    state = apply(state, legal_actions(state)[0], DICE)
    (last,) = (
        explain_move(state, a).text for a in legal_actions(state) if isinstance(a, MoveMonster)
    )
    assert last == (
        "the archer on C1 stays on C1: no tile lets it attack, and nothing in its reach is nearer"
        " (4 from you)"
    )


def test_a_move_that_is_not_legal_has_no_reason():
    state = apply(drawn("@..S"), EndTurn(), DICE)
    with pytest.raises(InvalidValueError, match="goes to B1"):
        explain_move(state, MoveMonster("spider", Square(0, 2)))


def test_every_path_leads_there():
    for state, _ in states(range(8)):
        for action in legal_actions(state):
            if isinstance(action, MoveMonster):
                move = explain_move(state, action)
                assert move.cost <= move.monster.kind.speed
                at = move.monster.at
                for step in move.path:
                    assert step in dict(state.layout.steps_from(at))
                    assert step != state.at
                    at = step
                assert at == action.to


def test_the_damage_as_on_paper():
    state = replace(drawn("S@S", Skills(0, 0, 4, 2)), phase=Phase.MONSTER_ATTACK)
    total = blow_sum(state)
    assert total.text == (
        "the spider on A1 (3) and the spider on C1 (3): 3 + 3 = 6; 6 / 4 = 1, 2 left over;"
        " 1 health lost"
    )
    assert apply(state, FaceBlows(), DICE).health == state.health - total.damage == 5
    calm = replace(drawn("@..S", Skills(0, 0, 4, 2)), phase=Phase.MONSTER_ATTACK)
    assert blow_sum(calm).text == "no monster can attack: no damage"


def test_what_is_foreseen_happens():
    compared = 0
    for state, _ in states(range(15)):
        if state.phase in (Phase.ROLL, Phase.ENERGY, Phase.LEVEL_UP):
            with pytest.raises(InvalidValueError, match="dice come first"):
                foresee(state)
            continue
        seen = foresee(state)
        end = apply(state, EndTurn(), DICE) if state.phase is Phase.ADVENTURER else state
        left = list(seen.moves)
        while end.phase is Phase.MONSTER_MOVE:
            action = default_action(end)
            assert isinstance(action, MoveMonster)
            move = left.pop(0)
            assert (move.monster.name, move.to) == (action.monster, action.to)
            end = apply(end, action, DICE)
        end = apply(end, FaceBlows(), DICE)
        assert end == seen.state
        assert end.health == seen.health == max(0, state.health - seen.blows.damage)
        assert ("you fall" in seen.text) == (seen.health == 0)
        compared += 1
    assert compared > 100


def test_hints_are_legal_and_say_why():
    phases = set()
    for state, _ in states(range(8), 60):
        advice = hint(state)
        assert why_not(state, advice.action) is None
        assert advice.plan[0] == advice.action
        assert len(advice.text) > 10
        steps = takewhile(lambda each: isinstance(each, MoveHero), advice.plan)
        walk = [step.to for step in steps if isinstance(step, MoveHero)]
        assert not walk or walk[-1] != state.at, "a walk that ends where it began"
        phases.add(state.phase)
    assert len(phases) >= 5
    lost = replace(drawn("@.S"), phase=Phase.LOST, health=0)
    with pytest.raises(InvalidValueError, match="lost"):
        hint(lost)


def test_a_hint_tells_its_plan():
    state = drawn("@.S", Skills(2, 4, 3, 2), S="health 1, speed 4, attack 3, defence 2, range 2")
    advice = hint(state)
    assert advice.text == "walk to B1 and attack the spider on C1 (it falls): that clears the level"
    assert advice.plan == (MoveHero(Square(0, 1)), Attack("spider"))


def test_a_hint_for_equal_monsters_takes_the_least_harm():
    for state, _ in states(range(10), 80):
        if state.phase is Phase.MONSTER_MOVE:
            after = [foresee(apply(state, a, DICE)).health for a in legal_actions(state)]
            chosen = foresee(apply(state, hint(state).action, DICE)).health
            assert chosen == max(after)
