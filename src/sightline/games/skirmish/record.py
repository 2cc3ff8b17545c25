"""A skirmish with its history: play, undo, replay, save, resume.

A save is JSON that holds how it began, everything that was done, and what it came to. Loading plays
it all again by the rules: a file that does not come to its own state is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError, SightlineError
from sightline.formats.safe_json import Node, read_json
from sightline.formats.saving import replace_file
from sightline.games.skirmish.actions import (
    March,
    SkirmishAction,
    action_data,
    action_of,
    moves_of,
    moves_text,
)
from sightline.games.skirmish.battle import MAX_SEED, Battle, new_battle, seen_enemies, visible
from sightline.games.skirmish.battlefield import (
    MAP_NAMES,
    Battlefield,
    read_kept,
    shipped_battlefield,
)
from sightline.games.skirmish.events import BattleEvent, happened
from sightline.games.skirmish.rules import apply

FORMAT = "sightline skirmish"
VERSION = 1
"""Of the save, and of the rules it was played by: a change to either makes it another."""
MAX_ACTIONS = 20_000
_SUMMARY = ("at", "health", "moves", "armed", "charges", "known")


@dataclass(frozen=True, repr=False)
class Match:
    """How it began, what was done, and what it came to.

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
    """The battles since something was last decided or revealed: as far back as undo goes."""
    scouted: int = field(default=0, compare=False)
    """The hexes that the side on turn has seen in this turn, a bit for each."""

    @classmethod
    def begin(
        cls, field: Battlefield | str = "crossing", seed: int = 0, *, fog: bool = True
    ) -> Match:
        """Before anything is done."""
        start = new_battle(field, seed, fog=fog)
        return cls(start, start)

    def do(self, action: SkirmishAction) -> Match:
        """The match after the action, or the rules' refusal."""
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
        """Is there something to take back?"""
        return bool(self.trail)

    def undo(self) -> Match:
        """Take back the last step. Attacks, the end of a turn, and steps that brought new hexes
        into sight while an enemy was hidden stay done."""
        if not self.trail:
            raise InvalidValueError(
                "there is nothing to take back: what was decided or revealed stays so"
            )
        return replace(self, battle=self.trail[-1], log=self.log[:-1], trail=self.trail[:-1])

    def _looked(self, after: Battle) -> int:
        """What the side on turn has seen in this turn, after whatever was no step."""
        earlier = self.scouted if after.side == self.battle.side else 0
        return earlier | visible(after, after.side)

    def events(self, side: int | None = None) -> list[BattleEvent]:
        """Everything that a side has learned since the beginning."""
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
    """Is there an enemy whom the side on turn does not see? It knows how many have fallen."""
    side = battle.side
    return len(seen_enemies(battle, side)) < len(battle.living(1 - side))


def replay(start: Battle, log: Iterable[SkirmishAction]) -> Match:
    """Play a log again, from its beginning, by the rules."""
    match = Match(start, start)
    for action in log:
        match = match.do(action)
    return match


# --- links ----------------------------------------------------------------------------------------


def replay_code(match: Match) -> str:
    """A match on a shipped map as one short line: map, seed, fog and moves.

    >>> from sightline.games.skirmish import Match, Resign, match_of_code, replay_code
    >>> match = Match.begin("ruins", seed=3).do(Resign(0))
    >>> replay_code(match)
    'ruins;3;fog;r0.0'
    >>> match_of_code(replay_code(match)) == match
    True
    """
    for name in MAP_NAMES:
        if shipped_battlefield(name) == match.start.field:
            fog = "fog" if match.start.fog else "open"
            return f"{name};{match.start.seed};{fog};{moves_text(match.log)}"
    raise InvalidValueError("only a match on a map that comes with the game has a code; save it")


def match_of_code(code: str) -> Match:
    """The match that `replay_code` wrote down, played again by the rules."""
    parts = code.split(";")
    if len(parts) != 4 or parts[2] not in ("fog", "open") or not _is_seed(parts[1]):
        raise InvalidValueError(f"code: expected map;seed;fog;moves, got {code[:60]!r}")
    if parts[3].count(",") >= MAX_ACTIONS:
        raise InvalidValueError(f"code: expected at most {MAX_ACTIONS:,} moves")
    start = new_battle(parts[0], int(parts[1]), fog=parts[2] == "fog")
    return replay(start, moves_of(parts[3]))


def _is_seed(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 20


# --- saves ----------------------------------------------------------------------------------------


def save_text(match: Match) -> str:
    """The whole match as JSON."""
    start = match.start
    tree = {
        "format": FORMAT,
        "version": VERSION,
        "start": {"field": start.field.to_data(), "seed": start.seed, "fog": start.fog},
        "log": [action_data(action) for action in match.log],
        "state": battle_summary(match.battle),
    }
    return json.dumps(tree, indent=1) + "\n"


def battle_summary(battle: Battle) -> dict[str, Any]:
    """What a battle is, beyond its field, as plain data: for the check on loading."""
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


def load_text(text: str | bytes, name: str = "save") -> Match:
    """The match that `save_text` wrote, or a `FormatError` that says what is wrong with it."""
    if not isinstance(text, (str, bytes)):
        raise InvalidTypeError(f"save: expected a text, got {type(text).__name__}")
    tree = read_json(text.encode() if isinstance(text, str) else text, name)
    if "format" not in tree or tree["format"].value != FORMAT:
        raise FormatError(f'not a saved skirmish: expected "format": "{FORMAT}"', "$.format")
    if tree["version"].value != VERSION or isinstance(tree["version"].value, bool):
        raise FormatError(
            f"saved by another version: this is {VERSION}, the file says"
            f" {tree['version'].value!r}; it can only be played on with that one",
            "$.version",
        )
    tree.only("format", "version", "start", "log", "state")
    match = _replayed(_start(tree["start"]), tree["log"])
    _compare(tree["state"], battle_summary(match.battle))
    return match


def _start(node: Node) -> Battle:
    node.only("field", "seed", "fog")
    try:
        field = read_kept(json.dumps(node["field"].as_dict(), sort_keys=True))
    except FormatError as error:
        raise node["field"].error(str(error)) from None
    return new_battle(field, node["seed"].whole(0, MAX_SEED), fog=node["fog"].boolean())


def _replayed(start: Battle, log: Node) -> Match:
    match = Match(start, start)
    for node in log.items(limit=MAX_ACTIONS):
        try:
            match = match.do(action_of(node.value))
        except SightlineError as error:
            raise node.error(f"the log breaks the rules: {error}") from None
    return match


def _compare(node: Node, expected: dict[str, Any]) -> None:
    node.only(*expected)
    for key, value in expected.items():
        if node[key].value != value:
            raise node[key].error(f"the log comes to {value!r}, the file says {node[key].value!r}")


def save_file(match: Match, path: str | os.PathLike[str]) -> None:
    """Write the match to a file: all of it, or the old file stays."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    replace_file(target, save_text(match).encode())


def load_file(path: str | os.PathLike[str]) -> Match:
    """Read a saved match."""
    return load_text(Path(path).read_bytes(), str(path))
