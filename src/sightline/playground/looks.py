"""Answer the page's questions: a line of sight, a field of view, all rules and
games, who sees whom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sightline.answers.sight import Verdict
from sightline.engine import field, trace, verdict
from sightline.engine.arguments import takes_heights_of
from sightline.engine.pairs import has_kernels
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.playground.views import Plain, spans
from sightline.render.sight_data import cover_of, sight_data
from sightline.rules.menu import NO_PACKS, games_on, rules_compared
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule
from sightline.texts import say

MOST_FIGURES = 40
"""The most figures for which all pairs are computed."""

MOST_READ_TILES = 100
"""The largest board on which a game's field is computed without a kernel. A larger one would block
the page for many seconds.
"""


def answer(board: Board, rule: Rule, question: Mapping[str, Any]) -> Plain:
    """Return the answer to one of the table's questions."""
    match question.get("t"):
        case "sight":
            return _sight(board, rule, question)
        case "field":
            return _field(board, rule, question)
        case "every_rule":
            return _every_rule(board, rule, _end(question["a"]), _end(question["b"]))
        case "who":
            return _who(board, rule)
    raise InvalidValueError(say("The playground has no players. Open a table for that."))


def _end(end: Any) -> Any:
    return end if isinstance(end, str) else tuple(end)


def _moved(board: Board, name: Any, at: Any) -> Board:
    """Return a copy of the board with the figure moved, for a drag preview."""
    if at is None or not isinstance(name, str):
        return board
    moved = board.copy()
    moved.move(name, tuple(at))
    return moved


# --- one line of sight


def _sight(board: Board, rule: Rule, question: Mapping[str, Any]) -> Plain:
    a, b = _end(question["a"]), _end(question["b"])
    sight = trace(_moved(board, a, question.get("at")), a, b, rule)
    return sight_data(sight, rule, all_lines=bool(question.get("all_lines")))


# --- several


def _field(board: Board, rule: Rule, question: Mapping[str, Any]) -> Plain:
    name = question.get("figure")
    is_slow = rule.game is not None and not has_kernels(board, rule)
    if is_slow and len(board.tiles()) > MOST_READ_TILES:
        raise InvalidValueError(
            say(
                "This rule is too slow to show everything a token sees on more than {n} tiles."
                " Ask about two tokens, or choose a rule of lines.",
                n=MOST_READ_TILES,
            )
        )
    if name is None:
        party = [each.name for each in board.figures() if each.kind in ("hero", "ally")]
        seen = field(board, party, rule) if party else []
    else:
        seen = field(_moved(board, name, question.get("at")), _end(name), rule)
    return {"t": "field", "lit": spans(board, seen)}


def _every_rule(board: Board, rule: Rule, a: Any, b: Any) -> Plain:
    return {
        "t": "every_rule",
        "rows": [*_by_lines(board, rule, a, b), *_by_games(board, rule, a, b)],
    }


def _by_lines(board: Board, rule: Rule, a: Any, b: Any) -> Iterator[Plain]:
    for ties, asked in rules_compared(board.grid.name, rule):
        if not takes_heights_of(board, asked, a, b):
            continue
        said = str(verdict(board, a, b, asked))
        yield {"kind": asked.kind, "ties": ties, "verdict": said, "in_force": asked == rule}


def _by_games(board: Board, rule: Rule, a: Any, b: Any) -> Iterator[Plain]:
    for pack in games_on(board.grid.name, NO_PACKS, rule):
        asked = PackRule(pack)
        if not takes_heights_of(board, asked, a, b):
            continue
        said, degree, effect = verdict(board, a, b, asked), "", ""
        if said is Verdict.VISIBLE and asked.tells_cover:
            degree, effect = cover_of(trace(board, a, b, asked), asked)
        yield {
            "kind": asked.menu_kind,
            "ties": "",
            "verdict": str(said),
            "in_force": asked == rule,
            "degree": degree,
            "effect": effect,
        }


def _who(board: Board, rule: Rule) -> Plain:
    people = [each.name for each in board.figures() if not each.is_furniture][:MOST_FIGURES]
    sees, unsure = [], []
    for a in people:
        said = [verdict(board, a, b, rule) if a != b else Verdict.HIDDEN for b in people]
        sees.append([i for i, each in enumerate(said) if each is Verdict.VISIBLE])
        unsure.append([i for i, each in enumerate(said) if each is Verdict.AMBIGUOUS])
    return {"t": "who", "figures": people, "sees": sees, "open": unsure}
