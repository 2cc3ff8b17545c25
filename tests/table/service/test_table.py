"""The table processes each request once, in order, and saves it before anyone is notified."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from sightline import CenterRule, SquareBoard
from sightline.errors import StorageError, UncertainWriteError
from sightline.table.protocol.actions import (
    Admit,
    Decide,
    DeleteMap,
    Dismiss,
    EditFigure,
    MasterAction,
    Move,
    NewLink,
    NewMap,
    Paint,
    PlaceFigure,
    Redo,
    RemoveFigure,
    RenameMap,
    SetDoor,
    SetEdges,
    SetOptions,
    SetRule,
    ShowMap,
    TakeBack,
    Undo,
)
from sightline.table.protocol.client import Do
from sightline.table.protocol.questions import (
    AskChecklist,
    AskEveryRule,
    AskField,
    AskRulings,
    AskSight,
    AskWho,
)
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.rulings.desk import decision_from
from sightline.table.service import replies, table
from sightline.table.state import history
from sightline.table.state.records import THE_MASTER, Actor, Refusal
from sightline.table.state.world import World
from sightline.table.storage.store import Store
from sightline.texts import say
from tests.table.support.fake_pages import CENTER, FakePage, Party, Person, fresh, imported, party
from tests.table.support.sample_table import sample_table

CLOSE = CenterRule("adjudicated")


@asynccontextmanager
async def hall(
    path: Path | None = None, rule: CenterRule = CENTER
) -> AsyncIterator[tuple[Party, Person, Person, str]]:
    """Return a hall of 4 by 8 with a closed door in the middle; Ann plays Mira,
    Ben has no figure.
    """
    board = SquareBoard(4, 8)
    async with party(board, rule, path) as ours:
        ann, ben = await ours.player("Ann"), await ours.player("Ben")
        await ours.master.done(SetEdges([((r, 3), (r, 4)) for r in range(4)], "wall"))
        await ours.master.done(SetEdges([((1, 3), (1, 4))], "door"))
        mira = await ours.master.done(PlaceFigure((1, 0), "Mira", owners=[ann.id]))
        yield ours, ann, ben, mira


def at(ours: Party, figure: str) -> tuple[int, int]:
    found = ours.table.world.find_figure(figure)
    assert found is not None
    return found[1].at


def everything(ours: Party) -> Any:
    """Return all state in memory and on disk, and everything that was sent."""
    world, stored = ours.table.world, ours.table.transactions.store.load()
    people = (ours.master, *ours.players.values())
    return (
        dict(world.values),
        {id_: scene.board.copy() for id_, scene in world.scenes.items()},
        {id_: scene.rule for id_, scene in world.scenes.items()},
        dict(world.players),
        {id_: fresh(ours.table, id_) for id_ in ours.players},
        (stored.values, stored.journal, stored.learned),
        [_without_answers(person.page) for person in people],
        [ours.table.history.next_undo(person.id) for person in people],
    )


def _without_answers(page: FakePage) -> list[bytes]:
    """Return what a page received, except refusals, which only the sender gets."""
    both = zip(page.sent, page.received, strict=True)
    return [sent for sent, received in both if received["t"] != "refused"]


# --- once -----------------------------------------------------------------------------------------


async def test_a_change_that_comes_twice_is_made_once() -> None:
    async with hall() as (ours, ann, _ben, mira):
        await ann.done(Move(mira, (1, 1)), "the move")
        await ann.done(Move(mira, (1, 2)), "another")
        heard = len(ours.master.page.sent)
        received = await ann.do(Move(mira, (1, 1)), "the move")
        assert received == {"t": "done", "id": "the move"}
        assert at(ours, mira) == (1, 2)
        assert len(ours.master.page.sent) == heard
        # Each client chooses its own ids.
        await ours.master.done(Move(mira, (0, 0)), "the move")
        assert at(ours, mira) == (0, 0)


async def test_the_second_answer_names_what_was_made() -> None:
    async with hall() as (ours, _ann, _ben, _mira):
        first = await ours.master.done(PlaceFigure((0, 7), "Goblin"), "the goblin")
        assert await ours.master.done(PlaceFigure((0, 7), "Goblin"), "the goblin") == first
        assert sum(figure.name == "Goblin" for figure in ours.shown.figures.values()) == 1


async def test_and_once_also_across_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "table"
    async with hall(path) as (ours, ann, _ben, mira):
        await ann.done(Move(mira, (1, 1)), "the move")
        goblin = await ours.master.done(PlaceFigure((0, 7), "Goblin"), "the goblin")
        await ours.master.done(Undo(), "the undoing")
        await ours.table.close()
        await ours.again(sample_table(path))
        await ann.done(Move(mira, (1, 1)), "the move")
        assert await ours.master.done(PlaceFigure((0, 7), "Goblin"), "the goblin") == goblin
        await ours.master.done(Undo(), "the undoing")
        assert goblin not in ours.shown.figures
        assert at(ours, mira) == (1, 1)


async def test_what_changed_nothing_is_not_made_later() -> None:
    """Both answers were lost and both requests are sent again; the first must
    not undo the second.
    """
    async with hall() as (ours, ann, _ben, mira):
        await ann.done(Move(mira, (1, 0)), "first")  # she is there already
        await ann.refused(Move(mira, (1, 6)), "second")  # behind the door
        await ann.done(Move(mira, (1, 3)), "third")
        await ours.master.done(SetDoor("open", ((1, 3), (1, 4))))
        await ann.done(Move(mira, (1, 0)), "first")
        await ann.refused(Move(mira, (1, 6)), "second")
        await ann.done(Move(mira, (1, 3)), "third")
        assert at(ours, mira) == (1, 3)
        await ann.done(Move(mira, (1, 6)), "a new try")


async def test_only_so_many_answers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "MOST", 3)
    async with hall() as (ours, ann, _ben, _mira):
        for i in range(10):
            await ann.refused(Move("f0", (0, 0)), f"try {i}")
        kept = ours.table.acting._replies._last[ann.id]
        assert list(kept) == ["try 7", "try 8", "try 9"]


async def test_of_two_who_move_one_figure_one_is_too_late() -> None:
    async with hall() as (ours, ann, ben, mira):
        await ours.master.done(EditFigure(mira, owners=[ann.id, ben.id]))
        both = [
            Do("one", Move(mira, (0, 1), start=(1, 0))),
            Do("other", Move(mira, (3, 2), start=(1, 0))),
        ]
        await asyncio.gather(
            ours.table.handle(ann.page, both[0]), ours.table.handle(ben.page, both[1])
        )
        replies = [ann.page.reply("one"), ben.page.reply("other")]
        assert sorted(reply["t"] for reply in replies) == ["done", "refused"]
        late = next(reply for reply in replies if reply["t"] == "refused")
        assert late["why"] == "Mira was moved in the meantime."
        where = list(at(ours, mira))
        for person in (ann, ben, ours.master):
            assert person.page.view.figures[mira]["at"] == where


async def test_many_at_once_come_one_after_the_other() -> None:
    async with hall() as (ours, ann, ben, mira):
        await ours.master.done(EditFigure(mira, owners=[ann.id, ben.id]))
        people = (ann, ben, ours.master)
        moves = [
            ours.table.handle(person.page, Do(f"move {i}", Move(mira, (i % 4, i % 3))))
            for i in range(10)
            for person in people
        ]
        await asyncio.gather(*moves)
        for person in people:
            assert person.page.view.figures[mira]["at"] == list(at(ours, mira))
            assert sum(received["t"] == "done" for received in person.page.received) >= 10
        for player in (ann, ben):
            assert player.page.view.state() == fresh(ours.table, player.id)


# --- in order -------------------------------------------------------------------------------------


async def test_the_change_comes_before_done() -> None:
    async with hall() as (ours, ann, _ben, mira):
        heard = len(ann.page.sent)
        await ann.done(Move(mira, (1, 1)))
        kinds = ann.page.kinds(heard)
        assert kinds[-1] == "done"
        assert "change" in kinds[:-1]
        heard = len(ours.master.page.sent)
        await ours.master.done(Paint([(0, 0)], True))
        assert ours.master.page.kinds(heard) == ["change", "log", "table", "done"]


async def test_what_was_only_tried_is_marked_in_the_masters_log() -> None:
    async with hall() as (ours, ann, _ben, mira):
        door = ((1, 3), (1, 4))
        await ours.master.done(SetDoor("locked", door))
        await ours.master.done(Move(mira, (1, 3)))
        assert "attempt" not in ours.master.page.last("log")
        assert await ann.refused(SetDoor("open", door)) == "It is locked."
        log = ours.master.page.last("log")
        assert (log["attempt"], log["text"].split()[0]) == (True, "tried")


async def test_who_enters_is_welcomed_first_and_has_everything() -> None:
    async with hall() as (ours, ann, _ben, _mira):
        page = await ann.enter()
        assert page.kinds() == ["welcome", "stage", "seat"]
        assert page.view.state() == fresh(ours.table, ann.id)
        page = await ours.master.enter()
        assert page.kinds() == ["welcome", "stage", "table", "calls"]
        bookcase = {"kind": "bookcase", "size": [1, 3], "blocks": True}
        assert bookcase in page.last("table")["furniture"]


async def test_nobody_is_called_as_the_master_is_in_the_log() -> None:
    async with hall() as (ours, _ann, _ben, _mira):
        for name in (" The Master ", "master", "GAME  MASTER", "Game-Master", "G.M.", "the gm"):
            with pytest.raises(Refusal, match=r"^That name belongs to the game master\. Choose"):
                await ours.table.join(name)
        assert (await ours.table.join("Master of Puppets")).name == "Master of Puppets"


async def test_a_guest_called_like_a_player_gets_a_number() -> None:
    """The game master sees it before admitting the guest, and the guest's own page shows it."""
    async with hall() as (ours, ann, _ben, _mira):
        guests = [await ours.table.join("Ann"), await ours.table.join("ann")]
        assert [each.name for each in guests] == ["Ann 2", "ann 3"]
        page = await ours.master.enter()
        names = {each["id"]: each["name"] for each in page.last("table")["players"]}
        assert [names[each] for each in (ann.id, *(guest.id for guest in guests))] == [
            "Ann",
            "Ann 2",
            "ann 3",
        ]


