"""Slow computations delay nobody else, and excessive ones are refused before they start."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from sightline.engine import trace
from sightline.model.cell import Square
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRayRule
from sightline.rules.menu import rule_from_menu
from sightline.rules.pack import PackRule
from sightline.rules.rule import READ_LINE
from sightline.rulings import Rulings
from sightline.table.protocol.actions import (
    AddWall,
    Decide,
    Move,
    PlaceFigure,
    RemoveFigure,
    SetDarkness,
    SetRule,
    ShowMap,
)
from sightline.table.protocol.client import Ask
from sightline.table.protocol.questions import AskEveryRule, AskField, AskSight, AskWho
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.questions import dispatch
from sightline.table.questions.looking import TOO_MANY_LINES
from sightline.table.state.capacity import MAX_TILES, MAX_WALLS
from sightline.table.vision import cost, pair_cache
from sightline.table.vision.cost import (
    MOST_LINES,
    field_cost,
    is_answerable,
    lines_between,
)
from sightline.table.vision.pair_cache import pair_cache_of, ruled_ends
from sightline.table.vision.party import PartyVision
from sightline.table.vision.rule_text import rule_kinds, slow_words
from tests.table.support.fake_pages import Party, party
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import serving

CORNERS = CornerRule(ties="adjudicated")
SLOW = CenterRule(ties="permissive", large="middle")
"""The rule that uses the middle of large figures, which has no fast sweep."""


# --- waiting for nobody ---------------------------------------------------------------------------


class Held:
    """A function that starts but does not return until released."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.begun, self.may_end = threading.Semaphore(0), threading.Event()
        self.running = 0

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.running += 1
        self.begun.release()
        assert self.may_end.wait(20)
        self.running -= 1
        return self._real(*given, **named)

    async def has_begun(self) -> None:
        assert await asyncio.to_thread(self.begun.acquire, timeout=20)


@contextmanager
def held(where: Any, name: str) -> Iterator[Held]:
    with mock.patch.object(where, name, Held(getattr(where, name))) as it:
        try:
            yield it
        finally:
            it.may_end.set()


async def test_a_move_is_made_while_a_picture_is_drawn() -> None:
    async with party(SquareBoard(5, 5)) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        imp = await ours.master.done(PlaceFigure((4, 4), "Imp"))
        with held(dispatch, "master_sight") as drawing:
            asking = asyncio.create_task(ours.master.ask(AskSight(mira, imp, picture=True)))
            await drawing.has_begun()
            await ann.done(Move(mira, (0, 1)))
            assert not asking.done()
            drawing.may_end.set()
            answer = (await asking)["answer"]
        # The answer uses the map at the time of the question.
        assert answer["visible"]
        assert "A1" in answer["picture"]


async def test_one_seat_has_one_long_answer_at_a_time() -> None:
    async with party(SquareBoard(5, 5)) as ours:
        ann, ben = await ours.player("Ann"), await ours.player("Ben")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id, ben.id]))
        question = AskSight(mira, (4, 4), picture=True)
        with held(dispatch, "player_sight") as drawing:
            asking = [
                asyncio.create_task(ours.table.handle(who.page, Ask(id_, question)))
                for who, id_ in ((ann, "1"), (ann, "2"), (ben, "3"))
            ]
            await drawing.has_begun()
            await drawing.has_begun()
            assert drawing.running == 2, "one of Ann's, and Ben's"
            drawing.may_end.set()
            await asyncio.gather(*asking)
        for id_ in ("1", "2"):
            assert ann.page.reply(id_)["answer"]["visible"]


async def test_nobody_waits_for_more_than_one_change_of_a_seat() -> None:
    """This holds however many pages the seat has open."""
    async with party(SquareBoard(5, 5)) as ours:
        ann, ben = await ours.player("Ann"), await ours.player("Ben")
        one = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        other = await ours.master.done(PlaceFigure((4, 4), "Tam", owners=[ben.id]))
        with held(ours.table.vision, "refresh") as looking:
            moves = [asyncio.create_task(ann.do(Move(one, (0, column)))) for column in (1, 2, 3, 4)]
            await looking.has_begun()
            moves.append(asyncio.create_task(ben.do(Move(other, (4, 3)))))
            await asyncio.sleep(0)
            looking.may_end.set()
            await asyncio.gather(*moves)
        done = [row.actor for row in list(ours.table.history._rows.values())[-5:]]
        assert done == [ann.id, ben.id, ann.id, ann.id, ann.id]


