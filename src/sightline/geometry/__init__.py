"""Lines between two points, in whole numbers: what they meet on the way, and how.

`walk` lists what a straight line meets, `contact` judges how it passes, `sectors` examines one
corner, and `hexline` finds the hexes of a ray. Nothing here depends on a rule or a game.
"""
