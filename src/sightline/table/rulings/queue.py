"""Find the close calls for the game master: those that the rule leaves open and that matter now.

A call matters if one end is a player's figure, and the other end is a figure that it might see or a
place that its player asked about. Each pair is listed once, until it is ruled on or no longer
close.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sightline.model.cell import tile_name
from sightline.rulings import Rulings
from sightline.table.protocol.answers import SightAnswer
from sightline.table.protocol.questions import AskSight
from sightline.table.protocol.server import CallInfo
from sightline.table.protocol.types import FigureOrTile
from sightline.table.rulings.text import lapsed_ruling, made_about, ruling_in_force
from sightline.table.state.scene import MapScene, SightEnd, end_on_wire, tile_on
from sightline.table.vision.cost import is_explainable
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.light.light_test import LightTest
from sightline.table.vision.pair_cache import (
    PairCache,
    PairEnds,
    pair_cache_of,
    ruled_ends,
)
from sightline.table.vision.sight_answer import words_with_labels
from sightline.texts import say

MOST_CALLS = 40
"""The maximum number of calls that are listed. A game master cannot decide more before the next
move.
"""
MOST_ASKED = 5
"""The maximum number of places in the queue that one player asked about. The oldest is dropped."""


@dataclass(frozen=True)
class AskedCall:
    """A player's question about a place that was too close to call."""

    player: str
    figure: str
    tile: tuple[int, int]
    name: str = ""
    """The player's name, for the game master."""
    storey: str = ""
    """The floor of the tile; "" for the ground."""

    def is_there(self, scene: MapScene) -> bool:
        """Whether the figure and the tile are still on the map."""
        if self.figure not in scene.figures or (self.storey and self.storey not in scene.floors):
            return False
        return self.tile in scene.tiles_of_storey(self.storey)

    @property
    def end(self) -> SightEnd:
        return tile_on(self.tile, self.storey)


def asked_call(player: str, name: str, question: AskSight, answer: SightAnswer) -> AskedCall | None:
    """Return the call that a player's question raises, or None if its answer is not open.

    Calls about figures are in the queue in any case.
    """
    is_open = answer.verdict == "ambiguous" or " or " in answer.degree
    if not is_open or answer.ruled:
        return None
    if not isinstance(question.a, str) or isinstance(question.b, str):
        return None
    return AskedCall(player, question.a, question.b, name, question.b_on)


def with_asked(asked: Iterable[AskedCall], new: AskedCall) -> list[AskedCall]:
    """Return the list with this call as its player's latest."""
    others = [each for each in asked if each != new]
    own = [each for each in others if each.player == new.player]
    crowded_out = own[: max(0, len(own) - MOST_ASKED + 1)]
    return [*(each for each in others if each not in crowded_out), new]


def still_asked(scene: MapScene, rulings: Rulings, asked: Iterable[AskedCall]) -> list[AskedCall]:
    """Return the calls that are still open."""
    asked = [*asked]
    if not asked or not scene.rule.leaves_open:
        return []
    looks, ruled, light = pair_cache_of(scene), ruled_ends(scene, rulings), LightTest(scene)
    return [
        each
        for each in asked
        if each.is_there(scene)
        and _is_open(scene, looks, rulings, ruled, each.figure, each.end)
        and light.passes(each.figure, each.end)
    ]


def open_calls_now(
    scene: MapScene,
    rulings: Rulings,
    viewers_by_player: Mapping[str, Iterable[str]],
    questions_asked: Iterable[AskedCall] = (),
) -> list[CallInfo]:
    """Return the open calls, starting with those that players asked about.

    `viewers_by_player` are the figures through which each player sees.
    """
    if not scene.rule.leaves_open:
        return []
    looks, ruled, light = pair_cache_of(scene), ruled_ends(scene, rulings), LightTest(scene)
    # Players who share a figure may ask the same question, which is one call.
    asking: dict[tuple[str, SightEnd], list[str]] = {}
    for each in still_asked(scene, rulings, questions_asked):
        asking.setdefault((each.figure, each.end), []).append(each.name or each.player)
    waiting = [(*ends, ", ".join(dict.fromkeys(names))) for ends, names in asking.items()]
    found = [
        (viewer, other, "")
        for viewer, other in _pairs(scene, viewers_by_player)
        if looks.is_open(viewer, other)
        and _is_open(scene, looks, rulings, ruled, viewer, other)
        and (light.passes(viewer, other) or light.passes(other, viewer))
    ]
    room = max(0, MOST_CALLS - len(waiting))
    if len(found) > room:
        # Unknown figures in the dark must not displace those that players know.
        viewers = {
            viewer
            for viewers in viewers_by_player.values()
            for viewer in viewers
            if viewer in scene.figures
        }
        found.sort(
            key=lambda call: not any(looks.look(e, call[1]).clear for e in viewers - {call[1]})
        )
    waiting += found[:room]
    if not waiting:
        return []
    names = scene.names()
    return [_call(scene, looks, rulings, ruled, names, *each) for each in waiting]


