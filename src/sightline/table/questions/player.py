"""Answers for a player, out of what they know.

A player learns one thing of the truth, which is whether they see what they asked about. All words,
lines and obstacles come from a second look, on the map as that player knows it: what they have not
seen is not on it, so nothing can name it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from sightline.answers.explain import name_of, number_words
from sightline.answers.sight import Ruled, Sight, Verdict, in_words
from sightline.engine import field, trace
from sightline.engine.light import touches_passing
from sightline.model.board import Board
from sightline.model.figure import usual_side
from sightline.model.reach import is_within
from sightline.render import sight_svg
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol import (
    AskField,
    AskSight,
    FieldAnswer,
    FigureOrTile,
    RulingNote,
    SightAnswer,
)
from sightline.table.questions.looking import (
    as_if_on_both,
    field_bits,
    not_seen,
    verdict_alone,
)
from sightline.table.questions.unknown_tiles import answer_unknown, known_way, nothing_known
from sightline.table.rulings import made_about, ruling_in_force
from sightline.table.state import MapScene, Refusal, labelled_copy, seen_over, tiles_of
from sightline.table.vision import (
    PLAIN_EYES,
    VERDICTS,
    Eyes,
    Knowledge,
    LightTest,
    PairCache,
    as_players_know,
    bits_of_field,
    check_field,
    eyes_at,
    holds,
    is_explainable,
    knows_cover,
    pair_cache_of,
    rule_words,
    ruled_ends,
    sight_answer_of,
    spans_of_bits,
    with_labels,
)

NOT_YOURS = "There is no such figure of yours."
NOT_SEEN = "You have not seen that place yet."
NOT_FROM_THERE = "You look from where your figure stands."
WITHOUT_REASON = {
    # What a player reads where the reason is something that they have not seen.
    Verdict.VISIBLE: "Visible.",
    Verdict.HIDDEN: (
        "Hidden: nothing you know of is in the way, so it must be something you have not seen."
    ),
    Verdict.AMBIGUOUS: (
        "Too close to call. It awaits the game master's ruling, and counts as hidden until then."
    ),
}
KNOWN_REASON = {
    # ... and what is left of it where the verdict is shown already.
    Verdict.VISIBLE: "",
    Verdict.HIDDEN: "Nothing you know of is in the way, so it must be something you have not seen.",
    Verdict.AMBIGUOUS: "",
}


COVERED = "That place is covered now: nobody sees it."
IN_SIGHT_BUT = "In sight as far as you know, but"
UNKNOWN_COVER = "Not all that this cover comes from is known to you."


@dataclass(frozen=True)
class Truth:
    """All that a player learns of the truth."""

    verdict: Verdict
    """By the rule alone."""
    ruling: Ruled | None = None
    """Without the master's reason, which may name what the player has not seen."""
    degrees: tuple[str, str] = ("", "")
    """How much cover they have to reckon with, of a target that they see, as a Sight has it."""

    @property
    def visible(self) -> bool:
        return self.verdict is Verdict.VISIBLE if self.ruling is None else self.ruling.visible


@dataclass(frozen=True)
class DarkLook:
    """What keeps a figure from seeing what is in sight: how far it sees, and the dark."""

    eyes: Eyes = PLAIN_EYES
    is_dark: bool = False


IN_DAYLIGHT = DarkLook()


class Unseen(NamedTuple):
    """Which test failed of something in sight, and that in words."""

    failed: Literal["range", "light"]
    words: str


