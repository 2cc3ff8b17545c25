"""Tests of the quest: its board and its game."""
