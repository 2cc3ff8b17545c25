"""The playable games. Each has a package of rules here; `common` has what they share.

A game is registered by its name in `GAMES`. The table finds the rest by that name, as
docs/add-a-game.md shows.
"""

GAMES = ("one-card-dungeon", "quest", "skirmish")
"""Names for `sightline table --game`, saves and replay links."""


def module_of(name: str) -> str:
    """Return the name of a game's modules: `one_card_dungeon` for `one-card-dungeon`."""
    return name.replace("-", "_")
