"""What the games share: saves, actions as plain data, dice, soak runs. No rules of any game."""
