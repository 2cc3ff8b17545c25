"""Everything public in a game has a docstring, and its examples run."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sightline.games import quest, skirmish

GAMES = pytest.mark.parametrize("game", [quest, skirmish], ids=["quest", "skirmish"])


def things(game: ModuleType) -> dict[str, Any]:
    """Return the public classes and functions of a game."""
    every = {name: getattr(game, name) for name in game.__all__}
    return {
        n: each for n, each in every.items() if inspect.isclass(each) or inspect.isfunction(each)
    }


@GAMES
def test_each_says_what_it_is_for(game: ModuleType) -> None:
    for name, thing in things(game).items():
        text = inspect.cleandoc(thing.__doc__ or "")
        assert len(text.split("\n\n", maxsplit=1)[0].split()) > 2, name


@GAMES
def test_the_examples_run(game: ModuleType) -> None:
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for name, thing in things(game).items():
        for example in doctest.DocTestFinder(recurse=False).find(thing, name, globs={}):
            runner.run(example, out=said.append)
    assert runner.failures == 0, "".join(said)


@GAMES
def test_the_names_are_in_order_and_those_in_the_reference_are_there(game: ModuleType) -> None:
    names = game.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), name.islower(), name))
    title = game.__name__.rpartition(".")[2]
    page = Path(__file__).parents[2] / "docs" / "reference" / f"{title}.md"
    if page.exists():  # missing where only the tests are installed
        listed = re.findall(rf"::: sightline\.games\.{title}\.(\w+)", page.read_text("utf-8"))
        assert listed
        assert set(listed) <= set(names)
