# cython: wraparound=False, cdivision=True
"""The compiled questions over mirrors of boards. See the contract in `kernels/__init__.py`. This is one extension built
from several files, so that calls between them are C calls.
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
from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from sightline.model.cell import HEX
from sightline.model.parts.heights import UNKNOWN, At, in_units
from sightline.model.names import tile_called
from sightline.model.planes import planes_to_copy, tile_at
from sightline.model.threshold import FIRST_WITH_PROPERTY, has_property

# Set by `engine.native`: the functions that answer when no kernel can, and other Python objects.
cdef object _slow_sees = None, _slow_field = None, _slow_contact = None, _slow_verdict = None, _slow_degree = None
cdef object _code_of = None, _limit_of = None, _Field = None, _packs = None
cdef type _Rule = object, _PackPlanes = None
cdef tuple _of_sight = ()
cdef dict _rules = {}, _games = {}
cdef tuple _contacts = (), _verdicts = (), _degrees = ()


def set_fallbacks(sees, field, contact, verdict, degree):
    """Set the functions that handle bad input, and boards and rules without a kernel."""
    global _slow_sees, _slow_field, _slow_contact, _slow_verdict, _slow_degree
    _slow_sees, _slow_field, _slow_contact, _slow_verdict, _slow_degree = sees, field, contact, verdict, degree


def set_values(code_of, limit_of, field_class, rule_class, contacts, verdicts, degrees, packs, dict rules, dict games):
    """Set the Python objects that kernels need.

    `code_of` returns the code of a rule on its first use. Only instances of `rule_class` are read, because any object
    may have an attribute of that name. `limit_of` converts a float radius in a metric to an integer limit, on squares
    or not. `contacts` are in the order of their numbers, `verdicts` and `degrees` are indexed by the ties of a
    geometric rule and the contact. `packs` returns the module with the compiled questions of packs. `rules` and `games`
    are the registry's own dictionaries, which may change.
    """
    global _code_of, _limit_of, _Field, _Rule, _contacts, _verdicts, _degrees, _packs, _rules, _games
    _code_of, _limit_of, _Field, _Rule = code_of, limit_of, field_class, rule_class
    _contacts, _verdicts, _degrees = contacts, verdicts, degrees
    _packs, _rules, _games = packs, rules, games


include "core/declarations.pxi"
include "core/mirrors.pxi"
include "core/pairs.pxi"
include "core/fields.pxi"
include "core/heights.pxi"


cdef inline Mirror _planes_of(board):
    """Return the planes that observe the board, or None before the first question."""
    observers = getattr(board, "observers", None)
    if is_tuple(observers):
        for each in <tuple> observers:
            if isinstance(each, Mirror):
                return <Mirror> each
    return None


cdef inline bint _knows(mirror, int code):
    """Return whether kernels can answer for this rule with these planes, which have no heights except those for hex
    rays.
    """
    cdef int heights
    if not isinstance(mirror, Mirror):
        return False
    heights = (<Mirror> mirror).heights
    return heights == 0 or (heights == 1 and code >= HEXRAY_CODE)


# --- names -----------------------------------------------------------------------------------------

cdef enum:
    MOST_NAMES = 1 << 16

cdef dict _square_names = {}, _hex_names = {}  # tile names, each with its tile on any board


cdef _named(board, name):
    """Return the tile that a name means, for a single-tile figure or the name of a tile. None: Python decides."""
    cdef dict called
    figures = getattr(board, "_figures", None)
    if not isinstance(figures, dict):
        return None
    figure = (<dict> figures).get(name)
    if figure is not None:
        return figure.at if PyTuple_GET_SIZE(figure.tiles) == 1 else None
    grid = board.grid
    called = _hex_names if grid is HEX else _square_names
    tile = called.get(name)
    if tile is None:
        position = tile_called(grid.name, name)
        if position is None:
            return None
        tile = grid.tile(*position)
        if len(called) >= MOST_NAMES:
            called.clear()
        called[name] = tile
    return tile


cdef inline bint _at(board, where, int64_t *first, int64_t *second) except -1:
    """Return the tile of a plain position or a name. None: Python decides."""
    if _pair(where, first, second):
        return True
    if not isinstance(where, str):
        return False
    tile = _named(board, where)
    return tile is not None and _pair(tile, first, second)


cdef inline object _rule(rule):
    """Return the rule, which may be given by name. None: Python decides."""
    if is_a(rule, _Rule):
        return rule
    if not isinstance(rule, str):
        return None
    found = _rules.get(rule)
    return _games.get(rule) if found is None else found


cdef _ask(board, rule):
    """Return the object that answers all questions by a game's rule about single tiles, or None. The cached object is
    valid until the planes have pending changes. The planes detach from a board that gets heights.
    """
    global _PackPlanes, _of_sight
    if _PackPlanes is None:
        _PackPlanes, _of_sight = _packs().PackPlaneCache, _packs().VERDICTS
    observers = getattr(board, "observers", None)
    if is_tuple(observers):
        for each in <tuple> observers:
            if type(each) is _PackPlanes and not each.changes:
                kept = (<dict?> each.asks).get(id(rule))
                if kept is not None and (<tuple> kept)[0] is rule:
                    return (<tuple> kept)[1]
    return _packs().quick_ask(board, rule)


cdef _where(board, where):
    """Return a place for the questions of packs, where the name of a tile is replaced by its position."""
    if not isinstance(where, str) or where in board._figures:
        return where
    tile = _named(board, where)
    return where if tile is None else tile


# --- the questions that must be quick --------------------------------------------------------------
# Signature and documentation are copied from `engine.sees` and so on, see `native.wrap_with_kernels`.

cdef str SIGHT = "sight"  # the default of `by`: other words for it take the slow way, to the same answer


def sees(board, a, b, rule, *, rulings=None, by="sight"):
    cdef int64_t a0 = 0, a1 = 0, b0 = 0, b1 = 0
    cdef int answer, code
    if rulings is None and by is SIGHT:
        known = _rule(rule)
        if known is not None:
            code = _code(known)
            if code >= 0:
                mirror = _planes_of(board)
                if _knows(mirror, code) and _at(board, a, &a0, &a1) and _at(board, b, &b0, &b1):
                    answer = _answer(<Mirror> mirror, code, a0, a1, b0, b1)
                    if answer >= 0:
                        return answer != 0
                    answer = _contact(<Mirror> mirror, code, a0, a1, b0, b1, PASSES[code & 3], True)
                    if answer >= 0:
                        return answer <= PASSES[code & 3]
                else:
                    answer = _high_asked(board, a, b, code, PASSES[code & 3], False)
                    if answer >= 0:
                        return answer <= PASSES[code & 3]
            elif known.kernels == "packs":
                ask = _ask(board, known)
                if ask is not None:
                    answer = ask.sight(_where(board, a), _where(board, b))
                    if answer >= 0:
                        return answer < 2  # not hidden where touches block
    return _slow_sees(board, a, b, rule, rulings=rulings, by=by)


def contact(board, a, b, rule, *, by="sight"):
    cdef int found = _contact_asked(board, a, b, _rule(rule)) if by is SIGHT else -1
    return _contacts[found] if found >= 0 else _slow_contact(board, a, b, rule, by=by)


def verdict(board, a, b, rule, *, rulings=None, by="sight"):
    cdef int found
    if rulings is None and by is SIGHT:
        known = _rule(rule)
        found = _contact_asked(board, a, b, known)
        if found >= 0:
            return _verdicts[4 * (_code(known) & 3) + found]
        if known is not None and _code(known) >= HEXRAY_CODE:
            found = _ray_verdict(board, a, b, _code(known))
            if found >= 0:
                return _verdicts[found]
        elif known is not None and known.kernels == "packs":
            ask = _ask(board, known)
            found = -1 if ask is None else ask.sight(_where(board, a), _where(board, b))
            if found >= 0:
                return _of_sight[found]
    return _slow_verdict(board, a, b, rule, rulings=rulings, by=by)


def degree(board, a, b, rule, *, by="sight"):
    if by is not SIGHT:
        return _slow_degree(board, a, b, rule, by=by)
    known = _rule(rule)
    cdef int found = _contact_asked(board, a, b, known)
    if found >= 0:
        return _degrees[4 * (_code(known) & 3) + found]
    if known is not None and known.kernels == "packs" and (
            known.targeting == "sight" or not getattr(board, "has_partial_barriers", True)):
        ask = _ask(board, known)
        quick = None if ask is None else ask.degree(_where(board, a), _where(board, b))
        if quick is not None:
            return quick
    return _slow_degree(board, a, b, rule)


cdef int _contact_asked(board, a, b, rule) except -2:
    """Return the contact between two places under a geometric rule; -1 if no kernel supports it, or for bad input."""
    cdef int64_t a0 = 0, a1 = 0, b0 = 0, b1 = 0
    cdef int code
    if rule is None:
        return -1
    code = _code(rule)
    if code < 0:
        return -1
    mirror = _planes_of(board)
    if not _knows(mirror, code) or not _at(board, a, &a0, &a1) or not _at(board, b, &b0, &b1):
        return _high_asked(board, a, b, code, 0, True)
    return _contact(<Mirror> mirror, code, a0, a1, b0, b1, 0)


cdef int _ray_verdict(board, a, b, int code) except -2:
    """Return the index in `_verdicts` of a hex ray's verdict; -1 as for `_contact_asked`."""
    cdef int64_t a0 = 0, a1 = 0, b0 = 0, b1 = 0
    cdef int answer
    mirror = _planes_of(board)
    if not _knows(mirror, code) or not _at(board, a, &a0, &a1) or not _at(board, b, &b0, &b1):
        return -1
    answer = _answer(<Mirror> mirror, code, a0, a1, b0, b1)
    if answer != 0:
        return -1 if answer < 0 else 0
    if code & 3 == ADJUDICATED and _answer(<Mirror> mirror, code - ADJUDICATED + PERMISSIVE, a0, a1, b0, b1) > 0:
        return 4 * ADJUDICATED + 1
    return 3


