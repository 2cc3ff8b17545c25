"""The interface for the messages of a game."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct


class GameMessages(NamedTuple):
    """The three messages of a game. Each is tagged (`t`) with the name of the game."""

    setup: type[Struct]
    """The message with which a page starts the game."""
    choices: type[Struct]
    """The options that the page shows in a form."""
    view: type[Struct]
    """The game as one seat sees it."""
