"""Light in our own formats: writing, reading, and the position in error messages."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from sightline import Light, SquareBoard
from sightline.errors import FormatError
from sightline.formats import load_bytes, to_bytes
from sightline.model.board import Board

TEXT = """\
M.#
...

M: hero "Mira"
ambient: dim
light 4 8: "Mira" 1,2
light 0.5 1/3: 0,1
"""


def read(data: str) -> Board:
    name = "map.json" if data.startswith("{") else "map.txt"
    return load_bytes(data.encode(), name).board


def test_a_drawn_map_with_light() -> None:
    board = read(TEXT)
    assert board.ambient == "dim"
    at = board.position
    assert board.lights() == [
        Light("Mira", 4, 8),
        Light(at((1, 2)), 4, 8),
        Light(at((0, 1)), Fraction(1, 2), Fraction(1, 3)),
    ]


def test_light_is_drawn_as_it_is_read() -> None:
    drawn = to_bytes(read(TEXT), ".txt").decode()
    assert drawn.splitlines()[-3:] == TEXT.splitlines()[-3:]
    plain = json.loads(to_bytes(read(TEXT), ".json"))["board"]
    assert plain["ambient"] == "dim"
    assert plain["lights"] == [
        {"at": "Mira", "bright": 4, "dim": 8},
        {"at": [1, 2], "bright": 4, "dim": 8},
        {"at": [0, 1], "bright": "0.5", "dim": "1/3"},
    ]


def test_a_board_without_light_is_written_as_before() -> None:
    board = SquareBoard(1, 2)
    assert to_bytes(board, ".txt").decode() == "..\n"
    assert json.loads(to_bytes(board, ".json"))["board"] == {"grid": "square", "tiles": [".."]}


@pytest.mark.parametrize("ending", [".txt", ".json"])
def test_names_that_look_like_something_else(ending: str) -> None:
    board = SquareBoard(1, 4)
    for col, name in enumerate(('"', "0,1", "a: b", "light 1 2:")):
        board.place(name, (0, col))
        board.add_light(name, col)
    again = load_bytes(to_bytes(board, ending), f"board{ending}").board
    assert again == board
    assert again.lights() == board.lights()


def test_many_lights_are_wrapped() -> None:
    board = SquareBoard(40, 40)
    for tile in board.tiles():
        board.add_light(tile, 1, 2)
    drawn = to_bytes(board, ".txt")
    assert max(map(len, drawn.splitlines())) <= 100
    assert load_bytes(drawn, "board.txt").board == board


@pytest.mark.parametrize(
    ("line", "column", "complaint"),
    [
        ("light 4: 0,0", 1, "expected the bright and the dim radius"),
        ("light 4 8:", 1, "expected the bright and the dim radius"),
        ("light 4 8 9: 0,0", 1, "expected the bright and the dim radius"),
        ("light x 8: 0,0", 7, "x"),
        ("light 4 -8: 0,0", 13, "dim radius of a light: expected 0 or more"),
        ("light 4 8: 0,0 9,9", 16, "off the board"),
        ('light 4 8: "Nobody"', 12, "no figure is called 'Nobody'"),
        ('light 4 8: ""', 12, "expected"),
        ("light 4 8: Mira", 12, "Mira"),
        ("ambient: pitch", 10, "one of dark, dim, bright, got 'pitch'"),
        ("ambient: dark dim", 1, "expected: ambient: and one of dark, dim, bright"),
        ("ambient:", 1, "expected: ambient: and one of"),
        ("ambient light: dark", 9, "expected ':' here"),
    ],
)
def test_mistakes_in_a_drawing(line: str, column: int, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint) as caught:
        read(f"M.#\n...\n\nM: hero\n{line}\n")
    assert f"line 5 column {column}" in str(caught.value)


def document(**light: Any) -> str:
    return json.dumps({"sightline": 1, "board": {"grid": "square", "tiles": ["..."], **light}})


GOOD = {"at": [0, 0], "bright": 1, "dim": 2}


@pytest.mark.parametrize(
    ("light", "place"),
    [
        ({"ambient": "pitch"}, "$.board.ambient"),
        ({"ambient": 1}, "$.board.ambient"),
        ({"lights": GOOD}, "$.board.lights"),
        ({"lights": [GOOD, {**GOOD, "at": [0, 9]}]}, "$.board.lights[1]"),
        ({"lights": [{**GOOD, "at": "Nobody"}]}, "$.board.lights[0]"),
        ({"lights": [{**GOOD, "at": 7}]}, "$.board.lights[0].at"),
        ({"lights": [{**GOOD, "at": [0]}]}, "$.board.lights[0].at"),
        ({"lights": [{**GOOD, "bright": -1}]}, "$.board.lights[0]"),
        ({"lights": [{**GOOD, "bright": 0.5}]}, "$.board.lights[0].bright"),
        ({"lights": [{**GOOD, "bright": "1/0"}]}, "$.board.lights[0].bright"),
        ({"lights": [{"at": [0, 0], "bright": 1}]}, "$.board.lights[0]"),
        ({"lights": [{**GOOD, "color": "red"}]}, "$.board.lights[0]"),
        ({"lights": [GOOD] * 10_001}, "$.board.lights"),
    ],
)
def test_mistakes_in_json(light: dict[str, Any], place: str) -> None:
    assert read(document(lights=[GOOD])).lights()
    with pytest.raises(FormatError) as caught:
        read(document(**light))
    assert place in str(caught.value)
