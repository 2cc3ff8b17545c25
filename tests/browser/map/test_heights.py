"""Heights on the map: flying tokens, badges, keys and input fields."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from sightline import CenterRule
from tests.browser.axe import violations
from tests.browser.client import TableClient
from tests.browser.person import Person


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_player_flies_up_by_keys_and_by_the_field(
    master: Person, player: Person, client: TableClient
) -> None:
    """The orc hides the goblin from viewers on the ground."""
    client.do("measure", unit="5 ft")
    client.do("place", at=[1, 4], name="Orc", side="enemy")
    mira, goblin = client.figure("Mira"), client.figure("Goblin")
    expect(player.figure(goblin)).to_have_count(0)
    player.figure(mira).click()
    player.press("]")
    expect(player.spot(f"elevation-of-{mira}")).to_have_text("+5\u00a0ft")
    expect(player.figure(goblin)).to_be_visible()
    expect(player.figure(mira)).to_have_attribute("aria-label", re.compile(r"elevation \+5"))
    expect(master.spot(f"elevation-of-{mira}")).to_have_text("+5\u00a0ft")
    player.spot("bar-elevation").fill("30 ft")
    player.press("Enter")
    expect(player.spot(f"elevation-of-{mira}")).to_have_text("+30\u00a0ft")
    player.figure(goblin).click()
    expect(player.spot("side-view")).to_be_visible()
    expect(player.spot("distances")).to_have_text(
        "Distance 5 tiles, 25 ft; with height 6 tiles, 30 ft"
    )
    player.spot("bar-elevation").fill("")
    player.press("Enter")
    expect(player.figure(goblin)).to_have_count(0)
    expect(player.spot(f"elevation-of-{mira}")).to_have_count(0)
    client.do("undo")
    expect(player.figure(goblin)).to_be_visible()


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_an_evening_on_two_storeys(master: Person, player: Person, client: TableClient) -> None:
    """A gallery with a hole over a hall: in the hall there are a goblin and, under closed floor, a
    lurker.
    """
    mira, goblin = client.figure("Mira"), client.figure("Goblin")
    client.do("measure", unit="5 ft")
    client.do("move", figure=goblin, to=[4, 7])
    expect(player.figure(goblin)).to_be_visible()
    client.do("edit", figure=goblin, hidden=True)
    expect(player.figure(goblin)).to_have_count(0)

    # The game master adds a storey, names it, and opens a hole in it.
    master.spot("add-storey").click()
    expect(master.spot("map")).to_have_attribute("data-storey", "Floor 1")
    master.page.get_by_role("button", name="Edit Floor 1").click()
    master.spot("storey-name").fill("Gallery")
    master.press("Tab")
    expect(master.spot("map")).to_have_attribute("data-storey", "Gallery")
    master.spot("storey-height").fill("15 ft")
    master.press("Tab")
    expect(master.spot("storeys")).to_contain_text("+15\u00a0ft")
    client.do("lift", figure=mira, elevation=3)
    expect(player.spot("map")).to_have_attribute("data-storey", "Gallery")
    client.do("place", at=[3, 0], name="Lurker", side="enemy")
    client.do("edit", figure=goblin, hidden=False)
    expect(player.figure(goblin)).to_have_count(0)
    master.take("floor")
    master.stroke(master.middle((1, 3)), master.middle((1, 5)))
    client.do("move", figure=goblin, to=[1, 4])

    # A step stays on the same storey.
    expect(player.figure(goblin)).to_have_count(0)
    player.figure(mira).click()
    player.press("ArrowRight")
    expect(player.figure(mira)).to_have_attribute("data-at", "1,2")

    # From the edge of the hole a viewer sees down, and one below sees up.
    expect(player.figure(goblin)).to_be_visible()
    expect(player.figure(goblin)).to_have_attribute("data-storey", "below")
    assert client.ask("sight", a=goblin, b=mira)["visible"]
    assert client.ask("sight", a=mira, b=goblin)["visible"]

    # She cannot step into the hole, and keys switch to the other storey.
    expect(player.spot(f"elevation-of-{mira}")).to_have_text("+15\u00a0ft")
    player.press("ArrowRight")
    expect(player.figure(mira)).to_have_attribute("data-at", "1,2")
    player.press("PageDown")
    expect(player.spot("map")).to_have_attribute("data-storey", "")
    expect(player.figure(mira)).to_have_attribute("data-storey", "above")
    player.press("PageUp")
    expect(player.spot("map")).to_have_attribute("data-storey", "Gallery")

    # The closed floor hides the figure below, and no message contains unseen things.
    master.stroke(master.middle((1, 3)), master.middle((1, 5)))
    expect(player.figure(goblin)).to_have_count(0)
    assert "Lurker" not in player.received()
    client.do("undo")
    expect(player.figure(goblin)).to_be_visible()

    assert violations(master, "floors") + violations(player, "floors") == []

    # A tile of the floor is queried on the floor, and a tile in the hole on the ground.
    player.press("Escape")
    player.figure(mira).click()
    player.click((1, 6))
    expect(player.spot("verdict")).to_contain_text("G2, Gallery")
    expect(player.spot("verdict")).to_have_attribute("data-verdict", "visible")
    player.press("Escape")
    player.press("PageDown")
    player.click((1, 6))
    expect(player.spot("verdict")).to_contain_text("G2")
    expect(player.spot("verdict")).not_to_contain_text("Gallery")
    player.press("PageUp")

    # Stairs lead down to another tile and up again.
    master.press("Escape")
    master.take("stairs")
    master.drag((1, 2), (2, 1))
    player.spot("bar-climb").click()
    expect(player.spot("map")).to_have_attribute("data-storey", "")
    expect(player.figure(mira)).to_have_attribute("data-at", "2,1")
    expect(player.spot(f"elevation-of-{mira}")).to_have_count(0)
    player.spot("bar-climb").click()
    expect(player.spot("map")).to_have_attribute("data-storey", "Gallery")
    expect(player.figure(mira)).to_have_attribute("data-at", "1,2")

    # Dragging a token onto stairs switches the map to the other storey, and its path uses them.
    mouse = player.page.mouse
    mouse.move(*player.middle((1, 2)))
    mouse.down()
    mouse.move(*player.where((2.6, 1.7)))
    expect(player.spot("map")).to_have_attribute("data-storey", "")
    mouse.move(*player.middle((3, 1)), steps=4)
    expect(player.spot("length")).to_have_text("2 tiles, 10 ft; with height 4 tiles, 20 ft")
    expect(player.spot("length-climb")).to_have_text("↓ Ground")
    mouse.up()
    expect(player.figure(mira)).to_have_attribute("data-at", "3,1")
    expect(player.spot(f"elevation-of-{mira}")).to_have_count(0)
    mouse.move(*player.middle((3, 1)))
    mouse.down()
    mouse.move(*player.middle((2, 1)), steps=4)
    expect(player.spot("map")).to_have_attribute("data-storey", "Gallery")
    player.press("Escape")
    expect(player.spot("map")).to_have_attribute("data-storey", "")
    mouse.up()
    mouse.move(*player.middle((3, 1)))
    mouse.down()
    mouse.move(*player.middle((2, 1)), steps=4)
    expect(player.spot("map")).to_have_attribute("data-storey", "Gallery")
    mouse.move(*player.middle((1, 2)), steps=4)
    expect(player.spot("length-climb")).to_have_text("↑ Gallery")
    mouse.up()
    expect(player.figure(mira)).to_have_attribute("data-at", "1,2")
    expect(player.spot("map")).to_have_attribute("data-storey", "Gallery")

    # A call about a tile of the gallery is asked, decided and taken back.
    rule = client.ask("sight", a=mira, b=goblin)["rule"]
    client.do("rule", rule=CenterRule("adjudicated").to_dict())
    client.do("paint", tiles=[[2, 2]], solid=True)
    player.press("Escape")
    player.click((3, 4))
    expect(player.spot("verdict")).to_contain_text("E4, Gallery")
    expect(player.spot("verdict")).to_have_attribute("data-verdict", "ambiguous")
    master.open_tab("Close calls")
    card = master.spot("call-card").filter(has_text="E4, Gallery")
    on_map = card.get_by_role("button", name="On the map")
    on_map.click()
    expect(on_map).to_have_attribute("aria-pressed", "true")
    card.get_by_test_id("rule-visible").click()
    expect(player.spot("verdict")).to_have_attribute("data-verdict", "visible")
    client.do("undo")
    expect(player.spot("verdict")).to_have_attribute("data-verdict", "ambiguous")
    client.do("undo")
    client.do("undo")
    assert client.ask("sight", a=mira, b=goblin)["rule"] == rule

    # A lamp on the gallery lights the gallery: she sees its tiles, and the ground stays dark.
    client.do("darkness", darkness="dark")
    [gallery] = next(
        each["floors"]
        for each in reversed(client.received)
        if each["t"] == "change" and each.get("floors")
    )
    expect(player.figure(goblin)).to_have_count(0)
    client.do("lamp", at=[1, 6], elevation=3, bright=2, dim=3)
    player.press("Escape")
    player.click((1, 6))
    expect(player.spot("verdict")).to_have_attribute("data-verdict", "visible")
    client.do("darkness", darkness="daylight")

    # A ping there is shown on the gallery.
    client.say({"t": "ping_tile", "at": [1, 6], "storey": gallery["id"]})
    expect(player.spot("ping")).to_have_count(1)

    # A ruler from the gallery to the goblin below includes the height.
    player.press("Escape")
    player.take("measure")
    player.click((1, 2))
    player.click((1, 4))
    expect(player.spot("length")).to_have_text("2 tiles, 10 ft; with height 3 tiles, 15 ft")


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_low_wall_and_a_hill_are_drawn(master: Person, client: TableClient) -> None:
    """The wall tool sets a bottom and a top, and the ground gets an elevation."""
    mira, goblin = client.figure("Mira"), client.figure("Goblin")
    client.do("measure", unit="5 ft")
    master.take("wall")
    master.spot("wall-top").fill("10 ft")
    master.press("Tab")
    master.stroke(master.where((3, 1)), master.where((3, 2)), steps=12)
    expect(master.spot("bounded-walls")).to_have_count(1)
    assert not client.ask("sight", a=mira, b=goblin)["visible"]
    client.do("lift", figure=mira, elevation=8)
    assert client.ask("sight", a=mira, b=goblin)["visible"]
    master.take("height")
    master.click((1, 4))
    master.all_saved()
    assert client.ask("sight", a=mira, b=goblin)["visible"]
    client.do("lift", figure=mira, elevation=None)
    client.do("height", tiles=[[1, 4]], elevation=20)
    client.do("edges", edges=[[[1, 2], [1, 3]]], carries=None)
    assert not client.ask("sight", a=mira, b=goblin)["visible"]