async def test_the_server_listens_while_it_is_worked_out_who_sees_what(tmp_path: Path) -> None:
    table = sample_table(tmp_path / "table")
    async with serving(table) as server:
        one = await server.page(table.world.table.master_secret)
        other = await server.page(table.world.table.master_secret)
        with held(table.vision, "refresh") as looking:
            await one.say({"t": "do", "id": "it", "action": {"t": "undo"}})
            await one.reply("it")  # there is nothing to undo
            figure = next(iter(table.world.maps()[0].figures.values()))
            moving = asyncio.create_task(one.do(Move(figure.id, (0, 3))))
            await looking.has_begun()
            await other.quiet()
            assert (await server.request("GET", "/export/nothing")).status == 404
            assert not moving.done()
            looking.may_end.set()
            assert (await moving)["t"] == "done"


async def test_among_many_free_walls_nothing_is_quick() -> None:
    """Each line is compared with each wall."""
    board = SquareBoard(50, 50)
    for number in range(150):
        board.add_wall((number % 40, number // 40 + 0.1), (number % 40 + 0.5, number // 40 + 0.1))
    async with party(board, CORNERS) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((30, 0), "Mira", owners=[ann.id]))
        with held(dispatch, "player_sight") as answering_it:
            asking = asyncio.create_task(ann.ask(AskSight(mira, (40, 0))))
            await answering_it.has_begun()
            await ours.master.done(Move(mira, (30, 1)))
            assert not asking.done()
            answering_it.may_end.set()
            assert (await asking)["answer"]["visible"]


def test_free_walls_count_with_every_step() -> None:
    board = SquareBoard(60, 60)
    walk = 150
    center, corner = CenterRule("strict"), CORNERS
    for rule in (center, corner):
        assert field_cost(board, rule, [Square(0, 0)]) == 0
    for number in range(1_000):
        board.add_wall((number % 50, number // 50 + 0.1), (number % 50 + 0.5, number // 50 + 0.1))
    assert field_cost(board, center, [Square(0, 0)]) * walk < cost.MOST_ON_THE_WAY
    assert field_cost(board, corner, [Square(0, 0)]) * walk > cost.MOST_ON_THE_WAY
    assert field_cost(board, corner, []) == 0


async def test_what_is_no_longer_shown_is_answered_too() -> None:
    async with party(SquareBoard(5, 5)) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        question = AskSight(mira, (4, 4), picture=True)
        async with ours.table.asking.turns.of(ann.id):
            asking = asyncio.create_task(ann.ask(question))
            await asyncio.sleep(0)
            await ours.master.done(ShowMap(None))
        assert (await asking)["t"] == "refused"


async def test_who_stops_waiting_lets_nobody_look_at_what_is_half_changed() -> None:
    async with party(SquareBoard(5, 5)) as ours:
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira"))
        with held(ours.table.vision, "refresh") as looking:
            moving = asyncio.create_task(ours.master.do(Move(mira, (0, 1))))
            await looking.has_begun()
            moving.cancel()
            asking = asyncio.create_task(ours.master.ask(AskSight(mira, (4, 4))))
            await asyncio.wait({moving, asking}, timeout=0.05)
            assert not moving.done()
            assert not asking.done()
            looking.may_end.set()
            await asyncio.wait({moving})
            assert moving.cancelled()
            assert (await asking)["answer"]["visible"]


# --- too much -------------------------------------------------------------------------------------


async def giants(ours: Party) -> tuple[str, str]:
    """Add two figures of 20 x 20 that see each other only past a corner."""
    one = await ours.master.done(PlaceFigure((0, 0), "Rok", size=(20, 20)))
    other = await ours.master.done(PlaceFigure((21, 21), "Zaratan", size=(20, 20)))
    return one, other


def corner_touched() -> SquareBoard:
    board = SquareBoard(41, 41)
    for row in range(41):
        for col in range(41):
            if 20 in (row, col) and (row, col) != (20, 20):
                board.set_solid((row, col))
    return board


async def test_between_giants_there_is_a_verdict_and_no_lines() -> None:
    async with party(corner_touched(), CORNERS) as ours:
        one, other = await giants(ours)
        with mock.patch("sightline.table.questions.master.trace", side_effect=AssertionError):
            received = await ours.master.ask(AskSight(one, other, all_lines=True, picture=True))
        answer = received["answer"]
        assert TOO_MANY_LINES in answer["words"]
        assert not {"lines", "picture", "obstacles"} & answer.keys()
        by_rule = (await ours.master.ask(AskEveryRule(one, other)))["answer"]["rows"]
        in_force = next(row for row in by_rule if row.get("in_force"))
        assert answer["verdict"] == in_force["verdict"]
        # Games whose questions take too long are excluded.
        assert not any("descent2" in str(row) for row in by_rule)
        await ours.master.done(SetRule({"rule": "pack", "pack": "descent2"}))
        assert (await ours.master.ask(AskSight(one, other)))["why"] == REFUSALS["tooSlow"]


async def test_a_player_hears_no_more_between_giants() -> None:
    async with party(SquareBoard(41, 41), CORNERS) as ours:
        ann = await ours.player("Ann")
        one = await ours.master.done(PlaceFigure((0, 0), "Rok", size=(20, 20), owners=[ann.id]))
        other = await ours.master.done(PlaceFigure((21, 21), "Zaratan", size=(20, 20)))
        answer = (await ann.ask(AskSight(one, other)))["answer"]
        assert answer["visible"]
        assert TOO_MANY_LINES in answer["words"]


async def test_there_is_no_call_and_no_ruling_between_giants() -> None:
    async with party(SquareBoard(41, 41), CORNERS) as ours:
        ann = await ours.player("Ann")
        one = await ours.master.done(PlaceFigure((0, 0), "Rok", size=(20, 20), owners=[ann.id]))
        other = await ours.master.done(PlaceFigure((21, 21), "Zaratan", size=(20, 20)))
        why = await ours.master.refused(Decide(one, other, visible=True))
        assert "too large for a ruling" in why
        with mock.patch.object(pair_cache.PairCache, "look") as look:
            look.return_value.close = True
            await ours.master.done(Move(other, (21, 20)))
        assert ours.master.page.last("calls")["calls"] == []


def test_a_ruling_that_a_map_brings_between_giants_does_not_hold() -> None:
    from sightline.table.state.scene import MapScene

    class FromAMap(Rulings):
        def ruled_pairs(self) -> Iterator[Any]:
            small = ((Square(0, 0),), (Square(1, 1),))
            large = tuple(Square(row, col) for row in range(20) for col in range(20))
            yield small
            yield large, tuple(Square(row + 20, col) for row, col in large)

    scene = mock.Mock(spec=MapScene, board=SquareBoard(41, 41), rule=CORNERS)
    assert [len(next(iter(ends))) for ends in ruled_ends(scene, FromAMap())] == [1]
    scene.rule = CenterRule(large="middle")
    assert len(ruled_ends(scene, FromAMap())) == 2


async def test_of_a_crowd_it_is_not_answered_who_sees_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.table.vision.cost.MOST_PEOPLE", 2)
    async with party(SquareBoard(5, 5)) as ours:
        for col in range(3):
            assert (await ours.master.ask(AskWho()))["t"] == "answer"
            await ours.master.done(PlaceFigure((0, col), "Orc"))
        received = await ours.master.ask(AskWho())
        assert received["why"] == "“Who sees whom” shows 2 tokens; this map has 3."


async def test_a_field_that_takes_too_long_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "MOST_FIELD", 24)
    async with party(SquareBoard(5, 5), SLOW) as ours:
        small = await ours.master.done(PlaceFigure((0, 0), "Imp"))
        large = await ours.master.done(PlaceFigure((2, 2), "Ogre", size=(2, 2)))
        assert (await ours.master.ask(AskField(small)))["t"] == "answer"
        assert (await ours.master.ask(AskField(large)))["why"] == REFUSALS["tooSlow"]
        assert (await ours.master.ask(AskField(large, (2, 3))))["why"] == REFUSALS["tooSlow"]


async def test_a_rule_that_makes_the_fog_too_slow_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sightline.table.service.transaction.MOST_FIELDS", 1_000)
    async with party(SquareBoard(30, 30)) as ours:
        ann = await ours.player("Ann")
        for col in (0, 2):
            await ours.master.done(PlaceFigure((0, col), "Mira", size=(1, 2), owners=[ann.id]))
        before = dict(ours.table.world.values)
        why = await ours.master.refused(SetRule(SLOW.to_dict()))
        assert why == slow_words(ours.shown.board, SLOW, tokens=2)
        assert ours.table.world.values == before
        # Changes that make a slow map faster are accepted.
        monkeypatch.setattr("sightline.table.service.transaction.MOST_FIELDS", 5_000)
        await ours.master.done(SetRule(SLOW.to_dict()))
        monkeypatch.setattr("sightline.table.service.transaction.MOST_FIELDS", 0)
        await ours.master.done(Move(next(iter(ours.shown.figures)), (5, 5)))
        brom = PlaceFigure((9, 9), "Brom", size=(1, 2), owners=[ann.id])
        assert "players have 3 tokens" in await ours.master.refused(brom)
        await ours.master.done(SetRule(CORNERS.to_dict()))


# --- rules that a map accepts ---------------------------------------------------------------------


def walled(rows: int, cols: int, walls: int) -> SquareBoard:
    """Return a map as other programs export it, with every wall off the grid."""
    board = SquareBoard(rows, cols)
    for number in range(walls):
        row, col = divmod(number, cols - 1)
        start = col + Fraction(1, 3), row % rows + Fraction(row // rows + 1, 4)
        board.add_wall(start, (start[0] + Fraction(1, 2), start[1]))
    assert board.wall_count == walls
    return board


@pytest.mark.parametrize(("rows", "walls"), [(10, 0), (30, 1), (30, 300)])
async def test_a_rule_that_a_map_accepts_is_never_refused_later(rows: int, walls: int) -> None:
    """It is chosen while the map is prepared; then the map is shown, players join, and it gets
    dark.
    """
    async with party(walled(rows, 25, walls)) as ours:
        players = [await ours.player(name) for name in ("Ann", "Ben", "Cid")]
        kinds = {kind.kind: kind for kind in rule_kinds(ours.shown.board, {}, CORNERS)}
        shown = ours.shown.id
        for kind in kinds.values():
            await ours.master.done(ShowMap(None))
            chosen = SetRule({"rule": kind.kind})
            if kind.slow:
                assert await ours.master.refused(chosen) == kind.slow
                assert kind.instead in kinds
                assert not kinds[kind.instead].slow
                continue
            await ours.master.done(chosen)
            with mock.patch.object(PartyVision, "refresh", return_value={}):
                await ours.master.done(ShowMap(shown))
                for number in range(6):
                    owner = players[number % 3].id
                    await ours.master.done(PlaceFigure((9, number), "Mira", owners=[owner]))
                await ours.master.done(SetDarkness("dark"))
                for figure in list(ours.shown.figures):
                    await ours.master.done(RemoveFigure(figure))
                await ours.master.done(SetDarkness("daylight"))


@pytest.fixture
def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate an installation without compiled kernels."""
    monkeypatch.setattr(cost, "has_kernels", lambda board, rule: False)


@pytest.fixture
def with_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate kernels for every rule of the package on every board."""
    monkeypatch.setattr(cost, "has_kernels", lambda board, rule: rule.kernels != "")


@pytest.mark.usefixtures("without_kernels")
async def test_a_wall_that_makes_the_rule_too_slow_is_refused_before_the_map_is_shown() -> None:
    async with party(walled(10, 10, 50)) as ours:
        await ours.master.done(ShowMap(None))
        await ours.master.done(SetRule({"rule": "pack:dnd5e"}))
        wall = AddWall(((0.25, 0.2), (1.25, 0.2)))
        refused = await ours.master.refused(wall)
        assert "this map has 51 free walls" in refused
        assert "Use “Corner to corner” for sight." in refused
        await ours.master.done(SetRule({"rule": "corner"}))
        await ours.master.done(wall)


@pytest.mark.usefixtures("without_kernels")
def test_without_kernels_a_game_is_refused_and_an_accepted_rule_offered() -> None:
    kinds = {kind.kind: kind for kind in rule_kinds(SquareBoard(90, 90), {}, CORNERS)}
    assert kinds["pack:dnd5e"].slow
    assert kinds["pack:dnd5e"].instead == "corner"
    assert kinds["pack:heroquest"].instead == "center"
    assert not kinds["corner"].slow
    assert not kinds["center"].slow


@pytest.mark.usefixtures("with_kernels")
@pytest.mark.parametrize("walls", [0, 1, MAX_WALLS])
def test_with_kernels_every_map_accepts_every_rule(walls: int) -> None:
    side = math.isqrt(MAX_TILES)
    for board in (SquareBoard(side, side), HexBoard(147)):
        with mock.patch.object(type(board), "wall_count", walls):
            for kind in rule_kinds(board, {}, CORNERS):
                if walls and (kind.kind, board.grid.name) == ("corner", "hex"):
                    continue  # measured: 117 microseconds per tile
                assert not kind.slow, kind.slow
                rule = rule_from_menu({"rule": kind.kind})
                one, other = board.tiles()[:1], board.tiles()[-1:]
                assert is_answerable(board, rule, one, other)
                assert field_cost(board, rule, one) <= cost.MOST_FIELD


def test_a_rule_says_what_it_costs() -> None:
    board = SquareBoard(10, 10)
    dnd = PackRule("dnd5e")
    with_them, without = (dnd.costs(board, 1, 1, compiled=each) for each in (True, False))
    assert without.pair > 100 * with_them.pair
    assert without.tile > 100 * with_them.tile
    for walls in (100, 1_000):
        more = dnd.costs(walled(30, 40, walls), 1, 1, compiled=False)
        assert more.pair > without.pair
        # With kernels, only the walls near a line matter, not their total number.
        assert dnd.costs(walled(30, 40, walls), 1, 1, compiled=True) == with_them

    class Own(CornerRule):
        kind = "own"

    assert Own().costs(board, 1, 1, compiled=False).pair == 16 * READ_LINE


async def test_single_attacks_are_answered_by_rules_that_the_map_does_not_accept() -> None:
    async with party(walled(31, 27, 312)) as ours:
        one = await ours.master.done(PlaceFigure((3, 3), "Mira"))
        other = await ours.master.done(PlaceFigure((9, 9), "Imp"))
        rows = (await ours.master.ask(AskEveryRule(one, other)))["answer"]["rows"]
        assert {"pack:dnd5e", "pack:pathfinder2e"} <= {row["kind"] for row in rows}


async def test_a_walk_with_too_much_to_see_is_too_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "MOST_ON_THE_WAY", 3 * 50)
    async with party(SquareBoard(5, 10), SLOW) as ours:
        ann = await ours.player("Ann")
        wide = PlaceFigure((0, 0), "Mira", size=(1, 2), owners=[ann.id])
        mira = await ours.master.done(wide)
        assert await ann.refused(Move(mira, (0, 4))) == REFUSALS["tooFar"]
        await ann.done(Move(mira, (0, 3)))
        monkeypatch.setattr(cost, "MOST_ON_THE_WAY", 0)
        await ann.done(Move(mira, (0, 4)))
        await ours.master.done(SetRule(CORNERS.to_dict()))
        await ann.done(Move(mira, (4, 8)))


async def test_looks_that_are_kept_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_cache, "MOST_KEPT", 10)
    async with party(SquareBoard(5, 5)) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((2, 2), "Mira", owners=[ann.id]))
        for row in range(5):
            for col in range(5):
                assert (await ann.ask(AskSight(mira, (row, col))))["answer"]["visible"]
                assert len(pair_cache_of(ours.shown)._looks) <= 10


