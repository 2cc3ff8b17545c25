"""The rulings of the table."""
