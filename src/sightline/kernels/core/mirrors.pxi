# Mirrors: boards as flat planes that kernels read.

cdef enum:
    # The number of changes remembered for a GPU, which may never be used again.
    MOST_TOUCHED = 4096
    # When more free walls change at once, their index is rebuilt.
    MOST_CHANGED = 32

cdef int _FIRST_WITH_PROPERTY = FIRST_WITH_PROPERTY


cdef class Mirror:
    """A board as flat planes, kept current by the board itself."""

    cdef readonly int walls  # how many free walls there are
    cdef Special *special   # walls with a property, free ones and those on edges
    cdef readonly int specials  # how many of those there are
    cdef readonly bint one_way  # is one of them one-way, so that sight may differ by direction?
    cdef readonly int large  # how many tiles are covered by blocking figures of several tiles
    cdef readonly bint hexes  # hexes, or squares
    cdef public int heights  # the board's `height_level`: 1, only hex rays may ask; 2, no rule may
    cdef bytearray tiles    # the board's own bytes, which it changes in place
    cdef list edges
    cdef bytes blocking     # for each code of an edge, does it block?
    cdef public object device  # a slot for `engine.devices`: the same planes in a GPU's memory
    cdef public list touched  # where planes have changed since the GPU copy was updated; None: no copy

    cdef int64_t _index(self, int64_t first, int64_t second) noexcept:
        """The index of a tile in the planes; -1: it is not on the board."""
        return -1

    cdef void _set_tile(self, int64_t index, int flags) noexcept:
        pass

    cdef inline void _touch(self, int64_t index) noexcept:
        if self.touched is not None:
            self.touched.append(index)
            if PyList_GET_SIZE(self.touched) > MOST_TOUCHED:  # faster to copy as a whole
                self.touched = self.device = None

    cdef void _set_edge(self, int direction, int64_t index, bint blocks) noexcept:
        pass

    # --- as an observer of the board (`model.observers`)

    def tile_changed(self, board, int64_t index):
        self._set_tile(index, (<uint8_t *> PyByteArray_AS_STRING(self.tiles))[index])

    def edge_changed(self, board, int direction, int64_t index, int old):
        cdef int code = self.edges[direction][index]
        if code < _FIRST_WITH_PROPERTY and old < _FIRST_WITH_PROPERTY:
            self._set_edge(direction, index, self.blocking[code])
        else:
            board.detach(self)  # such edges are special walls: rebuild together

    def walls_changed(self, board, changed):
        if any([each is not None and has_property(each) for _, *both in changed for each in both]):
            board.detach(self)
        elif len(changed) > MOST_CHANGED or not all([self._change_wall(*each) for each in changed]):
            self.set_walls(board.blocking_walls())

    def _change_wall(self, ends, before, after):
        """Add a plain free wall to the index, or remove it. False: rebuild the index instead."""
        cdef Segment wall
        cdef int32_t number
        cdef bint was_there = before is not None and before.blocks_sight
        cdef bint is_there = after is not None and after.blocks_sight
        if was_there == is_there:
            return True
        (wall.x0, wall.y0), (wall.x1, wall.y1) = ends
        if is_there:
            if not self.walls or not self._insert_wall(&wall):
                return False
            self.walls += 1
            return True
        number = wall_number(self._plain_walls(), 0, self.walls, &wall)
        if self.walls == 1 or number < 0 or not self._take_wall(number):
            return False
        self.walls -= 1
        return True

    cdef const Segment *_plain_walls(self) noexcept:
        return NULL

    cdef bint _insert_wall(self, const Segment *wall) noexcept:
        """Add a plain wall as the last. False when out of memory."""
        return False

    cdef bint _take_wall(self, int32_t number) noexcept:
        """Remove a plain wall; the last one gets its number. False when out of memory."""
        return False

    def elevation_changed(self, board, int64_t index, old):
        pass

    def cover_changed(self, board):
        pass

    def all_changed(self, board):
        board.detach(self)

    def set_walls(self, ends):
        """The plain free walls that block, each as (x0, y0), (x1, y1) in 1/384,000ths of a tile."""
        raise NotImplementedError

    def set_special_walls(self, walls):
        """Those with a property, each as its two ends and the flags of special_walls.h. They are there
        from the beginning: when one of them changes, the board makes a new mirror."""
        cdef int32_t i, count = len(walls)
        free(self.special)
        self.special = <Special *> malloc((count + 1) * sizeof(Special))
        if not self.special:
            raise MemoryError()
        self.one_way = False
        for i in range(count):
            (self.special[i].at.x0, self.special[i].at.y0), (self.special[i].at.x1, self.special[i].at.y1), flags = walls[i]
            self.special[i].flags = flags
            self.one_way |= flags & ONE_WAY != 0
        self.specials = count

    def __dealloc__(self):
        free(self.special)


