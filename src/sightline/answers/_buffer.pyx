"""Bytes that numpy reads directly as a bool array: the base class of `Field` if it is compiled. Without it `Field`
passes the same array through `__array__`, which is slower.
"""

from cpython.buffer cimport PyBUF_WRITABLE
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport uint64_t


cdef class BoolBuffer:
    """One byte per tile, as a read-only array of bools in the shape of a board."""

    def __init__(self, layout, cells, bits=None):
        self._layout = layout
        self._cells = cells
        self._bits = bits
        self._then = layout.snapshot()
        self._viewers = ()
        self._whole = False

    cdef _take_shape(self, tuple shape):
        self.ndim = len(shape)
        self.shape[0] = shape[0]
        self.shape[1] = shape[1] if self.ndim > 1 else 1
        self.strides[0] = self.shape[1]
        self.strides[1] = 1

    def _packed(self):
        """Return one bit per tile from one byte per tile."""
        cdef bytes cells = bytes(self._cells)
        cdef const unsigned char *one = <const unsigned char *> PyBytes_AS_STRING(cells)
        cdef Py_ssize_t i, k, count = PyBytes_GET_SIZE(cells), whole = count // 8
        cdef bytes bits = PyBytes_FromStringAndSize(NULL, (count + 7) // 8)
        cdef unsigned char *out = <unsigned char *> PyBytes_AS_STRING(bits)
        cdef uint64_t eight
        for i in range(whole):
            # Eight bytes of 0 or 1 form one number; the product has byte k at bit 56 + k.
            eight = 0
            for k in range(8):
                eight |= <uint64_t> (one[8 * i + k] & 1) << (8 * k)
            out[i] = <unsigned char> ((eight * <uint64_t> 0x0102040810204080) >> 56)
        if 8 * whole < count:
            out[whole] = 0
            for i in range(8 * whole, count):
                out[whole] |= <unsigned char> ((one[i] & 1) << (i & 7))
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


def combined(one, other, int operation):
    """Combine two byte strings of the same length: 0 either, 1 both, 2 the first without the second, 3 one but not
    both.
    """
    cdef bytes first = bytes(one), second = bytes(other)
    cdef Py_ssize_t i, count = PyBytes_GET_SIZE(first)
    cdef bytes result = PyBytes_FromStringAndSize(NULL, count)
    cdef const unsigned char *a = <const unsigned char *> PyBytes_AS_STRING(first)
    cdef const unsigned char *b = <const unsigned char *> PyBytes_AS_STRING(second)
    cdef unsigned char *out = <unsigned char *> PyBytes_AS_STRING(result)
    if operation == 0:
        for i in range(count):
            out[i] = a[i] | b[i]
    elif operation == 1:
        for i in range(count):
            out[i] = a[i] & b[i]
    elif operation == 2:
        for i in range(count):
            out[i] = a[i] & ~b[i]
    else:
        for i in range(count):
            out[i] = a[i] ^ b[i]
    return result
