"""Actions of the game master and players: their effects and their refusals."""

from typing import Any

import msgspec
import pytest

from sightline import Door, Gate, HexBoard, SquareBoard, Wall, sees
from sightline.model.board import Board
from sightline.model.numbers import UNIT
from sightline.table.protocol.actions import (
    AddWall,
    Admit,
    BringFigure,
    DeleteMap,
    Dismiss,
    DuplicateFigure,
    EditFigure,
    Erase,
    MasterAction,
    Move,
    NewLink,
    NewMap,
    Paint,
    PlaceFigure,
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
from sightline.table.protocol.registry import ACTIONS
from sightline.table.state.records import (
    THE_MASTER,
    Actor,
    FigureRecord,
    PlayerRecord,
    Refusal,
    plain,
)
from sightline.table.vision.encode import seen_figure, whole_figure
from sightline.table.vision.wall_pieces import cut
from tests.table.support.example_actions import EXAMPLES
from tests.table.support.offline_table import ANA, BEN, Knows, Session, everything


def cellar() -> SquareBoard:
    """Return two rooms with a door between them at C2/D2.

    . . . | . .
    . . . D . .
    . . . | . .
    """
    board = SquareBoard(3, 5)
    for row in range(3):
        board.set_edge((row, 2), (row, 3), Door("closed") if row == 1 else Wall())
    return board


@pytest.fixture
def table() -> Session:
    session = Session(cellar(), HexBoard(2))
    session.do(PlaceFigure((1, 1), "Mira", side="hero", owners=[ANA.id]))
    session.do(PlaceFigure((0, 0), "Brom", side="hero", owners=[BEN.id]))
    session.do(PlaceFigure((1, 4), "Goblin", side="enemy"))
    return session


def refused(
    session: Session, action: MasterAction, actor: Actor = THE_MASTER, knows: Knows | None = None
) -> str:
    """Check that the action is refused and changes nothing, and return the message."""
    before = session.state()
    with pytest.raises(Refusal) as refusal:
        session.do(action, actor, knows)
    assert session.state() == before
    return str(refusal.value)


def figures_of(session: Session) -> dict[str, FigureRecord]:
    return session.world.maps()[0].figures


def hexes(session: Session) -> str:
    return session.world.maps()[1].id


# --- the master draws


def test_rock(table: Session) -> None:
    planned = table.do(Paint([(0, 1), (0, 2), (0, 1)], solid=True))
    assert planned.label == "filled 2 tiles with rock"
    assert [*table.scene.board.solid_tiles()] == [(0, 1), (0, 2)]
    assert table.plan(Paint([(0, 1)], solid=True)).entries == []
    assert table.do(Paint([(0, 1), (2, 2)], solid=False)).label == "cleared 2 tiles"
    assert [*table.scene.board.solid_tiles()] == [(0, 2)]
    assert refused(table, Paint([(0, 0), (3, 0)], solid=True)) == "A4 is not on the map."


def test_edges(table: Session) -> None:
    board = table.scene.board
    planned = table.do(SetEdges([((0, 1), (0, 0)), ((0, 0), (0, 1))], "door", "locked"))
    assert planned.label == "put a locked door on an edge"
    assert board.edge((0, 0), (0, 1)) == Door("locked")
    table.do(SetEdges([((0, 0), (0, 1)), ((1, 0), (2, 0))], "gate"))
    assert board.edge((1, 0), (2, 0)) == Gate("closed")
    assert table.do(SetEdges([((0, 0), (0, 1))], None)).label == "cleared an edge"
    assert board.edge((0, 0), (0, 1)) is None


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (SetEdges([((0, 0), (1, 1))], "wall"), "A1 and B2 are not next to each other."),
        (SetEdges([((0, 0), (0, 0))], "wall"), "A1 and A1 are not next to each other."),
        (SetEdges([((0, 4), (0, 5))], "wall"), "That edge is not on the map."),
        (
            SetEdges([((0, 0), (0, 1))], "wall", "open"),
            "A wall has no state, so it cannot be open.",
        ),
        (SetEdges([((0, 0), (0, 1))], "gate", "secret"), "A gate cannot be secret."),
        (
            SetEdges([((0, 0), (0, 1))], None, "open"),
            "An edge without a wall or door has no state.",
        ),
        (AddWall(((1, 1), (1, 1))), "A wall needs two different ends."),
        (AddWall(((0, 0), (1, 1)), "gate", "secret"), "A gate cannot be secret."),
        (AddWall(((0, 0), (9999, 1))), "A wall cannot reach that far beyond the map."),
        (RemoveWall(((0, 0), (1, 1))), "That wall no longer exists."),
        (Erase(), "There is nothing to erase."),
        (Erase([(0, 0), (9, 9)]), "J10 is not on the map."),
        (Erase(edges=[((0, 0), (1, 1))]), "A1 and B2 are not next to each other."),
        (SetHeight([(0, 0)], cover=0.5), "Only hexes have cover."),
        (SetDoor("open"), "A door needs an edge between two tiles, or a free wall."),
        (SetDoor("open", ((0, 0), (0, 1))), "There is no door or gate between A1 and B1."),
        (SetDoor("open", ((0, 2), (0, 3))), "There is no door or gate between C1 and D1."),
        (SetDoor("open", None, ((0, 0), (1, 1))), "There is no door or gate at A1."),
    ],
)
def test_what_cannot_be_drawn(table: Session, action: MasterAction, why: str) -> None:
    assert refused(table, action) == why


