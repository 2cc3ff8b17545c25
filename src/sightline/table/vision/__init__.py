"""Who sees and knows what, worked out by the engine and kept up to date after each change.

`PartyVision` has it for all players at once: `figure_sight` is what each figure sees now, and
`Knowledge` what one player has seen so far, which is all that their pages ever get. `cost` says
beforehand how long an answer takes. `encode` and `sight_answer` turn boards and answers into
messages. Caches (`field_cache`, `pair_cache`) change no answer, only how soon it comes.
"""

from sightline.table.vision.areas import (
    ANGLES,
    METRICS_ON,
    MeasuredGround,
    as_players_know,
    unit_from,
    views_of,
    whole_ground,
)
from sightline.table.vision.cost import (
    MOST_FIELDS,
    TOO_FAR,
    TOO_SLOW,
    check_field,
    check_walk,
    check_who,
    is_answerable,
    is_explainable,
    is_quick,
    lines_of_fields,
    tiles_if_there,
)
from sightline.table.vision.encode import (
    edge_out,
    edges_out,
    height_out,
    heights_out,
    terrain_out,
    wall_out,
    whole_figure,
)
from sightline.table.vision.faces import face_id
from sightline.table.vision.figure_sight import eyes_of
from sightline.table.vision.knowledge import Knowledge, measure_of
from sightline.table.vision.light.light_test import (
    PLAIN_EYES,
    Eyes,
    LightTest,
    eyes_at,
    light_matters,
)
from sightline.table.vision.light.map_light import MapLight, level_spans
from sightline.table.vision.pair_cache import (
    PairCache,
    PairEnds,
    leaves_open,
    pair_cache_of,
    ruled_ends,
    verdict_of,
)
from sightline.table.vision.party import PartyVision, Remembered, WalkedRoute
from sightline.table.vision.people.marks import health_shown
from sightline.table.vision.people.turn_order import notes_on, seen_turns, whole_turns
from sightline.table.vision.rooms import room_at
from sightline.table.vision.rule_text import (
    games_on,
    pack_info,
    pack_kind,
    rule_kinds,
    rule_words,
    terrain_words,
    wire_rule,
)
from sightline.table.vision.sight_answer import (
    VERDICTS,
    cover_of,
    iso_time,
    knows_cover,
    ruling_note,
    sight_answer_of,
    with_labels,
    words_with_labels,
)
from sightline.table.vision.tile_sets import (
    all_bits,
    bits_of_field,
    bits_of_tiles,
    ground_runs,
    holds,
    spans_of_bits,
    tiles_of_bits,
)
from sightline.table.vision.wall_pieces import cut

__all__ = [
    "ANGLES",
    "METRICS_ON",
    "MOST_FIELDS",
    "PLAIN_EYES",
    "TOO_FAR",
    "TOO_SLOW",
    "VERDICTS",
    "Eyes",
    "Knowledge",
    "LightTest",
    "MapLight",
    "MeasuredGround",
    "PairCache",
    "PairEnds",
    "PartyVision",
    "Remembered",
    "WalkedRoute",
    "all_bits",
    "as_players_know",
    "bits_of_field",
    "bits_of_tiles",
    "check_field",
    "check_walk",
    "check_who",
    "cover_of",
    "cut",
    "edge_out",
    "edges_out",
    "eyes_at",
    "eyes_of",
    "face_id",
    "games_on",
    "ground_runs",
    "health_shown",
    "height_out",
    "heights_out",
    "holds",
    "is_answerable",
    "is_explainable",
    "is_quick",
    "iso_time",
    "knows_cover",
    "leaves_open",
    "level_spans",
    "light_matters",
    "lines_of_fields",
    "measure_of",
    "notes_on",
    "pack_info",
    "pack_kind",
    "pair_cache_of",
    "room_at",
    "rule_kinds",
    "rule_words",
    "ruled_ends",
    "ruling_note",
    "seen_turns",
    "sight_answer_of",
    "spans_of_bits",
    "terrain_out",
    "terrain_words",
    "tiles_if_there",
    "tiles_of_bits",
    "unit_from",
    "verdict_of",
    "views_of",
    "wall_out",
    "whole_figure",
    "whole_ground",
    "whole_turns",
    "wire_rule",
    "with_labels",
    "words_with_labels",
]
