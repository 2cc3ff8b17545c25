"""A whole game as a line of text, short enough for a link: its start, its seed, and its moves.

    1.wizard.1.7.AAB.5.2f9c1ab0

A move is a letter: its index in the list of legal actions. Forced moves are omitted. The line ends
with the number of actions and a checksum of the final state, so a truncated link, or one made with
other rules, is rejected. Games on custom levels do not fit in a line; save them instead (`record`).
"""

from __future__ import annotations

import json
import re
import string
import zlib
from collections.abc import Iterator

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError, SightlineError
from sightline.games.common.dice import MAX_SEED
from sightline.games.one_card_dungeon.board.level import shipped_levels
from sightline.games.one_card_dungeon.record import MAX_ACTIONS, Game, replay, state_summary
from sightline.games.one_card_dungeon.rules import apply, legal_actions, new_game
from sightline.games.one_card_dungeon.state import (
    FULL_HEALTH,
    SKILLS,
    Action,
    Skills,
    State,
)
from sightline.texts import as_text, say

LINK_VERSION = "1"
LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
_LINK = re.compile(
    r"(?P<version>\d{1,3})\.(?P<hero>[a-z]+)\.(?P<first>\d{1,2})(?P<begin>~[\d-]{1,40})?"
    r"\.(?P<seed>\d{1,19})\.(?P<moves>[\w-]*)\.(?P<count>\d{1,6})\.(?P<check>[0-9a-f]{8})",
    re.ASCII,
)
SHAPE = "version.class.level.seed.moves.count.check"


def replay_link(game: Game) -> str:
    """Return the game as a line of letters, digits and dots."""
    start = game.start
    if start.levels != shipped_levels():
        raise InvalidValueError(
            say(
                "only games on the twelve levels that ship with the game fit in a link; save"
                " this one"
            )
        )
    moves = []
    state = start
    for action in game.log:
        legal = legal_actions(state)
        if len(legal) > 1:
            moves.append(_letter(legal.index(action)))
        state = apply(state, action, game.dice)
    parts = (
        LINK_VERSION,
        start.hero_class.value,
        f"{start.number + 1}{_begin_text(start)}",
        str(game.dice.seed),
        "".join(moves),
        str(len(game.log)),
        _check(state),
    )
    return ".".join(parts)


def read_replay_link(text: str, most: int = MAX_ACTIONS) -> Game:
    """Replay a game that `replay_link` wrote, at most `most` actions, or raise a FormatError."""
    if not isinstance(text, str):
        raise InvalidTypeError(f"link: expected a text, got {type(text).__name__}")
    match = _LINK.fullmatch(text.strip())
    if match is None:
        raise FormatError(
            say(
                "not a replay: expected {shape}, got {got}",
                shape=SHAPE,
                got=repr(text.strip()[:60]),
            )
        )
    if match["version"] != LINK_VERSION:
        raise FormatError(
            say(
                "a replay of version {got}; this is {version}, which cannot play it",
                got=match["version"],
                version=LINK_VERSION,
            )
        )
    if int(match["seed"]) > MAX_SEED:
        raise FormatError(
            say("seed: expected at most {most}, got {got}", most=MAX_SEED, got=match["seed"])
        )
    if int(match["count"]) > most:
        raise FormatError(
            say(
                "a replay of {n} actions; at most {most} are read",
                n=match["count"],
                most=most,
            )
        )
    try:
        health, skills = _begin(match["begin"])
        start = new_game(
            hero_class=match["hero"], first=int(match["first"]), health=health, skills=skills
        )
        game = _played(start, int(match["seed"]), match["moves"], int(match["count"]))
    except FormatError:
        raise
    except SightlineError as error:
        raise FormatError(
            say("the replay breaks the rules: {error}", error=as_text(error))
        ) from None
    if _check(game.state) != match["check"]:
        raise FormatError(
            say("the replay does not come to its own end: it was changed or cut short")
        )
    return game


def _played(start: State, seed: int, letters: str, count: int) -> Game:
    game = Game.begin(start, seed)
    state = start
    log: list[Action] = []
    numbers = _numbers(letters)
    for _ in range(count):
        legal = legal_actions(state)
        if not legal:
            raise FormatError(say("the replay goes on after the end of the game"))
        number = next(numbers, None) if len(legal) > 1 else 0
        if number is None or number >= len(legal):
            raise FormatError(
                say("move {n} of the replay is not one that was legal", n=len(log) + 1)
            )
        log.append(legal[number])
        state = apply(state, log[-1], game.dice)
    if next(numbers, None) is not None:
        raise FormatError(say("the replay has more moves than actions"))
    return replay(start, seed, log)


def _letter(number: int) -> str:
    """Return an index as one letter, or as several: each last letter of the alphabet means 63
    more.
    """
    full = len(LETTERS) - 1
    return LETTERS[full] * (number // full) + LETTERS[number % full]


def _numbers(letters: str) -> Iterator[int]:
    full, number = len(LETTERS) - 1, 0
    for letter in letters:
        value = LETTERS.index(letter)
        number += value
        if value < full:
            yield number
            number = 0


def _begin_text(start: State) -> str:
    """Return health and skills as text if they differ from those of a new adventurer."""
    if start.health == FULL_HEALTH and start.skills == Skills():
        return ""
    skills = start.skills
    values = (start.health, skills.speed, skills.attack, skills.defence, skills.range)
    return "~" + "-".join(map(str, values))


def _begin(text: str | None) -> tuple[int, Skills]:
    if text is None:
        return FULL_HEALTH, Skills()
    parts = text[1:].split("-")
    if len(parts) != 1 + len(SKILLS) or not all(parts):
        raise FormatError(
            say("expected health and four skills, ~6-1-1-1-2, got {got}", got=repr(text))
        )
    health, *skills = map(int, parts)
    return health, Skills(*skills)


def _check(state: State) -> str:
    # Links from version 0.2 call a monster of level 8 "armour".
    summary = json.dumps(state_summary(state)).replace('"armor', '"armour')
    return f"{zlib.crc32(summary.encode()):08x}"
