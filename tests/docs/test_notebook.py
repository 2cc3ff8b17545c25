"""The example notebook runs from top to bottom and produces its stored output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from docs.notebook_runner import executed

NOTEBOOK = Path(__file__).parents[2] / "examples" / "line_of_sight.ipynb"


def outputs(text: str) -> list[list[dict[str, Any]]]:
    cells = json.loads(text)["cells"]
    return [cell["outputs"] for cell in cells if cell["cell_type"] == "code"]


@pytest.fixture(scope="module")
def now() -> list[list[dict[str, Any]]]:
    return outputs(executed(NOTEBOOK))


def said(cell: list[dict[str, Any]]) -> str:
    return "".join("".join(each.get("text") or each["data"].get("text/plain", [])) for each in cell)


def drawn(cell: list[dict[str, Any]]) -> list[str]:
    pictures = (each.get("data", {}).get("image/svg+xml") for each in cell)
    return ["".join(picture) for picture in pictures if picture]


def test_what_is_stored_is_what_comes(now: list[list[dict[str, Any]]]) -> None:
    stored = outputs(NOTEBOOK.read_text(encoding="utf-8"))
    assert [said(cell) for cell in now] == [said(cell) for cell in stored]
    assert [len(drawn(cell)) for cell in now] == [len(drawn(cell)) for cell in stored]


def test_a_board_an_answer_and_a_field_draw_themselves(now: list[list[dict[str, Any]]]) -> None:
    pictures = [picture for cell in now for picture in drawn(cell)]
    assert len(pictures) >= 5
    for picture in pictures:
        assert ElementTree.fromstring(picture).tag.endswith("svg")  # noqa: S314 (our own)


def test_a_cell_that_fails_is_an_error(tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "source": ["1 + 1"]}, {"cell_type": "code", "source": ["1 / 0"]}]
    broken = tmp_path / "broken.ipynb"
    broken.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        executed(broken)


def test_cells_share_their_names_and_show_the_last_value(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["words"]},
        {"cell_type": "code", "source": ["x = 2\n", "print('twice')"]},
        {"cell_type": "code", "source": ["x\n", "x * 2"]},
        {"cell_type": "code", "source": ["x = 3"]},
    ]
    notebook = tmp_path / "small.ipynb"
    notebook.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert [said(cell) for cell in outputs(executed(notebook))] == ["twice\n", "4", ""]
