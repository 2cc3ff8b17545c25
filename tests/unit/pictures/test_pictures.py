"""Accepted pictures are reduced to their pixels, without anything else in the file."""

import io
import subprocess
import sys
import time
from fractions import Fraction

import pytest

pytest.importorskip("PIL")

from PIL import Image

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError, MissingExtraError
from sightline.pictures import (
    MAX_PICTURE_BYTES,
    MapPicture,
    cleaned,
    decoding,
    read_header,
    shrunk,
    smallest_png,
)
from sightline.pictures.decoder import answered
from tests.unit.pictures.odd_pictures import (
    SECRET,
    drawn,
    encoded,
    png_of,
    refused_by_decoder,
    refused_by_header,
    sound,
)

SOUND, NO_HEADER, BROKEN = sound(), refused_by_header(), refused_by_decoder()
LYING = {f"EXIF {turn}" for turn in (5, 6, 7, 8)}


def decoded(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    found = image.getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def close(one: tuple, other: tuple) -> bool:
    return all(abs(a - b) <= 24 for a, b in zip(one[:3], other[:3], strict=True))


@pytest.mark.parametrize("name", SOUND)
def test_only_pixels_are_left(name: str) -> None:
    data = SOUND[name]
    header = read_header(data)
    answer, body = answered({"do": "clean", "most": None}, data)
    assert "error" not in answer
    # No metadata of the original file remains.
    assert SECRET.encode() not in body
    image = decoded(body)
    image.load()
    assert answer["media_type"] == read_header(body).media_type
    assert tuple(answer["pixels"]) == image.size == read_header(body).pixels
    assert getattr(image, "n_frames", 1) == 1
    assert image.info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density", "background",
                                 "loop", "duration", "timestamp"}  # fmt: skip
    assert not image.getexif()
    width, height = header.pixels
    assert image.size == ((height, width) if name in LYING else (width, height))
    again, once_more = answered({"do": "clean", "most": None}, body)
    assert again["pixels"] == answer["pixels"]
    if answer["media_type"] == "image/png":
        assert once_more == body


