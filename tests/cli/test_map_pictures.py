"""Map pictures on the command line: drawing, skipping and keeping them, and
detecting their grids.
"""

import base64
import json
from pathlib import Path

import pytest

pytest.importorskip("PIL")

from tests.cli.shell import sightline
from tests.formats.map_samples import as_json, uvtt
from tests.formats.pictures.test_picture import lined
from tests.unit.pictures.odd_pictures import BROKEN_PNG, SECRET, SECRET_PNG


@pytest.fixture
def crypt(tmp_path: Path) -> Path:
    file = tmp_path / "crypt.dd2vtt"
    file.write_bytes(as_json(uvtt(image=base64.b64encode(SECRET_PNG).decode())))
    return file


def test_drawn_unless_it_is_not_wanted(crypt: Path, tmp_path: Path) -> None:
    svg = tmp_path / "crypt.svg"
    for command in (["info", crypt], ["field", crypt, "A1"], ["see", crypt, "A1", "F4"]):
        sightline(*command, "--svg", svg)
        assert "<image " in svg.read_text()
        sightline(*command, "--svg", svg, "--no-picture")
        assert "<image " not in svg.read_text()


def test_a_broken_one_is_left_out_with_a_note(crypt: Path, tmp_path: Path) -> None:
    crypt.write_bytes(as_json(uvtt(image=base64.b64encode(BROKEN_PNG).decode())))
    done = sightline("info", crypt, "--svg", tmp_path / "crypt.svg")
    assert done.code == 0
    assert "drawn without the map's own picture: the picture is broken" in done.err
    done = sightline("convert", crypt, tmp_path / "crypt.json")
    assert done.code == 0
    assert "the picture is left out: the picture is broken" in done.err
    assert "picture" not in json.loads((tmp_path / "crypt.json").read_text())


def test_kept_where_the_format_can_hold_it(crypt: Path, tmp_path: Path) -> None:
    sightline("convert", crypt, tmp_path / "crypt.json")
    kept = json.loads((tmp_path / "crypt.json").read_text())["picture"]
    assert (kept["left"], kept["width"], kept["height"]) == (0, 6, 4)
    assert SECRET.encode() not in base64.b64decode(kept["data"])
    sightline("convert", crypt, tmp_path / "bare.json", "--no-picture")
    assert "picture" not in json.loads((tmp_path / "bare.json").read_text())


def test_text_cannot_hold_it(tmp_path: Path) -> None:
    cave = tmp_path / "cave.png"
    cave.write_bytes(lined(200, 100, 50))
    done = sightline("convert", cave, tmp_path / "cave.txt", "--grid", "50")
    assert done.code == 0
    assert "the picture is left out" in done.err


def test_the_grid_of_a_picture_is_found(tmp_path: Path) -> None:
    cave, check = tmp_path / "cave.png", tmp_path / "check.svg"
    cave.write_bytes(lined(720, 540, 45, left=20, top=31))
    done = sightline("grid", cave, "--svg", check)
    assert done.code == 0
    assert "A grid was found: --grid 45+" in done.out
    assert "<image " in check.read_text()
    plain = json.loads(sightline("grid", cave, "--json").out)
    assert (plain["found"], plain["tiles"]) == ("sure", [16, 12])
    given = sightline("info", cave, "--grid", plain["grid"])
    assert "16 x 12 squares of 45 pixels" in given.out


def test_where_none_is_found_it_says_how_to_give_it(tmp_path: Path) -> None:
    cave = tmp_path / "cave.png"
    cave.write_bytes(lined(90, 60, 1000))
    done = sightline("grid", cave)
    assert done.code == 1
    assert "No grid was found" in done.out
    assert "30x40 for the tiles" in " ".join(done.out.split())
    missing = sightline("grid", tmp_path / "nowhere.png")
    assert missing.code == 2
    assert "cannot read" in missing.err
