"""Everything public has a docstring with an example that runs.

This covers every name exported by `sightline`, the methods and properties of its classes, and the
functions and classes of its public modules.
"""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import sightline
from tests.registered import registry_restored

OWN = "sightline"


def public_modules() -> list[ModuleType]:
    found = (getattr(sightline, name) for name in sightline.__all__)
    return [each for each in found if inspect.ismodule(each)]


def everything() -> Iterator[tuple[str, Any]]:
    """Yield every public function and class with its public name."""
    for name in sightline.__all__:
        thing = getattr(sightline, name)
        if not inspect.ismodule(thing) and (inspect.isclass(thing) or callable(thing)):
            yield name, thing
    for module in public_modules():
        for name in getattr(module, "__all__", ()):
            if callable(getattr(module, name)):
                yield f"{module.__name__.partition('.')[2]}.{name}", getattr(module, name)


THINGS = dict(everything())
CLASSES = {name: thing for name, thing in THINGS.items() if inspect.isclass(thing)}


def members(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the public methods and properties of a class, including those from our own base
    classes.
    """
    for name in dir(kind):
        static = inspect.getattr_static(kind, name)
        owner = next((each for each in kind.__mro__ if name in each.__dict__), kind)
        if name.startswith("_") or not owner.__module__.startswith(OWN):
            continue
        if isinstance(static, property):
            yield name, "property"
        elif isinstance(static, (staticmethod, classmethod)) or inspect.isfunction(static):
            yield name, "method"


def text_of(thing: Any) -> str:
    return inspect.cleandoc(thing.__doc__ or "")


def inherited_text(kind: type, name: str) -> str:
    """Return the docstring of a method, or of the base class method that it overrides."""
    for owner in kind.__mro__:
        static = owner.__dict__.get(name)
        static = getattr(static, "__func__", static)
        if static is not None and getattr(static, "__doc__", None):
            return inspect.cleandoc(static.__doc__)
    return ""


def first_sentence(text: str) -> str:
    return text.split("\n\n", maxsplit=1)[0]


@pytest.mark.parametrize("name", THINGS)
def test_it_says_what_it_is_for(name: str) -> None:
    text = text_of(THINGS[name])
    assert text, f"{name} has no docstring"
    sentence = first_sentence(text)
    assert sentence[-1] in ".?:", f"{name}: {sentence!r} is not a sentence"
    assert len(sentence.split()) > 2, f"{name}: {sentence!r} says too little"


@pytest.mark.parametrize("name", THINGS)
def test_it_has_an_example(name: str) -> None:
    assert ">>>" in text_of(THINGS[name]), f"{name} has no example"


@pytest.mark.parametrize("name", CLASSES)
def test_its_methods_say_what_they_are_for(name: str) -> None:
    silent = [
        member
        for member, _ in members(CLASSES[name])
        if len(inherited_text(CLASSES[name], member).split()) < 3
    ]
    assert silent == [], f"{name}: no docstring"


# internal accessors of a board for the engine and for map readers: not checked
INNER = {
    *("blocking_walls", "edge_code", "flags", "footprint", "names_at", "put_wall", "put_walls"),
    *("attach", "detach", "observer", "planes_replaced", "rank", "snapshot"),
    *("drop_extras", "edge_span", "feet_at", "ground_at", "highest_ground", "extra_codes"),
    *("same_layout", "wall_items", "wall_threshold", "cover_at", "height_at", "heights_in_units"),
}


@pytest.mark.parametrize("name", ["SquareBoard", "HexBoard", "Rulings"])
def test_what_is_done_with_it_is_shown(name: str) -> None:
    """Each method of the main public classes has an example."""
    without = [
        member
        for member, kind in members(CLASSES[name])
        if kind == "method" and ">>>" not in inherited_text(CLASSES[name], member)
    ]
    assert set(without) - INNER == set(), f"{name}: no example"


def examples() -> Iterator[Any]:
    """Yield every example in public docstrings."""
    finder = doctest.DocTestFinder(recurse=True, exclude_empty=True)
    seen = set()
    for name, thing in THINGS.items():
        bases = thing.__mro__ if inspect.isclass(thing) else (thing,)
        for each in bases:
            if each in seen or not getattr(each, "__module__", "").startswith(OWN):
                continue
            seen.add(each)
            # Every example must import what it needs.
            for test in finder.find(each, name, module=inspect.getmodule(each), globs={}):
                if test.examples:
                    yield pytest.param(test, id=test.name)


@pytest.mark.parametrize("example", list(examples()))
def test_the_example(example: doctest.DocTest, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    with registry_restored():
        runner.run(example, out=said.append, clear_globs=False)
    assert runner.failures == 0, "".join(said)
