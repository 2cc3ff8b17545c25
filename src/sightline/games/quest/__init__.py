"""Quests: rooms and corridors, doors and gates, and heroes who explore them.

    from sightline.games.quest import HEROES, Master, Venture, acting_side, legal_actions, view

    venture = Venture.begin("the-sealed-crypt", seed=7)      # or read_scenario(text)
    venture = venture.do(legal_actions(venture.state)[0])    # a new value; undo() gives the old
    view(venture.state, HEROES)                              # everything that the party may know
    if acting_side(venture.state) == MASTER:                 # the computer as the game master:
        venture, steps = Master().play(venture)              # each step with its reason

The modules of the game: `scenario` is a quest as data, and `scenario_files` reads it. `state` is
the state of a quest as a value, and `actions` are all actions. `rules` has the legal actions and
their results (`legal_actions`, `why_not`, `apply`, `acting_side`). `events` has what a side learns
of an action (`happened`), and `views` what a side knows (`view`, `known_board`). `record` is a
quest with its log (`Venture`, saves, codes). `players` has the computer (`Master`, `PartyPlayer`)
and the tiles that a figure can reach (`reachable`).

`board` is the underlying board, for tools: `quest` has its actions, `movement` the legal steps,
`vision` what heroes see, `reading` the text format. See docs/quest-boards.md. Run `python -m
sightline.games.quest` for a short scene.
"""

from sightline.games.quest.actions import (
    DOORS,
    TREASURE,
    ForceDoor,
    GiveUp,
    NextTurn,
    OpenDoor,
    QuestAction,
    RollMoves,
    RuleOn,
    Search,
    ShowRoom,
    StepTo,
    Strike,
    action_data,
    action_of,
    moves_of,
    moves_text,
)
from sightline.games.quest.board.events import (
    Appeared,
    CallNeeded,
    DoorChanged,
    Event,
    FigureLost,
    FigureSeen,
    Moved,
    NothingFound,
    Removed,
    RulingMade,
    TilesRevealed,
)
from sightline.games.quest.board.quest import Quest
from sightline.games.quest.board.reading import (
    TUTORIAL,
    parse_quest,
    read_quest,
    shipped_quest,
    shipped_quests,
)
from sightline.games.quest.board.vision import View
from sightline.games.quest.events import VentureEvent, happened
from sightline.games.quest.players.master import Counsel, Master, ProgramStep, reason_for_party
from sightline.games.quest.players.party import PartyPlayer
from sightline.games.quest.players.ways import reachable
from sightline.games.quest.record import (
    Venture,
    load_file,
    load_text,
    replay,
    replay_code,
    save_file,
    save_text,
    venture_of_code,
)
from sightline.games.quest.rules import acting_side, apply, legal_actions, new_state, why_not
from sightline.games.quest.scenario import (
    FigureNumbers,
    QuestGoal,
    Scenario,
    ScenarioFigure,
)
from sightline.games.quest.scenario_files import load_scenario, read_scenario, shipped_scenario
from sightline.games.quest.state import HEROES, MASTER, NOBODY, NOWHERE, LineRuling, QuestState
from sightline.games.quest.views import (
    DoorView,
    QuestFigure,
    QuestView,
    believed,
    known_board,
    view,
)

__all__ = [
    "DOORS",
    "HEROES",
    "MASTER",
    "NOBODY",
    "NOWHERE",
    "TREASURE",
    "TUTORIAL",
    "Appeared",
    "CallNeeded",
    "Counsel",
    "DoorChanged",
    "DoorView",
    "Event",
    "FigureLost",
    "FigureNumbers",
    "FigureSeen",
    "ForceDoor",
    "GiveUp",
    "LineRuling",
    "Master",
    "Moved",
    "NextTurn",
    "NothingFound",
    "OpenDoor",
    "PartyPlayer",
    "ProgramStep",
    "Quest",
    "QuestAction",
    "QuestFigure",
    "QuestGoal",
    "QuestState",
    "QuestView",
    "Removed",
    "RollMoves",
    "RuleOn",
    "RulingMade",
    "Scenario",
    "ScenarioFigure",
    "Search",
    "ShowRoom",
    "StepTo",
    "Strike",
    "TilesRevealed",
    "Venture",
    "VentureEvent",
    "View",
    "acting_side",
    "action_data",
    "action_of",
    "apply",
    "believed",
    "happened",
    "known_board",
    "legal_actions",
    "load_file",
    "load_scenario",
    "load_text",
    "moves_of",
    "moves_text",
    "new_state",
    "parse_quest",
    "reachable",
    "read_quest",
    "read_scenario",
    "reason_for_party",
    "replay",
    "replay_code",
    "save_file",
    "save_text",
    "shipped_quest",
    "shipped_quests",
    "shipped_scenario",
    "venture_of_code",
    "view",
    "why_not",
]
