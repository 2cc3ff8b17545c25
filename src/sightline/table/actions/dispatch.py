"""Plans an action for whoever asks for it, or refuses it. Every right is checked here.

    plan(world, actor, action, looking, knowledge, history) -> Plan

Nothing is changed by planning. The plan's entries say what was there before, so a plan that has
grown old is refused when it is applied.
"""

from __future__ import annotations

from types import MappingProxyType

import msgspec

from sightline.table.actions.areas import plan_measure, plan_put_area, plan_remove_area
from sightline.table.actions.dice import plan_roll, plan_tell_roll
from sightline.table.actions.figures import (
    plan_bring,
    plan_duplicate,
    plan_edit,
    plan_move,
    plan_place,
    plan_remove,
)
from sightline.table.actions.fog import (
    fog_undone,
    plan_cover,
    plan_forget,
    plan_reveal,
    plan_show_tiles,
    plan_sight,
)
from sightline.table.actions.games import (
    plan_end_game,
    plan_lay_out_game,
    plan_play,
    plan_seat,
    plan_start_game,
    plan_take_back_move,
)
from sightline.table.actions.lights import (
    plan_darkness,
    plan_edit_lamp,
    plan_place_lamp,
    plan_remove_lamp,
)
from sightline.table.actions.maps import (
    map_called,
    plan_delete,
    plan_new_map,
    plan_rename,
    plan_rule,
    plan_show,
)
from sightline.table.actions.marks import plan_mark, plan_note, plan_own_mark
from sightline.table.actions.pictures import (
    Brought,
    plan_face,
    plan_lay_picture,
    plan_own_face,
    plan_set_picture,
)
from sightline.table.actions.player_turn import (
    NO_SUCH_FIGURE,
    KnownMap,
    plan_own_door,
    plan_own_move,
    plan_own_redo,
    plan_own_undo,
)
from sightline.table.actions.players import plan_admit, plan_dismiss, plan_link, plan_options
from sightline.table.actions.terrain import (
    plan_add_wall,
    plan_door,
    plan_edges,
    plan_erase,
    plan_height,
    plan_paint,
    plan_remove_wall,
    plan_terrain,
)
from sightline.table.actions.turns import (
    plan_add_turns,
    plan_edit_turn,
    plan_end_turn,
    plan_own_end_turn,
    plan_remove_turn,
    plan_set_turns,
)
from sightline.table.protocol import (
    AddTurns,
    AddWall,
    Admit,
    BringFigure,
    CoverTiles,
    Decide,
    DeleteMap,
    Dismiss,
    DuplicateFigure,
    EditFigure,
    EditLamp,
    EditTurn,
    EndGame,
    Erase,
    FinishTurn,
    Forget,
    LayOutGame,
    LayPicture,
    MarkFigure,
    MasterAction,
    Move,
    NewLink,
    NewMap,
    Paint,
    PlaceFigure,
    PlaceLamp,
    Play,
    PlayerAction,
    PutArea,
    Redo,
    RemoveArea,
    RemoveFigure,
    RemoveLamp,
    RemoveTurn,
    RemoveWall,
    RenameMap,
    Reveal,
    RollDice,
    SetDarkness,
    SetDoor,
    SetEdges,
    SetFace,
    SetHeight,
    SetMeasure,
    SetNote,
    SetOptions,
    SetPicture,
    SetRule,
    SetSeat,
    SetSight,
    SetTerrain,
    SetTurns,
    ShowMap,
    ShowTiles,
    StartGame,
    TakeBack,
    TakeBackMove,
    TellRoll,
    Undo,
)
from sightline.table.state import (
    MASTER,
    THE_MASTER,
    ActionPlan,
    Actor,
    History,
    Refusal,
    World,
    redoing,
    undoing,
)

NONE_BROUGHT: Brought = MappingProxyType({})
MASTERS_ONLY = "Only the master can do that."

__all__ = ["ActionPlan", "KnownMap", "Refusal", "plan"]


