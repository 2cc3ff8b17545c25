"""Accessibility: keyboard only, screen reader, phone, and touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.client import TableClient
from tests.browser.contrast import faint
from tests.browser.person import Person, Spot
from tests.browser.server import TableServer
from tests.browser.sights import ask, verdict_is

THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NAMED = {
    *("button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch"),
    *("slider", "spinbutton", "menuitem", "tab", "img", "image", "graphics-symbol", "listbox"),
}
FOCUSED = """() => {
  const it = document.activeElement
  return [it?.dataset?.testid ?? '', it?.getAttribute('aria-label') ?? '',
          it?.labels?.[0]?.innerText ?? '', it?.innerText ?? ''].join('|')
}"""


def tab_to(person: Person, wanted: str, *, limit: int = 120) -> None:
    """Press Tab until the focused element has this name."""
    passed = []
    for _ in range(limit):
        person.press("Tab")
        here = person.page.evaluate(FOCUSED)
        if wanted in here:
            return
        passed.append(here)
    raise AssertionError(f"Tab never came to {wanted!r}, but to {passed}")


@pytest.mark.parametrize("server", ["corner"], indirect=True)
def test_the_whole_job_without_a_mouse(master: Person, player: Person, client: TableClient) -> None:
    """Choose two figures, hear the verdict and the blocker, rule, and hear it again."""
    spoken = master.page.locator("[aria-live]")
    tab_to(master, "Viewer")
    master.page.keyboard.type("Mira")
    tab_to(master, "Target")
    master.page.keyboard.type("Goblin")
    verdict_is(master, "ambiguous")
    expect(spoken.filter(has_text="Mira to Goblin").first).to_contain_text("corner")
    tab_to(master, "|Rule visible")
    master.press("Enter")
    verdict_is(master, "visible")
    expect(spoken.filter(has_text="Mira to Goblin").first).to_contain_text("Visible")
    expect(player.figure(client.figure("Goblin"))).to_be_visible()


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_walls_rock_and_figures_are_drawn_by_keyboard(master: Person, client: TableClient) -> None:
    ask(master, "Mira", "Goblin")
    master.page.get_by_role("combobox", name="Target").focus()
    master.press("4")  # typed into a field, so it does not select a tool
    expect(master.spot("tool-point")).to_have_attribute("aria-pressed", "true")
    master.spot("map").focus()
    master.press("4")
    for key in ("ArrowDown", "ArrowDown", *["ArrowRight"] * 3, "Shift+ArrowRight"):
        master.press(key)
    verdict_is(master, "hidden")
    expect(master.spot("spoken")).to_have_text("D2, floor, wall towards E2")
    master.press("Shift+ArrowRight")
    verdict_is(master, "visible")
    for key in ("2", "d", "d", "Enter"):
        master.press(key)
    verdict_is(master, "hidden")
    expect(master.spot("spoken")).to_have_text("E2, rock")
    for key in ("8", "s", "s", " "):
        master.press(key)
    expect(master.spot("spoken")).to_have_text("E3, floor, Goblin 2")
    # Free walls continue from corner to corner until Esc.
    for key in ("7", "d", "Enter", "d", "d", "Enter", "s", "Enter", "Escape"):
        master.press(key)
    master.all_saved()
    assert sorted(wall[:4] for wall in client.walls()) == [[4, 2, 6, 2], [6, 2, 6, 3]]


def test_a_player_walks_by_keyboard(player: Person, client: TableClient) -> None:
    """Tab goes through the player's own figures, and arrows and WASD move the chosen one."""
    mira = player.figure(client.figure("Mira"))
    tab_to(player, "Mira")
    for key, at in (("ArrowDown", "1,1"), ("ArrowRight", "1,2"), ("w", "0,2"), ("a", "0,1")):
        player.press(key)
        expect(mira).to_have_attribute("data-at", at)
        player.all_saved()
    player.press("Control+z")
    expect(mira).to_have_attribute("data-at", "0,2")


def accessible(session: CDPSession) -> list[dict[str, Any]]:
    """Return the accessibility tree without ignored nodes."""
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    return [node for node in nodes if not node.get("ignored")]


def role(node: dict[str, Any]) -> str:
    return str(node.get("role", {}).get("value", ""))


