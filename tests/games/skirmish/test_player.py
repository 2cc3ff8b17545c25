"""The computer player makes legal moves with reasons, beats random play and finds obvious moves."""

from __future__ import annotations

import random

import pytest

from sightline.errors import InvalidValueError
from sightline.games.skirmish import (
    FIGHTING,
    MAP_NAMES,
    Advice,
    Battle,
    Blast,
    Commander,
    Deploy,
    Flame,
    March,
    Pass,
    Resign,
    Shot,
    apply,
    believed,
    legal_actions,
    new_battle,
    why_not,
)
from sightline.games.skirmish.players.player import danger, flag_distance
from tests.games.skirmish.fields import ROW, scene

OPEN = "\n".join(" " * (i % 2) + ". " * 9 for i in range(6))


def turn_of(battle: Battle, commander: Commander | None = None) -> tuple[list[Advice], Battle]:
    """Return what the computer does until it passes."""
    player = commander or Commander()
    advices = []
    side = battle.side
    while battle.phase == FIGHTING and battle.side == side:
        advice = player.choose(battle)
        assert why_not(battle, advice.action) is None
        assert advice.reason
        advices.append(advice)
        battle = apply(battle, advice.action)
    return advices, battle


def test_it_beats_whims() -> None:
    won = 0
    for seed in range(6):
        moods = random.Random(seed)
        battle = new_battle(MAP_NAMES[seed % 3], seed)
        player = Commander(seed)
        while not battle.is_over:
            side = battle.side if battle.phase == FIGHTING else int(battle.ready[0])
            if side == seed % 2:
                action = player.choose(battle, side).action
            else:
                legal = legal_actions(battle)
                action = moods.choice([a for a in legal if getattr(a, "side", side) == side])
            battle = apply(battle, action)
        won += battle.winner == seed % 2
    assert won == 6


def test_it_shoots_whom_it_can_fell() -> None:
    battle = scene(ROW, [(0, 0)], [(4, 0), (5, 0)], units=(["archer"], ["guard", "scout"]))
    battle = battle._replace(health=bytes([3, 4, 1]))
    advices, _ = turn_of(battle)
    assert Shot(0, 2) in [advice.action for advice in advices]
    shot = next(advice for advice in advices if isinstance(advice.action, Shot))
    assert "it hits the blue scout with 75 %" in shot.reason
    assert shot.value > 0


def test_it_takes_a_flag_and_keeps_it() -> None:
    battle = scene(ROW, [(0, 0)], [(9, 0)], units=(["scout"], ["guard"]), flags=["3,0"])
    advices, after = turn_of(battle)
    assert after.where(0) == (3, 0)
    assert "it holds the flag on (3, 0)" in advices[0].reason
    assert isinstance(advices[-1].action, Pass)
    assert advices[-1].reason == "nothing that is left to do is better than to wait"
    back = apply(after, Pass())
    _, later = turn_of(back)
    assert later.where(0) == (3, 0)


def test_it_goes_towards_what_is_far() -> None:
    battle = scene(ROW, [(0, 0)], [(9, 0)], units=(["guard"], ["guard"]), flags=["8,0"])
    advices, after = turn_of(battle)
    assert after.where(0) == (4, 0)
    assert "it is nearer to the flag on (8, 0)" in advices[0].reason
    assert "no known enemy could answer there" in advices[0].reason


def test_it_does_not_burn_its_own() -> None:
    battle = scene(
        OPEN,
        [(2, 2), (3, 2), (4, 1)],
        [(4, 2), (0, 5)],
        units=(["flamer", "guard", "guard"], ["guard", "scout"]),
        flags=["0,5"],
    )
    advices, _ = turn_of(battle)
    flames = [advice.action for advice in advices if isinstance(advice.action, Flame)]
    for flame in flames:
        here = battle
        for advice in advices:
            if advice.action == flame:
                break
            here = apply(here, advice.action)
        burnt = apply(here, flame)
        assert (burnt.health[1], burnt.health[2]) == (here.health[1], here.health[2])


