"""Explain why a player sees nothing: a list of conditions, and what to do about each."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.table.protocol.answers import Check, ChecklistAnswer
from sightline.table.state.records import FigureRecord, Refusal
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.tile_sets import bits_of_tiles, tiles_of_bits


def checklist_of(
    world: World, scene: MapScene | None, player: str, knowledge: Knowledge | None, online: bool
) -> ChecklistAnswer:
    """`scene`: the map that is shown; `knowledge`: what the player knows of it; `online`: whether
    a page of theirs is connected. Conditions that depend on a failed one are left out.
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
        yield Check(False, f"{name} waits to be let in: let them in.")
    else:
        yield Check(True, f"{name} was let in.")
    if online:
        yield Check(True, f"{name}'s page is connected.")
    else:
        yield Check(False, f"No page of {name} is connected: send them their link.")
    if scene is None:
        yield Check(False, "No map is shown to the players: show them one.")
    else:
        yield Check(True, f"The players are shown {scene.record.name}.")


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
        yield Check(False, f"{name} has no figure: give them one.")
        return
    yield Check(True, f"{name} has {_listed([figure for figure, _ in owned])}.")
    if scene is None:
        return
    here = [figure for figure, there in owned if there is scene]
    if not here:
        figure, there = owned[0]
        yield Check(
            False,
            f"{figure.name} is on {there.record.name}, not on the map that is shown:"
            f" bring it here, or show {there.record.name}.",
        )
        return
    yield Check(True, f"{_listed(here)} {_is(here)} on the map that is shown.")
    seeing = [figure for figure in here if figure.sighted and not figure.hidden]
    if not seeing:
        yield from _without_sight(here)
        return
    yield Check(True, f"{_listed(seeing)} can see.")
    if knowledge is not None:
        yield _walled_in(scene, knowledge, here, seeing)


def _without_sight(here: list[FigureRecord]) -> Iterator[Check]:
    for figure in here:
        if not figure.sighted:
            yield Check(False, f"{figure.name} has no sight: give it sight.")
        else:
            yield Check(False, f"{figure.name} is hidden, and sees nothing: show it.")


def _walled_in(
    scene: MapScene, knowledge: Knowledge, here: list[FigureRecord], seeing: list[FigureRecord]
) -> Check:
    own = bits_of_tiles(
        scene.board, (tile for each in here for tile in scene.board.figure(each.id).tiles)
    )
    # The faces of the surrounding rock are seen from inside it, too.
    beyond = tiles_of_bits(scene.board, knowledge.lit & ~own)
    if any(not scene.board.is_solid(tile) for tile in beyond):
        return Check(True, f"{_listed(seeing)} {_sees(seeing)} more than where they stand.")
    if scene.darkness == "dark" and knowledge.dark & own:
        return Check(
            False,
            f"{_listed(seeing)} {_stands(seeing)} in the dark: give them a lamp or dark vision, or"
            " make the map brighter.",
        )
    return Check(
        False,
        f"{_listed(seeing)} {_sees(seeing)} nothing but where they stand, walled in on all sides:"
        " open a door, or move them.",
    )


def _listed(figures: list[FigureRecord]) -> str:
    names = [figure.name for figure in figures]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _is(figures: list[FigureRecord]) -> str:
    return "is" if len(figures) == 1 else "are"


def _stands(figures: list[FigureRecord]) -> str:
    return "stands" if len(figures) == 1 else "stand"


def _sees(figures: list[FigureRecord]) -> str:
    return "sees" if len(figures) == 1 else "see"
