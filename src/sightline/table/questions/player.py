"""Answers for a player, from what they know.

A player learns one thing about the true state: whether they see the target. All text, lines and
obstacles come from a second computation on the map as the player knows it. Unseen things are not on
that map, so they cannot be named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from sightline.answers.explain import name_of, number_words
from sightline.answers.sight import Ruled, Sight, Verdict
from sightline.engine import trace
from sightline.engine.fields import field_at
from sightline.engine.lighting.light import tiles_by_level, touches_passing
from sightline.engine.lighting.opaque import is_opaque, lit_for, opaque_tiles
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.degree import Degree
from sightline.model.figure import usual_side
from sightline.model.parts.heights import At
from sightline.model.place import level_on, place, storey_of
from sightline.model.reach import is_within
from sightline.render import sight_svg
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol.answers import FieldAnswer, RulingNote, SightAnswer
from sightline.table.protocol.questions import AskField, AskSight
from sightline.table.protocol.types import FigureOrTile
from sightline.table.questions.looking import (
    LitTiles,
    as_if_on_both,
    field_bits,
    not_seen,
    verdict_alone,
)
from sightline.table.questions.unknown_tiles import answer_unknown, known_way, nothing_known
from sightline.table.rulings.text import made_about, ruling_in_force
from sightline.table.state.records import HeldLamp, Refusal
from sightline.table.state.scene import MapScene, SightEnd, labeled_copy, seen_over, tiles_of
from sightline.table.vision.cost import check_field, is_explainable
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.light.light_test import PLAIN_EYES, Eyes, LightTest, eyes_at
from sightline.table.vision.pair_cache import PairCache, pair_cache_of, ruled_ends
from sightline.table.vision.sight_answer import VERDICTS, sight_answer_of, with_labels
from sightline.table.vision.tile_sets import bits_of_field, holds, spans_of_bits
from sightline.texts import say

WITHOUT_REASON = {
    # The text for a player if the reason is something unseen.
    Verdict.VISIBLE: "Visible.",
    Verdict.HIDDEN: (
        "Hidden: nothing you know of is in the way, so it must be something you have not seen."
    ),
    Verdict.AMBIGUOUS: (
        "Too close to call. It awaits the game master's ruling, and counts as hidden until then."
    ),
}
KNOWN_REASON = {
    # The part of that text without the verdict.
    Verdict.VISIBLE: "",
    Verdict.HIDDEN: "Nothing you know of is in the way, so it must be something you have not seen.",
    Verdict.AMBIGUOUS: "",
}


COVERED = say("That place is covered now: nobody sees it.")
UNKNOWN_COVER = say("You do not know everything that gives this cover.")


@dataclass(frozen=True)
class Truth:
    """The parts of the true state that a player learns."""

    verdict: Verdict
    """The verdict of the rule, without rulings."""
    ruling: Ruled | None = None
    """A ruling, without the game master's reason, which may name unseen things."""
    degrees: tuple[str, str] = ("", "")
    """The possible cover of a visible target, as in a Sight."""

    @property
    def visible(self) -> bool:
        return self.verdict is Verdict.VISIBLE if self.ruling is None else self.ruling.visible


@dataclass(frozen=True)
class SightConditions:
    """The range and darkness that may hide a target in line of sight."""

    eyes: Eyes = PLAIN_EYES
    is_dark: bool = False


IN_DAYLIGHT = SightConditions()


class Unseen(NamedTuple):
    """The test that hides a target in line of sight (range or light), with its text."""

    failed: Literal["range", "light"]
    words: str


