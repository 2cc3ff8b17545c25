# Everything seen from one tile, and from every tile.

cdef enum:
    BEYOND = 1 << 20          # further than any board reaches

cdef inline bint _is_radius(radius):
    """Return whether a radius has one of the usual number types. Python handles others."""
    if PyLong_CheckExact(radius):
        return small_int(radius) >= 0
    return PyFloat_CheckExact(radius) and 0 <= PyFloat_AS_DOUBLE(radius) < BEYOND


cdef int64_t _limit(Mirror mirror, object radius, metric, int by) except -2:
    """The radius as the limit of a field: squared for squares in the euclidean metric."""
    cdef int64_t r
    if PyFloat_CheckExact(radius):
        return _limit_of(radius, metric, not mirror.hexes)
    r = small_int(radius)
    if r < 0 or r > BEYOND:
        r = BEYOND
    return r * r if by == EUCLID and not mirror.hexes else r


cdef bint _has_field(Mirror mirror, int code, int64_t row, int64_t col) noexcept:
    """Return whether a sweep computes this field, rather than pair by pair."""
    cdef const Square *s
    if mirror.hexes or code < 0 or code >= HEXRAY_CODE:
        return False
    s = &(<SquareMirror> mirror).s
    if <uint64_t> row >= <uint64_t> s.rows or <uint64_t> col >= <uint64_t> s.cols:
        return False
    return not s.cell[cell_at(s, row, col)] & LARGE


cdef bint _sweep(SquareMirror mirror, int code, int32_t row, int32_t col, const Reach *reach, Seen *seen) noexcept nogil:
    """Write the field without free walls into cells or bits that are all 0. False when out of memory."""
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


cdef BoolBuffer _new_field(board, viewer, int code):
    """An empty field for the board as it is now."""
    cdef BoolBuffer made = _Field.__new__(_Field)
    made._layout = board
    made._then = board._snapshot
    if made._then is None:
        made._then = board.snapshot()
    made._viewers = (viewer,)
    made._whole = 0 <= code < CORNER_CODE and code & MIDDLE != 0
    return made


cpdef swept(board, mirrored, a, int code, int64_t limit, int metric):
    """Return the field of a position, or None if no kernel supports it. `limit` is the radius, squared on squares by
    euclid, or negative for no limit. A figure of several tiles does not block lines to its own tiles, which a sweep
    cannot take into account: the caller asks again for those tiles.
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
    if not _sweep(mirror, code, row, col, &reach, &seen) or not _keep_with_walls(mirror, code, row, col, &reach, &seen):
        raise MemoryError()
    cdef BoolBuffer made = _new_field(board, a, code)
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
    if code < 0 or code >= END_OF_CODES or not _pair(a, &q, &r):
        return None
    if code >= HEXRAY_CODE and not mirror.exact_heights:
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
    if code < HEXRAY_CODE:
        if not _hex_lines_field(mirror, code, q, r, reach, cells):
            raise MemoryError()
    elif h.height != NULL:
        high_hex_field(h, mirror.rank, q, r, reach, code, cells)
    elif 0 <= reach <= HEX_NEAR:
        near_hex_field(h, mirror.rank, q, r, reach, code, mirror.thin > 0, cells)
    elif not far_hex_field(h, mirror.rank, mirror.count, q, r, reach, code, mirror.thin > 0, cells):
        raise MemoryError()
    cdef BoolBuffer made = _new_field(board, a, code)
    made._cells = found
    made.ndim = 1
    made.shape[0] = mirror.count
    made.shape[1] = made.strides[0] = made.strides[1] = 1
    return made


cdef void _light(board, Mirror mirror, int64_t a0, int64_t a1, int64_t limit, int metric, uint8_t *cells):
    """Add rock beside visible floor to the field of a tile."""
    cdef Reach reach
    cdef SquareMirror squares
    if mirror.hexes:
        light_hex_walls(&(<HexMirror> mirror).h, (<HexMirror> mirror).rank, a0, a1, <int32_t> limit, cells)
        return
    squares = <SquareMirror> mirror
    reach.metric, reach.limit = metric, limit
    cdef const uint8_t *tiles = <const uint8_t *> PyByteArray_AS_STRING(planes_to_copy(board)[0])
    light_square_walls(tiles, squares.s.rows, squares.s.cols, a0, a1, &reach, cells)


cdef _with_lit_walls(BoolBuffer found, Mirror mirror, a, int64_t limit, int metric):
    """Return a new field with the rock beside its floor added."""
    cdef int64_t a0 = 0, a1 = 0
    _pair(a, &a0, &a1)
    if found._cells is None:
        found.cells()
        found._bits = None
    _light(found._layout, mirror, a0, a1, limit, metric, <uint8_t *> PyBytes_AS_STRING(found._cells))
    return found


cdef _swept_from(board, mirror, a, int code, int64_t limit, int metric, bint light):
    """The field of a position or a name, or None if there is no kernel for it."""
    cdef BoolBuffer found
    at = _named(board, a) if isinstance(a, str) else a
    found = swept(board, mirror, at, code, limit, metric)
    if found is not None:
        if light:
            _with_lit_walls(found, mirror, at, limit, metric)
        found._viewers = (_viewer(board, a, at),)
    return found


cdef _viewer(board, a, at):
    """Return the viewer of a field: a figure's name, or a position."""
    return a if not isinstance(a, str) or a in board._figures else at


