"""Plan changes to the game on the table: start, play, undo, seats, end.

The table's undo does not cover these; each game has its own rules for undo.
"""

from __future__ import annotations

from msgspec.structs import replace

from sightline.errors import SightlineError
from sightline.table.actions.planning import plan_for
from sightline.table.games.contract import TableGame
from sightline.table.games.current_game import (
    game_called,
    keep_game,
    laid_out_for,
    load_game,
    seats_in,
    seats_of,
)
from sightline.table.protocol.game_moves import (
    EndGame,
    LayOutGame,
    Play,
    SetSeat,
    StartGame,
    TakeBackMove,
)
from sightline.table.state.keys import GAME
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import (
    MASTER,
    THE_MASTER,
    Actor,
    GameRecord,
    Refusal,
    new_id,
    plain,
)
from sightline.table.state.world import World
from sightline.texts import as_text, say, word


@plan_for(StartGame)
def plan_start_game(world: World, action: StartGame) -> ActionPlan:
    old = world.game
    if old is not None and _is_going_on(old):
        raise Refusal("gameRunning")
    kind = game_called(str(action.setup.__struct_config__.tag))
    same_kind = old is not None and old.game == kind.name
    laid_out = laid_out_for(old) if old is not None and same_kind else ""
    try:
        game = kind.begin(kind.setup_with(action.setup, laid_out))
    except SightlineError as error:
        raise Refusal("said", text=_sentence(error)) from error
    seats = old.seats if old is not None and same_kind else {}
    record = GameRecord(new_id("g"), kind.name, game.save(), seats)
    keep_game(record, game)
    return _kept(
        world, record, say("started a game of {game}", game=word(kind.title)), made=record.id
    )


def plan_lay_out_game(world: World, name: str, laid_out: str = "") -> ActionPlan:
    """Put the game on the table, ready to start. A game of the same name that is already there
    continues.

    `laid_out` is what the game starts with, such as the text of a quest.
    """
    kind = game_called(name)
    old = world.game
    if old is not None and old.game == kind.name and laid_out in ("", laid_out_for(old)):
        return ActionPlan((), "")
    if old is not None and _is_going_on(old):
        raise Refusal("gameGoesOn", game=game_called(old.game).title)
    record = GameRecord(new_id("g"), kind.name, laid_out=laid_out)
    return _kept(world, record, say("prepared a game of {game}", game=word(kind.title)))


@plan_for(LayOutGame)
def _plan_lay_out_game(world: World, action: LayOutGame) -> ActionPlan:
    return plan_lay_out_game(world, action.game)


@plan_for(Play)
def plan_play(world: World, actor: Actor, action: Play) -> ActionPlan:
    record, game = _in_hand(world, actor, action.number)
    mine = seats_of(record, actor.id)
    # In seat order: a user with several seats is shown with the first.
    moving = mine & game.to_move or game.to_move
    seat = next((seat for seat in game.seats_here() if seat in moving), "")
    try:
        # The game master may act for absent players.
        if actor.id != MASTER and (why := game.not_for(mine, action.move)):
            raise Refusal("said", text=why)
        after, words = game.play(seat, action.move)
    except SightlineError as error:
        raise Refusal("said", text=_sentence(error)) from error
    return _moved(world, record, after, "" if game.has_secrets else words or action.move)


@plan_for(TakeBackMove)
def plan_take_back_move(world: World, actor: Actor, action: TakeBackMove) -> ActionPlan:
    record, game = _in_hand(world, actor, action.number, also_over=True)
    if actor.id != MASTER and game.to_move and not game.to_move & seats_of(record, actor.id):
        raise Refusal("notYourTurn")
    try:
        after = game.take_back()
    except SightlineError as error:
        raise Refusal("said", text=_sentence(error)) from error
    return _moved(world, record, after, "" if game.has_secrets else say("undid a move"))


@plan_for(SetSeat)
def plan_seat(world: World, action: SetSeat) -> ActionPlan:
    record = world.game
    if record is None:
        raise Refusal("noGame")
    if action.seat not in seats_in(record):
        raise Refusal("noSuchSeat")
    seats = {seat: player for seat, player in record.seats.items() if seat != action.seat}
    who = word(THE_MASTER.name)
    if action.player is not None:
        player = world.players.get(action.player)
        if player is None or player.waiting:
            raise Refusal("noSuchPlayer")
        seats[action.seat], who = player.id, player.name
    return _kept(
        world,
        replace(record, seats=seats),
        say("gave the seat {seat} to {who}", seat=word(action.seat), who=who),
    )


@plan_for(EndGame)
def plan_end_game(world: World, action: EndGame) -> ActionPlan:
    record = world.game
    if record is None:
        raise Refusal("noGame")
    title = game_called(record.game).title
    if action.clear:
        entries = changes(world, {GAME: None})
        return ActionPlan(
            entries, say("removed {game} from the table", game=word(title)), undoable=False
        )
    return _kept(
        world, replace(record, ended=True), say("ended the game of {game}", game=word(title))
    )


def _is_going_on(record: GameRecord) -> bool:
    game = load_game(record)
    return game is not None and not game.over and not record.ended


def _in_hand(
    world: World, actor: Actor, number: int, *, also_over: bool = False
) -> tuple[GameRecord, TableGame]:
    """Return the game and its record if this actor may act in it now; otherwise raise a Refusal."""
    record, game = world.game, load_game(world.game)
    if record is None or game is None:
        raise Refusal("noGame")
    seats = seats_of(record, actor.id)
    if actor.id != MASTER and not seats:
        raise Refusal("watching")
    if number != game.number_for(seats):
        raise Refusal("gameMovedOn")
    if record.ended or (game.over and not also_over):
        raise Refusal("gameOver")
    if game.has_secrets and not seats & game.to_move:
        raise Refusal("notYourTurn")
    return record, game


def _moved(world: World, record: GameRecord, game: TableGame, words: str) -> ActionPlan:
    after = replace(record, save=game.save())
    keep_game(after, game)
    return _kept(world, after, words)


def _kept(world: World, record: GameRecord, words: str, made: str = "") -> ActionPlan:
    entries = changes(world, {GAME: plain(record)})
    return ActionPlan(entries, words, undoable=False, made=made)


def _sentence(error: SightlineError) -> str:
    text = as_text(error)
    if text.endswith("."):
        return say("{text:cap}", text=text)
    return say("{text:cap}.", text=text)
