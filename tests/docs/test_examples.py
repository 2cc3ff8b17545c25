"""Every Python block in the docs runs and prints the output shown below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import forked
from tests.docs.blocks import PAGES, check_printed, examples, pages, script


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = examples(pages()[page])
    assert blocks, "nothing on this page is run"
    monkeypatch.chdir(tmp_path)
    done = forked.run(["-c", script(blocks)])
    assert done.stderr == b""
    check_printed(page, blocks, done.stdout.decode())


def test_text_stands_only_below_what_prints_it() -> None:
    """A `text` block without code before it would never be compared."""
    for page in PAGES:
        blocks = re.findall(r"^```(\w*)$", pages()[page], re.MULTILINE)
        opened = [language for language in blocks if language]
        for before, language in zip(["", *opened], opened, strict=False):
            assert language != "text" or before == "python", page
