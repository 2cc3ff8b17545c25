"""What an edge between two tiles can carry: a wall, a door or a gate, and their states."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.names import not_one_of
from sightline.model.numbers import shown, yes_or_no
from sightline.model.values import dataclass, replace

DoorStateName: TypeAlias = Literal["open", "closed", "locked", "secret"]
GateStateName: TypeAlias = Literal["open", "closed", "locked"]
OneWayName: TypeAlias = Literal["", "forth", "back"]
"""Which lines a one-way wall stops. Between two tiles: "forth" those from the first to the second,
"back" those from the second to the first. Off the grid: "forth" those that cross it from its left
to its right, as one goes from its first end to its second; "back" the others. "": all lines."""
ONE_WAYS: tuple[OneWayName, ...] = ("", "forth", "back")
_OTHER_WAY: dict[str, OneWayName] = {"": "", "forth": "back", "back": "forth"}


@dataclass(frozen=True, slots=True)
class Wall:
    """A thin wall on an edge, or anywhere by `add_wall`: blocks sight, always.

    A *limited* one is seen through where it is the first on a line; the second limited wall stops
    the line. A *one-way* one stops lines in one direction only: `one_way` is "forth" or "back", see
    `set_edge` and `add_wall`. Both belong to the geometric rules; a hex ray takes them for plain
    walls.

    >>> from sightline import Wall
    >>> str(Wall()), Wall().blocks_sight, Wall() == Wall()
    ('wall', True, True)
    >>> Wall(limited=True), str(Wall(one_way="forth"))
    (Wall(limited=True), 'one-way wall')
    """

    limited: bool = False
    one_way: OneWayName = ""
    STATES: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        _check_property(self)

    @property
    def blocks_sight(self) -> bool:
        """Does it stop sight as it is now?"""
        return True

    @property
    def state(self) -> None:
        """A wall has no state."""
        return None

    def __str__(self) -> str:
        return f"{_property_words(self)}wall"

    def __repr__(self) -> str:
        return _as_made(self)


@dataclass(frozen=True, slots=True)
class Door:
    """A door: lets sight through only while it is open. A secret one is closed, and unfound.

    Its state is "open", "closed", "locked" or "secret"; another is an `InvalidValueError`. It may
    be limited or one-way as a `Wall` may.

    >>> from sightline import Door
    >>> str(Door()), Door("locked").blocks_sight, Door("open").blocks_sight
    ('closed door', True, False)
    >>> str(Door(limited=True))
    'limited closed door'
    """

    state: DoorStateName = "closed"
    limited: bool = False
    one_way: OneWayName = ""
    STATES: ClassVar[tuple[DoorStateName, ...]] = ("open", "closed", "locked", "secret")

    def __post_init__(self) -> None:
        _check_state(self)
        _check_property(self)

    @property
    def blocks_sight(self) -> bool:
        """Does it stop sight as it is now?"""
        return self.state != "open"

    def __str__(self) -> str:
        return f"{_property_words(self)}{self.state} door"

    def __repr__(self) -> str:
        return _as_made(self)


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate: lets sight through only while it is open.

    Its state is "open", "closed" or "locked"; another is an `InvalidValueError`. It may be limited
    or one-way as a `Wall` may.

    >>> from sightline import Gate
    >>> str(Gate("locked")), Gate("open").blocks_sight
    ('locked gate', False)
    """

    state: GateStateName = "closed"
    limited: bool = False
    one_way: OneWayName = ""
    STATES: ClassVar[tuple[GateStateName, ...]] = ("open", "closed", "locked")

    def __post_init__(self) -> None:
        _check_state(self)
        _check_property(self)

    @property
    def blocks_sight(self) -> bool:
        """Does it stop sight as it is now?"""
        return self.state != "open"

    def __str__(self) -> str:
        return f"{_property_words(self)}{self.state} gate"

    def __repr__(self) -> str:
        return _as_made(self)


Threshold = Wall | Door | Gate


