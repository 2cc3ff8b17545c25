"""Movement: `path`, `reach` and `threat` answer where a figure can go and what it can attack.

    way = path(board, "Mira", (4, 7))
    within = reach(board, "Mira", 6)
    danger = threat(board, "goblin archer", 6, 8, RULES["center"])

A step leads to a neighboring tile. Walls, closed doors, rock and other figures stop it. A figure of
several tiles moves all of them at once. All three functions take these options:

- `diagonals` (squares): "never"; "open" allows diagonal steps if both ways around the corner are
  free of rock and walls; "around" if at least one is. Such a step costs `diagonal_cost` times as
  much.
- `doors`: the states of doors and gates that a figure can pass: ("open", "closed") opens them.
- `through`: the names of figures whose tiles the figure may cross but not stop on; True means all.
- `cost`: the cost of entering a tile, 1 by default. It is a mapping from tiles, by position or name
  ("C4"), or a function of a tile. None means that the tile cannot be entered. For a figure of
  several tiles, the highest cost counts.

On a board with heights a figure stays at its height. A figure on the ground follows it up and down.
A figure on a floor can use only the tiles of that floor; holes block it. A figure in the air passes
above everything lower. Walls, doors, gates and figures that are completely above or below do not
block it. Figures do not change floors: call the function for each floor (`At(tile,
floor="gallery")`) and combine the results where your stairs are.

Costs are numbers from 0 up and are summed exactly (0.1 is a tenth). `a` is the name of a figure, or
the position where a figure of one tile starts.

Errors: a position off the board raises `OffBoardError`, an unknown name `UnknownNameError`, a wrong
option `InvalidValueError` or `InvalidTypeError`, and a `cost` function that fails `CallableError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, cast

from sightline.answers.by_tile import ByTile
from sightline.answers.field import Field
from sightline.deprecated import keyword_only
from sightline.engine import Radius, Where, check_question, field, sees
from sightline.engine.many.fields import first_to_see
from sightline.engine.pairs import looks_from_middle
from sightline.engine.steps import Steps, ways_of
from sightline.engine.walking import Stance, board_for
from sightline.errors import CallableError, InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import Tile, TileT_co
from sightline.model.numbers import exact, short_repr
from sightline.model.parts.heights import BODY, At
from sightline.model.parts.observers import Moment
from sightline.model.place import Place, place
from sightline.model.reach import MetricName, is_within, limit_of
from sightline.model.threshold import Door, DoorStateName
from sightline.paths import Cost, Ground, Spread, Walker, spread
from sightline.rules.registry import RuleOrName
from sightline.rules.rule import Rule

__all__ = ["ReachField", "ThreatField", "path", "reach", "threat"]

Diagonals: TypeAlias = Literal["never", "open", "around"]
DIAGONALS = ("never", "open", "around")
CostOption: TypeAlias = Mapping[Any, float] | Callable[[Tile], float | Fraction | None] | None


class ReachField(ByTile[Cost]):
    """The tiles where a figure can stop, each with the cost of getting there, cheapest first.

    `reach` returns this mapping. Its keys are tiles, by position or as "C4". For a figure of
    several tiles, the key is its position: its top-left tile, or its middle hex. The name of
    another figure raises an error, because the figure cannot stop on its tile.

    >>> from sightline import HexBoard, reach
    >>> within = reach(HexBoard(radius=3), (0, 0), 2)
    >>> len(within), within[2, -1], (3, 0) in within
    (19, 2, False)
    >>> [tuple(tile) for tile in within.path((2, 0))]
    [(0, 0), (1, 0), (2, 0)]
    """

    def __init__(self, board: Board, start: Tile, ways: _Ways) -> None:
        self._layout, self._start = board, start
        self._ways = ways

    @cached_property
    def _stops(self) -> dict[Tile, Cost]:
        return self._ways.stops()

    def _found(self, asked: Any) -> Cost | None:
        return self._stops.get(self._tile(asked))

    def _tile(self, asked: Any) -> Tile:
        if isinstance(asked, str) and self._layout.has_figure(asked):
            raise InvalidValueError(
                f"tile: reach has tiles to stop on, and {short_repr(asked)} is a figure; ask for"
                " a tile,"
                " or ask `threat` who can be attacked"
            )
        return place(self._layout, asked, "tile").middle

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._stops)

    def __len__(self) -> int:
        return len(self._stops)

    @property
    def field(self) -> Field:
        """Return the tiles as a `Field`, which is a set of tiles with a picture."""
        return _field_of(self._layout, self._stops)

    def path(self, tile: Any) -> tuple[Tile, ...]:
        """Return a cheapest path to one of these tiles, both ends included."""
        goal = self._tile(tile)
        if goal not in self._stops:
            raise InvalidValueError(
                f"path: {tuple(goal)} is not among the {len(self)} tiles within reach of"
                f" {tuple(self._start)}"
            )
        return (self._start, *self._ways.way_to(goal))

    def __repr__(self) -> str:
        return f"<Reach: {len(self)} tiles from {tuple(self._start)}>"


class ThreatField(ByTile[Tile]):
    """What a figure can attack after a move: each tile with the cheapest tile to attack it from.

    `threat` returns this mapping. Its keys are tiles and names of figures. `figures` has only the
    figures, by name. `reach` has the tiles where the attacker can go.

    >>> from sightline import CenterRule, SquareBoard, threat
    >>> board = SquareBoard(1, 6)
    >>> _ = board.place("wolf", (0, 0)), board.place("Mira", (0, 4))
    >>> danger = threat(board, "wolf", 3, 1, CenterRule())
    >>> tuple(danger[0, 4]), {name: str(spot) for name, spot in danger.figures.items()}
    ((0, 3), {'Mira': 'D1'})
    >>> "Mira" in danger, str(danger["Mira"])
    (True, 'D1')
    """

    def __init__(
        self,
        board: Board,
        reach: ReachField,
        spots: dict[Tile, Tile],
        mover: str | None,
        attacked: dict[str, Tile] | None = None,
    ) -> None:
        self._layout, self._spots, self._mover = board, spots, mover
        self._asked = Moment(board)
        self.reach = reach
        """The tiles where the attacker can stop, with their costs."""
        self.figures = _attacked(board, reach, spots, mover) if attacked is None else attacked
        """The figures that can be attacked, by name, each with the cheapest tile to attack it from.
        Furniture and the attacker are left out.
        """

    def _found(self, asked: Any) -> Tile | None:
        if isinstance(asked, str) and (asked in self.figures or asked == self._mover):
            return self.figures.get(asked)
        tiles = place(self._asked.board(), asked, "tile").tiles
        return _first_of(self.reach, [self._spots[tile] for tile in tiles if tile in self._spots])

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._spots)

    def __len__(self) -> int:
        return len(self._spots)

    @property
    def field(self) -> Field:
        """Return the tiles as a `Field`, which is a set of tiles with a picture."""
        return _field_of(self._layout, self._spots)

    def __repr__(self) -> str:
        return f"<Threat: {len(self)} tiles, figures {', '.join(self.figures) or 'none'}>"


def path(
    board: Board[TileT_co],
    a: Where,
    b: Where,
    *,
    diagonals: Diagonals = "never",
    diagonal_cost: float | Fraction = 1,
    doors: DoorStateName | Iterable[DoorStateName] = ("open",),
    through: bool | Iterable[str] = False,
    cost: CostOption = None,
) -> tuple[TileT_co, ...] | None:
    """Return a cheapest path from `a` to `b`, both ends included, or None if there is none.

    If `b` is the name of a figure, the path leads to its position, and that figure does not block
    it: an attacker stops one step before. Otherwise a position that is taken cannot be reached, and
    neither can an `At` or a figure at a height that `a` does not have there. The options are
    described in the module `sightline.movement`.

    >>> from sightline import SquareBoard, path
    >>> board = SquareBoard(3, 3)
    >>> for at in ((0, 1), (1, 1)):
    ...     board.set_solid(at)
    >>> way = path(board, (0, 0), (0, 2))
    >>> [tuple(tile) for tile in way]
    [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)]
    >>> board.set_solid((2, 1))
    >>> print(path(board, (0, 0), (0, 2)))
    None
    """
    options = _Options.of(board, diagonals, diagonal_cost, doors, through, cost)
    mover, goal = _mover(board, a), place(board, b, "to")
    options = options.for_walk(mover)
    own = mover.ignoring if goal.name is None else mover.ignoring | {goal.name}
    has_height = isinstance(b, At) and (b.elevation, b.floor) != (None, None)
    if (has_height or goal.name is not None) and not _meets(board, mover, goal):
        return None
    if goal.middle == mover.at:
        return cast("tuple[TileT_co]", (mover.at,))
    if mover.size != (1, 1) and any(
        tile not in board for tile in board.footprint(goal.middle, mover.size)
    ):
        return None
    found = options.ways(mover, own, goal=goal.middle)
    if not found.has_goal:
        return None
    return cast("tuple[TileT_co, ...]", (mover.at, *found.way_to(goal.middle)))


def reach(
    board: Board,
    a: Where,
    steps: float | Fraction,
    *,
    diagonals: Diagonals = "never",
    diagonal_cost: float | Fraction = 1,
    doors: DoorStateName | Iterable[DoorStateName] = ("open",),
    through: bool | Iterable[str] = False,
    cost: CostOption = None,
) -> ReachField:
    """Return every tile where `a` can stop within `steps`: a mapping from tiles to their cost.

    The tile of `a` costs 0. `steps` is a number from 0 up: the largest total cost. The options are
    described in the module `sightline.movement`.

    >>> from sightline import SquareBoard, reach
    >>> board = SquareBoard(3, 5)
    >>> board.set_solid((1, 1))
    >>> within = reach(board, (1, 0), 3)
    >>> {str(tile): cost for tile, cost in within.items()}
    {'A2': 0, 'A1': 1, 'A3': 1, 'B1': 2, 'B3': 2, 'C1': 3, 'C3': 3}
    >>> [str(tile) for tile in within.path((0, 2))]
    ['A2', 'A1', 'B1', 'C1']
    >>> swamp = {(0, 0): 2}
    >>> (0, 2) in reach(board, (1, 0), 3, cost=swamp)
    False
    """
    options = _Options.of(board, diagonals, diagonal_cost, doors, through, cost)
    mover, most = _mover(board, a), _number(steps, "steps")
    options = options.for_walk(mover)
    return ReachField(board, mover.at, options.ways(mover, mover.ignoring, most=most))


@keyword_only("metric", range="radius")
def threat(
    board: Board,
    a: Where,
    steps: float | Fraction,
    radius: Radius,
    rule: RuleOrName,
    *,
    metric: MetricName = "euclid",
    diagonals: Diagonals = "never",
    diagonal_cost: float | Fraction = 1,
    doors: DoorStateName | Iterable[DoorStateName] = ("open",),
    through: bool | Iterable[str] = False,
    cost: CostOption = None,
) -> ThreatField:
    """Return every tile and figure that `a` can attack after a move of `steps`, and from where.

    A tile is threatened if it is within the radius of a tile where `a` can stop, and visible from
    there by the rule. The result is exactly the union of `field(board, a, rule, radius=radius,
    metric=metric, by="effect")` over all those tiles, with `a` moved there. `metric` says how the
    radius is measured. The other options are described in the module `sightline.movement`.

    On a board with heights a figure is threatened if it is visible where it is. That its tile is
    visible at another height is not enough.

    >>> from sightline import CornerRule, SquareBoard, threat
    >>> board = SquareBoard(1, 9)
    >>> _ = board.place("archer", (0, 0)), board.place("goblin", (0, 6))
    >>> danger = threat(board, "archer", 2, 4, CornerRule())
    >>> danger.figures["goblin"], (0, 7) in danger, len(danger)
    (Square(row=0, col=2), False, 7)
    """
    asked = check_question(board, rule)
    for_attacks = board.stopping("effect")
    if limit_of(radius, metric) is None:
        raise InvalidValueError("radius: expected a number of tiles, got None")
    spots = reach(
        board,
        a,
        steps,
        diagonals=diagonals,
        diagonal_cost=diagonal_cost,
        doors=doors,
        through=through,
        cost=cost,
    )
    mover = _mover(board, a)
    found = _attacks_at_once(for_attacks, mover, spots, asked, radius, metric)
    if found is None:
        found = _attacks(for_attacks, mover, spots, asked, radius, metric)
    attacked = None
    if board.has_heights or mover.stance.feet is not None:
        attacked = _figures_seen(for_attacks, mover, spots, asked, radius, metric)
    return ThreatField(board, spots, found, mover.name, attacked)


def _attacks_at_once(
    board: Board,
    mover: _Mover,
    spots: ReachField,
    rule: Rule,
    radius: Radius,
    metric: MetricName,
) -> dict[Tile, Tile] | None:
    """Return each tile that can be attacked with the first spot for it, or None if
    no kernel supports it.
    """
    if looks_from_middle(
        rule, place(board, mover.at if mover.name is None else mover.name, "from")
    ):
        return None
    if mover.stance.feet is not None:
        return None
    scene = board
    if mover.name is not None:
        scene = board.copy()
        scene.remove(mover.name)
    looks = list(spots)
    viewers: dict[Tile, int] = {}
    for number, spot in enumerate(looks):
        for tile in board.footprint(spot, mover.size) if mover.size != (1, 1) else (spot,):
            viewers.setdefault(tile, number)
    first = first_to_see(scene, list(viewers), rule, radius, metric)
    if first is None:
        return None
    numbers, tiles = list(viewers.values()), board.tiles()
    seen = sorted((numbers[viewer], rank) for rank, viewer in enumerate(first) if viewer >= 0)
    return {tiles[rank]: looks[number] for number, rank in seen}


def _attacks(
    board: Board,
    mover: _Mover,
    spots: ReachField,
    rule: Rule,
    radius: Radius,
    metric: MetricName,
) -> dict[Tile, Tile]:
    """Return each tile that can be attacked with the first spot for it, without a
    kernel, one spot at a time.
    """
    look = _lookers(board, mover, rule)
    tiles, found, known = board.tiles(), dict[Tile, Tile](), 0
    for spot in spots:
        fresh = 0
        for scene, looker in look(spot):
            seen = field(scene, looker, rule, radius=radius, metric=metric)
            fresh |= int.from_bytes(seen.bits(), "little")
        fresh &= ~known
        known |= fresh
        found.update((tiles[rank], spot) for rank in _ranks(fresh))
    return found


def _lookers(
    board: Board, mover: _Mover, rule: Rule
) -> Callable[[Tile], Iterator[tuple[Board, Where]]]:
    """Return a function of a tile where the mover may stop.

    It yields the viewers at that tile and their board.
    """
    scene, name = board if mover.name is None else board.copy(), mover.name
    is_whole = name is not None and looks_from_middle(rule, place(board, name, "from"))
    if name is not None and (is_whole or board.has_heights):

        def moved(spot: Tile) -> Iterator[tuple[Board, Where]]:
            scene.move(name, (spot[0], spot[1]))
            yield scene, name

        return moved
    # Other figures see what their tiles see and never block themselves, so they are not moved.
    if name is not None:
        scene.remove(name)
    feet = mover.stance.feet

    def tiles(spot: Tile) -> Iterator[tuple[Board, Where]]:
        for tile in board.footprint(spot, mover.size):
            yield scene, tuple(tile) if feet is None else At(tuple(tile), elevation=feet)

    return tiles


def _figures_seen(
    board: Board,
    mover: _Mover,
    spots: ReachField,
    rule: Rule,
    radius: Radius,
    metric: MetricName,
) -> dict[str, Tile]:
    """Return the figures that are visible where they are, each with the first spot for it."""
    look, found = _lookers(board, mover, rule), dict[str, Tile]()
    others = [
        each.name for each in board.figures() if each.name != mover.name and not each.is_furniture
    ]
    for spot in spots:
        for scene, looker in look(spot):
            source = place(scene, looker, "from")
            for name in others:
                if name in found or not _is_seen(scene, source, looker, name, rule, radius, metric):
                    continue
                found[name] = spot
    return {name: found[name] for name in others if name in found}


def _is_seen(
    board: Board,
    source: Place,
    looker: Where,
    name: str,
    rule: Rule,
    radius: Radius,
    metric: MetricName,
) -> bool:
    """Return whether a figure is visible and some tile of it is within the radius."""
    is_near = any(
        is_within(board, source, tile, radius, metric) for tile in board.figure(name).tiles
    )
    return is_near and sees(board, looker, name, rule)


# --- the mover and its options --------------------------------------------------------------------


class _Mover(NamedTuple):
    name: str | None
    at: Tile
    size: tuple[int, int]
    ignoring: frozenset[str]
    """The name of the mover, or of the figure that stands on the given position."""
    stance: Stance


def _mover(board: Board, a: Any) -> _Mover:
    start = place(board, a, "from")
    if start.name is not None:
        figure = board.figure(start.name)
        stance = Stance(start.name, figure.tiles, figure.elevation, figure.height)
        return _Mover(start.name, figure.at, figure.size, frozenset({start.name}), stance)
    feet = None if start.body is None else start.body[0]
    if feet == board.ground_at(start.middle):
        feet = None
    stance = Stance(None, start.tiles, feet, BODY)
    return _Mover(None, start.middle, (1, 1), frozenset(board.names_at(start.middle)), stance)


def _meets(board: Board, mover: _Mover, goal: Place) -> bool:
    """Return whether the mover's body at the goal would share a height with it."""
    if goal.body is None and mover.stance.feet is None:
        return True
    low, high = goal.body or (Fraction(0), BODY)
    tiles = [tile for tile in board.footprint(goal.middle, mover.size) if tile in board]
    feet, head = mover.stance.body_on(board, tiles)
    return feet < high and low < head


