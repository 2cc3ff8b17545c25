"""The service of the table."""
