"""Games never lose the focus, even when a dialog closes or a pressed button disappears."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.game_ways import Opens, Player, Sits

GAMES = {"one-card-dungeon": "dungeon", "skirmish": "skirmish", "quest": "quest"}
PRESSES = 18
LEFT_OUT = (
    *("Leave", "Guests", "New game", "Play again", "Watch replay", "EN"),
    *("One Card Dungeon", "Dungeon quest", "Hex skirmish"),
)
"""Buttons that other tests cover."""
AT_REST = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))"


def focused(player: Player) -> str:
    player.page.evaluate(AT_REST)
    found: str = player.page.evaluate("document.activeElement.tagName")
    return found


def opens_and_closes(player: Player, name: str) -> None:
    """Check that a dialog takes the focus and Escape returns it to the button that opened it."""
    player.spot(name).focus()
    player.press_key("Enter")
    dialog = player.page.get_by_role("dialog")
    expect(dialog.locator(":focus")).to_have_count(1)
    player.press_key("Escape")
    expect(dialog).to_have_count(0)
    expect(player.spot(name)).to_be_focused()


def next_button(player: Player, pressed: Counter[str]) -> tuple[str, Locator] | None:
    """Return the enabled button that was pressed least often."""
    found: list[tuple[str, Locator]] = []
    for button in player.page.locator("button:enabled:visible").all():
        name = button.inner_text().strip() or button.get_attribute("aria-label") or "?"
        if not name.startswith(LEFT_OUT):
            found.append((name, button))
    return min(found, key=lambda each: pressed[each[0]], default=None)


@pytest.mark.parametrize("game", GAMES)
def test_focus_is_never_lost(game: str, opens: Opens, person: Sits) -> None:
    server = opens(words=["--game", game])
    player = Player(person("GM", server.origin).go(server.link("m")), server, GAMES[game])
    expect(player.spot("start")).to_be_visible()
    player.keeps_focus()
    opens_and_closes(player, "leave")
    player.spot("start").press("Enter")
    expect(player.board).to_be_visible()
    player.keeps_focus()
    for name in ("guests", "leave"):
        opens_and_closes(player, name)
    pressed: Counter[str] = Counter()
    for _ in range(PRESSES):
        chosen = next_button(player, pressed)
        if chosen is None:
            break
        name, button = chosen
        pressed[name] += 1
        button.press("Enter")
        player.person.all_saved()
        assert focused(player) != "BODY", f"lost by pressing {name!r} after {list(pressed)}"
    assert len(pressed) > 5
    # A finished game: its replay, and the way back.
    if not player.is_over():
        player.spot("leave").press("Enter")
        player.spot("end-game").press("Enter")
    expect(player.spot("game-over")).to_be_visible()
    for name in ("see-replay", "close-replay", "again"):
        player.spot(name).press("Enter")
        expect(player.spot(name)).to_have_count(0)
        assert focused(player) != "BODY", name