class _Ways(Protocol):
    """The result of a search, by the kernel or by the Python search."""

    has_goal: bool

    def stops(self) -> dict[Tile, Cost]:
        """Return the cost of each tile where the mover may stop, cheapest first."""

    def way_to(self, goal: Tile) -> list[Tile]:
        """Return the tiles of the path after the start, up to a reached tile."""


class _ReadableWays:
    def __init__(self, found: Spread, stops: dict[Tile, Cost], has_goal: bool) -> None:
        self._found, self._stops = found, stops
        self.has_goal = has_goal

    def stops(self) -> dict[Tile, Cost]:
        return self._stops

    def way_to(self, goal: Tile) -> list[Tile]:
        return self._found.way_to(goal)


class _Options(NamedTuple):
    board: Board
    through: frozenset[str]
    steps: Steps

    @classmethod
    def of(
        cls, board: Any, diagonals: Any, diagonal_cost: Any, doors: Any, through: Any, cost: Any
    ) -> _Options:
        """Return the options after checking them."""
        if not isinstance(board, Board):
            raise InvalidTypeError(
                f"board: expected a SquareBoard or a HexBoard, got {short_repr(board)}"
            )
        if diagonals not in DIAGONALS:
            raise InvalidValueError(
                f"diagonals: expected one of {', '.join(DIAGONALS)}, got {short_repr(diagonals)}"
            )
        if diagonals != "never" and board.grid.name != "square":
            raise InvalidValueError("diagonals: hexes have none; leave them at 'never'")
        by, states = _number(diagonal_cost, "diagonal_cost"), _states(doors)
        names = _names(board, through)
        cost_of, known = _cost_of(board, cost)
        return cls(board, names, Steps(states, diagonals, by, cost_of, known))

    def for_walk(self, mover: _Mover) -> _Options:
        """Return the same options for a board that has only what is at the mover's height."""
        return self._replace(board=board_for(self.board, mover.stance))

    def ways(
        self,
        mover: _Mover,
        ignoring: frozenset[str],
        *,
        most: Cost | None = None,
        goal: Tile | None = None,
    ) -> _Ways:
        """Search all tiles that the mover can reach, or until it reaches the goal and
        fits there.
        """
        found: _Ways | None = ways_of(
            self.board,
            mover.at,
            mover.size,
            self.steps,
            ignoring=ignoring,
            through=self.through,
            most=most,
            goal=goal,
        )
        return found or self.readable_ways(mover, ignoring, most, goal)

    def readable_ways(
        self, mover: _Mover, ignoring: frozenset[str], most: Cost | None, goal: Tile | None
    ) -> _Ways:
        """Search in Python, with the same results as the kernel."""
        stopping = Walker(Ground(self.board, ignoring, self.steps.doors), mover.size)
        if goal is not None and not stopping.can_stand(goal):
            return _ReadableWays(Spread({}, {}), {}, has_goal=False)
        footprint, size = self.board.footprint, mover.size
        cost_of = self.steps.cost_of or (lambda tile: 1)

        def dearest(tile: Tile) -> Cost | None:
            prices = [cost_of(each) for each in footprint(tile, size)]
            paid = [price for price in prices if price is not None]
            return max(paid) if len(paid) == len(prices) else None

        found = spread(
            Walker(Ground(self.board, ignoring | self.through, self.steps.doors), size),
            mover.at,
            cost_of if size == (1, 1) else dearest,
            most=most,
            goal=goal,
            diagonals=self.steps.diagonals,
            diagonal_cost=self.steps.diagonal_cost,
        )
        stops = found.costs
        if self.through:
            stops = {
                tile: paid
                for tile, paid in stops.items()
                if tile == mover.at or stopping.can_stand(tile)
            }
        return _ReadableWays(found, stops, goal in found.costs)


