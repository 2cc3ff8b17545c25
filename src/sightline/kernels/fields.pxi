# Everything seen from one tile, and from every tile.

cdef enum:
    BEYOND = 1 << 20          # further than any board reaches

cdef inline bint _is_radius(radius):
    """A number that is a radius, of the kinds that are usual; others are looked at in Python."""
    if PyLong_CheckExact(radius):
        return small_int(radius) >= 0
    return PyFloat_CheckExact(radius) and 0 <= PyFloat_AS_DOUBLE(radius) < BEYOND


cdef int64_t _limit(Mirror mirror, object radius, metric, int by) except -2:
    """Such a radius as the limit of a field: squared for squares by euclid."""
    cdef int64_t r
    if PyFloat_CheckExact(radius):
        return _limit_of(radius, metric, not mirror.hexes)
    r = small_int(radius)
    if r < 0 or r > BEYOND:
        r = BEYOND
    return r * r if by == EUCLID and not mirror.hexes else r


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
        keep_closed(&mirror.s, row, col, reach, seen)
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
    seen.planes = NULL
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
    if h.height != NULL:
        high_hex_field(h, mirror.rank, q, r, reach, code, cells)
    elif 0 <= reach <= HEX_NEAR:
        near_hex_field(h, mirror.rank, q, r, reach, code, mirror.thin > 0, cells)
    elif not far_hex_field(h, mirror.rank, mirror.count, q, r, reach, code, mirror.thin > 0, cells):
        raise MemoryError()
    cdef BoolBuffer made = _Field.__new__(_Field)
    made._layout = board
    made._cells = found
    made.ndim = 1
    made.shape[0] = mirror.count
    made.shape[1] = made.strides[0] = made.strides[1] = 1
    return made


def cover_sums(HexMirror mirror, int code, a, int64_t limit, const int64_t[::1] covers):
    """The ranks of all hexes within the limit, negative for everywhere, and for each the sum of the
    covers between, out of a plane of whole numbers."""
    cdef int32_t q0 = a[0], r0 = a[1], q, r, rank
    cdef const Hexes *h = &mirror.h
    cdef int32_t top = h.row0, bottom = h.row0 + h.rows - 1, left = h.col0, right = h.col0 + h.cols - 1
    if limit >= 0:
        top, bottom = max(top, r0 - limit), min(bottom, r0 + limit)
        left, right = max(left, q0 - limit), min(right, q0 + limit)
    ranks, sums = [], []
    for r in range(top, bottom + 1):
        for q in range(left, right + 1):
            rank = mirror.rank[hex_at(h, q, r)]
            if rank >= 0 and (limit < 0 or hex_steps(q - q0, r - r0) <= limit):
                ranks.append(rank)
                sums.append(hex_cover(h, &covers[0], q0, r0, q, r, code))
    return ranks, sums


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
        seen.cells, seen.bits, seen.planes = &out[0], NULL, NULL
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


def all_bits(mirrored, int code):
    """What every tile sees, as rows of bits one after the other; None where no kernel has it."""
    cdef SquareMirror mirror
    cdef Seen seen
    cdef Reach reach
    cdef int64_t row_bytes, tiles, i
    cdef int done = 1
    if not isinstance(mirrored, SquareMirror):
        return None
    mirror = <SquareMirror> mirrored
    if mirror.large or not _has_field(mirror, code, 0, 0):
        return None
    tiles = <int64_t> mirror.s.rows * mirror.s.cols
    row_bytes = (tiles + 7) // 8
    bits = PyBytes_FromStringAndSize(NULL, tiles * row_bytes)
    seen.cells = NULL
    seen.planes = NULL
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
