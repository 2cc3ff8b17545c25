"""Generate page/src/playground/links/dictionary.gen.ts, which unpacks links as Python does."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sightline.links import version1

FILE = Path(__file__).resolve().parents[1] / "page/src/playground/links/dictionary.gen.ts"


def text() -> str:
    """Return the expected content of the file."""
    lines = version1.DICTIONARY.decode("ascii").splitlines(keepends=True)
    return "\n".join(
        [
            "/** The words that links of version 1 begin with: playground/make_dictionary.py. */",
            "export const DICTIONARY_1 =",
            " +\n".join(f"  {json.dumps(line)}" for line in lines),
            "",
            f"export const MAX_CHARACTERS = {version1.MAX_CHARACTERS}",
            f"export const MAX_TEXT = {version1.MAX_TEXT}",
            "",
        ]
    )


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    sys.exit(0)
