"""The events of a quest as log steps, for the game master and for the party."""

from __future__ import annotations

from sightline.games.quest import NextTurn, QuestAction, QuestState, VentureEvent, happened
from sightline.games.quest.dice import HIT, WARD, hits, wards
from sightline.table.protocol.games.quest import QuestStep
from sightline.texts import join, parts_of, say

QUIET = frozenset({"turn", "round"})
"""The kinds of events that do not interrupt a walk, besides the step itself."""


def steps_of(
    before: QuestState,
    action: QuestAction,
    after: QuestState,
    side: int,
    number: int,
    reason: str = "",
) -> list[QuestStep]:
    """Return what a side learned of an action. `reason` is why the computer did it."""
    events = happened(before, action, after, side)
    waits = []
    if isinstance(action, NextTurn) and reason:
        # The reason explains why monsters wait, not why the turn ends, so it comes first.
        words = join([say("{text:cap}", text=each) for each in parts_of(reason, "; ")], ". ")
        waits, reason = [QuestStep(number, "waits", say("{words}.", words=words))], ""
    return waits + [
        step_of(after, event, number, reason if place == 0 else "")
        for place, event in enumerate(events)
    ]


def step_of(state: QuestState, event: VentureEvent, number: int, reason: str = "") -> QuestStep:
    """Return the step of one event. Everyone who gets the event knows the names in it."""
    step = QuestStep(number, event.kind, event.text, reason)
    step.who = name_of(state, event.figure)
    step.target = name_of(state, event.target)
    step.path = [(tile[0], tile[1]) for tile in (event.at, event.to) if tile is not None]
    step.body = event.body
    step.dice = list(event.dice or ())
    step.against = list(event.defence or ())
    if event.kind in ("strike", "forced"):
        step.hit_at, step.ward_at = HIT, WARD
        step.sum = _sum(event)
    return step


def _sum(event: VentureEvent) -> str:
    """Return the calculation of a strike: "3 hits - 1 ward = 2; body 4 - 2 = 2"."""
    if event.damage is None or event.body is None:
        return ""
    struck, warded = hits(event.dice or ()), wards(event.defence or ())
    one = say("1 hit") if struck == 1 else say("{n} hits", n=struck)
    other = say("1 ward") if warded == 1 else say("{n} wards", n=warded)
    had = event.body + event.damage
    return say(
        "{hits} - {wards} = {n}; body {had} - {damage} = {left}",
        hits=one,
        wards=other,
        n=max(0, struck - warded),
        had=had,
        damage=event.damage,
        left=event.body,
    )


def name_of(state: QuestState, figure: int | None) -> str:
    return "" if figure is None or not 0 <= figure < len(state.who) else state.name(figure)