async def test_some_questions_are_the_masters_alone() -> None:
    async with hall() as (ours, ann, _ben, mira):
        every_rule = AskEveryRule(mira, (0, 0))
        for question in (AskWho(), AskRulings(), AskChecklist(ann.id), every_rule):
            assert (await ours.master.ask(question))["t"] == "answer"
            received = await ann.ask(question)
            assert (received["t"], received["why"]) == (
                "refused",
                "Only the game master can ask that.",
            )


async def test_who_knocks_has_nothing_until_let_in() -> None:
    async with hall() as (ours, _ann, _ben, _mira):
        record = await ours.table.join("Eve")
        eve = Person(ours.table, Actor("player", record.id, "Eve"))
        await eve.enter()
        assert eve.page.kinds() == ["welcome", "seat"]
        assert eve.page.received[1] == {"t": "seat", "id": eve.id, "name": "Eve", "waiting": True}
        for action in (Move("f0", (0, 0)), Undo(), SetDoor("open", ((1, 3), (1, 4)))):
            assert await eve.refused(action) == REFUSALS["notLetIn"]
        for question in (AskField(), AskSight("f0", (0, 0)), AskWho()):
            assert (await eve.ask(question))["t"] == "refused"
        await ours.master.done(Paint([(0, 0)], True))
        assert eve.page.view.stage is None
        await ours.master.done(Admit(eve.id))
        assert eve.page.view.stage is not None
        assert eve.page.view.tiles == {}


