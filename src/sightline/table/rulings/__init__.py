"""Close calls for the game master: which are open, and how they were decided.

`desk` makes and undoes rulings, on disk, map by map. `queue` finds the close calls that matter
now. `text` describes rulings.
"""
