# cython: wraparound=False, cdivision=True
"""The compiled questions over mirrors of boards. See the contract in `kernels/__init__.py`.

One extension out of several files, so that a call from one to another is a call in C.
"""

from array import array

from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.list cimport PyList_GET_SIZE
from cpython.long cimport PyLong_CheckExact
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE
from sightline.answers._buffer cimport BoolBuffer
from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from sightline.model.planes import planes_to_copy

# What `engine.native` gives: who answers when no kernel can, and what else is needed of Python.
cdef object _slow_sees = None, _slow_field = None, _slow_contact = None, _slow_verdict = None
cdef object _code_of = None, _limit_of = None, _Field = None
cdef type _Rule = object
cdef tuple _contacts = (), _verdicts = ()


def set_fallbacks(sees, field, contact, verdict):
    """These answer bad input, names, boards and rules without a kernel."""
    global _slow_sees, _slow_field, _slow_contact, _slow_verdict
    _slow_sees, _slow_field, _slow_contact, _slow_verdict = sees, field, contact, verdict


def set_values(code_of, limit_of, field_class, rule_class, contacts, verdicts):
    """`code_of` tells the code of a rule that was not asked before. Only instances of `rule_class`
    are asked for theirs: anything may have an attribute of that name. `limit_of` tells how far a
    radius that is a float reaches by a metric, on squares or not. `contacts` are in the order of
    their numbers, `verdicts` by the ties of a geometric rule and the contact.
    """
    global _code_of, _limit_of, _Field, _Rule, _contacts, _verdicts
    _code_of, _limit_of, _Field, _Rule = code_of, limit_of, field_class, rule_class
    _contacts, _verdicts = contacts, verdicts


include "declarations.pxi"
include "mirrors.pxi"
include "pairs.pxi"
include "fields.pxi"


# --- the questions that must be quick --------------------------------------------------------------
# Signature and documentation are those of `engine.sees` and so on, see `native.in_front`.

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


def contact(board, a, b, rule):
    cdef int found = _contact_asked(board, a, b, rule)
    return _contacts[found] if found >= 0 else _slow_contact(board, a, b, rule)


def verdict(board, a, b, rule, *, rulings=None):
    cdef int found
    if rulings is None:
        found = _contact_asked(board, a, b, rule)
        if found >= 0:
            return _verdicts[4 * (_code(rule) & 3) + found]
    return _slow_verdict(board, a, b, rule, rulings=rulings)


cdef int _contact_asked(board, a, b, rule) except -2:
    """The contact by a geometric rule between two positions; -1 for no kernel, or a bad question."""
    cdef int64_t a0 = 0, a1 = 0, b0 = 0, b1 = 0
    if not (is_a(rule, _Rule) and _pair(a, &a0, &a1) and _pair(b, &b0, &b1)):
        return -1
    mirror = getattr(board, "mirror", None)
    return _contact(<Mirror> mirror, _code(rule), a0, a1, b0, b1, 0) if isinstance(mirror, Mirror) else -1


cdef dict METRICS = {"euclid": EUCLID, "chebyshev": CHEBYSHEV, "manhattan": MANHATTAN, "steps": STEPS}


def field(board, a, rule, radius=None, metric="euclid", light_walls=False, *, rulings=None):
    cdef int by = EUCLID
    cdef int64_t limit
    cdef object mirror, found
    if rulings is None and is_a(rule, _Rule) and (radius is None or _is_radius(radius)):
        if not isinstance(metric, str):
            by = -1
        elif metric != "euclid":
            by = METRICS.get(metric, -1)
        mirror = getattr(board, "mirror", None)
        if by >= 0 and isinstance(mirror, Mirror) and not (<Mirror> mirror).large:
            limit = -1 if radius is None else _limit(<Mirror> mirror, radius, metric, by)
            if light_walls is True or light_walls is False:
                if isinstance(a, list) or (is_tuple(a) and a and is_tuple(a[0])):
                    found = _swept_by_any(board, mirror, a, _code(rule), limit, by, light_walls)
                else:
                    found = swept(board, mirror, a, _code(rule), limit, by)
                    if found is not None and light_walls is True:
                        found = _with_lit_walls(found, mirror, a, limit, by)
                if found is not None:
                    return found
    return _slow_field(board, a, rule, radius, metric, light_walls, rulings=rulings)
