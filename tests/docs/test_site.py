"""The documentation site has working links, loads nothing over the network, and
has working search.
"""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

import sightline
from benchmarks.output import keep
from sightline.rules.registry import KINDS, RULES
from tests.docs.site import Page, fetched_from_elsewhere, pages_of, problems, shared_site

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_site(tmp_path_factory)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Page]:
    return {path.relative_to(site).as_posix(): page for path, page in pages_of(site).items()}


@pytest.fixture(scope="module")
def index(site: Path) -> list[dict[str, str]]:
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    entries: list[dict[str, str]] = found["docs"]
    return entries


def test_every_page_is_there(pages: dict[str, Page]) -> None:
    sources = (path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    expected = {source.replace("README", "index").replace(".md", ".html") for source in sources}
    assert expected <= pages.keys()
    assert {"repository/CONTRIBUTING.html", "repository/CHANGELOG.html"} <= pages.keys()


def test_every_link_and_anchor_leads_somewhere(site: Path) -> None:
    assert list(problems(site)) == []


def test_nothing_is_fetched_from_elsewhere(site: Path, pages: dict[str, Page]) -> None:
    assert list(fetched_from_elsewhere(site)) == []
    # Rendered by code from a CDN.
    assert not any("mermaid" in page.classes for page in pages.values())


def test_the_checks_find_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="here">A</h1><a href="b.html#gone">1</a><a href="#here">2</a><a href="c.html">3</a>'
        '<a href="https://example.org/">4</a><img src="d.svg" alt=""><a href="b.html#there">5</a>'
        '<script src="https://example.org/x.js"></script>',
        encoding="utf-8",
    )
    (tmp_path / "b.html").write_text('<p id="there">', encoding="utf-8")
    (tmp_path / "s.css").write_text("@import 'x'", encoding="utf-8")
    assert [line.partition(": ")[2] for line in problems(tmp_path)] == [
        "b.html#gone leads to no place on that page",
        "c.html is not there",
        "d.svg is not there",
    ]
    assert list(fetched_from_elsewhere(tmp_path)) == [
        "a.html: https://example.org/x.js",
        "s.css: @import",
    ]


def test_markdown_is_not_shown_as_it_is_written(pages: dict[str, Page]) -> None:
    """GitHub and the site parse Markdown differently: the site needs an empty
    line before a list.
    """
    for name, page in pages.items():
        assert not re.search(r"```|\]\(|^- |\*\*\w|^\| |<!--|^:::", page.text, re.MULTILINE), name


def test_every_picture_has_words(pages: dict[str, Page]) -> None:
    logo = "logo.svg"
    for name, page in pages.items():
        assert all(words or path.endswith(logo) for path, words in page.pictures), name


def test_every_rule_has_a_page_with_drawn_examples(pages: dict[str, Page]) -> None:
    for kind in KINDS:
        page = pages[f"rules/{kind}.html"]
        drawn = [path for path, _ in page.pictures if "pictures/" in path]
        assert len(drawn) >= 6, kind
        assert {"language-python", "side-by-side"} <= page.classes, kind


def test_the_reference_has_every_public_name(pages: dict[str, Page]) -> None:
    anchors = {
        each for name, page in pages.items() if "reference/" in name for each in page.anchors
    }
    lacking = [
        name
        for name in sightline.__all__
        if f"sightline.{name}" not in anchors and _home_of(name) not in anchors
    ]
    assert lacking == [], "give each a line `::: sightline.NAME` on a page of docs/reference"


def _home_of(name: str) -> str:
    thing = getattr(sightline, name)
    return f"{getattr(thing, '__module__', '')}.{name}"


@pytest.mark.parametrize(
    "method",
    [
        "SquareBoard.from_array",
        "SquareBoard.set_solid",
        "HexBoard.set_cover",
        "Rulings.undo",
        "Field.bits",
        "hexes.trace_ray",
    ],
)
def test_the_reference_has_what_names_have(pages: dict[str, Page], method: str) -> None:
    assert any(f"sightline.{method}" in page.anchors for page in pages.values())


def test_examples_in_docstrings_are_code(pages: dict[str, Page]) -> None:
    questions = pages["reference/questions.html"]
    assert "language-pycon" in questions.classes
    assert ">>>" not in "".join(page.text for page in pages.values())


@pytest.mark.parametrize(
    "words",
    [
        *sorted({rule.title for rule in RULES.values()}),
        *sorted({type(rule).__name__ for rule in RULES.values()}),
        "Field of view for a roguelike",
        "Fog of war for a party",
        "Coming from python-tcod",
        "numpy and learning agents",
        "Notebooks",
        "from_array",
        "OffBoardError",
    ],
)
def test_search_knows(index: list[dict[str, str]], words: str) -> None:
    texts = [unescape(entry["title"] + entry["text"]).lower() for entry in index]
    assert any(words.lower() in text for text in texts)


def test_search_leaves_out_measured_runs(index: list[dict[str, str]]) -> None:
    """Benchmark runs contain every name, so they would clutter the search results."""
    assert [each["location"] for each in index if "benchmarks/runs" in each["location"]] == []
    assert any("benchmarks/about" in each["location"] for each in index)


def test_search_goes_without_a_server(site: Path) -> None:
    """A page opened from disk loads the index from a script, without a web worker.

    tests/browser has the test in a real browser.
    """
    assert (
        (site / "search" / "search_index.js").read_text(encoding="utf-8").startswith("var __index")
    )
    assert "iframe-worker.js" in (site / "index.html").read_text(encoding="utf-8")


def test_home_has_three_doors(pages: dict[str, Page]) -> None:
    home = pages["index.html"]
    for door in ("I write a game", "I run a table", "I study maps"):
        assert door in home.text
    assert {"start.html", "table.html", "numpy-and-agents.html"} <= set(home.links)
    assert any(path.endswith("first-look.svg") for path, _ in home.pictures)


def test_speed_is_claimed_as_measured() -> None:
    """The speedup claimed in "Coming from python-tcod" is at most the median of the last stored
    run.
    """
    claims = re.findall(
        r"`(\w+)Rule` fields of radius 20\s+are (\d+) times",
        (DOCS / "coming-from-tcod.md").read_text(encoding="utf-8"),
    )
    _, run = keep.last_run()
    medians = {row["key"]: row["median"] for row in run["rows"]}
    assert [rule for rule, _ in claims] == ["Center", "Corner"]
    for rule, times in claims:
        assert float(times) <= medians[f"field-{rule.lower()}-20"]
