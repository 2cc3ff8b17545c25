"""The page is small and makes no external requests; its speed is measured and printed."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer

LIMIT = 150_000


def test_the_page_is_under_150_kilobytes(
    server: TableServer,
    person: Callable[..., Person],
    record_property: Callable[[str, object], None],
) -> None:
    """The sum of all loaded files, compressed as our server sends them and by gzip."""
    master = person("master", server.origin).go(server.link("m")).at_the_table()
    master.page.wait_for_load_state("networkidle")
    sent = sum(each.request.sizes()["responseBodySize"] for each in master.responses)
    packed = sum(len(gzip.compress(each.body())) for each in master.responses if each.status == 200)
    assert packed < LIMIT
    assert sent < LIMIT, "the server itself sends it packed"
    record_property("measured page weight, gzipped, kB", round(sent / 1000, 1))


def test_the_first_picture(
    server: TableServer,
    person: Callable[..., Person],
    record_property: Callable[[str, object], None],
) -> None:
    master = person("master", server.origin).go(server.link("m")).at_the_table()
    drawn = master.page.evaluate("performance.now()")
    painted = master.page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
    )
    record_property("measured ms to the first paint", round(painted))
    record_property("measured ms until the map is there, at most", round(drawn))


FRAMES = """() => {
  window.frames_ = {count: 0, longest: 0, start: performance.now(), last: performance.now()}
  const tick = (now) => {
    const it = window.frames_
    it.longest = Math.max(it.longest, now - it.last)
    it.last = now
    it.count++
    it.id = requestAnimationFrame(tick)
  }
  window.frames_.id = requestAnimationFrame(tick)
}"""
COUNTED = """() => {
  cancelAnimationFrame(window.frames_.id)
  const {count, start, last, longest} = window.frames_
  return [1000 * count / (last - start), longest]
}"""


@pytest.mark.parametrize("server", ["large"], indirect=True)
def test_a_drag_over_a_large_map(
    master: Person, client: TableClient, record_property: Callable[[str, object], None]
) -> None:
    """The visible area follows the figure while it is dragged."""
    mouse = master.page.mouse
    start = master.middle((24, 24))
    mouse.move(*start)
    mouse.down()
    master.page.evaluate(FRAMES)
    for end in ((10, 40), (40, 40), (40, 10), (12, 12)):
        mouse.move(*master.middle(end), steps=30)
    each_second, longest = master.page.evaluate(COUNTED)
    mouse.up()
    expect(master.figure(client.figure("Mira"))).to_have_attribute("data-at", "12,12")
    asked = [each for each in master.sent if '"field"' in each and '"at"' in each]
    assert len(asked) >= 5, "the sight is asked for while the figure is dragged"
    record_property("measured frames a second while dragging on 50 x 50", round(each_second))
    record_property("measured ms of the longest frame while dragging", round(longest))


def test_a_panel_that_cannot_be_loaded_says_so(master: Person) -> None:
    """The panels of other tabs are loaded when their tab is opened."""
    master.forgives = "Failed to load resource"
    master.page.route("**/assets/RulePanel*", lambda route: route.abort())
    master.page.locator('[data-tab="rule"]').click()
    expect(master.page.get_by_text("Part of the page did not load.")).to_be_visible()
    master.page.locator('[data-tab="players"]').click()
    expect(master.page.locator('[data-section="players"]')).to_be_visible()
