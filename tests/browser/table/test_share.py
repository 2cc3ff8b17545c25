"""Links to the current position: the game master's has no secrets, a player's
only what they know.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from sightline import SquareBoard, read_link
from sightline.links import SharedPosition
from tests.browser.client import TableClient
from tests.browser.maps import MAPS
from tests.browser.person import Person
from tests.browser.sights import ask, verdict_is

pytestmark = pytest.mark.parametrize("server", ["rooms"], indirect=True)


@pytest.fixture(autouse=True)
def named_playground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the playground in the environment, which takes precedence over the table's own."""
    monkeypatch.setenv("SIGHTLINE_PLAYGROUND", "http://127.0.0.1:8000/")


def shared(person: Person) -> SharedPosition:
    """Return the content of the link that their button creates."""
    person.page.get_by_role("button", name="Share position").click()
    way = person.spot("share-position").get_by_role("link", name="Open link")
    expect(person.page.get_by_role("button", name="Copy link to this position")).to_be_visible()
    # Other computers cannot reach this one by that name, and the page warns about it.
    expect(person.spot("share-hint")).to_contain_text("SIGHTLINE_PLAYGROUND")
    link = way.get_attribute("href") or ""
    assert link.startswith("http://127.0.0.1:8000/#1.")
    return read_link(link)


def test_the_table_offers_a_link(master: Person, player: Person, client: TableClient) -> None:
    ask(master, "Mira", "Goblin")
    verdict_is(master, "hidden")
    whole = shared(master)
    drawn = SquareBoard.from_text(MAPS["rooms"])
    assert (whole.source, whole.target, whole.rule.kind) == ("Mira", "Goblin", "center")
    assert whole.claim is not None
    assert whole.claim.verdict == "hidden"
    assert len(whole.board.tiles()) == len(drawn.tiles())
    assert {str(each) for _, _, each in whole.board.edges() if "secret" in str(each)} == set()

    known = shared(player)
    assert [each.name for each in known.board.figures()] == ["Mira"]
    assert known.board.is_solid((0, 5)), "what they do not know, the goblin's tile, is rock"
    client.do("move", figure=client.figure("Mira"), to=[1, 1])
    expect(player.spot("share-position").get_by_role("link")).to_have_count(0)  # it is outdated now
