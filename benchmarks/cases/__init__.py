"""What is measured: the rows of the suite, and the curves of how cost grows."""
