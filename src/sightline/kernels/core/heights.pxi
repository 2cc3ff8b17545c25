# Boards with heights: one pair of bodies, and many from one body.

cdef class HighMirror:
    """A board with heights, as it is: any change makes the board drop it. `flat` has the rock, and the edges and
    walls without end; all that has a bottom or a top is in columns of tiles, or among the special walls."""

    cdef readonly Mirror flat
    cdef Heights high
    cdef object columns, first, parts, spans  # the arrays that `high` points into

    def __cinit__(self, Mirror flat, const uint32_t[::1] columns, const int32_t[::1] first, const int64_t[::1] parts,
                  const int64_t[::1] spans):
        self.flat = flat
        self.columns, self.first, self.parts, self.spans = columns, first, parts, spans
        self.high.column = <uint32_t *> &columns[0]
        self.high.first = <int32_t *> &first[0]
        self.high.part = <HighSpan *> &parts[0]
        self.high.wall = <HighSpan *> &spans[0]

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


def high_contacts(HighMirror mirror, int code, source, feet, head, const int32_t[:, ::1] targets,
                  const int64_t[:, ::1] bodies, int enough, uint8_t[::1] out):
    """For each of the targets, which are tiles with feet and head in 1/384,000ths, the contact of the source with it,
    or any contact that is `enough`; UNDECIDED: not for this kernel."""
    cdef LineQuery look
    cdef NearWalls near
    cdef HighSpan own, theirs
    cdef int found
    cdef int64_t i, count = targets.shape[0]
    cdef Asked asked = _asked(code)
    own.bottom, own.top = feet, head
    _look_on(mirror.flat, &look, &near)
    look.source.a, look.source.b = source
    with nogil:
        for i in range(count):
            look.target.a, look.target.b = targets[i, 0], targets[i, 1]
            theirs.bottom, theirs.top = bodies[i, 0], bodies[i, 1]
            found = -1
            if not (_is_large(mirror.flat, &look.source) or _is_large(mirror.flat, &look.target)):
                look_near(&near, &look)
                found = between_bodies(&look, &mirror.high, &own, &theirs, asked.corner, asked.closed_ends, enough)
            out[i] = UNDECIDED if found < 0 else found
    end_near(&near)
    if look.failed:
        raise MemoryError()


cdef inline bint _is_large(Mirror mirror, const Tile *tile) noexcept nogil:
    """Does a figure of several tiles cover the tile, which is on the board?"""
    if mirror.hexes:
        return (<HexMirror> mirror).h.cell[hex_at(&(<HexMirror> mirror).h, tile.a, tile.b)] & HEX_LARGE != 0
    return (<SquareMirror> mirror).s.cell[cell_at(&(<SquareMirror> mirror).s, tile.a, tile.b)] & LARGE != 0
