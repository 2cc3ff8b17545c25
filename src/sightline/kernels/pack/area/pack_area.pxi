# Lines from or to any part of a tile: part of _packs.pyx.

cdef extern from "pack_area_touching.h":
    ctypedef struct Strip:
        int failed, diamonds
    int area_sees_by_walls(Strip *strip, const PackGround *ground, PackTile source, PackTile target, const PackAreaRule *rule)
    int touching_line(Strip *strip, const PackGround *ground, PackTile source, PackTile target, int passes)
    void drop_strip(Strip *strip)


cdef extern from "pack_area_field.h":
    ctypedef struct AreaTile:
        int32_t row, col
    ctypedef struct AreaWork:
        int32_t count
    ctypedef struct PackAreaRule:
        int lines, ends, passes
    ctypedef struct AreaWindow:
        AreaTile first
        int32_t rows, cols
        uint8_t *seen
    int area_can(const PackGround *ground, const PackAreaRule *rule)
    int area_sees(AreaWork *work, const PackGround *ground, AreaTile source, AreaTile target, const PackAreaRule *rule)
    int area_field(AreaWork *work, const PackGround *ground, AreaTile source, const PackAreaRule *rule, AreaWindow *window)
    void area_free(AreaWork *work)


cdef extern from "pack_area_high.h":
    int area_sees_high(Strip *strip, const PackGround *ground, PackTile source, PackTile target, const HighSpan *bodies, const PackAreaRule *rule)


