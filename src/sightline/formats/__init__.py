"""Map files: their spellings <-> boards, each with a report of what was lost."""
