# A pack's questions on a board with heights, between single tiles: part of _packs.pyx.
#
# Flat grounds of the slab between two bodies decide, or bound the answer; see engine/packs/slabs.py.


cdef class SlabAsk:
    """Bounds from flat grounds for bodies between two heights."""

    cdef int64_t base, head
    cdef bint stands, is_bound  # does a level line decide; is `full` a bound?
    cdef object roofed          # the tiles from and to which it is not a bound
    cdef Ask low, full

    def __init__(self, int64_t base, int64_t head, bint stands, bint is_bound, roofed, Ask low, Ask full):
        self.base, self.head, self.stands, self.is_bound = base, head, stands, is_bound
        self.roofed, self.low, self.full = roofed, low, full


cdef class HighAsk:
    """All questions of a pack about one board with heights, for single tiles."""

    cdef Ask plain            # on grounds without heights, to look up places
    cdef object grounds       # the height of the ground of each tile of the planes
    cdef const int64_t[::1] ground
    cdef dict bodies
    cdef object body_of       # by the name of a figure: its feet and head, or None
    cdef object make          # by base and head: a SlabAsk, or None
    cdef list slabs
    cdef SlabAsk last
    cdef object make_lines    # of each question the planes for lines at their best heights, or None
    cdef list lines
    cdef object at_a_height   # the class `At`

    def __init__(self, Ask plain, ground, body_of, make, make_lines, at_a_height):
        self.plain, self.grounds, self.ground, self.body_of, self.make = plain, ground, ground, body_of, make
        self.bodies, self.slabs, self.last = {}, [], None
        self.make_lines, self.lines, self.at_a_height = make_lines, None, at_a_height

    cdef int64_t _place(self, where, int64_t *feet, int64_t *head) except -2:
        """Return the plane index of that tile or figure, and the body there; -1: this kernel cannot answer."""
        elevation = None
        if type(where) is self.at_a_height:
            elevation = where.elevation
            if where.floor is not None or isinstance(where.tile, str):
                return -1
            where = where.tile
        cdef int64_t index = self.plain._place(where)
        if index < 0:
            return -1
        feet[0] = self.ground[index]
        if elevation is not None:
            units, rest = divmod(elevation.numerator * WALL_UNIT, elevation.denominator)
            if rest or units < feet[0]:
                return -1
            feet[0] = units
        head[0] = feet[0] + WALL_UNIT
        if isinstance(where, str):
            if where not in self.bodies:
                self.bodies[where] = self.body_of(where)
            body = self.bodies[where]
            if body is None or body[0] < feet[0]:
                return -1
            feet[0], head[0] = (<tuple> body)[0], (<tuple> body)[1]
        return index

    cdef SlabAsk _slab(self, int64_t base, int64_t head):
        cdef SlabAsk each = self.last
        if each is not None and each.base == base and each.head == head:
            return each
        for each in self.slabs:
            if each.base == base and each.head == head:
                self.last = each
                return each
        each = self.make(base, head)
        if each is not None:
            self.slabs.append(each)
            self.last = each
        return each

    cdef int _ranks(self, a, b, bint sight_alone) except -2:
        cdef HighSpan bodies[2]
        cdef HighSpan *own = &bodies[0]
        cdef HighSpan *theirs = &bodies[1]
        cdef int64_t source = self._place(a, &own.bottom, &own.top), target
        cdef SlabAsk slab
        cdef int found
        cdef bint shared, touching = False
        if source < 0:
            return -1
        target = self._place(b, &theirs.bottom, &theirs.top)
        if target < 0:
            return -1
        shared = max(own.bottom, theirs.bottom) < min(own.top, theirs.top)
        if source == target:
            return 0 if shared else -1
        if not shared or self.plain.neighbors:
            touching = lines_touching(self.plain.walls.g.hex, self.plain.walls._tile(source), self.plain.walls._tile(target))
            if touching and not shared:
                return -1
        slab = self._slab(min(own.bottom, theirs.bottom), max(own.top, theirs.top))
        if slab is None:
            return -1
        a, b = self._tile_of(a), self._tile_of(b)
        found = slab.low._between(source, target, a, b, sight_alone)
        if found < 0 or (slab.stands and own.top == theirs.top) or found & 255 == self.plain.total:
            return found
        if slab.is_bound and not (slab.roofed and (source in slab.roofed or target in slab.roofed)):
            if slab.full._between(source, target, a, b, sight_alone) == found:
                return found
        return -1 if touching else self._by_lines(source, target, bodies, sight_alone)

    def by_lines(self, a, b, own, theirs, bint sight_alone):
        """Return the ranks between bodies on two tiles that flat grounds leave open; -1: this kernel cannot answer."""
        cdef HighSpan bodies[2]
        cdef int64_t source = self.plain._place(a), target = self.plain._place(b)
        cdef bint shared
        if source < 0 or target < 0:
            return -1
        bodies[0].bottom, bodies[0].top = own
        bodies[1].bottom, bodies[1].top = theirs
        shared = max(bodies[0].bottom, bodies[1].bottom) < min(bodies[0].top, bodies[1].top)
        if source == target:
            return 0 if shared else -1
        if self.plain.neighbors or not shared:
            if lines_touching(self.plain.walls.g.hex, self.plain.walls._tile(source), self.plain.walls._tile(target)):
                return -1
        return self._by_lines(source, target, bodies, sight_alone)

    cdef object _tile_of(self, where):
        return where.tile if type(where) is self.at_a_height else where

    cdef int _by_lines(self, int64_t source, int64_t target, HighSpan *bodies, bint sight_alone) except -2:
        """Return the ranks by lines at their best heights, for places that no range and no neighbors decide."""
        cdef int found, low = 0, high = 0, k
        if self.lines is None:
            self.lines = self.make_lines()
        for k in range(1 if sight_alone else len(self.plain.questions)):
            planes = self.lines[k]
            if planes is None:
                return -1
            found = (<Question> self.plain.questions[k]).at_best(planes[0], planes[1], source, target, bodies)
            if found < 0:
                return -1
            low, high = max(low, found & 255), max(high, found >> 8)
            if not k and low:
                break
        return low | high << 8

    def ranks(self, const int64_t[:, :, ::1] pairs, uint8_t[::1] low, uint8_t[::1] high, bint sight_alone,
              int64_t start, int64_t stop):
        """Write the ranks of pairs of positions. Pairs that this kernel cannot answer stay unchanged."""
        cdef int64_t i
        cdef int found
        for i in range(start, stop):
            found = self._ranks((pairs[i, 0, 0], pairs[i, 0, 1]), (pairs[i, 1, 0], pairs[i, 1, 1]), sight_alone)
            if found >= 0:
                low[i], high[i] = found & 255, found >> 8

    def degree(self, a, b):
        """Return the degree; None: this kernel cannot answer."""
        cdef int found = self._ranks(a, b, False)
        return None if found < 0 else self.plain.words[found & 255][found >> 8]

    def sight(self, a, b):
        """Return two bits: 1 if hidden when open touches pass, 2 if hidden when they block. -1: this kernel cannot
        answer.
        """
        cdef int found = self._ranks(a, b, True)
        return -1 if found < 0 else ((found & 255) != 0) + 2 * (found >> 8 != 0)