def player_sight(
    scene: MapScene,
    knowledge: Knowledge,
    rulings: Rulings,
    question: AskSight,
    viewers: Collection[str],
) -> SightAnswer:
    """Return whether the player's figure sees the target, and if not, why. `viewers` are the
    figures with sight.
    """
    a = question.a
    if not isinstance(a, str) or not _is_own(knowledge, a):
        raise Refusal("notYourToken")
    if question.at is not None:
        raise Refusal("notFromThere")
    is_unknown = _is_unknown(knowledge, question)
    targets = [] if is_unknown else _known_target(knowledge, question)
    if a not in viewers:
        blind = say("{name} has no sight.", name=knowledge.figures[a].name)
        return SightAnswer(
            verdict="hidden",
            visible=False,
            words=blind,
            reason=blind,
            rule=scene.rule.in_short(),
        )
    over = None if scene.record.friends_block else knowledge.figures[a].side
    dark = SightConditions(eyes_at(scene, a), scene.darkness == "dark")
    if is_unknown:
        return _answer_of_unknown(knowledge, scene.rule, question, over, dark)
    if _are_covered(scene, knowledge, targets, question.b_on):
        return SightAnswer(
            verdict="hidden",
            visible=False,
            words=COVERED,
            reason=COVERED,
            rule=scene.rule.in_short(),
        )
    truth = _truth(scene, knowledge, rulings, a, targets)
    return answer_as_known(knowledge, scene.rule, question, truth, over, dark)


def answer_as_known(
    knowledge: Knowledge,
    rule: Rule,
    question: AskSight,
    truth: Truth,
    over: str | None = None,
    dark: SightConditions = IN_DAYLIGHT,
) -> SightAnswer:
    """Return an answer that is built only from the verdict and what the player knows.

    `over` is the side whose figures do not block, as far as the player knows.
    """
    board, b = knowledge.board, _known_end(knowledge, question)
    if over is not None:
        board = seen_over(board, usual_side(over))
    known_rule = rule.with_open_rim()
    labels = {figure.id: figure.name for figure in knowledge.figures.values()}
    if isinstance(b, str) and b not in {figure.name for figure in board.figures()}:
        b = knowledge.figures[b].at  # furniture as last seen, where a figure stands now
    if not is_explainable(board, rule, tiles_of(board, question.a), tiles_of(board, b)):
        answer = verdict_alone(truth.verdict, truth.visible, rule)
        answer.ruled = _note(truth)
        return answer
    sight = trace(board, question.a, b, known_rule)
    same_cover = truth.degrees in (sight.degrees, ("", ""))
    _, names = labeled_copy(board, labels, floors=knowledge.floor_names())
    unseen = None
    if truth == Truth(Verdict.HIDDEN) and sight.visible:
        look = (board, question.a, known_rule)
        unseen = _in_the_dark(knowledge, with_labels(sight, names), dark, look)
    if unseen is not None:
        answer = sight_answer_of(with_labels(sight, names), rule, all_lines=question.all_lines)
        not_seen(answer, *unseen)
        return answer
    if sight.verdict is truth.verdict and same_cover and _is_known(sight):
        sight = replace(with_labels(sight, names), ruling=truth.ruling)
        answer = sight_answer_of(sight, rule, all_lines=question.all_lines)
        if question.picture:
            # Draw it on a board with only what the answer mentions, which is smaller than the map.
            answer.picture = sight_svg(None, sight, all_lines=question.all_lines, theme="auto")
    else:
        is_ruled = truth.ruling is not None
        answer = SightAnswer(
            verdict=VERDICTS[truth.verdict],
            visible=truth.visible,
            words=_ruled(truth) if is_ruled else WITHOUT_REASON[truth.verdict],
            reason="" if is_ruled else KNOWN_REASON[truth.verdict],
            rule=rule.in_short(),
        )
        if rule.degrees:
            low, high = truth.degrees
            if truth.ruling and truth.ruling.degree:
                low = high = truth.ruling.degree
            answer.degree = str(Degree(low, high, rule.degrees))
            answer.effect = rule.effect_of(answer.degree)
        if answer.degree and not same_cover:
            answer.reason = UNKNOWN_COVER
            answer.words = f"{answer.words} {UNKNOWN_COVER}"
    answer.ruled = _note(truth)
    return answer


