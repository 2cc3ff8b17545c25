"""Makes a change in memory and on the disk, or not at all. Nobody hears of it here.

It works in the table's own thread, one change after the other.
"""

from __future__ import annotations

from msgspec.structs import replace

from sightline.errors import StorageError, UncertainWriteError
from sightline.table.protocol import Outgoing
from sightline.table.rulings import RulingDesk, decision_from
from sightline.table.state import MASTER, ActionPlan, History, JournalRow, Refusal, Touched, World
from sightline.table.storage import Store
from sightline.table.vision import MOST_FIELDS, TOO_SLOW, PartyVision, Remembered, WalkedRoute

NOT_SAVED = "The disk refused it, so nothing was changed{}"
BROKEN = "The disk failed, and it is not certain what was saved. End the table and start it again."


class Transactions:
    """The world, what players know of it, and the file, in step with each other."""

    def __init__(
        self, store: Store, world: World, history: History, desk: RulingDesk, remembered: Remembered
    ) -> None:
        self.store = store
        self.world = world
        self.history = history
        self.desk = desk
        self.vision = PartyVision(world, desk.of, remembered)
        self.broken = False
        """Is it uncertain what the disk has? Then nothing may be changed any more."""

    def check(self) -> None:
        if self.broken:
            raise Refusal(BROKEN)

    def commit(
        self, planned: ActionPlan, row: JournalRow, walk: WalkedRoute | None = None
    ) -> tuple[dict[str, Touched], dict[str, list[Outgoing]]]:
        """Make the change: what it touched, and the messages for the players."""
        touched = self._apply(planned)
        at_the_disk = False
        try:
            news = self.vision.refresh(touched, walk, rulings_changed=planned.ruling is not None)
            row = self._with_fog(planned, row, news)
            learned = self.vision.take_learned()
            at_the_disk = True
            row = self.store.commit(row, learned)
        except BaseException as error:
            refused = isinstance(error, StorageError) and not isinstance(error, UncertainWriteError)
            self.broken = at_the_disk and not refused
            try:
                self._revert(planned)
            except BaseException:
                self.broken = True
                raise
            if isinstance(error, StorageError):
                raise self.refusal(error, row.actor) from error
            raise
        self.history.add(row)
        return touched, news

    def _with_fog(
        self, planned: ActionPlan, row: JournalRow, news: dict[str, list[Outgoing]]
    ) -> JournalRow:
        """Do to players' memory what the change says, after they have looked; and the row with all
        that they saw, got to know and forgot."""
        fog = planned.fog
        if fog is not None and fog.map in self.world.scenes:
            changed, taken = self.vision.change_fog(fog)
            for player, messages in changed.items():
                news.setdefault(player, []).extend(messages)
            if fog.what == "forget":
                fog = replace(fog, taken=taken)
        # What an undo does to memory, nobody undoes: redoing shows it again.
        kept = fog if planned.undoes is None else None
        return replace(row, fog=kept, taught=self.vision.take_taught())

    def refusal(self, error: StorageError, actor: str) -> Refusal:
        """What the disk's failure means to whoever did this."""
        if self.broken:
            return Refusal(BROKEN)
        # Where the table is kept is nothing for players.
        return Refusal(NOT_SAVED.format(f": {error}" if actor == MASTER else "."))

    def _apply(self, planned: ActionPlan) -> dict[str, Touched]:
        before = self.vision.lines()
        touched = self.world.apply(planned.entries)
        if self.vision.lines() > max(before, MOST_FIELDS):
            self.world.revert(planned.entries)
            raise Refusal(TOO_SLOW)
        return touched

    def _revert(self, planned: ActionPlan) -> None:
        """Nobody has heard of the change, and it has not happened. What players know may be ahead
        of the disk: it is taken from there again."""
        self.world.revert(planned.entries)
        learned: Remembered = {}
        try:
            if planned.ruling is not None:
                self.desk.reverse(decision_from(planned.ruling))
            learned = self.store.load().learned
        except StorageError:
            self.broken = True
        self.vision = PartyVision(self.world, self.desk.of, learned)
        self.vision.refresh({})
        self.vision.take_taught()  # what they see now, they knew
