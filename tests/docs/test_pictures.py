"""The pictures of the docs, and what commands print there, are what the code makes today."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PHOTOGRAPHS = {"evening.webp", "table.png", "table-player.png"}
"""Taken by tests/browser/test_pictures.py, from the page itself: no two are the same to the bit."""


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_pictures", DOCS / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def _plain_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "FORCE_COLOR", "_SIGHTLINE_COMPLETE"):
        monkeypatch.delenv(name, raising=False)


def test_nothing_is_stale(maker: ModuleType) -> None:
    stale = [
        str(file.relative_to(DOCS.parent))
        for file, content in maker.pictures()
        if not file.exists() or file.read_text(encoding="utf-8") != content
    ]
    assert stale == [], "make docs-pictures makes them anew"


def test_every_picture_is_made_and_shown(maker: ModuleType) -> None:
    drawn = {file.name for file, _ in maker.pictures() if file.suffix == ".svg"}
    made = drawn | PHOTOGRAPHS
    assert {file.name for file in (DOCS / "pictures").iterdir()} == made
    pages = [DOCS.parent / "README.md", *DOCS.rglob("*.md")]
    shown = {
        (page.parent / link).resolve()
        for page in pages
        for link in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    # The README's chart of the benchmarks comes with the run that it shows.
    assert {file.name for file in shown if "benchmarks" not in file.parts} == made
    assert all(file.exists() for file in shown)
