"""Each kind of furniture has one name in programs, files, the shell, the table and the docs."""

import json
import re
from pathlib import Path

import pytest

from sightline import HexBoard, SquareBoard
from sightline.errors import UnknownNameError
from sightline.formats import load_bytes, to_bytes
from sightline.model.figure import KINDS, OTHER_NAMES, kind_called
from sightline.table.actions.plans.figures import FURNITURE
from tests.cli.shell import sightline

ROOT = Path(__file__).parents[2]
NAMES = {name: name for name in KINDS} | OTHER_NAMES
"""Every accepted name, and the kind it means."""


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_understood_everywhere(name: str, tmp_path: Path) -> None:
    meant = SquareBoard(4, 4)
    meant.place("it", "A1", kind=NAMES[name])  # type: ignore[arg-type]

    board = SquareBoard(4, 4)
    assert board.place("it", "A1", kind=name).kind == NAMES[name]  # type: ignore[arg-type]
    rows, cols = KINDS[NAMES[name]].size
    drawing = "\n".join("I" * cols * (r < rows) + "." * (4 - cols * (r < rows)) for r in range(4))
    drawn = f'{drawing}\n\nI: "it" {name}'
    plain = json.loads(to_bytes(meant, ".json"))
    plain["board"]["figures"][0]["kind"] = name
    for made in (
        board,
        SquareBoard.from_text(drawn),
        SquareBoard.from_text(f'{drawing}\n\nI: {name} "it" see-through blocks').copy(),
        load_bytes(json.dumps(plain).encode(), "map.json").board,
    ):
        assert made.figure("it").kind == NAMES[name]
    assert board == meant == SquareBoard.from_text(drawn)
    assert board.fingerprint() == meant.fingerprint()

    (tmp_path / "map.txt").write_text(drawn)
    assert re.search(rf"it +{NAMES[name]} +A1", sightline("info", tmp_path / "map.txt").out)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_the_name_itself(kind: str) -> None:
    for board in (SquareBoard(4, 4), HexBoard(radius=1)):
        board.place("it", (0, 0), kind=kind)  # type: ignore[arg-type]
        assert json.loads(to_bytes(board, ".json"))["board"]["figures"][0]["kind"] == kind
        if kind != "figure":
            assert f'"it" {kind}' in str(board)
        assert type(board).from_text(str(board)) == board


def test_the_table_has_the_same() -> None:
    assert tuple(name for name, template in KINDS.items() if template.furniture) == FURNITURE


def test_the_schema_and_the_docs_have_the_same() -> None:
    schema = json.loads((ROOT / "docs/schema/sightline-board.schema.json").read_text("utf-8"))
    assert schema["$defs"]["kind"]["enum"] == [*KINDS, *OTHER_NAMES]
    pages = {
        page.name: page.read_text("utf-8")
        for page in (ROOT / "docs").glob("*.md")
        if any(f"`{name}`" in page.read_text("utf-8") for name in FURNITURE)
    }
    assert {"formats-text.md", "quest-boards.md"} <= pages.keys()
    for name, page in pages.items():
        assert not any(f"`{other}`" in page for other in OTHER_NAMES), name


def test_a_kind_that_is_none() -> None:
    board = SquareBoard(2, 2)
    for kind, words in (
        ("bokcase", r"got 'bokcase'; did you mean 'bookcase'\?"),
        (None, "got None"),
    ):
        with pytest.raises(UnknownNameError, match=words):
            board.place("it", (0, 0), kind=kind)  # type: ignore[arg-type]
    assert board == SquareBoard(2, 2)
    with pytest.raises(UnknownNameError):
        kind_called(["table"])
    with pytest.raises(ValueError, match=r"line 3 column 4: kind of figure.*'weapon shop'"):
        SquareBoard.from_text("I..\n\nI: weapon shop")
