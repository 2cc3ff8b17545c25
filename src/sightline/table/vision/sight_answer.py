"""Turn an answer of the engine into a message: its plain data, with labels and any ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import msgspec

from sightline.answers.explain import reason
from sightline.answers.sight import Blocker, Ruled, Sight, Verdict
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.render import sight_svg
from sightline.render.sight_data import sight_data
from sightline.rules.rule import Rule
from sightline.table.protocol.answers import RulingNote, SightAnswer, VerdictName
from sightline.table.protocol.sight_proofs import SightProof

VERDICTS: dict[Verdict, VerdictName] = {
    Verdict.VISIBLE: "visible",
    Verdict.HIDDEN: "hidden",
    Verdict.AMBIGUOUS: "ambiguous",
}


# --- labels instead of ids


def with_labels(sight: Sight, names: Mapping[str, str]) -> Sight:
    """Return a copy of the answer with the labels of figures. (On the board their names are
    ids.)
    """
    return replace(
        _deciding_with_labels(sight, names),
        lines=tuple(replace(line, blockers=_named(line.blockers, names)) for line in sight.lines),
    )


def words_with_labels(sight: Sight, names: Mapping[str, str]) -> tuple[str, str]:
    """Return the explanation, which covers only the deciding line, and the reason."""
    labeled = _deciding_with_labels(sight, names)
    return labeled.explain(), reason(labeled)


def _deciding_with_labels(sight: Sight, names: Mapping[str, str]) -> Sight:
    def of_place(place: Place) -> Place:
        return place if place.name is None else replace(place, name=names[place.name])

    return replace(
        sight,
        source=of_place(sight.source),
        target=of_place(sight.target),
        blockers=_named(sight.blockers, names),
        cleared=_named(sight.cleared, names),
    )


def _named(blockers: Sequence[Blocker], names: Mapping[str, str]) -> tuple[Blocker, ...]:
    return tuple(
        each if each.name is None else replace(each, name=names[each.name]) for each in blockers
    )


# --- the message


def sight_answer_of(
    sight: Sight, rule: Rule, *, all_lines: bool = False, picture_on: Board | None = None
) -> SightAnswer:
    """Return the whole message. The answer's figures and the board must have labels."""
    answer = msgspec.convert(sight_data(sight, rule, all_lines=all_lines), SightAnswer)
    if sight.ruling is not None:
        answer.ruled = ruling_note(sight.ruling)
    if picture_on is not None:
        answer.picture = sight_svg(
            picture_on, sight, all_lines=all_lines, close_up=True, theme="auto"
        )
    return answer


def sight_proof_of(sight: Sight, rule: Rule) -> SightProof:
    """Return the part of the answer that the board of a game draws."""
    answer = sight_answer_of(sight, rule)
    return SightProof(
        visible=answer.visible,
        words=answer.words,
        line=answer.line,
        split=answer.split,
        tiles=[each.tile for each in answer.obstacles if each.tile is not None],
    )


def ruling_note(ruling: Ruled) -> RulingNote:
    """Return a ruling for the game master's page, which formats the text and the local time."""
    return RulingNote(
        ruling.visible, ruling.by, iso_time(ruling.when), ruling.why, degree=ruling.degree
    )


def iso_time(when: str) -> str:
    """Return the time of a ruling in ISO 8601. Other text is unchanged."""
    try:
        return datetime.strptime(when, "%Y-%m-%d %H:%M:%S UTC").strftime("%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        return when
