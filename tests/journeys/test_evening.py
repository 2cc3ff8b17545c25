"""A whole session: a game master prepares an imported map and two players join, one on a phone.

They play with fog, lamps, initiative, dice, cover and a close call. Each part of the session begins
where the previous one ended, on freshly opened pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.journeys.inn import inn

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
MIRA, TOM, ORC, GOBLIN = (5, 3), (6, 3), (5, 9), (5, 12)


@dataclass
class Evening:
    server: TableServer
    map: Path
    seats: dict[str, str] = field(default_factory=dict)
    """The players' personal links, with which they return after a break."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    folder = tmp_path
    file = folder / "inn.uvtt"
    file.write_bytes(inn())
    server = TableServer(folder)
    yield Evening(server, file)
    server.stop()


def open_master(evening: Evening, person: Callable[..., Person]) -> Person:
    return person("master", evening.server.origin).go(evening.server.link("m")).at_the_table()


def open_players(evening: Evening, person: Callable[..., Person]) -> tuple[Person, Person]:
    """Open pages for Mia on a laptop and Tim on a phone, at their seats."""
    mia, tim = person("Mia", evening.server.origin), person("Tim", evening.server.origin, **PHONE)
    for each in (mia, tim):
        each.go(evening.seats[each.name]).at_the_table()
    return mia, tim


def token(person: Person, name: str) -> str:
    """Return the token with this name on the map."""
    return f'[data-figure][aria-label^="{name},"]'


def place(master: Person, name: str, side: str, tile: tuple[int, int]) -> None:
    options = master.page.get_by_role("region", name="Options for Token")
    options.get_by_label("Name", exact=True).fill(name)
    options.get_by_role("button", name=side).click()
    master.click(tile)
    expect(master.page.locator(token(master, name))).to_be_attached()


def focused(page: Page) -> str:
    """Return a description of the focused element, "" for the body."""
    found: str = page.evaluate(
        "((at) => at === document.body ? '' : at.ariaLabel || at.textContent || at.tagName)"
        "(document.activeElement)"
    )
    return found


def prepare_the_map(evening: Evening, master: Person) -> None:
    master.unfold("Maps")
    with master.page.expect_file_chooser() as chooser:
        master.page.get_by_text("Open file").click()
    chooser.value.set_files(evening.map)
    expect(master.spot("map-report")).to_contain_text("“inn” was imported")
    expect(master.spot("underlay")).to_be_attached()
    master.at_the_table()

    # The chosen game's rule also works on a map of free walls.
    master.unfold("Rules")
    menu = master.spot("rule-menu")
    menu.select_option(label="Dungeons & Dragons, fifth edition")
    expect(menu).to_have_value("pack:dnd5e")
    expect(master.spot("rule-refused")).to_have_count(0)
    menu.select_option("corner")
    expect(menu).to_have_value("corner")
    assert focused(master.page)

    master.take("figure")
    place(master, "Mira", "Hero", MIRA)
    place(master, "Tom", "Hero", TOM)
    place(master, "Orc", "Enemy", ORC)
    place(master, "Goblin", "Enemy", GOBLIN)
    master.unfold("Maps")
    master.page.get_by_role("button", name="Show inn to players").click()
    expect(master.page.get_by_role("button", name="Shown: inn")).to_be_visible()
    master.all_saved()


def let_players_join(evening: Evening, master: Person, person: Callable[..., Person]) -> None:
    master.unfold("Players")
    link = master.page.get_by_role("textbox", name="Players’ link").input_value()
    mia, tim = person("Mia", evening.server.origin), person("Tim", evening.server.origin, **PHONE)
    for player, figure in ((mia, "Mira"), (tim, "Tom")):
        player.go(link)
        player.spot("join-name").fill(player.name)
        if player is tim:
            player.spot("join-button").tap()
        else:
            player.press("Enter")
        master.page.get_by_role("button", name=f"Let in {player.name}").click()
        give = master.page.get_by_label(f"Assign a token to {player.name}")
        give.select_option(label=figure)
        expect(player.page.locator(token(player, figure))).to_be_attached()
        evening.seats[player.name] = player.page.url
    mia.at_the_table()
    tim.at_the_table()
    # The common room is shown, and nothing of the back room.
    expect(mia.page.locator(token(mia, "Tom"))).to_be_attached()
    expect(mia.page.locator(token(mia, "Goblin"))).to_have_count(0)

    # The keyboard works as the list of keys says: arrows at once, Tab to every figure on the map.
    mia.press("ArrowUp")
    expect(mia.page.locator(token(mia, "Mira"))).to_have_attribute("data-at", "4,3")
    mia.press("ArrowDown")
    expect(mia.page.locator(token(mia, "Mira"))).to_have_attribute("data-at", "5,3")
    reached = set()
    for _ in range(3):
        mia.press("Tab")
        reached.add(focused(mia.page).split(",")[0])
    assert {"Mira", "Tom"} <= reached

    known = mia.picture()["known"]

    # Fog: the game master reveals the back room, then hides it again.
    master.press("f")
    master.spot("fog-reveal").click()
    master.spot("fog-room").click()
    master.click((2, 12))
    mia.page.wait_for_function(
        "(known) => Number(document.querySelector('[data-testid=map]').dataset.known) > known",
        arg=known,
    )
    expect(mia.page.locator(token(mia, "Goblin"))).to_have_count(0)
    master.spot("fog-forget").click()
    master.click((2, 12))
    mia.page.wait_for_function(
        "(known) => Number(document.querySelector('[data-testid=map]').dataset.known) <= known",
        arg=known,
    )


