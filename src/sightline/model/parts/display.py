"""How values show themselves, registered by higher packages.

Boards and answers lie below the packages that draw and read them. `print(board)`, the picture in a
notebook and `from_text` look up their function here; `sightline/__init__.py` registers them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

Form: TypeAlias = Literal["text", "svg", "html", "from_text"]

_FUNCTIONS: dict[tuple[str, Form], Callable[..., Any]] = {}


def register(type_name: str, form: Form, function: Callable[..., Any]) -> None:
    """Register `function` to show values of the type with that name, and of its subclasses."""
    _FUNCTIONS[type_name, form] = function


def function_for(kind: type, form: Form) -> Callable[..., Any]:
    """Return the function that shows values of that type, or of the nearest parent that has one."""
    for each in kind.__mro__:
        if (each.__name__, form) in _FUNCTIONS:
            return _FUNCTIONS[each.__name__, form]
    raise LookupError(f"no function shows a {kind.__name__} as {form}")