cdef _swept_by_any(board, mirror, party, int code, int64_t limit, int metric, bint light):
    """Return what any of several positions and names sees, or None if no kernel supports it."""
    cdef BoolBuffer made = None, found
    cdef int64_t a0 = 0, a1 = 0
    cdef Py_ssize_t i, size
    cdef uint8_t *out
    cdef const uint8_t *more
    cdef dict viewers = {}
    for a in party:
        if not _at(board, a, &a0, &a1):
            return None
    for a in party:
        found = _swept_from(board, mirror, a, code, limit, metric, light)
        if found is None:
            return None
        viewers[found._viewers[0]] = None
        if made is None:
            made = found
            continue
        out = <uint8_t *> PyBytes_AS_STRING(made._bits if made._cells is None else made._cells)
        more = <const uint8_t *> PyBytes_AS_STRING(found._bits if made._cells is None else found._cells)
        size = len(made._bits if made._cells is None else made._cells)
        for i in range(size):
            out[i] |= more[i]
    if made is not None:
        made._viewers = tuple(viewers)
    return made


def light_walls(board, Mirror mirror, a, int64_t limit, int metric, uint8_t[::1] cells):
    """Add to a field (one byte per tile) every rock beside its floor and within the limit of a tile."""
    cdef int64_t a0 = 0, a1 = 0
    _pair(a, &a0, &a1)
    _light(board, mirror, a0, a1, limit, metric, &cells[0])


def cover_sums(HexMirror mirror, int code, a, int64_t limit, const int64_t[::1] covers):
    """The ranks of all hexes within the limit (negative: no limit), and for each the sum of the covers between, from a
    plane of integers."""
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


cdef bint _hex_lines_field(HexMirror mirror, int code, int32_t q0, int32_t r0, int64_t limit, uint8_t *cells) noexcept nogil:
    """The field of a hex under a geometric rule, pair by pair. False when out of memory."""
    cdef LineQuery look
    cdef NearWalls near
    cdef Asked asked = _asked(code)
    cdef const Hexes *h = &mirror.h
    cdef int32_t q, r, rank
    cdef int64_t top = h.row0, bottom = h.row0 + h.rows - 1, left = h.col0, right = h.col0 + h.cols - 1
    if limit >= 0:
        top, bottom = max(top, r0 - limit), min(bottom, r0 + limit)
        left, right = max(left, q0 - limit), min(right, q0 + limit)
    _look_on(mirror, &look, &near)
    look.only_clear = _asked(code).passes == 0
    look.source.a, look.source.b = q0, r0
    for r in range(top, bottom + 1):
        for q in range(left, right + 1):
            rank = mirror.rank[hex_at(h, q, r)]
            if rank < 0 or (limit >= 0 and hex_steps(q - q0, r - r0) > limit):
                continue
            look.target.a, look.target.b = q, r
            cells[rank] = (q == q0 and r == r0) or _look(&look, &near, asked, asked.passes) <= asked.passes
    end_near(&near)
    return not look.failed


