"""The output of commands: text, pictures and JSON."""
