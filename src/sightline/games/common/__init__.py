"""Code shared by the games: saves, actions as plain data, dice, soak runs. It has no rules of a
game.
"""
