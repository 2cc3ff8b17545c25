"""One decision of a game master, as an object and as plain data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sightline.answers.explain import cover_name
from sightline.answers.sight import Ruled, Sight
from sightline.errors import InvalidTypeError, InvalidValueError, SightlineError
from sightline.model.board import Board
from sightline.model.cell import HEX, SQUARE, Grid, Hex, Point, Tile, hex_distance, tile_name
from sightline.model.numbers import pair, short_repr, to_height, yes_or_no
from sightline.packs.reading import game_of
from sightline.rulings.surroundings import (
    KINDS,
    Facts,
    Reach,
    differences,
    facts,
    holds_one_way,
    lifts_of,
)
from sightline.texts import say, word

MAX_NAME, MAX_WHY = 200, 2000
"""The maximum lengths of the author's name and of the reason."""
GRIDS: dict[str, Grid] = {"square": SQUARE, "hex": HEX}

IN_FORCE, LAPSED, REPLACED, UNDONE, KEPT = "in force", "lapsed", "replaced", "undone", "kept"


@dataclass(frozen=True, slots=True)
class Undone:
    """Who undid a ruling, why and when."""

    by: str
    why: str
    when: str


@dataclass(frozen=True)
class Ruling:
    """A game master's decision on one line of sight, with the surroundings that it depends on.

    It applies in both directions, unless a one-way wall matters there or the game is not symmetric.
    """

    visible: bool
    by: str
    why: str
    when: str
    rule: Mapping[str, Any]
    """The rule and its settings, as plain data."""
    names: tuple[str | None, str | None]
    """The figures at both ends, if the question named them. The ruling is then about
    these figures.
    """
    verdict: str
    """The verdict of the rule itself, which the ruling replaces."""
    contact: str | None
    reach: Reach = field(repr=False)
    facts: Facts = field(repr=False)
    one_way: bool = False
    """Whether it applies only from its first end to its second."""
    degree: str = ""
    """With a rule pack, the degree of cover that was ruled; "" if only sight was ruled."""
    number: int = 0
    undone: Undone | None = None
    status: str = KEPT
    """"in force", "lapsed", "replaced" (by a later ruling on the same pair) or "undone"; "kept" if
    it was not compared with a board.
    """
    because: str = ""
    """The reason why it is not in force."""

    @property
    def ends(self) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
        """The tiles of both ends."""
        return self.reach.source, self.reach.target

    @property
    def tiles_key(self) -> tuple[Any, ...]:
        """A key that is equal for two rulings between the same tiles by the same
        rule, at any heights.
        """
        return look_key(self.reach.grid, self.rule, *self.ends, one_way=self.one_way)

    @property
    def key(self) -> tuple[Any, ...]:
        """A key that is equal for two rulings on the same pair by the same rule."""
        lifts = zip(map(frozenset, self.ends), self.reach.lifts, strict=True)
        return self.tiles_key, frozenset(lifts)

    def is_about(self, board: Board, sight: Sight) -> bool:
        """Return whether an answer is about the same pair: the same figures, or the same heights.

        The caller knows already that the tiles are the same.
        """
        ends = zip(map(frozenset, self.ends), self.names, self.reach.lifts, strict=True)
        ruled = {tiles: (name, lift) for tiles, name, lift in ends}
        for where, lift in zip((sight.source, sight.target), lifts_of(board, sight), strict=True):
            name, height = ruled[frozenset(where.tiles)]
            if lift != height and (name is None or name != where.name):
                return False
        return True

    @property
    def fingerprint(self) -> str:
        """A hash of everything that the ruling depends on: rule, ends, and surroundings."""
        content = self.to_plain()
        belongs_to = {name: content[name] for name in ("grid", "rule", "ends", "facts")}
        return hashlib.sha256(canonical(belongs_to).encode()).hexdigest()

    def as_ruled(self) -> Ruled:
        """Return the ruling in the form that answers contain."""
        return Ruled(self.visible, self.by, self.why, self.when, self.degree)

    def changes(self, board: Board) -> Iterator[str]:
        """Yield the differences between this board and the one that was ruled on, in words.

        There are none if the ruling still applies.
        """
        grid = self.reach.grid
        if board.grid.name != grid:
            yield say(
                "it was made on a {old} board, and this is a {new} board",
                old=word(grid),
                new=word(board.grid.name),
            )
            return
        off = [tile for end in self.ends for tile in end if tile not in board]
        if off:
            yield say("{tile} is off this board", tile=tile_name(grid, off[0]))
            return
        for name, tiles in zip(self.names, self.ends, strict=True):
            if name is not None and name not in board.names_at(tiles[0]):
                yield say(
                    "{name} is no longer at {tile}", name=name, tile=tile_name(grid, tiles[0])
                )
            elif name is not None and set(board.figure(name).tiles) != set(tiles):
                yield say("{name} now covers other tiles", name=name)
        try:
            now = _facts(board, self.rule, self.reach, self.names)
        except SightlineError as error:  # an unknown game
            yield str(error).partition("\n")[0]
            return
        yield from differences(grid, self.facts, now)

    def __str__(self) -> str:
        one, other = (
            name or tile_name(self.reach.grid, tiles[0]) + (f" at height {lift}" if lift else "")
            for name, tiles, lift in zip(self.names, self.ends, self.reach.lifts, strict=True)
        )
        verb = "see" if self.visible else "do not see"
        said = f"{one} and {other} {verb} each other"
        if self.one_way:
            said = f"{one} {'sees' if self.visible else 'does not see'} {other}, this way only"
        if self.degree and self.visible:
            said += f", with {cover_name(self.degree)}"
        why = f": {self.why}" if self.why else ""
        because = f" ({self.because})" if self.because else ""
        return f"{self.number}. {said}, by {self.by} on {self.when}{why} [{self.status}{because}]"

    # --- as plain data

    def to_plain(self) -> dict[str, Any]:
        """Return everything except the number and the status, as data for JSON."""
        return {
            **({"one_way": True} if self.one_way else {}),
            **({"degree": self.degree} if self.degree else {}),
            **({"parts": True} if self.reach.parts else {}),
            "grid": self.reach.grid,
            "ends": [
                {
                    "name": name,
                    "tiles": [list(tile) for tile in tiles],
                    **({"elevation": lift} if lift else {}),
                }
                for name, tiles, lift in zip(self.names, self.ends, self.reach.lifts, strict=True)
            ],
            "rule": dict(self.rule),
            "verdict": self.verdict,
            "contact": self.contact,
            "visible": self.visible,
            "by": self.by,
            "why": self.why,
            "when": self.when,
            "starts": [list(point) for point in self.reach.starts],
            "stops": [list(point) for point in self.reach.ends],
            "rays": [[list(tile) for tile in ray] for ray in self.reach.rays],
            "facts": [[kind, list(at), state] for (kind, at), state in sorted(self.facts.items())],
        }


