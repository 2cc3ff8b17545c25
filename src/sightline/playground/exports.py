"""Export a position as text, JSON, picture, program or link."""

from __future__ import annotations

from typing import Any

from sightline.engine import trace
from sightline.errors import InvalidValueError
from sightline.formats import to_bytes
from sightline.links import share
from sightline.model.board import Board
from sightline.model.names import not_one_of
from sightline.render import board_svg, sight_svg
from sightline.rules.registry import name_of
from sightline.rules.rule import Rule

KINDS = ("text", "json", "svg", "python", "link")


def export(board: Board, rule: Rule, a: Any, b: Any, what: str, **how: Any) -> str:
    """Return the position as one of `KINDS`; `a` and `b` are viewer and target, or None."""
    match what:
        case "text":
            return to_bytes(board, ".txt", rule.to_dict()).decode()
        case "json":
            return to_bytes(board, ".json", rule.to_dict()).decode()
        case "svg":
            return picture(board, rule, a, b, theme=how.get("theme", "light"))
        case "python":
            return program(board, rule, a, b)
        case "link":
            return share(board, a, b, rule, show=how.get("show", "look"), address="./")
    raise InvalidValueError(not_one_of("export", KINDS, what))


def picture(board: Board, rule: Rule, a: Any, b: Any, *, theme: str = "light") -> str:
    """Return an SVG of the line of sight, or of the board if no ends are given."""
    if a is None or b is None:
        return board_svg(board, theme=theme)
    return sight_svg(board, trace(board, a, b, rule), theme=theme)


def program(board: Board, rule: Rule, a: Any, b: Any) -> str:
    """Return a program that asks the same question."""
    kind = type(board).__name__
    drawing = str(board).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    names, judged = _rule_code(rule)
    imports = ", ".join(sorted({kind, "trace", *names}, key=lambda each: (each.islower(), each)))
    lines = [
        f"from sightline import {imports}",
        "",
        f'board = {kind}.from_text("""\\',
        drawing,
        '""")',
        f"rule = {judged}",
    ]
    if a is not None and b is not None:
        lines += [
            f"sight = trace(board, {_code(a)}, {_code(b)}, rule)",
            "print(sight.explain())",
        ]
    return "\n".join(lines) + "\n"


def _code(end: Any) -> str:
    return repr(end) if isinstance(end, str) else f"({end[0]}, {end[1]})"


def _rule_code(rule: Rule) -> tuple[list[str], str]:
    name = name_of(rule)
    if name is not None:
        return [], repr(name)
    return ["rule_from_dict"], f"rule_from_dict({rule.to_dict()!r})"