cdef bint _keep_with_walls(SquareMirror mirror, int code, int32_t row, int32_t col, const Reach *reach, Seen *seen) noexcept nogil:
    """Remove from a field what free walls hide. False when out of memory. A free wall only adds to what a line touches,
    so it never makes anything visible.
    """
    cdef Box box
    cdef int32_t r, c
    cdef int64_t rank
    cdef int found
    cdef LineQuery look
    cdef NearWalls near
    if not mirror.walls and not mirror.specials:
        return True
    _look_on(mirror, &look, &near)
    look.only_clear = _asked(code).passes == 0
    box = box_of(&mirror.s, row, col, reach)
    for r in range(box.top, box.bottom + 1):
        for c in range(box.left, box.right + 1):
            rank = <int64_t> r * seen.cols + c
            if not (seen.cells[rank] if seen.cells else seen.bits[rank >> 3] >> (rank & 7) & 1) or (r == row and c == col):
                continue
            found = _seen_with_walls(mirror, &look, &near, code, row, col, r, c)
            if found == 0 and seen.cells:
                seen.cells[rank] = 0
            elif found == 0:
                seen.bits[rank >> 3] &= ~(1 << (rank & 7))
    end_near(&near)
    return not look.failed


# --- every tile: each of these does a part of it, so that the caller may share the parts out to threads and
# check for interrupts in between.

def tiles_at_once(mirrored, int code):
    """Parts of `all_rows` begin and end at multiples of this; 0 if there is no kernel."""
    cdef SquareMirror mirror
    if not isinstance(mirrored, SquareMirror):
        return 0
    mirror = <SquareMirror> mirrored
    if mirror.large or code < 0 or code >= HEXRAY_CODE:
        return 0
    if mirror.walls or mirror.specials:
        return 8  # what tiles see of later tiles is written in whole bytes
    return AT_ONCE if _is_half(mirror, code) else 16


cdef inline bint _is_half(SquareMirror mirror, int code) noexcept nogil:
    """Return whether only the upper half is computed, and the other half mirrored from it."""
    return code < CORNER_CODE and PASSES[code & 3] == 0 and not mirror.walls and not mirror.specials


def all_rows(SquareMirror mirror, int code, bytes bits, int64_t first, int64_t last):
    """The fields of the tiles from `first` up to `last`, exclusive, as rows of bits, which must be 0 and unshared. Both
    are multiples of `tiles_at_once`, or the end."""
    cdef int64_t tiles = <int64_t> mirror.s.rows * mirror.s.cols, row_bytes = (tiles + 7) // 8, at
    cdef uint8_t *to = <uint8_t *> PyBytes_AS_STRING(bits)
    cdef bint half = _is_half(mirror, code)
    cdef Planes planes
    cdef int done = 1
    fill_tables()
    _make_offsets(mirror, code)
    if not make_planes(&planes, 0, 0, mirror.s.rows, mirror.s.cols):
        raise MemoryError()
    with nogil:
        if half:
            at = first
            while at < last:
                done &= center_half(&mirror.s, to, row_bytes, at, min(at + AT_ONCE, last), &planes)
                at += AT_ONCE
        elif mirror.walls or mirror.specials:
            for at in range(first, last):
                done &= _row_with_walls(mirror, code, to, row_bytes, at, &planes)
        else:
            done = _rows(mirror, code, to, row_bytes, first, last, &planes)
    free_planes(&planes)
    if not done:
        raise MemoryError()


