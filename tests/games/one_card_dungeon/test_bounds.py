"""Limits in the rules of One Card Dungeon: the last allowed number and the first forbidden one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sightline.errors import FormatError, InvalidValueError
from sightline.games.common.dice import MAX_SEED
from sightline.games.one_card_dungeon import (
    Assign,
    Attack,
    EndTurn,
    FaceBlows,
    Game,
    HeroClass,
    Improve,
    MoveHero,
    Phase,
    Reroll,
    Roll,
    SeededDice,
    Skills,
    State,
    TableDice,
    apply,
    default_action,
    format_level,
    legal_actions,
    load_text,
    new_game,
    parse_level,
    save_text,
    why_not,
)
from sightline.games.one_card_dungeon.board.layout import (
    STEPS,
    LevelLayout,
    range_between,
    step_cost,
    ways_from,
)
from sightline.games.one_card_dungeon.monsters import after_their_move, blows, destinations, movers
from sightline.model.cell import Square
from tests.games.one_card_dungeon.tables import drawn, level

RAT = "health 1, speed 2, attack 1, defence 1, range 2"


def text_of(rows: list[str], stats: str = RAT, **more: str) -> str:
    head = "".join(f"{word}: {value}\n" for word, value in {"title": "t", **more}.items())
    return f"{head}map:\n" + "\n".join(rows) + f"\n\nmonster R: rat, {stats}\n"


# --- dice


def test_the_faces_are_these_for_ever() -> None:
    """Saves and links depend on them."""
    assert [SeededDice(7).face(n) for n in range(12)] == [4, 2, 6, 6, 4, 3, 3, 4, 5, 1, 6, 2]
    assert [SeededDice(MAX_SEED).face(n) for n in range(6)] == [4, 5, 1, 2, 3, 5]
    with pytest.raises(InvalidValueError, match="seed: expected 0 to"):
        SeededDice(MAX_SEED + 1)
    with pytest.raises(InvalidValueError, match="seed: expected 0 to"):
        SeededDice(-1)
    assert SeededDice(0).face(0) in range(1, 7)


@pytest.mark.parametrize("face", [0, 7])
def test_a_face_is_one_to_six(face: int) -> None:
    with pytest.raises(InvalidValueError, match="expected 1 to 6"):
        TableDice((1, face))
    assert TableDice((1, 6)).face(1) == 6
    with pytest.raises(InvalidValueError, match="die number 3 is asked for, 2 came"):
        TableDice((1, 6)).face(2)


def test_a_roll_is_three_dice_in_order_and_counts_them() -> None:
    state = new_game()
    after = apply(state, Roll(), TableDice((5, 1, 3)))
    assert (after.energy, after.rolled, after.phase) == ((1, 3, 5), 3, Phase.ENERGY)
    kept = replace(after, phase=Phase.ROLL)
    again = apply(kept, Roll(5), TableDice((1, 1, 1, 6, 2)))
    assert (again.energy, again.rolled, again.power_used) == ((2, 5, 6), 5, True)

    class Loaded:
        def face(self, n: int) -> int:
            return 7 if n else 0

    for start in (state, replace(state, rolled=1)):
        with pytest.raises(InvalidValueError, match="a face from 1 to 6"):
            apply(start, Roll(), Loaded())


# --- levels


@pytest.mark.parametrize(("rows", "cols"), [(40, 2), (2, 40), (40, 40)])
def test_a_map_of_forty_by_forty_is_the_largest(rows: int, cols: int) -> None:
    lines = ["@R" + "." * (cols - 2)] + ["." * cols] * (rows - 1)
    found = parse_level(text_of(lines))
    assert (found.layout.rows, found.layout.cols) == (rows, cols)
    for more in ([line + "." for line in lines] if cols == 40 else [*lines, "." * cols],):
        with pytest.raises(FormatError, match="at most 40 x 40"):
            parse_level(text_of(more))


def test_twenty_six_monsters_are_the_most() -> None:
    found = parse_level(text_of(["@" + "R" * 26]))
    assert len(found.monsters) == 26
    with pytest.raises(FormatError, match="27 monsters; at most 26"):
        parse_level(text_of(["@" + "R" * 27]))


def test_lines_and_texts_have_a_length() -> None:
    fits = "x" * (500 - len("text: "))
    assert parse_level(text_of(["@R"], text=fits)).text == fits
    with pytest.raises(FormatError, match="more than 500 characters"):
        parse_level(text_of(["@R"], text=fits + "x"))
    base = text_of(["@R"])
    padded = base + ";\n" * ((64 * 1024 - len(base)) // 2)
    padded += "\n" * (64 * 1024 - len(padded))
    assert len(padded) == 64 * 1024
    assert parse_level(padded).title == "t"
    with pytest.raises(FormatError, match="at most 65,536 are read"):
        parse_level(padded + "\n")


@pytest.mark.parametrize(
    ("stat", "low", "high"),
    [("health", 1, 99), ("speed", 0, 99), ("attack", 1, 99), ("defence", 1, 18), ("range", 2, 99)],
)
def test_every_number_of_a_monster_has_its_bounds(stat: str, low: int, high: int) -> None:
    numbers = {"health": 1, "speed": 2, "attack": 1, "defence": 1, "range": 2}
    for value in (low, high):
        words = ", ".join(f"{k} {v}" for k, v in {**numbers, stat: value}.items())
        (kind,) = parse_level(text_of(["@R"], words)).kinds()
        assert getattr(kind, stat) == value
    for value in (low - 1, high + 1):
        words = ", ".join(f"{k} {v}" for k, v in {**numbers, stat: value}.items())
        with pytest.raises(FormatError, match=f"{stat}: expected {low} to {high}, got {value}"):
            parse_level(text_of(["@R"], words))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (text_of(["@R", "..?"]), "line 4 column 3"),
        (text_of(["@R", "."]), "line 4 column 2"),
        (text_of(["@R", ".X"]), "line 4 column 2"),
        (text_of(["@R", "@."]), "line 4 column 1"),
        (text_of(["@R", ".?"]), "line 4 column 2"),
        (text_of(["@#R"]), "line 3 column 3"),
        (text_of(["@R"]).replace("speed 2", "speed 2, speed 3"), "line 5 column 36"),
        (text_of(["@R"]).replace("speed 2", "sped 2"), "line 5 column 27"),
        (text_of(["@R"]).replace(", range 2", ""), "line 5 column 55"),
        (text_of(["@R"]).replace("monster R", "monster r"), "line 5 column 9"),
        (text_of(["@R"]).replace("rat,", "Rat,"), "line 5 column 12"),
        (text_of(["@R"]) + "monster R: cat, " + RAT, "line 6 column 9"),
        (text_of(["@R"]) + "monster Q: cat, " + RAT, "line 6 column 9"),
        ("title: a\ntitle: b\n", "line 2 column 1"),
        ("map: x\n", "line 1 column 1"),
        (text_of(["@R"]) + "map:\n@R\n", "line 6 column 1"),
        ("title: a\n", "line 1 column 1"),
        ("map:\n@R\n\nmonster R: rat, " + RAT, "line 1 column 1"),
        (text_of([".R"]), "line 3 column 1"),
        (text_of(["@."]).split("monster", maxsplit=1)[0], "line 3 column 1"),
    ],
)
def test_complaints_name_line_and_column(text: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_level(text)
    assert where in str(caught.value)


def test_names_are_of_twenty_four_letters_at_most() -> None:
    longest = "a" + "b" * 23
    assert parse_level(text_of(["@R"]).replace("rat,", f"{longest},")).kinds()[0].name == longest
    with pytest.raises(FormatError, match="a name in small letters"):
        parse_level(text_of(["@R"]).replace("rat,", f"{longest}c,"))


def test_a_level_is_written_as_it_was_read() -> None:
    text = text_of(["@.R", "..#"], hint="look") + "hint: again\n"
    found = parse_level(text)
    assert parse_level(format_level(found)) == found
    assert found.hints == ("look", "again")
    assert found.layout.walls == {(1, 2)}
    assert found.start == (0, 0)
    assert [tile for _, tile in found.monsters] == [(0, 2)]


# --- the beginning


def test_a_game_begins_within_its_bounds() -> None:
    levels = [level("@S"), level("@.S")]
    assert new_game(levels, first=2).number == 1
    for first in (0, 3):
        with pytest.raises(InvalidValueError, match="first level: expected 1 to 2"):
            new_game(levels, first=first)
    assert new_game(levels, health=1).health == 1
    assert new_game(levels, health=6).health == 6
    for health in (0, 7):
        with pytest.raises(InvalidValueError, match="health: expected 1 to 6"):
            new_game(levels, health=health)
    assert new_game(levels, skills=Skills(99, 99, 99, 99)).skills.range == 99
    for wrong in (Skills(0, 1, 1, 2), Skills(1, 0, 1, 2), Skills(1, 1, 0, 2), Skills(1, 1, 1, 1)):
        with pytest.raises(InvalidValueError, match=r"expected [12] to 99"):
            new_game(levels, skills=wrong)
    with pytest.raises(InvalidValueError, match="range: expected 2 to 99, got 100"):
        new_game(levels, skills=Skills(1, 1, 1, 100))


def test_monsters_of_a_kind_are_numbered_and_whole() -> None:
    state = new_game([level("@SS GS.", S=RAT, G="health 3, speed 2, attack 1, defence 1, range 2")])
    assert [monster.name for monster in state.monsters] == [
        "spider 1",
        "spider 2",
        "ghost",
        "spider 3",
    ]
    assert [monster.health for monster in state.monsters] == [1, 1, 3, 1]
    assert (state.turn, state.rolled, state.energy, state.power_used) == (1, 0, (), False)


# --- a turn


def test_skills_rise_to_ninety_nine() -> None:
    top = replace(
        new_game([level("@S")] * 2), phase=Phase.LEVEL_UP, monsters=(), skills=Skills(99, 98, 1, 2)
    )
    offers = legal_actions(top)
    assert Improve("speed") not in offers
    assert Improve("attack") in offers
    assert why_not(top, Improve("speed")) == "speed is as high as it goes"
    assert apply(top, Improve("attack"), SeededDice(0)).skills == Skills(99, 99, 1, 2)
    assert why_not(top, Improve("luck")) is not None
    healed = apply(replace(top, health=2, rolled=9), Improve("health"), SeededDice(0))
    assert (healed.health, healed.skills, healed.number, healed.rolled) == (6, top.skills, 1, 9)


def test_a_barbarian_rolls_again_at_exactly_one_health() -> None:
    state = replace(new_game(hero_class="barbarian"), phase=Phase.ENERGY, energy=(1, 2, 3))
    for health in (2, 6):
        hurt = replace(state, health=health)
        assert why_not(hurt, Reroll()) == (
            f"the barbarian rolls again at health 1 only, and has {health}"
        )
        assert Reroll() not in legal_actions(hurt)
    once = apply(replace(state, health=1), Reroll(), SeededDice(1))
    assert once.power_used
    assert why_not(once, Reroll()) == "the barbarian has rolled again in this turn already"


def test_powers_of_the_classes_come_back_when_they_should() -> None:
    for hero_class in HeroClass:
        state = replace(
            drawn("@..S", Skills(0, 0, 9, 2), hero_class.value),
            phase=Phase.MONSTER_ATTACK,
            power_used=True,
        )
        after = apply(state, FaceBlows(), SeededDice(0))
        assert after.power_used == (hero_class is not HeroClass.BARBARIAN)
        assert (after.turn, after.phase) == (state.turn + 1, Phase.ROLL)
        assert after.points == Skills(0, 0, 0, 0)
        assert after.energy == state.energy


def test_dice_on_skills_add_up() -> None:
    state = replace(
        new_game(hero_class="ranger", skills=Skills(2, 3, 4, 5)),
        phase=Phase.ENERGY,
        energy=(1, 2, 6),
    )
    after = apply(state, Assign(6, 2, 1), SeededDice(0))
    assert after.points == Skills(8, 5, 5, 5)
    assert not after.power_used
    far = apply(state, Assign(0, 2, 1, 6), SeededDice(0))
    assert far.points == Skills(2, 5, 5, 11)
    assert far.power_used
    used = replace(state, power_used=True)
    assert why_not(used, Assign(0, 2, 1, 6)) is not None
    assert not any(isinstance(a, Assign) and a.range for a in legal_actions(used))
    assert why_not(state, Assign(1, 2, 0, 6)) == "a die on range is one that speed does not get"
    assert why_not(state, Assign(1, 2, 0)) is not None


@pytest.mark.parametrize(
    ("attack", "health", "left", "phase"),
    [(12, 6, 5, Phase.ROLL), (6, 6, 6, Phase.ROLL), (14, 2, 0, Phase.LOST), (7, 1, 0, Phase.LOST)],
)
def test_damage_is_rounded_down_and_never_below_nothing(
    attack: int, health: int, left: int, phase: Phase
) -> None:
    stats = f"health 2, speed 4, attack {attack}, defence 2, range 2"
    state = replace(
        drawn("@S", Skills(0, 0, 7, 2), S=stats), phase=Phase.MONSTER_ATTACK, health=health
    )
    after = apply(state, FaceBlows(), SeededDice(0))
    assert (after.health, after.phase) == (left, phase)
    assert blows(state).total == attack
    assert blows(state).damage == attack // 7


def test_an_attack_needs_just_enough() -> None:
    state = drawn("@S", Skills(0, 2, 1, 2))
    assert Attack("spider") in legal_actions(state)
    after = apply(state, Attack("spider"), SeededDice(0))
    assert (after.points.attack, after.monsters[0].health) == (0, 1)
    assert Attack("spider") not in legal_actions(after)
    poor = drawn("@S", Skills(0, 1, 1, 2))
    assert why_not(poor, Attack("spider")) == (
        "you cannot attack the spider on B1: it takes 2 attack and you have 1"
    )
    last = replace(after, points=Skills(0, 2, 1, 2))
    won = apply(last, Attack("spider"), SeededDice(0))
    assert (won.phase, won.monsters) == (Phase.WON, ())
    two = replace(last, levels=last.levels * 2)
    assert apply(two, Attack("spider"), SeededDice(0)).phase is Phase.LEVEL_UP


def test_a_step_needs_just_enough() -> None:
    for speed, tiles in ((1, set()), (2, {(0, 1), (1, 0)}), (3, {(0, 1), (1, 0), (1, 1)})):
        state = drawn("@.. ... ..S", Skills(speed, 0, 1, 2))
        steps = {tuple(a.to) for a in legal_actions(state) if isinstance(a, MoveHero)}
        assert steps == tiles
    state = drawn("@.. ... ..S", Skills(5, 0, 1, 2))
    assert apply(state, MoveHero(Square(1, 1)), SeededDice(0)).points.speed == 2
    assert apply(state, MoveHero(Square(0, 1)), SeededDice(0)).points.speed == 3
    for to in ((-1, 0), (3, 0), (0, 3), (0, -1)):
        assert why_not(state, MoveHero(Square(*to))) is not None


# --- layout


def test_steps_and_their_costs() -> None:
    assert sorted(STEPS) == [
        (-1, -1, 3), (-1, 0, 2), (-1, 1, 3), (0, -1, 2),
        (0, 1, 2), (1, -1, 3), (1, 0, 2), (1, 1, 3),
    ]  # fmt: skip
    a = Square(2, 2)
    assert step_cost(a, Square(2, 3)) == 2
    assert step_cost(a, Square(1, 1)) == 3
    for far in ((2, 2), (2, 4), (0, 2), (4, 4), (3, 4)):
        assert step_cost(a, Square(*far)) is None
    layout = LevelLayout(3, 4, frozenset({Square(1, 1)}))
    inside = [
        tile
        for row in range(-1, 5)
        for tile in ((row, c) for c in range(-1, 6))
        if layout.is_floor(tile)
    ]
    assert len(inside) == 11
    assert list(layout.floor()) == inside
    assert len(list(layout.tiles())) == 12
    assert range_between(layout, Square(0, 0), Square(0, 0)) == 0
    assert range_between(layout, Square(1, 0), Square(1, 2)) == 6
    shut = LevelLayout(1, 3, frozenset({Square(0, 1)}))
    assert range_between(shut, Square(0, 0), Square(0, 2)) is None
    ways = ways_from(layout, Square(0, 0), (Square(0, 1),))
    assert Square(0, 1) not in ways
    assert ways[Square(0, 2)].cost == 10
    assert ways[Square(0, 0)] == (0, None)


# --- monsters


def test_monsters_move_when_the_turn_ends_and_all_of_them() -> None:
    state = drawn("@..... ...... S....G", Skills(0, 0, 1, 2), G=RAT, S=RAT)
    ended = apply(state, EndTurn(), SeededDice(0))
    assert (ended.phase, set(ended.waiting)) == (Phase.MONSTER_MOVE, {"spider", "ghost"})
    first = default_action(ended)
    assert first is not None
    half = apply(ended, first, SeededDice(0))
    assert (half.phase, half.waiting) == (Phase.MONSTER_MOVE, ("ghost",))
    then = default_action(half)
    assert then is not None
    done = apply(half, then, SeededDice(0))
    assert (done.phase, done.waiting) == (Phase.MONSTER_ATTACK, ())
    assert default_action(done) == FaceBlows()
    assert after_their_move(ended).monsters == done.monsters
    assert default_action(state) is None


def test_the_nearest_first_and_those_who_cannot_come_last() -> None:
    state = drawn("@.S#G S.... ", Skills(0, 0, 1, 2), S=RAT, G=RAT)
    waiting = list(state.monsters)
    assert [m.name for m in movers(state.layout, state.at, waiting)] == ["spider 2"]
    assert movers(state.layout, state.at, []) == []
    spider = next(m for m in state.monsters if m.name == "spider 1")
    others = [m.at for m in state.monsters if m is not spider]
    assert destinations(state.layout, state.at, spider, others) == ((0, 1),)


# --- saves


def saved(**changes: Any) -> str:
    import json

    tree = json.loads(save_text(Game.begin(new_game(), seed=7).do(Roll())))
    for key, value in changes.items():
        tree["start"][key] = value
    return json.dumps(tree)


@pytest.mark.parametrize(
    "changes",
    [{"seed": MAX_SEED + 1}, {"seed": -1}, {"first": 0}, {"first": 101}, {"health": 0},
     {"health": 7}, {"skills": {"speed": 0, "attack": 1, "defence": 1, "range": 2}},
     {"skills": {"speed": 100, "attack": 1, "defence": 1, "range": 2}}],
    ids=str,
)  # fmt: skip
def test_a_save_out_of_bounds_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        load_text(saved(**changes))


def test_a_save_is_written_like_this_for_ever() -> None:
    import json

    tree = json.loads(save_text(Game.begin(new_game(), seed=7)))
    assert (tree["format"], tree["version"]) == ("sightline one card dungeon", 1)
    assert tree["start"]["first"] == 1
    assert tree["start"]["skills"] == {"speed": 1, "attack": 1, "defence": 1, "range": 2}
    assert tree["start"]["health"] == 6
    assert tree["state"]["level"] == 1
    assert (tree["state"]["turn"], tree["state"]["rolled"], tree["state"]["phase"]) == (
        1,
        0,
        "roll",
    )
    assert (tree["state"]["energy"], tree["state"]["waiting"], tree["log"]) == ([], [], [])


def test_a_state_finds_its_monsters() -> None:
    state: State = new_game([level("@S G.")])
    assert state.monster("ghost") == state.monster_at(Square(1, 0))
    assert state.monster("rat") is None
    assert state.monster_at(Square(1, 1)) is None
    assert not state.is_over
    assert replace(state, phase=Phase.LOST).is_over
    assert replace(state, phase=Phase.WON).is_over


def test_complaints_name_what_they_are_about() -> None:
    twice = text_of(["@R"]) + "monster R: cat, " + RAT
    with pytest.raises(FormatError, match="R is described twice, first on line 5"):
        parse_level(twice)
    with pytest.raises(FormatError, match="a second @; the first is on A1"):
        parse_level(text_of(["@R", "@."]))
    with pytest.raises(
        FormatError, match="no way leads from the adventurer on A1 to the rat on C1"
    ):
        parse_level(text_of(["@#R"]))
    with pytest.raises(FormatError, match="expected 2 tiles as in the first row, got 3"):
        parse_level(text_of(["@R", "..."]))
    with pytest.raises(FormatError, match="the rat has no range"):
        parse_level(text_of(["@R"]).replace(", range 2", ""))
    with pytest.raises(FormatError, match="the rat has no speed and no range"):
        parse_level(text_of(["@R"]).replace(", range 2", "").replace(", speed 2", ""))
    with pytest.raises(FormatError, match=r"the cat \(Q\) is not on the map"):
        parse_level(text_of(["@R"]) + "monster Q: cat, " + RAT)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("@R\n" + text_of(["@R"]), 1),
        (text_of(["@R"]).replace("title: t\n", "title: t\n@R\n"), 2),
        (text_of(["@R"], hint="x").replace("hint: x\n", "hint: x\n@R\n"), 3),
        (text_of(["@R"]) + "@R\n", 6),
        (text_of(["@R"]).replace("@R\n\n", "@R\n\n@R\n"), 5),
    ],
)
def test_rows_of_a_map_stand_below_its_heading_only(text: str, line: int) -> None:
    with pytest.raises(FormatError, match=f"line {line} column 1: expected 'title:'"):
        parse_level(text)


def test_a_remark_does_not_end_a_map() -> None:
    assert parse_level(text_of(["@R", "; look", ".."])).layout.rows == 2
