"""The interface of a game's messages."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct


class GameMessages(NamedTuple):
    """The three messages of a game. Each is tagged (`t`) with the name of the game."""

    setup: type[Struct]
    """Sent by a page to start it."""
    choices: type[Struct]
    """The options for the form on the page."""
    view: type[Struct]
    """The game as one seat sees it."""
