# Boards with heights: one pair of bodies, many from one body, and fields.
#
# Two bodies look at each other through a slab, from the lower feet to the higher head. Two flat mirrors bound what they
# see: `low` has only what fills the slab, `full` has everything that reaches into it. More blockers never make anything visible,
# so the fast kernels for flat boards decide most pairs, and the kernel of lines with heights the rest. Where all that
# reaches into a slab stands on its bottom, two bodies with their heads at its top see each other best by the level line
# just under them, which only what fills the slab stops: `low` decides.

cdef enum:
    MOST_SLABS = 12
    ENOUGH_QUESTIONS = 16  # before a slab is worth its mirrors


cdef class Slab:
    cdef int64_t base, head
    cdef int asked
    cdef Mirror low, full
    cdef bint bounded       # is `full` a bound, too? Not where a limited wall is in a part of the slab
    cdef bint standing      # does all that reaches into the slab begin at its bottom, or below?
    cdef bytes roofed       # not from and to these tiles either: floors count on them, too; None: nowhere


cdef class HighMirror:
    """A snapshot of a board with heights, which the board drops on any change. `flat` has the rock, and the edges and
    walls without bottom or top. Everything with a bottom or a top is in the columns of tiles, or among the special
    walls.
    """

    cdef readonly Mirror flat
    cdef Heights high
    cdef object columns, first, parts, spans  # the arrays that `high` points into
    cdef object make_slab   # returns `low`, `full`, `bounded` and `standing` of a slab, from its tiles in both
    cdef bint level         # is all ground at 0, without floors?
    cdef list slabs
    cdef dict bodies        # of figures, by name, as feet and head; None: no kernel can answer

    def __cinit__(self, Mirror flat, const uint32_t[::1] columns, const int32_t[::1] first, const int64_t[::1] parts,
                  const int64_t[::1] spans, make_slab):
        self.flat = flat
        self.columns, self.first, self.parts, self.spans = columns, first, parts, spans
        self.high.column = <uint32_t *> &columns[0]
        self.high.first = <int32_t *> &first[0]
        self.high.part = <HighSpan *> &parts[0]
        self.high.wall = <HighSpan *> &spans[0]
        self.make_slab = make_slab
        self.slabs, self.bodies = [], {}
        cdef Py_ssize_t k
        self.level = True
        for k in range((first.shape[0] - 1) // 2):
            self.level &= first[2 * k + 1] == first[2 * k + 2] and parts[2 * first[2 * k] + 1] == 0

    def tile_changed(self, board, index):
        board.detach(self)

    def edge_changed(self, board, direction, index, old):
        board.detach(self)

    def walls_changed(self, board, changed):
        board.detach(self)

    def elevation_changed(self, board, index, old):
        board.detach(self)

    def cover_changed(self, board):
        pass

    def all_changed(self, board):
        board.detach(self)

    cdef Slab slab_of(self, const HighSpan *one, const HighSpan *other, int questions):
        """Return the slab of two bodies, or None if its mirrors are not worth building yet."""
        cdef int64_t base = min(one.bottom, other.bottom), head = max(one.top, other.top)
        cdef Slab found = None
        for each in self.slabs:
            if (<Slab> each).base == base and (<Slab> each).head == head:
                found = <Slab> each
                break
        if found is None:
            if len(self.slabs) >= MOST_SLABS:
                return None
            found = Slab()
            found.base, found.head = base, head
            self.slabs.append(found)
        if found.low is None:
            found.asked += questions
            if found.asked < ENOUGH_QUESTIONS:
                return None
            self._fill(found)
        return found

    cdef int _fill(self, Slab slab) except -1:
        """Make the mirrors of a slab."""
        cdef bytearray low = bytearray(self.flat.tiles), full = bytearray(self.flat.tiles), roofed
        cdef uint8_t *low_at = <uint8_t *> PyByteArray_AS_STRING(low)
        cdef uint8_t *full_at = <uint8_t *> PyByteArray_AS_STRING(full)
        cdef int64_t i, k, at, size = len(low), stride = _stride_of(self.flat)
        cdef const int32_t *first
        cdef HighSpan part
        cdef bint has_roof = False, standing = True
        roofed = bytearray(size)
        cdef uint8_t *roof_at = <uint8_t *> PyByteArray_AS_STRING(roofed)
        for i in range(size):
            if low_at[i] & BOARD_OUTSIDE:
                continue
            first = self.high.first + 2 * <int64_t> self.high.column[i]
            for k in range(first[0], first[2]):
                part = self.high.part[k]
                if k < first[1] and part.bottom <= self.high.part[first[0]].top:
                    part.bottom = INT64_MIN  # it stands on the ground
                if part.top <= slab.base or part.bottom >= slab.head:
                    continue
                full_at[i] |= BOARD_SOLID
                standing &= part.bottom <= slab.base
                if k >= first[1]:
                    has_roof = True
                    for at in range(i - stride - 1, i - stride + 2):
                        roof_at[at] = roof_at[at + stride] = roof_at[at + 2 * stride] = 1
                elif part.bottom <= slab.base and part.top >= slab.head:
                    low_at[i] |= BOARD_SOLID
        mirrors = self.make_slab(slab.base, slab.head, low, full)
        slab.roofed = bytes(roofed) if has_roof else None
        slab.full, slab.bounded, slab.standing = mirrors[1], mirrors[2], standing and mirrors[3]
        slab.low = mirrors[0]
        return 0


cdef inline bint _is_level(Slab slab, const HighSpan *one, const HighSpan *other) noexcept:
    """Return whether the level line just below both heads decides."""
    return slab.standing and one.top == other.top


cdef inline int64_t _stride_of(Mirror mirror) noexcept:
    return (<HexMirror> mirror).h.stride if mirror.hexes else (<SquareMirror> mirror).s.stride


cdef object _make_mirror = None
cdef type _Still = object


def set_mirror_maker(make, type still):
    """Set the function that returns the mirror of a board with heights, and the class of what observes a board that
    had one; `engine.heights` does."""
    global _make_mirror, _Still
    _make_mirror, _Still = make, still


cdef inline HighMirror _high_of(board):
    """Return the mirror with heights of a board, rebuilt after a change; None before the first question."""
    cdef bint had_one = False
    observers = getattr(board, "observers", None)
    if is_tuple(observers):
        for each in <tuple> observers:
            if type(each) is HighMirror:
                return <HighMirror> each
            had_one |= type(each) is _Still
    return _make_mirror(board) if had_one and board.has_heights else None


# --- the ends of a question

cdef inline int64_t _ground_of(const Heights *high, int64_t index) noexcept nogil:
    """Return the height below which the tile is solid. The first part of every column is its ground."""
    return high.part[high.first[2 * <int64_t> high.column[index]]].top


cdef bint _units(height, int64_t *out) except -1:
    """An exact height in 1/384,000ths, if it is a whole number of these."""
    cdef int64_t below = small_int(height.denominator)
    if below <= 0 or WALL_UNIT % below:
        return False
    out[0] = small_int(height.numerator) * (WALL_UNIT // below)
    return True


cdef bint _body_at(HighMirror mirror, board, where, int64_t *a, int64_t *b, HighSpan *body) except -1:
    """A position, a tile, a figure on one tile, or such an `At` with a body. False: Python decides."""
    cdef int64_t index
    elevation = None
    if type(where) is At:
        if where.floor is not None:
            return False
        elevation, where = where.elevation, where.tile
        if not _at(board, where, a, b):
            return False
    elif not _pair(where, a, b):
        if not isinstance(where, str):
            return False
        figure = board._figures.get(where)
        if not _at(board, where, a, b):
            return False
        if figure is not None:
            if where not in mirror.bodies:
                mirror.bodies[where] = _body_of(board, figure)
            found = mirror.bodies[where]
            if found is None:
                return False
            body.bottom, body.top = <tuple> found
            return mirror.flat._index(a[0], b[0]) >= 0
    index = mirror.flat._index(a[0], b[0])
    if index < 0:
        return False
    if elevation is None:
        body.bottom = _ground_of(&mirror.high, index)
    elif not _units(elevation, &body.bottom):
        return False
    body.top = body.bottom + WALL_UNIT
    return True


cdef _body_of(board, figure):
    cdef int64_t feet = 0, head = 0
    low, high = board.body(figure)
    return (feet, head) if _units(low, &feet) and _units(high, &head) else None


# --- answers

cdef int _high_contact(HighMirror mirror, int code, int64_t a0, int64_t a1, const HighSpan *own, int64_t b0, int64_t b1,
                       const HighSpan *theirs, int enough, bint exact) except -2:
    """The contact of two bodies on the board; not `exact`: only whether it is `enough` matters. -1: no kernel can answer."""
    cdef Slab slab = None
    cdef int low, full
    if _is_large(mirror.flat, a0, a1) or _is_large(mirror.flat, b0, b1):
        return -1
    if a0 != b0 or a1 != b1:
        slab = mirror.slab_of(own, theirs, 1)
    if slab is not None and _is_level(slab, own, theirs):
        if exact:
            return _contact(slab.low, code, a0, a1, b0, b1, 0)
        low = _answer(slab.low, code, a0, a1, b0, b1)
        if low >= 0:
            return 0 if low else 3
    elif slab is not None:
        if exact:
            low = _contact(slab.low, code, a0, a1, b0, b1, 0)
            full = _contact(slab.full, code, a0, a1, b0, b1, 0) if low != 3 and _is_bound(mirror, slab, a0, a1, own, b0, b1, theirs) else 3
            if low >= 0 and (low == 3 or full == 0 or full == low):
                return full
        else:
            if _answer(slab.low, code, a0, a1, b0, b1) == 0:
                return 3
            if _is_bound(mirror, slab, a0, a1, own, b0, b1, theirs) and _answer(slab.full, code, a0, a1, b0, b1) == 1:
                return 0
    return _between_bodies(mirror, code, a0, a1, own, b0, b1, theirs, enough, exact)


cdef bint _is_bound(HighMirror mirror, Slab slab, int64_t a0, int64_t a1, const HighSpan *own, int64_t b0, int64_t b1,
                    const HighSpan *theirs):
    """Return whether two bodies see each other at least as well as in the full slab."""
    if not slab.bounded:
        return False
    if -2 < a0 - b0 < 2 and -2 < a1 - b1 < 2 and (own.bottom >= theirs.top or theirs.bottom >= own.top):
        return False  # the line of no length at a common corner needs a common height
    if slab.roofed is None:
        return True
    cdef const char *roofed = PyBytes_AS_STRING(slab.roofed)
    return not roofed[mirror.flat._index(a0, a1)] and not roofed[mirror.flat._index(b0, b1)]


cdef int _between_bodies(HighMirror mirror, int code, int64_t a0, int64_t a1, const HighSpan *own, int64_t b0, int64_t b1,
                         const HighSpan *theirs, int enough, bint exact) except -2:
    cdef LineQuery look
    cdef NearWalls near
    cdef Asked asked = _asked(code)
    _look_on(mirror.flat, &look, &near)
    look.source.a, look.source.b, look.target.a, look.target.b = a0, a1, b0, b1
    look.only_clear = enough == 0 and not exact
    look_near(&near, &look)
    cdef int found = between_bodies(&look, &mirror.high, own, theirs, asked.corner, asked.closed_ends, enough)
    end_near(&near)
    if look.failed:
        raise MemoryError()
    return found


cdef int _high_asked(board, a, b, int code, int enough, bint exact) except -2:
    """The contact of two places on a board with heights; -1: Python decides."""
    cdef int64_t a0 = 0, a1 = 0, b0 = 0, b1 = 0
    cdef HighSpan own, theirs
    cdef HighMirror mirror = _high_of(board)
    if mirror is None or code >= HEXRAY_CODE:
        return -1
    if not _body_at(mirror, board, a, &a0, &a1, &own) or not _body_at(mirror, board, b, &b0, &b1, &theirs):
        return -1
    return _high_contact(mirror, code, a0, a1, &own, b0, b1, &theirs, enough, exact)


def high_contacts(HighMirror mirror, int code, source, feet, head, const int32_t[:, ::1] targets,
                  const int64_t[:, ::1] bodies, int enough, bint exact, uint8_t[::1] out):
    """For each of the targets, which are tiles with feet and head in 1/384,000ths, the contact of the source with it;
    not `exact`: only whether it is `enough` matters. UNDECIDED: no kernel can answer."""
    cdef HighSpan own, theirs
    cdef int found
    cdef int64_t i, a = source[0], b = source[1]
    own.bottom, own.top = feet, head
    for i in range(targets.shape[0]):
        theirs.bottom, theirs.top = bodies[i, 0], bodies[i, 1]
        found = _high_contact(mirror, code, a, b, &own, targets[i, 0], targets[i, 1], &theirs, enough, exact)
        out[i] = UNDECIDED if found < 0 else found


def high_contact_of_tiles(HighMirror mirror, int code, source, int64_t feet, int64_t head, target, int64_t bottom,
                          int64_t top, clear, int enough):
    """The best contact between tiles of two bodies, or one that is `enough`; UNDECIDED: no kernel can answer. The mirror
    has neither of their figures; `clear`: the indices of tiles whose ground does not block."""
    cdef LineQuery look
    cdef NearWalls near
    cdef HighSpan own, theirs
    cdef Asked asked = _asked(code)
    cdef int64_t[::1] cells = array("q", clear or (0,))
    cdef int found, best = 3
    cdef bint unsure = False
    own.bottom, own.top, theirs.bottom, theirs.top = feet, head, bottom, top
    _look_on(mirror.flat, &look, &near)
    look.clear, look.clears = &cells[0], len(clear)
    for a in source:
        for b in target:
            if best <= enough:
                break
            look.source.a, look.source.b = a
            look.target.a, look.target.b = b
            look_near(&near, &look)
            found = between_bodies(&look, &mirror.high, &own, &theirs, asked.corner, asked.closed_ends, enough)
            unsure |= found < 0
            best = min(best, found) if found >= 0 else best
    end_near(&near)
    if look.failed:
        raise MemoryError()
    return UNDECIDED if unsure and best > enough else best


cdef inline bint _is_large(Mirror mirror, int64_t a, int64_t b) noexcept nogil:
    """Does a figure of several tiles cover the tile, which is on the board?"""
    if mirror.hexes:
        return (<HexMirror> mirror).h.cell[hex_at(&(<HexMirror> mirror).h, a, b)] & HEX_LARGE != 0
    return (<SquareMirror> mirror).s.cell[cell_at(&(<SquareMirror> mirror).s, a, b)] & LARGE != 0


# --- fields

cdef enum:
    MOST_GROUPS = 8


ctypedef struct Target:
    int32_t a, b
    int64_t rank, feet
    int group                # of the targets with these feet; -1: one of many


cdef inline int64_t _feet_at(const Heights *high, int64_t index, int64_t storey) noexcept nogil:
    """Where a body stands on a tile of that storey, or below a hole in it; on the ground if it is INT64_MIN."""
    cdef int64_t feet = _ground_of(high, index), k
    cdef const int32_t *first = high.first + 2 * <int64_t> high.column[index]
    for k in range(first[1], first[2]):
        if feet < high.part[k].bottom <= storey:
            feet = high.part[k].bottom
    return feet


cdef int64_t _targets_around(HighMirror mirror, int64_t a, int64_t b, const Reach *reach, int64_t storey, Target *out) noexcept nogil:
    """List all tiles within reach with the bodies there. With NULL, only return an upper bound of their number."""
    cdef int64_t count = 0, top, bottom, left, right, limit = reach.limit
    cdef int32_t r, c
    cdef Box box
    cdef const Hexes *h
    cdef const Square *s
    if mirror.flat.hexes:
        h = &(<HexMirror> mirror.flat).h
        top, bottom, left, right = h.row0, h.row0 + h.rows - 1, h.col0, h.col0 + h.cols - 1
        if limit >= 0:
            top, bottom = max(top, b - limit), min(bottom, b + limit)
            left, right = max(left, a - limit), min(right, a + limit)
    else:
        s = &(<SquareMirror> mirror.flat).s
        box = box_of(s, a, b, reach)
        top, bottom, left, right = box.top, box.bottom, box.left, box.right
    if out == NULL:
        return (bottom - top + 1) * (right - left + 1)
    for r in range(top, bottom + 1):
        for c in range(left, right + 1):
            if mirror.flat.hexes:
                h = &(<HexMirror> mirror.flat).h
                out[count].rank = (<HexMirror> mirror.flat).rank[hex_at(h, c, r)]
                if out[count].rank < 0 or (limit >= 0 and hex_steps(c - <int32_t> a, r - <int32_t> b) > limit):
                    continue
                out[count].a, out[count].b = c, r
                out[count].feet = _feet_at(&mirror.high, hex_at(h, c, r), storey)
            else:
                if limit >= 0 and not within(reach, c - b, r - a):
                    continue
                out[count].a, out[count].b, out[count].rank = r, c, <int64_t> r * s.cols + c
                out[count].feet = _feet_at(&mirror.high, cell_at(s, r, c), storey)
            count += 1
    return count


cdef _high_field(board, a, int code, radius, metric, int by):
    """The field of a place on a board with heights, or None: Python decides."""
    cdef int64_t row = 0, col = 0, storey = INT64_MIN, k
    cdef HighSpan own
    cdef Reach reach
    cdef const int32_t *first
    cdef HighMirror mirror = _high_of(board)
    if mirror is None or code < 0 or code >= HEXRAY_CODE or mirror.flat.large:
        return None
    if not _body_at(mirror, board, a, &row, &col, &own):
        return None
    reach.metric = by
    reach.limit = -1 if radius is None else _limit(mirror.flat, radius, metric, by)
    first = mirror.high.first + 2 * <int64_t> mirror.high.column[mirror.flat._index(row, col)]
    for k in range(first[1], first[2]):
        if storey < mirror.high.part[k].bottom <= own.bottom:
            storey = mirror.high.part[k].bottom
    cdef int64_t size = len(board.tiles())
    found = PyBytes_FromStringAndSize(NULL, size)
    cdef uint8_t *cells = <uint8_t *> PyBytes_AS_STRING(found)
    memset(cells, 0, size)
    if not _level_field(mirror, code, row, col, &own, &reach, cells):
        if not _field_of_bodies(mirror, code, row, col, &own, &reach, storey, size, cells):
            return None
    cdef BoolBuffer made = _new_field(board, (row, col), code)
    made._viewers = (_viewer(board, a, board.grid.tile(row, col)) if isinstance(a, str) else board.grid.tile(row, col),)
    made._cells = found
    if mirror.flat.hexes:
        made.ndim = 1
        made.shape[0] = size
        made.shape[1] = made.strides[0] = made.strides[1] = 1
    else:
        made.ndim = 2
        made.shape[0], made.shape[1] = (<SquareMirror> mirror.flat).s.rows, (<SquareMirror> mirror.flat).s.cols
        made.strides[0], made.strides[1] = made.shape[1], 1
    return made


cdef bint _level_field(HighMirror mirror, int code, int64_t row, int64_t col, const HighSpan *own, const Reach *reach,
                       uint8_t *cells) except -1:
    """Mark the visible tiles if the level line decides for all of them. False: it does not."""
    cdef HighSpan theirs
    cdef Slab slab = None
    theirs.bottom, theirs.top = 0, WALL_UNIT
    if mirror.level:
        slab = mirror.slab_of(own, &theirs, ENOUGH_QUESTIONS)
    if slab is None or not _is_level(slab, own, &theirs):
        return False
    _flat_field(slab.low, code, row, col, reach, cells)
    return True


cdef int _flat_field(Mirror mirror, int code, int64_t row, int64_t col, const Reach *reach, uint8_t *cells) except -1:
    fill_tables()
    fill_hex_tables()
    _make_offsets(mirror, code)
    if not _field_into(mirror, code, row, col, reach, cells):
        raise MemoryError()
    return 0


cdef bint _field_of_bodies(HighMirror mirror, int code, int64_t row, int64_t col, const HighSpan *own, const Reach *reach,
                           int64_t storey, int64_t size, uint8_t *cells) except -1:
    """Mark the visible tiles one by one. False: no kernel can answer."""
    cdef int64_t count = _targets_around(mirror, row, col, reach, storey, NULL)
    cdef Target *targets = <Target *> malloc((count + 1) * sizeof(Target))
    if not targets:
        raise MemoryError()
    try:
        count = _targets_around(mirror, row, col, reach, storey, targets)
        return _see_targets(mirror, code, row, col, own, reach, targets, count, size, cells)
    finally:
        free(targets)


cdef bint _see_targets(HighMirror mirror, int code, int64_t row, int64_t col, const HighSpan *own, const Reach *reach,
                       Target *targets, int64_t count, int64_t size, uint8_t *cells) except -1:
    """Mark the visible targets. False: no kernel can answer. Targets with the same feet share a slab, where two flat
    fields give a lower and an upper bound of what is visible.
    """
    cdef int64_t feet[MOST_GROUPS]
    cdef int64_t many[MOST_GROUPS]
    cdef uint8_t *bounds[2 * MOST_GROUPS]
    cdef list slabs = []
    cdef HighSpan theirs
    cdef Target *to
    cdef int64_t i
    cdef int k, groups = 0, enough = PASSES[code & 3], answer = 0
    cdef bint done = True
    for i in range(count):
        to = &targets[i]
        k = 0
        while k < groups and feet[k] != to.feet:
            k += 1
        if k == groups and groups < MOST_GROUPS:
            feet[k], many[k] = to.feet, 0
            groups += 1
        to.group = k if k < groups else -1
        if k < groups:
            many[k] += 1
    try:
        for k in range(groups):
            bounds[2 * k] = bounds[2 * k + 1] = NULL
            theirs.bottom, theirs.top = feet[k], feet[k] + WALL_UNIT
            slabs.append(mirror.slab_of(own, &theirs, many[k]) if many[k] >= ENOUGH_QUESTIONS else None)
            if slabs[k] is None:
                continue
            for i in range(1 if _is_level(<Slab> slabs[k], own, &theirs) else 2):
                bounds[2 * k + i] = <uint8_t *> calloc(size, 1)
                if not bounds[2 * k + i]:
                    raise MemoryError()
                _flat_field((<Slab> slabs[k]).full if i else (<Slab> slabs[k]).low, code, row, col, reach, bounds[2 * k + i])
        for i in range(count):
            to = &targets[i]
            k = to.group
            theirs.bottom, theirs.top = to.feet, to.feet + WALL_UNIT
            if k >= 0 and slabs[k] is not None and (to.a != row or to.b != col):
                if not bounds[2 * k][to.rank]:
                    continue
                if _is_level(<Slab> slabs[k], own, &theirs):
                    cells[to.rank] = 1
                    continue
                if bounds[2 * k + 1][to.rank] and _is_bound(mirror, <Slab> slabs[k], row, col, own, to.a, to.b, &theirs):
                    cells[to.rank] = 1
                    continue
            answer = _between_bodies(mirror, code, row, col, own, to.a, to.b, &theirs, enough, False)
            if answer < 0:
                done = False
                break
            cells[to.rank] = answer <= enough
    finally:
        for k in range(2 * len(slabs)):
            free(bounds[k])
    return done
