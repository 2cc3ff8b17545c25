"""`sightline quest`: commands typed by a player, watching, saving and continuing."""

from __future__ import annotations

from pathlib import Path

from sightline.games.quest import load_file, shipped_scenario
from tests.cli.shell import sightline


def play(*lines: str, words: tuple[str, ...] = ("the-rat-cellar", "--seed", "4")) -> str:
    done = sightline("quest", *words, stdin="\n".join(lines) + "\n")
    assert done.code == 0, done.err
    return done.out


def test_a_turn_by_typed_lines(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    said = play(
        *("help", "hint", "go C2", "roll", "go Z9", "go c2", "undo", "go C2", "force", "open"),
        *("hit rat", "hit nobody", "rule yes", "dance", "search", "map", "", "end"),
        *(f"save {file}", "quit"),
    )
    for words in (
        "The Rat Cellar\nThe innkeeper has lost a strongbox",
        "roll for moves",
        "Mara rolls for moves: there is a closed door next to C2.",
        "No: Mara has to roll for moves first",
        "Mara rolls 1 and 5: 6 moves.",
        "No: Z9 cannot be reached with 6 moves",
        "Mara goes from B2 to C2; 5 moves left.",
        "No: there is no locked door next to you",
        "The party meets rat 2 on D3.",
        "No: rat is not next to Mara",
        "No: nobody known is called 'nobody'; there are Mara, Pim, rat, rat 2",
        "No: no strike waits for a ruling",
        "No: 'dance' is not understood; type help",
        "Mara searches, and finds no secret door.",
        "rat on E1: body 1 of 1, attack 2, defense 0, range 1",
        "Round 1 of 8. Goals: find strongbox; leave by A2. Type help for what you can do.",
        "It is Pim's turn.",
        f"Saved as {file}.",
    ):
        assert words in said
    assert "rat king" not in said
    venture = load_file(file)
    assert venture.state.turn == 1
    assert "Round 1 of 8" in play("quit", words=("--saved", str(file)))


def test_the_program_is_the_master_and_says_why() -> None:
    said = play("roll", "go C2", "open", "end", "end", "give up")
    assert "    why: rat moves to E2, on the way to D2: the nearest tile from which" in said
    assert said.rstrip().endswith("The quest is lost: the heroes gave it up.")


def test_a_person_is_the_master(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text(shipped_scenario("the-rat-cellar").text, encoding="utf-8")
    said = play(
        *("roll", "go C2", "open", "end", "end", "go D2", "hit", "go rat D2", "hit rat Mara"),
        *("hint", "end", "quit"),
        words=(str(mine), "--master", "--seed", "4"),
    )
    for words in (
        "master> ",
        "rat king (asleep)",
        "No: name the figure: go orc D3",
        "No: say who strikes whom: hit orc Mara",
        "Rat goes from E1 to E2; 7 moves left.",
        "Rat strikes Mara: ",
        "Round 2 begins.",
    ):
        assert words in said


def test_watching() -> None:
    said = play(words=("the-rat-cellar", "--watch", "--seed", "1"))
    assert "    why: Mara rolls for moves" in said
    assert said.count("The heroes win") + said.count("The quest is lost") == 1


def test_what_is_no_quest() -> None:
    refused = sightline("quest", "the-moon")
    assert refused.code == 2
    assert "expected one of the-rat-cellar, the-sealed-crypt, the-toll-bridge" in refused.err
