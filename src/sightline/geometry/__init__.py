"""Exact geometry of lines between two points: what they meet, and how.

`walk` lists what a straight line meets, `contact` judges how it passes, `sectors` examines one
corner, and `hexline` finds the hexes of a ray. Nothing here depends on a rule or a game.
"""
