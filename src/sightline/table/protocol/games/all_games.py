"""The messages of the games. Each game has a module here, found by its name in `games.GAMES`."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from operator import or_
from typing import TYPE_CHECKING

from sightline.games import GAMES, module_of
from sightline.table.protocol.games.contract import GameMessages

GAME_MESSAGES: dict[str, GameMessages] = {
    name: import_module(f"sightline.table.protocol.games.{module_of(name)}").MESSAGES
    for name in GAMES
}

if TYPE_CHECKING:
    from msgspec import Struct as GameChoices
    from msgspec import Struct as GameScreen
    from msgspec import Struct as GameSetup
else:  # msgspec distinguishes the types by their tags
    GameSetup = reduce(or_, (each.setup for each in GAME_MESSAGES.values()))
    GameChoices = reduce(or_, (each.choices for each in GAME_MESSAGES.values()))
    GameScreen = reduce(or_, (each.view for each in GAME_MESSAGES.values()))

__all__ = ["GAME_MESSAGES", "GameChoices", "GameMessages", "GameScreen", "GameSetup"]
