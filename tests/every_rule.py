"""Every registered rule in every setting, on every grid it works on.

The laws are parametrized from here, and this from `GEOMETRIC`, so a newly registered rule is put to
all of them without a line of test being written. (The rules of games have laws in `tests/packs`.)
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
"""Search far longer than `make test`, whose budget is the same on every machine."""
MAKE = {"square": scenes.square_case, "hex": scenes.hex_case}


def accepted_ties(rule: Rule) -> list[str]:
    """The tie settings that this rule takes."""
    return list(rule.tie_choices())


def settings_of(rule: Rule) -> list[Rule]:
    """The rule with every tie setting and every yes-or-no setting."""
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
    """Whether it is the same both ways. Not for rules that treat the target differently."""
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
    """How many of `count` examples the short run looks at."""
    return max(1, count // 5)


def seeds(rule: Rule, grid: str, count: int, thorough: int | None = None) -> range:
    """Seeds of this rule's own: each setting looks at other scenes, so that together they see many.

    The numbers repeat from run to run, and the short run looks at the first of them.
    """
    known = [(p.values[0], p.values[1]) for p in EVERY_SETTING]
    place = known.index((rule, grid)) if (rule, grid) in known else len(known)
    count = (thorough or 20 * count) if THOROUGH else fewer(count)
    return range(1_000_000 * (place + 1), 1_000_000 * (place + 1) + count)
