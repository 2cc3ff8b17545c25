"""Each sentence of a pack's rule page has cases that prove it.

`sentences` has a file for each page. It names every sentence under "The rule" and "Our
choices" by its first words, and either

* `cases`, and `otherwise`: changes of the pack's data that contradict the sentence. Each of them
  must change the answer of one of the cases. "" stands for the usual value; `false` removes a kind
  from the blockers.
* `only`: why the sentence needs no case. It defines a word, or names something outside the pack.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sightline import trace
from sightline.packs import PACKS
from sightline.packs.reading import kept_pack, to_data
from sightline.rules.pack import PackRule
from tests.packs.test_cases import BY_PACK, board_of, ends

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "sentences"
SECTIONS = ("## The rule\n", "## Our choices\n")
ONLY = ("definition", "not in the pack")


def sentences_of(page: str) -> list[str]:
    """Return the sentences of both sections, without markup. Tables do not count."""
    found = []
    for section in SECTIONS:
        text = page.split(section)[1].split("\n## ", maxsplit=1)[0]
        for block in re.split(r"\n\s*\n|^\* ", text, flags=re.MULTILINE):
            bare = " ".join(re.sub(r'[*`"]', "", block).split())
            if bare and not bare.startswith("|"):
                found += re.split(r"(?<=[.?!])\s+(?=[A-Z])", bare)
    return found


def listed(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(
        (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    )["sentence"]
    return found


def changed(name: str, changes: Mapping[str, Any]) -> PackRule:
    """Return the pack with changed data."""
    data = to_data(PACKS[name])
    for path, value in changes.items():
        *way, last = path.split(".")
        part: Any = data
        for key in way:
            part = part[int(key)] if isinstance(part, list) else part.setdefault(key, {})
        if value == "" or (value is False and way[-1:] in (["blockers"], ["points"])):
            part.pop(last, None)
        else:
            part[last] = value
    return PackRule(kept_pack(data))


@pytest.mark.parametrize("name", PACKS)
def test_every_sentence_of_a_page_is_listed(name: str) -> None:
    page = (ROOT / "docs" / "packs" / f"{name}.md").read_text(encoding="utf-8")
    said = sentences_of(page)
    for entry in listed(name):
        of_it = [each for each in said if each.startswith(entry["words"])]
        assert len(of_it) == 1, f"{entry['words']!r} begins {len(of_it)} sentences of the page"
        said.remove(of_it[0])
    assert not said, f"add these to {name}.toml, each with a case"


@pytest.mark.parametrize("name", PACKS)
def test_a_sentence_has_a_case_that_fails_when_the_pack_does_otherwise(name: str) -> None:
    cases = {case["name"]: case for case in BY_PACK[name]}

    def degree(rule: PackRule, case: str) -> object:
        return trace(board_of(cases[case]), *ends(cases[case]), rule).degrees

    for entry in listed(name):
        words = entry["words"]
        if "only" in entry:
            assert entry["only"] in ONLY, words
            continue
        ours = {case: degree(PackRule(name), case) for case in entry["cases"]}
        assert ours, words
        for changes in entry.get("otherwise", ()):
            other = changed(name, changes)
            assert any(degree(other, case) != ours[case] for case in ours), (words, changes)
