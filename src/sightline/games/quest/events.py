"""The events of a quest for a side: the party gets only what it noticed.

for event in happened(before, action, after, side=HEROES):
    print(event.text)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from sightline.games.common.bit_sets import bits
from sightline.games.quest.actions import (
    DOORS,
    ForceDoor,
    GiveUp,
    NextTurn,
    OpenDoor,
    QuestAction,
    RollMoves,
    RuleOn,
    Search,
    ShowRoom,
    StepTo,
    Strike,
)
from sightline.games.quest.dice import HIT, WARD, hits, roll, wards
from sightline.games.quest.rules import LOCK, blow, chests_within
from sightline.games.quest.scenario import ChestGift
from sightline.games.quest.state import HEROES, MASTERS_TURN, NOBODY, RULING, QuestState
from sightline.model.cell import Square, Tile

MOST_TILES_NAMED = 6


@dataclass(frozen=True)
class VentureEvent:
    """One event. `text` describes it in a sentence; None fields are unknown, or do not apply."""

    kind: str
    """turn, roll, step, door, forced, revealed, met, lost, strike, fell, search, found, left,
    asked, ruled, round, over"""
    text: str
    figure: int | None = None
    target: int | None = None
    at: Tile | None = None
    to: Tile | None = None
    tiles: tuple[Tile, ...] | None = None
    """Newly known tiles, or the two of a door."""
    dice: tuple[int, ...] | None = None
    """The dice of movement, of a strike, or against a lock."""
    defence: tuple[int, ...] | None = None
    """The defender's dice."""
    damage: int | None = None
    body: int | None = None
    """The remaining body points."""

    def __post_init__(self) -> None:
        # Monsters' names are lowercase, and some sentences start with one.
        said = re.sub(r"(^|[.] )([a-z])", lambda found: found[1] + found[2].upper(), self.text)
        object.__setattr__(self, "text", said)

    def to_data(self) -> dict[str, Any]:
        """Return plain data, without unknown fields."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return {key: _plain(value) for key, value in found.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, Square):
        return [value.row, value.col]
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def happened(
    before: QuestState, action: QuestAction, after: QuestState, side: int | None = None
) -> list[VentureEvent]:
    """Return what a side learns of an action, in order; the game master, and `side=None`, learn
    everything.

    >>> from sightline.games.quest import GiveUp, apply, happened, new_state
    >>> before = new_state("the-sealed-crypt")
    >>> [event.text for event in happened(before, GiveUp(), apply(before, GiveUp()))]
    ['The heroes give the quest up.', 'The quest is lost: the heroes gave it up.']
    """
    return list(_QuestTeller(before, action, after, side == HEROES).tell())


def at_first(state: QuestState) -> list[VentureEvent]:
    """Return what the party sees at the start, and whose turn it is."""
    nothing = state._replace(
        explored=0, sighted=(1 << state.party_size) - 1, who=state.who[: state.party_size]
    )
    teller = _QuestTeller(nothing, NextTurn(), state, True)
    return [*teller.sight_news(), _turn_event(state)]


class _QuestTeller:
    """Describes one action to one side."""

    def __init__(
        self, before: QuestState, action: QuestAction, after: QuestState, party: bool
    ) -> None:
        self.before, self.action, self.after, self.party = before, action, after, party
        self.tiles = before.scenario.tiles

    def tell(self) -> Iterator[VentureEvent]:
        before, after = self.before, self.after
        match self.action:
            case RollMoves():
                yield self._rolled()
            case StepTo():
                yield from self._step(self.action)
            case OpenDoor(figure, a, b):
                what = self._door_word(a, b)
                text = f"{before.name(figure)} opens the {what} between {a} and {b}."
                yield VentureEvent("door", text, figure, tiles=(Square(*a), Square(*b)))
            case ForceDoor():
                yield self._forced(self.action)
            case Strike():
                yield from self._strike_or_call(self.action)
            case Search():
                yield from self._search(self.action)
            case RuleOn():
                yield from self._ruled(self.action)
            case ShowRoom(at):
                text = f"The game master opens the room on {at} for the party."
                yield VentureEvent("room", text, at=Square(*at))
            case GiveUp():
                yield VentureEvent("over", "The heroes give the quest up.")
            case NextTurn():
                pass
        yield from self._gone()
        if after.is_over:
            yield VentureEvent("over", f"{after.result}.")
            return
        yield from self.sight_news()
        yield from self._turns()

    def _hides(self, figure: int) -> bool:
        """Whether it is a monster that the party sees neither before nor after."""
        return self.party and not (self.before.sighted | self.after.sighted) >> figure & 1

    def _door_word(self, a: tuple[int, int], b: tuple[int, int]) -> str:
        return next(door.what for door in self.before.scenario.doors if (door.a, door.b) == (a, b))

    def _rolled(self) -> VentureEvent:
        state, figure = self.before, self.before.turn
        numbers = state.figure(figure).numbers
        dice = roll(state.seed, state.rolled, numbers.dice)
        moves = self.after.moves[figure]
        plus = f" and adds {numbers.moves}" if numbers.moves else ""
        text = f"{state.name(figure)} rolls {_listed(dice)}{plus}: {moves} moves."
        return VentureEvent("roll", text, figure, dice=dice)

    def _step(self, action: StepTo) -> Iterator[VentureEvent]:
        figure, before, after = action.figure, self.before, self.after
        name, here, there = before.name(figure), before.where(figure), Square(*action.to)
        if self._hides(figure):
            return
        was, now = (state.sighted >> figure & 1 for state in (before, after))
        if before.is_monster(figure) and self.party and not (was and now):
            if was:
                text = f"{name} goes out of sight from {here}."
                yield VentureEvent("step", text, figure, at=here)
            else:
                text = f"{name} comes into sight on {there}."
                yield VentureEvent("step", text, figure, to=there)
            return
        left = f"; {_counted(after.moves[figure], 'move')} left"
        if after.left >> figure & 1 or after.turn != before.turn:
            left = ""
        text = f"{name} goes from {here} to {there}{left}."
        yield VentureEvent("step", text, figure, at=here, to=there)

    def _forced(self, action: ForceDoor) -> VentureEvent:
        figure, a, b = action.figure, action.a, action.b
        state = self.before
        dice = roll(state.seed, state.rolled, state.attack[figure])
        what, count = self._door_word(a, b), hits(dice)
        word = "bursts open" if count >= LOCK else "holds"
        text = (
            f"{state.name(figure)} throws {_listed(dice)} against the {what} between {a} and {b}:"
            f" {_counted(count, 'hit')} of the {LOCK} that it takes. It {word}."
        )
        return VentureEvent("forced", text, figure, tiles=(Square(*a), Square(*b)), dice=dice)

    # --- strikes

    def _strike_or_call(self, action: Strike) -> Iterator[VentureEvent]:
        figure, target = action.figure, action.target
        if self.after.phase != RULING:
            yield self._struck(action)
        elif not (self._hides(figure) or self._hides(target)):
            one, other = self.before.name(figure), self.before.name(target)
            text = (
                f"A close call: {one} aims at {other}, and the line only just touches something."
                " The game master must rule."
            )
            yield VentureEvent("asked", text, figure, target)

    def _struck(self, action: Strike) -> VentureEvent:
        state = self.before
        figure, target = action.figure, action.target
        dice, against, damage = blow(state, action)
        name, other = state.name(figure), state.name(target)
        body = state.body[target] - damage
        text = (
            f"{name} strikes {other}: {_listed(dice)}, {_counted(hits(dice), 'hit')}"
            f" ({HIT} or more). {other} wards with {_listed(against)}:"
            f" {wards(against)} ({WARD} or more). "
        )
        if damage:
            text += f"{other} loses {damage} of {state.body[target]}."
        else:
            text += f"{other} is unhurt."
        return VentureEvent(
            "strike", text, figure, target, dice=dice, defence=against, damage=damage, body=body
        )

    def _ruled(self, action: RuleOn) -> Iterator[VentureEvent]:
        figure, target = action.figure, action.target
        if self._hides(figure) or self._hides(target):
            return
        verb = "see" if action.visible else "do not see"
        why = f": {action.why}" if action.why else ""
        one, other = self.before.name(figure), self.before.name(target)
        text = f"The game master rules that {one} and {other} {verb} each other{why}."
        waiting = self.before.waiting
        if waiting is not None and not action.visible:
            text += " There is no strike, and it costs nothing."
        yield VentureEvent("ruled", text, figure, target)
        if waiting is not None and action.visible:
            yield self._struck(waiting)

    # --- searches

    def _search(self, action: Search) -> Iterator[VentureEvent]:
        figure, before, after = action.figure, self.before, self.after
        name = before.name(figure)
        if action.what == DOORS:
            found = [i for i, d in enumerate(before.doors) if d != after.doors[i]]
            for i in found:
                door = before.scenario.doors[i]
                text = f"{name} finds a secret {door.what} between {door.a} and {door.b}."
                yield VentureEvent("found", text, figure, tiles=(door.a, door.b))
            if not found:
                yield VentureEvent("search", f"{name} searches, and finds no secret door.", figure)
            return
        chests = chests_within(before, figure)
        if not chests:
            yield VentureEvent("search", f"{name} searches, and finds no treasure.", figure)
        for i in chests:
            piece = before.scenario.furniture[i]
            if after.found >> i & 1 and piece.gift is not None:
                text = f"{name} opens {piece.name}: {_gift_words(piece.gift)}."
                yield VentureEvent("found", text, figure, at=piece.at)

    # --- sight, losses and turns

    def sight_news(self) -> Iterator[VentureEvent]:
        """Return what the party sees now that it did not see before."""
        before, after = self.before, self.after
        fresh = after.explored & ~before.explored
        if fresh:
            tiles = tuple(self.tiles[i] for i in bits(fresh))
            yield VentureEvent(
                "revealed", f"The party sees new tiles: {_tiles(tiles)}.", tiles=tiles
            )
        mover = self.action.figure if isinstance(self.action, StepTo) else NOBODY
        for i in range(after.party_size, len(after.who)):
            name, at = after.name(i), after.where(i)
            was, now = before.sighted >> i & 1, after.sighted >> i & 1
            if i >= len(before.who):
                text = f"The party meets {name} on {at}."
                yield VentureEvent("met", text, i, at=at)
            elif now and not was and i != mover:
                text = f"The party sees {name} again, on {at}."
                yield VentureEvent("met", text, i, at=at)
            elif was and not now and i != mover and at is not None:
                yield VentureEvent("lost", f"The party no longer sees {name}.", i)

    def _gone(self) -> Iterator[VentureEvent]:
        before, after = self.before, self.after
        for i in bits(after.fallen & ~before.fallen):
            yield VentureEvent("fell", f"{after.name(i)} falls.", i, at=before.where(i))
        for i in bits(after.left & ~before.left):
            yield VentureEvent("left", f"{after.name(i)} leaves by the exit.", i)

    def _turns(self) -> Iterator[VentureEvent]:
        before, after = self.before, self.after
        if after.round != before.round:
            yield VentureEvent("round", f"Round {after.round} begins.")
        if (after.turn, after.round) != (before.turn, before.round):
            yield _turn_event(after)


def _turn_event(state: QuestState) -> VentureEvent:
    if state.phase == MASTERS_TURN:
        return VentureEvent("turn", "It is the game master's turn.")
    return VentureEvent("turn", f"It is {state.name(state.turn)}'s turn.", state.turn)


def _gift_words(gift: ChestGift) -> str:
    parts = [f"{gift.gold} gold"] if gift.gold else []
    if gift.body:
        parts.append(f"{_counted(gift.body, 'body point')} mended")
    if gift.attack:
        parts.append(_counted(gift.attack, "more attack die", "more attack dice"))
    if gift.defence:
        parts.append(_counted(gift.defence, "more defense die", "more defense dice"))
    if gift.hurts:
        parts.append(f"a trap that takes {gift.hurts}")
    return _listed(parts) if parts else "it is empty"


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def _listed(values: Any) -> str:
    words = [str(value) for value in values]
    if len(words) < 2:
        return words[0] if words else "no dice"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _tiles(tiles: tuple[Tile, ...]) -> str:
    rest = len(tiles) - MOST_TILES_NAMED
    if rest > 1:
        return f"{', '.join(map(str, tiles[:MOST_TILES_NAMED]))} and {rest} more"
    return ", ".join(map(str, tiles))