# --- counting -------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [SquareBoard(9, 9), HexBoard(6)], ids=["squares", "hexes"])
@pytest.mark.parametrize("size", [(1, 1), (2, 2), (3, 3)])
def test_lines_are_counted_as_they_are_tried(board: Any, size: tuple[int, int]) -> None:
    board = board.copy()
    far = (5, 5) if board.grid.name == "square" else (3, 0)
    board.place("a", (0, 0), size=size)
    board.place("b", far, size=(1, 1))
    ends = board.figure("a").tiles, board.figure("b").tiles
    for rule in (CORNERS, CenterRule()):
        counted = lines_between(board, rule, *ends)
        assert counted == max(1, len(trace(board, "a", "b", rule).lines))
    assert lines_between(board, HexRayRule(), *ends) == len(ends[0])  # between every two hexes


def test_what_is_swept_takes_no_lines() -> None:
    squares, hexes = SquareBoard(10, 10), HexBoard(3)
    one, four = squares.tiles()[:1], squares.tiles()[:4]
    assert field_cost(squares, CORNERS, one) == 0
    assert field_cost(squares, CORNERS, four) == 0
    assert field_cost(squares, CenterRule(ties="permissive"), one) == 0
    assert field_cost(squares, SLOW, one) == 0
    assert field_cost(squares, CornerRule("permissive"), four) == 0
    assert field_cost(squares, SLOW, squares.tiles()[:2]) == 100
    assert field_cost(hexes, HexRayRule(), hexes.tiles()[:1]) == 0
    assert field_cost(hexes, HexRayRule(), hexes.tiles()[:3]) == 0
    assert field_cost(hexes, CORNERS, hexes.tiles()[:1]) == 37
    assert MOST_LINES < 21**4
