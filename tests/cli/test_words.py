"""What is not in order: errors, help, completion; and that both readers of a line agree."""

import os
import shlex
from pathlib import Path

import pytest

from sightline.apps.cli import words as reading
from sightline.apps.cli.main import COMMANDS, find_command
from sightline.apps.cli.words import Argument, Option, parameters, parsed
from tests.cli.shell import DUNGEON, sightline


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    done = sightline(*name.split(), "--help")
    assert done.code == 0
    assert "Example" in done.out
    assert f"sightline {name}" in done.out.partition("Example")[2]
    assert "\x1b" not in done.out
    for each in parameters(find_command(name)):
        assert (each.word.flag if isinstance(each.word, Option) else each.word.metavar) in done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_are_in_order(name: str) -> None:
    """Whatever stands in the help can be typed."""
    doc = find_command(name).__doc__ or ""
    examples = [line.strip() for line in doc.splitlines() if "sightline " in line]
    for example in examples:
        line = example.partition("| ")[2] if example.startswith("curl") else example
        words = shlex.split(line.partition(" | ")[0])[1:]
        called = " ".join(words[:2]) if words[0] == "rulings" else words[0]
        taken = parsed(find_command(called), reading.freed(words[len(called.split()) :]))
        assert taken is not None, example


def test_the_whole_has_help_too() -> None:
    for words in (["--help"], ["-h"], []):
        done = sightline(*words)
        assert "Examples:" in done.out + done.err
        for name in COMMANDS:
            assert name.split()[0] in done.out + done.err


