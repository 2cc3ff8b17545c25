"""A skirmish with its history: play, undo, replay, save, resume.

A save is JSON with the start, every action, and the final state. Loading replays it by the rules; a
file whose actions lead to another state is rejected.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from sightline.errors import FormatError, InvalidValueError
from sightline.formats.safe.safe_json import Node, exact_number
from sightline.games.common.dice import MAX_SEED
from sightline.games.common.saves import SaveFormat, code_parts
from sightline.games.skirmish.actions import (
    March,
    SkirmishAction,
    action_data,
    action_of,
    moves_of,
    moves_text,
)
from sightline.games.skirmish.battle import Battle, new_battle, seen_enemies, visible
from sightline.games.skirmish.board.battlefield import (
    MAP_NAMES,
    TUTORIAL,
    Battlefield,
    read_kept,
    shipped_battlefield,
)
from sightline.games.skirmish.events import BattleEvent, happened
from sightline.games.skirmish.rules import apply
from sightline.texts import as_text, say

MAX_ACTIONS = 20_000
_SUMMARY = ("at", "health", "moves", "armed", "charges", "known")


@dataclass(frozen=True, repr=False)
class Match:
    """A battle in play: its start, its actions, and its current state.

    >>> from sightline.games.skirmish import Match, legal_actions
    >>> match = Match.begin("crossing", seed=7)
    >>> for _ in range(3):
    ...     match = match.do(legal_actions(match.battle)[0])
    >>> match.undo().log == match.log[:-1]
    True
    """

    start: Battle
    battle: Battle
    log: tuple[SkirmishAction, ...] = ()
    trail: tuple[Battle, ...] = field(default=(), compare=False)
    """The states since the last decision or reveal, which are those that undo can return to."""
    scouted: int = field(default=0, compare=False)
    """The hexes that the active side has seen this turn, as bits."""

    @classmethod
    def begin(
        cls, field: Battlefield | str = "crossing", seed: int = 0, *, fog: bool = True
    ) -> Match:
        """Return a new match."""
        start = new_battle(field, seed, fog=fog)
        return cls(start, start)

    def do(self, action: SkirmishAction) -> Match:
        """Return the match after the action, or raise if it is illegal."""
        before = self.battle
        after = apply(before, action)
        log = (*self.log, action)
        if not isinstance(action, March):
            return replace(self, battle=after, log=log, trail=(), scouted=self._looked(after))
        now = visible(after, before.side)
        new = now & ~self.scouted
        if new and _may_hide(before):
            return replace(self, battle=after, log=log, trail=(), scouted=self.scouted | now)
        return replace(self, battle=after, log=log, trail=(*self.trail, before))

    @property
    def can_undo(self) -> bool:
        """Whether a step can be undone."""
        return bool(self.trail)

    def undo(self) -> Match:
        """Undo the last step.

        Attacks, the end of a turn, and steps that revealed new hexes while an enemy was hidden
        cannot be undone.
        """
        if not self.trail:
            raise InvalidValueError(
                say("there is nothing to take back: what was decided or revealed stays so")
            )
        return replace(self, battle=self.trail[-1], log=self.log[:-1], trail=self.trail[:-1])

    def _looked(self, after: Battle) -> int:
        """Return the hexes that the active side has seen this turn, after an action that is not
        a step.
        """
        earlier = self.scouted if after.side == self.battle.side else 0
        return earlier | visible(after, after.side)

    def events(self, side: int | None = None) -> list[BattleEvent]:
        """Return everything that a side has learned since the start."""
        events: list[BattleEvent] = []
        battle = self.start
        for action in self.log:
            after = apply(battle, action)
            events += happened(battle, action, after, side)
            battle = after
        return events

    def __repr__(self) -> str:
        return f"<Match: seed {self.start.seed}, {len(self.log)} actions, {self.battle!r}>"


def _may_hide(battle: Battle) -> bool:
    """Return whether the active side does not see all enemies that are left. It knows how many
    have fallen.
    """
    side = battle.side
    return len(seen_enemies(battle, side)) < len(battle.living(1 - side))


def replay(start: Battle, log: Iterable[SkirmishAction]) -> Match:
    """Replay a log from its beginning, by the rules."""
    match = Match(start, start)
    for action in log:
        match = match.do(action)
    return match


# --- links ----------------------------------------------------------------------------------------


def replay_code(match: Match) -> str:
    """Return a match on a shipped map as one short line: map, seed, fog and moves.

    >>> from sightline.games.skirmish import Match, Resign, match_of_code, replay_code
    >>> match = Match.begin("ruins", seed=3).do(Resign(0))
    >>> replay_code(match)
    'ruins;3;fog;r0.0'
    >>> match_of_code(replay_code(match)) == match
    True
    """
    for name in (*MAP_NAMES, TUTORIAL):
        if shipped_battlefield(name) == match.start.field:
            fog = "fog" if match.start.fog else "open"
            return f"{name};{match.start.seed};{fog};{moves_text(match.log)}"
    raise InvalidValueError(
        say("only a match on a map that comes with the game has a code; save it")
    )


def match_of_code(code: str) -> Match:
    """Replay the match that `replay_code` wrote."""
    name, seed, fog, moves = code_parts(code, "map;seed;fog;moves", MAX_ACTIONS)
    if fog not in ("fog", "open"):
        raise InvalidValueError(say("code: expected fog or open, got {got}", got=repr(fog[:20])))
    return replay(new_battle(name, int(seed), fog=fog == "fog"), moves_of(moves))


# --- saves ----------------------------------------------------------------------------------------


def _start_data(match: Match) -> dict[str, Any]:
    start = match.start
    return {"field": start.field.to_data(), "seed": exact_number(start.seed), "fog": start.fog}


def battle_summary(battle: Battle) -> dict[str, Any]:
    """Return a battle as plain data, without its field; it is compared on loading."""
    return {
        "phase": battle.phase,
        "side": battle.side,
        "round": battle.round,
        "rolled": battle.rolled,
        "points": list(battle.points),
        "winner": battle.winner,
        "ending": battle.ending,
        "ready": list(battle.ready),
        **{key: list(getattr(battle, key)) for key in _SUMMARY},
    }


def _start(node: Node) -> Battle:
    node.only("field", "seed", "fog")
    try:
        field = read_kept(json.dumps(node["field"].as_dict(), sort_keys=True))
    except FormatError as error:
        raise node["field"].error(as_text(error)) from None
    return new_battle(field, node["seed"].exact_whole(0, MAX_SEED), fog=node["fog"].boolean())


SAVES: SaveFormat[Match] = SaveFormat(
    "sightline skirmish",
    say("a saved skirmish"),
    version=1,
    max_actions=MAX_ACTIONS,
    start=_start_data,
    read_start=_start,
    replay=replay,
    action_data=action_data,
    read_action=lambda node: action_of(node.value),
    state=lambda match: battle_summary(match.battle),
)
save_text = SAVES.save_text
load_text = SAVES.load_text
save_file = SAVES.save_file
load_file = SAVES.load_file
