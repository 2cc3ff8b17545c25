"""Tests of the games that stand on the engine."""
