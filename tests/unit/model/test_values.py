"""Our dataclasses are those of the standard library, but for how soon they are there."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
import typing
from typing import Any, ClassVar

import pytest

from sightline.model import values

MAKERS: dict[str, tuple[Any, Any]] = {
    "ours": (values.dataclass, values.field),
    "Python's own": (dataclasses.dataclass, dataclasses.field),
}


def classes(maker: str, slots: bool) -> tuple[Any, Any]:
    """The same two classes, by one maker or the other."""
    make, field = MAKERS[maker]

    @make(frozen=True, slots=slots)
    class Point:
        """A point."""

        x: int
        y: int = 2
        KIND: ClassVar[str] = "flat"
        secret: tuple[int, ...] = field(default=(), repr=False)

        def __post_init__(self) -> None:
            if self.x < 0:
                object.__setattr__(self, "x", 0)

    @make(frozen=True, slots=slots)
    class Empty:
        """Nothing."""

        def __repr__(self) -> str:
            return "nothing"

    return Point, Empty


def facts(maker: str, slots: bool) -> dict[str, Any]:
    """All that can be seen of them from outside."""
    point, empty = classes(maker, slots)
    a = point(1)

    def refused(*attempts: Any) -> list[str]:
        said = []
        for attempt in attempts:
            with pytest.raises((AttributeError, TypeError)) as caught:
                attempt()
            said.append(f"{type(caught.value).__name__}: {caught.value}")
        return said

    return {
        "repr": (repr(a).rpartition(".")[2], repr(empty())),
        "equal": (a == point(1), a == point(2), a == (1, 2, ()), empty() == empty()),
        "hash": (hash(a), hash(point(1)) == hash(a), hash(empty())),
        "values": (a.x, a.y, a.secret, point(-1).x, point.KIND, point(y=5, x=4).y),
        "fields": [(f.name, f.type, f.default, f.repr) for f in dataclasses.fields(a)],
        "asdict": dataclasses.asdict(a),
        "replace": dataclasses.replace(a, x=9).x,
        "is": dataclasses.is_dataclass(a),
        "match": point.__match_args__,
        "signature": str(inspect.signature(point)),
        "slots": (hasattr(a, "__dict__"), getattr(point, "__slots__", None)),
        "copy": (copy.copy(a) == a, copy.deepcopy(a) == a),
        "name": (point.__name__, point.__qualname__.rpartition(".")[2], point.__doc__),
        "refused": refused(
            lambda: setattr(a, "x", 3), lambda: delattr(a, "x"), point, lambda: point(1, z=1)
        ),
    }  # fmt: skip


@pytest.mark.parametrize("slots", [False, True])
def test_ours_are_like_pythons_own(slots: bool) -> None:
    assert facts("ours", slots) == facts("Python's own", slots)


@dataclasses.dataclass(frozen=True)
class Plain:
    """What a derived class is compared with."""

    a: int
    b: int = 2


@values.dataclass(frozen=True)
class Ours:
    """The same, made here."""

    a: int
    b: int = 2


@dataclasses.dataclass(frozen=True)
class Derived(Ours):
    """Python's own, from ours."""

    b: int = 7
    c: int = 3


class Undecorated(Ours):
    """No dataclass of its own."""


@values.dataclass(frozen=True)
class Further(Ours):
    """Ours, from ours."""

    c: int = 4


def test_one_of_pythons_own_may_be_derived_from_ours() -> None:
    assert Derived(1) == Derived(1, 7, 3)
    assert repr(Derived(1)) == "Derived(a=1, b=7, c=3)"
    assert [f.name for f in dataclasses.fields(Derived)] == ["a", "b", "c"]
    assert values.field_defaults(Derived) == {"a": values.NO_DEFAULT, "b": 7, "c": 3}
    assert values.replace(Derived(1), c=5) == Derived(1, 7, 5)
    assert repr(Further(1)) == "Further(a=1, b=2, c=4)"
    assert [f.name for f in dataclasses.fields(Further)] == ["a", "b", "c"]
    assert values.field_defaults(Undecorated) == values.field_defaults(Plain)
    child = Undecorated(1)
    child.note = "may be set"  # type: ignore[attr-defined]
    with pytest.raises(dataclasses.FrozenInstanceError):
        child.a = 2  # type: ignore[misc]


def test_a_changing_one_cannot_be_derived() -> None:
    with pytest.raises(TypeError, match="frozen"):
        dataclasses.dataclass(type("Changing", (Ours,), {}))


@pytest.mark.parametrize("value", [Ours(1), Derived(1), Further(1, 2, 3)])
def test_they_pickle(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301


def pairs(base: Any) -> Any:
    class Pair(base):  # type: ignore[misc]
        """Two numbers."""

        a: int
        b: Any = 2
        """The second."""

        def sum(self) -> int:
            return int(self.a + self.b)

        def __str__(self) -> str:
            return f"{self.a}|{self.b}"

        @property
        def first(self) -> int:
            return int(self.a)

    return Pair


@pytest.mark.parametrize("base", [values.NamedTuple, typing.NamedTuple])
def test_named_tuples_are_like_pythons_own(base: Any) -> None:
    pair = pairs(base)
    value = pair(1)
    assert pair.__mro__[1:] == (tuple, object)
    assert (value, value.first, value.sum(), str(value)) == ((1, 2), 1, 3, "1|2")
    assert repr(value) == "Pair(a=1, b=2)"
    assert (value._fields, value._field_defaults) == (("a", "b"), {"b": 2})
    assert value._replace(a=5)._asdict() == {"a": 5, "b": 2}
    assert pair._make([3, 4]) == (3, 4)
    assert list(pair.__annotations__) == ["a", "b"]
    assert (pair.__doc__, pair.__module__) == ("Two numbers.", __name__)
    assert str(inspect.signature(pair)) == "(a, b=2)" or "a: " in str(inspect.signature(pair))
    assert pair.__match_args__ == ("a", "b")
    with pytest.raises(TypeError):
        pair()


def test_the_engine_is_there_without_dataclasses() -> None:
    """What this is all for."""
    asking = (
        "import sys; from sightline import CornerRule, SquareBoard, sees;"
        "board = SquareBoard(3, 3); assert sees(board, (0, 0), (2, 2), CornerRule('permissive'));"
        "print(*sorted({'dataclasses', 'inspect', 'ast', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", asking], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == []
