"""A game with its history: play, undo, replay, save, resume.

A save is JSON that holds how the game began, everything that was done, and the state it came to.
Loading plays it all again by the rules: a file that does not come to its own state is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError, SightlineError
from sightline.formats.safe_json import Node, read_json
from sightline.formats.saving import replace_file
from sightline.games.one_card_dungeon.dice import MAX_SEED, SeededDice
from sightline.games.one_card_dungeon.level import Level, format_level, parse_level
from sightline.games.one_card_dungeon.rules import apply, new_game
from sightline.games.one_card_dungeon.state import (
    FULL_HEALTH,
    HEALTH,
    MAX_SKILL,
    SKILLS,
    Action,
    Assign,
    Attack,
    EndTurn,
    FaceBlows,
    HeroClass,
    Improve,
    MoveHero,
    MoveMonster,
    Reroll,
    Roll,
    Skills,
    State,
)
from sightline.model.cell import Square, parse_square

FORMAT = "sightline one card dungeon"
VERSION = 1
"""Of the save, and of the rules it was played by: a change to either makes it another."""
MAX_ACTIONS = 200_000


@dataclass(frozen=True, repr=False)
class Game:
    """How it began, what was done, and what it came to."""

    start: State
    dice: SeededDice
    state: State
    log: tuple[Action, ...] = ()
    trail: tuple[State, ...] = field(default=(), compare=False)
    """The states since dice last fell: as far back as undo goes."""

    @classmethod
    def begin(cls, start: State, seed: int) -> Game:
        """Before anything is done."""
        return cls(start, SeededDice(seed), start)

    def do(self, action: Action) -> Game:
        """The game after the action, or the rules' refusal."""
        after = apply(self.state, action, self.dice)
        fell = after.rolled != self.state.rolled
        trail = () if fell else (*self.trail, self.state)
        return replace(self, state=after, log=(*self.log, action), trail=trail)

    def __repr__(self) -> str:
        return f"<Game: seed {self.dice.seed}, {len(self.log)} actions, {self.state!r}>"

    @property
    def can_undo(self) -> bool:
        return bool(self.trail)

    def undo(self) -> Game:
        """Take back the last action. What the dice have shown stays shown."""
        if not self.trail:
            raise InvalidValueError("there is nothing to take back: dice that fell stay fallen")
        return replace(self, state=self.trail[-1], log=self.log[:-1], trail=self.trail[:-1])


def replay(start: State, seed: int, log: Iterable[Action]) -> Game:
    """Play a log again, from its beginning, by the rules."""
    game = Game.begin(start, seed)
    actions = []
    trail: list[State] = []
    state = start
    for action in log:
        after = apply(state, action, game.dice)
        trail = [] if after.rolled != state.rolled else [*trail, state]
        actions.append(action)
        state = after
    return replace(game, state=state, log=tuple(actions), trail=tuple(trail))


# --- actions as plain data

_WORDS: dict[str, type[Any]] = {
    "roll": Roll,
    "reroll": Reroll,
    "assign": Assign,
    "step": MoveHero,
    "attack": Attack,
    "end": EndTurn,
    "monster": MoveMonster,
    "blows": FaceBlows,
    "improve": Improve,
}
_WORD_OF = {kind: word for word, kind in _WORDS.items()}


def action_to_data(action: Action) -> dict[str, Any]:
    """`{"do": "step", "to": "B2"}` and the like."""
    values = {
        name: str(value) if isinstance(value, Square) else value
        for name, value in vars(action).items()
        if value is not None
    }
    return {"do": _WORD_OF[type(action)], **values}


def action_from_data(node: Node) -> Action:
    """The action that `action_to_data` wrote, or a FormatError with the place."""
    word = node["do"].one_of(*_WORDS)
    match word:
        case "roll":
            node.only("do", "keep")
            keep = node.get("keep")
            return Roll(None if keep is None else keep.whole(1, 6))
        case "assign":
            node.only("do", *SKILLS)
            return Assign(*(node[skill].whole(0, 6) for skill in SKILLS))
        case "step":
            node.only("do", "to")
            return MoveHero(_tile(node["to"]))
        case "attack":
            node.only("do", "monster")
            return Attack(node["monster"].string(60))
        case "monster":
            node.only("do", "monster", "to")
            return MoveMonster(node["monster"].string(60), _tile(node["to"]))
        case "improve":
            node.only("do", "what")
            return Improve(node["what"].one_of(*SKILLS, HEALTH))
    node.only("do")
    plain: dict[str, Action] = {"reroll": Reroll(), "end": EndTurn(), "blows": FaceBlows()}
    return plain[word]


