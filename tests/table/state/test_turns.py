"""Initiative: who is next when tokens join, leave or are defeated."""

from functools import partial
from random import Random

import pytest

from sightline.table.state.records import Refusal
from sightline.table.state.turns import (
    TurnEntry,
    TurnsRecord,
    begun,
    moved_before,
    next_turn,
    with_changed,
    with_entry,
    without,
)


def order(*entries: tuple[str, int | None]) -> TurnsRecord:
    turns = TurnsRecord()
    for name, number in entries:
        turns = with_entry(turns, TurnEntry(name, f"figure {name}", number))
    return turns


def names(turns: TurnsRecord) -> str:
    return "".join(each.id for each in turns.entries)


def is_called(name: str, entry: TurnEntry) -> bool:
    return entry.id == name


def whose(turns: TurnsRecord) -> tuple[str, int]:
    return turns.active, turns.round


def defeat(turns: TurnsRecord, entry: str) -> TurnsRecord:
    each = turns.find(entry)
    return with_changed(turns, TurnEntry(each.id, each.figure, each.number, True))


def test_the_highest_number_is_first_and_equal_ones_stay_as_they_came() -> None:
    assert names(order(("a", 5), ("b", 12), ("c", 5), ("d", None), ("e", 7))) == "beacd"


def test_one_with_another_number_is_sorted_in_anew_and_the_others_stay() -> None:
    turns = moved_before(order(("a", 5), ("b", 5), ("c", 5)), "c", "a")
    assert names(turns) == "cab"
    assert names(with_changed(turns, TurnEntry("a", "figure a", 9))) == "acb"
    assert names(with_changed(turns, TurnEntry("c", "figure c", 5, defeated=True))) == "cab"


def test_moving_to_the_end_and_onto_itself() -> None:
    turns = order(("a", 3), ("b", 2), ("c", 1))
    assert names(moved_before(turns, "a", None)) == "bca"
    assert moved_before(turns, "b", "b") == turns
    with pytest.raises(Refusal):
        moved_before(turns, "b", "nobody")


def test_a_round_ends_with_the_last_one() -> None:
    turns = begun(order(("a", 2), ("b", 1)))
    assert whose(turns) == ("a", 1)
    turns = next_turn(turns)
    assert whose(turns) == ("b", 1)
    assert whose(next_turn(turns)) == ("a", 2)


def test_defeated_ones_are_passed_over_also_the_first() -> None:
    turns = defeat(order(("a", 3), ("b", 2), ("c", 1)), "a")
    assert whose(begun(turns)) == ("b", 1)
    assert whose(next_turn(next_turn(begun(turns)))) == ("b", 2)


def test_one_who_is_alone_has_every_turn() -> None:
    turns = begun(order(("a", 3)))
    assert whose(next_turn(turns)) == ("a", 2)


def test_nobody_left_is_said() -> None:
    turns = begun(order(("a", 3)))
    with pytest.raises(Refusal, match="all are defeated"):
        next_turn(defeat(turns, "a"))
    with pytest.raises(Refusal, match="Add a token"):
        begun(TurnsRecord())


@pytest.mark.parametrize(
    ("active", "gone", "expected"),
    [
        ("b", "b", ("c", 1)),
        ("b", "a", ("b", 1)),
        ("b", "c", ("b", 1)),
        ("c", "c", ("a", 2)),
        ("a", "abc", ("", 0)),
        ("b", "bc", ("a", 2)),
    ],
)
def test_whoever_is_taken_out_nobody_is_passed_over(
    active: str, gone: str, expected: tuple[str, int]
) -> None:
    turns = begun(order(("a", 3), ("b", 2), ("c", 1)))
    while turns.active != active:
        turns = next_turn(turns)
    assert whose(without(turns, lambda each: each.id in gone)) == expected


def test_in_a_round_everybody_who_stays_has_exactly_one_turn() -> None:
    """This holds whatever happens to the other figures."""
    rng = Random(7)
    for _ in range(200):
        turns = begun(order(*((name, rng.randint(1, 4)) for name in "abcdefg")))
        had = [turns.active]
        while True:
            doomed = rng.choice("bdf")
            if rng.random() < 0.4 and doomed in names(turns):
                turns = without(turns, partial(is_called, doomed))
            elif rng.random() < 0.3 and doomed in names(turns):
                turns = defeat(turns, doomed)
            if turns.round == 1 and turns.active == had[-1]:
                turns = next_turn(turns)
            if turns.round > 1:
                break
            had.append(turns.active)
        assert [had.count(each) for each in "aceg"] == [1, 1, 1, 1], had
