"""Everything public of the game says what it is for, and its examples run."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from sightline.games import skirmish

THINGS: dict[str, Any] = {
    name: getattr(skirmish, name)
    for name in skirmish.__all__
    if inspect.isclass(getattr(skirmish, name)) or inspect.isfunction(getattr(skirmish, name))
}


@pytest.mark.parametrize("name", THINGS)
def test_it_says_what_it_is_for(name: str) -> None:
    text = inspect.cleandoc(THINGS[name].__doc__ or "")
    assert len(text.split("\n\n", maxsplit=1)[0].split()) > 2


@pytest.mark.parametrize("name", THINGS)
def test_its_example_runs(name: str) -> None:
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for example in doctest.DocTestFinder(recurse=False).find(THINGS[name], name, globs={}):
        runner.run(example, out=said.append)
    assert runner.failures == 0, "".join(said)


def test_the_names_are_in_order_and_those_in_the_reference_are_there() -> None:
    names = skirmish.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), name.islower(), name))
    page = Path(__file__).parents[3] / "docs" / "reference" / "skirmish.md"
    if page.exists():  # not where only the tests are
        listed = re.findall(r"::: sightline\.games\.skirmish\.(\w+)", page.read_text("utf-8"))
        assert set(listed) <= set(names)
