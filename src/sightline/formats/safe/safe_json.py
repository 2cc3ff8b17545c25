"""Read untrusted JSON: unusual content is rejected, and every error names its place.

    tree = read_json(data, name)          # a Node; or parse_json(data, name) for plain values
    for wall in tree["walls"].items(limit=MAX_SEGMENTS):
        x = wall["c"][0].number(-1e6, 1e6)    # or FormatError("$.walls[3].c[0]: expected ...")
        with wall.blamed():                   # errors of the board get the same place
            board.add_wall(...)

Unlike Python's own reader, this one rejects NaN and Infinity, numbers beyond floats (1e400),
duplicate keys in an object, lone surrogates, UTF-16, whole numbers of thousands of digits, nesting
that ends in a RecursionError, and small files that unpack into gigabytes of values.
"""

from __future__ import annotations

import json
import math
import re
import reprlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sightline.errors import FormatError, SightlineError
from sightline.formats.contract import MAX_NESTING, check_size_of_file
from sightline.texts import as_text, say, word

MAX_VALUE_BYTES = 320 * 1024 * 1024
"""The maximum memory for the values of one JSON file, estimated before any is created."""
MAX_DIGITS = 400
"""The maximum number of digits of a whole number. Longer ones are mistakes, or attempts to stall
the reader.
"""
MAX_EXACT = (1 << 53) - 1
"""The largest whole number up to which a double is exact."""
MAX_HEXES = 3_003_001
"""The maximum number of hexes on a board from a file: a board of radius 1000."""

# --- JSON ---------------------------------------------------------------------------------------

_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_SAME_BRACKETS = bytes.maketrans(b"{}", b"[]")
_PIECE = 1 << 20
# The size of each value in CPython, in bytes: an item with its slot, a list, an object, a string.
_ITEM, _LIST, _OBJECT, _TEXT = 40, 72, 240, 56


def parse_json(data: bytes, name: str, unread: tuple[str, ...] = ()) -> Any:
    """Return the values of a JSON document, or raise a FormatError with the place.

    `name` is the name of the file. Values under the top-level keys in `unread` are dropped without
    checks, because they belong to other programs and no reader uses them.
    """
    check_size_of_file(data, name)
    text = decode_text(data)
    try:
        has_surrogates = _check_size_and_nesting(data)
        tree, suspect = _decode(text)
    except json.JSONDecodeError as error:
        raise FormatError(
            say("not JSON: {problem}", problem=word(_lower_first(error.msg))),
            say("line {line} column {column}", line=error.lineno, column=error.colno),
        ) from None
    except RecursionError:
        raise FormatError(say("nested deeper than {most} levels", most=MAX_NESTING)) from None
    except MemoryError:
        raise FormatError(say("its values need more memory than is available")) from None
    if isinstance(tree, dict):
        for key in unread:
            tree.pop(key, None)
    if suspect or has_surrogates:
        _refuse_odd_values(tree)
    return tree


def glance_json(data: bytes) -> Any:
    """Return the values of a JSON document for a quick look, with the same limits.

    It is several times as fast as `parse_json`, but accepts NaN and duplicate keys. Values that are
    used must be parsed with `parse_json`.
    """
    try:
        if len(data) > 1_000_000:  # a smaller one takes at most a few MB, whatever it contains
            _check_size_and_nesting(data)
        return json.loads(decode_text(data))
    except json.JSONDecodeError as error:
        raise FormatError(
            say("not JSON: {problem}", problem=word(_lower_first(error.msg))),
            say("line {line} column {column}", line=error.lineno, column=error.colno),
        ) from None
    except (ValueError, RecursionError, MemoryError):
        raise FormatError(
            say("not JSON that is read here: too deep, or with too large numbers")
        ) from None


def looks_like_json(data: bytes) -> bool:
    """Return whether the data begins like a JSON object or list. This is cheap, for
    `recognizes`.
    """
    return data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def read_json(data: bytes, name: str, unread: tuple[str, ...] = ()) -> Node:
    """Return a JSON document as a Node, or raise a FormatError with the place."""
    return Node(parse_json(data, name, unread), "$")


