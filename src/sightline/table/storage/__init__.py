"""Storage of a table: a folder with one SQLite file, one transaction per change, and with pictures
and rulings.
"""
