"""The README's screenshots of the table, taken by `make docs-pictures`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from PIL import Image
from playwright.sync_api import expect

from docs.evening_map import TILE, painted
from sightline.model.square import SquareBoard
from sightline.table.transfer.samples import sample_maps
from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.browser.sights import ask, verdict_is

FOLDER = Path(__file__).parents[3] / "docs/pictures"
LAPTOP = {"width": 1440, "height": 960}
HALF = {"width": 1120, "height": 800}
GAP = 12
"""Pixels between two pages side by side."""

pytestmark = [
    pytest.mark.skipif(
        not os.environ.get("SIGHTLINE_PICTURES"), reason="make docs-pictures takes the pictures"
    ),
    pytest.mark.parametrize("server", [""], indirect=True),
]


def test_the_table(server: TableServer, client: TableClient, person: Callable[..., Person]) -> None:
    """The sample dungeon: the game master's view with a close call in the queue and its line on the
    map, and the view of Pia, who has walked from one room into another.
    """
    how = {"viewport": LAPTOP, "color_scheme": "light", "device_scale_factor": 1}
    player = person("Pia", server.origin, **how).go(server.link("j"))
    player.join("Pia")
    client.seat("Pia", "Mira")
    player.at_the_table()
    master = person("master", server.origin, **how).go(server.link("m")).at_the_table()
    master.open_tab("Close calls")
    expect(master.spot("call-card").first.locator("img").first).to_be_visible()
    ask(master, "Mira", "Goblin")
    verdict_is(master, "ambiguous")
    photograph(master, "table.png")

    mira = client.figure("Mira")
    for row, col in ((3, 4), (2, 6), (2, 8)):
        client.do("move", figure=mira, to=[row, col])
        expect(player.figure(mira)).to_have_attribute("data-at", f"{row},{col}")
    player.click((2, 8))
    player.click((3, 5))
    verdict_is(player, "ambiguous")
    photograph(player, "table-player.png")


def test_an_evening(
    server: TableServer, client: TableClient, person: Callable[..., Person]
) -> None:
    """In the dark, with the map's own picture: the game master's page next to Pia's."""
    board = sample_maps()[0].map.board
    assert isinstance(board, SquareBoard)
    sent = Request(f"{server.origin}pictures?name=hall.webp", painted(board))
    sent.add_header("Authorization", f"Bearer {server.secrets['m']}")
    sent.add_header("Origin", server.origin.rstrip("/"))
    with urlopen(sent) as answer:
        upload = json.load(answer)["upload"]
    client.do("lay_picture", upload=upload, origin=["0", "0"], step=[str(TILE)] * 2)
    for at, color in (([2, 9], "#ffb45c"), ([5, 12], "#ffb45c"), ([9, 10], "#8fd0ff")):
        client.do("lamp", at=at, bright=3, dim=6, color=color)
    mira, goblin = client.figure("Mira"), client.figure("Goblin")
    client.do("edit", figure=mira, lamp={"bright": 4, "dim": 8, "color": "#ffb45c"})
    client.do("darkness", darkness="dark")

    how = {"viewport": HALF, "color_scheme": "dark", "device_scale_factor": 1}
    player = person("Pia", server.origin, **how).go(server.link("j"))
    player.join("Pia")
    client.seat("Pia", "Mira")
    player.at_the_table()
    for row, col in ((3, 4), (2, 6), (2, 8), (3, 6)):
        client.do("move", figure=mira, to=[row, col])
        expect(player.figure(mira)).to_have_attribute("data-at", f"{row},{col}")
    client.do("mark", figure=mira, health=7, most_health=9)
    client.do("add_turns", figures=[mira, goblin])
    client.do("turns", on=True)
    master = person("master", server.origin, **how).go(server.link("m")).at_the_table()
    master.unfold("Initiative")
    pages = [Image.open(BytesIO(shot(each))) for each in (master, player)]
    beside = Image.new("RGB", (HALF["width"] * 2 + GAP, HALF["height"]), "white")
    for number, page in enumerate(pages):
        beside.paste(page, (number * (HALF["width"] + GAP), 0))
    beside.resize((beside.width * 3 // 4, beside.height * 3 // 4), Image.Resampling.LANCZOS).save(
        FOLDER / "evening.webp", quality=80, method=6
    )


def shot(person: Person) -> bytes:
    person.page.mouse.move(1, 1)
    person.page.wait_for_timeout(1500)
    return person.page.screenshot()


def photograph(person: Person, name: str) -> None:
    person.page.mouse.move(1, 1)
    person.page.wait_for_timeout(500)
    person.page.screenshot(path=FOLDER / name)
