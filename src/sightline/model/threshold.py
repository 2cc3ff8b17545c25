"""What an edge between two tiles can carry: a wall, a door or a gate, and their states."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.names import not_one_of
from sightline.model.numbers import shown
from sightline.model.values import dataclass

DoorStateName: TypeAlias = Literal["open", "closed", "locked", "secret"]
GateStateName: TypeAlias = Literal["open", "closed", "locked"]


@dataclass(frozen=True, slots=True)
class Wall:
    """A thin wall on an edge, or anywhere by `add_wall`: blocks sight, always.

    >>> from sightline import Wall
    >>> str(Wall()), Wall().blocks_sight, Wall() == Wall()
    ('wall', True, True)
    """

    STATES: ClassVar[tuple[str, ...]] = ()

    @property
    def blocks_sight(self) -> bool:
        """Does it stop sight as it is now?"""
        return True

    @property
    def state(self) -> None:
        """A wall has no state."""
        return None

    def __str__(self) -> str:
        return "wall"


@dataclass(frozen=True, slots=True)
class Door:
    """A door: lets sight through only while it is open. A secret one is closed, and unfound.

    Its state is "open", "closed", "locked" or "secret"; another is an `InvalidValueError`.

    >>> from sightline import Door
    >>> str(Door()), Door("locked").blocks_sight, Door("open").blocks_sight
    ('closed door', True, False)
    """

    state: DoorStateName = "closed"
    STATES: ClassVar[tuple[DoorStateName, ...]] = ("open", "closed", "locked", "secret")

    def __post_init__(self) -> None:
        _check_state(self)

    @property
    def blocks_sight(self) -> bool:
        """Does it stop sight as it is now?"""
        return self.state != "open"

    def __str__(self) -> str:
        return f"{self.state} door"


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate: lets sight through only while it is open.

    Its state is "open", "closed" or "locked"; another is an `InvalidValueError`.

    >>> from sightline import Gate
    >>> str(Gate("locked")), Gate("open").blocks_sight
    ('locked gate', False)
    """

    state: GateStateName = "closed"
    STATES: ClassVar[tuple[GateStateName, ...]] = ("open", "closed", "locked")

    def __post_init__(self) -> None:
        _check_state(self)

    @property
    def blocks_sight(self) -> bool:
        """Does it stop sight as it is now?"""
        return self.state != "open"

    def __str__(self) -> str:
        return f"{self.state} gate"


Threshold = Wall | Door | Gate


def _check_state(threshold: Door | Gate) -> None:
    if threshold.state not in threshold.STATES:
        what = f"{type(threshold).__name__} state"
        raise InvalidValueError(not_one_of(what, threshold.STATES, threshold.state))


def with_state(threshold: Threshold | None, state: Any) -> Door | Gate:
    """The same door or gate in another state."""
    if not isinstance(threshold, (Door, Gate)):
        here = "nothing" if threshold is None else "a wall"
        raise InvalidValueError(f"only doors and gates have a state; here is {here}")
    return Door(state) if isinstance(threshold, Door) else Gate(state)


# A board keeps its edges as one byte each: the index here. 0 is an open edge.
CODES: tuple[Threshold | None, ...] = (
    None,
    Wall(),
    *(Door(state) for state in Door.STATES),
    *(Gate(state) for state in Gate.STATES),
)
CODE_OF = {threshold: code for code, threshold in enumerate(CODES)}
CODE_IN_STATE = {
    # a door's or gate's code, and the state it is put in: its new code
    (code, state): CODE_OF[with_state(threshold, state)]
    for code, threshold in enumerate(CODES)
    if isinstance(threshold, (Door, Gate))
    for state in threshold.STATES
}
BLOCKING_CODES = frozenset(CODE_OF[t] for t in CODES if t is not None and t.blocks_sight)


def as_threshold(value: Any) -> Threshold | None:
    """`value` if an edge can carry it, else an error."""
    if value is None or isinstance(value, (Wall, Door, Gate)):
        return value
    raise InvalidTypeError(
        f"an edge carries Wall(), Door(state), Gate(state) or None, got {shown(value)}"
    )
