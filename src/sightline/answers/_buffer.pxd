cdef class BoolBuffer:
    cdef public object _layout
    cdef public object _cells
    cdef public object _bits
    cdef public object _then
    cdef public object _viewers
    cdef public bint _whole
    cdef Py_ssize_t shape[2]
    cdef Py_ssize_t strides[2]
    cdef int ndim
    cdef _take_shape(self, tuple shape)
