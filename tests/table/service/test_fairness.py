"""No player can use up all processing time: each has a budget."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from sightline import SquareBoard
from sightline.table.protocol.actions import Move, Paint, PlaceFigure
from sightline.table.protocol.questions import AskSight
from sightline.table.service import fairness
from sightline.table.service.fairness import SAVED_SECONDS, SECONDS_A_SECOND, TimeBudget
from sightline.table.vision import cost
from tests.table.support.fake_pages import CENTER, party, repeated_ids


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def spend(budget: TimeBudget, clock: Clock, who: str, seconds: float) -> None:
    with budget.spending(who):
        clock.now += seconds


async def test_a_budget_is_used_up_and_comes_back() -> None:
    clock = Clock()
    budget = TimeBudget(clock)
    assert budget.seconds_to_wait("Ann") == 0
    spend(budget, clock, "Ann", SAVED_SECONDS + 3)
    assert budget.seconds_to_wait("Ann") == pytest.approx(3 / SECONDS_A_SECOND)
    assert budget.seconds_to_wait("Ben") == 0
    clock.now += 3 / SECONDS_A_SECOND
    assert budget.seconds_to_wait("Ann") == pytest.approx(0)
    spend(budget, clock, "Ann", 0.3)
    assert budget.seconds_to_wait("Ann") > 0
    clock.now += 1_000
    spend(budget, clock, "Ben", 0.1)
    assert [*budget._used] == ["Ben"], "who owes nothing is forgotten"


async def test_who_has_used_up_theirs_waits_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fairness, "SAVED_SECONDS", 0.0)
    monkeypatch.setattr(fairness, "SECONDS_A_SECOND", 0.001)
    async with party(SquareBoard(3, 3), CENTER) as ours:
        ann, ben = await ours.player("Ann"), await ours.player("Ben")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        brom = await ours.master.done(PlaceFigure((2, 0), "Brom", owners=[ben.id]))
        await ann.done(Move(mira, (0, 1)))
        waiting = asyncio.create_task(ann.done(Move(mira, (0, 2))))
        also = asyncio.create_task(ann.ask(AskSight(mira, brom)))
        await ben.done(Move(brom, (2, 1)))
        await ours.master.done(Move(brom, (2, 2)))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        assert not also.done()
        begun = time.monotonic()
        ours.table.core.budget.close()
        await asyncio.gather(waiting, also)
        assert time.monotonic() - begun < 5, "a closed table lets everybody go"


async def test_a_long_look_around_sees_what_a_short_one_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def walked() -> list[bytes]:
        board = SquareBoard(5, 9)
        for col in (1, 3, 5, 7):
            for row in (0, 1, 3, 4):
                board.set_solid((row, col))
        with repeated_ids():
            async with party(board, CENTER) as ours:
                ann = await ours.player("Ann")
                mira = await ours.master.done(PlaceFigure((2, 0), "Mira", owners=[ann.id]))
                await ours.master.done(PlaceFigure((0, 4), "Rat"))
                await ours.master.done(PlaceFigure((4, 2), "Chest", kind="chest"))
                for to in ((2, 8), (2, 0), (0, 6)):
                    await ann.do(Move(mira, to))
                return ann.page.sent

    short = await walked()
    monkeypatch.setattr(cost, "QUICK_FIELD", 0)
    assert await walked() == short


async def test_a_map_that_changes_again_and_again_keeps_nobody_from_walking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cost, "QUICK_FIELD", 0)
    async with party(SquareBoard(3, 9), CENTER) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        to_thread, looks = asyncio.to_thread, 0

        async def drawn_meanwhile(work: Callable[..., object], *given: object) -> object:
            nonlocal looks
            looks += 1
            await ours.master.done(Paint([(2, looks)], True))
            return await to_thread(work, *given)

        monkeypatch.setattr(asyncio, "to_thread", drawn_meanwhile)
        await ann.done(Move(mira, (0, 8)))
        assert looks == 2
        assert ours.figure("Mira").at == (0, 8)