def player_sight(
    scene: MapScene,
    knowledge: Knowledge,
    rulings: Rulings,
    question: AskSight,
    viewers: Collection[str],
) -> SightAnswer:
    """Does their figure see what they ask about, and why not? `viewers`: the figures with sight."""
    a = question.a
    if not isinstance(a, str) or not _is_own(knowledge, a):
        raise Refusal(NOT_YOURS)
    if question.at is not None:
        raise Refusal(NOT_FROM_THERE)
    is_unknown = not isinstance(question.b, str) and not knowledge.explored_tile(question.b)
    targets = [] if is_unknown else _known_target(knowledge, question.b)
    if a not in viewers:
        blind = f"{knowledge.figures[a].name} has no sight of its own."
        return SightAnswer(
            verdict="hidden",
            visible=False,
            words=blind,
            reason=blind,
            rule=rule_words(scene.rule),
        )
    over = None if scene.record.friends_block else knowledge.figures[a].side
    dark = DarkLook(eyes_at(scene, a), scene.darkness == "dark")
    if is_unknown:
        return _answer_of_unknown(knowledge, scene.rule, question, over, dark)
    if _are_covered(scene, knowledge, targets):
        return SightAnswer(
            verdict="hidden",
            visible=False,
            words=COVERED,
            reason=COVERED,
            rule=rule_words(scene.rule),
        )
    truth = _truth(scene, knowledge, rulings, a, targets)
    return answer_as_known(knowledge, scene.rule, question, truth, over, dark)


def answer_as_known(
    knowledge: Knowledge,
    rule: Rule,
    question: AskSight,
    truth: Truth,
    over: str | None = None,
    dark: DarkLook = IN_DAYLIGHT,
) -> SightAnswer:
    """The answer, out of nothing but the verdict and what the player knows. `over`: the side of
    those who are not in the way, as the player knows it."""
    board, b = knowledge.board, question.b
    if over is not None:
        board = seen_over(board, usual_side(over))
    known_rule = as_players_know(rule)
    labels = {figure.id: figure.name for figure in knowledge.figures.values()}
    if isinstance(b, str) and b not in {figure.name for figure in board.figures()}:
        b = knowledge.figures[b].at  # a ghost where somebody stands by now
    if not is_explainable(board, rule, tiles_of(board, question.a), tiles_of(board, b)):
        answer = verdict_alone(truth.verdict, truth.visible, rule)
        answer.ruled = _note(truth)
        return answer
    sight = trace(board, question.a, b, known_rule)
    same_cover = truth.degrees in (sight.degrees, ("", ""))
    _, names = labelled_copy(board, labels)
    unseen = None
    if truth == Truth(Verdict.HIDDEN) and sight.visible:
        unseen = _in_the_dark(knowledge, with_labels(sight, names), dark)
    if unseen is not None:
        answer = sight_answer_of(with_labels(sight, names), rule, all_lines=question.all_lines)
        not_seen(answer, *unseen)
        return answer
    if sight.verdict is truth.verdict and same_cover and _is_known(sight):
        sight = replace(with_labels(sight, names), ruling=truth.ruling)
        answer = sight_answer_of(sight, rule, all_lines=question.all_lines)
        if question.picture:
            # On ground that holds only what the answer mentions: not as large as the map.
            answer.picture = sight_svg(None, sight, all_lines=question.all_lines, theme="auto")
    else:
        is_ruled = truth.ruling is not None
        answer = SightAnswer(
            verdict=VERDICTS[truth.verdict],
            visible=truth.visible,
            words=_ruled(truth) if is_ruled else WITHOUT_REASON[truth.verdict],
            reason="" if is_ruled else KNOWN_REASON[truth.verdict],
            rule=rule_words(rule),
        )
        ruled = truth.ruling.degree if truth.ruling else ""
        answer.degree = ruled or in_words(*truth.degrees)
        if isinstance(rule, PackRule):
            answer.effect = rule.effect_of(answer.degree)
        if answer.degree and not same_cover:
            answer.reason = UNKNOWN_COVER
            answer.words = f"{answer.words} {UNKNOWN_COVER}"
    answer.ruled = _note(truth)
    return answer