@pytest.mark.parametrize(
    ("stops", "seen", "passed"),
    [("", False, False), ("window", True, False), ("curtain", False, True), ("bars", True, False)],
)
def test_windows_curtains_and_bars(table: Session, stops: Any, seen: bool, passed: bool) -> None:
    edges = [((row, 1), (row, 2)) for row in range(3)]
    table.do(SetEdges(edges, "wall", stops=stops))
    board = table.scene.board
    assert board.edge((0, 1), (0, 2)) == Wall(stops=stops or None)
    assert sees(board, (0, 1), (0, 2), "center") is seen
    mira = table.figure("Mira").id
    table.do(Move(mira, (1, 1)))
    if passed:
        assert table.do(Move(mira, (1, 2)), ANA).route
    else:
        assert refused(table, Move(mira, (1, 2)), ANA) == "You do not know a way there."
    table.do(AddWall(((0, 0.5), (1, 0.5)), "door", "closed", stops=stops))
    (wall,) = board.free_walls()
    assert wall.threshold == Door("closed", stops=stops or None)
    table.do(SetDoor("locked", None, ((0, 0.5), (1, 0.5))))
    assert board.free_walls()[0].threshold == Door("locked", stops=stops or None)
    why = "An edge without a wall or door has no state."
    if stops:
        assert refused(table, SetEdges(edges, None, stops=stops)) == why


