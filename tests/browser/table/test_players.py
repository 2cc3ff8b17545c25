"""The game master and the players' seats: admitting players, what they see, and removing them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer


@pytest.mark.two_browsers
def test_nobody_is_let_in_without_the_master(
    server: TableServer, person: Callable[..., Person], master: Person
) -> None:
    guest = person("guest", server.origin).go(server.link("j"))
    guest.join("Otto")
    master.open_tab("Players")
    knock = master.page.locator('[data-testid^="admit-"]')
    expect(knock).to_be_visible()
    expect(guest.page.get_by_text("Waiting for the GM")).to_be_visible()
    expect(guest.spot("map")).to_have_count(0)
    assert "Mira" not in guest.received()

    knock.click()
    seat = master.page.locator('[data-testid^="player-"]')
    expect(seat).to_contain_text("Otto")
    seat.get_by_label("Assign a token to Otto").select_option(label="Mira")
    guest.at_the_table()
    expect(guest.page.get_by_role("button", name="Mira").first).to_be_visible()


@pytest.mark.two_browsers
def test_view_as_a_player_is_that_players_own_data(
    master: Person, player: Person, client: TableClient
) -> None:
    own = master.picture()
    master.page.get_by_label("View", exact=True).select_option(label="As Pia")
    expect(master.spot("watch-banner")).to_contain_text("Pia")
    expect(master.spot("map")).to_have_attribute("data-lit", str(player.lit()))
    master.shows(player.picture())
    # It is live: what happens to the player is shown here.
    client.do("door", state="open", edge=[[0, 3], [0, 4]])
    expect(master.figure(client.figure("Goblin"))).to_be_visible()
    expect(player.figure(client.figure("Goblin"))).to_be_visible()
    master.shows(player.picture())

    client.do("undo")
    master.spot("watch-banner").get_by_role("button").click()
    expect(master.spot("watch-banner")).to_have_count(0)
    master.shows(own)


@pytest.mark.two_browsers
def test_why_a_player_sees_nothing(
    server: TableServer, master: Person, client: TableClient, person: Callable[..., Person]
) -> None:
    guest = person("guest", server.origin).go(server.link("j"))
    guest.join("Otto")
    client.seat("Otto")
    master.open_tab("Players")
    master.page.get_by_role("button", name="More about Otto").click()
    master.page.get_by_role("button", name="Why does Otto see nothing?").click()
    checks = master.page.locator('[data-testid^="player-"] li')
    expect(checks.filter(has_text="token").first).to_be_visible()
    expect(checks.filter(has_text="Problem").first).to_be_visible()
    # The empty page also links there.
    master.page.get_by_role("button", name="Why does Otto see nothing?").click()
    master.page.get_by_role("button", name="View as Otto").click()
    master.spot("sees-nothing").get_by_role("button", name="Why?").click()
    expect(master.spot("watch-banner")).to_have_count(0)
    expect(checks.filter(has_text="Problem").first).to_be_visible()


@pytest.mark.two_browsers
def test_who_is_stopped_on_the_way_hears_of_it(player: Person, client: TableClient) -> None:
    mira = client.figure("Mira")
    client.do("edit", figure=mira, sighted=False)
    client.do("place", at=[0, 3], name="Ogre")
    player.stroke(player.where((1.5, 0.5)), player.where((3.5, 0.5)))
    expect(player.figure(mira)).to_have_attribute("data-at", "0,2")
    expect(player.notices()).to_contain_text("Mira was stopped on the way.")
    assert "Ogre" not in player.received()


@pytest.mark.two_browsers
def test_who_is_sent_away_is_out(server: TableServer, master: Person, player: Person) -> None:
    seat = player.page.url
    master.open_tab("Players")
    master.page.get_by_role("button", name="More about Pia").click()
    master.page.get_by_role("button", name="Remove player").click()
    expect(player.page.get_by_role("alert")).to_contain_text("You are not at the table")
    expect(player.spot("map")).to_have_count(0)
    player.go("about:blank").go(seat)
    expect(player.page.get_by_role("alert")).to_contain_text("You are not at the table")
    assert "Mira" not in player.page.content()


@pytest.mark.two_browsers
def test_another_map_is_shown_and_taken_away(
    master: Person, player: Person, client: TableClient
) -> None:
    client.do("new_map", name="Cellar", rows=6, cols=6)
    looked_at = master.page.get_by_role("combobox", name="Target")
    master.click((0, 1))
    master.click((2, 2))
    expect(looked_at).to_have_value("2,2")
    master.page.get_by_role("navigation", name="Maps").get_by_text("Cellar").click()
    expect(master.spot("map")).to_have_attribute("data-known", "36")
    expect(looked_at).to_have_value("")
    expect(player.spot("map")).not_to_have_attribute("data-known", "36")
    master.page.get_by_role("button", name="Add map").click()
    expect(master.page.get_by_role("button", name="New map")).to_be_in_viewport()
    master.page.get_by_role("button", name="Show Cellar to players").click()
    expect(player.figure(client.figure("Mira"))).to_have_count(0)
    assert "Cellar" not in player.page.content(), "players hear no names of maps"
    master.spot("undo").click()
    expect(player.figure(client.figure("Mira"))).to_be_visible()
