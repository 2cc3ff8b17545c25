"""The hex skirmish in a terminal, line by line: `sightline skirmish`."""
