"""Blocks on a page that wait for a name which is being built.

    <!-- needs: who_sees_whom, SquareBoard.from_text, field:light_walls -->

above a block of code, or above a line `::: sightline.who_sees_whom` of the reference, says what it
needs: names below `sightline`; after a colon, a word that its docstring has to have. A block whose
needs are there is like any other.
"""

from __future__ import annotations

import re
from typing import Any

import sightline

CODE = r"```python\n.*?^```\n(?:\n?```text\n.*?^```\n)?"
REFERENCE = r":::[^\n]*\n(?:    [^\n]*\n)*"
WAITING = re.compile(rf"^<!-- needs: ([^>]+) -->\n({CODE}|{REFERENCE})", re.DOTALL | re.MULTILINE)


def without_what_is_missing(markdown: str) -> str:
    """The page without its markers, and without the blocks that need what is not there."""
    return WAITING.sub(lambda block: "" if missing(block[1]) else block[2], markdown)


def missing(needs: str) -> list[str]:
    """Which of "who_sees_whom, SquareBoard.from_text" sightline does not have."""
    return [need for need in re.split(r",\s*", needs.strip()) if not _is_there(need)]


def _is_there(need: str) -> bool:
    path, _, word = need.partition(":")
    thing: Any = sightline
    for part in path.split("."):
        if part not in dir(thing):
            return False
        thing = getattr(thing, part)
    return word in (thing.__doc__ or "")
