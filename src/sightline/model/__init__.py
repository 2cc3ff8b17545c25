"""What stands where. Knows no rule."""
