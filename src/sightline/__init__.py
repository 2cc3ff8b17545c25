"""Exact line of sight for games: every answer carries its proof."""