def plan(
    world: World,
    actor: Actor,
    action: MasterAction,
    looking: str,
    knowledge: KnownMap | None = None,
    history: History | None = None,
    brought: Brought = NONE_BROUGHT,
) -> ActionPlan:
    """What the action comes to, if this actor may do it.

    `looking`: the map on the master's page. Players act on the map that is shown to them, and
    `knowledge` is what they know of it. `history`: needed to undo and redo. `brought`: the pictures
    that this actor sent.
    """
    if actor.role == "master":
        return _for_master(world, action, looking, history or History(), brought)
    return _for_player(world, actor, action, knowledge, history or History(), brought)


def _for_player(
    world: World,
    actor: Actor,
    action: MasterAction,
    known: KnownMap | None,
    history: History,
    brought: Brought,
) -> ActionPlan:
    player = world.players.get(actor.id)
    if player is None or player.waiting:
        raise Refusal("The master has not let you in.")
    if isinstance(action, Undo) and action.forget:
        raise Refusal(MASTERS_ONLY)
    if isinstance(action, RollDice):
        return plan_roll(world, actor, action)
    if isinstance(action, TellRoll):
        return plan_tell_roll(world, actor, action)
    if isinstance(action, Play):
        return plan_play(world, actor, action)
    if isinstance(action, TakeBackMove):
        return plan_take_back_move(world, actor, action)
    if not isinstance(action, PlayerAction):
        raise Refusal(MASTERS_ONLY)
    shown = world.table.shown
    if shown is None or known is None:
        raise Refusal("The master shows no map.")
    scene = world.scenes[shown]
    match action:
        case Move():
            return plan_own_move(world, actor, scene, known, action)
        case SetDoor():
            return plan_own_door(world, actor, scene, known, action)
        case PutArea():
            return plan_put_area(world, actor, scene, action, known)
        case RemoveArea():
            return plan_remove_area(world, actor, scene, action)
        case Undo():
            return plan_own_undo(world, actor, scene, history)
        case Redo():
            return plan_own_redo(world, actor, scene, known, history)
        case MarkFigure():
            return plan_own_mark(world, actor, scene, action, NO_SUCH_FIGURE)
        case FinishTurn():
            return plan_own_end_turn(world, actor, scene, action)
        case SetFace():
            return plan_own_face(world, actor, scene, action, brought, NO_SUCH_FIGURE)


def _for_master(
    world: World, action: MasterAction, looking: str, history: History, brought: Brought
) -> ActionPlan:
    match action:
        case Undo():
            return _undo(world, history, forget=action.forget)
        case Redo():
            return _redo(world, history)
        case Move():
            return plan_move(world, action)
        case EditFigure():
            return plan_edit(world, action)
        case DuplicateFigure():
            return plan_duplicate(world, action)
        case RemoveFigure():
            return plan_remove(world, action)
        case MarkFigure():
            return plan_mark(world, action)
        case SetFace():
            return plan_face(world, action, brought)
        case LayPicture():
            return plan_lay_picture(world, map_called(world, looking), action, brought)
        case RollDice():
            return plan_roll(world, THE_MASTER, action)
        case TellRoll():
            return plan_tell_roll(world, THE_MASTER, action)
        case LayOutGame():
            return plan_lay_out_game(world, action.game)
        case StartGame():
            return plan_start_game(world, action)
        case Play():
            return plan_play(world, THE_MASTER, action)
        case TakeBackMove():
            return plan_take_back_move(world, THE_MASTER, action)
        case SetSeat():
            return plan_seat(world, action)
        case EndGame():
            return plan_end_game(world, action)
        case NewMap():
            return plan_new_map(world, action)
        case RenameMap():
            return plan_rename(world, action)
        case DeleteMap():
            return plan_delete(world, action)
        case ShowMap():
            return plan_show(world, action)
        case SetOptions():
            return plan_options(world, action)
        case Admit():
            return plan_admit(world, action)
        case Dismiss():
            return plan_dismiss(world, action)
        case NewLink():
            return plan_link(world, action)
        case Decide() | TakeBack():
            raise TypeError("rulings are made with `Rulings`, not planned")
        case _:
            return _on_map(world, action, looking)


