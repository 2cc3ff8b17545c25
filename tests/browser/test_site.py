"""The documentation site as a reader opens it: a file on the disk, and no network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.docs.site import shared_site

PHONE, LAPTOP = 390, 1366


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_site(tmp_path_factory)


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """A page that fails the test when it complains, or asks for anything off the disk."""
    context = browser.new_context(viewport={"width": LAPTOP, "height": 768}, color_scheme="light")
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on(
        "request",
        lambda asked: (
            None
            if asked.url.startswith(("file:", "data:", "blob:", "about:"))
            else wrong.append(asked.url)
        ),
    )
    yield page
    context.close()
    assert wrong == []


def test_search_finds_a_recipe_without_a_server(reader: Page, site: Path) -> None:
    reader.goto((site / "index.html").as_uri())
    reader.get_by_label("Search", exact=True).first.click()
    reader.keyboard.type("field of view roguelike")
    first = reader.locator(".md-search-result__item a").first
    expect(first).to_contain_text("Recipes for roguelikes")
    first.click()
    expect(reader.get_by_role("heading", level=1)).to_contain_text("Recipes for roguelikes")


def test_a_newcomer_finds_the_way(reader: Page, site: Path) -> None:
    reader.goto((site / "index.html").as_uri())
    reader.get_by_role("link", name="Coming from python-tcod").first.click()
    expect(reader.get_by_role("heading", level=1)).to_contain_text("Coming from python-tcod")
    reader.get_by_role("navigation", name="Tabs").get_by_role("link", name="Rules").click()
    expect(reader.get_by_role("heading", level=1)).to_contain_text("Which rule?")


def test_pictures_turn_dark_with_the_page(reader: Page, site: Path) -> None:
    """They are drawn with theme="auto", and follow the page's choice, not the machine's."""
    reader.goto((site / "rules" / "corner.html").as_uri())
    picture = reader.locator("img[src$='corner-past-a-pillar.svg']")
    picture.scroll_into_view_if_needed()
    light = picture.screenshot()
    reader.get_by_title("Dark", exact=True).click()
    expect(reader.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    picture.scroll_into_view_if_needed()
    dark = picture.screenshot()
    assert light != dark
    assert _lightness(light) > 0.6
    assert _lightness(dark) < 0.4


def _lightness(png: bytes) -> float:
    from io import BytesIO

    from PIL import Image

    grey = Image.open(BytesIO(png)).convert("L").resize((1, 1))
    value = grey.getpixel((0, 0))
    assert isinstance(value, int)
    return value / 255


@pytest.mark.parametrize(
    "page", ["index", "rules/corner", "reference/boards", "coming-from-tcod", "performance"]
)
def test_a_phone_shows_pages_without_scrolling_sideways(
    reader: Page, site: Path, page: str
) -> None:
    reader.set_viewport_size({"width": PHONE, "height": 844})
    reader.goto((site / f"{page}.html").as_uri())
    assert reader.evaluate("document.documentElement.scrollWidth") == PHONE
