"""Plans what is done to the game on the table: begin, play, take back, seats, end.

None of it is undone by the table's undo: what a game lets one take back, its own rules say.
"""

from __future__ import annotations

from msgspec.structs import replace

from sightline.errors import SightlineError
from sightline.table.games import (
    TableGame,
    game_called,
    game_held,
    keep_held,
    laid_out_for,
    seats_in,
    seats_of,
)
from sightline.table.protocol import EndGame, Play, QuestSetup, SetSeat, StartGame, TakeBackMove
from sightline.table.state import (
    GAME,
    MASTER,
    ActionPlan,
    Actor,
    GameRecord,
    Refusal,
    World,
    changes,
    new_id,
    plain,
)

NO_GAME = "No game is going on at this table."
GOES_ON = "A game is going on: end it before you begin another."
IS_OVER = "The game is over."
NOT_YOUR_SEAT = "You watch this game: who plays it, the master says."
NOT_YOUR_TURN = "It is not your turn."
MEANWHILE = "The game went on meanwhile: look again."


def plan_start_game(world: World, action: StartGame) -> ActionPlan:
    old = world.game
    if old is not None and _is_going_on(old):
        raise Refusal(GOES_ON)
    kind = game_called(str(action.setup.__struct_config__.tag))
    setup = action.setup
    if isinstance(setup, QuestSetup) and setup.laid_out:
        of_the_kind = old is not None and old.game == kind.name
        setup = replace(setup, text=laid_out_for(old) if old and of_the_kind else "")
    try:
        game = kind.begin(setup)
    except SightlineError as error:
        raise Refusal(_sentence(error)) from error
    seats = old.seats if old is not None and old.game == kind.name else {}
    record = GameRecord(new_id("g"), kind.name, game.save(), seats)
    keep_held(record, game)
    return _kept(world, record, f"began a game of {kind.title}", made=record.id)


def plan_lay_out_game(world: World, name: str, laid_out: str = "") -> ActionPlan:
    """The game is on the table, and waits to be begun. One of the same name that
    is on it goes on. `laid_out`: what it is to be begun with."""
    kind = game_called(name)
    old = world.game
    if old is not None and old.game == kind.name and laid_out in ("", laid_out_for(old)):
        return ActionPlan((), "")
    if old is not None and _is_going_on(old):
        raise Refusal(f"A game of {game_called(old.game).title} is going on: end it first.")
    record = GameRecord(new_id("g"), kind.name, laid_out=laid_out)
    return _kept(world, record, f"laid out {kind.title}")


def plan_play(world: World, actor: Actor, action: Play) -> ActionPlan:
    record, game = _in_hand(world, actor, action.number)
    mine = seats_of(record, actor.id)
    # In the order of the seats: of somebody who has several, it is the first that is shown.
    moving = mine & game.to_move or game.to_move
    seat = next((seat for seat in game.seats_here() if seat in moving), "")
    try:
        # The master may act for whoever is away.
        if actor.id != MASTER and (why := game.not_for(mine, action.move)):
            raise Refusal(why)
        after, words = game.play(seat, action.move)
    except SightlineError as error:
        raise Refusal(_sentence(error)) from error
    return _moved(world, record, after, "" if game.has_secrets else words or action.move)


def plan_take_back_move(world: World, actor: Actor, action: TakeBackMove) -> ActionPlan:
    record, game = _in_hand(world, actor, action.number, also_over=True)
    if actor.id != MASTER and game.to_move and not game.to_move & seats_of(record, actor.id):
        raise Refusal(NOT_YOUR_TURN)
    try:
        after = game.take_back()
    except SightlineError as error:
        raise Refusal(_sentence(error)) from error
    return _moved(world, record, after, "" if game.has_secrets else "took a move back")


def plan_seat(world: World, action: SetSeat) -> ActionPlan:
    record = world.game
    if record is None:
        raise Refusal(NO_GAME)
    if action.seat not in seats_in(record):
        raise Refusal("This game has no such seat.")
    seats = {seat: player for seat, player in record.seats.items() if seat != action.seat}
    who = "the master"
    if action.player is not None:
        player = world.players.get(action.player)
        if player is None or player.waiting:
            raise Refusal("There is no such player.")
        seats[action.seat], who = player.id, player.name
    return _kept(world, replace(record, seats=seats), f"gave the {action.seat} to {who}")


def plan_end_game(world: World, action: EndGame) -> ActionPlan:
    record = world.game
    if record is None:
        raise Refusal(NO_GAME)
    title = game_called(record.game).title
    if action.clear:
        entries = changes(world, {GAME: None})
        return ActionPlan(entries, f"cleared {title} from the table", undoable=False)
    return _kept(world, replace(record, ended=True), f"ended the game of {title}")


def _is_going_on(record: GameRecord) -> bool:
    game = game_held(record)
    return game is not None and not game.over and not record.ended


def _in_hand(
    world: World, actor: Actor, number: int, *, also_over: bool = False
) -> tuple[GameRecord, TableGame]:
    """The game, if this one may act in it now."""
    record, game = world.game, game_held(world.game)
    if record is None or game is None:
        raise Refusal(NO_GAME)
    seats = seats_of(record, actor.id)
    if actor.id != MASTER and not seats:
        raise Refusal(NOT_YOUR_SEAT)
    if number != game.number_for(seats):
        raise Refusal(MEANWHILE)
    if record.ended or (game.over and not also_over):
        raise Refusal(IS_OVER)
    if game.has_secrets and not seats & game.to_move:
        raise Refusal(NOT_YOUR_TURN)
    return record, game


def _moved(world: World, record: GameRecord, game: TableGame, words: str) -> ActionPlan:
    after = replace(record, save=game.save())
    keep_held(after, game)
    return _kept(world, after, words)


def _kept(world: World, record: GameRecord, words: str, made: str = "") -> ActionPlan:
    entries = changes(world, {GAME: plain(record)})
    return ActionPlan(entries, words, undoable=False, made=made)


def _sentence(error: SightlineError) -> str:
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
