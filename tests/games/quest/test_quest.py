"""A quest in play: actions, what the heroes then see, and refusals."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import Door, Gate, HexBoard, Square, SquareBoard, Wall, field, sees
from sightline.errors import (
    FormatError,
    InvalidTypeError,
    InvalidValueError,
    NotNeighborsError,
    OffBoardError,
    SightlineError,
    UnknownNameError,
)
from sightline.formats import to_bytes
from sightline.games.quest import (
    CallNeeded,
    DoorChanged,
    Event,
    FigureLost,
    FigureSeen,
    Moved,
    NothingFound,
    Quest,
    TilesRevealed,
    parse_quest,
    read_quest,
    shipped_quest,
    shipped_quests,
)
from sightline.games.quest.board.events import RulingMade
from sightline.rulings import Rulings

ROOMS = """
title: Three rooms
mode: {mode}

+---+---+---+---+---+---+---+
| .   .   . | .   . s .   g |
+   +   +   +   +   +   +   +
| H   a   . c o   . | .   . |
+   +   +   +   +   +   +   +
| .   .   . | .   . L .   . |
+---+---+---+---+---+---+---+

H: hero "Hilda"
a: ally "dog"
o: enemy "orc"
g: chest "chest"
"""


def rooms(mode: str = "strict", **options: Any) -> Quest:
    return parse_quest(ROOMS.format(mode=mode), **options)


def snapshot(quest: Quest) -> tuple[Any, ...]:
    return quest.board.copy(), dict(quest.views), quest.explored, quest.discovered


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


# --- the shape of a quest


def test_the_opening_is_what_heroes_see_at_first() -> None:
    quest = rooms()
    assert quest.explored == {(0, 0), (1, 0), (2, 0), (1, 1)}, "the dog hides the rest"
    revealed, dog = quest.opening
    assert isinstance(revealed, TilesRevealed)
    assert set(revealed.tiles) == quest.explored
    assert dog == FigureSeen("Hilda", "dog", Square(1, 1))
    assert str(dog) == "Hilda now sees dog on B2."


def test_opening_a_door_reveals_what_is_behind() -> None:
    quest = rooms()
    quest.walk("Hilda", [(2, 0), (2, 1), (2, 2), (1, 2)])
    events = quest.open_door("Hilda", (1, 2), (1, 3))
    assert kinds(events) == [DoorChanged, TilesRevealed, FigureSeen]
    assert str(events[0]) == "Hilda opens the door between C2 and D2."
    assert events[2] == FigureSeen("Hilda", "orc", Square(1, 3))
    assert quest.board.edge((1, 2), (1, 3)) == Door("open")
    closed = quest.close_door("Hilda", (1, 2), (1, 3))
    assert closed[1:] == [FigureLost("Hilda", "orc")]
    assert (1, 3) in quest.explored, "the map remembers"


def test_views_are_the_fields_of_the_engine() -> None:
    quest = rooms("permissive")
    quest.walk("Hilda", [(0, 0), (0, 1)])
    assert quest.views["Hilda"].tiles == set(field(quest.board, "Hilda", quest.rule))


def test_every_step_of_a_walk_is_looked_from() -> None:
    quest = shipped_quest("the-sealed-crypt")
    quest.move("Brom", (3, 1))
    quest.open_door("Brom", (3, 1), (4, 1))
    events = quest.walk("Brom", [(4, 1), (4, 2), (4, 3)])
    assert FigureSeen("Brom", "ogre", Square(6, 4)) in events
    assert FigureLost("Brom", "ogre") in events
    assert sum(isinstance(event, Moved) for event in events) == 3


def test_searching_finds_secret_doors_in_sight() -> None:
    quest = rooms()
    assert kinds(quest.search("Hilda")) == [NothingFound]
    quest.walk("Hilda", [(2, 0), (2, 1), (2, 2), (1, 2)])
    quest.open_door("Hilda", (1, 2), (1, 3))
    quest.remove("orc")
    quest.walk("Hilda", [(1, 3)])
    (found,) = quest.search("Hilda")
    assert isinstance(found, DoorChanged)
    assert str(found) == "Hilda finds a secret door between E1 and F1."
    assert quest.board.edge((0, 4), (0, 5)) == Door("closed")


def test_unlocking_a_gate() -> None:
    quest = rooms()
    quest.put("Ida", (2, 4), kind="hero")
    events = quest.unlock("Ida", (2, 4), (2, 5))
    assert str(events[0]) == "Ida unlocks the gate between E3 and F3."
    assert quest.board.edge((2, 4), (2, 5)) == Gate("closed")
    assert kinds(quest.open_door("Ida", (2, 4), (2, 5))) == [DoorChanged, TilesRevealed]


def test_furniture_is_news_once_and_people_come_and_go() -> None:
    quest = rooms()
    events = quest.put("Ida", (1, 6), kind="hero")
    assert FigureSeen("Ida", "chest", Square(0, 6)) in events
    assert quest.move("Ida", (1, 5))
    quest.put("Jo", (2, 6), kind="hero")
    assert not any(isinstance(e, FigureSeen) and e.name == "chest" for e in quest.look())
    gone = quest.remove("Jo")
    assert [str(event) for event in gone] == ["Jo is gone."]


def test_furniture_is_news_once_for_all_heroes() -> None:
    quest = parse_quest(
        ROOMS.format(mode="strict")
        .replace("| H   a   . c", "| H   .   J c")
        .replace("| .   .   . | .   . s .   g |", "| .   g   . | .   . s .   . |")
        .replace('a: ally "dog"', 'J: hero "Jon"')
    )
    seen = [event.name for event in quest.opening if isinstance(event, FigureSeen)]
    assert seen == ["chest", "Jon", "Hilda"]


def test_the_board_as_the_party_knows_it() -> None:
    quest = rooms()
    known = quest.known_board()
    assert {figure.name for figure in known.figures()} == {"Hilda", "dog"}
    assert all(known.is_solid(tile) for tile in known.tiles() if tile not in quest.explored)
    assert known.edge((0, 4), (0, 5)) is None, "nothing leaks from where nobody has been"
    quest.put("Ida", (0, 4), kind="hero")
    assert quest.known_board().edge((0, 4), (0, 5)) == Wall(), "a secret door looks like a wall"


# --- the master


def test_close_calls_are_events_and_rulings_settle_them() -> None:
    quest = parse_quest(
        """
        mode: adjudicated

        +---+---+---+
        | H   #   . |
        +   +   +   +
        | .   o   . |
        +   +   +   +
        | .   .   x |
        +---+---+---+

        H: hero "Hilda"
        o: enemy "orc"
        x: enemy "imp"
        """.replace("\n        ", "\n")
    )
    (call,) = [event for event in quest.opening if isinstance(event, CallNeeded)]
    assert str(call).startswith("Does Hilda see orc? Too close to call:")
    assert [c.ends for c in quest.open_calls()] == [("Hilda", "orc")]
    events = quest.decide("orc", "Hilda", visible=True, by="Ann", why="it waves")
    assert kinds(events) == [RulingMade, TilesRevealed, FigureSeen]
    assert quest.trace("Hilda", "orc").visible
    assert quest.open_calls() == []
    # The imp moves to the corner that the line touches: the ruling lapses, and later returns.
    lapsing = quest.walk("imp", [(2, 1), (2, 0), (1, 0)])
    assert not quest.trace("Hilda", "orc").visible
    assert FigureLost("Hilda", "orc") in lapsing
    returning = quest.walk("imp", [(2, 0)])
    assert FigureSeen("Hilda", "orc", Square(1, 1)) in returning


def test_a_lapsed_ruling_is_mentioned_when_the_call_is_open_again() -> None:
    quest = shipped_quest("the-sealed-crypt")
    quest.decide("Osric", "ogre", visible=True)
    events = quest.walk("ogre", [(5, 4), (6, 4)])
    assert quest.trace("Osric", "ogre").visible, "back where it was"
    assert FigureSeen("Osric", "ogre", Square(6, 4)) in events
    quest.put("rat", (6, 3), kind="enemy")
    events = quest.look()
    assert events == [], "put() has already looked"
    call = quest.views["Osric"].calls["ogre"]
    assert call.lapsed is not None
    assert "An earlier ruling has lapsed: D7 was empty and is taken by a figure now" in str(call)


def test_rulings_can_be_kept_in_a_file(tmp_path: Path) -> None:
    with Rulings(tmp_path / "q.rulings") as rulings:
        shipped_quest("the-sealed-crypt", rulings=rulings).decide("Osric", "ogre", visible=True)
    with Rulings(tmp_path / "q.rulings") as rulings:
        quest = shipped_quest("the-sealed-crypt", rulings=rulings)
        assert FigureSeen("Osric", "ogre", Square(6, 4)) in quest.opening


def test_looking_again_after_somebody_else_ruled() -> None:
    rulings = Rulings()
    quest = shipped_quest("the-sealed-crypt", rulings=rulings)
    made = rulings.rule(quest.board, "Osric", "ogre", quest.rule)
    assert kinds(quest.look()) == [TilesRevealed, FigureSeen]
    rulings.undo(made)
    assert kinds(quest.look()) == [FigureLost, CallNeeded]


# --- what is refused, and changes nothing

REFUSED: list[tuple[str, Any, type[Exception], str]] = [
    ("walk", ("Hilda", [(0, 1)]), InvalidValueError, "B1 is not next to A2"),
    ("walk", ("Hilda", [(1, 1)]), InvalidValueError, "B2 is taken by dog"),
    ("walk", ("dog", [(1, 2), (1, 3)]), InvalidValueError, "the closed door between C2 and D2"),
    ("walk", ("dog", [(0, 1), (0, 2), (0, 3)]), InvalidValueError, "the wall between C1 and D1"),
    ("walk", ("orc", [(0, 3), (0, 4), (0, 5)]), InvalidValueError, "the wall between E1 and F1"),
    ("walk", ("Hilda", []), InvalidValueError, "at least one step"),
    ("walk", ("Hilda", [(1, -1)]), OffBoardError, "off the board"),
    ("walk", ("chest", [(1, 6)]), InvalidValueError, "furniture and does nothing by itself"),
    ("walk", ("nobody", [(1, 6)]), UnknownNameError, "no figure is called 'nobody'"),
    ("move", ("Hilda", (1, 0)), InvalidValueError, "already on A2"),
    ("move", ("Hilda", (1, 4)), InvalidValueError, "nobody has seen it yet"),
    ("move", ("Hilda", (1, 1)), InvalidValueError, "finds no way from A2 to B2"),
    ("move", ("orc", (1, 1)), InvalidValueError, "finds no way from D2 to B2"),
    ("open_door", ("Hilda", (1, 2), (1, 3)), InvalidValueError, "is not next to the door"),
    ("open_door", ("Hilda", (1, 0), (0, 0)), InvalidValueError, "no door is known there"),
    ("open_door", ("Hilda", (1, 0), (2, 1)), NotNeighborsError, "not neighbors"),
    ("close_door", ("orc", (1, 3), (1, 2)), InvalidValueError, "it is closed"),
    ("unlock", ("orc", (1, 3), (1, 2)), InvalidValueError, "it is closed"),
    ("search", ("orc",), InvalidValueError, "only heroes do"),
    ("remove", ("nobody",), UnknownNameError, "no figure is called"),
]


@pytest.mark.parametrize(("action", "arguments", "error", "why"), REFUSED)
def test_refused(action: str, arguments: Any, error: type[Exception], why: str) -> None:
    quest = rooms()
    before = snapshot(quest)
    with pytest.raises(error, match=why):
        getattr(quest, action)(*arguments)
    assert snapshot(quest) == before


def test_a_locked_gate_does_not_just_open() -> None:
    quest = rooms()
    quest.put("Ida", (2, 4), kind="hero")
    with pytest.raises(InvalidValueError, match="cannot open the gate between E3 and F3: it is lo"):
        quest.open_door("Ida", (2, 4), (2, 5))


def test_a_secret_door_is_no_door_until_it_is_found() -> None:
    quest = rooms()
    quest.put("Ida", (0, 4), kind="hero")
    with pytest.raises(InvalidValueError, match="no door is known there"):
        quest.open_door("Ida", (0, 4), (0, 5))


@pytest.mark.parametrize("at", [(1, 1), (0, 6)])
def test_nobody_appears_on_a_taken_tile(at: tuple[int, int]) -> None:
    quest = rooms()
    before = snapshot(quest)
    with pytest.raises(InvalidValueError, match="taken by"):
        quest.put("ghost", at, kind="enemy")
    assert snapshot(quest) == before


LARGE = """
+---+---+---+---+---+
| K   K   .   .   . |
+   +   +   +   +   +
| K   K o .   .   . |
+   +   +---+   +   +
| .   .   .   .   . |
+---+---+---+---+---+

