"""Light on the page: the game master adds lamps in the dark, and a player sees what is lit."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.sights import ask, verdict_is


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_dark_map_is_lit_by_lamps(master: Person, player: Person, client: TableClient) -> None:
    goblin = client.figure("Goblin")
    expect(player.figure(goblin)).to_be_visible()
    whole = player.lit()
    master.unfold("Lighting")
    master.page.get_by_role("button", name="Dark", exact=True).click()
    expect(player.figure(goblin)).to_have_count(0)
    expect(player.spot("map")).to_have_attribute("data-lit", "1")
    expect(player.spot("dark")).to_have_count(1)

    ask(master, "Mira", "Goblin")
    verdict_is(master, "hidden")
    expect(master.spot("reason")).to_contain_text("dark")

    master.take("lamp")
    master.click((3, 6))
    expect(player.figure(goblin)).to_be_visible()
    expect(player.page.locator("[data-lamp]")).to_have_count(1)
    expect(player.spot("glows")).to_have_count(1)
    verdict_is(master, "visible")

    master.drag((3, 6), (4, 0))  # from its bright light into its dim light
    expect(player.spot("dim")).to_have_count(1)
    master.press("Control+z")
    master.press("Control+z")
    expect(player.page.locator("[data-lamp]")).to_have_count(0)
    master.unfold("Lighting")
    master.page.get_by_role("button", name="Daylight", exact=True).click()
    expect(player.figure(goblin)).to_be_visible()
    expect(player.spot("map")).to_have_attribute("data-lit", str(whole))


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_lamps_by_keys_and_held_ones(master: Person, player: Person) -> None:
    master.unfold("Lighting")
    master.page.get_by_role("button", name="Dark", exact=True).click()
    master.press("l")
    expect(master.spot("spoken")).to_contain_text("Light")
    master.press("ArrowRight")
    master.press("Enter")
    expect(master.spot("spoken")).to_contain_text("light")
    expect(player.page.locator("[data-lamp]")).to_have_count(1)
    master.press("Enter")
    expect(player.page.locator("[data-lamp]")).to_have_count(0)
    master.press("1")
    master.unfold("Tokens")
    master.page.locator('[data-section="figures"]').get_by_role("button", name="Mira").click()
    master.page.get_by_label("Darkvision, in tiles").fill("2")
    master.press("Tab")
    player.page.wait_for_function(
        "() => Number(document.querySelector('[data-testid=map]').dataset.lit) > 8"
    )
    master.spot("carries-lamp").check()
    expect(player.spot("glows")).to_have_count(1)
