"""The parts of a pack's rule: what it looks at, by which lines, and what counts."""
