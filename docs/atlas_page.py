"""Insert the tables and pictures of a run of `sightline atlas` into the docs: `make atlas`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

DOCS = Path(__file__).parent
START, END = "<!-- tables: `make atlas` -->\n", "<!-- end of tables -->"


def main(folder: Path) -> None:
    """Update docs/atlas.md and its pictures from the command's output in `folder`."""
    page = DOCS / "atlas.md"
    tables = (folder / "atlas.md").read_text(encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    between = re.compile(f"{re.escape(START)}.*?{re.escape(END)}", re.DOTALL)
    page.write_text(between.sub(lambda _: f"{START}\n{tables}\n{END}", text), encoding="utf-8")
    for picture in (DOCS / "pictures").glob("atlas-*.svg"):
        name = picture.name.removeprefix("atlas-")
        picture.write_text((folder / name).read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
