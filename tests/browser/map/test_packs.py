"""Game rules at the table: the menu, cover on the target and in who sees whom, and terrain."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.browser.sights import ask, verdict_is

DND = "pack:dnd5e"

pytestmark = pytest.mark.parametrize("server", ["cover"], indirect=True)


def test_the_menu_is_grouped_by_game(master: Person, client: TableClient) -> None:
    master.unfold("Rules")
    menu = master.spot("rule-menu")
    groups = menu.locator("optgroup")
    expect(groups.first).to_have_attribute("label", "Geometric rules")
    titles = groups.evaluate_all("(all) => all.map((each) => each.label)")
    assert titles[1:] == sorted(titles[1:])
    dungeons = groups.nth(titles.index("Dungeons")).locator("option").all_text_contents()
    assert dungeons == sorted(dungeons, key=str.casefold)
    assert "HeroQuest" in dungeons
    assert "Gloomhaven" not in dungeons, "it is for hexes"

    menu.select_option(value=DND)
    expect(master.spot("degrees")).to_contain_text("+2")
    master.all_saved()
    assert client.ask("sight", a=client.figure("Mira"), b=client.figure("Goblin"))["degree"]
    menu.select_option(value="center")
    expect(master.spot("degrees")).to_have_count(0)
    master.press("Control+z")
    expect(menu).to_have_value(DND)


def test_two_quick_settings_both_count(master: Person) -> None:
    """The second one is made before the response to the first arrives."""
    master.unfold("Rules")
    menu = master.spot("rule-menu")
    menu.select_option(value="corner")
    master.all_saved()
    master.page.evaluate(
        """() => {
          const menu = document.querySelector('[data-testid="rule-menu"]')
          menu.value = 'center'
          menu.dispatchEvent(new Event('change', {bubbles: true}))
          document.querySelector('input[name="ties"][value="adjudicated"]').click()
        }"""
    )
    master.all_saved()
    expect(menu).to_have_value("center")
    expect(master.page.get_by_role("radio", name="You decide")).to_be_checked()


def test_cover_is_on_the_target_with_its_lines(master: Person, client: TableClient) -> None:
    ask(master, "Mira", "Goblin")
    expect(master.spot("cover")).to_have_count(0)
    client.do("rule", rule={"rule": DND})
    ask(master, "Mira", "Goblin")
    verdict_is(master, "visible")
    cover = master.spot("cover")
    expect(cover).to_have_attribute("data-degree", "half")
    expect(cover).to_contain_text("+2")
    expect(cover).to_contain_text("2 of 4 lines blocked")
    expect(master.spot("reason")).to_contain_text("Orc")
    expect(master.spot("counted")).to_have_count(4)
    expect(master.spot("cover-badge")).to_have_text("Half cover")

    client.do("move", figure=client.figure("Orc"), to=[5, 0])
    expect(cover).to_have_attribute("data-degree", "none")
    expect(master.spot("cover-badge")).to_have_text("No cover")


def test_who_sees_whom_has_degrees(master: Person, client: TableClient) -> None:
    client.do("rule", rule={"rule": DND})
    master.unfold("Visibility")
    cell = master.page.get_by_role("button", name="Mira sees Goblin, half cover")
    expect(cell).to_have_text("½")
    expect(master.page.get_by_role("button", name="Mira sees Orc, no cover")).to_have_text("✓")
    expect(master.page.locator("#who-key")).to_contain_text("½ half cover")


def test_all_games_side_by_side(master: Person, client: TableClient) -> None:
    ask(master, "Mira", "Goblin")
    master.spot("every-rule").locator("summary").click()
    row = master.spot("every-rule").locator(f'tr[data-rule="{DND}"]')
    expect(row).to_have_attribute("data-degree", "half")
    hero_quest = master.spot("every-rule").locator('tr[data-rule="pack:heroquest"]')
    expect(hero_quest).to_have_attribute("data-verdict", "hidden")


def test_terrain_is_painted_seen_and_spoken(
    master: Person, client: TableClient, player: Person
) -> None:
    client.do("rule", rule={"rule": DND})
    ask(master, "Mira", "Orc")
    expect(master.spot("cover")).to_have_attribute("data-degree", "none")
    master.take("terrain")
    master.page.get_by_role("button", name="Low wall", exact=True).click()
    master.stroke(master.middle((0, 2)), master.middle((2, 2)), steps=12)
    low = master.page.locator('[data-terrain="low"]')
    expect(low).to_have_attribute("data-count", "3")
    expect(master.spot("cover")).to_have_attribute("data-degree", "half")
    expect(player.page.locator('[data-terrain="low"]')).to_have_attribute("data-count", "3")

    # Painting the same terrain again removes it; so do undo and the eraser.
    master.stroke(master.middle((0, 2)), master.middle((0, 2)))
    expect(low).to_have_attribute("data-count", "2")
    master.press("Control+z")
    expect(low).to_have_attribute("data-count", "3")
    master.take("erase")
    master.stroke(master.middle((0, 2)), master.middle((2, 2)), steps=12)
    expect(low).to_have_count(0)
    expect(master.spot("cover")).to_have_attribute("data-degree", "none")

    # Without a mouse: T selects it, arrows move it, Enter applies it, and the page announces it.
    master.press("t")
    master.press("ArrowRight")
    master.press("Enter")
    expect(low).to_have_attribute("data-count", "1")
    expect(master.spot("spoken")).to_contain_text("floor, low wall")


def test_who_plays_for_whom(master: Person, client: TableClient) -> None:
    """In the fourth edition only enemies give cover, so a figure that changes sides stops giving
    it.
    """
    client.do("rule", rule={"rule": "pack:dnd4e"})
    ask(master, "Mira", "Goblin")
    expect(master.spot("cover")).not_to_have_attribute("data-degree", "none")
    orc = client.figure("Orc")
    client.do("edit", figure=orc, team="heroes")
    expect(master.spot("cover")).to_have_attribute("data-degree", "none")
    expect(master.figure(orc)).to_have_attribute("aria-label", "Orc, enemy, team heroes, at E2")


def test_a_player_has_cover_and_terrain_only_as_far_as_they_see(
    server: TableServer,
    client: TableClient,
    person: Callable[..., Person],
) -> None:
    client.do("rule", rule={"rule": DND})
    client.do("terrain", tiles=[[0, 4]], kind="smoke")
    client.do("paint", tiles=[[row, 3] for row in range(6)], solid=True)
    client.do("terrain", tiles=[[5, 7]], kind="quagmire")
    pia = person("Pia", server.origin).go(server.link("j"))
    pia.join("Pia")
    client.seat("Pia", "Mira")
    pia.at_the_table()
    assert "quagmire" not in pia.received()
    client.do("paint", tiles=[[row, 3] for row in range(3)], solid=False)
    expect(pia.figure(client.figure("Goblin"))).to_be_attached()
    pia.click((1, 1))
    pia.click((1, 6))
    expect(pia.spot("cover")).to_have_attribute("data-degree", "half")
    expect(pia.spot("cover-badge")).to_have_text("Half cover")
