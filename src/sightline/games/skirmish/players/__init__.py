"""The computer that plays a skirmish, and its estimates of each action."""