@pytest.mark.parametrize(
    ("turn", "corner"),
    # Where the green corner at the top right must be after rotation: at the right, at the top?
    [(1, (1, 1)), (2, (0, 1)), (3, (0, 0)), (4, (1, 0)), (5, (0, 0)), (6, (1, 0)), (7, (1, 1)),
     (8, (0, 1))],
)  # fmt: skip
def test_turned_as_exif_says(turn: int, corner: tuple[int, int]) -> None:
    _, body = answered({"do": "clean", "most": None}, SOUND[f"EXIF {turn}"])
    image = decoded(body).convert("RGB")
    right, top = corner
    x = image.width * 3 // 4 if right else image.width // 4
    y = image.height // 4 if top else image.height * 3 // 4
    assert close(pixel(image, x, y), (30, 180, 60))
    others = {(image.width // 4, image.height // 4), (image.width // 4, image.height * 3 // 4),
              (image.width * 3 // 4, image.height // 4)} - {(x, y)}  # fmt: skip
    assert all(close(pixel(image, *each), (200, 40, 40)) for each in others)


def test_sixteen_bits_of_gray_are_scaled_and_not_cut_off() -> None:
    _, body = answered({"do": "clean", "most": None}, SOUND["16 bits of gray"])
    assert decoded(body).convert("L").getpixel((3, 3)) in (127, 128)


def test_the_first_frame_of_an_animation() -> None:
    for name in ("an animated PNG", "an animated WebP"):
        _, body = answered({"do": "clean", "most": None}, SOUND[name])
        assert close(pixel(decoded(body).convert("RGB"), 3, 3), (200, 40, 40))


def test_what_is_see_through_stays_so_and_what_is_not_needs_no_alpha() -> None:
    _, body = answered({"do": "clean", "most": None}, SOUND["PNG with alpha"])
    assert pixel(decoded(body), 0, 0)[3] == 128
    opaque = encoded(drawn("RGBA"), "PNG")
    answer, body = answered({"do": "clean", "most": [10, 10]}, opaque)
    assert answer["media_type"] == "image/jpeg"
    assert answer["pixels"] == [10, 6]


@pytest.mark.parametrize("name", NO_HEADER)
def test_refused_before_it_is_decoded(name: str) -> None:
    started = time.perf_counter()
    with pytest.raises(FormatError, match=r"picture|PNG, JPEG or WebP"):
        read_header(NO_HEADER[name])
    answer, body = answered({"do": "clean", "most": None}, NO_HEADER[name])
    assert answer.keys() == {"error"}
    assert body == b""
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("name", BROKEN)
def test_refused_when_it_is_decoded(name: str) -> None:
    read_header(BROKEN[name])
    answer, body = answered({"do": "clean", "most": None}, BROKEN[name])
    assert answer.keys() == {"error"}, answer
    assert body == b""
    assert len(answer["error"]) < 300


def test_every_beginning_of_a_picture_is_refused_or_taken() -> None:
    """A header cut at any point raises only our errors."""
    for name in ("plain PNG", "EXIF in a JPEG", "EXIF in a WebP", "lossless WebP"):
        data = SOUND[name]
        for length in range(min(len(data), 400)):
            try:
                found = read_header(data[:length])
            except FormatError:
                continue
            assert found.pixels == (40, 24)


def test_more_bytes_than_are_taken() -> None:
    with pytest.raises(FormatError, match="at most 50,331,648 are allowed"):
        read_header(smallest_png(1, 1) + bytes(MAX_PICTURE_BYTES))


# --- in a process of its own


def under(data: bytes) -> MapPicture:
    return MapPicture.of(data, 0, 0, 4, 2)


def test_cleaned_and_shrunk_keep_their_place() -> None:
    picture = MapPicture.of(SOUND["EXIF 6"], Fraction(1, 3), -2, 4, 2)
    clean = cleaned(picture)
    assert clean == MapPicture.of(clean.data, Fraction(1, 3), -2, 4, 2)
    assert clean.pixels == (24, 40)
    small = shrunk(picture, 12, 12)
    assert small.pixels == (7, 12)
    assert (small.left, small.height) == (clean.left, clean.height)


def test_the_process_says_what_is_wrong() -> None:
    with pytest.raises(FormatError, match="the picture is broken"):
        cleaned(under(BROKEN["half a PNG"]))


def test_a_picture_that_takes_too_much_memory_ends_only_its_process(monkeypatch) -> None:
    # The largest accepted picture, in one color: small to send, large to decode.
    data = png_of(8192, 8192, bytes(8193 * 8192))
    code = "from sightline.pictures import decoder; decoder.MOST_MEMORY = 200 << 20; decoder.main()"
    monkeypatch.setattr(decoding, "COMMAND", (sys.executable, "-c", code))
    with pytest.raises(FormatError, match="memory"):
        decoding.ask({"do": "clean", "most": None}, data)


def test_a_picture_that_takes_too_long_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(decoding, "COMMAND", (sys.executable, "-c", "import time; time.sleep(60)"))
    monkeypatch.setattr(decoding, "MOST_SECONDS", 0.2)
    with pytest.raises(FormatError, match="takes too long"):
        decoding.ask({"do": "look"}, SOUND["one pixel"])


def test_a_decoder_that_dies_is_no_answer(monkeypatch) -> None:
    monkeypatch.setattr(decoding, "COMMAND", (sys.executable, "-c", "import os; os._exit(3)"))
    with pytest.raises(FormatError, match="exit code 3"):
        decoding.ask({"do": "look"}, SOUND["one pixel"])


def test_without_pillow_the_extra_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'sightline-engine\[png\]'"):
        cleaned(under(smallest_png(3, 3)))


def test_pillow_is_not_imported_to_look_at_a_picture() -> None:
    code = (
        "import sys; from sightline.pictures import MapPicture, smallest_png;"
        "MapPicture.of(smallest_png(4, 2), 0, 0, 2, 1);"
        "assert not {'PIL', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# --- values


def test_a_picture_shows_itself_in_a_line() -> None:
    assert len(repr(under(SOUND["plain PNG"]))) < 300


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"width": 0}, InvalidValueError, "width: expected more than 0 tiles"),
        ({"height": Fraction(-1, 9)}, InvalidValueError, "height: expected more than 0 tiles"),
        ({"left": 10**7}, InvalidValueError, "left: expected at most 1,000,000 tiles"),
        ({"top": float("nan")}, InvalidValueError, "top: expected a finite number"),
        ({"top": "3"}, InvalidTypeError, "top: expected a number"),
        ({"media_type": "image/gif"}, InvalidValueError, "media type: expected one of image/png"),
        ({"data": "text"}, InvalidTypeError, "picture: expected bytes"),
    ],
)
def test_a_place_that_is_none(changes: dict, error: type, words: str) -> None:
    given = {
        "data": SOUND["plain PNG"],
        "media_type": "image/png",
        "pixels": (40, 24),
        "left": 0,
        "top": 0,
        "width": 1,
        "height": 1,
    } | changes
    with pytest.raises(error, match=words):
        MapPicture(**given)
