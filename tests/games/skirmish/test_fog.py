"""A side cannot distinguish two games that differ only in what it has not seen."""

from __future__ import annotations

import json
import random

import pytest

from sightline import sees
from sightline.games.skirmish import (
    DEPLOYING,
    FIGHTING,
    MAP_NAMES,
    NOWHERE,
    RULE,
    Battle,
    Blast,
    Commander,
    Deploy,
    Flame,
    March,
    Pass,
    Shot,
    apply,
    believed,
    happened,
    known_board,
    legal_actions,
    new_battle,
    prospects,
    routes,
    seen_enemies,
    shipped_battlefield,
    view,
    visible,
    why_not,
)
from sightline.games.skirmish.soak import plainly_seen, twin
from tests.games.skirmish.fields import ROW, rolling, scene
from tests.games.skirmish.test_laws import battles, random_match


def some_battles(seed: int, step: int = 9) -> list[Battle]:
    match = random_match(MAP_NAMES[seed % 3], seed, 180)
    return [each for each in battles(match)[2::step] if each.phase == FIGHTING]


@pytest.mark.parametrize("seed", range(6))
def test_views_beliefs_and_choices_of_two_worlds_are_equal(seed: int) -> None:
    moods = random.Random(seed)
    differed = 0
    for battle in some_battles(seed):
        for side in (0, 1):
            other = twin(battle, side, moods)
            differed += other != battle
            assert view(battle, side).to_bytes() == view(other, side).to_bytes()
            assert believed(battle, side) == believed(other, side)
            if side == battle.side:
                assert legal_actions(battle) == legal_actions(other)
                assert prospects(battle) == prospects(other)
                for unit in battle.living(side):
                    assert routes(battle, unit) == routes(other, unit)
                assert Commander().choose(battle) == Commander().choose(other)
    assert differed > 10


@pytest.mark.parametrize("seed", range(6))
def test_what_one_does_shows_the_same_in_both_worlds(seed: int) -> None:
    """Events and views are equal as long as an action neither reveals nor defeats a unit."""
    moods = random.Random(seed)
    compared = 0
    for battle in some_battles(seed):
        side = battle.side
        for action in sorted(legal_actions(battle)[:-1], key=lambda _: moods.random())[:3]:
            mask = visible(apply(battle, action), side)
            other = twin(battle, side, moods, but=mask)._replace(
                moves=battle.moves, armed=battle.armed
            )
            one, two = apply(battle, action), apply(other, action)
            hidden = [u for u in battle.living(1 - side) if u not in seen_enemies(battle, side)]
            if any(mask >> w.at[u] & 1 or not w.health[u] for w in (one, two) for u in hidden):
                continue
            compared += 1
            assert happened(battle, action, one, side) == happened(other, action, two, side)
            assert view(one, side).to_bytes() == view(two, side).to_bytes()
    assert compared > 10


@pytest.mark.parametrize("seed", range(6))
def test_what_the_enemy_does_out_of_sight_is_nothing(seed: int) -> None:
    unseen = 0
    for battle in some_battles(seed, step=4):
        side = 1 - battle.side
        seen = visible(battle, side)
        for action in legal_actions(battle):
            after = apply(battle, action)
            if isinstance(action, March):
                ends = battle.at[action.unit], after.at[action.unit]
                if not any(seen >> end & 1 for end in ends):
                    unseen += 1
                    assert happened(battle, action, after, side) == []
                    assert view(battle, side) == view(after, side)
            elif isinstance(action, (Blast, Flame)):
                events = happened(battle, action, after, side)
                assert all(
                    e.kind == "fell" or e.unit is None or known(battle, side, e.unit)
                    for e in events
                )
                hexes = {h for e in events for h in e.hexes or ()}
                assert all(seen >> battle.field.tables.index[h] & 1 for h in hexes)
    assert unseen > 30


def known(battle: Battle, side: int, unit: int) -> bool:
    return unit in battle.field.members[side] or bool(visible(battle, side) >> battle.at[unit] & 1)


