"""Plan changes to pictures: map backgrounds and token images."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import UNSET
from msgspec.structs import replace

from sightline.table.actions.planning import plan_for
from sightline.table.actions.plans.figures import found
from sightline.table.protocol.actions import LayPicture, SetFace, SetPicture
from sightline.table.state.keys import figure_key, map_key
from sightline.table.state.laid_picture import BroughtPicture, LaidPicture
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import Actor, FigureRecord, Refusal, new_id, plain
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.texts import say

Brought = Mapping[str, BroughtPicture]
"""Uploaded pictures that are not used yet, by upload id."""

LEAST_STEP, MOST_STEP = 1, 20_000
"""The minimum and maximum size of a tile, in pixels."""


@plan_for(LayPicture)
def plan_lay_picture(
    world: World, scene: MapScene, action: LayPicture, brought: Brought
) -> ActionPlan:
    record = scene.record
    before = record.players_picture if action.players else record.picture
    if action.upload is not None:
        sent = brought.get(action.upload)
        if sent is None or sent.is_face:
            raise Refusal("pictureGone")
        digest, pixels = sent.digest, sent.pixels
    elif isinstance(before, LaidPicture):
        digest, pixels = before.digest, before.pixels
    else:
        raise Refusal("noMapPicture")
    step = _exact(action.step)
    if not all(LEAST_STEP <= each <= MOST_STEP for each in step):
        raise Refusal("pictureStep", least=LEAST_STEP, most=MOST_STEP)
    if record.grid == "hex" and step[0] != step[1]:
        raise Refusal("pictureHexes")
    origin = _exact(action.origin)
    picture = LaidPicture(
        id=new_id("i"),
        digest=digest,
        pixels=pixels,
        origin=(str(origin[0]), str(origin[1])),
        step=(str(step[0]), str(step[1])),
        grid_from=action.grid_from,
    )
    if isinstance(before, LaidPicture) and replace(picture, id=before.id) == before:
        return ActionPlan((), say("set the same picture"))
    laid = (
        replace(record, players_picture=picture)
        if action.players
        else replace(record, picture=picture)
    )
    label = say("moved the picture of {map}", map=record.name)
    if action.upload is not None and action.players:
        label = say("set the players' picture of {map}", map=record.name)
    elif action.upload is not None:
        label = say("set the picture of {map}", map=record.name)
    return ActionPlan(changes(world, {map_key(scene.id): plain(laid)}), label)


@plan_for(SetPicture)
def plan_set_picture(world: World, scene: MapScene, action: SetPicture) -> ActionPlan:
    record = scene.record
    label = say("removed the picture of {map}", map=record.name)
    if action.remove:
        record = replace(record, picture=UNSET, players_picture=UNSET)
    elif action.players is not UNSET:
        same = action.players == "same"
        record = replace(record, players_picture=UNSET if same else None)
        if same:
            label = say("showed the picture of {map} to the players", map=record.name)
        else:
            label = say("hid the picture of {map} from the players", map=record.name)
    return ActionPlan(changes(world, {map_key(scene.id): plain(record)}), label)


@plan_for(SetFace, "master")
def plan_face(world: World, action: SetFace, brought: Brought) -> ActionPlan:
    """Plan to set or remove the picture of any figure, for the game master."""
    scene, figure = found(world, action.figure)
    return _with_face(world, scene, figure, action, brought)


@plan_for(SetFace, "player")
def plan_own_face(
    world: World,
    actor: Actor,
    scene: MapScene,
    action: SetFace,
    brought: Brought,
) -> ActionPlan:
    """Plan to set the picture of a player's own figure."""
    figure = scene.figures.get(action.figure)
    if figure is None or figure.hidden or actor.id not in figure.owners:
        raise Refusal("notYourToken")
    return _with_face(world, scene, figure, action, brought)


def _with_face(
    world: World, scene: MapScene, figure: FigureRecord, action: SetFace, brought: Brought
) -> ActionPlan:
    if figure.furniture:
        raise Refusal("noPicture", name=figure.name)
    label = say("removed the picture of {name}", name=figure.name)
    faced = replace(figure, picture=UNSET)
    if action.upload is not None:
        sent = brought.get(action.upload)
        if sent is None or not sent.is_face:
            raise Refusal("pictureGone")
        label = say("gave {name} a picture", name=figure.name)
        faced = replace(figure, picture=sent.digest)
    return ActionPlan(changes(world, {figure_key(scene.id, figure.id): plain(faced)}), label)


def _exact(pair: tuple[str, str]) -> tuple[Fraction, Fraction]:
    return Fraction(pair[0]), Fraction(pair[1])
