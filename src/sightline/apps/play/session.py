"""A game in progress, without a screen: what keys and clicks do, and the messages that follow.

The screen draws a session and passes key presses to it. All knowledge of the rules is in the game
itself.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from sightline.errors import InvalidValueError
from sightline.games.one_card_dungeon import (
    Action,
    Assign,
    Attack,
    EndTurn,
    Forecast,
    Game,
    Improve,
    Monster,
    MoveHero,
    MoveMonster,
    Phase,
    Reroll,
    Roll,
    State,
    about_attack_of,
    after_their_move,
    blows,
    legal_actions,
    save_file,
    tell,
    why_not,
)
from sightline.games.one_card_dungeon.board.layout import Way, range_between, ways_from
from sightline.games.one_card_dungeon.board.sight import has_sight
from sightline.games.one_card_dungeon.rules import in_reach
from sightline.games.one_card_dungeon.words import about_blows, hidden_behind, skill_word
from sightline.model.cell import Square

MAX_FORECASTS = 400
"""The largest product of monsters and tiles for which all tiles in reach get a forecast. Above it
only one tile does.
"""
AUTOMATIC = (Phase.MONSTER_MOVE, Phase.MONSTER_ATTACK)


class Offer(NamedTuple):
    """A choice in a list: its text and its action."""

    text: str
    action: Action


class Session:
    """A game, the inspected tile, and the messages so far."""

    def __init__(self, game: Game, save_path: Path, *, ask_ties: bool = True,
                 tutorial: bool = False) -> None:  # fmt: skip
        self.game = game
        self.save_path = save_path
        self.ask_ties = ask_ties
        """Whether the player decides between equal choices of monsters. Otherwise
        the default applies.
        """
        self.tutorial = tutorial
        self.look: Square | None = None
        """The inspected tile, which is under the cursor."""
        level = game.state.level
        self.messages = [f"Level {game.state.number + 1}: {level.title}. {level.text}".strip()]

    @property
    def state(self) -> State:
        return self.game.state

    def say(self, message: str) -> None:
        """Add a message, with a capital letter at its start and a period at its end."""
        if message:
            stop = "" if message[-1] in ".!?" else "."
            self.messages.append(message[0].upper() + message[1:] + stop)

    # --- actions

    def act(self, action: Action) -> bool:
        """Perform an action and everything that follows automatically.

        If it is not allowed, say why and return False.
        """
        reason = why_not(self.state, action)
        if reason is not None:
            self.say(reason)
            return False
        self._do(action)
        self.look = None if self.state.phase in AUTOMATIC else self.look
        while self.state.phase in AUTOMATIC:
            choices = legal_actions(self.state)
            if len(choices) > 1 and self.ask_ties:
                break
            self._do(choices[0])
        return True

    def _do(self, action: Action) -> None:
        before, self.game = self.state, self.game.do(action)
        self.say(tell(before, action, self.state))
        if isinstance(action, Improve):
            self.look = None
            self.say(self.state.level.text)

    def step(self, rows: int, cols: int) -> bool:
        """Walk one tile in that direction. Return whether that was possible."""
        self.look = None
        return self.act(MoveHero(Square(self.state.at.row + rows, self.state.at.col + cols)))

    def walk(self, to: Square) -> bool:
        """Walk to a tile by the cheapest path around the monsters.

        Return whether that was possible.
        """
        way = self.ways().get(to)
        if way is None or way.cost > self.state.points.speed:
            self.say(self.why_no_way(to, way))
            return False
        path = [to]
        while (last := self.ways()[path[-1]].last) is not None:
            path.append(last)
        self.look = None
        return all(self.act(MoveHero(tile)) for tile in reversed(path[:-1]))

    def why_no_way(self, to: Square, way: Way | None) -> str:
        """Return the reason why the adventurer cannot walk to a tile in this turn."""
        if to in self.state.layout.walls:
            return f"there is a wall on {to}"
        if self.state.phase is not Phase.ADVENTURER:
            return why_not(self.state, MoveHero(to)) or ""
        if way is None:
            return f"no way leads to {to} past the monsters"
        return f"the way to {to} costs {way.cost} speed and you have {self.state.points.speed}"

    def attack(self) -> bool:
        """Attack the inspected monster, or else the first one that can be attacked."""
        target = self.state.monster_at(self.look) if self.look is not None else None
        if target is None:
            able = [each for each in self.state.monsters if self.can_attack(each)]
            target = able[0] if able else self.nearest()
        if target is None:
            self.say("there is nothing to attack")
            return False
        return self.act(Attack(target.name))

    def use(self, tile: Square) -> bool:
        """Handle a click on a tile: attack the monster there, or walk there."""
        monster = self.state.monster_at(tile)
        if self.state.phase is Phase.MONSTER_MOVE:
            moves = [offer.action for offer in self.offers()]
            goals = [a for a in moves if isinstance(a, MoveMonster) and a.to == tile]
            if goals:
                return self.act(goals[0])
        if monster is not None:
            return self.act(Attack(monster.name))
        if tile == self.state.at:
            self.say(f"you stand on {tile} already")
            return False
        return self.walk(tile)

    def undo(self) -> bool:
        """Undo the last decision, and what followed from it automatically."""
        try:
            self.game = self.game.undo()
            while self.state.phase in AUTOMATIC and self.game.can_undo:
                if len(legal_actions(self.state)) > 1 and self.ask_ties:
                    break
                self.game = self.game.undo()
        except InvalidValueError as error:
            self.say(str(error))
            return False
        self.say("Taken back.")
        return True

    def save(self) -> bool:
        """Write the game to its file. Return whether that succeeded."""
        try:
            save_file(self.game, self.save_path)
        except OSError as error:
            self.say(f"could not save to {self.save_path}: {error.strerror or error}")
            return False
        self.say(f"Saved to {self.save_path}.")
        return True

    # --- choices

    def offers(self) -> list[Offer]:
        """Return the choices to show as a list; empty while the player chooses on the board."""
        if self.state.phase is Phase.ADVENTURER:
            return []
        return [Offer(self._offer_text(action), action) for action in legal_actions(self.state)]

    def _offer_text(self, action: Action) -> str:
        skills = self.state.skills
        match action:
            case Roll(None):
                return "Roll the dice"
            case Roll(keep):
                return f"Keep the {keep}, roll the others"
            case Reroll():
                return "Roll all again"
            case Assign(speed, attack, defence, far):
                sentence = (
                    f"spd {skills.speed + speed}  atk {skills.attack + attack}"
                    f"  def {skills.defence + defence}"
                )
                return f"{sentence}  rng {skills.range + far}" if far else sentence
            case MoveMonster(name, to):
                mover = self.state.monster(name)
                stays = mover is not None and mover.at == to
                return f"{mover} {'stays' if stays else f'to {to}'}".removeprefix("the ")
            case Improve("health"):
                return f"health back to 6 (now {self.state.health})"
            case Improve(what):
                now = getattr(skills, what)
                return f"{skill_word(what)} {now} to {now + 1}"
        return "Go on"

    # --- inspecting

    def viewpoint(self) -> Square:
        """Return the tile from which sight and attacks are shown: the inspected tile if it is in
        reach, else the adventurer's.
        """
        if self.look is not None and self.look in self.reachable():
            return self.look
        return self.state.at

    def at_viewpoint(self) -> State:
        """Return the state after the adventurer has walked to the viewpoint."""
        there = self.viewpoint()
        if there == self.state.at:
            return self.state
        left = self.state.points.speed - self.reachable()[there]
        return replace(self.state, at=there, points=replace(self.state.points, speed=left))

    def ways(self) -> dict[Square, Way]:
        """Return the cheapest path to every tile, around the monsters."""
        return ways_from(self.state.layout, self.state.at, {m.at for m in self.state.monsters})

    def reachable(self) -> dict[Square, int]:
        """Return the cost of walking to each tile in reach this turn."""
        if self.state.phase is not Phase.ADVENTURER:
            return {}
        speed = self.state.points.speed
        return {tile: way.cost for tile, way in self.ways().items() if 0 < way.cost <= speed}

    def sees(self, tile: Square) -> bool:
        """Return whether the tile is visible from the viewpoint."""
        figures = [each.at for each in self.state.monsters]
        return has_sight(self.state.layout, self.viewpoint(), tile, figures)

    def can_attack(self, monster: Monster) -> bool:
        """Return whether the adventurer could attack the monster from the viewpoint."""
        return why_not(self.at_viewpoint(), Attack(monster.name)) is None

    def nearest(self) -> Monster | None:
        """Return the monster nearest to the adventurer, or None."""
        layout, at = self.state.layout, self.state.at
        return min(
            self.state.monsters,
            key=lambda monster: range_between(layout, at, monster.at) or 0,
            default=None,
        )

    def forecast(self, tile: Square) -> Forecast:
        """Return the damage of the monsters' attacks if the turn ended with the
        adventurer on that tile.
        """
        state = replace(self.state, at=tile)
        if state.phase is Phase.ADVENTURER:
            waiting = tuple(each.name for each in state.monsters)
            state = replace(state, waiting=waiting)
        return blows(after_their_move(state))

    def forecasts(self) -> dict[Square, int]:
        """Return the expected damage on each tile in reach, including the current one."""
        if self.state.phase is not Phase.ADVENTURER:
            return {}
        tiles = [self.state.at, *self.reachable()]
        if len(tiles) * len(self.state.monsters) > MAX_FORECASTS:
            tiles = [self.viewpoint()]
        return {tile: self.forecast(tile).damage for tile in tiles}

    def look_round(self, backwards: bool = False) -> None:
        """Inspect the next monster, or the previous one."""
        tiles = sorted(monster.at for monster in self.state.monsters)
        if not tiles:
            self.say("no monster is left to look at")
            return
        if self.look in tiles:
            here = tiles.index(self.look) + (-1 if backwards else 1)
            self.look = tiles[here % len(tiles)]
        else:
            self.look = tiles[-1 if backwards else 0]

    def move_look(self, rows: int, cols: int) -> None:
        """Move the cursor within the board."""
        at = self.look or self.state.at
        layout = self.state.layout
        row = min(max(at.row + rows, 0), layout.rows - 1)
        col = min(max(at.col + cols, 0), layout.cols - 1)
        self.look = Square(row, col)

    # --- words

    def about(self) -> list[str]:
        """Return text about the inspected tile, or about the threat if none is inspected."""
        state = self.state
        tile = self.look
        if tile is None or tile == state.at:
            return [self._about_threat(state.at)]
        if tile in state.layout.walls:
            return [f"{tile}: a wall"]
        monster = state.monster_at(tile)
        if monster is not None:
            return [self._about_own_attack(monster), about_attack_of(state, monster)]
        cost = self.reachable().get(tile)
        if cost is None:
            lines = [f"{tile}: {self.why_no_way(tile, self.ways().get(tile))}"]
        else:
            lines = [
                f"{tile}: {cost} speed away; {self._about_targets()}",
                self._about_threat(tile),
            ]
        if not self.sees(tile) and cost is None:
            lines.append(f"{tile} is {hidden_behind(state, state.at, tile)}")
        return lines

    def _about_own_attack(self, monster: Monster) -> str:
        if self.state.phase is not Phase.ADVENTURER:
            return str(monster)
        reason = why_not(self.state, Attack(monster.name))
        return reason or f"you can attack {monster} for {monster.kind.defence} attack points"

    def _about_targets(self) -> str:
        able = [str(each) for each in self.state.monsters if self.can_attack(each)]
        return f"from there you could attack {' or '.join(able)}" if able else "no target there"

    def _about_threat(self, tile: Square) -> str:
        if self.state.phase is not Phase.ADVENTURER:
            return ""
        sentence = about_blows(self.forecast(tile), self.state.points.defence)
        where = "if you end here" if tile == self.state.at else f"if you end on {tile}"
        return f"{where}: {sentence}"

    def hint(self) -> str:
        """Return the hint of a tutorial level for the current step."""
        hints = self.state.level.hints
        if not hints:
            return ""
        number = self._hint_number()
        return hints[number] if number is not None and number < len(hints) else ""

    def _hint_number(self) -> int | None:
        """Return the index of the hint for the current step of the turn, or None.

        The steps are roll, assign, walk, attack, end, and the rest.
        """
        state = self.state
        if state.phase is Phase.ROLL:
            return 0 if state.turn == 1 else 5
        if state.phase is Phase.ENERGY:
            return 1
        if state.phase is Phase.ADVENTURER:
            if any(in_reach(state, m) and self.can_attack(m) for m in state.monsters):
                return 3
            return 4 if legal_actions(state) == [EndTurn()] else 2
        return None  # the monsters are acting
