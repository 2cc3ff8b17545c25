"""Kernels for the rules of games; see `_packs.pyx`."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

MOST_SETS_OF_KINDS: int
MOST_DEGREES: int
DECIDED: int
FINAL: int

class Walls:
    def __init__(
        self,
        rows: int,
        cols: int,
        first_row: int,
        first_col: int,
        walls: Sequence[tuple[tuple[int, int], tuple[int, int], int]],
    ) -> None: ...

class Ground:
    has_walls: bool
    def __init__(
        self,
        hexes: bool,
        rows: int,
        cols: int,
        first_row: int,
        first_col: int,
        walled: bool,
        tiles: bytearray,
        edges: list[bytearray | None],
        walls: Walls | None,
    ) -> None: ...
    def set_heights(
        self, column: array[int], first: array[int], parts: array[int], spans: array[int]
    ) -> None: ...
    def raise_tiles(self, word: int) -> None: ...
    def set_walls(self, walls: Walls | None) -> None: ...
    def parts(self, source: int, target: int) -> bool | None: ...
    def set_tile(self, index: int, word: int) -> None: ...
    def set_edge(self, direction: int, index: int, blocks: int) -> None: ...
    def word(self, index: int) -> int: ...
    def free_of(self, indices: Iterable[int], own: Iterable[int] = ()) -> Ground: ...
    def counting(
        self, sources: Sequence[int], targets: Sequence[int], near: int, beyond: int
    ) -> Ground: ...
    def equals(self, other: Ground) -> bool: ...

def near(ground: Ground, source: int, limit: int, metric: int, out: array[int]) -> int: ...
def spread_out(targets: array[int], values: bytearray, ranks: array[int], count: int) -> bytes: ...
def settle_near(
    ground: Ground,
    source: int,
    unless_wall: bool,
    total: int,
    targets: array[int],
    low: bytearray,
    high: bytearray,
    settled: bytearray,
) -> None: ...

class Question:
    def pair(
        self,
        planes: tuple[Any, ...],
        fewer: tuple[Any, ...] | None,
        source: int,
        target: int,
    ) -> int: ...
    def around(
        self,
        planes: tuple[Any, ...],
        fewer: tuple[Any, ...] | None,
        source: int,
        targets: array[int],
        low: bytearray,
        high: bytearray,
        settled: bytearray,
        cover: bool,
    ) -> list[int] | None: ...

class Chains(Question):
    def __init__(
        self,
        cover: bool,
        lean: int,
        way: int,
        has_points: bool,
        eyes: int,
        growth: int,
        steps: Sequence[tuple[int, int]],
        total: int,
    ) -> None: ...

class Diamonds(Question):
    def __init__(self, ranks: Sequence[tuple[int, int]]) -> None: ...

class Area(Question):
    def __init__(
        self, lines: int, ends: int, lenient: int, strict: int, total: int, diamonds: bool
    ) -> None: ...
    def knows(self, ground: Ground) -> bool: ...
    def high(
        self,
        planes: tuple[Any, ...],
        fewer: tuple[Any, ...] | None,
        source: int,
        target: int,
        bodies: Sequence[tuple[int, int]],
    ) -> int: ...

class Lines(Question):
    looks: int
    def __init__(
        self,
        start: int,
        end: int,
        take: int,
        ends: int,
        target_blocks: bool,
        swap: bool,
        whole: bool,
        diamonds: int,
        inset: int,
        blocks: Sequence[int],
        steps: Sequence[tuple[int, int, int]],
        total: int,
        within: Sequence[int],
    ) -> None: ...
    def pair_held(
        self,
        planes: tuple[Any, ...],
        fewer: tuple[Any, ...] | None,
        source: int,
        target: int,
        holds: bool,
    ) -> int: ...

class NearLines(Question):
    def __init__(self, lines: Lines, near: int, beyond: int) -> None: ...

class Zones:
    def __init__(
        self,
        like: Ground,
        tiles: bytearray,
        edges: list[bytearray | None],
        walls: Walls | None,
        forward: Sequence[tuple[int, int]],
        opening: Lines,
        joined: bool,
    ) -> None: ...
    def as_before(self, index: int, tile: int) -> bool: ...
    def sees(self, source: int, target: int) -> bool: ...
    def settle(
        self,
        source: int,
        targets: array[int],
        low: bytearray,
        high: bytearray,
        settled: bytearray,
    ) -> None: ...
    def ground(self, ground: Ground, sources: Sequence[int], targets: Sequence[int]) -> Ground: ...

class Within(Question):
    def __init__(
        self,
        question: Question,
        straight: bool,
        zones: Zones | None,
        rooms: Sequence[bool],
        total: int,
    ) -> None: ...

def settle_far(
    ground: Ground,
    source: int,
    limit: int,
    metric: int,
    total: int,
    targets: array[int],
    low: bytearray,
    high: bytearray,
    settled: bytearray,
) -> None: ...

class Ask:
    def __init__(
        self,
        questions: Sequence[Question],
        grounds: Sequence[tuple[Any, ...]],
        fewer: Sequence[tuple[Ground, ...] | None],
        walls: Ground,
        neighbors: int,
        minds: bool,
        total: int,
        words: Sequence[Sequence[str]],
        reach: int,
        metric: int,
        turned_away: Callable[[Any, Any], bool] | None,
        zones: Zones | None,
        figures: Mapping[str, Any],
        standing: Mapping[tuple[int, int], tuple[str, ...]],
    ) -> None: ...
    def ranks(
        self, pairs: Any, low: Any, high: Any, sight_alone: bool, start: int, stop: int
    ) -> None: ...
    def degree(self, a: Any, b: Any) -> str | None: ...
    def sight(self, a: Any, b: Any) -> int: ...

class SlabAsk:
    def __init__(
        self,
        base: int,
        head: int,
        stands: bool,
        is_bound: bool,
        roofed: frozenset[int],
        low: Ask,
        full: Ask,
    ) -> None: ...

class HighAsk:
    def __init__(
        self,
        plain: Ask,
        ground: array[int],
        body_of: Callable[[str], tuple[int, int] | None],
        make: Callable[[int, int], SlabAsk | None],
    ) -> None: ...
    def ranks(
        self, pairs: Any, low: Any, high: Any, sight_alone: bool, start: int, stop: int
    ) -> None: ...
    def degree(self, a: Any, b: Any) -> str | None: ...
    def sight(self, a: Any, b: Any) -> int: ...
