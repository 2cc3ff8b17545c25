"""Pictures of examples link to the playground, each to the position that it shows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sightline import read_link
from sightline.links import SHOWS
from tests.docs.site import ROOT

DOCS = ROOT / "docs"
LINKS: dict[str, str] = json.loads((DOCS / "site/links.json").read_text(encoding="utf-8"))
PAGES = ["what-sees-means.md", *(f"rules/{name}.md" for name in ("corner", "center", "hexray"))]
PICTURE = re.compile(r"pictures/([\w-]+)\.svg")


@pytest.mark.parametrize("page", PAGES)
def test_every_picture_of_these_pages_is_a_live_board(page: str) -> None:
    drawn = set(PICTURE.findall((DOCS / page).read_text(encoding="utf-8")))
    assert drawn
    assert drawn - LINKS.keys() == set()


@pytest.mark.parametrize("name", LINKS)
def test_each_link_opens(name: str) -> None:
    position = read_link(f"#{LINKS[name]}")
    assert position.show in SHOWS
    assert (DOCS / "pictures" / f"{name}.svg").exists()


def test_a_picture_is_wrapped_only_where_the_playground_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import runpy

    hooks = runpy.run_path(str(DOCS / "site/hooks.py"))
    html = '<p><img alt="x" src="../pictures/corner-field.svg"></p>'
    content = hooks["on_page_content"]
    monkeypatch.setenv("SIGHTLINE_SITE_PLAYGROUND", "0")
    assert content(html, None, None, None) == html
    monkeypatch.setenv("SIGHTLINE_SITE_PLAYGROUND", "1")
    (tmp_path / "index.html").touch()
    content.__globals__["PLAYGROUND"] = tmp_path
    made = content(html, None, None, None)
    assert f'href="../playground/index.html#{LINKS["corner-field"]}"' in made
    content.__globals__["PLAYGROUND"] = tmp_path / "missing"
    with pytest.raises(SystemExit, match="make playground"):
        content(html, None, None, None)