# --- the master watches ---------------------------------------------------------------------------


async def test_watching_is_the_players_very_data() -> None:
    async with hall() as (ours, ann, _ben, mira):
        watcher = Person(ours.table, THE_MASTER)
        await watcher.enter()
        await ours.table.watch(watcher.page, ann.id)
        assert watcher.page.view.state() == ann.page.view.state()
        assert (await watcher.ask(AskChecklist(ann.id)))["t"] == "answer"
        heard, watched = len(ann.page.sent), len(watcher.page.sent)
        goblin = await ours.master.done(PlaceFigure((3, 3), "Goblin"))
        await ann.done(Move(mira, (1, 3)))
        await ours.master.done(Move(goblin, (3, 7)))
        await ann.done(SetDoor("open", ((1, 3), (1, 4))))
        await ours.master.done(RenameMap(ours.shown.id, "The secret hall"))
        await ours.master.done(SetOptions(players_move=False))
        await ours.master.done(ShowMap(None))
        await ours.master.done(Undo())
        own = [sent for sent in ann.page.sent[heard:] if not sent.startswith(b'{"t":"done"')]
        # The message also has the data that only the game master gets.
        shared = (b'{"t":"stage"', b'{"t":"no_stage"', b'{"t":"change"', b'{"t":"seat"')
        seen = [sent for sent in watcher.page.sent[watched:] if sent.startswith(shared)]
        assert seen == own
        asked = AskSight(mira, (0, 7), all_lines=True, picture=True)
        answers = [(await person.ask(asked))["answer"] for person in (ann, watcher)]
        assert answers[0] == answers[1]
        await ours.table.watch(watcher.page, None)
        views = [person.page.view.state() for person in (watcher, ours.master)]
        for view in views:
            del view["stage"]["name"]  # a new name is sent separately from the map
        assert views[0] == views[1]


async def test_who_is_watched_may_leave() -> None:
    async with hall() as (ours, _ann, ben, _mira):
        await ours.table.watch(ours.master.page, ben.id)
        assert ours.master.page.last("table")["watching"] == ben.id
        await ours.master.done(Dismiss(ben.id))
        assert "watching" not in ours.master.page.last("table")
        assert ours.master.page.view.stage is not None
        assert ours.master.page.view.stage["name"] == "A map"


async def test_only_the_master_watches_and_looks_at_maps() -> None:
    """The server refuses other users, and so does the table."""
    async with hall() as (ours, ann, ben, _mira):
        other = await ours.master.done(NewMap("Cellar"))
        heard = len(ben.page.sent)
        await ours.table.watch(ben.page, ann.id)
        await ours.table.look_at(ben.page, other)
        await ours.table.look_at(ben.page, ours.shown.id)
        assert len(ben.page.sent) == heard


