"""Levels as text: reading, writing, and errors with line and column."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import SightlineError
from sightline.errors import FormatError, InvalidTypeError, UnknownNameError
from sightline.games.one_card_dungeon import (
    format_level,
    parse_level,
    read_levels,
    shipped_level,
    shipped_levels,
)
from sightline.games.one_card_dungeon.board.level import MAX_TEXT

GOOD = """\
; a remark
title: The stair
text: It smells of wet stone.
hint: Look.
hint: Walk.

map:
@..#.
..#.S
S....

monster S: spider, health 1, speed 4, attack 3, defence 2, range 2
"""


def test_a_level_says_what_it_holds():
    level = parse_level(GOOD)
    assert (level.title, level.text) == ("The stair", "It smells of wet stone.")
    assert level.hints == ("Look.", "Walk.")
    assert (level.layout.rows, level.layout.cols) == (3, 5)
    assert sorted(map(str, level.layout.walls)) == ["C2", "D1"]
    assert str(level.start) == "A1"
    assert [(kind.name, str(tile)) for kind, tile in level.monsters] == [
        ("spider", "E2"),
        ("spider", "A3"),
    ]


def test_the_order_of_the_parts_and_the_line_ends_are_free():
    parts = GOOD.split("\n\n")
    turned = "\n\n".join([parts[2], parts[1], parts[0]])
    assert parse_level(turned) == parse_level(GOOD)
    assert parse_level("\ufeff" + GOOD.replace("\n", "\r\n")) == parse_level(GOOD)


@pytest.mark.parametrize("level", [*shipped_levels(), shipped_level("tutorial")])
def test_the_shipped_levels_round_trip(level):
    assert parse_level(format_level(level)) == level
    assert (level.layout.rows, level.layout.cols) == (5, 5)
    assert level.text


def test_the_shipped_levels_are_all_different():
    levels = shipped_levels()
    assert len({level.title for level in levels}) == len({lv.layout for lv in levels}) == 12
    assert shipped_level("tutorial").hints
    with pytest.raises(UnknownNameError, match="level: expected one of tutorial, 1, 2"):
        shipped_level("13")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("@..#.", "...#.", "line 8 column 1: no adventurer"),
        ("S....", "S...@", "line 10 column 5: a second @; the first is on A1"),
        ("..#.S", "..#..", "ok"),
        ("@..#.", "@..#", "line 9 column 5: expected 4 tiles as in the first row, got 5"),
        ("@..#.", "@..#x", "line 8 column 5: expected # . @ or a capital letter, got 'x' on E1"),
        ("@..#.", "@..#T", "line 8 column 5: no line says what T on E1 is"),
        ("..#.S\nS....", "....#\n###..\nS#...",
         "line 11 column 1: no way leads from the adventurer on A1 to the spider on A4"),
        ("health 1", "health 0", "line 12 column 20: health: expected 1 to 99, got 0"),
        ("range 2", "range 1", "line 12 column 60: range: expected 2 to 99, got 1"),
        ("defence 2", "defence 19", "defence: expected 1 to 18, got 19"),
        ("speed 4", "speed -1", "speed: expected 0 to 99, got -1"),
        ("speed 4", "speed fast", "line 12 column 30: expected one of health"),
        ("speed 4", "luck 4", "expected one of health, speed, attack, defence, range"),
        ("speed 4, ", "", "the spider has no speed"),
        ("speed 4", "health 4", "health is given twice"),
        ("monster S", "monster spider", "line 12 column 9: expected one capital letter"),
        (": spider", ": SPIDER!", "line 12 column 12: expected a name in small letters"),
        ("title: The stair\n", "", "the level has no 'title:'"),
        ("map:", "karte:", "line 7 column 1: expected 'title:', 'text:', 'hint:', 'map:'"),
        ("hint: Walk.", "title: Again", "line 5 column 1: a second 'title'"),
        ("S....\n", "S....\n\nmap:\n@S\n", "line 12 column 1: a second map"),
    ],
)  # fmt: skip
def test_impossible_levels_are_refused_with_line_and_column(old, new, complaint):
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    if complaint == "ok":
        parse_level(text)
        return
    with pytest.raises(FormatError) as refusal:
        parse_level(text)
    assert complaint in str(refusal.value)


def test_a_level_needs_monsters_and_monsters_a_place():
    empty = GOOD.replace("S....", ".....").replace("..#.S", "..#..")
    with pytest.raises(FormatError, match="no monsters"):
        parse_level(empty)
    bat = "monster B: bat, health 1, speed 4, attack 3, defence 2, range 2\n"
    with pytest.raises(FormatError, match=r"line 13 column 9: the bat \(B\) is not on the map"):
        parse_level(GOOD + bat)


def test_absurd_texts_are_refused_at_once():
    with pytest.raises(InvalidTypeError):
        parse_level(b"title: x")  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="at most"):
        parse_level("x" * (MAX_TEXT + 1))
    with pytest.raises(FormatError, match="no map"):
        parse_level("")
    wide = GOOD.replace("@..#.\n..#.S\nS....", "@S" + "." * 60)
    with pytest.raises(FormatError, match="at most 40 x 40"):
        parse_level(wide)


def test_a_campaign_names_the_level_that_is_wrong():
    with pytest.raises(FormatError, match="level 2: line 8 column 1: no adventurer"):
        read_levels([GOOD, GOOD.replace("@", ".")])


@given(st.text(alphabet="@#.S:\n ;maptiletxnor,0123456789-", max_size=200))
def test_whatever_comes_is_read_or_refused(noise):
    for text in (noise, GOOD + noise, noise + GOOD, GOOD.replace("S....", noise)):
        try:
            level = parse_level(text)
        except SightlineError:
            continue
        assert parse_level(format_level(level)) == level
