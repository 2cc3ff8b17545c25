# cython: wraparound=False, cdivision=True
"""The questions of rule packs, over grounds: planes of what blocks for a set of kinds.

An extension of its own, which is loaded with the first question by the rule of a game. What the
questions by lines do is in `pack_lines.h`; see the contract in `kernels/__init__.py`.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset


cdef extern from "pack_ground.h":
    enum: GROUND_FREE, GROUND_BLOCKS, GROUND_OUTSIDE
    ctypedef struct PackGround:
        int hex
        int rows, cols
        int first_row, first_col
        const uint8_t *tiles
        const uint8_t *edges[3]
        int walled


cdef extern from "pack_lines.h":
    enum: LEVELS, MOST_LOOKS, MOST_STEPS
    ctypedef struct ShapeBook:
        int hex, failed
    ctypedef struct PackTile:
        int row, col
    ctypedef struct LinesStep:
        int least, rank, look
    ctypedef struct LinesQuestion:
        int start, end, take, ends, target_blocks, swap, whole
        int blocks[6]
        int steps
        LinesStep step[16]
        int total, looks
        int within[8]
    ctypedef struct LinesMemo:
        uint8_t *known
        int64_t first_row, first_col, cols, size
    ctypedef struct LinesAsked:
        int failed
        LinesMemo memo
    void lines_begin(LinesAsked *a, const LinesQuestion *q, ShapeBook *shapes, const PackGround **grounds, const PackGround **fewer, PackTile source)
    void lines_aim(LinesAsked *a, PackTile target)
    int lines_asked(LinesAsked *a)
    int lines_wall_between(const PackGround *g, PackTile source, PackTile target)
    int lines_touching(int hex, PackTile a, PackTile b)


cdef ShapeBook _shapes[2]   # of squares and of hexes; they live as long as the process
memset(_shapes, 0, sizeof(_shapes))
_shapes[1].hex = 1

MOST_SETS_OF_KINDS, MOST_DEGREES = MOST_LOOKS, MOST_STEPS
DECIDED, FINAL = 1, 2


cdef class Ground:
    """Which tiles and edges block, in planes with the layout of the board's own."""

    cdef PackGround g
    cdef bytearray tiles
    cdef list edges
    cdef int64_t size

    def __init__(self, bint hexes, int rows, int cols, int first_row, int first_col, bint walled,
                 bytearray tiles, list edges):
        """`tiles`: for each 0 free, 1 blocks, 2 outside the board; `edges`: for each forward
        direction which block, None where there is none. Both become the ground's own."""
        cdef int k
        self.size = <int64_t> rows * cols
        if PyByteArray_GET_SIZE(tiles) != self.size:
            raise ValueError("tiles: expected one byte for each")
        self.tiles, self.edges = tiles, edges
        self.g.hex, self.g.rows, self.g.cols = hexes, rows, cols
        self.g.first_row, self.g.first_col, self.g.walled = first_row, first_col, walled
        self._point()

    cdef void _point(self):
        cdef int k
        self.g.tiles = <const uint8_t *> PyByteArray_AS_STRING(self.tiles)
        for k in range(3):
            self.g.edges[k] = NULL
            if k < len(self.edges) and self.edges[k] is not None:
                self.g.edges[k] = <const uint8_t *> PyByteArray_AS_STRING(self.edges[k])

    def set_tile(self, int64_t index, int word):
        (<uint8_t *> PyByteArray_AS_STRING(self.tiles))[index] = word

    def set_edge(self, int direction, int64_t index, int blocks):
        if self.edges[direction] is None:
            if not blocks:
                return
            self.edges[direction] = bytearray(self.size)
            self._point()
        (<uint8_t *> PyByteArray_AS_STRING(self.edges[direction]))[index] = blocks

    def word(self, int64_t index):
        return self.g.tiles[index]

    def free_of(self, indices):
        """Another ground on which nothing blocks at these places."""
        cdef bytearray tiles = bytearray(self.tiles)
        cdef int64_t index
        for index in indices:
            tiles[index] = GROUND_FREE
        return Ground(self.g.hex, self.g.rows, self.g.cols, self.g.first_row, self.g.first_col,
                      self.g.walled, tiles, self.edges)

    def equals(self, Ground other):
        """Does the same block on both?"""
        cdef int k
        if memcmp(self.g.tiles, other.g.tiles, self.size):
            return False
        for k in range(3):
            if (self.g.edges[k] == NULL) != (other.g.edges[k] == NULL):
                return False
            if self.g.edges[k] and memcmp(self.g.edges[k], other.g.edges[k], self.size):
                return False
        return True

    cdef PackTile _tile(self, int64_t index) noexcept:
        cdef PackTile tile
        tile.row = <int> (index // self.g.cols) + self.g.first_row
        tile.col = <int> (index % self.g.cols) + self.g.first_col
        return tile


def wall_between(Ground ground, int64_t source, int64_t target):
    """Of two that touch, by their places in the planes: is a wall or a door between them?"""
    return bool(lines_wall_between(&ground.g, ground._tile(source), ground._tile(target)))


def near(Ground ground, int64_t source, int64_t limit, int metric, int32_t[::1] out):
    """The places of all tiles of the board within the limit, in reading order; how many they are.
    `limit`: as `kernel_limit` gives it, or -1 for none; `metric`: its place in `METRICS`."""
    cdef PackGround *g = &ground.g
    cdef PackTile at = ground._tile(source)
    cdef int64_t reach = limit, row, col, dr, dc, away, index
    cdef int64_t first_row = g.first_row, last_row = g.first_row + g.rows - 1
    cdef int64_t first_col = g.first_col, last_col = g.first_col + g.cols - 1
    cdef Py_ssize_t found = 0
    if limit >= 0:
        if not g.hex and metric == 0:
            reach = 0
            while (reach + 1) * (reach + 1) <= limit and reach < g.rows + g.cols:
                reach += 1
        first_row, last_row = max(first_row, at.row - reach), min(last_row, at.row + reach)
        first_col, last_col = max(first_col, at.col - reach), min(last_col, at.col + reach)
    for row in range(first_row, last_row + 1):
        for col in range(first_col, last_col + 1):
            index = (row - g.first_row) * g.cols + col - g.first_col
            if g.tiles[index] == GROUND_OUTSIDE:
                continue
            if limit >= 0:
                dr, dc = abs(row - at.row), abs(col - at.col)
                if g.hex:
                    away = max(max(dr, dc), abs(row - at.row + col - at.col))
                elif metric == 0:
                    away = dr * dr + dc * dc
                elif metric == 1:
                    away = max(dr, dc)
                elif metric == 2:
                    away = dr + dc
                else:
                    away = 2 * max(dr, dc) + min(dr, dc)
                if away > limit:
                    continue
            out[found] = <int32_t> index
            found += 1
    return found


def spread_out(const int32_t[::1] targets, const uint8_t[::1] values, int rows, int cols):
    """Values by places of the planes of a square board as one for each tile, 255 where none is."""
    cdef bytearray cells = bytearray(<int64_t> rows * cols)
    cdef uint8_t *out = <uint8_t *> PyByteArray_AS_STRING(cells)
    cdef Py_ssize_t i
    memset(out, 255, <size_t> rows * cols)
    for i in range(targets.shape[0]):
        out[(targets[i] // (cols + 2) - 1) * <int64_t> cols + targets[i] % (cols + 2) - 1] = values[i]
    return cells


def settle_near(Ground ground, int64_t source, bint unless_wall, int total, const int32_t[::1] targets,
                uint8_t[::1] low, uint8_t[::1] high, uint8_t[::1] settled):
    """Neighbours are seen, perhaps unless a wall is between: settles those among the targets."""
    cdef PackTile at = ground._tile(source), there
    cdef Py_ssize_t i
    for i in range(targets.shape[0]):
        there = ground._tile(targets[i])
        if settled[i] or not lines_touching(ground.g.hex, at, there):
            continue
        settled[i] = DECIDED
        if unless_wall and lines_wall_between(&ground.g, at, there):
            low[i] = high[i] = total


cdef class Lines:
    """A question by lines between centres and corners."""

    cdef LinesQuestion q
    cdef readonly int looks

    def __init__(self, int start, int end, int take, int ends, bint target_blocks, bint swap,
                 bint whole, blocks, steps, int total, within):
        """`blocks`: for each level of what a line meets, 1 where it blocks however the master judges
        touches, 2 where it does if he has them block. `steps`: (least, rank, look) for each degree,
        none for a question of sight. `within`: for each set of kinds an earlier one that has all of
        them, or -1."""
        cdef int k
        if not (0 < len(within) <= MOST_LOOKS and len(steps) <= MOST_STEPS and len(blocks) == LEVELS):
            raise ValueError("too many degrees, or sets of kinds")
        self.q.start, self.q.end, self.q.take, self.q.ends = start, end, take, ends
        self.q.target_blocks, self.q.swap, self.q.whole = target_blocks, swap, whole
        for k in range(LEVELS):
            self.q.blocks[k] = blocks[k]
        self.q.steps = len(steps)
        for k in range(self.q.steps):
            self.q.step[k].least, self.q.step[k].rank, self.q.step[k].look = steps[k]
        self.q.total = total
        self.looks = self.q.looks = len(within)
        for k in range(self.looks):
            self.q.within[k] = within[k]

    cdef int _begin(self, LinesAsked *asked, tuple grounds, tuple fewer, int64_t source) except -1:
        cdef const PackGround *at[8]
        cdef const PackGround *less[8]
        cdef int k
        for k in range(self.looks):
            at[k] = &(<Ground?> grounds[k]).g
            if fewer is not None:
                less[k] = &(<Ground?> fewer[k]).g
        lines_begin(asked, &self.q, &_shapes[at[0].hex], at, NULL if fewer is None else less,
                    (<Ground> grounds[0])._tile(source))
        return 0

    def pair(self, tuple grounds, tuple fewer, int64_t source, int64_t target):
        """The ranks of the degree: the lower one plus 256 times the higher one."""
        cdef LinesAsked asked
        cdef int found
        self._begin(&asked, grounds, fewer, source)
        lines_aim(&asked, (<Ground> grounds[0])._tile(target))
        found = lines_asked(&asked)
        if asked.failed:
            raise MemoryError()
        return found

    def around(self, tuple grounds, tuple fewer, int64_t source, const int32_t[::1] targets,
               uint8_t[::1] low, uint8_t[::1] high, uint8_t[::1] settled, bint cover):
        """The same for many targets, of those that are not settled; a question of cover asks for
        those that may be seen, and raises what they have."""
        cdef LinesAsked asked
        cdef Ground ground = grounds[0]
        cdef int64_t top = 1 << 30, bottom = -(1 << 30), least = 1 << 30, most = -(1 << 30)
        cdef PackTile target
        cdef Py_ssize_t i
        cdef int found
        self._begin(&asked, grounds, fewer, source)
        if self.q.start and self.q.end:   # corners, which several tiles share
            for i in range(targets.shape[0]):
                target = ground._tile(targets[i])
                top, bottom = min(top, target.row), max(bottom, target.row)
                least, most = min(least, target.col), max(most, target.col)
            asked.memo.first_row, asked.memo.first_col = top - 1, least - 1
            asked.memo.cols = most - least + 4
            asked.memo.size = 2 * asked.memo.cols * (bottom - top + 4)
            if targets.shape[0]:
                asked.memo.known = <uint8_t *> calloc(6 * self.looks * asked.memo.size, 1)
        for i in range(targets.shape[0]):
            if settled[i] == FINAL or (low[i] == self.q.total if cover else settled[i]):
                continue
            lines_aim(&asked, ground._tile(targets[i]))
            found = lines_asked(&asked)
            low[i], high[i] = max(low[i], <uint8_t> (found & 255)), max(high[i], <uint8_t> (found >> 8))
        free(asked.memo.known)
        if asked.failed:
            raise MemoryError()

