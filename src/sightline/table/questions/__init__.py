"""Answers to questions: for the game master from the true state, for a player from what they know.

Questions change nothing. Slow answers are computed on snapshots (`still`), so that they block no
one.
"""