def _check_state(threshold: Door | Gate) -> None:
    if threshold.state not in threshold.STATES:
        what = f"{type(threshold).__name__} state"
        raise InvalidValueError(not_one_of(what, threshold.STATES, threshold.state))


def _check_property(threshold: Threshold) -> None:
    what = type(threshold).__name__
    yes_or_no(threshold.limited, f"{what} limited")
    if threshold.one_way not in ONE_WAYS:
        raise InvalidValueError(not_one_of(f"{what} one_way", ONE_WAYS, threshold.one_way))


def _property_words(threshold: Threshold) -> str:
    limited = "limited " if threshold.limited else ""
    return f"{limited}one-way " if threshold.one_way else limited


def _as_made(threshold: Threshold) -> str:
    """The call that makes it, without the properties that it has not."""
    given = [] if isinstance(threshold, Wall) else [f"state={threshold.state!r}"]
    given += ["limited=True"] if threshold.limited else []
    given += [f"one_way={threshold.one_way!r}"] if threshold.one_way else []
    return f"{type(threshold).__name__}({', '.join(given)})"


def with_state(threshold: Threshold | None, state: Any) -> Door | Gate:
    """The same door or gate in another state."""
    if not isinstance(threshold, (Door, Gate)):
        here = "nothing" if threshold is None else "a wall"
        raise InvalidValueError(f"only doors and gates have a state; here is {here}")
    return replace(threshold, state=state)


def has_property(threshold: Threshold) -> bool:
    """Is it limited, one-way, or both?"""
    return threshold.limited or threshold.one_way != ""


def without_property(threshold: Threshold) -> Threshold:
    """The same wall, door or gate without its properties."""
    return replace(threshold, limited=False, one_way="") if has_property(threshold) else threshold


def turned_round(threshold: Threshold) -> Threshold:
    """The same, said from its other end or its other tile: "forth" becomes "back"."""
    if not threshold.one_way:
        return threshold
    return replace(threshold, one_way=_OTHER_WAY[threshold.one_way])


# A board keeps its edges as one byte each: the index here. 0 is an open edge. Those with a property
# come after the plain ones, in blocks of the same order, so that the plain codes never change.
PLAIN: tuple[Threshold, ...] = (
    Wall(),
    *(Door(state) for state in Door.STATES),
    *(Gate(state) for state in Gate.STATES),
)
CODES: tuple[Threshold | None, ...] = (
    None,
    *(
        replace(threshold, limited=limited, one_way=one_way)
        for limited in (False, True)
        for one_way in ONE_WAYS
        for threshold in PLAIN
    ),
)
CODE_OF = {threshold: code for code, threshold in enumerate(CODES)}
CODE_IN_STATE = {
    # a door's or gate's code, and the state it is put in: its new code, in the same block
    (block + code, state): block + CODE_OF[with_state(threshold, state)]
    for code, threshold in enumerate(PLAIN, 1)
    if isinstance(threshold, (Door, Gate))
    for state in threshold.STATES
    for block in range(0, len(CODES) - 1, len(PLAIN))
}
BLOCKING_CODES = frozenset(
    code for code, threshold in enumerate(CODES) if threshold is not None and threshold.blocks_sight
)
PLAIN_BYTES = bytes(
    0 if code == 0 else (code - 1) % len(PLAIN) + 1 for code in range(len(CODES))
).ljust(256, b"\0")
"""By code, for `bytes.translate`: the code of the same without its properties."""
TURNED_CODE = bytes(
    0 if threshold is None else CODE_OF[turned_round(threshold)] if threshold.one_way else code
    for code, threshold in enumerate(CODES)
)
"""By code: the code of the same, looked at from the other tile."""
FIRST_WITH_PROPERTY = len(PLAIN) + 1
"""From here on codes are of walls, doors and gates with a property."""


def as_threshold(value: Any) -> Threshold | None:
    """`value` if an edge can carry it, else an error."""
    if value is None or isinstance(value, (Wall, Door, Gate)):
        return value
    raise InvalidTypeError(
        f"an edge carries Wall(), Door(state), Gate(state) or None, got {shown(value)}"
    )
