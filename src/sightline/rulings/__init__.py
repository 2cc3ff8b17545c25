"""A game master's decisions on close calls: made, kept in a file, and found again.

`Rulings` holds them, `open_calls` lists what still has to be decided. Every question of the engine
takes `rulings=`, and then a decision stands in place of the rule's own answer.
"""

from sightline.rulings.close_calls import CloseCall, open_calls
from sightline.rulings.ruling import IN_FORCE, LAPSED, REPLACED, UNDONE, Ruling
from sightline.rulings.rulings import Rulings

__all__ = [
    "IN_FORCE",
    "LAPSED",
    "REPLACED",
    "UNDONE",
    "CloseCall",
    "Ruling",
    "Rulings",
    "open_calls",
]
