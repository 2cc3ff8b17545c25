"""Undo and redo, by the game master and by players, before and after a restart."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sightline import Door, HexBoard, SquareBoard
from sightline.table.protocol.actions import (
    AddWall,
    Admit,
    BringFigure,
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
    RemoveWall,
    RenameMap,
    SetDoor,
    SetEdges,
    SetHeight,
    SetOptions,
    SetRule,
    ShowMap,
    Undo,
)
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.state import archive
from sightline.table.state import history as history_module
from sightline.table.state.history import History, JournalRow
from sightline.table.state.keys import map_of, player_key
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import MASTER, THE_MASTER, Actor, PlayerRecord, Refusal, plain
from sightline.table.state.world import JournalEntry, World
from tests.durability.processes import THOROUGH
from tests.table.support.offline_table import ANA, BEN, Session


@pytest.fixture
def table() -> Session:
    board = SquareBoard(4, 5)
    board.set_edge((0, 0), (0, 1), Door("locked"))
    session = Session(board, HexBoard(2))
    session.do(PlaceFigure((1, 1), "Mira", owners=[ANA.id]))
    session.do(PlaceFigure((2, 2), "Brom", owners=[BEN.id]))
    return session


def refused(session: Session, action: MasterAction, actor: Actor = THE_MASTER) -> str:
    before = session.state()
    with pytest.raises(Refusal) as refusal:
        session.do(action, actor)
    assert session.state() == before
    return str(refusal.value)


def test_delete_a_door_restart_undo(tmp_path: Path) -> None:
    board = SquareBoard(3, 3)
    board.set_edge((0, 0), (0, 1), Door("locked"))
    table = Session(board, path=tmp_path / "evening.table")
    with_door = table.state()
    table.do(SetEdges([((0, 0), (0, 1))], None))
    without = table.state()
    table = table.again()
    assert table.state() == without
    assert table.do(Undo()).announce == "undid: cleared an edge"
    assert table.state() == with_door
    table = table.again()
    table.do(Redo())
    assert table.state() == without
    table = table.again()
    table.do(Undo())
    assert table.state() == with_door
    assert refused(table, Undo()) == "There is nothing to undo."
    table.store.close()


def test_the_master_undoes_what_anybody_did(table: Session) -> None:
    start = table.state()
    table.do(Paint([(0, 3)], True))
    table.do(Move(table.figure("Mira").id, (1, 2)), ANA)
    end = table.state()
    assert [table.do(Undo()).label for _ in range(2)] == ["moved Mira", "filled a tile with rock"]
    assert table.state() == start
    labels = [table.do(Redo()).label for _ in range(2)]
    assert labels == ["filled a tile with rock", "moved Mira"]
    assert table.state() == end
    assert refused(table, Redo()) == "There is nothing to redo."


def test_a_new_change_ends_redo(table: Session) -> None:
    for mover in (THE_MASTER, ANA):
        table.do(Paint([(0, 3)], True))
        table.do(Undo())
        to = (1, 2) if mover is ANA else (1, 0)
        table.do(Move(table.figure("Mira").id, to), mover)
        assert refused(table, Redo()) == "There is nothing to redo."


def test_what_is_no_change_of_the_game_does_not_end_redo(table: Session) -> None:
    table.do(Paint([(0, 3)], True))
    table.do(Undo())
    knocking = PlayerRecord("p-cy", "Cy", "s" * 32)
    entry = JournalEntry(player_key("p-cy"), None, plain(knocking))
    cy = Actor("player", "p-cy", "Cy")
    table.make(cy, "join", ActionPlan([entry], "knocked at the door", undoable=False))
    table.do(Admit("p-cy"))
    assert table.do(Redo()).label == "filled a tile with rock"


def test_a_deleted_map_comes_back_with_everything_in_order(table: Session) -> None:
    start = table.state()
    labels = table.scene.labeled()[1]
    other = table.world.maps()[1].id
    table.do(DeleteMap(table.looking))
    assert table.world.table.shown is None
    table.do(Undo())
    assert table.state() == start
    assert table.scene.labeled()[1] == labels
    assert [*table.scene.labeled()[1]] == [*labels]
    assert table.world.scenes[other].record.order == 2


def test_deleting_and_bringing_back_is_little_to_do_however_large_the_map_is() -> None:
    """The work does not depend on the number of things, neither in memory nor on disk."""
    large = SquareBoard(40, 40)
    for tile in large.tiles():
        large.set_solid(tile)
    table = Session(SquareBoard(2, 2), large)
    vault = table.world.maps()[1]
    start = table.state()
    assert len(table.do(DeleteMap(vault.id)).entries) == 1
    assert len(table.do(Undo()).entries) == 1
    assert table.world.scenes[vault.id] is vault
    assert table.state() == start
    table.do(DeleteMap(vault.id))
    table.do(ShowMap(None))
    assert refused(table, RenameMap(vault.id, "X")) == "That map no longer exists."


def test_archived_maps_give_way_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGE", 4)
    monkeypatch.setattr(archive, "MOST_ARCHIVED", 10)
    table = Session(*(SquareBoard(2, 2) for _ in range(5)), path=tmp_path / "table.db")
    maps = [scene.id for scene in table.world.maps()]
    for map_id in maps:
        table.looking = map_id
        table.do(Paint([(0, 0), (0, 1), (1, 0), (1, 1)], True))
    states = [table.state()]
    for map_id in maps[:4]:
        table.do(DeleteMap(map_id))
        states.append(table.state())
    assert [*table.world.archived] == maps[2:4], "eight things, and there is room for ten"
    assert not any(map_of(key) == maps[0] for key in table.world.values)
    for state in states[-2::-1]:
        table = table.again()
        table.do(Undo())
        assert table.state() == state
    for state in states[1:]:
        table = table.again()
        table.do(Redo())
        assert table.state() == state


def test_who_was_shown_the_door_does_not_come_back_with_a_map(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "LARGE", 0)
    table.do(NewMap("Crypt"))
    table.do(DeleteMap(table.looking))
    table.do(Dismiss(ANA.id))
    table.do(Undo())
    assert table.figure("Mira").owners == ()
    assert table.figure("Brom").owners == (BEN.id,)


# --- players


def test_a_player_takes_back_their_own_last_move(table: Session) -> None:
    mira = table.figure("Mira").id
    start = table.state()
    assert refused(table, Undo(), ANA) == "You have no move to undo."
    table.do(Move(mira, (1, 2)), ANA)
    table.do(Move(mira, (1, 4)), ANA)
    table.do(Move(table.figure("Brom").id, (3, 3)), BEN)
    table.do(Undo(), ANA)
    assert table.figure("Mira").at == (1, 2)
    table.do(Undo(), ANA)
    assert table.figure("Mira").at == (1, 1)
    assert refused(table, Undo(), ANA) == "You have no move to undo."
    redone = table.do(Redo(), ANA)
    assert [*redone.route] == [(1, 2)]
    table.do(Redo(), ANA)
    assert table.figure("Mira").at == (1, 4)
    assert refused(table, Redo(), ANA) == "You have no move to redo."
    table.do(Undo(), ANA)
    table.do(Move(mira, (0, 2)), ANA)
    assert refused(table, Redo(), ANA) == "You have no move to redo."
    while table.history.next_undo(MASTER) is not None and table.state() != start:
        table.do(Undo())
    assert table.state() == start


def test_a_door_is_no_move(table: Session) -> None:
    table.do(SetDoor("closed", ((0, 0), (0, 1))))
    table.do(Move(table.figure("Mira").id, (0, 1)), ANA)
    table.do(SetDoor("open", ((0, 0), (0, 1))), ANA)
    table.do(Undo(), ANA)
    assert table.figure("Mira").at == (1, 1)
    assert table.scene.board.edge((0, 0), (0, 1)) == Door("open")


def test_what_was_moved_since_is_not_taken_back(table: Session) -> None:
    mira = table.figure("Mira").id
    table.do(Move(mira, (1, 2)), ANA)
    table.do(EditFigure(mira, name="Mirabel"))
    table.do(Move(mira, (1, 3)))
    assert refused(table, Undo(), ANA) == "Mirabel has moved since then."
    table.do(Move(mira, (1, 2)))
    assert refused(table, Undo(), ANA) == "Mirabel has moved since then."
    table.do(Undo())
    table.do(Undo())
    table.do(Undo(), ANA)
    assert (table.figure("Mirabel").at, table.figure("Mirabel").owners) == ((1, 1), (ANA.id,))
    # The game master undoes in turn the player's undo, the new name and the move.
    for at, name in (((1, 2), "Mirabel"), ((1, 2), "Mira"), ((1, 1), "Mira")):
        table.do(Undo())
        assert table.figure(name).at == at


def test_a_player_needs_their_rights_to_take_back(table: Session) -> None:
    mira = table.figure("Mira").id
    table.do(Move(mira, (1, 2)), ANA)
    table.do(SetOptions(players_move=False))
    assert refused(table, Undo(), ANA) == "Only the game master can move tokens now."
    table.do(Undo())
    table.do(EditFigure(mira, hidden=True))
    assert refused(table, Undo(), ANA) == "You have no such token."
    table.do(Undo())
    table.do(EditFigure(mira, owners=[BEN.id]))
    assert refused(table, Undo(), ANA) == "You have no such token."
    assert refused(table, Undo(), BEN) == "You have no move to undo."
    table.do(Undo())
    table.do(ShowMap(table.world.maps()[1].id))
    assert refused(table, Undo(), ANA) == "You have no such token."
    table.do(Undo())
    table.do(PlaceFigure((1, 1), "Lurker"))
    assert refused(table, Undo(), ANA) == REFUSALS["noWayBack"]
    table.do(Undo())
    table.do(Undo(), ANA)
    assert table.figure("Mira").at == (1, 1)


def test_what_others_did_to_a_figure_ends_its_players_redo(table: Session) -> None:
    mira = table.figure("Mira").id
    table.do(Move(mira, (1, 2)), ANA)
    table.do(Undo(), ANA)
    table.do(Paint([(3, 4)], True))
    assert table.history.next_redo(ANA.id) is not None
    table.do(Move(mira, (1, 3)))
    assert refused(table, Redo(), ANA) == "You have no move to redo."


def test_the_master_can_undo_a_players_undo(table: Session) -> None:
    table.do(Move(table.figure("Mira").id, (1, 2)), ANA)
    table.do(Undo(), ANA)
    assert table.do(Undo()).label == "undid: moved Mira"
    assert table.figure("Mira").at == (1, 2)
    assert refused(table, Redo(), ANA) == "You have no move to redo."
    table.do(Undo(), ANA)
    assert table.figure("Mira").at == (1, 1)


# --- what cannot be undone


def test_what_cannot_be_undone_stays_while_the_rest_goes_back(table: Session) -> None:
    mira = table.figure("Mira")
    table.do(SetOptions(shared_sight=True))
    table.do(EditFigure(mira.id, owners=[ANA.id, BEN.id]))
    table.do(RemoveFigure(mira.id))
    table.do(NewLink("join"))
    table.do(Dismiss(ANA.id))
    secret = table.world.table.join_secret
    table.do(Undo())
    assert table.figure("Mira").owners == (BEN.id,)
    table.do(Undo())
    assert table.figure("Mira").owners == ()
    table.do(Undo())
    assert not table.world.table.shared_sight
    for _ in range(3):
        table.do(Redo())
    for _ in range(5):
        table.do(Undo())
    assert refused(table, Undo()) == "There is nothing to undo."
    assert table.world.table.join_secret == secret
    assert not table.scene.figures
    for _ in range(5):
        table.do(Redo())
    assert table.world.table.join_secret == secret
    assert table.scene.figures.keys() == {table.figure("Brom").id}


def test_what_has_no_entries_is_no_change_unless_it_is_a_ruling() -> None:
    history = History(
        [
            JournalRow(MASTER, "a", "nothing", seq=1),
            JournalRow(MASTER, "b", "ruled", ruling={"number": 1}, seq=2),
            JournalRow(MASTER, "c", "ruled", ruling={"number": 1}, undoes=2, undoable=False, seq=3),
        ]
    )
    assert history.next_undo(MASTER) is None
    redo = history.next_redo(MASTER)
    assert redo is not None
    assert redo.ruling == {"number": 1}


# --- at random

EXAMPLES = 300 if THOROUGH else 20

PAIRS = st.tuples(st.integers(-2, 4), st.integers(-2, 4))
NAMES = st.sampled_from(["Orc", "Bat", "Elf"])
STATES = st.sampled_from(["open", "closed", "locked", "secret"])
POINTS = st.tuples(st.sampled_from([0, 0.5, 2]), st.sampled_from([0.25, 1, 3]))


def one_action(session: Session, data: st.DataObject) -> MasterAction:
    """Return a random action, often a valid one."""
    world = session.world
    figures = [figure for scene in world.maps() for figure in scene.figures] or ["f-none"]
    maps = [scene.id for scene in world.maps()]
    figure = st.sampled_from(figures)
    edges = [(tuple(a), tuple(b)) for a, b, _ in session.scene.board.edges()]
    walls = [
        tuple((float(x), float(y)) for x, y in wall.ends)
        for wall in session.scene.board.free_walls()
    ]
    tile = st.sampled_from([tuple(each) for each in session.scene.board.tiles()])
    beside = tile.map(lambda t: (t, (t[0], t[1] + 1)))
    actions: list[st.SearchStrategy[MasterAction]] = [
        st.builds(Move, figure, tile),
        st.builds(Paint, st.lists(tile, min_size=1, max_size=4), st.booleans()),
        st.builds(
            SetEdges,
            st.lists(beside, min_size=1, max_size=3),
            st.sampled_from(["wall", "door", "gate", None]),
        ),
        st.builds(SetDoor, STATES, st.sampled_from(edges or [((0, 0), (0, 1))])),
        st.builds(AddWall, st.tuples(POINTS, POINTS), st.sampled_from(["wall", "door"])),
        st.builds(SetHeight, st.lists(tile, min_size=1), st.sampled_from([0, 0.5])),
        st.builds(
            PlaceFigure,
            tile,
            NAMES,
            st.sampled_from(["figure", "chest", "bookcase"]),
            hidden=st.booleans(),
            size=st.sampled_from([None, (1, 1), (2, 2)]),
            owners=st.sampled_from([[], [ANA.id], [ANA.id, BEN.id]]),
        ),
        st.builds(EditFigure, figure, NAMES, hidden=st.booleans(), blocks=st.booleans()),
        st.builds(EditFigure, figure, owners=st.sampled_from([[], [ANA.id], [BEN.id]])),
        st.builds(RemoveFigure, figure),
        st.builds(BringFigure, figure, tile),
        st.builds(SetRule, st.sampled_from([{"rule": "center"}, {"rule": "hexray"}])),
        st.builds(NewMap, NAMES, st.sampled_from(["square", "hex"]), st.just(2), st.just(2)),
        st.builds(RenameMap, st.sampled_from(maps), NAMES),
        st.builds(DeleteMap, st.sampled_from(maps)),
        st.builds(ShowMap, st.sampled_from([*maps, None])),
        st.builds(SetOptions, st.booleans(), st.booleans()),
    ]
    if walls:
        actions.append(st.builds(RemoveWall, st.sampled_from(walls)))
    return data.draw(st.one_of(actions))


def try_it(session: Session, action: MasterAction, actor: Actor) -> bool:
    """Perform the action and return whether it was accepted; a refusal must change nothing."""
    before = session.state()
    try:
        session.do(action, actor)
    except Refusal as refusal:
        why = str(refusal)
    else:
        if session.looking not in session.world.scenes:
            session.looking = session.world.maps()[0].id
        return True
    assert session.state() == before
    assert not any(id_ in why for id_ in (*session.world.scenes, *session.world.players))
    return False


def check_kept(session: Session) -> None:
    """Check that the disk has the same state and history as memory."""
    stored = session.store.load()
    assert stored.values == session.world.values
    assert [*stored.values] == [*session.world.values]
    again = World(stored.values)
    assert again.table == session.world.table
    assert again.players == session.world.players
    assert again.scenes.keys() == session.world.scenes.keys()
    assert again.archived.keys() == session.world.archived.keys()
    both = again.scenes | again.archived
    for id_, scene in (session.world.scenes | session.world.archived).items():
        assert both[id_].board == scene.board
        assert both[id_].figures == scene.figures
        assert both[id_].record == scene.record
        assert both[id_].things == scene.things
        assert both[id_].rule == scene.rule
    check_history(History(stored.journal), session.history)


def check_history(one: History, other: History) -> None:
    for actor in (MASTER, ANA.id, BEN.id):
        assert one.next_undo(actor) == other.next_undo(actor)
        assert one.next_redo(actor) == other.next_redo(actor)
    assert one._holding == other._holding
    for mine, theirs in ((one._moves, other._moves), (one._undone, other._undone)):
        actors = mine.keys() | theirs.keys()
        assert all(mine.get(each, []) == theirs.get(each, []) for each in actors)


@contextmanager
def little_room(data: st.DataObject) -> Iterator[None]:
    """Limit the space for archived maps: as usual, for one or two small maps, or only the last."""
    with (
        patch.object(archive, "LARGE", data.draw(st.sampled_from([1_000, 2, 0]))),
        patch.object(archive, "MOST_ARCHIVED", data.draw(st.sampled_from([10_000, 4, 0]))),
    ):
        yield


def small_table() -> Session:
    board = SquareBoard(3, 3)
    board.place("Mira", (0, 0))
    board.place("Chest", (2, 2), kind="chest")
    return Session(board, HexBoard(1))


@given(st.data())
@settings(max_examples=EXAMPLES)
def test_undo_all_redo_all(data: st.DataObject) -> None:
    with little_room(data):
        session = small_table()
        states = [session.state()]
        for _ in range(data.draw(st.integers(1, 12))):
            session.looking = data.draw(
                st.sampled_from([scene.id for scene in session.world.maps()])
            )
            if try_it(session, one_action(session, data), THE_MASTER) and (
                session.state() != states[-1]
            ):
                states.append(session.state())
        check_kept(session)
        for state in states[-2::-1]:
            session.do(Undo())
            assert session.state() == state
        assert session.history.next_undo(MASTER) is None
        check_kept(session)
        for state in states[1:]:
            session.do(Redo())
            assert session.state() == state
        assert session.history.next_redo(MASTER) is None
        check_kept(session)


@given(st.data())
@settings(max_examples=EXAMPLES)
def test_whatever_happens_the_master_can_undo_it_all(data: st.DataObject) -> None:
    """Meanwhile players move, undo, redo and leave."""
    with little_room(data):
        session = small_table()
        first, figures = session.looking, dict(session.scene.figures)
        for id_ in figures:
            session.do(EditFigure(id_, owners=[ANA.id, BEN.id]))
        for _ in range(data.draw(st.integers(1, 20))):
            actor = data.draw(st.sampled_from([THE_MASTER, ANA, BEN]))
            if actor is not THE_MASTER:
                moves = st.builds(Move, st.sampled_from(list(figures)), PAIRS)
                own: list[MasterAction] = [Undo(), Redo(), data.draw(moves)]
                try_it(session, data.draw(st.sampled_from(own)), actor)
                continue
            last = session.history.next_undo(MASTER), session.history.next_redo(MASTER)
            some: list[MasterAction] = [Undo(), Redo(), Dismiss(BEN.id), NewLink("join")]
            action = data.draw(st.sampled_from([*some, *[one_action(session, data)] * 2]))
            done = try_it(session, action, actor)
            # Undo and redo are refused only if there is nothing to undo or redo.
            assert done or not isinstance(action, Undo) or last[0] is None
            assert done or not isinstance(action, Redo) or last[1] is None
        check_kept(session)
        while session.history.next_undo(MASTER) is not None:
            session.do(Undo())
        assert session.world.scenes[first].figures == figures
        check_kept(session)


def test_what_changes_nothing_any_more_is_still_undone() -> None:
    """Ben was removed from a figure and then left, so undoing the removal has no effect. The undo
    must still succeed, or the game master could not undo earlier actions.
    """
    session = small_table()
    mira = session.figure("Mira").id
    session.do(EditFigure(mira, owners=[ANA.id, BEN.id]))
    session.do(EditFigure(mira, owners=[ANA.id]))
    session.do(Dismiss(BEN.id))
    assert session.do(Undo()).entries == []
    assert session.figure("Mira").owners == (ANA.id,)
    session.do(Undo())
    assert session.figure("Mira").owners == ()
    assert session.history.next_undo(MASTER) is None


def test_a_short_memory_is_the_same_before_and_after_a_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history_module, "MAX_ROWS", 7)
    monkeypatch.setattr(history_module, "MAX_ENTRIES", 12)
    dice = random.Random(5)
    session = small_table()
    mira = session.figure("Mira").id
    session.do(EditFigure(mira, owners=[ANA.id]))
    rows: list[JournalRow] = session.store.load().journal
    for _ in range(300):
        actor = dice.choice([THE_MASTER, ANA])
        size = dice.choice([1, 1, 3, 9])
        tiles = [(dice.randrange(3), dice.randrange(3)) for _ in range(size)]
        actions: list[MasterAction] = [Undo(), Redo(), Undo(), Redo()]
        actions += [Move(mira, tiles[0]), Paint(tiles, dice.random() < 0.5)]
        try_it(session, dice.choice(actions), actor)
        rows = session.store.load().journal
        check_history(History(rows[-7:]), session.history)
        check_history(History(rows), session.history)
    assert rows[-1].seq > 100
