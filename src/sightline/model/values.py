"""Frozen dataclasses and named tuples that are there at once.

Python's own `dataclasses` takes longer to import than the whole engine, and a millisecond for each
class; `typing.NamedTuple` compiles every annotation. What programs see is the same: `fields`,
`replace` and `is_dataclass` of the standard library work on these classes, and one of its
dataclasses may be derived from them. Type checkers are shown the originals. Only what the engine's
own values need is known here.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["NO_DEFAULT", "NamedTuple", "dataclass", "field", "field_defaults", "replace"]

T = TypeVar("T")

NO_DEFAULT: Any = object()
_DEFAULTS = "__value_defaults__"
"""Where a class of ours keeps its fields' defaults, by name."""
_FIELDS = "__dataclass_fields__"


def field_defaults(cls: type) -> dict[str, Any]:
    """The default of each field of a dataclass, ours or Python's own; `NO_DEFAULT` if it has none.

    >>> @dataclass(frozen=True)
    ... class Step:
    ...     length: int
    ...     weight: int = 1
    >>> field_defaults(Step)["weight"]
    1
    """
    for each in cls.__mro__:
        if _DEFAULTS in each.__dict__:
            return dict(each.__dict__[_DEFAULTS])
        if _FIELDS in each.__dict__:
            break
    from dataclasses import MISSING, fields

    return {
        each.name: NO_DEFAULT if each.default is MISSING else each.default for each in fields(cls)
    }


class _Field:
    """What is said of a field besides its type."""

    def __init__(self, default: Any, repr: bool) -> None:
        self.default = default
        self.repr = repr


class _NamedTupleMaker(type):
    """Makes a named tuple of what looks like a class."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(cls, name, bases, body)
        kinds: dict[str, Any] = body.get("__annotations__", {})
        given = [body[each] for each in kinds if each in body]
        make: Any = namedtuple  # by a name of its own: type checkers want every one spelled out
        made = make(name, kinds, defaults=given, module=body["__module__"])
        for key, value in body.items():
            if key not in kinds and key not in ("__module__", "__dict__", "__weakref__"):
                setattr(made, key, value)
        return made


if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
    from typing import NamedTuple
else:

    class NamedTuple(metaclass=_NamedTupleMaker):
        """The base that makes a class a named tuple."""

    def field(*, default: Any, repr: bool = True) -> Any:
        """A field with a default; `repr`: is it shown?"""
        return _Field(default, repr)

    def replace(thing: T, /, **changes: Any) -> T:
        """The same value with other fields."""
        kept = {name: getattr(thing, name) for name in field_defaults(type(thing))}
        return type(thing)(**{**kept, **changes})

    def dataclass(*, frozen: bool, slots: bool = False) -> Callable[[type[T]], type[T]]:
        """Makes a class a frozen dataclass."""
        assert frozen, "what changes is for Python's own dataclasses"
        return lambda cls: _made(cls, slots)


def _made(cls: Any, slots: bool) -> Any:
    defaults: dict[str, Any] = {}
    annotations: dict[str, Any] = {}
    hidden: set[str] = set()
    for base in reversed(cls.__mro__[1:]):
        defaults |= base.__dict__.get(_DEFAULTS, {})
    for name, kind in cls.__annotations__.items():
        if str(kind).startswith("ClassVar"):
            continue
        given = cls.__dict__.get(name, NO_DEFAULT)
        if isinstance(given, _Field):
            hidden |= set() if given.repr else {name}
            given = given.default
            setattr(cls, name, given)
        defaults[name], annotations[name] = given, kind
    names = tuple(defaults)
    if slots:
        cls = _with_slots(cls, tuple(annotations))
    setattr(cls, _DEFAULTS, defaults)
    setattr(cls, "__match_args__", names)  # noqa: B010 (type checkers forbid it elsewhere)
    cls.__dataclass_fields__ = _LaterFields(annotations, hidden)
    cls.__dataclass_params__ = _Params
    cls.__init__ = _LaterInit(cls, defaults, annotations)
    cls.__setattr__, cls.__delattr__ = _refuse_set(cls, names), _refuse_delete(cls, names)
    values = _values(names)
    shown = tuple(name for name in names if name not in hidden)
    for method, make in (
        ("__repr__", lambda: _repr(shown)),
        ("__eq__", lambda: _eq(values)),
        ("__hash__", lambda: lambda self: hash(values(self))),
        ("__getstate__", lambda: (lambda self: values(self)) if slots else None),  # noqa: PLW0108
        ("__setstate__", lambda: _setstate(names) if slots else None),
        ("__replace__", lambda: replace),
    ):
        # A class with its own __eq__ has a __hash__ of None, which is none of its own.
        if cls.__dict__.get(method) is None and (made := make()) is not None:
            setattr(cls, method, made)
    return cls


def _with_slots(cls: Any, names: tuple[str, ...]) -> Any:
    """The same class again: slots are settled when a class is made."""
    left_out = {*names, "__dict__", "__weakref__"}
    body = {name: value for name, value in cls.__dict__.items() if name not in left_out}
    again = type(cls)(cls.__name__, cls.__bases__, {**body, "__slots__": names})
    again.__qualname__ = cls.__qualname__
    return again


# --- methods


class _LaterInit:
    """Stands for `__init__` until a first value is made, or somebody looks."""

    def __init__(self, cls: Any, defaults: dict[str, Any], annotations: dict[str, Any]) -> None:
        self._said = cls, defaults, annotations

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        init = self._said[0].__init__ = _init(*self._said)
        return init if instance is None else init.__get__(instance, owner)


def _init(cls: Any, defaults: dict[str, Any], annotations: dict[str, Any]) -> Any:
    """The one method that is worth compiling: it says what it takes, and is called most."""
    listed = [
        name if value is NO_DEFAULT else f"{name}=_{name}" for name, value in defaults.items()
    ]
    lines = [f"    _set(self, {name!r}, {name})" for name in defaults]
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()")
    source = f"def __init__(self, {', '.join(listed)}):\n" + ("\n".join(lines) or "    pass")
    known = {f"_{name}": value for name, value in defaults.items() if value is not NO_DEFAULT}
    made: dict[str, Any] = {}
    exec(source, {"_set": object.__setattr__, **known}, made)  # noqa: S102 (of our own fields)
    init = made["__init__"]
    init.__annotations__ = {**annotations, "return": None}
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__module__ = cls.__module__
    return init


def _values(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """All fields of a value at once."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _repr(names: tuple[str, ...]) -> Any:
    def __repr__(self: Any) -> str:  # noqa: N807
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({shown})"

    return __repr__


