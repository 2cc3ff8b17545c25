# cython: wraparound=False, cdivision=True
"""Steps of a figure over the planes of a board: the compiled form of `paths.spread`.

The readable search defines the order in which tiles are reached and the choice among equal paths; this search visits
the same tiles in the same order. Costs are whole numbers here: the caller scales them. See the contract in
`kernels/__init__.py`.
"""

from fractions import Fraction

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, llabs, malloc, realloc
from libc.string cimport memcpy, memset

cdef extern from *:
    """
    /* A named tuple of two, without a call of its class. */
    static PyObject *pair_of(PyObject *type, long first, long second) {
        PyObject *pair = ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 2);
        PyObject *a = PyLong_FromLong(first), *b = PyLong_FromLong(second);
        if (!pair || !a || !b) {
            Py_XDECREF(pair); Py_XDECREF(a); Py_XDECREF(b);
            return NULL;
        }
        PyTuple_SET_ITEM(pair, 0, a);
        PyTuple_SET_ITEM(pair, 1, b);
        return pair;
    }
    """
    object pair_of(object type, long first, long second)

cdef enum:
    # The bits of a board's own tile bytes (model.ground): solid, or outside the board.
    CLOSED = 1 | 4
    # Figures in the way, and figures that may be passed but not stopped on.
    BARRED = 1
    TAKEN = 2
    # What `came` holds besides a direction plus 1.
    NOT_REACHED = 0
    START = 255
    # Prices: any other is the price plus 1.
    UNASKED = 0
    BARRED_PRICE = -1
    ASK = -2

cdef int64_t MOST_PRICE = <int64_t> 1 << 38
"""A path has fewer than 2^24 steps, so sums of such prices stay below 2^62."""
cdef int64_t MOST_TOTAL = <int64_t> 1 << 62


class RescaleError(Exception):
    """Raised if a price is not a whole number in this scale. Its argument is the missing factor."""


class TooLargeError(Exception):
    """Raised if a price is larger than the kernel can add up."""


cdef struct Entry:
    int64_t total
    uint32_t arrival
    int32_t at


cdef struct Heap:
    Entry *entry
    int64_t count, room


cdef struct Queue:
    Entry *entry
    int64_t head, count, room


cdef int _append(Queue *queue, Entry added) noexcept nogil:
    """0 when out of memory."""
    cdef Entry *grown
    if queue.count == queue.room:
        grown = <Entry *> realloc(queue.entry, (2 * queue.room + 256) * sizeof(Entry))
        if grown == NULL:
            return 0
        queue.entry = grown
        queue.room = 2 * queue.room + 256
    queue.entry[queue.count] = added
    queue.count += 1
    return 1


cdef inline bint _before(const Entry *one, const Entry *other) noexcept nogil:
    return one.total < other.total or (one.total == other.total and one.arrival < other.arrival)


cdef int _push(Heap *heap, Entry added) noexcept nogil:
    """0 when out of memory."""
    cdef int64_t at = heap.count, above
    cdef Entry *grown
    if heap.count == heap.room:
        grown = <Entry *> realloc(heap.entry, (2 * heap.room + 256) * sizeof(Entry))
        if grown == NULL:
            return 0
        heap.entry = grown
        heap.room = 2 * heap.room + 256
    heap.count += 1
    while at:
        above = (at - 1) >> 1
        if not _before(&added, &heap.entry[above]):
            break
        heap.entry[at] = heap.entry[above]
        at = above
    heap.entry[at] = added
    return 1


cdef Entry _pop(Heap *heap) noexcept nogil:
    cdef Entry first = heap.entry[0], moved
    cdef int64_t at = 0, below, count
    heap.count -= 1
    count = heap.count
    if count:
        moved = heap.entry[count]
        while True:
            below = 2 * at + 1
            if below >= count:
                break
            if below + 1 < count and _before(&heap.entry[below + 1], &heap.entry[below]):
                below += 1
            if not _before(&heap.entry[below], &moved):
                break
            heap.entry[at] = heap.entry[below]
            at = below
        heap.entry[at] = moved
    return first


