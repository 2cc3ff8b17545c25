"""Every question supports boards with heights and gives the answers of the readable rule.

The GPU and the cluster refuse such boards with a message. A new public function that takes a board
needs a row here.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest

import sightline
from sightline import (
    At,
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    PackRule,
    SquareBoard,
    Wall,
    areas,
    cluster,
    rulings,
)
from sightline.engine.arguments import for_places
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.place import Place, as_asked, on_storey, place, storey_of
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH
from tests.heights import duel

ROOT = Path(__file__).parents[2]
FUNCTION = re.compile(r"^[ +] (sightline(?:\.[a-z_]+)+)\((?:board|boards|map)\b", re.MULTILINE)
Answers = Iterator[tuple[Any, Any]]
"""Each answer with the one computed by the readable rule."""


class Asked:
    """A small board with a floor, two figures, and a tile of the floor."""

    def __init__(self, grid: str, rule: Rule, seed: int) -> None:
        while not (board := duel(grid, seed)).floors() or len(board.tiles()) > 10:
            seed += 1
        self.board, self.rule = board, rule
        self.floor = board.floors()[-1]
        self.rng = random.Random(seed)
        tile = self.rng.choice(sorted(self.floor.tiles))
        self.lifted = At(tuple(tile), floor=self.floor.name)
        self.ends: list[tuple[Any, Any]] = [
            ("a", "b"),
            ("b", "a"),
            ("a", self.lifted),
            (At(tuple(board.tiles()[0]), elevation=2.5), "b"),
        ]

    def judged(self, a: Any, b: Any, board: Board | None = None, **settings: Any) -> Any:
        """Return the answer of the readable rule."""
        board = board or self.board
        here, there = (
            each if isinstance(each, Place) else place(board, each, "end") for each in (a, b)
        )
        rule = replace(self.rule, **settings) if settings else self.rule  # type: ignore[type-var]
        return for_places(board, rule, here, there).trace(board, here, there)

    def places(self, viewer: Any, floor: str | None) -> dict[Any, Place]:
        """Return the position of a figure on each tile of a storey."""
        storey = storey_of(self.board, place(self.board, viewer, "from"), floor)
        return {tile: on_storey(self.board, tile, storey) for tile in self.board.tiles()}

    def fields(
        self, viewer: Any, board: Board | None = None
    ) -> Iterator[tuple[str | None, dict[Any, Any]]]:
        """Yield the readable rule's answers for all tiles, for each floor that
        a question may name.
        """
        for floor in (None, self.floor.name):
            there = self.places(viewer, floor)
            yield floor, {tile: self.judged(viewer, where, board) for tile, where in there.items()}


# --- a row for each question


def of_pairs(ask: Callable[..., Any], part: str) -> Callable[[Asked], Answers]:
    def answers(asked: Asked) -> Answers:
        for a, b in asked.ends:
            found = ask(asked.board, a, b, asked.rule)
            yield getattr(found, part, found), getattr(asked.judged(a, b), part)

    return answers


def fields(asked: Asked) -> Answers:
    for floor, judged in asked.fields("a"):
        found = sightline.field(asked.board, "a", asked.rule, floor=floor)
        yield {*found}, {tile for tile, sight in judged.items() if sight.visible}


def contact_fields(asked: Asked) -> Answers:
    for floor, judged in asked.fields("a"):
        found = sightline.contact_field(asked.board, "a", asked.rule, floor=floor)
        yield {**found}, {tile: sight.contact for tile, sight in judged.items()}


def cover_fields(asked: Asked) -> Answers:
    for floor, judged in asked.fields("a"):
        found = sightline.cover_field(asked.board, "a", asked.rule, floor=floor)
        yield {**found}, {tile: sight.degree for tile, sight in judged.items()}


def field_many(asked: Asked) -> Answers:
    tiles = [tuple(tile) for tile in asked.rng.sample([*asked.board.tiles()], 2)]
    for viewer, found in zip(
        tiles, sightline.field_many(asked.board, tiles, asked.rule), strict=True
    ):
        yield found.ravel().tolist(), _seen_from(asked, viewer)


def _seen_from(asked: Asked, viewer: Any) -> list[bool]:
    return [asked.judged(viewer, where).visible for where in asked.places(viewer, None).values()]


def heat_map(asked: Asked) -> Answers:
    board = asked.board
    tiles = [tuple(tile) for tile in board.tiles()]
    free = [not board.is_solid(tile) for tile in tiles]
    counts = numpy.zeros(len(tiles), dtype=int)
    for tile, is_free in zip(tiles, free, strict=True):
        counts += numpy.array(_seen_from(asked, tile)) & free if is_free else 0
    yield sightline.heat_map(board, asked.rule).ravel().tolist(), counts.tolist()


def all_pairs(asked: Asked) -> Answers:
    board, rng = asked.board, asked.rng
    tiles = [tuple(tile) for tile in board.tiles()]
    lifts = [rng.choice([None, 0, 2.5]) for _ in tiles]
    ends = [
        tile if lift is None else At(tile, elevation=lift)
        for tile, lift in zip(tiles, lifts, strict=True)
    ]
    table = numpy.array(lifts, dtype=object).reshape(board.shape)
    found = numpy.asarray(sightline.all_pairs(board, asked.rule, elevations=table))
    for i in rng.sample(range(len(tiles)), 2):
        yield found[i].tolist(), [asked.judged(ends[i], end).visible for end in ends]


def sees_many(asked: Asked) -> Answers:
    pairs, lifts, ends = _lifted_pairs(asked)
    found = sightline.sees_many(asked.board, pairs, asked.rule, elevations=lifts)
    yield found.tolist(), [asked.judged(*each).visible for each in ends]
    named = [("a", "b"), ("b", "a")]
    found = sightline.sees_many(asked.board, named, asked.rule)
    yield found.tolist(), [asked.judged(*each).visible for each in named]


def degree_many(asked: Asked) -> Answers:
    pairs, lifts, ends = _lifted_pairs(asked)
    found = sightline.degree_many(asked.board, pairs, asked.rule, elevations=lifts)
    yield [*found], [asked.judged(*each).degree for each in ends]


def _lifted_pairs(asked: Asked) -> tuple[list[Any], list[Any], list[Any]]:
    tile = str(asked.board.tiles()[-1])
    pairs, lifts = [("a", "b"), ("a", tile), (tile, "b")], [[None, None], [None, 3], [1.5, None]]
    ends = [("a", "b"), ("a", At(tile, elevation=3)), (At(tile, elevation=1.5), "b")]
    return pairs, lifts, ends


def who_sees_whom(asked: Asked) -> Answers:
    names, found = sightline.who_sees_whom(asked.board, asked.rule)
    yield found.tolist(), [[asked.judged(a, b).visible for b in names] for a in names]


def tiles_seen(asked: Asked) -> Answers:
    for a, b in asked.ends:
        whole = asked.judged(a, b).visible
        yield bool(sightline.tiles_seen(asked.board, a, b, asked.rule)), whole


def checked(asked: Asked) -> Answers:
    for a, b in asked.ends:
        sight = sightline.trace(asked.board, a, b, asked.rule)
        yield bool(sightline.check(asked.board, sight)), True
        if sight.heights is not None:
            up = replace(sight, heights=(sight.heights[0] + 100, sight.heights[1]))
            yield bool(sightline.check(asked.board, up)), False


def in_light(asked: Asked) -> Answers:
    """Bright light, and darkness: a tile must be seen by the rule, and lit by a
    lamp that sees it.
    """
    board = asked.board
    board.ambient = "dark"
    lamp = At(tuple(board.tiles()[0]), elevation=1)
    board.add_light(lamp, 20)
    for a, b in asked.ends:
        where = place(board, b, "to")
        if len(where.tiles) > 1 or board.is_solid(tuple(where.middle)):
            continue
        if not {*where.tiles}.isdisjoint(place(board, a, "from").tiles):
            continue  # at distance 0 nobody is in the dark
        if any(each.blocks_sight and each.is_furniture for each in board.figures_at(where.middle)):
            continue  # it is as bright as the tiles next to it
        lit = asked.judged(lamp, as_asked(replace(where, name=None)), ties="permissive").visible
        seen = asked.judged(a, b).visible
        yield sightline.sees_in_light(board, a, b, asked.rule), seen and lit
        found = sightline.trace_in_light(board, a, b, asked.rule)
        yield (found.visible, found.brightness), (seen and lit, "bright" if lit else "dark")


def light_fields(asked: Asked) -> Answers:
    board = asked.board
    board.ambient = "dark"
    lamp = At(tuple(board.tiles()[0]), elevation=1)
    board.add_light(lamp, 20)
    plain = [t for t in board.tiles() if not board.is_solid(tuple(t)) and not board.names_at(t)]
    for floor in (None, asked.floor.name):
        there = (
            asked.places(lamp, floor) if floor else {t: place(board, tuple(t), "to") for t in plain}
        )
        lit = {t: asked.judged(lamp, there[t], ties="permissive").visible for t in plain}
        light = sightline.light_field(board, asked.rule, floor=floor)
        yield {t: light[t] == "bright" for t in plain}, lit
        if floor:
            near = sightline.field_in_light(board, "a", asked.rule, floor=floor)
            seen = sightline.field(board, "a", asked.rule, floor=floor)
            yield {t for t in plain if t in near}, {t for t in plain if t in seen and lit[t]}


def of_area(ask: Callable[..., Any], *how: Any) -> Callable[[Asked], Answers]:
    """Compare the tiles of the area that a line for effects reaches."""

    def answers(asked: Asked) -> Answers:
        board, aimed = asked.board, asked.board.stopping("effect")
        origin = asked.lifted
        there = how
        if how and how[0] == "toward":
            goal = next(t for t in board.tiles() if tuple(t) != tuple(origin.tile))
            there = (tuple(goal), *how[1:])
        for floor, judged in asked.fields(origin, aimed):
            found = ask(board, origin, *there, sight=asked.rule, floor=floor)
            whole = ask(board, origin, *there)
            yield {*found}, {tile for tile in whole if judged[tile].visible}

    return answers


def paths(asked: Asked) -> Answers:
    """A figure on a floor stays on its tiles and does not change storeys."""
    board, floor = asked.board, asked.floor
    goals = [At(tuple(tile), floor=floor.name) for tile in sorted(floor.tiles)]
    within = sightline.reach(board, asked.lifted, 99)
    yield {tile for tile in within if tile not in floor.tiles}, set()
    for goal in goals:
        way = sightline.path(board, asked.lifted, goal)
        yield way is not None, board.position(goal.tile) in within
    yield (
        sightline.path(board, asked.lifted, At(asked.lifted.tile, elevation=floor.height + 9)),
        None,
    )


def threats(asked: Asked) -> Answers:
    """A viewer without moves can attack all figures that it sees."""
    board, aimed = asked.board, asked.board.stopping("effect")
    danger = sightline.threat(board, "a", 0, 99, asked.rule)
    others = [f.name for f in board.figures() if f.name != "a" and not f.is_furniture]
    seen = {name for name in others if asked.judged("a", name, aimed).visible}
    yield {*danger.figures}, seen


def open_calls(asked: Asked) -> Answers:
    rule = replace(asked.rule, ties="adjudicated")  # type: ignore[type-var]
    each, seed = asked, 1_000
    while str(sightline.verdict(each.board, "a", "b", rule)) != "ambiguous":
        each, seed = Asked(asked.board.grid.name, asked.rule, seed), seed + 1
    calls = rulings.open_calls(each.board, rule, ["a", "b", each.lifted])
    ends: list[tuple[Any, Any]] = [("a", "b"), ("a", each.lifted), ("b", each.lifted)]
    if each.board.has_one_way_walls:
        ends += [(b, a) for a, b in ends]
    expected = {end for end in ends if each.judged(*end, ties="adjudicated").awaits_ruling}
    yield {call.ends for call in calls}, expected
    yield ("a", "b") in expected, True


def links(asked: Asked) -> Answers:
    link = sightline.share(asked.board, "a", "b", asked.rule)
    read = sightline.read_link(str(link))
    yield read.board.fingerprint(), asked.board.fingerprint()
    ends: tuple[Any, Any] = read.source, read.target
    yield sightline.sees(read.board, *ends, read.rule), asked.judged("a", "b").visible
    tile = asked.lifted.tile
    with pytest.raises(InvalidValueError, match="a link has tiles on their ground"):
        sightline.share(asked.board, "a", At(tile, elevation=90), asked.rule)


GEOMETRIC: dict[str, Callable[[Asked], Answers]] = {
    "sightline.all_pairs": all_pairs,
    "sightline.areas.burst": of_area(areas.burst, "north-west", 3),
    "sightline.areas.circle": of_area(areas.circle, 3),
    "sightline.areas.cone": of_area(areas.cone, "toward", 3),
    "sightline.areas.line": of_area(areas.line, "toward", 3),
    "sightline.check": checked,
    "sightline.contact": of_pairs(sightline.contact, "contact"),
    "sightline.contact_field": contact_fields,
    "sightline.degree": of_pairs(sightline.degree, "degree"),
    "sightline.degree_many": degree_many,
    "sightline.field": fields,
    "sightline.field_in_light": light_fields,
    "sightline.field_many": field_many,
    "sightline.heat_map": heat_map,
    "sightline.light_field": light_fields,
    "sightline.path": paths,
    "sightline.reach": paths,
    "sightline.rulings.open_calls": open_calls,
    "sightline.sees": of_pairs(sightline.sees, "visible"),
    "sightline.sees_in_light": in_light,
    "sightline.sees_many": sees_many,
    "sightline.share": links,
    "sightline.threat": threats,
    "sightline.tiles_seen": tiles_seen,
    "sightline.trace": of_pairs(sightline.trace, "visible"),
    "sightline.trace_in_light": in_light,
    "sightline.verdict": of_pairs(sightline.verdict, "verdict"),
    "sightline.who_sees_whom": who_sees_whom,
}
GAMES = {"sightline.cover_field": cover_fields}
"""Only games have cover."""
REFUSING = (
    "sightline.cluster.heat_map",
    "sightline.cluster.visibility_graph",
    "sightline.on_device",
)
NO_QUESTIONS = ("sightline.formats.save_with_report", "sightline.save", "sightline.render.")
"""Files and pictures of boards with heights have separate tests."""
RULES = [
    ("square", CornerRule()),
    ("hex", CornerRule()),
    ("square", CenterRule()),
    ("hex", CenterRule()),
]


@pytest.mark.parametrize("name", GEOMETRIC)
def test_a_question_answers_as_the_readable_rule(name: str) -> None:
    first = [*GEOMETRIC].index(name)
    for i in range(20) if THOROUGH else (first,):
        grid, rule = RULES[i % len(RULES)]
        for found, expected in GEOMETRIC[name](Asked(grid, rule, 100 * i)):
            assert found == expected, (name, grid, rule, i)


@pytest.mark.parametrize(
    "name",
    [
        *("sightline.cover_field", "sightline.degree", "sightline.degree_many"),
        *("sightline.field_many", "sightline.sees_many", "sightline.who_sees_whom"),
    ],
)
def test_so_do_the_rules_of_games(name: str) -> None:
    rows = {**GEOMETRIC, **GAMES}
    for grid, game in (("square", "pathfinder2e"), ("square", "descent1"), ("hex", "dnd5e")):
        for found, expected in rows[name](Asked(grid, PackRule(game), 7)):
            assert found == expected, (name, grid, game)


def test_every_public_function_with_a_board_has_a_row() -> None:
    listed = FUNCTION.findall((ROOT / "docs" / "api.txt").read_text(encoding="utf-8"))
    assert len(listed) > 30
    rows = {*GEOMETRIC, *GAMES, *REFUSING}
    assert {name for name in listed if not name.startswith(NO_QUESTIONS)} == rows


# --- who refuses them

HIGH: dict[str, Callable[[Board], object]] = {
    "ground": lambda board: board.set_elevation(board.tiles()[0], 1),
    "a floor": lambda board: board.add_floor(2, board.tiles()[:1]),
    "a wall": lambda board: board.set_edge(board.tiles()[0], board.tiles()[1], Wall(top=1)),
    "a flyer": lambda board: board.place("bat", board.tiles()[0], elevation=2),
}


@pytest.mark.parametrize("what", HIGH)
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_a_cluster_refuses_them(grid: str, what: str, tmp_path: Path) -> None:
    board: Board = SquareBoard(1, 3) if grid == "square" else HexBoard(radius=1)
    HIGH[what](board)
    rules = [CornerRule(), CenterRule(), PackRule("dnd5e")]
    if what != "ground":  # the hex ray supports it
        rules += (
            [PackRule("gloomhaven"), HexRayRule()] if grid == "hex" else [PackRule("heroquest")]
        )
    for rule in rules:
        for ask in (cluster.heat_map, cluster.visibility_graph):
            with pytest.raises(InvalidValueError, match="boards with heights"):
                ask(board, rule, out=tmp_path / "out", workers=0)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("what", HIGH)
def test_a_gpu_refuses_them(what: str) -> None:
    """This holds with and without a GPU. tests/gpu covers other functions."""
    board = SquareBoard(1, 3)
    HIGH[what](board)
    pairs = [((0, 0), (0, 2))]
    for ask in (
        lambda: sightline.sees_many(board, pairs, "corner", device="cuda"),
        lambda: sightline.field_many(board, [(0, 0)], "corner", device="cuda"),
        lambda: sightline.heat_map(board, "corner", device="cuda"),
        lambda: sightline.all_pairs(board, "corner", device="cuda"),
        *([lambda: sightline.on_device(board)] if sightline.compiled() else []),
    ):
        with pytest.raises(InvalidValueError, match="heights"):
            ask()
