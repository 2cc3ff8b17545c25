"""Where one can go, and whom one can then attack: `path`, `reach` and `threat`.

    way = path(board, "Mira", (4, 7))
    within = reach(board, "Mira", 6)
    danger = threat(board, "goblin archer", 6, 8, RULES["quest"])

A step goes to a neighbour: over no wall and no closed door, into no rock, and onto nobody. Whoever
covers several tiles moves with all of them at once. How else a game moves is said by options that
all three take:

- `diagonals` (squares): "never", "open" for diagonal steps where both ways round the corner are
  free of rock and walls, "around" where one is. Such a step costs `diagonal_cost` times as much.
- `doors`: the states of doors and gates through which one goes: ("open", "closed") opens them.
- `through`: the names of figures whose tiles one may pass but not stop on; True: everybody's.
- `cost`: what it costs to enter a tile, 1 if nothing is said. A mapping from tiles, or a function
  of a tile, which may say None: it cannot be entered. Of several tiles, the dearest counts.

Costs are numbers from 0 up and are summed exactly (0.1 is a tenth). `a` is a figure's name, or a
position from which somebody of one tile sets out. As in every question, a position off the board is
an `OffBoardError` and an unknown name an `UnknownNameError`; an option that is none of the above is
an `InvalidValueError` or an `InvalidTypeError`, and a `cost` that raises a `CallableError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from sightline.answers.field import Field
from sightline.engine import Radius, Where, check_question, field
from sightline.engine.pairs import looks_from_middle
from sightline.errors import CallableError, InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import Tile, TileT_co
from sightline.model.numbers import exact, shown
from sightline.model.place import place
from sightline.model.reach import MetricName, limit_of
from sightline.model.threshold import Door, DoorStateName
from sightline.paths import Cost, Ground, Spread, Walker, spread
from sightline.rules.registry import RuleOrName
from sightline.rules.rule import Rule

__all__ = ["ReachField", "ThreatField", "path", "reach", "threat"]

Diagonals: TypeAlias = Literal["never", "open", "around"]
DIAGONALS = ("never", "open", "around")
CostOption: TypeAlias = Mapping[Any, float] | Callable[[Tile], float | Fraction | None] | None


class ReachField(Mapping[Tile, Cost]):
    """Where somebody can stop, each tile with what it costs to get there, the cheapest first.

    A mapping that `reach` gives. A large figure's tile is that of its position: its top-left tile,
    or its middle hex.

    >>> from sightline import HexBoard, reach
    >>> within = reach(HexBoard(radius=3), (0, 0), 2)
    >>> len(within), within[2, -1], (3, 0) in within
    (19, 2, False)
    >>> [tuple(tile) for tile in within.path((2, 0))]
    [(0, 0), (1, 0), (2, 0)]
    """

    def __init__(self, board: Board, start: Tile, found: Spread, stops: dict[Tile, Cost]) -> None:
        self._board, self._start = board, start
        self._found, self._stops = found, stops

    def __getitem__(self, tile: Any) -> Cost:
        return self._stops[tile]

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._stops)

    def __len__(self) -> int:
        return len(self._stops)

    @property
    def field(self) -> Field:
        """The same tiles as a `Field`: a set of the board's tiles, with a picture."""
        return _field_of(self._board, self._stops)

    def path(self, tile: Any) -> tuple[Tile, ...]:
        """A cheapest way to one of these tiles, both ends included."""
        goal = self._board.position(tile)
        if goal not in self._stops:
            raise InvalidValueError(
                f"path: {tuple(goal)} is not among the {len(self)} tiles within reach of"
                f" {tuple(self._start)}"
            )
        return (self._start, *self._found.way_to(goal))

    def __repr__(self) -> str:
        return f"<Reach: {len(self)} tiles from {tuple(self._start)}>"