def _answer_of_unknown(
    knowledge: Knowledge, rule: Rule, question: AskSight, over: str | None, dark: SightConditions
) -> SightAnswer:
    """Explain why a figure does not see a tile unknown to its player, from known facts only."""
    assert isinstance(question.a, str)
    assert not isinstance(question.b, str)
    source = knowledge.board.figure(question.a).tiles
    board = known_way(knowledge.board, source, question.b)
    if over is not None:
        board = seen_over(board, usual_side(over))
    if not is_explainable(board, rule, source, tiles_of(board, question.b)):
        return verdict_alone(Verdict.HIDDEN, False, rule)
    labels = {figure.id: figure.name for figure in knowledge.figures.values()}
    _, names = labeled_copy(knowledge.board, labels, floors=knowledge.floor_names())
    known_rule = rule.with_open_rim()
    sight = with_labels(trace(board, question.a, question.b, known_rule), names)
    unseen = None
    if sight.visible:
        unseen = _in_the_dark(knowledge, sight, dark, (board, question.a, known_rule))
    if unseen is None and (sight.visible or not _is_known(sight)):
        return nothing_known(rule.in_short())
    answer = sight_answer_of(sight, rule, all_lines=question.all_lines)
    if unseen is not None:
        not_seen(answer, *unseen)
        return answer
    answer_unknown(answer, sight)
    if question.picture:
        answer.picture = sight_svg(None, sight, all_lines=question.all_lines, theme="auto")
    return answer


def _are_covered(
    scene: MapScene, knowledge: Knowledge, targets: Sequence[SightEnd], storey: str
) -> bool:
    """Return whether the game master has covered the whole target. Then even a free line is not
    confirmed.
    """
    if any(isinstance(each, str) for each in targets):
        return False
    tiles = [tile for each in targets for tile in tiles_of(scene.board, each)]
    return all(
        scene.covered_on(storey) >> scene.board.rank(tile) & 1
        and not knowledge.lit_tile(tile, storey)
        for tile in tiles
    )


def _in_the_dark(
    knowledge: Knowledge,
    sight: Sight,
    dark: SightConditions,
    look: tuple[Board, FigureOrTile, Rule],
) -> Unseen | None:
    """Return why a target in line of sight is not visible: too far away, or unlit.

    It uses only what the player knows, and does not reveal unseen obstacles. `look` is the board,
    the viewer and the rule.
    """
    board, (reach, in_the_dark) = knowledge.board, dark.eyes
    source, target = sight.source, sight.target
    name = name_of(target)
    near = [tile for tile in target.tiles if is_within(board, source, tile, reach, "euclid")]
    if not near:
        assert reach is not None
        far = say(
            "In sight as far as you know, but beyond its range of {range}: {target} is further"
            " away.",
            range=number_words(reach),
            target=name,
        )
        return Unseen("range", far)
    if not dark.is_dark or in_the_dark is None:
        return None
    is_felt = any(is_within(board, source, tile, in_the_dark, "euclid") for tile in near)
    feet = None if target.body is None else target.body[0]
    storey = level_on(board, near[0], feet)
    lit, explored = knowledge.known_light(storey), knowledge.explored_at(storey)
    opaque = [holds(board, explored, tile) and is_opaque(board, tile, feet) for tile in near]
    if any(opaque):
        by_rule = bits_of_field(field_at(*look, storey))
        lit = lit_for(board, opaque_tiles(board, storey), lit, by_rule)
        if all(opaque):
            name = say("the near side of {target}", target=name)
    if is_felt or any(holds(board, lit, tile) for tile in near):
        return None
    if not in_the_dark:
        words = say(
            "In sight as far as you know, but unlit: no light that you see reaches {target}.",
            target=name,
        )
        return Unseen("light", words)
    words = say(
        "In sight as far as you know, but unlit: no light that you see reaches {target}, and it is"
        " beyond the dark vision of {range}.",
        target=name,
        range=number_words(in_the_dark),
    )
    return Unseen("light", words)


