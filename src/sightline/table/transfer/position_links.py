"""Makes links into the playground: of a map as the master has it, or as a player knows it.

A player's link is made of what they know, and of nothing else: the board is cut out as for their
picture, and what they have not seen is rock on it. Secrets of the master's are left out of theirs,
too: links are sent to people.
"""

from __future__ import annotations

from sightline.errors import SightlineError
from sightline.links import share
from sightline.model.board import Board
from sightline.model.threshold import Door, Wall
from sightline.rules.rule import Rule
from sightline.table.state import MapScene, Refusal
from sightline.table.transfer.known_picture import known_board
from sightline.table.vision import Knowledge

LinkEnds = tuple[str, str]
"""The ids of the figures at both ends of a look; "": nobody."""


def master_link(scene: MapScene, ends: LinkEnds) -> bytes:
    """The map without hidden figures and secret doors."""
    open_to_all = [id_ for id_, figure in scene.figures.items() if not figure.hidden]
    board, names = scene.labelled(open_to_all)
    for a, b, threshold in list(board.edges()):
        if isinstance(threshold, Door) and threshold.state == "secret":
            board.set_edge(a, b, Wall())
    for wall in board.free_walls():
        if isinstance(wall.threshold, Door) and wall.threshold.state == "secret":
            board.add_wall(*wall.ends, Wall())
    return _link(board, scene.rule, (names.get(ends[0]), names.get(ends[1])))


def player_link(knowledge: Knowledge, rule: Rule, ends: LinkEnds) -> bytes:
    """The map as that player knows it."""
    board, known, names = known_board(knowledge)
    for tile in board.tiles():
        if tile not in known:
            board.set_solid(tile)
    return _link(board, rule, (names.get(ends[0]), names.get(ends[1])))


def _link(board: Board, rule: Rule, ends: tuple[str | None, str | None]) -> bytes:
    try:
        return share(board, *ends, rule).encode()
    except SightlineError as error:
        raise Refusal(f"No link can be made of this: {error}") from error
