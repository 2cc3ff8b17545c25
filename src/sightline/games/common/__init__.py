"""Shared by the games: saves, actions as plain data, dice, soak runs. No rules of any game."""
