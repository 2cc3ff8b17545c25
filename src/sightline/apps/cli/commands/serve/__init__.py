"""Commands for other programs: servers, and test questions."""
