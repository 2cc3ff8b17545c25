"""Play a quest in the terminal.

Without a QUEST, shows a short scene.

Examples:
  sightline quest
  sightline quest the-rat-cellar --seed 7
  sightline quest my-quest.txt --master
  sightline quest the-toll-bridge --watch
  sightline quest --saved evening.json
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from sightline.apps.cli.commands.play.terminal_game import add_seed, ask_line, random_seed
from sightline.apps.cli.output.screen import say
from sightline.apps.cli.parser import Parser
from sightline.apps.quest.quest_screen import QuestTerminal
from sightline.games.quest import (
    HEROES,
    MASTER,
    Scenario,
    Venture,
    load_file,
    load_scenario,
    shipped_quests,
    shipped_scenario,
)


def add_arguments(parser: Parser) -> None:
    parser.places.add_argument(
        "quest",
        metavar="QUEST",
        nargs="?",
        help="the-rat-cellar, the-sealed-crypt, the-toll-bridge, or a file.",
    )
    parser.completers["quest"] = lambda _: shipped_quests()
    add = parser.common.add_argument
    add("--watch", action="store_true", help="The computer plays both sides, and says why.")
    add("--master", action="store_true", help="A person plays the game master too.")
    add_seed(parser)
    add("--saved", metavar="FILE", help="Continue this saved quest.")


def run(args: Namespace) -> int:
    if args.quest is None and args.saved is None:
        from sightline.games.quest.__main__ import main

        main()
        return 0
    if args.saved is not None:
        venture = load_file(args.saved)
    else:
        seed = random_seed() if args.seed is None else args.seed
        venture = Venture.begin(_scenario(args.quest), seed)
    people = (HEROES, MASTER) if args.master else (HEROES,)
    QuestTerminal(venture, () if args.watch else people, say, ask_line).play()
    return 0


def _scenario(word: str) -> Scenario:
    """Return a built-in quest by its name, or one from a file."""
    if word in shipped_quests() or not (Path(word).suffix or Path(word).exists()):
        return shipped_scenario(word)
    return load_scenario(word)
