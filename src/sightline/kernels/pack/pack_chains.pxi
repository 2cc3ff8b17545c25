# Questions that follow chains of hexes (`pack_paths.h`), and those past diamonds (`pack_diamonds.h`).

cdef extern from "pack_paths.h":
    ctypedef struct ChainQuestion:
        const PackGround *ground
        int cover, lean, way, has_points
        const int32_t *points
        const int64_t *heights
        int64_t eyes, growth
        int count
        const int32_t *least
        const uint8_t *ranks
        const PackGround **stops
        uint32_t beside
        uint8_t total
    void chain_pair(const ChainQuestion *q, int32_t q0, int32_t r0, int32_t q1, int32_t r1, uint8_t *low, uint8_t *high)


cdef extern from "pack_diamonds.h":
    int diamonds_between(const PackGround *ground, int32_t row0, int32_t col0, int32_t row1, int32_t col1)


cdef class Chains(Question):
    """A question that follows chains of hexes."""

    cdef ChainQuestion q
    cdef int32_t least[8]
    cdef uint8_t ranks[8]
    cdef const PackGround *stops[8]

    def __init__(self, bint cover, int lean, int way, bint has_points, int64_t eyes, int64_t growth,
                 steps, int total):
        """Create the question. `steps` has (least, rank) for each degree; the other numbers are those of
        `pack_paths.h`.
        """
        cdef int k
        if len(steps) > MOST_LOOKS:
            raise ValueError("too many degrees")
        self.q.cover, self.q.lean, self.q.way, self.q.has_points = cover, lean, way, has_points
        self.q.eyes, self.q.growth, self.q.total = eyes, growth, total
        self.q.count = len(steps)
        for k in range(self.q.count):
            self.least[k], self.ranks[k] = steps[k]
        self.q.least, self.q.ranks, self.q.stops = self.least, self.ranks, self.stops

    cdef int _beside(self, tuple straight, int64_t source, int64_t target, ChainQuestion *asked) except -2:
        """Return the result of the straight line along the chains: its ranks for a question of sight; for cover,
        whether the kinds of each degree stop it.
        """
        cdef Lines lines
        cdef int k
        if straight is None:
            return 0
        lines = straight[0]
        if not self.q.cover:
            return lines.answer(straight[1][0], straight[2][0], source, target)
        asked.beside = 0
        for k in range(self.q.count):
            if straight[1][k + 1] is not None and lines.answer(straight[1][k + 1], straight[2][k + 1], source, target) & 255:
                asked.beside |= 1 << k
        return 0

    cdef ChainQuestion _on(self, Ground ground, tuple stops, const int32_t[::1] points,
                           const int64_t[::1] heights) except *:
        """Return the question on these planes. It is valid while they exist."""
        cdef ChainQuestion asked = self.q
        cdef int k
        asked.ground = &ground.g
        for k in range(self.q.count):
            self.stops[k] = NULL if stops[k] is None else &(<Ground?> stops[k]).g
        if points is not None:
            asked.points = &points[0]
        if heights is not None:
            asked.heights = &heights[0]
        return asked

    cdef int answer(self, tuple planes, tuple fewer, int64_t source, int64_t target) except -2:
        """Return the ranks between two tiles. `planes` are the ground; for each degree the ground of the kinds that can
        give that much, or None; points and heights, or None; the question for the straight line, or None.
        """
        cdef Ground ground = planes[0]
        cdef ChainQuestion asked = self._on(ground, planes[1], planes[2], planes[3])
        cdef PackTile a = ground._tile(source), b = ground._tile(target)
        cdef uint8_t low = 0, high = 0
        cdef int beside = self._beside(planes[4], source, target, &asked)
        chain_pair(&asked, a.col, a.row, b.col, b.row, &low, &high)
        return max(low, beside & 255) + 256 * max(high, beside >> 8)

    def around(self, tuple planes, tuple fewer, int64_t source, const int32_t[::1] targets,
               uint8_t[::1] lowest, uint8_t[::1] highest, uint8_t[::1] settled, bint cover):
        """Raise the ranks of many targets, like `Lines.around`."""
        cdef Ground ground = planes[0]
        cdef ChainQuestion asked = self._on(ground, planes[1], planes[2], planes[3])
        cdef PackTile a = ground._tile(source), b
        cdef uint8_t low = 0, high = 0
        cdef int beside
        cdef Py_ssize_t i
        for i in range(targets.shape[0]):
            if settled[i] == FINAL or (lowest[i] == asked.total if asked.cover else settled[i]):
                continue
            b = ground._tile(targets[i])
            beside = self._beside(planes[4], source, targets[i], &asked)
            chain_pair(&asked, a.col, a.row, b.col, b.row, &low, &high)
            lowest[i] = max(lowest[i], max(low, <uint8_t> (beside & 255)))
            highest[i] = max(highest[i], max(high, <uint8_t> (beside >> 8)))


cdef class Diamonds(Question):
    """A question of sight from middle to middle past the diamonds in tiles, on squares."""

    cdef uint8_t low[4]
    cdef uint8_t high[4]

    def __init__(self, ranks):
        """Create the question. `ranks` has the lower and the higher rank for each kind of blocker that a line may meet
        (see `pack_diamonds.h`).
        """
        cdef int k
        for k in range(4):
            self.low[k], self.high[k] = ranks[k]

    cdef int answer(self, tuple planes, tuple fewer, int64_t source, int64_t target) except -2:
        cdef Ground ground = planes[0]
        cdef PackTile a = ground._tile(source), b = ground._tile(target)
        cdef int met = diamonds_between(&ground.g, a.row, a.col, b.row, b.col)
        return self.low[met] + 256 * self.high[met]

    def around(self, tuple planes, tuple fewer, int64_t source, const int32_t[::1] targets,
               uint8_t[::1] lowest, uint8_t[::1] highest, uint8_t[::1] settled, bint cover):
        """Raise the ranks of many targets, like `Lines.around`."""
        cdef Ground ground = planes[0]
        cdef PackTile a = ground._tile(source), b
        cdef Py_ssize_t i
        cdef int met
        for i in range(targets.shape[0]):
            if not settled[i]:
                b = ground._tile(targets[i])
                met = diamonds_between(&ground.g, a.row, a.col, b.row, b.col)
                lowest[i], highest[i] = self.low[met], self.high[met]
