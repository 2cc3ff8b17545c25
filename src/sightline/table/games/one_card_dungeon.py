"""One Card Dungeon at the table: moves as text, automatic monsters, undo by decision.

    roll   roll 6   reroll   dice 5 4 1 0   walk C3   attack rat 2   end   monster rat to B2   auto
    improve speed

Forced steps of the monsters' turn are played immediately, up to the player's next choice, so one
move may include their whole turn. The rules are not implemented here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from sightline.errors import InvalidValueError, UnknownNameError
from sightline.games.one_card_dungeon import (
    Action,
    Assign,
    Attack,
    EndTurn,
    Game,
    HeroClass,
    Improve,
    MoveHero,
    MoveMonster,
    Phase,
    Reroll,
    Roll,
    State,
    apply,
    default_action,
    hint,
    legal_actions,
    load_text,
    new_game,
    read_replay_link,
    replay,
    replay_link,
    save_text,
    shipped_level,
    shipped_levels,
    walks,
)
from sightline.games.one_card_dungeon.measure import typical_skills
from sightline.model.cell import Square, parse_square
from sightline.table.games.contract import MOST_REPLAYED, GameEnding, GameFile, TableGame, new_seed
from sightline.table.games.endings import dungeon_ending
from sightline.table.games.one_card_dungeon_view import (
    dungeon_view,
    foes_from,
    move_text,
    seen_from,
    step_of,
)
from sightline.table.protocol.game_moves import AskGame
from sightline.table.protocol.game_views import GameAnswer
from sightline.table.protocol.games.one_card_dungeon import (
    GameStep,
    OneCardDungeonChoices,
    OneCardDungeonSetup,
    OneCardDungeonView,
)
from sightline.texts import join, say, word

STEPS_SHOWN = 40
"""The most recent actions that a page gets for its log."""
NOT_A_MOVE = "expected a move such as 'roll', 'dice 5 4 1 0', 'walk C3' or 'end', got"
ADVENTURER = "adventurer"


@dataclass(frozen=True)
class OneCardDungeonTable(TableGame):
    """A game and its most recent events."""

    game: Game
    steps: tuple[GameStep, ...] = field(default=(), compare=False)

    name = "one-card-dungeon"
    title = "One Card Dungeon"
    seats = (ADVENTURER,)

    # --- starting and saving

    @classmethod
    def begin(cls, setup: OneCardDungeonSetup) -> Self:
        if setup.save:
            return cls._with_steps(_any_save(setup.save))
        seed = new_seed()
        if setup.tutorial:
            levels = (shipped_level("tutorial"),)
            return cls(Game.begin(new_game(levels, HeroClass.ADVENTURER), seed))
        start = new_game(
            hero_class=setup.hero, first=setup.level, skills=typical_skills(setup.level)
        )
        return cls(Game.begin(start, seed))

    @classmethod
    def choices(cls) -> OneCardDungeonChoices:
        return OneCardDungeonChoices(
            [(each.value, word(each.power)) for each in HeroClass],
            [word(level.title) for level in shipped_levels()],
        )

    @classmethod
    def read(cls, save: str) -> Self:
        return cls._with_steps(_any_save(save))

    @classmethod
    def read_replay(cls, link: str) -> Self:
        return cls._with_steps(read_replay_link(link, MOST_REPLAYED))

    @classmethod
    def _with_steps(cls, game: Game) -> Self:
        """Return the game with the text of its last steps, computed by replaying them."""
        state, steps = game.start, []
        first = len(game.log) - STEPS_SHOWN
        for number, action in enumerate(game.log):
            after = apply(state, action, game.dice)
            if number >= first:
                steps.append(step_of(state, action, after, number + 1))
            state = after
        return cls(game, tuple(steps))

    def save(self) -> str:
        return replay_link(self.game) if self._is_shipped else save_text(self.game)

    @property
    def _is_shipped(self) -> bool:
        return self.game.start.levels == shipped_levels()

    def link(self) -> str:
        return replay_link(self.game)

    def file(self) -> GameFile:
        state = self.game.state
        return GameFile(
            f"one-card-dungeon-{state.hero_class}-level-{state.number + 1}.json",
            save_text(self.game),
        )

    # --- state

    @property
    def number(self) -> int:
        return len(self.game.log)

    @property
    def over(self) -> GameEnding:
        phase = self.game.state.phase
        return "won" if phase is Phase.WON else "lost" if phase is Phase.LOST else ""

    @property
    def to_move(self) -> frozenset[str]:
        return frozenset() if self.game.state.is_over else frozenset(self.seats)

    @property
    def may_undo(self) -> bool:
        return self.game.can_undo

    def view(self, seats: frozenset[str]) -> OneCardDungeonView:
        return self._view

    @cached_property
    def _view(self) -> OneCardDungeonView:
        view = dungeon_view(self.game.state, self.steps)
        if self.over:
            view.ending = dungeon_ending(self.game)
        return view

    def has_tile(self, at: tuple[int, int], seats: frozenset[str]) -> bool:
        layout = self.game.state.layout
        return 0 <= at[0] < layout.rows and 0 <= at[1] < layout.cols

    def after(self, number: int) -> Self:
        game = self.game
        if number >= self.number:
            return self
        return self._with_steps(replay(game.start, game.dice.seed, game.log[:number]))

    # --- playing

    def play(self, seat: str, move: str) -> tuple[Self, str]:
        played = self
        for action in _actions(self.game.state, move):
            played = played._do(action)
        if move == "auto":
            while played._is_monsters_turn:
                played = played._do_default()
        while played._is_monsters_turn and len(legal_actions(played.game.state)) == 1:
            played = played._do_default()
        words = [step.words for step in played.steps if step.number > self.number]
        return played, join(words, " ")

    @property
    def _is_monsters_turn(self) -> bool:
        return self.game.state.phase in (Phase.MONSTER_MOVE, Phase.MONSTER_ATTACK)

    def _do(self, action: Action) -> Self:
        after = self.game.do(action)
        step = step_of(self.game.state, action, after.state, len(after.log))
        return type(self)(after, (*self.steps, step)[-STEPS_SHOWN:])

    def _do_default(self) -> Self:
        action = default_action(self.game.state)
        assert action is not None
        return self._do(action)

    def take_back(self) -> Self:
        """Return the game before the player's last decision, without the automatic monster steps
        after it.

        A whole walk is one decision.
        """
        game = self.game.undo()
        walked = isinstance(self.game.log[-1], MoveHero)
        while game.can_undo and (
            _goes_on_by_itself(game.state) or (walked and isinstance(game.log[-1], MoveHero))
        ):
            game = game.undo()
        if len(game.log) <= self.number - len(self.steps):
            return self._with_steps(game)
        return type(self)(game, tuple(step for step in self.steps if step.number <= len(game.log)))

    # --- questions

    def answer(self, question: AskGame, seats: frozenset[str]) -> GameAnswer:
        state = self.game.state
        match question.what:
            case "hint":
                advice = hint(state)
                move = move_text(state, advice.action)
                if isinstance(advice.action, MoveHero):
                    move = f"walk {_end_of_walk(advice.plan)}"
                return GameAnswer(advice.text, move=move)
            case "from":
                if question.at is None or not state.layout.is_floor(question.at):
                    raise InvalidValueError("from: expected a tile where a figure can stand")
                at = Square(*question.at)
                return GameAnswer(foes=foes_from(state, at), seen=seen_from(state, at))
        raise UnknownNameError(
            f"question: expected hint, from, save or link, got {question.what!r}"
        )


GAME = OneCardDungeonTable


def _any_save(text: str) -> Game:
    """Load a save from the terminal, or the line that the table stores."""
    return load_text(text) if text.lstrip().startswith("{") else read_replay_link(text)


def _goes_on_by_itself(state: State) -> bool:
    if state.phase is Phase.MONSTER_ATTACK:
        return True
    return state.phase is Phase.MONSTER_MOVE and len(legal_actions(state)) == 1


def _end_of_walk(plan: tuple[Action, ...]) -> Square:
    """Return the end of the first walk of a plan."""
    end = None
    for action in plan:
        if not isinstance(action, MoveHero):
            break
        end = action.to
    assert end is not None
    return end


def _actions(state: State, move: str) -> list[Action]:
    """Return the actions of a move. The rules decide whether they are legal."""
    word, _, rest = move.partition(" ")
    match word, rest:
        case "roll", "":
            return [Roll()]
        case "roll", keep if keep.isdecimal() and keep.isascii():
            return [Roll(int(keep[:3]))]
        case "reroll", "":
            return [Reroll()]
        case "dice", faces if all(each.isdecimal() for each in faces.split()):
            numbers = [int(each[:3]) for each in faces.split()]
            if len(numbers) in (3, 4):
                return [Assign(*numbers)]
        case "walk", tile:
            return _walk(state, parse_square(tile))
        case "attack", name:
            return [Attack(name)]
        case "end", "":
            return [EndTurn()]
        case "auto", "":
            if state.phase is not Phase.MONSTER_MOVE:
                raise InvalidValueError(say("no monster waits to be moved"))
            return []
        case "monster", target:
            name, _, tile = target.rpartition(" to ")
            return [MoveMonster(name, parse_square(tile))]
        case "improve", what:
            return [Improve(what)]
    raise InvalidValueError(f"{NOT_A_MOVE} {move[:40]!r}")


def _walk(state: State, to: Square) -> list[Action]:
    way = walks(state).get(to)
    # The tile is out of reach: let the rules explain why the step fails.
    return [MoveHero(each) for each in way.path] if way else [MoveHero(to)]
