"""Links: a position and its question in a URL, for the playground in the browser.

    share(board, "Mira", "goblin", "quest")    the link; a notebook shows it with its picture
    read_link(link)                            the position in it: a `SharedPosition`

Everything is in the fragment, after the `#`, which browsers do not send, so no data leaves the
user's machine. Invalid links raise an error with the reason.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sightline.answers.sight import Sight
from sightline.engine import trace
from sightline.errors import (
    FormatError,
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    SightlineError,
)
from sightline.formats import text
from sightline.formats.contract import Options
from sightline.formats.safe.safe_json import parse_json
from sightline.links import version1
from sightline.model.board import Board
from sightline.model.degree import NONE, TOTAL
from sightline.model.names import not_one_of
from sightline.model.numbers import short_repr
from sightline.model.place import Where, place
from sightline.rules.registry import RuleOrName, name_of, rule_from_dict
from sightline.rules.rule import Rule
from sightline.texts import as_text, say

__all__ = ["LOCAL", "SHOWS", "LinkClaim", "ShareLink", "SharedPosition", "read_link", "share"]

LOCAL = "http://127.0.0.1:8000/"
"""The address of a playground that `python -m http.server` serves on this machine."""
ADDRESS = "SIGHTLINE_PLAYGROUND"
"""The environment variable with the address of another playground."""
SHOWS = ("look", "field", "games")
"""What the playground shows first: one line of sight, a field, or a comparison of all games."""
USUAL_RULES: Mapping[str, str] = {"square": "corner", "hex": "hexray"}
_READERS = {"1": version1.unpack}
_KEYS = ("from", "to", "rule", "show", "says", "cover", "line")

Named = str | tuple[int, int]


@dataclass(frozen=True)
class LinkClaim:
    """The answer that a link claims, shown until the engine is loaded. It is not verified."""

    verdict: str
    degree: str = ""
    line: tuple[float, ...] = ()
    """The ends of the drawn line: x0, y0, x1, y1 in tiles."""


@dataclass(frozen=True)
class SharedPosition:
    """The content of a link, as `read_link` returns it.

    >>> from sightline import SquareBoard, read_link, share
    >>> position = read_link(share(SquareBoard(2, 3), (0, 0), (1, 2), "corner"))
    >>> position.target, position.show
    ((1, 2), 'look')
    """

    board: Board
    source: Named | None
    target: Named | None
    rule: Rule
    show: str = "look"
    claim: LinkClaim | None = None


class ShareLink(str):
    """A URL that opens a position in the playground. A notebook shows it with its picture."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return picture_and_link(self)


def link_under_picture(board: Board) -> str | None:
    """Return a picture of a board for notebooks, with its link.

    None if no playground is configured or the board is too large for a link.
    """
    if not os.environ.get(ADDRESS):
        return None
    try:
        return picture_and_link(share(board))
    except (LimitError, FormatError):
        return None


def picture_and_link(link: str) -> str:
    """Return HTML for notebooks: the picture of a link's position, and the link."""
    from html import escape

    from sightline.render import board_svg, sight_svg

    position = read_link(link)
    if position.source is None or position.target is None:
        picture = board_svg(position.board)
    else:
        look = trace(position.board, position.source, position.target, position.rule)
        picture = sight_svg(position.board, look)
    address = escape(str(link), quote=True)
    return f'{picture}<p><a href="{address}">Open in the playground</a></p>'


def share(
    board: Board,
    source: Where | None = None,
    target: Where | None = None,
    rule: RuleOrName | None = None,
    *,
    show: str = "look",
    address: str | None = None,
) -> ShareLink:
    """Return a link to this position and question, for the playground.

    The link contains the board, its figures, the rule and the question, after the `#`. `show` is
    what the playground shows first: the line of sight ("look"), the "field" of the source, or the
    comparison of all "games". `address` is the URL of the playground; the default is the
    environment variable SIGHTLINE_PLAYGROUND, or this machine, as `python -m http.server` serves
    it.

    A board that is too large for a link raises `LimitError`, an `At` above or below its ground
    `InvalidValueError`: place a figure there instead.

    >>> from sightline import SquareBoard, share
    >>> link = share(SquareBoard.from_text("A#B"), "A", "B", "center", address="https://a.org/")
    >>> link.startswith("https://a.org/#1."), len(link) < 80
    (True, True)
    """
    if not isinstance(board, Board):
        raise InvalidTypeError(f"board: expected a board, got {short_repr(board)}")
    if show not in SHOWS:
        raise InvalidValueError(not_one_of("show", SHOWS, show))
    if len(board.tiles()) > version1.MAX_TILES:
        raise LimitError(
            say(
                "link: expected a map of at most {most:,} tiles, got {n:,}: save it as a file"
                " and send that",
                most=version1.MAX_TILES,
                n=len(board.tiles()),
            )
        )
    judged = rule_from_dict(USUAL_RULES[board.grid.name] if rule is None else _plain(rule))
    ends = {"from": _named(board, source, "source"), "to": _named(board, target, "target")}
    question: dict[str, Any] = {key: end for key, end in ends.items() if end is not None}
    question["rule"] = _rule_word(judged)
    if show != "look":
        question["show"] = show
    if source is not None and target is not None and board.grid.name in judged.grids:
        question |= _claimed(trace(board, source, target, judged))
    line = json.dumps(question, ensure_ascii=False, separators=(",", ":"))
    fragment = f"1.{version1.pack(line, text.write(board).decode())}"
    return ShareLink(f"{_home(address)}#{fragment}")


