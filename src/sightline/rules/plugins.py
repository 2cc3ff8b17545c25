"""Rules from other packages, found by their entry points.

A package lists its rules in its `pyproject.toml`:

    [project.entry-points."sightline.rules"]
    parallel = "parallel_rule:ParallelRule"

The value is a rule class or a rule. docs/add-a-rule.md shows a whole package.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from sightline.errors import InvalidTypeError
from sightline.model.numbers import short_repr
from sightline.rules.rule import Rule

GROUP = "sightline.rules"


def register_installed(register: Callable[[str, Rule], None]) -> None:
    """Call `register` with the name of each installed rule and the rule.

    A plugin that fails is skipped with a warning that names it. The warnings come last, so the
    other rules are registered even if warnings are errors.
    """
    from importlib.metadata import entry_points  # imported here: most programs never need it

    failures = []
    for entry in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        try:
            register(entry.name, _rule_from(entry.load()))
        except (Exception, SystemExit) as error:  # noqa: BLE001  # it may raise anything
            package = "" if entry.dist is None else f" of the package {entry.dist.name}"
            failures.append(
                f"the rule {entry.name!r}{package} was left out. {entry.value} failed:"
                f" {type(error).__name__}: {error}"
            )
    for words in failures:
        warnings.warn(words, RuntimeWarning, stacklevel=4)


def _rule_from(found: Any) -> Rule:
    rule = found() if isinstance(found, type) and issubclass(found, Rule) else found
    if not isinstance(rule, Rule):
        raise InvalidTypeError(f"expected a rule or a class of rules, got {short_repr(found)}")
    return rule
