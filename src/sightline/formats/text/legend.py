"""The legend of a drawn map: the meaning of its symbols, and everything that a drawing cannot show.

S: hero "Sir Osric"                    a symbol of the drawing
~: cover 1/2 height -1
w: light-woods                         the terrain of a tile
figure: "ghost" at 0,3 size 2x2 see-through
edge closed door: 0,0|0,1 1,0|1,1
edge one-way wall: 0,0|0,1             stops lines from the first to the second
free limited wall: 0.5,1 2.25,3 4,1/3
cover 0.5: 0,1 0,2
terrain low: 0,1 0,2
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS, Report
from sightline.formats.counts import count
from sightline.formats.safe.safe_json import show
from sightline.formats.shared.exact_numbers import exact_word, parse_exact
from sightline.formats.shared.figure_limits import FigurePlacer
from sightline.formats.text.drawing import BLANK, Coordinates, DrawnGround, parse_pair
from sightline.formats.text.source import Source, Token
from sightline.model.board import Board
from sightline.model.figure import KINDS, OTHER_NAMES, as_side, kind_called
from sightline.model.hexagon import HexBoard
from sightline.model.light import BRIGHTNESSES
from sightline.model.numbers import UNIT, Span
from sightline.model.parts.heights import At
from sightline.model.parts.terrain import COMMON, check_kind
from sightline.model.threshold import (
    CODES,
    FIRST_SEEN_THROUGH,
    STOP_SETS,
    Door,
    Gate,
    Threshold,
    Wall,
    as_stops,
    with_span,
    with_stops,
)
from sightline.texts import as_text, say

COMMENT = "//"
THRESHOLDS: dict[str, Threshold] = {
    **{str(each): each for each in CODES[:FIRST_SEEN_THROUGH] if each and each.one_way != "back"},
    **{name: Wall(stops=stops) for name, stops in STOP_SETS.items()},
    "door": Door(),
    "gate": Gate(),
}
_TWO_WORDS = {kind.partition(" ")[0] for kind in KINDS if " " in kind}
"""The first words of kinds that consist of two words."""

_SYMBOL_LINE = re.compile(r"(\S)\s*:(?=\s|$)")
_STATEMENT_LINE = re.compile(r"([a-z]+)\b([^:\"]*):")
_SIZE = re.compile(r"([0-9]{1,2})(?:x([0-9]{1,2}))?", re.ASCII)


@dataclass
class Entry:
    """The parsed words of one symbol, or of one `figure:` line."""

    line: int
    is_figure: bool = False
    name: str | None = None
    kind: str = "figure"
    size: tuple[int, int] | None = None
    blocks_sight: bool | None = None
    at: Coordinates | None = None
    solid: bool = False
    floor: bool = False
    threshold: Threshold | None = None
    """A door or gate that is drawn as a tile."""
    cover: Fraction | None = None
    height: Fraction | None = None
    terrain: str | None = None
    side: str | None = None
    facing: str = ""
    elevation: Fraction | None = None
    """The height of a figure's feet."""
    tall: Fraction = Fraction(1)

    @property
    def has_ground(self) -> bool:
        """Whether it describes the tile itself."""
        if self.solid or self.floor or self.terrain is not None:
            return True
        return self.cover is not None or self.height is not None

    @property
    def is_plain(self) -> bool:
        """Whether it describes only rock or floor."""
        if self.is_figure or self.threshold is not None or self.terrain is not None:
            return False
        return (self.solid or self.floor) and self.cover is self.height is None


@dataclass
class Legend:
    """The lines after the drawing, in order."""

    symbols: dict[str, Entry] = field(default_factory=dict)
    statements: list[tuple[str, list[Token], list[Token]]] = field(default_factory=list)
    """Tuples of a keyword, the words before the colon (including the keyword), and the words
    after it.
    """
    is_classic: bool = False
    """Whether it is drawn as in roguelike games: letters are figures of one tile, other
    symbols lie on floor.
    """
    unsaid: frozenset[str] = frozenset()
    """Symbols with a default meaning, which may be missing in the drawing."""
    rule: dict[str, Any] | None = None
    rulings: list[dict[str, Any]] = field(default_factory=list)

    def ground(self) -> DrawnGround:
        """Return the symbols that stand only for rock, and those that stand only for floor."""
        plain = {symbol: entry for symbol, entry in self.symbols.items() if entry.is_plain}
        usual = DrawnGround()
        return DrawnGround(
            usual.solid - self.symbols.keys() | {each for each in plain if plain[each].solid},
            usual.floor - self.symbols.keys() | {each for each in plain if plain[each].floor},
            BLANK in self.symbols,
        )


