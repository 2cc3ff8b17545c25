"""Play a skirmish by typed commands: a person against the computer, two people at one screen, or a
demo.

Input and output go through two functions, so that tests can play in the same way as users.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sightline.errors import InvalidValueError, SightlineError
from sightline.games.skirmish import (
    DEPLOYING,
    SIDES,
    Advice,
    Battle,
    Blast,
    Commander,
    Deploy,
    Flame,
    March,
    Match,
    Pass,
    Resign,
    Shot,
    SkirmishAction,
    happened,
    prospects,
    routes,
    save_file,
    sight_between,
    view,
)
from sightline.games.skirmish.drawing import (
    GROUND,
    heading,
    map_lines,
    tag_of,
    unit_lines,
    unit_of,
)
from sightline.model.cell import Hex, hex_distance

SayLine = Callable[[str], None]
AskLine = Callable[[str], str]

HELP_TEXT = """\
  m A 2,-1    march A to a hex, by the cheapest way, until somebody comes into sight
  s A f       shoot at f            b A 2,-1   blast at a hex
  f A 2,-1    fire towards a neighboring hex
  ? A         what A can do, with prices and chances
  see 0,0 2,1 the line between two hexes, and why
  hint        what the computer would do, and why
  undo        take back a step that showed nothing new
  map         the map again         end        end the turn
  save FILE   write the game down   resign     give it up
  quit        leave\
