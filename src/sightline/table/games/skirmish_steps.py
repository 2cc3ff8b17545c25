"""The events of a skirmish for each audience: both sides, guests who get only public announcements,
and viewers who see everything.

For an audience that does not notice an action, it is not counted either. Otherwise the number of
actions would reveal how often the other side moved out of sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from sightline.games.skirmish import (
    SIDES,
    Battle,
    BattleEvent,
    Commander,
    March,
    Match,
    SkirmishAction,
    acting_side,
    apply,
    happened,
)
from sightline.games.skirmish.players.player import flag_distance
from sightline.model.cell import Hex
from sightline.table.protocol.games.skirmish import SkirmishStep
from sightline.texts import say

RED, BLUE, CALLED, ALL = range(4)
"""The audiences: each side, guests who get only announcements, and viewers who see everything."""
EARS = (RED, BLUE, CALLED, ALL)
CALLED_OUT = frozenset({"deploy", "begin", "fell", "flag", "pass", "resign", "over"})
STEPS_SHOWN = 60
"""The most recent steps that a page gets."""


@dataclass(frozen=True)
class Chronicle:
    """The number of known actions and the most recent steps, for each of `EARS`."""

    counts: tuple[int, ...] = (0, 0, 0, 0)
    steps: tuple[tuple[SkirmishStep, ...], ...] = ((), (), (), ())

    def with_action(
        self, before: Battle, action: SkirmishAction, after: Battle, reason: str = ""
    ) -> Chronicle:
        """Return the chronicle after an action. `reason` is the computer's reason, if it acted."""
        counts, steps = list(self.counts), list(self.steps)
        for ear in EARS:
            events = learned(before, action, after, ear)
            if not events:
                continue
            counts[ear] += 1
            # The computer's reasons depend on what it knows, so they are hidden from the other
            # side.
            known = ear == ALL or not before.fog
            why = reason if known else ""
            made = []
            for event in events:
                says = why or (_about_enemy(before, action, event) if ear < CALLED else "")
                made.append(_step(event, counts[ear], says))
                why = ""
            steps[ear] = (*steps[ear], *made)[-STEPS_SHOWN:]
        return Chronicle(tuple(counts), tuple(steps))


def chronicle_of(match: Match, reason_of: Callable[[int], str]) -> Chronicle:
    """Return the chronicle of a whole match.

    `reason_of` returns the computer's reason for action n, counting from 1.
    """
    battle, chronicle = match.start, Chronicle()
    for number, action in enumerate(match.log, 1):
        after = apply(battle, action)
        chronicle = chronicle.with_action(battle, action, after, reason_of(number))
        battle = after
    return chronicle


def learned(
    before: Battle, action: SkirmishAction, after: Battle, ear: int
) -> Sequence[BattleEvent]:
    """Return the events of an action for this audience."""
    if ear == ALL:
        return happened(before, action, after)
    if ear != CALLED:
        return happened(before, action, after, ear)
    return [
        event if event.kind == "flag" else replace(event, at=None, hexes=None)
        for event in happened(before, action, after)
        if event.kind in CALLED_OUT
    ]


def _about_enemy(before: Battle, action: SkirmishAction, event: BattleEvent) -> str:
    """Describe what an enemy's step means, as far as the viewer can tell: flags are visible on
    the map.
    """
    field = before.field
    if event.kind == "shot" and event.unit is None:
        return say("nobody of yours sees the shooter")
    if not isinstance(action, March) or event.kind not in ("march", "spotted"):
        return ""
    place = event.to or event.at
    if event.unit != action.unit or place is None or event.cost is not None:
        return ""
    at = field.tables.index[place]
    far, flag = min((flag_distance(field, each)[at], each) for each in field.flag_indices)
    where = field.tables.cells[flag]
    if far == 0:
        return say(
            "on the flag on {tile}: a point, if it stands there when its turn begins",
            tile=str(where),
        )
    return say("{distance} from the flag on {tile}", distance=far, tile=str(where))


def _step(event: BattleEvent, number: int, why: str) -> SkirmishStep:
    return SkirmishStep(
        number,
        event.kind,
        event.text,
        why=why,
        side="" if event.side is None else SIDES[event.side],
        unit=event.unit,
        target=event.target,
        at=_pair(event.at),
        to=_pair(event.to),
        hexes=[(cell.q, cell.r) for cell in event.hexes or ()],
        health=event.health,
        hit=event.hit,
        points=event.points,
    )


def _pair(cell: Hex | None) -> tuple[int, int] | None:
    return None if cell is None else (cell.q, cell.r)


class ProgramReasons:
    """The computer's reasons, recomputed by replaying its decisions."""

    def __init__(self, match: Match, program: int | None) -> None:
        self._match, self._program = match, program
        self._battles: list[Battle] = []
        self._found: dict[int, str] = {}

    def of(self, number: int) -> str:
        """Return the reason for action n, counting from 1, or "" if the computer did not do it."""
        if self._program is None:
            return ""
        if not self._battles:
            self._battles = list(_battles(self._match))
        i = number - 1
        if self._acting(i) != self._program:
            return ""
        if i not in self._found:
            while i > 0 and self._acting(i - 1) == self._program:
                i -= 1
            self._think_again(i)
        return self._found.get(number - 1, "")

    def _acting(self, i: int) -> int:
        return acting_side(self._battles[i], self._match.log[i])

    def _think_again(self, first: int) -> None:
        """Replay a turn of the computer from its beginning, because it plans ahead."""
        commander = Commander(self._match.start.seed)
        i, agrees = first, True
        while i < len(self._match.log) and self._acting(i) == self._program:
            advice = commander.choose(self._battles[i], self._program) if agrees else None
            agrees = advice is not None and advice.action == self._match.log[i]
            self._found[i] = advice.reason if advice is not None and agrees else ""
            i += 1


def _battles(match: Match) -> Iterator[Battle]:
    battle = match.start
    yield battle
    for action in match.log:
        battle = apply(battle, action)
        yield battle
