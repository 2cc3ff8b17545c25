"""Falsify one part of an answer by a game's rules, in every possible way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sightline import Contact, Cover, Hex, Sight, Step, Verdict
from sightline.answers.sight import Ray, Tried
from sightline.model.board import Board
from sightline.packs.schema import Pack
from sightline.rules.pack import PackRule
from sightline.rules.packs.questions import (
    Looks,
    bundles,
    cover_bundle,
    sight_bundle,
)
from tests.tampering import FAR, Change, blocker_lists, falsified_ray, falsified_tried, places


def changes(board: Board, sight: Sight, pack: Pack) -> Iterator[Change]:
    """Yield every falsified version of the answer."""
    yield from places(sight)
    yield from _plain(sight, pack)
    yield from _worse_choices(board, sight, pack)
    if sight.rays:
        yield from _rays(sight)
    elif sight.lines:
        yield from _lines(sight)
    else:
        yield "line", replace(sight, line=((FAR, FAR), (FAR, FAR)))
        yield "lines", replace(sight, lines=(Tried((FAR, FAR), (FAR, FAR), Contact.CLEAR, ()),))
        for name, changed in blocker_lists(sight.blockers):
            yield f"blockers.{name}", replace(sight, blockers=changed)


def _plain(sight: Sight, pack: Pack) -> Iterator[Change]:
    for verdict in set(Verdict) - {sight.verdict}:
        yield f"verdict={verdict}", replace(sight, verdict=verdict)
    for low in pack.degrees:
        for high in pack.degrees:
            if (low, high) != sight.degrees:
                lie = replace(sight, degrees=(low, high))
                yield f"degrees={low},{high}", lie
                effect = pack.texts.get(low, "") if low == high else ""
                yield f"degrees={low},{high} with effect", replace(lie, effect=effect)
    for i in (0, 1):
        more = tuple(count + (i == at) for at, count in enumerate(sight.blocked))
        yield f"blocked[{i}]", replace(sight, blocked=more)  # type: ignore[arg-type]
    yield "effect", replace(sight, effect=f"{sight.effect} and more")
    for question in {"", "sight", "cover", "cover 2", "neighbors", "range", "facing", "zones"} - {
        sight.question
    }:
        yield f"question={question}", replace(sight, question=question)
    yield "one_way", replace(sight, one_way=not sight.one_way)
    yield "rule.pack", replace(sight, rule={**sight.rule, "pack": "nonsense"})
    yield "rule.more", replace(sight, rule={**sight.rule, "loud": True})
    yield "rule", replace(sight, rule={})
    for contact in {None, *Contact} - {sight.contact}:
        yield f"contact={contact}", replace(sight, contact=contact)
    if not sight.rays:
        yield "steps", replace(sight, steps=(Step(Hex(0, 0), 0, "start"),))
        yield "cover", replace(sight, cover=Cover(1.0, 0.5))
        yield "rays", replace(sight, rays=(Ray((Step(Hex(0, 0), 0, "start"),), Cover(0.0, 0.0)),))
    if sight.line:
        yield "line=()", replace(sight, line=())


def _lines(sight: Sight) -> Iterator[Change]:
    start, end = sight.line
    yield "line.start", replace(sight, line=((start[0] + 99, start[1]), end))
    yield "line.end", replace(sight, line=(start, (end[0], end[1] - Fraction(1, 3))))
    yield "lines-1", replace(sight, lines=sight.lines[1:])
    yield "lines+1", replace(sight, lines=(*sight.lines, sight.lines[0]))
    yield "lines=()", replace(sight, lines=())
    for name, changed in blocker_lists(sight.blockers):
        yield f"blockers.{name}", replace(sight, blockers=changed)
    for i in {0, len(sight.lines) - 1}:
        for name, tried in falsified_tried(sight.lines[i]):
            lines = (*sight.lines[:i], tried, *sight.lines[i + 1 :])
            yield f"lines[{i}].{name}", replace(sight, lines=lines)
            if name in ("start", "end") and len(sight.lines) == 1:
                continue  # another line may show the same
            # Both have the same position.
            if (sight.lines[i].start, sight.lines[i].end) == sight.line:
                alike: dict[str, Any] = {
                    "line": (tried.start, tried.end),
                    "contact": tried.contact,
                    "blockers": tried.blockers,
                }
                yield f"all[{i}].{name}", replace(sight, lines=lines, **alike)


def _rays(sight: Sight) -> Iterator[Change]:
    yield "lines", replace(sight, lines=(Tried((FAR, FAR), (FAR, FAR), Contact.CLEAR, ()),))
    yield "line", replace(sight, line=(*sight.line, Hex(99, 99)))
    yield "steps=()", replace(sight, steps=())
    yield "cover=None", replace(sight, cover=None)
    yield "rays=()", replace(sight, rays=())
    yield "rays+1", replace(sight, rays=(*sight.rays, sight.rays[0]))
    for name, changed in blocker_lists(sight.blockers, is_ray=True):
        yield f"blockers.{name}", replace(sight, blockers=changed)
    for i, ray in enumerate(sight.rays):
        for name, lie in falsified_ray(ray):
            rays = (*sight.rays[:i], lie, *sight.rays[i + 1 :])
            yield f"rays[{i}].{name}", replace(sight, rays=rays)
            if i == 0:
                alike: dict[str, Any] = {"steps": lie.steps, "line": lie.path, "cover": lie.cover}
                yield f"all.{name}", replace(sight, rays=rays, **alike)


def _worse_choices(board: Board, sight: Sight, pack: Pack) -> Iterator[Change]:
    """Yield versions with the lines of a worse corner or tile, with the true
    count of those lines.
    """
    number = {"sight": 0, "cover": 1}.get(sight.question)
    if number is None or sight.rays or not sight.lines:
        return
    question = pack.cover[0] if number else pack.sight
    if "area" in (question.start, question.end):
        return
    looks = Looks(board, sight.source, sight.target, pack, question)
    count = cover_bundle if number else sight_bundle
    choices = [count(looks, lines) for lines in bundles(looks)]

    def worth(choice: Any) -> Any:
        return *map(pack.rank, choice.degree[::-1]), *choice.blocked[::-1]

    best = min(map(worth, choices))
    for i, choice in enumerate(choices):
        if worth(choice) > best:
            shown = PackRule(pack)._proof(looks, choice)
            lie = replace(sight, **shown, blocked=choice.blocked)
            yield f"choice {i}", lie
            if question is pack.sight and not pack.cover:
                yield f"choice {i} with degree", replace(lie, degrees=choice.degree)
