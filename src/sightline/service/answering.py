"""Answer questions about a board. The worker processes and the server share this code."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET

from sightline import areas
from sightline.answers.check import check
from sightline.answers.explain import blocker_name
from sightline.answers.field import Field
from sightline.answers.proofs import proof_of, read_proof
from sightline.answers.sight import Sight, Verdict
from sightline.engine import cover_field, degree, field, trace, verdict
from sightline.engine.arguments import takes_heights_of
from sightline.errors import FormatError, InvalidValueError, LimitError, SightlineError
from sightline.formats import Options, load_bytes
from sightline.links import USUAL_RULES
from sightline.model.board import Board
from sightline.model.parts.heights import At
from sightline.model.place import place
from sightline.movement import path, reach
from sightline.render import board_svg, field_svg, sight_svg, svg_to_png
from sightline.rules.menu import every_game, every_rule
from sightline.rules.registry import RULES, name_of, rule_from_dict
from sightline.rules.rule import Rule
from sightline.service import messages as m
from sightline.service.claims import Claim, area_problems, claim_of, field_problems, reach_problems
from sightline.service.refusals import BAD_REQUEST, NOT_POSSIBLE, Refusal, refused

MOST_TILES = 250_000
"""The largest number of tiles of a board."""
MOST_LINES = 2_500
"""The most lines that one answer lists."""
MOST_PEOPLE = 100
"""The most figures for which the service computes who sees whom."""
MOST_PICTURE_TILES = 40_000


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question is about: a board and its own rule."""

    board: Board
    rule: Rule
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """The bytes of a picture and their type."""

    data: bytes
    media_type: str


@contextmanager
def blamed(name: str, board: Board | None = None) -> Iterator[None]:
    """Attribute errors of the engine in this block to a field of the request."""
    try:
        yield
    except (SightlineError, MemoryError, RecursionError) as error:
        raise refused(error, name, board) from None


# --- boards and rules


def subject_of(given: m.WithBoard) -> Subject:
    """Return the board that came with a request."""
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
    """Return the board in a map file."""
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
    """Return the rule that a question names, or the board's own."""
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


def where(word: Any) -> Any:
    """Return a place from a request in the form that the engine expects."""
    if isinstance(word, m.PlaceAt):
        return At(word.tile, word.elevation, word.floor)
    return word


# --- one line of sight


def answer_see(subject: Subject, question: m.AskSee) -> m.SeeAnswer:
    """Answer whether one place sees another, with words and a proof if requested."""
    board, rule = subject.board, rule_of(question, subject)
    a, b, by = where(question.from_), where(question.to), question.by
    lines = check_ends(board, rule, a, b)
    if question.detail == "verdict":
        said = verdict(board, a, b, rule, by=by)
        made = m.SeeAnswer(visible=said is Verdict.VISIBLE, verdict=said.value)
        if rule.tells_cover:
            found = degree(board, a, b, rule, by=by)
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
    return look_answer(trace(board, a, b, rule, by=by), question.detail)


def look_answer(sight: Sight, detail: str) -> m.SeeAnswer:
    """Return a traced line of sight as an answer."""
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
    """Answer how much cover the target has."""
    rule = rule_of(question, subject)
    if not rule.tells_cover:
        raise Refusal(
            BAD_REQUEST,
            "rule",
            f"{rule.title} knows no degrees of cover",
            "Choose a game that has cover, such as dnd5e; or ask see instead.",
        )
    return answer_see(subject, question)


def check_ends(board: Board, rule: Rule, a: Any, b: Any) -> int:
    """Raise unless both ends are on the board, and return the number of lines between them."""
    with blamed("from", board):
        start = place(board, a, "from")
    with blamed("to", board):
        end = place(board, b, "to")
    return rule.lines_between(board, len(start.tiles), len(end.tiles))


def answer_compare(subject: Subject, question: m.AskCompare) -> m.CompareAnswer:
    """Answer with the result of every rule and game."""
    board, grid = subject.board, subject.board.grid.name
    a, b = where(question.from_), where(question.to)
    answers = []
    for rule in (*every_rule(grid), *every_game(grid)):
        if check_ends(board, rule, a, b) > MOST_LINES or not takes_heights_of(board, rule, a, b):
            continue
        sight = trace(board, a, b, rule, by=question.by)
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
    """Answer who sees whom."""
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
        said = {b: verdict(board, a, b, rule, by=question.by) for b in people if a != b}
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
    """Answer with the tiles that a party sees."""
    board, rule = subject.board, rule_of(question, subject)
    viewers = [where(each) for each in question.viewers]
    for number, each in enumerate(viewers):
        with blamed(f"viewers[{number}]", board):
            place(board, each, "viewer")
    how: dict[str, Any] = {
        name: getattr(question, name) for name in ("radius", "metric", "floor", "by")
    }
    seen = field(board, viewers, rule, light_walls=question.light_walls, **how)
    made = m.FieldAnswer(count=len(seen), tiles=_tiles(seen), figures=_on(board, seen, viewers))
    if question.cover:
        made.cover = _cover(board, viewers, rule, how, seen)
    if question.detail == "claim":
        made.claim = claim_of("field", question, rule, made.tiles)
    return made


