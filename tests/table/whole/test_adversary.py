"""A player with a custom client tries everything, and must not learn hidden information.

Most tests play the same twice, with and without something unseen, and compare what the player gets.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sightline import CenterRule, Door, SquareBoard, Wall
from sightline.errors import StorageError
from sightline.model.threshold import Threshold
from sightline.table.protocol.actions import (
    Decide,
    MasterAction,
    Move,
    Paint,
    PlaceFigure,
    RemoveFigure,
    RemoveWall,
    SetDoor,
    Undo,
)
from sightline.table.protocol.questions import AskSight
from sightline.table.protocol.types import WirePoint
from sightline.table.state.records import Refusal
from sightline.texts import say
from tests.table.support.fake_pages import CENTER, Party, Person, party, repeated_ids

CLOSE = CenterRule("adjudicated")


async def corner(ours: Party) -> tuple[Person, str]:
    """Give Ann's Mira knowledge of 3 by 3 tiles and a line past the corner of a rock at B2."""
    ann = await ours.player("Ann")
    mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id], blocks=False))
    await ours.master.done(Paint([(0, 1)], True))
    return ann, mira


def board() -> SquareBoard:
    return SquareBoard(3, 3)


# --- rulings


async def asked_about_a_place(somebody_is_there: bool) -> tuple[Any, Any, Any]:
    async with party(board(), CLOSE) as ours:
        ann, mira = await corner(ours)
        if somebody_is_there:
            imp = await ours.master.done(PlaceFigure((1, 1), "Imp", blocks=False))
            await ours.master.done(Decide(mira, imp, False, "it crouches"))
        answer = (await ann.ask(AskSight(mira, (1, 1), True)))["answer"]
        calls = ours.master.page.last("calls")["calls"]
        asked = [(call["b"], call["asked_by"]) for call in calls if "asked_by" in call]
        return answer, ann.page.last("seat").get("calls"), asked


async def test_a_ruling_on_somebody_unseen_does_not_show_at_their_place() -> None:
    """Asking tile by tile must not reveal the tile of a ruling."""
    alone = await asked_about_a_place(False)
    assert alone[0]["verdict"] == "ambiguous"
    assert alone[1] == ["Whether Mira sees B2 awaits the game master's ruling."]
    assert alone[2] == [([1, 1], "Ann")]
    assert await asked_about_a_place(True) == alone


@pytest.mark.parametrize("is_seen", [True, False])
async def test_what_was_ruled_about_a_place_is_shown(is_seen: bool) -> None:
    async with party(board(), CLOSE) as ours:
        ann, mira = await corner(ours)
        await ours.master.done(PlaceFigure((1, 1), "Imp", blocks=False))
        await ann.ask(AskSight(mira, (1, 1)))
        await ours.master.done(Decide(mira, (1, 1), is_seen))
        answer = (await ann.ask(AskSight(mira, (1, 1))))["answer"]
        assert answer["visible"] is is_seen
        assert answer["ruled"] == {"visible": is_seen, "by": "the master"}
        assert "calls" not in ann.page.last("seat")


async def test_the_place_of_somebody_who_was_ruled_on_can_be_ruled_on() -> None:
    async with party(board(), CLOSE) as ours:
        ann, mira = await corner(ours)
        imp = await ours.master.done(PlaceFigure((1, 1), "Imp", blocks=False))
        await ours.master.done(Decide(mira, imp, False))
        await ann.ask(AskSight(mira, (1, 1)))
        await ours.master.done(Decide(mira, (1, 1), False))
        assert ours.master.page.last("calls")["calls"] == []
        assert "calls" not in ann.page.last("seat")
        answer = (await ann.ask(AskSight(mira, (1, 1))))["answer"]
        assert answer["ruled"] == {"visible": False, "by": "the master"}
        await ours.master.done(Undo())
        answer = (await ann.ask(AskSight(mira, (1, 1))))["answer"]
        assert (answer["verdict"], answer.get("ruled", "")) == ("ambiguous", "")


async def test_so_is_what_was_ruled_about_somebody_in_sight() -> None:
    async with party(board(), CLOSE) as ours:
        ann, mira = await corner(ours)
        imp = await ours.master.done(PlaceFigure((1, 1), "Imp", blocks=False))
        await ours.master.done(PlaceFigure((2, 1), "Brom", owners=[ann.id], blocks=False))
        assert imp in ann.page.view.figures  # by Brom
        await ours.master.done(Decide(mira, imp, False))
        for place in (imp, (1, 1)):
            answer = (await ann.ask(AskSight(mira, place)))["answer"]
            assert answer["ruled"] == {"visible": False, "by": "the master"}


# --- order