def name(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", "")).strip()


def nameless(person: Person) -> list[dict[str, Any]]:
    """Return interactive elements without a name in the accessibility tree."""
    tree = accessible(person.context.new_cdp_session(person.page))
    return [node for node in tree if role(node) in NAMED and not name(node)]


@pytest.mark.parametrize("server", ["corner"], indirect=True)
def test_everything_has_a_name_and_a_place(
    master: Person, player: Person, client: TableClient
) -> None:
    for title in ("Initiative", "Players", "Maps", "Rules", "Export", "Log", "Tokens"):
        master.unfold(title)
        assert nameless(master) == [], f"{title}: things without a name"
    for person in (master, player):
        tree = accessible(person.context.new_cdp_session(person.page))
        assert nameless(person) == [], f"{person.name}: things without a name"
        roles = {role(node) for node in tree}
        assert {"main", "heading", "banner"} <= roles, f"{person.name}: landmarks"
        spoken = [name(node) for node in tree]
        assert any("Mira" in each for each in spoken)
    names = " ".join(name(node) for node in tree)
    assert "Goblin" not in names, "a screen reader says no more than the screen shows"


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_phone_and_a_finger(
    server: TableServer, client: TableClient, person: Callable[..., Person]
) -> None:
    master = person("phone", server.origin, **PHONE).go(server.link("m")).at_the_table()
    wide = master.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing sticks out to the side"
    touch = master.page.touchscreen
    touch.tap(*master.middle((1, 1)))
    touch.tap(*master.middle((1, 6)))
    expect(master.spot("sight")).to_have_attribute("data-verdict", "visible")

    finger = master.context.new_cdp_session(master.page)
    # Pinching out enlarges the map.
    (x, y), before = master.middle((2, 3)), tile_width(master)
    for apart in (20, 40, 60, 80):
        kind = "touchStart" if apart == 20 else "touchMove"
        fingers(finger, kind, (x - apart, y), (x + apart, y))
    fingers(finger, "touchEnd")
    assert tile_width(master) > 1.5 * before
    # A long press opens the menu of what is under the finger.
    client.do("edges", edges=[[[2, 3], [2, 4]]], carries="door", state="closed")
    expect(master.spot("edge-2,3-2,4")).to_have_count(1)
    spot = master.where((4, 2.5))
    fingers(finger, "touchStart", spot)
    expect(master.page.get_by_role("menu")).to_be_visible()
    fingers(finger, "touchEnd")
    master.page.get_by_role("menuitem", name="Lock").tap()
    expect(master.spot("edge-2,3-2,4")).to_have_attribute("data-state", "locked")
    # Boxes on the screen replace Ctrl and Shift here.
    master.page.get_by_role("button", name="Show the whole map").tap()
    master.spot("tool-free").tap()
    expect(master.page.get_by_label("Snap to corners")).to_be_checked()
    master.page.get_by_label("Continue from the last end").tap()
    for x, y in ((1, 3), (3, 3), (3, 4)):
        touch.tap(*master.where((x + 0.1, y - 0.1)))
    master.all_saved()
    assert sorted(wall[:4] for wall in client.walls()) == [[1, 3, 3, 3], [3, 3, 3, 4]]
    # The panels are closed while drawing, but the verdict is shown.
    master.spot("tool-point").tap()
    touch.tap(*master.middle((1, 1)))
    touch.tap(*master.middle((1, 6)))
    expect(master.spot("verdict")).to_have_count(0)
    expect(master.spot("verdict-strip")).to_contain_text("Visible")
    # All buttons of the token bar are inside the window.
    menu = master.spot("token-bar").get_by_role("button", name="More for")
    expect(menu).to_be_in_viewport(ratio=1)
    master.spot("verdict-strip").tap()
    expect(master.spot("reason")).to_be_in_viewport()
    expect(master.spot("verdict-strip")).to_have_count(0)


def test_a_player_drags_with_a_finger(
    server: TableServer, client: TableClient, person: Callable[..., Person]
) -> None:
    pia = person("Pia", server.origin, **PHONE).go(server.link("j"))
    pia.spot("join-name").fill("Pia")
    pia.spot("join-button").tap()
    client.seat("Pia", "Mira")
    pia.at_the_table()
    finger = pia.context.new_cdp_session(pia.page)
    (x0, y0), (x1, y1) = pia.middle((0, 1)), pia.middle((2, 2))
    fingers(finger, "touchStart", (x0, y0))
    for step in range(1, 9):
        fingers(finger, "touchMove", (x0 + (x1 - x0) * step / 8, y0 + (y1 - y0) * step / 8))
    fingers(finger, "touchEnd")
    expect(pia.figure(client.figure("Mira"))).to_have_attribute("data-at", "2,2")
    # "Why?" scrolls to the reason, past the first part of the sheet.
    pia.page.touchscreen.tap(*pia.middle((2, 2)))
    pia.page.touchscreen.tap(*pia.middle((1, 1)))
    pia.spot("verdict-strip").tap()
    expect(pia.spot("reason")).to_be_in_viewport()


def fingers(session: CDPSession, kind: str, *spots: Spot) -> None:
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def tile_width(person: Person) -> float:
    return person.where((1, 0))[0] - person.where((0, 0))[0]


def test_every_text_stands_out(master: Person, player: Person, client: TableClient) -> None:
    client.do("add_turns", figures=[client.figure("Mira"), client.figure("Goblin")])
    client.do("turns", on=True)
    client.do("mark", figure=client.figure("Mira"), health=2, conditions=[{"text": "prone"}])
    for person in (master, player):
        person.figure(client.figure("Mira")).click()
        stands_out(person, person.name)
    for title in ("Close calls", "Initiative", "Players", "Maps", "Rules", "Notes"):
        master.unfold(title)
        stands_out(master, title)


def stands_out(person: Person, what: str) -> None:
    """Check its contrast in the light and the dark theme."""
    for theme in THEMES:
        person.page.emulate_media(color_scheme=theme)
        assert faint(person) == [], f"{what}, {theme}"
