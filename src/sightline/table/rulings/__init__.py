"""Looks that the rule leaves to the master: which of them wait, and what the master ruled.

`desk` makes rulings and takes them back, on the disk, map by map. `queue` finds the close looks
that matter now. `text` puts rulings into words.
"""

from sightline.table.rulings.desk import (
    Decision,
    RulingDesk,
    decision_from,
    decision_plan,
    decision_words,
)
from sightline.table.rulings.queue import (
    AskedCall,
    asked_call,
    calls_for_player,
    open_calls_now,
    still_asked,
    with_asked,
)
from sightline.table.rulings.text import made_about, ruling_in_force, rulings_list, with_label_names

__all__ = [
    "AskedCall",
    "Decision",
    "RulingDesk",
    "asked_call",
    "calls_for_player",
    "decision_from",
    "decision_plan",
    "decision_words",
    "made_about",
    "open_calls_now",
    "ruling_in_force",
    "rulings_list",
    "still_asked",
    "with_asked",
    "with_label_names",
]