# --- reading the lines --------------------------------------------------------------------------


def read_legend(source: Source, start: int) -> Legend:
    legend = Legend()
    for line in range(start, len(source.lines)):
        text = source.lines[line]
        if not text or text.startswith(COMMENT):
            continue
        symbol = _SYMBOL_LINE.match(text)
        statement = _STATEMENT_LINE.match(text)
        if symbol:
            _read_symbol(source, legend, symbol[1], line, symbol.end())
        elif statement and statement[1] == "blank" and not statement[2]:
            _read_symbol(source, legend, BLANK, line, statement.end())
        elif statement:
            _read_statement(source, legend, statement, line)
        else:
            raise source.error(
                line,
                0,
                say("expected a symbol or one of {names}, then ':'", names=", ".join(_STATEMENTS)),
            )
    return legend


def is_of_legend(text: str) -> bool:
    """Return whether this line could belong to a legend."""
    statement = _STATEMENT_LINE.match(text)
    known = statement is not None and statement[1] in (*_STATEMENTS, "blank")
    return known or text.startswith(COMMENT) or _SYMBOL_LINE.match(text) is not None


def _read_symbol(source: Source, legend: Legend, symbol: str, line: int, start: int) -> None:
    if symbol in legend.symbols:
        called = say("blank") if symbol == BLANK else repr(symbol)
        raise source.error(line, 0, say("{called} is in the legend twice", called=called))
    tokens = source.tokens(line, start)
    entry = _read_tile(" ".join(token.text for token in tokens), line)
    if entry is None:
        entry = read_entry(source, tokens, line)
        entry.is_figure = entry.is_figure or not entry.has_ground
    if entry.at is not None:
        raise source.error(line, 0, say("a symbol stands where it is drawn; leave out 'at'"))
    legend.symbols[symbol] = entry


def _read_tile(words: str, line: int) -> Entry | None:
    """Return the entry of a wall, door or gate that fills a tile, or None for other words."""
    threshold = THRESHOLDS.get(words)
    if words == "wall":
        return Entry(line, solid=True)
    if isinstance(threshold, (Door, Gate)) and not threshold.limited and not threshold.one_way:
        return Entry(line, threshold=threshold)
    return None