class ThreatField(Mapping[Tile, Tile]):
    """What somebody can attack after a move: each tile with the cheapest one to attack it from.

    A mapping that `threat` gives. `figures` are those among them by name, and `reach` is where the
    attacker can go.

    >>> from sightline import CenterRule, SquareBoard, threat
    >>> board = SquareBoard(1, 6)
    >>> _ = board.place("wolf", (0, 0)), board.place("Mira", (0, 4))
    >>> danger = threat(board, "wolf", 3, 1, CenterRule())
    >>> tuple(danger[0, 4]), {name: str(spot) for name, spot in danger.figures.items()}
    ((0, 3), {'Mira': 'D1'})
    """

    def __init__(self, board: Board, reach: ReachField, spots: dict[Tile, Tile], mover: str | None):
        self._board, self._spots = board, spots
        self.reach = reach
        """Where the attacker can go."""
        self.figures = _attacked(board, reach, spots, mover)
        """The figures that can be attacked, by name, each with the cheapest tile to do it from. (No
        furniture, and not the attacker.)"""

    def __getitem__(self, tile: Any) -> Tile:
        return self._spots[tile]

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._spots)

    def __len__(self) -> int:
        return len(self._spots)

    @property
    def field(self) -> Field:
        """The same tiles as a `Field`: a set of the board's tiles, with a picture."""
        return _field_of(self._board, self._spots)

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
    """A cheapest way from `a` to `b`, both ends included; None if there is none.

    Where `b` is a figure's name, the way leads to its position, and the figure itself is not in the
    way: whoever attacks it stops a step before. A position that is taken has no way to it. The
    options are those of all three functions; see the module.

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
    own = mover.ignoring | ({goal.name} if goal.name is not None else set())
    if goal.middle == mover.at:
        return cast("tuple[TileT_co]", (mover.at,))
    if any(tile not in board for tile in board.footprint(goal.middle, mover.size)):
        return None
    if not Walker(options.ground(own), mover.size).can_stand(goal.middle):
        return None
    found = options.spread(mover, own, goal=goal.middle)
    if goal.middle not in found.costs:
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
    """Everywhere that `a` can stop within so many steps: a mapping of tiles to what they cost.

    Where it stands costs 0. `steps` is any number from 0 up, what all steps may cost together;
    the options are those of all three functions, see the module.

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
    found = options.spread(mover, mover.ignoring, most=most)
    stops = found.costs
    if options.through:
        alone = Walker(options.ground(mover.ignoring), mover.size)
        stops = {
            tile: paid for tile, paid in stops.items() if tile == mover.at or alone.can_stand(tile)
        }
    return ReachField(board, mover.at, found, stops)


def threat(
    board: Board,
    a: Where,
    steps: float | Fraction,
    range: Radius,
    rule: RuleOrName,
    metric: MetricName = "euclid",
    *,
    diagonals: Diagonals = "never",
    diagonal_cost: float | Fraction = 1,
    doors: DoorStateName | Iterable[DoorStateName] = ("open",),
    through: bool | Iterable[str] = False,
    cost: CostOption = None,
) -> ThreatField:
    """Everything that `a` can attack after a move of so many steps, and from where.

    A tile is under threat if it is within the range of a place where `a` can stop, and seen from
    there by the rule, the attacker having left the place where it stood: exactly the union of
    `field(board, a, rule, range, metric)` over all of them. `metric` says how the range is
    measured, the other options are those of all three functions; see the module.

    >>> from sightline import CornerRule, SquareBoard, threat
    >>> board = SquareBoard(1, 9)
    >>> _ = board.place("archer", (0, 0)), board.place("goblin", (0, 6))
    >>> danger = threat(board, "archer", 2, 4, CornerRule())
    >>> danger.figures["goblin"], (0, 7) in danger, len(danger)
    (Square(row=0, col=2), False, 7)
    """
    asked = check_question(board, rule)
    if limit_of(range, metric) is None:
        raise InvalidValueError("range: expected a number of tiles, got None")
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
    look = _looks(board, mover, asked, range, metric)
    tiles, found, known = board.tiles(), dict[Tile, Tile](), 0
    for spot in spots:
        fresh = look(spot) & ~known
        known |= fresh
        found.update((tiles[rank], spot) for rank in _ranks(fresh))
    return ThreatField(board, spots, found, mover.name)


def _looks(
    board: Board, mover: _Mover, rule: Rule, range: Radius, metric: MetricName
) -> Callable[[Tile], int]:
    """What the mover sees within the range from a place to which it has gone, as bits."""
    scene = board if mover.name is None else board.copy()

    def bits(looker: Where) -> int:
        return int.from_bytes(field(scene, looker, rule, range, metric).bits(), "little")

    if mover.name is not None and looks_from_middle(rule, place(board, mover.name, "from")):
        name = mover.name

        def from_middle(spot: Tile) -> int:
            scene.move(name, (spot[0], spot[1]))
            return bits(name)

        return from_middle
    # All else sees what its tiles see, and nothing of it is in the way: so it need not be there.
    if mover.name is not None:
        scene.remove(mover.name)

    def from_tiles(spot: Tile) -> int:
        seen = 0
        for tile in board.footprint(spot, mover.size):
            seen |= bits(tuple(tile))
        return seen

    return from_tiles


# --- who moves, and how ---------------------------------------------------------------------------