cdef dict METRICS = {"euclid": EUCLID, "chebyshev": CHEBYSHEV, "manhattan": MANHATTAN, "steps": STEPS}


def field(board, a, rule, *by_position, radius=None, metric="euclid", light_walls=False, rulings=None, floor=None,
          by="sight"):
    cdef int measure = EUCLID
    cdef int64_t limit
    cdef object mirror, found
    if by_position:  # as before 0.3: the Python function warns
        named = {"radius": radius, "metric": metric, "light_walls": light_walls}
        usual = {"radius": None, "metric": "euclid", "light_walls": False}
        named = {name: value for name, value in named.items() if value is not usual[name]}
        return _slow_field(board, a, rule, *by_position, rulings=rulings, floor=floor, by=by, **named)
    known = _rule(rule) if rulings is None and floor is None and by is SIGHT else None
    if known is not None and (radius is None or _is_radius(radius)):
        if not isinstance(metric, str):
            measure = -1
        elif metric != "euclid":
            measure = METRICS.get(metric, -1)
        mirror = _planes_of(board)
        if measure >= 0 and _knows(mirror, _code(known)) and not (<Mirror> mirror).large:
            limit = -1 if radius is None else _limit(<Mirror> mirror, radius, metric, measure)
            if light_walls is True or light_walls is False:
                if isinstance(a, list) or (is_tuple(a) and a and (is_tuple(a[0]) or isinstance(a[0], str))):
                    found = _swept_by_any(board, mirror, a, _code(known), limit, measure, light_walls)
                else:
                    found = _swept_from(board, mirror, a, _code(known), limit, measure, light_walls)
                if found is not None:
                    return found
        elif measure >= 0 and light_walls is False:
            found = _high_field(board, a, _code(known), radius, metric, measure)
            if found is not None:
                return found
    return _slow_field(board, a, rule, radius=radius, metric=metric, light_walls=light_walls, rulings=rulings, floor=floor, by=by)