def has_fields(Mirror mirror, int code):
    """Return whether kernels can compute the field of every tile of the board."""
    if mirror.large or code < 0 or code >= END_OF_CODES:
        return False
    if mirror.hexes:
        return code < HEXRAY_CODE or (<HexMirror> mirror).exact_heights
    return code < HEXRAY_CODE


cdef bint _field_into(Mirror mirror, int code, int64_t a, int64_t b, const Reach *reach, uint8_t *cells) noexcept nogil:
    """The field of a tile of the board, one byte per tile, into zeroed cells. False when out of memory."""
    cdef Seen seen
    cdef const Hexes *h
    if mirror.hexes:
        h = &(<HexMirror> mirror).h
        if code < HEXRAY_CODE:
            return _hex_lines_field(<HexMirror> mirror, code, a, b, reach.limit, cells)
        if h.height != NULL:
            high_hex_field(h, (<HexMirror> mirror).rank, a, b, <int32_t> reach.limit, code, cells)
        elif 0 <= reach.limit <= HEX_NEAR:
            near_hex_field(h, (<HexMirror> mirror).rank, a, b, <int32_t> reach.limit, code, (<HexMirror> mirror).thin > 0, cells)
        else:
            return far_hex_field(
                h, (<HexMirror> mirror).rank, (<HexMirror> mirror).count, a, b, <int32_t> reach.limit, code,
                (<HexMirror> mirror).thin > 0, cells
            )
        return True
    seen.cells, seen.bits, seen.planes = cells, NULL, NULL
    seen.rows, seen.cols = (<SquareMirror> mirror).s.rows, (<SquareMirror> mirror).s.cols
    return (_sweep(<SquareMirror> mirror, code, a, b, reach, &seen)
            and _keep_with_walls(<SquareMirror> mirror, code, a, b, reach, &seen))


def fields_at(Mirror mirror, int code, const int64_t[:, ::1] sources, int64_t limit, int metric, uint8_t[:, ::1] out,
              int64_t start, int64_t stop):
    """The fields of the sources from `start` up to `stop`, exclusive, all on the board: one zeroed row of `out` for
    each."""
    cdef Reach reach
    cdef int64_t i
    cdef bint done = True
    reach.metric, reach.limit = metric, limit
    fill_tables()
    fill_hex_tables()
    _make_offsets(mirror, code)
    with nogil:
        for i in range(start, stop):
            done &= _field_into(mirror, code, sources[i, 0], sources[i, 1], &reach, &out[i, 0])
    if not done:
        raise MemoryError()


def heat_counts(Mirror mirror, int code, const int64_t[:, ::1] sources, int64_t limit, int metric, const uint8_t[::1] is_free,
                bint both_ways, int64_t[::1] counts, int64_t start, int64_t stop):
    """The heat of a board by the sources from `start` up to `stop`, exclusive, which are its tiles in order: how many
    free tiles see each free tile. `both_ways`: sight is mutual, so each source counts the tiles it sees, and no other
    count changes; else each seen tile counts one more."""
    cdef Reach reach
    cdef Box box
    cdef int64_t i, k, row, seen, from_, to, tiles = is_free.shape[0]
    cdef int32_t cols = 0
    cdef bint done = True
    cdef uint8_t *cells = <uint8_t *> malloc(tiles)
    if not cells:
        raise MemoryError()
    reach.metric, reach.limit = metric, limit
    fill_tables()
    fill_hex_tables()
    _make_offsets(mirror, code)
    with nogil:
        memset(cells, 0, tiles)
        for i in range(start, stop):
            if not is_free[i]:
                continue
            done &= _field_into(mirror, code, sources[i, 0], sources[i, 1], &reach, cells)
            box.top, box.bottom, box.left, box.right = 0, 0, 0, <int32_t> tiles - 1  # hexes are in one row
            if not mirror.hexes:
                cols = (<SquareMirror> mirror).s.cols
                box = box_of(&(<SquareMirror> mirror).s, <int32_t> sources[i, 0], <int32_t> sources[i, 1], &reach)
            seen = 0
            for row in range(box.top, box.bottom + 1):
                from_, to = row * cols + box.left, row * cols + box.right + 1
                if both_ways:
                    seen += sum_of_both(cells + from_, &is_free[from_], to - from_)
                else:
                    for k in range(from_, to):
                        counts[k] += cells[k] & is_free[k]
                memset(cells + from_, 0, to - from_)
            if both_ways:
                counts[i] = seen
    free(cells)
    if not done:
        raise MemoryError()


