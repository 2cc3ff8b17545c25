"""Barriers on the edge between two tiles: walls, doors, gates, and their states."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.names import not_one_of
from sightline.model.numbers import AnyHeight, Span, short_repr, to_height, yes_or_no
from sightline.texts import say, word

DoorStateName: TypeAlias = Literal["open", "closed", "locked", "secret"]
GateStateName: TypeAlias = Literal["open", "closed", "locked"]
OneWayName: TypeAlias = Literal["", "forth", "back"]
"""The direction in which a one-way wall stops lines. On an edge, "forth" is from the first tile to
the second and "back" the reverse. Off the grid, "forth" is from left to right, as seen from the
first end looking to the second, and "back" the reverse. "" stops lines in both directions.
"""
ONE_WAYS: tuple[OneWayName, ...] = ("", "forth", "back")
StopName: TypeAlias = Literal["sight", "movement", "light", "effect"]
"""What a barrier can stop. "effect" is a shot, a spell or anything else that needs a free line."""
STOPS: tuple[StopName, ...] = ("sight", "movement", "light", "effect")
StopSetName: TypeAlias = Literal["window", "curtain", "bars"]
STOP_SETS: dict[str, tuple[StopName, ...]] = {
    "window": ("movement", "effect"),
    "curtain": ("sight", "light"),
    "bars": ("movement",),
}
Stops: TypeAlias = StopSetName | Iterable[StopName]
"""What a barrier stops: some of `STOPS`, or the name of one of `STOP_SETS`."""
Purpose: TypeAlias = Literal["sight", "effect", "light"]
"""The purpose for which a line must be free: seeing, an effect such as a shot, or light."""
PURPOSES: tuple[Purpose, ...] = ("sight", "effect", "light")
_OTHER_WAY: dict[str, OneWayName] = {"": "", "forth": "back", "back": "forth"}


@dataclass(frozen=True, slots=True)
class Wall:
    """A thin wall on an edge, or anywhere if added with `add_wall`.

    A *limited* wall does not stop sight alone: a line ends at the second limited wall that it
    meets. A *one-way* wall stops lines in one direction only: `one_way` is "forth" or "back", see
    `set_edge` and `add_wall`. Both work with the geometric rules; a hex ray treats them as plain
    walls.

    `bottom` and `top` are heights in tiles; None means no limit. A bottom above the top raises
    `InvalidValueError`.

    `stops` is what the wall stops: some of "sight", "movement", "light" and "effect", or "window"
    (movement and effects), "curtain" (sight and light) or "bars" (movement). None means everything.

    >>> from sightline import Wall
    >>> str(Wall()), Wall().blocks_sight, Wall() == Wall()
    ('wall', True, True)
    >>> Wall(limited=True), str(Wall(one_way="forth")), Wall(top=0.5)
    (Wall(limited=True), 'one-way wall', Wall(top=Fraction(1, 2)))
    >>> Wall(stops="window"), Wall(stops="window").blocks_sight
    (Wall(stops=('movement', 'effect')), False)
    """

    limited: bool = False
    one_way: OneWayName = ""
    bottom: AnyHeight | None = None
    top: AnyHeight | None = None
    stops: Stops | None = None
    STATES: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        _check_property(self)
        _read_span(self)
        _read_stops(self)

    @property
    def blocks_sight(self) -> bool:
        """Whether it blocks sight in its current state."""
        return self.stops is None or "sight" in self.stops

    @property
    def state(self) -> None:
        """Always None: a wall has no state."""
        return None

    def __str__(self) -> str:
        return f"{_property_words(self)}wall{_stops_words(self)}"

    def __repr__(self) -> str:
        return _as_made(self)


@dataclass(frozen=True, slots=True)
class Door:
    """A door: sight passes only while it is open. A secret door is closed and not yet discovered.

    Its state is "open", "closed", "locked" or "secret"; another raises `InvalidValueError`. Like a
    `Wall`, it may be limited or one-way, have a bottom and a top, and stop only some things.

    >>> from sightline import Door
    >>> str(Door()), Door("locked").blocks_sight, Door("open").blocks_sight
    ('closed door', True, False)
    >>> str(Door(limited=True))
    'limited closed door'
    """

    state: DoorStateName = "closed"
    limited: bool = False
    one_way: OneWayName = ""
    bottom: AnyHeight | None = None
    top: AnyHeight | None = None
    stops: Stops | None = None
    STATES: ClassVar[tuple[DoorStateName, ...]] = ("open", "closed", "locked", "secret")

    def __post_init__(self) -> None:
        _check_state(self)
        _check_property(self)
        _read_span(self)
        _read_stops(self)

    @property
    def blocks_sight(self) -> bool:
        """Whether it blocks sight in its current state."""
        return self.state != "open" and (self.stops is None or "sight" in self.stops)

    def __str__(self) -> str:
        return f"{_property_words(self)}{self.state} door{_stops_words(self)}"

    def __repr__(self) -> str:
        return _as_made(self)


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate: sight passes only while it is open.

    Its state is "open", "closed" or "locked"; another raises `InvalidValueError`. Like a `Wall`, it
    may be limited or one-way, have a bottom and a top, and stop only some things.

    >>> from sightline import Gate
    >>> str(Gate("locked")), Gate("open").blocks_sight
    ('locked gate', False)
    """

    state: GateStateName = "closed"
    limited: bool = False
    one_way: OneWayName = ""
    bottom: AnyHeight | None = None
    top: AnyHeight | None = None
    stops: Stops | None = None
    STATES: ClassVar[tuple[GateStateName, ...]] = ("open", "closed", "locked")

    def __post_init__(self) -> None:
        _check_state(self)
        _check_property(self)
        _read_span(self)
        _read_stops(self)

    @property
    def blocks_sight(self) -> bool:
        """Whether it blocks sight in its current state."""
        return self.state != "open" and (self.stops is None or "sight" in self.stops)

    def __str__(self) -> str:
        return f"{_property_words(self)}{self.state} gate{_stops_words(self)}"

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


