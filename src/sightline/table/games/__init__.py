"""Games that are played at the table: who holds which, and what their pages get.

The rules live in `sightline.games`; here is a `TableGame` for each, which puts them into messages.
"""

from sightline.table.games.contract import TableGame
from sightline.table.games.held import (
    GAMES,
    answer_about,
    game_called,
    game_held,
    game_view,
    keep_held,
    laid_out_for,
    replay_answer,
    seats_in,
    seats_of,
)

__all__ = [
    "GAMES",
    "TableGame",
    "answer_about",
    "game_called",
    "game_held",
    "game_view",
    "keep_held",
    "laid_out_for",
    "replay_answer",
    "seats_in",
    "seats_of",
]
