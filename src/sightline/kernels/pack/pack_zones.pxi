# Rooms, straight lines and ranges: part of _packs.pyx.

cdef enum:
    ROOM_TILE, NO_ROOM, OPEN_GROUND   # what a tile is to zones
    NO_ZONE = -2147483648


cdef class Zones:
    """The zones of a board (rules/packs/zones.py) as a plane of numbers. Those of open ground are negative, and so is
    NO_ZONE.
    """

    cdef Ground like          # any ground, for its layout
    cdef bytearray tiles
    cdef int32_t *of
    cdef set openings         # pairs of zones, the second of which an opening joins to the first
    cdef bint joined

    def __init__(self, Ground like, bytearray tiles, list edges, Walls walls, forward, Lines opening, bint joined):
        """Compute the zones.

        `tiles` has per tile 0 for a room, 1 for outside any zone, 2 for open ground. `edges` has for each forward
        direction a plane that is not 0 for edges with any barrier. `walls` are all free walls of any kind. `forward`
        are the steps of these directions in rows and columns. `opening` is the question for lines between the centers
        of neighbors past `like`. `joined` says whether openings matter.
        """
        cdef int64_t size = like.size, i, waiting = 0, at
        cdef int32_t number = 0
        cdef int k, steps = len(forward)
        cdef int32_t step[6]
        cdef int64_t *stack
        self.like, self.tiles, self.openings, self.joined = like, tiles, set(), joined
        if len(tiles) != size or steps > 3:
            raise ValueError("tiles: expected one byte for each")
        for k in range(steps):
            step[k] = <int32_t> (forward[k][0] * like.g.cols + forward[k][1])
            step[k + steps] = -step[k]
        cdef bytearray passages = self._passages(edges, walls, step, steps)
        cdef const uint8_t *free_side = <const uint8_t *> PyByteArray_AS_STRING(passages)
        cdef const uint8_t *kind = <const uint8_t *> PyByteArray_AS_STRING(tiles)
        self.of = <int32_t *> malloc(size * sizeof(int32_t))
        stack = <int64_t *> malloc(size * sizeof(int64_t))
        if self.of == NULL or stack == NULL:
            free(stack)
            raise MemoryError()
        for i in range(size):
            self.of[i] = NO_ZONE
        for i in range(size):
            if kind[i] == NO_ROOM or self.of[i] != NO_ZONE:
                continue
            number += 1
            self.of[i] = number if kind[i] == ROOM_TILE else -number
            if kind[i] == OPEN_GROUND:
                continue
            stack[0], waiting = i, 1
            while waiting:
                waiting -= 1
                at = stack[waiting]
                for k in range(2 * steps):
                    if free_side[at] >> k & 1 and kind[at + step[k]] == ROOM_TILE and self.of[at + step[k]] == NO_ZONE:
                        self.of[at + step[k]] = number
                        stack[waiting] = at + step[k]
                        waiting += 1
        free(stack)
        if joined:
            self._join(free_side, step, steps, opening)

    def __dealloc__(self):
        free(self.of)

    cdef bytearray _passages(self, list edges, Walls walls, const int32_t *step, int steps):
        """Return for each tile a bit for each free side, forward sides first."""
        cdef Ground like = self.like
        cdef int64_t size = like.size, i
        cdef int64_t unit = WALL_UNIT // (3 if like.g.hex else 2)
        cdef int k
        cdef Spot here, there
        cdef PackTile one, other
        cdef const uint8_t *plane
        cdef bytearray found = bytearray(size)
        cdef uint8_t *out = <uint8_t *> PyByteArray_AS_STRING(found)
        for k in range(steps):
            plane = NULL if edges[k] is None else <const uint8_t *> PyByteArray_AS_STRING(<bytearray?> edges[k])
            for i in range(size):
                if like.g.tiles[i] == GROUND_OUTSIDE or i + step[k] >= size or like.g.tiles[i + step[k]] == GROUND_OUTSIDE:
                    continue
                if plane != NULL and plane[i]:
                    continue
                if walls is not None:
                    one, other = like._tile(i), like._tile(i + step[k])
                    here = tile_center(like.g.hex, one.row, one.col)
                    there = tile_center(like.g.hex, other.row, other.col)
                    if walls_on(&walls.w, here, there, unit):
                        continue
                out[i] |= 1 << k
                out[i + step[k]] |= 1 << (k + steps)
        return found

    cdef void _join(self, const uint8_t *free_side, const int32_t *step, int steps, Lines opening):
        """Find the pairs of zones that openings join."""
        cdef int64_t size = self.like.size, i, other
        cdef int k
        for i in range(size):
            if self.of[i] == NO_ZONE:
                continue
            for k in range(2 * steps):
                other = i + step[k]
                if other < 0 or other >= size or self.of[other] == NO_ZONE or self.of[other] == self.of[i]:
                    continue
                pair = (self.of[i], self.of[other])
                if pair in self.openings:
                    continue
                if free_side[i] >> k & 1 or not opening.answer((self.like,), None, i, other):
                    self.openings.add(pair)

    def as_before(self, int64_t index, int tile):
        """Return whether the tile is unchanged."""
        return self.tiles[index] == tile

    cdef bint see(self, int64_t source, int64_t target):
        """Return whether the target is in a zone that the source sees."""
        cdef int32_t here = self.of[source], there = self.of[target]
        if here == NO_ZONE or there == NO_ZONE:
            return False
        return here == there or (self.joined and (here, there) in self.openings)

    def sees(self, int64_t source, int64_t target):
        """Return the result of `see`, for callers in Python."""
        return self.see(source, target)

    def settle(self, int64_t source, const int32_t[::1] targets, uint8_t[::1] low, uint8_t[::1] high,
               uint8_t[::1] settled):
        """Settle the targets in zones that the source sees."""
        cdef Py_ssize_t i
        for i in range(targets.shape[0]):
            if settled[i] != FINAL and self.see(source, targets[i]):
                low[i] = high[i] = 0
                settled[i] = DECIDED

    def ground(self, Ground ground, sources, targets):
        """Return a ground where the tiles of all rooms block, except rooms with one of these places."""
        return self._roomed(ground, {self.of[<int64_t> at] for at in (*sources, *targets)})

    cdef Ground _roomed(self, Ground ground, zones):
        cdef bytearray tiles = bytearray(ground.tiles)
        cdef uint8_t *plane = <uint8_t *> PyByteArray_AS_STRING(tiles)
        cdef int64_t i
        cdef int32_t *ends = <int32_t *> malloc((len(zones) + 1) * sizeof(int32_t))
        cdef int count = 0, k
        if ends == NULL:
            raise MemoryError()
        for zone in zones:
            ends[count] = zone
            count += 1
        for i in range(ground.size):
            if plane[i] == GROUND_FREE and self.of[i] > 0:
                for k in range(count):
                    if ends[k] == self.of[i]:
                        break
                else:
                    plane[i] = GROUND_BLOCKS
        free(ends)
        return Ground(ground.g.hex, ground.g.rows, ground.g.cols, ground.g.first_row, ground.g.first_col,
                      ground.g.walled, tiles, ground.edges, ground.walls)

    cdef Ground between(self, Ground ground, int64_t source, int64_t target):
        """Return that ground for two tiles, cached until something changes."""
        cdef int32_t one = max(self.of[source], 0), other = max(self.of[target], 0)
        key = (min(one, other), max(one, other))
        if ground.roomed is None or len(ground.roomed) >= MOST_ROOMED:
            ground.roomed = {}
        found = ground.roomed.get(key)
        if found is None:
            found = ground.roomed[key] = self._roomed(ground, key)
        return <Ground> found


