"""Clicks and taps in the middle of a token or a door reach it.

This holds whatever is drawn over it: names, badges, health or lines.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.game_ways import Opens, Sits


@pytest.mark.parametrize("fingers", [False, True], ids=["mouse", "fingers"])
def test_the_middle_of_everything_answers(opens: Opens, person: Sits, fingers: bool) -> None:
    server = opens("rooms")
    how = {"has_touch": True} if fingers else {}
    gm = person("GM", server.origin, **how).go(server.link("m")).at_the_table()

    def press(what: Locator) -> None:
        box = what.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if fingers:
            gm.page.touchscreen.tap(x, y)
        else:
            gm.page.mouse.click(x, y)

    tokens = gm.page.locator("[data-figure]")
    assert tokens.count() == 4
    for token in tokens.all():
        press(token)
        # The second tapped token is the target of the first.
        expect(token).to_have_class(re.compile("selected|target"))
    doors = gm.page.locator('path.handle[data-state="closed"]')
    door = gm.spot(doors.first.get_attribute("data-testid") or "")
    press(door)
    expect(door).to_have_attribute("data-state", "open")