def test_free_walls(table: Session) -> None:
    planned = table.do(AddWall(((2.5, 0.1), (0.3, 1 / 3)), "door", "open"))
    assert planned.label == "drew an open door"
    (wall,) = table.scene.board.free_walls()
    assert wall.threshold == Door("open")
    assert wall.end == (5 * UNIT // 2, UNIT // 10)
    # The ends as a page receives them, in either order, name the same wall.
    ends = ((wall.start[0] / UNIT, wall.start[1] / UNIT), (wall.end[0] / UNIT, wall.end[1] / UNIT))
    table.do(SetDoor("locked", None, ends))
    assert table.scene.board.free_walls()[0].threshold == Door("locked")
    assert table.do(RemoveWall((ends[1], ends[0]))).label == "removed a locked door"
    assert table.scene.board.free_walls() == []


def test_a_stroke_of_the_eraser_is_one_change(table: Session) -> None:
    ends = ((2.5, 0.25), (0.5, 1.0))
    table.do(Paint([(0, 1), (0, 2)], solid=True))
    table.do(AddWall(ends, "door", "open"))
    before = table.state()
    stroke = Erase([(0, 1), (0, 2), (2, 2)], [((1, 3), (1, 2))], [(ends[1], ends[0])])
    assert table.do(stroke).label == "erased 2 tiles, an edge and a free wall"
    board = table.scene.board
    assert [*board.solid_tiles()] == []
    assert board.edge((1, 2), (1, 3)) is None
    assert board.free_walls() == []
    assert table.plan(stroke).entries == []
    table.do(Undo())
    assert table.state() == before


def test_heights(table: Session) -> None:
    table.looking = hexes(table)
    table.do(SetHeight([(0, 0), (1, 0)], cover=0.1, elevation=2.5))
    board = table.scene.board
    assert isinstance(board, HexBoard)
    assert (str(board.cover((1, 0))), str(board.elevation((0, 0)))) == ("1/10", "5/2")
    table.do(SetHeight([(0, 0)], elevation=None))
    table.do(SetHeight([(0, 0), (1, 0)], cover=0))
    assert board.cover((1, 0)) == 0
    assert board.elevation((0, 0)) is None
    assert refused(table, SetHeight([(0, 0)])) == "Give a cover or an elevation."
    assert refused(table, SetHeight([(3, 0)], cover=1)) == "(3, 0) is not on the map."


def test_doors(table: Session) -> None:
    door = ((1, 3), (1, 2))
    labels = [
        table.do(SetDoor(state, door)).label
        for state in ("open", "closed", "locked", "secret", "closed")
    ]
    assert labels == [
        f"{verb} the door between C2 and D2"
        for verb in ("opened", "closed", "locked", "hid", "found")
    ]
    table.do(SetEdges([door], "gate", "open"))
    assert refused(table, SetDoor("secret", door)) == "A gate cannot be secret."


# --- the master and figures


def test_figures_are_placed_by_their_kind(table: Session) -> None:
    planned = table.do(PlaceFigure((2, 0), "  Ogre ", side="enemy"))
    assert planned.label == "placed Ogre"
    assert planned.made == table.figure("Ogre").id
    table.do(RemoveFigure(planned.made))
    table.do(RemoveFigure(table.figure("Brom").id))
    desk = table.do(PlaceFigure((0, 0), "Desk", kind="chest", blocks=True, size=(1, 2))).made
    record = figures_of(table)[desk]
    assert (record.size, record.blocks, record.sighted) == ((1, 2), True, False)
    assert table.scene.board.figure(desk).kind == "chest"
    shelf = table.plan(PlaceFigure((0, 0), "Shelf", kind="bookcase")).entries[0].after
    assert (shelf["size"], shelf["blocks"]) == ([1, 3], True)
    table.looking = hexes(table)
    shelf = table.plan(PlaceFigure((0, 0), "Shelf", kind="bookcase")).entries[0].after
    assert shelf["size"] == [1, 1]


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (PlaceFigure((1, 1), "Orc"), "Orc cannot stand on B2: Mira is there."),
        (PlaceFigure((2, 4), "Orc", size=(1, 2)), "Orc does not fit there"),
        (PlaceFigure((-1, 0), "Orc"), "Orc does not fit there"),
        (PlaceFigure((2, 2), "\n"), "Enter a name."),
        (PlaceFigure((2, 2), "A\x07B"), "without control characters"),
        (PlaceFigure((2, 2), "Orc", kind="hero"), "There is no furniture of that kind"),
        (PlaceFigure((2, 2), "Orc", owners=["p-nobody"]), "That player is no longer here."),
        (EditFigure("f-nobody", name="X"), "That token no longer exists."),
        (RemoveFigure("f-nobody"), "That token no longer exists."),
        (BringFigure("f-nobody", (0, 0)), "That token no longer exists."),
        (Move("f-nobody", (0, 0)), "That token no longer exists."),
    ],
)
def test_what_cannot_be_placed(table: Session, action: MasterAction, why: str) -> None:
    assert why in refused(table, action)


