"""What was found: an answer with its proof. Knows no rule."""
