"""The table at work: one change after the other, and who hears of it.

`Table` takes what pages ask for in order. `transaction` makes a change in memory and on the disk,
or not at all; `broadcast` then sends everybody what changed for them. `listeners` are the pages
that are connected, and `fairness` sees to it that nobody waits for more than one thing of another.
"""

from sightline.table.service.picture_shelf import PictureShelf
from sightline.table.service.table import Table

__all__ = ["PictureShelf", "Table"]
