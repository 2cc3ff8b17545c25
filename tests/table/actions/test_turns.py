"""Turns, health, conditions and notes: who may change them, and what is undone together."""

from pathlib import Path
from unittest import mock

import msgspec
import pytest

from sightline import Door, SquareBoard
from sightline.table.protocol.actions import (
    AddTurns,
    BringFigure,
    Condition,
    DelayTurn,
    EditFigure,
    EditTurn,
    FinishTurn,
    HealthBySide,
    MarkFigure,
    MasterAction,
    Move,
    PlaceFigure,
    RemoveFigure,
    RemoveTurn,
    RollTurns,
    SaveRolls,
    SetDoor,
    SetNote,
    SetOptions,
    SetTurns,
    Undo,
)
from sightline.table.protocol.types import SavedRoll
from sightline.table.state.records import THE_MASTER, Actor, Refusal, plain
from sightline.table.vision.people.marks import health_word
from tests.table.support.offline_table import ANA, BEN, Session


@pytest.fixture
def table() -> Session:
    board = SquareBoard(3, 6)
    board.set_edge((0, 0), (0, 1), Door("closed"))
    session = Session(board, SquareBoard(2, 2))
    session.do(PlaceFigure((0, 0), "Mira", side="hero", owners=[ANA.id]))
    session.do(PlaceFigure((1, 0), "Brom", side="hero", owners=[BEN.id]))
    session.do(PlaceFigure((2, 5), "goblin", side="enemy"))
    session.do(AddTurns([session.figure(name).id for name in ("Mira", "Brom", "goblin")]))
    return session


def entry(table: Session, name: str) -> str:
    figure = table.figure(name).id
    return next(each.id for each in table.scene.turns.entries if each.figure == figure)


def active(table: Session) -> str:
    at = table.scene.turns.active_entry()
    return "" if at is None else table.scene.figures[at.figure].name


def refused(table: Session, action: MasterAction, actor: Actor = THE_MASTER) -> str:
    before = table.state()
    with pytest.raises(Refusal) as refusal:
        table.do(action, actor)
    assert table.state() == before
    return str(refusal.value)


# --- turns


def test_the_owner_or_the_master_ends_a_turn_and_nobody_else(table: Session) -> None:
    table.do(SetTurns(on=True))
    mira, brom = entry(table, "Mira"), entry(table, "Brom")
    assert refused(table, FinishTurn(mira), BEN) == "It is not your turn."
    table.do(FinishTurn(mira), ANA)
    assert active(table) == "Brom"
    assert refused(table, FinishTurn(mira)) == "That turn has ended already."
    assert refused(table, FinishTurn(mira), ANA) == "It is not your turn."
    table.do(FinishTurn(brom))  # the game master passes for an absent player
    assert active(table) == "goblin"


def test_what_players_are_told_of_anothers_turn_is_the_same_for_all(table: Session) -> None:
    """The message is the same for a visible goblin, a hidden one, and a missing one."""
    table.do(EditFigure(table.figure("goblin").id, hidden=True))
    table.do(SetTurns(on=True))
    for name in ("Mira", "Brom"):
        table.do(FinishTurn(entry(table, name)))
    said = {
        refused(table, FinishTurn(each), ANA)
        for each in (entry(table, "goblin"), entry(table, "Mira"), "nobody")
    }
    assert said == {"It is not your turn."}


@pytest.mark.parametrize(
    "action", [AddTurns(["f"]), EditTurn("e", number=3), RemoveTurn("e"), SetTurns(on=True)]
)
def test_the_order_is_the_masters(table: Session, action: MasterAction) -> None:
    assert refused(table, action, ANA) == "Only the game master can do that."


