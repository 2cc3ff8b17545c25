"""A link to a position at the table opens in another person's browser and at the table itself."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import missing
from tests.browser.person import Person
from tests.journeys.game_ways import PICTURES, Opens, Sits

ENGINE_SECONDS = 60


@pytest.fixture(autouse=True)
def nobody_named_a_playground(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIGHTLINE_PLAYGROUND", raising=False)


def look(gm: Person) -> str:
    """Ask who sees whom as the first page offers it, and return the answer."""
    gm.spot("home").click()
    gm.spot("settle").click()
    gm.at_the_table()
    verdict = gm.spot("verdict").first
    expect(verdict).to_be_visible()
    return verdict.get_attribute("data-verdict") or ""


def test_a_shared_position_opens_in_a_strangers_browser(opens: Opens, person: Sits) -> None:
    if not (files("sightline.table.http") / "playground" / "index.html").is_file():
        missing("The playground is not built: `make playground` builds it.")
    server = opens()
    gm = person("GM", server.origin).go(server.link("m")).at_the_table()
    verdict = look(gm)
    gm.page.get_by_role("button", name="Share position").click()
    way = gm.spot("share-position").get_by_role("link", name="Open link")
    link = way.get_attribute("href") or ""
    assert link.startswith(f"{server.origin}playground/#")
    with gm.context.expect_page() as opened:
        way.click()
    opened.value.close()
    stranger = person("stranger", server.origin).go(link)
    stranger.page.wait_for_selector(
        "[data-engine=ready][data-live=true]", timeout=1000 * ENGINE_SECONDS
    )
    expect(stranger.spot("verdict").first).to_have_attribute("data-verdict", verdict)
    if PICTURES:
        stranger.page.screenshot(path=Path(PICTURES) / "playground.png")
