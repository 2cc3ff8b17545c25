"""A close call appears on the game master's page, and the ruling holds until it is withdrawn."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import WITHOUT_THE_LOG, Person
from tests.browser.sights import ask, verdict_is

pytestmark = pytest.mark.parametrize("server", ["corner"], indirect=True)


def test_the_players_view_follows_the_ruling(
    master: Person, player: Person, client: TableClient
) -> None:
    goblin = client.figure("Goblin")
    master.open_tab("Close calls")
    card = master.spot("call-card")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("Mira")
    expect(card.locator("img, svg").first).to_be_visible()
    expect(player.figure(goblin)).to_have_count(0)

    card.get_by_role("textbox").fill("the pillar is thin")
    master.open_tab("Close calls")
    master.spot("rule-visible").click()
    expect(player.figure(goblin)).to_be_visible()
    expect(card).to_have_count(0)
    ask(master, "Mira", "Goblin")
    verdict_is(master, "visible")
    expect(master.page.get_by_text("the pillar is thin").first).to_be_visible()

    master.open_tab("Close calls")
    master.page.get_by_role("button", name="Undo ruling").first.click()
    expect(player.figure(goblin)).to_have_count(0)
    expect(card).to_have_count(1)
    verdict_is(master, "ambiguous")

    master.open_tab("Close calls")
    master.spot("rule-hidden").click()
    verdict_is(master, "hidden")
    expect(card).to_have_count(0)
    expect(player.figure(goblin)).to_have_count(0)


def test_undo_takes_a_ruling_back_too(master: Person, player: Person, client: TableClient) -> None:
    goblin = client.figure("Goblin")
    master.open_tab("Close calls")
    master.spot("rule-visible").click()
    expect(player.figure(goblin)).to_be_visible()
    master.spot("undo").click()
    expect(player.figure(goblin)).to_have_count(0)
    master.open_tab("Close calls")
    expect(master.spot("call-card")).to_have_count(1)
    master.spot("redo").click()
    expect(player.figure(goblin)).to_be_visible()


def test_a_player_sees_that_a_call_awaits_the_master(
    master: Person, player: Person, client: TableClient
) -> None:
    """The player knows the tile from before, but learns nothing of the goblin on it."""
    mira = client.figure("Mira")
    client.do("move", figure=client.figure("Goblin"), to=[4, 5])
    for to in ([3, 1], [1, 1]):
        client.do("move", figure=mira, to=to)
        expect(player.figure(mira)).to_have_attribute("data-at", f"{to[0]},{to[1]}")
    client.do("move", figure=client.figure("Goblin"), to=[3, 3])
    player.click((1, 1))
    player.click((3, 3))
    expect(player.spot("verdict")).to_have_attribute("data-verdict", "ambiguous")
    expect(player.spot("why-answer")).to_contain_text("The GM decides")
    expect(player.page.get_by_role("heading", name="Waiting for the GM’s ruling")).to_be_visible()
    expect(player.spot("awaits")).to_have_text("1 close call waits for the GM")
    master.open_tab("Close calls")
    expect(master.spot("call-card").filter(has_text="Pia")).to_have_count(1)
    assert "Goblin" not in player.page.evaluate(WITHOUT_THE_LOG)


def test_greyscale_suffices(master: Person, player: Person, client: TableClient) -> None:
    """Each verdict has a different word and a different line, independent of color."""
    expect(player.spot("map")).not_to_have_attribute("data-lit", "0")
    seen = {}
    ask(master, "Mira", "Goblin")
    verdict_is(master, "ambiguous")
    seen["ambiguous"] = looks(master)
    master.open_tab("Close calls")
    master.spot("rule-visible").click()
    verdict_is(master, "visible")
    seen["visible"] = looks(master)
    master.spot("undo").click()
    verdict_is(master, "ambiguous")  # otherwise undo would remove what was painted
    client.do("paint", tiles=[[2, 2]], solid=True)
    verdict_is(master, "hidden")
    seen["hidden"] = looks(master)
    assert len({words for words, _ in seen.values()}) == 3, seen
    assert len({line for _, line in seen.values()}) == 3, seen


def looks(person: Person) -> tuple[str, str]:
    """Return the verdict and the shapes on the map without their colors."""
    words = person.spot("verdict").inner_text()
    shapes = person.spot("sight").evaluate(
        """(sight) => [...sight.querySelectorAll('*')].map((each) => {
          const style = getComputedStyle(each)
          return [each.tagName, style.strokeDasharray, style.strokeWidth].join(' ')
        }).join('; ')"""
    )
    return words, shapes