# --- links and doors ------------------------------------------------------------------------------


async def test_a_new_link_closes_the_pages_of_the_old_one() -> None:
    async with hall() as (ours, ann, ben, _mira):
        second = Person(ours.table, ann.actor)
        await second.enter()
        old = ours.table.world.players[ann.id].secret
        await ours.master.done(NewLink("player", ann.id))
        for page in (ann.page, second.page):
            assert page.closed == (REFUSALS["linkRenewed"], False)
        assert ben.page.closed is None
        assert ours.table.world.players[ann.id].secret != old
        heard = len(ann.page.sent)
        await ours.master.done(Paint([(1, 1)], True))
        assert len(ann.page.sent) == heard
        await ours.table.handle(ann.page, Do("late", Undo()))
        await ours.table.leave(ann.page)
        page = await ann.enter()
        assert page.view.state() == fresh(ours.table, ann.id)


async def test_a_new_link_for_the_master_spares_the_page_that_asked() -> None:
    async with hall() as (ours, ann, _ben, _mira):
        other = Person(ours.table, THE_MASTER)
        await other.enter()
        await ours.master.done(NewLink("master"))
        assert other.page.closed == (REFUSALS["linkRenewed"], False)
        assert ours.master.page.closed is None
        assert ann.page.closed is None
        await ours.master.done(NewLink("master"))
        assert ours.master.page.closed is None


async def test_who_is_shown_the_door_is_gone() -> None:
    async with hall() as (ours, ann, ben, mira):
        goblin = await ours.master.done(PlaceFigure((0, 1), "Goblin", owners=[ann.id, ben.id]))
        await ann.done(Move(mira, (1, 1)))
        await ours.master.done(Dismiss(ann.id))
        assert ann.page.closed == (REFUSALS["dismissed"], False)
        assert ours.shown.figures[goblin].owners == (ben.id,)
        assert ours.shown.figures[mira].owners == ()
        page = await ann.enter()
        assert page.sent == []
        assert page.closed == (REFUSALS["dismissed"], False)
        # Their actions can still be undone, which does not bring them back.
        await ours.master.done(Undo())
        assert at(ours, mira) == (1, 0)
        assert ours.shown.figures[mira].owners == ()
        assert not any(
            player == ann.id for player, _ in ours.table.transactions.store.load().learned
        )
        assert ours.table.vision.knowledge(ann.id) is None


