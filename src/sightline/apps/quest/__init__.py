"""The quest in the terminal: `quest_screen` plays it by typed lines."""
