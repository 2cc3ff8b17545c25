"""A game master's decisions on close calls: make them, store them, look them up.

`Rulings` stores them, and `open_calls` lists the calls that are still open. Every question of the
engine accepts `rulings=`; a ruling then replaces the rule's answer.
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
