"""Run a notebook's cells in order and store their outputs, without Jupyter.

A cell's outputs are its printed text, then its last expression: a picture if it has `_repr_svg_`,
otherwise text. Nothing else is stored, so the same code gives the same bytes.
"""

from __future__ import annotations

import ast
import json
import sys
from code import InteractiveInterpreter
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn


class _Kernel(InteractiveInterpreter):
    """A namespace shared by all cells. An error ends the run."""

    def showtraceback(self) -> NoReturn:
        error = sys.exc_info()[1]
        assert error is not None
        raise error

    def run_cell(self, source: str) -> list[dict[str, Any]]:
        shown: list[object] = []
        printed = StringIO()
        before, sys.displayhook = sys.displayhook, shown.append
        try:
            with redirect_stdout(printed):
                *first, last = ast.parse(source).body
                self.runcode(compile(ast.Module(first, []), "<cell>", "exec"))
                self.runcode(compile(ast.Interactive([last]), "<cell>", "single"))
        finally:
            sys.displayhook = before
        outputs = [_stream(printed.getvalue())] if printed.getvalue() else []
        return outputs + [_result(value) for value in shown if value is not None]


def _stream(text: str) -> dict[str, Any]:
    return {"name": "stdout", "output_type": "stream", "text": _lines(text)}


def _result(value: object) -> dict[str, Any]:
    draw = getattr(value, "_repr_svg_", None)
    data = {"image/svg+xml": draw()} if draw is not None else {"text/plain": repr(value)}
    data = {kind: _lines(text) for kind, text in data.items()}
    return {"data": data, "metadata": {}, "output_type": "display_data"}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def executed(notebook: Path) -> str:
    """Return the notebook's text with current outputs."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    kernel = _Kernel({"__name__": "__main__"})
    with TemporaryDirectory() as folder, chdir(folder):
        for cell in content["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"] = kernel.run_cell("".join(cell["source"]))
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