cdef class SquareMirror(Mirror):
    cdef Square s
    cdef Walls free             # indexed by tile
    cdef Walls every            # with those that have a property, if there are any

    def __cinit__(self, int rows, int cols, bytearray tiles, list edges, bytes blocking):
        cdef const uint8_t[::1] tile_plane = tiles, east = edges[0], south = edges[1]
        self.hexes = False
        self.tiles, self.edges, self.blocking = tiles, edges, blocking
        self.s.rows = rows
        self.s.cols = cols
        self.s.stride = cols + 2
        self.s.row_words = (cols + 2 * PAD + 127) // 64
        self.s.col_words = (rows + 2 * PAD + 127) // 64
        self.s.cell = <uint8_t *> PyMem_Calloc((rows + 2) * (cols + 2), 1)
        cdef int64_t by_row = (rows + 2) * self.s.row_words, by_col = (cols + 2) * self.s.col_words
        self.s.row_tile = <uint64_t *> PyMem_Calloc(3 * by_row, 8)
        self.s.col_tile = <uint64_t *> PyMem_Calloc(3 * by_col, 8)
        if not (self.s.cell and self.s.row_tile and self.s.col_tile):
            raise MemoryError()
        self.s.row_east = self.s.row_tile + by_row
        self.s.row_south = self.s.row_east + by_row
        self.s.col_east = self.s.col_tile + by_col
        self.s.col_south = self.s.col_east + by_col
        self.large = mirror_planes(
            &self.s, &tile_plane[0], &east[0], &south[0], <const uint8_t *> PyBytes_AS_STRING(blocking)
        )

    def __dealloc__(self):
        PyMem_Free(self.s.cell)
        PyMem_Free(self.s.row_tile)
        PyMem_Free(self.s.col_tile)
        free_walls(&self.free)
        free_walls(&self.every)

    def set_walls(self, ends):
        self.walls = len(ends)
        if not index_walls(&self.free, _segments(ends), NULL, self.walls, self.s.rows, self.s.cols):
            raise MemoryError()
        self._index_specials()

    def set_special_walls(self, walls):
        Mirror.set_special_walls(self, walls)
        self._index_specials()

    cdef const Segment *_plain_walls(self) noexcept:
        return self.free.wall

    cdef bint _insert_wall(self, const Segment *wall) noexcept:
        if self.specials and not insert_wall(&self.every, wall, self.s.rows, self.s.cols):
            return False
        return insert_wall(&self.free, wall, self.s.rows, self.s.cols)

    cdef bint _take_wall(self, int32_t number) noexcept:
        if self.specials and not take_wall(&self.every, self.specials + number, self.s.rows, self.s.cols):
            return False
        return take_wall(&self.free, number, self.s.rows, self.s.cols)

    cdef int _index_specials(self) except -1:
        """Build one index of all walls, those with a property first."""
        cdef int32_t i, count = self.specials + self.walls
        cdef Segment *every
        cdef uint8_t *flags
        if not self.specials:
            return 0
        every = <Segment *> malloc((count + 1) * sizeof(Segment))
        flags = <uint8_t *> malloc(count + 1)
        if not every or not flags:
            free(every)
            free(flags)
            raise MemoryError()
        for i in range(count):
            every[i] = self.special[i].at if i < self.specials else self.free.wall[i - self.specials]
            flags[i] = self.special[i].flags if i < self.specials else 0
        if not index_walls(&self.every, every, flags, count, self.s.rows, self.s.cols):
            raise MemoryError()
        return 0

    cdef int64_t _index(self, int64_t row, int64_t col) noexcept:
        return cell_at(&self.s, row, col) if _on_squares(&self.s, row, col, row, col) else -1

    cdef void _set_tile(self, int64_t index, int flags) noexcept:
        cdef int32_t row = <int32_t> (index // self.s.stride) - 1
        cdef int32_t col = <int32_t> (index % self.s.stride) - 1
        cdef uint8_t old = self.s.cell[index] & ~(TILE | LARGE)
        self.large += (1 if flags & BOARD_LARGE else 0) - (1 if self.s.cell[index] & LARGE else 0)
        if flags & BOARD_BLOCKS:
            old |= TILE
        if flags & BOARD_LARGE:
            old |= LARGE
        self.s.cell[index] = old
        self._touch(index)
        set_both(&self.s, self.s.row_tile, self.s.col_tile, row, col, (flags & BOARD_BLOCKS) != 0)

    cdef void _set_edge(self, int direction, int64_t index, bint blocks) noexcept:
        cdef int32_t row = <int32_t> (index // self.s.stride) - 1
        cdef int32_t col = <int32_t> (index % self.s.stride) - 1
        cdef uint8_t mine = SOUTH if direction else EAST, theirs = NORTH if direction else WEST
        cdef int64_t other = index + (self.s.stride if direction else 1)
        if ((self.s.cell[index] & mine) != 0) == blocks:
            return
        if blocks:
            self.s.cell[index] |= mine
            self.s.cell[other] |= theirs
            self.s.thin += 1
        else:
            self.s.cell[index] &= ~mine
            self.s.cell[other] &= ~theirs
            self.s.thin -= 1
        self._touch(index)
        self._touch(other)
        if direction:
            set_both(&self.s, self.s.row_south, self.s.col_south, row, col, blocks)
        else:
            set_both(&self.s, self.s.row_east, self.s.col_east, row, col, blocks)

    @property
    def has_thin_walls(self):
        return self.s.thin > 0

    def cells_at(self, list places):
        """The cells at those places of the planes, as bytes."""
        cdef int64_t at
        return bytes([self.s.cell[at] for at in places])

    def planes(self):
        """A copy of the cells, as bytes."""
        return PyBytes_FromStringAndSize(<const char *> self.s.cell, (self.s.rows + 2) * self.s.stride)



cdef Segment *_segments(ends) except NULL:
    """New memory with the ends of walls."""
    cdef int32_t i, count = len(ends)
    cdef Segment *walls = <Segment *> malloc((count + 1) * sizeof(Segment))
    if not walls:
        raise MemoryError()
    for i in range(count):
        (walls[i].x0, walls[i].y0), (walls[i].x1, walls[i].y1) = ends[i]
    return walls


cdef class HexMirror(Mirror):
    cdef Hexes h
    cdef Hexes lines            # as geometric rules see it: without the edges whose walls have a property
    cdef Segment *free
    cdef Walls every            # all free walls by bucket (near_walls.h), ends from one hex before the first on
    cdef int64_t heights        # how many hexes have one
    cdef readonly bint exact_heights  # or some height is too large for the kernel
    cdef int32_t *rank          # each hex's place in the board's order, -1 off the board
    cdef int32_t count          # number of hexes
    cdef int64_t thin           # how many edges block
    cdef readonly int64_t size  # of the planes
    cdef public object covers   # a slot for `engine.covers`; None: the board's covers have changed

    def __cinit__(self, int rows, int cols, int row0, int col0, bint solid_outside,
                  bytearray plane_of_tiles, list edges, bytes blocking):
        cdef const uint8_t[::1] tiles = plane_of_tiles
        self.hexes = True
        self.tiles, self.edges, self.blocking = plane_of_tiles, edges, blocking
        self.exact_heights = True
        self.h.rows = rows
        self.h.cols = cols
        self.h.stride = cols + 2
        self.h.row0 = row0
        self.h.col0 = col0
        cdef int64_t i, count = tiles.shape[0]
        self.size = count
        self.h.cell = <uint8_t *> PyMem_Calloc(count, 1)
        self.h.holds = <uint8_t *> PyMem_Calloc(count, 1)
        self.rank = <int32_t *> PyMem_Calloc(count, 4)
        if not (self.h.cell and self.h.holds and self.rank):
            raise MemoryError()
        for i in range(count):
            self.rank[i] = -1
            if tiles[i] & BOARD_OUTSIDE:
                self.h.cell[i] = HEX_TILE if solid_outside else 0
            else:
                self.rank[i] = self.count
                self.count += 1
                self._set_tile(i, tiles[i])
        cdef const uint8_t *blocks = <const uint8_t *> PyBytes_AS_STRING(blocking)
        cdef const uint8_t[::1] plane
        for direction in range(3):
            plane = edges[direction]
            for i in range(count):
                if blocks[plane[i]]:
                    self._set_edge(direction, i, True)
        self.lines = self.h

    def part_edges(self, edges):
        """These edges, as direction and index, carry walls with a property. To hex rays they are plain;
        to geometric rules they are no edges, but among the special walls."""
        self.lines.cell = <uint8_t *> PyMem_Calloc(self.size, 1)
        if not self.lines.cell:
            self.lines.cell = self.h.cell
            raise MemoryError()
        memcpy(self.lines.cell, self.h.cell, self.size)
        for direction, index in edges:
            self._put_edge(&self.lines, direction, index, False)

    def __dealloc__(self):
        if self.lines.cell != self.h.cell:
            PyMem_Free(self.lines.cell)
        PyMem_Free(self.h.cell)
        PyMem_Free(self.h.holds)
        PyMem_Free(self.h.height)
        PyMem_Free(self.rank)
        free(self.free)
        free_walls(&self.every)

    def set_walls(self, ends):
        cdef Segment *walls = _segments(ends)
        free(self.free)
        self.free = walls
        self.walls = len(ends)
        self._index_walls()

    def set_special_walls(self, walls):
        Mirror.set_special_walls(self, walls)
        self._index_walls()

    cdef const Segment *_plain_walls(self) noexcept:
        return self.free

    cdef bint _insert_wall(self, const Segment *wall) noexcept:
        cdef Segment moved = self._from_first(wall)
        cdef Segment *longer = <Segment *> realloc(self.free, (self.walls + 2) * sizeof(Segment))
        if not longer:
            return False
        self.free = longer
        self.free[self.walls] = wall[0]
        return insert_wall(&self.every, &moved, self.h.rows + 1, self.h.cols + 1)

    cdef bint _take_wall(self, int32_t number) noexcept:
        if not take_wall(&self.every, self.specials + number, self.h.rows + 1, self.h.cols + 1):
            return False
        self.free[number] = self.free[self.walls - 1]
        return True

    cdef Segment _from_first(self, const Segment *wall) noexcept:
        """A wall with its ends from one hex before the first on."""
        cdef int64_t right = <int64_t> (1 - self.h.col0) * WALL_UNIT, down = <int64_t> (1 - self.h.row0) * WALL_UNIT
        cdef Segment moved = wall[0]
        moved.x0 += right
        moved.x1 += right
        moved.y0 += down
        moved.y1 += down
        return moved

    cdef int _index_walls(self) except -1:
        """Build one index of all walls, those with a property first."""
        cdef int32_t i, count = self.specials + self.walls
        cdef Segment *every = <Segment *> malloc((count + 1) * sizeof(Segment))
        if not every:
            raise MemoryError()
        for i in range(count):
            every[i] = self._from_first(&self.special[i].at if i < self.specials else &self.free[i - self.specials])
        if not index_walls(&self.every, every, NULL, count, self.h.rows + 1, self.h.cols + 1):
            raise MemoryError()
        return 0

    cdef int64_t _index(self, int64_t q, int64_t r) noexcept:
        return hex_at(&self.h, q, r) if _on_hexes(&self.h, q, r) else -1

    cdef void _set_tile(self, int64_t index, int flags) noexcept:
        cdef uint8_t cell = self.h.cell[index] & ~(HEX_TILE | HEX_LARGE)
        self.large += (1 if flags & BOARD_LARGE else 0) - (1 if self.h.cell[index] & HEX_LARGE else 0)
        if flags & BOARD_BLOCKS:
            cell |= HEX_TILE
        if flags & BOARD_LARGE:
            cell |= HEX_LARGE
        self.h.cell[index] = cell
        if self.lines.cell != NULL and self.lines.cell != self.h.cell:
            self.lines.cell[index] = self.lines.cell[index] & ~(HEX_TILE | HEX_LARGE) | cell & (HEX_TILE | HEX_LARGE)
        self.h.holds[index] = HEX_HELD | (HEX_ROCK if flags & BOARD_SOLID else 0)
        self._touch(index)

    cdef void _set_edge(self, int direction, int64_t index, bint blocks) noexcept:
        self.thin += self._put_edge(&self.h, direction, index, blocks)
        if self.lines.cell != NULL and self.lines.cell != self.h.cell:
            self._put_edge(&self.lines, direction, index, blocks)

    cdef int _put_edge(self, Hexes *h, int direction, int64_t index, bint blocks) noexcept:
        """Update the number of blocking edges, and return the change."""
        # The board keeps edges at the hex that looks over them to (1,0), (0,1) or (-1,1).
        cdef int mine = 0, theirs = 3
        cdef int64_t other = index + 1
        if direction == 1:
            mine, theirs, other = 5, 2, index + h.stride
        elif direction == 2:
            mine, theirs, other = 4, 1, index + h.stride - 1
        if ((h.cell[index] & <uint8_t> (HEX_EDGE << mine)) != 0) == blocks:
            return 0
        if blocks:
            h.cell[index] |= <uint8_t> (HEX_EDGE << mine)
            h.cell[other] |= <uint8_t> (HEX_EDGE << theirs)
        else:
            h.cell[index] &= <uint8_t> ~(HEX_EDGE << mine)
            h.cell[other] &= <uint8_t> ~(HEX_EDGE << theirs)
        self._touch(index)
        self._touch(other)
        return 1 if blocks else -1


    def cells_at(self, list places):
        """The cells at those places of the planes, and the kinds of the hexes, as bytes."""
        cdef int64_t at
        return bytes([self.h.cell[at] for at in places]), bytes([self.h.holds[at] for at in places])

    def planes(self):
        """A copy of the cells, the kinds of the hexes, and the heights (or None), as bytes."""
        heights = None
        if self.h.height != NULL:
            heights = PyBytes_FromStringAndSize(<const char *> self.h.height, 8 * self.size)
        cells = PyBytes_FromStringAndSize(<const char *> self.h.cell, self.size)
        return cells, PyBytes_FromStringAndSize(<const char *> self.h.holds, self.size), heights

    def elevation_changed(self, board, int64_t index, old):
        units = in_units(board.height_at(tile_at(board, index)))
        if units != UNKNOWN and in_units(old) != UNKNOWN:
            self.set_height(index, units)
        else:  # a height that is too large for kernels is set or removed
            self.set_heights(board.heights_in_units())

    def cover_changed(self, board):
        self.covers = None

    def set_heights(self, heights):
        """Index of a hex to its height in 1/384,000ths; None: some height is not such a number."""
        self.device = None
        self.exact_heights = heights is not None
        PyMem_Free(self.h.height)
        self.h.height = NULL
        self.heights = 0
        for index, height in (heights or {}).items():
            self.set_height(index, height)

    def set_height(self, int64_t index, height):
        """The height of one hex; None: it has none. No memory is used while no hex has one."""
        cdef int64_t i
        self.device = None
        if self.h.height == NULL:
            if height is None or not self.exact_heights:
                return
            self.h.height = <int64_t *> PyMem_Calloc(self.size, 8)
            if not self.h.height:
                raise MemoryError()
            for i in range(self.size):
                self.h.height[i] = INT64_MIN
        self.heights += (height is not None) - (self.h.height[index] != INT64_MIN)
        self.h.height[index] = INT64_MIN if height is None else height
        if not self.heights:
            PyMem_Free(self.h.height)
            self.h.height = NULL
