"""What becomes of a run: its results in words, tables and charts, kept in `runs`."""
