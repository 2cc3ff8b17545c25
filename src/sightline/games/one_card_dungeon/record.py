"""A game with its history: play, undo, replay, save, resume.

A save is JSON with the start of the game, every action, and the final state. Loading replays it by
the rules; a file whose actions lead to another state is rejected.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sightline.errors import FormatError, InvalidValueError
from sightline.formats.safe.safe_json import Node, exact_number
from sightline.games.common.dice import MAX_SEED
from sightline.games.common.saves import SaveFormat
from sightline.games.one_card_dungeon.board.level import Level, format_level, parse_level
from sightline.games.one_card_dungeon.dice import SeededDice
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
from sightline.texts import as_text, say

MAX_ACTIONS = 200_000


@dataclass(frozen=True, repr=False)
class Game:
    """A game: its start, its actions, and its current state."""

    start: State
    dice: SeededDice
    state: State
    log: tuple[Action, ...] = ()
    trail: tuple[State, ...] = field(default=(), compare=False)
    """The states since the last roll, which are those that undo can return to."""

    @classmethod
    def begin(cls, start: State, seed: int) -> Game:
        """Return a new game."""
        return cls(start, SeededDice(seed), start)

    def do(self, action: Action) -> Game:
        """Return the game after the action, or raise if it is illegal."""
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
        """Undo the last action. Rolls cannot be undone."""
        if not self.trail:
            raise InvalidValueError(
                say("there is nothing to take back: dice that fell stay fallen")
            )
        return replace(self, state=self.trail[-1], log=self.log[:-1], trail=self.trail[:-1])


def replay(start: State, seed: int, log: Iterable[Action]) -> Game:
    """Replay a log from its beginning, by the rules."""
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
    """Return an action as plain data, such as `{"do": "step", "to": "B2"}`."""
    values = {
        name: str(value) if isinstance(value, Square) else value
        for name, value in vars(action).items()
        if value is not None
    }
    return {"do": _WORD_OF[type(action)], **values}


def action_from_data(node: Node) -> Action:
    """Return the action that `action_to_data` wrote, or raise a FormatError with the place."""
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


def _start_data(game: Game) -> dict[str, Any]:
    start = game.start
    return {
        "levels": [format_level(level) for level in start.levels],
        "first": start.number + 1,
        "class": start.hero_class.value,
        "health": start.health,
        "skills": asdict(start.skills),
        "seed": exact_number(game.dice.seed),
    }


def state_summary(state: State) -> dict[str, Any]:
    """Return a state as plain data, without its levels; it is compared on loading."""
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


def _start(node: Node) -> tuple[State, int]:
    node.only("levels", "first", "class", "health", "skills", "seed")
    levels: list[Level] = []
    for each in node["levels"].items(limit=100):
        with each.blamed():
            try:
                levels.append(parse_level(each.string()))
            except FormatError as error:
                raise FormatError(as_text(error), each.place) from None
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
    return start, node["seed"].exact_whole(0, MAX_SEED)


SAVES: SaveFormat[Game] = SaveFormat(
    "sightline one card dungeon",
    say("a saved game"),
    version=1,
    max_actions=MAX_ACTIONS,
    start=_start_data,
    read_start=_start,
    replay=lambda start, actions: replay(start[0], start[1], actions),
    action_data=action_to_data,
    read_action=action_from_data,
    state=lambda game: state_summary(game.state),
    respelled={b"armour": b"armor"},
)
save_text = SAVES.save_text
load_text = SAVES.load_text
save_file = SAVES.save_file
load_file = SAVES.load_file