def decode_text(data: bytes) -> str:
    """Decode UTF-8, with or without a byte order mark. Other bytes raise a FormatError with the
    place.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise FormatError(
            say("expected UTF-8 text, got UTF-16: save the file as UTF-8"), say("line 1")
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        start = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode("utf-8", "replace")) + 1
        raise FormatError(
            say(
                "expected UTF-8 text, got the byte 0x{byte}", byte=format(data[error.start], "02x")
            ),
            say("line {line} column {column}", line=line, column=column),
        ) from None


def _check_size_and_nesting(data: bytes) -> bool:
    """Raise an error for data that would take too much memory or stack.

    Return whether there are escaped surrogates.
    """
    cost = 0
    kept = bytearray()
    for bare, strings in _without_strings(data):
        objects, lists = bare.count(b"{"), bare.count(b"[")
        cost += bare.count(b",") * _ITEM + lists * _LIST + objects * _OBJECT + strings * _TEXT
        kept += bare.translate(_SAME_BRACKETS, _NOT_BRACKETS)
    if cost > MAX_VALUE_BYTES:
        raise FormatError(
            say(
                "its values would take about {cost} MB; at most {most} are read",
                cost=cost >> 20,
                most=MAX_VALUE_BYTES >> 20,
            )
        )
    # Each pass removes the innermost pairs, so the number of passes is the depth. Unclosed brackets
    # remain; the parser reports them.
    brackets = bytes(kept)
    for _ in range(MAX_NESTING):
        if not brackets:
            break
        brackets = brackets.replace(b"[]", b"")
    if b"[]" in brackets:
        raise FormatError(say("nested deeper than {most} levels", most=MAX_NESTING))
    return _SURROGATE.search(data) is not None


def _without_strings(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield the file in pieces without strings, each with the number of strings removed.

    It works in pieces because a file of many short strings would take several times its size at
    once.
    """
    start, length = 0, _PIECE
    while start < len(data):
        bare, strings = _STRING.subn(b"", data[start : start + length])
        # An unmatched quote starts a string that ends after this piece: the next piece starts
        # there.
        opened = bare.find(b'"')
        rest = len(bare) - opened if opened >= 0 and start + length < len(data) else 0
        if rest == length:
            length *= 4
            continue
        yield (bare[:opened] if rest else bare), strings
        start, length = start + length - rest, _PIECE


class _Odd:
    """A placeholder for an invalid value, until its place in the tree is known."""

    def __init__(self, complaint: str) -> None:
        self.complaint = complaint


def _decode(text: str) -> tuple[Any, bool]:
    """Return the tree, and whether it contains a placeholder for an invalid value."""
    odd: list[_Odd] = []

    def refuse(complaint: str) -> _Odd:
        odd.append(_Odd(complaint))
        return odd[-1]

    def read_object(pairs: list[tuple[str, Any]]) -> Any:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        for key, _ in pairs:
            if key not in made:
                return refuse(say("the key {got} is given twice", got=show(key)))
            del made[key]
        raise AssertionError("no key is given twice")

    def read_float(digits: str) -> Any:
        value = float(digits)
        return (
            value
            if math.isfinite(value)
            else refuse(say("{digits} is beyond every float", digits=digits[:40]))
        )

    def read_int(digits: str) -> Any:
        if len(digits) > MAX_DIGITS:
            return refuse(
                say(
                    "a number of {n} digits; at most {most} are read",
                    n=len(digits),
                    most=MAX_DIGITS,
                )
            )
        return int(digits)

    def read_constant(word: str) -> Any:
        return refuse(say("expected a number, got {word}, which is not JSON", word=word))

    tree = json.loads(
        text,
        object_pairs_hook=read_object,
        parse_float=read_float,
        parse_int=read_int,
        parse_constant=read_constant,
    )
    return tree, bool(odd)


def _refuse_odd_values(tree: Any) -> None:
    """Raise an error for the first invalid value in the tree, with its path."""
    waiting: list[tuple[Any, str]] = [(tree, "$")]
    while waiting:
        value, place = waiting.pop()
        if isinstance(value, _Odd):
            raise FormatError(value.complaint, place)
        if isinstance(value, str):
            _refuse_surrogates(value, place)
        elif isinstance(value, dict):
            for key in value:
                _refuse_surrogates(key, place)
            waiting += [(item, place + step(key)) for key, item in reversed(value.items())]
        elif isinstance(value, list):
            last = len(value) - 1
            waiting += [(item, f"{place}[{last - i}]") for i, item in enumerate(reversed(value))]


