"""The playground: build a position on a blank board and open its link
elsewhere, without a network.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from sightline import RULES, SquareBoard, read_link, trace
from tests.browser.person import Person
from tests.journeys.paste import MAY_COPY, pasted

PATIENCE = 60_000
RULE = RULES["corner"]


def wanted() -> SquareBoard:
    """Return the first position of the README, without its door."""
    board = SquareBoard(6, 8)
    board.set_solid((1, 3))
    board.place("Mira", (1, 1), kind="hero")
    board.place("goblin", (1, 6), kind="enemy")
    return board


def ready(visitor: Person) -> None:
    visitor.page.wait_for_selector("[data-engine=ready][data-live=true]", timeout=PATIENCE)
    visitor.at_the_table()


def reads(visitor: Person, verdict: str, reason: str) -> None:
    """Check the verdict and the reason on the card."""
    card = visitor.spot("verdict")
    expect(card).to_have_attribute("data-verdict", verdict, timeout=PATIENCE)
    words = reason.partition(": ")[2]
    expect(visitor.page.locator("[data-section=sight]")).to_contain_text(words, ignore_case=True)


@pytest.fixture
def visits(person: Callable[..., Person], playground: str) -> Callable[..., Person]:
    """Open the playground, or a link into it, in a fresh browser."""

    def visit(name: str, link: str = "", **how: Any) -> Person:
        visitor = person(name, playground.rstrip("/"), permissions=MAY_COPY, **how)
        visitor.go(link or playground)
        ready(visitor)
        return visitor

    return visit


def place(visitor: Person, name: str, side: str, tile: tuple[int, int]) -> None:
    visitor.take("figure")
    options = visitor.page.get_by_role("complementary", name="Panels")
    options.get_by_role("textbox", name="Name").fill(name)
    options.get_by_role("button", name=side, exact=True).click()
    visitor.click(tile)
    expect(visitor.page.get_by_role("button", name=f"{name}, {side.lower()}")).to_be_visible()


def test_from_a_blank_board_to_a_link_opened_elsewhere_and_without_a_net(
    visits: Callable[..., Person], record_property: Callable[[str, object], None]
) -> None:
    ann = visits("Ann")
    ann.unfold("Map")
    ann.page.get_by_label("Rows").fill("6")
    ann.page.get_by_label("Columns").fill("8")
    ann.page.get_by_role("button", name="New map").click()
    expect(ann.spot("map")).to_have_attribute("data-known", "48")
    ann.at_the_table()
    ann.take("paint")
    ann.click((1, 3))
    place(ann, "Mira", "Hero", (1, 1))
    place(ann, "goblin", "Enemy", (1, 6))
    ann.take("point")
    ann.page.get_by_role("combobox", name="Viewer").select_option("Mira")
    ann.page.get_by_role("combobox", name="Target").select_option("goblin")
    board = wanted()
    reads(ann, "hidden", trace(board, "Mira", "goblin", RULE).explain())

    ann.unfold("Share")
    ann.page.get_by_role("button", name="Copy link").click()
    link = pasted(ann.context)
    assert read_link(link).board == board
    assert ann.page.url == link, "the address bar has it, too"

    bea = visits("Bea", link)
    reads(bea, "hidden", trace(board, "Mira", "goblin", RULE).explain())
    bea.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    bea.context.set_offline(True)
    bea.page.reload()
    ready(bea)
    reads(bea, "hidden", trace(board, "Mira", "goblin", RULE).explain())
    record_property("measured playground, warm start, ms", round(_since_opened(bea)))
    bea.drag((1, 6), (3, 6))
    board.move("goblin", (3, 6))
    reads(bea, "visible", trace(board, "Mira", "goblin", RULE).explain())
    bea.page.keyboard.press("Control+z")
    reads(bea, "hidden", "")
    # The link's viewer is an ordinary token, and its panel does not cover the answer.
    bea.click((1, 1))
    bea.click((1, 6))
    viewer = bea.page.get_by_role("combobox", name="Viewer")
    expect(viewer.locator("option:checked")).to_have_text("Mira")
    bea.page.locator(".sections").evaluate("panels => panels.scrollTo(0, panels.scrollHeight)")
    expect(bea.spot("verdict-bar")).to_contain_text("Hidden")
    expect(bea.spot("verdict-bar")).to_be_in_viewport()
    for each in (ann, bea):
        each.check()


def _since_opened(visitor: Person) -> float:
    return float(visitor.page.evaluate("performance.now()"))
