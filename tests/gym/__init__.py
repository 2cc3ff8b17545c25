"""Environments of learning agents."""
