"""Answers for the master, out of the truth."""

from __future__ import annotations

from collections.abc import Collection

from sightline.answers.sight import Verdict
from sightline.engine import trace
from sightline.engine.light import sees_in_light, trace_in_light
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol import (
    AskField,
    AskSight,
    FieldAnswer,
    FigureOrTile,
    SightAnswer,
    WhoAnswer,
)
from sightline.table.questions.looking import (
    NO_TILE,
    as_if_on_both,
    field_bits,
    lit_bits,
    put_light,
    verdict_alone,
)
from sightline.table.state import MapScene, Refusal, labelled_copy, tiles_of
from sightline.table.vision import (
    MOST_FIELDS,
    TOO_SLOW,
    LightTest,
    check_field,
    check_who,
    eyes_at,
    is_answerable,
    is_explainable,
    knows_cover,
    light_matters,
    lines_of_fields,
    pair_cache_of,
    ruled_ends,
    sight_answer_of,
    spans_of_bits,
    verdict_of,
    with_labels,
)

NO_FIGURE = "There is no such figure on this map."


def master_sight(scene: MapScene, rulings: Rulings, question: AskSight) -> SightAnswer:
    """Does `a` see `b`, and why?"""
    a, b = master_end(scene, question.a), master_end(scene, question.b)
    labels = {figure.id: figure.name for figure in scene.figures.values()}
    eyes = eyes_at(scene, a)
    over = scene.board_for(a)
    with as_if_on_both(over, scene.board, a, question.at) as (board, start, whole):
        ends = tiles_of(board, start), tiles_of(board, b)
        if not is_answerable(board, scene.rule, *ends):
            raise Refusal(TOO_SLOW)
        if not is_explainable(board, scene.rule, *ends):
            verdict = verdict_of(board, start, b, scene.rule)
            if light_matters(scene, eyes) and not sees_in_light(
                board, start, b, scene.rule, range=eyes[0], dark_vision=eyes[1], lit_by=whole
            ):
                verdict = Verdict.HIDDEN
            return verdict_alone(verdict, verdict is Verdict.VISIBLE, scene.rule)
        seen = trace_in_light(
            *(board, start, b, scene.rule),
            range=eyes[0],
            dark_vision=eyes[1],
            rulings=rulings,
            lit_by=whole,
        )
        drawn, names = labelled_copy(board, labels, scene.kinds())
    sight = with_labels(seen.sight, names)
    answer = sight_answer_of(
        sight,
        scene.rule,
        all_lines=question.all_lines,
        picture_on=drawn if question.picture else None,
    )
    put_light(answer, seen, sight)
    return answer


def master_field(
    scene: MapScene, rulings: Rulings, question: AskField, party_viewers: Collection[str]
) -> FieldAnswer:
    """What a figure sees; all the players' figures, if none is given."""
    if question.figure is None and question.at is None:
        if lines_of_fields(scene, party_viewers) > MOST_FIELDS:
            raise Refusal(TOO_SLOW)
        seen, lit = 0, lit_bits(scene.board, scene.rule)
        for viewer in party_viewers:
            eyes = eyes_at(scene, viewer)
            board = scene.board_for(viewer)
            seen |= field_bits(board, viewer, scene.rule, rulings, eyes, lit)
    else:
        start = question.at if question.figure is None else question.figure
        assert start is not None
        end, over = master_end(scene, start), scene.board_for(start)
        with as_if_on_both(over, scene.board, end, question.at) as (board, where, whole):
            check_field(board, scene.rule, tiles_of(board, where))
            lit = lit_bits(whole, scene.rule)
            seen = field_bits(board, where, scene.rule, rulings, eyes_at(scene, start), lit)
    return FieldAnswer(spans_of_bits(scene.board, seen))


def who_sees_whom(scene: MapScene, rulings: Rulings) -> WhoAnswer:
    """Every figure that is no furniture with every other. Who has no sight sees nobody."""
    people = [figure for figure in scene.figures.values() if not figure.furniture]
    check_who(scene, len(people))
    looks, ruled = pair_cache_of(scene), ruled_ends(scene, rulings)
    light = LightTest(scene)
    covers = knows_cover(scene.rule)
    degrees: list[list[str]] = [[] for _ in people]
    seen: list[list[int]] = [[] for _ in people]
    close: list[list[int]] = [[] for _ in people]
    for i, one in enumerate(people):
        for j, other in enumerate(people):
            if i == j or not one.sighted:
                continue
            look = looks.look(one.id, other.id)
            clear, open_ = look.clear, look.close
            sight = None
            if ruled and frozenset((looks.tiles(one.id), looks.tiles(other.id))) in ruled:
                board = scene.board_for(one.id)
                sight = trace(board, one.id, other.id, scene.rule, rulings=rulings)
                clear, open_ = sight.visible, sight.awaits_ruling
            if (clear or open_) and not light.passes(one.id, other.id):
                continue
            if clear:
                seen[i].append(j)
                if covers:
                    degrees[i].append(sight.degree if sight else looks.degree(one.id, other.id))
            elif open_:
                close[i].append(j)
    answer = WhoAnswer([figure.id for figure in people], seen, close)
    if covers:
        answer.degrees = _in_order(scene.rule, {each for row in degrees for each in row})
        answer.cover = [[answer.degrees.index(each) for each in row] for row in degrees]
    return answer


def _in_order(rule: Rule, degrees: Collection[str]) -> list[str]:
    """The least cover first, and last what is for the master."""
    known = rule.pack.degrees if isinstance(rule, PackRule) else ()
    return [*(each for each in known if each in degrees), *sorted({*degrees} - {*known})]


def master_end(scene: MapScene, place: FigureOrTile) -> FigureOrTile:
    """One end of a look, if it is there."""
    if isinstance(place, str):
        if place not in scene.figures:
            raise Refusal(NO_FIGURE)
    elif place not in scene.board:
        raise Refusal(NO_TILE)
    return place
