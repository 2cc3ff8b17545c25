"""axe finds no violations on the screens of the table and the games, in both themes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.table.games.test_endings import BEGIN, played

PHONE = {"width": 390, "height": 844}
TABS = ("sight", "calls", "turns", "players", "maps", "rule", "notes")
TOOLS = ("wall", "free", "figure", "lamp", "fog", "measure")


def test_the_game_masters_screens(master: Person, client: TableClient) -> None:
    found = []
    for tab in TABS:
        master.page.locator(f'[data-tab="{tab}"]').click()
        expect(master.page.locator(f'[data-section="{tab}"]')).to_be_visible()
        found += violations(master, f"tab {tab}")
    for tool in TOOLS:
        master.take(tool)
        expect(master.page.locator("section.options")).to_be_visible()
        found += violations(master, f"tool {tool}")
    master.press("Escape")
    master.take("point")
    master.figure(client.figure("Mira")).click()
    found += violations(master, "token bar")
    master.press("?")
    expect(master.page.get_by_role("dialog")).to_be_visible()
    found += violations(master, "help")
    assert found == [], "\n".join(found)


def test_the_game_master_on_a_phone(
    server: TableServer, client: TableClient, person: Callable[..., Person]
) -> None:
    master = person("master", server.origin, viewport=PHONE, has_touch=True, is_mobile=True)
    master.go(server.link("m")).at_the_table()
    found = violations(master, "map")
    for tab in TABS:
        master.page.locator(f'[data-tab="{tab}"]').click()
        expect(master.page.locator(f'[data-section="{tab}"]')).to_be_visible()
        found += violations(master, f"tab {tab}")
    master.press("Escape")
    master.spot("more").tap()
    expect(master.spot("language")).to_be_visible()
    found += violations(master, "more")
    master.press("Escape")
    client.do("edit", figure=client.figure("Goblin"), name="Bearer of the broken lamp 12")
    expect(master.figure(client.figure("Goblin"))).to_contain_text("B")
    found += violations(master, "a name that is written in short")
    assert found == [], "\n".join(found)


def test_the_join_screen(server: TableServer, person: Callable[..., Person]) -> None:
    player = person("Ann", server.origin, viewport=PHONE, has_touch=True, is_mobile=True)
    player.go(server.link("j"))
    expect(player.spot("join-name")).to_be_visible()
    found = violations(player, "join")
    assert found == [], "\n".join(found)


def over(game: str, folder: Path) -> Path:
    """Return the save of a finished tutorial game."""
    file = folder / "over.txt"
    file.write_text(played(BEGIN[game.removeprefix("one-card-")]()).file().text, encoding="utf-8")
    return file


@pytest.mark.parametrize("game", ["one-card-dungeon", "quest", "skirmish"])
def test_the_games(game: str, tmp_path: Path, person: Callable[..., Person]) -> None:
    server = TableServer(tmp_path, words=["--game", game])
    try:
        player = person("master", server.origin).go(server.link("m"))
        player.forgives = "WebSocket connection"  # the table closes before the page
        expect(player.spot("start").first).to_be_visible()
        found = violations(player, "start")
        with player.page.expect_file_chooser() as chooser:
            player.spot("open-quest" if game == "quest" else "open-save").click()
        chooser.value.set_files(over(game, tmp_path))
        expect(player.spot("show-board")).to_be_visible()
        found += violations(player, "board at the end")
        player.spot("show-board").click()  # a tutorial ends with the board in view
        expect(player.spot("ending")).to_be_visible()
        found += violations(player, "end")
        player.spot("again").click()
        player.spot("start").first.click()
        expect(player.spot({"one-card-dungeon": "dungeon"}.get(game, game))).to_be_visible()
        found += violations(player, "playing")
        player.page.set_viewport_size({"width": 390, "height": 844})
        found += violations(player, "phone")
    finally:
        server.stop()
    assert found == [], "\n".join(found)
