"""Keeps the latest replies to changes, for pages that lost one and send the change again.

What was made is found in the journal. But what changed nothing (a door that was open already) and
what was refused is not there; and made later than it was sent, it might undo what was sent after
it. So the last answers to everybody are kept, in memory: a line drops more often than a table.
"""

from __future__ import annotations

from sightline.table.protocol import Done, Refused

MOST = 100
"""Answers kept for each actor; a page has far fewer on the way at once."""


class RecentReplies:
    """The last answers to each actor, by the id of the change."""

    def __init__(self) -> None:
        self._last: dict[str, dict[str, Done | Refused]] = {}

    def find(self, actor: str, change_id: str) -> Done | Refused | None:
        return self._last.get(actor, {}).get(change_id)

    def keep(self, actor: str, answer: Done | Refused) -> None:
        last = self._last.setdefault(actor, {})
        last[answer.id] = answer
        if len(last) > MOST:
            del last[next(iter(last))]
