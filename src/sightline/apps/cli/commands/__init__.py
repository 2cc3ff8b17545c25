"""The commands: each module has `add_arguments` and `run`, and its docstring is the help."""
