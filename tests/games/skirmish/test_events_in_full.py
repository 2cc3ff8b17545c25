"""Every kind of event with every field, as plain data, since the page depends on this format."""

from __future__ import annotations

from typing import Any

from sightline.games.skirmish import (
    Battle,
    Blast,
    Deploy,
    Flame,
    March,
    Pass,
    Resign,
    Shot,
    SkirmishAction,
    apply,
    happened,
    new_battle,
    status_of,
)
from tests.games.skirmish.fields import ROW, rolling, scene


def data(battle: Battle, action: SkirmishAction, side: int | None) -> list[dict[str, Any]]:
    return [event.to_data() for event in happened(battle, action, apply(battle, action), side)]


def without_text(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in each.items() if key != "text"} for each in events]


def test_a_step_and_who_comes_into_sight() -> None:
    battle = scene(". ~ . . . . .", [(0, 0)], [(6, 0)], units=(["guard"], ["guard"]))
    assert without_text(data(battle, March(0, (1, 0)), 0)) == [
        {"kind": "march", "side": 0, "unit": 0, "at": [0, 0], "to": [1, 0], "cost": 2},
        {"kind": "spotted", "side": 1, "unit": 1, "at": [6, 0]},
    ]
    assert without_text(data(battle, March(0, (1, 0)), 1)) == [
        {"kind": "spotted", "side": 0, "unit": 0, "at": [1, 0]}
    ]
    near = apply(battle, March(0, (1, 0)))
    back = apply(apply(near, Pass()), March(1, (5, 0)))
    assert without_text(data(apply(near, Pass()), March(1, (5, 0)), 0)) == [
        {"kind": "march", "side": 1, "unit": 1, "at": [6, 0], "to": [5, 0]}
    ]
    assert without_text(data(back, March(1, (6, 0)), 0)) == [
        {"kind": "march", "side": 1, "unit": 1, "at": [5, 0], "to": [6, 0]}
    ]
    gone = apply(back, March(1, (6, 0)))
    far = gone._replace(at=bytes([0, 5]))
    assert without_text(data(far, March(1, (6, 0)), 0)) == [
        {"kind": "vanished", "side": 1, "unit": 1, "at": [5, 0]}
    ]


def test_a_shot_that_hits() -> None:
    battle = scene(ROW, [(0, 0)], [(5, 0)], units=(["archer"], ["guard"]), seed=rolling(33))
    whole = [
        {
            "kind": "shot",
            "side": 0,
            "unit": 0,
            "target": 1,
            "at": [0, 0],
            "to": [5, 0],
            "chance": 75,
            "roll": 33,
            "hit": True,
        },
        {"kind": "hurt", "side": 1, "unit": 1, "at": [5, 0], "damage": 1, "health": 3},
    ]
    for side in (None, 0, 1):
        assert without_text(data(battle, Shot(0, 1), side)) == whole
    dark = scene(ROW, [(0, 0)], [(6, 0)], units=(["archer"], ["guard"]), seed=rolling(99))
    assert without_text(data(dark, Shot(0, 1), 1)) == [
        {"kind": "shot", "side": 0, "target": 1, "to": [6, 0], "hit": False}
    ]


def test_blast_fire_and_who_falls() -> None:
    units = (["mortar", "flamer"], ["scout", "guard"])
    battle = scene(". . . . .", [(0, 0), (1, 0)], [(3, 0), (4, 0)], units=units)
    weak = battle._replace(health=bytes([2, 3, 1, 4]))
    assert without_text(data(weak, Blast(0, (4, 0)), 0)) == [
        {
            "kind": "blast",
            "side": 0,
            "unit": 0,
            "at": [0, 0],
            "to": [4, 0],
            "hexes": [[3, 0], [4, 0]],
        },
        {"kind": "fell", "side": 0, "unit": 2, "at": [3, 0], "points": 1},
        {"kind": "hurt", "side": 1, "unit": 3, "at": [4, 0], "damage": 1, "health": 3},
    ]
    flames = data(battle, Flame(1, (2, 0)), None)
    assert without_text(flames) == [
        {
            "kind": "flame",
            "side": 0,
            "unit": 1,
            "at": [1, 0],
            "to": [2, 0],
            "hexes": [[2, 0], [3, 0], [4, 0]],
        },
        {"kind": "fell", "side": 0, "unit": 2, "at": [3, 0], "points": 1},
        {"kind": "hurt", "side": 1, "unit": 3, "at": [4, 0], "damage": 2, "health": 2},
    ]
    assert flames[1]["text"] == "The blue scout falls: 1 point for red."


