"""The page follows the language of the browser, and a button changes it."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.person import Person
from tests.browser.server import TableServer


def test_the_button_changes_the_language_and_keeps_the_focus(master: Person) -> None:
    page = master.page
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Language: English").click()
    button = page.get_by_role("button", name="Sprache: Deutsch")
    expect(button).to_be_focused()
    expect(page.get_by_role("heading", name="Sichtlinie")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.reload()
    expect(page.get_by_role("button", name="Sprache: Deutsch")).to_be_visible()
    # Each tab's label fits on one line.
    heights = page.locator("[data-tab]").evaluate_all(
        "(tabs) => tabs.map((tab) => tab.clientHeight)"
    )
    assert len(heights) >= 7
    assert len(set(heights)) == 1, heights


def test_a_browser_in_spanish_gets_a_spanish_page(browser: Browser, server: TableServer) -> None:
    context = browser.new_context(locale="es-ES")
    page = context.new_page()
    page.goto(server.link("j"))
    expect(page.get_by_role("button", name="Unirse a la mesa")).to_be_visible()
    context.close()