def _on_map(
    world: World,
    action: Paint
    | SetTerrain
    | SetEdges
    | AddWall
    | RemoveWall
    | Erase
    | SetHeight
    | Reveal
    | Forget
    | CoverTiles
    | ShowTiles
    | SetSight
    | PlaceLamp
    | EditLamp
    | RemoveLamp
    | SetDarkness
    | SetDoor
    | PlaceFigure
    | BringFigure
    | PutArea
    | RemoveArea
    | SetMeasure
    | SetPicture
    | SetRule
    | AddTurns
    | EditTurn
    | RemoveTurn
    | SetTurns
    | FinishTurn
    | SetNote,
    looking: str,
) -> ActionPlan:
    """What is done to the map that the master looks at."""
    scene = map_called(world, looking)
    match action:
        case Paint():
            return plan_paint(world, scene, action)
        case SetTerrain():
            return plan_terrain(world, scene, action)
        case SetEdges():
            return plan_edges(world, scene, action)
        case AddWall():
            return plan_add_wall(world, scene, action)
        case RemoveWall():
            return plan_remove_wall(world, scene, action)
        case Erase():
            return plan_erase(world, scene, action)
        case SetHeight():
            return plan_height(world, scene, action)
        case Reveal():
            return plan_reveal(world, scene, action)
        case Forget():
            return plan_forget(world, scene, action)
        case CoverTiles():
            return plan_cover(world, scene, action)
        case ShowTiles():
            return plan_show_tiles(world, scene, action)
        case SetSight():
            return plan_sight(world, scene, action)
        case PlaceLamp():
            return plan_place_lamp(world, scene, action)
        case EditLamp():
            return plan_edit_lamp(world, scene, action)
        case RemoveLamp():
            return plan_remove_lamp(world, scene, action)
        case SetDarkness():
            return plan_darkness(world, scene, action)
        case SetDoor():
            return plan_door(world, scene, action)
        case PlaceFigure():
            return plan_place(world, scene, action)
        case BringFigure():
            return plan_bring(world, scene, action)
        case PutArea():
            return plan_put_area(world, THE_MASTER, scene, action)
        case RemoveArea():
            return plan_remove_area(world, THE_MASTER, scene, action)
        case SetMeasure():
            return plan_measure(world, scene, action)
        case SetPicture():
            return plan_set_picture(world, scene, action)
        case SetRule():
            return plan_rule(world, scene, action)
        case AddTurns():
            return plan_add_turns(world, scene, action)
        case EditTurn():
            return plan_edit_turn(world, scene, action)
        case RemoveTurn():
            return plan_remove_turn(world, scene, action)
        case SetTurns():
            return plan_set_turns(world, scene, action)
        case FinishTurn():
            return plan_end_turn(world, scene, action)
        case SetNote():
            return plan_note(world, scene, action)


def _undo(world: World, history: History, *, forget: bool) -> ActionPlan:
    row = history.next_undo(MASTER)
    if row is None:
        raise Refusal("There is nothing to undo.")
    return ActionPlan(
        undoing(world, row),
        row.label,
        undoable=False,
        announce=f"undid: {row.label}" + (", and what it showed is forgotten" if forget else ""),
        undoes=row.seq,
        ruling=row.ruling,
        fog=fog_undone(history, row, forget=forget),
        forgets=forget or row.fog is not None,
    )


def _redo(world: World, history: History) -> ActionPlan:
    row = history.next_redo(MASTER)
    if row is None:
        raise Refusal("There is nothing to redo.")
    return ActionPlan(
        redoing(world, row),
        row.label,
        announce=f"redid: {row.label}",
        redoes=row.seq,
        ruling=row.ruling,
        fog=None if row.fog is None else msgspec.structs.replace(row.fog, taken={}),
    )