def new_ruling(
    board: Board,
    sight: Sight,
    reach: Reach,
    *,
    visible: bool,
    by: str,
    why: str,
    when: str,
    degree: str = "",
) -> Ruling:
    """Return a ruling on an answer, with the current surroundings."""
    turned = reach.source != sight.source.tiles
    first, second = (sight.target, sight.source) if turned else (sight.source, sight.target)
    names = (first.name, second.name)
    return Ruling(
        visible=yes_or_no(visible, "visible"),
        by=short_text(by, "by", MAX_NAME, needed=True),
        why=short_text(why, "why", MAX_WHY),
        when=when,
        rule=dict(sight.rule),
        names=names,
        verdict=str(sight.verdict),
        contact=None if sight.contact is None else str(sight.contact),
        reach=reach,
        facts=_facts(board, sight.rule, reach, names),
        one_way=holds_one_way(sight),
        degree=degree,
    )


def _facts(
    board: Board, rule: Mapping[str, Any], reach: Reach, names: tuple[str | None, str | None]
) -> Facts:
    """Return the facts that the ruling depends on.

    For a game these are the ones that its pack mentions.
    """
    game = game_of(rule)
    if game is None:
        return facts(board, reach)
    from sightline.rulings.pack_surroundings import pack_facts

    return pack_facts(board, reach, game, names)


NEWER_SETTINGS = {"target_edge_blocks": True, "large": "tiles"}
"""Settings that older rulings do not contain, with the value that they had then.
Those rulings still apply.
"""


def look_key(
    grid: str, rule: Mapping[str, Any], *ends: tuple[Tile, ...], one_way: bool = False
) -> tuple[Any, ...]:
    """Return a key for a pair and a rule: the same for both directions, unless the
    ruling is one-way.
    """
    as_ever = {name: value for name, value in rule.items() if NEWER_SETTINGS.get(name) != value}
    both = map(frozenset, ends)
    return grid, canonical(as_ever), tuple(both) if one_way else frozenset(both)


def canonical(plain: Any) -> str:
    """Return JSON text that is the same for equal data."""
    return json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# --- reading data of unknown origin


