"""A question about a board -> an answer. The worker processes and the server share it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from msgspec import UNSET

from sightline import areas
from sightline.answers.check import check
from sightline.answers.explain import blocker_name
from sightline.answers.field import Field
from sightline.answers.proofs import proof_of, read_proof
from sightline.answers.sight import Sight, Verdict
from sightline.engine import cover_field, degree, field, trace, verdict
from sightline.engine.pairs import has_kernels
from sightline.errors import FormatError, InvalidValueError, LimitError, SightlineError
from sightline.formats import Options, load_bytes
from sightline.links import USUAL_RULES
from sightline.model.board import Board
from sightline.model.place import place
from sightline.movement import path, reach
from sightline.render import board_svg, field_svg, sight_svg, svg_to_png
from sightline.rules.menu import every_game, every_rule
from sightline.rules.registry import RULES, name_of, rule_from_dict
from sightline.rules.rule import Rule
from sightline.service import messages as m
from sightline.service.refusals import BAD_REQUEST, NOT_POSSIBLE, Refusal, refused

MOST_TILES = 250_000
"""The largest board."""
MOST_LINES = 2_500
"""Limit of the lines that one answer lists."""
MOST_PEOPLE = 100
"""The most figures of which it is answered who sees whom."""
MOST_PICTURE_TILES = 40_000


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a question: a board and its own rule."""

    board: Board
    rule: Rule
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """The bytes of a picture."""

    data: bytes
    media_type: str


@contextmanager
def blamed(name: str, board: Board | None = None) -> Iterator[None]:
    """Errors of the engine in this block are about that field of the request."""
    try:
        yield
    except (SightlineError, MemoryError, RecursionError) as error:
        raise refused(error, name, board) from None


# --- boards and rules


def subject_of(given: m.WithBoard) -> Subject:
    """Read the board that came with a request."""
    sent = {
        "board": given.board is not UNSET,
        "text": given.text is not UNSET,
        "file": given.file is not UNSET,
    }
    count = sum(sent.values())
    if count != 1:
        raise Refusal(
            BAD_REQUEST,
            "board",
            f"expected one of board, text and file, got {count}",
            "Send the board, or ask about a board by its id: POST /v1/boards/ID/QUESTION.",
        )
    options = Options()
    if given.board is not UNSET:
        name, data, source = "board.json", json.dumps(given.board).encode(), "board"
    elif given.text is not UNSET:
        name, data, source = "board.txt", given.text.encode(errors="replace"), "text"
    else:
        assert given.file is not UNSET
        name, data, source = given.file.name, given.file.data, "file"
        options = Options(level=given.file.level, snap=given.file.snap)
    return subject_of_file(data, name, options, source)


def subject_of_file(data: bytes, name: str, options: Options, source: str = "file") -> Subject:
    """Read a map file."""
    with blamed(source):
        loaded = load_bytes(data, name, options)
        if source == "board" and loaded.report.format != "sightline JSON":
            raise FormatError('expected {"sightline": 1, "board": {...}}', "board")
        tiles = len(loaded.board.tiles())
        if tiles > MOST_TILES:
            raise LimitError(f"board: expected at most {MOST_TILES:,} tiles, got {tiles:,}")
        rule = rule_from_dict(loaded.rule or USUAL_RULES[loaded.board.grid.name])
        report = loaded.report
        return Subject(loaded.board, rule, (*report.changed, *report.guessed, *report.lost))


def rule_of(question: m.Question, subject: Subject) -> Rule:
    """The rule that a question names, or the board's own."""
    with blamed("rule", subject.board):
        rule = subject.rule
        if isinstance(question.rule, str):
            rule = RULES[question.rule]
        elif question.rule is not UNSET:
            rule = rule_from_dict(question.rule)
        grid = subject.board.grid.name
        if grid not in rule.grids:
            raise InvalidValueError(
                f"rule: {rule.title} works on {' and '.join(rule.grids)} boards, and this board"
                f" has {grid} tiles"
            )
        return rule


# --- one line of sight


