"""Compiled questions accepted an object that is not a rule but has a kernel code."""

from types import SimpleNamespace
from typing import Any

import pytest

from sightline import CenterRule, SquareBoard, field, sees
from sightline.errors import InvalidTypeError


@pytest.mark.parametrize("code", [0, 8, "a", 10**30])
def test_it_is_refused(code: Any) -> None:
    board = SquareBoard(9, 9)
    fake: Any = SimpleNamespace(kernel_code=code)
    sees(board, (0, 0), (1, 1), CenterRule())  # now the board has its mirror
    with pytest.raises(InvalidTypeError, match="rule"):
        sees(board, (0, 0), (1, 1), fake)
    with pytest.raises(InvalidTypeError, match="rule"):
        field(board, (0, 0), fake)