def test_a_name_that_is_taken_gets_a_number_of_which_players_hear_nothing(table: Session) -> None:
    second = table.do(PlaceFigure((2, 0), "goblin", side="enemy")).made
    third = table.do(PlaceFigure((2, 1), "Goblin", side="enemy")).made
    by_hand = table.do(PlaceFigure((2, 2), "Guard 7", side="enemy")).made
    figures = figures_of(table)
    assert [figures[each].name for each in (second, third, by_hand)] == [
        "goblin 2",
        "Goblin 3",
        "Guard 7",
    ]
    assert [figures[each].called for each in (second, third, by_hand)] == [
        "goblin",
        "Goblin",
        "Guard",
    ]
    assert seen_figure(figures[third], ANA.id).name == "Goblin"
    assert "Goblin 3" not in str(seen_figure(figures[third], ANA.id))
    table.do(EditFigure(third, alias="a hooded one"))
    assert seen_figure(figures_of(table)[third], ANA.id).name == "a hooded one"
    assert whole_figure(figures_of(table)[third]).alias == "a hooded one"
    table.do(EditFigure(third, name="Grok"))
    assert figures_of(table)[third].called == "a hooded one", "until they hear it"
    table.do(EditFigure(third, alias=""))
    assert seen_figure(figures_of(table)[third], ANA.id).name == "Grok"


def test_furniture_has_no_numbers(table: Session) -> None:
    for at in ((2, 0), (2, 2)):
        table.do(PlaceFigure(at, "Chest", kind="chest"))
    assert [each.name for each in figures_of(table).values() if each.furniture] == ["Chest"] * 2


def test_a_figure_is_duplicated(table: Session) -> None:
    ogre = table.do(PlaceFigure((2, 0), "Ogre", side="enemy", sighted=False, owners=[ANA.id])).made
    table.do(EditFigure(ogre, dark_vision=6))
    made = table.do(DuplicateFigure(ogre, (2, 1)))
    assert made.label == "placed Ogre 2"
    copy, first = figures_of(table)[made.made], figures_of(table)[ogre]
    assert (copy.at, copy.name, copy.owners, copy.called) == ((2, 1), "Ogre 2", (), "Ogre")
    assert (copy.side, copy.sighted, copy.dark_vision) == ("enemy", False, first.dark_vision)
    assert figures_of(table)[table.do(DuplicateFigure(made.made, (2, 2))).made].name == "Ogre 3"
    assert "Mira is there" in refused(table, DuplicateFigure(ogre, (1, 1)))
    assert refused(table, DuplicateFigure("fnone", (0, 2))) == "That token no longer exists."


def test_figures_are_edited(table: Session) -> None:
    mira = table.figure("Mira").id
    assert table.do(EditFigure(mira, side="ally", owners=[ANA.id, BEN.id, ANA.id])).undoable
    assert table.figure("Mira").owners == (ANA.id, BEN.id)
    assert table.scene.board.figure(mira).kind == "ally"
    assert table.do(EditFigure(mira, hidden=True)).label == "hid Mira"
    assert not table.scene.board.figure(mira).blocks_sight
    assert table.do(EditFigure(mira, hidden=False, name="Mirabel")).label == "revealed Mira"
    assert table.scene.board.figure(mira).blocks_sight
    assert table.plan(EditFigure(mira, name="Mirabel")).entries == []
    assert refused(table, EditFigure(mira, size=(1, 4))).startswith("Mirabel cannot stand on E2")
    assert refused(table, EditFigure(mira, owners=["p-nobody"])) == (
        "That player is no longer here."
    )


