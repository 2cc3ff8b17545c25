"""Register rules temporarily for a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sightline.answers.check import CHECKERS
from sightline.rules import registry
from sightline.rules.rule import Rule


@contextmanager
def registered(**rules: Rule) -> Iterator[None]:
    """Register these rules for the block, with underscores in names replaced by hyphens."""
    with registry_restored():
        for name, rule in rules.items():
            registry.register_rule(name.replace("_", "-"), rule)
        yield


@contextmanager
def registry_restored() -> Iterator[None]:
    """Restore the current registry at the end of the block."""
    registries: list[dict[str, Any]] = [registry._BY_NAME, registry._BY_KIND, CHECKERS]
    kept = [(each, dict(each)) for each in registries]
    try:
        yield
    finally:
        for each, before in kept:
            each.clear()
            each.update(before)
