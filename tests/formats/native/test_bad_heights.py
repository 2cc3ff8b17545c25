"""Our file formats name a bad height, and where it is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sightline import At, Door, SquareBoard, Wall, save
from sightline.errors import FormatError
from sightline.formats import load_bytes


@pytest.fixture(scope="module")
def board() -> SquareBoard:
    board = SquareBoard(2, 4)
    board.set_elevation("A1", 1)
    board.add_floor(3, ["A1", "B1"], "gallery")
    board.place("bat", "C1", elevation=2, height=0.5)
    board.set_edge("A1", "B1", Wall(bottom=1, top=2))
    board.add_wall((0.5, 0.5), (1.5, 1.5), Door("closed", bottom=1, top=2))
    board.add_light(At("A1", elevation=2), 1)
    return board


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("elevation 2 tall", "elevation high tall", "expected a number"),
        ("elevation 2 tall", "elevation 99999999 tall", "elevation of 'bat': expected a height"),
        ("tall 0.5", "tall 0", "height of 'bat': expected more than 0"),
        ("edge wall bottom 1", "edge wall bottom 7", "got bottom 7 above top 2"),
        ("free closed door bottom 1", "free closed door bottom 7", "got bottom 7 above top 2"),
        ("bottom 1 top 2", "bottom 1 top nan", "expected a number"),
        ("floor 3", "floor x", "expected a number"),
        ("floor 3", "floor 99999999", "height of 'gallery': expected a height"),
        ("height 1: 0,0", "height x: 0,0", "expected a number"),
        ("height 1: 0,0", "height 99999999: 0,0", r"elevation of \(0, 0\): expected a height"),
        ("elevation 2: 0,0", "elevation x: 0,0", "expected a number"),
        ('"gallery" 0,0 0,1', '"gallery" 9,9', "off the board"),
        ('"gallery" 0,0 0,1', '"gallery"', "tile"),
    ],
)
def test_in_text(board: SquareBoard, tmp_path: Path, old: str, new: str, words: str) -> None:
    path = tmp_path / "tower.txt"
    save(board, path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(FormatError, match=words) as caught:
        load_bytes(text.replace(old, new, 1).encode(), "tower.txt")
    assert "tower.txt: line" in str(caught.value)


@pytest.mark.parametrize(
    ("where", "words"),
    [
        (lambda b, bad: b["figures"][0].update(elevation=bad), "figures"),
        (lambda b, bad: b["figures"][0].update(height=bad), "figures"),
        (lambda b, bad: b["floors"][0].update(height=bad), "floors"),
        (lambda b, bad: b["floors"][0].update(tiles=bad), "floors"),
        (lambda b, bad: b["lights"][0].update(elevation=bad), "lights"),
    ],
)
@pytest.mark.parametrize("bad", ["high", 1e9, -1e7, True, [], {}, "1/0", "9" * 400])
def test_in_json(
    board: SquareBoard, tmp_path: Path, where: Callable[[Any, Any], None], words: str, bad: Any
) -> None:
    path = tmp_path / "tower.json"
    save(board, path)
    data = json.loads(path.read_text(encoding="utf-8"))
    where(data["board"], bad)
    with pytest.raises(FormatError, match=rf"tower\.json: \$\.board\.{words}\[0\]"):
        load_bytes(json.dumps(data).encode(), "tower.json")