def _eq(values: Callable[[Any], Any]) -> Any:
    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        if type(other) is not type(self):
            return NotImplemented
        return bool(values(self) == values(other))

    return __eq__


def _setstate(names: tuple[str, ...]) -> Any:
    def __setstate__(self: Any, state: tuple[Any, ...]) -> None:  # noqa: N807
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return __setstate__


def _refuse_set(cls: Any, names: tuple[str, ...]) -> Any:
    def __setattr__(self: Any, name: str, value: Any) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    return __setattr__


def _refuse_delete(cls: Any, names: tuple[str, ...]) -> Any:
    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return __delattr__


# --- what the standard library asks of a dataclass


class _Params:
    """How a dataclass was made: the one thing of it that is asked for."""

    frozen = True


class _LaterFields:
    """Stands for `__dataclass_fields__` until somebody looks."""

    def __init__(self, annotations: dict[str, Any], hidden: set[str]) -> None:
        self._annotations = annotations
        self._hidden = hidden

    def __get__(self, instance: object, owner: type) -> dict[str, Any]:
        import dataclasses

        (home,) = (each for each in owner.__mro__ if vars(each).get(_FIELDS) is self)
        made: dict[str, Any] = {}
        for base in reversed(home.__mro__[1:]):
            if _FIELDS in vars(base):
                made |= getattr(base, _FIELDS)
        own = []
        for name, kind in self._annotations.items():
            default = vars(home)[_DEFAULTS][name]
            given = {} if default is NO_DEFAULT else {"default": default}
            own.append((name, kind, dataclasses.field(repr=name not in self._hidden, **given)))
        made |= vars(dataclasses.make_dataclass(home.__name__, own))[_FIELDS]
        type.__setattr__(home, _FIELDS, made)
        return made
