"""How a line is read: what is in order, what is not, and help."""

import shlex
from pathlib import Path
from typing import Annotated

import pytest

from sightline.apps.cli.main import COMMANDS, find_command
from sightline.apps.cli.words import Argument, Option, UsageError, parameters, parsed
from tests.cli.shell import sightline


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
        called = " ".join(words[:2]) if words[0] in ("rulings", "study") else words[0]
        try:
            parsed(find_command(called), words[len(called.split()) :])
        except UsageError as error:
            pytest.fail(f"{example}: {error}")


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
        (["look"], "no such command: look"),
        (["heatmp"], "no such command: heatmp; did you mean heatmap?"),
        (["rulings", "ad"], "no such command: rulings ad; did you mean rulings add?"),
        (["--verison"], "no such option: --verison; did you mean --version?"),
        (["see"], "missing argument: MAP"),
        (["see", "MAP", "Mira"], "missing argument: TO"),
        (["field", "MAP"], "missing argument: FROM\nusage: sightline field [OPTIONS] MAP FROM..."),
        (["rulings", "add"], "`sightline rulings add --help` tells more"),
        (["see", "MAP", "Mira", "goblin", "orc"], "unexpected argument: orc"),
        (["see", "MAP", "Mira", "goblin", "--json=1"], "--json takes no value, got '1'"),
        (["see", "MAP", "Mira", "goblin", "--rul", "quest"],
         "no such option: --rul; did you mean --rule?"),
        (["see", "MAP", "Mira", "goblin", "-x"], "no such option: -x\n"),
        (["see", "MAP", "Mira", "goblin", "--rule"], "--rule needs a value: --rule NAME"),
        (["see", "MAP", "Mira", "goblin", "--rule", "--json"], "--rule needs a value"),
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


# --- lines that are in order


def copy(one: str, many: list[str], flag: bool = False, word: str | None = None) -> int:
    """A command of each kind of parameter."""
    raise AssertionError


copy.__annotations__ = {
    "one": Annotated[str, Argument("ONE", "")],
    "many": Annotated[list[str], Argument("MANY...", "")],
    "flag": Annotated[bool, Option("--flag", "")],
    "word": Annotated[str | None, Option("--word", "", "W")],
}


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("a b", {}),
        ("a b c --flag", {"many": ["b", "c"], "flag": True}),
        ("--flag a --word=x b", {"flag": True, "word": "x"}),
        ("a --word x b --word y", {"word": "y"}),
        ("a b --word=", {"word": ""}),
        ("a b --word=--flag", {"word": "--flag"}),
        ("a b --word -x", {"word": "-x"}),
        ("a -- --flag", {"many": ["--flag"]}),
        ("a b -- -h", {"many": ["b", "-h"]}),
        ("-2,1 -", {"one": "-2,1", "many": ["-"]}),
    ],
)
def test_a_line_in_order(line: str, values: dict[str, object]) -> None:
    usual = {"one": "a", "many": ["b"], "flag": False, "word": None}
    assert parsed(copy, line.split()) == usual | values


@pytest.mark.parametrize(
    "line", ["", "a", "a b --flag=1", "a b --word", "a b --word --flag", "a b -f", "a b --wor x"]
)
def test_a_line_not_in_order(line: str) -> None:
    with pytest.raises(UsageError):
        parsed(copy, line.split())


def test_a_list_is_given_word_by_word() -> None:
    values = parsed(find_command("see"), shlex.split("m a b --set x=1 --set=y=2 --blocking w"))
    assert values["settings"] == ["x=1", "y=2"]
    assert values["blocking"] == ["w"]
    assert values["rule"] is None


def test_a_word_that_asks_for_help_is_found_anywhere_but_behind_a_dash(dungeon: Path) -> None:
    assert sightline("see", dungeon, "Mira", "--help").out.startswith("Usage: sightline see ")
    assert sightline("rulings", "-h").out.startswith("Usage: sightline rulings COMMAND")
    assert "no figure is called '-h'" in sightline("see", dungeon, "Mira", "--", "-h").err


def test_a_group_alone_shows_its_help_where_it_is_no_answer() -> None:
    done = sightline("rulings")
    assert (done.code, done.out) == (2, "")
    assert "export" in done.err


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_no_wider_than_the_screen(
    monkeypatch: pytest.MonkeyPatch, name: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = sightline(*name.split(), "--help").out.splitlines()
    examples = {f"    {line.strip()}" for line in (find_command(name).__doc__ or "").splitlines()}
    assert [len(line) for line in lines if len(line) > width and line not in examples][1:] == []


@pytest.mark.parametrize(
    "words",
    [
        ["see", "MAP", "LONG", "goblin"],
        ["see", "MAP", "Mira", "goblin", "LONG"],
        ["see", "MAP", "Mira", "goblin", "--rule", "LONG"],
        ["see", "MAP", "Mira", "goblin", "--ties", "LONG"],
        ["see", "MAP", "Mira", "goblin", "--set", "LONG"],
        ["see", "MAP", "Mira", "goblin", "--LONG"],
        ["see", "MAP", "Mira", "goblin", "--svg", "a.svg", "--theme", "LONG"],
        ["field", "MAP", "Mira", "--radius", "LONG"],
        ["field", "MAP", "Mira", "--metric", "LONG"],
        ["see", "LONG", "Mira", "goblin"],
        ["play", "--seed", "LONG"],
        ["table", "--port", "LONG"],
        ["rulings", "undo", "kept.rulings", "LONG"],
        ["LONG"],
    ],
)
def test_a_complaint_about_something_endless_is_short(dungeon: Path, words: list[str]) -> None:
    typed = [word.replace("LONG", "x" * 3000).replace("MAP", str(dungeon)) for word in words]
    done = sightline(*typed)
    assert done.code == 2
    assert 0 < len(done.err) < 1000
