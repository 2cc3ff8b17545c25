"""Pictures that come with maps are read, stored in our own JSON, and refused if they are broken."""

import base64
import io
import json
from fractions import Fraction

import pytest

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError
from sightline.formats import load_bytes, load_with_report, map_pictures, save, to_bytes
from sightline.formats.contract import MAX_FILE_BYTES
from sightline.formats.map_pictures import from_base64
from sightline.model.square import SquareBoard
from sightline.pictures import MapPicture, cleaned, smallest_png
from tests.formats.map_samples import as_json, uvtt

Image = pytest.importorskip("PIL.Image")


def encoded(image, kind: str, **settings) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **settings)
    return out.getvalue()


def checkered(width: int = 64, height: int = 48):
    image = Image.new("RGB", (width, height), "red")
    image.paste("blue", (0, 0, width // 2, height // 2))
    return image


def pixels(picture: MapPicture):
    return Image.open(io.BytesIO(picture.data)).convert("RGB").tobytes()


def test_a_universal_vtt_keeps_its_picture_over_the_whole_map() -> None:
    data = smallest_png(12, 8)
    loaded = load_bytes(as_json(uvtt()), "map.dd2vtt")
    assert loaded.picture == MapPicture.of(data, 0, 0, 6, 4)
    assert "its picture, a PNG of 12 x 8 pixels" in str(loaded.report)


def test_the_picture_of_a_crop_covers_the_crop() -> None:
    resolution = {
        "map_origin": {"x": 2, "y": 1},
        "map_size": {"x": 2.5, "y": 2},
        "pixels_per_grid": 4,
    }
    picture = load_bytes(as_json(uvtt(resolution=resolution)), "map.dd2vtt").picture
    assert picture is not None
    assert picture == MapPicture.of(smallest_png(12, 8), 0, 0, Fraction(5, 2), 2)


@pytest.mark.parametrize(
    "text",
    [
        "data:image/png;base64," + base64.b64encode(smallest_png(3, 2)).decode(),
        base64.encodebytes(smallest_png(3, 2)).decode(),
        base64.b64encode(smallest_png(3, 2)).decode().rstrip("="),
    ],
    ids=["a data URL", "broken into lines", "without its end"],
)
def test_ways_to_write_base64(text: str) -> None:
    picture = load_bytes(as_json(uvtt(image=text)), "map.dd2vtt").picture
    assert picture is not None
    assert picture.data == smallest_png(3, 2)


def test_escaped_slashes_are_slashes() -> None:
    assert from_base64(rb"\/\/\/\/\r\n") == b"\xff" * 3


@pytest.mark.parametrize("text", [b"data:image/png;base64", b"a", b"====a", b"\xff\xff"])
def test_what_is_no_base64(text: bytes) -> None:
    with pytest.raises(FormatError, match="expected"):
        from_base64(text)


@pytest.mark.parametrize(
    ("image", "words"),
    [
        ("AAAA", "expected a PNG, JPEG or WebP"),
        ("a", "expected base64"),
        ("not base64 at all", "expected base64"),
        (base64.b64encode(smallest_png(8, 8)[:20]).decode(), "has no size in it"),
        (base64.b64encode(smallest_png(20_000, 1)).decode(), "expected sides from 1 to 16,384"),
    ],
)
def test_a_broken_picture_is_no_broken_map(image: str, words: str) -> None:
    loaded = load_bytes(as_json(uvtt(image=image)), "map.dd2vtt")
    assert loaded.picture is None
    assert len(loaded.board.free_walls()) == 6
    assert words in "\n".join(loaded.report.lost)


def test_without_pillow_the_map_is_read_and_the_extra_named(monkeypatch) -> None:
    monkeypatch.setattr(map_pictures, "can_decode", lambda: False)
    loaded = load_bytes(as_json(uvtt()), "map.dd2vtt")
    assert loaded.picture is None
    assert any("pip install 'sightline-engine[png]'" in each for each in loaded.report.lost)


# --- our own JSON


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_kept_in_our_own_format(kind: str, tmp_path) -> None:
    exif = Image.Exif()
    exif[0x010E] = "the boss waits in room nine"
    data = encoded(checkered(), kind, exif=exif)
    assert b"the boss waits" in data
    picture = MapPicture.of(data, Fraction(-1, 3), Fraction(1, 8), 3, Fraction(7, 2))
    board = SquareBoard(4, 3)
    save(board, tmp_path / "map.json", picture=picture)
    assert b"the boss waits" not in base64.b64decode(
        json.loads((tmp_path / "map.json").read_text())["picture"]["data"]
    )
    loaded = load_with_report(tmp_path / "map.json")
    assert loaded.board == board
    assert loaded.picture == cleaned(picture)
    assert (loaded.picture.left, loaded.picture.height) == (Fraction(-1, 3), Fraction(7, 2))
    # After repeated writing it is still nearly the same picture.
    again = cleaned(loaded.picture)
    assert again.media_type == picture.media_type
    off = [abs(a - b) for a, b in zip(pixels(again), pixels(picture), strict=True)]
    assert sum(off) / len(off) <= (0 if kind == "PNG" else 4)


def document(**changes) -> bytes:
    plain = {
        "media_type": "image/png",
        "left": 0,
        "top": "0.5",
        "width": 1,
        "height": 1,
        "data": base64.b64encode(smallest_png(2, 2)).decode(),
    } | changes
    plain = {key: value for key, value in plain.items() if value is not None}
    board = {"grid": "square", "tiles": [".."]}
    return as_json({"sightline": 1, "board": board, "picture": plain})


def test_our_document_with_a_picture() -> None:
    loaded = load_bytes(document(), "map.json")
    assert loaded.picture == MapPicture.of(smallest_png(2, 2), 0, Fraction(1, 2), 1, 1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"media_type": "image/jpeg"}, r"\$.picture.media_type: expected one of 'image/png'"),
        ({"media_type": "image/svg+xml"}, r"\$.picture.media_type: expected one of"),
        ({"data": "AAAA"}, r"\$.picture.data: expected a PNG, JPEG or WebP"),
        ({"data": "é"}, r"\$.picture.data: expected base64"),
        ({"data": 3}, r"\$.picture.data: expected a string"),
        ({"width": 0}, r"\$.picture: picture's width: expected more than 0 tiles"),
        ({"height": -1}, r"\$.picture: picture's height: expected more than 0 tiles"),
        ({"left": 2_000_000}, r"\$.picture: picture's left: expected at most 1,000,000"),
        ({"left": 0.5}, r"\$.picture.left: expected a whole number"),
        ({"top": "1/0"}, r"\$.picture.top: '1/0' divides by zero"),
        ({"top": None}, r"\$.picture: expected the key 'top'"),
        ({"script": "alert()"}, r"\$.picture.script: unknown key"),
    ],
)
def test_what_our_document_must_not_say(changes: dict, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        load_bytes(document(**changes), "map.json")


def test_text_holds_no_picture() -> None:
    picture = MapPicture.of(smallest_png(2, 2), 0, 0, 1, 1)
    with pytest.raises(InvalidValueError, match=r"expected a file that can hold one, \.json"):
        to_bytes(SquareBoard(1, 1), ".txt", picture=picture)


def test_only_a_picture_is_one() -> None:
    with pytest.raises(InvalidTypeError, match="expected a MapPicture, got b'x'"):
        to_bytes(SquareBoard(1, 1), ".json", picture=b"x")  # type: ignore[arg-type]


def test_a_picture_that_does_not_decode_is_not_written(tmp_path) -> None:
    file = tmp_path / "map.json"
    picture = MapPicture.of(encoded(checkered(), "PNG")[:60], 0, 0, 1, 1)
    with pytest.raises(FormatError, match="the picture is broken"):
        save(SquareBoard(1, 1), file, picture=picture)
    assert not file.exists()


def test_the_largest_that_is_kept_can_be_read_again() -> None:
    # Its base64 and the board around it fit into the size limit for files.
    assert MAX_FILE_BYTES * 9 // 16 * 4 // 3 <= MAX_FILE_BYTES * 3 // 4
