"""Rulers, areas and counted steps by mouse, keyboard and touch, and what other
users see of them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

LOOK = os.environ.get("SIGHTLINE_LOOK", "")
"""A folder for screenshots for inspection, or ""."""


def look(person: Person, name: str) -> None:
    if LOOK:
        person.page.screenshot(path=Path(LOOK) / f"{name}.png")


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_a_ruler_counts_by_the_maps_distances(master: Person) -> None:
    master.take("measure")
    master.spot("metric").select_option("5-10-5")
    master.spot("unit").fill("5 ft")
    master.spot("unit").press("Enter")
    master.drag((0, 0), (1, 1))
    expect(master.spot("measured")).to_have_text("1 tile, 5 ft")
    master.click((2, 2))
    expect(master.spot("measured")).to_have_text("3 tiles, 15 ft")
    expect(master.spot("length")).to_have_text("3 tiles, 15 ft")
    look(master, "ruler")
    master.press("Escape")
    expect(master.spot("measured")).to_have_text("")


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_an_area_says_who_is_in_it_and_is_shared(master: Person, player: Person) -> None:
    master.take("measure")
    master.page.get_by_role("button", name="Circle", exact=True).click()
    master.spot("reach").fill("20")
    master.spot("reach").press("Enter")
    master.click((0, 0))
    expect(master.spot("measured")).to_contain_text("Mira")
    expect(player.spot("area")).to_have_count(0)
    master.spot("share-area").click()
    expect(master.spot("area")).to_have_count(1)
    expect(player.spot("area")).to_have_count(1)
    look(master, "area-master")
    look(player, "area-player")
    master.page.get_by_role("button", name="Remove: Circle, 20").click()
    expect(player.spot("area")).to_have_count(0)


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_keys_alone_measure_and_it_is_spoken(player: Person) -> None:
    player.press("m")
    expect(player.spot("tool-measure")).to_have_attribute("aria-pressed", "true")
    player.page.get_by_test_id("map").focus()
    for key in ("ArrowRight", "Enter", "ArrowRight", "ArrowRight"):
        player.press(key)
    measured = player.spot("measured")
    expect(measured).to_have_text("2 tiles")
    expect(measured).to_have_attribute("aria-live", "polite")
    look(player, "keys-player")


@pytest.mark.parametrize("server", ["open"], indirect=True)
def test_steps_are_counted_while_a_figure_is_dragged(
    player: Person,
) -> None:
    player.page.mouse.move(*player.middle((1, 1)))
    player.page.mouse.down()
    player.page.mouse.move(*player.middle((1, 2)), steps=4)
    expect(player.spot("length")).to_have_text("1 tile")
    look(player, "drag-player")
    player.page.mouse.up()
    expect(player.spot("length")).to_have_count(0)


def test_a_drag_sizes_a_template_and_it_ends_with_the_tool(master: Person) -> None:
    master.take("measure")
    master.page.get_by_role("button", name="Circle", exact=True).click()
    master.drag((0, 0), (0, 2))
    expect(master.spot("reach")).to_have_value("2")
    expect(master.spot("area-draft")).to_be_attached()
    expect(master.spot("reach-shown")).to_have_text("2 tiles")
    master.take("point")
    expect(master.spot("area-draft")).to_have_count(0)
    expect(master.spot("reach-shown")).to_have_count(0)