def test_the_master_moves_through_walls_but_not_onto_others(table: Session) -> None:
    goblin = table.figure("Goblin").id
    planned = table.do(Move(goblin, (0, 2), (1, 4)))
    assert (planned.label, [*planned.route]) == ("moved Goblin", [(0, 2)])
    assert refused(table, Move(goblin, (0, 3), (1, 4))) == "Goblin was moved in the meantime."
    assert refused(table, Move(goblin, (1, 1))) == "Goblin cannot stand on B2: Mira is there."
    assert "beyond the edge" in refused(table, Move(goblin, (3, 0)))
    assert table.plan(Move(goblin, (0, 2))).entries == []


def test_a_figure_is_brought_to_another_map(table: Session) -> None:
    mira = table.figure("Mira")
    assert refused(table, BringFigure(mira.id, (0, 1))) == "Mira is on this map already."
    table.looking = hexes(table)
    assert table.do(BringFigure(mira.id, (0, -1))).label == "brought Mira to Map 2"
    assert table.figure("Mira") == msgspec.structs.replace(mira, at=(0, -1))
    assert table.scene.board.where(mira.id) == (0, -1)
    table.do(PlaceFigure((1, 0), "Cart", side="neutral"))
    table.looking = table.world.maps()[0].id
    assert "E2: Goblin is there" in refused(table, BringFigure(table.figure("Cart").id, (1, 4)))


# --- the master and the table


def test_the_rule(table: Session) -> None:
    table.do(SetRule({"rule": "one-card-dungeon", "ties": "permissive"}))
    rule = table.scene.rule
    assert rule.to_dict() == {"rule": "corner", "ties": "permissive", "closed_ends": False}
    assert table.scene.record.rule == rule.to_dict()
    assert refused(table, SetRule({"rule": "hexray"})) == "That rule does not work on squares."
    assert refused(table, SetRule({"rule": "magic"})).startswith(
        "That is not a rule: no rule is called"
    )
    assert "That is not a rule" in refused(table, SetRule({"rule": "corner", "ties": 7}))
    assert "That is not a rule" in refused(table, SetRule({"rule": "corner", "loud": True}))


def test_maps_come_and_go(table: Session) -> None:
    first, second = table.world.maps()
    made = table.do(NewMap(" Crypt ", rows=3, cols=4))
    assert [scene.record.name for scene in table.world.maps()] == ["Map 1", "Map 2", "Crypt"]
    assert table.world.scenes[made.made].board == SquareBoard(3, 4)
    disc = table.do(NewMap("Hill", grid="hex", rows=3)).made
    assert table.world.scenes[disc].board == HexBoard(3)
    assert "65,536 tiles" in refused(table, NewMap("Huge", grid="hex", rows=200))
    table.do(RenameMap(disc, "Mound"))
    assert table.world.scenes[disc].record.name == "Mound"
    assert refused(table, RenameMap("m-none", "X")) == "That map no longer exists."
    assert refused(table, RenameMap(disc, "\t")) == "Enter a name."

    assert table.do(ShowMap(disc)).label == "showed the players Mound"
    assert refused(table, ShowMap("m-none")) == "That map no longer exists."
    assert table.do(DeleteMap(disc)).label == "deleted the map Mound"
    assert table.world.table.shown is None
    table.do(ShowMap(first.id))
    table.do(DeleteMap(second.id))
    assert table.world.table.shown == first.id
    table.do(DeleteMap(made.made))
    assert refused(table, DeleteMap(first.id)) == "The last map cannot be deleted."
    assert refused(table, DeleteMap(second.id)) == "That map no longer exists."
    table.looking = second.id
    assert refused(table, Paint([(0, 0)], True)) == "That map no longer exists."


def test_options(table: Session) -> None:
    secrets = (table.world.table.master_secret, table.world.table.join_secret)
    table.do(SetOptions(shared_sight=True, room_locked=True))
    now = table.world.table
    assert (now.shared_sight, now.room_locked, now.players_move) == (True, True, True)
    assert (now.master_secret, now.join_secret) == secrets


