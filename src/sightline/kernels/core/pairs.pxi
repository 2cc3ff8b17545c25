# One pair of tiles, or of figures, and many pairs at once.

cdef inline bint _pair(object at, int64_t *first, int64_t *second):
    """Whether this is a plain pair of ints, the usual form of a position."""
    if not is_tuple(at) or PyTuple_GET_SIZE(at) != 2:
        return False
    cdef object a = <object> PyTuple_GET_ITEM(at, 0), b = <object> PyTuple_GET_ITEM(at, 1)
    if not (PyLong_CheckExact(a) and PyLong_CheckExact(b)):
        return False
    first[0] = small_int(a)
    second[0] = small_int(b)
    return True


cdef inline int _code(rule) except -2:
    """The code of a rule, or -1: there is no kernel for it."""
    cdef object code = rule.kernel_code
    return _code_of(rule) if code is None else code


cdef inline Asked _asked(int code) noexcept nogil:
    """The settings in the code of a geometric rule."""
    return asked_of(code)


cdef inline bint _on_squares(const Square *s, int64_t a0, int64_t a1, int64_t b0, int64_t b1) noexcept nogil:
    if <uint64_t> a0 >= <uint64_t> s.rows or <uint64_t> b0 >= <uint64_t> s.rows:
        return False
    return <uint64_t> a1 < <uint64_t> s.cols and <uint64_t> b1 < <uint64_t> s.cols


cdef inline bint _on_hexes(const Hexes *h, int64_t q, int64_t r) noexcept nogil:
    if <uint64_t> r - <uint64_t> h.row0 >= <uint64_t> h.rows or <uint64_t> q - <uint64_t> h.col0 >= <uint64_t> h.cols:
        return False
    return h.holds[hex_at(h, q, r)] != 0


cdef inline const Walls *_walls(Mirror mirror) noexcept nogil:
    if mirror.hexes:
        return &(<HexMirror> mirror).every
    if mirror.specials:
        return &(<SquareMirror> mirror).every
    return &(<SquareMirror> mirror).free if mirror.walls else NULL


cdef inline void _make_offsets(Mirror mirror, int code) noexcept:
    """Fill the tables that pairs on this board need, before questions without the interpreter lock."""
    if CORNER_CODE <= code < HEXRAY_CODE and not mirror.hexes:
        make_offsets(max((<SquareMirror> mirror).s.rows, (<SquareMirror> mirror).s.cols))


cdef int _answer(Mirror mirror, int code, int64_t a0, int64_t a1, int64_t b0, int64_t b1) noexcept nogil:
    """1 seen, 0 not seen, -1: no kernel can answer."""
    cdef const Square *s
    cdef const Hexes *h
    cdef Own own
    if not mirror.hexes:
        s = &(<SquareMirror> mirror).s
        if code < 0 or code >= HEXRAY_CODE or not _on_squares(s, a0, a1, b0, b1):
            return -1
        own.source, own.target = cell_at(s, a0, a1), cell_at(s, b0, b1)
        own.clear, own.clears = NULL, 0
        if mirror.large and (s.cell[own.source] | s.cell[own.target]) & LARGE:
            return -1
        if own.source == own.target:
            return 1
        return square_sees(s, _walls(mirror), _asked(code), a0, a1, b0, b1, &own)
    h = &(<HexMirror> mirror).h
    if 0 <= code < HEXRAY_CODE:
        return _hex_answer(<HexMirror> mirror, code, a0, a1, b0, b1)
    if code < HEXRAY_CODE or code >= END_OF_CODES or not (<HexMirror> mirror).exact_heights:
        return -1
    if not (_on_hexes(h, a0, a1) and _on_hexes(h, b0, b1)):
        return -1
    if (h.cell[hex_at(h, a0, a1)] | h.cell[hex_at(h, b0, b1)]) & HEX_LARGE:
        return -1
    return hex_sees(h, a0, a1, b0, b1, code, NULL)


