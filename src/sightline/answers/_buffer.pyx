"""Bytes that numpy takes as a bool array at once: the base of `Field`, where it is compiled.

Without it `Field` gives numpy the same array through `__array__`, only not as soon.
"""

from cpython.buffer cimport PyBUF_WRITABLE
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.string cimport memset


cdef class BoolBuffer:
    """One byte a tile, shown as a read-only array of bools in the shape of a board."""

    def __init__(self, layout, cells, bits=None):
        self._layout = layout
        self._cells = cells
        self._bits = bits

    cdef _take_shape(self, tuple shape):
        self.ndim = len(shape)
        self.shape[0] = shape[0]
        self.shape[1] = shape[1] if self.ndim > 1 else 1
        self.strides[0] = self.shape[1]
        self.strides[1] = 1

    def _packed(self):
        """One bit a tile from one byte a tile."""
        cdef bytes cells = bytes(self._cells)
        cdef const unsigned char *one = <const unsigned char *> PyBytes_AS_STRING(cells)
        cdef Py_ssize_t i, count = PyBytes_GET_SIZE(cells)
        cdef bytes bits = PyBytes_FromStringAndSize(NULL, (count + 7) // 8)
        cdef unsigned char *out = <unsigned char *> PyBytes_AS_STRING(bits)
        memset(out, 0, (count + 7) // 8)
        for i in range(count):
            out[i >> 3] |= <unsigned char> ((one[i] & 1) << (i & 7))
        return bits

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("a field does not change: numpy.array(field) makes a copy that may")
        if self._cells is None:
            self.cells()
        if not isinstance(self._cells, bytes):
            self._cells = bytes(self._cells)
        if not self.ndim:
            self._take_shape(self._layout.shape)
        buffer.buf = PyBytes_AS_STRING(self._cells)
        buffer.obj = self
        buffer.len = PyBytes_GET_SIZE(self._cells)
        buffer.itemsize = 1
        buffer.readonly = 1
        buffer.format = "?"
        buffer.ndim = self.ndim
        buffer.shape = self.shape
        buffer.strides = self.strides
        buffer.suboffsets = NULL
        buffer.internal = NULL