class _Mover(NamedTuple):
    name: str | None
    at: Tile
    size: tuple[int, int]
    ignoring: frozenset[str]
    """Itself; or, where a position was given, whoever stands there."""


def _mover(board: Board, a: Any) -> _Mover:
    start = place(board, a, "from")
    if start.name is not None:
        figure = board.figure(start.name)
        return _Mover(start.name, figure.at, figure.size, frozenset({start.name}))
    return _Mover(None, start.middle, (1, 1), frozenset(board.names_at(start.middle)))


class _Options(NamedTuple):
    board: Board
    diagonals: str
    diagonal_cost: Cost
    doors: frozenset[str]
    through: frozenset[str]
    cost_of: Callable[[Tile], Cost | None]

    @classmethod
    def of(
        cls, board: Any, diagonals: Any, diagonal_cost: Any, doors: Any, through: Any, cost: Any
    ) -> _Options:
        """The options as they were given, checked."""
        if not isinstance(board, Board):
            raise InvalidTypeError(
                f"board: expected a SquareBoard or a HexBoard, got {shown(board)}"
            )
        if diagonals not in DIAGONALS:
            raise InvalidValueError(
                f"diagonals: expected one of {', '.join(DIAGONALS)}, got {shown(diagonals)}"
            )
        if diagonals != "never" and board.grid.name != "square":
            raise InvalidValueError("diagonals: hexes have none; leave them at 'never'")
        return cls(
            board,
            diagonals,
            _number(diagonal_cost, "diagonal_cost"),
            _states(doors),
            _names(board, through),
            _cost_of(cost),
        )

    def ground(self, ignoring: frozenset[str] | set[str]) -> Ground:
        return Ground(self.board, ignoring, self.doors)

    def spread(self, mover: _Mover, ignoring: frozenset[str] | set[str], **ends: Any) -> Spread:
        walker = Walker(self.ground(ignoring | self.through), mover.size)
        footprint, size, cost_of = self.board.footprint, mover.size, self.cost_of

        def dearest(tile: Tile) -> Cost | None:
            prices = [cost_of(each) for each in footprint(tile, size)]
            paid = [price for price in prices if price is not None]
            return max(paid) if len(paid) == len(prices) else None

        return spread(
            walker,
            mover.at,
            cost_of if size == (1, 1) else dearest,
            diagonals=self.diagonals,
            diagonal_cost=self.diagonal_cost,
            **ends,
        )


def _number(value: Any, what: str) -> Cost:
    """A number from 0 up, as an int where it is whole: those are summed faster."""
    number = exact(value, what)
    if number < 0:
        raise InvalidValueError(f"{what}: expected 0 or more, got {shown(value)}")
    return number.numerator if number.denominator == 1 else number


def _states(doors: Any) -> frozenset[str]:
    states = (doors,) if isinstance(doors, str) else doors
    try:
        wanted = frozenset(states)
    except TypeError:
        raise InvalidTypeError(
            f"doors: expected states such as ('open', 'closed'), got {shown(doors)}"
        ) from None
    for state in wanted - set(Door.STATES):
        raise InvalidValueError(
            f"doors: expected some of {', '.join(Door.STATES)}, got {shown(state)}"
        )
    return wanted


def _names(board: Board, through: Any) -> frozenset[str]:
    if isinstance(through, bool):
        return frozenset(figure.name for figure in board.figures()) if through else frozenset()
    try:
        names = (through,) if isinstance(through, str) else tuple(through)
    except TypeError:
        raise InvalidTypeError(
            f"through: expected names of figures, True or False, got {shown(through)}"
        ) from None
    return frozenset(board.figure(name).name for name in names)


def _cost_of(cost: Any) -> Callable[[Tile], Cost | None]:
    """What it costs to enter a tile, each asked about once and checked."""
    if cost is None:
        return lambda tile: 1
    if isinstance(cost, Mapping):
        ask: Callable[[Tile], Any] = lambda tile: cost.get(tile, 1)  # noqa: E731
    elif callable(cost):
        ask = cost
    else:
        raise InvalidTypeError(
            f"cost: expected a mapping of tiles or a function of a tile, got {shown(cost)}"
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

    return cost_of


# --- what is found --------------------------------------------------------------------------------


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
    order = {spot: i for i, spot in enumerate(reach)}
    found = {}
    for figure in board.figures():
        if figure.name != mover and not figure.is_furniture:
            near = [spots[tile] for tile in figure.tiles if tile in spots]
            if near:
                found[figure.name] = min(near, key=order.__getitem__)
    return found
