"""Legal actions with costs and expected results, for a page.

`routes` returns where a unit can walk, and `prospects` every legal action with its cost. Like the
legal actions, they depend only on what the active side knows.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from sightline.games.skirmish.actions import Blast, Flame, March, Shot, SkirmishAction
from sightline.games.skirmish.battle import Battle, seen_enemies
from sightline.games.skirmish.board.battlefield import NOWHERE, Battlefield
from sightline.games.skirmish.rules import legal_actions, step_cost, struck
from sightline.games.skirmish.words import about_chance, about_step
from sightline.model.cell import Hex
from sightline.texts import PhraseValue, join, say, word


class Route(NamedTuple):
    """The cheapest path of a unit to a hex: its cost, and its hexes, including the last."""

    cost: int
    path: tuple[Hex, ...]


class Prospect(NamedTuple):
    """A legal action and its effect, without knowledge of dice or unseen enemies."""

    action: SkirmishAction
    cost: int
    """The move points that it costs: the price of a step, or all points for an attack."""
    chance: int | None
    """The chance of a shot, in percent. A blast or a cone never misses."""
    hits: tuple[int, ...]
    """The visible units that are hit, including own ones."""
    text: str


def routes(battle: Battle, unit: int) -> dict[Hex, Route]:
    """Return the cheapest path to every hex that a unit can reach with its points.

    Enemies may come into sight on the way, so `March` step by step and check.

    >>> from sightline.games.skirmish import apply, legal_actions, new_battle, routes
    >>> battle = new_battle("crossing")
    >>> for _ in (0, 1):
    ...     battle = apply(battle, legal_actions(battle)[0])
    >>> max(route.cost for route in routes(battle, 0).values())
    5
    """
    cells = battle.field.tables.cells
    at = battle.at[unit]
    if at == NOWHERE:
        return {}
    taken = set(battle.at)
    hidden = set(battle.field.members[1 - battle.field.units[unit].side])
    hidden -= set(seen_enemies(battle, battle.field.units[unit].side))
    taken -= {battle.at[each] for each in hidden}
    found = ways(battle.field, at, battle.moves[unit], frozenset(taken))
    return {
        cells[to]: Route(cost, tuple(cells[i] for i in path_to(found, to)))
        for to, (cost, _) in found.items()
        if to != at
    }


def ways(
    field: Battlefield, at: int, points: int, taken: frozenset[int] = frozenset()
) -> dict[int, tuple[int, int]]:
    """Return each hex within `points`, with its cost and the previous hex."""
    found = {at: (0, at)}
    waiting = [(0, at)]
    steps = field.tables.steps
    while waiting:
        so_far, here = heappop(waiting)
        if so_far > found[here][0]:
            continue
        for to, cost in steps[here]:
            total = so_far + cost
            if total <= points and to not in taken and total < found.get(to, (1 << 30, 0))[0]:
                found[to] = (total, here)
                heappush(waiting, (total, to))
    return found


def path_to(found: dict[int, tuple[int, int]], to: int) -> list[int]:
    """Return the hexes of a path that `ways` has found, without the first."""
    path = []
    while found[to][1] != to:
        path.append(to)
        to = found[to][1]
    return path[::-1]


def prospects(battle: Battle, unit: int | None = None) -> list[Prospect]:
    """Return every legal action, or those of one unit, with its cost and targets.

    >>> from sightline.games.skirmish import apply, legal_actions, new_battle, prospects
    >>> battle = new_battle("crossing")
    >>> for _ in (0, 1):
    ...     battle = apply(battle, legal_actions(battle)[0])
    >>> prospects(battle, 0)[0].text
    'to (1, -5): open ground 1'
    """
    return [
        _prospect(battle, action)
        for action in legal_actions(battle)
        if unit is None or getattr(action, "unit", None) == unit
    ]


def _prospect(battle: Battle, action: SkirmishAction) -> Prospect:
    field, index = battle.field, battle.field.tables.index
    match action:
        case March(unit, to):
            here, there = battle.at[unit], index[to]
            cost = step_cost(field, here, there)
            return Prospect(
                action,
                cost,
                None,
                (),
                say("to {tile}: {cost}", tile=str(to), cost=about_step(field, here, there)),
            )
        case Shot(unit, target):
            here, there = battle.at[unit], battle.at[target]
            chance = field.options[unit].chances(here)[there]
            text = say(
                "at the {name}: {chance}",
                name=word(field.units[target].name),
                chance=about_chance(field, unit, here, there),
            )
            return Prospect(action, battle.moves[unit], chance, (target,), text)
        case Blast(unit, aim) | Flame(unit, aim):
            known = {*field.members[battle.side], *seen_enemies(battle, battle.side)}
            hits = tuple(each for each in struck(battle, action) if each in known)
            names = join([word(field.units[each].name) for each in hits]) or say("nobody in sight")
            values: dict[str, PhraseValue] = {
                "tile": str(aim),
                "n": field.units[unit].kind.damage,
                "names": names,
            }
            if isinstance(action, Blast):
                text = say("at {tile}: {n} damage to {names}", **values)
            else:
                text = say("toward {tile}: {n} damage to {names}", **values)
            return Prospect(action, battle.moves[unit], None, hits, text)
    return Prospect(action, 0, None, (), "")