def test_it_throws_where_most_are_hurt() -> None:
    battle = scene(
        OPEN,
        [(0, 2)],
        [(4, 1), (4, 2), (3, 2)],
        units=(["mortar"], ["guard", "guard", "guard"]),
        flags=["0,2"],
    )
    advices, after = turn_of(battle)
    assert any(isinstance(advice.action, Blast) for advice in advices)
    assert list(after.health[1:]) == [3, 3, 3]
    throw = next(advice for advice in advices if isinstance(advice.action, Blast))
    assert "it hurts the blue guard 1, the blue guard 2 and the blue guard 3" in throw.reason


def test_it_stays_out_of_fire_if_nothing_is_to_be_had() -> None:
    row = ". . . . . # . . . ."
    battle = scene(
        row + "\n " + ". " * 10, [(0, 0)], [(8, 0)], units=(["mortar"], ["archer"]),
        flags=["8,0", "0,0"],
    )  # fmt: skip
    hurt = battle._replace(charges=bytes([0, 0]))
    _, after = turn_of(hurt)
    assert after.where(0) == (0, 0), "it holds its flag, and nobody can answer there"


def test_the_answer_is_weighed() -> None:
    field = scene(ROW, [(0, 0)], [(9, 0)], units=(["guard"], ["archer"])).field
    row = danger(field, 1, 9)
    # The archer walks up to 4, then shoots at distance 6 with 75 %.
    assert row[0] == 75
    assert danger(field, 0, 0)[5] == 180, "a guard walks 4, and hits a neighbor for 2 with 90 %"
    assert danger(field, 0, 0)[6] == 0
    assert flag_distance(field, 9) == (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
    hill = scene(". A .", [(0, 0)], [(2, 0)]).field
    assert flag_distance(hill, 2) == (4, 1, 0), "up costs, down does not"


def test_it_knows_only_what_its_side_believes() -> None:
    battle = scene(ROW, [(0, 0)], [(9, 0)], units=(["guard"], ["archer"]))
    other = battle._replace(at=bytes([0, 8]), seed=99, rolled=5, health=bytes([4, 1]))
    assert believed(battle, 0) == believed(other, 0)
    assert Commander().choose(battle) == Commander().choose(other)


def test_it_deploys_for_the_side_that_is_asked() -> None:
    battle = new_battle("ridge")
    for side in (0, 1):
        advice = Commander(4).choose(battle, side)
        assert isinstance(advice.action, Deploy)
        assert advice.action.side == side
        assert why_not(battle, advice.action) is None
    first = Commander().choose(battle).action
    assert isinstance(first, Deploy)
    assert first.side == 0
    half = apply(battle, first)
    second = Commander().choose(half).action
    assert isinstance(second, Deploy)
    assert second.side == 1
    with pytest.raises(InvalidValueError, match="red has deployed already"):
        Commander().choose(half, 0)
    assert len({Commander(seed).choose(battle, 0).action for seed in range(30)}) > 1


def test_it_says_when_it_is_over() -> None:
    with pytest.raises(InvalidValueError, match="it is over"):
        Commander().choose(apply(new_battle(), Resign(0)))


def test_a_plan_is_dropped_when_something_new_is_seen() -> None:
    battle = scene(
        ROW + "\n " + ROW, [(0, 0)], [(9, 0)], units=(["guard"], ["archer"]), flags=["9,0"]
    )
    player = Commander()
    first = player.choose(battle)
    assert isinstance(first.action, March)
    after = apply(battle, first.action)
    surprised = after._replace(at=after.at[:1] + bytes([4]), known=after.known[:1] + bytes([4]))
    second = player.choose(surprised)
    assert why_not(surprised, second.action) is None
    assert second.action == Commander().choose(surprised).action
