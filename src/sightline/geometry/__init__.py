"""Lines between two points, in whole numbers: what they meet on the way, and how.

`walk` lists what a straight line meets, `contact` judges how it passes, `sectors` looks closely at
one corner, and `hexline` finds the hexes of a ray. Nothing here knows a rule or a game.
"""
