"""A registry of functions that display values, filled by higher packages.

Boards and answers are below the packages that draw and parse them, so they cannot import these.
`print(board)`, the picture in a notebook and `from_text` look up their function here, where
`sightline/__init__.py` registers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

Form: TypeAlias = Literal["text", "svg", "html", "from_text"]

_FUNCTIONS: dict[tuple[str, Form], Callable[..., Any]] = {}


def register(type_name: str, form: Form, function: Callable[..., Any]) -> None:
    """Register `function` to display values of the type named `type_name` and of its subclasses."""
    _FUNCTIONS[type_name, form] = function


def function_for(kind: type, form: Form) -> Callable[..., Any]:
    """Return the function registered for a type or its nearest base class."""
    for each in kind.__mro__:
        if (each.__name__, form) in _FUNCTIONS:
            return _FUNCTIONS[each.__name__, form]
    raise LookupError(f"no function shows a {kind.__name__} as {form}")
