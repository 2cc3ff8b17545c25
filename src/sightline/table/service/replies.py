"""A cache of recent replies, for pages that lost one and send the change again.

Committed changes are found in the journal. Changes that were refused or had no effect (such as
opening an open door) are not there. Done again later, such a change could overwrite newer ones. So
their replies are kept in memory, which is enough because connections drop more often than servers.
"""

from __future__ import annotations

from sightline.table.protocol.server import Done, Refused
from sightline.table.state.records import Refusal

MOST = 100
"""The maximum number of replies kept per actor. A page has far fewer pending at once."""


def refused(request: str, refusal: Refusal) -> Refused:
    """Return the answer to a refused request."""
    return Refused(request, str(refusal), refusal.key, refusal.values)


class RecentReplies:
    """The most recent replies to each actor, by the id of the change."""

    def __init__(self) -> None:
        self._last: dict[str, dict[str, Done | Refused]] = {}

    def find(self, actor: str, change_id: str) -> Done | Refused | None:
        return self._last.get(actor, {}).get(change_id)

    def keep(self, actor: str, answer: Done | Refused) -> None:
        last = self._last.setdefault(actor, {})
        last[answer.id] = answer
        if len(last) > MOST:
            del last[next(iter(last))]