K: hero "knight" size 2x2
"""


def test_large_figures_need_room_and_doors_do_not_close_on_them() -> None:
    quest = parse_quest(LARGE)
    quest.walk("knight", [(0, 1)])
    with pytest.raises(InvalidValueError, match="knight stands across it"):
        quest.close_door("knight", (1, 1), (1, 2))
    with pytest.raises(InvalidValueError, match="the wall between C2 and C3 is in the way"):
        quest.walk("knight", [(1, 1)])
    quest.walk("knight", [(0, 2)])
    quest.close_door("knight", (1, 1), (1, 2))
    with pytest.raises(InvalidValueError, match="the closed door between C2 and B2"):
        quest.walk("knight", [(0, 1)])


def test_free_walls_stop_feet_too() -> None:
    board = SquareBoard(1, 3)
    board.place("Hilda", (0, 0), kind="hero")
    board.add_wall((1.75, 0), (1.75, 1))
    quest = Quest(board)
    with pytest.raises(InvalidValueError, match="a wall between B1 and C1"):
        quest.walk("Hilda", [(0, 1), (0, 2)])


@pytest.mark.parametrize(
    ("make", "error", "why"),
    [
        (lambda: Quest(HexBoard(2)), InvalidTypeError, "expected a SquareBoard"),  # type: ignore[arg-type]
        (lambda: Quest(SquareBoard(2, 2)), InvalidValueError, "at least one hero"),
        (lambda: Quest(rooms().board, mode="lax"), InvalidValueError, "quest mode: expected one"),  # type: ignore[arg-type]
    ],
)
def test_impossible_quests(make: Any, error: Any, why: str) -> None:
    with pytest.raises(error, match=why):
        make()


def test_a_quest_has_a_board_of_its_own() -> None:
    board = rooms().board
    quest = Quest(board)
    board.remove("dog")
    assert quest.board.where("dog") == (1, 1)


# --- files


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected a drawn map"),
        ("title: x\nmode: lax\n+---+\n| H |\n+---+", "line 2: mode: expected one of strict"),
        ("title: x\nlarge: both\n+---+\n| H |\n+---+", "line 2: large: expected one of tiles"),
        ("title: x\ntitle: y\n+---+\n| H |\n+---+", "line 2: 'title' is given twice"),
        (
            "color: red\n+---+\n| H |\n+---+",
            "line 1: expected one of title, mode, large, reveal, rounds, goal",
        ),
        ("title: x\n\n+---+\n| H |\n+---+\n\nH: wizard", "line 7"),
        ("title: x\n\n+---+\n| HX|\n+---+\n\nH: hero", "line 4"),
        ("+---+\n| H |\n+---+\n\nH: enemy", "at least one hero"),
        (b"\xff\xfe+---+", "text"),
    ],
)
def test_files_that_are_no_quests(text: str | bytes, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        parse_quest(text)


def test_a_map_may_bring_rulings_along_but_no_rule() -> None:
    quest = shipped_quest("the-sealed-crypt")
    quest.decide("Osric", "ogre", visible=True, by="the author")
    drawn = to_bytes(quest.board, ".txt", rulings=quest.rulings.export()).decode()
    again = parse_quest(f"mode: adjudicated\nlarge: middle\n{drawn}")
    assert again.trace("Osric", "ogre").ruling is not None
    with pytest.raises(FormatError, match="a mode in place of a rule"):
        parse_quest(to_bytes(quest.board, ".txt", rule=quest.rule.to_dict()))


def test_reading_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rooms.txt"
    path.write_text(ROOMS.format(mode="permissive"), encoding="utf-8")
    quest = read_quest(path)
    assert (quest.title, quest.mode) == ("Three rooms", "permissive")
    with pytest.raises(OSError, match="No such file"):
        read_quest(tmp_path / "none.txt")


def test_the_shipped_quest_shows_all_of_it() -> None:
    quest = shipped_quest("the-sealed-crypt")
    assert "the-sealed-crypt" in shipped_quests()
    assert quest.mode == "adjudicated"
    on_edges = {threshold for _, _, threshold in quest.board.edges()}
    assert {Door(state) for state in Door.STATES} <= on_edges
    assert {Gate("open"), Gate("closed"), Wall()} <= on_edges
    there = {figure.kind for figure in quest.board.figures()}
    assert {"hero", "ally", "enemy", "table", "bookcase", "fireplace", "chest", "throne"} <= there
    with pytest.raises(UnknownNameError, match=r"quest: expected one of .*the-sealed-crypt"):
        shipped_quest("none")


def test_the_demo_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sightline.games.quest"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    for words in (
        "Ansa finds a secret door between I2 and J2.",
        "Brom opens the gate between K5 and K6.",
        "An earlier ruling has lapsed: I9 was empty and is taken by a figure now.",
        "Osric now sees ogre on E7.",
    ):
        assert words in done.stdout
    assert done.stderr == ""


# --- any sequence of actions keeps the laws


@given(data=st.data())
def test_whatever_is_tried(data: st.DataObject) -> None:
    quest = rooms(data.draw(st.sampled_from(["strict", "permissive", "adjudicated"])))
    tile = st.tuples(st.integers(0, 2), st.integers(0, 6))
    who = st.sampled_from(["Hilda", "dog", "orc", "chest"])
    for _ in range(data.draw(st.integers(1, 4))):
        before = snapshot(quest)
        action = data.draw(
            st.sampled_from(["move", "open_door", "close_door", "unlock", "search", "remove"])
        )
        arguments: tuple[Any, ...] = (data.draw(who),)
        if action == "move":
            arguments += (data.draw(tile),)
        elif action in ("open_door", "close_door", "unlock"):
            doors = [((1, 2), (1, 3)), ((0, 4), (0, 5)), ((2, 4), (2, 5))]
            arguments += data.draw(st.sampled_from(doors))
        try:
            events = getattr(quest, action)(*arguments)
        except SightlineError:
            assert snapshot(quest) == before
            continue
        assert events
        assert before[2] <= quest.explored
        announced = {t for e in events if isinstance(e, TilesRevealed) for t in e.tiles}
        assert announced == quest.explored - before[2], "every new tile is announced, once"
        for hero, view in quest.views.items():
            for figure in quest.board.figures():
                if figure.name != hero:
                    seen = sees(quest.board, hero, figure.name, quest.rule)
                    assert seen == (figure.name in view.figures)
