"""Drawn positions for the tests of One Card Dungeon."""

from dataclasses import replace

from sightline.games.one_card_dungeon import Level, Phase, Skills, State, new_game, parse_level

BEAST = "health 2, speed 4, attack 3, defence 2, range 2"


def level(rows: str, **stats: str) -> Level:
    """Return a level from rows separated by spaces. Monsters without given stats get `BEAST`."""
    lines = rows.split()
    letters = sorted({sign for line in lines for sign in line if sign.isalpha()})
    kinds = [
        f"monster {letter}: {NAMES.get(letter, 'beast')}, {stats.get(letter, BEAST)}"
        for letter in letters
    ]
    return parse_level("\n".join(["title: drawn", "map:", *lines, "", *kinds]))


NAMES = {"S": "spider", "G": "ghost", "W": "wolf", "A": "archer", "B": "bear"}


def drawn(rows: str, points: Skills | None = None, hero_class: str = "paladin",
          **stats: str) -> State:  # fmt: skip
    """Return the adventurer's phase on that map, with these points."""
    state = new_game([level(rows, **stats)], hero_class)
    return replace(
        state, phase=Phase.ADVENTURER, points=points or Skills(6, 6, 3, 2), energy=(1, 2, 3)
    )
