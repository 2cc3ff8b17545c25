"""The parts of a pack's rule: which lines it tries, what blocks them, and what the results mean."""