def _answer_of_unknown(
    knowledge: Knowledge, rule: Rule, question: AskSight, over: str | None, dark: DarkLook
) -> SightAnswer:
    """What keeps their figure from seeing a tile that the player does not know: out of what they
    know, and nothing else."""
    assert isinstance(question.a, str)
    assert not isinstance(question.b, str)
    source = knowledge.board.figure(question.a).tiles
    board = known_way(knowledge.board, source, question.b)
    if over is not None:
        board = seen_over(board, usual_side(over))
    if not is_explainable(board, rule, source, tiles_of(board, question.b)):
        return verdict_alone(Verdict.HIDDEN, False, rule)
    labels = {figure.id: figure.name for figure in knowledge.figures.values()}
    _, names = labelled_copy(knowledge.board, labels)
    sight = with_labels(trace(board, question.a, question.b, as_players_know(rule)), names)
    unseen = _in_the_dark(knowledge, sight, dark) if sight.visible else None
    if unseen is None and (sight.visible or not _is_known(sight)):
        return nothing_known(rule_words(rule))
    answer = sight_answer_of(sight, rule, all_lines=question.all_lines)
    if unseen is not None:
        not_seen(answer, *unseen)
        return answer
    answer_unknown(answer, sight)
    if question.picture:
        answer.picture = sight_svg(None, sight, all_lines=question.all_lines, theme="auto")
    return answer


def _are_covered(scene: MapScene, knowledge: Knowledge, targets: Sequence[FigureOrTile]) -> bool:
    """Has the master covered all of it? Then not even whether the way is free is said."""
    places = [each for each in targets if not isinstance(each, str)]
    return len(places) == len(targets) and all(
        scene.veiled >> scene.board.rank(each) & 1 and not knowledge.lit_tile(each)
        for each in places
    )


def _in_the_dark(knowledge: Knowledge, sight: Sight, dark: DarkLook) -> Unseen | None:
    """Why something in sight may not be seen: it is too far away, or unlit. Made of what the player
    knows: whether something that they have not seen is in the way, too, they do not hear."""
    board, (reach, in_the_dark) = knowledge.board, dark.eyes
    source, target = sight.source, sight.target
    name = name_of(target)
    near = [tile for tile in target.tiles if is_within(board, source, tile, reach, "euclid")]
    if not near:
        assert reach is not None
        far = f"beyond its range of {number_words(reach)}: {name} is further away."
        return Unseen("range", f"{IN_SIGHT_BUT} {far}")
    if not dark.is_dark or in_the_dark is None:
        return None
    is_felt = any(is_within(board, source, tile, in_the_dark, "euclid") for tile in near)
    lit = knowledge.lit & ~knowledge.dark
    if is_felt or any(holds(board, lit, tile) for tile in near):
        return None
    words = f"{IN_SIGHT_BUT} unlit: no light that you see reaches {name}"
    if in_the_dark:
        words += f", and it is beyond the dark vision of {number_words(in_the_dark)}"
    return Unseen("light", f"{words}.")


def _ruled(truth: Truth) -> str:
    return f"Ruled {'visible' if truth.visible else 'hidden'} by the master."


def _note(truth: Truth) -> RulingNote | None:
    """That it was ruled on: neither when nor why."""
    if truth.ruling is None:
        return None
    return RulingNote(truth.visible, "the master", degree=truth.ruling.degree)


def player_field(scene: MapScene, knowledge: Knowledge, question: AskField) -> FieldAnswer:
    """What their figure, or all of theirs, would see if there were nothing but what they know: in
    the light that they see now, and in that of the lamp that it carries."""
    board, rule = knowledge.board, as_players_know(scene.rule)
    allowed = knowledge.explored_tile
    known_light = knowledge.lit & ~knowledge.dark if scene.darkness == "dark" else None
    if question.figure is None:
        own = [each.id for each in knowledge.figures.values() if each.mine and each.sighted]
    elif _is_own(knowledge, question.figure):
        own = [question.figure]
    else:
        raise Refusal(NOT_YOURS)
    if question.at is not None and not knowledge.explored_tile(question.at):
        raise Refusal(NOT_SEEN)
    at = question.at if question.figure is not None else None
    seen = 0
    for figure in own:
        if knowledge.figures[figure].sighted:
            over = _looked_over(scene, knowledge, figure)
            with as_if_on_both(over, board, figure, at, allowed) as (there, start, whole):
                check_field(there, rule, tiles_of(there, start))
                lit = known_light
                lamp = scene.figures[figure].shining
                if lit is not None and lamp is not None:
                    shines = max(Fraction(lamp.bright), Fraction(lamp.dim))
                    lit |= bits_of_field(field(whole, start, touches_passing(rule), shines))
                eyes = eyes_at(scene, figure)
                seen |= field_bits(there, start, rule, None, eyes, lit)
    return FieldAnswer(spans_of_bits(board, seen & knowledge.explored))


