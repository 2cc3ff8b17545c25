"""`sightline skirmish`: commands typed by a player, and watching."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline.games.skirmish import (
    Deploy,
    March,
    Match,
    Pass,
    apply,
    legal_actions,
    load_file,
    new_battle,
    shipped_battlefield,
)
from sightline.games.skirmish.drawing import map_lines, tag_of, unit_lines, unit_of
from tests.cli.shell import sightline
from tests.games.skirmish.fields import scene


def play(*lines: str, words: tuple[str, ...] = ("--seed", "3")) -> str:
    done = sightline("skirmish", *words, stdin="\n".join(lines) + "\n")
    assert done.code == 0, done.err
    return done.out


def test_a_turn_by_typed_lines(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    said = play(
        "9,9 1,1",
        "7 7",
        "1",
        "help",
        "? A",
        "hint",
        "m A 2,-4",
        "m A 0,4",
        "m A 40,0",
        "undo",
        "undo",
        "s A a",
        "see 0,-5 0,0",
        "x",
        "m Z 0,0",
        "m A here",
        "? a",
        f"save {file}",
        "end",
        "quit",
    )
    for words in (
        "Red deploys. The zone: 0,-5",
        "No: red has 5 units to deploy, and 2 hexes are given",
        "No: expected a hex such as 2,-1, got '7'",
        "Both sides are in: round 1 begins.",
        "The crossing: round 1 of 10, red's turn. Points: red 0, blue 0",
        "march A to a hex",
        "march for 1:",
        "The red scout steps to",
        "No: (0, 4) cannot be reached with",
        "No: (40, 0) is off the map",
        "No: nobody of yours sees the blue scout",
        "the ray from (0, -5) to (0, 0)",
        "No: 'x' is not understood; type help",
        "No: there is no unit 'Z'; there are A B C D E a b c d e",
        "No: expected a hex such as 2,-1, got 'here'",
        "No: that is an enemy; ask for one of your own",
        f"Saved as {file}.",
        "The crossing: round 2 of 10, red's turn.",
    ):
        assert words in said, words
    saved = load_file(file)
    assert saved.start.seed == 3
    again = play("quit", words=("--saved", str(file)))
    assert "The crossing: round 1 of 10, red's turn." in again


def test_what_is_out_of_sight_is_not_printed() -> None:
    said = play("1", "quit")
    assert "a  blue scout      out of sight" in said
    assert "Blue has deployed." in said
    assert "(0, 5)" not in said


def test_playing_blue_and_resigning() -> None:
    said = play("1", "resign", words=("--seed", "5", "--side", "blue", "--map", "ridge"))
    assert "Blue deploys." in said
    assert "Blue resigns." in said
    assert "Red wins, " in said
    assert "blue>" in said
    assert "red>" not in said


def test_two_at_one_screen() -> None:
    said = play("1", "2", "", "end", "", "end", "", "quit", words=("--seed", "1", "--both"))
    assert "Red's turn: pass the screen, and press enter." in said
    assert "Blue's turn: pass the screen, and press enter." in said
    assert "round 2 of 10, red's turn" in said


def test_the_end_of_the_input_is_the_end() -> None:
    assert "deploy>" in play(words=("--seed", "1"))
    assert sightline("skirmish", "--seed", "1", stdin="").code == 0
    assert "Red deploys" in play("quit")


def test_watching_the_program() -> None:
    done = sightline("skirmish", "--watch", "--seed", "4", "--open")
    assert done.code == 0
    lines = done.out.splitlines()
    assert sum(line.startswith("    why: ") for line in lines) > 40
    assert " wins, " in lines[-2] or " wins, " in lines[-1] or "draw" in done.out
    assert sightline("skirmish", "--watch", "--seed", "4", "--open").out == done.out


def test_a_battlefield_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'title = "Mine"\nflags = ["1,0"]\nboard = """\nhex first=0,0\n\n. . . .\n"""\n'
        '[red]\nunits = ["scout"]\nzone = ["0,0"]\n[blue]\nunits = ["guard"]\nzone = ["3,0"]\n',
        encoding="utf-8",
    )
    assert "Mine: round 1 of 10" in play("1", "quit", words=("--map", str(file)))
    file.write_text(file.read_text(encoding="utf-8").replace("scout", "scuot"), encoding="utf-8")
    done = sightline("skirmish", "--map", file)
    assert done.code == 2
    assert "did you mean 'scout'" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--side", "green"), "side: expected red or blue"),
        (("--seed", "often"), "seed: expected a whole number"),
        (("--map", "rigde"), "ridge"),
        (("--map", "nowhere.toml"), "nowhere.toml"),
        (("--saved", "nowhere.json"), "nowhere.json"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], said: str) -> None:
    done = sightline("skirmish", *words)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_shot_a_blast_and_fire_are_typed(tmp_path: Path) -> None:
    file = tmp_path / "near.toml"
    file.write_text(
        'title = "Near"\nflags = ["0,0"]\n'
        'board = """\nhex first=0,0\n\n. . . . . .\n . . . . . .\n"""\n'
        '[red]\nunits = ["archer", "mortar", "flamer"]\nzone = ["0,0", "1,0", "2,0"]\n'
        '[blue]\nunits = ["guard", "guard", "guard"]\nzone = ["3,0", "4,0", "5,0"]\n',
        encoding="utf-8",
    )
    said = play("0,0 1,0 2,0", "? C", "s A a", "b B 4,0", "f C 3,0", "? A", "end", "quit",
                words=("--map", str(file), "--seed", "1"))  # fmt: skip
    assert "The red archer shoots at the blue guard 1: 75 %; the die shows" in said
    assert "The red mortar throws a blast at (4, 0)." in said
    assert "The red flamer breathes fire towards (3, 0)." in said
    assert "flame toward (3, 0): 2 damage to blue guard 1" in said
    assert "nothing more in this turn" in said


# --- the drawing


def test_tags() -> None:
    field = shipped_battlefield("ridge")
    tags = [tag_of(field, unit) for unit in range(12)]
    assert "".join(tags) == "ABCDEFabcdef"
    assert [unit_of(field, tag) for tag in tags] == list(range(12))
    assert unit_of(field, "G") is None


def test_the_map_is_drawn_with_fog_and_walls() -> None:
    battle = scene(
        "^ ~ . #\n . n . .\n. . . .",
        [(0, 0)],
        [(3, 1)],
        units=(["guard"], ["scout"]),
        walls="0,0|1,0 1,1|0,2 1,1|1,2",
        flags=["2,0"],
    )
    assert map_lines(battle, 0)[0].startswith("   0  A | ~")
    lines = map_lines(battle, 1)
    assert lines[2].startswith("   1    .")
    assert "\\" in lines[3]
    assert "/" in lines[3]
    assert "*" in lines[0]
    assert "#" in lines[0]
    assert "%" in lines[2]
    assert lines[0].endswith("q 0 to 3")
    assert len(lines) == 5


def test_the_list_shows_what_a_side_knows() -> None:
    battle = new_battle("crossing")
    field = battle.field
    battle = apply(battle, Deploy(0, field.zones[0][:5]))
    assert "not deployed" not in unit_lines(battle, 0)[0]
    battle = apply(battle, Deploy(1, field.zones[1][:5]))
    assert unit_lines(battle, 0)[0].startswith(
        "  A  red scout       (0, -5)   health 2/2, moves 5/5"
    )
    assert unit_lines(battle, 1)[0].startswith("  a  blue scout      (0, 5)")
    assert unit_lines(battle, 1)[0].endswith("waits")
    near = scene(". . . . . . .", [(0, 0)], [(6, 0)], units=(["archer"], ["guard"]))
    assert unit_lines(near, 0)[1] == "  a  blue guard      (6, 0)    health 4/4, shot 1"
    gone = apply(near, Pass())
    assert ":" in map_lines(gone, 1)[0]
    match = Match.begin("crossing")
    assert legal_actions(match.battle)
    left = apply(scene(". . . . . . . .", [(1, 0)], [(7, 0)]), March(0, (0, 0)))
    assert unit_lines(left, 0)[1].endswith("seen there last")
    assert "?" in map_lines(left, 0)[0]
