"""The programs that people run: the command line, and One Card Dungeon in a terminal.

Each is a thin layer over the library.
"""
