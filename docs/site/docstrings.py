"""Convert doctests in docstrings to code blocks: in Markdown, `>>>` would be a quotation."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

DOCTEST = re.compile(r"^(?P<indent> *)>>> .*(?:\n(?P=indent).*\S.*)*", re.MULTILINE)


def fenced(docstring: str) -> str:
    """Return the docstring with a fence around each run of examples."""
    return DOCTEST.sub(lambda found: f"\n```pycon\n{_outdented(found)}\n```\n", docstring)


def _outdented(found: re.Match[str]) -> str:
    indent = len(found["indent"])
    lines = (line[indent:] for line in found[0].splitlines())
    return "\n".join("" if line == "<BLANKLINE>" else line for line in lines)


class Doctests(Extension):
    """A griffe extension, called for every object that griffe has read."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
