"""The game master's fog tools in the browser, with mouse and keyboard, and their undo."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.person import Person

DOOR = (4, 0.5)


def known(person: Person, count: int) -> None:
    expect(person.spot("map")).to_have_attribute("data-known", str(count))


def undoes(person: Person, what: str) -> None:
    expect(person.spot("undo")).to_have_accessible_name(f"Undo: {what}")


def test_undo_offers_to_forget_what_it_showed(master: Person, player: Person) -> None:
    before = player.picture()
    expect(master.spot("undo-forget")).to_have_count(1)  # assigning Mira has revealed something
    master.page.mouse.click(*master.where(DOOR))
    expect(master.spot("undo-forget")).to_have_accessible_name(
        "Undo: opened the door between D1 and E1, and make players forget what it revealed"
    )
    expect(player.spot("map")).not_to_have_attribute("data-known", str(before["known"]))
    assert player.picture()["known"] > before["known"]
    master.spot("undo-forget").click()
    known(player, before["known"])
    assert player.picture()["drawn"] == before["drawn"]


def test_a_room_is_revealed_by_a_click_and_forgotten_by_another(
    master: Person, player: Person
) -> None:
    before = player.picture()
    master.page.keyboard.press("f")
    master.spot("fog-room").click()
    master.page.mouse.click(*master.where((5.5, 1.5)))
    expect(player.spot("map")).not_to_have_attribute("data-known", str(before["known"]))
    assert player.picture()["lit"] == before["lit"], "known, not seen"
    master.spot("fog-known").select_option(label="Pia")
    expect(master.spot("unknown")).to_be_attached()
    master.spot("fog-forget").click()
    master.spot("fog-who").select_option(label="Pia")
    master.spot("fog-whole").click()
    known(player, before["known"])
    undoes(master, "made Pia forget the whole map")


def test_a_rectangle_is_covered_by_keys_alone(master: Person, player: Person) -> None:
    lit = player.picture()["lit"]
    master.page.keyboard.press("f")
    for name in ("fog-cover", "fog-rectangle"):
        master.spot(name).focus()
        master.page.keyboard.press("Enter")
    master.spot("map").focus()
    for key in ("ArrowDown", "Enter", "ArrowRight", "ArrowDown", "Enter"):
        master.page.keyboard.press(key)
    expect(master.spot("covered-tiles")).to_be_attached()
    expect(player.spot("map")).not_to_have_attribute("data-lit", str(lit))
    assert player.picture()["lit"] < lit
    master.page.keyboard.press("Control+z")
    expect(master.spot("covered-tiles")).to_have_count(0)
    expect(player.spot("map")).to_have_attribute("data-lit", str(lit))


def test_a_brush_shows_tiles_to_all_in_one_stroke(master: Person, player: Person) -> None:
    lit = player.picture()["lit"]
    master.page.keyboard.press("f")
    master.spot("fog-show").click()
    x, y = master.where((5.5, 3.5))
    master.page.mouse.move(x, y)
    master.page.mouse.down()
    master.page.mouse.move(*master.where((6.5, 3.5)), steps=4)
    master.page.mouse.up()
    expect(player.spot("map")).to_have_attribute("data-lit", str(lit + 2))
    expect(master.spot("shown-tiles")).to_be_attached()
    undoes(master, "showed 2 tiles to all")


def test_settings_of_sight_are_switched_on_the_rule_panel(master: Person, player: Person) -> None:
    master.unfold("Rules")
    master.spot("whole-rooms").check()
    undoes(master, "made rooms seen whole")
    master.spot("friends-pass").check()
    undoes(master, "made friends not block sight")
    master.page.keyboard.press("Control+z")
    expect(master.spot("friends-pass")).not_to_be_checked()
    expect(master.spot("whole-rooms")).to_be_checked()
