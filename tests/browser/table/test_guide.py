"""Guidance for the game master: first steps, where calls are waiting, and what other rules say."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.browser.sights import ask, verdict_is

pytestmark = pytest.mark.parametrize("server", ["corner"], indirect=True)


def test_the_first_steps_and_what_waits(
    server: TableServer, master: Person, client: TableClient
) -> None:
    steps = master.spot("first-steps")
    done = steps.locator("li.done")
    knocks, calls = master.spot("hint-players"), master.spot("hint-calls")
    expect(steps.locator("li")).to_have_count(3)
    expect(done).to_have_count(0)
    expect(knocks).to_have_count(0)
    expect(calls).to_have_count(0)

    pia = TableClient(server.origin, join=server.secrets["j"], name="Pia")
    expect(knocks).to_have_accessible_name("1 player wants to join")
    expect(done).to_have_count(1)
    knocks.click()
    expect(master.page.get_by_role("button", name="Let in Pia")).to_be_in_viewport()
    expect(master.page.get_by_role("heading", name="Players").get_by_role("button")).to_be_focused()
    client.seat("Pia", "Mira")
    expect(knocks).to_have_count(0)
    expect(done).to_have_count(2)

    expect(calls).to_have_accessible_name("1 close call waits for you")
    calls.click()
    expect(master.spot("call-card")).to_be_in_viewport()
    ask(master, "Mira", "Goblin")
    expect(steps).to_have_count(0)
    master.open_tab("Close calls")
    master.spot("rule-hidden").click()
    expect(calls).to_have_count(0)
    pia.close()
    # Users who dismissed them do not see them again.
    master.page.reload()
    master.at_the_table()
    expect(steps).to_have_count(0)


def test_a_look_by_every_rule(master: Person) -> None:
    """All rules are shown at once, without rulings."""
    ask(master, "Mira", "Goblin")
    verdict_is(master, "ambiguous")
    every = master.spot("every-rule")
    expect(every.get_by_role("row")).to_have_count(0)
    every.locator("summary").click()
    force = every.locator(".force")
    expect(force).to_have_count(1)
    expect(force).to_contain_text("in use")
    expect(force).to_have_attribute("data-ties", "adjudicated")
    expect(force).to_have_attribute("data-verdict", "ambiguous")
    strict = every.locator('[data-rule="center"][data-ties="strict"]')
    expect(strict).to_have_attribute("data-verdict", "hidden")
    expect(every).to_contain_text("The rules differ")
    master.page.get_by_role("button", name="Rule visible").click()
    verdict_is(master, "visible")
    expect(force).to_have_attribute("data-verdict", "ambiguous")
