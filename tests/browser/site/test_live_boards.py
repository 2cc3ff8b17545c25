"""Pictures in the docs become live boards, with the site's script on a minimal page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sightline import SquareBoard, share
from tests.browser.conftest import LAPTOP, Browsers

SCRIPT = Path("docs/site/live.js")
BOARD = """
M.#g

M: "Mira" hero
g: "goblin" enemy
"""
DOT = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='60'/>"


@pytest.fixture
def reading(browsers: Browsers, playground: str) -> Iterator[Page]:
    """Open a page with one picture in the text and one in a narrow table cell."""
    link = share(SquareBoard.from_text(BOARD), "Mira", "goblin", "center")
    picture = (
        f'<a class="live-board" href="index.html{link[link.index("#") :]}">'
        f'<img src="{DOT}" alt="a wall"></a>'
    )
    script = SCRIPT.read_text(encoding="utf-8")
    text = (
        f'<p>{picture}</p><table><tr><td style="max-width: 8em">{picture}</td></tr></table>'
        f"<script>{script}</script>"
    )
    # Its service worker would request the page from the server, but the page exists only here.
    context = browsers.of("chromium").new_context(viewport=LAPTOP, service_workers="block")
    page = context.new_page()
    page.route("**/docs.html", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(f"{playground}docs.html")
    yield page
    context.close()


def test_a_picture_becomes_a_live_board_where_it_stands(reading: Page) -> None:
    expect(reading.locator("iframe")).to_have_count(0)  # nothing is loaded before it is used
    reading.get_by_role("button", name="Move things").first.click()
    board = reading.frame_locator("p > iframe")
    expect(board.get_by_test_id("verdict-strip")).to_contain_text("Hidden")
    expect(reading.locator("p > a")).to_have_count(0)
    no_rock = {"t": "paint", "tiles": [[0, 2]], "solid": False}
    reading.frames[1].evaluate("a => sightline.do(a).then(() => 1)", no_rock)
    expect(board.get_by_test_id("verdict-strip")).to_contain_text("Visible")
    expect(board.get_by_role("link", name="Open full page")).to_be_visible()


def test_in_a_narrow_cell_it_comes_below_the_table(reading: Page) -> None:
    reading.get_by_role("button", name="Move things").last.click()
    expect(reading.locator("table + iframe")).to_be_visible()
    expect(reading.locator("td a.live-board")).to_be_visible()
    expect(reading.get_by_role("button", name="Move things")).to_have_count(1)