async def test_nobody_comes_into_a_locked_or_full_room(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall() as (ours, _ann, _ben, _mira):
        await ours.master.done(SetOptions(room_locked=True))
        with pytest.raises(Refusal, match="locked"):
            await ours.table.join("Eve")
        await ours.master.done(SetOptions(room_locked=False))
        monkeypatch.setattr(table, "MAX_PLAYERS", 2)
        with pytest.raises(Refusal, match="full"):
            await ours.table.join("Eve")
        assert len(ours.table.world.players) == 2


async def test_a_crowd_at_the_door_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The link to join was leaked, and a stranger asks to join again and again."""
    monkeypatch.setattr(table, "MAX_WAITING", 3)
    async with hall() as (ours, ann, ben, mira):
        crowd = [await ours.table.join(f"Eve {number}") for number in range(3)]
        await ours.master.done(EditFigure(mira, owners=[ann.id, crowd[0].id]))
        here = Person(ours.table, Actor("player", crowd[1].id, crowd[1].name))
        await here.enter()
        zoe, bo = await ours.table.join("Zoe"), await ours.table.join("Bo")
        # The first two departed owners were removed, and only Ann owns the figure.
        assert set(ours.table.world.players) == {ann.id, ben.id, crowd[1].id, zoe.id, bo.id}
        assert ours.shown.figures[mira].owners == (ann.id,)
        for record in (zoe, bo):
            await Person(ours.table, Actor("player", record.id, record.name)).enter()
        with pytest.raises(Refusal, match="Too many players are waiting"):
            await ours.table.join("Eve again")
        await ours.master.done(Admit(zoe.id))
        await ours.table.join("Tam")


# --- the disk fails -------------------------------------------------------------------------------


class FailingStore:
    """A store whose writes fail, or have an unknown outcome."""

    def __init__(self, store: Store, error: StorageError) -> None:
        self._store, self._error = store, error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def commit(self, *given: Any) -> Any:
        if isinstance(self._error, UncertainWriteError):
            self._store._disconnect()
        raise self._error


FULL = StorageError(say("the disk is full"))
UNCERTAIN = UncertainWriteError("who knows")


async def failing(ours: Party, error: StorageError, who: Person, action: MasterAction) -> str:
    """Make the disk fail during an action, and return the user's response."""
    real = ours.table.transactions.store
    ours.table.transactions.store = FailingStore(real, error)  # type: ignore[assignment]
    try:
        return await who.refused(action, "it")
    finally:
        ours.table.transactions.store = real


ACTIONS: dict[str, Callable[[str, str], MasterAction]] = {
    "door": lambda mira, ben: SetDoor("open", ((1, 3), (1, 4))),
    "paint": lambda mira, ben: Paint([(1, 2)], True),
    "remove": lambda mira, ben: RemoveFigure(mira),
    "move": lambda mira, ben: Move(mira, (2, 7)),
    "decide": lambda mira, ben: Decide(mira, (0, 2), True),
    "take back": lambda mira, ben: TakeBack(1),
    "rule": lambda mira, ben: SetRule(CenterRule("strict").to_dict()),
    "new map": lambda mira, ben: NewMap("Cellar"),
    "show": lambda mira, ben: ShowMap(None),
    "options": lambda mira, ben: SetOptions(shared_sight=True),
    "undo": lambda mira, ben: Undo(),
    "redo": lambda mira, ben: Redo(),
    "dismiss": lambda mira, ben: Dismiss(ben),
    "new link": lambda mira, ben: NewLink("master"),
}


@pytest.mark.parametrize("what", ACTIONS)
async def test_if_the_disk_refuses_nothing_has_happened(what: str) -> None:
    async with hall(rule=CLOSE) as (ours, ann, ben, mira):
        await ann.done(Move(mira, (1, 1)))
        await ours.master.done(Paint([(3, 0)], True))
        await ours.master.done(Decide(mira, (3, 3), False, "too dark"))
        await ours.master.done(Paint([(3, 0)], False))
        await ours.master.done(Undo())
        if what == "undo":  # undoing the ruling
            await ours.master.done(Undo())
            await ours.master.done(Redo())
        action = ACTIONS[what](mira, ben.id)
        before, ruled = everything(ours), standing(ours)
        assert "disk is full" in await failing(ours, FULL, ours.master, action)
        assert everything(ours) == before
        assert standing(ours) == ruled
        assert not any(person.page.closed for person in (ours.master, ann, ben))
        # Later it works.
        await ours.master.done(action, "again")
        for player in (ann, ben):
            if player.page.closed is None:
                assert player.page.view.state() == fresh(ours.table, player.id)


def standing(ours: Party) -> list[tuple[Any, bool]]:
    """Return the rulings that were not withdrawn."""
    history = ours.table.desk.of(ours.shown.id).history()
    return [(each.key, each.visible) for each in history if each.undone is None]


async def test_nor_for_players_and_those_who_knock() -> None:
    async with hall() as (ours, ann, _ben, mira):
        before = everything(ours)
        assert "Writing to disk failed" in await failing(ours, FULL, ann, Move(mira, (3, 3)))
        real = ours.table.transactions.store
        ours.table.transactions.store = FailingStore(real, FULL)  # type: ignore[assignment]
        with pytest.raises(Refusal, match="Writing to disk failed"):
            await ours.table.join("Eve")
        with pytest.raises(Refusal, match="disk is full"):
            await ours.table.map_keeper.add_map(
                imported(SquareBoard(2, 2), name="Cellar"), show=True
            )
        ours.table.transactions.store = real
        assert everything(ours) == before
        await ann.done(Move(mira, (3, 3)), "again")


async def test_who_may_have_missed_a_change_comes_back_for_all_of_it() -> None:
    async with hall() as (ours, ann, _ben, mira):
        seen = len(ann.page.sent)
        broadcaster = ours.table.core.broadcaster
        with (
            mock.patch.object(broadcaster, "send_to_players", side_effect=ZeroDivisionError),
            pytest.raises(ZeroDivisionError),
        ):
            await ours.master.do(Move(mira, (0, 0)), "the move")
        for person in (ours.master, ann):
            assert person.page.closed == (REFUSALS["startOver"], True)
            await person.enter()
        assert len(ann.page.sent) < seen
        assert ann.page.view.figures[mira]["at"] == [0, 0]
        assert await ours.master.do(Move(mira, (0, 0)), "the move") == {
            "t": "done",
            "id": "the move",
        }


async def test_done_does_not_wait_for_close_calls() -> None:
    async with hall(rule=CLOSE) as (ours, ann, _ben, mira):
        before = len(ann.page.received)
        search = mock.patch.object(
            ours.table.core.broadcaster, "update_calls", side_effect=ZeroDivisionError
        )
        with search, pytest.raises(ZeroDivisionError):
            await ann.do(Move(mira, (3, 3)))
        assert ann.page.kinds(before)[-1] == "done"
        ours.table.core.calls_are_due = True
        await ann.done(Move(mira, (3, 3)))


async def test_what_cannot_be_put_back_stops_the_table() -> None:
    async with hall() as (ours, _ann, _ben, mira):
        broken = mock.patch.object(
            ours.table.transactions, "_revert", side_effect=ZeroDivisionError
        )
        failing_look = mock.patch.object(ours.table.vision, "refresh", side_effect=KeyError)
        with failing_look, broken, pytest.raises(ZeroDivisionError):
            await ours.master.do(Move(mira, (0, 0)))
        assert await ours.master.refused(Move(mira, (0, 0))) == REFUSALS["diskFailed"]


async def test_if_nobody_knows_what_is_on_the_disk_the_table_stops(tmp_path: Path) -> None:
    path = tmp_path / "table"
    async with hall(path, rule=CLOSE) as (ours, ann, _ben, mira):
        before = dict(ours.table.world.values)
        views = [person.page.view.state() for person in (ours.master, *ours.players.values())]
        rulings = standing(ours)
        opened = SetDoor("open", ((1, 3), (1, 4)))
        assert await failing(ours, UNCERTAIN, ours.master, opened) == REFUSALS["diskFailed"]
        assert ours.table.world.values == before
        tries: list[tuple[Person, MasterAction]] = [
            (ours.master, opened),
            (ours.master, Decide(mira, (0, 2), True)),
            (ours.master, Undo()),
            (ann, Move(mira, (1, 1))),
        ]
        for who, action in tries:
            assert await who.refused(action) == REFUSALS["diskFailed"]
        with pytest.raises(Refusal):
            await ours.table.join("Eve")
        with pytest.raises(Refusal):
            await ours.table.map_keeper.add_map(imported(SquareBoard(2, 2), name="Cellar"))
        assert standing(ours) == rulings
        people = (ours.master, *ours.players.values())
        assert [person.page.view.state() for person in people] == views
        await ours.table.close()
        await ours.again(sample_table(path))  # read the current state
        assert [person.page.view.state() for person in people] == views
        await ours.master.done(opened)


async def test_a_mistake_of_ours_leaves_no_half_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected error occurs between planning and saving."""
    async with hall() as (ours, ann, _ben, mira):
        before = everything(ours)
        with monkeypatch.context() as patched:
            patched.setattr(ours.table.vision, "drain_store", lambda: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await ours.table.handle(ann.page, Do("it", Move(mira, (3, 3))))
        assert everything(ours) == before
        await ann.done(Move(mira, (3, 3)), "it")


async def test_who_gives_up_waiting_for_the_disk_leaves_no_doubt(tmp_path: Path) -> None:
    """The task is cancelled while its change is being saved, so either outcome is possible."""
    path = tmp_path / "table"
    async with hall(path) as (ours, ann, _ben, mira):
        written, may_return = threading.Event(), threading.Event()
        commit = ours.table.transactions.store.commit

        def slowly(*given: Any) -> Any:
            row = commit(*given)
            written.set()
            may_return.wait()
            return row

        ours.table.transactions.store.commit = slowly  # type: ignore[assignment,method-assign]
        moving = asyncio.create_task(ours.table.handle(ann.page, Do("it", Move(mira, (3, 3)))))
        await asyncio.to_thread(written.wait)
        moving.cancel()
        await asyncio.sleep(0)
        may_return.set()
        with pytest.raises(asyncio.CancelledError):
            await moving
        assert await ann.refused(Move(mira, (3, 2))) == REFUSALS["diskFailed"]
        await ours.table.close()
        await ours.again(sample_table(path))
        assert at(ours, mira) == (3, 3)
        assert ann.page.view.state() == fresh(ours.table, ann.id)


async def test_what_comes_to_nothing_when_undone_does_not_stay_on_top() -> None:
    """A figure was assigned to a player who has left. Undoing that has no effect, but earlier
    actions can still be undone and redone.
    """
    async with hall() as (ours, _ann, ben, mira):
        await ours.master.done(Move(mira, (0, 0)))
        await ours.master.done(EditFigure(mira, owners=[ben.id]))
        await ours.master.done(Dismiss(ben.id))
        for _ in range(2):
            await ours.master.done(Undo())
        assert at(ours, mira) == (1, 0)
        for _ in range(2):
            await ours.master.done(Redo())
        assert at(ours, mira) == (0, 0)


# --- rulings --------------------------------------------------------------------------------------


@asynccontextmanager
async def close_call(path: Path | None = None) -> AsyncIterator[tuple[Party, Person, str, str]]:
    """Return a table where Ann's Mira has a close call with the imp, past the corner of a rock."""
    board = SquareBoard(3, 3)
    board.set_solid((0, 1))
    async with party(board, CLOSE, path) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id], blocks=False))
        imp = await ours.master.done(PlaceFigure((1, 1), "Imp", blocks=False))
        yield ours, ann, mira, imp


