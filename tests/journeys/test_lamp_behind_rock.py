"""A goblin with a lamp walks behind a rock wall, then into the open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.server import TableServer

QUIET = 400
"""Milliseconds without a message after which no further frame is expected."""


def news(person: Person) -> list[str]:
    """Return what the page has received so far, without the replies to pings."""
    return [each for each in person.frames if '"pong"' not in each]


def be_quiet(person: Person) -> None:
    """Wait until no message has arrived for a while."""
    before = None
    while before != (before := news(person)):
        person.page.wait_for_timeout(QUIET)


@pytest.mark.parametrize("server", ["rock"], indirect=True)
def test_a_lamp_shows_once_its_bearer_steps_into_the_open(
    server: TableServer, person: Callable[..., Person]
) -> None:
    master = person("master", server.origin).go(server.link("m")).at_the_table()
    pia = person("Pia", server.origin).go(server.link("j"))
    pia.join("Pia")
    master.page.get_by_role("button", name="Let in Pia").click()
    master.open_tab("Players")
    master.page.get_by_label("Assign a token to Pia").select_option(label="Mira")
    pia.at_the_table()
    expect(pia.page.get_by_role("button", name="Mira").first).to_be_visible()
    expect(pia.spot("map")).to_have_attribute("data-lit", "1")  # her surroundings are dark
    be_quiet(pia)
    before = pia.picture(), pia.spot("map").screenshot(), news(pia)

    master.unfold("Tokens")
    master.page.locator('[data-section="figures"]').get_by_role("button", name="Goblin").click()
    master.spot("carries-lamp").check()
    expect(master.spot("glows")).to_have_count(1)
    for col in range(4):
        master.drag((3, col), (3, col + 1))
        master.all_saved()
        be_quiet(pia)
        assert news(pia) == before[2], f"the goblin is on column {col + 1}, behind the wall"
    assert (pia.picture(), pia.spot("map").screenshot()) == before[:2]

    master.drag((3, 4), (1, 12))
    expect(pia.spot("map").get_by_text("Goblin")).to_be_visible()
    expect(pia.spot("glows")).to_have_count(1)
    expect(pia.spot("map")).not_to_have_attribute("data-lit", "1")
