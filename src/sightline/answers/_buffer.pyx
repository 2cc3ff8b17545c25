"""Bytes that numpy takes as a bool array at once: the base of `Field`, where it is compiled.

Without it `Field` gives numpy the same array through `__array__`, only not as soon.
"""

from cpython.buffer cimport PyBUF_WRITABLE


cdef class BoolBuffer:
    """One byte a tile, shown as a read-only array of bools in the shape of a board."""

    cdef public object _layout
    cdef public object _cells
    cdef public object _bits
    cdef Py_ssize_t shape[2]
    cdef Py_ssize_t strides[2]

    def __init__(self, layout, cells, bits=None):
        self._layout = layout
        self._cells = cells
        self._bits = bits

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("a field does not change: numpy.array(field) makes a copy that may")
        cells = self._as_cells()
        cdef const unsigned char[::1] view = cells
        cdef tuple shape = self._layout.shape
        self.shape[0] = shape[0]
        self.shape[1] = shape[1] if len(shape) > 1 else 1
        self.strides[0] = self.shape[1]
        self.strides[1] = 1
        buffer.buf = <void *> &view[0]
        buffer.obj = self
        buffer.len = len(cells)
        buffer.itemsize = 1
        buffer.readonly = 1
        buffer.format = "?"
        buffer.ndim = len(shape)
        buffer.shape = self.shape
        buffer.strides = self.strides
        buffer.suboffsets = NULL
        buffer.internal = NULL
