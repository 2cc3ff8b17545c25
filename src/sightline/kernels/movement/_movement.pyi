from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sightline.model.cell import Point, Tile

Cost = int | Fraction

class RescaleError(Exception): ...
class TooLargeError(Exception): ...

class Layout:
    hexes: bool
    def __init__(
        self,
        hexes: bool,
        rows: int,
        cols: int,
        row0: int,
        col0: int,
        tile_class: type[Any],
        directions: Sequence[tuple[int, int]],
        forward: Sequence[tuple[int, int]],
        across: Sequence[tuple[int, int]],
    ) -> None: ...
    def walled(self, walls: Iterable[tuple[Point, Point]], unit: int) -> bytearray: ...

class Walk:
    def __init__(
        self,
        layout: Layout,
        tiles: bytearray,
        edges: list[bytearray],
        bars: bytes,
        walls: bytearray | None,
        standing: Mapping[tuple[int, int], tuple[str, ...]],
        ignoring: Container[str],
        through: Container[str],
        footprint: Sequence[tuple[int, int]],
    ) -> None: ...
    def set_prices(
        self,
        cost_of: Callable[[Tile], Cost | None] | None,
        known: dict[Any, Any] | None,
        scale: int,
        diagonal: Cost,
    ) -> None: ...
    def spread(
        self,
        start: Tile,
        goal: Tile | None,
        most: Cost | None,
        need: int,
        all_stops: bool,
        straight_on: bool = False,
    ) -> Ways: ...

class Ways:
    has_goal: bool
    def stops(self) -> dict[Tile, Cost]: ...
    def way_to(self, goal: tuple[int, int]) -> list[Tile]: ...