def _cover(
    board: Board, viewers: list[Any], rule: Rule, how: dict[str, Any], seen: Field
) -> list[tuple[int, int, str]]:
    """Return the least cover that each tile has from any of the viewers."""
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
    """Answer with the tiles of a shape."""
    board = subject.board
    rule = rule_of(question, subject)
    at, toward = where(question.at), where(question.toward)
    with blamed("at", board):
        place(board, at, "at")
    if question.shape in ("cone", "line"):
        if toward is None:
            raise _missing("toward", f"a {question.shape}", "Give the direction.")
        with blamed("toward", board):
            place(board, toward, "toward")
    if question.shape == "burst" and question.corner is None:
        raise _missing("corner", "a burst", "Give a corner such as north-east.")
    with blamed("question", board):
        found = _area(board, question, rule if question.sight else None)
    made = m.AreaAnswer(count=len(found), tiles=_tiles(found), figures=_on(board, found))
    if question.detail == "claim":
        made.claim = claim_of("area", question, rule, made.tiles)
    return made


def _area(board: Board, question: m.AskArea, sight: Rule | None) -> Field:
    at, toward = where(question.at), where(question.toward)
    length, metric = question.length, question.metric
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
    """Answer with the tiles that a figure can reach."""
    board, start = subject.board, where(question.from_)
    with blamed("from", board):
        place(board, start, "from")
    how: dict[str, Any] = {
        "diagonals": question.diagonals,
        "diagonal_cost": question.diagonal_cost,
        "doors": question.doors,
        "through": question.through,
    }
    with blamed("question", board):
        within = reach(board, start, question.steps, **how)
    made = m.ReachAnswer(
        count=len(within),
        tiles=[
            m.Reached(tile=(tile[0], tile[1]), cost=_exact(cost)) for tile, cost in within.items()
        ],
    )
    if question.to is not None:
        with blamed("to", board):
            found = path(board, start, where(question.to), **how)
        made.path = None if found is None else [(each[0], each[1]) for each in found]
    if question.detail == "claim":
        tiles = msgspec.to_builtins(made.tiles)
        made.claim = claim_of("reach", question, rule_of(question, subject), tiles)
    return made


def _exact(number: Any) -> int | str:
    exact = Fraction(number)
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
    """Return the board, a line of sight or a field as SVG or PNG."""
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
    rule, by = rule_of(question, subject), question.by
    a, b = where(question.from_), where(question.to)
    if b is None:
        with blamed("from", board):
            seen = field(board, a, rule, by=by)
        return field_svg(board, seen, viewers=[a], theme=theme)
    if check_ends(board, rule, a, b) > MOST_LINES:
        raise Refusal(
            NOT_POSSIBLE, "to", "this question has too many lines", "Ask about smaller figures."
        )
    sight = trace(board, a, b, rule, by=by)
    return sight_svg(board, sight, theme=theme, all_lines=question.all_lines)


def answer_check(subject: Subject, question: m.AskCheck) -> m.CheckAnswer:
    """Verify a proof without the rule that made it, or each tile of a claim."""
    with blamed("proof", subject.board):
        if "claim" in question.proof:
            problems = tuple(_claim_problems(subject, question.proof))
        else:
            problems = check(subject.board, read_proof(subject.board, question.proof)).problems
    return m.CheckAnswer(holds=not problems, problems=list(problems))


def _claim_problems(subject: Subject, plain: Any) -> Iterator[str]:
    board = subject.board
    try:
        claim = msgspec.convert(plain, Claim)
        question = msgspec.convert(claim.question, QUESTIONS[claim.claim].request)
    except msgspec.ValidationError as error:
        raise FormatError(f"claim: {error}", "proof") from None
    rule = rule_of(question, subject)
    claimed = {
        board.position(each.tile if isinstance(each, m.Reached) else each): each
        for each in claim.tiles
    }
    match question:
        case m.AskField():
            viewers = [where(each) for each in question.viewers]
            yield from field_problems(board, question, rule, viewers, set(claimed))
        case m.AskArea():
            shape = set(_area(board, question, None))
            at = where(question.at)
            yield from area_problems(board, question, rule, at, shape, set(claimed))
        case m.AskReach():
            costs = {
                tile: Fraction(each.cost if isinstance(each, m.Reached) else 0)
                for tile, each in claimed.items()
            }
            yield from reach_problems(board, question, where(question.from_), costs)


@dataclass(frozen=True, slots=True)
class Asked:
    """A kind of question: its struct, its function and its answer."""

    request: type[m.Question]
    answer: type[m.Outgoing] | None
    """The struct of the answer; None for a picture."""
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
    """Answer one of `QUESTIONS` with a struct or a `Picture`.

    A `Refusal` tells why that is not possible.
    """
    with blamed("question", subject.board):
        return QUESTIONS[kind].function(subject, question)


def rule_list() -> m.RuleList:
    """Return every rule by name."""
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
    """Return every figure of a board."""
    return [
        m.FigureInfo(
            name=each.name,
            at=(each.at[0], each.at[1]),
            kind=each.kind,
            side=each.side,
            size=(each.size[0], each.size[1]),
            elevation=None if each.elevation is None else _exact(each.elevation),
            height=_exact(each.height),
        )
        for each in board.figures()
    ]
