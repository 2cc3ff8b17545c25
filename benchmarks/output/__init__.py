"""The output of a run: results as text, tables and charts, saved in `runs`."""