def test_a_player_who_comes_back_gets_their_seat(table: Session) -> None:
    """The secret of the waiting page gives access to the seat. A visitor without a seat has none
    yet.
    """
    visitor = PlayerRecord("p9", "Ana 2", "9" * 32, waiting=True)
    table.world.values["player|p9"] = plain(visitor)
    table.world.players["p9"] = visitor
    for admit in (Admit(BEN.id, ANA.id), Admit("p9", "p9")):
        assert refused(table, admit) == REFUSALS["notWaiting"]
    assert refused(table, Admit("p9", "nobody")) == REFUSALS["playerGone"]
    owned = table.figure("Mira").owners
    assert not table.do(Admit("p9", ANA.id)).undoable
    assert "p9" not in table.world.players
    ana = table.world.players[ANA.id]
    assert (ana.name, ana.secret, ana.waiting) == ("Ana", visitor.secret, False)
    assert table.figure("Mira").owners == owned == (ANA.id,)


def test_players_and_links_cannot_be_undone(table: Session) -> None:
    player = msgspec.structs.replace(table.world.players[ANA.id], waiting=True)
    waiting = table.world.values[f"player|{ANA.id}"] | {"waiting": True}
    table.world.values[f"player|{ANA.id}"] = waiting
    table.world.players[ANA.id] = player
    assert refused(table, Undo(), ANA) == REFUSALS["notLetIn"]
    last = table.history.next_undo("master")
    for action in (
        Admit(ANA.id),
        NewLink("player", ANA.id),
        NewLink("join"),
        NewLink("master"),
        Dismiss(BEN.id),
    ):
        assert not table.do(action).undoable
        assert table.history.next_undo("master") == last
    assert table.world.players[ANA.id].waiting is False
    assert table.world.players[ANA.id].secret != player.secret
    assert "m" * 32 != table.world.table.master_secret != table.world.table.join_secret
    assert BEN.id not in table.world.players
    assert table.figure("Brom").owners == ()
    for action in (Admit(BEN.id), Dismiss(BEN.id), NewLink("player", BEN.id)):
        assert refused(table, action) == "That player is no longer here."
    assert refused(table, NewLink("player")) == "Choose the player who needs a new link."
    assert refused(table, Undo(), BEN) == REFUSALS["notLetIn"]


# --- players


@pytest.mark.parametrize(
    "action",
    [each for each in EXAMPLES if ACTIONS[type(each)].by == "master"],
    ids=lambda action: type(action).__name__,
)
def test_players_may_do_nothing_else(table: Session, action: MasterAction) -> None:
    assert refused(table, action, ANA) == "Only the game master can do that."


def test_players_walk(table: Session) -> None:
    mira = table.figure("Mira").id
    planned = table.do(Move(mira, (2, 2), (1, 1)), ANA)
    assert len(planned.route) == 2
    assert planned.route[-1] == (2, 2)
    assert table.figure("Mira").at == (2, 2)
    assert table.plan(Move(mira, (2, 2)), ANA).entries == []
    assert refused(table, Move(mira, (0, 0), (1, 1)), ANA) == "Mira was moved in the meantime."
    assert refused(table, Move(mira, (0, 0)), ANA) == "You do not know a way there."
    assert refused(table, Move(mira, (2, 3)), ANA) == "You do not know a way there."
    table.do(SetDoor("open", ((1, 2), (1, 3))))
    assert [*table.do(Move(mira, (2, 3)), ANA).route] == [(1, 2), (1, 3), (2, 3)]


