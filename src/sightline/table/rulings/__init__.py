"""Close calls for the game master: which are open, and how they were decided.

`desk` makes and undoes rulings, stored on disk per map. `queue` finds the close calls that matter
now. `text` describes rulings.
"""
