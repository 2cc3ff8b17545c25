"""The board of a quest: its actions, steps and sight, and the text format of quests."""