cdef int _hex_answer(HexMirror mirror, int code, int64_t a0, int64_t a1, int64_t b0, int64_t b1) noexcept nogil:
    """The same for a geometric rule on hexes."""
    cdef LineQuery look
    cdef NearWalls near
    cdef Asked asked = _asked(code)
    cdef int found
    if not (_on_hexes(&mirror.h, a0, a1) and _on_hexes(&mirror.h, b0, b1)):
        return -1
    if (mirror.h.cell[hex_at(&mirror.h, a0, a1)] | mirror.h.cell[hex_at(&mirror.h, b0, b1)]) & HEX_LARGE:
        return -1
    if a0 == b0 and a1 == b1:
        return 1
    _look_on(mirror, &look, &near)
    look.only_clear = asked.passes == 0
    look.source.a, look.source.b, look.target.a, look.target.b = a0, a1, b0, b1
    found = _look(&look, &near, asked, asked.passes)
    end_near(&near)
    return -1 if look.failed else found <= asked.passes


cdef int _contact(Mirror mirror, int code, int64_t a0, int64_t a1, int64_t b0, int64_t b1, int enough, bint seen=False) noexcept nogil:
    """The contact between two positions under a geometric rule, or any contact that is `enough`; -1: not for this
    kernel. `seen`: faster kernels were tried, and only whether it is `enough` matters."""
    cdef const Square *s
    cdef LineQuery look
    cdef NearWalls near
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
    if not mirror.hexes and not seen:
        own.clear, own.clears = NULL, 0
        found = square_contact(s, _walls(mirror), _asked(code), a0, a1, b0, b1, &own)
        if found >= 0:
            return found
    _look_on(mirror, &look, &near)
    look.only_clear = seen and enough == 0
    look.source.a, look.source.b, look.target.a, look.target.b = a0, a1, b0, b1
    found = _look(&look, &near, _asked(code), enough)
    end_near(&near)
    return -1 if look.failed else found


def answer(Mirror mirror, int code, a, b):
    """Between two positions of the board: 1 seen, 0 not, -1 if there is no kernel."""
    cdef int64_t a0 = 0, a1 = 0, b0 = 0, b1 = 0
    if not (_pair(a, &a0, &a1) and _pair(b, &b0, &b1)):
        return -1
    return _answer(mirror, code, a0, a1, b0, b1)


def rays(HexMirror mirror, int code, source, target, clear):
    """1 if a hex of one footprint sees a hex of the other by hex rays, 0 if none does, -1 if there is no kernel.
    `clear`: indices of hexes that do not block in this question."""
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


cdef inline int _look(LineQuery *look, NearWalls *near, Asked asked, int enough) noexcept nogil:
    look_near(near, look)
    return query_corners(look, asked.closed_ends, enough) if asked.corner else query_center(look)


cdef int _between_tiles(Mirror mirror, LineQuery *look, NearWalls *near, Asked asked, int enough) noexcept nogil:
    """The contact between the two tiles of a query, or any contact that is `enough`."""
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
    return _look(look, near, asked, enough)


def contacts(Mirror mirror, int code, source, targets, clear, int enough, uint8_t[::1] out, bint general=False):
    """For each of the targets, which are tiles, the best contact with any tile of the source, or any contact that is
    `enough`.

    `clear`: indices of tiles, besides both ends, that do not block in this question. `general`: only use the general
    kernel, no faster one.
    """
    cdef LineQuery look
    cdef NearWalls near
    cdef int found, best
    cdef int64_t i, k, count = len(targets), sources = len(source)
    cdef int32_t[::1] here = array("i", [v for t in source for v in t])
    cdef int32_t[::1] there = array("i", [v for t in targets for v in t] or (0,))
    cdef int64_t[::1] cells = array("q", clear or (0,))
    cdef Asked asked = _asked(code)
    _look_on(mirror, &look, &near)
    look.clear, look.clears = &cells[0], len(clear)
    _make_offsets(mirror, code)
    with nogil:
        for i in range(count):
            look.target.a, look.target.b = there[2 * i], there[2 * i + 1]
            best = 3
            for k in range(sources):
                look.source.a, look.source.b = here[2 * k], here[2 * k + 1]
                found = 0
                if look.source.a != look.target.a or look.source.b != look.target.b:
                    if general:
                        found = _look(&look, &near, asked, enough)
                    else:
                        found = _between_tiles(mirror, &look, &near, asked, enough)
                if found < best:
                    best = found
                if best <= enough:
                    break
            out[i] = best
    end_near(&near)
    if look.failed:
        raise MemoryError()


