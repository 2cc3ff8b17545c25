"""The programs that play a quest: the game master and the party."""
