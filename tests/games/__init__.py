"""Tests of the games built on the engine."""
