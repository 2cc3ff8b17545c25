"""The computer as game master and as party."""