def _ruled(truth: Truth) -> str:
    if truth.visible:
        return say("Ruled visible by the game master.")
    return say("Ruled hidden by the game master.")


def _note(truth: Truth) -> RulingNote | None:
    """Return the ruling, without its time and reason, or None."""
    if truth.ruling is None:
        return None
    return RulingNote(truth.visible, "the master", degree=truth.ruling.degree)


def player_field(scene: MapScene, knowledge: Knowledge, question: AskField) -> FieldAnswer:
    """Return what the player's figures would see if the map had only what the player knows.

    The light is that which the player sees now, plus that of the figure's lamp.
    """
    board, rule = knowledge.board, scene.rule.with_open_rim()
    if question.figure is None:
        own = [each.id for each in knowledge.figures.values() if each.mine and each.sighted]
    elif _is_own(knowledge, question.figure):
        own = [question.figure]
    else:
        raise Refusal("notYourToken")
    at, allowed = _held_at(knowledge, question)
    seen = 0
    for figure in own:
        if knowledge.figures[figure].sighted:
            over = _looked_over(scene, knowledge, figure)
            with as_if_on_both(over, board, figure, at, allowed) as (there, start, whole):
                # This scans the whole board. The game master was warned of the cost.
                check_field(there, rule, tiles_of(there, start), knowledge.explored.bit_count())
                lit = None
                if scene.darkness == "dark":
                    lit = _known_light(knowledge, whole, start, rule, scene.figures[figure].shining)
                found = field_bits(there, start, rule, None, eyes_at(scene, figure), lit)
                source = place(there, start, "from")
                for level, tiles in tiles_by_level(there, storey_of(there, source, None)):
                    seen |= found & tiles & knowledge.explored_at(level)
    return FieldAnswer(spans_of_bits(board, seen))


def _held_at(
    knowledge: Knowledge, question: AskField
) -> tuple[tuple[int, int] | At | None, Callable[[Tile], bool]]:
    """Return the position of a dragged figure, and the tiles that it may cover there."""
    at, storey, figure = question.at, question.at_on, question.figure
    if at is None or figure is None:
        return None, knowledge.explored_tile
    board, explored = knowledge.board, knowledge.explored_around(figure)
    if storey is not None:
        explored = knowledge.explored_on(storey)

    def allowed(tile: Tile) -> bool:
        return holds(board, explored, tile)

    if not allowed(board.grid.tile(*at)):
        raise Refusal("notSeenYet")
    if storey is None:
        return at, allowed
    return At(at, elevation=knowledge.floor_height(storey) if storey else None), allowed


def _known_light(
    knowledge: Knowledge, board: Board, start: SightEnd, rule: Rule, lamp: HeldLamp | None
) -> LitTiles:
    """Return the light that the player sees now, with that of the figure's lamp."""

    def lit(storey: Fraction | None) -> int:
        bits = knowledge.known_light(storey)
        if lamp is not None:
            shines = max(Fraction(lamp.bright), Fraction(lamp.dim))
            own = field_at(board, start, touches_passing(rule), storey, shines)
            bits |= bits_of_field(own)
        return bits

    return lit


def _looked_over(scene: MapScene, knowledge: Knowledge, figure: str) -> Board:
    """Return the board as the player knows it, without friends that do not block."""
    if scene.record.friends_block:
        return knowledge.board
    return seen_over(knowledge.board, usual_side(knowledge.figures[figure].side))


def _is_own(knowledge: Knowledge, figure: str) -> bool:
    known = knowledge.figures.get(figure)
    return known is not None and known.mine


