"""Every rule of the page, worked out by hand: steps, shots, cover, height, areas and points."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.games.common.dice import MAX_SEED
from sightline.games.skirmish import (
    DRAW,
    FIGHTING,
    NOBODY,
    NOWHERE,
    OVER,
    Battle,
    Blast,
    Deploy,
    Flame,
    March,
    Pass,
    Resign,
    Shot,
    acting_side,
    apply,
    legal_actions,
    new_battle,
    prospects,
    shipped_battlefield,
    why_not,
)
from sightline.games.skirmish.battle import percent
from sightline.games.skirmish.rules import step_cost, struck
from tests.games.skirmish.fields import ROW, begun, drawn, rolling, scene


def chance_of(battle: Battle, unit: int, target: int) -> int:
    chances = battle.field.options[unit].chances(battle.at[unit])
    return chances[battle.at[target]]


# --- steps


@pytest.mark.parametrize(
    ("ground", "cost"),
    [(".", 1), ("~", 2), ("^", 2), ("A", 3), ("n", 3), ("M", 4)],
)
def test_a_step_costs_the_ground_and_the_way_up(ground: str, cost: int) -> None:
    battle = scene(f". {ground} . . .", [(0, 0)], [(4, 0)], units=(["scout"], ["scout"]))
    after = apply(battle, March(0, (1, 0)))
    assert battle.moves[0] - after.moves[0] == cost
    assert after.where(0) == (1, 0)
    assert step_cost(battle.field, 0, 1) == cost


def test_down_is_as_dear_as_level() -> None:
    battle = scene("M . ~ . .", [(0, 0)], [(4, 0)])
    after = apply(battle, March(0, (1, 0)))
    assert after.moves[0] == 3
    assert apply(after, March(0, (2, 0))).moves[0] == 1


def test_steps_within_a_hill_are_level() -> None:
    battle = scene("A A ^ A .", [(0, 0)], [(4, 0)], units=(["scout"], ["scout"]))
    for to, left in ((1, 4), (2, 3), (3, 1)):
        battle = apply(battle, March(0, (to, 0)))
        assert battle.moves[0] == left


def test_points_for_steps_run_out_to_the_last() -> None:
    battle = scene(ROW, [(0, 0)], [(9, 0)])
    for to in (1, 2, 3, 4):
        battle = apply(battle, March(0, (to, 0)))
    assert battle.moves[0] == 0
    assert not [a for a in legal_actions(battle) if isinstance(a, March)]
    reason = why_not(battle, March(0, (5, 0)))
    assert reason == "the step to (5, 0) costs 1, and the red archer has 0 left"
    woods = scene(". . . ~ . .", [(0, 0)], [(5, 0)], units=(["mortar"], ["archer"]))
    woods = apply(apply(woods, March(0, (1, 0))), March(0, (2, 0)))
    assert woods.moves[0] == 1
    assert March(0, (3, 0)) not in legal_actions(woods)
    assert why_not(woods, March(0, (3, 0))) is not None


def test_where_no_step_leads() -> None:
    battle = scene(". . # .\n . . . .", [(1, 0), (1, 1)], [(3, 0)], walls="0,0|1,0", fog=False)
    assert why_not(battle, March(0, (2, 0))) == "there is rock on (2, 0)"
    assert why_not(battle, March(0, (0, 0))) == "there is a wall between (1, 0) and (0, 0)"
    assert why_not(battle, March(0, (1, 1))) == "the red archer 2 stands on (1, 1)"
    assert why_not(battle, March(0, (3, 0))) == "(3, 0) is not next to (1, 0)"
    assert why_not(battle, March(0, (1, 0))) == "(1, 0) is not next to (1, 0)"
    assert why_not(battle, March(0, (9, 9))) == "(9, 9) is off the map"
    with pytest.raises(InvalidValueError, match="there is rock on"):
        apply(battle, March(0, (2, 0)))
    with pytest.raises(InvalidValueError, match=r"no step leads from \(0, 0\) to \(1, 0\)"):
        step_cost(battle.field, 0, 1)
    assert [a for a in legal_actions(battle) if isinstance(a, March)] == [
        March(0, (0, 1)),
        March(1, (2, 1)),
        March(1, (0, 1)),
    ]


# --- shots


def test_range_to_the_hex() -> None:
    battle = scene(ROW, [(0, 0), (3, 0)], [(6, 0), (7, 0)])
    assert chance_of(battle, 0, 2) == 75
    assert chance_of(battle, 0, 3) == 0
    assert why_not(battle, Shot(0, 2)) is None
    reason = why_not(battle, Shot(0, 3))
    assert reason == "blue archer 2 is out of range: 7 hexes away, and the range is 6"
    guard = scene(". . .", [(0, 0)], [(1, 0), (2, 0)], units=(["guard"], ["scout", "scout"]))
    assert [a for a in legal_actions(guard) if isinstance(a, Shot)] == [Shot(0, 1)]


@pytest.mark.parametrize(
    ("woods", "percent_left"), [(0, 100), (1, 70), (2, 50), (3, 35), (4, 25), (5, 17)]
)
def test_woods_between_cut_the_chance(woods: int, percent_left: int) -> None:
    """1 - e^(-0.7 * sum), with 1/2 for each hex of woods, leaves 70, 50, 35 ... percent."""
    row = " ".join([".", *"~" * woods, *"." * (5 - woods), "."])
    battle = scene(row, [(0, 0)], [(6, 0)], fog=False)
    assert round(100 * math.exp(-0.7 * woods / 2)) == percent_left
    assert chance_of(battle, 0, 1) == 75 * percent_left // 100
    assert battle.field.tables.through_cover(0)[6] == percent_left


def test_ones_own_woods_cover_nobody() -> None:
    battle = scene("~ . ~", [(0, 0)], [(2, 0)])
    assert chance_of(battle, 0, 1) == 75


def test_cover_counts_to_three() -> None:
    row = " ".join([".", *"~" * 8, "."])
    marksman = {
        "marksman": {
            "letter": "M", "health": 1, "move": 1, "sight": 9, "worth": 1, "weapon": "shot",
            "range": 9, "damage": 1, "accuracy": 80,
        }
    }  # fmt: skip
    units = (["marksman"], ["marksman"])
    battle = scene(row, [(0, 0)], [(9, 0)], units=units, kinds=marksman)
    assert round(100 * math.exp(-0.7 * 3)) == 12
    assert chance_of(battle, 0, 1) == 80 * 12 // 100 == 9
    six = scene(" ".join([".", *"~" * 6, "."]), [(0, 0)], [(7, 0)], units=units, kinds=marksman)
    assert chance_of(six, 0, 1) == 9


@pytest.mark.parametrize(
    ("row", "chance"),
    [
        (". . .", 75),
        ("^ . .", 85),
        ("A . .", 95),
        ("M . .", 95),  # 105, capped at 95
        (". . ^", 65),
        (". . A", 55),
        (". . M", 45),
        ("A . ^", 85),
        ("^ ~ .", 59),  # 85 * 70 % = 59.5
    ],
)
def test_height_helps_and_hinders(row: str, chance: int) -> None:
    battle = scene(row, [(0, 0)], [(2, 0)])
    assert chance_of(battle, 0, 1) == chance


def test_never_less_than_five_percent() -> None:
    # 65 - 30 = 35, of which four woods leave 25 %: 8. A scout with 20 % would get -10.
    battle = scene(". ~ ~ ~ M", [(0, 0)], [(4, 0)], units=(["scout"], ["scout"]))
    assert chance_of(battle, 0, 1) == 35 * 35 // 100 == 12
    blind = {
        "blind": {
            "letter": "B", "health": 1, "move": 1, "sight": 9, "worth": 1, "weapon": "shot",
            "range": 9, "damage": 1, "accuracy": 20,
        }
    }  # fmt: skip
    units = (["blind"], ["blind"])
    assert chance_of(scene(". . M", [(0, 0)], [(2, 0)], units=units, kinds=blind), 0, 1) == 5
    assert chance_of(scene(". ~ ~ ~ ~ .", [(0, 0)], [(5, 0)], units=units, kinds=blind), 0, 1) == 5
    assert chance_of(scene(". ~ ~ ~ .", [(0, 0)], [(4, 0)], units=units, kinds=blind), 0, 1) == 7


@pytest.mark.parametrize("row", [". ^ .", ". . # .", "^ A ^ .", ". . ^ . ."])
def test_hills_and_rock_hide(row: str) -> None:
    end = row.count(" ")
    field = drawn(row + "\n " + ". " * (end + 1), [(0, 0)], [(end, 0)])
    battle = begun(field, fog=False)
    assert chance_of(battle, 0, 1) == 0
    reason = why_not(battle, Shot(0, 1))
    assert reason is not None
    assert reason.startswith("Hidden: the ray")
    assert Shot(0, 1) not in legal_actions(battle)


def test_from_above_one_sees_over_a_hill() -> None:
    # From 2 to 0 the line's height in the middle is 1: a hill of 1 does not block it, one of 2
    # does.
    assert chance_of(scene("A ^ .", [(0, 0)], [(2, 0)]), 0, 1) == 95
    battle = scene("A A .", [(0, 0)], [(2, 0)], fog=False)
    assert chance_of(battle, 0, 1) == 0


def test_a_wall_between_two_hexes_hides() -> None:
    battle = scene(". .\n . .", [(0, 0)], [(1, 0)], walls="0,0|1,0", fog=False)
    assert chance_of(battle, 0, 1) == 0
    assert "wall" in (why_not(battle, Shot(0, 1)) or "")


def test_units_hide_nobody() -> None:
    battle = scene(". . .", [(0, 0), (1, 0)], [(2, 0)])
    assert chance_of(battle, 0, 2) == 75


def test_between_two_hexes_one_clear_side_is_enough() -> None:
    # The line from (0, 0) to (1, 1) runs exactly between (1, 0) and (0, 1).
    one = scene(". #\n . .", [(0, 0)], [(1, 1)])
    assert chance_of(one, 0, 1) == 75
    covered = scene(". ~\n ~ .", [(0, 0)], [(1, 1)])
    assert chance_of(covered, 0, 1) == 52
    half = scene(". ~\n . .", [(0, 0)], [(1, 1)])
    assert chance_of(half, 0, 1) == 75


@pytest.mark.parametrize(("roll", "hits"), [(1, True), (75, True), (76, False), (100, False)])
def test_a_roll_up_to_the_chance_hits(roll: int, hits: bool) -> None:
    battle = scene(". . .", [(0, 0)], [(2, 0)], seed=rolling(roll))
    after = apply(battle, Shot(0, 1))
    assert after.health[1] == 3 - hits
    assert after.rolled == 1
    assert after.points == (0, 0)


def test_an_attack_ends_what_a_unit_does() -> None:
    battle = scene(". . .\n . .", [(0, 0), (0, 1)], [(2, 0)])
    after = apply(battle, Shot(0, 2))
    assert (after.moves[0], after.armed[0]) == (0, 0)
    assert (after.moves[1], after.armed[1]) == (4, 1)
    assert why_not(after, Shot(0, 2)) == "the red archer 1 has attacked in this turn already"
    reason = why_not(after, March(0, (1, 0)))
    assert reason == "the red archer 1 has attacked, and does no more in this turn"
    assert {getattr(a, "unit", 1) for a in legal_actions(after)} == {1}


def test_whoever_has_no_health_left_falls() -> None:
    battle = scene(". . .", [(0, 0)], [(1, 0), (2, 0)], units=(["guard"], ["guard", "scout"]))
    battle = battle._replace(health=bytes([4, 2, 2]), seed=rolling(1))
    after = apply(battle, Shot(0, 1))
    assert after.at[1] == NOWHERE
    assert after.where(1) is None
    assert after.points == (2, 0), "a guard is worth 2"
    assert after.phase == FIGHTING
    assert why_not(after, Shot(0, 1)) == "the red guard has attacked in this turn already"
    later = apply(apply(after, Pass()), Pass())
    assert why_not(later, Shot(0, 1)) == "the blue guard has fallen"
    stronger = battle._replace(health=bytes([4, 3, 2]))
    assert apply(stronger, Shot(0, 1)).health[1] == 1


def test_a_spotter_is_enough_and_a_clear_ray_is_needed() -> None:
    """Red's scout sees blue, so red's guard knows of it, but an archer needs a
    clear ray to shoot.
    """
    battle = scene(
        ". . . . . . . . . . .\n . . . . . . . . . .",
        [(0, 0), (5, 0)],
        [(6, 1)],
        units=(["archer", "scout"], ["guard"]),
    )
    assert why_not(battle, Shot(1, 2)) is None
    assert why_not(battle, Shot(0, 2)) == (
        "blue guard is out of range: 7 hexes away, and the range is 6"
    )
    alone = scene(ROW, [(0, 0)], [(6, 0)], units=(["guard"], ["guard"]))
    assert why_not(alone, Shot(0, 1)) == "nobody of yours sees the blue guard"
    assert not [a for a in legal_actions(alone) if isinstance(a, Shot)]


# --- blasts

FIELD = """
. . . . . .
 . . . . . .