def waiting(ours: Party) -> list[tuple[Any, Any]]:
    return [(call["a"], call["b"]) for call in ours.master.page.last("calls")["calls"]]


async def test_a_call_waits_for_the_master_and_is_ruled() -> None:
    async with close_call() as (ours, ann, mira, imp):
        assert waiting(ours) == [(mira, imp)]
        assert "calls" not in ann.page.last("seat")  # she does not know of the imp
        await ours.master.done(Decide(mira, imp, True, "a low rock"))
        assert waiting(ours) == []
        assert imp in ann.page.view.figures
        assert await ours.master.refused(Decide(mira, mira, True))
        await ann.refused(Decide(mira, imp, True))
        await ann.refused(TakeBack(1))


async def test_rulings_are_undone_and_redone_across_restarts(tmp_path: Path) -> None:
    path = tmp_path / "table"
    async with close_call(path) as (ours, ann, mira, imp):

        async def restart() -> None:
            await ours.table.close()
            await ours.again(sample_table(path))

        def sees() -> bool:
            return imp in ann.page.view.figures

        await ours.master.done(Decide(mira, imp, True, "a low rock"))
        for _ in range(3):
            await restart()
            assert sees()
            await ours.master.done(Undo())
            assert not sees()
            await restart()
            assert not sees()
            await ours.master.done(Redo())
            assert sees()
        await ours.master.done(TakeBack(ours.table.desk.of(ours.shown.id).history()[-1].number))
        assert not sees()
        await restart()
        await ours.master.done(Undo())
        assert sees()
        await restart()
        await ours.master.done(Redo())
        assert not sees()
        await restart()
        await ours.master.done(Undo())
        await ours.master.done(Undo())
        assert not sees()
        await ours.master.done(Undo())  # the imp is removed
        assert imp not in ours.shown.figures