def test_what_is_seen_is_what_some_unit_sees() -> None:
    for battle in some_battles(3, step=40):
        for side in (0, 1):
            seen = {tuple(cell) for cell in view(battle, side).seen}
            cells = battle.field.tables.cells
            assert seen == {tuple(c) for c in cells if plainly_seen(battle, side, c)}


def test_sight_reaches_as_far_as_the_kind_says() -> None:
    battle = scene(ROW, [(0, 0)], [(5, 0), (6, 0), (7, 0)], units=(["guard"], ["scout"] * 3))
    assert seen_enemies(battle, 0) == [1], "a guard sees 5 hexes far"
    assert seen_enemies(battle, 1) == [0], "a scout 7"
    assert [each.status for each in view(battle, 0).units] == ["own", "seen", "unknown", "unknown"]
    assert seen_enemies(battle._replace(fog=False), 0) == [1, 2, 3]


def test_a_view_has_what_it_should() -> None:
    battle = scene(
        ROW, [(0, 0), (1, 0)], [(4, 0), (9, 0)], units=(["guard", "mortar"], ["archer", "scout"])
    )
    red, blue = view(battle, 0), view(battle, 1)
    own = red.units[1]
    assert (own.name, own.kind, own.status, own.at) == ("red mortar", "mortar", "own", (1, 0))
    assert (own.health, own.moves, own.armed, own.charges) == (2, 3, True, 4)
    enemy = red.units[2]
    assert (enemy.status, enemy.at, enemy.health) == ("seen", (4, 0), 3)
    assert (enemy.moves, enemy.armed, enemy.charges) == (None, None, None)
    lost = red.units[3]
    assert (lost.status, lost.at, lost.health) == ("unknown", None, None)
    assert blue.units[0].status == "seen"
    assert (red.side, red.turn, red.round, red.points) == (0, 0, 1, (0, 0))
    data = json.loads(red.to_bytes())
    assert data == red.to_data()
    assert (data["side"], data["turn"], data["phase"]) == ("red", "red", "fighting")
    assert data["units"][2]["at"] == [4, 0]
    assert data["units"][2]["side"] == "blue"
    assert data["result"] == ""
    assert (data["points"], data["ready"], data["round"]) == ([0, 0], [True, True], 1)
    assert [0, 0] in data["seen"]
    fallen = battle._replace(health=bytes([4, 2, 0, 2]), at=bytes([0, 1, NOWHERE, 9]))
    assert (view(fallen, 0).units[2].status, view(fallen, 0).units[2].health) == ("fallen", 0)
    assert view(fallen, 1).units[2].status == "fallen"


# --- deployment


def test_deployment_is_hidden_until_both_are_in() -> None:
    field = shipped_battlefield("ridge")
    start = new_battle(field)
    one, two = (apply(start, field.deployments(0)[i]) for i in (0, 3))
    assert one != two
    assert view(one, 1).to_bytes() == view(two, 1).to_bytes()
    assert view(one, 0).to_bytes() != view(two, 0).to_bytes()
    assert view(one, 1).ready == (True, False)
    assert one.phase == DEPLOYING
    news_one = happened(start, field.deployments(0)[0], one, 1)
    news_two = happened(start, field.deployments(0)[3], two, 1)
    assert news_one == news_two
    assert [event.text for event in news_one] == ["Red has deployed."]
    assert happened(start, field.deployments(0)[0], one, 0)[0].hexes == field.deployments(0)[0].at
    assert all(each.status == "unknown" for each in view(one, 1).units[:6])
    assert all(each.at is not None for each in view(one, 0).units[:6])
    assert believed(one, 1) == believed(two, 1)
    both = apply(one, field.deployments(1)[0])
    assert {e.kind for e in happened(one, field.deployments(1)[0], both, 0)} <= {
        "deploy",
        "begin",
        "spotted",
    }


# --- events


def texts(battle: Battle, action: object, side: int | None) -> list[str]:
    after = apply(battle, action)  # type: ignore[arg-type]
    return [event.text for event in happened(battle, action, after, side)]  # type: ignore[arg-type]


