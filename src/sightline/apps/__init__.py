"""The programs for users: the command line, and games in a terminal.

Each is a thin layer over the library.
"""
