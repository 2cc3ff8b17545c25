"""Turns, dice, health, notes and pings, on the game master's page and a player's."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer


def test_a_round_of_turns(master: Person, player: Person, client: TableClient) -> None:
    """The goblin is behind a door, so for the player its turn is called the game master's."""
    mira, goblin = client.figure("Mira"), client.figure("Goblin")
    client.do("add_turns", figures=[mira, goblin])
    master.unfold("Initiative")
    expect(master.spot("turns").get_by_role("listitem")).to_have_count(2)
    expect(player.spot("turns").get_by_role("listitem")).to_have_count(1)
    master.page.get_by_label("Players act only on their turn").check()
    master.page.get_by_role("button", name="Start combat").click()
    expect(player.spot("whose-turn")).to_have_text("It is your turn with Mira, round 1.")
    player.page.get_by_role("button", name="End turn").click()
    expect(player.spot("whose-turn")).to_have_text("It is someone else’s turn.")
    expect(player.spot("evening-spoken")).to_have_text("It is someone else’s turn.")
    expect(player.page.get_by_role("button", name="End turn")).to_have_count(0)
    assert goblin not in player.received()
    master.page.get_by_role("button", name="Next turn").click()
    expect(player.spot("whose-turn")).to_have_text("It is your turn with Mira, round 2.")


def test_dice_that_everybody_sees(master: Person, player: Person, client: TableClient) -> None:
    player.spot("dice").fill("2d6+1")
    player.press("Enter")
    master.unfold("Dice")
    expect(master.spot("rolls")).to_contain_text("Pia rolled 2d6+1")
    expect(player.spot("evening-spoken")).to_contain_text("Pia rolled 2d6+1")
    master.page.get_by_label("Secret roll").check()
    master.page.get_by_role("button", name="d20", exact=True).click()
    expect(master.spot("rolls")).to_contain_text("secretly rolled d20")
    expect(player.spot("rolls")).to_contain_text("GM rolled in secret")
    assert '"sides":20' not in player.received()
    client.do("undo")
    client.do("undo")
    expect(player.spot("rolls")).to_contain_text("undone")
    expect(player.spot("rolls").get_by_role("listitem")).to_have_count(2)


def test_health_and_conditions(master: Person, player: Person, client: TableClient) -> None:
    player.spot("health").fill("7")
    player.press("Tab")
    mira = client.figure("Mira")
    expect(master.figure(mira)).to_have_attribute("aria-label", re.compile("7 health"))
    client.do("mark", figure=mira, conditions=[{"text": "poisoned"}])
    expect(player.page.get_by_role("button", name="Remove condition: poisoned")).to_be_visible()
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


def test_a_roll_is_over_everybodys_map_and_large_for_the_roller(
    master: Person, player: Person
) -> None:
    player.spot("dice").fill("d20+5")
    player.spot("advantage").click()
    own = player.spot("roll-toasts").locator("li.own")
    expect(own).to_contain_text("2d20kh1+5")
    expect(own.locator("b")).to_have_count(3)
    expect(own.locator("b.dropped")).to_have_count(1)
    other = master.spot("roll-toasts").get_by_text("2d20kh1+5")
    expect(other).to_be_visible()
    expect(master.spot("roll-toasts").locator("li.own")).to_have_count(0)
    player.spot("advantage").click()
    expect(own).to_have_count(2)
    expect(player.spot("roll-toasts").locator("li.large")).to_have_count(1)  # the newest one
    expect(other).to_have_count(0)  # it disappears automatically
    master.unfold("Dice")
    expect(master.spot("rolls")).to_contain_text("Pia rolled 2d20kh1+5")


