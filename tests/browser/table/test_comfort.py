"""Conveniences for a session: reasons for dark tiles, drawing whole rooms, copies, layouts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer

WINDOWS = {
    "phone": (390, 844),
    "tablet": (820, 1180),
    "laptop": (1366, 768),
    "wide": (2560, 1300),
    "zoomed": (683, 384),
}
# Nothing is wider than the window, and the map takes up enough of it.
FITS = """() => {
  const map = document.querySelector('main').getBoundingClientRect()
  const share = (map.width * map.height) / (innerWidth * innerHeight)
  return [document.documentElement.scrollWidth <= innerWidth, share]
}"""


def test_a_player_asks_about_the_dark(player: Person) -> None:
    """C5 is behind the south wall of Mira's room, and Pia has never seen it."""
    frames = len(player.frames)
    player.click((4, 2))
    expect(player.spot("verdict")).to_have_attribute("data-verdict", "hidden")
    expect(player.spot("reason")).to_contain_text("the wall between C3 and C4")
    expect(player.spot("reason")).to_contain_text("Beyond that you know nothing.")
    assert "Jailer" not in "".join(player.frames[frames:])


def test_a_figure_is_brought_where_it_is_asked_to(
    server: TableServer, client: TableClient, master: Person
) -> None:
    mira = client.figure("Mira")
    client.do("edit", figure=mira, owners=[])
    other = client.do("new_map", name="Cellar", rows=6, cols=6)
    player = TableClient(server.origin, join=server.secrets["j"], name="Pia")
    client.seat("Pia", "Mira")
    master.page.get_by_role("navigation", name="Maps").get_by_text("Cellar").click()
    expect(master.spot("map")).to_have_attribute("data-map", other)
    master.unfold("Tokens")
    master.page.get_by_role("button", name="Bring here … Mira").click()
    expect(master.page.get_by_text("Place Mira")).to_be_visible()
    master.press("Escape")
    expect(master.page.get_by_text("Place Mira")).to_have_count(0)
    master.page.get_by_role("button", name="Bring here … Mira").click()
    master.click((4, 5))
    expect(master.figure(mira)).to_have_attribute("data-at", "4,5")
    expect(master.spot("tool-point")).to_have_attribute("aria-pressed", "true")
    player.close()


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_room_and_a_block_of_rock_are_one_stroke_each(
    client: TableClient, master: Person
) -> None:
    master.take("wall")
    master.spot("shape-room").click()
    master.drag((2, 2), (3, 4))
    master.all_saved()
    table = client.wait_for(lambda message: message["t"] == "table")
    assert table["undo"] == "put a wall on 10 edges"
    master.take("paint")
    master.spot("shape-rectangle").click()
    # By two clicks, without dragging.
    master.click((3, 5))
    master.click((4, 7))
    master.all_saved()
    table = client.wait_for(lambda message: message["t"] == "table")
    assert table["undo"] == "filled 6 tiles with rock"


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_figure_across_a_wall_is_warned_of_and_one_is_duplicated(
    client: TableClient, master: Person, player: Person
) -> None:
    ogre = client.do("place", at=[2, 4], name="Ogre", side="enemy", size=[2, 2])
    expect(master.figure(ogre)).to_be_visible()
    client.do("edges", edges=[[[2, 4], [2, 5]]], carries="wall")
    expect(master.notices()).to_contain_text(re.compile(r"A barrier \(wall\).* cuts through Ogre"))
    master.click((1, 6))
    master.unfold("Tokens")
    master.spot("duplicate").click()
    second = master.page.locator("[data-figure]", has_text="Goblin 2")
    expect(second).to_have_count(1)
    expect(player.page.locator("[data-figure]", has_text="Goblin")).to_have_count(2)
    assert "Goblin 2" not in player.received()


def test_the_verdict_stays_in_sight(client: TableClient, master: Person) -> None:
    master.click((0, 1))
    master.click((0, 5))
    expect(master.spot("verdict")).to_be_in_viewport()
    expect(master.spot("verdict-bar")).to_have_count(0)
    for title in ("Tokens", "Initiative", "Lighting"):
        master.unfold(title)
    master.page.locator("#sheet").evaluate("(panel) => panel.scrollTo(0, panel.scrollHeight)")
    expect(master.spot("verdict-bar")).to_contain_text("Hidden")
    expect(master.spot("verdict-bar")).to_be_in_viewport()
    master.spot("verdict-bar").click()
    expect(master.spot("verdict")).to_be_in_viewport()


@pytest.mark.parametrize("server", ["hexes"], indirect=True)
def test_hexes_have_names_and_their_heights_a_profile(client: TableClient, master: Person) -> None:
    client.do("height", tiles=[[3, 2]], elevation=4)
    expect(master.page.locator(".hex-names text").first).to_be_visible()
    mira, archer = client.figure("Mira"), client.figure("Archer")
    master.figure(mira).click()
    master.figure(archer).click()
    expect(master.spot("verdict")).to_be_visible()
    expect(master.spot("profile")).to_be_visible()


@pytest.mark.parametrize("window", WINDOWS)
def test_every_window_has_its_layout(
    server: TableServer, client: TableClient, person: Callable[..., Person], window: str
) -> None:
    for number in range(12):
        client.do("new_map", name=f"The hall of level {number}", rows=5, cols=5)
    width, height = WINDOWS[window]
    how = {"viewport": {"width": width, "height": height}}
    master = person("master", server.origin, **how).go(server.link("m")).at_the_table()
    fits, share = master.page.evaluate(FITS)
    assert fits, "nothing sticks out to the side"
    assert share > 0.3, "the map has its part of the window"
    expect(master.spot("map-list")).to_be_visible()
    for tool in ("fog", "measure", "point"):
        master.take(tool)
        assert master.page.evaluate(FITS)[0]


def test_on_small_tiles_everybody_has_a_name(
    opens: Callable[..., TableServer], person: Callable[..., Person]
) -> None:
    """The sample has 20 columns, so on a phone a tile is 16 pixels wide."""
    server = opens()
    width, height = WINDOWS["phone"]
    master = person("master", server.origin, viewport={"width": width, "height": height})
    master.go(server.link("m")).at_the_table()
    expect(master.page.locator("svg.map.far")).to_be_attached()
    expect(master.page.locator(".names text", has_text="Goblin")).to_be_visible()
    expect(master.page.locator("svg.map .label", has_text="Ogre")).to_be_visible()
    # The sheet shows the next of the first steps.
    master.open_tab("Maps")
    expect(master.spot("first-steps").locator("li")).to_have_count(1)