cdef class Layout:
    """The layout of a board's planes, and the directions of steps."""

    cdef readonly bint hexes
    cdef int64_t rows, cols, row0, col0, stride, size
    cdef int straight, steps      # steps over an edge, and with those over a corner
    cdef int64_t step[8]          # the change of the index
    cdef int row_step[8]
    cdef int col_step[8]
    cdef int plane[8]             # of a straight step: the plane that has its edge
    cdef bint backward[8]         # is the edge kept at the tile that is entered?
    cdef int back[8]              # the opposite step
    cdef int round[8][2]          # of a step over a corner: the two straight steps around it
    cdef object tile_class

    def __init__(self, bint hexes, int64_t rows, int64_t cols, int64_t row0, int64_t col0, tile_class,
                 directions, forward, across):
        """`directions` and `across` are the steps over edges and corners, in the order of the grid, and
        `forward` those at which edges are kept."""
        cdef int i
        every = [*directions, *across]
        self.hexes, self.rows, self.cols, self.row0, self.col0 = hexes, rows, cols, row0, col0
        self.stride = cols + 2
        self.size = (rows + 2) * self.stride
        self.tile_class = tile_class
        self.straight, self.steps = len(directions), len(every)
        for i, step in enumerate(every):
            self.row_step[i], self.col_step[i] = (step[1], step[0]) if hexes else step
            self.step[i] = self.row_step[i] * self.stride + self.col_step[i]
            opposite = (-step[0], -step[1])
            self.back[i] = every.index(opposite)
            if i < self.straight:
                self.backward[i] = step not in forward
                self.plane[i] = forward.index(opposite if self.backward[i] else step)
            else:
                self.round[i][0] = every.index((step[0], 0))
                self.round[i][1] = every.index((0, step[1]))

    cdef inline int64_t _index(self, int64_t first, int64_t second) noexcept:
        """Return the plane index of a tile of the board or its border."""
        if self.hexes:
            return (second - self.row0 + 1) * self.stride + first - self.col0 + 1
        return (first - self.row0 + 1) * self.stride + second - self.col0 + 1

    cdef inline bint _holds(self, int64_t first, int64_t second) noexcept:
        cdef int64_t row = second if self.hexes else first, col = first if self.hexes else second
        return self.row0 - 1 <= row <= self.row0 + self.rows and self.col0 - 1 <= col <= self.col0 + self.cols

    cdef _tile(self, int64_t index):
        cdef int64_t row = index // self.stride - 1 + self.row0, col = index % self.stride - 1 + self.col0
        return pair_of(self.tile_class, col, row) if self.hexes else pair_of(self.tile_class, row, col)

    def walled(self, walls, int64_t unit):
        """For every tile a bit for each step from middle to middle that one of these walls meets, its
        ends included. Walls are pairs of points, in `unit`ths of a tile."""
        cdef bytearray plane = bytearray(self.size)
        cdef uint8_t[::1] bits = plane
        cdef int64_t x0, y0, x1, y1
        for (x0, y0), (x1, y1) in walls:
            if y0 <= y1:
                self._wall(bits, x0, y0, x1, y1, unit)
            else:
                self._wall(bits, x1, y1, x0, y0, unit)
        return plane

    cdef void _wall(self, uint8_t[::1] bits, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                    int64_t unit) noexcept nogil:
        """Mark the steps that a wall, given from its upper end to its lower end, meets."""
        cdef int64_t middle = 0 if self.hexes else unit // 2
        cdef int64_t row, col, first, last, left, right, top, bottom, at_top, at_bottom, index, ax, ay, bx, by
        cdef int k
        first = max(_floor(y0 - middle, unit) - 1, self.row0 - 1)
        last = min(_floor(y1 - middle, unit) + 1, self.row0 + self.rows)
        for row in range(first, last + 1):
            # The part of the wall between the middles of this row and of the next.
            top, bottom = max(y0, row * unit + middle), min(y1, (row + 1) * unit + middle)
            if top > bottom:
                continue
            if y0 == y1:
                at_top, at_bottom = x0, x1
            else:
                at_top = x0 + _floor((x1 - x0) * (top - y0), y1 - y0)
                at_bottom = x0 + _floor((x1 - x0) * (bottom - y0), y1 - y0)
            left = max(_floor(min(at_top, at_bottom) - 1 - middle, unit) - 1, self.col0 - 1)
            right = min(_floor(max(at_top, at_bottom) + 1 - middle, unit) + 2, self.col0 + self.cols)
            for col in range(left, right + 1):
                index = (row - self.row0 + 1) * self.stride + col - self.col0 + 1
                ax, ay = col * unit + middle, row * unit + middle
                for k in range(self.steps):
                    # Each pair of tiles once, from the upper or left one.
                    if self.row_step[k] < 0 or (self.row_step[k] == 0 and self.col_step[k] < 0):
                        continue
                    if row + self.row_step[k] > self.row0 + self.rows:
                        continue
                    if not self.col0 - 1 <= col + self.col_step[k] <= self.col0 + self.cols:
                        continue
                    bx, by = ax + self.col_step[k] * unit, ay + self.row_step[k] * unit
                    if _cross(ax, ay, bx, by, x0, y0, x1, y1):
                        bits[index] |= 1 << k
                        bits[index + self.step[k]] |= 1 << self.back[k]


