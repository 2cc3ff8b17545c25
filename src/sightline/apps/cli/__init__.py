"""The command line: `sightline see MAP FROM TO`, and its companions."""