def test_own_fire_brings_points_to_the_other_side() -> None:
    units = (["mortar", "guard"], ["scout"])
    battle = scene(". . . . .", [(0, 0), (3, 0)], [(4, 0)], units=units)
    weak = battle._replace(health=bytes([2, 1, 2]))
    assert without_text(data(weak, Blast(0, (2, 0)), 1))[-1] == {
        "kind": "fell",
        "side": 1,
        "unit": 1,
        "at": [3, 0],
        "points": 2,
    }
    assert apply(weak, Blast(0, (2, 0))).points == (0, 2)


def test_turns_flags_and_the_end() -> None:
    battle = scene(". . .", [(0, 0)], [(2, 0)], flags=["0,0", "2,0"], rounds=1)
    assert without_text(data(battle, Pass(), 0)) == [
        {"kind": "pass", "side": 0},
        {"kind": "flag", "side": 1, "at": [2, 0], "points": 1},
    ]
    last = apply(battle, Pass())._replace(points=(5, 2))
    assert without_text(data(last, Pass(), 1)) == [
        {"kind": "pass", "side": 1},
        {"kind": "over", "side": 0},
    ]
    assert without_text(data(battle, Resign(0), None)) == [
        {"kind": "resign", "side": 0},
        {"kind": "over", "side": 1},
    ]
    assert data(battle, Resign(0, gone=True), 1)[0]["text"] == "Red is gone."


def test_the_beginning() -> None:
    field = scene(". . .", [(0, 0)], [(2, 0)], flags=["0,0"]).field
    start = new_battle(field)
    one = apply(start, Deploy(0, field.zones[0]))
    assert without_text(data(start, Deploy(0, field.zones[0]), 0)) == [
        {"kind": "deploy", "side": 0, "hexes": [[0, 0]]}
    ]
    last = Deploy(1, field.zones[1])
    spotted = [
        {"kind": "spotted", "side": 1, "unit": 1, "at": [2, 0]},
        {"kind": "spotted", "side": 0, "unit": 0, "at": [0, 0]},
    ]
    flag = {"kind": "flag", "side": 0, "at": [0, 0], "points": 1}
    assert without_text(data(one, last, None)) == [
        {"kind": "deploy", "side": 1, "hexes": [[2, 0]]},
        {"kind": "begin"},
        *spotted,
        flag,
    ]
    assert without_text(data(one, last, 0)) == [
        {"kind": "deploy", "side": 1},
        {"kind": "begin"},
        spotted[0],
        flag,
    ]
    assert without_text(data(one, last, 1))[2] == spotted[1]


def test_a_line_about_each_unit() -> None:
    units = (["mortar", "archer"], ["scout"])
    battle = scene(". . . .", [(0, 0), (1, 0)], [(3, 0)], units=units)
    assert status_of(battle, 0) == ("red mortar on (0, 0): health 2/2, moves 3/3, ready, 4 charges")
    assert status_of(battle, 2) == "blue scout on (3, 0): health 2/2, moves 0/5, waits"
    shot = apply(battle, Shot(1, 2))
    assert status_of(shot, 1) == "red archer on (1, 0): health 3/3, moves 0/4, has attacked"
    fallen = battle._replace(at=bytes([0, 255, 3]), health=bytes([2, 0, 2]))
    assert status_of(fallen, 1) == "red archer: fallen"
    assert status_of(new_battle(battle.field), 1) == "red archer: not deployed"
