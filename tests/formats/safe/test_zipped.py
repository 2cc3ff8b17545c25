"""Files in zip archives give their content or an error, and never exceed the size limit."""

import io
import random
import struct
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import FormatError
from sightline.formats.safe import zipped as subject
from sightline.formats.safe.zipped import looks_like_zip, unzip, zip_names
from tests.formats.tabletop_samples import zipped

FILES = {
    "content.xml": b"<a/>" * 100,
    "assets/b.png": bytes(range(256)),
    "leer": b"",
    "ü.txt": b"x",
}


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_every_file_comes_out_as_python_packed_it(method) -> None:
    data = zipped(FILES, method)
    assert looks_like_zip(data)
    assert zip_names(data) == list(FILES)
    for name, content in FILES.items():
        assert unzip(data, name) == content


def test_what_stands_before_and_behind_the_archive_does_not_matter() -> None:
    """Some programs stream archives, with sizes after the compressed bytes, and add a comment."""
    stream = io.BytesIO()

    class Pipe(io.RawIOBase):
        def writable(self) -> bool:
            return True

        def write(self, data) -> int:
            return stream.write(data)

    with zipfile.ZipFile(Pipe(), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", FILES["content.xml"])
        archive.comment = b"made by a program"
    data = stream.getvalue()
    assert struct.unpack_from("<H", data, 6)[0] & 8, "no sizes in the header of the file"
    assert unzip(data, "content.xml") == FILES["content.xml"]


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(FormatError, match="expected a file 'nothing' in the archive"):
        unzip(zipped(FILES), "nothing")


def test_the_limit_counts_what_comes_out() -> None:
    data = zipped({"a": bytes(1000)}, zipfile.ZIP_DEFLATED)
    assert unzip(data, "a", 1000) == bytes(1000)
    with pytest.raises(FormatError, match="a: unpacks to 1,000 bytes; at most 999"):
        unzip(data, "a", 999)


def test_a_list_that_says_too_little_does_not_help() -> None:
    """The size is limited during decompression, whatever the directory of the archive declares."""
    data = bytearray(zipped({"a": bytes(1000)}, zipfile.ZIP_DEFLATED))
    at = data.find(b"PK\x01\x02")
    struct.pack_into("<L", data, at + 24, 10)
    with pytest.raises(FormatError, match="a: unpacks to more than 500 bytes"):
        unzip(bytes(data), "a", 500)
    with pytest.raises(FormatError, match="damaged: it is not what the archive's list says"):
        unzip(bytes(data), "a", 5000)


def test_the_checksum_is_checked() -> None:
    data = zipped({"a": b"hello"}, zipfile.ZIP_STORED).replace(b"hello", b"hullo")
    with pytest.raises(FormatError, match="a: is damaged"):
        unzip(data, "a")


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        (8, 1, "is encrypted"),
        (10, 12, "is packed by method 12"),
        (42, 7, "is not where the archive's list says"),
        (42, 10_000_000, "is not where the archive's list says"),
        (20, 10_000_000, "it breaks off"),
    ],
)
def test_what_the_list_may_not_say(field, value, complaint) -> None:
    data = bytearray(zipped({"a": b"hello"}))
    at = data.find(b"PK\x01\x02")
    struct.pack_into("<H" if field < 20 else "<L", data, at + field, value)
    with pytest.raises(FormatError, match=complaint):
        unzip(bytes(data), "a")


@pytest.mark.parametrize(
    ("field", "kind", "value", "complaint"),
    [
        (10, "<H", 0xFFFF, "zip64"),
        (16, "<L", 0xFFFFFFFF, "zip64"),
        (4, "<H", 1, "a part of a zip archive"),
        (8, "<H", 3, "a part of a zip archive"),
        (12, "<L", 10_000, "not where it should be"),
        (16, "<L", 3, "makes no sense"),
    ],
)
def test_what_the_end_may_not_say(field, kind, value, complaint) -> None:
    data = bytearray(zipped({"a": b"hello"}))
    struct.pack_into(kind, data, data.find(b"PK\x05\x06") + field, value)
    with pytest.raises(FormatError, match=complaint):
        zip_names(bytes(data))


def test_a_list_shorter_than_its_number_breaks_off() -> None:
    data = bytearray(zipped({"a": b"hello"}))
    end = data.find(b"PK\x05\x06")
    struct.pack_into("<2H", data, end + 8, 2, 2)
    with pytest.raises(FormatError, match="breaks off"):
        zip_names(bytes(data))


def test_too_many_files(monkeypatch) -> None:
    monkeypatch.setattr(subject, "MAX_MEMBERS", 3)
    assert len(zip_names(zipped(dict.fromkeys("abc", b"")))) == 3
    with pytest.raises(FormatError, match="more than 3 files"):
        zip_names(zipped(dict.fromkeys("abcd", b"")))


@given(st.integers(0, 2**32))
def test_broken_archives_give_our_errors(seed) -> None:
    draw = random.Random(seed)
    data = bytearray(zipped(FILES, zipfile.ZIP_DEFLATED))
    for _ in range(draw.randint(1, 4)):
        data[draw.randrange(len(data))] = draw.randrange(256)
    try:
        for name in zip_names(bytes(data)):
            content = unzip(bytes(data), name)
            assert zlib.crc32(content) >= 0
    except FormatError:
        pass
