"""Storage of a table: a folder with one SQLite file, pictures and rulings. Each change is one
transaction.
"""
