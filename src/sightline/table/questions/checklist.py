"""Explain why a player sees nothing: a list of conditions, and how to fix each."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.table.protocol.answers import Check, ChecklistAnswer
from sightline.table.state.records import FigureRecord, Refusal
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.tile_sets import bits_of_tiles, tiles_of_bits
from sightline.texts import and_list, say


def checklist_of(
    world: World, scene: MapScene | None, player: str, knowledge: Knowledge | None, online: bool
) -> ChecklistAnswer:
    """Return the checklist of a player. Conditions that depend on a failed one are left out.

    `scene` is the map that is shown, `knowledge` what the player knows of it, and `online` whether
    one of their pages is connected.
    """
    if player not in world.players:
        raise Refusal("noSuchPlayer")
    return ChecklistAnswer(
        [
            *_at_the_table(world, scene, player, online),
            *_on_the_map(world, scene, player, knowledge),
        ]
    )


def _at_the_table(
    world: World, scene: MapScene | None, player: str, online: bool
) -> Iterator[Check]:
    record = world.players[player]
    name = record.name
    if record.waiting:
        yield Check(False, say("{name} waits to be let in: let them in.", name=name))
    else:
        yield Check(True, say("{name} was let in.", name=name))
    if online:
        yield Check(True, say("{name}'s page is connected.", name=name))
    else:
        yield Check(False, say("No page of {name} is connected: send them their link.", name=name))
    if scene is None:
        yield Check(False, say("No map is shown to the players: show them one."))
    else:
        yield Check(True, say("The players are shown {map}.", map=scene.record.name))


def _on_the_map(
    world: World, scene: MapScene | None, player: str, knowledge: Knowledge | None
) -> Iterator[Check]:
    name = world.players[player].name
    owned = [
        (figure, there)
        for there in world.maps()
        for figure in there.figures.values()
        if player in figure.owners
    ]
    if not owned:
        yield Check(False, say("{name} has no token: give them one.", name=name))
        return
    yield Check(
        True,
        say("{name} has {tokens}.", name=name, tokens=_listed([figure for figure, _ in owned])),
    )
    if scene is None:
        return
    here = [figure for figure, there in owned if there is scene]
    if not here:
        figure, there = owned[0]
        yield Check(
            False,
            say(
                "{name} is on {map}, not on the map that is shown: bring it here, or show {map}.",
                name=figure.name,
                map=there.record.name,
            ),
        )
        return
    if len(here) == 1:
        yield Check(True, say("{tokens} is on the map that is shown.", tokens=_listed(here)))
    else:
        yield Check(True, say("{tokens} are on the map that is shown.", tokens=_listed(here)))
    seeing = [figure for figure in here if figure.sighted and not figure.hidden]
    if not seeing:
        yield from _without_sight(here)
        return
    yield Check(True, say("{tokens} can see.", tokens=_listed(seeing)))
    if knowledge is not None:
        yield _walled_in(scene, knowledge, here, seeing)


def _without_sight(here: list[FigureRecord]) -> Iterator[Check]:
    for figure in here:
        if not figure.sighted:
            yield Check(False, say("{name} has no sight: give it sight.", name=figure.name))
        else:
            yield Check(
                False, say("{name} is hidden, and sees nothing: show it.", name=figure.name)
            )


def _walled_in(
    scene: MapScene, knowledge: Knowledge, here: list[FigureRecord], seeing: list[FigureRecord]
) -> Check:
    own = bits_of_tiles(
        scene.board, (tile for each in here for tile in scene.board.figure(each.id).tiles)
    )
    # From inside surrounding rock, its faces are also visible.
    beyond = tiles_of_bits(scene.board, knowledge.lit & ~own)
    sees_more = any(not scene.board.is_solid(tile) for tile in beyond)
    in_the_dark = scene.darkness == "dark" and bool(knowledge.dark & own)
    return Check(sees_more, _around(_listed(seeing), len(seeing) == 1, sees_more, in_the_dark))


def _around(tokens: str, one: bool, sees_more: bool, in_the_dark: bool) -> str:
    if sees_more and one:
        return say("{tokens} sees more than where they stand.", tokens=tokens)
    if sees_more:
        return say("{tokens} see more than where they stand.", tokens=tokens)
    if in_the_dark and one:
        return say(
            "{tokens} stands in the dark: give them a light or dark vision, or make the map"
            " brighter.",
            tokens=tokens,
        )
    if in_the_dark:
        return say(
            "{tokens} stand in the dark: give them a light or dark vision, or make the map"
            " brighter.",
            tokens=tokens,
        )
    if one:
        return say(
            "{tokens} sees nothing but where they stand, walled in on all sides: open a door, or"
            " move them.",
            tokens=tokens,
        )
    return say(
        "{tokens} see nothing but where they stand, walled in on all sides: open a door, or move"
        " them.",
        tokens=tokens,
    )


def _listed(figures: list[FigureRecord]) -> str:
    return and_list([figure.name for figure in figures])
