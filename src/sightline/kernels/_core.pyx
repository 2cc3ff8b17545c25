# cython: wraparound=False, cdivision=True
"""The compiled questions over mirrors of boards. See the contract in `kernels/__init__.py`."""

from array import array

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.long cimport PyLong_CheckExact
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE
from sightline.answers._buffer cimport BoolBuffer
from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

cdef extern from *:
    """
    static inline int is_a(PyObject *o, PyObject *type) { return PyObject_TypeCheck(o, (PyTypeObject *)type); }
    static inline int is_tuple(PyObject *o) { return PyTuple_Check(o); }
    /* Beyond 64 bits: a number that is on no board, and no radius. (A C long has 32 bits on some systems.) */
    static inline int64_t small_int(PyObject *o) {
        int overflow; long long v = PyLong_AsLongLongAndOverflow(o, &overflow);
        return overflow ? -((int64_t)1 << 40) : (int64_t)v;
    }
    """
    bint is_a(object, object)
    bint is_tuple(object)
    int64_t small_int(object)

cdef extern from "square.h" nogil:
    ctypedef struct Square:
        int32_t rows, cols, stride
        uint8_t *cell
        int64_t row_words, col_words
        uint64_t *row_tile
        uint64_t *col_tile
        uint64_t *row_east
        uint64_t *col_east
        uint64_t *row_south
        uint64_t *col_south
        int64_t thin
    ctypedef struct Seen:
        uint8_t *cells
        uint8_t *bits
        uint8_t *end
        int32_t rows, cols
    ctypedef struct Reach:
        int metric
        int64_t limit
    enum: TILE, EAST, SOUTH, WEST, NORTH, OUTSIDE, LARGE, PAD, EUCLID, CHEBYSHEV, MANHATTAN, STEPS
    int64_t cell_at(const Square *s, int32_t row, int32_t col)
    int within(const Reach *reach, int64_t dx, int64_t dy)
    void set_both(Square *s, uint64_t *by_row, uint64_t *by_col, int32_t row, int32_t col, int on)
    int mirror_planes(Square *s, const uint8_t *tiles, const uint8_t *east, const uint8_t *south, const uint8_t *blocking)
    ctypedef struct Own:
        int64_t source, target
        const int64_t *clear
        int32_t clears
    int center_all(const Square *s, uint8_t *bits, int64_t row_bytes)

cdef extern from "walls.h" nogil:
    ctypedef struct Segment:
        int64_t x0, y0, x1, y1
    ctypedef struct Walls:
        int32_t count
        Segment *wall
    int index_walls(Walls *walls, Segment *wall, int32_t count, int32_t rows, int32_t cols)
    void free_walls(Walls *walls)

cdef extern from "lanes.h" nogil:
    int make_offsets()

cdef extern from "closed.h" nogil:
    void keep_closed(const Square *s, int32_t row, int32_t col, Seen *seen)

cdef extern from "pair.h" nogil:
    ctypedef struct Asked:
        int corner, passes, closed_ends
    int square_sees(const Square *s, const Walls *walls, Asked asked, int32_t r0, int32_t c0, int32_t r1, int32_t c1, const Own *own)
    int square_contact(const Square *s, const Walls *walls, Asked asked, int32_t r0, int32_t c0, int32_t r1, int32_t c1, const Own *own)

cdef extern from "rays.h" nogil:
    void fill_tables()
    int field_of(const Square *s, int corner, int passes, int far, int32_t row, int32_t col, const Reach *reach, Seen *seen)

cdef extern from "hexagon.h" nogil:
    ctypedef struct Hexes:
        int32_t rows, cols, stride, row0, col0
        uint8_t *cell
        uint8_t *holds
        int64_t *height
    ctypedef struct ClearHexes:
        const int64_t *at
        int32_t count
    enum: HEX_HELD, HEX_ROCK, HEX_TILE, HEX_EDGE, HEX_LARGE
    int64_t hex_at(const Hexes *h, int32_t q, int32_t r)

cdef extern from "contact.h" nogil:
    ctypedef struct Tile:
        int32_t a, b
    ctypedef struct Spot:
        int64_t x, y
    ctypedef struct Look:
        const Square *squares
        const Hexes *hexes
        const Segment *wall
        int32_t walls
        Tile source, target
        const int64_t *clear
        int32_t clears
        int failed
    int look_center(Look *l)
    int look_corners(Look *l, int closed_ends, int enough)
    int center_line_contact(Look *l, Spot a, Spot b)

