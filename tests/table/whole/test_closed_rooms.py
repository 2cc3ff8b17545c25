"""A player whose figures are in a closed room never learns anything about the outside.

The rooms are random and tested by every rule. The player's figures stand and move inside; the game
master moves, draws and opens doors outside; the player asks questions. No message to the player may
contain a tile, edge, wall, height or figure of the outside.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from sightline import HexRayRule
from sightline.model.numbers import UNIT
from sightline.rules.rule import Rule
from sightline.table.protocol.actions import (
    EditFigure,
    MasterAction,
    Move,
    Paint,
    PlaceFigure,
    Redo,
    SetEdges,
    SetHeight,
    SetRule,
    Undo,
)
from sightline.table.protocol.questions import AskField, AskSight
from sightline.table.state.scene import MapScene
from tests.every_rule import THOROUGH
from tests.laws.closed import TILE, Pair, corners, turn
from tests.laws.rooms import Room, room
from tests.table.support.fake_pages import Message, Party, Person, party
from tests.table.support.random_play import RULES

ROOMS = 120 if THOROUGH else 8
"""The number of rooms for each grid, with and without free walls."""
STEPS = 12
STRANGER = "Zqxstranger"
"""The unique name of a figure that is added later."""


class Inspector:
    """Checks every message to a player."""

    def __init__(self, each: Room, scene: MapScene) -> None:
        self._room = each
        self._outside = set(each.sealed.outside)
        self._known = [tile for tile in each.plan.tiles if tile not in self._outside]
        names = set(each.sealed.names_outside)
        ids = [figure.id for figure in scene.figures.values() if figure.name in names]
        words = [re.escape(word) for word in (*names, *ids, STRANGER)]
        self._secret = re.compile(rf"\b(?:{'|'.join(words)})\b")

    def look_through(self, received: Message) -> None:
        assert not self._secret.findall(json.dumps(received)), received
        tiles = {*self._tiles(received), *self._tiles(received.get("answer", {}))}
        assert tiles.isdisjoint(self._outside), (received, tiles & self._outside)
        for a0, a1, b0, b1, *_ in received.get("edges", ()):
            assert not {(a0, a1), (b0, b1)} <= self._outside, received
        for x0, y0, x1, y1, *_ in received.get("walls", ()):
            assert any(self._lies_in(tile, x0 + x1, y0 + y1) for tile in self._known), received

    def _tiles(self, received: Message) -> list[Pair]:
        found: list[Pair] = []
        for first, second, letters in received.get("tiles", ()):
            found += self._along(first, second, len(letters))
        for how in ("lit", "unlit"):
            for span in received.get(how, ()):
                found += self._along(*span)
        found += [(q, r) for q, r, *_ in received.get("heights", ())]
        for obstacle in received.get("obstacles", ()):
            if "tile" in obstacle:
                found.append(tuple(obstacle["tile"]))
        return found

    def _along(self, first: int, second: int, length: int) -> list[Pair]:
        if self._room.plan.grid == "square":
            return [(first, second + i) for i in range(length)]
        return [(first + i, second) for i in range(length)]

    def _lies_in(self, tile: Pair, x: float, y: float) -> bool:
        """Return whether a piece of wall is in the tile or on its side.

        `x` and `y` are the sums of its ends, twice its middle. The ends were rounded, so it may be
        off by a unit.
        """
        scale = 2 * UNIT // TILE
        loop = [(scale * cx, scale * cy) for cx, cy in corners(self._room.plan.grid, tile)]
        at = (round(x * UNIT), round(y * UNIT))
        turns = [turn(a, b, at) for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)]
        slack = 4 * UNIT
        return min(turns) >= -slack or max(turns) <= slack


class Play:
    """One room on a table, with a game master who acts outside and a player inside."""

    def __init__(self, each: Room, rules: list[Rule], ours: Party, ann: Person) -> None:
        self.room, self.rules, self.ours, self.ann = each, rules, ours, ann
        self.rng = Random(each.seed)
        self.inspector = Inspector(each, ours.shown)
        self.read = 0
        inside = set(each.sealed.inside)
        self.floor = sorted(inside - each.plan.solid) or sorted(inside)
        outside = set(each.sealed.outside)
        self.beyond = sorted(outside)
        self.edges_beyond = [edge for edge in each.plan.edges if outside.issuperset(edge)]
        names = set(each.sealed.names_outside)
        self.others = [f.id for f in ours.shown.figures.values() if f.name in names]

    async def begin(self) -> None:
        mira = PlaceFigure(self.rng.choice(self.floor), "Mira", blocks=False, owners=[self.ann.id])
        self.heroes = [await self.ours.master.done(mira)]
        names = set(self.room.sealed.names_inside)
        for figure in list(self.ours.shown.figures.values()):
            if figure.name in names:  # large figures too
                await self.ours.master.done(EditFigure(figure.id, owners=[self.ann.id]))
                self.heroes.append(figure.id)
        self.look_through()

    async def step(self) -> None:
        rng = self.rng
        if rng.random() < 0.3:
            await self.ann.ask(self.question())
        elif rng.random() < 0.3 and not self.room.plan.free:
            # Walks may pass tiles that free walls cut, from which both sides are visible.
            await self.ann.do(Move(self.heroes[0], rng.choice(self.room.plan.tiles)))
        else:
            await self.ours.master.do(self.deed())
        self.look_through()

    def question(self) -> Any:
        rng = self.rng
        if rng.random() < 0.3:
            return AskField(rng.choice(self.heroes))
        there = rng.choice((rng.choice(self.room.plan.tiles), rng.choice([*self.others, "f0"])))
        return AskSight(rng.choice(self.heroes), there, all_lines=True)

    def deed(self) -> MasterAction:
        """Return a random action that cannot open the room.

        It changes rock, doors or figures outside, moves heroes inside the room, or changes the
        rule.
        """
        rng = self.rng
        match rng.randrange(9):
            case 0 if self.others:
                return self.move_beyond(rng.choice(self.others))
            case 1:
                return Paint([rng.choice(self.beyond)], rng.random() < 0.3)
            case 2 if self.edges_beyond:
                carries, state = rng.choice((("door", "open"), ("wall", ""), (None, "")))
                return SetEdges([rng.choice(self.edges_beyond)], carries, state)  # type: ignore[arg-type]
            case 3:
                return PlaceFigure(rng.choice(self.beyond), STRANGER, blocks=rng.random() < 0.5)
            case 4:
                return SetRule(rng.choice(self.rules).to_dict())
            case 5:
                return Undo()
            case 6:
                return Redo()
            case 7 if self.room.plan.grid == "hex":
                return SetHeight([rng.choice(self.beyond)], cover=0.5)
            case _:
                return Move(self.heroes[0], rng.choice(self.floor))

    def move_beyond(self, figure: str) -> Move:
        """Move the figure to a place that is completely outside."""
        board = self.ours.shown.board
        standing = board.figure(figure)
        fits = [
            at for at in self.beyond if set(board.footprint(at, standing.size)) <= set(self.beyond)
        ]
        return Move(figure, self.rng.choice(fits or [(standing.at[0], standing.at[1])]))

    def look_through(self) -> None:
        for received in self.ann.page.received[self.read :]:
            self.inspector.look_through(received)
        self.read = len(self.ann.page.received)


@pytest.mark.parametrize("free", [True, False], ids=["free-walls", "thin-walls"])
@pytest.mark.parametrize("grid", ["square", "hex"])
async def test_nobody_in_a_closed_room_learns_what_is_outside(grid: str, free: bool) -> None:
    # Hex rays ignore free walls, and in one setting also the last wall, so those walls do not close
    # a room.
    rules = [rule for rule in RULES[grid] if getattr(rule, "target_edge_blocks", True)]
    rules = [rule for rule in rules if not free or not isinstance(rule, HexRayRule)]
    received, lit = 0, 0
    for seed in range(5_000, 5_000 + ROOMS):
        each = room(grid, seed, free=free)
        async with party(each.board, rules[seed % len(rules)]) as ours:
            ann = await ours.player("Ann")
            play = Play(each, rules, ours, ann)
            try:
                await play.begin()
                for _ in range(STEPS):
                    await play.step()
            except AssertionError as error:
                raise AssertionError(f"{error} in {each}") from error
            received += play.read
            lit += len(ann.page.view.lit or ())
    assert received > 10 * ROOMS
    assert lit >= ROOMS  # viewers do see something: at least their own tile