"""


class Leave(Exception):  # noqa: N818 - no error: somebody wants to go
    """Raised when a player ends the session."""


def watch(match: Match, say: SayLine, seed: int = 0) -> Match:
    """Let the computer play against itself, and print every action with its reason."""
    commanders = (Commander(seed), Commander(seed + 1))
    while not match.battle.is_over:
        battle = match.battle
        side = battle.side if battle.phase != DEPLOYING else int(battle.ready[0])
        advice = commanders[side].choose(battle, side)
        match = _shown(match, advice, None, say)
        if isinstance(advice.action, Pass) and not match.battle.is_over:
            say("")
            say(heading(match.battle))
            for line in map_lines(match.battle._replace(fog=False), match.battle.side):
                say(line)
    return match


def _shown(match: Match, advice: Advice, side: int | None, say: SayLine) -> Match:
    """Perform an advised action and print what `side` learns from it; for None,
    print the reason too.
    """
    then = match.do(advice.action)
    for event in happened(match.battle, advice.action, then.battle, side):
        say(event.text)
    if side is None and not isinstance(advice.action, Deploy):
        say(f"    why: {advice.reason}")
    return then


class SkirmishScreen:
    """One game in a terminal. People play the sides in `people`, the computer the others."""

    def __init__(self, match: Match, people: tuple[int, ...], say: SayLine, ask: AskLine) -> None:
        self.match, self.people, self.say, self.ask = match, people, say, ask
        self.commander = Commander(match.start.seed)
        self.news: dict[int, list[str]] = {side: [] for side in people}

    @property
    def battle(self) -> Battle:
        return self.match.battle

    def play(self) -> Match:
        """Play until the end of the game, or until a player leaves."""
        try:
            self._deploy()
            while not self.battle.is_over:
                if self.battle.side in self.people:
                    self._turn()
                else:
                    self._do(self.commander.choose(self.battle).action)
        except (Leave, EOFError):
            return self.match
        for line in self.news[self.people[0]]:
            self.say(line)
        return self.match

    def _deploy(self) -> None:
        for side in (0, 1):
            if self.battle.ready[side]:
                continue
            if side not in self.people:
                self._do(self.commander.choose(self.battle, side).action)
                continue
            offers = self.battle.field.deployments(side)
            zone = ", ".join(f"{q},{r}" for q, r in self.battle.field.zones[side])
            self.say(f"{SIDES[side].capitalize()} deploys. The zone: {zone}.")
            names = ", ".join(self.battle.field.units[u].name for u in self._own(side))
            self.say(f"A hex for each of {names}; or a number from 1 to {len(offers)}, ready-made.")
            while not self.battle.ready[side]:
                self._try_deploy(side, offers)

    def _try_deploy(self, side: int, offers: list[Deploy]) -> None:
        words = self.ask("deploy> ").split()
        if words[:1] == ["quit"]:
            raise Leave
        try:
            if len(words) == 1 and words[0].isdecimal() and 1 <= int(words[0]) <= len(offers):
                self._do(offers[int(words[0]) - 1])
            else:
                self._do(Deploy(side, tuple(_hex(word) for word in words)))
        except SightlineError as error:
            self.say(f"No: {error}")

    def _own(self, side: int) -> range:
        return self.battle.field.members[side]

    # --- the turn of a person

    def _turn(self) -> None:
        side = self.battle.side
        if len(self.people) > 1:
            self.ask(f"\n{SIDES[side].capitalize()}'s turn: pass the screen, and press enter. ")
        for line in self.news[side]:
            self.say(line)
        self.news[side].clear()
        self._show()
        while not self.battle.is_over and self.battle.side == side:
            try:
                self._command(self.ask(f"{SIDES[side]}> ").split())
            except SightlineError as error:
                self.say(f"No: {error}")

    def _show(self) -> None:
        side = self.battle.side
        self.say("")
        self.say(heading(self.battle))
        for line in (*map_lines(self.battle, side), *unit_lines(self.battle, side)):
            self.say(line)
        self.say(f"{GROUND}. Type help for what you can do.")

    def _command(self, words: list[str]) -> None:
        match words:
            case []:
                pass
            case ["help"]:
                self.say(HELP_TEXT)
            case ["m" | "march" | "move", tag, to]:
                self._march(self._unit(tag), _hex(to))
            case ["s" | "shoot", tag, target]:
                self._act(Shot(self._unit(tag), self._unit(target)))
            case ["b" | "blast", tag, at]:
                self._act(Blast(self._unit(tag), _hex(at)))
            case ["f" | "flame" | "fire", tag, toward]:
                self._act(Flame(self._unit(tag), _hex(toward)))
            case ["end" | "pass"]:
                self._act(Pass())
            case ["resign"]:
                self._act(Resign(self.battle.side))
            case ["?", tag]:
                self._tell_of(self._unit(tag))
            case ["see", a, b]:
                self.say(sight_between(self.battle.field, _hex(a), _hex(b)).explain())
            case ["hint"]:
                self._hint()
            case ["undo"]:
                self.match = self.match.undo()
                self._show()
            case ["map"]:
                self._show()
            case ["save", path]:
                save_file(self.match, Path(path))
                self.say(f"Saved as {path}.")
            case ["quit"]:
                raise Leave
            case _:
                raise InvalidValueError(f"{' '.join(words)!r} is not understood; type help")

    def _unit(self, tag: str) -> int:
        unit = unit_of(self.battle.field, tag)
        if unit is None:
            field = self.battle.field
            tags = " ".join(tag_of(field, each) for each in range(len(field.units)))
            raise InvalidValueError(f"there is no unit {tag!r}; there are {tags}")
        return unit

    def _march(self, unit: int, to: Hex) -> None:
        """March step by step along the cheapest path, and stop when a new enemy comes into view."""
        route = routes(self.battle, unit).get(to)
        if route is None:
            here = self.battle.where(unit)
            if here and to in self.battle.field.board and hex_distance(here, to) > 1:
                left = self.battle.moves[unit]
                raise InvalidValueError(f"{to} cannot be reached with {left} points")
            self._act(March(unit, to))  # the error says why it is not allowed
            return
        seen = _enemies_seen(self.battle)
        for cell in route.path:
            self._act(March(unit, cell))
            if _enemies_seen(self.battle) - seen:
                if cell != to:
                    self.say("It stops to look.")
                break

    def _act(self, action: SkirmishAction) -> None:
        side = self.battle.side
        self._do(action)
        for line in self.news[side]:
            self.say(line)
        self.news[side].clear()

    def _do(self, action: SkirmishAction) -> None:
        """Perform an action, and record what each side learns from it."""
        before = self.battle
        self.match = self.match.do(action)
        for side, lines in self.news.items():
            lines += [event.text for event in happened(before, action, self.battle, side)]

    def _tell_of(self, unit: int) -> None:
        if unit not in self._own(self.battle.side):
            raise InvalidValueError("that is an enemy; ask for one of your own")
        ways = routes(self.battle, unit)
        if ways:
            costs = sorted({route.cost for route in ways.values()})
            for cost in costs:
                cells = " ".join(f"{q},{r}" for (q, r), way in ways.items() if way.cost == cost)
                self.say(f"  march for {cost}: {cells}")
        shown = 0
        for each in prospects(self.battle, unit):
            if isinstance(each.action, March) or (isinstance(each.action, Blast) and not each.hits):
                continue
            self.say(f"  {type(each.action).__name__.lower()} {each.text}")
            shown += 1
        if not ways and not shown:
            self.say("  nothing more in this turn")

    def _hint(self) -> None:
        advice = Commander().choose(self.battle)
        self.say(f"{_typed(self.battle, advice.action)}: {advice.reason}.")


def _typed(battle: Battle, action: SkirmishAction) -> str:
    """Return an action in the form in which a user would type it."""
    match action:
        case March(unit, (q, r)):
            return f"m {tag_of(battle.field, unit)} {q},{r}"
        case Shot(unit, target):
            return f"s {tag_of(battle.field, unit)} {tag_of(battle.field, target)}"
        case Blast(unit, (q, r)):
            return f"b {tag_of(battle.field, unit)} {q},{r}"
        case Flame(unit, (q, r)):
            return f"f {tag_of(battle.field, unit)} {q},{r}"
    return "end"


def _enemies_seen(battle: Battle) -> set[int]:
    return {each.unit for each in view(battle, battle.side).units if each.status == "seen"}


def _hex(word: str) -> Hex:
    parts = word.strip("()").split(",")
    try:
        q, r = (int(part) for part in parts)
    except ValueError:
        raise InvalidValueError(f"expected a hex such as 2,-1, got {word[:40]!r}") from None
    return Hex(q, r)
