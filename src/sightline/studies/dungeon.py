"""Win rates of One Card Dungeon, by player, class and level.

A cell of the study is a player, a class and a level: 1 to 12 for a single level with a typical
adventurer, or 0 for the whole dungeon from level 1. Game number n of a cell has the seed
`first_seed + n`, so each game can be replayed (`play_cell`). The random player's games use the
compiled game if it is installed, with the same results, a hundred times as fast.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sightline.engine import native
from sightline.engine.many.slices import Progress
from sightline.errors import InvalidValueError
from sightline.games.common.dice import MAX_SEED
from sightline.games.one_card_dungeon import (
    Game,
    HeroClass,
    Phase,
    SeededDice,
    Skills,
    State,
    apply,
    new_game,
    replay,
    shipped_levels,
)
from sightline.games.one_card_dungeon.batch import MOST_TURNS, described_levels
from sightline.games.one_card_dungeon.measure import TYPICAL_HEALTH, typical_skills
from sightline.games.one_card_dungeon.players.player import AutoPlayer
from sightline.games.one_card_dungeon.players.simple_players import (
    GreedyPlayer,
    Player,
    RandomPlayer,
)
from sightline.games.one_card_dungeon.rules import as_hero_class
from sightline.games.one_card_dungeon.state import Action
from sightline.model.names import not_one_of
from sightline.model.numbers import whole
from sightline.studies.intervals import wilson

PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "greedy": lambda seed: GreedyPlayer(),
    "planning": lambda seed: AutoPlayer(),
}
"""Functions that create a player, by name. Each takes the seed of the game."""
CHUNKS = {"random": 2_000, "greedy": 100, "planning": 4}
"""Games per piece of work by player: about a second."""
DOWN = 0
"""The level number of the whole dungeon."""
MOST_ACTIONS = 1_000_000


class StudyCell(NamedTuple):
    """A player, a class and a level; 0 is the whole dungeon."""

    player: str
    hero_class: str
    level: int

    def start(self) -> State:
        """Return the initial state of each game."""
        if self.level == DOWN:
            return new_game(hero_class=self.hero_class)
        return new_game(
            hero_class=self.hero_class,
            first=self.level,
            skills=typical_skills(self.level),
            health=TYPICAL_HEALTH,
        )


@dataclass
class Tally:
    """The results of all games of a cell, added up."""

    games: int = 0
    won: int = 0
    """The number of games won. A single level counts as won if it was cleared."""
    lost: int = 0
    levels: int = 0
    """The number of levels cleared, added up over all games."""

    @property
    def rate(self) -> float:
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the rate."""
        return wilson(self.won, self.games)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.games += other.games
        self.won += other.won
        self.lost += other.lost
        self.levels += other.levels


@dataclass
class DungeonStudy:
    """The results of a study, by cell."""

    asked: int
    """How many games were requested."""
    first_seed: int
    cells: dict[StudyCell, Tally] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.cells.values())

    @property
    def complete(self) -> bool:
        """Whether all games were played."""
        return self.games >= self.asked

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "study": "one-card-dungeon",
            "asked": self.asked,
            "games": self.games,
            "first_seed": self.first_seed,
            "cells": [
                {
                    **cell._asdict(),
                    "games": tally.games,
                    "won": tally.won,
                    "lost": tally.lost,
                    "levels": tally.levels,
                    "rate": tally.rate,
                    "interval": list(tally.interval),
                }
                for cell, tally in self.cells.items()
            ],
        }

    def json(self) -> str:
        """Return the study as JSON text."""
        return json.dumps(self.to_dict(), indent=1) + "\n"

    def markdown(self) -> str:
        """Return a report with one table per player."""
        from sightline.studies.dungeon_report import markdown

        return markdown(self)

    def svg(self, theme: str = "light") -> str:
        """Return the win rates as a picture: one panel per player, one line per class."""
        from sightline.studies.dungeon_report import chart

        return chart(self, theme)

    def page(self) -> str:
        """Return the report with its picture as one HTML page, for light and dark screens."""
        from sightline.studies.dungeon_report import PICTURE
        from sightline.studies.page import report_page

        return report_page(
            self.markdown(), {PICTURE: self.svg("light")}, {PICTURE: self.svg("dark")}
        )


