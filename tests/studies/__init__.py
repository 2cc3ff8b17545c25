"""Studies of games and of maps."""
