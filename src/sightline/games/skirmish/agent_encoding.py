"""Actions and battles as numbers, for learning agents.

    numbers = side_numbers(battle.field, side=0)
    numbers.mask(battle)                 # a byte for each action: 1 if it is legal now
    numbers.seen(battle)                 # what the side knows, as a row of bytes
    battle = apply(battle, numbers.action(battle, 17))

Numbers are relative to the side: its own units come first, and on a map with half-turn symmetry
blue counts the hexes from the other end. So an agent trained as red can play blue.

An action number means the same in every battle on the field:

    0            end the turn
    1 on         put the next unit on the first, second, ... hex of the zone, while deploying
    then, for each unit of the side: six steps, in the order of DIRECTIONS, and its weapon:
                 a shot at each enemy, a blast at each hex, or a cone in six directions

A row starts with the numbers of `HEAD`. Then come the hexes of all own units, then their health,
and so on as in `OF_OWN`; the same for the enemies as in `OF_ENEMY`; and a number for each hex: 1 if
it is in sight.

    8        phase (0 deploying, 1 fighting, 2 over), 1 if to act, side, round, rounds, own points,
             their points, the goal
    5 each   own units: hexes (255 for none), health, moves, 1 if it may attack, charges
    3 each   enemies: last known hexes, health (0 unless seen), knowledge (0 defeated, 1 none, 2
             last position, 3 seen)
    1 each   1 for each hex in sight
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sightline.errors import InvalidValueError
from sightline.games.skirmish.actions import Blast, Deploy, Flame, SkirmishAction
from sightline.games.skirmish.battle import DEPLOYING, FIGHTING, OVER, Battle, visible
from sightline.games.skirmish.board.battlefield import NOWHERE, Battlefield
from sightline.games.skirmish.board.tables import DIRECTIONS
from sightline.games.skirmish.board.units import BLAST, SHOT
from sightline.games.skirmish.rules import PASS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HEAD = ("phase", "on turn", "side", "round", "rounds", "points", "their points", "goal")
OF_OWN = ("hex", "health", "moves", "armed", "charges")
OF_ENEMY = ("hex", "health", "status")
GONE, UNKNOWN, REMEMBERED, SEEN = range(4)
"""A side's knowledge of an enemy: that it has fallen, only that it exists, its last known hex, or
everything visible.
"""
END_TURN, FIRST_PLACE = 0, 1
_PHASES = {DEPLOYING: 0, FIGHTING: 1, OVER: 2}
_MOST = 255
_WAYS = len(DIRECTIONS)
_NOWHERE = bytes([NOWHERE])
_BIT = tuple(1 << i for i in range(NOWHERE + 1))
_AS_BYTES = bytes.maketrans(b"01", b"\0\1")


class UnitNumbers:
    """The numbered actions of one unit from one hex."""

    __slots__ = ("actions", "around", "chances", "steps", "steps_by_points", "strikes")

    def __init__(self, numbers: SideNumbers, unit: int, here: int) -> None:
        options = numbers.field.options[unit]
        kind, cells = options.kind, numbers.field.tables.cells
        marches = options.marches(here)
        first, weapon = numbers.first_step[unit], numbers.first_attack[unit]
        self.actions: dict[int, SkirmishAction] = {}
        self.around = marches.around
        self.steps: list[tuple[int, int, int]] = []
        for to, cost, march in marches.steps:
            number = first + numbers.direction(cells[here], cells[to])
            self.steps.append((to, cost, number))
            self.actions[number] = march
        self.steps_by_points = [bytearray(_WAYS) for _ in range(kind.move + 1)]
        for points, row in enumerate(self.steps_by_points):
            for _, cost, number in self.steps:
                row[number - first] = cost <= points
        self.strikes, self.chances = b"", options.chances(here) if options.shoots else b""
        if not options.shoots:
            for action in options.strikes(here):
                if isinstance(action, Blast):
                    aim = numbers.hex_number(numbers.field.tables.index[action.at])
                    self.actions[weapon + aim] = action
                elif isinstance(action, Flame):
                    self.actions[weapon + numbers.direction(cells[here], action.toward)] = action
            width = numbers.hexes if kind.weapon == BLAST else _WAYS
            self.strikes = bytes(weapon + i in self.actions for i in range(width))


class SideNumbers:
    """The encoding for a side on a battlefield. `side_numbers` creates and caches it."""

    def __init__(self, field: Battlefield, side: int) -> None:
        cells = field.tables.cells
        self.field, self.side, self.hexes = field, side, len(cells)
        self.own, self.enemies = field.members[side], field.members[1 - side]
        self.turned = side == 1 and _turns_onto_itself(cells)
        self.zone = tuple(field.tables.index[cell] for cell in field.zones[side])
        self.first_step: dict[int, int] = {}
        self.first_attack: dict[int, int] = {}
        self._unit_of = [-1] * (FIRST_PLACE + len(self.zone))
        for unit in self.own:
            weapon = field.units[unit].kind.weapon
            aims = {SHOT: len(self.enemies), BLAST: self.hexes}.get(weapon, _WAYS)
            self.first_step[unit] = len(self._unit_of)
            self.first_attack[unit] = len(self._unit_of) + _WAYS
            self._unit_of += [unit] * (_WAYS + aims)
        self.choices = len(self._unit_of)
        """The number of actions."""
        self._first_enemy = len(HEAD) + len(OF_OWN) * len(self.own)
        self._first_hex = self._first_enemy + len(OF_ENEMY) * len(self.enemies)
        self.width = self._first_hex + self.hexes
        """The number of bytes in a row."""
        inside = range(self.hexes)
        self._hex_numbers = bytes([*(reversed(inside) if self.turned else inside)]).ljust(
            NOWHERE + 1, _NOWHERE
        )
        self._own, self._theirs = (
            slice(each.start, each.stop) for each in (self.own, self.enemies)
        )
        self._units: dict[int, list[UnitNumbers | None]] = {
            unit: [None] * self.hexes for unit in self.own
        }
        self._blocks = tuple(
            (unit, self.first_step[unit], self.first_attack[unit], self._units[unit])
            for unit in self.own
        )
        self._looked_at, self._fog, self._sight = b"", False, 0
        self._targets: list[tuple[int, int]] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> SideNumbers:
        return self  # the cached objects are shared by all copies

    def __reduce__(self) -> tuple[Any, ...]:
        return side_numbers, (self.field, self.side)

    # --- hexes and directions in the side's numbering

    def hex_number(self, index: int) -> int:
        """Return the side's number of a hex, given its index in `field.board.cells`."""
        return self._hex_numbers[index]

    def direction(self, here: tuple[int, int], there: tuple[int, int]) -> int:
        """Return the side's number of the direction to a neighbor."""
        way = DIRECTIONS.index((there[0] - here[0], there[1] - here[1]))
        return (way + _WAYS // 2) % _WAYS if self.turned else way

    def _unit(self, unit: int, here: int) -> UnitNumbers:
        kept = self._units[unit]
        found = kept[here]
        if found is None:
            found = kept[here] = UnitNumbers(self, unit, here)
        return found

    # --- legal actions

    def is_on(self, battle: Battle) -> bool:
        """Return whether this side must act. Red deploys first when the sides deploy one after
        the other.
        """
        if battle.phase == DEPLOYING:
            return not battle.ready[self.side] and (self.side == 0 or battle.ready[0])
        return battle.phase == FIGHTING and battle.side == self.side

    def mask(self, battle: Battle, placed: Sequence[int] = ()) -> bytearray:
        """Return a byte for each action: 1 if it is legal now.

        `placed` are the units placed so far in deployment. The result is equivalent to
        `legal_actions`; a test compares them.
        """
        found = bytearray(self.choices)
        if not self.is_on(battle):
            return found
        if battle.phase == DEPLOYING:
            for i, spot in enumerate(self.zone, FIRST_PLACE):
                found[i] = spot not in placed
            return found
        found[END_TURN] = 1
        at, moves, armed = battle.at, battle.moves, battle.armed
        taken = 0
        for place in at:
            taken |= _BIT[place]
        targets: list[tuple[int, int]] | None = None
        for unit, first, attack, kept in self._blocks:
            here, points = at[unit], moves[unit]
            if here == NOWHERE or not (points or armed[unit]):
                continue
            each = kept[here]
            if each is None:
                each = self._unit(unit, here)
            if points:
                if not taken & each.around:
                    found[first:attack] = each.steps_by_points[points]
                else:
                    for to, cost, number in each.steps:
                        if cost <= points and not taken & _BIT[to]:
                            found[number] = 1
            if not armed[unit]:
                continue
            if each.strikes:
                if battle.charges[unit]:
                    found[attack : attack + len(each.strikes)] = each.strikes
                continue
            if targets is None:
                targets = self._look(battle)[1]
            for i, place in targets:
                if each.chances[place]:
                    found[attack + i] = 1
        return found

    def _look(self, battle: Battle) -> tuple[int, list[tuple[int, int]]]:
        """Return the visible hexes and enemies. Cached, because both the mask and the row need
        them.
        """
        if self._looked_at is not battle.at or self._fog is not battle.fog:
            self._looked_at, self._fog = battle.at, battle.fog
            self._sight = seen = visible(battle, self.side)
            self._targets = [
                (i, place)
                for i, place in enumerate(battle.at[self._theirs])
                if place != NOWHERE and seen & _BIT[place]
            ]
        return self._sight, self._targets

    def action(
        self, battle: Battle, number: int, placed: Sequence[int] = ()
    ) -> SkirmishAction | None:
        """Return the action with this number, or None while more units must be placed.

        Raise `InvalidValueError` if it does not exist here. `mask` and the rules decide whether it
        is legal.
        """
        if battle.phase == DEPLOYING and FIRST_PLACE <= number < FIRST_PLACE + len(self.zone):
            places = (*placed, self.zone[number - FIRST_PLACE])
            if len(places) < len(self.own):
                return None
            return Deploy(self.side, tuple(self.field.tables.cells[i] for i in places))
        if number == END_TURN:
            return PASS
        unit = self._unit_of[number] if 0 <= number < self.choices else -1
        if unit >= 0 and battle.at[unit] != NOWHERE:
            if number >= self.first_attack[unit] and self.field.options[unit].shoots:
                enemy = self.enemies[number - self.first_attack[unit]]
                return self.field.options[unit].shots[enemy]
            found = self._unit(unit, battle.at[unit]).actions.get(number)
            if found is not None:
                return found
        raise InvalidValueError(f"action {number} is not legal now; those are that `mask` marks")

    def number(self, battle: Battle, action: SkirmishAction) -> int:
        """Return the number of an action of the side, such as the computer's advice.

        A deployment has several numbers: see `places`.
        """
        if action == PASS:
            return END_TURN
        unit = getattr(action, "unit", -1)
        if unit in self.own and battle.at[unit] != NOWHERE:
            options = self.field.options[unit]
            for enemy, shot in options.shots.items():
                if shot == action and options.shoots:
                    return self.first_attack[unit] + self.enemies.index(enemy)
            for number, each in self._unit(unit, battle.at[unit]).actions.items():
                if each == action:
                    return number
        raise InvalidValueError(f"{action} has no number for side {self.side} now")

    def places(self, action: Deploy) -> list[int]:
        """Return the numbers of a deployment, one per unit."""
        index = self.field.tables.index
        return [FIRST_PLACE + self.zone.index(index[cell]) for cell in action.at]

    # --- sight

    def seen(self, battle: Battle, placed: Sequence[int] = ()) -> bytearray:
        """Return what the side knows, and nothing else, as a row of numbers.

        Two battles that differ only in what the side has not seen give the same row.
        """
        own, number_of, health, phase = self._own, self._hex_numbers, battle.health, battle.phase
        field, points = self.field, battle.points
        head = (
            *(_PHASES[phase], self.is_on(battle), self.side, battle.round, field.rounds),
            *(min(_MOST, points[self.side]), min(_MOST, points[1 - self.side]), field.goal),
        )
        places = battle.at[own].translate(number_of)
        count = len(self.enemies)
        if phase == DEPLOYING:
            # The enemy's deployment is hidden until both sides have deployed.
            if placed:
                places = bytes(placed).translate(number_of).ljust(len(places), _NOWHERE)
            known, in_sight = _NOWHERE * count, bytes(self.hexes)
            hurt, status = bytearray(count), bytearray([UNKNOWN]) * count
        else:
            seen, targets = self._look(battle)
            # The last known hex of a visible enemy is its current hex.
            known = battle.known[self._theirs]
            left = health[self._theirs]
            hurt, status = bytearray(count), bytearray(count)
            for i, place in enumerate(known):
                if left[i]:
                    status[i] = UNKNOWN if place == NOWHERE else REMEMBERED
            for i, _ in targets:
                hurt[i], status[i] = left[i], SEEN
            known = known.translate(number_of)
            in_sight = f"{seen:0{self.hexes}b}".encode().translate(_AS_BYTES)
            if not self.turned:
                in_sight = in_sight[::-1]
        return bytearray().join(
            (
                *(bytes(head), places, health[own], battle.moves[own], battle.armed[own]),
                *(battle.charges[own], known, hurt, status, in_sight),
            )
        )

    # --- planes, for convolutional networks

    @property
    def plane_names(self) -> tuple[str, ...]:
        """A description of each plane of `planes`."""
        units = self.field.units
        return (
            *("map", "height", "woods", "rock", "flag"),
            *(f"wall {way}" for way in range(_WAYS)),
            "in sight",
            *(f"{units[unit].name} {what}" for unit in self.own for what in OF_OWN[1:]),
            *(f"{units[unit].name} {what}" for unit in self.enemies for what in ("seen", "last")),
            *HEAD,
        )

    def planes(self, rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return rows as planes: a single row, or a batch.

        A plane is the map as a rectangle, rows of `r` by columns of `q`. There are planes for the
        ground; the visible hexes; each own unit's health, moves, readiness and charges, on its hex;
        each enemy's health where it is visible, and a 1 where it was last seen; and the head's
        numbers, everywhere. `plane_names` lists them. Planes are computed only from rows, so a
        replay buffer needs only rows.
        """
        import numpy as np

        rows = np.asarray(rows, np.uint8)
        flat = rows.reshape(-1, rows.shape[-1])
        ground, where = self._ground()
        tall, wide = ground.shape[1:]
        names = self.plane_names
        found = np.zeros((len(flat), len(names), tall * wide), np.uint8)
        found[:, : len(ground)] = ground.reshape(len(ground), -1)
        plane = len(ground)
        found[:, plane, where] = flat[:, self._first_hex :]
        plane += 1
        games = np.arange(len(flat))
        # An extra place for units that are not on the map.
        spots = np.full(NOWHERE + 1, -1)
        spots[: self.hexes] = where
        for k in range(len(self.own)):
            own = flat[:, len(HEAD) + k : self._first_enemy : len(self.own)]
            spot = spots[own[:, 0]]
            there = spot >= 0
            for j in range(1, len(OF_OWN)):
                found[games[there], plane, spot[there]] = own[there, j]
                plane += 1
        for k in range(len(self.enemies)):
            enemy = flat[:, self._first_enemy + k : self._first_hex : len(self.enemies)]
            spot, status = spots[enemy[:, 0]], enemy[:, 2]
            now, last = (spot >= 0) & (status == SEEN), (spot >= 0) & (status == REMEMBERED)
            found[games[now], plane, spot[now]] = enemy[now, 1]
            found[games[last], plane + 1, spot[last]] = 1
            plane += 2
        found[:, plane:] = flat[:, : len(HEAD), None]
        return found.reshape(*rows.shape[:-1], len(names), tall, wide)

    def _ground(self) -> tuple[Any, Any]:
        """Return the constant planes, and each hex's index in a plane."""
        import numpy as np

        tables, board = self.field.tables, self.field.board
        cells = [tables.cells[i] for i in range(self.hexes)]
        if self.turned:
            cells.reverse()
        sign = -1 if self.turned else 1
        left = min(sign * cell.q for cell in cells)
        top = min(sign * cell.r for cell in cells)
        tall = max(sign * cell.r for cell in cells) - top + 1
        wide = max(sign * cell.q for cell in cells) - left + 1
        ground = np.zeros((5 + _WAYS, tall, wide), np.uint8)
        for cell in cells:
            i, r, q = tables.index[cell], sign * cell.r - top, sign * cell.q - left
            ground[:5, r, q] = (
                1,
                tables.height[i],
                tables.woods[i],
                tables.solid[i],
                i in self.field.flag_indices,
            )
            for way, (dq, dr) in enumerate(DIRECTIONS):
                there = (cell.q + sign * dq, cell.r + sign * dr)
                if there in tables.index and board.edge(cell, there) is not None:
                    ground[5 + way, r, q] = 1
        places = [(sign * cell.r - top) * wide + sign * cell.q - left for cell in cells]
        return ground, np.array(places)


def _turns_onto_itself(cells: Sequence[tuple[int, int]]) -> bool:
    """Return whether the map's outline has half-turn symmetry, which reverses the order of
    hexes.
    """
    middle = (cells[0][0] + cells[-1][0], cells[0][1] + cells[-1][1])
    return all(
        (a[0] + b[0], a[1] + b[1]) == middle for a, b in zip(cells, reversed(cells), strict=True)
    )


@lru_cache(maxsize=64)
def side_numbers(field: Battlefield, side: int) -> SideNumbers:
    """Return the encoding for a side on a battlefield.

    >>> from sightline.games.skirmish.agent_encoding import side_numbers
    >>> from sightline.games.skirmish import new_battle
    >>> battle = new_battle("crossing")
    >>> numbers = side_numbers(battle.field, 0)
    >>> numbers.choices, numbers.width, sum(numbers.mask(battle))
    (156, 139, 13)
    """
    return SideNumbers(field, side)