def answer_see(subject: Subject, question: m.AskSee) -> m.SeeAnswer:
    """Who sees whom, with words and a proof if asked for."""
    board, rule = subject.board, rule_of(question, subject)
    lines = _check_ends(board, rule, question.from_, question.to)
    if question.detail == "verdict":
        said = verdict(board, question.from_, question.to, rule)
        made = m.SeeAnswer(visible=said is Verdict.VISIBLE, verdict=said.value)
        if rule.tells_cover:
            found = degree(board, question.from_, question.to, rule)
            made.degree, made.effect = str(found), found.effect
            if found.low != found.high:
                made.degrees = (found.low, found.high)
        return made
    if lines > MOST_LINES:
        raise Refusal(
            NOT_POSSIBLE,
            "detail",
            f"the proof lists {lines:,} lines, and at most {MOST_LINES:,} are listed",
            'Ask with "detail": "verdict", or about smaller figures.',
        )
    return look_answer(trace(board, question.from_, question.to, rule), question.detail)


def look_answer(sight: Sight, detail: str) -> m.SeeAnswer:
    """A traced look as an answer."""
    made = m.SeeAnswer(visible=sight.visible, verdict=sight.verdict.value, words=sight.explain())
    made.blockers = [blocker_name(each) for each in sight.blockers]
    if sight.scale:
        made.degree, made.effect = str(sight.degree), sight.effect
        made.blocked = sight.blocked
        if sight.degrees[0] != sight.degrees[1]:
            made.degrees = sight.degrees
    if detail == "proof":
        made.proof = proof_of(sight)
    return made


def answer_cover(subject: Subject, question: m.AskCover) -> m.SeeAnswer:
    """The same, by a rule that knows cover."""
    rule = rule_of(question, subject)
    if not rule.tells_cover:
        raise Refusal(
            BAD_REQUEST,
            "rule",
            f"{rule.title} knows no degrees of cover",
            "Choose a game that has cover, such as dnd5e; or ask see instead.",
        )
    return answer_see(subject, question)


def _check_ends(board: Board, rule: Rule, a: Any, b: Any) -> int:
    """Both ends are on the board; how many lines there are between them."""
    with blamed("from", board):
        start = place(board, a, "from")
    with blamed("to", board):
        end = place(board, b, "to")
    return rule.lines_between(board, len(start.tiles), len(end.tiles))


def answer_compare(subject: Subject, question: m.AskCompare) -> m.CompareAnswer:
    """One look by every rule and game."""
    board, grid = subject.board, subject.board.grid.name
    answers = []
    for rule in (*every_rule(grid), *every_game(grid)):
        if _check_ends(board, rule, question.from_, question.to) > MOST_LINES:
            continue
        sight = trace(board, question.from_, question.to, rule)
        answers.append(
            m.Compared(
                rule=name_of(rule) or rule.in_short(),
                ties=str(rule.to_dict().get("ties", "")),
                visible=sight.visible,
                verdict=sight.verdict.value,
                degree=str(sight.degree) if sight.scale else "",
                effect=sight.effect,
                words=sight.explain(),
                proof=proof_of(sight) if question.detail == "proof" else UNSET,
            )
        )
    return m.CompareAnswer(answers=answers)


def answer_who(subject: Subject, question: m.AskWho) -> m.WhoAnswer:
    """Who sees whom."""
    board, rule = subject.board, rule_of(question, subject)
    people = [each.name for each in board.figures() if not each.is_furniture]
    if len(people) > MOST_PEOPLE:
        raise Refusal(
            NOT_POSSIBLE,
            "board",
            f"expected at most {MOST_PEOPLE} figures, got {len(people)}",
            "Ask see for the pairs that matter.",
        )
    rows = []
    for a in people:
        said = {b: verdict(board, a, b, rule) for b in people if a != b}
        rows.append(
            m.WhoRow(
                figure=a,
                sees=[b for b, each in said.items() if each is Verdict.VISIBLE],
                ambiguous=[b for b, each in said.items() if each is Verdict.AMBIGUOUS],
            )
        )
    return m.WhoAnswer(rows=rows)


# --- tiles


def answer_field(subject: Subject, question: m.AskField) -> m.FieldAnswer:
    """The tiles that a party sees."""
    board, rule = subject.board, rule_of(question, subject)
    for number, each in enumerate(question.viewers):
        with blamed(f"viewers[{number}]", board):
            place(board, each, "viewer")
    how: dict[str, Any] = {"radius": question.radius, "metric": question.metric}
    seen = field(board, question.viewers, rule, **how)
    made = m.FieldAnswer(
        count=len(seen), tiles=_tiles(seen), figures=_on(board, seen, question.viewers)
    )
    if question.cover:
        made.cover = _cover(board, question.viewers, rule, how, seen)
    return made


