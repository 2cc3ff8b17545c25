"""Ask who sees whom on the page, and read the verdict."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.person import Person


def ask(person: Person, looker: str, target: str) -> None:
    """Choose viewer and target by name, in the lists next to the map."""
    person.open_tab("Line of sight")
    person.page.get_by_role("combobox", name="Viewer").select_option(label=looker)
    person.page.get_by_role("combobox", name="Target").select_option(label=target)


def verdict_is(person: Person, verdict: str) -> None:
    """Check that the panel and the line on the map show this verdict."""
    person.open_tab("Line of sight")
    expect(person.spot("verdict")).to_have_attribute("data-verdict", verdict)
    seen = str(verdict == "visible").lower()
    expect(person.spot("sight")).to_have_attribute("data-visible", seen)
