"""Light: the ambient light of a board, and the lights on it.

Both are saved with the board. Which tiles are lit depends on a rule of sight, so the engine
computes it (`sightline.light_field`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
from sightline.model.cell import AnyPosition, Tile, TileT_co
from sightline.model.numbers import exact, short_repr
from sightline.model.parts.ground import BoardGround
from sightline.model.parts.heights import At
from sightline.texts import say

if TYPE_CHECKING:
    from sightline.model.board import Board

Brightness: TypeAlias = Literal["dark", "dim", "bright"]
"""The brightness of a tile, or of a whole board."""
BRIGHTNESSES: tuple[Brightness, ...] = get_args(Brightness)
"""All levels, darkest first. A `LightField`'s array holds their indexes."""
MAX_LIGHTS = 10_000
"""The largest number of lights on a board."""


@dataclass(frozen=True, slots=True)
class Light:
    """A light: its position, and the radii of its bright and dim light.

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
    elevation: Fraction | None = None
    """The height of a light on a tile, such as that of its floor; None if it is on the ground."""

    def __repr__(self) -> str:
        height = "" if self.elevation is None else f", elevation={self.elevation!r}"
        return f"Light(at={self.at!r}, bright={self.bright!r}, dim={self.dim!r}{height})"

    @property
    def place(self) -> Tile | str | At:
        """The light's place in the form that questions such as `sees` accept."""
        if self.elevation is None:
            return self.at
        return At(self.at, elevation=self.elevation)


class Lighting(BoardGround[TileT_co]):
    """The light of a board: `ambient`, `add_light`, `lights`, `remove_light`."""

    def __init__(self) -> None:
        self._ambient: Brightness = "bright"
        self._lights: list[Light] = []

    @property
    def ambient(self) -> Brightness:
        """The ambient light of the board: "bright" (the default), "dim" or "dark".

        Another value raises `InvalidValueError`. Lights show only where the ambient light is
        darker.

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
                f"ambient: expected one of {', '.join(BRIGHTNESSES)}, got {short_repr(brightness)}"
            )
        self._before_change()
        self._ambient = brightness

    def add_light(
        self,
        at: AnyPosition | At,
        bright: SupportsFloat | SupportsIndex,
        dim: SupportsFloat | SupportsIndex = 0,
    ) -> Light:
        """Put a light on a tile, or give it to a figure by name: then it moves with the figure.

        `at` is a position, the name of a tile such as C4, the name of a figure, or an `At` for a
        light on a floor or in the air. If a tile and a figure have the same name, the figure gets
        the light.

        `bright` and `dim` are radii in tiles, counted from the light. They are any numbers from 0
        up; a float means the decimal that Python prints for it.

        Removing a figure removes its lights. A position off the board, an unknown name, a radius
        below 0, or more than 10,000 lights raise an error and change nothing.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(9, 9)
        >>> _ = board.place("Mira", (4, 4))
        >>> torch = board.add_light("Mira", bright=4, dim=8)
        >>> board.remove("Mira")
        >>> board.lights()
        []
        """
        radii = _radius(bright, "bright"), _radius(dim, "dim")
        holder, elevation = self._holder(at)
        light = Light(holder, *radii, elevation)
        if len(self._lights) == MAX_LIGHTS:
            raise LimitError(
                say("lights: expected at most {most:,} on a board, got one more", most=MAX_LIGHTS)
            )
        self._before_change()
        self._lights.append(light)
        return light

    def remove_light(self, light: Light) -> None:
        """Remove a light that `add_light` returned or `lights` lists. If several are equal, one of
        them goes. A light that is not on the board raises `UnknownNameError`.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(9, 9)
        >>> candle = board.add_light((4, 4), bright=1, dim=2)
        >>> board.remove_light(candle)
        >>> board.lights()
        []
        """
        if not isinstance(light, Light):
            raise InvalidTypeError(
                "light: expected one that add_light gave or lights() lists, got"
                f" {short_repr(light)}"
            )
        if light not in self._lights:
            raise UnknownNameError(
                f"no such light on this board: {light!r}; lights() lists the lights on it"
            )
        self._before_change()
        self._lights.remove(light)

    def lights(self) -> list[Light]:
        """Return every light, in the order in which they were added.

        >>> from sightline import SquareBoard
        >>> SquareBoard(9, 9).lights()
        []
        """
        return [*self._lights]

    def _holder(self, at: Any) -> tuple[Tile | str, Fraction | None]:
        from sightline.model.place import place  # a circular import at module level

        board = cast("Board", self)
        where = place(board, at, "light")
        if where.name is not None:
            return where.name, None
        if not isinstance(at, At) or (at.elevation is None and at.floor is None):
            return where.middle, None
        return where.middle, board.feet_at(At(where.middle, at.elevation, at.floor))

    def _drop_lights_of(self, name: str) -> None:
        if any(light.at == name for light in self._lights):
            self._before_change()
            self._lights = [light for light in self._lights if light.at != name]

    def _light_content(self) -> Iterator[tuple[Any, ...]]:
        """Return the light as plain values in a canonical order, for comparing boards.

        It is empty on a bright board without lights, so that old fingerprints stay valid.
        """
        if self._lights or self._ambient != "bright":
            plain = (
                (light.at, (), str(light.bright), str(light.dim))
                if isinstance(light.at, str)
                else ("", tuple(light.at), str(light.bright), str(light.dim), *_height(light))
                for light in self._lights
            )
            yield "light", self._ambient, tuple(sorted(plain))


def _height(light: Light) -> tuple[str, ...]:
    return () if light.elevation is None else (str(light.elevation),)


def _radius(value: Any, what: str) -> int | Fraction:
    radius = exact(value, f"{what} radius of a light")
    if radius < 0:
        raise InvalidValueError(
            say(
                "{what} radius of a light: expected 0 or more, got {got}",
                what=what,
                got=short_repr(value),
            )
        )
    return radius.numerator if radius.denominator == 1 else radius