async def test_undoing_brings_back_the_ruling_that_was_there() -> None:
    """It restores the original ruling instead of making a new one: a lapsed ruling stays lapsed,
    and an earlier one stays behind a later one.
    """
    async with close_call() as (ours, ann, mira, imp):
        await ours.master.done(Decide(mira, imp, True))
        await ours.master.done(Decide(mira, imp, False))
        await ours.master.done(TakeBack(1))
        await ours.master.done(Undo())
        assert imp not in ann.page.view.figures
        await ours.master.done(TakeBack(2))  # its number has changed
        assert waiting(ours) == []
        assert imp in ann.page.view.figures
        await ours.master.done(Paint([(1, 0)], True))  # the other side of the corner
        assert imp not in ann.page.view.figures
        await ours.master.done(Paint([(0, 1)], False))
        standing_now = ours.table.desk.of(ours.shown.id).history()
        number = next(each.number for each in standing_now if each.undone is None and each.visible)
        await ours.master.done(TakeBack(number))
        before = ann.page.view.state()
        await ours.master.done(Undo())
        assert ann.page.view.state() == before


async def test_an_undo_that_was_cut_off_can_be_undone_again(tmp_path: Path) -> None:
    """The power failed after the ruling was withdrawn, but before the table was saved."""
    path = tmp_path / "table"
    async with close_call(path) as (ours, ann, mira, imp):
        await ours.master.done(Decide(mira, imp, True))
        row = ours.table.history.next_undo("master")
        assert row is not None
        ours.table.desk.reverse(decision_from(row.ruling))
        await ours.table.close()
        await ours.again(sample_table(path))
        assert imp not in ann.page.view.figures
        await ours.master.done(Undo())
        await ours.master.done(Undo())
        assert imp not in ours.shown.figures


async def test_a_ruling_lapses_and_the_queue_says_so() -> None:
    async with close_call() as (ours, ann, mira, imp):
        await ours.master.done(Decide(mira, imp, True, "a low rock"))
        await ours.master.done(SetEdges([((0, 0), (1, 0))], "door", "open"))
        assert imp not in ann.page.view.figures
        (call,) = ours.master.page.last("calls")["calls"]
        assert call["lapsed"]["ruling"]["why"] == "a low rock"
        await ours.master.done(Undo())
        assert imp in ann.page.view.figures
        assert waiting(ours) == []


async def test_a_players_question_becomes_a_call() -> None:
    async with close_call() as (ours, ann, mira, imp):
        await ours.master.done(Decide(mira, imp, True))
        await ours.master.done(Undo())
        await ours.master.done(RemoveFigure(imp))
        assert waiting(ours) == []
        assert (1, 1) in ann.page.view.tiles
        received = await ann.ask(AskSight(mira, (1, 1)))
        assert received["answer"]["verdict"] == "ambiguous"
        (call,) = ours.master.page.last("calls")["calls"]
        assert (call["a"], call["b"], call["asked_by"]) == (mira, [1, 1], "Ann")
        assert ann.page.last("seat")["calls"] == [
            "Whether Mira sees B2 awaits the game master's ruling."
        ]
        await ours.master.done(Decide(mira, (1, 1), True, "a secret reason"))
        assert waiting(ours) == []
        assert "calls" not in ann.page.last("seat")
        assert ann.page.view.lit is not None
        assert (1, 1) in ann.page.view.lit
        assert b"secret reason" not in b"".join(ann.page.sent)


