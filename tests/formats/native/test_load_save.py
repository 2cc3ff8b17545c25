"""`load` and `save` handle every format, and any bytes give a board or one of our errors."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError
from sightline.formats import (
    READERS,
    Options,
    load,
    load_bytes,
    load_with_report,
    recognize,
    save,
    to_bytes,
)
from sightline.formats.contract import MAX_FILE_BYTES
from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door
from tests.formats.boards import BOARDS
from tests.formats.cage import load_in_a_cage


def example() -> SquareBoard:
    board = SquareBoard.from_grid([["S", None, "#"], [None, None, "T"]])
    board.set_edge((0, 0), (0, 1), Door("locked"))
    board.add_wall((0.5, 0.25), (1.5, 1.75))
    return board


@pytest.mark.parametrize("ending", [".json", ".txt", ".map", ".JSON"])
def test_saved_and_loaded(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"crypt{ending}"
    save(example(), path, rule={"rule": "corner"}, rulings=[{"by": "master"}])
    assert load(path) == load(str(path)) == example()
    loaded = load_with_report(path)
    assert loaded.rule == {"rule": "corner"}
    assert loaded.rulings == [{"by": "master"}]
    assert "2 x 3 squares, 2 figures, 1 free wall" in str(loaded.report)
    assert os.listdir(tmp_path) == [path.name]


def test_the_content_decides_not_the_name(tmp_path: Path) -> None:
    for ending in (".json", ".txt"):
        path = tmp_path / "board.dat"
        path.write_bytes(to_bytes(example(), ending))
        assert load(path) == example()


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match=r"ends in \.json, .*\.df2vtt, got '\.png'"):
        save(example(), tmp_path / "crypt.png")
    with pytest.raises(InvalidTypeError, match="expected a board"):
        save("a board", tmp_path / "crypt.json")  # type: ignore[arg-type]
    assert os.listdir(tmp_path) == []


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "crypt.json"
    save(example(), path)
    before = path.read_bytes()

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        save(SquareBoard(9, 9), path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["crypt.json"]


def test_permissions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "crypt.json"
    save(example(), path)
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    path.chmod(0o640)
    save(example(), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_errors_name_the_file_and_the_place(tmp_path: Path) -> None:
    path = tmp_path / "crypt.txt"
    path.write_text("S.#\n..~")
    with pytest.raises(
        FormatError, match=r"^crypt\.txt: line 2 column 3: '~' is not in the legend"
    ):
        load(path)
    with pytest.raises(FormatError, match=r"^input: \$\.board: expected the key 'grid'"):
        load_bytes(b'{"sightline": 1, "board": {}}')


@pytest.mark.parametrize("data", [b"", b" \n", b"{}", b"<html/>", b"GIF89a\1\0\1\0", b"Hi there"])
def test_the_unknown_is_told_what_is_known(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"supported formats:\n(.*\n)*.*sightline JSON"):
        load_bytes(data, "thing")


def test_too_large_a_file(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as stream:
        stream.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(FormatError, match="at most 67,108,864 are read"):
        load(path)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.json")
    with pytest.raises(InvalidTypeError, match="expected a path"):
        load(3)  # type: ignore[arg-type]


def test_formats_are_imported_late() -> None:
    code = (
        "import sys; from sightline.formats import load_bytes; load_bytes(b'S.#', 'crypt.txt');"
        "print(*[m for m in sys.modules if m.startswith('sightline.formats.')])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    others = set(READERS) - {"text", "native"}
    assert not others & {module.rpartition(".")[2] for module in printed.split()}


# --- bytes that mean harm -----------------------------------------------------------------------

SAMPLES = [
    to_bytes(example(), ".json", {"rule": "corner"}, [{"by": "x"}]),
    to_bytes(example(), ".txt", {"rule": "corner"}, [{"by": "x"}]),
    b'S.MM\n..MM\n~..#\n\n~: solid\nM: enemy "orc" size 2x2\nfigure: "g" at 0,0 see-through\n',
]


def make_hexes() -> HexBoard:
    board = HexBoard(2, orientation="flat", outside="solid")
    board.set_cover((0, 1), 0.5)
    board.set_elevation((1, 0), -2)
    board.set_edge((0, 0), (1, 0), Door("open"))
    board.place("troll", (0, 0), size=2)
    return board


SAMPLES += [to_bytes(make_hexes(), ending) for ending in (".json", ".txt")]


def survives(data: bytes, name: str = "fuzz.txt") -> None:
    """Check that the data gives a board or one of our errors."""
    try:
        loaded = load_bytes(data, name, Options())
    except FormatError as error:
        if not str(error).startswith(name):
            raise
    else:
        assert load_bytes(to_bytes(loaded.board, ".txt")).board == loaded.board


@pytest.mark.parametrize("data", SAMPLES)
def test_truncated(data: bytes) -> None:
    for length in range(len(data)):
        survives(data[:length])


@given(st.sampled_from(SAMPLES), st.data())
def test_flipped_bits(data: bytes, chance: st.DataObject) -> None:
    spoilt = bytearray(data)
    for _ in range(chance.draw(st.integers(1, 3))):
        spoilt[chance.draw(st.integers(0, len(data) - 1))] ^= 1 << chance.draw(st.integers(0, 7))
    survives(bytes(spoilt))


@given(st.sampled_from(SAMPLES), st.data())
def test_words_out_of_place(data: bytes, chance: st.DataObject) -> None:
    """Lines and parts of lines are moved, duplicated and removed."""
    separator = b"\n" if data[:1] != b"{" else b","
    parts = data.split(separator)
    order = st.lists(st.sampled_from(parts), max_size=len(parts) + 2)
    survives(separator.join(chance.draw(order)))


@given(st.binary(max_size=200), st.sampled_from(["x", "x.txt", "x.json"]))
def test_random_bytes(data: bytes, name: str) -> None:
    survives(data, name)


@given(st.text('S.#~_+-| \n\toclsOCLM:,x0129"/=\\{}[]hexflat', max_size=120))
def test_random_drawings(text: str) -> None:
    survives(text.encode())
    survives(b"hex\n" + text.encode())
    survives(b"+--+--+\n" + text.encode())


@given(BOARDS, st.sampled_from([".json", ".txt"]))
def test_every_board_through_the_door(board: Board, ending: str) -> None:
    assert load_bytes(to_bytes(board, ending), "x").board == board


# Created lazily: every worker collects them, but only one runs each.
NASTY: dict[str, Callable[[], bytes]] = {
    "nesting": lambda: b'{"sightline":' * 100_000,
    "brackets": lambda: b"[" * 3_000_000,
    "objects": lambda: b'{"sightline": 1, "board": [' + b'{"a":0},' * 4_000_000 + b"0]}",
    "figures": lambda: json.dumps(
        {
            "sightline": 1,
            "board": {
                "grid": "square",
                "tiles": ["." * 20] * 20,
                "figures": [
                    {"name": str(i), "at": [0, 0], "size": 20, "blocks_sight": False}
                    for i in range(20_000)
                ],
            },
        }
    ).encode(),
    "hexes": lambda: json.dumps(
        {
            "sightline": 1,
            "board": {
                "grid": "hex",
                "orientation": "flat",
                "outside": "open",
                "first": [-2048, -2048],
                "tiles": ["." * 4096] * 4096,
            },
        }
    ).encode(),
    "hex drawing": lambda: b"hex\n" + b"\n".join([b". " * 4000, b" ." * 4000] * 2000),
    "far hexes": lambda: b"hex first=-2048,-2048\n.\n" + b"_\n" * 4094 + b" " * 12_000 + b".",
    "giant drawing": lambda: (b"." * 4096 + b"\n") * 4096,
    "wide drawing": lambda: b"." * 30_000_000,
    "lines": lambda: b".\n" + b"\n" * 30_000_000,
    "corners": lambda: b"+-" * 20_000_000 + b"+",
    "letters": lambda: (b"M" * 4000 + b"\n") * 4000,
    "neighbors": lambda: b"M." * 2000 + b"\n" + b".M" * 2000 + b"\n",
    "many neighbors": lambda: b"\n".join([b"M." * 400, b".M" * 400] * 300),
    "more neighbors": lambda: b"\n".join([b"M." * 2000, b".M" * 2000] * 500),
    "digits": lambda: b".\n\nfree wall: 0,0 1/" + b"9" * 3_000_000 + b",1",
    "quotes": lambda: b'.\n\nS: "' + b"\\" * 3_000_000,
    "L shape": lambda: b"M" * 4000 + b"\n" + (b"M" + b"." * 3999 + b"\n") * 3999,
}


@pytest.mark.parametrize("bomb", NASTY.values(), ids=NASTY)
def test_bombs_do_not_go_off(bomb: Callable[[], bytes]) -> None:
    """Within half a gigabyte and ten seconds, each gives a board or one of our errors."""
    assert load_in_a_cage("bomb", bomb()).startswith(("refused", "loaded"))


def test_readers_keep_the_contract() -> None:
    names = set()
    for name in READERS:
        module = __import__(f"sightline.formats.{name}", fromlist=["x"])
        names.add(module.NAME)
        assert all(suffix.startswith(".") for suffix in module.SUFFIXES)
        assert module.recognizes(b"", "x") is False
    assert len(names) == len(READERS)
    assert recognize(SAMPLES[0]).NAME == "sightline JSON"
