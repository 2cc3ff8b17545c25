"""Only one module knows the kernels: which rules use them, their codes, and the
mirrors of boards.
"""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    Sight,
    SquareBoard,
    Verdict,
    contact,
    contact_field,
    field,
    sees,
    sees_many,
    trace,
    verdict,
)
from sightline.engine import native
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.rules.rule import Rule
from tests.every_rule import settings_of

PACKAGE = Path(sightline.__file__).parent
only_compiled = pytest.mark.skipif(native.core is None, reason="no rule has a kernel")


def test_nobody_else_imports_the_kernels() -> None:
    importers = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "kernels._core" in path.read_text(encoding="utf-8")
        or "import kernels" in path.read_text(encoding="utf-8")
    }
    assert importers == {"engine/native.py"}


# --- codes


@only_compiled
def test_every_setting_that_decides_an_answer_has_a_code_of_its_own() -> None:
    codes: dict[int, dict[str, Any]] = {}
    kinds: list[Rule] = [CenterRule(), CenterRule(large="middle"), CornerRule(), HexRayRule()]
    for rule in (each for kind in kinds for each in settings_of(kind)):
        decides = {
            name: value for name, value in rule.to_dict().items() if "soft_cover" not in name
        }
        code = native.code_of(rule)
        assert 0 <= code < 32
        assert codes.setdefault(code, decides) == decides
        assert rule.kernel_code == code
    assert len(codes) == 4 + 4 + 8 + 16


def test_a_code_is_no_part_of_a_rule() -> None:
    asked, fresh = CornerRule("permissive"), CornerRule("permissive")
    native.code_of(asked)
    assert "kernel_code" not in asked.__getstate__()
    assert (asked, hash(asked), repr(asked)) == (fresh, hash(fresh), repr(fresh))
    assert asked.to_dict() == fresh.to_dict()
    for twin in (
        pickle.loads(pickle.dumps(asked)),  # noqa: S301
        copy(asked),
        deepcopy(asked),
        replace(asked),
    ):
        assert twin == asked
        assert native.code_of(twin) == native.code_of(asked)


@dataclass(frozen=True)
class Blind(CornerRule):
    """A rule that sees nothing, unlike its parent."""

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        return False

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        facts = self.facts(board, source, target)
        return Sight(**facts, verdict=Verdict.HIDDEN, contact=Contact.BLOCKED)


@pytest.mark.parametrize("asked_before", [False, True])
def test_a_subclass_is_answered_by_its_own_code(asked_before: bool) -> None:
    board, rule = SquareBoard(3, 3), Blind()
    if asked_before:
        assert sees(board, (0, 0), (2, 2), CornerRule())  # now the board has its mirror
    assert native.code_of(rule) < 0
    assert not sees(board, (0, 0), (2, 2), rule)
    assert not trace(board, (0, 0), (2, 2), rule).visible
    assert contact(board, (0, 0), (2, 2), rule) is Contact.BLOCKED
    assert verdict(board, (0, 0), (2, 2), rule) is Verdict.HIDDEN
    assert len(field(board, (0, 0), rule)) == 0
    assert set(contact_field(board, (0, 0), rule).values()) == {Contact.BLOCKED}
    assert not sees_many(board, [((0, 0), (2, 2))], rule).any()
    assert rule.kernel_code in (None, native.NO_KERNEL)


@pytest.mark.parametrize("parent", [CenterRule, CornerRule, HexRayRule])
def test_a_subclass_has_no_kernel(parent: type[Rule]) -> None:
    assert native.code_of(type("Other", (parent,), {})()) < 0


# --- mirrors


@only_compiled
@pytest.mark.parametrize("board", [SquareBoard(4, 5), HexBoard(2)], ids=["square", "hex"])
def test_the_first_question_makes_a_mirror(board: Board) -> None:
    rule = CornerRule()
    assert board.observers == ()
    assert sees(board, (0, 0), (0, 1), rule)
    mirror = native.mirror_of(board)
    assert [*board.observers] == [mirror]
    board.set_solid((0, 1))
    assert not sees(board, (0, 0), (0, 2), CenterRule())
    assert [*board.observers] == [mirror]
    assert board.copy().observers == ()
    assert pickle.loads(pickle.dumps(board)).observers == ()  # noqa: S301
