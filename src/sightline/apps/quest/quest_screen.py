"""Play a quest by typed commands: the party against the computer as game master, or with a human
one.

Input and output go through two functions, so that tests can play in the same way as users.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sightline.errors import InvalidValueError, SightlineError
from sightline.games.quest import (
    DOORS,
    HEROES,
    MASTER,
    TREASURE,
    ForceDoor,
    GiveUp,
    Master,
    NextTurn,
    OpenDoor,
    PartyPlayer,
    QuestAction,
    QuestFigure,
    QuestState,
    RollMoves,
    RuleOn,
    Search,
    StepTo,
    Strike,
    Venture,
    acting_side,
    happened,
    known_board,
    legal_actions,
    reachable,
    reason_for_party,
    save_file,
    view,
    why_not,
)
from sightline.model.cell import Square, parse_square

SayLine = Callable[[str], None]
AskLine = Callable[[str], str]

HELP_TEXT = """\
  roll         roll for moves
  go D3        walk there; the master: go orc D3
  open         the closed door next to you       force     the locked one
  hit orc      strike; the master: hit orc Mara
  search       for secret doors                  treasure  in this room
  rule yes WHY the game master rules on a close call; rule no WHY
  hint         what the computer would do, and why
  undo         take back what showed nothing new
  map          the map again                     end       end the turn
  save FILE    write the quest down              give up
  quit         leave\