def _read_span(threshold: Threshold) -> None:
    """Convert a barrier's bottom and top to exact numbers."""
    if threshold.bottom is None and threshold.top is None:
        return
    what = type(threshold).__name__
    bottom, top = (
        None if value is None else to_height(value, f"{what} {name}")
        for name, value in (("bottom", threshold.bottom), ("top", threshold.top))
    )
    if bottom is not None and top is not None and bottom > top:
        raise InvalidValueError(
            say(
                "{what}: expected a bottom at or below the top, got bottom {bottom} above top"
                " {top}",
                what=what,
                bottom=str(bottom),
                top=str(top),
            )
        )
    object.__setattr__(threshold, "bottom", bottom)
    object.__setattr__(threshold, "top", top)


def as_stops(value: Any, what: str = "stops") -> tuple[StopName, ...] | None:
    """Return the things that a barrier stops, in the order of `STOPS`; None means everything.

    >>> as_stops(["light", "sight"]), as_stops("bars"), as_stops(STOPS)
    (('sight', 'light'), ('movement',), None)
    """
    if isinstance(value, str):
        if value not in STOP_SETS:
            raise InvalidValueError(not_one_of(what, tuple(STOP_SETS), value))
        return STOP_SETS[value]
    try:
        named = None if value is None else list(value)
    except TypeError:
        raise InvalidTypeError(
            f"{what}: expected several of {', '.join(STOPS)}, got {short_repr(value)}"
        ) from None
    if named is None:
        return None
    for each in named:
        if each not in STOPS:
            raise InvalidValueError(not_one_of(what, STOPS, each))
    found = tuple(each for each in STOPS if each in named)
    return None if found == STOPS else found


def _read_stops(threshold: Threshold) -> None:
    if threshold.stops is not None:
        stops = as_stops(threshold.stops, f"{type(threshold).__name__} stops")
        object.__setattr__(threshold, "stops", stops)


def _stops_words(threshold: Threshold) -> str:
    stops = stops_of(threshold)
    if stops is None:
        return ""
    *others, last = stops or ("nothing",)
    return f" that stops {', '.join(others)}{' and ' if others else ''}{last}"


def _property_words(threshold: Threshold) -> str:
    limited = "limited " if threshold.limited else ""
    return f"{limited}one-way " if threshold.one_way else limited


def _as_made(threshold: Threshold) -> str:
    """Return the `repr` of a barrier: the call that creates it, without default arguments."""
    given = [] if isinstance(threshold, Wall) else [f"state={threshold.state!r}"]
    given += ["limited=True"] if threshold.limited else []
    given += [f"one_way={threshold.one_way!r}"] if threshold.one_way else []
    for name, height in zip(("bottom", "top"), span_of(threshold), strict=True):
        if height is not None:
            given.append(f"{name}={height if height.denominator == 1 else repr(height)}")
    given += [] if threshold.stops is None else [f"stops={threshold.stops!r}"]
    return f"{type(threshold).__name__}({', '.join(given)})"


def with_state(threshold: Threshold | None, state: Any) -> Door | Gate:
    """Return the same door or gate in another state, or raise."""
    if not isinstance(threshold, (Door, Gate)):
        here = word("nothing" if threshold is None else "a wall")
        raise InvalidValueError(say("only doors and gates have a state; here is {here}", here=here))
    return replace(threshold, state=state)