def let_night_fall(master: Person, players: tuple[Person, Person]) -> None:
    mia = players[0]
    lit = mia.lit()
    master.unfold("Lighting")
    master.page.get_by_role("button", name="Dark", exact=True).click()
    mia.page.wait_for_function(
        "(lit) => Number(document.querySelector('[data-testid=map]').dataset.lit) < lit", arg=lit
    )
    dark = mia.lit()
    master.press("l")
    master.page.get_by_role("button", name="Torch").first.click()
    master.click((6, 6))
    mia.page.wait_for_function(
        "(dark) => Number(document.querySelector('[data-testid=map]').dataset.lit) > dark", arg=dark
    )
    # Removing a lamp leaves the keyboard focus in the list.
    lamps = master.page.get_by_role("button", name=re.compile("Remove light"))
    expect(lamps).to_have_count(2)
    lamps.last.focus()
    master.press("Enter")
    expect(lamps).to_have_count(1)
    assert focused(master.page)
    master.page.get_by_role("button", name="Daylight").click()
    expect(mia.spot("map")).to_have_attribute("data-lit", str(lit))


def fight(master: Person, players: tuple[Person, Person]) -> None:
    mia, tim = players
    master.press("Escape")
    master.unfold("Initiative")
    master.page.get_by_role("button", name="Add all tokens").click()
    order = master.spot("turns")
    expect(order.get_by_role("listitem")).to_have_count(4)
    numbers = order.get_by_role("spinbutton")
    # Each number typed re-sorts the list during input.
    numbers.first.click()
    typed = {}
    for number in ("7", "19", "3", "12"):
        name = focused(master.page)
        typed[name] = number
        master.page.keyboard.type(number)
        master.press("Enter")
        master.all_saved()
    assert len(typed) == 4, typed
    for name, number in typed.items():
        expect(master.page.get_by_label(name, exact=True)).to_have_value(number)
    shown = [int(each.input_value()) for each in numbers.all()]
    assert shown == [19, 12, 7, 3]

    master.page.get_by_role("button", name="Start combat").click()
    active = order.locator("[aria-current]")
    for name in order.locator(".who").all_text_contents():
        expect(active).to_contain_text(name)
        if name == "Mira":
            mia.page.get_by_role("button", name="End turn").click()
        elif name == "Tom":
            tim.page.get_by_role("button", name="End turn").tap()
        else:
            master.page.get_by_role("button", name="Next turn").click()
        assert focused(master.page)
    expect(master.page.get_by_text("Round 2", exact=True)).to_be_visible()
    tim.spot("sheet-handle").tap()
    tim.page.get_by_role("button", name="d20", exact=True).tap()
    # He sees the roll above his sheet.
    roll = tim.spot("roll-toasts").locator(".own")
    expect(roll).to_be_visible()
    at, sheet = roll.bounding_box(), tim.spot("sheet-handle").bounding_box()
    assert at
    assert sheet
    assert at["y"] + at["height"] <= sheet["y"]
    expect(mia.spot("rolls")).to_contain_text("Tim rolled d20")
    master.page.get_by_role("button", name="End combat").click()


def judge_cover(master: Person, players: tuple[Person, Person]) -> None:
    mia = players[0]
    # The door opens: Mira sees the goblin past the orc, and the game reports its cover.
    master.press("Escape")
    door = master.page.locator('[data-carries="door"]')
    door.focus()
    master.press("Enter")
    expect(door).to_have_attribute("data-state", "open")
    master.drag(MIRA, (4, 4))
    expect(mia.page.locator(token(mia, "Orc"))).to_be_attached()
    master.drag(ORC, (4, 10))
    master.drag(GOBLIN, (4, 13))
    master.press("Escape")
    master.press("Escape")
    master.click((4, 4))
    master.click((4, 13))
    master.page.get_by_text("Compare all rules").click()
    row = master.page.locator('tr[data-rule="pack:dnd5e"]')
    expect(row).to_have_attribute("data-degree", "half")

    # A close call: the line touches the end of the counter, and the game master decides.
    master.unfold("Rules")
    master.spot("rule-menu").select_option("center")
    master.page.get_by_role("radio", name="You decide").check()
    master.drag((4, 4), MIRA)
    master.drag((4, 10), (5, 6))
    master.unfold("Close calls")
    expect(mia.page.locator(token(mia, "Orc"))).to_have_count(0)
    card = master.page.get_by_role("button", name=re.compile("Visible: Mira sees Orc"))
    card.click()
    expect(mia.page.locator(token(mia, "Orc"))).to_be_attached()
    assert focused(master.page)


def test_an_evening(evening: Evening, person: Callable[..., Person]) -> None:
    prepare_the_map(evening, open_master(evening, person))
    let_players_join(evening, open_master(evening, person), person)
    for hour in (let_night_fall, fight, judge_cover):
        hour(open_master(evening, person), open_players(evening, person))
