"""What is true at a table: its maps, figures and players, and every change made to them.

A `World` keeps each thing as plain JSON under its key, and follows it with a `MapScene` for each
map: the engine's board and the figures on it. A change is a list of `JournalEntry`s; an
`ActionPlan` is a change that is allowed, and `History` knows which can be undone and redone.
Nothing here knows who sees what, and nothing is on the disk yet.
"""

from sightline.table.state.archive import deleting, import_parts, purge_parts, restoring
from sightline.table.state.capacity import (
    MAX_FIGURES,
    MAX_MAPS,
    MAX_PLAYERS,
    MAX_WAITING,
    check_maps,
    check_tiles,
    check_together,
)
from sightline.table.state.history import MAX_ROWS, History, JournalRow, Tail, redoing, undoing
from sightline.table.state.imported_map import FigureDetails, ImportedMap, usual_rule
from sightline.table.state.keys import (
    TABLE,
    TilePair,
    cover_key,
    edge_key,
    elevation_key,
    figure_key,
    map_key,
    pack_key,
    player_key,
    read_ends,
    read_threshold,
    read_tile,
    solid_key,
    terrain_key,
    threshold_text,
    wall_key,
)
from sightline.table.state.names import clean_name, distinct_name, tidied
from sightline.table.state.plans import ActionPlan, changes, counted
from sightline.table.state.records import (
    MASTER,
    THE_MASTER,
    Actor,
    FigureRecord,
    LearnedRow,
    PlayerRecord,
    Refusal,
    TableRecord,
    figure_from,
    new_id,
    new_secret,
    plain,
)
from sightline.table.state.scene import MapScene, board_kind, labelled_copy, tiles_of
from sightline.table.state.world import JournalEntry, Touched, World, map_entries, new_world

__all__ = [
    "MASTER",
    "MAX_FIGURES",
    "MAX_MAPS",
    "MAX_PLAYERS",
    "MAX_ROWS",
    "MAX_WAITING",
    "TABLE",
    "THE_MASTER",
    "ActionPlan",
    "Actor",
    "FigureDetails",
    "FigureRecord",
    "History",
    "ImportedMap",
    "JournalEntry",
    "JournalRow",
    "LearnedRow",
    "MapScene",
    "PlayerRecord",
    "Refusal",
    "TableRecord",
    "Tail",
    "TilePair",
    "Touched",
    "World",
    "board_kind",
    "changes",
    "check_maps",
    "check_tiles",
    "check_together",
    "clean_name",
    "counted",
    "cover_key",
    "deleting",
    "distinct_name",
    "edge_key",
    "elevation_key",
    "figure_from",
    "figure_key",
    "import_parts",
    "labelled_copy",
    "map_entries",
    "map_key",
    "new_id",
    "new_secret",
    "new_world",
    "pack_key",
    "plain",
    "player_key",
    "purge_parts",
    "read_ends",
    "read_threshold",
    "read_tile",
    "redoing",
    "restoring",
    "solid_key",
    "terrain_key",
    "threshold_text",
    "tidied",
    "tiles_of",
    "undoing",
    "usual_rule",
    "wall_key",
]
