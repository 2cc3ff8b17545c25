"""Pictures as maps: the grid is given, named or detected, and a board is placed under it."""

import json
from fractions import Fraction

import numpy as np
import pytest

from sightline.errors import FormatError, MissingExtraError
from sightline.formats import Options, load_bytes, load_with_report, picture, recognize
from sightline.model.square import SquareBoard
from sightline.pictures import MapPicture, smallest_png
from tests.formats.map_samples import as_json, foundry, uvtt
from tests.formats.pictures.test_map_pictures import encoded

Image = pytest.importorskip("PIL.Image")


def lined(width: int, height: int, step: int, left: int = 0, top: int = 0) -> bytes:
    """Return a picture of parchment with a grid of dark lines."""
    noise = np.random.default_rng(3).normal(170, 8, (height, width)).clip(0, 255)
    pixels = noise.astype(np.uint8)
    pixels[:, left % step :: step] //= 2
    pixels[top % step :: step, :] //= 2
    return encoded(Image.fromarray(pixels), "PNG")


@pytest.mark.parametrize(
    ("grid", "size", "rectangle"),
    [
        ("10x5", (5, 10), (0, 0, 10, 5)),
        ("10 X 5", (5, 10), (0, 0, 10, 5)),
        ("10×4", (4, 10), (0, 0, 10, 4)),
        ("70", (5, 10), (0, 0, 10, 5)),
        ("70px", (5, 10), (0, 0, 10, 5)),
        ("70+35+0", (5, 11), (Fraction(1, 2), 0, 10, 5)),
        ("70+34+0", (5, 10), (Fraction(-34, 70), 0, 10, 5)),
        ("70+12+8", (5, 10), (Fraction(-12, 70), Fraction(-8, 70), 10, 5)),
        ("70+82+148", (5, 10), (Fraction(-12, 70), Fraction(-8, 70), 10, 5)),
        ("175/2", (4, 8), (0, 0, 8, 4)),
        ("87.5", (4, 8), (0, 0, 8, 4)),
        ("100", (4, 7), (0, 0, 7, Fraction(7, 2))),
    ],
)
def test_a_grid_that_is_given(grid: str, size: tuple[int, int], rectangle: tuple) -> None:
    data = smallest_png(700, 350)
    loaded = load_bytes(data, "cave.png", Options(grid=grid))
    assert loaded.board == SquareBoard(*size)
    assert loaded.picture == MapPicture.of(data, *rectangle)
    # The grid that the report names gives the same board again.
    again = load_bytes(data, "cave.png", Options(grid=loaded.report.choices.grid))
    assert (again.board, again.picture) == (loaded.board, loaded.picture)


@pytest.mark.parametrize(
    "grid", ["", "x", "0x4", "70+", "70+1", "-70", "1e3", "30x", "70/0", "70+1+2+3", "0", "0.5"]
)
def test_a_grid_that_is_none(grid: str) -> None:
    with pytest.raises(FormatError, match=r"cave.png: grid: expected"):
        load_bytes(smallest_png(700, 350), "cave.png", Options(grid=grid))


def test_more_tiles_than_a_board_has() -> None:
    with pytest.raises(FormatError, match="from 1 to 4,096 tiles each way, got 5,000"):
        load_bytes(smallest_png(5000, 2), "cave.png", Options(grid="1"))


@pytest.mark.parametrize(
    "name", ["Cave [10x5].webp", "cave_10x5.png", "10X5 cave.png", "Cave 2 (10 x 5) v3.jpg"]
)
def test_a_grid_in_the_name(name: str) -> None:
    loaded = load_bytes(smallest_png(700, 350), name)
    assert loaded.board == SquareBoard(5, 10)
    assert any("out of the file's name: 10 x 5" in each for each in loaded.report.guessed)


@pytest.mark.parametrize(
    "name",
    ["cave.png", "cave 700x350.png", "cave 16x9.png", "cave_10x50.png", "10x.png", "v1.10x5"],
)
def test_a_name_that_tells_no_grid(name: str) -> None:
    with pytest.raises(FormatError, match="no grid is known of this picture"):
        load_bytes(smallest_png(700, 350), name)


def test_a_grid_that_is_drawn_is_found() -> None:
    loaded = load_bytes(lined(720, 540, 45, left=20, top=31), "cave.png")
    assert loaded.report.choices.grid.split("+")[0] == "45"
    assert any("from lines on the picture: 45+" in each for each in loaded.report.guessed)
    assert loaded.picture is not None
    # A line is one pixel wide, so its middle is half a pixel further.
    assert abs(loaded.picture.left + Fraction(20, 45)) <= Fraction(1, 45)