def read_link(link: str) -> SharedPosition:
    """Return the position in a link, or in its fragment.

    An invalid link raises a `FormatError` that says what is wrong.

    >>> from sightline import SquareBoard, read_link, share
    >>> position = read_link(share(SquareBoard.from_text("A#B"), "A", "B", "center"))
    >>> print(position.board, position.source, position.target, position.rule.kind)
    A#B A B center
    """
    if not isinstance(link, str):
        raise InvalidTypeError(f"link: expected a text, got {short_repr(link)}")
    fragment = link.rpartition("#")[2].strip()
    version, dot, letters = fragment.partition(".")
    if not dot or not version.isascii() or not version.isdigit():
        raise FormatError(say("it holds no position: one begins with #1."), "link")
    if version not in _READERS:
        raise FormatError(
            say(
                "it is of version {got}, and {names} is known here: a newer playground reads it",
                got=short_repr(version),
                names=", ".join(_READERS),
            ),
            "link",
        )
    question, drawing = _READERS[version](letters)
    try:
        return _position(question, drawing)
    except FormatError as error:
        raise (
            error if error.place.startswith("link") else FormatError(as_text(error), "link")
        ) from None
    except (SightlineError, RecursionError, MemoryError) as error:
        raise FormatError(as_text(error) or say("it is too large"), "link") from None


# --- reading


def _position(question: str, drawing: str) -> SharedPosition:
    asked = parse_json(question.encode(), "question")
    if not isinstance(asked, dict):
        raise FormatError(say("expected a question, got {got}", got=short_repr(asked)))
    for key in asked:
        if key not in _KEYS:
            raise FormatError(not_one_of("word of a question", _KEYS, key))
    board = text.read(drawing.encode(), "link", Options()).board
    if len(board.tiles()) > version1.MAX_TILES:
        raise FormatError(
            say(
                "expected a map of at most {most:,} tiles, got {n:,}",
                most=version1.MAX_TILES,
                n=len(board.tiles()),
            )
        )
    rule = rule_from_dict(asked.get("rule", USUAL_RULES[board.grid.name]))
    show = asked.get("show", "look")
    if show not in SHOWS:
        raise FormatError(not_one_of("show", SHOWS, show))
    return SharedPosition(
        board,
        _end(board, asked.get("from"), "from"),
        _end(board, asked.get("to"), "to"),
        rule,
        show,
        _read_claim(asked),
    )


def _end(board: Board, asked: Any, what: str) -> Named | None:
    if asked is None:
        return None
    if isinstance(asked, list):
        asked = tuple(asked)
    if not isinstance(asked, str | tuple):
        raise FormatError(
            say(
                "{what}: expected a name or a position, got {got}", what=what, got=short_repr(asked)
            )
        )
    found = place(board, asked, what)
    return found.name if found.name is not None else (found.middle[0], found.middle[1])


def _read_claim(asked: Mapping[str, Any]) -> LinkClaim | None:
    verdict, degree, line = asked.get("says"), asked.get("cover", ""), asked.get("line", [])
    if verdict is None:
        return None
    if verdict not in ("visible", "hidden", "ambiguous"):
        raise FormatError(say("says: expected a verdict, got {got}", got=short_repr(verdict)))
    if not isinstance(degree, str) or len(degree) > 80:
        raise FormatError(say("cover: expected a word, got {got}", got=short_repr(degree)))
    is_line = isinstance(line, list) and len(line) in (0, 4)
    if not is_line or not all(isinstance(each, int | float) and abs(each) < 1e5 for each in line):
        raise FormatError(say("line: expected four numbers, got {got}", got=short_repr(line)))
    return LinkClaim(verdict, degree, tuple(map(float, line)))


# --- writing


def _plain(rule: RuleOrName) -> Any:
    return rule.to_dict() if isinstance(rule, Rule) else rule


def _rule_word(rule: Rule) -> Any:
    """Return the rule's name if it has one, which is short and stays valid if a pack
    is corrected.
    """
    return name_of(rule) or rule.to_dict()


def _named(board: Board, asked: Where | None, what: str) -> Any:
    if asked is None:
        return None
    found = place(board, asked, what)
    if found.name is not None:
        return found.name
    if found.body is not None and found.body[0] != board.ground_at(found.middle):
        raise InvalidValueError(
            f"{what}: a link has tiles on their ground, and {short_repr(asked)} is at another"
            " height; place a figure there and give its name"
        )
    return list(found.middle)


def _claimed(sight: Sight) -> dict[str, Any]:
    claim: dict[str, Any] = {"says": str(sight.verdict)}
    if sight.scale and sight.degree not in (NONE, TOTAL):
        claim["cover"] = str(sight.degree)
    if len(sight.line) > 1:
        ends = (sight.line[0], sight.line[-1])
        claim["line"] = [_short(float(each)) for end in ends for each in (end[0], end[1])]
    return claim


def _short(number: float) -> float | int:
    rounded = round(number, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def _home(address: str | None) -> str:
    given = address if address is not None else os.environ.get(ADDRESS) or LOCAL
    if not given.startswith(("https://", "http://", "file://", "/", ".")) or any(
        each.isspace() or each in '#<>"' for each in given
    ):
        raise InvalidValueError(
            f"address of the playground: expected one such as {LOCAL}, got {short_repr(given)}"
        )
    return given
