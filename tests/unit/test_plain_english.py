"""Docstrings, comments and docs are in plain English, without a list of odd phrases.

Add a folder to `DONE` when its text follows the style guide.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

DONE = (
    "README.md",
    "CONTRIBUTING.md",
    "benchmarks",
    "docs",
    "examples",
    "page/make_messages.py",
    "page/README.md",
    "page/said_templates.py",
    "page/src",
    "playground",
    "src",
    "tests",
)
"""Files and folders that follow the guide."""

PATTERNS = {
    "whoever": "name the person: the viewer, the caller, the client",
    r"(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)": 'write "is not a ..."',
    r"\bso many\b": "give the number a name",
    r"(?:^|[.,:;(] ?)who (?:looks|asks|sees|wants|knocks|acts|moves)\b(?! whom| what)": (
        "name the person before the clause"
    ),
    r"\bas ever\b": 'write "as before"',
}
"""Patterns of odd phrases, with advice on what to write instead."""

ALLOWED = ("is no one",)
"""Good English phrases that match a pattern."""


def _python_text(source: str) -> Iterator[tuple[int, str]]:
    """Yield all comments and strings, including docstrings, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING, FSTRING_MIDDLE):
            yield token.start[0], token.string


FSTRING_MIDDLE = getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)
"""The text of an f-string, a separate token since Python 3.12."""


def strange_phrases(source: str, *, python: bool = True) -> list[str]:
    """Return each odd phrase with its line and advice."""
    found = []
    for start, text in _python_text(source) if python else [(1, source)]:
        plain = re.sub(r"`[^`]*`", "`code`", text.strip("\"'# "))
        for phrase in ALLOWED:
            plain = plain.replace(phrase, "")
        flat = re.sub(r"\s+", " ", plain)
        found += [
            f"line {start}: {match[0]!r}: {advice}"
            for pattern, advice in PATTERNS.items()
            for match in re.finditer(pattern, flat, re.IGNORECASE)
        ]
    return found


def files() -> Iterator[Path]:
    for each in DONE:
        path = ROOT / each
        if path.is_file():
            yield path
            continue
        for ending in ("py", "md", "ts", "svelte"):
            yield from sorted(path.rglob(f"*.{ending}"))


PAGE_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->", re.DOTALL)


def phrases_in(path: Path) -> list[str]:
    """Return the odd phrases of a file. In the page's sources, only comments are checked."""
    source = path.read_text("utf-8")
    if path.suffix not in (".ts", ".svelte"):
        return strange_phrases(source, python=path.suffix == ".py")
    comments = (re.sub(r"\n\s*\*?", " ", each) for each in PAGE_COMMENT.findall(source))
    # words/*.test.ts checks texts, and generated files are checked at their source.
    if ".gen." in path.name or "words" in path.parts:
        return []
    return [
        phrase
        for comment in comments
        for phrase in strange_phrases(comment.strip("/*<!-> "), python=False)
    ]


@pytest.mark.parametrize("done", DONE)
def test_done_folders_exist(done: str) -> None:
    assert (ROOT / done).exists(), f"{done} has moved: change DONE"


def test_no_phrase_reads_like_a_translation() -> None:
    own = Path(__file__)
    found = [
        f"{path.relative_to(ROOT)}, {phrase}"
        for path in files()
        if path != own
        for phrase in phrases_in(path)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "# Whoever asks is counted.",
        '"""That is no rule."""',
        "# For so many seconds.",
        "# Who looks from here sees it.",
        'f"{tile} is no neighbor of {other}"',
    ],
)
def test_the_dialect_is_found(text: str) -> None:
    assert strange_phrases(text + "\n")


@pytest.mark.parametrize(
    "text",
    [
        "# There is no wall.",
        '"""A viewer who sees part of a room."""',
        '"""Commands that ask who sees whom."""',
        "# It is no longer there.",
        "whoever = 1",
    ],
)
def test_plain_english_passes(text: str) -> None:
    assert not strange_phrases(text + "\n")