def _cover(
    board: Board, viewers: list[Any], rule: Rule, how: dict[str, Any], seen: Field
) -> list[tuple[int, int, str]]:
    """The least cover that each tile has from one of the viewers."""
    if not rule.tells_cover:
        raise Refusal(
            BAD_REQUEST,
            "cover",
            f"{rule.title} knows no degrees of cover",
            'Choose a game that has cover, such as dnd5e, or leave "cover" out.',
        )
    fields = [cover_field(board, each, rule, **how) for each in viewers]
    return [
        (tile[0], tile[1], str(min(each[tile] for each in fields if tile in each)))
        for tile in seen
        if any(tile in each for each in fields)
    ]


def answer_area(subject: Subject, question: m.AskArea) -> m.AreaAnswer:
    """The tiles of a shape."""
    board = subject.board
    sight = rule_of(question, subject) if question.sight else None
    with blamed("at", board):
        place(board, question.at, "at")
    toward: Any = question.toward
    if question.shape in ("cone", "line"):
        if toward is None:
            raise _missing("toward", f"a {question.shape}", "Give the direction.")
        with blamed("toward", board):
            place(board, toward, "toward")
    if question.shape == "burst" and question.corner is None:
        raise _missing("corner", "a burst", "Give a corner such as north-east.")
    with blamed("question", board):
        found = _area(board, question, toward, sight)
    return m.AreaAnswer(count=len(found), tiles=_tiles(found), figures=_on(board, found))


def _area(board: Board, question: m.AskArea, toward: Any, sight: Any) -> Field:
    at, length, metric = question.at, question.length, question.metric
    match question.shape:
        case "circle":
            return areas.circle(board, at, length, metric=metric, sight=sight)
        case "cone":
            angle = question.angle
            return areas.cone(board, at, toward, length, metric=metric, angle=angle, sight=sight)
        case "line":
            steps = int(length) if length == int(length) else length
            return areas.line(board, at, toward, steps, sight=sight)  # type: ignore[arg-type]
        case "burst":
            corner: Any = question.corner
            return areas.burst(board, at, corner, length, metric=metric, sight=sight)


def _missing(name: str, what: str, remedy: str) -> Refusal:
    return Refusal(BAD_REQUEST, name, f"{what} needs `{name}`", remedy)


def answer_reach(subject: Subject, question: m.AskReach) -> m.ReachAnswer:
    """The tiles that a figure can reach."""
    board = subject.board
    with blamed("from", board):
        place(board, question.from_, "from")
    how: dict[str, Any] = {
        "diagonals": question.diagonals,
        "diagonal_cost": question.diagonal_cost,
        "doors": question.doors,
        "through": question.through,
    }
    with blamed("question", board):
        within = reach(board, question.from_, question.steps, **how)
    made = m.ReachAnswer(
        count=len(within),
        tiles=[
            m.Reached(tile=(tile[0], tile[1]), cost=_cost(cost)) for tile, cost in within.items()
        ],
    )
    if question.to is not None:
        with blamed("to", board):
            found = path(board, question.from_, question.to, **how)
        made.path = None if found is None else [(each[0], each[1]) for each in found]
    return made


def _cost(cost: Any) -> int | str:
    exact = Fraction(cost)
    return int(exact) if exact.denominator == 1 else str(exact)


def _tiles(found: Iterable[Any]) -> list[tuple[int, int]]:
    return [(each[0], each[1]) for each in found]


def _on(board: Board, found: Field, but: Iterable[Any] = ()) -> list[str]:
    others = set(but)
    return [
        each.name
        for each in board.figures()
        if each.name not in others and any(tile in found for tile in each.tiles)
    ]


# --- pictures and proofs


def answer_picture(subject: Subject, question: m.AskPicture) -> Picture:
    """The board, a line of sight or a field as SVG or PNG."""
    board = subject.board
    tiles = len(board.tiles())
    if tiles > MOST_PICTURE_TILES:
        raise Refusal(
            NOT_POSSIBLE,
            "board",
            f"expected at most {MOST_PICTURE_TILES:,} tiles, got {tiles:,}",
            "Ask for a picture of a smaller board.",
        )
    svg = _drawn(subject, question)
    if question.format == "svg":
        return Picture(svg.encode(), "image/svg+xml")
    with blamed("format"):
        return Picture(svg_to_png(svg), "image/png")


