"""The maps of a new table: a small dungeon with one of everything, and a hill of hexes.

In the dungeon, Mira's line to the goblin touches the corner of a pillar. Under the map's rule the
game master decides this, so as soon as a player owns her, a call is in the queue.
"""

from __future__ import annotations

from sightline.formats import load_bytes
from sightline.table.state.imported_map import ImportedMap

DUNGEON = """
+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+
| .   .   .   .   .   .   . | .   b   b   b   .   . | .   .   .   A   .  ### ###|
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
| .  ###  .   .   G  ###  . | .   .   .   .   c   . s .   .   .   .   .   .  ###|
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
| .   .   .   .   .   .   . o .   .   d   d   d   . | .   .   .   .   .   .   A |
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
| .   .   .  ###  .   .   . | .   .   d   d   d   . | .   .   W   .   .   .   . |
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
| .   M   .   .   .   .   . | C   C   C   .   .   . | .   .   .   .   .   .  ###|
+   +   +   +   +   +   +   +---+---+---+-c-+---+---+---+---+---+---+---+---+---+
| .  ###  .   .   .  ###  . C .   .   .   .   .   .   .   .   S   .   .  ### ###|
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
| .   .   B   .   .   .   . |###  .   .   .   .   .   .   .   .   .   .   .  ###|
+---+---+---+---+-l-+---+---+---+---+---+---+---+   +   +---+---+---+---+---+---+
|### ### ### ###  .  ### ### ### ###  .   .   .   .   .   .   .   .   .   .  ###|
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
|###  w   w   w   .   .   .  ###  .   .   .   .   .   .   O   O   .   .   .   . |
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
| .   .   .   .   .   k   .  ###  .   .   .  ###  .   .   O   O  ###  .   .   . |
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
| .   r   r   r   .   .   .  ###  .   .   .   .   f   f   f   .   .   .   t   . |
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
| .   r   r   r   .   .   . c .   .   .   .   .   f   f   f   .   .   s   .   . |
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
|###  .   T   .   .   .   .  ###  .   .   .  ###  .   .   .   .  ###  .   .   . |
+   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +   +
|### ###  .   .   .   .  ### ### ###  .   .   .   F   F   F   .   .   .   .  ###|
+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+---+

M: hero "Mira"
B: hero "Brom"
T: ally "Tam"
G: enemy "Goblin"
c: enemy "Cultist"
W: enemy "Wraith"
S: enemy "Sentry"
O: enemy "Ogre"
s: enemy "Shaman"
k: enemy "Bones"
b: bookcase "Bookcase"
C: cupboard "Cupboard"
F: fireplace "Fireplace"
w: weapon rack "Weapon rack"
A: chest "Chest"
d: table "Desk"
f: table "Feast"
t: throne "Throne"
r: rack "Rack"
free wall: 8,9.5 10.5,8
rule: {"rule": "center", "ties": "adjudicated"}
"""

HILL = """
hex first=0,0

 . . ~ ~ . # . 1 1 .
. R . ~ . . # 1 2 1 .
 . . . . . . . 1 2 A 1
. D . # . ~ . 1 2 2 1
 . . . . ~ ~ . . 1 1 .
. . 1 . . . ~ . . W .
 . 1 1 . # . . . . . .
. . . . . . T ~ . . .

R: hero "Robin"
D: hero "Dara"
A: enemy "Archer" height 3
W: enemy "Wolf"
T: enemy "Troll"
~: cover 1/2
1: height 1
2: height 2
rule: {"rule": "hexray"}
"""


def sample_maps() -> list[ImportedMap]:
    """Return the maps of a new table. The players see the first one."""
    return [
        ImportedMap("The sunken hall", load_bytes(DUNGEON.encode(), "dungeon.txt")),
        ImportedMap("The watch hill", load_bytes(HILL.encode(), "hill.txt")),
    ]
