"""Links: a position and its question in an address, for the playground in the browser.

    share(board, "Mira", "goblin", "quest")    the link, which a notebook shows with its picture
    read_link(link)                            the position in it: a `SharedPosition`

Everything is in the fragment, after the `#`, which browsers do not send: nothing leaves the
reader's machine. What comes in is refused in words unless it is in order.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
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
from sightline.formats.safe_json import parse_json
from sightline.links import version1
from sightline.model.board import Board
from sightline.model.names import not_one_of
from sightline.model.numbers import shown
from sightline.model.place import Where, place
from sightline.model.values import dataclass
from sightline.rules.registry import GAMES, GEOMETRIC, RuleOrName, rule_from_dict
from sightline.rules.rule import Rule

__all__ = ["LOCAL", "SHOWS", "LinkClaim", "ShareLink", "SharedPosition", "read_link", "share"]

LOCAL = "http://127.0.0.1:8000/"
"""Where `python -m http.server` shows the playground on this machine."""
ADDRESS = "SIGHTLINE_PLAYGROUND"
"""The environment variable that names the playground of one's own."""
SHOWS = ("look", "field", "games")
"""What the playground shows first: one look, all that one sees, or the look by every game."""
USUAL_RULES: Mapping[str, str] = {"square": "one-card-dungeon", "hex": "hex"}
_READERS = {"1": version1.unpack}
_KEYS = ("from", "to", "rule", "show", "says", "cover", "line")

Named = str | tuple[int, int]


@dataclass(frozen=True)
class LinkClaim:
    """What a link says the answer is, to be shown until the engine is there. It proves nothing."""

    verdict: str
    degree: str = ""
    line: tuple[float, ...] = ()
    """x0, y0, x1, y1 in tile units, as they are drawn."""


@dataclass(frozen=True)
class SharedPosition:
    """What a link holds.

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
    """An address that opens a position in the playground; a notebook shows it with its picture."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return picture_and_link(self)


def link_under_picture(board: Board) -> str | None:
    """A board as notebooks show it, with its link; None where no playground is named, or the board
    is too large for a link: the picture alone is shown then."""
    if not os.environ.get(ADDRESS):
        return None
    try:
        return picture_and_link(share(board))
    except (LimitError, FormatError):
        return None


def picture_and_link(link: str) -> str:
    """What a notebook shows of a link: its picture, and the way to the playground."""
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
    """A link to this position and question, for the playground.

    The board, its figures, the rule and the question are all in it, after the `#`. `show` is what
    the reader sees first: the look, the `"field"` of the source, or the look by all `"games"`.
    `address` is where the playground is; without it what the environment variable
    SIGHTLINE_PLAYGROUND says, or else this machine, as `python -m http.server` serves it.

    A board that is too large for a link is a `LimitError`.

    >>> from sightline import SquareBoard, share
    >>> link = share(SquareBoard.from_text("A#B"), "A", "B", "quest", address="https://a.org/")
    >>> link.startswith("https://a.org/#1."), len(link) < 80
    (True, True)
    """
    if not isinstance(board, Board):
        raise InvalidTypeError(f"board: expected a board, got {shown(board)}")
    if show not in SHOWS:
        raise InvalidValueError(not_one_of("show", SHOWS, show))
    if len(board.tiles()) > version1.MAX_TILES:
        raise LimitError(
            f"link: expected a map of at most {version1.MAX_TILES:,} tiles, got"
            f" {len(board.tiles()):,}: save it as a file and send that"
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
    """The position in a link, or in its fragment alone.

    Anything that is not in order is a `FormatError` that says what is wrong, whoever wrote it.

    >>> from sightline import SquareBoard, read_link, share
    >>> position = read_link(share(SquareBoard.from_text("A#B"), "A", "B", "quest"))
    >>> print(position.board, position.source, position.target, position.rule.kind)
    A#B A B center
    """
    if not isinstance(link, str):
        raise InvalidTypeError(f"link: expected a text, got {shown(link)}")
    fragment = link.rpartition("#")[2].strip()
    version, dot, letters = fragment.partition(".")
    if not dot or not version.isascii() or not version.isdigit():
        raise FormatError("there is no position in it: one begins with #1.", "link")
    if version not in _READERS:
        raise FormatError(
            f"it is of version {shown(version)}, and {', '.join(_READERS)} is known here: a newer"
            " playground reads it",
            "link",
        )
    question, drawing = _READERS[version](letters)
    try:
        return _position(question, drawing)
    except FormatError as error:
        raise error if error.place.startswith("link") else FormatError(str(error), "link") from None
    except (SightlineError, RecursionError, MemoryError) as error:
        raise FormatError(str(error) or "it is too large", "link") from None


# --- reading


def _position(question: str, drawing: str) -> SharedPosition:
    asked = parse_json(question.encode(), "question")
    if not isinstance(asked, dict):
        raise FormatError(f"expected a question, got {shown(asked)}")
    for key in asked:
        if key not in _KEYS:
            raise FormatError(not_one_of("word of a question", _KEYS, key))
    board = text.read(drawing.encode(), "link", Options()).board
    if len(board.tiles()) > version1.MAX_TILES:
        raise FormatError(
            f"expected a map of at most {version1.MAX_TILES:,} tiles, got {len(board.tiles()):,}"
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
        raise FormatError(f"{what}: expected a name or a position, got {shown(asked)}")
    found = place(board, asked, what)
    return found.name if found.name is not None else (found.middle[0], found.middle[1])


def _read_claim(asked: Mapping[str, Any]) -> LinkClaim | None:
    verdict, degree, line = asked.get("says"), asked.get("cover", ""), asked.get("line", [])
    if verdict is None:
        return None
    if verdict not in ("visible", "hidden", "ambiguous"):
        raise FormatError(f"says: expected a verdict, got {shown(verdict)}")
    if not isinstance(degree, str) or len(degree) > 80:
        raise FormatError(f"cover: expected a word, got {shown(degree)}")
    is_line = isinstance(line, list) and len(line) in (0, 4)
    if not is_line or not all(isinstance(each, int | float) and abs(each) < 1e5 for each in line):
        raise FormatError(f"line: expected four numbers, got {shown(line)}")
    return LinkClaim(verdict, degree, tuple(map(float, line)))


# --- writing


def _plain(rule: RuleOrName) -> Any:
    return rule.to_dict() if isinstance(rule, Rule) else rule


def _rule_word(rule: Rule) -> Any:
    """Its name where it has one: that is short, and stays true when a pack is corrected."""
    plain = rule.to_dict()
    if plain.get("pack") in GAMES:
        return plain["pack"]
    return next((name for name, each in GEOMETRIC.items() if each == rule), plain)


def _named(board: Board, asked: Where | None, what: str) -> Any:
    if asked is None:
        return None
    found = place(board, asked, what)
    return found.name if found.name is not None else list(found.middle)


def _claimed(sight: Sight) -> dict[str, Any]:
    claim: dict[str, Any] = {"says": str(sight.verdict)}
    if sight.degree and sight.degree not in ("none", "total"):
        claim["cover"] = sight.degree
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
            f"address of the playground: expected one such as {LOCAL}, got {shown(given)}"
        )
    return given
