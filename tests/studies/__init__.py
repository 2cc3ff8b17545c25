"""Tests of studies of games and maps."""
