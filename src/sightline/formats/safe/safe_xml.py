"""Read untrusted XML into a small tree. Nothing is fetched, entities are not expanded, and errors
name the line.

    root = read_xml(data, name, skip=lambda depth, tag: tag == "macros")
    for wall in root.find("walls").all("wall"):
        x = wall.number("x", -1e6, 1e6)     # or FormatError("line 7, <wall> x: expected ...")

Readers skip elements that they do not need, so a large campaign costs little. A skipped element
stays in the tree, without text and children.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Protocol

from sightline.errors import FormatError
from sightline.formats.contract import MAX_FILE_BYTES, MAX_NESTING, check_size_of_file
from sightline.formats.safe.safe_json import decode_text, show
from sightline.texts import say, word

MAX_ELEMENTS = 300_000
"""The maximum number of elements kept from one file."""
MAX_SKIPPED = 1_500_000
"""The maximum number of elements skipped in one file."""
MAX_TEXT = 32 * 1024 * 1024
"""The maximum number of characters of text kept from one file."""

_LONG_TAG = re.compile(rb"<[^<>]{1048576}")
_NUMBER = re.compile(
    r"([+-]?(?=\.?[0-9])[0-9]{0,40})(?:\.([0-9]{1,40}))?(?:[eE]([+-]?[0-9]{1,3}))?", re.ASCII
)
_ENCODING = re.compile(rb"""<\?xml[^>]{1,40}encoding=["'](iso-8859-1|latin-1)["']""", re.IGNORECASE)
_ATTRIBUTE_COST = 100
"""The cost of an attribute in characters, in addition to its text."""


class XmlElement:
    """An XML element with the line it starts on."""

    __slots__ = ("attributes", "children", "line", "parent", "parts", "tag")

    def __init__(
        self, tag: str, attributes: dict[str, str], line: int, parent: XmlElement | None
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.line = line
        self.parent = parent
        self.parts: list[str] = []
        self.children: list[XmlElement] = []

    @property
    def text(self) -> str:
        """The element's own text, stripped."""
        return "".join(self.parts).strip()

    @property
    def place(self) -> str:
        """The place of the element, for messages."""
        return f"line {self.line}, <{self.tag[:40]}>"

    def error(self, message: str) -> FormatError:
        """Return an error that names this element."""
        return FormatError(message, self.place)

    def get(self, *path: str) -> XmlElement | None:
        """Return the element at this path of tags, taking the first match at each step, or None."""
        found: XmlElement | None = self
        for tag in path:
            if found is None:
                return None
            found = next((child for child in found.children if child.tag == tag), None)
        return found

    def find(self, *path: str) -> XmlElement:
        """Return the same element as `get`, or raise an error if it is missing."""
        found = self.get(*path)
        if found is None:
            raise self.error(
                say("expected <{names}> inside, which is missing", names="><".join(path))
            )
        return found

    def all(self, tag: str) -> list[XmlElement]:
        """Return every child with this tag."""
        return [child for child in self.children if child.tag == tag]

    def words(self, *path: str, default: str = "") -> str:
        """Return the text of the element at this path, or the default if there is none."""
        found = self.get(*path)
        return default if found is None else found.text

    def number(
        self, tag: str, low: int, high: int, default: Fraction | int | None = None
    ) -> Fraction:
        """Return the exact number in a child, or the default if it is missing."""
        child = self.get(tag)
        if child is None:
            if default is None:
                raise self.error(say("expected <{tag}> inside, which is missing", tag=tag))
            return Fraction(default)
        return exact_number(child.text, child.place, low, high)


def exact_number(text: str, place: str, low: int, high: int) -> Fraction:
    """Parse a decimal number such as `3`, `-.7` or `1.5E-3`, exactly and within inclusive
    bounds.
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise FormatError(say("expected a number, got {got}", got=show(text)), place)
    whole, decimals, exponent = match.groups("")
    power = int(exponent or 0) - len(decimals)
    digits = int(whole + decimals)
    value = Fraction(digits * 10**power) if power >= 0 else Fraction(digits, 10**-power)
    if not low <= value <= high:
        raise FormatError(
            say(
                "expected a number from {low:,} to {high:,}, got {got}",
                low=low,
                high=high,
                got=show(text),
            ),
            place,
        )
    return value


def numbers(text: str, place: str, low: int, high: int, limit: int) -> list[Fraction]:
    """Parse numbers separated by commas: `1,2.5,-.3`."""
    words = text.split(",", limit)
    if len(words) > limit:
        raise FormatError(say("expected at most {most:,} numbers", most=limit), place)
    return [exact_number(word.strip(), place, low, high) for word in words]


class _TreeBuilder:
    """Builds the tree from the parser's events, and enforces the limits while parsing."""

    def __init__(self, skip: Callable[[int, str], bool]) -> None:
        self.line: Callable[[], int] = lambda: 0
        self.root: XmlElement | None = None
        self._skip = skip
        self._open: list[XmlElement] = []
        self._ignored = 0  # current depth inside a skipped element
        self._elements = self._skipped = 0
        self._text = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        depth = len(self._open)
        if self._ignored:
            self._ignored += 1
            self._skipped += 1
            if self._skipped > MAX_SKIPPED:
                raise FormatError(
                    say("more than {most:,} elements", most=MAX_SKIPPED), self._here(tag)
                )
            self._check_nesting(depth + self._ignored, tag)
            return
        self._check_nesting(depth, tag)
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise FormatError(
                say("more than {most:,} elements", most=MAX_ELEMENTS), self._here(tag)
            )
        for key, value in attributes.items():
            self._charge(_ATTRIBUTE_COST + len(key) + len(value), tag)
        parent = self._open[-1] if self._open else None
        element = XmlElement(tag, attributes, self.line(), parent)
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        if self._skip(depth, tag):
            self._ignored = 1
        else:
            self._open.append(element)

    def data(self, text: str) -> None:
        if self._open and not self._ignored and not text.isspace():
            self._charge(len(text), self._open[-1].tag)
            self._open[-1].parts.append(text)

    def end(self, _: str) -> None:
        if self._ignored:
            self._ignored -= 1
        else:
            self._open.pop()

    def _charge(self, letters: int, tag: str) -> None:
        self._text += letters
        if self._text > MAX_TEXT:
            raise FormatError(
                say("more than {most:,} characters of text", most=MAX_TEXT), self._here(tag)
            )

    def _check_nesting(self, depth: int, tag: str) -> None:
        if depth >= MAX_NESTING:
            raise FormatError(
                say("nested deeper than {most} levels", most=MAX_NESTING), self._here(tag)
            )

    def _here(self, tag: str) -> str:
        return f"line {self.line()}, <{tag[:40]}>"


def read_xml(
    data: bytes, name: str, skip: Callable[[int, str], bool] = lambda depth, tag: False
) -> XmlElement:
    """Return the root of an XML document, or raise a FormatError with the line.

    `skip(depth, tag)` returns whether to skip an element with all its content. The root's depth is
    0.
    """
    declared = _ENCODING.match(data)
    if declared is not None and len(data) <= MAX_FILE_BYTES:
        # Old programs wrote this version; expat receives UTF-8 in any case.
        data = data.decode(declared[1].decode().lower()).encode()
    builder = _TreeBuilder(skip)
    feed(data, name, builder)
    if builder.root is None:
        raise FormatError(say("expected an element, got none at all"), say("line 1"))
    return builder.root


# --- the parser, for this module's builder and Tiled's ------------------------------------------


class XmlBuilder(Protocol):
    """The handler for the elements that `feed` finds."""

    line: Callable[[], int]
    """Returns the current line; set by `feed`."""

    def start(self, tag: str, attributes: dict[str, str], /) -> None: ...
    def data(self, text: str, /) -> None: ...
    def end(self, tag: str, /) -> None: ...


def feed(data: bytes, name: str, builder: XmlBuilder) -> None:
    """Pass every element to the builder. Invalid XML and XML bombs raise a FormatError."""
    from xml.parsers import expat

    check_size_of_file(data, name)
    decode_text(data)
    long_tag = _LONG_TAG.search(data)
    if long_tag is not None:
        line = data.count(b"\n", 0, long_tag.start()) + 1
        raise FormatError(
            say("a tag of more than a million characters"), say("line {line}", line=line)
        )
    data = _without_doctype(data)
    # Ignore the encoding that the file declares: it was checked to be UTF-8.
    parser = expat.ParserCreate("utf-8", intern={})
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    builder.line = lambda: parser.CurrentLineNumber
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise FormatError(
            say("not XML: {problem}", problem=word(expat.ErrorString(error.code))),
            say("line {line} column {column}", line=error.lineno, column=error.offset + 1),
        ) from None


_PLAIN_DOCTYPE = re.compile(
    rb"""<!DOCTYPE\s+[\w:.-]{1,100}
    (?:\s+(?:SYSTEM|PUBLIC\s+(?:"[^"<>]{0,1000}"|'[^'<>]{0,1000}'))
       \s+(?:"[^"<>]{0,1000}"|'[^'<>]{0,1000}'))?\s*>""",
    re.VERBOSE | re.ASCII,
)


def _without_doctype(data: bytes) -> bytes:
    """Return the data with a plain DOCTYPE blanked out; any other DOCTYPE raises an error.

    Entities and external files can be declared only in a DOCTYPE. It is searched in the bytes,
    because a parser that is stopped at a DOCTYPE may continue after it, and one that has seen it
    ignores undefined entities.
    """
    start = data.find(b"<!DOCTYPE")
    if start < 0:
        return data
    plain = _PLAIN_DOCTYPE.match(data, start)
    if plain is None or data.find(b"<!DOCTYPE", start + 1) >= 0:
        line = data.count(b"\n", 0, start) + 1
        raise FormatError(
            say(
                "a DOCTYPE that does more than name the format: bombs are made of them, and no"
                " map needs one. Delete it"
            ),
            say("line {line}", line=line),
        )
    blank = re.sub(rb"[^\r\n]", b" ", plain.group())
    return data[:start] + blank + data[plain.end() :]


def looks_like_xml(data: bytes) -> bool:
    """Return whether the data begins like an XML document. This is cheap, for `recognizes`."""
    return data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<"


def walk(element: XmlElement) -> Iterator[XmlElement]:
    """Yield the element and all its descendants, in document order."""
    waiting = [element]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += reversed(one.children)
