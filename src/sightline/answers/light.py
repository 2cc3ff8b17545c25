"""Answers about light: the brightness of every tile, and whether a target is visible in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from sightline.answers.by_tile import ByTile
from sightline.answers.explain import explain, name_of, number_words
from sightline.answers.field import Field
from sightline.answers.layout import LayoutKey, layout_key, layout_of
from sightline.answers.sight import Sight
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.light import BRIGHTNESSES, Brightness
from sightline.model.names import not_one_of
from sightline.model.parts.display import function_for
from sightline.model.place import place
from sightline.texts import say

if TYPE_CHECKING:
    import numpy

Distance: TypeAlias = int | Fraction | None
"""A range in tiles, as an exact number; None means no limit."""


class LightField(ByTile[Brightness]):
    """The brightness of each tile of a board: `light[3, 4]` is "dark", "dim" or "bright".

    A mapping from every tile, in reading order. `numpy.asarray(light)` has 0 for dark, 1 for dim
    and 2 for bright: rows x columns on squares; on hexes one entry per hex, in the order of
    `board.tiles()`. `lit` is the set of tiles that are not dark. `light["Mira"]` is the brightness
    of the brightest tile that Mira covers.

    >>> from sightline import CornerRule, SquareBoard, light_field
    >>> board = SquareBoard(1, 5)
    >>> board.ambient = "dark"
    >>> _ = board.add_light((0, 0), bright=1, dim=3)
    >>> light = light_field(board, CornerRule())
    >>> light[0, 1], light[0, 2], light[0, 4]
    ('bright', 'dim', 'dark')
    >>> len(light.lit), len(light.tiles_with("dim"))
    (4, 2)
    """

    def __init__(self, board: Board, levels: bytes) -> None:
        self._layout = board.copy()  # a copy, because the picture also shows the lights
        self._levels = levels  # an index in BRIGHTNESSES for each tile, in the order of tiles()

    def _found(self, asked: Any) -> Brightness:
        tiles = place(self._layout, asked, "tile").tiles
        return BRIGHTNESSES[max(self._levels[self._layout.rank(tile)] for tile in tiles)]

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._layout.tiles())

    def __len__(self) -> int:
        return len(self._levels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LightField):
            return super().__eq__(other)
        return self._levels == other._levels and self._layout.same_layout(other._layout)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @property
    def lit(self) -> Field:
        """The tiles that are not dark."""
        return self.tiles_with("dim", "bright")

    def tiles_with(self, *brightness: Brightness) -> Field:
        """Return the tiles with one of these levels of light."""
        for each in brightness:
            if each not in BRIGHTNESSES:
                raise InvalidValueError(not_one_of("brightness", BRIGHTNESSES, each))
        wanted = bytes(each in brightness for each in BRIGHTNESSES)
        return Field(self._layout, self._levels.translate(wanted + bytes(253)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        array = numpy.frombuffer(self._levels, dtype=numpy.uint8).reshape(self._layout.shape)
        return array.astype(dtype or numpy.uint8, copy=bool(copy))

    def __repr__(self) -> str:
        counts = (f"{self._levels.count(n)} {each}" for n, each in enumerate(BRIGHTNESSES))
        return f"<LightField: {', '.join(counts)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Like fields, it is pickled without its board, so the picture then has empty ground.
        return _light_again, (layout_key(self._layout), self._levels)

    def _repr_svg_(self) -> str:
        """Return a picture for notebooks."""
        svg: str = function_for(LightField, "svg")(self._layout, self)
        return svg


def _light_again(key: LayoutKey, levels: bytes) -> LightField:
    return LightField(layout_of(key), levels)


@dataclass(frozen=True)
class SightInLight:
    """Whether the source sees the target in the light, and if not, which test failed.

    There are three tests: the rule sees the target; it is within range; and it is lit or within the
    range of dark vision. For a figure of several tiles, one and the same tile must pass the last
    two.

    >>> from sightline import SquareBoard, trace_in_light
    >>> answer = trace_in_light(SquareBoard(1, 9), "A1", "H1", "center", radius=6)
    >>> bool(answer.sight), answer.in_range, answer.visible
    (True, False, False)
    """

    sight: Sight
    """The answer of the rule, regardless of light, with its proof."""
    brightness: Brightness
    """The brightness of the target's brightest tile within range."""
    in_range: bool
    """Whether some tile of the target is within range."""
    in_light: bool
    """Whether some tile of the target is within dark vision, or within range and not dark."""
    range: Distance = None
    dark_vision: Distance = 0
    opaque: bool = False
    """Whether the target is rock, or furniture that blocks sight. Such a tile is as bright as its
    visible neighbors.
    """

    @property
    def failed(self) -> Literal["sight", "range", "light"] | None:
        """The test that failed, or None if the target is visible.

        If the rule leaves the decision to the game master, the other tests come first: a target in
        the dark needs no ruling.
        """
        if not self.sight.visible and not self.sight.awaits_ruling:
            return "sight"
        if not self.in_range:
            return "range"
        if not self.in_light:
            return "light"
        return None if self.sight.visible else "sight"

    @property
    def visible(self) -> bool:
        """Whether the target is visible."""
        return self.failed is None

    @property
    def awaits_ruling(self) -> bool:
        """Whether the game master has to decide, because all other tests pass."""
        return self.failed == "sight" and self.sight.awaits_ruling

    def __bool__(self) -> bool:
        return self.visible

    def explain(self) -> str:
        """Return the answer in sentences for players.

        >>> from sightline import CornerRule, SquareBoard, trace_in_light
        >>> board = SquareBoard(1, 5)
        >>> board.ambient = "dark"
        >>> print(trace_in_light(board, (0, 0), (0, 4), CornerRule(), dark_vision=2).explain())
        In sight, but dark: no light reaches E1, and it is beyond the dark vision of 2.
        """
        if self.failed == "sight":
            return explain(self.sight)
        target = name_of(self.sight.target)
        reach, in_the_dark = (
            "" if distance is None else number_words(Fraction(distance))
            for distance in (self.range, self.dark_vision)
        )
        so_far = say("In sight") if self.sight.visible else say("Too close to call")
        if self.failed == "range":
            return say(
                "{verdict}, but beyond its range of {range}: {target} is further away.",
                verdict=so_far,
                range=reach,
                target=target,
            )
        if self.failed == "light":
            if reach and len(self.sight.target.tiles) > 1:
                target = say(
                    "any part of {target} within the range of {range}", target=target, range=reach
                )
            if self.opaque:
                target = say("the near side of {target}", target=target)
            if not self.dark_vision:
                return say(
                    "{verdict}, but dark: no light reaches {target}.",
                    verdict=so_far,
                    target=target,
                )
            return say(
                "{verdict}, but dark: no light reaches {target}, and it is beyond the dark vision"
                " of {range}.",
                verdict=so_far,
                target=target,
                range=in_the_dark,
            )
        if self.brightness == "bright":
            return explain(self.sight)
        if self.brightness == "dim":
            return explain(self.sight) + say(" It is dim there.")
        return explain(self.sight) + say(" It is dark there, but within the dark vision.")