def test_the_version_says_whether_kernels_are_compiled() -> None:
    done = sightline("--version")
    assert done.code == 0
    assert done.out.startswith("sightline 0.")
    assert "kernels" in done.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["look"], "No such command"),
        (["see"], "Missing argument"),
        (["see", "MAP", "Mira"], "Missing argument"),
        (["see", "MAP", "Mira", "goblin", "orc"], "unexpected"),
        (["see", "MAP", "Mira", "goblin", "--rul", "quest"], "No such option"),
        (["see", "MAP", "Mira", "goblin", "--rule"], "requires an argument"),
        (["see", "MAP", "Mira", "goblin", "--rule", "chess"], "no rule is called 'chess'"),
        (["see", "MAP", "Mira", "goblin", "--rule", "qest"], "did you mean 'quest'?"),
        (["see", "MAP", "Mira", "goblin", "--ties", "loose"], "ties: expected one of"),
        (["see", "MAP", "Mira", "goblin", "--rule", "hex"], "works on hex boards"),
        (["see", "MAP", "Mira", "goblin", "--rule=quest", "--closed-ends"],
         "setting of rule 'center': expected one of ties, large, got 'closed_ends'"),
        (["see", "MAP", "Mira", "goblin", "--set", "large"], "expected name=value, got 'large'"),
        (["see", "MAP", "Mira", "goblin", "--rule=quest", "--set", "large=huge"],
         "large: expected one of tiles, middle, got 'huge'"),
        (["see", "MAP", "Mira", "goblin", "--rule=corner", "--set", "closed_ends=maybe"],
         "closed_ends: expected yes or no, got 'maybe'"),
        (["see", "MAP", "mira", "goblin"], "did you mean 'Mira'?"),
        (["see", "MAP", "Mira", "gobln"], "did you mean 'goblin'?"),
        (["see", "MAP", "Mira", "Z99"], "off the board"),
        (["see", "MAP", "Mira", "9,9"], "off the board"),
        (["see", "MAP", "Mira", "-1,0"], "off the board"),
        (["see", "MAP", "Mira", "goblin", "--svg", "/nowhere/a.svg"], "cannot write /nowhere"),
        (["see", "MAP", "Mira", "goblin", "--svg", "a.svg", "--theme", "neon"], "theme: expected"),
        (["see", "MAP", "Mira", "goblin", "--svg", "a.png"],
         "--svg: expected a name that ends in .svg"),
        (["field", "MAP", "Mira", "--svg", "a.PNG"], "use --png for it"),
        (["heatmap", "MAP", "--png", "a.svg"], "--png: expected a name that ends in .png"),
        (["info", "MAP", "--png", "a.jpeg"], "got a.jpeg; give it another name"),
        (["convert", "MAP", "a.png", "--to", "svg"], "use --png for it"),
        (["see", "FOLDER", "Mira", "goblin"], "is a folder"),
        (["see", "missing.txt", "Mira", "goblin"], "cannot read missing.txt"),
        (["info", "JUNK"], "not a map of a kind that is known here"),
        (["info", "-"], "the file is empty"),
        (["convert", "MAP", "/nowhere/a.json"], "cannot write /nowhere/a.json"),
        (["play", "--seed", "often"], "seed: expected a whole number"),
        (["play"], "expected a terminal"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_one_clear_message(
    dungeon: Path, tmp_path: Path, words: list[str], complaint: str
) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(bytes(range(256)) * 4)
    files = {"MAP": dungeon, "FOLDER": tmp_path, "JUNK": junk}
    done = sightline(*(files.get(word, word) for word in words))
    assert done.code == 2
    assert complaint in done.err
    assert "Traceback" not in done.err


def test_a_missing_file_is_looked_for_beside(dungeon: Path) -> None:
    done = sightline("info", dungeon.with_name("dungoen.txt"))
    assert "did you mean 'dungeon.txt'?" in done.err


# --- the quick reader and typer


@pytest.mark.parametrize(
    "line",
    [
        "see MAP Mira goblin",
        "see MAP Mira goblin --rule quest --ties=permissive --json",
        "see --json MAP --rule=quest Mira -- goblin",
        "see MAP -1,2 0,0 --closed-ends --blocking a --blocking=b",
        "see MAP Mira goblin --set large=middle --set=ties=strict",
        "field MAP Mira goblin B2 --radius 3",
        "rulings list KEPT",
        "rulings list KEPT MAP --ties strict",
    ],
)
def test_both_readers_take_a_line_alike(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    from sightline.apps.cli import main as entry

    taken: list[dict[str, object]] = []

    def run(command: object, values: dict[str, object]) -> int:
        taken.append(values)
        return 0

    monkeypatch.setattr(entry, "run", run)
    words = line.split()
    assert entry.main(words) == 0
    assert entry._through_typer(reading.freed(words)) == 0
    quick, thorough = taken
    assert quick == thorough


def test_the_quick_reader_leaves_the_rest_to_typer() -> None:
    def command(one: str, many: list[str], flag: bool = False, word: str | None = None) -> int:
        raise AssertionError

    from typing import Annotated

    command.__annotations__ = {
        "one": Annotated[str, Argument("ONE", "")],
        "many": Annotated[list[str], Argument("MANY", "")],
        "flag": Annotated[bool, Option("--flag", "")],
        "word": Annotated[str | None, Option("--word", "", "W")],
    }
    assert parsed(command, ["a", "b", "c", "--flag"]) == {
        "one": "a",
        "many": ["b", "c"],
        "flag": True,
        "word": None,
    }
    for line in ("a", "", "a b --flag=1", "a b --word", "a b --word --flag", "a b -f", "a b --no"):
        assert parsed(command, line.split()) is None


# --- completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_learn_to_complete(monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    monkeypatch.setenv("_SIGHTLINE_COMPLETE", f"source_{shell}")
    done = sightline()
    assert done.code == 0
    assert "_SIGHTLINE_COMPLETE" in done.out


def completed(monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    words = line.split(" ")
    monkeypatch.setenv("_SIGHTLINE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    return sightline().out.split()


def test_commands_rules_and_figures_are_completed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "d.txt").write_text(DUNGEON.lstrip(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert completed(monkeypatch, "sightline he") == ["heatmap"]
    assert completed(monkeypatch, "sightline see d.txt Mi") == ["Mira"]
    assert completed(monkeypatch, "sightline see d.txt Mira g") == ["goblin"]
    assert completed(monkeypatch, "sightline see missing.txt g") == []
    assert completed(monkeypatch, "sightline see d.txt Mira goblin --rule q") == ["quest"]
    assert completed(monkeypatch, "sightline see d.txt Mira goblin --ties adj") == ["adjudicated"]
    assert os.getcwd() == str(tmp_path)
