"""Programs that people run: each a thin layer over the library."""
