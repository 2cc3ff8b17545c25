"""`see` and `compare`: one look, by one rule or by all of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from sightline.answers.sight import Sight
from sightline.apps.cli.asking import (
    RuleChoice,
    choose_rule,
    decisions,
    find_place,
    open_map,
    tell_changes,
)
from sightline.apps.cli.pictures import Pictures
from sightline.apps.cli.plain import dump, plain_sight
from sightline.apps.cli.screen import say, say_wrapped, screen_of, table, working
from sightline.engine import trace
from sightline.formats import Options
from sightline.model.board import Board
from sightline.pictures import MapPicture
from sightline.rules.registry import KINDS, rule_from_dict, with_settings
from sightline.rules.rule import Rule

VISIBLE, HIDDEN, ERROR, AMBIGUOUS = 0, 1, 2, 3
"""Exit codes."""
VERDICT_STYLES = {each: each for each in ("visible", "hidden", "ambiguous")}


# --- see


def see(
    path: str,
    source: str,
    target: str,
    choice: RuleChoice,
    options: Options,
    pictures: Pictures,
    *,
    rulings: str | None = None,
    all_lines: bool = False,
    as_json: bool = False,
) -> int:
    """Does one place see another? Says it, draws it, and gives the exit code."""
    loaded = open_map(path, options)
    board = loaded.board
    rule, words = choose_rule(loaded, choice)
    a, b = find_place(board, source), find_place(board, target)
    with decisions(loaded, rulings) as decided, working("looking"):
        sight = trace(board, a, b, rule, rulings=decided)
    tell_changes(loaded)
    if as_json:
        say(dump({"map": path, **plain_sight(sight, all_lines)}))
    else:
        _show(board, sight, words, all_lines)
    pictures.draw(
        lambda theme, under: _picture(board, sight, theme, all_lines, under), loaded.picture
    )
    return exit_code(sight)


def exit_code(sight: Sight) -> int:
    if sight.awaits_ruling:
        return AMBIGUOUS
    return VISIBLE if sight.visible else HIDDEN


def _picture(
    board: Board, sight: Sight, theme: str, all_lines: bool, under: MapPicture | None
) -> str:
    from sightline.render import sight_svg

    return sight_svg(board, sight, theme=theme, all_lines=all_lines, picture=under)


def _show(board: Board, sight: Sight, rule_words: str, all_lines: bool) -> None:
    from sightline.render import terminal

    color, unicode, width = screen_of(sys.stdout)
    say(terminal(board, sight=sight, color=color, unicode=unicode, width=width).rstrip("\n"))
    say(f"Rule: {rule_words}.")
    if all_lines:
        say()
        for line in _everything_tried(sight):
            say(line)


def _everything_tried(sight: Sight) -> Iterator[str]:
    """Each line or step with what became of it."""
    from sightline.render.words import tried_words

    for number, line in enumerate(sight.lines, start=1):
        yield f"{number:3}. {tried_words(sight, line)}"
    for number, ray in enumerate(sight.rays, start=1):
        if len(sight.rays) > 1:
            yield f"ray {number} of {len(sight.rays)}, beside the exact line:"
        for step in ray.steps:
            found = f"blocked by {step.reason}" if step.reason else "clear"
            cover = f", cover {step.soft_cover:g}" if step.soft_cover else ""
            height = f", height {step.elevation:g}" if step.elevation is not None else ""
            yield f"{step.index:3}. {step.hex}: {found}{cover}{height}"


# --- compare


def compare(
    path: str,
    source: str,
    target: str,
    options: Options,
    *,
    as_json: bool = False,
) -> int:
    """One look by every rule and tie setting, side by side."""
    loaded = open_map(path, options)
    board = loaded.board
    a, b = find_place(board, source), find_place(board, target)
    own = None if loaded.rule is None else choose_rule(loaded).rule
    sights = [trace(board, a, b, rule) for rule in every_rule(board.grid.name)]
    tell_changes(loaded)
    if as_json:
        say(dump({"map": path, "answers": [plain_sight(sight) for sight in sights]}))
        return VISIBLE
    reasons: dict[str, int] = {}
    rows = [_row(sight, own, reasons) for sight in sights]
    say(f"{source.strip()} to {target.strip()}, by every rule:\n")
    table(("rule", "settings", "verdict", "contact", "why"), rows, VERDICT_STYLES)
    say()
    for reason, number in reasons.items():
        say_wrapped(f"({number}) {reason}")
    if own is not None:
        say("*   the map's own rule")
    return VISIBLE


def every_rule(grid: str) -> Iterator[Rule]:
    """Every rule with every setting of its ties that works on these tiles, and with the flags that
    are compared."""
    for kind in KINDS.values():
        if grid not in kind.grids:
            continue
        usual = kind()
        compared = [name for name, setting in usual.settings().items() if setting.compared]
        for flags in ({}, *({name: not getattr(usual, name)} for name in compared)):
            if not usual.tie_choices():
                yield with_settings(usual, flags)
            for ties in usual.tie_choices():
                yield with_settings(usual, {**flags, "ties": ties})


def _row(sight: Sight, own: Rule | None, reasons: dict[str, int]) -> tuple[str, ...]:
    """One answer; its reason is a number, since most rules share one."""
    kind = str(sight.rule["rule"])
    ties = [str(sight.rule["ties"])] if "ties" in sight.rule else []
    settings = ", ".join([*ties, *rule_from_dict(sight.rule).unusual()])
    mark = " *" if own is not None and own.to_dict() == sight.rule else ""
    contact = "" if sight.contact is None else str(sight.contact)
    _, _, because = sight.explain().partition(": ")
    number = reasons.setdefault(because, len(reasons) + 1)
    return kind, f"{settings}{mark}", str(sight.verdict), contact, f"({number})"
