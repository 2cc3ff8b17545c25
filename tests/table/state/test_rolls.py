"""Dice: valid notations, uniform faces, and no roll is ever lost."""

from collections import Counter
from unittest import mock

import pytest
from msgspec import UNSET

from sightline import SquareBoard
from sightline.table.protocol.actions import (
    PlaceFigure,
    Redo,
    RollDice,
    SaveRolls,
    TellRoll,
    Undo,
)
from sightline.table.protocol.types import SavedRoll
from sightline.table.state.records import Refusal
from sightline.table.state.rolls import (
    MAX_DICE,
    DicePart,
    RolledDice,
    dice_text,
    read_dice,
    rolled,
)
from sightline.table.vision.encode import seen_figure, whole_figure
from tests.table.support.offline_table import ANA, BEN, Session


@pytest.fixture
def table() -> Session:
    session = Session(SquareBoard(3, 3))
    session.do(PlaceFigure((1, 1), "Mira", side="hero", owners=[ANA.id]))
    return session


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2d6+1", "2d6+1"),
        (" D20 ", "d20"),
        ("1d8 - 2", "d8-2"),
        ("d%", "d100"),
        ("4d6h3", "4d6kh3"),
        ("2d20L1+3-1", "2d20kl1+2"),
        ("2d20kh1+5", "2d20kh1+5"),
        ("2d20KL", "2d20kl1"),
        ("4d6dl1", "4d6dl1"),
        ("4d6 dh 2", "4d6dh2"),
        ("3d6!", "3d6!"),
        ("4d6kh3!-1", "4d6!kh3-1"),
        ("3+d4", "d4+3"),
        ("-d4+10", "-d4+10"),
        ("2d6+3d8-1d4", "2d6+3d8-d4"),
        (f"{MAX_DICE}d1000", f"{MAX_DICE}d1000"),
    ],
)
def test_what_may_be_rolled(written: str, read: str) -> None:
    assert dice_text(*read_dice(written)) == read
    assert dice_text(*read_dice(read)) == read


@pytest.mark.parametrize(
    "written",
    [
        "", "7", "d", "d1", "0d6", "d0", "101d6", "51d6+50d6", "d1001", "2d6++1", "2d6+", "2d6 1 d",
        "1d6*2", "d6d6", "2d6h3", "2d6h0",
        "2d6dl2", "2d6kh3", "2d6dl0", "4d6d1", "2d6!!", "2d6!kh1!", "2d6k1", "!d6",
        "d6+99999", "d6+9999+9999", "+".join(["d6"] * 11),
        "__import__", "²d6", "٣d6", "1e3d6", "d-6", "--d6",
    ],
)  # fmt: skip
def test_what_may_not(written: str) -> None:
    with pytest.raises(Refusal, match="Write dice as in"):
        read_dice(written)


def test_every_face_comes_up_about_as_often() -> None:
    faces = Counter(face for _ in range(600) for face in rolled(DicePart(100, 6)).faces)
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    # Ten thousand of each, within 91, which is six standard deviations.
    assert all(abs(count - 10_000) < 550 for count in faces.values())


def test_the_highest_and_lowest_count_and_none_is_thrown_away() -> None:
    dice = fallen("4d6kh3", 3, 6, 1, 6)
    assert (dice.faces, dice.kept, dice.total) == ((3, 6, 1, 6), (0, 1, 3), 15)
    assert fallen("-2d20kl1", 5, 5).total == -5


@pytest.mark.parametrize(
    ("written", "faces", "kept", "total"),
    [
        ("4d6dl1", (3, 6, 1, 6), (0, 1, 3), 15),
        ("4d6dh1", (3, 6, 1, 6), (0, 1, 2), 10),
        ("2d20kh1", (4, 17), (1,), 17),
        ("2d20kl1", (4, 17), (0,), 4),
        ("3d6!", (6, 2, 6, 6, 1, 3), (), 24),
        ("2d6!kh2", (6, 2, 6, 5), (0, 2), 12),
        ("2d6!dl1", (6, 2, 1), (0, 1), 8),
    ],
)
def test_what_counts(
    written: str, faces: tuple[int, ...], kept: tuple[int, ...], total: int
) -> None:
    """Every highest face adds a die, including on added dice; then dice are kept or dropped."""
    dice = fallen(written, *faces)
    assert (dice.faces, dice.kept, dice.total) == (faces, kept, total)


def test_explosions_end() -> None:
    with mock.patch(
        "sightline.table.state.rolls.secrets.randbelow", side_effect=lambda sides: sides - 1
    ):
        assert rolled(DicePart(1, 6, exploding=True)).faces == (6,) * MAX_DICE


def fallen(written: str, *faces: int) -> RolledDice:
    """Return the roll for these faces, all of which must be used."""
    (part,), _ = read_dice(written)
    falls = iter(face - 1 for face in faces)
    with mock.patch("sightline.table.state.rolls.secrets.randbelow", side_effect=falls):
        dice = rolled(part)
    assert next(falls, None) is None
    return dice


def test_rolls_are_saved_with_a_figure_by_its_player_or_the_master(table: Session) -> None:
    mira = table.figure("Mira").id
    table.do(SaveRolls(mira, [SavedRoll(" Longsword ", "1D20 + 5")]), ANA)
    assert table.figure("Mira").rolls == (SavedRoll("Longsword", "d20+5"),)
    before = table.state()
    with pytest.raises(Refusal, match="no such token"):
        table.do(SaveRolls(mira, []), BEN)
    with pytest.raises(Refusal, match="Write dice as in"):
        table.do(SaveRolls(mira, [SavedRoll("x", "lots")]))
    assert table.state() == before
    table.do(SaveRolls(mira, []))
    assert table.figure("Mira").rolls is UNSET


def test_only_the_master_and_the_owner_get_saved_rolls(table: Session) -> None:
    table.do(SaveRolls(table.figure("Mira").id, [SavedRoll("Stab", "d4")]))
    mira = table.figure("Mira")
    assert whole_figure(mira).rolls == seen_figure(mira, ANA.id).rolls == [SavedRoll("Stab", "d4")]
    assert seen_figure(mira, BEN.id).rolls == []


def test_a_roll_is_kept_with_who_what_for_and_when(table: Session) -> None:
    made = table.do(RollDice("2d6+1", "to  hit\n"), ANA).made
    roll = table.world.rolls[made]
    assert (roll.by, roll.who, roll.purpose, roll.text) == (ANA.id, ANA.name, "to hit", "2d6+1")
    assert roll.total == sum(roll.dice[0].faces) + 1
    assert roll.when.endswith("Z")


def test_undo_marks_a_roll_as_taken_back_and_never_deletes_it(table: Session) -> None:
    made = table.do(RollDice("d20"), ANA).made
    before = table.world.rolls[made]
    table.do(Undo())
    assert table.world.rolls[made].taken_back
    assert table.world.rolls[made].dice == before.dice
    table.do(Redo())
    assert table.world.rolls[made] == before
    table.do(Undo())
    table.do(Undo())  # the previous action
    assert made in table.world.rolls
    assert not table.world.maps()[0].figures


def test_players_have_no_way_to_take_a_roll_back(table: Session) -> None:
    table.do(RollDice("d20"), ANA)
    with pytest.raises(Refusal, match="no move to undo"):
        table.do(Undo(), ANA)


def test_real_dice_are_marked_as_told(table: Session) -> None:
    roll = table.world.rolls[table.do(TellRoll(14), ANA).made]
    assert (roll.said, roll.total, roll.dice) == (True, 14, ())