cdef bint _rows(SquareMirror mirror, int code, uint8_t *bits, int64_t row_bytes, int64_t first, int64_t last, Planes *planes) noexcept nogil:
    """The rows of bits of some tiles, without free walls. False when out of memory."""
    cdef Seen seen
    cdef Reach reach
    cdef int64_t i
    cdef bint done = True
    seen.cells, seen.planes = NULL, NULL
    seen.rows, seen.cols = mirror.s.rows, mirror.s.cols
    reach.metric, reach.limit = EUCLID, -1
    for i in range(first, last):
        seen.bits = bits + i * row_bytes
        seen.end = seen.bits + row_bytes  # another thread may be at the next row
        done &= _sweep(mirror, code, i // mirror.s.cols, i % mirror.s.cols, &reach, &seen)
        choose_planes(&seen, planes, row_bytes)
    return done


cdef bint _row_with_walls(SquareMirror mirror, int code, uint8_t *bits, int64_t row_bytes, int64_t i, Planes *planes) noexcept nogil:
    """What tile i sees of later tiles, and they of it, on a board with free walls; if some are one-way, what it sees of
    all tiles."""
    cdef Seen seen
    cdef Reach reach
    cdef int64_t k, tiles = <int64_t> mirror.s.rows * mirror.s.cols
    cdef int32_t cols = mirror.s.cols
    cdef uint8_t *row = bits + i * row_bytes
    cdef int found
    cdef bint done
    cdef LineQuery look
    cdef NearWalls near
    seen.cells, seen.planes = NULL, planes
    seen.rows, seen.cols = mirror.s.rows, mirror.s.cols
    seen.bits = <uint8_t *> malloc(row_bytes)
    if seen.bits == NULL:
        return False
    seen.end = seen.bits + row_bytes
    reach.metric, reach.limit = EUCLID, -1
    memset(seen.bits, 0, row_bytes)
    done = _sweep(mirror, code, i // cols, i % cols, &reach, &seen)
    row[i >> 3] |= 1 << (i & 7)
    _look_on(mirror, &look, &near)
    look.only_clear = _asked(code).passes == 0
    for k in range(0 if mirror.one_way else i + 1, tiles):
        if k != i and seen.bits[k >> 3] >> (k & 7) & 1:
            found = _seen_with_walls(mirror, &look, &near, code, i // cols, i % cols, k // cols, k % cols)
            row[k >> 3] |= (found > 0) << (k & 7)
    end_near(&near)
    if not mirror.one_way:
        mirror_row(bits, row_bytes, i, tiles)
    free(seen.bits)
    return done and not look.failed


cdef int _seen_with_walls(SquareMirror mirror, LineQuery *look, NearWalls *near, int code, int32_t r0, int32_t c0,
                          int32_t r1, int32_t c1) noexcept nogil:
    """Return 1 if a tile that is visible without free walls is also visible with them, else 0."""
    cdef int found
    cdef Asked asked = _asked(code)
    if not walls_on_way(_walls(mirror), &mirror.s, r0, c0, r1, c1):
        return 1
    if asked.corner or mirror.large:
        found = _answer(mirror, code, r0, c0, r1, c1)
    else:
        found = center_among_walls(&mirror.s, _walls(mirror), asked, r0, c0, r1, c1)
    if found >= 0:
        return found
    look.source.a, look.source.b, look.target.a, look.target.b = r0, c0, r1, c1
    return _look(look, near, asked, asked.passes) <= asked.passes