def middle_contact(Mirror mirror, start, end, clear):
    """The contact of one center line between two points, in half tiles or thirds of hexes."""
    cdef LineQuery look
    cdef NearWalls near
    cdef Spot a, b
    cdef int found
    cdef int64_t[::1] cells = array("q", clear or (0,))
    a.x, a.y = start
    b.x, b.y = end
    _look_on(mirror, &look, &near)
    look.clear, look.clears = &cells[0], len(clear)
    look.source.a = look.source.b = look.target.a = look.target.b = -4096  # no tile of any line
    look_near_line(&near, &look, a, b)
    found = center_line_contact(&look, a, b)
    end_near(&near)
    if look.failed:
        raise MemoryError()
    return found


cdef void _look_on(Mirror mirror, LineQuery *look, NearWalls *near) noexcept nogil:
    """A query on that board, without its ends, past only these. Release `near` afterwards."""
    cdef const Walls *index = _walls(mirror)
    cdef int32_t rows, cols
    look.squares = NULL
    look.hexes = NULL
    if mirror.hexes:
        look.hexes = &(<HexMirror> mirror).lines
        look.wall = (<HexMirror> mirror).free
        rows, cols = look.hexes.rows + 1, look.hexes.cols + 1
    else:
        look.squares = &(<SquareMirror> mirror).s
        look.wall = (<SquareMirror> mirror).free.wall
        rows, cols = look.squares.rows, look.squares.cols
    look.walls = mirror.walls
    look.special, look.specials = mirror.special, mirror.specials
    look.with_limited = 0
    look.only_clear = 0
    look.clear, look.clears = NULL, 0
    look.levels = NULL
    look.failed = not begin_near(near, look, index, rows, cols)


# --- many pairs: each of these answers a slice of them, from `start` to before `stop`, so that the
# caller may share them out to threads and check for interrupts in between.

cdef enum:
    UNDECIDED = 255  # no kernel can tell, or a position is off the board


cdef inline bint _is_reverse(const int64_t *one, const int64_t *other) noexcept nogil:
    """Return whether a pair of positions is the reverse of the other."""
    return one[0] == other[2] and one[1] == other[3] and one[2] == other[0] and one[3] == other[1]


def answers(list mirrors, int code, const int64_t[:, :, ::1] pairs, const int64_t[::1] which, int64_t side,
            uint8_t[::1] out, int64_t start, int64_t stop):
    """1 seen, 0 not, or UNDECIDED, for pairs of positions.

    `which` holds the index of each pair's board in `mirrors`, and is checked; None: all belong to the first.
    `side`: the pairs form square tables of that size, one after the other, and sight is mutual under this rule, so a
    pair may take its answer from across the diagonal. 0: they do not.
    """
    cdef int64_t row = 0, col = 0, across
    cdef int64_t i, count = len(mirrors)
    cdef int answer
    cdef void *mirror
    cdef void **mirror_at = <void **> malloc((count + 1) * sizeof(void *))
    if not mirror_at:
        raise MemoryError()
    for i in range(count):
        mirror_at[i] = <void *> mirrors[i]  # which the list keeps alive
        _make_offsets(<Mirror> mirror_at[i], code)
    cdef bint one = which is None
    if side:
        row, col = start // side % side, start % side
    with nogil:
        mirror = mirror_at[0]
        for i in range(start, stop):
            across = i - (row - col) * (side - 1)
            if side:
                col += 1
                if col == side:
                    row, col = (row + 1) % side, 0
            if start <= across < i and not (<Mirror> mirror_at[0 if one else which[i]]).one_way and (one or which[i] == which[across]) and _is_reverse(&pairs[i, 0, 0], &pairs[across, 0, 0]):
                out[i] = out[across]
                continue
            if not one and mirror != mirror_at[which[i]]:
                mirror = mirror_at[which[i]]
                if CORNER_CODE <= code < HEXRAY_CODE and not (<Mirror> mirror).hexes:
                    fetch_ahead(&(<SquareMirror> mirror).s)
            answer = _answer(<Mirror> mirror, code, pairs[i, 0, 0], pairs[i, 0, 1], pairs[i, 1, 0], pairs[i, 1, 1])
            if answer < 0:
                answer = _contact(
                    <Mirror> mirror, code, pairs[i, 0, 0], pairs[i, 0, 1], pairs[i, 1, 0], pairs[i, 1, 1], PASSES[code & 3],
                    True
                )
                answer = UNDECIDED if answer < 0 else answer <= PASSES[code & 3]
            out[i] = answer
    free(mirror_at)


