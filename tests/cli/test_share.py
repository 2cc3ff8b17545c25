"""`sightline share` prints only a link to standard output."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline import RULES, CornerRule, load, read_link
from tests.cli.shell import sightline

MAP = """
.......
.M.o.g.
....#..

M: hero "Mira"
g: enemy "goblin"
o: enemy "orc"
"""


@pytest.fixture
def orc(tmp_path: Path) -> Path:
    file = tmp_path / "orc.txt"
    file.write_text(MAP, encoding="utf-8")
    return file


def test_a_link_to_a_look(orc: Path) -> None:
    done = sightline("share", orc, "Mira", "F2", "--base-url", "https://example.org/p/")
    assert done.code == 0
    assert done.out.count("\n") == 1
    assert done.out.startswith("https://example.org/p/#1.")
    position = read_link(done.out)
    assert position.board == load(orc)
    assert (position.source, position.target) == ("Mira", (1, 5))
    assert position.rule == RULES["corner"]


def test_the_rule_and_what_is_shown_first(orc: Path) -> None:
    words = ("--rule", "corner", "--ties", "permissive", "--show", "games")
    position = read_link(sightline("share", orc, "Mira", "goblin", *words).out)
    assert position.rule == CornerRule("permissive")
    assert position.show == "games"
    position = read_link(sightline("share", orc, "Mira", "goblin", "--rule", "dnd5e").out)
    assert position.rule == RULES["dnd5e"]


def test_a_link_to_this_machine_says_so(orc: Path) -> None:
    done = sightline("share", orc, "Mira", "goblin")
    assert done.out.count("\n") == 1, "a pipe gets the link and nothing else"
    assert "127.0.0.1" in done.out
    for words in (
        "nobody else",
        "make playground",
        "http.server 8000",
        "SIGHTLINE_PLAYGROUND=",
        "--base-url",
    ):
        assert words in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Mira", "goblim"), "goblin"),
        (("Mira", "goblin", "--show", "all"), "show"),
        (("Mira", "goblin", "--base-url", "javascript:x"), "address of the playground"),
    ],
)
def test_what_is_wrong_is_said(orc: Path, words: tuple[str, ...], said: str) -> None:
    done = sightline("share", orc, *words)
    assert done.code == 2
    assert said in done.err
    assert done.out == ""
