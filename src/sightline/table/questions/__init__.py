"""The questions of the table."""