async def calls_told(removed_and_back: bool) -> Any:
    """Mira has a close call with the imp; Brom sees the imp and has an equally close call with a
    rat.
    """
    async with party(SquareBoard(5, 5), CLOSE) as ours:
        ann, _mira = await corner(ours)
        imp = await ours.master.done(PlaceFigure((1, 1), "Imp", blocks=False))
        await ours.master.done(PlaceFigure((2, 2), "Rat", blocks=False))
        if removed_and_back:
            await ours.master.done(RemoveFigure(imp))
            await ours.master.done(Undo())
        await ours.master.done(PlaceFigure((2, 1), "Brom", owners=[ann.id], blocks=False))
        return ann.page.last("seat")["calls"]


async def test_the_order_of_calls_tells_nothing_of_what_was_out_of_sight() -> None:
    received = await calls_told(False)
    assert len(received) == 2
    assert await calls_told(True) == received


# --- secret doors


Part = tuple[tuple[WirePoint, WirePoint], Threshold]


async def long_wall(*parts: Part) -> tuple[Any, Any]:
    """Return what Ann receives when she sees a free wall made of these parts and asks what is
    behind it.
    """
    with repeated_ids():
        wide = SquareBoard(4, 8)
        for ends, threshold in parts:
            wide.add_wall(*ends, threshold)
        async with party(wide, CENTER) as ours:
            ann = await ours.player("Ann")
            mira = await ours.master.done(PlaceFigure((2, 1), "Mira", owners=[ann.id]))
            await ours.master.done(Move(mira, (2, 4)))
            answer = await ann.ask(AskSight(mira, (1, 1), True))
            return ann.page.sent, answer


async def test_where_a_secret_door_begins_and_ends_is_not_shown() -> None:
    """A short piece in the middle of a straight wall would reveal a secret door."""
    plain = await long_wall((((0.0, 1.0), (8.0, 3.0)), Wall()))
    joints = (0.0, 1.0), (1.25, 1.3125), (1.75, 1.4375), (8.0, 3.0)
    one, door, other = pairwise(joints)
    with_a_door: list[Part] = [(one, Wall()), (door, Door("secret")), (other, Wall())]
    assert await long_wall(*with_a_door) == plain
    assert await long_wall(*with_a_door[::-1]) == plain
    overlapping: list[Part] = [
        (((0.0, 1.0), (4.0, 2.0)), Wall()),
        (((2.0, 1.5), (8.0, 3.0)), Wall()),
    ]
    assert await long_wall(*overlapping) == plain
    found = await long_wall((one, Wall()), (door, Door("closed")), (other, Wall()))
    assert found != plain


# --- doors that they do not see


async def behind_a_door(what: MasterAction | None) -> list[str]:
    """Return what Ann hears when she tries a free door that changed out of her sight.

    She saw it open, and there is now a wall between her and it.
    """
    hall = SquareBoard(3, 3)
    hall.add_wall((1.5, 0), (1.5, 0.75), Door("open"))
    hall.set_edge((0, 0), (0, 1), Wall())
    for column in range(3):
        hall.set_edge((0, column), (1, column), Wall())
    async with party(hall, CENTER) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 1), "Mira", owners=[ann.id]))
        await ours.master.done(Move(mira, (0, 0)))
        assert (0, 1) not in (ann.page.view.lit or ())
        if what is not None:
            await ours.master.done(what)
        begun = len(ann.page.sent)
        for state in ("open", "closed"):
            await ann.do(SetDoor(state, wall=((1.5, 0), (1.5, 0.75))))
        assert any("door" in wall for wall in ann.page.view.walls)
        return [received["t"] + received.get("why", "") for received in ann.page.received[begun:]]


@pytest.mark.parametrize(
    "what",
    [
        RemoveWall(((1.5, 0), (1.5, 0.75))),
        SetDoor("secret", wall=((1.5, 0), (1.5, 0.75))),
        SetDoor("locked", wall=((1.5, 0), (1.5, 0.75))),
    ],
    ids=["gone", "secret", "locked"],
)
async def test_what_became_of_a_door_out_of_sight_is_not_shown(what: MasterAction) -> None:
    assert await behind_a_door(what) == await behind_a_door(None)


# --- errors


async def test_a_failing_disk_does_not_tell_players_where_things_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party(board(), CLOSE, tmp_path / "table.db") as ours:
        ann, mira = await corner(ours)

        def full(*_: Any) -> Any:
            raise StorageError(
                say(
                    "{name}: could not be written: {error}",
                    name=f"{tmp_path}/table.db",
                    error=say("disk full"),
                )
            )

        monkeypatch.setattr(ours.table.transactions.store, "commit", full)
        why = await ann.refused(Move(mira, (1, 0)))
        assert why == "Writing to disk failed, so nothing was changed."
        with pytest.raises(Refusal, match=re.escape(why)):
            await ours.table.join("Ben")
        assert "disk full" in await ours.master.refused(Move(mira, (1, 0)))
