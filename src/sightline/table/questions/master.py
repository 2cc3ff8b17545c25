"""Answers for the game master, from the true state."""

from __future__ import annotations

from collections.abc import Collection

from sightline.answers.sight import Verdict
from sightline.engine import trace, verdict
from sightline.engine.lighting.light import sees_in_light, trace_in_light
from sightline.model.degree import Degree
from sightline.model.parts.heights import At
from sightline.rulings import Rulings
from sightline.table.protocol.answers import FieldAnswer, SightAnswer, WhoAnswer
from sightline.table.protocol.questions import AskField, AskSight
from sightline.table.protocol.types import FigureOrTile
from sightline.table.questions.looking import (
    as_if_on_both,
    field_bits,
    lit_bits,
    put_light,
    verdict_alone,
)
from sightline.table.state.keys import GROUND
from sightline.table.state.records import Refusal
from sightline.table.state.scene import MapScene, SightEnd, labeled_copy, tiles_of
from sightline.table.vision.cost import (
    MOST_FIELDS,
    check_field,
    check_who,
    fields_cost,
    is_answerable,
    is_explainable,
)
from sightline.table.vision.light.light_test import LightTest, eyes_at, light_matters
from sightline.table.vision.pair_cache import pair_cache_of, ruled_ends
from sightline.table.vision.sight_answer import sight_answer_of, with_labels
from sightline.table.vision.tile_sets import spans_of_bits


def master_sight(scene: MapScene, rulings: Rulings, question: AskSight) -> SightAnswer:
    """Return whether and why `a` sees `b`."""
    a, b = (
        master_end(scene, question.a, question.a_on),
        master_end(scene, question.b, question.b_on),
    )
    labels = {figure.id: figure.name for figure in scene.figures.values()}
    eyes = eyes_at(scene, a)
    over = scene.board_for(a)
    with as_if_on_both(over, scene.board, a, _held_at(scene, question)) as (board, start, whole):
        ends = tiles_of(board, start), tiles_of(board, b)
        if not is_answerable(board, scene.rule, *ends):
            raise Refusal("tooSlow")
        if not is_explainable(board, scene.rule, *ends):
            found = verdict(board, start, b, scene.rule)
            if light_matters(scene, eyes) and not sees_in_light(
                board, start, b, scene.rule, radius=eyes[0], dark_vision=eyes[1], lit_by=whole
            ):
                found = Verdict.HIDDEN
            return verdict_alone(found, found is Verdict.VISIBLE, scene.rule)
        seen = trace_in_light(
            *(board, start, b, scene.rule),
            radius=eyes[0],
            dark_vision=eyes[1],
            rulings=rulings,
            lit_by=whole,
        )
        drawn, names = labeled_copy(board, labels, scene.kinds(), scene.floor_names())
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
    """Return the tiles that a figure sees, or those that all players' figures see if none is
    given.
    """
    if question.figure is None and question.at is None:
        if fields_cost(scene, party_viewers) > MOST_FIELDS:
            raise Refusal("tooSlow")
        seen, lit = 0, lit_bits(scene.board, scene.rule)
        for viewer in party_viewers:
            eyes = eyes_at(scene, viewer)
            board = scene.board_for(viewer)
            seen |= field_bits(board, viewer, scene.rule, rulings, eyes, lit)
    else:
        start = question.at if question.figure is None else question.figure
        assert start is not None
        end, over = master_end(scene, start), scene.board_for(start)
        with as_if_on_both(over, scene.board, end, _held_at(scene, question)) as (
            board,
            where,
            whole,
        ):
            check_field(board, scene.rule, tiles_of(board, where))
            lit = lit_bits(whole, scene.rule)
            seen = field_bits(board, where, scene.rule, rulings, eyes_at(scene, start), lit)
    return FieldAnswer(spans_of_bits(scene.board, seen))


def who_sees_whom(scene: MapScene, rulings: Rulings) -> WhoAnswer:
    """Return who sees whom, for all figures except furniture. Figures without sight see nobody."""
    people = [figure for figure in scene.figures.values() if not figure.furniture]
    check_who(scene, len(people))
    looks, ruled = pair_cache_of(scene), ruled_ends(scene, rulings)
    light = LightTest(scene)
    covers = scene.rule.tells_cover
    degrees: list[list[Degree]] = [[] for _ in people]
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
        # Least cover first; undecided degrees last.
        found = sorted({each for row in degrees for each in row}, key=lambda d: (d.is_open, d))
        answer.degrees = [*map(str, found)]
        answer.cover = [[found.index(each) for each in row] for row in degrees]
    return answer


def _held_at(scene: MapScene, question: AskSight | AskField) -> tuple[int, int] | At | None:
    """Return the position of a dragged figure."""
    at, storey = question.at, question.at_on
    if at is None or storey is None:
        return at
    scene.check_tile(at, storey)
    return At(at, floor=storey or None)


def master_end(scene: MapScene, place: FigureOrTile, storey: str = GROUND) -> SightEnd:
    """Return one end of a line of sight, or raise a Refusal if it is missing.

    `storey` is the storey of a tile.
    """
    if isinstance(place, str):
        if place not in scene.figures:
            raise Refusal("noToken")
    elif place not in scene.board:
        raise Refusal("noTile")
    elif storey:
        scene.check_tile(place, storey)
        return At(place, floor=storey)
    return place
