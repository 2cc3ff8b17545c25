"""The actions of the table."""
