"""Answers to queries: for the game master from the true state, for a player from what they know.

Queries change nothing. Slow answers are computed on copies (`still`), so that they block no one.
"""