def test_only_a_sure_guess_is_taken() -> None:
    noise = np.random.default_rng(5).integers(0, 255, (400, 500), dtype=np.uint8)
    with pytest.raises(FormatError, match="expected one to be given, 30x40 for the tiles"):
        load_bytes(encoded(Image.fromarray(noise), "PNG"), "cave.png")


def test_a_photograph_that_lies_on_its_side_is_put_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    data = encoded(Image.new("RGB", (60, 20)), "JPEG", exif=exif)
    loaded = load_bytes(data, "cave.jpg", Options(grid="10"))
    assert loaded.board == SquareBoard(6, 2)
    assert loaded.picture is not None
    assert (loaded.picture.width, loaded.picture.height) == (Fraction(2), Fraction(6))


def test_known_by_its_bytes_whatever_it_is_called() -> None:
    assert recognize(smallest_png(2, 2), "cave.txt").NAME == picture.NAME
    assert recognize(encoded(Image.new("L", (9, 9)), "WEBP"), "cave.json").NAME == picture.NAME
    assert recognize(encoded(Image.new("L", (9, 9)), "JPEG"), "cave.png").NAME == picture.NAME


def test_a_grid_is_for_pictures() -> None:
    with pytest.raises(FormatError, match="this is Universal VTT: leave '70' out"):
        load_bytes(as_json(uvtt()), "map.dd2vtt", Options(grid="70"))


def test_without_pillow_the_extra_is_named(monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    with pytest.raises(MissingExtraError, match="pip install 'sightline-engine"):
        load_bytes(smallest_png(70, 70), "cave.png", Options(grid="7"))


# --- Foundry: a picture beside the scene


def scene(**changes) -> dict:
    return foundry(walls=[], **changes)


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("cave.webp", "cave.webp"),
        ("modules/crypt/maps/cave.webp", "cave.webp"),
        ("modules/crypt/maps/cave.webp", "maps/cave.webp"),
        ("worlds/a%20b/My%20Cave%20(1).webp?v=3", "My Cave (1).webp"),
        ("https://example.org/maps/cave.webp", "cave.webp"),
        ("C:\\maps\\cave.webp", "cave.webp"),
        ("/etc/cave.webp", "cave.webp"),
        ("../../cave.webp", "cave.webp"),
    ],
)
@pytest.mark.parametrize("key", ["background", "img"])
def test_a_background_is_looked_for_beside_the_scene(tmp_path, path, there, key) -> None:
    data = encoded(Image.new("RGB", (40, 20)), "WEBP")
    (tmp_path / there).parent.mkdir(exist_ok=True)
    (tmp_path / there).write_bytes(data)
    named = {"background": {"src": path}} if key == "background" else {"img": path}
    file = tmp_path / "scene.json"
    file.write_text(json.dumps(scene(**named)))
    loaded = load_with_report(file)
    assert loaded.picture is not None, loaded.report
    assert loaded.picture.data == data


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("cave.webp", "there is no such file"),
        ("../secret.webp", "there is no such file"),
        ("cave.webm", "expected a file that ends in .png"),
        ("scene.json", "expected a file that ends in .png"),
        ("", ""),
    ],
)
def test_a_background_that_is_not_there(tmp_path, path: str, words: str) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "secret.webp").write_bytes(encoded(Image.new("RGB", (40, 20)), "WEBP"))
    (folder / "scene.json").write_text(json.dumps(scene(background={"src": path})))
    loaded = load_with_report(folder / "scene.json")
    assert loaded.picture is None
    assert words in "\n".join(loaded.report.lost)


def test_where_the_background_lies(tmp_path) -> None:
    (tmp_path / "cave.png").write_bytes(smallest_png(10, 10))
    tree = scene(
        width=700,
        height=420,
        padding=0.25,
        grid={"size": 70, "type": 1},
        background={"src": "cave.png", "offsetX": 35, "offsetY": 0},
    )
    (tmp_path / "scene.json").write_text(json.dumps(tree))
    loaded = load_with_report(tmp_path / "scene.json")
    assert loaded.picture == MapPicture.of(smallest_png(10, 10), Fraction(1, 2), 0, 10, 6)
    assert loaded.board.shape == (6, 11)


def test_where_it_lies_under_hexes(tmp_path) -> None:
    (tmp_path / "cave.png").write_bytes(smallest_png(10, 10))
    tree = scene(
        width=500,
        height=500,
        padding=0,
        grid={"size": 100, "type": 2},
        background={"src": "cave.png"},
    )
    (tmp_path / "scene.json").write_text(json.dumps(tree))
    loaded = load_with_report(tmp_path / "scene.json")
    assert loaded.picture is not None
    left, top = float(loaded.picture.left), float(loaded.picture.top)
    # The first hex with its center in the scene has it at the left rim, or half a hex from it.
    assert left in (0.0, -0.5)
    assert top == pytest.approx(-1 / 3**0.5)
    assert loaded.picture.width == 5
