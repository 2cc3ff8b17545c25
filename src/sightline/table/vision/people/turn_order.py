"""The initiative for pages: the game master's from the true state, a player's from what they see.

Figures that a player does not see are not in their list. All turns of these figures have the same
text, "someone else's turn", for one goblin or nine. So a page gets nothing new during the turns of
unseen figures.
"""

from __future__ import annotations

from sightline.table.protocol.server import Notes, NoteView, TurnOrder, TurnView
from sightline.table.state.scene import MapScene
from sightline.table.vision.knowledge import Knowledge


def whole_turns(scene: MapScene) -> TurnOrder:
    """Return the whole initiative, for the game master."""
    turns = scene.turns
    names = scene.names() if turns.entries else {}
    entries = [
        TurnView(
            each.id,
            each.figure,
            names[each.figure],
            number=each.number,
            defeated=each.defeated,
            delayed=each.delayed,
        )
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
    """Return the entries that the player sees."""
    if scene is None or known is None:
        return TurnOrder()
    turns, entries = scene.turns, []
    for each in turns.entries:
        figure = known.figures.get(each.figure)
        if figure is None or figure.ghost:
            continue
        number = each.number if figure.mine or turns.numbers_shown else None
        entries.append(
            TurnView(
                each.id,
                each.figure,
                figure.name,
                figure.mine,
                number,
                each.defeated,
                each.delayed,
            )
        )
    is_seen = any(each.id == turns.active for each in entries)
    return TurnOrder(
        entries,
        turns.active if is_seen else "",
        masters_turn=bool(turns.active) and not is_seen,
        # The round may end between two unseen figures. A message at that moment would reveal both.
        round=turns.round if is_seen else 0,
        in_turn_only=turns.in_turn_only,
    )


def notes_on(scene: MapScene) -> Notes:
    """Return the game master's notes."""
    return Notes(
        [
            NoteView(note.id, note.text, note.at, note.figure, note.storey)
            for note in scene.notes.values()
        ]
    )
