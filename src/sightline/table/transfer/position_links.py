"""Links to the playground with a map, in full or as a player knows it.

A player's link contains only what they know: the board is cropped like their picture, and unseen
tiles are rock. The game master's link has no secrets either, because links are shared.
"""

from __future__ import annotations

import os

from sightline.errors import SightlineError
from sightline.links import ADDRESS, share
from sightline.model.board import Board
from sightline.model.threshold import Door, Wall
from sightline.rules.rule import Rule
from sightline.table.state.records import Refusal
from sightline.table.state.scene import MapScene
from sightline.table.transfer.known_picture import known_board
from sightline.table.vision.knowledge import Knowledge
from sightline.texts import as_text

OWN_PLAYGROUND = "./playground/"
LinkEnds = tuple[str, str]
"""The ids of the viewer and the target; "" for none."""


def master_link(scene: MapScene, ends: LinkEnds, address: str) -> bytes:
    """Return a link with the map, without hidden figures and secret doors."""
    open_to_all = [id_ for id_, figure in scene.figures.items() if not figure.hidden]
    board, names = scene.labeled(open_to_all)
    for a, b, threshold in list(board.edges()):
        if isinstance(threshold, Door) and threshold.state == "secret":
            board.set_edge(a, b, Wall())
    for wall in board.free_walls():
        if isinstance(wall.threshold, Door) and wall.threshold.state == "secret":
            board.add_wall(*wall.ends, Wall())
    return _link(board, scene.rule, (names.get(ends[0]), names.get(ends[1])), address)


def player_link(knowledge: Knowledge, rule: Rule, ends: LinkEnds, address: str) -> bytes:
    """Return a link with the map as that player knows it."""
    board, known, names = known_board(knowledge)
    for tile in board.tiles():
        if tile not in known:
            board.set_solid(tile)
    return _link(board, rule, (names.get(ends[0]), names.get(ends[1])), address)


def playground_address(has_playground: bool) -> str:
    """Return the address of the playground: from the environment, or else on this server."""
    named = os.environ.get(ADDRESS, "")
    if not named and not has_playground:
        raise Refusal("noPlayground")
    return named or OWN_PLAYGROUND


def _link(board: Board, rule: Rule, ends: tuple[str | None, str | None], address: str) -> bytes:
    try:
        return share(board, *ends, rule, address=address).encode()
    except SightlineError as error:
        raise Refusal("noLink", error=as_text(error)) from error
