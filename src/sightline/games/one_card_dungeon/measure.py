"""The difficulty of each level, measured by the automatic player.

    python -m sightline.games.one_card_dungeon.measure [games a level] [class ...]

The table has results for each level alone, entered by a typical adventurer (two improvements in
three levels, health 5 of 6), and for the whole dungeon from level 1.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from sightline.games.one_card_dungeon.board.level import Level, shipped_levels
from sightline.games.one_card_dungeon.dice import SeededDice
from sightline.games.one_card_dungeon.players.player import SKILL_ORDER, AutoPlayer
from sightline.games.one_card_dungeon.rules import apply, as_hero_class, new_game
from sightline.games.one_card_dungeon.state import HeroClass, Phase, Skills, State

CLASSES = tuple(each for each in HeroClass if each is not HeroClass.ADVENTURER)
"""The classes with a power, which are those in the published table."""
TYPICAL_HEALTH = 5
MAX_TURNS = 200
"""The maximum number of turns in a level. A longer level counts as lost, because the player is
going in circles.
"""


@dataclass
class Measured:
    """The results of the measurement for one level."""

    alone: int = 0
    alone_won: int = 0
    turns: int = 0
    arrived: int = 0
    passed: int = 0


def typical_skills(number: int) -> Skills:
    """Return the skills of a typical adventurer who enters level `number` (from 1): two
    improvements in three levels.
    """
    rises = (number - 1) - (number - 1) // 3
    learned = {"speed": 1, "attack": 1, "defence": 1, "range": 2}
    for skill in SKILL_ORDER[:rises]:
        learned[skill] += 1
    return Skills(**learned)


def play_level(state: State, dice: SeededDice) -> State:
    """Play until the level is cleared or lost, or the turn limit is reached."""
    player, number = AutoPlayer(), state.number
    while (
        not state.is_over
        and state.number == number
        and state.phase is not Phase.LEVEL_UP
        and state.turn <= MAX_TURNS
    ):
        state = apply(state, player.choose(state), dice)
    return state


def measure(
    levels: Sequence[Level], games: int, classes: Sequence[HeroClass] = CLASSES
) -> list[Measured]:
    """Play `games` games per level, and as many whole campaigns, with each class in turn."""
    found = [Measured() for _ in levels]
    for seed in range(games):
        dice = SeededDice(seed)
        hero_class = classes[seed % len(classes)]
        for number, tally in enumerate(found, 1):
            start = new_game(
                levels,
                hero_class,
                first=number,
                skills=typical_skills(number),
                health=TYPICAL_HEALTH,
            )
            end = play_level(start, dice)
            tally.alone += 1
            if end.phase in (Phase.LEVEL_UP, Phase.WON):
                tally.alone_won += 1
                tally.turns += end.turn
        state = new_game(levels, hero_class)
        while True:
            tally = found[state.number]
            tally.arrived += 1
            state = play_level(state, dice)
            tally.passed += state.phase in (Phase.LEVEL_UP, Phase.WON)
            if state.phase is not Phase.LEVEL_UP:
                break
            state = apply(state, AutoPlayer().choose(state), dice)
    return found


def report(levels: Sequence[Level], found: Sequence[Measured]) -> str:
    """Return the results as a table in Markdown."""
    lines = [
        "| level | title | won, by itself | turns | arrived on the way down | of these passed |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for number, (level, tally) in enumerate(zip(levels, found, strict=True), 1):
        lines.append(
            f"| {number} | {level.title} | {_share(tally.alone_won, tally.alone)}"
            f" | {tally.turns / max(1, tally.alone_won):.1f}"
            f" | {_share(tally.arrived, found[0].arrived)}"
            f" | {_share(tally.passed, tally.arrived)} |"
        )
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def main(arguments: Sequence[str]) -> None:
    """Print the table; the arguments are the number of games and the classes."""
    levels = shipped_levels()
    classes = [as_hero_class(word) for word in arguments[1:]] or CLASSES
    print(report(levels, measure(levels, int(arguments[0]) if arguments else 200, classes)))


if __name__ == "__main__":
    main(sys.argv[1:])
