"""The game on the table: parsed once from its record, and shown to each user according to their
seats.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module

from sightline.errors import SightlineError
from sightline.games import GAMES, module_of
from sightline.table.games.contract import MOST_REPLAYED, TableGame
from sightline.table.protocol.game_moves import MAX_REPLAY, AskGame, AskReplay
from sightline.table.protocol.game_views import GameAnswer, ReplayAnswer, SeatInfo
from sightline.table.protocol.server import GameView
from sightline.table.state.records import MASTER, GameRecord, Refusal
from sightline.table.state.world import World
from sightline.texts import as_text, say

MOST_KEPT = 8

_kept: dict[tuple[str, str], TableGame] = {}
"""A cache of recent games, by name and save. Replaying a log takes a while."""


def game_called(name: str) -> type[TableGame]:
    if name not in GAMES:
        raise Refusal("noSuchGame", games=", ".join(GAMES))
    return _loaded(name)


@cache
def _loaded(name: str) -> type[TableGame]:
    """Return the class of a game, from the module of this package with its name."""
    found: type[TableGame] = import_module(f"sightline.table.games.{module_of(name)}").GAME
    return found


def load_game(record: GameRecord | None) -> TableGame | None:
    """Return the game of that record, or None if there is none or it has not started."""
    if record is None or not record.save:
        return None
    kept = _kept.get((record.game, record.save))
    if kept is None:
        try:
            kept = game_called(record.game).read(record.save)
        except SightlineError as error:
            raise Refusal("gameUnreadable", error=as_text(error)) from error
        keep_game(record, kept)
    return kept


def keep_game(record: GameRecord, game: TableGame) -> None:
    """Cache the game of a record."""
    _kept[record.game, record.save] = game
    while len(_kept) > MOST_KEPT:
        _kept.pop(next(iter(_kept)), None)


def seats_of(record: GameRecord, actor: str) -> frozenset[str]:
    """Return a user's seats. Unassigned seats belong to the game master."""
    every = seats_in(record)
    return frozenset(seat for seat in every if record.seats.get(seat, MASTER) == actor)


def seats_in(record: GameRecord) -> tuple[str, ...]:
    """Return the seats of that game. Before it starts, they are those of every game of its kind."""
    game = load_game(record)
    return game_called(record.game).seats if game is None else game.seats_here()


def laid_out_for(record: GameRecord) -> str:
    """Return the prepared content that a game of that kind can start with."""
    game = load_game(record)
    return record.laid_out if game is None else game.laid_out_again()


def game_view(world: World, actor: str) -> GameView:
    """Return the game as this user sees it."""
    record = world.game
    if record is None:
        return GameView()
    kind = game_called(record.game)
    shown = GameView(record.game, kind.title, record.id)
    game = load_game(record)
    shown.seats = [
        SeatInfo(seat, player, world.players[player].name)
        if (player := record.seats.get(seat, "")) in world.players
        else SeatInfo(seat)
        for seat in seats_in(record)
    ]
    mine = seats_of(record, actor)
    if actor == MASTER and (game is None or game.over or record.ended):
        shown.choices = kind.choices_with(laid_out_for(record))
    if game is None:
        shown.mine = actor == MASTER
        return shown
    shown.number = game.number_for(mine)
    shown.over = game.over or ("ended" if record.ended else "")
    # The game master may act for absent players, unless seats have secrets.
    stands_in = actor == MASTER and not game.has_secrets
    shown.mine = not shown.over and (stands_in or bool(mine & game.to_move))
    shown.may_undo = shown.mine and game.may_undo
    shown.view = game.view(mine)
    return shown


def answer_about(record: GameRecord | None, question: AskGame, actor: str) -> GameAnswer | Refusal:
    """Answer a query about the game on the table."""
    try:
        game = load_game(record)
        if record is None or game is None:
            return Refusal("noGame")
        if question.what in ("save", "link"):
            if not (game.over or record.ended):
                return Refusal("saveHasDice")
            if question.what == "link":
                link = game.link()
                if len(link) > MAX_REPLAY or game.number > MOST_REPLAYED:
                    return Refusal("linkTooLong")
                return GameAnswer(link)
            name, text = game.file()
            return GameAnswer(text, file=name)
        return game.answer(question, seats_of(record, actor))
    except SightlineError as error:
        return Refusal("said", text=_sentence(as_text(error)))
    except Refusal as refusal:
        return refusal


def replay_answer(question: AskReplay) -> ReplayAnswer | Refusal:
    """Return a past game after a number of actions, using only its link."""
    try:
        game = _replayed(question.game, question.replay)
        at = min(question.at, game.number)
        then = game.after(at)
        view = then.view(frozenset())
        return ReplayAnswer(at, game.number, view)
    except SightlineError as error:
        return Refusal("said", text=_sentence(as_text(error)))
    except Refusal as refusal:
        return refusal


@lru_cache(maxsize=4)
def _replayed(name: str, link: str) -> TableGame:
    """Return the game in a link. This cache is separate from `_kept`, so that replays do not evict
    the game on the table.
    """
    return game_called(name).read_replay(link)


def _sentence(text: str) -> str:
    if text.endswith("."):
        return say("{text:cap}", text=text)
    return say("{text:cap}.", text=text)
