"""Print samples of current links. Never regenerate version1.json: old links must keep working.

python -m tests.unit.links.make_samples >tests/unit/links/version2.json     for a new version
"""

from __future__ import annotations

import json
from typing import Any

from sightline import HexBoard, SquareBoard, share

WALLED = """\
+---+---+---+---+
| M   . |### B  |
+   +-c-+---+   +
| .   T   T c . |
+-o-+   +   +   +
| .   T   T | G |
+---+---+---+---+

M: "Mira" hero
T: "great table" table
G: "goblin" enemy
free wall: 0.5,2.25 2.5,1.125
terrain low: 1,0 2,0
"""
HILLS = """\
hex flat outside=open first=0,-1

  .
A   .
  #
.   B

edge wall: 0,0|1,-1
cover 0.5: 1,-1
height 2: 1,0
"""

POSITIONS: dict[str, tuple[Any, ...]] = {
    "walled": (SquareBoard.from_text(WALLED), "Mira", "goblin", "dnd5e", "look"),
    "plain": (SquareBoard.from_text("A.#\n..B"), "A", (1, 2), "one-card-dungeon", "games"),
    "field": (SquareBoard.from_text("A.#\n..B"), "A", None, "quest", "field"),
    "hexes": (HexBoard.from_text(HILLS), "A", "B", {"rule": "hexray", "ties": "strict"}, "look"),
    "empty": (SquareBoard(3, 4), None, None, None, "look"),
}

if __name__ == "__main__":
    made = {
        name: {
            "link": share(board, a, b, rule, show=show, address="https://example.org/"),
            "map": str(board),
            "from": a,
            "to": b,
            "rule": rule,
            "show": show,
        }
        for name, (board, a, b, rule, show) in POSITIONS.items()
    }
    print(json.dumps(made, indent=2, ensure_ascii=False))
