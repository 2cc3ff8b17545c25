"""Quests in the terminal: `quest_screen` plays them by typed commands."""
