"""A hero targets a monster on a close call: it is announced, asked, ruled on, and then reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.server import TableServer

PILLAR = """
title: The pillar
mode: adjudicated
reveal: room
numbers: "Ada" moves 6 range 9
numbers: "newt" moves 0
+---+---+---+---+
| A   #   .   . |
+   +   +   +   +
| .   n   .   . |
+---+---+---+---+

A: hero "Ada"
n: enemy "newt"
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableServer]:
    file = tmp_path / "pillar.txt"
    file.write_text(PILLAR)
    server = TableServer(tmp_path, words=["--quest", str(file)])
    yield server
    server.stop()


def test_a_close_call_is_said_before_and_after(
    table: TableServer, person: Callable[..., Person]
) -> None:
    master = person("master", table.origin).go(table.link("m"))
    master.spot("by-person").check()
    master.spot("start").click()
    expect(master.spot("strike-newt")).to_have_text("Attack (close call)")
    expect(master.spot("why-newt")).to_contain_text("A close call: the game master rules before")
    master.spot("strike-newt").click()
    expect(master.spot("phase")).to_have_text("Close call")
    expect(master.spot("steps")).to_contain_text("A close call: Ada aims at newt")
    master.spot("rule-hidden").click()
    expect(master.spot("steps")).to_contain_text("There is no strike, and it costs nothing.")
    expect(master.spot("strike-newt")).to_have_text("Attack")
    expect(master.spot("why-newt")).to_contain_text("the game master ruled so")
    master.spot("strike-newt").hover()
    expect(master.spot("aimed")).to_contain_text("Ada does not see newt: the game master ruled so.")
    expect(master.spot("aimed")).not_to_contain_text("awaits")
    master.spot("overrule-0").click()
    expect(master.spot("strike-newt")).to_have_text("Attack")
    expect(master.spot("why-newt")).to_contain_text("dice against")
