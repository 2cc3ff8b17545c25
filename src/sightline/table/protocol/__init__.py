"""The protocol of the table."""
