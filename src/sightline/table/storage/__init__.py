"""The storage of the table."""
