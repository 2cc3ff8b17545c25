"""The game master's tools with mouse and keyboard: draw, place, drop a file, undo."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Dialog, expect

from tests.browser.client import TableClient
from tests.browser.maps import MAPS
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.browser.sights import ask, verdict_is
from tests.every_rule import THOROUGH

slow = pytest.mark.skipif(not THOROUGH, reason="its like is tried: `make thorough` does it")

DROP = """({name, start, piece, times}) => {
  const data = new DataTransfer()
  data.items.add(new File([start, piece.repeat(times)], name))
  const target = document.querySelector('[data-testid="map"]')
  for (const kind of ['dragenter', 'dragover', 'drop']) {
    target.dispatchEvent(
      new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}))
  }
}"""


def drop(person: Person, name: str, start: str, piece: str = "", times: int = 0) -> None:
    """Drop a file on the map. Its content is `start`, followed by `piece`
    repeated `times` times.
    """
    given = {"name": name, "start": start, "piece": piece, "times": times}
    person.page.evaluate(DROP, given)


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_drawn_wall_turns_the_verdict(master: Person) -> None:
    ask(master, "Mira", "Goblin")
    verdict_is(master, "visible")
    master.take("wall")
    master.stroke(master.where((4, 0)), master.where((4, 3)), steps=12)
    verdict_is(master, "hidden")
    expect(master.spot("reason")).to_contain_text("wall")

    master.press("Control+z")
    verdict_is(master, "visible")
    master.press("Control+Shift+Z")
    verdict_is(master, "hidden")
    master.take("erase")
    master.page.mouse.click(*master.where((4, 1.5)))
    verdict_is(master, "visible")


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_window_a_curtain_and_bars(master: Person, player: Person) -> None:
    """Each is drawn differently, named in the menu, and blocks sight or not."""
    ask(master, "Mira", "Goblin")
    master.take("wall")
    for stops, verdict in (("curtain", "hidden"), ("window", "visible"), ("bars", "visible")):
        master.spot("stops").select_option(stops)
        master.stroke(master.where((4, 0)), master.where((4, 3)), steps=12)
        verdict_is(master, verdict)
        for person in (master, player):
            expect(person.page.locator(f"path.wall-of.{stops}")).to_have_count(1)
        if stops != "bars":
            master.press("Control+z")
    master.page.mouse.click(*master.where((4, 1.5)), button="right")
    expect(master.page.get_by_text("Wall, bars")).to_be_visible()


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_rock_is_painted_and_the_verdict_follows_a_dragged_figure(
    master: Person, client: TableClient
) -> None:
    ask(master, "Mira", "Goblin")
    master.take("paint")
    master.stroke(master.middle((0, 3)), master.middle((2, 3)))
    verdict_is(master, "hidden")
    master.take("point")
    master.drag((1, 1), (4, 2))
    expect(master.figure(client.figure("Mira"))).to_have_attribute("data-at", "4,2")
    verdict_is(master, "visible")


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_four_walls_chained_with_sloppy_releases_close(master: Person, client: TableClient) -> None:
    """Each release is some pixels off the corner, but the walls meet exactly and the room is
    closed.
    """
    ask(master, "Mira", "Goblin")
    master.take("free")
    corners = [(5.0, 0.0), (7.0, 0.0), (7.0, 3.0), (5.0, 3.0)]
    sloppy = [(3, -2), (-4, 3), (2, 4), (-3, -3)]
    spots = []
    for corner, (dx, dy) in zip(corners, sloppy, strict=True):
        x, y = master.where(corner)
        spots.append((x + dx, y + dy))
    master.page.keyboard.down("Control")
    for spot in (*spots, spots[0]):
        master.page.mouse.click(*spot)
    master.page.keyboard.up("Control")
    master.press("Enter")
    verdict_is(master, "hidden")

    client.do("undo")
    client.do("redo")
    ends = Counter(
        end for wall in client.walls() for end in ((wall[0], wall[1]), (wall[2], wall[3]))
    )
    assert ends == Counter(dict.fromkeys(corners, 2))


def test_doors_open_lock_and_hide_by_their_menu(master: Person) -> None:
    door = master.spot("edge-0,3-0,4")
    master.page.mouse.click(*master.where((4, 0.5)))
    expect(door).to_have_attribute("data-state", "open")
    master.page.mouse.click(*master.where((4, 0.5)), button="right")
    master.page.get_by_role("menuitem", name="Lock").click()
    expect(door).to_have_attribute("data-state", "locked")
    master.page.mouse.click(*master.where((4, 0.5)), button="right")
    master.page.get_by_role("menuitem", name="secret").click()
    expect(door).to_have_attribute("data-state", "secret")


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_figure_of_two_by_two(master: Person, client: TableClient) -> None:
    ogre = client.do("place", at=[2, 3], name="Ogre", side="enemy", size=[2, 2])
    expect(master.figure(ogre)).to_have_attribute("data-at", "2,3")
    box = master.figure(ogre).bounding_box()
    left, _ = master.where((0, 0))
    right, _ = master.where((1, 0))
    assert box is not None
    assert box["width"] > 1.5 * (right - left)

    ask(master, "Mira", "Goblin")
    verdict_is(master, "visible")
    # Dragged by its lower right tile and dropped one row higher, it blocks the line.
    master.drag((3, 4), (2, 4))
    expect(master.figure(ogre)).to_have_attribute("data-at", "1,3")
    verdict_is(master, "hidden")
    ask(master, "Ogre", "Goblin")
    verdict_is(master, "visible")


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_figure_is_placed_as_its_fields_say(master: Person, client: TableClient) -> None:
    master.take("figure")
    options = master.page.get_by_role("region", name="Options for")
    options.get_by_label("Name").fill("Bronwen")
    options.get_by_label("Rows").fill("2")
    options.get_by_label("Columns").fill("2")
    options.get_by_role("button", name="Ally").click()
    master.click((3, 5))
    placed = master.page.get_by_role("button", name="Bronwen, ally, at F4, 2 by 2")
    expect(placed).to_be_visible()
    ask(master, "Mira", "Bronwen")
    verdict_is(master, "visible")
    master.take("point")
    master.click((3, 5))
    master.page.get_by_test_id("map").focus()
    master.press("Delete")
    expect(placed).to_have_count(0)
    assert client.figure("Mira")


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_furniture_is_placed_as_its_fields_say(master: Person) -> None:
    master.take("furniture")
    options = master.page.get_by_role("region", name="Options for")
    options.get_by_role("combobox", name="Type").select_option(label="Bookcase")
    options.get_by_label("Name").fill("Altar")
    options.get_by_label("Rows").fill("2")
    options.get_by_label("Columns").fill("1")
    blocks = options.get_by_label("Blocks line of sight")
    expect(blocks).to_be_checked()  # the default for bookcases
    blocks.uncheck()
    ask(master, "Mira", "Goblin")
    master.click((1, 3))
    altar = master.page.get_by_role("button", name="Altar, bookcase, at D2, 2 by 1")
    expect(altar).to_be_visible()
    verdict_is(master, "visible")
    master.take("point")
    altar.click(button="right")
    master.page.get_by_role("menuitem", name="Edit token").click()
    panel = master.page.get_by_role("region", name="Tokens")
    panel.get_by_label("Blocks line of sight").check()
    ask(master, "Mira", "Goblin")
    verdict_is(master, "hidden")


@pytest.mark.parametrize("server", ["hexes"], indirect=True)
def test_hexes(master: Person, player: Person, client: TableClient) -> None:
    mira = client.figure("Mira")
    ask(master, "Mira", "Archer")
    expect(master.spot("verdict")).to_be_visible()
    verdict_before = master.spot("verdict").get_attribute("data-verdict")
    master.page.get_by_label("all tested lines").check()
    expect(master.page.get_by_text("Step by step")).to_be_visible()
    assert master.page.locator("ol.steps li").count() >= 3

    player.stroke(player.hex((0, 1)), player.hex((0, 2)))
    expect(player.figure(mira)).to_have_attribute("data-at", "0,2")
    expect(master.figure(mira)).to_have_attribute("data-at", "0,2")
    expect(master.spot("verdict")).to_have_attribute("data-verdict", "visible")
    assert verdict_before in {"visible", "hidden"}
    expect(player.figure(client.figure("Archer"))).to_be_visible()


def test_a_dropped_map_comes_with_its_report(master: Person) -> None:
    drop(master, "crypt.txt", MAPS["step"])
    report = master.spot("map-report")
    expect(report).to_contain_text("crypt")
    expect(report).to_contain_text("4 x 6 squares, 2 figures")
    expect(master.spot("map")).to_have_attribute("data-known", "24")
    shown = master.page.get_by_role("button", name="Shown: crypt")
    report.get_by_role("button", name="Show to players").click()
    expect(shown).to_be_visible()
    master.page.get_by_role("navigation", name="Maps").get_by_text("rooms").click()
    expect(master.spot("map")).to_have_attribute("data-known", "40")


def test_a_map_is_read_again_with_other_layers(master: Person) -> None:
    """Tiled files do not mark walls and no layer is named like one, so the game master chooses."""
    layers = (
        f'<layer id="{i}" name="{name}"><data encoding="csv">{gids}</data></layer>'
        for i, (name, gids) in enumerate([("sand", "1,1,1,1"), ("cacti", "0,2,0,0")])
    )
    head = 'orientation="orthogonal" width="4" height="1" tilewidth="16" tileheight="16"'
    drop(master, "desert.tmx", f"<map {head}>{''.join(layers)}</map>")
    report, again = master.spot("map-report"), master.spot("read-again")
    expect(report).to_contain_text("nothing blocks")
    tabs = master.page.get_by_role("navigation", name="Maps").get_by_text("desert")
    expect(tabs).to_have_count(1)
    again.get_by_label("cacti").check()
    again.get_by_role("button", name="Import again").click()
    expect(report).to_contain_text("as chosen: cacti")
    expect(again.get_by_label("cacti")).to_be_checked()
    # The report is a response and the map comes over the socket, in either order.
    expect(master.page.locator("path.rock")).not_to_have_attribute("d", "")
    stages = [message for message in master.messages() if message["t"] == "stage"]
    assert stages[-1]["tiles"] == [[0, 0, ".#.."]]
    expect(tabs).to_have_count(1)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(("bomb.json", '{"sightline": ', "[", 1_000_000), marks=slow),
        pytest.param(("huge.txt", "hex\n\n", ". ", 150_000), marks=slow),
        ("evil.tmx", '<!DOCTYPE x [<!ENTITY a "aaaa">]><map>&a;</map>'),
        ("<img src=x onerror=alert(1)>.zip", "PK\x03\x04 nothing"),
    ],
    ids=lambda file: file[0],
)
def test_a_hostile_file_is_refused_with_words(master: Person, file: tuple[Any, ...]) -> None:
    master.forgives = "Failed to load resource"  # Chromium's message about the refused request
    before = master.picture()
    drop(master, *file)
    report = master.spot("map-report").locator(".refused")
    expect(report).to_contain_text(file[0])
    assert len(report.inner_text()) > len(file[0]) + 20, "it says why"
    assert master.picture() == before
    assert master.page.locator("img[src=x]").count() == 0


CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("paint", {"tiles": [[4, 1], [4, 2]], "solid": True}),
    ("edges", {"edges": [[[3, 5], [3, 6]]], "carries": "gate", "state": "locked"}),
    ("wall", {"ends": [[0.5, 3.5], [2.25, 4.5]], "carries": "wall"}),
    ("door", {"edge": [[0, 3], [0, 4]], "state": "open"}),
    ("door", {"edge": [[2, 3], [2, 4]], "state": "closed"}),
    ("place", {"at": [4, 6], "name": "Throne", "kind": "throne"}),
    ("place", {"at": [3, 6], "name": "Imp", "side": "enemy", "hidden": True}),
    ("unwall", {"ends": [[0.5, 3.5], [2.25, 4.5]]}),
    ("edges", {"edges": [[[0, 3], [0, 4]]], "carries": None}),
]


def test_everything_is_undone_and_redone(master: Person, client: TableClient) -> None:
    pictures = [master.picture()]
    for action, what in CHANGES:
        client.do(action, **what)
        settle(master, client)
        pictures.append(master.picture())
    goblin = client.figure("Goblin")
    to_goblin: dict[str, dict[str, Any]] = {
        "move": {"to": [1, 7]},
        "edit": {"name": "Gob", "side": "neutral"},
        "remove": {},
    }
    for action, what in to_goblin.items():
        client.do(action, figure=goblin, **what)
        settle(master, client)
        pictures.append(master.picture())
    for one, next_one in pairwise(pictures):
        assert one != next_one

    for number, picture in enumerate(reversed(pictures[:-1])):
        if number % 2:
            master.press("Control+z")
        else:
            master.spot("undo").click()
        master.shows(picture)
    expect(master.spot("undo")).to_be_disabled()
    for number, picture in enumerate(pictures[1:]):
        if number % 2:
            master.press("Control+Shift+Z")
        else:
            master.spot("redo").click()
        master.shows(picture)
    expect(master.spot("redo")).to_be_disabled()


def test_what_lies_beside_the_map_is_undone_too(master: Person, client: TableClient) -> None:
    """These are the rule, options, names, and the maps themselves."""

    def beside() -> list[Any]:
        info = client.latest("table")
        return [info[key] for key in ("maps", "rule", "options", "players")]

    here = attic = client.latest("stage")["map"]
    states = [beside()]
    changes: list[tuple[str, dict[str, Any]]] = [
        ("rename_map", {"map": here, "name": "Crypt"}),
        ("rule", {"rule": {"rule": "corner", "ties": "adjudicated"}}),
        ("options", {"shared_sight": True, "players_move": False}),
        ("new_map", {"name": "Attic", "grid": "hex", "rows": 3}),
        ("show_map", {"map": None}),
        ("delete_map", {}),
    ]
    for action, what in changes:
        attic = client.do(action, **(what or {"map": attic})) or attic
        settle(master, client)
        states.append(beside())
    for one, next_one in pairwise(states):
        assert one != next_one
    for state in reversed(states[:-1]):
        master.spot("undo").click()
        client.wait_for(lambda message: message["t"] == "table")
        settle(master, client)
        assert beside() == state
    for state in states[1:]:
        master.spot("redo").click()
        client.wait_for(lambda message: message["t"] == "table")
        settle(master, client)
        assert beside() == state


def settle(person: Person, client: TableClient) -> None:
    """Wait until the page has received everything that the client has."""
    words = client.latest("table").get("undo", "")
    label = f"Undo: {words}" if words else "Nothing to undo"
    expect(person.spot("undo")).to_have_attribute("aria-label", label)


def test_a_page_of_html_is_only_a_name(
    server: TableServer, client: TableClient, master: Person, person: Callable[..., Person]
) -> None:
    """Names and labels are shown as text everywhere."""
    evil = "<img src=x onerror=alert(1)>"
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    guest = person("guest", server.origin).go(server.link("j"))
    for each in (master, guest):
        each.page.on("dialog", dismiss)
    guest.join(evil)
    client.seat(evil, "Mira")
    client.do("edit", figure=client.figure("Mira"), name=evil)
    client.do("rename_map", map=client.latest("stage")["map"], name=evil)
    client.do("place", at=[1, 1], name=f"{evil}2", side="enemy")
    guest.at_the_table()
    expect(guest.figure(client.figure(evil))).to_have_attribute(
        "aria-label", re.compile(rf"^{re.escape(evil)} <SO, hero, yours, at B1$")
    )
    master.unfold("Log")
    expect(master.spot("log")).to_contain_text("<img")
    for title in ("Tokens", "Maps", "Players"):
        master.unfold(title)
    ask(master, evil, f"{evil}2")
    verdict_is(master, "visible")
    for each in (master, guest):
        assert each.page.locator("img[src=x]").count() == 0
    assert dialogs == []


def test_keys_are_ignored_while_typing(master: Person, client: TableClient) -> None:
    master.click((0, 1))
    box = master.page.get_by_role("textbox").first
    box.click()
    master.press("Delete")
    master.press("w")
    expect(master.figure(client.figure("Mira"))).to_have_attribute("data-at", "0,1")


def test_maps_are_exported(master: Person, tmp_path: Path) -> None:
    master.unfold("Export")
    kinds = {"Picture (SVG)": b"<svg", "Picture (PNG)": b"\x89PNG", "This map": b"{"}
    for kind, start in kinds.items():
        with master.page.expect_download() as started:
            master.page.get_by_role("button", name=kind).click()
        content = started.value.path().read_bytes()
        assert content.lstrip().startswith((start, b"<?xml")), kind
    assert b"Lurker" in content
