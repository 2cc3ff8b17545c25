"""The command line: `sightline see MAP FROM TO` and other commands."""
