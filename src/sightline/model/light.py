"""Light: how bright a board is by itself, and the lights that stand on it.

Kept with the board and with its file. What is lit by them is a question for the engine
(`sightline.light_field`), since light goes by the rule of the game as sight does.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    SupportsFloat,
    SupportsIndex,
    TypeAlias,
    cast,
    get_args,
)

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError, UnknownNameError
from sightline.model.cell import AnyPosition, Tile
from sightline.model.numbers import exact, shown
from sightline.model.values import dataclass

if TYPE_CHECKING:
    from sightline.model.board import Board

Brightness: TypeAlias = Literal["dark", "dim", "bright"]
"""How bright a tile, or a whole board by itself, is."""
BRIGHTNESSES: tuple[Brightness, ...] = get_args(Brightness)
"""The darkest first: the order of the numbers in a `LightField`'s array."""
MAX_LIGHTS = 10_000
"""The most lights on one board."""


@dataclass(frozen=True, slots=True)
class Light:
    """A light: where it is, and how far it is bright and dim.

    Both radii count from the light, so a torch that is bright for 4 tiles and dim for another 4 is
    `Light(at, 4, 8)`. They are exact: whole numbers, or Fractions.

    >>> from sightline import SquareBoard
    >>> SquareBoard(9, 9).add_light((4, 4), bright=4, dim=8)
    Light(at=Square(row=4, col=4), bright=4, dim=8)
    """

    at: Tile | str
    """Its tile, or the name of the figure that carries it."""
    bright: int | Fraction
    dim: int | Fraction


class Lighting:
    """The part of a board that is its light: `ambient`, `add_light`, `lights`, `remove_light`."""

    def __init__(self) -> None:
        self._ambient: Brightness = "bright"
        self._lights: list[Light] = []

    def _end_past(self) -> None:
        raise NotImplementedError

    @property
    def ambient(self) -> Brightness:
        """The board's own light: "bright" (at first: every tile is), "dim" or "dark".

        Set to anything else it is an `InvalidValueError`. Lights show only where it is darker than
        they are.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(5, 5)
        >>> board.ambient = "dark"
        >>> board.ambient
        'dark'
        """
        return self._ambient

    @ambient.setter
    def ambient(self, brightness: Brightness) -> None:
        if brightness not in BRIGHTNESSES:
            raise InvalidValueError(
                f"ambient: expected one of {', '.join(BRIGHTNESSES)}, got {shown(brightness)}"
            )
        self._end_past()
        self._ambient = brightness

    def add_light(
        self,
        at: AnyPosition,
        bright: SupportsFloat | SupportsIndex,
        dim: SupportsFloat | SupportsIndex = 0,
    ) -> Light:
        """Put a light on a tile, or give it to a figure by name: then it goes where that one goes.

        A tile may be called as pictures call it, C4; a figure's name comes first.

        `bright` and `dim` are the radii, both counted from the light: any numbers from 0 up; a
        float is read as the decimal that Python prints. A position off the board, a name that
        nobody has, a radius below 0, or a light beyond the ten thousandth is refused and changes
        nothing. When its figure is removed, a light goes with it. A figure's name comes before that
        of a tile.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(9, 9)
        >>> _ = board.place("Mira", (4, 4))
        >>> torch = board.add_light("Mira", bright=4, dim=8)
        >>> board.remove("Mira")
        >>> board.lights()
        []
        """
        light = Light(self._holder(at), _radius(bright, "bright"), _radius(dim, "dim"))
        if len(self._lights) == MAX_LIGHTS:
            raise LimitError(f"lights: expected at most {MAX_LIGHTS:,} on a board, got one more")
        self._end_past()
        self._lights.append(light)
        return light

    def remove_light(self, light: Light) -> None:
        """Take away a light, one that `add_light` gave or `lights` lists; of several equal ones,
        one. Of a light that is not there it is an `UnknownNameError`.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(9, 9)
        >>> candle = board.add_light((4, 4), bright=1, dim=2)
        >>> board.remove_light(candle)
        >>> board.lights()
        []
        """
        if not isinstance(light, Light):
            raise InvalidTypeError(
                f"light: expected one that add_light gave or lights() lists, got {shown(light)}"
            )
        if light not in self._lights:
            raise UnknownNameError(
                f"no such light on this board: {light!r}; lights() lists those that are"
            )
        self._end_past()
        self._lights.remove(light)

    def lights(self) -> list[Light]:
        """Every light, in the order in which they came.

        >>> from sightline import SquareBoard
        >>> SquareBoard(9, 9).lights()
        []
        """
        return [*self._lights]

    def _holder(self, at: Any) -> Tile | str:
        from sightline.model.place import place  # which needs a board, and so this

        where = place(cast("Board", self), at, "light")
        return where.middle if where.name is None else where.name

    def _drop_lights_of(self, name: str) -> None:
        if any(light.at == name for light in self._lights):
            self._end_past()
            self._lights = [light for light in self._lights if light.at != name]

    def _light_content(self) -> Iterator[tuple[Any, ...]]:
        """What of it makes two boards equal, in a canonical order. Nothing on a board in daylight
        without lights, so that its fingerprint is what it was before there were lights."""
        if self._lights or self._ambient != "bright":
            plain = (
                (light.at, (), str(light.bright), str(light.dim))
                if isinstance(light.at, str)
                else ("", tuple(light.at), str(light.bright), str(light.dim))
                for light in self._lights
            )
            yield "light", self._ambient, tuple(sorted(plain))


def _radius(value: Any, what: str) -> int | Fraction:
    radius = exact(value, f"{what} radius of a light")
    if radius < 0:
        raise InvalidValueError(f"{what} radius of a light: expected 0 or more, got {shown(value)}")
    return radius.numerator if radius.denominator == 1 else radius
