"""Answer the page's questions: a line of sight, a field of view, all rules and games, who sees
whom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sightline.answers.explain import blocker_name, reason
from sightline.answers.sight import Blocker, Sight, Step, Verdict
from sightline.engine import field, trace, verdict
from sightline.errors import InvalidValueError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.playground.views import Plain, spans
from sightline.render.reading import outcome, stop_of
from sightline.render.words import step_words
from sightline.rules.menu import NO_PACKS, games_on, rules_compared
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule

MOST_LINES = 1_000
MOST_FIGURES = 40
"""The most figures for which all pairs are computed."""

MOST_READ_TILES = 100
"""The largest board on which a game's field is computed tile by tile, where it has no kernel. A
larger one would block the page for many seconds.
"""

XY = tuple[float, float]


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
    raise InvalidValueError("That is for a table with players: here is only the board.")


def _end(end: Any) -> Any:
    return end if isinstance(end, str) else tuple(end)


def _moved(board: Board, name: Any, at: Any) -> Board:
    """The board with the figure moved there, for a drag preview."""
    if at is None or not isinstance(name, str):
        return board
    moved = board.copy()
    moved.move(name, tuple(at))
    return moved


# --- one line of sight


def _sight(board: Board, rule: Rule, question: Mapping[str, Any]) -> Plain:
    a, b = _end(question["a"]), _end(question["b"])
    sight = trace(_moved(board, a, question.get("at")), a, b, rule)
    return sight_answer(sight, rule, all_lines=bool(question.get("all_lines")))


def sight_answer(sight: Sight, rule: Rule, *, all_lines: bool = False) -> Plain:
    """Return everything that the page shows and draws for an answer."""
    made: Plain = {
        "t": "sight",
        "verdict": str(sight.verdict),
        "visible": sight.visible,
        "words": sight.explain(),
        "reason": reason(sight),
        "rule": rule.in_short(),
        "line": [_point(each) for each in sight.line],
        "obstacles": _obstacles(sight),
    }
    made["degree"], made["effect"] = cover_of(sight, rule)
    if made["degree"] and len(sight.lines) > 1:
        made["blocked"] = sight.blocked
        made["lines"] = _counted_lines(sight)
        made["obstacles"] = _counted_obstacles(sight, made["lines"])
    if outcome(sight) != "visible":
        split = _split(sight)
        if split is not None:
            made["split"] = split
    if all_lines:
        made["lines"] = _counted_lines(sight)
        made["steps"] = [step_words(step) for ray in sight.rays for step in ray.steps]
    return made


def cover_of(sight: Sight, rule: Rule) -> tuple[str, str]:
    """Return the cover of a visible target, and its effect."""
    if not sight.visible or not rule.tells_cover:
        return "", ""
    return str(sight.degree), rule.effect_of(str(sight.degree))


def _counted_lines(sight: Sight) -> list[Plain]:
    meanings = _meanings(sight)
    return [
        {
            "start": _point(line.start),
            "end": _point(line.end),
            "contact": str(line.contact),
            "counts": meanings.get(line.contact, ""),
        }
        for line in sight.lines[:MOST_LINES]
    ]


def _meanings(sight: Sight) -> dict[Contact, str]:
    """What the lines of each contact count as, given the number of blocked ones."""
    if not sight.scale:
        return {}
    touching = sum(line.contact in (Contact.CORNER, Contact.EDGE) for line in sight.lines)
    through = sum(line.contact is Contact.BLOCKED for line in sight.lines)
    touches = {
        (through, through + touching): "open",
        (through + touching, through + touching): "blocked",
        (through, through): "free",
    }
    found = {Contact.CLEAR: "free"}
    meant = touches.get(sight.blocked)
    if meant is not None:
        found |= {Contact.CORNER: meant, Contact.EDGE: meant, Contact.BLOCKED: "blocked"}
    return found


def _point(where: Any) -> XY:
    return float(where[0]), float(where[1])


def _obstacles(sight: Sight) -> list[Plain]:
    stops = [_step_point(sight.steps, step) for step in sight.steps if step.reason]
    met: list[XY | None] = (
        list(stops)
        if sight.rays
        else [None if each.at is None else _point(each.at[0]) for each in sight.blockers]
    )
    return [_obstacle(each, at) for each, at in zip(sight.blockers, met, strict=True)]


def _counted_obstacles(sight: Sight, lines: Sequence[Plain]) -> list[Plain]:
    found: dict[tuple[str, Any], Plain] = {}
    for line, counted in zip(sight.lines, lines, strict=False):
        for blocker in () if counted["counts"] == "free" else line.blockers:
            met = None if blocker.at is None else _point(blocker.at[0])
            found.setdefault((blocker.what, blocker.where), _obstacle(blocker, met))
    return list(found.values())


def _obstacle(blocker: Blocker, at: XY | None) -> Plain:
    made: Plain = {"words": blocker_name(blocker)}
    if at is not None:
        made["at"] = at
    where = blocker.where
    if blocker.free:
        made["wall"] = _point(where[0]), _point(where[1])
    elif isinstance(where[0], int):
        made["tile"] = (where[0], where[1])
    else:
        made["edge"] = sorted(((*where[0],), (*where[1],)))
    return made


def _split(sight: Sight) -> XY | None:
    if sight.rays:
        blocked = next((step for step in sight.steps if step.reason), None)
        return None if blocked is None else _step_point(sight.steps, blocked)
    stop = stop_of(sight)
    return None if stop is None else _point(stop)


def _step_point(steps: Sequence[Step], step: Step) -> XY:
    q, r = _point(step.hex)
    if step.reason != "edge":
        return q, r
    before = _point(steps[step.index - 1].hex)
    return (q + before[0]) / 2, (r + before[1]) / 2


# --- several


def _field(board: Board, rule: Rule, question: Mapping[str, Any]) -> Plain:
    name = question.get("figure")
    if len(board.tiles()) > MOST_READ_TILES and _is_read_tile_by_tile(board, rule):
        raise InvalidValueError(
            "What one sees by a game, past free, limited or one-way walls, takes too long on a"
            f" board of more than {MOST_READ_TILES} tiles. Looks from one to another are answered;"
            " for all that one sees, choose a rule of lines."
        )
    if name is None:
        party = [each.name for each in board.figures() if each.kind in ("hero", "ally")]
        seen = field(board, party, rule) if party else []
    else:
        seen = field(_moved(board, name, question.get("at")), _end(name), rule)
    return {"t": "field", "lit": spans(board, seen)}


def _is_read_tile_by_tile(board: Board, rule: Rule) -> bool:
    """Whether the game's rule has no kernel for fields here."""
    if rule.game is None:
        return False
    special = (each.limited or each.one_way for _, _, each in board.edges())
    return bool(board.free_walls()) or any(special)


def _every_rule(board: Board, rule: Rule, a: Any, b: Any) -> Plain:
    return {
        "t": "every_rule",
        "rows": [*_by_lines(board, rule, a, b), *_by_games(board, rule, a, b)],
    }


def _by_lines(board: Board, rule: Rule, a: Any, b: Any) -> Iterator[Plain]:
    for ties, asked in rules_compared(board.grid.name, rule):
        said = str(verdict(board, a, b, asked))
        yield {"kind": asked.kind, "ties": ties, "verdict": said, "in_force": asked == rule}


def _by_games(board: Board, rule: Rule, a: Any, b: Any) -> Iterator[Plain]:
    for pack in games_on(board.grid.name, NO_PACKS, rule):
        asked = PackRule(pack)
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