cdef extern from "hexrays.h" nogil:
    enum: HEX_NEAR
    void fill_hex_tables()
    void near_hex_field(const Hexes *h, const int32_t *rank, int32_t q0, int32_t r0, int32_t radius, int code, int edges, uint8_t *cells)
    void far_hex_field(const Hexes *h, const int32_t *rank, int32_t q0, int32_t r0, int32_t radius, int code, uint8_t *cells)
    int hex_sees(const Hexes *h, int32_t q0, int32_t r0, int32_t q1, int32_t r1, int code, const ClearHexes *clear)
    int hex_sees_any(const Hexes *h, const int32_t *source, int32_t sources, const int32_t *target, int32_t targets, int code, const ClearHexes *clear)

cdef enum:
    # The bits of a board's own tile bytes (model.board).
    BOARD_SOLID = 1
    BOARD_BLOCKS = 3   # solid or occupied
    BOARD_OUTSIDE = 4
    BOARD_LARGE = 8
    # The codes of rules (Rule.code): a kind, and its settings.
    CENTER_CODE = 0
    MIDDLE = 4         # of a centre rule: looks at the middle of large figures
    CORNER_CODE = 8
    CLOSED_ENDS = 4    # of a corner rule
    HEXRAY_CODE = 16
    END_OF_CODES = 32

# The worst contact that is visible, by the ties of a geometric rule.
cdef int[4] PASSES = [0, 1, 2, 0]


cdef class Mirror:
    """A board as flat planes, kept current by the board itself."""

    cdef int walls          # how many free walls there are
    cdef int large          # how many tiles are covered by blocking figures of several tiles
    cdef bint hexes         # hexes, or squares

    def set_walls(self, ends):
        """The free walls that block, each as (x0, y0), (x1, y1) in 1/384,000ths of a tile."""
        raise NotImplementedError


