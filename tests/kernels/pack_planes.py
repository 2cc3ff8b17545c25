"""The planes that pack kernels read, built slowly by the readable rule.

The headers are compiled separately, so that tests can call them without an extension module.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from array import array
from collections.abc import Collection, Iterator
from ctypes import POINTER, Structure, byref, c_int, c_int32, c_int64, c_uint8, c_uint32, c_void_p
from pathlib import Path
from typing import Any

import pytest

from sightline import HexBoard
from sightline.model.board import Board
from sightline.model.cell import Hex, Tile
from sightline.model.numbers import UNIT
from sightline.model.parts.ground import OUTSIDE
from sightline.model.place import Place
from sightline.packs.schema import Pack, PackQuestion
from sightline.rules.packs.look import KindQuery

KERNELS = Path(__file__).parents[2] / "src" / "sightline" / "kernels"
SOURCE = """
#include "pack_paths.h"
#include "pack_diamonds.h"
void chains_from(const ChainQuestion *question, int32_t q, int32_t r, uint8_t *low, uint8_t *high) {
    chain_field(question, q, r, low, high);
}
void chain_to(const ChainQuestion *question, int32_t *ends, uint8_t *low, uint8_t *high) {
    chain_pair(question, ends[0], ends[1], ends[2], ends[3], low, high);
}
int diamonds(const PackGround *ground, int32_t a, int32_t b, int32_t c, int32_t d) {
    return diamonds_between(ground, a, b, c, d);
}
"""
FLAGS = ("-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


def compiled(folder: Path) -> ctypes.CDLL:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    (folder / "paths.c").write_text(SOURCE, encoding="utf-8")
    made = folder / "paths.so"
    words = [
        compiler,
        *FLAGS,
        f"-I{KERNELS}",
        f"-I{KERNELS / 'pack'}",
        f"-I{KERNELS / 'pack' / 'area'}",
        f"-I{KERNELS / 'walls'}",
        str(folder / "paths.c"),
        "-o",
        str(made),
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return ctypes.CDLL(str(made))


class Ground(Structure):
    _fields_ = (
        *((name, c_int) for name in ("hex", "rows", "cols", "first_row", "first_col")),
        ("tiles", c_void_p),
        ("edges", c_void_p * 3),
        ("walled", c_int),
        ("walls", c_void_p),
    )


class Question(Structure):
    _fields_ = (
        ("ground", POINTER(Ground)),
        *((name, c_int) for name in ("cover", "lean", "way", "has_points")),
        ("points", c_void_p),
        ("heights", c_void_p),
        ("eyes", c_int64),
        ("growth", c_int64),
        ("count", c_int),
        ("least", c_void_p),
        ("ranks", c_void_p),
        ("stops", c_void_p),
        ("beside", c_uint32),
        ("total", c_uint8),
    )


class Planes:
    """The planes of one board for one source. Holds references to all data that
    the structures use.
    """

    def __init__(self, board: Board, source: Place, pack: Pack, question: PackQuestion) -> None:
        self.board, self.source, self.pack, self.question = board, source, pack, question
        self._kept: list[Any] = []
        tiles = list(board.tiles())
        rows, cols = ([t[i] for t in tiles] for i in ((1, 0) if self.is_hex else (0, 1)))
        self.first = min(rows), min(cols)
        self.size = max(rows) - self.first[0] + 1, max(cols) - self.first[1] + 1

    @property
    def is_hex(self) -> bool:
        return isinstance(self.board, HexBoard)

    def tiles(self) -> Iterator[Tile]:
        """Yield all tiles of the bounding rectangle row by row, including those off the board."""
        for row in range(self.first[0], self.first[0] + self.size[0]):
            for col in range(self.first[1], self.first[1] + self.size[1]):
                yield self.board.grid.tile(*((col, row) if self.is_hex else (row, col)))

    def look(self, kinds: Collection[str]) -> KindQuery:
        return KindQuery(
            self.board, self.source, self.source, kinds, walled=self.pack.outside == "wall"
        )

    def ground(self, kinds: Collection[str]) -> Ground:
        look, board = self.look(kinds), self.board
        plane = [
            2 if board.flags(tile) & OUTSIDE else int(look.blocks_tile(tile))
            for tile in self.tiles()
        ]
        edges = []
        for da, db in board.grid.forward:
            over = [
                int(look.edge_between(t, board.grid.tile(t[0] + da, t[1] + db)))
                for t in self.tiles()
            ]
            edges.append(self.keep("B", over) if any(over) else None)
        made = Ground(
            int(self.is_hex),
            *self.size,
            *self.first,
            self.keep("B", plane),
            (c_void_p * 3)(*edges),
            int(look._solid_outside),
        )
        self._kept.append(made)
        return made

    def keep(self, code: str, values: list[int]) -> int:
        kept = array(code, values)
        self._kept.append(kept)
        return kept.buffer_info()[0]

    def chain_question(self, cover: bool) -> Question:
        question, pack, board = self.question, self.pack, self.board
        steps = question.degrees.get(board.grid.name, ())
        look = self.look(question.blockers)
        points = [
            max(
                (question.points.get(kind, 0) for kind in look.kinds_at(tile)),
                default=0,
            )
            if tile in board
            else 0
            for tile in self.tiles()
        ]
        assert isinstance(board, HexBoard)
        heights = [int((board.height_at(Hex(*tile)) or 0) * UNIT) for tile in self.tiles()]
        stops = (POINTER(Ground) * max(1, len(steps)))()
        for i, (_, degree) in enumerate(steps):
            kinds = [k for k, most in question.blockers.items() if cover and most != "hide"]
            kinds = [k for k in kinds if pack.rank(question.blockers[k]) >= pack.rank(degree)]
            if kinds:
                stops[i] = ctypes.pointer(self.ground(kinds))
        self._kept.append(stops)
        return Question(
            ctypes.pointer(self.ground(question.blockers)),
            int(cover),
            ("", "any", "worst").index(question.lean),
            ("", "linear", "hill-blocks", "battletech").index(question.heights),
            int(bool(question.points)),
            self.keep("i", points) if any(points) else None,
            self.keep("q", heights) if any(heights) else None,
            question.eyes * UNIT,
            question.growth * UNIT,
            len(steps),
            self.keep("i", [least for least, _ in steps]),
            self.keep("B", [pack.rank(degree) for _, degree in steps]),
            ctypes.cast(stops, c_void_p),
            0,
            len(pack.degrees) - 1,
        )


def chain_field(library: ctypes.CDLL, planes: Planes, cover: bool) -> dict[Tile, tuple[str, str]]:
    """Return the degrees of all tiles of the board from the source, which is a single tile."""
    tiles = list(planes.tiles())
    asked = bytes(0 if tile in planes.board else 255 for tile in tiles)
    low, high = ((c_uint8 * len(tiles))(*asked) for _ in range(2))
    (source,) = planes.source.tiles
    library.chains_from(byref(planes.chain_question(cover)), *map(c_int32, source), low, high)
    words = planes.pack.degrees
    return {
        tile: (words[low[i]], words[high[i]])
        for i, tile in enumerate(tiles)
        if tile in planes.board
    }


def chain_pair(library: ctypes.CDLL, planes: Planes, target: Tile, cover: bool) -> tuple[str, str]:
    low, high = c_uint8(), c_uint8()
    (source,) = planes.source.tiles
    ends = (c_int32 * 4)(*source, *target)
    library.chain_to(byref(planes.chain_question(cover)), ends, byref(low), byref(high))
    return planes.pack.degrees[low.value], planes.pack.degrees[high.value]


def diamonds(library: ctypes.CDLL, planes: Planes, target: Tile) -> int:
    """Return what the line meets: 0 nothing, 1 a touch on one side, 2 on both
    sides, 3 a blocker.
    """
    (source,) = planes.source.tiles
    ground = planes.ground(planes.question.blockers)
    found: int = library.diamonds(byref(ground), *map(c_int32, (*source, *target)))
    return found
