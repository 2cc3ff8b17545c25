"""Pictures and command output in the docs match what the code produces today."""

import importlib.util
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PHOTOGRAPHS = {"evening.webp", "table.png", "table-player.png"}
"""Screenshots made by tests/browser/site/test_pictures.py, which differ slightly every time."""
ATLAS = {f"atlas-a-{name}.svg" for name in ("pillar", "hall-of-pillars", "corridor-with-a-bend")}
"""Pictures drawn by `make atlas`, which needs node and rot.js."""


@pytest.fixture(scope="module")
def pictures() -> list[tuple[Path, str]]:
    """Return each file written by docs/pictures.py, with its expected content."""
    spec = importlib.util.spec_from_file_location("docs_pictures", DOCS / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("COLUMNS", "FORCE_COLOR", "_SIGHTLINE_COMPLETE"):
            patch.delenv(name, raising=False)
        return list(module.pictures())


def test_nothing_is_stale(pictures: list[tuple[Path, str]]) -> None:
    stale = [
        str(file.relative_to(DOCS.parent))
        for file, content in pictures
        if not file.exists() or file.read_text(encoding="utf-8") != content
    ]
    assert stale == [], "make docs-pictures makes them anew"


def test_every_picture_is_made_and_shown(pictures: list[tuple[Path, str]]) -> None:
    drawn = {file.name for file, _ in pictures if file.suffix == ".svg"}
    made = drawn | PHOTOGRAPHS | ATLAS
    assert {file.name for file in (DOCS / "pictures").iterdir()} == made
    pages = [DOCS.parent / "README.md", *DOCS.rglob("*.md")]
    shown = {
        (page.parent / link).resolve()
        for page in pages
        for link in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    # The README's benchmark chart is updated together with the benchmark run that it shows.
    assert {file.name for file in shown if "benchmarks" not in file.parts} == made
    assert all(file.exists() for file in shown)
