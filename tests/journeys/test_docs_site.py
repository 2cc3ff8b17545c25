"""A reader of the documentation finds a page by search, reads it, copies the code and runs it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.docs.site import shared_site
from tests.journeys.paste import MAY_COPY, pasted

LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
FOUND = {
    # what newcomers search for: the heading of the page they want
    "register rule": "Write your own rule",
    "add rule": "Write your own rule",
    "custom rule": "Write your own rule",
    "homebrew": "Write your own pack",
    "fog": "Fog of war",
    "fog of war": "Fog of war",
    "foundry import": "Map files",
    "foundry module": "Foundry VTT",
    "roll20": "Map files",
    "cover": "Packs: the rules of games",
    "5e cover": "Dungeons & Dragons, fifth edition",
    "dnd": "Dungeons & Dragons, fifth edition",
    "install": "Start here",
    "pip": "Start here",
    "getting started": "Start here",
    "line of sight": "Line of sight and rulings",
    "fov": "Recipes for roguelikes",
    "field of view roguelike": "Recipes for roguelikes",
    "door": "Boards",
    "darkvision": "Light and dark",
    "cone": "Areas and reach",
    "share link": "The playground",
    "initiative": "Initiative and dice",
    "benchmark": "How it is fast",
    "sees_many": "Questions",
    "OffBoardError": "Errors",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_site(tmp_path_factory)


@pytest.fixture
def reader(browser: Browser, site: Path) -> Iterator[Page]:
    """Open the home page from disk. Page errors and network requests fail the test."""
    context = browser.new_context(
        viewport=LAPTOP,  # type: ignore[arg-type]
        color_scheme="light",
        permissions=MAY_COPY,
    )
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: None if _is_here(asked.url) else wrong.append(asked.url))
    page.goto((site / "index.html").as_uri())
    yield page
    context.close()
    assert wrong == []


def _is_here(url: str) -> bool:
    return url.startswith(("file:", "data:", "blob:", "about:"))


def search(reader: Page, words: str) -> Locator:
    """Type the words into the search field, and return the first result."""
    box = reader.get_by_role("textbox", name="Search")
    box.click()
    box.press("Control+A")
    box.press_sequentially(words)
    return reader.locator(".md-search-result__item").first


def copied(reader: Page, number: int) -> str:
    """Copy the Python block with its copy button, and return the text pasted into an editor."""
    block = reader.locator(".language-python").nth(number)
    block.scroll_into_view_if_needed()
    block.hover()
    block.get_by_role("button", name="Copy to clipboard").click()
    expect(reader.get_by_text("Copied to clipboard")).to_be_visible()
    return pasted(reader.context)


def shown(reader: Page) -> list[str]:
    """Return the output that the page shows for its code."""
    return [each.inner_text() for each in reader.locator(".language-python + .language-text").all()]


def printed_by(code: str, folder: Path) -> str:
    file = folder / "pasted.py"
    file.write_text(code, encoding="utf-8")
    command = [sys.executable, "-X", "utf8", str(file)]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=120
    )
    assert done.stderr == ""
    return done.stdout


def test_search_finds_what_newcomers_type(reader: Page) -> None:
    wrong = []
    for words, title in FOUND.items():
        first = search(reader, words).locator("h1").first
        try:
            expect(first).to_have_text(title)
        except AssertionError:
            wrong.append((words, title, first.inner_text() if first.count() else None))
    assert wrong == []


def test_find_a_page_read_it_copy_its_code_and_run_it(reader: Page, tmp_path: Path) -> None:
    result = search(reader, "install").get_by_role("link").first
    expect(result).to_contain_text("Start here")
    result.click()
    expect(reader.get_by_role("heading", level=1)).to_contain_text("Start here")
    expect(reader.locator(".language-sh").first).to_contain_text("pip install .")
    code = "\n".join(
        copied(reader, number) for number in range(reader.locator(".language-python").count())
    )
    assert printed_by(code, tmp_path).split() == "".join(shown(reader)).split()


def test_the_first_code_of_the_home_page(reader: Page, tmp_path: Path) -> None:
    """Every line can be read on a laptop and on a phone, and the copied code runs."""
    code = copied(reader, 0)
    assert printed_by(code, tmp_path).split() == shown(reader)[0].split()
    for size in (LAPTOP, PHONE):
        reader.set_viewport_size(size)  # type: ignore[arg-type]
        last_line = reader.locator(".language-python").first.locator("span", has_text="print").last
        last_line.scroll_into_view_if_needed()
        assert last_line.evaluate(IS_ON_TOP), size


# Nothing covers the word at its top and at its bottom.
IS_ON_TOP = """word => {
  const box = word.getBoundingClientRect()
  const seen = (y) => word.contains(document.elementFromPoint(box.left + box.width / 2, y))
  return seen(box.top + 2) && seen(box.bottom - 2)
}"""


def test_a_newcomer_finds_the_way(reader: Page) -> None:
    reader.get_by_role("link", name="Coming from python-tcod").first.click()
    expect(reader.get_by_role("heading", level=1)).to_contain_text("Coming from python-tcod")
    reader.get_by_role("navigation", name="Tabs").get_by_role("link", name="Rules").click()
    expect(reader.get_by_role("heading", level=1)).to_contain_text("Which rule?")


def test_pictures_turn_dark_with_the_page(reader: Page, site: Path) -> None:
    """They are drawn with theme="auto" and follow the page's theme, not the system's."""
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

    gray = Image.open(BytesIO(png)).convert("L").resize((1, 1))
    value = gray.getpixel((0, 0))
    assert isinstance(value, int)
    return value / 255


def test_a_phone_shows_pages_without_scrolling_sideways(reader: Page, site: Path) -> None:
    reader.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for page in ("index", "rules/corner", "reference/boards", "coming-from-tcod", "performance"):
        reader.goto((site / f"{page}.html").as_uri())
        assert reader.evaluate("document.documentElement.scrollWidth") == PHONE["width"], page
