"""Commands about maps and rules."""