cdef class Area(Question):
    """A question with lines from or to any part of a tile."""

    cdef PackAreaRule rules[2]
    cdef int total
    cdef bint diamonds
    cdef AreaWork work        # its memory is reused for later questions

    def __init__(self, int lines, int ends, int lenient, int strict, int total, bint diamonds):
        """Create the question. `lenient` are the touches that pass if open touches pass, `strict` those that always
        pass. With `diamonds`, tiles are the diamonds between the middles of their sides.
        """
        cdef int k
        memset(&self.work, 0, sizeof(self.work))
        self.total, self.diamonds = total, diamonds
        for k in range(2):
            self.rules[k].lines, self.rules[k].ends = lines, ends
            self.rules[k].passes = strict if k else lenient

    def __dealloc__(self):
        area_free(&self.work)

    def knows(self, Ground ground):
        """Return whether the kernel supports this question on such a ground."""
        return self._is_old(ground) or self.rules[0].lines == 0 or not self.rules[0].passes

    cdef bint _is_old(self, Ground ground) noexcept:
        """Return whether the faster kernels for ground without free walls can answer."""
        return not self.diamonds and ground.g.walls == NULL and area_can(&ground.g, &self.rules[0]) and area_can(&ground.g, &self.rules[1])

    cdef int answer(self, tuple planes, tuple fewer, int64_t source, int64_t target) except -2:
        cdef Ground ground = planes[0]
        cdef AreaTile one = self._tile(ground, source), other = self._tile(ground, target)
        cdef int low = 0, high
        cdef Strip strip
        if not self._is_old(ground):
            memset(&strip, 0, sizeof(strip))
            strip.diamonds = self.diamonds
            low = self._by_walls(&strip, ground, ground._tile(source), ground._tile(target))
            drop_strip(&strip)
            if low == -1:
                raise MemoryError()
            return -1 if low < 0 else (0, 256 * self.total, 257 * self.total)[low]
        high = area_sees(&self.work, &ground.g, one, other, &self.rules[1])
        if high == 0 and self.rules[0].passes != self.rules[1].passes:
            low = area_sees(&self.work, &ground.g, one, other, &self.rules[0])
        if min(low, high) < 0:
            raise MemoryError()
        return 0 if high else self.total * (256 if low else 257)

    def high(self, tuple planes, tuple fewer, int64_t source, int64_t target, bodies):
        """The same on high ground, at the best heights. `bodies`: feet and head of both. -1: not for this kernel."""
        cdef HighSpan spans[2]
        cdef int i
        for i in range(2):
            spans[i].bottom, spans[i].top = bodies[i]
        return self.at_best(planes, fewer, source, target, spans)

    cdef int at_best(self, tuple planes, tuple fewer, int64_t source, int64_t target, HighSpan *bodies) except -2:
        cdef Ground ground = planes[0]
        cdef Strip strip
        memset(&strip, 0, sizeof(strip))
        cdef int found = area_sees_high(&strip, &ground.g, ground._tile(source), ground._tile(target), bodies, &self.rules[1])
        drop_strip(&strip)
        if found == -1:
            raise MemoryError()
        return -1 if found < 0 else 0 if found else 257 * self.total

    def around(self, tuple planes, tuple fewer, int64_t source, const int32_t[::1] targets,
               uint8_t[::1] low, uint8_t[::1] high, uint8_t[::1] settled, bint cover):
        """Raise the ranks of many targets that are not settled yet, and return the targets without an answer. A
        question of cover applies to the targets that may be visible.
        """
        cdef Ground ground = planes[0]
        if not self._is_old(ground):
            return self._around_walls(ground, source, targets, low, high, settled, cover)
        cdef int64_t cols = ground.g.cols, top = ground.g.rows, bottom = -1, least = cols, most = -1
        cdef int64_t row, col
        cdef uint8_t *seen
        cdef bint done, differ = self.rules[0].passes != self.rules[1].passes
        cdef Py_ssize_t i, at, count = targets.shape[0]
        if not count:
            return
        for i in range(count):
            row, col = targets[i] // cols, targets[i] % cols
            top, bottom, least, most = min(top, row), max(bottom, row), min(least, col), max(most, col)
        seen = <uint8_t *> calloc((bottom - top + 1) * (most - least + 1), 1)
        if seen == NULL:
            raise MemoryError()
        cdef AreaWindow window
        window.first = self._tile(ground, top * cols + least)
        window.rows, window.cols, window.seen = bottom - top + 1, most - least + 1, seen
        for i in range(count):
            if not (settled[i] == FINAL or (low[i] == self.total if cover else settled[i])):
                seen[_in_window(&window, self._tile(ground, targets[i]))] = 1
        cdef bytes asked = seen[:window.rows * <int64_t> window.cols]
        done = area_field(&self.work, &ground.g, self._tile(ground, source), &self.rules[1], &window)
        for i in range(count):
            at = _in_window(&window, self._tile(ground, targets[i]))
            if asked[at] and not seen[at]:
                high[i] = self.total
                if not differ:
                    low[i] = self.total
            # Targets already seen are skipped.
            seen[at] = asked[at] and not seen[at]
        if done and differ:
            asked = seen[:window.rows * <int64_t> window.cols]
            done = area_field(&self.work, &ground.g, self._tile(ground, source), &self.rules[0], &window)
            for i in range(count):
                at = _in_window(&window, self._tile(ground, targets[i]))
                if asked[at] and not seen[at]:
                    low[i] = self.total
        free(seen)
        if not done:
            raise MemoryError()

    cdef int _by_walls(self, Strip *strip, Ground ground, PackTile source, PackTile target) noexcept:
        """Return 0 if visible, 1 if visible when open touches pass, 2 if hidden; -1 when out of memory, -2 if the
        numbers are too large.
        """
        cdef int k, found = area_sees_by_walls(strip, &ground.g, source, target, &self.rules[1])
        if found:
            return 0 if found > 0 else found
        for k in range(1, -1, -1):
            if self.rules[k].passes and (k or self.rules[0].passes != self.rules[1].passes):
                found = touching_line(strip, &ground.g, source, target, self.rules[k].passes)
                if found:
                    return 1 - k if found > 0 else found
        return 2

    cdef list _around_walls(self, Ground ground, int64_t source, const int32_t[::1] targets,
                            uint8_t[::1] low, uint8_t[::1] high, uint8_t[::1] settled, bint cover):
        cdef Strip strip
        cdef PackTile at = ground._tile(source)
        cdef Py_ssize_t i
        cdef int found = 0
        cdef list unsure = []
        memset(&strip, 0, sizeof(strip))
        strip.diamonds = self.diamonds
        for i in range(targets.shape[0]):
            if settled[i] == FINAL or (low[i] == self.total if cover else settled[i]):
                continue
            found = self._by_walls(&strip, ground, at, ground._tile(targets[i]))
            if found == -1:
                break
            if found == -2:
                unsure.append(i)
            if found >= 1:
                high[i] = self.total
            if found == 2:
                low[i] = self.total
        drop_strip(&strip)
        if found == -1:
            raise MemoryError()
        return unsure

    cdef AreaTile _tile(self, Ground ground, int64_t index) noexcept:
        cdef AreaTile tile
        tile.row = <int32_t> (index // ground.g.cols) + ground.g.first_row
        tile.col = <int32_t> (index % ground.g.cols) + ground.g.first_col
        return tile


cdef int64_t _in_window(const AreaWindow *window, AreaTile tile) noexcept:
    return (tile.row - window.first.row) * <int64_t> window.cols + tile.col - window.first.col
