"""The commands. Each module has `add_arguments` and `run`, and its docstring is the help text."""