def test_a_step_in_and_out_of_sight() -> None:
    row = ROW + "\n " + ROW
    battle = scene(row, [(0, 0)], [(5, 0)], units=(["archer"], ["guard"]))
    own = texts(battle, March(0, (1, 0)), 0)
    assert own == ["The red archer steps to (1, 0): open ground 1; 3 of 4 left."]
    assert texts(battle, March(0, (1, 0)), 1) == ["The red archer steps from (0, 0) to (1, 0)."]
    far = scene(row, [(0, 0)], [(6, 0)], units=(["guard"], ["guard"]))
    assert texts(far, March(0, (1, 0)), 1) == ["The red guard comes into sight on (1, 0)."]
    assert texts(far, March(0, (1, 0)), 0) == [
        "The red guard steps to (1, 0): open ground 1; 3 of 4 left.",
        "The red guard sees the blue guard on (6, 0).",
    ]
    near = apply(far, March(0, (1, 0)))
    assert texts(near, March(0, (0, 0)), 1) == ["The red guard goes out of sight from (1, 0)."]
    event = happened(near, March(0, (0, 0)), apply(near, March(0, (0, 0))), 1)[0]
    assert event.to_data() == {
        "kind": "vanished",
        "text": "The red guard goes out of sight from (1, 0).",
        "side": 0,
        "unit": 0,
        "at": [1, 0],
    }
    hill = scene(". ^ .\n . n .", [(0, 0)], [(2, 0)])
    assert texts(hill, March(0, (1, 0)), None)[0] == (
        "The red archer steps to (1, 0): open ground 1, 1 level up 1; 2 of 4 left."
    )


def test_a_shot_and_what_each_side_learns() -> None:
    hits = scene(ROW, [(0, 0)], [(6, 0)], units=(["archer"], ["guard"]), seed=rolling(20))
    assert texts(hits, Shot(0, 1), 0) == [
        "The red archer shoots at the blue guard: 75 %; the die shows 20: hit.",
        "The blue guard is hurt for 1: 3 left.",
    ]
    assert texts(hits, Shot(0, 1), 1) == [
        "A shot from out of sight hits the blue guard.",
        "The blue guard is hurt for 1: 3 left.",
    ]
    event = happened(hits, Shot(0, 1), apply(hits, Shot(0, 1)), 1)[0]
    assert (event.unit, event.at, event.chance, event.roll) == (None, None, None, None)
    assert (event.target, event.to, event.hit) == (1, (6, 0), True)
    misses = hits._replace(seed=rolling(76))
    assert texts(misses, Shot(0, 1), 1) == ["A shot from out of sight misses the blue guard."]
    seen = scene(ROW, [(0, 0)], [(5, 0)], units=(["archer"], ["guard"]), seed=rolling(90))
    assert texts(seen, Shot(0, 1), 1) == [
        "The red archer shoots at the blue guard: 75 %; the die shows 90: miss."
    ]
    event = happened(seen, Shot(0, 1), apply(seen, Shot(0, 1)), 1)[0]
    assert (event.unit, event.at, event.chance, event.roll) == (0, (0, 0), 75, 90)


def test_who_falls_is_called_out() -> None:
    battle = scene(
        ROW, [(0, 0)], [(6, 0), (7, 0)], units=(["archer"], ["guard", "guard"]), seed=rolling(1)
    )
    weak = battle._replace(health=bytes([3, 1, 4]))
    for side in (None, 0, 1):
        assert texts(weak, Shot(0, 1), side)[1:] == ["The blue guard 1 falls: 2 points for red."]
    event = happened(weak, Shot(0, 1), apply(weak, Shot(0, 1)), 0)[1]
    assert (event.kind, event.side, event.unit, event.at, event.points) == ("fell", 0, 1, (6, 0), 2)


BOARD = "\n".join(f"{' ' * (i % 2)}. . . . . . . . . . . ." for i in range(3))