def test_players_act_in_their_turn_only_if_the_master_wants_it_so(table: Session) -> None:
    mira, brom = table.figure("Mira").id, table.figure("Brom").id
    table.do(SetTurns(on=True))
    table.do(Move(brom, (1, 1)), BEN)  # any player may
    table.do(SetTurns(in_turn_only=True))
    assert refused(table, Move(brom, (1, 2)), BEN) == "It is not Brom's turn."
    assert refused(table, Undo(), BEN) == "It is not Brom's turn."
    door = SetDoor("open", ((0, 0), (0, 1)))
    assert refused(table, door, BEN) == "It is not your turn."
    table.do(door, ANA)
    table.do(Move(mira, (0, 1)), ANA)
    table.do(Move(brom, (1, 2)))  # the game master may always
    table.do(SetTurns(on=False))
    table.do(Move(brom, (1, 3)), BEN)


def test_a_figure_that_leaves_takes_its_turn_along_and_undo_brings_both_back(
    table: Session,
) -> None:
    table.do(SetTurns(on=True))
    table.do(FinishTurn(entry(table, "Mira")))
    before = table.state()
    table.do(RemoveFigure(table.figure("Brom").id))
    assert active(table) == "goblin"
    assert len(table.scene.turns.entries) == 2
    table.do(Undo())
    assert table.state() == before
    assert active(table) == "Brom"


def test_a_figure_that_is_brought_elsewhere_keeps_its_notes(table: Session) -> None:
    table.do(SetNote("has the key", figure=table.figure("goblin").id))
    there = table.world.maps()[1]
    here, table.looking = table.scene, there.id
    table.do(BringFigure(table.figure("goblin").id, (0, 0)))
    assert [note.text for note in there.notes.values()] == ["has the key"]
    assert not here.notes
    assert len(here.turns.entries) == 2


def test_who_is_in_the_order_is_not_put_in_again_unless_asked(table: Session) -> None:
    mira = table.figure("Mira").id
    table.do(AddTurns([mira]))
    assert len(table.scene.turns.entries) == 3
    table.do(AddTurns([mira], again=True))
    assert len(table.scene.turns.entries) == 4
    assert "furniture" in refused(
        table, AddTurns([table.do(PlaceFigure((2, 2), "A chest", kind="chest")).made])
    )


def order(table: Session) -> list[tuple[str, int | None]]:
    return [
        (table.scene.figures[each.figure].name, each.number) for each in table.scene.turns.entries
    ]


def test_the_next_one_acts_before_a_delayed_turn(table: Session) -> None:
    table.do(SetTurns(on=True))
    table.do(DelayTurn(entry(table, "Mira")), ANA)
    assert [name for name, _ in order(table)] == ["Brom", "Mira", "goblin"]
    assert active(table) == "Brom"
    table.do(FinishTurn(entry(table, "Brom")))
    assert (active(table), table.scene.turns.round) == ("Mira", 1)
    assert not any(each.delayed for each in table.scene.turns.entries)
    table.do(Undo())
    table.do(Undo())
    assert (active(table), order(table)[0][0]) == ("Mira", "Mira")


def test_delaying_as_the_last_of_a_round_ends_the_turn(table: Session) -> None:
    """A refusal would reveal to a player that no unseen figure follows."""
    table.do(SetTurns(on=True))
    table.do(EditTurn(entry(table, "goblin"), defeated=True))
    table.do(FinishTurn(entry(table, "Mira")))
    table.do(DelayTurn(entry(table, "Brom")), BEN)
    assert (active(table), table.scene.turns.round) == ("Mira", 2)
    assert [name for name, _ in order(table)] == ["Mira", "Brom", "goblin"]


def test_only_the_one_in_turn_delays(table: Session) -> None:
    table.do(SetTurns(on=True))
    assert "not your turn" in refused(table, DelayTurn(entry(table, "Brom")), BEN)
    assert "not your turn" in refused(table, DelayTurn(entry(table, "Mira")), BEN)
    assert "ended already" in refused(table, DelayTurn(entry(table, "Brom")))