def test_your_turn_is_a_banner_and_the_title(
    master: Person, player: Person, client: TableClient
) -> None:
    """This also works with the panel closed. A delayed turn comes after the next one."""
    mira, goblin = client.figure("Mira"), client.figure("Goblin")
    client.do("add_turns", figures=[mira, goblin])
    client.do("turns", on=True)
    expect(player.spot("turn-bar")).to_contain_text("Your turn: Mira")
    expect(player.page).to_have_title(re.compile("^Your turn · "))
    player.spot("delay-turn").click()
    expect(player.spot("turn-bar")).to_contain_text("someone else’s turn")
    expect(player.page).not_to_have_title(re.compile("Your turn"))
    expect(player.spot("end-turn")).to_have_count(0)
    master.spot("end-turn").click()
    expect(player.spot("turn-bar")).to_contain_text("Your turn: Mira")
    player.spot("end-turn").click()
    expect(player.spot("turn-bar")).to_contain_text("someone else’s turn")
    assert goblin not in player.received()


def test_values_are_typed_one_after_the_other(
    master: Person, player: Person, client: TableClient
) -> None:
    """The list is sorted when the focus leaves the values, not during typing."""
    client.do("add_turns", figures=[client.figure("Mira"), client.figure("Goblin")])
    master.unfold("Initiative")
    master.page.get_by_label("Initiative of Mira").click()
    master.page.keyboard.type("3")
    master.press("Tab")
    expect(master.page.get_by_label("Initiative of Goblin")).to_be_focused()
    master.page.keyboard.type("17")
    master.press("Tab")
    names = master.spot("turns").locator(".who")
    expect(master.spot("turns").locator(".tie")).to_have_count(0)
    expect(names).to_have_text([re.compile("Goblin"), re.compile("Mira")])
    master.page.get_by_role("button", name="Roll for monsters").click()
    master.all_saved()
    expect(master.page.get_by_label("Initiative of Mira")).to_have_value("3")


def test_the_token_bar_takes_sums_and_conditions(
    master: Person, player: Person, client: TableClient
) -> None:
    mira = client.figure("Mira")
    client.do("mark", figure=mira, health=9, most_health=10)
    master.figure(mira).click()
    health = master.spot("bar-health")
    for typed, now in (("-3", "6"), ("+9", "10"), ("4", "4")):
        health.fill(typed)
        master.press("Enter")
        expect(health).to_have_value(now)
        expect(player.figure(mira)).to_have_attribute("aria-label", re.compile(f"{now} of 10"))
    # Escape leaves the field as it was.
    health.fill("-2")
    master.press("Escape")
    expect(health).to_have_value("4")
    expect(health).not_to_be_focused()
    master.spot("bar-conditions").click()
    master.page.get_by_role("button", name="prone").click()
    expect(player.figure(mira)).to_have_attribute("aria-label", re.compile("prone"))
    # The current target is wounded next.
    goblin = client.figure("Goblin")
    master.figure(goblin).click()
    expect(master.spot("token-bar")).to_contain_text("Goblin")
    master.spot("bar-health").fill("5")
    master.press("Enter")
    expect(master.figure(goblin)).to_have_attribute("aria-label", re.compile("5 health"))
    master.figure(mira).click()
    expect(master.spot("token-bar")).to_contain_text("Mira")
    master.spot("token-bar").get_by_role("button", name="Hide from players").click()
    expect(player.figure(mira)).to_have_count(0)


def test_a_saved_roll_is_its_players(master: Person, player: Person, client: TableClient) -> None:
    goblin = client.figure("Goblin")
    client.do("save_rolls", figure=goblin, rolls=[{"name": "Zqx bite", "dice": "d6"}])
    client.do("door", state="open", edge=[[0, 3], [0, 4]])
    expect(player.figure(goblin)).to_be_visible()
    player.spot("dice").fill("d20+7")
    player.page.get_by_label("Purpose").fill("Longsword")
    player.page.get_by_role("button", name="Save roll").click()
    player.spot("dice").fill("")
    player.spot("saved-rolls").get_by_role("button", name="Longsword").click()
    expect(player.spot("rolls")).to_contain_text("rolled d20+7 for Longsword")
    assert "Zqx" not in player.received()


