"""Commands that ask who sees whom."""
