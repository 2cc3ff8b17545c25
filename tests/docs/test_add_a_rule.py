"""The worked example of docs/add-a-rule.md: its code runs, and its rule keeps every law."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from types import ModuleType
from typing import Any

import pytest

from sightline.answers.check_line import LINE_RULES
from tests.docs.test_core_pages import blocks
from tests.every_rule import MAKE, settings_of
from tests.laws import test_check, test_fields, test_sight

PAGE = "docs/add-a-rule.md"


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names that the page's code leaves behind, and what it printed."""
    rules = dict(LINE_RULES)
    for module_name in ("check", "check_line"):
        monkeypatch.setattr(f"sightline.answers.{module_name}.LINE_RULES", rules)
    module = ModuleType("page")  # dataclasses look their module up
    monkeypatch.setitem(sys.modules, "page", module)
    printed = StringIO()
    with redirect_stdout(printed):
        exec(blocks(PAGE, "python"), vars(module))  # noqa: S102
    return {**vars(module), "printed": printed.getvalue()}


def test_it_prints_what_the_page_says(page: dict[str, Any]) -> None:
    promised = [line for line in blocks(PAGE, "text").splitlines() if line]
    assert page["printed"].splitlines() == promised


@pytest.mark.parametrize("grid", MAKE)
def test_its_rule_keeps_the_laws(page: dict[str, Any], grid: str) -> None:
    rule = page["ParallelRule"]()
    for setting in settings_of(rule):
        test_sight.test_both_ways_the_same(setting, grid)
        test_sight.test_symmetries_of_the_grid_change_nothing(setting, grid)
        test_sight.test_moving_the_whole_scene_changes_nothing(setting, grid)
        for what in ("solid", "edge", "free wall", "figure"):
            test_sight.test_a_new_blocker_never_opens_a_view(setting, grid, what)
        test_check.test_every_answer_holds(setting, grid)
    test_check.test_no_tampered_answer_holds(rule, grid)
    test_fields.test_a_field_is_every_tile_that_is_seen(rule, grid)
    test_fields.test_contacts_and_covers_of_a_field_are_the_traced_ones(rule, grid)
    test_fields.test_batches_are_single_answers(rule, grid)
    assert replace(rule, ties="permissive").to_dict() == {"rule": "parallel", "ties": "permissive"}