def test_what_players_may_not_move_is_all_the_same_to_them(table: Session) -> None:
    brom, goblin = table.figure("Brom").id, table.figure("Goblin").id
    mira = table.figure("Mira").id
    table.do(PlaceFigure((2, 0), "Ghost", hidden=True, owners=[ANA.id]))
    ghost = table.figure("Ghost").id
    table.looking = hexes(table)
    table.do(PlaceFigure((0, 0), "Namesake", owners=[ANA.id]))
    namesake = table.figure("Namesake").id
    for figure in (brom, goblin, ghost, namesake, "f-nobody"):
        for action in (Move(figure, (2, 2)), Move(figure, (9, 9), (7, 7))):
            assert refused(table, action, ANA) == "You have no such token."
    table.do(SetOptions(players_move=False))
    for figure in (mira, brom, "f-nobody"):
        assert (
            refused(table, Move(figure, (2, 2)), ANA) == "Only the game master can move tokens now."
        )
    table.do(SetOptions(players_move=True))
    table.do(ShowMap(None))
    assert refused(table, Move(mira, (2, 2)), ANA) == "The game master is not showing a map."


def test_players_walk_over_what_they_know_of(table: Session) -> None:
    mira = table.figure("Mira").id
    knows = everything(table.scene)
    knows.unexplored = {(2, 1), (2, 2)}
    for unknown in ((2, 2), (3, 0), (-1, -1), (9_999, 9_999)):
        assert refused(table, Move(mira, unknown), ANA, knows) == "You do not know that place."
    knows.unexplored = {(0, 1), (1, 0), (1, 2), (2, 1)}
    assert refused(table, Move(mira, (2, 2)), ANA, knows) == "You do not know a way there."


def barred(table: Session, board: Board, to: tuple[int, int]) -> str:
    return refused(table, Move(table.figure("Mira").id, to), ANA, Knows(board))


def test_who_walks_into_something_unseen_goes_up_to_it(table: Session) -> None:
    """From a distance nothing is refused, because a refusal would reveal the
    obstacle's position.
    """
    mira, known = table.figure("Mira").id, table.scene.board.copy()
    table.do(PlaceFigure((2, 2), "Lurker", side="enemy"))
    planned = table.do(Move(mira, (2, 2)), ANA, Knows(known))
    assert planned.announce == "moved Mira, and was stopped on the way"
    stopped = table.figure("Mira").at
    assert stopped == planned.route[-1]
    assert stopped in ((1, 2), (2, 1))
    assert barred(table, known, (2, 2)) == "Something blocks the way."  # here it meets the obstacle


def test_a_way_that_only_the_truth_bars_is_barred(table: Session) -> None:
    mira, known = table.figure("Mira").id, table.scene.board.copy()
    table.do(Move(mira, (1, 2)))
    opened = known.copy()
    opened.set_edge((1, 2), (1, 3), Door("open"))
    assert barred(table, opened, (1, 3)) == "Something blocks the way."
    # An obstacle that exists only in the player's memory is enough.
    table.do(SetDoor("open", ((1, 2), (1, 3))))
    assert barred(table, known, (1, 3)) == "You do not know a way there."
    walled = opened.copy()
    walled.add_wall((2.5, 0), (2.5, 3))
    table.do(Move(mira, (1, 1)))
    assert barred(table, walled, (1, 3)) == "You do not know a way there."


def test_a_way_is_too_far_only_by_what_the_player_knows() -> None:
    table = Session(SquareBoard(160, 160))
    table.do(PlaceFigure((0, 0), "Mira", owners=[ANA.id]))
    known = table.scene.board.copy()
    table.do(Paint([(158, 159), (159, 158)], True))
    assert barred(table, table.scene.board.copy(), (159, 159)) == "That is too far for one move."
    mira = table.figure("Mira").id
    assert len(table.do(Move(mira, (159, 159)), ANA, Knows(known)).route) == 316


def test_hidden_figures_bar_nobodys_way(table: Session) -> None:
    table.do(PlaceFigure((2, 2), "Ghost", hidden=True))
    table.do(Move(table.figure("Mira").id, (2, 2)), ANA)
    ghost = table.figure("Ghost").id
    why = refused(table, EditFigure(ghost, hidden=False))
    assert why == "Ghost cannot stand on C3: Mira is there."