def test_a_blast_that_nobody_sees_and_one_that_is_seen() -> None:
    units = (["mortar", "guard"], ["guard", "guard"])
    battle = scene(BOARD, [(0, 0), (1, 0)], [(9, 0), (10, 0)], units=units)
    blast = Blast(0, (2, 0))
    assert texts(battle, blast, 0)[0] == "The red mortar throws a blast at (2, 0)."
    assert texts(battle, blast, 1) == []
    edge = Blast(0, (3, 0))
    after = apply(battle, edge)
    (event,) = happened(battle, edge, after, 1)
    assert (event.kind, event.text) == ("blast", "A blast goes off out of nowhere.")
    assert (event.unit, event.at, event.to) == (None, None, None)
    assert event.hexes == ((4, 0),)
    (own,) = happened(battle, edge, after, 0)
    assert set(own.hexes or ()) == {(3, 0), (2, 0), (4, 0), (3, 1), (2, 1)}
    assert (own.unit, own.at, own.to) == (0, (0, 0), (3, 0))
    assert prospects(battle, 0)[-1].text.endswith("1 damage to nobody in sight")


def test_a_blast_on_the_unseen_says_nothing_of_them() -> None:
    units = (["mortar"], ["guard", "scout"])
    battle = scene(". . . . . . # .\n . . . . . . .", [(0, 0)], [(5, 1), (7, 0)], units=units)
    assert seen_enemies(battle, 0) == []
    blast = Blast(0, (5, 0))
    assert texts(battle, blast, 0) == ["The red mortar throws a blast at (5, 0)."]
    assert texts(battle, blast, 1) == [
        "A blast goes off out of nowhere.",
        "The blue guard is hurt for 1: 3 left.",
    ]
    weak = battle._replace(health=bytes([2, 1, 2]))
    assert texts(weak, blast, 0)[1:] == ["The blue guard falls: 2 points for red."]
    event = happened(weak, blast, apply(weak, blast), 0)[1]
    assert event.at is None, "where it stood is not known"


def test_fire_and_what_is_seen_of_it() -> None:
    units = (["flamer"], ["guard", "scout"])
    battle = scene(BOARD, [(0, 1)], [(3, 1), (11, 0)], units=units)
    flame = Flame(0, (1, 1))
    assert texts(battle, flame, 1) == [
        "The red flamer breathes fire towards (1, 1).",
        "The blue guard is hurt for 2: 2 left.",
    ]
    assert texts(battle, flame, 0) == texts(battle, flame, 1)
    blind = battle._replace(
        at=battle.at[:1] + bytes([NOWHERE, battle.at[2]]), health=bytes([3, 0, 2])
    )
    assert texts(blind, flame, 1) == []


def test_turns_flags_and_the_end_are_called_out() -> None:
    battle = scene(". . .", [(0, 0)], [(2, 0)], flags=["0,0", "2,0"], rounds=1)
    for side in (0, 1, None):
        assert texts(battle, Pass(), side) == [
            "Red ends its turn.",
            "Blue holds the flag on (2, 0): 1 point.",
        ]
    later = apply(battle, Pass())
    assert texts(later, Pass(), 0) == ["Blue ends its turn.", "A draw, 1 : 1."]
    over = happened(later, Pass(), apply(later, Pass()), 0)[-1]
    assert (over.kind, over.side) == ("over", None)
    won = later._replace(points=(1, 3))
    over = happened(won, Pass(), apply(won, Pass()), 0)[-1]
    assert (over.kind, over.side, over.text) == (
        "over",
        1,
        "Blue wins, 1 : 3: by points after the last round.",
    )


def test_the_beginning_is_called_out() -> None:
    battle = scene(". . .", [(0, 0)], [(2, 0)], flags=["0,0"])
    start = new_battle(battle.field)
    one = apply(start, Deploy(0, battle.field.zones[0]))
    last = Deploy(1, battle.field.zones[1])
    assert [e.text for e in happened(one, last, apply(one, last), 0)] == [
        "Blue has deployed.",
        "Both sides are in: round 1 begins.",
        "Red sees the blue archer on (2, 0).",
        "Red holds the flag on (0, 0): 1 point.",
    ]
    assert [e.text for e in happened(one, last, apply(one, last), 1)][2] == (
        "Blue sees the red archer on (0, 0)."
    )


