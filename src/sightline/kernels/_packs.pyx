# cython: wraparound=False, cdivision=True
"""The questions of rule packs over grounds, which are planes of what blocks for a set of kinds. This is a separate
extension, loaded on the first question by a game's rule. Questions by lines are in `pack_lines.h`; see the contract
in `kernels/__init__.py`.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_GET_SIZE
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memset


cdef extern from "heights.h":
    ctypedef struct HighSpan:
        int64_t bottom, top
    ctypedef struct Heights:
        uint32_t *column
        int32_t *first
        HighSpan *part
        HighSpan *wall
    ctypedef struct Levels:
        int64_t base
    const int64_t BELOW_ALL, ABOVE_ALL


cdef extern from "pack_ground.h":
    enum: GROUND_FREE, GROUND_BLOCKS, GROUND_OUTSIDE, GROUND_OWN, GROUND_RIM, EDGE_BLOCKS
    ctypedef struct PackGround:
        int hex
        int rows, cols
        int first_row, first_col
        const uint8_t *tiles
        const uint8_t *edges[3]
        int walled
        const PackWalls *walls
        const Heights *high


cdef extern from "pack_walls.h":
    ctypedef struct Spot:
        int64_t x, y
    Spot tile_center(int hex, int64_t row, int64_t col)
    ctypedef struct Segment:
        int64_t x0, y0, x1, y1
    ctypedef struct PackWalls:
        int32_t count
        int64_t rows, cols, first_row, first_col
        int32_t *first
        int32_t *span
    enum: WALL_UNIT
    int walls_on(const PackWalls *walls, Spot p, Spot q, int64_t unit)
    int pack_index_walls(PackWalls *walls, Segment *wall, uint8_t *flags, int32_t count)
    void pack_free_walls(PackWalls *walls)


cdef extern from "pack_whole.h":
    enum: LEVELS, MOST_LOOKS, MOST_STEPS
    ctypedef struct ShapeBook:
        int hex, failed
        int64_t scale
    ctypedef struct PackTile:
        int row, col
    ctypedef struct LinesStep:
        int least, rank, look
    ctypedef struct LinesQuestion:
        int start, end, take, ends, target_blocks, swap, whole, diamonds, inset
        int blocks[6]
        int steps
        LinesStep step[16]
        int total, looks
        int within[8]
    ctypedef struct LinesMemo:
        uint32_t *known
        int64_t first_row, first_col, cols, size
    ctypedef struct PackHeld:
        int64_t at
        HighSpan span
    ctypedef struct LinesAsked:
        int failed, holds, unsure, helds
        const HighSpan *bodies
        const PackHeld *held
        LinesMemo memo
    void lines_begin(LinesAsked *a, const LinesQuestion *q, ShapeBook *shapes, const PackGround **grounds, const PackGround **fewer, PackTile source)
    void lines_aim(LinesAsked *a, PackTile target, int holds)
    int lines_asked(LinesAsked *a)
    int lines_wall_between(const PackGround *g, ShapeBook *shapes, PackTile source, PackTile target)
    int lines_touching(int hex, PackTile a, PackTile b)
    ctypedef struct WholePoint:
        int64_t x, y
        int32_t row, col
    int whole_asked(LinesAsked *a, const WholePoint *start, int starts, const WholePoint *end, int ends, int turned, int best)


cdef extern from "pack_near.h":
    ctypedef struct PackNear:
        PackTile *source
        PackTile *target
        int sources, targets, near, beyond
    int near_counts_tile(const PackNear *n, int hex, int row, int col)
    int near_counts_edge(const PackNear *n, int hex, int direction, int row, int col)
    int near_walls_of(const PackNear *n, int hex, const PackWalls *like, int all_cells, PackWalls *out)
    void near_take_away(const PackNear *n, int hex, PackWalls *walls, int away)


cdef ShapeBook _shapes[3]   # of squares, of hexes and of sixths of hexes; they live as long as the process
memset(_shapes, 0, sizeof(_shapes))
_shapes[1].hex = _shapes[2].hex = 1
_shapes[0].scale = _shapes[1].scale = 1
_shapes[2].scale = 2        # the middle of several hexes may lie between thirds

cdef ShapeBook _fine[2][101]   # of lines to corners that are inset: parts of a side
memset(_fine, 0, sizeof(_fine))
cdef int _part
for _part in range(1, 101):
    _fine[1][_part].hex = 1
    _fine[0][_part].scale = _fine[1][_part].scale = _part if _part % 2 else _part // 2

cdef enum:
    MOST_ROOMED = 64          # cached grounds with the rooms of some places open

MOST_SETS_OF_KINDS, MOST_DEGREES = MOST_LOOKS, MOST_STEPS
DECIDED, FINAL = 1, 2


cdef class Walls:
    """An index by cells of the free walls that block for some kinds, and of walls with a property on edges."""

    cdef PackWalls w

    def __init__(self, int rows, int cols, int first_row, int first_col, walls, spans=None):
        """Build the index. `walls` are x and y of both ends, and the flags of kernels/walls/special_walls.h. `spans`
        has for each wall the number of its bottom and top, on high ground.
        """
        cdef Py_ssize_t count = len(walls), i
        cdef Segment *wall = <Segment *> malloc(sizeof(Segment) * (count + 1))
        cdef uint8_t *flags = <uint8_t *> malloc(count + 1)
        if wall == NULL or flags == NULL:
            free(wall)
            free(flags)
            raise MemoryError()
        for i in range(count):
            (wall[i].x0, wall[i].y0), (wall[i].x1, wall[i].y1), flags[i] = walls[i]
        self.w.rows, self.w.cols, self.w.first_row, self.w.first_col = rows, cols, first_row, first_col
        if not pack_index_walls(&self.w, wall, flags, <int32_t> count):
            raise MemoryError()
        if spans is not None:
            self.w.span = <int32_t *> malloc(sizeof(int32_t) * (count + 1))
            if self.w.span == NULL:
                raise MemoryError()
            for i in range(count):
                self.w.span[i] = spans[i]

    def __dealloc__(self):
        pack_free_walls(&self.w)


cdef class Ground:
    """Planes of which tiles and edges block, with the layout of the board's own planes."""

    cdef PackGround g
    cdef bytearray tiles
    cdef list edges
    cdef Walls walls
    cdef int64_t size
    # Derived from this ground, and dropped when it changes.
    cdef dict nearer          # by distance: what counts between two tiles (NearGround)
    cdef dict roomed          # by the zones of both ends, with the rooms that block (Zones)
    cdef Heights heights
    cdef object columns       # the arrays that `heights` points into

    def __init__(self, bint hexes, int rows, int cols, int first_row, int first_col, bint walled,
                 bytearray tiles, list edges, Walls walls):
        """Create a ground. `tiles` has per tile 0 for free, 1 for blocking, 2 for outside the board. `edges` has for
        each forward direction the blocking edges, or None. The ground takes ownership of both. `walls` are free
        walls and walls with a property, or None.
        """
        cdef int k
        self.size = <int64_t> rows * cols
        self.g.high = NULL
        if PyByteArray_GET_SIZE(tiles) != self.size:
            raise ValueError("tiles: expected one byte for each")
        self.tiles, self.edges = tiles, edges
        self.g.hex, self.g.rows, self.g.cols = hexes, rows, cols
        self.g.first_row, self.g.first_col, self.g.walled = first_row, first_col, walled
        self._point()
        self.set_walls(walls)

    def set_heights(self, const uint32_t[::1] column, const int32_t[::1] first, const int64_t[::1] parts,
                    const int64_t[::1] spans):
        """Add heights to this ground: the column of each tile, where the parts and floors of a column start, the parts,
        and the bottoms and tops of walls by number.
        """
        self.columns = column, first, parts, spans
        self.heights.column = <uint32_t *> &column[0]
        self.heights.first = <int32_t *> &first[0]
        self.heights.part = <HighSpan *> &parts[0]
        self.heights.wall = <HighSpan *> &spans[0]
        self.g.high = &self.heights

    @property
    def has_walls(self):
        """Return whether there are walls that are not in the planes."""
        return self.g.walls != NULL

    def set_walls(self, Walls walls):
        self.walls = walls
        self.nearer = self.roomed = None
        self.g.walls = NULL if walls is None else &walls.w

    def parts(self, int64_t source, int64_t target):
        """Return whether a wall separates two touching tiles; None if they do not touch."""
        cdef PackTile here = self._tile(source), there = self._tile(target)
        if not lines_touching(self.g.hex, here, there):
            return None
        return bool(lines_wall_between(&self.g, &_shapes[self.g.hex], here, there))

    cdef void _point(self):
        cdef int k
        self.g.tiles = <const uint8_t *> PyByteArray_AS_STRING(self.tiles)
        for k in range(3):
            self.g.edges[k] = NULL
            if k < len(self.edges) and self.edges[k] is not None:
                self.g.edges[k] = <const uint8_t *> PyByteArray_AS_STRING(self.edges[k])

    def set_tile(self, int64_t index, int word):
        self.nearer = self.roomed = None
        (<uint8_t *> PyByteArray_AS_STRING(self.tiles))[index] = word

    def raise_tiles(self, int word):
        """Write that word for all free tiles."""
        cdef uint8_t *tiles = <uint8_t *> PyByteArray_AS_STRING(self.tiles)
        cdef int64_t i
        for i in range(self.size):
            if tiles[i] == GROUND_FREE:
                tiles[i] = word

    def set_edge(self, int direction, int64_t index, int blocks):
        self.nearer = self.roomed = None
        if self.edges[direction] is None:
            if not blocks:
                return
            self.edges[direction] = bytearray(self.size)
            self._point()
        (<uint8_t *> PyByteArray_AS_STRING(self.edges[direction]))[index] = blocks

    def word(self, int64_t index):
        return self.g.tiles[index]

    def free_of(self, indices, own=()):
        """Return a copy of the ground where these places do not block; `own` are those of a large target."""
        cdef bytearray tiles = bytearray(self.tiles)
        cdef int64_t index
        for index in indices:
            tiles[index] = GROUND_FREE
        for index in own:
            tiles[index] = GROUND_OWN
        return Ground(self.g.hex, self.g.rows, self.g.cols, self.g.first_row, self.g.first_col,
                      self.g.walled, tiles, self.edges, self.walls)

    def counting(self, sources, targets, int near, int beyond):
        """Return a copy with only the blockers that count between these places: at most `near` steps from the target
        (0: no limit), and more than `beyond` steps from the viewer.
        """
        cdef PackNear n
        cdef bytearray tiles = bytearray(self.tiles)
        cdef list edges = [None if each is None else bytearray(each) for each in self.edges]
        cdef uint8_t *plane = <uint8_t *> PyByteArray_AS_STRING(tiles)
        cdef int64_t i, index
        cdef int k
        cdef PackTile at
        cdef Walls walls = None
        cdef PackTile *ends = <PackTile *> malloc(sizeof(PackTile) * (len(sources) + len(targets) + 1))
        if ends == NULL:
            raise MemoryError()
        n.source, n.sources, n.target, n.targets = ends, len(sources), ends + len(sources), len(targets)
        n.near, n.beyond = near, beyond
        for i, index in enumerate((*sources, *targets)):
            ends[i] = self._tile(index)
        if near:
            for i in range(self.size):
                plane[i] = self._beyond_sight(self.g.tiles[i])
            for each in edges:
                if each is not None:
                    memset(PyByteArray_AS_STRING(each), 0, self.size)
        for k in range(n.targets if near else n.sources):
            self._count_around(&n, (n.target if near else n.source)[k], near or beyond, plane, edges)
        try:
            if self.walls is not None:
                walls = Walls.__new__(Walls)
                if not near_walls_of(&n, self.g.hex, &self.walls.w, not near, &walls.w):
                    raise MemoryError()
        finally:
            free(ends)
        return Ground(self.g.hex, self.g.rows, self.g.cols, self.g.first_row, self.g.first_col,
                      self.g.walled, tiles, edges, walls if walls is not None and walls.w.count else None)

    cdef uint8_t _beyond_sight(self, uint8_t word) noexcept:
        """Return the code of a tile that does not count."""
        if word == GROUND_OUTSIDE:
            return GROUND_RIM
        return GROUND_OWN if word == GROUND_OWN else GROUND_FREE

    cdef void _count_around(self, PackNear *n, PackTile at, int steps, uint8_t *plane, list edges):
        """Mark in the planes the tiles and edges within a number of steps from a tile."""
        cdef int row, col, k
        cdef int64_t i
        for row in range(max(at.row - steps, self.g.first_row), min(at.row + steps + 1, self.g.first_row + self.g.rows)):
            for col in range(max(at.col - steps, self.g.first_col), min(at.col + steps + 1, self.g.first_col + self.g.cols)):
                i = <int64_t> (row - self.g.first_row) * self.g.cols + col - self.g.first_col
                plane[i] = self.g.tiles[i] if near_counts_tile(n, self.g.hex, row, col) else self._beyond_sight(self.g.tiles[i])
                for k in range(3):
                    if self.g.edges[k] and self.g.edges[k][i] == EDGE_BLOCKS:
                        (<uint8_t *> PyByteArray_AS_STRING(edges[k]))[i] = near_counts_edge(n, self.g.hex, k, row, col)

    cdef bint _is_blank_at(self, PackTile at, int steps) noexcept:
        """Return whether everything within a number of steps from a tile is free."""
        cdef int64_t i
        cdef int row, col, k
        for row in range(max(at.row - steps, self.g.first_row), min(at.row + steps + 1, self.g.first_row + self.g.rows)):
            for col in range(max(at.col - steps, self.g.first_col), min(at.col + steps + 1, self.g.first_col + self.g.cols)):
                i = <int64_t> (row - self.g.first_row) * self.g.cols + col - self.g.first_col
                if self.g.tiles[i] == GROUND_BLOCKS or (self.g.tiles[i] == GROUND_OUTSIDE and self.g.walled):
                    return False
                if self.g.walls and self.g.walls.first[i + 1] > self.g.walls.first[i]:
                    return False
                for k in range(3):
                    if self.g.edges[k] and self.g.edges[k][i]:
                        return False
        return True

    def equals(self, Ground other):
        """Return whether both grounds block in the same places."""
        cdef int k
        if self.g.high != NULL or other.g.high != NULL:
            return self is other
        if self.walls is not other.walls or memcmp(self.g.tiles, other.g.tiles, self.size):
            return False
        for k in range(3):
            if (self.g.edges[k] == NULL) != (other.g.edges[k] == NULL):
                return False
            if self.g.edges[k] and memcmp(self.g.edges[k], other.g.edges[k], self.size):
                return False
        return True

    cdef void _count(self, int64_t top, int64_t bottom, int64_t least, int64_t most, int32_t *sums) noexcept:
        """Return prefix sums over a rectangle of the planes: for each tile, how many tiles above and to the left,
        inclusive, block or have a blocking edge. A row and a column of zeros come first.
        """
        cdef int64_t row, col, at, cols = most - least + 2
        cdef int32_t here
        cdef int k
        memset(sums, 0, 4 * cols)
        for row in range(top, bottom + 1):
            sums += cols
            sums[0] = here = 0
            for col in range(least, most + 1):
                at = row * self.g.cols + col
                if self.g.tiles[at] == GROUND_BLOCKS or (
                    self.g.tiles[at] == GROUND_OUTSIDE and (self.g.walled or not self.g.hex)
                ):
                    here += 1
                else:
                    for k in range(3):
                        if self.g.edges[k] and self.g.edges[k][at]:
                            here += 1
                            break
                    else:
                        if self.g.walls and self.g.walls.first[at + 1] > self.g.walls.first[at]:
                            here += 1
                sums[col - least + 1] = sums[col - least + 1 - cols] + here

    cdef PackTile _tile(self, int64_t index) noexcept:
        cdef PackTile tile
        tile.row = <int> (index // self.g.cols) + self.g.first_row
        tile.col = <int> (index % self.g.cols) + self.g.first_col
        return tile


def near(Ground ground, int64_t source, int64_t limit, int metric, int32_t[::1] out):
    """Return the plane indexes of all tiles of the board within the limit, in reading order, and their number. `limit`
    comes from `kernel_limit`, or is -1 for none; `metric` is an index in `METRICS`.
    """
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


def spread_out(const int32_t[::1] targets, const uint8_t[::1] values, const int32_t[::1] ranks, int64_t count):
    """Return values by plane index as one value for each tile in order, 255 where missing."""
    cdef bytes cells = PyBytes_FromStringAndSize(NULL, count)
    cdef uint8_t *out = <uint8_t *> PyBytes_AS_STRING(cells)
    cdef Py_ssize_t i
    memset(out, 255, count)
    for i in range(targets.shape[0]):
        out[ranks[targets[i]]] = values[i]
    return cells


def settle_near(Ground ground, int64_t source, bint unless_wall, int total, const int32_t[::1] targets,
                uint8_t[::1] low, uint8_t[::1] high, uint8_t[::1] settled):
    """Settle the targets that are neighbors: they are visible, or only visible if no wall separates them."""
    cdef PackTile at = ground._tile(source), there
    cdef Py_ssize_t i
    for i in range(targets.shape[0]):
        there = ground._tile(targets[i])
        if settled[i] or not lines_touching(ground.g.hex, at, there):
            continue
        settled[i] = DECIDED
        if unless_wall and lines_wall_between(&ground.g, &_shapes[ground.g.hex], at, there):
            low[i] = high[i] = total


cdef class Question:
    """A question of a pack about two tiles, over given planes."""

    cdef int answer(self, tuple planes, tuple fewer, int64_t source, int64_t target) except -2:
        """Return the ranks of the degree: the lower one plus 256 times the higher one."""
        return -1

    cdef int at_best(self, tuple planes, tuple fewer, int64_t source, int64_t target, HighSpan *bodies) except -2:
        """Return the same on high ground, at the best heights in two bodies; -1: this kernel cannot answer."""
        return -1

    def pair(self, tuple planes, tuple fewer, int64_t source, int64_t target):
        """Return the result of `answer`, for callers in Python."""
        return self.answer(planes, fewer, source, target)


cdef class Lines(Question):
    """A question with lines between centers and corners."""

    cdef LinesQuestion q
    cdef readonly int looks

    def __init__(self, int start, int end, int take, int ends, bint target_blocks, bint swap,
                 bint whole, int diamonds, int inset, blocks, steps, int total, within):
        """Create the question. `blocks` has for each level of contact 1 if it always blocks, 2 if it blocks when open
        touches block. `steps` has (least, rank, look) for each degree and is empty for a question of sight. `within`
        has for each set of kinds an earlier set that contains it, or -1.
        """
        cdef int k
        if not (0 < len(within) <= MOST_LOOKS and len(steps) <= MOST_STEPS and len(blocks) == LEVELS):
            raise ValueError("too many degrees, or sets of kinds")
        self.q.start, self.q.end, self.q.take, self.q.ends = start, end, take, ends
        self.q.target_blocks, self.q.swap, self.q.whole = target_blocks, swap, whole
        self.q.diamonds, self.q.inset = diamonds, inset
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
        cdef const PackGround *less[16]
        cdef ShapeBook *shapes
        cdef int k
        for k in range(self.looks):
            at[k] = &(<Ground?> grounds[k]).g
        if fewer is not None:
            for k in range(2 * self.looks):
                less[k] = &(<Ground?> fewer[k]).g
        shapes = &_shapes[at[0].hex]
        if self.q.inset:
            shapes = &_fine[at[0].hex][self.q.inset]
        elif source < 0 and at[0].hex:
            shapes = &_shapes[2]
        lines_begin(asked, &self.q, shapes, at, NULL if fewer is None else less,
                    (<Ground> grounds[0])._tile(max(source, 0)))
        return 0

    def pair_held(self, tuple grounds, tuple fewer, int64_t source, int64_t target, bint holds):
        """Return the ranks like `pair`. `holds` says whether something on the target blocks lines through it."""
        return self._answer(grounds, fewer, source, target, holds)

    def whole(self, tuple grounds, tuple fewer, starts, ends, turned, bint holds, bodies=None, held=()):
        """Return the ranks between two footprints. `starts` and `ends` are the points of both, each with the row and
        the column of its tile; `turned` are those of the reversed question. `bodies` and `held` are as for `high`.
        """
        cdef LinesAsked asked
        cdef HighSpan spans[2]
        cdef PackHeld things[16]
        cdef int found = 255 | 255 << 8
        self._begin(&asked, grounds, fewer, -1)
        if bodies is not None and not _with_bodies(&asked, bodies, held, spans, things):
            return -1
        asked.holds = holds
        found = _whole(&asked, starts, ends, False, found)
        if turned is not None and found:
            found = _whole(&asked, turned[0], turned[1], True, found)
        if asked.failed:
            raise MemoryError()
        return -1 if asked.unsure else found

    def high(self, tuple grounds, tuple fewer, int64_t source, int64_t target, bodies, held):
        """The same between two tiles on high ground, at the best heights of each line. `bodies`: feet and head of both;
        `held`: the place in the planes, the bottom and the top of each thing on the target that blocks. -1: not for
        this kernel."""
        cdef LinesAsked asked
        cdef HighSpan spans[2]
        cdef PackHeld things[16]
        self._begin(&asked, grounds, fewer, source)
        if not _with_bodies(&asked, bodies, held, spans, things):
            return -1
        return self._at_best(&asked, grounds, target)

    cdef int at_best(self, tuple planes, tuple fewer, int64_t source, int64_t target, HighSpan *bodies) except -2:
        cdef LinesAsked asked
        cdef PackHeld things[16]
        cdef const PackGround *g = &(<Ground?> planes[0]).g
        cdef const HighSpan *part
        cdef int32_t k, column
        cdef int count = 0
        self._begin(&asked, planes, fewer, source)
        if self.q.target_blocks:
            if g.tiles[target] == GROUND_BLOCKS:
                things[0].at, things[0].span.bottom, things[0].span.top = target, BELOW_ALL, ABOVE_ALL
                count = 1
            column = <int32_t> (2 * g.high.column[target])
            for k in range(g.high.first[column], g.high.first[column + 1]):
                part = &g.high.part[k]
                if part.bottom == BELOW_ALL:
                    continue    # the ground under a target never blocks
                if count == 16:
                    return -1
                things[count].at, things[count].span = target, part[0]
                count += 1
        asked.bodies, asked.held, asked.helds = bodies, things, count
        return self._at_best(&asked, planes, target)

    cdef int _at_best(self, LinesAsked *asked, tuple grounds, int64_t target) except -2:
        lines_aim(asked, (<Ground> grounds[0])._tile(target), 0)
        cdef int found = lines_asked(asked)
        if asked.failed:
            raise MemoryError()
        return -1 if asked.unsure else found

    cdef int answer(self, tuple grounds, tuple fewer, int64_t source, int64_t target) except -2:
        return self._answer(grounds, fewer, source, target, -1)

    cdef int _answer(self, tuple grounds, tuple fewer, int64_t source, int64_t target, int holds) except -2:
        cdef LinesAsked asked
        cdef int found
        self._begin(&asked, grounds, fewer, source)
        lines_aim(&asked, (<Ground> grounds[0])._tile(target), holds)
        found = lines_asked(&asked)
        if asked.failed:
            raise MemoryError()
        return found

    def around(self, tuple grounds, tuple fewer, int64_t source, const int32_t[::1] targets,
               uint8_t[::1] low, uint8_t[::1] high, uint8_t[::1] settled, bint cover):
        """Raise the ranks of many targets that are not settled yet. A question of cover applies to the targets that may
        be visible.
        """
        cdef LinesAsked asked
        cdef Ground ground = grounds[0]
        cdef PackTile at = ground._tile(source), target
        cdef int64_t top = at.row, bottom = at.row, least = at.col, most = at.col
        cdef int64_t row0 = ground.g.first_row, col0 = ground.g.first_col, cols
        cdef int32_t *sums
        cdef Py_ssize_t i
        cdef int found
        self._begin(&asked, grounds, fewer, source)
        for i in range(targets.shape[0]):
            target = ground._tile(targets[i])
            top, bottom = min(top, target.row), max(bottom, target.row)
            least, most = min(least, target.col), max(most, target.col)
        # Lines stay within one tile of the rectangle around their ends.
        top, bottom, least, most = top - 1, bottom + 1, least - 1, most + 1
        cols = most - least + 2
        sums = <int32_t *> malloc(4 * cols * (bottom - top + 2))
        if not sums:
            raise MemoryError()
        ground._count(top - row0, bottom - row0, least - col0, most - col0, sums)
        if self.q.start and self.q.end and not self.q.inset:   # corners, which several tiles share
            asked.memo.first_row, asked.memo.first_col = top, least
            asked.memo.cols = cols + 1
            asked.memo.size = 2 * asked.memo.cols * (bottom - top + 3)
            asked.memo.known = <uint32_t *> calloc(6 * self.looks * asked.memo.size, 4)
        for i in range(targets.shape[0]):
            if settled[i] == FINAL or (low[i] == self.q.total if cover else settled[i]):
                continue
            target = ground._tile(targets[i])
            if not _blockers(sums, cols, min(at.row, target.row) - 1 - top, max(at.row, target.row) + 1 - top,
                             min(at.col, target.col) - 1 - least, max(at.col, target.col) + 1 - least):
                continue
            lines_aim(&asked, target, -1)
            found = lines_asked(&asked)
            low[i], high[i] = max(low[i], <uint8_t> (found & 255)), max(high[i], <uint8_t> (found >> 8))
        free(asked.memo.known)
        free(sums)
        if asked.failed:
            raise MemoryError()


cdef bint _with_bodies(LinesAsked *asked, bodies, held, HighSpan *spans, PackHeld *things) except -1:
    """Set the heights of the lines. False: too many things for a kernel."""
    cdef Py_ssize_t i, count = len(held)
    if count > 16:
        return False
    for i in range(2):
        spans[i].bottom, spans[i].top = bodies[i]
    for i in range(count):
        things[i].at, things[i].span.bottom, things[i].span.top = held[i]
    asked.bodies, asked.held, asked.helds = spans, things, <int> count
    return True


cdef int _whole(LinesAsked *asked, starts, ends, bint turned, int best) except -2:
    cdef Py_ssize_t n = len(starts), m = len(ends), i
    cdef WholePoint *points = <WholePoint *> malloc(sizeof(WholePoint) * (n + m))
    if points == NULL:
        raise MemoryError()
    try:
        for i in range(n + m):
            points[i].x, points[i].y, points[i].row, points[i].col = starts[i] if i < n else ends[i - n]
        return whole_asked(asked, points, n, points + n, m, turned, best)
    finally:
        free(points)


cdef inline int32_t _blockers(const int32_t *sums, int64_t cols, int64_t top, int64_t bottom, int64_t least, int64_t most) noexcept:
    """Return how many of them are in a part of the rectangle."""
    return (sums[(bottom + 1) * cols + most + 1] - sums[top * cols + most + 1]
            - sums[(bottom + 1) * cols + least] + sums[top * cols + least])


include "pack/pack_near.pxi"
include "pack/pack_zones.pxi"
include "pack/pack_chains.pxi"
include "pack/area/pack_area.pxi"


cdef class Ask:
    """All questions of a pack about one board, for single tiles."""

    cdef list questions       # sight, and those of cover
    cdef list grounds, fewer  # for each of them
    cdef Ground walls         # walls and doors always block here
    cdef int neighbors       # 0: as any tile, 1: seen, 2: seen unless a wall is between
    cdef bint minds           # do sides or sizes of figures matter?
    cdef int total
    cdef tuple words          # for each lower and higher rank
    cdef int64_t reach        # range of sight, from `kernel_limit`; -1: any distance
    cdef int metric
    cdef object turned_away   # a function that returns whether the first does not face the second; None: all do
    cdef Zones zones          # in which every target is seen
    cdef dict figures, standing

    def __init__(self, questions, grounds, fewer, Ground walls, int neighbors, bint minds, int total,
                 words, int64_t reach, int metric, turned_away, Zones zones, dict figures, dict standing):
        """Create the questions. `figures` and `standing` are the board's own dictionaries: figures by name, and names
        by tile.
        """
        self.reach, self.metric, self.turned_away, self.zones = reach, metric, turned_away, zones
        self.questions, self.grounds, self.fewer = list(questions), list(grounds), list(fewer)
        self.walls, self.neighbors, self.minds, self.total = walls, neighbors, minds, total
        self.words, self.figures, self.standing = words, figures, standing

    cdef int64_t _place(self, where) except -2:
        """Return the plane index of that tile or figure; -1: no kernel supports it."""
        cdef int64_t first, second, row, col
        cdef PackGround *g = &self.walls.g
        if isinstance(where, str):
            figure = self.figures.get(where)
            if figure is None:
                return -1
            where = figure.at
        elif not isinstance(where, tuple):
            return -1
        if len(<tuple> where) != 2:
            return -1
        one, other = (<tuple> where)[0], (<tuple> where)[1]
        if type(one) is not int or type(other) is not int:
            return -1
        if not (-8192 < one < 8192 and -8192 < other < 8192):
            return -1
        first, second = one, other
        row, col = (second, first) if g.hex else (first, second)
        row, col = row - g.first_row, col - g.first_col
        if row < 0 or row >= g.rows or col < 0 or col >= g.cols:
            return -1
        if g.tiles[row * g.cols + col] == GROUND_OUTSIDE:
            return -1
        if self.standing:
            names = self.standing.get(where)
            if names is not None:
                if self.minds:
                    return -1
                for name in names:
                    if len(self.figures[name].tiles) > 1:
                        return -1
        return row * g.cols + col

    cdef int _ranks(self, a, b, bint sight_alone) except -2:
        cdef int64_t source = self._place(a), target
        if source < 0:
            return -1
        target = self._place(b)
        return -1 if target < 0 else self._between(source, target, a, b, sight_alone)

    cdef int _between(self, int64_t source, int64_t target, a, b, bint sight_alone) except -2:
        """The same for two places in the planes; `a` and `b`: as they were given."""
        cdef PackTile here, there
        cdef int found, low, high, k
        if source == target:
            return 0
        here, there = self.walls._tile(source), self.walls._tile(target)
        found = -1
        if self.reach >= 0 and not _in_range(&self.walls.g, there.row - here.row, there.col - here.col, self.reach, self.metric):
            return self.total | self.total << 8
        if self.turned_away is not None and self.turned_away(a, b):
            return self.total | self.total << 8
        if self.zones is not None and self.zones.see(source, target):
            found = 0
        elif self.neighbors and lines_touching(self.walls.g.hex, here, there):
            found = 0
            if self.neighbors == 2 and lines_wall_between(&self.walls.g, &_shapes[self.walls.g.hex], here, there):
                found = self.total | self.total << 8
        if found < 0:
            found = (<Question> self.questions[0]).answer(self.grounds[0], self.fewer[0], source, target)
            if found < 0:
                return -1
        low, high = found & 255, found >> 8
        if not sight_alone and not low:
            for k in range(1, len(self.questions)):
                found = (<Question> self.questions[k]).answer(self.grounds[k], self.fewer[k], source, target)
                if found < 0:
                    return -1
                low, high = max(low, found & 255), max(high, found >> 8)
        return low | high << 8

    def ranks(self, const int64_t[:, :, ::1] pairs, uint8_t[::1] low, uint8_t[::1] high, bint sight_alone,
              int64_t start, int64_t stop):
        """Write the ranks of pairs of positions. Pairs that no kernel can answer stay unchanged."""
        cdef int64_t i
        cdef int found
        for i in range(start, stop):
            found = self._ranks((pairs[i, 0, 0], pairs[i, 0, 1]), (pairs[i, 1, 0], pairs[i, 1, 1]), sight_alone)
            if found >= 0:
                low[i], high[i] = found & 255, found >> 8

    def degree(self, a, b):
        """Return the degree; None: no kernel can answer."""
        cdef int found = self._ranks(a, b, False)
        return None if found < 0 else self.words[found & 255][found >> 8]

    def sight(self, a, b):
        """Return two bits: 1 if hidden when open touches pass, 2 if hidden when they block. -1: no kernel can
        answer.
        """
        cdef int found = self._ranks(a, b, True)
        return -1 if found < 0 else ((found & 255) != 0) + 2 * (found >> 8 != 0)


include "pack/pack_slabs.pxi"
