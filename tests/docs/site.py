"""Build the documentation site for tests, and read its pages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.once import PATIENCE, made_once

ROOT = Path(__file__).parents[2]
NEEDED = ("mkdocs", "material", "mkdocstrings")
ASSETS = {
    ("img", "src"),
    ("script", "src"),
    ("source", "src"),
    ("iframe", "src"),
    ("link", "href"),
    ("object", "data"),
}


def shared_site(factory: pytest.TempPathFactory) -> Path:
    """Return the site, built once per test run."""
    absent = [name for name in NEEDED if find_spec(name) is None]
    if absent:
        what = f"The site cannot be built without {', '.join(absent)}: pip install '.[docs]'"
        if os.environ.get("CI", "").lower() not in {"", "0", "false"}:
            pytest.fail(what)
        pytest.skip(what)
    return made_once(factory, "site", build)


def build(folder: Path) -> Path:
    """Build the site like `make site`. Warnings count as failures (--quiet would hide them)."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "NO_MKDOCS_2_WARNING": "1",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


@dataclass
class Page(HTMLParser):
    """A page's links, assets, anchors and text outside code."""

    path: Path
    links: list[str] = field(default_factory=list)
    assets: list[str] = field(default_factory=list)
    pictures: list[tuple[str, str]] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    classes: set[str] = field(default_factory=set)
    text: str = ""
    _code: int = 0

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.classes |= set(given.get("class", "").split())
        self.assets += [given[name] for each, name in ASSETS if each == tag and name in given]
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "img":
            self.pictures.append((given["src"], given.get("alt", "")))
        self._code += tag in {"code", "script", "style", "pre"}

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in {"code", "script", "style", "pre"}

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.text += data


@cache
def pages_of(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def problems(site: Path) -> Iterator[str]:
    """Yield links to pages, anchors and files that the site does not have."""
    pages = pages_of(site)
    for path, page in pages.items():
        if path.name == "404.html":  # its links are relative to the server's root
            continue
        for link in [*page.links, *page.assets]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            where = f"{path.relative_to(site)}: {link}"
            if not target.is_file():
                yield f"{where} is not there"
            elif parts.fragment and target.suffix == ".html":
                there = pages[target].anchors if target in pages else set()
                if unquote(parts.fragment) not in there:
                    yield f"{where} leads to no place on that page"


def fetched_from_elsewhere(site: Path) -> Iterator[str]:
    """Yield everything that a page, stylesheet or picture would load over the network."""
    for path, page in pages_of(site).items():
        for asset in page.assets:
            parts = urlsplit(asset)
            if parts.netloc or parts.scheme not in {"", "data"}:
                yield f"{path.relative_to(site)}: {asset}"
    for path in [*site.rglob("*.css"), *site.rglob("*.svg")]:
        text = path.read_text(encoding="utf-8")
        for start in ("url(http", "url(//", "url('http", 'url("http', "@import", 'href="http'):
            if start in text:
                yield f"{path.relative_to(site)}: {start}"
