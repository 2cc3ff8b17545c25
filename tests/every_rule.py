"""Every registered rule in every setting, on every grid it supports.

The laws are parametrized from this module, and the rules come from `GEOMETRIC`, so the laws test a
newly registered rule without new test code. (Game rules have their laws in `tests/packs`.)
"""

from __future__ import annotations

import itertools
from dataclasses import fields, replace
from typing import Any

import pytest

from sightline.rules.registry import GEOMETRIC
from sightline.rules.rule import Rule
from tests import scenes
from tests.conftest import is_set

THOROUGH = is_set("SIGHTLINE_THOROUGH")
"""Whether to search far longer than `make test`, whose budget is the same on every machine."""
MAKE = {"square": scenes.square_case, "hex": scenes.hex_case}


def accepted_ties(rule: Rule) -> list[str]:
    """Return the tie settings that this rule accepts."""
    return list(rule.tie_choices())


def settings_of(rule: Rule) -> list[Rule]:
    """Return the rule in every combination of tie setting and boolean setting."""
    flags = [f.name for f in fields(rule) if isinstance(getattr(rule, f.name), bool)]  # type: ignore[arg-type]
    choices: list[list[tuple[str, Any]]] = [
        [(flag, getattr(rule, flag)), (flag, not getattr(rule, flag))] for flag in flags
    ]
    if ties := accepted_ties(rule):
        choices.insert(0, [("ties", each) for each in ties])
    return [replace(rule, **dict(chosen)) for chosen in itertools.product(*choices)]  # type: ignore[type-var]


def label(rule: Rule) -> str:
    words = [str(v) if not isinstance(v, bool) else k for k, v in rule.to_dict().items() if v]
    return "-".join(word for word in words if not word[0].isdigit())


def is_fair(rule: Rule) -> bool:
    """Return whether the rule is symmetric. Rules that treat the target differently are not."""
    return rule.mutual


EVERY_KIND = [pytest.param(rule, id=name) for name, rule in GEOMETRIC.items()]
EVERY_SETTING = [
    pytest.param(rule, grid, id=f"{grid}-{label(rule)}")
    for registered in GEOMETRIC.values()
    for rule in settings_of(registered)
    for grid in rule.grids
]
on_every_setting = pytest.mark.parametrize(("rule", "grid"), EVERY_SETTING)


def fewer(count: int) -> int:
    """Return how many of `count` examples the short run uses."""
    return max(1, count // 5)


def seeds(rule: Rule, grid: str, count: int, thorough: int | None = None) -> range:
    """Return the seeds for this rule. Each setting gets different scenes, for more coverage
    overall.

    The numbers are the same in every run, and the short run uses the first ones.
    """
    known = [(p.values[0], p.values[1]) for p in EVERY_SETTING]
    place = known.index((rule, grid)) if (rule, grid) in known else len(known)
    count = (thorough or 20 * count) if THOROUGH else fewer(count)
    return range(1_000_000 * (place + 1), 1_000_000 * (place + 1) + count)