def footprint_answers(Mirror mirror, int code, const int32_t[:, ::1] tiles, const int64_t[::1] clear,
                      const int64_t[:, ::1] spans, const int64_t[:, ::1] pairs, uint8_t[::1] out,
                      int64_t start, int64_t stop):
    """The same for pairs of places of any size, each given as its row of `spans`: where its tiles begin and end in
    `tiles`, and where the indices that do not block it begin and end in `clear`."""
    cdef int64_t i, a, b, most = 0
    cdef int64_t *both
    _make_offsets(mirror, code)
    for i in range(spans.shape[0]):
        most = max(most, spans[i, 3] - spans[i, 2])
    both = <int64_t *> malloc((2 * most + 1) * sizeof(int64_t))
    if not both:
        raise MemoryError()
    with nogil:
        for i in range(start, stop):
            a, b = pairs[i, 0], pairs[i, 1]
            out[i] = _between_footprints(mirror, code, tiles, clear, &spans[a, 0], &spans[b, 0], both)
    free(both)


cdef int _between_footprints(Mirror mirror, int code, const int32_t[:, ::1] tiles, const int64_t[::1] clear,
                             const int64_t *a, const int64_t *b, int64_t *both) noexcept nogil:
    cdef int64_t i, k, clears = 0, own = a[1] - a[0], theirs = b[1] - b[0]
    cdef int answer, enough
    cdef ClearHexes out_of_the_way
    cdef LineQuery look
    cdef NearWalls near
    cdef Asked asked
    if own == 1 and theirs == 1:
        answer = _answer(mirror, code, tiles[a[0], 0], tiles[a[0], 1], tiles[b[0], 0], tiles[b[0], 1])
        if answer >= 0:
            return answer
    for i in range(a[2], a[3]):
        both[clears] = clear[i]
        clears += 1
    for i in range(b[2], b[3]):
        both[clears] = clear[i]
        clears += 1
    if mirror.hexes and HEXRAY_CODE <= code < END_OF_CODES:
        if not (<HexMirror> mirror).exact_heights:
            return UNDECIDED
        out_of_the_way.at, out_of_the_way.count = both, clears
        return hex_sees_any(
            &(<HexMirror> mirror).h, &tiles[a[0], 0], own, &tiles[b[0], 0], theirs, code, &out_of_the_way
        )
    if code < 0 or code >= HEXRAY_CODE or code < CORNER_CODE and code & MIDDLE and own * theirs > 1:
        return UNDECIDED
    for i in range(a[0], a[1]):
        for k in range(b[0], b[1]):
            if tiles[i, 0] == tiles[k, 0] and tiles[i, 1] == tiles[k, 1]:
                return 1
    asked = _asked(code)
    enough = asked.passes
    _look_on(mirror, &look, &near)
    look.clear, look.clears = both, clears
    look.only_clear = enough == 0
    answer = 0
    for i in range(a[0], a[1]):
        look.source.a, look.source.b = tiles[i, 0], tiles[i, 1]
        for k in range(b[0], b[1]):
            look.target.a, look.target.b = tiles[k, 0], tiles[k, 1]
            if _between_tiles(mirror, &look, &near, asked, enough) <= enough:
                answer = 1
                break
        if answer:
            break
    end_near(&near)
    return UNDECIDED if look.failed and not answer else answer
