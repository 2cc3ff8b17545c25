"""The http of the table."""