def _drawn(subject: Subject, question: m.AskPicture) -> str:
    board, theme = subject.board, question.theme
    if question.from_ is None:
        if question.to is not None:
            raise _missing("from", "a picture of a line of sight", "Give both ends, or neither.")
        return board_svg(board, theme=theme)
    rule = rule_of(question, subject)
    if question.to is None:
        with blamed("from", board):
            seen = field(board, question.from_, rule)
        return field_svg(board, seen, viewers=[question.from_], theme=theme)
    if _check_ends(board, rule, question.from_, question.to) > MOST_LINES:
        raise Refusal(
            NOT_POSSIBLE, "to", "this question has too many lines", "Ask about smaller figures."
        )
    sight = trace(board, question.from_, question.to, rule)
    return sight_svg(board, sight, theme=theme, all_lines=question.all_lines)


def answer_check(subject: Subject, question: m.AskCheck) -> m.CheckAnswer:
    """Verify a proof without the rule that made it."""
    with blamed("proof", subject.board):
        found = check(subject.board, read_proof(subject.board, question.proof))
    return m.CheckAnswer(holds=bool(found), problems=list(found.problems))


@dataclass(frozen=True, slots=True)
class Asked:
    """A kind of question."""

    request: type[m.Question]
    answer: type[m.Outgoing] | None
    """None: a picture."""
    function: Callable[[Subject, Any], Any]
    summary: str


QUESTIONS: dict[str, Asked] = {
    "see": Asked(m.AskSee, m.SeeAnswer, answer_see, "Does one place see another, and why?"),
    "cover": Asked(m.AskCover, m.SeeAnswer, answer_cover, "How much cover has the target?"),
    "field": Asked(m.AskField, m.FieldAnswer, answer_field, "Which tiles does a party see?"),
    "compare": Asked(m.AskCompare, m.CompareAnswer, answer_compare, "One look by every rule."),
    "reach": Asked(m.AskReach, m.ReachAnswer, answer_reach, "Where can a figure go?"),
    "area": Asked(m.AskArea, m.AreaAnswer, answer_area, "Which tiles does a shape cover?"),
    "who": Asked(m.AskWho, m.WhoAnswer, answer_who, "Who sees whom?"),
    "picture": Asked(m.AskPicture, None, answer_picture, "An SVG or PNG."),
    "check": Asked(m.AskCheck, m.CheckAnswer, answer_check, "Does a proof hold?"),
}


def answer(subject: Subject, kind: str, question: Any) -> Any:
    """Answer one of `QUESTIONS`: a struct, or a `Picture`. A `Refusal` says why not."""
    with blamed("question", subject.board):
        return QUESTIONS[kind].function(subject, question)


def rule_list() -> m.RuleList:
    """Every rule by name."""
    return m.RuleList(
        rules=[
            m.RuleInfo(
                name=name,
                title=rule.title,
                grids=list(rule.grids),
                blocks=rule.blocks_in_words(),
                is_game=rule.game is not None,
            )
            for name, rule in RULES.items()
        ]
    )


def figures_of(board: Board) -> list[m.FigureInfo]:
    """Every figure of a board."""
    return [
        m.FigureInfo(
            name=each.name,
            at=(each.at[0], each.at[1]),
            kind=each.kind,
            side=each.side,
            size=(each.size[0], each.size[1]),
        )
        for each in board.figures()
    ]


# --- quick questions

QUICK_TILES = 2_500
QUICK_LINES = 81
QUICK_WALLS = 200
QUICK_TRACE = 100
"""The tiles of lines that Python walks in about a millisecond."""


def is_quick(subject: Subject, kind: str, question: Any) -> bool:
    """Return whether it is answered within about a millisecond, without a worker."""
    board = subject.board
    if isinstance(question.rule, dict) or name_of(subject.rule) is None:
        return False  # a rule that nobody has measured
    if len(board.tiles()) > QUICK_TILES or board.wall_count > QUICK_WALLS:
        return False
    if kind in ("see", "cover"):
        rule = rule_of(question, subject)
        lines = _check_ends(board, rule, question.from_, question.to)
        if question.detail == "verdict":
            return lines <= QUICK_LINES and has_kernels(board, rule)
        a, b = (place(board, end, "end").middle for end in (question.from_, question.to))
        return lines * (abs(a[0] - b[0]) + abs(a[1] - b[1])) <= QUICK_TRACE
    if kind == "reach":
        return True
    if kind == "field" and len(question.viewers) <= 4 and not question.cover:
        return has_kernels(board, rule_of(question, subject))
    return kind == "area" and (not question.sight or has_kernels(board, rule_of(question, subject)))
