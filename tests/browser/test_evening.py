"""Turns, dice, health, notes and pings, on the master's page and a player's."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person


def test_a_round_of_turns(master: Person, player: Person, client: TableClient) -> None:
    """The goblin is behind a door: to the player its turn is the master's."""
    mira, goblin = client.figure("Mira"), client.figure("Goblin")
    client.do("add_turns", figures=[mira, goblin])
    master.unfold("Turns")
    expect(master.spot("turns").get_by_role("listitem")).to_have_count(2)
    expect(player.spot("turns").get_by_role("listitem")).to_have_count(1)
    master.page.get_by_label("Players act in their turn only").check()
    master.page.get_by_role("button", name="Begin").click()
    expect(player.spot("whose-turn")).to_have_text("It is your turn with Mira, round 1.")
    player.page.get_by_role("button", name="End my turn").click()
    expect(player.spot("whose-turn")).to_have_text("It is the master’s turn.")
    expect(player.spot("evening-spoken")).to_have_text("It is the master’s turn.")
    expect(player.page.get_by_role("button", name="End my turn")).to_have_count(0)
    assert goblin not in player.received()
    master.page.get_by_role("button", name="Next turn").click()
    expect(player.spot("whose-turn")).to_have_text("It is your turn with Mira, round 2.")


def test_dice_that_everybody_sees(master: Person, player: Person, client: TableClient) -> None:
    player.spot("dice").fill("2d6+1")
    player.press("Enter")
    master.unfold("Dice")
    expect(master.spot("rolls")).to_contain_text("Pia rolled 2d6+1")
    expect(player.spot("evening-spoken")).to_contain_text("Pia rolled 2d6+1")
    master.page.get_by_label("In secret").check()
    master.page.get_by_role("button", name="d20", exact=True).click()
    expect(master.spot("rolls")).to_contain_text("rolled d20 in secret")
    expect(player.spot("rolls")).to_contain_text("the master rolled in secret")
    assert '"sides":20' not in player.received()
    client.do("undo")
    client.do("undo")
    expect(player.spot("rolls")).to_contain_text("taken back")
    expect(player.spot("rolls").get_by_role("listitem")).to_have_count(2)


def test_health_and_conditions(master: Person, player: Person, client: TableClient) -> None:
    player.spot("health").fill("7")
    player.press("Tab")
    mira = client.figure("Mira")
    expect(master.figure(mira)).to_have_attribute("aria-label", re.compile("7 health"))
    client.do("mark", figure=mira, conditions=[{"text": "poisoned"}])
    expect(player.page.get_by_role("button", name="poisoned: take it away")).to_be_visible()
    expect(player.spot("log")).to_contain_text("Mira: poisoned.")


def test_what_a_player_sees_is_written_and_spoken(player: Person, client: TableClient) -> None:
    client.do("door", state="open", edge=[[0, 3], [0, 4]])
    expect(player.figure(client.figure("Goblin"))).to_be_visible()
    expect(player.spot("log")).to_contain_text("You now see Goblin on")
    expect(player.spot("log-spoken")).to_contain_text("You now see Goblin on")
    player.page.reload()
    player.at_the_table()
    expect(player.spot("log")).to_contain_text("You now see Goblin on")


def test_a_ping_from_the_keyboard_and_from_the_menu(master: Person, player: Person) -> None:
    player.page.locator('[data-figure][role="button"]').first.focus()
    player.press("Enter")
    player.press("g")
    expect(master.spot("ping")).to_be_attached()
    expect(player.spot("ping")).to_be_attached()
    expect(master.spot("ping")).to_have_count(0)
    master.click((0, 0), button="right")
    master.page.get_by_role("button", name="Ping here").or_(
        master.page.get_by_role("menuitem", name="Ping here")
    ).first.click()
    expect(player.spot("ping")).to_be_attached()


def test_a_note_is_the_masters(master: Person, player: Person, client: TableClient) -> None:
    client.do("note", text="Zqx: a trap", at=[0, 0])
    master.unfold("Notes")
    expect(master.spot("notes").get_by_role("textbox")).to_have_value("Zqx: a trap")
    assert "Zqx" not in player.received()
