"""Studies of maps: exposure, choke points and lengths, on maps small enough to count by hand."""

import random
import re
from base64 import b64decode
from xml.etree import ElementTree as Xml

import pytest

from sightline import CornerRule, HexBoard, HexRayRule, SquareBoard, sees
from sightline.errors import InvalidValueError
from sightline.model.cell import Square, hex_distance
from sightline.studies import map as map_study
from sightline.studies import study_map
from sightline.studies.map import choke_points


def drawn(*rows: str) -> SquareBoard:
    board = SquareBoard(len(rows), len(rows[0]))
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            if sign == "#":
                board.set_solid((row, col))
    return board


def test_two_rooms_and_the_door_between():
    board = drawn("...#...", ".......", "...#...")
    study = study_map(board, CornerRule(), name="two rooms")
    assert study.cut_off[Square(1, 3)] == 9
    assert study.chokes(1) == [Square(1, 3)]
    assert set(study.cut_off) == {Square(1, 2), Square(1, 3), Square(1, 4)}
    assert Square(1, 3) in study.most_exposed(7)
    assert "two rooms" in study.markdown()


@pytest.mark.parametrize("at_once", [1, 5, 64])
def test_counts_are_those_of_sees(monkeypatch, at_once):
    monkeypatch.setattr(map_study, "MOST_AT_ONCE", at_once)
    rng = random.Random(3)
    board = SquareBoard(6, 7)
    for tile in board.tiles():
        if rng.random() < 0.2:
            board.set_solid(tile)
    free = [tile for tile in board.tiles() if not board.is_solid(tile)]
    study = study_map(board, "corner")
    lengths: dict[int, int] = {}
    for b in free:
        seen = [a for a in free if sees(board, a, b, CornerRule())]
        assert study.seen_from[b] == len(seen)
        for a in seen:
            far = max(abs(a[0] - b[0]), abs(a[1] - b[1]))
            lengths[far] = lengths.get(far, 0) + 1
    assert list(study.lengths) == [lengths.get(n, 0) for n in range(len(study.lengths))]
    assert study.lengths[0] == len(free)
    assert study.safest(1)[0] == min(free, key=lambda tile: study.seen_from[tile])
    assert study.longest is not None
    assert sees(board, *study.longest, CornerRule())
    start, end = study.longest
    assert max(abs(start[0] - end[0]), abs(start[1] - end[1])) == max(lengths)


def test_lengths_of_hexes_are_steps():
    board = HexBoard(3)
    for place in ((0, 1), (-1, 0), (2, -2)):
        board.set_solid(place)
    free = [tile for tile in board.tiles() if not board.is_solid(tile)]
    study = study_map(board, HexRayRule())
    found = [hex_distance(a, b) for a in free for b in free if sees(board, a, b, HexRayRule())]
    assert list(study.lengths) == [found.count(n) for n in range(max(found) + 1)]


def pieces(free, barred):
    """Return the connected components that remain, found by a simple search."""
    left, found = set(free) - {barred}, []
    while left:
        waiting, piece = [left.pop()], 1
        while waiting:
            row, col = waiting.pop()
            for there in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                if there in left:
                    left.remove(there)
                    waiting.append(there)
                    piece += 1
        found.append(piece)
    return found


@pytest.mark.parametrize("seed", range(20))
def test_choke_points_are_those_that_part_the_ground(seed):
    rng = random.Random(seed)
    board = SquareBoard(7, 8)
    for tile in board.tiles():
        if rng.random() < 0.35:
            board.set_solid(tile)
    free = {tuple(tile) for tile in board.tiles() if not board.is_solid(tile)}
    found = choke_points(board)
    before = len(pieces(free, None))
    for place in free:
        parts_it = len(pieces(free, place)) > before
        assert parts_it == (place in found), place


def test_a_long_corridor_and_a_closed_door():
    board = SquareBoard(1, 3000)
    found = choke_points(board)
    assert len(found) == 2998
    assert max(found.values()) == 1499
    board.place("ogre", (0, 1500))
    assert choke_points(board) == found


def test_hexes_too():
    study = study_map(HexBoard(3), HexRayRule())
    assert len(study.seen_from) == 37
    assert study.mean_exposure == 1.0
    assert len(study.lengths) == 7
    assert not study.cut_off
    assert "two ways" in study.markdown()


def test_pictures_are_those_that_the_report_names():
    study = study_map(drawn("..#..", ".....", "..#.."), "center")
    for theme in ("light", "dark"):
        for name, text in study.pictures(theme).items():
            Xml.fromstring(text)  # noqa: S314 (our own)
            assert f"({name})" in study.markdown()


def test_a_corridor_is_one_passage():
    study = study_map(drawn("...####...", "..........", "...####..."), "center")
    (passage,) = study.passages()
    assert [str(tile) for tile in passage] == ["C2", "D2", "E2", "F2", "G2", "H2"]
    assert "| C2 to H2 | 6 | 10 tiles |" in study.markdown()


def test_equals_that_are_not_listed_are_counted():
    study = study_map(SquareBoard(4, 5), "center")
    assert study.markdown().count("| 10 more | 20 | 100.0 % |") == 2


def test_a_page_for_browsers_has_everything_in_it():
    study = study_map(drawn("..#..", ".....", "..#.."), "center", name="A < B & `C`")
    page = study.page()
    assert "<title>A &lt; B &amp; `C`</title>" in page
    assert "<h1>A &lt; B &amp; <code>C</code></h1>" in page
    pictures = re.findall(r"base64,([^\"]+)", page)
    shown = {b64decode(each).decode() for each in pictures}
    assert shown == {*study.pictures("light").values(), *study.pictures("dark").values()}
    body = re.sub(r"base64,[^\"]+", "", page)
    assert not re.search(r"\| |!\[|##", body)
    assert "http" not in body


def test_rock_has_nothing_to_study():
    with pytest.raises(InvalidValueError, match="no tile"):
        study_map(drawn("##"), CornerRule())


def test_an_interrupt_keeps_what_was_found(monkeypatch):
    def stop(done, count):
        assert count == 4
        if done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(map_study, "MOST_AT_ONCE", 1)
    study = study_map(drawn("...."), CornerRule(), progress=stop)
    assert not study.complete
    assert set(study.seen_from.values()) == {3}
    assert "stopped" in study.markdown()
