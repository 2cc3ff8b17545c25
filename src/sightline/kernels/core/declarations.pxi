# Declarations from the headers, and the numbers shared with Python.

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

cdef extern from "seen.h" nogil:
    ctypedef struct Planes:
        pass
    ctypedef struct Seen:
        uint8_t *cells
        uint8_t *bits
        uint8_t *end
        int32_t rows, cols
        Planes *planes
    int make_planes(Planes *p, int32_t top, int32_t left, int32_t height, int32_t width)
    void free_planes(Planes *p)
    int64_t sum_of_both(const uint8_t *one, const uint8_t *other, int64_t count)

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
    ctypedef struct Reach:
        int metric
        int64_t limit
    enum: TILE, EAST, SOUTH, WEST, NORTH, OUTSIDE, LARGE, PAD, EUCLID, CHEBYSHEV, MANHATTAN, STEPS
    ctypedef struct Box:
        int32_t top, left, bottom, right
    Box box_of(const Square *s, int32_t row, int32_t col, const Reach *reach)
    int64_t cell_at(const Square *s, int32_t row, int32_t col)
    void fetch_ahead(const Square *s)
    int within(const Reach *reach, int64_t dx, int64_t dy)
    void set_both(Square *s, uint64_t *by_row, uint64_t *by_col, int32_t row, int32_t col, int on)
    int mirror_planes(Square *s, const uint8_t *tiles, const uint8_t *east, const uint8_t *south, const uint8_t *blocking)
    ctypedef struct Own:
        int64_t source, target
        const int64_t *clear
        int32_t clears
    int center_half(const Square *s, uint8_t *bits, int64_t row_bytes, int64_t first, int64_t last, Planes *planes)

cdef extern from "all_pairs.h" nogil:
    enum: AT_ONCE
    void choose_planes(Seen *seen, Planes *planes, int64_t row_bytes)
    int mirror_row(uint8_t *bits, int64_t row_bytes, int64_t i, int64_t most)

cdef extern from "walls.h" nogil:
    ctypedef struct Segment:
        int64_t x0, y0, x1, y1
    ctypedef struct Walls:
        int32_t count
        Segment *wall
    enum: ONE_WAY, WALL_UNIT
    int index_walls(Walls *walls, Segment *wall, uint8_t *flags, int32_t count, int32_t rows, int32_t cols)
    void free_walls(Walls *walls)
    int walls_on_way(const Walls *walls, const Square *s, int32_t r0, int32_t c0, int32_t r1, int32_t c1)

cdef extern from "wall_changes.h" nogil:
    int insert_wall(Walls *walls, const Segment *w, int32_t rows, int32_t cols)
    int take_wall(Walls *walls, int32_t number, int32_t rows, int32_t cols)
    int32_t wall_number(const Segment *wall, int32_t from_, int32_t count, const Segment *w)

cdef extern from "special_walls.h" nogil:
    ctypedef struct Special:
        Segment at
        int flags

cdef extern from "corner_pair_near.h" nogil:
    void make_offsets(int32_t longest)

cdef extern from "corner_closed_ends.h" nogil:
    void keep_closed(const Square *s, int32_t row, int32_t col, const Reach *reach, Seen *seen)

cdef extern from "pair.h" nogil:
    ctypedef struct Asked:
        int corner, passes, closed_ends
    Asked asked_of(int code)
    int square_sees(const Square *s, const Walls *walls, Asked asked, int32_t r0, int32_t c0, int32_t r1, int32_t c1, const Own *own)
    int center_among_walls(const Square *s, const Walls *walls, Asked asked, int32_t r0, int32_t c0, int32_t r1, int32_t c1)
    int square_contact(const Square *s, const Walls *walls, Asked asked, int32_t r0, int32_t c0, int32_t r1, int32_t c1, const Own *own)

cdef extern from "near_field.h" nogil:
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

cdef extern from "any_line.h" nogil:
    ctypedef struct Tile:
        int32_t a, b
    ctypedef struct Spot:
        int64_t x, y
    ctypedef struct LineQuery:
        const Square *squares
        const Hexes *hexes
        const Segment *wall
        int32_t walls
        const Special *special
        int32_t specials
        int with_limited
        int only_clear
        Tile source, target
        const int64_t *clear
        int32_t clears
        int failed
        void *levels
    int query_center(LineQuery *l)
    int query_corners(LineQuery *l, int closed_ends, int enough)
    int center_line_contact(LineQuery *l, Spot a, Spot b)

cdef extern from "near_walls.h" nogil:
    ctypedef struct NearWalls:
        pass
    int begin_near(NearWalls *n, const LineQuery *l, const Walls *index, int32_t rows, int32_t cols)
    void end_near(NearWalls *n)
    void look_near(NearWalls *n, LineQuery *l)
    void look_near_line(NearWalls *n, LineQuery *l, Spot a, Spot b)

cdef extern from "high_line.h" nogil:
    ctypedef struct HighSpan:
        int64_t bottom, top
    ctypedef struct Heights:
        uint32_t *column
        int32_t *first
        HighSpan *part
        HighSpan *wall
    int between_bodies(LineQuery *l, const Heights *board, const HighSpan *source, const HighSpan *target, int corner, int closed_ends, int enough)

cdef extern from "hexrays.h" nogil:
    enum: HEX_NEAR
    void fill_hex_tables()
    void near_hex_field(const Hexes *h, const int32_t *rank, int32_t q0, int32_t r0, int32_t radius, int code, int edges, uint8_t *cells)
    void high_hex_field(const Hexes *h, const int32_t *rank, int32_t q0, int32_t r0, int32_t radius, int code, uint8_t *cells)
    int hex_sees(const Hexes *h, int32_t q0, int32_t r0, int32_t q1, int32_t r1, int code, const ClearHexes *clear)
    int hex_sees_any(const Hexes *h, const int32_t *source, int32_t sources, const int32_t *target, int32_t targets, int code, const ClearHexes *clear)

    int32_t hex_steps(int32_t dq, int32_t dr)
    int64_t hex_cover(const Hexes *h, const int64_t *cover, int32_t q0, int32_t r0, int32_t q1, int32_t r1, int code)

cdef extern from "hex_windows.h" nogil:
    int far_hex_field(const Hexes *h, const int32_t *rank, int32_t count, int32_t q0, int32_t r0, int32_t radius, int code, int edges, uint8_t *cells)

cdef extern from "lit_walls.h" nogil:
    void light_square_walls(const uint8_t *tiles, int32_t rows, int32_t cols, int32_t row, int32_t col, const Reach *reach, uint8_t *cells)
    void light_hex_walls(const Hexes *h, const int32_t *rank, int32_t q0, int32_t r0, int32_t radius, uint8_t *cells)

cdef enum:
    # The bits of a board's own tile bytes (model.board).
    BOARD_SOLID = 1
    BOARD_OCCUPIED = 2
    BOARD_BLOCKS = 3   # solid or occupied
    BOARD_OUTSIDE = 4
    BOARD_LARGE = 8
    # The codes of rules (engine/native.py): a kind, and its settings.
    CENTER_CODE = 0
    MIDDLE = 4         # for a center rule: use the middle of large figures
    CORNER_CODE = 8
    HEXRAY_CODE = 16
    END_OF_CODES = 32
    # The last of the four ties, by `code & 3`.
    PERMISSIVE = 2
    ADJUDICATED = 3

# The worst contact that is visible, by the ties of a geometric rule.
cdef int[4] PASSES = [0, 1, 2, 0]
