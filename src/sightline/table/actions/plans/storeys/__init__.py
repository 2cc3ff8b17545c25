"""Plans of the actions on floors and stairs."""