def read_entry(source: Source, tokens: list[Token], line: int) -> Entry:
    """Parse the words that describe a figure or the ground, in any order."""
    entry = Entry(line)
    waiting = iter(tokens)

    def operand(word: Token, what: str) -> Token:
        found = next(waiting, None)
        if found is None:
            raise source.error_at(
                word,
                say("expected {what} after {got}, got nothing", what=what, got=repr(word.text)),
            )
        return found

    for token in waiting:
        word = token.text
        ground = word in ("solid", "floor", "cover", "height", "terrain") or word in COMMON
        entry.is_figure = entry.is_figure or not ground
        if token.is_quoted:
            entry.name = source.unquoted(token)
        elif word in KINDS or word in OTHER_NAMES:
            entry.kind = kind_called(word)
        elif word in _TWO_WORDS:
            rest = operand(token, say("the rest of the kind"))
            with source.blamed_on(token):
                entry.kind = kind_called(f"{word} {rest.text}")
        elif word == "size":
            entry.size = _read_size(source, operand(token, say("a size")))
        elif word == "at":
            entry.at = read_position(source, operand(token, say("a position")))
        elif word in ("blocks", "see-through"):
            entry.blocks_sight = word == "blocks"
        elif word in ("solid", "floor"):
            entry.solid = entry.solid or word == "solid"
            entry.floor = entry.floor or word == "floor"
            if entry.solid and entry.floor:
                raise source.error_at(token, say("a tile is solid or floor, not both"))
        elif word == "cover":
            entry.cover = read_number(source, operand(token, say("a number")))
        elif word == "height":
            entry.height = read_number(source, operand(token, say("a number")))
        elif word == "terrain" or word in COMMON:
            kind = operand(token, say("a kind of terrain")) if word == "terrain" else token
            if entry.terrain is not None:
                raise source.error_at(
                    kind,
                    say(
                        "a tile has one terrain, got {first} and {second}",
                        first=repr(entry.terrain),
                        second=show(kind.text),
                    ),
                )
            with source.blamed_on(kind):
                check_kind(kind.text)
            entry.terrain = kind.text
        elif word == "side":
            side = operand(token, say("a side"))
            with source.blamed_on(side):
                entry.side = as_side(source.unquoted(side) if side.is_quoted else side.text)
        elif word == "elevation":
            entry.elevation = read_number(source, operand(token, say("a number")))
        elif word == "tall":
            entry.tall = read_number(source, operand(token, say("a number")))
        elif word == "facing":
            entry.facing = operand(token, say("a direction")).text
        else:
            raise source.error_at(
                token,
                say(
                    "unknown word {got}; expected a name in quotes, a kind ({names}), size, side,"
                    " facing, elevation, tall, blocks, see-through, solid, floor, cover, height,"
                    " terrain or one of {kinds}",
                    got=show(word),
                    names=", ".join(KINDS),
                    kinds=", ".join(COMMON),
                ),
            )
    return entry


def _read_size(source: Source, token: Token) -> tuple[int, int]:
    match = _SIZE.fullmatch(token.text)
    if match is None:
        raise source.error_at(
            token,
            say("expected a size such as 2x3 (rows x columns), got {got}", got=show(token.text)),
        )
    return int(match[1]), int(match[2] or match[1])


def read_position(source: Source, token: Token) -> Coordinates:
    try:
        return parse_pair(token.text)
    except FormatError as error:
        raise source.error_at(token, as_text(error)) from None


def read_number(source: Source, token: Token) -> Fraction:
    try:
        return parse_exact(token.text, "")
    except FormatError as error:
        raise source.error_at(token, as_text(error)) from None


def _read_statement(source: Source, legend: Legend, found: re.Match[str], line: int) -> None:
    keyword = found[1]
    if keyword in ("rule", "ruling"):
        rest = found.string[found.end() :].strip()
        column = len(found.string) - len(rest)
        if keyword == "rule" and re.fullmatch(r"[a-z][a-z0-9-]*", rest):
            plain: Any = {"rule": rest}
        else:
            plain = source.json(rest, line, column)
        if not isinstance(plain, dict):
            raise source.error(line, column, say("expected {...}, got {got}", got=show(plain)))
        if keyword == "ruling":
            legend.rulings.append(plain)
        elif legend.rule is None:
            legend.rule = plain
        else:
            raise source.error(line, 0, say("the rule is given twice"))
    elif keyword in _STATEMENTS:
        before = source.tokens(line, 0, found.end() - 1)
        legend.statements.append((keyword, before, source.tokens(line, found.end())))
    else:
        raise source.error(
            line,
            0,
            say(
                "unknown keyword {got}; expected one of {names}",
                got=show(keyword),
                names=", ".join(_STATEMENTS),
            ),
        )


# --- onto the board -----------------------------------------------------------------------------


def apply_statements(source: Source, legend: Legend, placer: FigurePlacer, report: Report) -> None:
    """Apply everything in the legend except its symbols."""
    apply = _Apply(source, placer, report)
    for keyword, before, after in legend.statements:
        _STATEMENTS[keyword](apply, before, after)
    apply.add_floors()
    if apply.rounded:
        report.changed.append(
            say(
                "{things} moved to the nearest 1/{unit:,} of a tile",
                things=count(apply.rounded, "end of a free wall", "ends of free walls"),
                unit=UNIT,
            )
        )