def bars_way(threshold: Threshold | None, doors: Container[str]) -> bool:
    """Return whether a barrier stops a figure that can pass open doors and gates, and those in the
    states `doors`.

    >>> from sightline import Door, Wall
    >>> bars_way(Door("closed"), ()), bars_way(Door("closed"), ("closed",)), bars_way(Wall(), ())
    (True, False, True)
    """
    if threshold is None or threshold.state == "open" or not does_stop(threshold, "movement"):
        return False
    return threshold.state is None or threshold.state not in doors


def stops_of(threshold: Threshold) -> tuple[StopName, ...] | None:
    """Return the things that the barrier stops while it is not open; None means everything."""
    return threshold.stops  # type: ignore[return-value]  # read by `_read_stops`


def with_stops(threshold: Threshold, stops: tuple[StopName, ...] | None) -> Threshold:
    """Return the same barrier, but stopping these things; None means everything."""
    return threshold if threshold.stops == stops else replace(threshold, stops=stops)


def does_stop(threshold: Threshold, what: StopName) -> bool:
    """Return whether the barrier stops `what` while it is not open.

    >>> does_stop(Wall(stops="window"), "sight"), does_stop(Wall(), "sight")
    (False, True)
    """
    return threshold.stops is None or what in threshold.stops


def has_property(threshold: Threshold) -> bool:
    """Return whether the barrier is limited or one-way."""
    return threshold.limited or threshold.one_way != ""


def without_property(threshold: Threshold) -> Threshold:
    """Return the same barrier, neither limited nor one-way."""
    return replace(threshold, limited=False, one_way="") if has_property(threshold) else threshold


ENDLESS: Span = (None, None)


def span_of(threshold: Threshold) -> Span:
    """Return the bottom and top of a barrier."""
    return threshold.bottom, threshold.top  # type: ignore[return-value]  # read by `_read_span`


def with_span(threshold: Threshold, span: Span) -> Threshold:
    """Return the same barrier with that bottom and top."""
    return (
        threshold if span_of(threshold) == span else replace(threshold, bottom=span[0], top=span[1])
    )


def code_of(threshold: Threshold | None) -> int:
    """Return the code of a barrier.

    It does not include bottom, top, or which things besides sight it stops.
    """
    if threshold is None:
        return 0
    if threshold.bottom is not None or threshold.top is not None:
        threshold = with_span(threshold, ENDLESS)
    if threshold.stops is not None:
        threshold = with_stops(threshold, None if "sight" in threshold.stops else SEEN_THROUGH)
    return CODE_OF[threshold]


def turned_round(threshold: Threshold) -> Threshold:
    """Return the barrier as seen from the other tile or end: "forth" becomes "back"."""
    if not threshold.one_way:
        return threshold
    return replace(threshold, one_way=_OTHER_WAY[threshold.one_way])


# A board stores each edge as one byte, an index of this list; 0 is an open edge. Barriers with a
# property follow the plain ones, in blocks of the same order, so that plain codes never change. The
# second half repeats the first for barriers that do not stop sight; the board stores what they
# stop.
SEEN_THROUGH: tuple[StopName, ...] = ("movement", "light", "effect")
PLAIN: tuple[Threshold, ...] = (
    Wall(),
    *(Door(state) for state in Door.STATES),
    *(Gate(state) for state in Gate.STATES),
)
CODES: tuple[Threshold | None, ...] = (
    None,
    *(
        replace(threshold, limited=limited, one_way=one_way, stops=stops)
        for stops in (None, SEEN_THROUGH)
        for limited in (False, True)
        for one_way in ONE_WAYS
        for threshold in PLAIN
    ),
)
CODE_OF = {threshold: code for code, threshold in enumerate(CODES)}
CODE_IN_STATE = {
    # (code of a door or gate, state) -> code of the same barrier in that state
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
"""For `bytes.translate`: maps each code to the code without properties."""
TURNED_CODE = bytes(
    0 if threshold is None else CODE_OF[turned_round(threshold)] if threshold.one_way else code
    for code, threshold in enumerate(CODES)
)
"""Maps each code to the code of the same edge as seen from the other tile."""
FIRST_WITH_PROPERTY = len(PLAIN) + 1
"""The first code of a barrier that has a property or does not stop sight."""
FIRST_SEEN_THROUGH = len(CODES) // 2 + 1
"""The first code of a barrier that does not stop sight."""


def as_threshold(value: Any) -> Threshold | None:
    """Return `value` if it is a barrier or None, else raise."""
    if value is None or isinstance(value, (Wall, Door, Gate)):
        return value
    raise InvalidTypeError(
        f"an edge carries Wall(), Door(state), Gate(state) or None, got {short_repr(value)}"
    )
