"""What is drawn: each kind of picture as a list of shapes."""
