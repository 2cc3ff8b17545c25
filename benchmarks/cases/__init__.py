"""What is measured: the rows of the suite, and the growth curves."""
