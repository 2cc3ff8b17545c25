"""Parsing of command lines: valid lines, errors and help."""

import shlex
from pathlib import Path

import pytest

from sightline.apps.cli.main import COMMANDS, command_parser
from tests.cli.shell import Done, sightline

USUAL = ("see", "field", "table", "play", "info", "convert", "rules")


def help_of(name: str) -> str:
    done = sightline(*name.split(), "--help")
    assert (done.code, done.err) == (0, "")
    return done.out


def examples(name: str) -> list[str]:
    lines = help_of(name).partition("Examples:\n")[2].splitlines()
    return [line.strip() for line in lines]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    text = help_of(name)
    assert text.startswith(f"usage: sightline {name} [OPTIONS]")
    assert f"sightline {name}" in text.partition("Examples:")[2]
    assert "\x1b" not in text
    for flag in command_parser(name)[0].flags():
        assert f" {flag} " in text or f" {flag}\n" in text


@pytest.mark.parametrize("name", USUAL)
def test_the_help_of_usual_commands_fits_a_screen(name: str) -> None:
    assert len(help_of(name).splitlines()) <= 40


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_is_much_longer_than_a_screen(name: str) -> None:
    assert len(help_of(name).splitlines()) <= 45


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_are_valid(name: str) -> None:
    for example in examples(name):
        line = example.partition("| ")[2] if example.startswith("curl") else example
        words = shlex.split(line.partition(" | ")[0])[1:]
        called = " ".join(words[:2]) if words[0] in ("rulings", "study") else words[0]
        command_parser(called)[0].parse(words[len(called.split()) :])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("see", "MAP FROM TO"),
        ("field", "MAP FROM..."),
        ("light", "MAP [FROM...]"),
        ("heatmap", "[MAP]"),
    ],
)
def test_the_usage_shows_what_may_be_left_out(name: str, arguments: str) -> None:
    assert help_of(name).startswith(f"usage: sightline {name} [OPTIONS] {arguments}\n")


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
        (["--install-completion", "bash", "zsh"], "unexpected argument: zsh"),
        (["see"], "the following arguments are required: MAP, FROM, TO"),
        (["see", "MAP", "Mira"], "the following arguments are required: TO"),
        (["field", "MAP"], "required: FROM\nusage: sightline field [OPTIONS] MAP FROM..."),
        (["heatmap"], "missing argument: MAP"),
        (["rulings", "add"], "Try `sightline rulings add --help`."),
        (["see", "MAP", "Mira", "goblin", "orc"], "unexpected argument: orc"),
        (["see", "MAP", "Mira", "goblin", "--json=1"], "--json: ignored explicit argument '1'"),
        (["see", "MAP", "Mira", "goblin", "--rul", "quest"],
         "no such option: --rul; did you mean --rule?"),
        (["see", "MAP", "Mira", "goblin", "-x"], "no such option: -x\n"),
        (["see", "MAP", "Mira", "goblin", "--rule"], "--rule: expected one argument"),
        (["see", "MAP", "Mira", "goblin", "--rule", "--json"], "--rule: expected one argument"),
        (["see", "MAP", "Mira", "goblin", "--rule", "chess"], "no rule is called 'chess'"),
        (["see", "MAP", "Mira", "goblin", "--rule", "centre"], "did you mean 'center'?"),
        (["see", "MAP", "Mira", "goblin", "--ties", "loose"], "ties: expected one of"),
        (["see", "MAP", "Mira", "goblin", "--rule", "hexray"], "works on hex boards"),
        (["see", "MAP", "Mira", "goblin", "--rule=center", "--closed-ends"],
         "setting of rule 'center': expected one of ties, large, got 'closed_ends'"),
        (["see", "MAP", "Mira", "goblin", "--set", "large"], "expected name=value, got 'large'"),
        (["see", "MAP", "Mira", "goblin", "--rule=center", "--set", "large=huge"],
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
        (["see", "FOLDER", "Mira", "goblin"], "this folder is not a Foundry pack"),
        (["see", "missing.txt", "Mira", "goblin"], "cannot read missing.txt"),
        (["info", "JUNK"], "not a map in a supported format"),
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


# --- valid lines


def seen(dungeon: Path, *words: object) -> Done:
    done = sightline("see", *(dungeon if word == "MAP" else word for word in words))
    assert done.code in (0, 1), done.err
    return done


@pytest.mark.parametrize(
    "line",
    [
        "MAP Mira goblin --rule center --json",
        "--rule=center --json MAP Mira goblin",
        "MAP --rule center Mira --json goblin",
        "--json --rule=hexray --rule center MAP -- Mira goblin",
        "MAP Mira goblin --json --rule center --ties=strict --set large=tiles --set=ties=strict",
    ],
)
def test_options_may_stand_anywhere(dungeon: Path, line: str) -> None:
    usual = seen(dungeon, "MAP", "Mira", "goblin", "--rule", "center", "--json")
    assert seen(dungeon, *line.split()) == usual


def test_a_party_may_be_split_by_options(dungeon: Path) -> None:
    together = sightline("field", dungeon, "Mira", "goblin", "--json")
    assert sightline("field", dungeon, "Mira", "--json", "goblin") == together
    lit = sightline("light", dungeon, "Mira", "--range", "3")
    assert lit.code == 0
    assert sightline("light", dungeon, "--range=3", "Mira") == lit
    assert sightline("light", "--range", "3", dungeon, "Mira") == lit


def test_a_negative_position_is_not_an_option(hills: Path) -> None:
    named = sightline("see", hills, "ranger", "archer").code
    assert sightline("see", hills, "-2,0", "archer").code == named
    assert sightline("see", hills, "--rule", "hexray", "--", "-2,0", "archer").code == named


def test_a_dash_is_standard_input(dungeon: Path) -> None:
    done = sightline("see", "-", "Mira", "goblin", stdin=dungeon.read_bytes())
    assert "Mira does not see goblin" in done.out


def test_a_value_may_start_with_a_dash(dungeon: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.rulings"
    ruled = (
        "rulings",
        "add",
        kept,
        dungeon,
        "Mira",
        "goblin",
        "--visible",
        "--ties",
        "adjudicated",
    )
    for why in (["--why", "-5 for the fog"], ["--why=-5"], ["--why", "-x"]):
        assert "--why" not in sightline(*ruled, *why).err


def test_a_word_that_asks_for_help_is_found_anywhere_but_behind_a_dash(dungeon: Path) -> None:
    assert sightline("see", dungeon, "Mira", "--help").out.startswith("usage: sightline see ")
    assert sightline("rulings", "-h").out.startswith("usage: sightline rulings COMMAND")
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
    lines = help_of(name).partition("Examples:")[0].splitlines()[1:]
    assert [line for line in lines if len(line) > width] == []


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
