"""The boards that the browser tests are played on, each as small as its tests allow."""

from __future__ import annotations

MAPS = {
    # Nothing in the way: Mira sees the goblin, until somebody draws something.
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
    # Mira's room in the north-west. Behind the closed door the goblin, behind the locked one the
    # jailer, behind the secret one the lurker.
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
    # In the dark, and the goblin behind a wall of rock: at its east end one goes round it.
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
    # By the rules of a game: the orc covers the goblin from Mira, the pillar the kobold.
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
    # Mira's look at the goblin touches the pillar's corner: the master decides.
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
    # One wall with a gap beside it: a step decides whether the goblin is seen.
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
    """Pillars all over a large hall, and Mira in its middle."""
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
