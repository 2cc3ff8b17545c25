"""The transfer of the table."""
