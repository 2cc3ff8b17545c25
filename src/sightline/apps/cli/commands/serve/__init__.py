"""Answer other programs, and write questions for them."""