def _number(value: Any, what: str) -> Cost:
    """Return a checked number from 0 up. Whole numbers become ints, which are summed faster."""
    if type(value) is int and value >= 0:
        return value
    number = exact(value, what)
    if number < 0:
        raise InvalidValueError(f"{what}: expected 0 or more, got {short_repr(value)}")
    return number.numerator if number.denominator == 1 else number


_OPEN = frozenset({"open"})


def _states(doors: Any) -> frozenset[str]:
    if doors == ("open",):  # the default
        return _OPEN
    states = (doors,) if isinstance(doors, str) else doors
    try:
        wanted = frozenset(states)
    except TypeError:
        raise InvalidTypeError(
            f"doors: expected states such as ('open', 'closed'), got {short_repr(doors)}"
        ) from None
    for state in wanted - set(Door.STATES):
        raise InvalidValueError(
            f"doors: expected some of {', '.join(Door.STATES)}, got {short_repr(state)}"
        )
    return wanted


def _names(board: Board, through: Any) -> frozenset[str]:
    if isinstance(through, bool):
        return frozenset(figure.name for figure in board.figures()) if through else frozenset()
    try:
        names = (through,) if isinstance(through, str) else tuple(through)
    except TypeError:
        raise InvalidTypeError(
            f"through: expected names of figures, True or False, got {short_repr(through)}"
        ) from None
    return frozenset(board.figure(name).name for name in names)


