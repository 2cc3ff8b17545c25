"""A close call lands in front of the master, and the ruling stands, until it is taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.person import Person
from tests.browser.sights import ask, verdict_is

pytestmark = pytest.mark.parametrize("house", ["corner"], indirect=True)


def test_the_players_view_follows_the_ruling(master: Person, player: Person, hand: Hand) -> None:
    goblin = hand.figure("Goblin")
    card = master.spot("call-card")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("Mira")
    expect(card.locator("img, svg").first).to_be_visible()
    expect(player.figure(goblin)).to_have_count(0)

    card.get_by_role("textbox").fill("the pillar is thin")
    master.spot("rule-visible").click()
    expect(player.figure(goblin)).to_be_visible()
    expect(card).to_have_count(0)
    ask(master, "Mira", "Goblin")
    verdict_is(master, "visible")
    expect(master.page.get_by_text("the pillar is thin").first).to_be_visible()

    master.page.get_by_role("button", name="Take back").first.click()
    expect(player.figure(goblin)).to_have_count(0)
    expect(card).to_have_count(1)
    verdict_is(master, "ambiguous")

    master.spot("rule-hidden").click()
    verdict_is(master, "hidden")
    expect(card).to_have_count(0)
    expect(player.figure(goblin)).to_have_count(0)


def test_undo_takes_a_ruling_back_too(master: Person, player: Person, hand: Hand) -> None:
    goblin = hand.figure("Goblin")
    master.spot("rule-visible").click()
    expect(player.figure(goblin)).to_be_visible()
    master.spot("undo").click()
    expect(player.figure(goblin)).to_have_count(0)
    expect(master.spot("call-card")).to_have_count(1)
    master.spot("redo").click()
    expect(player.figure(goblin)).to_be_visible()


def test_a_player_sees_that_a_call_awaits_the_master(player: Person, hand: Hand) -> None:
    """Only of what they know: here it is a tile that they asked about."""
    hand.do("remove", figure=hand.figure("Goblin"))
    player.click((1, 1))
    player.click((3, 3))
    expect(player.spot("why-answer").or_(player.spot("verdict")).first).to_contain_text("master")


def test_greyscale_suffices(master: Person, hand: Hand) -> None:
    """Each verdict has its own word and its own line, whatever the colours."""
    seen = {}
    ask(master, "Mira", "Goblin")
    verdict_is(master, "ambiguous")
    seen["ambiguous"] = looks(master)
    master.spot("rule-visible").click()
    verdict_is(master, "visible")
    seen["visible"] = looks(master)
    master.spot("undo").click()
    hand.do("paint", tiles=[[2, 2]], solid=True)
    verdict_is(master, "hidden")
    seen["hidden"] = looks(master)
    assert len({words for words, _ in seen.values()}) == 3, seen
    assert len({line for _, line in seen.values()}) == 3, seen


def looks(person: Person) -> tuple[str, str]:
    """The word, and the shapes drawn on the map without their colours."""
    words = person.spot("verdict").inner_text()
    shapes = person.spot("sight").evaluate(
        """(sight) => [...sight.querySelectorAll('*')].map((each) => {
          const style = getComputedStyle(each)
          return [each.tagName, style.strokeDasharray, style.strokeWidth].join(' ')
        }).join('; ')"""
    )
    return words, shapes