def _refuse_surrogates(text: str, place: str) -> None:
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise FormatError(say("a lone surrogate (half a character) in a string"), place)


def _lower_first(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


# --- texts and places ---------------------------------------------------------------------------

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def show(value: Any) -> str:
    """Return a value for an error message, shortened if necessary."""
    if isinstance(value, (dict, list)):
        if isinstance(value, dict):
            return say("an object of {n}", n=len(value))
        return say("a list of {n}", n=len(value))
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return _SHORT.repr(value)


def step(key: str) -> str:
    """Return a step of a path into an object: `.walls`, or `["odd key"]`."""
    if _PLAIN_KEY.fullmatch(key):
        return f".{key}"
    return f"[{json.dumps(key if len(key) <= 40 else key[:40] + '...')}]"


@contextmanager
def blamed(place: str) -> Iterator[None]:
    """Add this place in the file to errors that a board raises inside the block."""
    try:
        yield
    except FormatError:
        raise
    except SightlineError as error:
        raise FormatError(as_text(error), place) from error


def text_int(text: str, place: str, low: int, high: int) -> int:
    """Parse a whole number in plain digits, as in XML attributes: no spaces, no underscores."""
    if re.fullmatch(r"-?[0-9]{1,20}", text, re.ASCII) is None:
        raise FormatError(say("expected a whole number, got {got}", got=show(text)), place)
    value = int(text)
    if not low <= value <= high:
        raise FormatError(
            say(
                "expected a whole number from {low} to {high}, got {value}",
                low=low,
                high=high,
                value=value,
            ),
            place,
        )
    return value


def exact_number(value: int) -> int | str:
    """Return the value in a form that every JSON reader keeps exactly.

    Browsers and many other readers store numbers as doubles, which round whole numbers beyond 2^53,
    so those are written as strings.
    """
    return value if abs(value) <= MAX_EXACT else str(value)


def text_number(text: str, place: str, low: float, high: float) -> float:
    """Parse a decimal number in plain digits, with an optional exponent."""
    if (
        re.fullmatch(r"[+-]?[0-9]{1,40}(\.[0-9]{0,40})?([eE][+-]?[0-9]{1,3})?", text, re.ASCII)
        is None
    ):
        raise FormatError(say("expected a number, got {got}", got=show(text)), place)
    value = float(text)
    if not low <= value <= high:
        raise FormatError(
            say(
                "expected a number from {low} to {high}, got {got}",
                low=low,
                high=high,
                got=show(text),
            ),
            place,
        )
    return value


# --- values with their places -------------------------------------------------------------------


class Node:
    """A JSON value that knows its place in the file. Every accessor checks the type first."""

    __slots__ = ("place", "value")

    def __init__(self, value: Any, place: str) -> None:
        self.value = value
        self.place = place

    def error(self, message: str) -> FormatError:
        """Return an error that names this place: `raise node.error("...")`."""
        return FormatError(message, self.place)

    def blamed(self) -> Any:
        """Return a context manager that adds this place to errors of the board inside the block."""
        return blamed(self.place)

    def _expected(self, what: str) -> FormatError:
        return self.error(say("expected {what}, got {got}", what=what, got=show(self.value)))

    # objects

    @property
    def is_object(self) -> bool:
        return isinstance(self.value, dict)

    def as_dict(self) -> dict[str, Any]:
        """Return the plain dict."""
        if not isinstance(self.value, dict):
            raise self._expected(say("an object"))
        return self.value

    def __contains__(self, key: str) -> bool:
        """Return whether the key is there, and not null."""
        return self.as_dict().get(key) is not None

    def __getitem__(self, key: str | int) -> Node:
        """Return the value of a required key, or an item of a list that must be long enough."""
        if isinstance(key, int):
            items = self.as_list()
            if key >= len(items):
                raise self.error(
                    say("expected at least {least} items, got {n}", least=key + 1, n=len(items))
                )
            return Node(items[key], f"{self.place}[{key}]")
        fields = self.as_dict()
        if key not in fields:
            raise self.error(say("expected the key {got}, which is missing", got=show(key)))
        return Node(fields[key], self.place + step(key))

    def get(self, key: str) -> Node | None:
        """Return the value of a key, or None if it is missing or null."""
        if self.as_dict().get(key) is None:
            return None
        return self[key]

    def inner(self, key: str) -> Node | None:
        """Return the object under a key, or None if the key is missing or holds something else."""
        value = self.as_dict().get(key)
        return Node(value, self.place + step(key)) if isinstance(value, dict) else None

    def only(self, *keys: str) -> None:
        """Raise an error if the object has any other key."""
        for key in self.as_dict():
            if key not in keys:
                raise FormatError(
                    say("unknown key; expected one of {names}", names=", ".join(keys)),
                    self.place + step(key),
                )

    def entries(self) -> Iterator[tuple[str, Node]]:
        """Yield every key with its value."""
        for key, value in self.as_dict().items():
            yield key, Node(value, self.place + step(key))

    # lists

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, list)

    def as_list(self, limit: int | None = None, length: int | None = None) -> list[Any]:
        """Return the plain list, with at most `limit` items or exactly `length`."""
        if not isinstance(self.value, list):
            raise self._expected(say("a list"))
        if limit is not None and len(self.value) > limit:
            raise self.error(
                say("expected at most {most:,} items, got {n:,}", most=limit, n=len(self.value))
            )
        if length is not None and len(self.value) != length:
            raise self.error(
                say("expected {length:,} items, got {n:,}", length=length, n=len(self.value))
            )
        return self.value

    def items(self, limit: int | None = None, length: int | None = None) -> Iterator[Node]:
        """Yield every item as a Node."""
        for index, value in enumerate(self.as_list(limit, length)):
            yield Node(value, f"{self.place}[{index}]")

    def whole_numbers(self, low: int, high: int, length: int | None = None) -> list[int]:
        """Return a long list of whole numbers, checked without creating a Node for each."""
        values = self.as_list(length=length)
        for index, value in enumerate(values):
            if type(value) is not int or not low <= value <= high:
                Node(value, f"{self.place}[{index}]").whole(low, high)
        return [int(value) for value in values]

    # plain values

    @property
    def is_null(self) -> bool:
        return self.value is None

    def number(self, low: float = -1e15, high: float = 1e15) -> int | float:
        """Return a number between the bounds (inclusive). NaN, infinity and booleans raise an
        error.
        """
        value = self.value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self._expected(say("a number"))
        if not low <= value <= high:
            raise self._expected(say("a number from {low} to {high}", low=low, high=high))
        return value

    def whole(self, low: int = -(10**15), high: int = 10**15) -> int:
        """Return a whole number between the bounds. 3.0 counts as a whole number, as in JSON
        Schema.
        """
        value = self.value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self._expected(say("a whole number"))
        if value != value // 1:
            raise self._expected(say("a whole number"))
        if not low <= value <= high:
            raise self._expected(say("a whole number from {low} to {high}", low=low, high=high))
        return int(value)

    def exact_whole(self, low: int, high: int) -> int:
        """Return a whole number of any size, from a number or from a string that `exact_number`
        wrote.
        """
        if isinstance(self.value, str):
            return text_int(self.value, self.place, low, high)
        return self.whole(low, high)

    def string(self, limit: int = 10_000) -> str:
        if not isinstance(self.value, str):
            raise self._expected(say("a string"))
        if len(self.value) > limit:
            raise self.error(
                say(
                    "expected at most {most:,} characters, got {n:,}",
                    most=limit,
                    n=len(self.value),
                )
            )
        return self.value

    def boolean(self) -> bool:
        if not isinstance(self.value, bool):
            raise self._expected(say("true or false"))
        return self.value

    def one_of(self, *choices: Any) -> Any:
        """Return the value if it is one of these strings or numbers; otherwise raise an error."""
        if not isinstance(self.value, (str, int)) or isinstance(self.value, bool):
            raise self._expected(say("one of {names}", names=", ".join(map(show, choices))))
        if self.value not in choices:
            raise self._expected(say("one of {names}", names=", ".join(map(show, choices))))
        return self.value