def _cost_of(
    board: Board, cost: Any
) -> tuple[Callable[[Tile], Cost | None] | None, dict[Any, Any] | None]:
    """Return a function that returns the checked cost of a tile, or None if every tile costs 1.

    The function is called once per tile. The second value is a dict of the same costs if the caller
    passed a mapping.
    """
    if cost is None:
        return None, None
    plain: dict[Any, Any] | None = None
    if isinstance(cost, Mapping):
        named = {board.position(at, "cost"): cost[at] for at in cost if isinstance(at, str)}
        ask: Callable[[Tile], Any] = lambda tile: (  # noqa: E731
            named[tile] if tile in named else cost.get(tile, 1)
        )
        if type(cost) is dict:
            plain = cost
            if named:
                plain = {at: cost[at] for at in cost if not isinstance(at, str)} | named
    elif callable(cost):
        ask = cost
    else:
        raise InvalidTypeError(
            f"cost: expected a mapping of tiles or a function of a tile, got {short_repr(cost)}"
        )
    known: dict[Tile, Cost | None] = {}

    def cost_of(tile: Tile) -> Cost | None:
        if tile not in known:
            try:
                said = ask(tile)
            except Exception as error:
                raise CallableError(
                    f"cost({tuple(tile)}) raised {type(error).__name__}: {error}"
                ) from error
            known[tile] = None if said is None else _number(said, f"cost of {tuple(tile)}")
        return known[tile]

    return cost_of, plain


# --- results --------------------------------------------------------------------------------------


def _field_of(board: Board, tiles: Iterable[Tile]) -> Field:
    cells = bytearray(len(board.tiles()))
    for tile in tiles:
        cells[board.rank(tile)] = 1
    return Field(board, cells)


def _ranks(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _attacked(
    board: Board, reach: ReachField, spots: Mapping[Tile, Tile], mover: str | None
) -> dict[str, Tile]:
    found = {}
    for figure in board.figures():
        if figure.name != mover and not figure.is_furniture:
            near = _first_of(reach, [spots[tile] for tile in figure.tiles if tile in spots])
            if near is not None:
                found[figure.name] = near
    return found


def _first_of(reach: ReachField, spots: Sequence[Tile]) -> Tile | None:
    """Return the cheapest of these tiles, or None."""
    if len(spots) < 2:
        return spots[0] if spots else None
    return next(spot for spot in reach if spot in spots)