class _Apply:
    """Applies the statements of a legend, with one method per keyword."""

    def __init__(self, source: Source, placer: FigurePlacer, report: Report) -> None:
        self.source, self.placer, self.report = source, placer, report
        self.board: Board = placer.board
        self.rounded = self.segments = 0
        self.floors: dict[str, tuple[Fraction, list[Coordinates], Token]] = {}

    def figure(self, before: list[Token], after: list[Token]) -> None:
        self._no_more_words(before, 1)
        entry = read_entry(self.source, after, before[0].line)
        if entry.name is None or entry.at is None:
            raise self.source.error_at(before[0], say('expected: figure: "name" at 3,4 ...'))
        if entry.has_ground:
            raise self.source.error_at(
                before[0], say("a figure has no solid, floor, cover, height or terrain")
            )
        with self.source.blamed_on(before[0]):
            self.placer.place(
                "",
                entry.name,
                entry.at,
                size=entry.size,
                blocks_sight=entry.blocks_sight,
                kind=entry.kind,
                side=entry.side,
                facing=entry.facing,
                elevation=entry.elevation,
                height=entry.tall,
            )

    def solid(self, before: list[Token], after: list[Token]) -> None:
        self._no_more_words(before, 1)
        for token in after:
            with self.source.blamed_on(token):
                self.board.set_solid(read_position(self.source, token))

    def terrain(self, before: list[Token], after: list[Token]) -> None:
        if len(before) < 2:
            raise self.source.error_at(before[0], say("expected: terrain low: 3,4 ..."))
        self._no_more_words(before, 2)
        for token in after:
            with self.source.blamed_on(token):
                self.board.set_terrain(read_position(self.source, token), before[1].text)

    def cover(self, before: list[Token], after: list[Token]) -> None:
        board = self._hex_board(before[0])
        self._measure(board.set_cover, before, after)

    def height(self, before: list[Token], after: list[Token]) -> None:
        self._measure(self.board.set_elevation, before, after)

    def floor(self, before: list[Token], after: list[Token]) -> None:
        if len(before) != 2 or not after or not after[0].is_quoted:
            raise self.source.error_at(before[0], say('expected: floor 3: "gallery" 0,0 0,1 ...'))
        name, height = self.source.unquoted(after[0]), read_number(self.source, before[1])
        there = self.floors.setdefault(name, (height, [], before[0]))
        if there[0] != height:
            raise self.source.error_at(
                before[1],
                say(
                    "floor {got} is at {height} in line {line}; a floor has one height",
                    got=show(name),
                    height=exact_word(there[0]),
                    line=there[2].line + 1,
                ),
            )
        for token in after[1:]:
            with self.source.blamed_on(token):
                tile = read_position(self.source, token)
                self.board.position(tile)
            there[1].append(tile)

    def add_floors(self) -> None:
        """Add the floors. Their statements may extend over several lines."""
        for name, (height, tiles, token) in self.floors.items():
            with self.source.blamed_on(token):
                self.board.add_floor(height, tiles, name)

    def _measure(
        self, put: Callable[[Coordinates, Fraction], None], before: list[Token], after: list[Token]
    ) -> None:
        if len(before) < 2:
            raise self.source.error_at(
                before[0], say("expected: {text} 0.5: 3,4 ...", text=before[0].text)
            )
        self._no_more_words(before, 2)
        value = read_number(self.source, before[1])
        for token in after:
            with self.source.blamed_on(token):
                put(read_position(self.source, token), value)

    def edge(self, before: list[Token], after: list[Token]) -> None:
        threshold = self._threshold(before)
        for token in after:
            first, bar, second = token.text.partition("|")
            if not bar:
                raise self.source.error_at(
                    token,
                    say("expected two neighbors such as 0,0|0,1, got {got}", got=show(token.text)),
                )
            with self.source.blamed_on(token):
                self.board.set_edge(parse_pair(first), parse_pair(second), threshold)

    def free(self, before: list[Token], after: list[Token]) -> None:
        threshold = self._threshold(before)
        if len(after) < 2:
            raise self.source.error_at(
                before[0], say("expected at least two points such as 0.5,1 2,3")
            )
        self.segments += len(after) - 1
        if self.segments > MAX_SEGMENTS:
            raise self.source.error_at(
                before[0], say("more than {most:,} free walls", most=MAX_SEGMENTS)
            )
        points = [self._point(token) for token in after]
        for (start, end), token in zip(pairwise(points), after, strict=False):
            with self.source.blamed_on(token):
                self.board.add_wall(start, end, threshold)

    def ambient(self, before: list[Token], after: list[Token]) -> None:
        self._no_more_words(before, 1)
        if len(after) != 1:
            raise self.source.error_at(
                before[0],
                say("expected: ambient: and one of {names}", names=", ".join(BRIGHTNESSES)),
            )
        with self.source.blamed_on(after[0]):
            self.board.ambient = after[0].text  # type: ignore[assignment]  # it is checked there

    def light(self, before: list[Token], after: list[Token]) -> None:
        lifted = len(before) == 5 and before[3].text == "elevation"
        if not (lifted or len(before) == 3) or not after:
            raise self.source.error_at(
                before[0],
                say(
                    'expected the bright and the dim radius: light 4 8: 3,4 "Mira" ..., or with a'
                    " height: light 4 8 elevation 3: 3,4"
                ),
            )
        bright, dim = (read_number(self.source, token) for token in before[1:3])
        elevation = read_number(self.source, before[4]) if lifted else None
        for token in after:
            with self.source.blamed_on(token):
                holder: Any = self.source.unquoted(token) if token.is_quoted else None
                if lifted and holder:
                    raise self.source.error_at(
                        token,
                        say("a light with a figure is where the figure is: leave elevation out"),
                    )
                where = holder or read_position(self.source, token)
                self.board.add_light(
                    At(where, elevation=elevation) if lifted else where, bright, dim
                )

    def _point(self, token: Token) -> tuple[Fraction, Fraction]:
        parts = token.text.split(",")
        if len(parts) != 2:
            raise self.source.error_at(
                token, say("expected a point such as 0.5,1/3, got {got}", got=show(token.text))
            )
        with self.source.blamed_on(token):
            x, y = (parse_exact(part, "") for part in parts)
        self.rounded += UNIT % x.denominator != 0 or UNIT % y.denominator != 0
        return x, y

    def _threshold(self, before: list[Token]) -> Threshold:
        before, span = self._span(before)
        words, _, stopped = " ".join(token.text for token in before[1:]).partition(" that stops ")
        if words not in THRESHOLDS:
            raise self.source.error_at(
                before[-1],
                say(
                    "expected one of {names}, got {got}",
                    names=", ".join(THRESHOLDS),
                    got=show(words),
                ),
            )
        with self.source.blamed_on(before[0]):
            threshold = with_span(THRESHOLDS[words], span)
            if not stopped:
                return threshold
            named = [] if stopped == "nothing" else stopped.replace(" and ", ", ").split(", ")
            return with_stops(threshold, as_stops(named))

    def _span(self, before: list[Token]) -> tuple[list[Token], Span]:
        """Split off `bottom 1` and `top 2` from the end: return the other words and the two
        heights.
        """
        found: dict[str, Fraction] = {}
        while len(before) > 2 and before[-2].text in ("bottom", "top"):
            found[before[-2].text] = read_number(self.source, before[-1])
            before = before[:-2]
        return before, (found.get("bottom"), found.get("top"))

    def _hex_board(self, token: Token) -> HexBoard:
        return hex_board(self.source, self.board, token.line)

    def _no_more_words(self, before: list[Token], count: int) -> None:
        if len(before) > count:
            raise self.source.error_at(before[count], say("expected ':' here"))


_STATEMENTS: dict[str, Any] = {
    "figure": _Apply.figure,
    "solid": _Apply.solid,
    "terrain": _Apply.terrain,
    "cover": _Apply.cover,
    "height": _Apply.height,
    "floor": _Apply.floor,
    "edge": _Apply.edge,
    "free": _Apply.free,
    "ambient": _Apply.ambient,
    "light": _Apply.light,
    "rule": None,  # plain data, which was stored when the lines were read
    "ruling": None,
}


def hex_board(source: Source, board: Board, line: int) -> HexBoard:
    if not isinstance(board, HexBoard):
        raise source.error(line, 0, say("only hexes have cover"))
    return board
