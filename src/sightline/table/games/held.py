"""The game on the table: read out of its record once, shown to each by the seats they have."""

from __future__ import annotations

from sightline.errors import SightlineError
from sightline.table.games.contract import TableGame
from sightline.table.games.one_card_dungeon import OneCardDungeonTable
from sightline.table.games.quest import QuestTable
from sightline.table.games.skirmish import SkirmishTable
from sightline.table.protocol import (
    AskGame,
    AskReplay,
    GameAnswer,
    GameView,
    ReplayAnswer,
    SeatInfo,
)
from sightline.table.state import MASTER, GameRecord, Refusal, World

GAMES: dict[str, type[TableGame]] = {
    each.name: each for each in (OneCardDungeonTable, SkirmishTable, QuestTable)
}

NO_GAME = "No game is going on at this table."
TELLS_THE_FUTURE = (
    "The save holds how the dice will fall: end the game here, and it is yours to take away."
)
MOST_HELD = 8

_held: dict[tuple[str, str], TableGame] = {}
"""The last games that were read or played, by name and save: playing a log again takes a while."""


def game_called(name: str) -> type[TableGame]:
    if name not in GAMES:
        raise Refusal(f"There is no such game here; there are: {', '.join(GAMES)}.")
    return GAMES[name]


def game_held(record: GameRecord | None) -> TableGame | None:
    """The game of that record; None: there is none, or it has not begun."""
    if record is None or not record.save:
        return None
    kept = _held.get((record.game, record.save))
    if kept is None:
        try:
            kept = game_called(record.game).read(record.save)
        except SightlineError as error:
            raise Refusal(f"The game cannot be read: {error}") from error
        keep_held(record, kept)
    return kept


def keep_held(record: GameRecord, game: TableGame) -> None:
    """Keep at hand what a record holds, for whoever asks next."""
    _held[record.game, record.save] = game
    while len(_held) > MOST_HELD:
        _held.pop(next(iter(_held)), None)


def seats_of(record: GameRecord, actor: str) -> frozenset[str]:
    """The seats on which they sit; the master has those that nobody else has."""
    every = seats_in(record)
    return frozenset(seat for seat in every if record.seats.get(seat, MASTER) == actor)


def seats_in(record: GameRecord) -> tuple[str, ...]:
    """The seats of that game; before it has begun, those that every game of its kind has."""
    game = game_held(record)
    return game_called(record.game).seats if game is None else game.seats_here()


def laid_out_for(record: GameRecord) -> str:
    """What a game of that kind can be begun with, beside its usual choices."""
    game = game_held(record)
    return record.laid_out if game is None else game.laid_out_again()


def game_view(world: World, actor: str) -> GameView:
    """The game as this one gets it."""
    record = world.game
    if record is None:
        return GameView()
    kind = game_called(record.game)
    shown = GameView(record.game, kind.title, record.id)
    game = game_held(record)
    shown.seats = [
        SeatInfo(seat, player, world.players[player].name)
        if (player := record.seats.get(seat, "")) in world.players
        else SeatInfo(seat)
        for seat in seats_in(record)
    ]
    mine = seats_of(record, actor)
    if actor == MASTER and (game is None or game.over or record.ended):
        shown.choices = kind.choices_with(laid_out_for(record))  # type: ignore[assignment]
    if game is None:
        shown.mine = actor == MASTER
        return shown
    shown.number = game.number_for(mine)
    shown.over = game.over or ("ended" if record.ended else "")
    # The master may act for whoever is away, but for those who have secrets.
    stands_in = actor == MASTER and not game.has_secrets
    shown.mine = not shown.over and (stands_in or bool(mine & game.to_move))
    shown.may_undo = shown.mine and game.may_undo
    shown.view = game.view(mine)  # type: ignore[assignment]  # one of the union, by its own tag
    return shown


def answer_about(record: GameRecord | None, question: AskGame, actor: str) -> GameAnswer | Refusal:
    """A question about the game on the table."""
    try:
        game = game_held(record)
        if record is None or game is None:
            return Refusal(NO_GAME)
        if question.what in ("save", "link"):
            if not (game.over or record.ended):
                return Refusal(TELLS_THE_FUTURE)
            if question.what == "link":
                return GameAnswer(game.link())
            name, text = game.file()
            return GameAnswer(text, file=name)
        return game.answer(question, seats_of(record, actor))
    except SightlineError as error:
        return Refusal(_sentence(str(error)))
    except Refusal as refusal:
        return refusal


def replay_answer(question: AskReplay) -> ReplayAnswer | Refusal:
    """A game that was played, at some moment of it."""
    try:
        kind = game_called(question.game)
        key = GameRecord("", question.game, f"replay {question.replay}")
        game = _held.get((key.game, key.save))
        if game is None:
            game = kind.read_replay(question.replay)
            keep_held(key, game)
        at = min(question.at, game.number)
        then = game.after(at)
        view = then.view(frozenset())
        return ReplayAnswer(at, game.number, view)  # type: ignore[arg-type]
    except SightlineError as error:
        return Refusal(_sentence(str(error)))
    except Refusal as refusal:
        return refusal


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
