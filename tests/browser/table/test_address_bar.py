"""The game master's secret is not in the address, and tabs, history and reload still work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.table.support.served_table import TableProcess


def has_secret(page: Page, secret: str) -> bool:
    """Return whether the secret is in the address or anywhere in the tab's history."""
    return secret in page.url or secret in page.evaluate("document.referrer + location.href")


def at_the_table(page: Page) -> None:
    """Wait for the panel that only the game master has."""
    expect(page.get_by_test_id("world")).to_be_attached()
    expect(page.locator('[data-tab="players"]')).to_be_attached()


def new_tab(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page


def test_the_address_forgets_and_the_tab_remembers(server: TableServer, master: Person) -> None:
    secret, page = server.secrets["m"], master.page
    assert page.url == server.origin
    assert not has_secret(page, secret)
    page.reload()
    at_the_table(page)
    assert page.url == server.origin
    page.go_back()  # to the empty page before it
    assert secret not in page.url
    page.go_forward()
    at_the_table(page)
    assert page.url == server.origin


def test_a_second_tab_comes_to_the_table_too(server: TableServer, master: Person) -> None:
    """It is opened with the bare address, as from the history, while the first tab is open."""
    second = new_tab(master.context, server.origin)
    at_the_table(second)
    assert second.url == server.origin
    second.reload()
    at_the_table(second)
    master.page.close()
    second.reload()
    at_the_table(second)


def test_without_a_link_another_browser_learns_nothing(
    server: TableServer, master: Person, person: Callable[..., Person]
) -> None:
    stranger = person("stranger", server.origin).go(server.origin)
    stranger.line_is("closed")
    assert stranger.sent == []
    assert stranger.frames == []
    expect(stranger.page.get_by_role("alert")).to_contain_text("needs an invitation link")


def test_a_players_link_in_the_masters_tab_is_the_players(
    server: TableServer, master: Person, player: Person
) -> None:
    master.page.goto(player.seat())
    expect(master.page.get_by_text("Pia").first).to_be_visible()
    assert master.page.evaluate("Object.keys(sessionStorage)") == []
    master.page.reload()
    assert "#p=" in master.page.url


def test_a_new_link_is_not_in_the_address_either(
    server: TableServer, master: Person, client: TableClient
) -> None:
    master.unfold("Players")
    master.page.get_by_role("button", name="New link for the GM").click()
    master.all_saved()
    assert master.page.url == server.origin
    master.page.reload()
    at_the_table(master.page)
    kept = master.page.evaluate("sessionStorage.getItem('sightline master')")
    assert kept not in (None, server.secrets["m"])


@pytest.mark.parametrize("broken", ["sessionStorage", "BroadcastChannel"])
def test_without_storage_it_works_as_well_as_it_can(
    server: TableServer, person: Callable[..., Person], broken: str
) -> None:
    """A reload must return to the table, so without storage the secret stays in the address."""
    careful = person("careful", server.origin)
    careful.page.add_init_script(
        f"Object.defineProperty(window, '{broken}', {{ get() {{"
        f" if ('{broken}' === 'sessionStorage') throw new Error('no storage') }} }})"
    )
    careful.go(server.link("m")).at_the_table()
    assert has_secret(careful.page, server.secrets["m"]) == (broken == "sessionStorage")
    careful.page.reload()
    at_the_table(careful.page)


def test_the_browser_that_the_server_opens_never_has_it_in_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, person: Callable[..., Person]
) -> None:
    """The secret is not in the history either: the browser gets a ticket that works only once."""
    opener, seen = tmp_path / "browser", tmp_path / "seen"
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" > {seen}.part\nmv {seen}.part {seen}\n')
    opener.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(opener))
    with TableProcess(tmp_path / "table.db", browser=True) as table:
        while not seen.exists():
            sleep(0.02)
        link, origin = seen.read_text(), f"http://{table.host}/"
        assert table.master_secret not in link
        master = person("master", origin).go(link)
        master.spot("go-on").click()  # no action was chosen, so the first page asks
        master.at_the_table()
        assert master.page.url == origin
        master.page.reload()
        at_the_table(master.page)
        late = person("late", origin).go(link)
        late.forgives = "404"
        late.line_is("closed")
