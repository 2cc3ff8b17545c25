# cython: wraparound=False, cdivision=True
"""The compiled questions over mirrors of boards. See the contract in `kernels/__init__.py`.

One extension out of several files, so that a call from one to another is a call in C.
"""

from array import array

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.long cimport PyLong_CheckExact
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE
from sightline.answers._buffer cimport BoolBuffer
from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

# What answers when no kernel can, and what is made and asked for: given by `engine.native`.
cdef object _slow_sees = None, _slow_field = None, _code_of = None, _Field = None
cdef type _Rule = object


def set_fallbacks(sees, field, code_of, field_class, rule_class):
    """`sees` and `field` answer bad input, names, boards and rules without a kernel.

    `code_of` tells the code of a rule that was not asked before. Only instances of `rule_class` are
    asked for theirs: anything may have an attribute of that name.
    """
    global _slow_sees, _slow_field, _code_of, _Field, _Rule
    _slow_sees = sees
    _slow_field = field
    _code_of = code_of
    _Field = field_class
    _Rule = rule_class


include "declarations.pxi"
include "mirrors.pxi"
include "pairs.pxi"
include "fields.pxi"


# --- the two questions that must be quick ----------------------------------------------------------
# Signature and documentation are those of `engine.sees` and `engine.field`, see `native.in_front`.

def sees(board, a, b, rule, *, rulings=None):
    cdef int64_t a0 = 0, a1 = 0, b0 = 0, b1 = 0
    cdef int answer
    if rulings is None and is_a(rule, _Rule) and _pair(a, &a0, &a1) and _pair(b, &b0, &b1):
        mirror = getattr(board, "mirror", None)
        if isinstance(mirror, Mirror):
            answer = _answer(<Mirror> mirror, _code(rule), a0, a1, b0, b1)
            if answer >= 0:
                return answer != 0
    return _slow_sees(board, a, b, rule, rulings=rulings)


cdef dict METRICS = {"euclid": EUCLID, "chebyshev": CHEBYSHEV, "manhattan": MANHATTAN, "steps": STEPS}


def field(board, a, rule, radius=None, metric="euclid", *, rulings=None):
    cdef int by = EUCLID
    cdef int64_t limit
    cdef object mirror, found
    if rulings is None and is_a(rule, _Rule) and (radius is None or PyLong_CheckExact(radius) and small_int(radius) >= 0):
        if not isinstance(metric, str):
            by = -1
        elif metric != "euclid":
            by = METRICS.get(metric, -1)
        mirror = getattr(board, "mirror", None)
        if by >= 0 and isinstance(mirror, Mirror) and not (<Mirror> mirror).large:
            limit = -1 if radius is None else _limit(<Mirror> mirror, radius, by)
            found = swept(board, mirror, a, _code(rule), limit, by)
            if found is not None:
                return found
    return _slow_field(board, a, rule, radius, metric, rulings=rulings)
