# cython: wraparound=False, cdivision=True
"""Faults planted on purpose, to see that the alarm works. Built by test_alarm.py alone."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>

    static int32_t product(int32_t a, int32_t b) { return a * b; }
    static int64_t shifted(int64_t a, int by) { return a << by; }

    /* As the kernels read planes: a word that begins at any byte. */
    static uint64_t word_at(const uint8_t *line, int64_t at) {
        uint64_t word;
        memcpy(&word, line + at, 8);
        return word;
    }

    static void mark(uint8_t *cells, int64_t at) { cells[at] |= 1; }

    static int on_stack(int64_t at) {
        volatile int32_t aside[21] = {0};
        return aside[at];
    }
    """
    int32_t product(int32_t a, int32_t b)
    int64_t shifted(int64_t a, int by)
    uint64_t word_at(const uint8_t *line, int64_t at)
    void mark(uint8_t *cells, int64_t at)
    int on_stack(int64_t at)


def overflow(int32_t a, int32_t b):
    return product(a, b)


def shift(int64_t a, int by):
    return shifted(a, by)


def read_word(int64_t size, int64_t at):
    """A word of a plane of `size` bytes, from byte `at` on."""
    cdef uint8_t *plane = <uint8_t *> PyMem_Calloc(size, 1)
    word = word_at(plane, at)
    PyMem_Free(plane)
    return word


def write_cell(int64_t size, int64_t at):
    """A cell of a field of `size` tiles."""
    cells = PyBytes_FromStringAndSize(NULL, size)
    mark(<uint8_t *> PyBytes_AS_STRING(cells), at)
    return len(cells)


def read_after_free(int64_t size):
    cdef uint8_t *plane = <uint8_t *> PyMem_Calloc(size, 1)
    PyMem_Free(plane)
    return plane[size - 1]


def read_stack(int64_t at):
    return on_stack(at)


def read_view(const uint8_t[::1] plane, int64_t at):
    """Through Cython's own arrays, whose bounds a debug build checks."""
    return plane[at]
