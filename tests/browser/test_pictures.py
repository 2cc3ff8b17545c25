"""The README's pictures of the table, from the page itself: `make docs-pictures`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.browser.sights import ask, verdict_is

FOLDER = Path(__file__).parents[2] / "docs/pictures"
LAPTOP = {"width": 1440, "height": 960}

pytestmark = [
    pytest.mark.skipif(
        not os.environ.get("SIGHTLINE_PICTURES"), reason="make docs-pictures takes the pictures"
    ),
    pytest.mark.parametrize("server", [""], indirect=True),
]


def test_the_table(server: TableServer, client: TableClient, person: Callable[..., Person]) -> None:
    """The sample dungeon: a call in the queue and its line on the map; and Pia's own view, who has
    walked from one room into another."""
    how = {"viewport": LAPTOP, "color_scheme": "light", "device_scale_factor": 1}
    player = person("Pia", server.origin, **how).go(server.link("j"))
    player.join("Pia")
    client.seat("Pia", "Mira")
    player.at_the_table()
    master = person("master", server.origin, **how).go(server.link("m")).at_the_table()
    expect(master.spot("call-card").first.locator("img").first).to_be_visible()
    ask(master, "Mira", "Goblin")
    verdict_is(master, "ambiguous")
    photograph(master, "table.png")

    mira = client.figure("Mira")
    for row, col in ((3, 4), (2, 6), (2, 8)):
        client.do("move", figure=mira, to=[row, col])
        expect(player.figure(mira)).to_have_attribute("data-at", f"{row},{col}")
    player.click((2, 8))
    player.click((3, 5))
    verdict_is(player, "ambiguous")
    photograph(player, "table-player.png")


def photograph(person: Person, name: str) -> None:
    person.page.mouse.move(1, 1)
    person.page.wait_for_timeout(500)
    person.page.screenshot(path=FOLDER / name)
