"""Tests of One Card Dungeon and its terminal program."""