cdef class SquareMirror(Mirror):
    cdef Square s
    cdef Walls free             # indexed by tile

    def __cinit__(self, int rows, int cols, const uint8_t[::1] tiles, const uint8_t[::1] east,
                  const uint8_t[::1] south, bytes blocking):
        """`blocking`: for each code of an edge, does it block?"""
        self.hexes = False
        self.s.rows = rows
        self.s.cols = cols
        self.s.stride = cols + 2
        self.s.row_words = (cols + 2 * PAD + 127) // 64
        self.s.col_words = (rows + 2 * PAD + 127) // 64
        self.s.cell = <uint8_t *> PyMem_Calloc((rows + 2) * (cols + 2), 1)
        cdef int64_t by_row = (rows + 2) * self.s.row_words, by_col = (cols + 2) * self.s.col_words
        self.s.row_tile = <uint64_t *> PyMem_Calloc(3 * by_row, 8)
        self.s.col_tile = <uint64_t *> PyMem_Calloc(3 * by_col, 8)
        if not (self.s.cell and self.s.row_tile and self.s.col_tile):
            raise MemoryError()
        self.s.row_east = self.s.row_tile + by_row
        self.s.row_south = self.s.row_east + by_row
        self.s.col_east = self.s.col_tile + by_col
        self.s.col_south = self.s.col_east + by_col
        self.large = mirror_planes(
            &self.s, &tiles[0], &east[0], &south[0], <const uint8_t *> PyBytes_AS_STRING(blocking)
        )

    def __dealloc__(self):
        PyMem_Free(self.s.cell)
        PyMem_Free(self.s.row_tile)
        PyMem_Free(self.s.col_tile)
        free_walls(&self.free)

    def set_walls(self, ends):
        self.walls = len(ends)
        if not index_walls(&self.free, _segments(ends), self.walls, self.s.rows, self.s.cols):
            raise MemoryError()

    cdef void _set_tile(self, int64_t index, int flags) noexcept:
        cdef int32_t row = <int32_t> (index // self.s.stride) - 1
        cdef int32_t col = <int32_t> (index % self.s.stride) - 1
        cdef uint8_t old = self.s.cell[index] & ~(TILE | LARGE)
        self.large += (1 if flags & BOARD_LARGE else 0) - (1 if self.s.cell[index] & LARGE else 0)
        if flags & BOARD_BLOCKS:
            old |= TILE
        if flags & BOARD_LARGE:
            old |= LARGE
        self.s.cell[index] = old
        set_both(&self.s, self.s.row_tile, self.s.col_tile, row, col, (flags & BOARD_BLOCKS) != 0)

    cdef void _set_edge(self, int direction, int64_t index, bint blocks) noexcept:
        cdef int32_t row = <int32_t> (index // self.s.stride) - 1
        cdef int32_t col = <int32_t> (index % self.s.stride) - 1
        cdef uint8_t mine = SOUTH if direction else EAST, theirs = NORTH if direction else WEST
        cdef int64_t other = index + (self.s.stride if direction else 1)
        if ((self.s.cell[index] & mine) != 0) == blocks:
            return
        if blocks:
            self.s.cell[index] |= mine
            self.s.cell[other] |= theirs
            self.s.thin += 1
        else:
            self.s.cell[index] &= ~mine
            self.s.cell[other] &= ~theirs
            self.s.thin -= 1
        if direction:
            set_both(&self.s, self.s.row_south, self.s.col_south, row, col, blocks)
        else:
            set_both(&self.s, self.s.row_east, self.s.col_east, row, col, blocks)

    def set_tile(self, int64_t index, int flags):
        self._set_tile(index, flags)

    def set_edge(self, int direction, int64_t index, bint blocks):
        self._set_edge(direction, index, blocks)


cdef Segment *_segments(ends) except NULL:
    """New memory with the ends of walls."""
    cdef int32_t i, count = len(ends)
    cdef Segment *walls = <Segment *> malloc((count + 1) * sizeof(Segment))
    if not walls:
        raise MemoryError()
    for i in range(count):
        (walls[i].x0, walls[i].y0), (walls[i].x1, walls[i].y1) = ends[i]
    return walls


cdef class HexMirror(Mirror):
    cdef Hexes h
    cdef Segment *free
    cdef bint exact_heights     # or some height is beyond what the kernel holds
    cdef int32_t *rank          # each hex's place in the board's order, -1 off the board
    cdef int32_t count          # how many hexes there are
    cdef int64_t thin           # how many edges block

    def __cinit__(self, int rows, int cols, int row0, int col0, bint solid_outside,
                  const uint8_t[::1] tiles, edges, bytes blocking):
        self.hexes = True
        self.exact_heights = True
        self.h.rows = rows
        self.h.cols = cols
        self.h.stride = cols + 2
        self.h.row0 = row0
        self.h.col0 = col0
        cdef int64_t i, count = tiles.shape[0]
        self.h.cell = <uint8_t *> PyMem_Calloc(count, 1)
        self.h.holds = <uint8_t *> PyMem_Calloc(count, 1)
        self.rank = <int32_t *> PyMem_Calloc(count, 4)
        if not (self.h.cell and self.h.holds and self.rank):
            raise MemoryError()
        for i in range(count):
            self.rank[i] = -1
            if tiles[i] & BOARD_OUTSIDE:
                self.h.cell[i] = HEX_TILE if solid_outside else 0
            else:
                self.rank[i] = self.count
                self.count += 1
                self._set_tile(i, tiles[i])
        cdef const uint8_t *blocks = <const uint8_t *> PyBytes_AS_STRING(blocking)
        cdef const uint8_t[::1] plane
        for direction in range(3):
            plane = edges[direction]
            for i in range(count):
                if blocks[plane[i]]:
                    self._set_edge(direction, i, True)

    def __dealloc__(self):
        PyMem_Free(self.h.cell)
        PyMem_Free(self.h.holds)
        PyMem_Free(self.h.height)
        PyMem_Free(self.rank)
        free(self.free)

    def set_walls(self, ends):
        cdef Segment *walls = _segments(ends)
        free(self.free)
        self.free = walls
        self.walls = len(ends)

    cdef void _set_tile(self, int64_t index, int flags) noexcept:
        cdef uint8_t cell = self.h.cell[index] & ~(HEX_TILE | HEX_LARGE)
        self.large += (1 if flags & BOARD_LARGE else 0) - (1 if self.h.cell[index] & HEX_LARGE else 0)
        if flags & BOARD_BLOCKS:
            cell |= HEX_TILE
        if flags & BOARD_LARGE:
            cell |= HEX_LARGE
        self.h.cell[index] = cell
        self.h.holds[index] = HEX_HELD | (HEX_ROCK if flags & BOARD_SOLID else 0)

    cdef void _set_edge(self, int direction, int64_t index, bint blocks) noexcept:
        # The board keeps edges at the hex that looks over them to (1,0), (0,1) or (-1,1).
        cdef int mine = 0, theirs = 3
        cdef int64_t other = index + 1
        if direction == 1:
            mine, theirs, other = 5, 2, index + self.h.stride
        elif direction == 2:
            mine, theirs, other = 4, 1, index + self.h.stride - 1
        if ((self.h.cell[index] & <uint8_t> (HEX_EDGE << mine)) != 0) == blocks:
            return
        self.thin += 1 if blocks else -1
        if blocks:
            self.h.cell[index] |= <uint8_t> (HEX_EDGE << mine)
            self.h.cell[other] |= <uint8_t> (HEX_EDGE << theirs)
        else:
            self.h.cell[index] &= <uint8_t> ~(HEX_EDGE << mine)
            self.h.cell[other] &= <uint8_t> ~(HEX_EDGE << theirs)

    def set_tile(self, int64_t index, int flags):
        self._set_tile(index, flags)

    def set_edge(self, int direction, int64_t index, bint blocks):
        self._set_edge(direction, index, blocks)

    def set_heights(self, heights):
        """Index of a hex to its height in 1/384,000ths; None: some height is not such a number."""
        cdef int64_t i, count = (self.h.rows + 2) * <int64_t> self.h.stride
        self.exact_heights = heights is not None
        PyMem_Free(self.h.height)
        self.h.height = NULL
        if not heights:
            return
        self.h.height = <int64_t *> PyMem_Calloc(count, 8)
        if not self.h.height:
            raise MemoryError()
        for i in range(count):
            self.h.height[i] = INT64_MIN
        for index, height in heights.items():
            self.h.height[index] = height


# --- one pair

cdef object _slow_sees = None, _slow_field = None, _slow_contact = None, _slow_verdict = None
cdef object _Field = None
cdef tuple _contacts = (), _verdicts = ()
cdef type _Rule = object


def set_slow(sees, field, contact, verdict, field_class, rule_class, contacts, verdicts):
    """What answers when no kernel can: bad input, names, boards and rules without one.

    Only an instance of `rule_class` is asked for its code: anything may have an attribute `code`.
    `contacts` by number, and `verdicts` by the ties of a geometric rule and the contact.
    """
    global _slow_sees, _slow_field, _slow_contact, _slow_verdict, _Field, _Rule, _contacts, _verdicts
    _slow_sees, _slow_field, _slow_contact, _slow_verdict = sees, field, contact, verdict
    _Field, _Rule, _contacts, _verdicts = field_class, rule_class, contacts, verdicts


cdef inline bint _pair(object at, int64_t *first, int64_t *second):
    """A plain pair of ints, the usual way to give a position."""
    if not is_tuple(at) or PyTuple_GET_SIZE(at) != 2:
        return False
    cdef object a = <object> PyTuple_GET_ITEM(at, 0), b = <object> PyTuple_GET_ITEM(at, 1)
    if not (PyLong_CheckExact(a) and PyLong_CheckExact(b)):
        return False
    first[0] = small_int(a)
    second[0] = small_int(b)
    return True


cdef inline Asked _asked(int code) noexcept nogil:
    """What the code of a geometric rule says. (Unruled ambiguous answers are not visible.)"""
    cdef Asked asked
    asked.corner = code >= CORNER_CODE
    asked.passes = PASSES[code & 3]
    asked.closed_ends = asked.corner and code & CLOSED_ENDS
    return asked


cdef inline bint _on_squares(const Square *s, int64_t a0, int64_t a1, int64_t b0, int64_t b1) noexcept nogil:
    if <uint64_t> a0 >= <uint64_t> s.rows or <uint64_t> b0 >= <uint64_t> s.rows:
        return False
    return <uint64_t> a1 < <uint64_t> s.cols and <uint64_t> b1 < <uint64_t> s.cols


cdef inline bint _on_hexes(const Hexes *h, int64_t q, int64_t r) noexcept nogil:
    if <uint64_t> r - <uint64_t> h.row0 >= <uint64_t> h.rows or <uint64_t> q - <uint64_t> h.col0 >= <uint64_t> h.cols:
        return False
    return h.holds[hex_at(h, q, r)] != 0


cdef inline const Walls *_walls(Mirror mirror) noexcept nogil:
    return &(<SquareMirror> mirror).free if mirror.walls else NULL


cdef int _answer(Mirror mirror, int code, int64_t a0, int64_t a1, int64_t b0, int64_t b1) noexcept nogil:
    """1 seen, 0 not seen, -1: not for a kernel."""
    cdef const Square *s
    cdef const Hexes *h
    cdef Own own
    if not mirror.hexes:
        s = &(<SquareMirror> mirror).s
        if code < 0 or code >= HEXRAY_CODE or not _on_squares(s, a0, a1, b0, b1):
            return -1
        own.source, own.target = cell_at(s, a0, a1), cell_at(s, b0, b1)
        own.clear, own.clears = NULL, 0
        if (s.cell[own.source] | s.cell[own.target]) & LARGE:
            return -1
        if own.source == own.target:
            return 1
        return square_sees(s, _walls(mirror), _asked(code), a0, a1, b0, b1, &own)
    h = &(<HexMirror> mirror).h
    if code < HEXRAY_CODE or code >= END_OF_CODES or not (<HexMirror> mirror).exact_heights:
        return -1
    if not (_on_hexes(h, a0, a1) and _on_hexes(h, b0, b1)):
        return -1
    if (h.cell[hex_at(h, a0, a1)] | h.cell[hex_at(h, b0, b1)]) & HEX_LARGE:
        return -1
    return hex_sees(h, a0, a1, b0, b1, code, NULL)


cdef int _contact(Mirror mirror, int code, int64_t a0, int64_t a1, int64_t b0, int64_t b1) noexcept nogil:
    """The contact by a geometric rule between two positions, or -1: not for this kernel."""
    cdef const Square *s
    cdef Look look
    cdef Own own
    cdef int found
    if code < 0 or code >= HEXRAY_CODE:
        return -1
    if mirror.hexes:
        if not (_on_hexes(&(<HexMirror> mirror).h, a0, a1) and _on_hexes(&(<HexMirror> mirror).h, b0, b1)):
            return -1
        own.source, own.target = hex_at(&(<HexMirror> mirror).h, a0, a1), hex_at(&(<HexMirror> mirror).h, b0, b1)
        if ((<HexMirror> mirror).h.cell[own.source] | (<HexMirror> mirror).h.cell[own.target]) & HEX_LARGE:
            return -1
    else:
        s = &(<SquareMirror> mirror).s
        if not _on_squares(s, a0, a1, b0, b1):
            return -1
        own.source, own.target = cell_at(s, a0, a1), cell_at(s, b0, b1)
        if (s.cell[own.source] | s.cell[own.target]) & LARGE:
            return -1
    if own.source == own.target:
        return 0
    if not mirror.hexes:
        own.clear, own.clears = NULL, 0
        found = square_contact(s, _walls(mirror), _asked(code), a0, a1, b0, b1, &own)
        if found >= 0:
            return found
    _look_on(mirror, &look)
    look.clear, look.clears = NULL, 0
    look.source.a, look.source.b, look.target.a, look.target.b = a0, a1, b0, b1
    found = _look(&look, _asked(code), 0)
    return -1 if look.failed else found


def answer(Mirror mirror, int code, a, b):
    """1 seen, 0 not, -1 for no kernel: between two positions of the board."""
    cdef int64_t a0 = 0, a1 = 0, b0 = 0, b1 = 0
    if not (_pair(a, &a0, &a1) and _pair(b, &b0, &b1)):
        return -1
    return _answer(mirror, code, a0, a1, b0, b1)


def contact(board, a, b, rule):
    """The contact of the best line between `a` and `b` by a geometric rule, without its proof."""
    cdef int found = _contact_asked(board, a, b, rule)
    return _contacts[found] if found >= 0 else _slow_contact(board, a, b, rule)


def verdict(board, a, b, rule, *, rulings=None):
    """Visible, hidden or ambiguous, without the proof. A ruling takes an ambiguity away."""
    cdef int found
    if rulings is None:
        found = _contact_asked(board, a, b, rule)
        if found >= 0:
            return _verdicts[4 * (rule.code & 3) + found]
    return _slow_verdict(board, a, b, rule, rulings=rulings)


cdef int _contact_asked(board, a, b, rule):
    """The contact by a geometric rule between two positions; -1 for no kernel, or a bad question."""
    cdef int64_t a0 = 0, a1 = 0, b0 = 0, b1 = 0
    if not (is_a(rule, _Rule) and _pair(a, &a0, &a1) and _pair(b, &b0, &b1)):
        return -1
    try:
        mirror = board._mirror
        code = rule.code
    except AttributeError:
        return -1
    return _contact(<Mirror> mirror, code, a0, a1, b0, b1) if isinstance(mirror, Mirror) else -1


def rays(HexMirror mirror, int code, source, target, clear):
    """1 if a hex of the one footprint sees a hex of the other by hex rays, 0 if none does, -1 for no
    kernel. `clear`: indices of hexes that are not in the way of this look."""
    cdef int32_t[::1] tiles = array("i", [v for t in source for v in t] + [v for t in target for v in t])
    cdef int64_t[::1] cells = array("q", clear or (0,))
    cdef ClearHexes out_of_the_way
    cdef int32_t sources = len(source), targets = len(target)
    cdef int seen
    if code < HEXRAY_CODE or code >= END_OF_CODES or not mirror.exact_heights:
        return -1
    out_of_the_way.at, out_of_the_way.count = &cells[0], len(clear)
    with nogil:
        seen = hex_sees_any(&mirror.h, &tiles[0], sources, &tiles[2 * sources], targets, code, &out_of_the_way)
    return seen


cdef inline int _look(Look *look, Asked asked, int enough) noexcept nogil:
    return look_corners(look, asked.closed_ends, enough) if asked.corner else look_center(look)


cdef int _between_tiles(Mirror mirror, Look *look, Asked asked, int enough) noexcept nogil:
    """The contact between the two tiles of a look, or any other that is `enough`."""
    cdef Own own
    cdef const Square *s
    cdef int found
    if not mirror.hexes:
        s = &(<SquareMirror> mirror).s
        own.source = cell_at(s, look.source.a, look.source.b)
        own.target = cell_at(s, look.target.a, look.target.b)
        own.clear, own.clears = look.clear, look.clears
        found = square_contact(s, _walls(mirror), asked, look.source.a, look.source.b, look.target.a, look.target.b, &own)
        if found >= 0:
            return found
    return _look(look, asked, enough)


def contacts(Mirror mirror, int code, source, targets, clear, int enough, uint8_t[::1] out, bint general=False):
    """For each of the targets, which are tiles, the best contact with any tile of the source, or any
    other that is `enough`.

    `clear`: indices of tiles, besides both ends, that do not block this look. `general`: by the
    kernel that knows every line, and by no faster one.
    """
    cdef Look look
    cdef int found, best
    cdef int64_t i, k, count = len(targets), sources = len(source)
    cdef int32_t[::1] here = array("i", [v for t in source for v in t])
    cdef int32_t[::1] there = array("i", [v for t in targets for v in t] or (0,))
    cdef int64_t[::1] cells = array("q", clear or (0,))
    cdef Asked asked = _asked(code)
    _look_on(mirror, &look)
    look.clear, look.clears = &cells[0], len(clear)
    with nogil:
        for i in range(count):
            look.target.a, look.target.b = there[2 * i], there[2 * i + 1]
            best = 3
            for k in range(sources):
                look.source.a, look.source.b = here[2 * k], here[2 * k + 1]
                found = 0
                if look.source.a != look.target.a or look.source.b != look.target.b:
                    if general:
                        found = _look(&look, asked, enough)
                    else:
                        found = _between_tiles(mirror, &look, asked, enough)
                if found < best:
                    best = found
                if best <= enough:
                    break
            out[i] = best
    if look.failed:
        raise MemoryError()


def middle_contact(Mirror mirror, start, end, clear):
    """The contact of one centre line between two points, in half tiles or thirds of hexes."""
    cdef Look look
    cdef Spot a, b
    cdef int found
    cdef int64_t[::1] cells = array("q", clear or (0,))
    a.x, a.y = start
    b.x, b.y = end
    _look_on(mirror, &look)
    look.clear, look.clears = &cells[0], len(clear)
    look.source.a = look.source.b = look.target.a = look.target.b = -4096  # no tile of any line
    found = center_line_contact(&look, a, b)
    if look.failed:
        raise MemoryError()
    return found


cdef void _look_on(Mirror mirror, Look *look) noexcept nogil:
    """A look on that board, without its ends."""
    look.squares = NULL
    look.hexes = NULL
    if mirror.hexes:
        look.hexes = &(<HexMirror> mirror).h
        look.wall = (<HexMirror> mirror).free
    else:
        look.squares = &(<SquareMirror> mirror).s
        look.wall = (<SquareMirror> mirror).free.wall
    look.walls = mirror.walls
    look.failed = 0


def sees(board, a, b, rule, *, rulings=None):
    """Does `a` see `b`? The fast yes or no."""
    cdef int64_t a0 = 0, a1 = 0, b0 = 0, b1 = 0
    cdef int answer
    if rulings is None and is_a(rule, _Rule) and _pair(a, &a0, &a1) and _pair(b, &b0, &b1):
        try:
            mirror = board._mirror
            code = rule.code
        except AttributeError:
            return _slow_sees(board, a, b, rule)
        if isinstance(mirror, Mirror):
            answer = _answer(<Mirror> mirror, code, a0, a1, b0, b1)
            if answer >= 0:
                return answer != 0
    return _slow_sees(board, a, b, rule, rulings=rulings)


# --- fields

cdef int64_t _limit(Mirror mirror, object radius, int metric):
    """A whole radius, not negative, as the limit of a field: squared for squares by euclid."""
    cdef int64_t r = small_int(radius)
    if r < 0 or r > 1 << 20:
        r = 1 << 20           # beyond any board
    return r * r if metric == EUCLID and not mirror.hexes else r


cdef bint _has_field(Mirror mirror, int code, int64_t row, int64_t col) noexcept:
    """Is there a sweep for this field, or only pairs?"""
    cdef const Square *s
    if mirror.hexes or mirror.walls or code < 0 or code >= HEXRAY_CODE:
        return False
    s = &(<SquareMirror> mirror).s
    if <uint64_t> row >= <uint64_t> s.rows or <uint64_t> col >= <uint64_t> s.cols:
        return False
    return not s.cell[cell_at(s, row, col)] & LARGE


cdef bint _sweep(SquareMirror mirror, int code, int32_t row, int32_t col, const Reach *reach, Seen *seen) noexcept nogil:
    """The field without free walls, in cells or bits that are all 0. False when out of memory."""
    cdef bint corner = code >= CORNER_CODE
    cdef Asked asked = _asked(code)
    # With closed ends a touch that lasts is an EDGE, also beside the line's own two tiles.
    cdef bint far = not asked.closed_ends or asked.passes != 1
    if not field_of(&mirror.s, corner, asked.passes, far, row, col, reach, seen):
        return False
    if asked.closed_ends and asked.passes == 0:
        keep_closed(&mirror.s, row, col, seen)
    return True


cdef enum:
    # On larger boards a field without a radius is kept as bits.
    MOST_CELLS_AT_ONCE = 65536


cpdef swept(board, mirrored, a, int code, int64_t limit, int metric):
    """The field of a position, or None where no kernel has it.

    `limit`: how far it reaches, negative for everywhere; on squares by euclid its square. A figure
    that covers several tiles becomes transparent when one of them is the target, which a sweep
    cannot know: the caller asks again for those tiles.
    """
    cdef int64_t row = 0, col = 0
    cdef Seen seen
    cdef Reach reach
    cdef SquareMirror mirror
    cdef int64_t size
    if isinstance(mirrored, HexMirror):
        return _swept_hexes(board, <HexMirror> mirrored, a, code, limit)
    if not isinstance(mirrored, SquareMirror) or not _pair(a, &row, &col):
        return None
    mirror = <SquareMirror> mirrored
    if not _has_field(mirror, code, row, col):
        return None
    size = <int64_t> mirror.s.rows * mirror.s.cols
    seen.cells = seen.bits = NULL
    seen.rows, seen.cols = mirror.s.rows, mirror.s.cols
    reach.metric, reach.limit = metric, limit
    fill_tables()
    if limit < 0 and size > MOST_CELLS_AT_ONCE:
        size = (size + 7) // 8
        found = PyBytes_FromStringAndSize(NULL, size)
        seen.bits = <uint8_t *> PyBytes_AS_STRING(found)
        seen.end = seen.bits + size
        memset(seen.bits, 0, size)
    else:
        found = PyBytes_FromStringAndSize(NULL, size)
        seen.cells = <uint8_t *> PyBytes_AS_STRING(found)
        memset(seen.cells, 0, size)
    if not _sweep(mirror, code, row, col, &reach, &seen):
        raise MemoryError()
    cdef BoolBuffer made = _Field.__new__(_Field)
    made._layout = board
    made._cells = found if seen.cells else None
    made._bits = None if seen.cells else found
    made.ndim = 2
    made.shape[0], made.shape[1] = mirror.s.rows, mirror.s.cols
    made.strides[0], made.strides[1] = mirror.s.cols, 1
    return made


cdef _swept_hexes(board, HexMirror mirror, a, int code, int64_t limit):
    cdef int64_t q = 0, r = 0
    cdef Hexes *h = &mirror.h
    cdef int64_t at
    cdef int32_t reach = <int32_t> limit
    cdef uint8_t *cells
    if code < HEXRAY_CODE or code >= END_OF_CODES or not mirror.exact_heights or not _pair(a, &q, &r):
        return None
    if <uint64_t> r - <uint64_t> h.row0 >= <uint64_t> h.rows or <uint64_t> q - <uint64_t> h.col0 >= <uint64_t> h.cols:
        return None
    at = hex_at(h, q, r)
    if mirror.rank[at] < 0 or h.cell[at] & HEX_LARGE:
        return None
    found = PyBytes_FromStringAndSize(NULL, mirror.count)
    cells = <uint8_t *> PyBytes_AS_STRING(found)
    memset(cells, 0, mirror.count)
    fill_hex_tables()
    if 0 <= reach <= HEX_NEAR and h.height == NULL:
        near_hex_field(h, mirror.rank, q, r, reach, code, mirror.thin > 0, cells)
    else:
        far_hex_field(h, mirror.rank, q, r, reach, code, cells)
    cdef BoolBuffer made = _Field.__new__(_Field)
    made._layout = board
    made._cells = found
    made.ndim = 1
    made.shape[0] = mirror.count
    made.shape[1] = made.strides[0] = made.strides[1] = 1
    return made


def field(board, a, rule, radius=None, metric="euclid", *, rulings=None):
    """Every tile within the radius that `a` sees; no radius: the whole board."""
    cdef int by = EUCLID
    cdef object mirror, found
    if rulings is None and (radius is None or PyLong_CheckExact(radius) and small_int(radius) >= 0):
        if not isinstance(metric, str):
            by = -1
        elif metric != "euclid":
            by = METRICS.get(metric, -1)
        try:
            mirror = board._mirror
            if by >= 0 and is_a(rule, _Rule) and isinstance(mirror, Mirror) and not (<Mirror> mirror).large:
                found = swept(board, mirror, a, rule.code, -1 if radius is None else _limit(<Mirror> mirror, radius, by), by)
                if found is not None:
                    return found
        except AttributeError:
            pass                  # no board, or no rule: the slow way says so
    return _slow_field(board, a, rule, radius, metric, rulings=rulings)


METRICS = {"euclid": EUCLID, "chebyshev": CHEBYSHEV, "manhattan": MANHATTAN, "steps": STEPS}


def square_pairs(SquareMirror mirror, int code, a, int64_t limit, int metric):
    """The field of a position pair by pair: 1, 0, or 255 where no kernel can tell.

    A free wall only adds to what a line touches, and so never opens a view: what is not seen
    without the free walls need not be asked. Only a large figure must be: where it is the target
    it is transparent, which no sweep knows.
    """
    cdef int64_t row = 0, col = 0
    cdef int32_t r, c
    cdef int answer
    cdef bint swept, large
    cdef Reach reach
    cdef Seen seen
    cdef int64_t at = 0
    reach.metric, reach.limit = metric, limit
    if not _pair(a, &row, &col):
        return None
    cells = bytearray(<int64_t> mirror.s.rows * mirror.s.cols)
    cdef uint8_t[::1] out = cells
    swept = 0 <= code < HEXRAY_CODE and not mirror.s.cell[cell_at(&mirror.s, row, col)] & LARGE
    if swept:
        fill_tables()
        seen.cells, seen.bits = &out[0], NULL
        seen.rows, seen.cols = mirror.s.rows, mirror.s.cols
        if not _sweep(mirror, code, row, col, &reach, &seen):
            raise MemoryError()
    for r in range(mirror.s.rows):
        for c in range(mirror.s.cols):
            large = mirror.s.cell[cell_at(&mirror.s, r, c)] & LARGE
            if (not swept or out[at] or large) and within(&reach, c - col, r - row):
                answer = _answer(mirror, code, row, col, r, c)
                out[at] = 255 if answer < 0 else answer
            at += 1
    return cells


# --- batches

def answers(Mirror mirror, int code, const int64_t[:, :, ::1] pairs, uint8_t[::1] out):
    """1 seen, 0 not, 255 for no kernel (or off the board), for each pair of positions."""
    cdef int64_t i, count = pairs.shape[0]
    cdef int answer
    if not mirror.hexes and code >= CORNER_CODE and not make_offsets():
        raise MemoryError()
    with nogil:
        for i in range(count):
            answer = _answer(mirror, code, pairs[i, 0, 0], pairs[i, 0, 1], pairs[i, 1, 0], pairs[i, 1, 1])
            out[i] = 255 if answer < 0 else answer


def all_bits(board, rule):
    """What every tile sees, as rows of bits one after the other; None where no kernel has it."""
    cdef SquareMirror mirror
    cdef int code = rule.code
    cdef Seen seen
    cdef Reach reach
    cdef int64_t row_bytes, tiles, i
    cdef int done = 1
    if not isinstance(board._mirror, SquareMirror):
        return None
    mirror = <SquareMirror> board._mirror
    if mirror.large or not _has_field(mirror, code, 0, 0):
        return None
    tiles = <int64_t> mirror.s.rows * mirror.s.cols
    row_bytes = (tiles + 7) // 8
    bits = PyBytes_FromStringAndSize(NULL, tiles * row_bytes)
    seen.cells = NULL
    seen.bits = <uint8_t *> PyBytes_AS_STRING(bits)
    seen.end = seen.bits + tiles * row_bytes
    seen.rows, seen.cols = mirror.s.rows, mirror.s.cols
    reach.metric, reach.limit = EUCLID, -1
    fill_tables()
    with nogil:
        memset(seen.bits, 0, tiles * row_bytes)
        if code < CORNER_CODE and PASSES[code & 3] == 0:
            done = center_all(&mirror.s, seen.bits, row_bytes)
            tiles = 0
        for i in range(tiles):
            done &= _sweep(mirror, code, i // mirror.s.cols, i % mirror.s.cols, &reach, &seen)
            seen.bits += row_bytes
    if not done:
        raise MemoryError()
    return bits