def _tile(node: Node) -> Square:
    with node.blamed():
        return parse_square(node.string(10))


# --- saving


def save_text(game: Game) -> str:
    """The whole game as JSON."""
    start = game.start
    tree = {
        "format": FORMAT,
        "version": VERSION,
        "start": {
            "levels": [format_level(level) for level in start.levels],
            "first": start.number + 1,
            "class": start.hero_class.value,
            "health": start.health,
            "skills": asdict(start.skills),
            "seed": game.dice.seed,
        },
        "log": [action_to_data(action) for action in game.log],
        "state": state_summary(game.state),
    }
    return json.dumps(tree, indent=1) + "\n"


def state_summary(state: State) -> dict[str, Any]:
    """What a state is, beyond its levels, as plain data: for the check on loading."""
    return {
        "level": state.number + 1,
        "phase": state.phase.value,
        "turn": state.turn,
        "rolled": state.rolled,
        "at": str(state.at),
        "health": state.health,
        "skills": asdict(state.skills),
        "points": asdict(state.points),
        "energy": list(state.energy),
        "power used": state.power_used,
        "waiting": list(state.waiting),
        "monsters": [
            {"name": each.name, "at": str(each.at), "health": each.health}
            for each in state.monsters
        ],
    }


def load_text(text: str | bytes, name: str = "save") -> Game:
    """The game that `save_text` wrote, or a FormatError that says what is wrong with it."""
    if not isinstance(text, (str, bytes)):
        raise InvalidTypeError(f"save: expected a text, got {type(text).__name__}")
    tree = read_json(text.encode() if isinstance(text, str) else text, name)
    if "format" not in tree or tree["format"].value != FORMAT:
        raise FormatError(f'not a saved game: expected "format": "{FORMAT}"', "$.format")
    if tree["version"].value != VERSION or isinstance(tree["version"].value, bool):
        raise FormatError(
            f"saved by another version: this is {VERSION}, the file says"
            f" {tree['version'].value!r}; it can only be played on with that one",
            "$.version",
        )
    tree.only("format", "version", "start", "log", "state")
    start, seed = _start(tree["start"])
    game = _replayed(start, seed, tree["log"])
    _compare(tree["state"], state_summary(game.state))
    return game


def _start(node: Node) -> tuple[State, int]:
    node.only("levels", "first", "class", "health", "skills", "seed")
    levels: list[Level] = []
    for each in node["levels"].items(limit=100):
        with each.blamed():
            try:
                levels.append(parse_level(each.string()))
            except FormatError as error:
                raise FormatError(str(error), each.place) from None
    skills = node["skills"]
    skills.only(*SKILLS)
    with node.blamed():
        start = new_game(
            levels,
            node["class"].one_of(*(each.value for each in HeroClass)),
            first=node["first"].whole(1, 100),
            health=node["health"].whole(1, FULL_HEALTH),
            skills=Skills(**{skill: skills[skill].whole(1, MAX_SKILL) for skill in SKILLS}),
        )
    return start, node["seed"].whole(0, MAX_SEED)


def _replayed(start: State, seed: int, log: Node) -> Game:
    at = log

    def actions() -> Iterator[Action]:
        nonlocal at
        for at in log.items(limit=MAX_ACTIONS):
            yield action_from_data(at)

    try:
        return replay(start, seed, actions())
    except FormatError:
        raise
    except SightlineError as error:
        raise at.error(f"the log breaks the rules: {error}") from None


def _compare(node: Node, expected: dict[str, Any]) -> None:
    node.only(*expected)
    for key, value in expected.items():
        if node[key].value != value:
            raise node[key].error(f"the log comes to {value!r}, the file says {node[key].value!r}")


def save_file(game: Game, path: str | os.PathLike[str]) -> None:
    """Write the game to a file: all of it, or the old file stays."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    replace_file(target, save_text(game).encode())


def load_file(path: str | os.PathLike[str]) -> Game:
    """Read a saved game."""
    return load_text(Path(path).read_bytes(), str(path))
