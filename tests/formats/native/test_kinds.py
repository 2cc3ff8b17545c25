"""Terrain and sides survive saving and loading, and boards without them need no extra bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sightline import HexBoard, SquareBoard, load, save
from sightline.errors import FormatError
from sightline.formats import load_bytes, native
from sightline.formats.contract import Options
from sightline.formats.foundry.flags import FLAG
from sightline.formats.saving import written
from sightline.formats.shared.tokens import Tokens
from sightline.formats.text import writer as text_write
from sightline.model.board import Board
from sightline.model.figure import KINDS, FigureKind
from sightline.model.parts.terrain import COMMON

OLD = """{
  "sightline": 1,
  "board": {
    "grid": "square",
    "tiles": [
      "...",
      "..#"
    ],
    "figures": [
      {"name": "Mira", "at": [0, 0], "size": [1, 1], "kind": "hero", "blocks_sight": true},
      {"name": "orc", "at": [0, 2], "size": [1, 1], "kind": "enemy", "blocks_sight": true}
    ]
  }
}
"""


def read(data: str | bytes) -> Board:
    raw = data if isinstance(data, bytes) else data.encode()
    return native.read(raw, "map.json", Options()).board


def document(**board: Any) -> str:
    return json.dumps({"sightline": 1, "board": {"grid": "square", "tiles": ["..."], **board}})


def crypt() -> SquareBoard:
    board = SquareBoard(2, 3)
    board.place("Mira", "A1", kind="hero")
    board.place("orc", "C1", kind="enemy")
    board.set_solid("C2")
    return board


def woods() -> HexBoard:
    board = HexBoard(2, outside="solid")
    board.set_terrain("0,1", "light-woods")
    board.set_terrain("0,2", "heavy-woods")
    board.set_terrain("-1,0", "tall-grass")
    board.set_cover("0,1", 0.5)
    board.place("mech", "0,0", side="Davion")
    board.place("turncoat", "1,0", kind="enemy", side="heroes")
    board.place("hermit", "-1,0", kind="hero", side="")
    board.place("guard", "-2,0", side="the old guard")
    return board


# --- files of before


def test_boards_without_them_are_written_as_ever() -> None:
    board = read(OLD)
    assert board == crypt()
    assert native.write(board).decode() == OLD
    assert str(board) == 'M.O\n..#\n\nM: "Mira" hero\nO: "orc" enemy'
    # Unchanged from before terrain existed, since rulings and tables identify boards by it.
    assert board.fingerprint().startswith("f1f9563eecd06dc4")


def test_files_of_before_give_the_sides_of_their_kinds() -> None:
    board = read(OLD)
    assert [figure.side for figure in board.figures()] == ["heroes", "enemies"]
    for kind in KINDS:
        drawn = SquareBoard(9, 9)
        side = drawn.place("it", "A1", kind=kind).side  # type: ignore[arg-type]  # a kind each
        assert side == {"hero": "heroes", "ally": "heroes", "enemy": "enemies"}.get(kind, "")


# --- given back


@pytest.mark.parametrize("name", ["map.json", "map.txt"])
@pytest.mark.parametrize("make", [crypt, woods])
def test_every_file_gives_them_back(make: Any, name: str, tmp_path: Path) -> None:
    board = make()
    board.set_terrain(board.tiles()[0], "low")  # a figure may be in it
    path = tmp_path / name
    save(board, path)
    again = load(path)
    assert again == board
    assert again.terrains() == board.terrains()
    assert {each.name: each.side for each in again.figures()} == {
        each.name: each.side for each in board.figures()
    }


def test_rock_may_have_terrain_too() -> None:
    board = SquareBoard(1, 2)
    board.set_solid("A1")
    board.set_terrain("A1", "building")
    assert SquareBoard.from_text(str(board)) == board
    assert read(native.write(board)) == board


def test_json_says_only_what_the_kind_does_not() -> None:
    plain = json.loads(native.write(woods()))["board"]
    sides = {figure["name"]: figure.get("side") for figure in plain["figures"]}
    assert sides == {
        "mech": "Davion",
        "turncoat": "heroes",
        "hermit": "",
        "guard": "the old guard",
    }
    assert plain["terrain"] == [[-1, 0, "tall-grass"], [0, 1, "light-woods"], [0, 2, "heavy-woods"]]


def test_the_report_counts_terrain() -> None:
    assert native.describe(woods()).endswith("no free walls, 3 tiles of terrain")


# --- other programs


def test_readers_of_tokens_give_the_sides_of_their_kinds() -> None:
    board = SquareBoard(1, 5)
    tokens = Tokens(board)
    kinds: list[FigureKind] = ["hero", "ally", "enemy", "figure"]
    for col, kind in enumerate(kinds):
        tokens.stand(kind, (0, col), 1, kind, "")
    tokens.stand("guest", (0, 4), 1, "enemy", "", side="guests")
    sides = ["heroes", "heroes", "enemies", "", "guests"]
    assert [figure.side for figure in board.figures()] == sides


def test_foundry_keeps_sides_and_says_that_terrain_is_lost() -> None:
    board = woods()
    made = written(board, "foundry")
    again = load_bytes(made.data, "scene.json").board
    assert {figure.name: figure.side for figure in again.figures()} == {
        figure.name: figure.side for figure in board.figures()
    }
    tokens = {each["name"]: each for each in json.loads(made.data)["tokens"]}
    assert [tokens[name]["disposition"] for name in ("mech", "turncoat", "hermit")] == [0, 1, 0]
    assert "side" not in tokens_of(crypt())["Mira"]["flags"][FLAG]
    assert "the terrain of 3 tiles: the format has none" in made.report.lost
    assert not any("terrain" in line for line in written(crypt(), "foundry").report.lost)


def tokens_of(board: Board) -> dict[str, Any]:
    scene = json.loads(written(board, "foundry").data)
    return {each["name"]: each for each in scene["tokens"]}


def test_universal_vtt_says_that_terrain_is_lost() -> None:
    board = crypt()
    board.set_terrain("A2", "low")
    report = written(board, "uvtt").report
    assert "the terrain of 1 tile: the format has none" in report.lost


# --- drawn


def test_a_symbol_is_terrain() -> None:
    board = SquareBoard.from_text(
        """
        S.ww
        ~~,T

        w: light-woods
        ~: terrain tall-grass
        ,: floor low
        S: hero
        T: figure side heroes smoke
        """
    )
    names = {str(tile): kind for tile, kind in board.terrains().items()}
    woods, grass = (
        dict.fromkeys(("C1", "D1"), "light-woods"),
        dict.fromkeys(("A2", "B2"), "tall-grass"),
    )
    assert names == woods | grass | {"C2": "low", "D2": "smoke"}
    assert [(figure.name, figure.side) for figure in board.figures()] == [
        ("S", "heroes"),
        ("T", "heroes"),
    ]
    assert SquareBoard.from_text(str(board)) == board


def test_between_walls_and_on_hexes() -> None:
    walled = SquareBoard.from_text("+---+---+\n| w c w |\n+---+---+\n\nw: woods")
    assert list(walled.terrains().values()) == ["woods", "woods"]
    assert SquareBoard.from_text(str(walled)) == walled
    hexes = HexBoard.from_text("w .\n . w\n\nw: heavy-woods cover 1/2 height 2")
    assert list(hexes.terrains().values()) == ["heavy-woods", "heavy-woods"]
    assert hexes.figures() == []
    assert HexBoard.from_text(str(hexes)) == hexes


def test_floor_and_rock_can_be_terrain() -> None:
    board = SquareBoard.from_text(".#\n\n.: water\n#: solid building")
    assert list(board.terrains().values()) == ["water", "building"]
    assert [str(tile) for tile in board.solid_tiles()] == ["B1"]


@pytest.mark.parametrize("kind", COMMON)
def test_every_common_kind_is_a_word_of_the_legend(kind: str) -> None:
    assert SquareBoard.from_text(f"~\n\n~: {kind}").terrain("A1") == kind


def test_lines_of_terrain() -> None:
    board = SquareBoard.from_text("S...\n\nterrain low: 0,0 0,2\nterrain moss: 0,3")
    assert list(board.terrains().values()) == ["low", "low", "moss"]
    assert "terrain low: 0,0 0,2\nterrain moss: 0,3" in text_write.draw(board)


def test_sides_with_odd_names_come_back() -> None:
    for side in ("size", "at", "#", '"', "a b", "Größe", "x" * 40, ""):
        board = SquareBoard(1, 2)
        board.place("S", "A1", side=side)
        assert SquareBoard.from_text(str(board)).figure("S").side == side
        assert read(native.write(board)).figure("S").side == side


# --- refused


@pytest.mark.parametrize(
    ("drawing", "says"),
    [
        ("~\n\n~: Woods", "unknown word 'Woods'"),
        ("~\n\n~: terrain", "expected a kind of terrain after 'terrain', got nothing"),
        ("~\n\n~: terrain Woods", "expected a word in lower case"),
        ("~\n\n~: low smoke", "a tile has one terrain, got 'low' and 'smoke'"),
        ("S\n\nS: side", "expected a side after 'side', got nothing"),
        (f"S\n\nS: side {'x' * 41}", "expected a word of at most 40 characters"),
        ("S\n\nterrain: 0,0", "expected: terrain low: 3,4"),
        ("S\n\nterrain low: 0,9", "line 3"),
        ("S\n\nterrain low woods: 0,0", "expected ':' here"),
        ('S\n\nfigure: "T" at 0,0 see-through low', "a figure has no solid, floor, cover, height"),
    ],
)
def test_legends_that_are_wrong(drawing: str, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        SquareBoard.from_text(drawing)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("board", "place", "says"),
    [
        ({"terrain": [[0, 0]]}, "board.terrain[0]", "3"),
        ({"terrain": [[0, 0, "Low"]]}, "board.terrain[0]", "a word in lower case"),
        ({"terrain": [[0, 0, None]]}, "board.terrain[0][2]", "expected a string"),
        ({"terrain": [[0, 9, "low"]]}, "board.terrain[0]", "off the board"),
        ({"terrain": [[0, 0, "low"], [0, 0, "low"]]}, "board.terrain[1]", "twice"),
        ({"figures": [{"name": "S", "at": [0, 0], "side": 3}]}, "side", "expected a string"),
        ({"figures": [{"name": "S", "at": [0, 0], "side": "x\n"}]}, "figures[0]", "side: expected"),
    ],
)
def test_json_that_is_wrong(board: dict[str, Any], place: str, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(document(**board))
    assert place in str(caught.value)
    assert says in str(caught.value)
