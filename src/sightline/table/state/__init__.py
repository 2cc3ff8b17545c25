"""The state of the table."""