def calls_for_player(calls: Iterable[CallInfo], knowledge: Knowledge) -> list[str]:
    """Return the calls with both ends known to the player, as text.

    The reason is left out, because it may be something unseen.
    """
    words = []
    for call in calls:
        ends = [_known_name(knowledge, call.a), _known_name(knowledge, call.b, call.b_on)]
        own = [_is_mine(knowledge, call.a), _is_mine(knowledge, call.b)]
        if None in ends or not any(own):
            continue
        seer, seen = ends if own[0] else reversed(ends)
        what = say("Whether {seer} sees {seen}", seer=str(seer), seen=str(seen))
        if call.degrees:
            if not own[0]:
                continue  # a figure's own cover is a question for its opponent
            what = say("How much cover {seen} has from {seer}", seen=str(seen), seer=str(seer))
        words.append(say("{what} awaits the game master's ruling.", what=what))
    # Sorted, so that the order does not reveal the game master's unseen actions.
    return sorted(words)


def _pairs(
    scene: MapScene, viewers_by_player: Mapping[str, Iterable[str]]
) -> Sequence[tuple[str, str]]:
    """Return the pairs of each player's figure and every other that it might see, each pair
    once.
    """
    return _paired(
        tuple((player, tuple(viewers)) for player, viewers in viewers_by_player.items()),
        tuple((each.id, tuple(each.owners)) for each in scene.figures.values() if not each.hidden),
        scene.board.has_one_way_walls or not scene.rule.mutual or not scene.record.friends_block,
    )


@lru_cache(maxsize=4)
def _paired(
    viewers: Sequence[tuple[str, Sequence[str]]],
    shown: Sequence[tuple[str, Sequence[str]]],
    one_way: bool,
) -> Sequence[tuple[str, str]]:
    """Return the pairs of viewers and targets.

    `viewers` are the viewers of each player, and `shown` the figures with their owners. With
    `one_way`, sight may differ by direction, so both orders are listed. Cached, because moves do
    not affect the result.
    """
    here, pairs = {figure for figure, _ in shown}, dict[tuple[str, str], tuple[str, str]]()
    for player, theirs in viewers:
        others = [figure for figure, owners in shown if player not in owners]
        for viewer in theirs:
            for other in others if viewer in here else ():
                if viewer != other:
                    ends = (viewer, other) if one_way or viewer < other else (other, viewer)
                    pairs.setdefault(ends, (viewer, other))
    return list(pairs.values())


def _is_open(
    scene: MapScene,
    looks: PairCache,
    rulings: Rulings,
    ruled: frozenset[PairEnds],
    a: str,
    b: SightEnd,
) -> bool:
    ends = looks.tiles(a), looks.tiles(b)
    if not looks.is_open(a, b) or not is_explainable(scene.board, scene.rule, *ends):
        return False
    if frozenset(ends) not in ruled:
        return True
    ruling = ruling_in_force(scene, rulings, looks.sight(a, b))
    if ruling is None:
        return True
    # A player who asked about a place does not learn of a ruling on a figure there. For them the
    # call is still open.
    is_about_somebody = not isinstance(b, str) and made_about(ruling, ends[1]) is not None
    return is_about_somebody and not ruling.visible


def _call(
    scene: MapScene,
    looks: PairCache,
    rulings: Rulings,
    ruled: frozenset[PairEnds],
    names: Mapping[str, str],
    a: str,
    b: SightEnd,
    asked_by: str,
) -> CallInfo:
    tile, storey = end_on_wire(b)
    sight = looks.sight(a, b)
    lapsed = None
    if frozenset((looks.tiles(a), looks.tiles(b))) in ruled:
        lapsed = rulings.lapsed_on(scene.board_for(a), sight)
    words, reason = words_with_labels(sight, names)
    return CallInfo(
        a=a,
        b=tile,
        a_name=names[a],
        b_name=names[tile] if isinstance(tile, str) else scene.tile_name(tile, storey),
        words=words,
        reason=reason,
        map=scene.id,
        asked_by=asked_by,
        lapsed=None if lapsed is None else lapsed_ruling(scene, lapsed),
        degrees=looks.open_degrees(a, b),
        b_on=storey,
    )


def _known_name(knowledge: Knowledge, where: FigureOrTile, storey: str = "") -> str | None:
    """Return the name that the player knows for it, or None if they do not know it."""
    if isinstance(where, str):
        known = knowledge.figures.get(where)
        return None if known is None or known.ghost else known.name
    if not knowledge.explored_tile(where, storey):
        return None
    name = tile_name(knowledge.board.grid.name, where)
    return f"{name}, {knowledge.floor_names()[storey]}" if storey else name


def _is_mine(knowledge: Knowledge, where: FigureOrTile) -> bool:
    known = knowledge.figures.get(where) if isinstance(where, str) else None
    return known is not None and known.mine
