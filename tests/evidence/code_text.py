"""Source text with comments and docstrings removed, because they cannot change an answer."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

IN_C = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.DOTALL)
C_LIKE = {".h", ".c", ".cu"}
QUIET = {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT}


def code_text(path: Path) -> bytes:
    """Return the code of a file, for a hash that ignores comments and docstrings."""
    given = path.read_bytes()
    if path.suffix == ".py":
        return _python(given.decode()).encode()
    if path.suffix in C_LIKE:
        lines = (line.rstrip() for line in IN_C.sub(_keep_strings, given.decode()).splitlines())
        return "\n".join(line for line in lines if line).encode()
    return given


def _keep_strings(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith('"') else " "


def _python(text: str) -> str:
    """Remove comments and docstrings by their positions, since tokens differ between Python
    versions.
    """
    lines = text.splitlines(keepends=True)
    cuts: list[tuple[tuple[int, int], tuple[int, int]]] = []
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    starts_statement = True
    for at, token in enumerate(tokens):
        if token.type == tokenize.COMMENT:
            cuts.append((token.start, token.end))
        if token.type == tokenize.STRING and starts_statement:
            after = next(each for each in tokens[at + 1 :] if each.type not in QUIET)
            if after.type == tokenize.NEWLINE:
                cuts.append((token.start, token.end))
        if token.type not in QUIET:
            starts_statement = token.type == tokenize.NEWLINE
    for (row, col), (last_row, last_col) in reversed(cuts):
        tail = lines[last_row - 1][last_col:]
        left = lines[row - 1][:col].rstrip() + tail
        lines[row - 1 : last_row] = [left] if left.strip() else []
    return "".join(lines)
