"""Each kind of picture as a list of shapes."""
