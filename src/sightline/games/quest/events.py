"""The events of a quest for a side: the party gets only what it noticed.

for event in happened(before, action, after, side=HEROES):
    print(event.text)
"""

from __future__ import annotations

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
from sightline.texts import PhraseValue, and_list, say, word

MOST_TILES_NAMED = 6


@dataclass(frozen=True)
class VentureEvent:
    """One event. `text` is a sentence about it. Fields are None if they are unknown or do not
    apply.
    """

    kind: str
    """One of: turn, roll, step, door, forced, revealed, met, lost, strike, fell, search, found,
    left, asked, ruled, round, over.
    """
    text: str
    figure: int | None = None
    target: int | None = None
    at: Tile | None = None
    to: Tile | None = None
    tiles: tuple[Tile, ...] | None = None
    """Newly known tiles, or the two tiles of a door."""
    dice: tuple[int, ...] | None = None
    """The dice for movement, for a strike, or against a lock."""
    defence: tuple[int, ...] | None = None
    """The defender's dice."""
    damage: int | None = None
    body: int | None = None
    """The remaining body points."""

    def __post_init__(self) -> None:
        # Monsters' names are lowercase, and some sentences start with one.
        object.__setattr__(self, "text", say("{text:sentences}", text=self.text))

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
    """Return what a side learns of an action, in order.

    The game master learns everything, and so does `side=None`.

    >>> from sightline.games.quest import GiveUp, apply, happened, new_state
    >>> before = new_state("the-sealed-crypt")
    >>> [event.text for event in happened(before, GiveUp(), apply(before, GiveUp()))]
    ['The heroes give the quest up.', 'The quest is lost: the heroes gave it up.']
    """
    return list(_QuestTeller(before, action, after, side == HEROES).tell())