def ruling_from_plain(plain: Any) -> Ruling:
    """Return the ruling that `to_plain` wrote, or raise an error that says what is wrong."""
    data = _table(plain, "ruling")
    grid_name = _one_of(data.get("grid"), "grid", tuple(GRIDS))
    grid = GRIDS[grid_name]
    ends = [_table(end, "end") for end in _listed(data.get("ends"), "ends")]
    if len(ends) != 2:
        raise InvalidValueError(say("ends: expected two, got {n}", n=len(ends)))
    source, target = (_tiles(grid, end.get("tiles"), "tiles of an end") for end in ends)
    names = [None if end.get("name") is None else _name(end["name"]) for end in ends]
    contact = data.get("contact")
    return Ruling(
        visible=yes_or_no(data.get("visible"), "visible"),
        by=short_text(data.get("by"), "by", MAX_NAME, needed=True),
        why=short_text(data.get("why"), "why", MAX_WHY),
        when=short_text(data.get("when"), "when", MAX_NAME, needed=True),
        rule=dict(_table(data.get("rule"), "rule")),
        names=(names[0], names[1]),
        verdict=_name(data.get("verdict")),
        contact=None if contact is None else _name(contact),
        reach=Reach(
            grid_name,
            source,
            target,
            _points(grid, data.get("starts"), source, "starts"),
            _points(grid, data.get("stops"), target, "stops"),
            tuple(_ray(ray, source, target) for ray in _listed(data.get("rays"), "rays")),
            yes_or_no(data.get("parts", False), "parts"),
            (_lift(ends[0].get("elevation", "")), _lift(ends[1].get("elevation", ""))),
        ),
        facts=dict(_fact(each) for each in _listed(data.get("facts"), "facts")),
        one_way=yes_or_no(data.get("one_way", False), "one_way"),
        degree=short_text(data.get("degree", ""), "degree", MAX_NAME),
    )


def undone_from_plain(plain: Any) -> Undone:
    data = _table(plain, "undone")
    return Undone(
        short_text(data.get("by"), "by", MAX_NAME, needed=True),
        short_text(data.get("why"), "why", MAX_WHY),
        short_text(data.get("when"), "when", MAX_NAME, needed=True),
    )


def short_text(value: Any, what: str, limit: int, *, needed: bool = False) -> str:
    """Return `value` as a text that a file can store, or raise an error that names `what`."""
    if not isinstance(value, str):
        raise InvalidTypeError(f"{what}: expected a text, got {short_repr(value)}")
    if needed and not value.strip():
        raise InvalidValueError(say("{what}: expected a text, got an empty one", what=what))
    if len(value) > limit:
        raise InvalidValueError(
            say(
                "{what}: expected at most {most} characters, got {n}",
                what=what,
                most=limit,
                n=len(value),
            )
        )
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidValueError(
            say("{what}: expected whole characters, got {got}", what=what, got=short_repr(value))
        ) from None
    return value


def _name(value: Any) -> str:
    return short_text(value, "name", MAX_WHY, needed=True)


def _lift(value: Any) -> str:
    """Return a height in the form that `to_plain` writes, or "" for none."""
    text = short_text(value, "elevation", MAX_NAME)
    try:
        if not text or str(to_height(Fraction(text), "elevation")) == text:
            return text
    except (ValueError, ZeroDivisionError):
        pass
    raise InvalidValueError(
        say("elevation: expected a height such as '5/2', got {got}", got=short_repr(value))
    )


def _one_of(value: Any, what: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise InvalidValueError(
            say(
                "{what}: expected one of {names}, got {got}",
                what=what,
                names=", ".join(allowed),
                got=short_repr(value),
            )
        )
    return str(value)


def _table(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidTypeError(f"{what}: expected a table, got {short_repr(value)}")
    return value


def _listed(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidTypeError(f"{what}: expected a list, got {short_repr(value)}")
    return value


def _tiles(grid: Grid, value: Any, what: str) -> tuple[Tile, ...]:
    tiles = tuple(grid.tile(*pair(each, what)) for each in _listed(value, what))
    if not tiles:
        raise InvalidValueError(say("{what}: expected at least one, got none", what=what))
    return tiles


def _points(grid: Grid, value: Any, tiles: tuple[Tile, ...], what: str) -> tuple[Point, ...]:
    points = tuple(pair(each, what) for each in _listed(value, what))
    for point in points:
        if set(tiles).isdisjoint(grid.tiles_at(point)):
            raise InvalidValueError(
                say(
                    "{what}: {point} is not a point of the tiles at that end",
                    what=what,
                    point=str(point),
                )
            )
    return points


def _ray(value: Any, source: tuple[Tile, ...], target: tuple[Tile, ...]) -> tuple[Hex, ...]:
    ray = tuple(Hex(*pair(each, "ray")) for each in _listed(value, "ray"))
    whole = (
        bool(ray)
        and ray[0] in source
        and ray[-1] in target
        and len(ray) == hex_distance(ray[0], ray[-1]) + 1
        and all(HEX.are_neighbors(a, b) for a, b in pairwise(ray))
    )
    if not whole:
        raise InvalidValueError(
            say("ray: expected hexes from one end to the other, got {got}", got=short_repr(value))
        )
    return ray


def _fact(value: Any) -> tuple[tuple[str, tuple[int, ...]], str]:
    match value:
        case [str(kind), list(place), str(state)] if kind in KINDS:
            whole = all(type(number) is int for number in place)
            if whole and len(place) == (4 if kind in ("edge", "wall") else 2):
                return (kind, tuple(place)), state
    raise InvalidValueError(
        say("fact: expected a kind, a place and a state, got {got}", got=short_repr(value))
    )