def test_a_delayed_turn_begins_and_ends_once(table: Session) -> None:
    mira = table.figure("Mira").id
    table.do(SetTurns(on=True))
    table.do(
        MarkFigure(
            mira,
            conditions=[
                Condition("poisoned", rounds=5, counted_at="start"),
                Condition("blessed", rounds=5, counted_at="end"),
            ],
        )
    )
    table.do(DelayTurn(entry(table, "Mira")))
    table.do(FinishTurn(entry(table, "Brom")))
    assert [each.rounds for each in table.figure("Mira").conditions or ()] == [5, 5]
    table.do(FinishTurn(entry(table, "Mira")))
    table.do(FinishTurn(entry(table, "goblin")))
    table.do(FinishTurn(entry(table, "Brom")))
    assert [each.rounds for each in table.figure("Mira").conditions or ()] == [4, 4]


def test_initiative_is_rolled_for_all_for_monsters_or_where_it_is_missing(table: Session) -> None:
    table.do(SaveRolls(table.figure("Brom").id, [SavedRoll("Initiative", "d20+3")]))
    falls = "sightline.table.state.rolls.secrets.randbelow"
    with mock.patch(falls, side_effect=[9, 9, 13]):
        table.do(RollTurns("all"))
    assert order(table) == [("goblin", 14), ("Brom", 13), ("Mira", 10)]
    with mock.patch(falls, side_effect=[0]):
        table.do(RollTurns("monsters"))
    assert order(table) == [("Brom", 13), ("Mira", 10), ("goblin", 1)]
    table.do(EditTurn(entry(table, "Mira"), number=None))
    with mock.patch(falls, side_effect=[9]):
        table.do(RollTurns())
    assert order(table) == [("Brom", 13), ("Mira", 10), ("goblin", 1)]


def test_players_roll_for_their_own_tokens_once(table: Session) -> None:
    table.do(RollTurns("all"), ANA)
    assert [name for name, number in order(table) if number is not None] == ["Mira"]
    assert "needs an initiative value" in refused(table, RollTurns("all"), ANA)


def test_an_order_outlives_the_server(tmp_path: Path) -> None:

    table = Session(SquareBoard(2, 2), path=tmp_path / "a.table")
    table.do(PlaceFigure((0, 0), "Mira", owners=[ANA.id]))
    table.do(AddTurns([table.figure("Mira").id]))
    table.do(SetTurns(on=True, in_turn_only=True))
    table.do(MarkFigure(table.figure("Mira").id, health=3, conditions=[Condition("asleep")]))
    table.do(SetNote("a trap", at=(1, 1)))
    before = table.scene.turns, table.scene.notes, table.figure("Mira")
    again = table.again()
    assert (again.scene.turns, again.scene.notes, again.figure("Mira")) == before


# --- health and conditions


@pytest.mark.parametrize(
    ("health", "most", "word"),
    [(10, 10, "unhurt"), (12, 10, "unhurt"), (9, 10, "hurt"), (6, 10, "hurt")]
    + [(5, 10, "badly hurt"), (1, 10, "badly hurt"), (0, 10, "down"), (0, None, "down")]
    + [(5, None, "")],
)
def test_health_in_four_steps(health: int, most: int | None, word: str) -> None:
    assert health_word(health, most) == word


def test_players_mark_their_own_figures_only(table: Session) -> None:
    mira, goblin = table.figure("Mira").id, table.figure("goblin").id
    table.do(MarkFigure(mira, health=7, most_health=9), ANA)
    assert (table.figure("Mira").health, table.figure("Mira").most_health) == (7, 9)
    no = "You have no such token."
    assert refused(table, MarkFigure(mira, health=1), BEN) == no
    assert refused(table, MarkFigure(goblin, health=1), BEN) == no
    assert refused(table, MarkFigure("nobody", health=1), BEN) == no