async def test_a_question_is_dropped_with_the_figure_it_was_asked_for() -> None:
    async with close_call() as (ours, ann, mira, imp):
        await ours.master.done(Decide(mira, imp, True))
        await ours.master.done(Undo())
        await ours.master.done(RemoveFigure(imp))
        await ann.ask(AskSight(mira, (1, 1)))
        assert waiting(ours) == [(mira, [1, 1])]
        await ours.master.done(Dismiss(ann.id))
        assert waiting(ours) == []


async def test_a_masters_question_on_behalf_of_a_player_is_no_call() -> None:
    async with close_call() as (ours, _ann, mira, imp):
        await ours.master.done(Decide(mira, imp, True))
        await ours.master.done(Undo())
        await ours.master.done(RemoveFigure(imp))
        await ours.table.watch(ours.master.page, _ann.id)
        received = await ours.master.ask(AskSight(mira, (1, 1)))
        assert received["answer"]["verdict"] == "ambiguous"
        assert waiting(ours) == []


# --- maps -----------------------------------------------------------------------------------------


async def test_a_map_is_deleted_under_the_players_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "table"
    async with hall(path) as (ours, ann, ben, mira):
        other = await ours.master.done(NewMap("Cellar", "hex", 2))
        await ours.master.done(SetDoor("open", ((1, 3), (1, 4))))
        await ann.done(Move(mira, (1, 6)))
        await ours.master.done(SetDoor("closed", ((1, 3), (1, 4))))
        shown = ours.shown.id
        before = ann.page.view.state()
        assert ann.page.view.tiles.keys() > before["lit"]
        await ours.table.watch(ours.master.page, ann.id)
        await ours.master.done(DeleteMap(shown))
        assert ours.table.world.table.shown is None
        assert ann.page.view.stage is None
        assert await ann.refused(Move(mira, (1, 5))) == "The game master is not showing a map."
        assert await ann.refused(Undo()) == "The game master is not showing a map."
        await ours.table.watch(ours.master.page, None)
        assert ours.master.page.view.stage is not None
        assert ours.master.page.view.stage["map"] == other
        await ours.table.close()
        await ours.again(sample_table(path))
        await ours.master.done(Undo())
        assert ann.page.view.state() == before
        assert ben.page.view.state() == fresh(ours.table, ben.id)
        await ours.master.done(Undo())  # the door is open again
        await ann.done(Undo())
        assert at(ours, mira) == (1, 0)


async def test_players_are_turned_to_another_map_and_know_each_one() -> None:
    async with hall() as (ours, ann, _ben, mira):
        first = ours.shown.id
        second = await ours.master.done(NewMap("Cellar", "square", 2, 2))
        before = ann.page.view.state()
        await ours.master.done(ShowMap(second))
        assert ann.page.view.tiles == {}
        assert ann.page.last("seat").get("figures", []) == []
        assert await ann.refused(Move(mira, (0, 0))) == await ann.refused(Move("f0", (0, 0)))
        await ours.master.done(ShowMap(first))
        assert ann.page.view.state() == before


# --- the world and its file -----------------------------------------------------------------------


async def test_the_file_has_what_the_table_has(tmp_path: Path) -> None:
    path = tmp_path / "table"
    async with hall(path) as (ours, ann, ben, mira):
        await ann.done(Move(mira, (1, 3)))
        await ann.done(SetDoor("open", ((1, 3), (1, 4))))
        await ours.master.done(Dismiss(ben.id))
        live = ours.table.world
        stored = ours.table.transactions.store.load()
        again = World(stored.values)
        assert again.values == live.values
        assert again.players == live.players
        for id_, scene in live.scenes.items():
            assert again.scenes[id_].board == scene.board
            assert again.scenes[id_].figures == scene.figures


async def test_only_so_much_is_remembered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The journal is shortened, but the map is not affected."""
    monkeypatch.setattr(history, "MAX_ROWS", 10)
    path = tmp_path / "table"
    async with hall(path) as (ours, ann, _ben, mira):
        for i in range(25):
            await ann.done(Move(mira, (i % 3, i % 2)), f"move {i}")
        await ours.table.close()
        await ours.again(sample_table(path))
        assert at(ours, mira) == (0, 0)
        await ann.done(Move(mira, (2, 1)), "move 24")  # recognized: the figure is not moved again
        assert at(ours, mira) == (0, 0)
