"""Describe rulings with the labels of figures, although they are stored with ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sightline.answers.sight import Sight
from sightline.errors import SightlineError
from sightline.model.cell import Tile
from sightline.rules.registry import rule_from_dict
from sightline.rulings import IN_FORCE, LAPSED, Ruling, Rulings
from sightline.table.protocol.answers import LapsedRuling, RulingInfo, RulingsAnswer, RulingUndone
from sightline.table.state.scene import MapScene
from sightline.table.vision.sight_answer import iso_time, ruling_note
from sightline.texts import say, with_names

SOMEBODY = say("somebody who left")


def rulings_list(scene: MapScene, rulings: Rulings) -> RulingsAnswer:
    """Return every ruling on this map, with its status."""
    return RulingsAnswer([_info(scene, ruling) for ruling in rulings.history(scene.board)])


def _info(scene: MapScene, ruling: Ruling) -> RulingInfo:
    a, b = _end_names(scene, ruling)
    status, because = _status(scene, ruling)
    info = RulingInfo(ruling.number, a, b, ruling_note(ruling.as_ruled()), status, because)
    if ruling.undone is not None:
        by, why, when = ruling.undone.by, ruling.undone.why, ruling.undone.when
        info.because, info.undone = "", RulingUndone(by, iso_time(when), why)
    return info


def ruling_in_force(scene: MapScene, rulings: Rulings, sight: Sight) -> Ruling | None:
    """Return the ruling in force on this answer, or None."""
    rule, ends = scene.rule.to_dict(), (sight.source.tiles, sight.target.tiles)
    return next(
        (
            ruling
            for ruling in reversed(rulings.history(scene.board))
            if ruling.status == IN_FORCE
            and (ruling.ends == ends or (not ruling.one_way and ruling.ends == ends[::-1]))
            and dict(ruling.rule) == rule
            and ruling.is_about(scene.board, sight)
        ),
        None,
    )


def made_about(ruling: Ruling, tiles: tuple[Tile, ...]) -> str | None:
    """Return the id of the figure on these tiles that the ruling is about, or None if it is only
    about the place.
    """
    return ruling.names[ruling.ends.index(tiles)]


def with_label_names(ruling: Ruling, names: Mapping[str, str]) -> Ruling:
    """Return the ruling with labels instead of figure ids, for a board with labels."""
    one, other = (None if id_ is None else names.get(id_, SOMEBODY) for id_ in ruling.names)
    return replace(ruling, names=(one, other))


def lapsed_ruling(scene: MapScene, ruling: Ruling) -> LapsedRuling:
    """Return an earlier ruling, and why it no longer holds."""
    _, because = _status(scene, ruling)
    return LapsedRuling(ruling_note(ruling.as_ruled()), because)


def _end_names(scene: MapScene, ruling: Ruling) -> tuple[str, str]:
    one, other = (
        _place_name(scene, (tiles[0][0], tiles[0][1]), lift) if id_ is None else _label(scene, id_)
        for id_, tiles, lift in zip(ruling.names, ruling.ends, ruling.reach.lifts, strict=True)
    )
    return one, other


def _place_name(scene: MapScene, tile: tuple[int, int], lift: str) -> str:
    """Return the name of a tile at a height, with its floor if that still exists."""
    storey = scene.floor_at(tile, lift)
    if lift and not storey:
        return say("{tile} at height {height}", tile=scene.tile_name(tile, ""), height=lift)
    return scene.tile_name(tile, storey)


def _status(scene: MapScene, ruling: Ruling) -> tuple[str, str]:
    labels = {id_: _label(scene, id_) for id_ in ruling.names if id_ is not None}
    because = with_names(ruling.because, labels)
    if ruling.status == IN_FORCE and dict(ruling.rule) != scene.rule.to_dict():
        return LAPSED, say("it was made by another rule: {rule}", rule=_rule_words(ruling))
    return ruling.status, because


def _rule_words(ruling: Ruling) -> str:
    try:
        return rule_from_dict(dict[str, Any](ruling.rule)).in_short()
    except SightlineError:
        return str(ruling.rule.get("rule"))


def _label(scene: MapScene, id_: str) -> str:
    figure = scene.figures.get(id_)
    return SOMEBODY if figure is None else figure.name
