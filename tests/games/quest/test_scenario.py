"""Quest files of playable quests: their content, error messages, and printing."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline.errors import FormatError, StorageError
from sightline.games.quest import (
    FigureNumbers,
    QuestGoal,
    Scenario,
    load_scenario,
    parse_quest,
    read_scenario,
    shipped_quests,
    shipped_scenario,
)

from .places import cellar

MAP = """
+---+---+---+
| H   o   O |
+   +   +   +
| V   t   . |
+---+---+---+

H: hero "Hilda"
o: enemy "orc"
O: enemy "orc 2"
V: chest "chest"
t: table "table"
"""


def read(head: str = "", drawn: str = MAP) -> Scenario:
    return read_scenario(head + drawn, "mine.txt")


def numbers(scenario: Scenario, name: str) -> FigureNumbers:
    return next(each.numbers for each in scenario.figures if each.name == name)


def test_what_is_usual() -> None:
    scenario = read()
    assert (scenario.mode, scenario.large, scenario.reveal, scenario.rounds) == (
        *("strict", "tiles", "seen"),
        0,
    )
    assert scenario.goals == (QuestGoal("defeat", "", ()),)
    assert numbers(scenario, "Hilda") == FigureNumbers(0, 2, 2, 2, 6, 1)
    assert numbers(scenario, "orc") == FigureNumbers(6, 0, 2, 1, 1, 1)
    assert numbers(scenario, "Hilda").pace == "2d6"
    assert numbers(scenario, "orc").pace == "6"
    assert [each.name for each in scenario.furniture] == ["chest", "table"]


def test_numbers_of_a_kind_and_of_one() -> None:
    scenario = read('numbers: orc attack 5 body 3\nnumbers: "orc 2" body 9 moves 0\n')
    assert numbers(scenario, "orc") == FigureNumbers(6, 0, 5, 1, 3, 1)
    assert numbers(scenario, "orc 2") == FigureNumbers(0, 0, 5, 1, 9, 1)
    paced = numbers(read('numbers: "Hilda" moves 1d6+3 range 4'), "Hilda")
    assert (paced.dice, paced.moves, paced.range, paced.pace) == (1, 3, 4, "1d6+3")


def test_goals_in_words_with_the_exit_last() -> None:
    scenario = read("goal: exit C2 B1\ngoal: defeat orc\ngoal: find chest\n")
    assert [goal.text for goal in scenario.goals] == [
        "defeat orc",
        "find chest",
        "leave by C2 or B1",
    ]
    assert scenario.exits == 0b100010
    assert read("goal: defeat all").goals[0].text == "defeat every monster"


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("reveal: slowly\n", "mine.txt: line 1: reveal: expected one of room, seen, got 'slowly'"),
        ("rounds: 0\n", "mine.txt: line 1: rounds: expected 1 to 999, got '0'"),
        ("rounds: many\n", "mine.txt: line 1: rounds: expected 1 to 999, got 'many'"),
        ("rounds: 1000\n", "mine.txt: line 1: rounds: expected 1 to 999, got '1000'"),
        ("rounds: 3\nrounds: 4\n", "mine.txt: line 2: 'rounds' is given twice"),
        ("\ngoal: win\n", "mine.txt: line 2: goal: expected defeat all"),
        ("goal: exit\n", "line 1: goal: expected defeat all"),
        ("goal: exit Z9\n", "line 1: goal: nobody can stand on Z9"),
        ("goal: exit here\n", "line 1: goal: "),
        ("goal: defeat ape\n", "line 1: goal: no enemy on the map is called 'ape'"),
        ("goal: find gold\n", "line 1: goal: no chest on the map is called 'gold'"),
        ("goal: find table\n", "line 1: goal: no chest on the map is called 'table'"),
        ("numbers: orc\n", 'line 1: numbers: expected "NAME" and numbers such as moves 2'),
        ("numbers: ape attack 1\n", "line 1: no hero, ally or enemy on the map is called 'ape'"),
        ("numbers: orc attack 13\n", "line 1: attack: expected 0 to 12, got '13'"),
        ("numbers: orc body 0\n", "line 1: body: expected 1 to 99, got '0'"),
        ("numbers: orc attack 1 attack 2\n", "line 1: numbers: attack is given twice"),
        ("numbers: orc attack 1 luck 2\n", "line 1: numbers: expected moves, attack, defence"),
        ("numbers: orc moves 1d6\n", "line 1: moves: a monster has a number of them"),
        ("numbers: Hilda moves 4d6\n", "line 1: moves: expected 6, 2d6, 1d6\\+3 or the like"),
        ("numbers: Hilda moves 31\n", "line 1: moves: expected 6, 2d6"),
        ("chest: table gold 3\n", "line 1: chest: 'table' is a table"),
        ("chest: box gold 3\n", "line 1: no chest on the map is called 'box'"),
        ("chest: chest gold x\n", "line 1: gold: expected 0 to 9999, got 'x'"),
        ("color: red\n", "line 1: expected one of title, mode, large, reveal, rounds, goal"),
    ],
)
def test_what_is_wrong_names_the_line(head: str, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        read(head)


@pytest.mark.parametrize(
    ("line", "least", "most"),
    [
        ("rounds: {}", 1, 999),
        ("numbers: orc moves {}", 0, 30),
        ("numbers: orc attack {}", 0, 12),
        ("numbers: orc defence {}", 0, 12),
        ("numbers: orc body {}", 1, 99),
        ("numbers: orc range {}", 1, 99),
        ("chest: chest gold {}", 0, 9999),
        ("chest: chest body {}", 0, 99),
        ("chest: chest attack {}", 0, 6),
        ("chest: chest defence {}", 0, 6),
        ("chest: chest hurts {}", 0, 99),
    ],
)
def test_the_least_and_the_most(line: str, least: int, most: int) -> None:
    for number in (least, most):
        assert line.format(number).split(":")[0] in read(line.format(number)).text
    for number in (least - 1, most + 1):
        with pytest.raises(FormatError, match=r"mine\.txt: line 1: "):
            read(line.format(number))


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        ("+---+\n| . |\n+---+\n", "expected at least one hero"),
        ('+---+\n| H |\n+---+\n\nH: hero "H"', "goal: expected one, since there is no enemy"),
        ('+---+---+\n| H | H |\n+---+---+\n\nH: hero "H" size 1x2', "H stands across the wall"),
        (f"+{'-' * 1601}+\n", "."),
    ],
)
def test_maps_that_cannot_be_played(drawn: str, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        read("", drawn)


def hall_of(rows: int, cols: int) -> str:
    rim = "+" + "---+" * cols + "\n"
    first = "| H " + "  . " * (cols - 1) + "|\n"
    other = "| . " + "  . " * (cols - 1) + "|\n"
    return rim + first + rim + (other + rim) * (rows - 1) + '\nH: hero "H"'


def crowd_of(enemies: int) -> str:
    rim = "+" + "---+" * (enemies + 1)
    return f'{rim}\n| H {"  o " * enemies}|\n{rim}\n\nH: hero "H"\no: enemy "o" size 1x1'


def test_a_large_map_and_a_crowd_are_refused() -> None:
    assert len(read("goal: exit A1\n", hall_of(40, 40)).tiles) == 1600
    with pytest.raises(FormatError, match="expected at most 1,600 tiles"):
        read("goal: exit A1\n", hall_of(40, 41))
    assert len(read("", crowd_of(59)).figures) == 60
    with pytest.raises(FormatError, match="expected at most 60 heroes"):
        read("", crowd_of(60))


@pytest.mark.parametrize("name", shipped_quests())
def test_shipped_quests_print_and_read_again(name: str) -> None:
    scenario = shipped_scenario(name)
    again = read_scenario(scenario.text)
    assert again == scenario
    assert again.text == scenario.text
    for key in ("title", "story", "mode", "large", "reveal", "rounds", "goals", "figures", "doors"):
        assert getattr(again, key) == getattr(scenario, key)
    assert again.furniture == scenario.furniture
    # The board reader accepts the same file.
    assert parse_quest(scenario.text).title == scenario.title
    assert scenario.story
    assert scenario != cellar()


def test_there_are_three_of_them() -> None:
    assert shipped_quests() == ["the-rat-cellar", "the-sealed-crypt", "the-toll-bridge"]


def test_everything_is_printed() -> None:
    scenario = cellar("permissive", "room", "middle")
    assert read_scenario(scenario.text).text == scenario.text
    assert 'numbers: "Tam" moves 1d6+3 attack 2 range 8' in scenario.text
    assert 'chest: "chest" gold 20 body 2 attack 1' in scenario.text
    assert "goal: exit A1" in scenario.text


def test_a_map_without_walls_keeps_its_corners() -> None:
    scenario = read_scenario(
        "+---+---+\n| h   # |\n+   +   +\n| .   e |\n+---+---+\n\nh: hero\ne: enemy"
    )
    assert scenario.text.startswith("\n+---+---+\n| h   # |\n+   +   +\n| .   e |\n+---+---+\n")
    again = read_scenario(scenario.text)
    assert again == scenario
    assert again.figures == scenario.figures
    assert again.solid == scenario.solid == 0b10


def test_rooms_are_what_walls_and_doors_enclose() -> None:
    scenario = cellar()
    assert sorted(room.bit_count() for room in scenario.rooms) == [9, 9, 10, 11, 29]
    pillar = 1 * 10 + 5
    assert scenario.room_of[pillar] == -1
    assert scenario.shown_rooms[scenario.room_of[pillar - 1]] >> pillar & 1
    # A room is a single room even with figures and furniture in it.
    assert scenario.room_of[2 * 10 + 4] == scenario.room_of[2 * 10 + 3]


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(cellar().text, encoding="utf-8")
    assert load_scenario(path) == cellar()
    with pytest.raises(StorageError):
        load_scenario(tmp_path / "none.txt")


def test_rulings_and_odd_walls_have_no_place_in_it() -> None:
    with pytest.raises(FormatError, match="plain walls, doors and gates"):
        read(
            "",
            '+---+---+\n| H   o |\n+---+---+\n\nH: hero "H"\no: enemy "o"\nfree wall: 1,0 1,1/2\n',
        )