cdef class Within(Question):
    """A question limited to tiles in one row or column (`straight`), or with rooms that block."""

    cdef Question question
    cdef bint straight
    cdef Zones zones
    cdef tuple rooms          # of each of the planes: do rooms block there?
    cdef int total

    def __init__(self, Question question, bint straight, Zones zones, rooms, int total):
        self.question, self.straight, self.zones, self.rooms, self.total = question, straight, zones, tuple(rooms), total

    cdef tuple _roomed(self, tuple planes, int first, int64_t source, int64_t target):
        cdef Py_ssize_t i
        if self.zones is None or planes is None:
            return planes
        return tuple([
            self.zones.between(<Ground?> planes[i], source, target) if self.rooms[first + i] else planes[i]
            for i in range(len(planes))
        ])

    cdef int answer(self, tuple planes, tuple fewer, int64_t source, int64_t target) except -2:
        cdef Ground ground = planes[0]
        cdef PackTile a = ground._tile(source), b = ground._tile(target)
        cdef int rows = b.row - a.row, cols = b.col - a.col
        if self.straight and rows and cols and not (ground.g.hex and rows == -cols):
            return self.total | self.total << 8
        return self.question.answer(
            self._roomed(planes, 0, source, target), self._roomed(fewer, len(planes), source, target), source, target
        )

    def around(self, tuple planes, tuple fewer, int64_t source, const int32_t[::1] targets,
               uint8_t[::1] low, uint8_t[::1] high, uint8_t[::1] settled, bint cover):
        """Raise the ranks of many targets that are not settled yet, and return the targets without an answer."""
        cdef Py_ssize_t i
        cdef int found
        cdef list unsure = []
        for i in range(targets.shape[0]):
            if settled[i] == FINAL or (low[i] == self.total if cover else settled[i]):
                continue
            found = self.answer(planes, fewer, source, targets[i])
            if found < 0:
                unsure.append(i)
            else:
                low[i], high[i] = max(low[i], <uint8_t> (found & 255)), max(high[i], <uint8_t> (found >> 8))
        return unsure


cdef inline bint _in_range(const PackGround *g, int64_t rows, int64_t cols, int64_t limit, int metric) noexcept:
    """Return whether two tiles this many rows and columns apart are within the limit from `kernel_limit`."""
    cdef int64_t down = abs(rows), right = abs(cols)
    if g.hex:
        return max(max(down, right), abs(rows + cols)) <= limit
    if metric == 0:
        return rows * rows + cols * cols <= limit
    if metric == 1:
        return max(down, right) <= limit
    if metric == 2:
        return down + right <= limit
    return 2 * max(down, right) + min(down, right) <= limit


def settle_far(Ground ground, int64_t source, int64_t limit, int metric, int total, const int32_t[::1] targets,
               uint8_t[::1] low, uint8_t[::1] high, uint8_t[::1] settled):
    """Hide the targets beyond the limit."""
    cdef PackTile at = ground._tile(source), there
    cdef Py_ssize_t i
    for i in range(targets.shape[0]):
        there = ground._tile(targets[i])
        if settled[i] != FINAL and not _in_range(&ground.g, there.row - at.row, there.col - at.col, limit, metric):
            low[i] = high[i] = total
            settled[i] = FINAL
