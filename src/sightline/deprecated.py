"""Old names and old ways to call functions, which keep working with a `DeprecationWarning`."""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def warn(old: str, new: str) -> None:
    """Warn at the caller's line that `old` is deprecated, and what to write instead."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        level, frame = level + 1, frame.f_back
    warnings.warn(f"{old} is deprecated: write {new}", DeprecationWarning, stacklevel=level)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "sightline"


def keyword_only(*options: str, **renamed: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function with keyword-only options so that calls in the style before 0.3 still
    work.

    `options` are the options that used to be positional, in order. `renamed` maps old names of
    arguments to new ones.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        name = function.__name__
        kinds = [each.kind for each in inspect.signature(function).parameters.values()]
        count = kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD)

        @wraps(function)
        def call(*given: Any, **named: Any) -> R:
            if len(given) > count:
                if len(given) > count + len(options):
                    raise TypeError(
                        f"{name}: expected at most {count} arguments by position, got {len(given)}"
                    )
                more = dict(zip(options, given[count:], strict=False))
                words = ", ".join(f"{option}=..." for option in more)
                warn(f"{name}(...) with {', '.join(more)} by position", words)
                for option in more.keys() & named.keys():
                    raise TypeError(f"{name}: {option} is given twice")
                given, named = given[:count], named | more
            for old, new in renamed.items():
                if old in named:
                    warn(f"{name}({old}=...)", f"{new}=...")
                    if new in named:
                        raise TypeError(f"{name}: {old} and {new} are the same argument")
                    named[new] = named.pop(old)
            return function(*given, **named)

        return call

    return decorate


def new_name(module: str, names: Mapping[str, str], name: str) -> str:
    """Return the current name for an old name of a module, for its `__getattr__`."""
    if name not in names:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    warn(f"{module}.{name}", names[name])
    return names[name]
