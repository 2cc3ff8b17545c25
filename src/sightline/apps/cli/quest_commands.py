"""The command `quest`: a quest in the terminal, played or watched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from sightline.apps.cli.screen import say
from sightline.apps.cli.skirmish_commands import Seed, ask_line, seed_of
from sightline.apps.cli.words import Argument, Option

if TYPE_CHECKING:
    from sightline.games.quest import Scenario

QuestWord = Annotated[
    str | None, Argument("QUEST", "the-rat-cellar, the-sealed-crypt, the-toll-bridge, or a file.")
]
WatchQuest = Annotated[bool, Option("--watch", "The program plays both sides, and says why.")]
AsMaster = Annotated[bool, Option("--master", "A person is the master, too, at the same screen.")]
SavedQuest = Annotated[str | None, Option("--saved", "Go on with this saved quest.", "FILE")]


def quest(
    file: QuestWord = None,
    watch: WatchQuest = False,
    master: AsMaster = False,
    seed: Seed = None,
    saved: SavedQuest = None,
) -> int:
    """Play a quest in the terminal; without a word, watch a short scene from one.

    Examples:
      sightline quest
      sightline quest the-rat-cellar --seed 7
      sightline quest my-quest.txt --master
      sightline quest the-toll-bridge --watch
      sightline quest --saved evening.json
    """
    if file is None and saved is None:
        from sightline.games.quest.__main__ import main

        main()
        return 0
    from sightline.apps.quest.quest_screen import QuestTerminal
    from sightline.games.quest import HEROES, MASTER, Venture, load_file

    if saved is not None:
        venture = load_file(saved)
    else:
        assert file is not None
        venture = Venture.begin(_scenario(file), seed_of(seed))
    people = (HEROES, MASTER) if master else (HEROES,)
    QuestTerminal(venture, () if watch else people, say, ask_line).play()
    return 0


def _scenario(word: str) -> Scenario:
    """A shipped quest by its name, or one from a file."""
    from sightline.games.quest import load_scenario, shipped_quests, shipped_scenario

    if word in shipped_quests() or not (Path(word).suffix or Path(word).exists()):
        return shipped_scenario(word)
    return load_scenario(word)