def test_a_visitor_is_let_in_over_the_map(
    master: Person, client: TableClient, person: Callable[..., Person], server: TableServer
) -> None:
    visitor = person("Tom", server.origin).go(server.link("j"))
    visitor.join("Tom")
    master.page.get_by_role("button", name="Let in Tom").click()
    visitor.line_is("live")
    expect(master.page.locator('[data-testid^="visitor-"]')).to_have_count(0)


def test_sound_is_muted_for_good(player: Person) -> None:
    expect(player.spot("sound")).to_have_attribute("aria-label", re.compile("^Sound on"))
    player.spot("sound").click()
    expect(player.spot("sound")).to_have_attribute("aria-label", re.compile("^Sound muted"))
    player.page.reload()
    player.at_the_table()
    expect(player.spot("sound")).to_have_attribute("aria-label", re.compile("^Sound muted"))


def test_a_note_has_a_pin_and_a_menu_entry(master: Person, player: Person) -> None:
    master.click((0, 1), button="right")
    master.page.get_by_role("menuitem", name="Add note").click()
    expect(master.spot("new-note")).to_be_focused()
    master.page.keyboard.type("Zqx: a trap")
    master.page.get_by_role("button", name="Add note").click()
    expect(master.spot("note-pin")).to_have_count(1)
    assert "Zqx" not in player.received()


def test_a_token_is_clicked_while_its_note_is_written(master: Person, client: TableClient) -> None:
    """The notes panel asks for this click. A tab that opens then starts at its top."""
    master.unfold("Notes")
    expect(master.spot("new-note")).to_be_disabled()
    mira = client.figure("Mira")
    master.figure(mira).click()
    master.spot("new-note").fill("owes the ferryman")
    master.page.get_by_role("button", name="Add note").click()
    expect(master.spot("note-pin")).to_have_count(1)
    master.open_tab("Tokens")
    panel = master.page.locator("#sheet")
    panel.evaluate("panel => panel.scrollTo(0, 400)")
    master.open_tab("Players")
    expect(panel).to_have_js_property("scrollTop", 0)
    expect(master.page.locator("#players-heading")).to_be_in_viewport()


def test_a_player_turns_their_token(master: Person, player: Person, client: TableClient) -> None:
    mira = client.figure("Mira")
    player.figure(mira).focus()
    player.press("ContextMenu")
    player.page.get_by_role("menuitem", name="Turn token").click()
    directions = player.spot("bar-directions")
    expect(directions.get_by_role("button", name="None")).to_be_focused()
    directions.get_by_role("button", name="south-east").press("Enter")
    expect(master.spot(f"facing-of-{mira}")).to_be_attached()
    expect(master.figure(mira)).to_have_attribute("aria-label", re.compile("facing south-east"))
    player.press("Escape")
    expect(player.spot("bar-facing")).to_be_focused()


def test_on_a_phone_the_order_and_every_button_can_be_reached(
    server: TableServer, client: TableClient, person: Callable[..., Person]
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    master = person("master", server.origin, **phone).go(server.link("m")).at_the_table()
    client.do("add_turns", figures=[client.figure("Mira"), client.figure("Goblin")])
    client.do("turns", on=True)
    expect(master.spot("turn-bar").get_by_role("listitem")).to_have_count(2)
    expect(master.spot("turn-bar")).to_contain_text("Round 1")
    master.figure(client.figure("Mira")).tap()
    expect(master.spot("token-bar")).to_be_visible()
    master.page.locator('[data-tab="turns"]').tap()
    expect(master.page.get_by_label("Initiative of Mira")).to_be_in_viewport()
    expect(master.spot("token-bar")).to_have_count(0)  # the sheet covers that area
    master.page.locator('[data-tab="turns"]').tap()
    expect(master.spot("token-bar")).to_be_visible()
    master.spot("more").tap()
    expect(master.page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    master.spot("sound").tap()
    expect(master.spot("sound")).to_have_attribute("aria-label", re.compile("^Sound muted"))
    master.press("Escape")
    expect(master.spot("sound")).to_be_hidden()
    expect(master.spot("more")).to_be_focused()
