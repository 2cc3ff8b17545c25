"""What an edge between two tiles can carry: a wall, a door or a gate, and their states."""

from __future__ import annotations

from typing import Any, ClassVar

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Wall:
    """A thin wall: blocks sight, always."""

    STATES: ClassVar[tuple[str, ...]] = ()

    @property
    def blocks_sight(self) -> bool:
        return True

    @property
    def state(self) -> None:
        return None

    def __str__(self) -> str:
        return "wall"


@dataclass(frozen=True, slots=True)
class Door:
    """A door: lets sight through only while it is open. A secret one is closed, and unfound."""

    state: str = "closed"
    STATES: ClassVar[tuple[str, ...]] = ("open", "closed", "locked", "secret")

    def __post_init__(self) -> None:
        _check_state(self)

    @property
    def blocks_sight(self) -> bool:
        return self.state != "open"

    def __str__(self) -> str:
        return f"{self.state} door"


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate: lets sight through only while it is open."""

    state: str = "closed"
    STATES: ClassVar[tuple[str, ...]] = ("open", "closed", "locked")

    def __post_init__(self) -> None:
        _check_state(self)

    @property
    def blocks_sight(self) -> bool:
        return self.state != "open"

    def __str__(self) -> str:
        return f"{self.state} gate"


Threshold = Wall | Door | Gate


def _check_state(threshold: Door | Gate) -> None:
    if threshold.state not in threshold.STATES:
        kind = type(threshold).__name__
        raise InvalidValueError(
            f"{kind} state: expected one of {', '.join(threshold.STATES)}, got {threshold.state!r}"
        )


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
    (code, state): CODE_OF[type(threshold)(state)]
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
        f"an edge carries Wall(), Door(state), Gate(state) or None, got {value!r}"
    )


def with_state(threshold: Threshold | None, state: str) -> Door | Gate:
    """The same door or gate in another state."""
    if not isinstance(threshold, (Door, Gate)):
        here = "nothing" if threshold is None else "a wall"
        raise InvalidValueError(f"only doors and gates have a state; here is {here}")
    return type(threshold)(state)
