"""Who sees and knows what, worked out by the engine and kept up to date after each change.

`PartyVision` has it for all players at once: `figure_sight` is what each figure sees now, and
`Knowledge` what one player has seen so far, which is all that their pages ever get. `cost` says
beforehand how long an answer takes. `encode` and `sight_answer` turn boards and answers into
messages. Caches (`field_cache`, `pair_cache`) change no answer, only how soon it comes.
"""

from sightline.table.vision.cost import (
    MOST_FIELDS,
    TOO_FAR,
    TOO_SLOW,
    check_field,
    check_walk,
    check_who,
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
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.marks import health_shown
from sightline.table.vision.pair_cache import (
    PairCache,
    PairEnds,
    leaves_open,
    pair_cache_of,
    ruled_ends,
    verdict_of,
)
from sightline.table.vision.party import PartyVision, Remembered, WalkedRoute
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
    spans_of_bits,
    tiles_of_bits,
)
from sightline.table.vision.turn_order import notes_on, seen_turns, whole_turns
from sightline.table.vision.wall_pieces import cut

__all__ = [
    "MOST_FIELDS",
    "TOO_FAR",
    "TOO_SLOW",
    "VERDICTS",
    "Knowledge",
    "PairCache",
    "PairEnds",
    "PartyVision",
    "Remembered",
    "WalkedRoute",
    "all_bits",
    "bits_of_field",
    "bits_of_tiles",
    "check_field",
    "check_walk",
    "check_who",
    "cover_of",
    "cut",
    "edge_out",
    "edges_out",
    "games_on",
    "ground_runs",
    "health_shown",
    "height_out",
    "heights_out",
    "is_explainable",
    "is_quick",
    "iso_time",
    "knows_cover",
    "leaves_open",
    "lines_of_fields",
    "notes_on",
    "pack_info",
    "pack_kind",
    "pair_cache_of",
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
    "verdict_of",
    "wall_out",
    "whole_figure",
    "whole_turns",
    "wire_rule",
    "with_labels",
    "words_with_labels",
]
