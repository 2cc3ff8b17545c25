"""Makes the order of turns for pages: the master's out of the truth, a player's of what they see.

Whoever a player does not see now is not in their list, and that it is such a one's turn is said in
the same words for one goblin and for nine: "the master's turn". So a page gets nothing new while
the turns of unseen ones go by.
"""

from __future__ import annotations

from sightline.table.protocol import Notes, NoteView, TurnOrder, TurnView
from sightline.table.state import MapScene
from sightline.table.vision.knowledge import Knowledge


def whole_turns(scene: MapScene) -> TurnOrder:
    """All of it, for the master."""
    turns = scene.turns
    names = scene.names() if turns.entries else {}
    entries = [
        TurnView(each.id, each.figure, names[each.figure], False, each.number, each.defeated)
        for each in turns.entries
        if each.figure in names
    ]
    return TurnOrder(
        entries,
        turns.active,
        round=turns.round,
        in_turn_only=turns.in_turn_only,
        numbers_shown=turns.numbers_shown,
    )


def seen_turns(scene: MapScene | None, known: Knowledge | None) -> TurnOrder:
    """As far as the player sees who is in it."""
    if scene is None or known is None:
        return TurnOrder()
    turns, entries = scene.turns, []
    for each in turns.entries:
        figure = known.figures.get(each.figure)
        if figure is None or figure.ghost:
            continue
        number = each.number if figure.mine or turns.numbers_shown else None
        entries.append(
            TurnView(each.id, each.figure, figure.name, figure.mine, number, each.defeated)
        )
    is_seen = any(each.id == turns.active for each in entries)
    return TurnOrder(
        entries,
        turns.active if is_seen else "",
        masters_turn=bool(turns.active) and not is_seen,
        # The round may end between two unseen ones: said then, it would tell of both.
        round=turns.round if is_seen else 0,
        in_turn_only=turns.in_turn_only,
    )


def notes_on(scene: MapScene) -> Notes:
    """The master's notes."""
    return Notes(
        [NoteView(note.id, note.text, note.at, note.figure) for note in scene.notes.values()]
    )