def _looked_over(scene: MapScene, knowledge: Knowledge, figure: str) -> Board:
    """The board as the player knows it, without the figure's friends where those are not in its
    way."""
    if scene.record.friends_block:
        return knowledge.board
    return seen_over(knowledge.board, usual_side(knowledge.figures[figure].side))


def _is_own(knowledge: Knowledge, figure: str) -> bool:
    known = knowledge.figures.get(figure)
    return known is not None and known.mine


def _known_target(knowledge: Knowledge, b: FigureOrTile) -> Sequence[FigureOrTile]:
    """Where to ask the truth about: a tile, a figure in sight, or where furniture was last seen."""
    if not isinstance(b, str):
        if not knowledge.explored_tile(b):
            raise Refusal(NOT_SEEN)
        return [b]
    known = knowledge.figures.get(b)
    if known is None:
        raise Refusal(NOT_SEEN)
    if known.ghost:
        return knowledge.board.footprint(known.at, known.size)
    return [b]


def _truth(
    scene: MapScene, knowledge: Knowledge, rulings: Rulings, a: str, targets: Sequence[FigureOrTile]
) -> Truth:
    """The best that the figure has of these, in the light there is."""
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
    scene: MapScene, knowledge: Knowledge, rulings: Rulings, a: str, b: FigureOrTile
) -> Truth:
    looks = pair_cache_of(scene)
    ends = looks.tiles(a), looks.tiles(b)
    if frozenset(ends) in ruled_ends(scene, rulings):
        ruling = ruling_in_force(scene, rulings, ends)
        verdict = trace(scene.board_for(a), a, b, scene.rule).verdict
        if ruling is None:
            return Truth(verdict)
        if not ruling.visible and _is_unseen(knowledge, made_about(ruling, ends[1])):
            # To hear of the ruling would give away that somebody is there.
            return Truth(verdict if verdict is Verdict.AMBIGUOUS else Verdict.HIDDEN)
        ruled = Ruled(ruling.visible, "the master", "", ruling.when, ruling.degree)
        if not ruling.visible:
            return Truth(verdict, ruled)
        return replace(_seen(scene, looks, a, b), verdict=verdict, ruling=ruled)
    look = looks.look(a, b)
    if look.clear:
        return _seen(scene, looks, a, b)
    return Truth(Verdict.AMBIGUOUS if look.close else Verdict.HIDDEN)


def _seen(scene: MapScene, looks: PairCache, a: str, b: FigureOrTile) -> Truth:
    """By the rule of a game that knows cover, with the cover."""
    ends = looks.tiles(a), looks.tiles(b)
    if not knows_cover(scene.rule) or not is_explainable(scene.board, scene.rule, *ends):
        return Truth(Verdict.VISIBLE)
    return Truth(Verdict.VISIBLE, degrees=looks.sight(a, b).degrees)


def _is_unseen(knowledge: Knowledge, figure: str | None) -> bool:
    known = None if figure is None else knowledge.figures.get(figure)
    return figure is not None and (known is None or known.ghost)


def _is_known(sight: Sight) -> bool:
    """Has the player seen all that this answer mentions? Rock outside the board they have not."""
    blockers = [*sight.blockers, *(each for line in sight.lines for each in line.blockers)]
    return all(blocker.what != "outside" for blocker in blockers)