def at_first(state: QuestState) -> list[VentureEvent]:
    """Return events for the party's view at the start, and for the first turn."""
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
                text = say(
                    "{name} opens the {door} between {a} and {b}.",
                    name=before.name(figure),
                    door=word(what),
                    a=str(a),
                    b=str(b),
                )
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
                text = say("The game master opens the room on {at} for the party.", at=str(at))
                yield VentureEvent("room", text, at=Square(*at))
            case GiveUp():
                yield VentureEvent("over", say("The heroes give the quest up."))
            case NextTurn():
                pass
        yield from self._gone()
        if after.is_over:
            yield VentureEvent("over", say("{result}.", result=after.result))
            return
        yield from self.sight_news()
        yield from self._turns()

    def _hides(self, figure: int) -> bool:
        """Return whether the party does not see this monster, neither before nor after the
        action.
        """
        return self.party and not (self.before.sighted | self.after.sighted) >> figure & 1

    def _door_word(self, a: tuple[int, int], b: tuple[int, int]) -> str:
        return next(door.what for door in self.before.scenario.doors if (door.a, door.b) == (a, b))

    def _rolled(self) -> VentureEvent:
        state, figure = self.before, self.before.turn
        numbers = state.figure(figure).numbers
        dice = roll(state.seed, state.rolled, numbers.dice)
        moves = self.after.moves[figure]
        values: dict[str, PhraseValue] = {
            "name": state.name(figure),
            "dice": _listed(dice),
            "n": moves,
        }
        if numbers.moves:
            text = say(
                "{name} rolls {dice} and adds {plus}: {n} moves.", **values, plus=numbers.moves
            )
        else:
            text = say("{name} rolls {dice}: {n} moves.", **values)
        return VentureEvent("roll", text, figure, dice=dice)

    def _step(self, action: StepTo) -> Iterator[VentureEvent]:
        figure, before, after = action.figure, self.before, self.after
        name, here, there = before.name(figure), before.where(figure), Square(*action.to)
        if self._hides(figure):
            return
        was, now = (state.sighted >> figure & 1 for state in (before, after))
        if before.is_monster(figure) and self.party and not (was and now):
            if was:
                text = say("{name} goes out of sight from {start}.", name=name, start=str(here))
                yield VentureEvent("step", text, figure, at=here)
            else:
                text = say("{name} comes into sight on {tile}.", name=name, tile=str(there))
                yield VentureEvent("step", text, figure, to=there)
            return
        values: dict[str, PhraseValue] = {"name": name, "start": str(here), "end": str(there)}
        left = after.moves[figure]
        if after.left >> figure & 1 or after.turn != before.turn:
            text = say("{name} goes from {start} to {end}.", **values)
        elif left == 1:
            text = say("{name} goes from {start} to {end}; 1 move left.", **values)
        else:
            text = say("{name} goes from {start} to {end}; {n} moves left.", **values, n=left)
        yield VentureEvent("step", text, figure, at=here, to=there)

    def _forced(self, action: ForceDoor) -> VentureEvent:
        figure, a, b = action.figure, action.a, action.b
        state = self.before
        dice = roll(state.seed, state.rolled, state.attack[figure])
        what, count = self._door_word(a, b), hits(dice)
        text = say(
            "{name} throws {dice} against the {door} between {a} and {b}: {hits} of the {n} that it"
            " takes. {end}",
            name=state.name(figure),
            dice=_listed(dice),
            door=word(what),
            a=str(a),
            b=str(b),
            hits=_hits(count),
            n=LOCK,
            end=say("It bursts open.") if count >= LOCK else say("It holds."),
        )
        return VentureEvent("forced", text, figure, tiles=(Square(*a), Square(*b)), dice=dice)

    # --- strikes

    def _strike_or_call(self, action: Strike) -> Iterator[VentureEvent]:
        figure, target = action.figure, action.target
        if self.after.phase != RULING:
            yield self._struck(action)
        elif not (self._hides(figure) or self._hides(target)):
            one, other = self.before.name(figure), self.before.name(target)
            text = say(
                "A close call: {one} aims at {other}, and the line only just touches something. The"
                " game master must rule.",
                one=one,
                other=other,
            )
            yield VentureEvent("asked", text, figure, target)

    def _struck(self, action: Strike) -> VentureEvent:
        state = self.before
        figure, target = action.figure, action.target
        dice, against, damage = blow(state, action)
        name, other = state.name(figure), state.name(target)
        body = state.body[target] - damage
        if damage:
            end = say("{name} loses {n} of {m}.", name=other, n=damage, m=state.body[target])
        else:
            end = say("{name} is unhurt.", name=other)
        text = say(
            "{name} strikes {other}: {dice}, {hits} ({hit} or more). {other} wards with {against}:"
            " {wards} ({ward} or more). {end}",
            name=name,
            other=other,
            dice=_listed(dice),
            hits=_hits(hits(dice)),
            hit=HIT,
            against=_listed(against),
            wards=wards(against),
            ward=WARD,
            end=end,
        )
        return VentureEvent(
            "strike", text, figure, target, dice=dice, defence=against, damage=damage, body=body
        )

    def _ruled(self, action: RuleOn) -> Iterator[VentureEvent]:
        figure, target = action.figure, action.target
        if self._hides(figure) or self._hides(target):
            return
        values: dict[str, PhraseValue] = {
            "one": self.before.name(figure),
            "other": self.before.name(target),
            "why": say(": {why}", why=action.why) if action.why else "",
        }
        if action.visible:
            text = say(
                "The game master rules that {one} and {other} see each other{why}.", **values
            )
        else:
            text = say(
                "The game master rules that {one} and {other} do not see each other{why}.", **values
            )
        waiting = self.before.waiting
        if waiting is not None and not action.visible:
            text += say(" There is no strike, and it costs nothing.")
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
                text = say(
                    "{name} finds a secret {door} between {a} and {b}.",
                    name=name,
                    door=word(door.what),
                    a=str(door.a),
                    b=str(door.b),
                )
                yield VentureEvent("found", text, figure, tiles=(door.a, door.b))
            if not found:
                yield VentureEvent(
                    "search", say("{name} searches, and finds no secret door.", name=name), figure
                )
            return
        chests = chests_within(before, figure)
        if not chests:
            yield VentureEvent(
                "search", say("{name} searches, and finds no treasure.", name=name), figure
            )
        for i in chests:
            piece = before.scenario.furniture[i]
            if after.found >> i & 1 and piece.gift is not None:
                gift = _gift_words(piece.gift)
                text = say(
                    "{name} opens {chest}: {gift}.", name=name, chest=word(piece.name), gift=gift
                )
                yield VentureEvent("found", text, figure, at=piece.at)

    # --- sight, losses and turns

    def sight_news(self) -> Iterator[VentureEvent]:
        """Yield the changes in the party's view, as events."""
        before, after = self.before, self.after
        fresh = after.explored & ~before.explored
        if fresh:
            tiles = tuple(self.tiles[i] for i in bits(fresh))
            yield VentureEvent(
                "revealed",
                say("The party sees new tiles: {tiles}.", tiles=_tiles(tiles)),
                tiles=tiles,
            )
        mover = self.action.figure if isinstance(self.action, StepTo) else NOBODY
        for i in range(after.party_size, len(after.who)):
            name, at = after.name(i), after.where(i)
            was, now = before.sighted >> i & 1, after.sighted >> i & 1
            if i >= len(before.who):
                text = say("The party meets {name} on {at}.", name=name, at=str(at))
                yield VentureEvent("met", text, i, at=at)
            elif now and not was and i != mover:
                text = say("The party sees {name} again, on {at}.", name=name, at=str(at))
                yield VentureEvent("met", text, i, at=at)
            elif was and not now and i != mover and at is not None:
                yield VentureEvent("lost", say("The party no longer sees {name}.", name=name), i)

    def _gone(self) -> Iterator[VentureEvent]:
        before, after = self.before, self.after
        for i in bits(after.fallen & ~before.fallen):
            yield VentureEvent(
                "fell", say("{name} falls.", name=after.name(i)), i, at=before.where(i)
            )
        for i in bits(after.left & ~before.left):
            yield VentureEvent("left", say("{name} leaves by the exit.", name=after.name(i)), i)

    def _turns(self) -> Iterator[VentureEvent]:
        before, after = self.before, self.after
        if after.round != before.round:
            yield VentureEvent("round", say("Round {round} begins.", round=after.round))
        if (after.turn, after.round) != (before.turn, before.round):
            yield _turn_event(after)


