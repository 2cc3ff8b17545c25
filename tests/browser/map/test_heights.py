"""Heights on the map: tokens that fly, badges, keys and fields."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_player_flies_up_by_keys_and_by_the_field(
    master: Person, player: Person, client: TableClient
) -> None:
    """The orc hides the goblin from who stands on the ground."""
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
    player.spot("bar-elevation").fill("")
    player.press("Enter")
    expect(player.figure(goblin)).to_have_count(0)
    expect(player.spot(f"elevation-of-{mira}")).to_have_count(0)
    client.do("undo")
    expect(player.figure(goblin)).to_be_visible()
