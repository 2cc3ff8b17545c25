"""The same scene gives the same bytes, for one stored picture of every kind."""

import os
import xml.etree.ElementTree as ET

import pytest

from tests.pictures.gallery import GOLDEN, PICTURES


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_drawn_as_it_was_looked_at(name: str) -> None:
    path = GOLDEN / f"{name}.svg"
    drawn = PICTURES[name]()
    if os.environ.get("SIGHTLINE_DRAW"):
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8"), "look at the new picture, then draw it anew"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_whole_and_says_what_it_shows(name: str) -> None:
    root = ET.fromstring(PICTURES[name]())  # noqa: S314  (our own text)
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == root.get("aria-label") != ""
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(names) == len(set(names))


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.svg")} == set(PICTURES)