. . . . . .
 . . . . . .
"""


def test_a_blast_hurts_everybody_around() -> None:
    battle = scene(
        FIELD,
        [(0, 0), (2, 1)],
        [(3, 0), (3, 1), (4, 0), (2, 0)],
        units=(["mortar", "guard"], ["guard", "scout", "guard", "guard"]),
    )
    after = apply(battle, Blast(0, (3, 0)))
    assert struck(battle, Blast(0, (3, 0))) == [1, 2, 3, 4, 5]
    lost = [b - a for b, a in zip(battle.health, after.health, strict=True)]
    assert lost == [0, 1, 1, 1, 1, 1], "friend and foe, and not the thrower"
    assert after.charges[0] == 3
    assert after.rolled == 0, "it never misses"
    aside = apply(battle, Blast(0, (1, 1)))
    lost = [b - a for b, a in zip(battle.health, aside.health, strict=True)]
    assert lost == [0, 1, 0, 0, 0, 1], "one away, and no further"


def test_a_blast_asks_its_middle_for_sight() -> None:
    battle = scene(
        FIELD,
        [(0, 0)],
        [(3, 0), (4, 0)],
        walls="3,0|4,0",
        units=(["mortar"], ["guard", "guard"]),
    )
    after = apply(battle, Blast(0, (3, 0)))
    assert list(after.health) == [2, 3, 4], "the wall holds it back"
    assert apply(battle, Blast(0, (3, 1))).health == bytes([2, 3, 3]), "and this goes round it"


def test_a_blast_needs_range_sight_and_a_charge() -> None:
    battle = scene(
        "." + " ." * 7 + "\n . # . . . . .", [(0, 0)], [(7, 0)], units=(["mortar"], ["scout"])
    )
    assert why_not(battle, Blast(0, (5, 0))) is None
    assert why_not(battle, Blast(0, (6, 0))) == (
        "(6, 0) is out of range: 6 hexes away, and the range is 5"
    )
    assert why_not(battle, Blast(0, (0, 0))) == "the red mortar stands on (0, 0) itself"
    assert why_not(battle, Blast(0, (20, 0))) == "(20, 0) is off the map"
    assert (why_not(battle, Blast(0, (2, 1))) or "Hidden").startswith("Hidden")
    aims = {a.at for a in legal_actions(battle) if isinstance(a, Blast)}
    assert (5, 0) in aims
    assert not {(0, 0), (6, 0)} & aims
    empty = battle._replace(charges=bytes([0, 0]))
    assert why_not(empty, Blast(0, (5, 0))) == "the red mortar has no charges left"
    assert not [a for a in legal_actions(empty) if isinstance(a, Blast)]


def test_charges_run_out() -> None:
    battle = scene(ROW, [(0, 0)], [(9, 0)], units=(["mortar"], ["scout"]), rounds=20)
    for left in (3, 2, 1, 0):
        battle = apply(battle, Blast(0, (3, 0)))
        assert battle.charges[0] == left
        battle = apply(apply(battle, Pass()), Pass())
    assert why_not(battle, Blast(0, (3, 0))) == "the red mortar has no charges left"


# --- cones


def test_a_cone_is_a_sixth_of_a_circle() -> None:
    board = "\n".join(f"{' ' * (i % 2)}. . . . . . . ." for i in range(7))
    battle = scene(board, [(1, 3)], [(6, 3)], units=(["flamer"], ["scout"]), fog=False)
    tables = battle.field.tables
    mask = tables.cone(battle.at[0], tables.index[2, 3], 3)
    area = {tuple(cell) for i, cell in enumerate(tables.cells) if mask >> i & 1}
    assert area == {
        (2, 3), (3, 3), (4, 3), (3, 2), (2, 4), (4, 2), (3, 4),
    }  # fmt: skip


def test_a_cone_burns_whom_its_unit_sees() -> None:
    board = "\n".join(f"{' ' * (i % 2)}. . . . . . . ." for i in range(3))
    battle = scene(
        board,
        [(0, 1), (2, 1)],
        [(1, 1), (3, 1), (4, 1)],
        units=(["flamer", "guard"], ["guard", "guard", "guard"]),
        fog=False,
    )
    after = apply(battle, Flame(0, (1, 1)))
    assert list(after.health) == [3, 2, 2, 2, 4], "friend and foe within 3; the flamer is not"
    assert after.charges[0] == 2
    behind = scene(
        board,
        [(0, 1)],
        [(1, 1), (2, 1), (3, 1)],
        units=(["flamer"], ["guard"] * 3),
        walls="1,1|2,1",
        fog=False,
    )
    assert list(apply(behind, Flame(0, (1, 1))).health) == [3, 2, 4, 4]
    assert list(apply(behind, Flame(0, (0, 2))).health) == [3, 4, 4, 4]


def test_a_cone_opens_towards_a_neighbor() -> None:
    battle = scene(". . .\n . .", [(0, 0)], [(2, 0)], units=(["flamer"], ["scout"]))
    assert why_not(battle, Flame(0, (1, 0))) is None
    assert why_not(battle, Flame(0, (2, 0))) == (
        "a cone opens toward a neighbor, and (2, 0) is not one"
    )
    assert why_not(battle, Flame(0, (0, 0))) == (
        "a cone opens toward a neighbor, and (0, 0) is not one"
    )
    assert why_not(battle, Flame(0, (-1, 0))) == "(-1, 0) is off the map"
    assert [a for a in legal_actions(battle) if isinstance(a, Flame)] == [
        Flame(0, (1, 0)),
        Flame(0, (0, 1)),
    ]


def test_each_has_its_own_weapon() -> None:
    battle = scene(". . .", [(0, 0), (1, 0)], [(2, 0)], units=(["archer", "mortar"], ["scout"]))
    assert why_not(battle, Blast(0, (2, 0))) == "the red archer has no such weapon: blast"
    assert why_not(battle, Flame(0, (1, 0))) == "the red archer has no such weapon: cone"
    assert why_not(battle, Shot(1, 2)) == "the red mortar has no such weapon: shot"


# --- turns, points, the end


def test_turns_alternate_and_units_are_fresh() -> None:
    battle = scene(". . .\n . .", [(0, 0)], [(2, 0)], units=(["scout"], ["archer"]))
    assert (battle.side, battle.round) == (0, 1)
    assert (list(battle.moves), list(battle.armed)) == ([5, 0], [1, 0])
    battle = apply(apply(battle, March(0, (1, 0))), Pass())
    assert (battle.side, battle.round) == (1, 1)
    assert (list(battle.moves), list(battle.armed)) == ([0, 4], [0, 1])
    battle = apply(battle, Pass())
    assert (battle.side, battle.round) == (0, 2)
    assert (list(battle.moves), list(battle.armed)) == ([5, 0], [1, 0])


def test_a_turn_that_begins_on_a_flag_is_a_point() -> None:
    field = drawn(ROW, [(0, 0), (1, 0)], [(9, 0)], flags=["2,0", "3,0", "9,0"])
    battle = begun(field)
    assert battle.points == (0, 0)
    battle = apply(apply(battle, March(1, (2, 0))), March(1, (3, 0)))
    assert battle.points == (0, 0), "not when it is reached"
    battle = apply(battle, Pass())
    assert battle.points == (0, 1), "blue's turn begins on a flag"
    battle = apply(battle, Pass())
    assert battle.points == (1, 1)
    battle = apply(apply(battle, March(0, (1, 0))), March(0, (2, 0)))
    battle = apply(apply(battle, Pass()), Pass())
    assert battle.points == (3, 2), "two flags, two points"


def test_a_zone_on_a_flag_counts_from_the_first_turn() -> None:
    battle = scene(". . .", [(0, 0)], [(2, 0)], flags=["0,0"])
    assert battle.points == (1, 0)


def test_the_goal_ends_it_at_the_end_of_a_round() -> None:
    field = drawn(ROW, [(0, 0)], [(9, 0)], flags=["0,0"], goal=2, rounds=9)
    battle = begun(field)
    battle = apply(apply(battle, Pass()), Pass())
    assert (battle.phase, battle.points) == (FIGHTING, (2, 0))
    battle = apply(battle, Pass())
    assert battle.phase == FIGHTING, "blue has its turn yet"
    battle = apply(battle, Pass())
    assert (battle.phase, battle.winner, battle.ending) == (OVER, 0, "points")
    assert battle.result == "red wins, 2 : 0: by points"
    assert legal_actions(battle) == []
    assert why_not(battle, Pass()) == "it is over: red wins, 2 : 0: by points"


def test_equal_points_at_the_goal_play_on() -> None:
    field = drawn(ROW, [(0, 0)], [(9, 0)], flags=["0,0", "9,0"], goal=1, rounds=3)
    battle = begun(field)
    for _ in range(5):
        battle = apply(battle, Pass())
        assert battle.phase == FIGHTING
    battle = apply(battle, Pass())
    assert (battle.points, battle.winner, battle.ending) == ((3, 3), DRAW, "rounds")
    assert battle.result == "a draw, 3 : 3"


@pytest.mark.parametrize(("points", "winner"), [((3, 4), 1), ((5, 4), 0), ((4, 4), DRAW)])
def test_after_the_last_round_points_decide(points: tuple[int, int], winner: int) -> None:
    field = drawn(". . . .", [(0, 0)], [(3, 0)], flags=["1,0"], goal=9, rounds=1)
    battle = apply(begun(field)._replace(points=points), Pass())
    assert (battle.phase, battle.winner) == (FIGHTING, NOBODY)
    battle = apply(battle, Pass())
    assert (battle.phase, battle.winner, battle.ending) == (OVER, winner, "rounds")
    if winner != DRAW:
        assert battle.result.endswith("by points after the last round")


def test_the_last_one_who_stands_wins() -> None:
    battle = scene(". . .", [(0, 0)], [(1, 0)], units=(["guard"], ["scout"]), seed=rolling(1))
    after = apply(battle._replace(points=(0, 9)), Shot(0, 1))
    assert (after.phase, after.winner, after.ending) == (OVER, 0, "destroyed")
    assert after.points == (1, 9)
    assert after.result == "red wins, 1 : 9: nobody else is left"


def test_when_nobody_is_left_points_decide() -> None:
    battle = scene(". . .", [(0, 0), (1, 0)], [(2, 0)], units=(["mortar", "scout"], ["scout"]))
    mortar = battle._replace(at=bytes([0, NOWHERE, 2]), health=bytes([1, 0, 1]))
    after = apply(mortar, Blast(0, (1, 0)))
    assert (after.phase, after.ending, after.points) == (OVER, "destroyed", (1, 3))
    assert after.winner == 1
    assert after.result == "blue wins, 1 : 3: nobody else is left"


def test_resigning_and_being_gone() -> None:
    battle = scene(". . .", [(0, 0)], [(2, 0)])
    for side in (0, 1):
        after = apply(battle, Resign(side))
        assert (after.phase, after.winner, after.ending) == (OVER, 1 - side, "resigned")
    after = apply(battle, Resign(0, gone=True))
    assert after.result == "blue wins, 0 : 0: red is gone"
    assert apply(new_battle(), Resign(1)).result == "red wins, 0 : 0: blue resigned"
    assert why_not(after, Resign(1)) == "it is over: blue wins, 0 : 0: red is gone"
    assert why_not(battle, Resign(2)) == "side: expected 0 (red) or 1 (blue), got 2"


# --- deployment


def test_both_deploy_in_any_order_and_then_it_begins() -> None:
    field = shipped_battlefield("crossing")
    battle = new_battle(field, 3)
    assert {a.side for a in legal_actions(battle) if isinstance(a, Deploy)} == {0, 1}
    assert why_not(battle, Pass()) == "both sides deploy first"
    assert why_not(battle, March(0, (0, 0))) == "both sides deploy first"
    blue = apply(battle, field.deployments(1)[2])
    assert (blue.phase, blue.ready) == ("deploying", (False, True))
    assert {a.side for a in legal_actions(blue) if isinstance(a, Deploy)} == {0}
    assert why_not(blue, field.deployments(1)[0]) == "blue has deployed already"
    both = apply(blue, field.deployments(0)[1])
    assert (both.phase, both.side, both.round) == (FIGHTING, 0, 1)
    assert why_not(both, field.deployments(0)[0]) == "red has deployed already"
    assert [both.where(u) for u in field.members[1]] == list(field.deployments(1)[2].at)
    assert [both.where(u) for u in field.members[0]] == list(field.deployments(0)[1].at)


def test_what_is_no_deployment() -> None:
    field = shipped_battlefield("crossing")
    battle = new_battle(field)
    zone = field.zones[0]
    assert why_not(battle, Deploy(0, zone[:5])) is None
    assert why_not(battle, Deploy(0, zone[:4])) == (
        "red has 5 units to deploy, and 4 hexes are given"
    )
    assert why_not(battle, Deploy(0, (*zone[:4], zone[0]))) == f"{zone[0]} is given twice"
    assert why_not(battle, Deploy(0, (*zone[:4], (0, 0)))) == "(0, 0) is not in the zone of red"
    assert why_not(battle, Deploy(1, zone[:5])) == f"{zone[0]} is not in the zone of blue"
    assert why_not(battle, Deploy(2, zone[:5])) == "side: expected 0 (red) or 1 (blue), got 2"


def test_ready_made_deployments_put_each_unit_in_each_place() -> None:
    for name in ("crossing", "ridge", "ruins"):
        field = shipped_battlefield(name)
        for side in (0, 1):
            offers = field.deployments(side)
            count = len(field.members[side])
            assert len({offer.at for offer in offers}) == count
            for place in range(count):
                assert len({offer.at[place] for offer in offers}) == count
            assert offers[0].at[0] == field.zones[side][0]
            assert offers[1].at == (*offers[0].at[1:], offers[0].at[0])


# --- whose turn, and odd things


def test_only_ones_own_units_act_and_only_in_ones_turn() -> None:
    battle = scene(". . .", [(0, 0)], [(2, 0)])
    assert why_not(battle, March(1, (1, 0))) == (
        "it is the turn of red, and the blue archer is not theirs"
    )
    assert why_not(apply(battle, Pass()), March(0, (1, 0))) == (
        "it is the turn of blue, and the red archer is not theirs"
    )
    assert why_not(battle, March(2, (1, 0))) == "unit: expected 0 to 0, got 2"
    assert why_not(battle, Shot(0, 0)) == "target: expected the number of an enemy, got 0"
    assert why_not(battle, Shot(0, 7)) == "target: expected the number of an enemy, got 7"
    assert why_not(battle, March(7, (1, 0))) == "unit: expected 0 to 0, got 7"
    assert why_not(battle, March(-1, (1, 0))) == "unit: expected 0 to 0, got -1"
    assert why_not(battle, Shot(True, 1)) == "unit: expected 0 to 0, got True"
    fallen = battle._replace(at=bytes([NOWHERE, 2]), health=bytes([0, 3]))
    assert why_not(fallen, March(0, (1, 0))) == "the red archer has fallen"
    with pytest.raises(InvalidTypeError, match="expected March, Shot"):
        why_not(battle, "pass")  # type: ignore[arg-type]


def test_whose_action_it_is() -> None:
    battle = scene(". . .", [(0, 0)], [(2, 0)])
    for side in (0, 1):
        assert acting_side(battle, Resign(side)) == side
        assert acting_side(battle, Deploy(side, ())) == side
        assert acting_side(battle, Pass()) == battle.side
        assert acting_side(battle, March(0, (1, 0))) == battle.side
        battle = apply(battle, Pass())


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seeds_have_bounds(seed: int) -> None:
    with pytest.raises(InvalidValueError, match="seed: expected 0 to"):
        new_battle("ridge", seed)
    assert new_battle("ridge", MAX_SEED).seed == MAX_SEED
    with pytest.raises(InvalidTypeError, match="expected a Battlefield or a name"):
        new_battle(7)  # type: ignore[arg-type]


def test_the_dice_are_these_for_ever() -> None:
    """Saves and replays depend on the dice being the same on every machine and in every version."""
    assert [percent(7, n) for n in range(10)] == [53, 31, 95, 89, 67, 35, 40, 61, 82, 9]
    rolls = [percent(1, n) for n in range(20_000)]
    assert (min(rolls), max(rolls)) == (1, 100)
    assert abs(sum(rolls) / len(rolls) - 50.5) < 1
    assert all(150 < rolls.count(face) < 250 for face in range(1, 101))


def test_prospects_say_what_it_costs_and_whom_it_hits() -> None:
    battle = scene(
        "^ ~ . .\n . . . .",
        [(0, 0), (1, 1)],
        [(2, 0), (3, 0)],
        units=(["archer", "flamer"], ["scout", "guard"]),
    )
    found = {each.action: each for each in prospects(battle)}
    assert list(found) == legal_actions(battle)
    march = found[March(0, (1, 0))]
    assert (march.cost, march.chance, march.hits) == (2, None, ())
    assert march.text == "to (1, 0): woods 2"
    shot = found[Shot(0, 2)]
    assert (shot.cost, shot.chance, shot.hits) == (4, 59, (2,))
    assert shot.text == "at the blue scout: 75 % + 10 % for height, 70 % of it through cover: 59 %"
    flame = found[Flame(1, (2, 0))]
    assert (flame.cost, flame.chance, flame.hits) == (4, None, (2, 3))
    assert flame.text == "toward (2, 0): 2 damage to blue scout, blue guard"
    assert found[Flame(1, (1, 0))].text == "toward (1, 0): 2 damage to red archer"
    assert found[Pass()] == (Pass(), 0, None, (), "")
    assert {each.action.unit for each in prospects(battle, 1)} == {1}  # type: ignore[union-attr]


def test_the_sum_of_a_chance_is_written_as_on_paper() -> None:
    blind = {
        "blind": {
            "letter": "B", "health": 1, "move": 1, "sight": 9, "worth": 1, "weapon": "shot",
            "range": 9, "damage": 1, "accuracy": 20,
        }
    }  # fmt: skip
    units = (["blind"], ["blind"])
    said = {
        ". . .": ("75 %", None),
        "M . .": ("75 % + 30 % for height, at most: 95 %", None),
        ". . ^": ("75 % - 10 % for height: 65 %", None),
        ". ~ .": ("75 %, 70 % of it through cover: 52 %", None),
        "^ ~ .": ("75 % + 10 % for height, 70 % of it through cover: 59 %", None),
        ". . M": ("20 % - 30 % for height, at least: 5 %", blind),
    }
    for row, (words, kinds) in said.items():
        own: dict[str, Any] = {"units": units, "kinds": kinds} if kinds else {}
        battle = scene(row, [(0, 0)], [(2, 0)], **own)
        shot = next(each for each in prospects(battle) if isinstance(each.action, Shot))
        name = battle.field.units[1].name
        assert shot.text == f"at the {name}: {words}"
