"""Studies: win rates of a game over many games, and sight and movement statistics of a map.

    from sightline.studies import study_dungeon, study_map

    study = study_dungeon(10_000, players=["random", "greedy"])
    print(study.markdown())
    print(study_map(board, "quest").markdown())

See docs/studies.md; `sightline study` does the same from a terminal.
"""

from sightline.studies.dungeon import (
    PLAYERS,
    DungeonStudy,
    StudyCell,
    Tally,
    play_cell,
    study_dungeon,
)
from sightline.studies.intervals import wilson
from sightline.studies.map import MapStudy, study_map

__all__ = [
    "PLAYERS",
    "DungeonStudy",
    "MapStudy",
    "StudyCell",
    "Tally",
    "play_cell",
    "study_dungeon",
    "study_map",
    "wilson",
]