# --- one game


def play_cell(cell: StudyCell, seed: int) -> Game:
    """Replay the game of a cell with this seed, with its log."""
    start, log = cell.start(), list[Action]()
    _played(cell, seed, start, log)
    return replay(start, seed, log)


def _played(cell: StudyCell, seed: int, start: State, log: list[Action] | None = None) -> State:
    state, dice, player = start, SeededDice(seed), PLAYERS[cell.player](seed)
    while not state.is_over and state.turn <= MOST_TURNS:
        if cell.level != DOWN and state.phase is Phase.LEVEL_UP:
            break
        action = player.choose(state)
        if log is not None:
            log.append(action)
        state = apply(state, action, dice)
    return state


# --- many games


class StudyPiece(NamedTuple):
    """A range of games of one cell, as a unit of work."""

    cell: StudyCell
    first_seed: int
    games: int


class GameEnd(NamedTuple):
    """The result of one game, in numbers that can be summed."""

    won: int
    lost: int
    levels: int


def play_piece(piece: StudyPiece) -> tuple[StudyCell, Tally]:
    """Play all games of a piece and count the results."""
    return piece.cell, Tally(piece.games, *map(sum, zip(*play_games(piece), strict=True)))


def play_games(piece: StudyPiece) -> list[GameEnd]:
    """Play all games of a piece and return the result of each."""
    cell, first_seed, games = piece
    if cell.player == "random" and native.dungeon() is not None:
        return _play_compiled(piece)
    found, start = [], cell.start()
    for seed in range(first_seed, first_seed + games):
        end = _played(cell, seed, start)
        cleared = end.phase is Phase.WON or (cell.level != DOWN and end.phase is Phase.LEVEL_UP)
        passed = end.number + (end.phase is Phase.WON) if cell.level == DOWN else int(cleared)
        found.append(GameEnd(int(cleared), int(end.phase is Phase.LOST), passed))
    return found


def _play_compiled(piece: StudyPiece) -> list[GameEnd]:
    import numpy as np

    kernel, start = native.dungeon(), piece.cell.start()
    # A single level is a dungeon of one level: clearing it wins.
    levels = shipped_levels() if piece.cell.level == DOWN else (start.level,)
    games = kernel.Games(kernel.Levels(described_levels(levels)), 1, MOST_TURNS, 0.0)
    skills: Skills = start.skills
    numbers = (skills.speed, skills.attack, skills.defence, skills.range)
    games.reset(0, 0, list(HeroClass).index(start.hero_class), 0, start.health, numbers)
    seeds = np.arange(piece.first_seed, piece.first_seed + piece.games, dtype=np.uint64)
    ends = np.zeros((piece.games, 4), np.int64)
    games.play_random(seeds, MOST_ACTIONS, ends)
    won, lost = ends[:, 0] == 6, ends[:, 0] == 7
    found = np.stack((won, lost, ends[:, 1] + won), axis=1)
    return [GameEnd(*each) for each in found.tolist()]


def study_dungeon(
    games: int,
    *,
    players: Iterable[str] = tuple(PLAYERS),
    classes: Iterable[HeroClass | str] = tuple(HeroClass),
    levels: Iterable[int] | None = None,
    own_games: Mapping[str, int] | None = None,
    first_seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
) -> DungeonStudy:
    """Play `games` games, divided evenly among all cells, and count the results.

    `levels` are 1 to 12, and 0 for the whole dungeon; by default all. `own_games` are separate
    numbers of games for slower players. Ctrl+C stops the study and returns the results so far; the
    cells take turns, so they advance evenly.
    """
    study, pieces = planned_study(games, players, classes, levels, first_seed, CHUNKS, own_games)
    if whole(processes, "processes") < 1:
        raise InvalidValueError(f"processes: expected at least 1, got {processes}")
    results = _results(pieces, processes)
    done = 0
    try:
        for cell, tally in results:
            study.cells[cell].add(tally)
            done += tally.games
            if progress is not None:
                progress(done, study.asked)
    except KeyboardInterrupt:
        pass  # keep the results so far
    finally:
        results.close()
    return study


