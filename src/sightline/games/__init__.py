"""The playable games: each has a package of rules. `common` has the code that they share.

Games are registered by name in `GAMES`. The table finds a game's other modules by that name; see
docs/add-a-game.md.
"""

GAMES = ("one-card-dungeon", "quest", "skirmish")
"""The names of the games in `sightline table --game`, saves and replay links."""


def module_of(name: str) -> str:
    """Return the module name of a game: `one_card_dungeon` for `one-card-dungeon`."""
    return name.replace("-", "_")
