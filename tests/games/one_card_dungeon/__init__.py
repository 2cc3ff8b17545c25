"""Tests of One Card Dungeon and of the program that plays it."""
