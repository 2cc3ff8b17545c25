"""Which questions the server answers itself because they take about a millisecond."""

from __future__ import annotations

from typing import Any

from sightline.engine.pairs import has_kernels
from sightline.model.place import place
from sightline.rules.registry import name_of
from sightline.service.answering import Subject, check_ends, rule_of, where

QUICK_TILES = 2_500
QUICK_LINES = 81
QUICK_WALLS = 200
QUICK_TRACE = 100
"""The number of tiles on lines that Python walks in about a millisecond."""
QUICK_HIGH = QUICK_TRACE // 10
"""The number of tiles that Python walks in about a millisecond on boards with heights."""


def is_quick(subject: Subject, kind: str, question: Any) -> bool:
    """Return whether a question takes about a millisecond, so that it needs no worker."""
    board = subject.board
    if isinstance(question.rule, dict) or name_of(subject.rule) is None:
        return False  # a rule with unknown costs
    if len(board.tiles()) > QUICK_TILES or board.wall_count > QUICK_WALLS:
        return False
    if kind in ("see", "cover"):
        rule = rule_of(question, subject)
        a, b = where(question.from_), where(question.to)
        lines = check_ends(board, rule, a, b)
        if question.detail == "verdict":
            return lines <= QUICK_LINES and has_kernels(board, rule)
        start, end = place(board, a, "from").middle, place(board, b, "to").middle
        distance = abs(start[0] - end[0]) + abs(start[1] - end[1])
        return lines * distance <= (QUICK_HIGH if board.has_heights else QUICK_TRACE)
    if getattr(question, "detail", "") == "claim":
        return False
    if kind == "reach":
        return True
    if kind == "field" and len(question.viewers) <= 4 and not question.cover:
        return has_kernels(board, rule_of(question, subject))
    return kind == "area" and (not question.sight or has_kernels(board, rule_of(question, subject)))
