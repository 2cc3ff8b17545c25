"""Rolls for pages: complete if the user may see them, otherwise only the fact that one was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice

from sightline.table.protocol.answers import DiceAnswer, DiceCount, RollCount
from sightline.table.protocol.server import DiceView, Rolls, RollView
from sightline.table.state.records import MASTER
from sightline.table.state.rolls import RollRecord

LAST = 50
"""The most recent rolls that a new page gets."""


def is_seen(roll: RollRecord, viewer: str) -> bool:
    """Return whether this user sees the dice. The game master sees the players' secret rolls."""
    return not roll.secret or viewer in (MASTER, roll.by)


def roll_view(roll: RollRecord, viewer: str) -> RollView:
    mine = roll.by == viewer
    if not is_seen(roll, viewer):
        return RollView(roll.id, roll.who, roll.when, mine, secret=True, taken_back=roll.taken_back)
    return RollView(
        roll.id,
        roll.who,
        roll.when,
        mine,
        text=roll.text,
        purpose=roll.purpose,
        dice=[
            DiceView(each.sides, list(each.faces), list(each.kept), each.minus, each.exploding)
            for each in roll.dice
        ],
        plus=roll.plus,
        total=roll.total,
        said=roll.said,
        secret=roll.secret,
        taken_back=roll.taken_back,
    )


def last_rolls(rolls: dict[str, RollRecord], viewer: str) -> Rolls:
    last = [*islice(reversed(rolls.values()), LAST)]
    return Rolls([roll_view(roll, viewer) for roll in reversed(last)])


def dice_answer(rolls: Iterable[RollRecord], viewer: str) -> DiceAnswer:
    """Return the statistics of everyone's dice. People are counted by id, because two may have
    the same name.
    """
    names: dict[str, str] = {}
    counts: dict[str, Counter[str]] = {}
    faces: dict[tuple[str, int], Counter[int]] = {}
    for roll in rolls:
        names[roll.by] = roll.who
        count = counts.setdefault(roll.by, Counter())
        seen = is_seen(roll, viewer)
        count["rolls"] += 1
        count["secret"] += not seen
        count["said"] += roll.said
        count["taken_back"] += roll.taken_back
        for dice in roll.dice if seen else ():
            faces.setdefault((roll.by, dice.sides), Counter()).update(dice.faces)
    return DiceAnswer(
        [
            RollCount(names[by], each["rolls"], each["secret"], each["said"], each["taken_back"])
            for by, each in counts.items()
        ],
        [
            DiceCount(names[by], sides, [each[face] for face in range(1, sides + 1)])
            for (by, sides), each in sorted(faces.items())
        ],
    )
