# What counts by where it is, for one pair of tiles after another: part of _packs.pyx.


cdef class NearGround:
    """A ground, and a second one with only the blockers that count between two tiles, rebuilt for each pair."""

    cdef Ground every, own
    cdef PackNear n
    cdef PackTile source, target, around
    cdef PackWalls window      # the walls near the target
    cdef bint aimed

    def __init__(self, Ground every, int near, int beyond):
        cdef bytearray tiles = bytearray(every.tiles)
        cdef uint8_t *plane = <uint8_t *> PyByteArray_AS_STRING(tiles)
        cdef int64_t i
        cdef list edges = [
            None if each is None else bytearray(len(each)) if near else bytearray(each) for each in every.edges
        ]
        self.every, self.n.near, self.n.beyond = every, near, beyond
        self.n.source, self.n.target = &self.source, &self.target
        self.n.sources = self.n.targets = 1
        if near:
            for i in range(every.size):
                plane[i] = every._beyond_sight(every.g.tiles[i])
        self.own = Ground(every.g.hex, every.g.rows, every.g.cols, every.g.first_row, every.g.first_col,
                          every.g.walled, tiles, edges, None if near else every.walls)

    def __dealloc__(self):
        pack_free_walls(&self.window)

    cdef Ground aim(self, PackTile source, PackTile target):
        """Return the ground for two tiles, until `release`."""
        cdef PackGround *g = &self.every.g
        self.source, self.target = source, target
        self.around = target if self.n.near else source
        self.aimed = True
        self.every._count_around(&self.n, self.around, self.n.near or self.n.beyond,
                                 <uint8_t *> self.own.g.tiles, self.own.edges)
        if g.walls and self.n.near:
            if not near_walls_of(&self.n, g.hex, g.walls, 0, &self.window):
                raise MemoryError()
            self.own.g.walls = &self.window if self.window.count else NULL
        elif g.walls:
            near_take_away(&self.n, g.hex, <PackWalls *> g.walls, 1)
        return self.own

    cdef void release(self):
        """Release these tiles, because walls are shared with other grounds."""
        cdef PackGround *g = &self.every.g
        cdef int steps = self.n.near or self.n.beyond
        cdef uint8_t *tiles = <uint8_t *> self.own.g.tiles
        cdef int row, col, k
        cdef int64_t i
        if not self.aimed:
            return
        self.aimed = False
        for row in range(max(self.around.row - steps, g.first_row), min(self.around.row + steps + 1, g.first_row + g.rows)):
            for col in range(max(self.around.col - steps, g.first_col), min(self.around.col + steps + 1, g.first_col + g.cols)):
                i = <int64_t> (row - g.first_row) * g.cols + col - g.first_col
                tiles[i] = self.every._beyond_sight(g.tiles[i]) if self.n.near else g.tiles[i]
                for k in range(3):
                    if g.edges[k]:
                        (<uint8_t *> self.own.g.edges[k])[i] = 0 if self.n.near else g.edges[k][i]
        if g.walls and self.n.near:
            self.own.g.walls = NULL
            pack_free_walls(&self.window)
        elif g.walls:
            near_take_away(&self.n, g.hex, <PackWalls *> g.walls, 0)


cdef class NearLines(Question):
    """A question with lines where blockers count only if they are at most `near` steps from the target (0: no limit)
    and more than `beyond` steps from the viewer.
    """

    cdef Lines lines
    cdef int near, beyond

    def __init__(self, Lines lines, int near, int beyond):
        self.lines, self.near, self.beyond = lines, near, beyond

    cdef list _nearer(self, tuple grounds):
        """Create the question for each of the grounds, shared between equal grounds."""
        cdef Ground ground
        cdef list found = []
        key = (self.near, self.beyond)
        for ground in grounds:
            if ground.nearer is None:
                ground.nearer = {}
            if key not in ground.nearer:
                ground.nearer[key] = NearGround(ground, self.near, self.beyond)
            found.append(ground.nearer[key])
        return found

    cdef int _between(self, list nearer, PackTile source, PackTile target, int64_t a, int64_t b) except -2:
        cdef NearGround each, first = nearer[0]
        cdef list aimed = []
        if self.near and first.every._is_blank_at(target, self.near + 1):
            return 0
        try:
            for each in nearer:
                aimed.append(each.own if each.aimed else each.aim(source, target))
            return self.lines._answer(tuple(aimed), None, a, b, -1)
        finally:
            for each in nearer:
                each.release()

    cdef int answer(self, tuple grounds, tuple fewer, int64_t source, int64_t target) except -2:
        cdef Ground first = grounds[0]
        return self._between(self._nearer(grounds), first._tile(source), first._tile(target), source, target)

    def around(self, tuple grounds, tuple fewer, int64_t source, const int32_t[::1] targets,
               uint8_t[::1] low, uint8_t[::1] high, uint8_t[::1] settled, bint cover):
        """Raise the ranks of many targets that are not settled yet."""
        cdef list nearer = self._nearer(grounds)
        cdef NearGround each, first = nearer[0]
        cdef PackTile at = first.every._tile(source)
        cdef Py_ssize_t i
        cdef int found
        if not self.near:
            try:
                aimed = tuple([each.own if each.aimed else each.aim(at, at) for each in nearer])
                self.lines.around(aimed, None, source, targets, low, high, settled, cover)
            finally:
                for each in nearer:
                    each.release()
            return
        for i in range(targets.shape[0]):
            if settled[i] == FINAL or (low[i] == self.lines.q.total if cover else settled[i]):
                continue
            found = self._between(nearer, at, first.every._tile(targets[i]), source, targets[i])
            low[i], high[i] = max(low[i], <uint8_t> (found & 255)), max(high[i], <uint8_t> (found >> 8))
