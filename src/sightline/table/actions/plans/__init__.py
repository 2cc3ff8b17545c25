"""The plans of all actions, by role."""