cdef inline int64_t _floor(int64_t number, int64_t by) noexcept nogil:
    """The quotient, rounded down; `by` is positive."""
    cdef int64_t quotient = number // by
    return quotient - 1 if number % by < 0 else quotient


cdef inline int _turn(int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t cx, int64_t cy) noexcept nogil:
    cdef int64_t turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return (turn > 0) - (turn < 0)


cdef bint _cross(int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t cx, int64_t cy, int64_t dx,
                 int64_t dy) noexcept nogil:
    """Return whether two lines, ends included, have a point in common."""
    cdef int one = _turn(ax, ay, bx, by, cx, cy), other = _turn(ax, ay, bx, by, dx, dy)
    if one == 0 and other == 0:
        return (max(min(ax, bx), min(cx, dx)) <= min(max(ax, bx), max(cx, dx))
                and max(min(ay, by), min(cy, dy)) <= min(max(ay, by), max(cy, dy)))
    if one * other > 0:
        return False
    return _turn(cx, cy, dx, dy, ax, ay) * _turn(cx, cy, dx, dy, bx, by) <= 0


cdef class Walk:
    """A walker, its planes and its prices. The planes are only read during `spread`."""

    cdef Layout layout
    cdef const uint8_t[::1] tiles, walls
    cdef const uint8_t[::1] edge0, edge1, edge2
    cdef const uint8_t *edge[3]
    cdef const uint8_t *wall      # or NULL
    cdef uint8_t bars[256]        # for each code of an edge, does it stop the figure?
    cdef uint8_t *busy
    cdef uint8_t *stands          # of a large figure: 1 it can stand there, 2 it cannot, 0 not looked at
    cdef int64_t *own             # the tiles of a large figure, as offsets of indices
    cdef int64_t *inner           # its inner edges: an offset, and a step
    cdef int64_t *price
    cdef int64_t owns, inners
    cdef bint has_default
    cdef int64_t default_price, scale, across_by, straight_by
    cdef object cost_of
    cdef int need                 # how many ways around a corner must be free

    def __cinit__(self, Layout layout, bytearray tiles, list edges, bytes bars, walls, standing, ignoring, through, footprint):
        """`footprint`: the tiles that the figure covers where its position is the tile (0, 0). `bars` has a byte for
        each code of an edge; `standing` maps tiles to names of figures. Figures in `ignoring` are left out, and those
        in `through` may be passed."""
        cdef int64_t first, second, index, i
        cdef int k
        self.layout = layout
        self.tiles = tiles
        self.edge0, self.edge1 = edges[0], edges[1]
        self.edge[0], self.edge[1] = &self.edge0[0], &self.edge1[0]
        if len(edges) > 2:
            self.edge2 = edges[2]
            self.edge[2] = &self.edge2[0]
        if walls is not None:
            self.walls = walls
            self.wall = &self.walls[0]
        memcpy(self.bars, PyBytes_AS_STRING(bars), 256)
        self.busy = <uint8_t *> calloc(layout.size, 1)
        self.own = <int64_t *> malloc((len(footprint) + 1) * sizeof(int64_t))
        self.inner = <int64_t *> malloc((12 * len(footprint) + 1) * sizeof(int64_t))
        if self.busy == NULL or self.own == NULL or self.inner == NULL:
            raise MemoryError()
        for tile, names in (<dict> standing).items():
            for name in names:
                if name not in ignoring:
                    first, second = tile
                    self.busy[layout._index(first, second)] |= TAKEN if name in through else BARRED
        covered = set(footprint)
        for first, second in footprint:
            index = second * layout.stride + first if layout.hexes else first * layout.stride + second
            self.own[self.owns] = index
            self.owns += 1
            for k in range(layout.straight):
                if layout.hexes:
                    there = (first + layout.col_step[k], second + layout.row_step[k])
                else:
                    there = (first + layout.row_step[k], second + layout.col_step[k])
                if there in covered:
                    self.inner[2 * self.inners], self.inner[2 * self.inners + 1] = index, k
                    self.inners += 1
        if self.owns > 1:
            self.stands = <uint8_t *> calloc(layout.size, 1)
            if self.stands == NULL:
                raise MemoryError()

    def __dealloc__(self):
        free(self.busy)
        free(self.own)
        free(self.inner)
        free(self.stands)
        free(self.price)

    # --- what is free

    cdef inline bint _is_open(self, int64_t at, int k) noexcept nogil:
        cdef int64_t kept = at + self.layout.step[k] if self.layout.backward[k] else at
        if self.bars[self.edge[self.layout.plane[k]][kept]]:
            return False
        return self.wall == NULL or not self.wall[at] >> k & 1

    cdef inline bint _is_open_across(self, int64_t at, int k) noexcept nogil:
        """Return whether the walker may step across the corner of a square. One way around it must be free, or both."""
        cdef int i, first, second, free_ways = 0
        cdef int64_t between
        for i in range(2):
            first, second = self.layout.round[k][i], self.layout.round[k][1 - i]
            between = at + self.layout.step[first]
            if (not self.tiles[between] & CLOSED and self._is_open(at, first)
                    and self._is_open(between, second)):
                free_ways += 1
                if free_ways == self.need:
                    break
        if free_ways < self.need:
            return False
        return self.wall == NULL or not self.wall[at] >> k & 1

    cdef inline bint _can_step(self, int64_t at, int k) noexcept nogil:
        cdef int64_t i
        if self.owns == 1 and k < self.layout.straight:
            return self._is_open(at, k)
        for i in range(self.owns):
            if k < self.layout.straight:
                if not self._is_open(at + self.own[i], k):
                    return False
            elif not self._is_open_across(at + self.own[i], k):
                return False
        return True

    cdef bint _fits(self, int64_t at, int mask) noexcept nogil:
        cdef int64_t i
        for i in range(self.owns):
            if self.tiles[at + self.own[i]] & CLOSED or self.busy[at + self.own[i]] & mask:
                return False
        for i in range(self.inners):
            if not self._is_open(at + self.inner[2 * i], <int> self.inner[2 * i + 1]):
                return False
        return True

    cdef inline bint _can_stand(self, int64_t at) noexcept nogil:
        if self.stands == NULL:
            return not (self.tiles[at] & CLOSED or self.busy[at] & BARRED)
        if not self.stands[at]:
            self.stands[at] = 1 if self._fits(at, BARRED) else 2
        return self.stands[at] == 1

    # --- what it costs

    def set_prices(self, cost_of, known, scale, diagonal):
        """`cost_of` returns the cost of entering a tile; None: 1 everywhere. `known` is a dictionary of prices by
        position, all others being 1, whose integers are read at once; None: `cost_of` is called for each tile. Prices
        are multiples of 1/`scale`; `diagonal` is what a step over a corner costs, for a straight step of 1."""
        cdef dict prices
        self.cost_of = cost_of
        self.across_by, self.straight_by = _whole(diagonal.numerator), _whole(diagonal.denominator)
        self.scale = _whole(scale)
        self.has_default = cost_of is None or known is not None
        self.default_price = self._checked(self.scale) + 1
        if cost_of is None:
            return
        free(self.price)
        self.price = <int64_t *> calloc(self.layout.size, sizeof(int64_t))
        if self.price == NULL:
            raise MemoryError()
        if known is not None:
            prices = known
            for at, price in prices.items():
                if not self._set_price(at, price):  # such a key may equal any position
                    self.has_default = False
                    memset(self.price, 0, self.layout.size * sizeof(int64_t))
                    break

    cdef bint _set_price(self, at, price) except -1:
        """False: it is not a plain position."""
        cdef int64_t first, second
        if not isinstance(at, tuple) or len(<tuple> at) != 2:
            return False
        one, other = <tuple> at
        if type(one) is not int or type(other) is not int:
            return False
        if -8192 < one < 8192 and -8192 < other < 8192:
            first, second = one, other
            if self.layout._holds(first, second):
                self.price[self.layout._index(first, second)] = self._scaled(price)
        return True

    cdef int64_t _scaled(self, price) except -3:
        """A price in stored form, if it is an integer; else it is computed when needed."""
        if price is None:
            return BARRED_PRICE
        if type(price) is not int or price < 0 or price > MOST_PRICE:
            return ASK
        return self._checked(price * self.scale) + 1

    cdef int64_t _checked(self, price) except -1:
        if price * max(self.across_by, self.straight_by) > MOST_PRICE:
            raise TooLargeError
        return price

    cdef int64_t _asked(self, int64_t index) except -3:
        """Compute the price of a tile. It is done once per tile."""
        price = self.cost_of(self.layout._tile(index))
        if price is None:
            self.price[index] = BARRED_PRICE
        else:
            scaled = price * self.scale
            if scaled.denominator != 1:
                raise RescaleError(scaled.denominator)
            self.price[index] = self._checked(scaled.numerator) + 1
        return self.price[index]

    cdef inline int64_t _price_of(self, int64_t index) except -3:
        cdef int64_t price = self.price[index]
        if price == UNASKED and self.has_default:
            return self.default_price
        return self._asked(index) if price == UNASKED or price == ASK else price

    cdef inline int64_t _price_at(self, int64_t at) except -3:
        if self.price == NULL:
            return self.default_price
        return self._price_of(at) if self.owns == 1 else self._dearest(at)

    cdef int64_t _dearest(self, int64_t at) except -3:
        """The highest price of several tiles; all are computed."""
        cdef int64_t i, price, dearest = 0
        cdef bint barred = False
        for i in range(self.owns):
            price = self._price_of(at + self.own[i])
            barred |= price == BARRED_PRICE
            dearest = max(dearest, price)
        return BARRED_PRICE if barred else dearest

    # --- the search

    cdef inline int64_t _least(self, int64_t down, int64_t right) noexcept nogil:
        """A lower bound of the cost of a path so far away: without obstacles, and with the same price for each tile."""
        cdef int64_t straight = (self.default_price - 1) * self.straight_by
        cdef int64_t across = (self.default_price - 1) * self.across_by
        cdef int64_t rows = llabs(down), cols = llabs(right), both = min(rows, cols)
        if self.layout.hexes:
            return straight * max(max(rows, cols), llabs(down + right))
        if not self.need:
            return straight * (rows + cols)
        return both * min(across, 2 * straight) + (max(rows, cols) - both) * min(straight, across)

    def spread(self, start, goal, most, int need, bint all_stops, bint straight_on=False):
        """Search from the start to all tiles within the cost limit, or until it reaches the goal, where the figure must
        be able to stop; both may be None. `need`: the number of ways around a corner that must be free for a step over
        it; 0: no such steps. `all_stops`: the figure may stop on every tile that it reaches. `straight_on`: only search
        tiles on paths as short as without obstacles, and list no stops. Where such a path exists it is the same as without
        this option, since tiles on longer paths never affect the choice among the shortest."""
        cdef Layout layout = self.layout
        cdef Ways ways = Ways.__new__(Ways)
        cdef Heap heap
        cdef Queue queue[2]  # where each step costs the same, totals come in order: those of straight steps, others
        cdef Entry entry
        cdef bint in_order = self.price == NULL
        cdef int64_t limit = MOST_TOTAL, at, there, price, total, by, target = -1, first, second
        cdef int64_t stride = layout.stride, down = 0, right = 0  # from a tile to the goal
        cdef uint32_t arrival = 0
        cdef int k, steps = layout.steps if need else layout.straight
        cdef uint8_t *done = <uint8_t *> calloc(layout.size, 1)
        cdef bint failed = False
        self.need = need
        memset(&heap, 0, sizeof(Heap))
        memset(queue, 0, sizeof(queue))
        ways.layout = layout
        ways.scale = self.scale * self.straight_by
        ways.paid = <int64_t *> calloc(layout.size, sizeof(int64_t))
        ways.came = <uint8_t *> calloc(layout.size, 1)
        if done == NULL or ways.paid == NULL or ways.came == NULL:
            free(done)
            raise MemoryError()
        if most is not None:
            bound = most.numerator * ways.scale // most.denominator
            limit = MOST_TOTAL if bound > MOST_TOTAL else bound
        if goal is not None:
            first, second = goal
            target = layout._index(first, second)
            if not self._fits(target, BARRED | TAKEN):
                free(done)
                return ways
        first, second = start
        at = layout._index(first, second)
        if straight_on:
            limit = self._least(target // stride - at // stride, target % stride - at % stride)
        ways.came[at] = START
        entry.total, entry.arrival, entry.at = 0, 0, <int32_t> at
        try:
            failed = not _push(&heap, entry)
            while not failed:
                if heap.count:
                    entry = _pop(&heap)
                elif queue[1].head < queue[1].count and (
                    queue[0].head == queue[0].count
                    or _before(&queue[1].entry[queue[1].head], &queue[0].entry[queue[0].head])
                ):
                    entry = queue[1].entry[queue[1].head]
                    queue[1].head += 1
                elif queue[0].head < queue[0].count:
                    entry = queue[0].entry[queue[0].head]
                    queue[0].head += 1
                else:
                    break
                at = entry.at
                if done[at]:
                    continue
                done[at] = 1
                if not straight_on and (all_stops or ways.came[at] == START or self._fits(at, BARRED | TAKEN)):
                    failed = not ways._add(at)
                if at == target:
                    break
                if straight_on:
                    down, right = target // stride - at // stride, target % stride - at % stride
                for k in range(steps):
                    there = at + layout.step[k]
                    if done[there]:
                        continue
                    by = self.straight_by if k < layout.straight else self.across_by
                    # The price of a reached tile is known, and most are not reached again at a lower cost.
                    if ways.came[there] and entry.total + (self._price_at(there) - 1) * by >= ways.paid[there]:
                        continue
                    if straight_on and entry.total + (self.default_price - 1) * by + self._least(
                        down - layout.row_step[k], right - layout.col_step[k]
                    ) > limit:
                        continue
                    if not self._can_stand(there) or not self._can_step(at, k):
                        continue
                    price = self._price_at(there)
                    if price == BARRED_PRICE:
                        continue
                    total = entry.total + (price - 1) * by
                    if total > limit:
                        continue
                    ways.paid[there], ways.came[there] = total, k + 1
                    arrival += 1
                    if in_order:
                        failed |= not _append(&queue[k >= layout.straight], Entry(total, arrival, <int32_t> there))
                    else:
                        failed |= not _push(&heap, Entry(total, arrival, <int32_t> there))
        finally:
            free(done)
            free(heap.entry)
            free(queue[0].entry)
            free(queue[1].entry)
        if failed:
            raise MemoryError()
        ways.has_goal = target >= 0 and at == target
        return ways


cdef int64_t _whole(number) except -1:
    if number > MOST_PRICE:
        raise TooLargeError
    return number


cdef class Ways:
    """The tiles that a search reached, each with the tile before it."""

    cdef Layout layout
    cdef int64_t *paid
    cdef uint8_t *came
    cdef int32_t *stop       # in the order in which they were reached, the cheapest first
    cdef int64_t count, room
    cdef object scale
    cdef readonly bint has_goal
    """Return whether the search reached its goal."""

    def __dealloc__(self):
        free(self.paid)
        free(self.came)
        free(self.stop)

    cdef int _add(self, int64_t at) noexcept nogil:
        cdef int32_t *grown
        if self.count == self.room:
            grown = <int32_t *> realloc(self.stop, (2 * self.room + 256) * sizeof(int32_t))
            if grown == NULL:
                return 0
            self.stop = grown
            self.room = 2 * self.room + 256
        self.stop[self.count] = <int32_t> at
        self.count += 1
        return 1

    def stops(self):
        """The cost of each tile on which the figure may stop."""
        cdef int64_t i, at
        cdef dict found = {}, amounts = {}
        for i in range(self.count):
            at = self.stop[i]
            paid = self.paid[at]
            if self.scale != 1:
                if paid not in amounts:
                    amount = Fraction(paid, self.scale)
                    amounts[paid] = amount.numerator if amount.denominator == 1 else amount
                paid = amounts[paid]
            found[self.layout._tile(at)] = paid
        return found

    def way_to(self, goal):
        """The path to a reached tile, without the start."""
        cdef int64_t first = goal[0], second = goal[1], at = self.layout._index(first, second)
        way = []
        while self.came[at] != START:
            way.append(self.layout._tile(at))
            at -= self.layout.step[self.came[at] - 1]
        way.reverse()
        return way
