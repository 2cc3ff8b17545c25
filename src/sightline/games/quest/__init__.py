"""Quest boards: rooms and corridors, doors and gates, heroes who open them and what they then see.

    from sightline.games.quest import shipped_quest

    quest = shipped_quest("the-sealed-crypt")
    for event in (*quest.opening, *quest.open_door("Brom", (3, 1), (4, 1))):
        print(event)

`quest` has the actions, `movement` who may step where, `vision` what heroes see, `reading` the text
format. docs/quest-boards.md tells all of it; `python -m sightline.games.quest` plays a short scene.
"""

from sightline.games.quest.events import (
    Appeared,
    CallNeeded,
    DoorChanged,
    Event,
    FigureLost,
    FigureSeen,
    Moved,
    NothingFound,
    Removed,
    RulingMade,
    TilesRevealed,
)
from sightline.games.quest.quest import Quest
from sightline.games.quest.reading import parse_quest, read_quest, shipped_quest, shipped_quests
from sightline.games.quest.vision import View

__all__ = [
    "Appeared",
    "CallNeeded",
    "DoorChanged",
    "Event",
    "FigureLost",
    "FigureSeen",
    "Moved",
    "NothingFound",
    "Quest",
    "Removed",
    "RulingMade",
    "TilesRevealed",
    "View",
    "parse_quest",
    "read_quest",
    "shipped_quest",
    "shipped_quests",
]