def planned_study(
    games: int,
    players: Iterable[str],
    classes: Iterable[HeroClass | str],
    levels: Iterable[int] | None,
    first_seed: int,
    chunks: Mapping[str, int],
    own_games: Mapping[str, int] | None = None,
) -> tuple[DungeonStudy, list[StudyPiece]]:
    """Return an empty study and its pieces.

    `chunks` is the number of games per piece, by player.
    """
    cells = _cells(players, classes, levels)
    counts = _counts(cells, whole(games, "games"), own_games or {})
    asked = sum(counts.values())
    study = DungeonStudy(asked, whole(first_seed, "first seed"))
    if not 0 <= first_seed <= MAX_SEED - asked:
        raise InvalidValueError(f"first seed: expected 0 to {MAX_SEED - asked}, got {first_seed}")
    study.cells = {cell: Tally() for cell in cells}
    return study, list(_pieces(counts, first_seed, chunks))


def _cells(
    players: Iterable[str], classes: Iterable[HeroClass | str], levels: Iterable[int] | None
) -> list[StudyCell]:
    names = list(dict.fromkeys(players))
    for name in names:
        if name not in PLAYERS:
            raise InvalidValueError(not_one_of("player", list(PLAYERS), name))
    heroes = [as_hero_class(each).value for each in classes]
    count = len(shipped_levels())
    numbers = list(range(count + 1)) if levels is None else list(dict.fromkeys(levels))
    for number in numbers:
        if not 0 <= whole(number, "level") <= count:
            raise InvalidValueError(f"level: expected 0 to {count}, got {number}")
    if not (names and heroes and numbers):
        raise InvalidValueError("expected at least one player, one class and one level")
    return [
        StudyCell(name, hero, number) for name in names for hero in heroes for number in numbers
    ]


def _counts(cells: list[StudyCell], games: int, own: Mapping[str, int]) -> dict[StudyCell, int]:
    """Return the number of games per cell: the player's own number or the common
    total, divided evenly.
    """
    for name in own:
        if all(cell.player != name for cell in cells):
            raise InvalidValueError(f"games of the {name} player: it does not play here")
    found: dict[StudyCell, int] = {}
    shared = [cell for cell in cells if cell.player not in own]
    groups = [("games", games, shared)] if shared else []
    for name, count in own.items():
        what = f"games of the {name} player"
        groups.append((what, whole(count, what), [c for c in cells if c.player == name]))
    for what, count, group in groups:
        if count < len(group):
            raise InvalidValueError(f"{what}: expected at least one for each of {len(group)} cells")
        share, more = divmod(count, len(group))
        found.update({cell: share + (i < more) for i, cell in enumerate(group)})
    return found


def _pieces(
    counts: dict[StudyCell, int], first_seed: int, chunks: Mapping[str, int]
) -> Iterator[StudyPiece]:
    """Yield the pieces, one of each cell in turn."""
    done = dict.fromkeys(counts, 0)
    while done:
        for cell in list(done):
            count = min(chunks[cell.player], counts[cell] - done[cell])
            yield StudyPiece(cell, first_seed + done[cell], count)
            done[cell] += count
            if done[cell] == counts[cell]:
                del done[cell]


def _results(pieces: Sequence[StudyPiece], processes: int) -> Any:
    if processes == 1:
        return (play_piece(piece) for piece in pieces)
    return _results_of_many(pieces, processes)


def _results_of_many(
    pieces: Sequence[StudyPiece], processes: int
) -> Iterator[tuple[StudyCell, Tally]]:
    from multiprocessing import get_context

    # Only the parent handles Ctrl+C; it stops its workers.
    pool = get_context("spawn").Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN))
    try:
        yield from pool.imap_unordered(play_piece, pieces)
    finally:
        pool.terminate()
        pool.join()