DOOR = ((1, 2), (1, 3))


def test_players_open_and_close_the_doors_beside_them(table: Session) -> None:
    mira = table.figure("Mira").id
    assert refused(table, SetDoor("open", DOOR), ANA) == "None of your tokens is next to that door."
    table.do(Move(mira, (1, 2)), ANA)
    assert table.do(SetDoor("open", DOOR), ANA).label == "opened the door between C2 and D2"
    assert table.plan(SetDoor("open", DOOR), ANA).entries == []
    table.do(SetDoor("closed", DOOR[::-1]), ANA)
    assert table.scene.board.edge(*DOOR) == Door("closed")
    for state in ("locked", "secret"):
        why = refused(table, SetDoor(state, DOOR), ANA)
        assert why == "Only the game master can lock and hide doors."
    table.do(SetOptions(players_doors=False))
    assert refused(table, SetDoor("open", DOOR), ANA) == (
        "Only the game master can open and close doors now."
    )


def test_a_locked_door_is_announced(table: Session) -> None:
    table.do(Move(table.figure("Mira").id, (1, 2)))
    table.do(SetDoor("locked", DOOR))
    with pytest.raises(Refusal, match=r"It is locked\.") as refusal:
        table.do(SetDoor("open", DOOR), ANA)
    assert refusal.value.announce == "tried the locked door between C2 and D2."
    table.do(SetEdges([DOOR], "gate", "locked"))
    with pytest.raises(Refusal, match=r"It is locked\."):
        table.do(SetDoor("open", DOOR), ANA)


def test_doors_that_players_know_nothing_of(table: Session) -> None:
    table.do(Move(table.figure("Mira").id, (1, 2)))
    table.do(SetDoor("secret", DOOR))
    as_told = table.scene.board.copy()
    as_told.set_edge(*DOOR, Wall())
    none_known = Knows(as_told)
    for edge in (DOOR, ((0, 2), (0, 3)), ((0, 0), (0, 1)), ((0, 0), (2, 2)), ((7, 7), (7, 8))):
        why = refused(table, SetDoor("open", edge), ANA, none_known)
        assert why == "You know of no door there."
    # They saw it once, and it was hidden again.
    remembered = table.scene.board.copy()
    remembered.set_edge(*DOOR, Door("closed"))
    why = refused(table, SetDoor("open", DOOR), ANA, Knows(remembered))
    assert why == "You know of no door there."
    for action in (SetDoor("open"), SetDoor("open", DOOR, ((0, 0), (1, 1)))):
        assert refused(table, action, ANA) == "You know of no door there."


def test_players_know_free_doors_in_pieces(table: Session) -> None:
    table.do(AddWall(((0.5, 2.5), (2.5, 2.5)), "door", "closed"))
    (wall,) = table.scene.board.free_walls()
    pieces = [ends for _, ends in cut("square", wall.start, wall.end)]
    assert len(pieces) == 3
    board = cellar()
    start, end = (tuple(value / UNIT for value in point) for point in pieces[1])
    board.add_wall(start, end, Door("closed"))
    knows = Knows(board)
    piece = ((start[0], start[1]), (end[0], end[1]))
    whole = ((0.5, 2.5), (2.5, 2.5))
    assert refused(table, SetDoor("open", None, whole), ANA, knows) == "You know of no door there."
    assert table.do(SetDoor("open", None, piece), ANA, knows).label == "opened the door at B3"
    assert table.scene.board.free_walls()[0].threshold == Door("open")
    why = refused(table, SetDoor("closed", None, piece), BEN, knows)
    assert why == "None of your tokens is next to that door."
    table.do(RemoveWall(whole))
    why = refused(table, SetDoor("open", None, piece), ANA, knows)
    assert why == "You know of no door there."