def _turn_event(state: QuestState) -> VentureEvent:
    if state.phase == MASTERS_TURN:
        return VentureEvent("turn", say("It is the game master's turn."))
    return VentureEvent(
        "turn", say("It is {name}'s turn.", name=state.name(state.turn)), state.turn
    )


def _gift_words(gift: ChestGift) -> str:
    parts: list[str] = [say("{n} gold", n=gift.gold)] if gift.gold else []
    if gift.body:
        one, n = gift.body == 1, gift.body
        parts.append(say("1 body point mended") if one else say("{n} body points mended", n=n))
    if gift.attack:
        one, n = gift.attack == 1, gift.attack
        parts.append(say("1 more attack die") if one else say("{n} more attack dice", n=n))
    if gift.defence:
        one, n = gift.defence == 1, gift.defence
        parts.append(say("1 more defense die") if one else say("{n} more defense dice", n=n))
    if gift.hurts:
        parts.append(say("a trap that takes {n}", n=gift.hurts))
    return and_list(parts) if parts else say("it is empty")


def _hits(count: int) -> str:
    return say("1 hit") if count == 1 else say("{n} hits", n=count)


def _listed(values: Any) -> str:
    words = [str(value) for value in values]
    return and_list(words) if words else say("no dice")


def _tiles(tiles: tuple[Tile, ...]) -> str:
    rest = len(tiles) - MOST_TILES_NAMED
    if rest > 1:
        return say(
            "{tiles} and {n} more", tiles=", ".join(map(str, tiles[:MOST_TILES_NAMED])), n=rest
        )
    return ", ".join(map(str, tiles))
