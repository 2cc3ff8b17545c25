"""Tests of the hex skirmish."""
