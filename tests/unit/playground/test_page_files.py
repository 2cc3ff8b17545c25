"""Generated files in the page's sources are current."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

from sightline.links import version1

ROOT = Path(__file__).parents[3]


def test_the_dictionary_of_links_is_the_same_on_the_page() -> None:
    maker = runpy.run_path(str(ROOT / "playground/make_dictionary.py"))
    assert maker["FILE"].read_text(encoding="utf-8") == maker["text"](), (
        "run playground/make_dictionary.py"
    )
    assert version1.DICTIONARY.isascii()


def test_the_samples_of_links_are_the_same_on_the_page() -> None:
    ours = ROOT / "tests/unit/links/version1.json"
    assert (ROOT / "page/src/playground/links/version1.json").read_bytes() == ours.read_bytes()


def test_the_runtime_is_pinned_with_its_content() -> None:
    lock = json.loads((ROOT / "playground/package-lock.json").read_text(encoding="utf-8"))
    wanted = json.loads((ROOT / "playground/package.json").read_text(encoding="utf-8"))
    for name, version in wanted["dependencies"].items():
        locked = lock["packages"][f"node_modules/{name}"]
        assert version == locked["version"], "an exact version, and not a range"
    for name, locked in lock["packages"].items():
        assert not name or locked["integrity"].startswith("sha512-"), name