"""


class QuestTerminal:
    """One quest in a terminal. People play the sides in `people`, the computer the other."""

    def __init__(
        self, venture: Venture, people: tuple[int, ...], say: SayLine, ask: AskLine
    ) -> None:
        self.venture, self.people, self.say, self.ask = venture, people, say, ask
        self.left = False

    @property
    def state(self) -> QuestState:
        return self.venture.state

    @property
    def side(self) -> int:
        """The side whose view is shown: the party's, unless it is a human game master's turn."""
        return acting_side(self.state) if len(self.people) > 1 else HEROES

    def play(self) -> Venture:
        """Play until the end of the quest, or until a player leaves."""
        scenario = self.state.scenario
        self.say(f"{scenario.title}\n{scenario.story}")
        if not self.venture.log:
            for event in self.venture.opening():
                self.say(event.text)
        self._show()
        while not self.state.is_over and not self.left:
            if acting_side(self.state) in self.people:
                self._typed()
            else:
                self._program()
        return self.venture

    def _program(self) -> None:
        side = acting_side(self.state)
        counsel = (PartyPlayer() if side == HEROES else Master()).choose(self.state)
        before = self.state
        self._do(counsel.action)
        reason = counsel.reason
        if self.people and side == MASTER:
            reason = reason_for_party(before, counsel, self.state)
        if reason and not counsel.goes_without_saying:
            self.say(f"    why: {reason}")

    def _typed(self) -> None:
        name = "master" if self.state.turn < 0 else self.state.name(self.state.turn)
        if acting_side(self.state) == MASTER:
            name = "master"
        try:
            self._command(self.ask(f"{name}> ").split())
        except EOFError:
            self.left = True
        except SightlineError as error:
            self.say(f"No: {error}")

    def _command(self, words: list[str]) -> None:
        match words:
            case []:
                pass
            case ["help"]:
                self.say(HELP_TEXT)
            case ["roll"]:
                self._do(RollMoves())
            case ["go", *name, tile]:
                self._go(self._actor(name), parse_square(tile.upper()))
            case ["open"]:
                self._do(self._one_of(OpenDoor, "there is no closed door next to you"))
            case ["force"]:
                self._do(self._one_of(ForceDoor, "there is no locked door next to you"))
            case ["hit", *names]:
                self._hit(names)
            case ["search"]:
                self._do(Search(self.state.turn, DOORS))
            case ["treasure"]:
                self._do(Search(self.state.turn, TREASURE))
            case ["rule", ("yes" | "no") as word, *why]:
                self._rule(word == "yes", " ".join(why))
            case ["end"]:
                self._do(NextTurn())
            case ["give", "up"]:
                self._do(GiveUp())
            case ["hint"]:
                player = PartyPlayer() if acting_side(self.state) == HEROES else Master()
                self.say(f"{player.choose(self.state).reason}.")
            case ["undo"]:
                self.venture = self.venture.undo()
                self._show()
            case ["map"]:
                self._show()
            case ["save", path]:
                save_file(self.venture, Path(path))
                self.say(f"Saved as {path}.")
            case ["quit"]:
                self.left = True
            case _:
                raise InvalidValueError(f"{' '.join(words)!r} is not understood; type help")

    # --- input

    def _number(self, words: list[str]) -> int:
        """Return the number of the figure with that name."""
        called = " ".join(words)
        known = view(self.state, self.side).figures
        for each in known:
            if each.name.lower() == called.lower() and each.figure >= 0:
                return each.figure
        names = ", ".join(each.name for each in known if each.figure >= 0)
        raise InvalidValueError(f"nobody known is called {called!r}; there are {names}")

    def _actor(self, words: list[str]) -> int:
        if words:
            return self._number(words)
        if acting_side(self.state) == MASTER:
            raise InvalidValueError("name the figure: go orc D3")
        return self.state.turn

    def _go(self, figure: int, to: Square) -> None:
        """Walk step by step, and stop when something new comes into view."""
        way = reachable(self.state, figure).get(to)
        if way is None:
            reason = why_not(self.state, StepTo(figure, to))
            left = self.state.moves[figure]
            raise InvalidValueError(
                reason
                if reason and "not next to" not in reason
                else f"{to} cannot be reached with {left} moves"
            )
        for tile in way:
            met = len(self.state.who)
            self._do(StepTo(figure, tile))
            if len(self.state.who) > met or self.state.is_over:
                break

    def _hit(self, names: list[str]) -> None:
        if acting_side(self.state) == MASTER:
            for cut in range(1, len(names)):
                try:
                    pair = self._number(names[:cut]), self._number(names[cut:])
                except InvalidValueError:
                    continue
                return self._do(Strike(*pair))
            raise InvalidValueError("say who strikes whom: hit orc Mara")
        return self._do(Strike(self.state.turn, self._number(names)))

    def _rule(self, visible: bool, why: str) -> None:
        waiting = self.state.waiting
        if waiting is None:
            raise InvalidValueError("no strike waits for a ruling")
        self._do(RuleOn(waiting.figure, waiting.target, visible, why))

    def _one_of(self, kind: type[OpenDoor] | type[ForceDoor], otherwise: str) -> QuestAction:
        for action in legal_actions(self.state):
            if isinstance(action, kind):
                return action
        raise InvalidValueError(otherwise)

    # --- output

    def _do(self, action: QuestAction) -> None:
        side = self.side if self.people else None
        before, self.venture = self.state, self.venture.do(action)
        for event in happened(before, action, self.state, side):
            self.say(event.text)
        explored = before.explored != self.state.explored
        if not self.state.is_over and (explored or before.turn != self.state.turn):
            self._show()

    def _show(self) -> None:
        if self.state.is_over:
            return
        side = self.side if self.people else MASTER
        self.say("")
        self.say(str(known_board(self.state, side)).rstrip())
        now = view(self.state, side)
        for each in now.figures:
            if each.at is not None:
                self.say(_figure_line(each))
        goals = "; ".join(f"{text}{' (done)' if done else ''}" for text, done in now.goals)
        last = f" of {now.rounds}" if now.rounds else ""
        self.say(f"Round {now.round}{last}. Goals: {goals}. Type help for what you can do.")


def _figure_line(each: QuestFigure) -> str:
    if each.body is None:
        return f"  {each.name} was last seen on {each.at}"
    moves = f", {each.moves} moves left" if each.moves else ""
    return (
        f"  {each.name} on {each.at}: body {each.body} of {each.most}, attack {each.attack},"
        f" defense {each.defence}, range {each.range}{moves}"
    )
