"""The boards of the browser tests, each as small as its tests allow."""

from __future__ import annotations

MAPS = {
    # No obstacles: Mira sees the goblin until a wall is drawn.
    "open": """
+---+---+---+---+---+---+---+---+
| .   .   .   .   .   .   .   . |
+   +   +   +   +   +   +   +   +
| .   M   .   .   .   .   G   . |
+   +   +   +   +   +   +   +   +
| .   .   .   .   .   .   .   . |
+   +   +   +   +   +   +   +   +
| .   .   .   .   .   .   .   . |
+   +   +   +   +   +   +   +   +
| .   .   .   .   .   .   .   . |
+---+---+---+---+---+---+---+---+

M: hero "Mira"
G: enemy "Goblin"
rule: {"rule": "center", "ties": "strict"}
""",
    # Mira's room is in the north-west. The goblin is behind the closed door, the jailer behind the
    # locked one, and the lurker behind the secret one.
    "rooms": """
+---+---+---+---+---+---+---+---+
| .   M   .   . c .   G   .   . |
+   +   +   +   +   +   +   +   +
| .   .   .   . | .   .   .   . |
+   +   +   +   +---+---+---+---+
| .   .   .   . s .   X   .   . |
+---+-l-+---+---+   +   +   +   +
| .   J   .   . | .   .   .   . |
+   +   +   +   +   +   +   +   +
| .   .   .   . | .   .   .   . |
+---+---+---+---+---+---+---+---+

M: hero "Mira"
G: enemy "Goblin"
J: enemy "Jailer"
X: enemy "Lurker"
rule: {"rule": "center", "ties": "strict"}
""",
    # Dark, with the goblin behind a rock wall that ends in the east.
    "rock": """
................
.M..............
###############.
G...............
................

M: hero "Mira"
G: enemy "Goblin"
ambient: dark
rule: {"rule": "center", "ties": "strict"}
""",
    # By a game's rules, the orc gives the goblin cover from Mira, and the pillar covers the kobold.
    "cover": """
........
.M..O.G.
........
...#....
......K.
........

M: hero "Mira"
O: enemy "Orc"
G: enemy "Goblin"
K: enemy "Kobold"
rule: {"rule": "center", "ties": "strict"}
""",
    # Mira's line to the goblin touches the pillar's corner, so the game master decides.
    "corner": """
......
.M#...
......
...G..
......

M: hero "Mira"
G: enemy "Goblin"
rule: {"rule": "center", "ties": "adjudicated"}
""",
    # One wall with a gap beside it: one step decides whether the goblin is visible.
    "step": """
+---+---+---+---+---+---+
| .   M   .   .   .   . |
+   +   +   +   +   +   +
| .   .   .   .   .   . |
+---+---+---+---+   +   +
| .   G   .   .   .   . |
+   +   +   +   +   +   +
| .   .   .   .   .   . |
+---+---+---+---+---+---+

M: hero "Mira"
G: enemy "Goblin"
rule: {"rule": "center", "ties": "strict"}
""",
    "hexes": """
hex first=0,0

 . . . . . .
. R . # . . .
 . . . ~ A .
. . . . . . .

R: hero "Mira"
A: enemy "Archer"
~: cover 1/2
rule: {"rule": "hex"}
""",
}


def large(rows: int = 50, cols: int = 50) -> str:
    """Return a large hall full of pillars, with Mira in the middle."""
    lines = [["."] * cols for _ in range(rows)]
    for row in range(2, rows, 4):
        for col in range(2, cols, 4):
            lines[row][col] = "#"
    lines[rows // 2 - 1][cols // 2 - 1] = "M"
    lines[5][5] = "G"
    drawing = "\n".join("".join(line) for line in lines)
    legend = 'M: hero "Mira"\nG: enemy "Goblin"\nrule: {"rule": "center", "ties": "strict"}'
    return f"\n{drawing}\n\n{legend}\n"


MAPS["large"] = large()