# --- what is remembered


def test_where_somebody_was_seen_last() -> None:
    battle = scene(ROW, [(0, 0)], [(6, 0)], units=(["archer"], ["scout"]))
    assert view(battle, 0).units[1].status == "seen"
    gone = apply(apply(battle, Pass()), March(1, (7, 0)))
    seen = view(gone, 0).units[1]
    assert (seen.status, seen.at, seen.health) == ("remembered", (6, 0), None)
    assert believed(gone, 0).at[1] == NOWHERE, "it sees that nobody is there any more"
    assert believed(gone, 0).health[1] == 2
    assert believed(gone, 0).known[1] == 6
    further = apply(apply(apply(gone, March(1, (8, 0))), March(1, (9, 0))), Pass())
    assert view(further, 0).units[1].at == (6, 0)
    back = apply(further, March(0, (1, 0)))
    assert view(back, 0).units[1].at == (6, 0)
    left = scene(ROW, [(2, 0)], [(8, 0)], units=(["archer"], ["guard"]))
    away = apply(left, March(0, (1, 0)))
    assert view(away, 0).units[1].at == (8, 0)
    assert believed(away, 0).at[1] == 8, "it may still be there"
    open_play = battle._replace(fog=False)
    moved = apply(apply(open_play, Pass()), March(1, (7, 0)))
    assert (view(moved, 0).units[1].status, view(moved, 0).units[1].at) == ("seen", (7, 0))


def test_a_reason_says_nothing_of_the_unseen() -> None:
    moods = random.Random(4)
    for battle in some_battles(1):
        side = battle.side
        other = twin(battle, side, moods)
        for unit in battle.living(side):
            for enemy in battle.field.members[1 - side]:
                shot = Shot(unit, enemy)
                assert why_not(battle, shot) == why_not(other, shot)


def test_a_belief_has_no_dice_and_no_secrets() -> None:
    battle = some_battles(2)[5]
    side = battle.side
    belief = believed(battle, side)
    assert (belief.seed, belief.rolled) == (0, 0)
    for unit in battle.field.members[1 - side]:
        assert belief.moves[unit] == belief.armed[unit] == 0
        assert belief.charges[unit] == battle.field.units[unit].kind.charges
    for unit in battle.field.members[side]:
        assert belief.at[unit] == battle.at[unit] == belief.known[unit]
        assert belief.health[unit] == battle.health[unit]
        assert belief.moves[unit] == battle.moves[unit]


def test_the_board_of_a_side_has_the_units_that_it_knows() -> None:
    battle = scene(ROW, [(0, 0)], [(6, 0), (9, 0)], units=(["archer"], ["scout", "guard"]))
    board = known_board(battle, 0)
    assert {figure.name: tuple(figure.at) for figure in board.figures()} == {
        "red archer": (0, 0),
        "blue scout": (6, 0),
    }
    sides = {figure.name: (figure.side, figure.kind) for figure in board.figures()}
    assert sides == {"red archer": ("red", "hero"), "blue scout": ("blue", "enemy")}
    assert sees(board, (0, 0), (9, 0), RULE), "units stand in nobody's way"
    assert battle.field.board.figures() == []
    gone = apply(apply(battle, Pass()), March(1, (7, 0)))
    assert [figure.name for figure in known_board(gone, 0).figures()] == ["red archer"]


def test_without_fog_everything_is_seen() -> None:
    battle = scene(ROW, [(4, 0)], [(0, 0), (9, 0)], units=(["guard"], ["guard"] * 2), fog=False)
    for side in (0, 1):
        assert view(battle, side).seen == battle.field.tables.cells
        assert all(each.status in ("own", "seen") for each in view(battle, side).units)
    assert seen_enemies(battle, 0) == [1, 2]