def test_what_is_no_longer_counted_is_as_if_it_never_was(table: Session) -> None:
    mira = table.figure("Mira").id
    before = table.state()
    table.do(MarkFigure(mira, health=7, most_health=9, conditions=[Condition("asleep")]))
    table.do(MarkFigure(mira, health=None, most_health=None, conditions=[]))
    assert table.state() == before


def test_health_is_undone_apart_from_moves_also_the_first_time(table: Session) -> None:
    """Old records lack the health field, and undo must restore them without it."""
    mira = table.figure("Mira").id
    before = table.state()
    table.do(Move(mira, (0, 0)))
    table.do(MarkFigure(mira, health=7))
    table.do(Undo())
    assert table.state() == before
    assert table.figure("Mira").health is msgspec.UNSET
    table.do(Move(table.figure("Brom").id, (1, 1)), BEN)
    table.do(MarkFigure(table.figure("Brom").id, health=2))
    table.do(Undo(), BEN)  # undoes their move, though the game master has marked the figure since
    assert (table.figure("Brom").at, table.figure("Brom").health) == ((1, 0), 2)


def test_secret_conditions_stay_whatever_the_player_does(table: Session) -> None:
    mira = table.figure("Mira").id
    table.do(MarkFigure(mira, conditions=[Condition("cursed", secret=True), Condition("asleep")]))
    table.do(MarkFigure(mira, conditions=[Condition("awake", secret=True)]), ANA)
    kept = table.figure("Mira").conditions
    assert [(each.text, each.secret) for each in kept or ()] == [("awake", False), ("cursed", True)]


def test_conditions_are_counted_at_the_start_or_end_of_a_turn(table: Session) -> None:
    table.do(SetTurns(on=True))
    mira, brom, goblin = (table.figure(name).id for name in ("Mira", "Brom", "goblin"))
    asleep = Condition("asleep", rounds=2)
    blessed = Condition("blessed", rounds=1, entry=entry(table, "Brom"), counted_at="start")
    table.do(MarkFigure(mira, conditions=[asleep, Condition("wet")]))
    table.do(MarkFigure(goblin, conditions=[blessed]))

    def rounds(name: str) -> dict[str, int]:
        return {each.text: each.rounds for each in table.figure(name).conditions or ()}

    table.do(FinishTurn(entry(table, "Mira")), ANA)
    assert rounds("Mira") == {"asleep": 1, "wet": 0}
    assert rounds("goblin") == {}
    table.do(Undo())
    assert (rounds("Mira"), rounds("goblin")) == ({"asleep": 2, "wet": 0}, {"blessed": 1})
    for _ in range(4):
        table.do(FinishTurn(table.scene.turns.active))
    assert rounds("Mira") == {"wet": 0}
    assert table.figure("Brom").id == brom


def test_how_health_is_shown_is_chosen_side_by_side(table: Session) -> None:
    table.do(SetOptions(health_shown=HealthBySide(enemy="nothing")))
    table.do(SetOptions(health_shown=HealthBySide(hero="number")))
    assert table.world.table.health_shown == {"enemy": "nothing", "hero": "number"}
    table.do(Undo())
    table.do(Undo())
    assert "health_shown" not in plain(table.world.table)


# --- notes


def test_notes_are_written_changed_and_deleted_by_the_master_alone(table: Session) -> None:
    note = table.do(SetNote(" a trap\x00\nhere ", at=(1, 1))).made
    assert table.scene.notes[note].text == "a trap\nhere"
    table.do(SetNote("no trap", note=note))
    assert table.scene.notes[note].at == (1, 1)
    table.do(SetNote("", note=note))
    assert not table.scene.notes
    assert refused(table, SetNote("x", note=note)) == "That note no longer exists."
    assert refused(table, SetNote("x", at=(9, 9))) == "There is no such tile on this map."
    assert refused(table, SetNote("x")) == "A note belongs to a tile or a token."
    assert refused(table, SetNote("x", at=(1, 1)), ANA) == "Only the game master can do that."
