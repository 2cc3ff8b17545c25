"""An installed wheel has its kernels, and they give the same answers as the readable rules.

`cibuildwheel` runs this for every wheel on every system. It needs pytest, hypothesis, and only the
folder `tests` of the repository.
"""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import sightline
from sightline import RULES, HexBoard, SquareBoard, compiled, field, sees, trace
from sightline.model.board import Board
from sightline.model.place import place
from sightline.rules.registry import GAMES, GEOMETRIC, GameName
from tests.formats.map_samples import SAMPLES


def boards() -> list[Board]:
    """Return one board of each kind, with a fifth of it rock."""
    random = Random(12)
    made: list[Board] = [SquareBoard(9, 11), HexBoard(radius=5)]
    for board in made:
        for tile in board.tiles():
            board.set_solid(tile, random.random() < 0.2)
    return made


def test_the_kernels_are_in_it() -> None:
    if os.environ.get("SIGHTLINE_KERNELS", "0") in ("", "0"):
        pytest.skip("only where a wheel is tested: elsewhere they may be left out")
    assert compiled()


@pytest.mark.parametrize("name", GEOMETRIC)
def test_kernels_answer_as_the_readable_rules_do(name: str) -> None:
    rule = RULES[name]
    for board in boards():
        if board.grid.name not in rule.grids:
            continue
        tiles = [tuple(tile) for tile in board.tiles()]
        for a in tiles[::19]:
            seen = field(board, a, rule)
            for b in tiles[::3]:
                here, there = place(board, a, "from"), place(board, b, "to")
                expected = rule.sees(board, here, there)
                assert sees(board, a, b, rule) is expected, (a, b)
                assert (b in seen) is expected, (a, b)
                assert trace(board, a, b, rule).visible is expected, (a, b)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_in_it(name: GameName) -> None:
    rule = RULES[name]
    for board in boards():
        if board.grid.name not in rule.grids:
            continue
        tiles = [tuple(tile) for tile in board.tiles()]
        for a, b in ((tiles[0], tiles[1]), (tiles[2], tiles[-2])):
            sight = trace(board, a, b, name)
            assert sight.visible is sees(board, a, b, rule)
            assert sight.degree in rule.pack.degrees  # type: ignore[attr-defined]


@pytest.mark.parametrize("file", SAMPLES)
def test_maps_are_read(tmp_path: Path, file: str) -> None:
    path = tmp_path / file
    path.write_bytes(SAMPLES[file][1])
    board = sightline.load(path)
    again = tmp_path / "again.json"
    sightline.save(board, again)
    assert list(sightline.load(again).tiles()) == list(board.tiles())


def test_the_command_line_works(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sightline", "demo"],
        cwd=tmp_path,
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert b"Mira does not see goblin" in done.stdout
    assert (tmp_path / "sightline-demo.svg").read_bytes().startswith(b"<svg")