def _is_unknown(knowledge: Knowledge, question: AskSight) -> bool:
    """Return whether the question is about a tile of the ground that the player does not know.

    An unknown tile of a floor is refused in the same way as a floor that does not exist.
    """
    b, storey = question.b, question.b_on
    if isinstance(b, str) or knowledge.explored_tile(b, storey):
        return False
    if storey:
        raise Refusal("notSeenYet")
    return True


def _known_end(knowledge: Knowledge, question: AskSight) -> SightEnd:
    """Return the target. A tile of a floor is at the height that the player knows."""
    if isinstance(question.b, str) or not question.b_on:
        return question.b
    return At(question.b, elevation=knowledge.floor_height(question.b_on))


def _known_target(knowledge: Knowledge, question: AskSight) -> Sequence[SightEnd]:
    """Return the tiles or figures to query in the true state.

    They are a known tile, a visible figure, or the last position of furniture.
    """
    b = question.b
    if not isinstance(b, str):
        return [_known_end(knowledge, question)]
    known = knowledge.figures.get(b)
    if known is None:
        raise Refusal("notSeenYet")
    if known.ghost:
        return knowledge.board.footprint(known.at, known.size)
    return [b]


def _truth(
    scene: MapScene, knowledge: Knowledge, rulings: Rulings, a: str, targets: Sequence[SightEnd]
) -> Truth:
    """Return the most favorable answer for these viewers, in the current light."""
    light = LightTest(scene)
    found = [
        _truth_of(scene, knowledge, rulings, a, target)
        if light.passes(a, target)
        else Truth(Verdict.HIDDEN)
        for target in targets
    ]
    best = [Verdict.VISIBLE, Verdict.AMBIGUOUS, Verdict.HIDDEN]
    return min(found, key=lambda truth: (not truth.visible, best.index(truth.verdict)))


def _truth_of(
    scene: MapScene, knowledge: Knowledge, rulings: Rulings, a: str, b: SightEnd
) -> Truth:
    looks = pair_cache_of(scene)
    ends = looks.tiles(a), looks.tiles(b)
    ruling = None
    if frozenset(ends) in ruled_ends(scene, rulings):
        sight = trace(scene.board_for(a), a, b, scene.rule)
        ruling, verdict = ruling_in_force(scene, rulings, sight), sight.verdict
    if ruling is not None:
        if not ruling.visible and _is_unseen(knowledge, made_about(ruling, ends[1])):
            # This ruling would reveal that a figure is there.
            return Truth(verdict if verdict is Verdict.AMBIGUOUS else Verdict.HIDDEN)
        ruled = Ruled(ruling.visible, "the game master", "", ruling.when, ruling.degree)
        if not ruling.visible:
            return Truth(verdict, ruled)
        return replace(_seen(scene, looks, a, b), verdict=verdict, ruling=ruled)
    look = looks.look(a, b)
    if look.clear:
        return _seen(scene, looks, a, b)
    return Truth(Verdict.AMBIGUOUS if look.close else Verdict.HIDDEN)


def _seen(scene: MapScene, looks: PairCache, a: str, b: SightEnd) -> Truth:
    """Return the verdict, with the cover if the rule has cover."""
    ends = looks.tiles(a), looks.tiles(b)
    if not scene.rule.tells_cover or not is_explainable(scene.board, scene.rule, *ends):
        return Truth(Verdict.VISIBLE)
    return Truth(Verdict.VISIBLE, degrees=looks.sight(a, b).degrees)


def _is_unseen(knowledge: Knowledge, figure: str | None) -> bool:
    known = None if figure is None else knowledge.figures.get(figure)
    return figure is not None and (known is None or known.ghost)


def _is_known(sight: Sight) -> bool:
    """Return whether the player has seen everything that this answer mentions.

    Rock outside the board counts as unseen.
    """
    blockers = [*sight.blockers, *(each for line in sight.lines for each in line.blockers)]
    return all(blocker.what != "outside" for blocker in blockers)
