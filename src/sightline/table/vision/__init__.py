"""The vision of the table."""
