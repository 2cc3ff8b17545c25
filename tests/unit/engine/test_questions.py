"""Questions have docstrings, signatures and type hints for people, type checkers and programs."""

from __future__ import annotations

import doctest
import inspect
import pickle
import pydoc
from typing import Any

import pytest

import sightline
from sightline import engine
from sightline.engine import native

QUESTIONS = (
    *("sees", "trace", "contact", "verdict", "field", "contact_field", "cover_field"),
    *("degree", "sees_many", "who_sees_whom", "all_pairs", "compiled"),
)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_a_typed_signature(name: str) -> None:
    question = getattr(sightline, name)
    assert question is getattr(engine, name)
    signature = inspect.signature(question)
    assert signature.return_annotation not in (inspect.Signature.empty, "Any")
    for parameter in signature.parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty, parameter
        assert parameter.kind is not inspect.Parameter.VAR_POSITIONAL
    assert f"{name}(" in pydoc.plain(pydoc.render_doc(question))
    assert pickle.loads(pickle.dumps(question)) is question  # noqa: S301


def test_the_signatures_that_programs_rely_on() -> None:
    assert [*inspect.signature(sightline.sees).parameters] == [
        *("board", "a", "b", "rule", "rulings", "by")
    ]
    asked = inspect.signature(sightline.field).parameters
    keywords = ["radius", "metric", "light_walls", "rulings", "floor", "by"]
    assert [*asked] == ["board", "a", "rule", *keywords]
    assert (asked["radius"].default, asked["metric"].default) == (None, "euclid")
    assert asked["light_walls"].default is False
    assert asked["rulings"].kind is inspect.Parameter.KEYWORD_ONLY


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_examples_run(name: str) -> None:
    text = getattr(sightline, name).__doc__
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    if name != "compiled":
        assert example.examples
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert not said, "".join(said)


@pytest.mark.skipif(native.core is None, reason="there is only one form of each question")
@pytest.mark.parametrize("name", ["sees", "field", "contact", "verdict"])
def test_kernels_answer_first(name: str) -> None:
    question: Any = getattr(sightline, name)
    assert question is getattr(native.core, name)
    readable: Any = inspect.unwrap(question)
    assert inspect.isfunction(readable)
    # The implementation and the documented signature have the same parameters.
    compiled = question.__code__
    described = readable.__code__
    for given in ("co_argcount", "co_kwonlyargcount"):
        assert getattr(compiled, given) == getattr(described, given)
    count = described.co_argcount + described.co_kwonlyargcount
    assert compiled.co_varnames[:count] == described.co_varnames[:count]
    assert question.__defaults__ == readable.__defaults__
    assert question.__kwdefaults__ == readable.__kwdefaults__
