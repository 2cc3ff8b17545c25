"""Make a change in memory and on disk, or not at all. This module sends nothing.

Changes run in the table's thread, one at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from sightline.errors import StorageError, UncertainWriteError
from sightline.table.protocol.types import Outgoing
from sightline.table.rulings.desk import RulingDesk, decision_from
from sightline.table.state.history import History, JournalRow
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import MASTER, Refusal
from sightline.table.state.scene import MapScene
from sightline.table.state.world import Touched, World
from sightline.table.storage.store import Store
from sightline.table.vision.cost import MOST_FIELDS, is_playable, map_cost
from sightline.table.vision.party import PartyVision, Remembered, WalkedRoute
from sightline.table.vision.rule_text import slow_words
from sightline.texts import as_text


class Transactions:
    """The world, what players know of it, and the file, kept in sync."""

    def __init__(
        self, store: Store, world: World, history: History, desk: RulingDesk, remembered: Remembered
    ) -> None:
        self.store = store
        self.world = world
        self.history = history
        self.desk = desk
        self.vision = PartyVision(world, desk.of, remembered)
        self.broken = False
        """Whether the state on disk is unknown. If so, no further changes are allowed."""

    def check(self) -> None:
        if self.broken:
            raise Refusal("diskFailed")

    def commit(
        self, planned: ActionPlan, row: JournalRow, walk: WalkedRoute | None = None
    ) -> tuple[dict[str, Touched], dict[str, list[Outgoing]]]:
        """Make the change; return what it touched, and the messages for the players."""
        touched = self._apply(planned)
        at_the_disk = False
        try:
            news = self.vision.refresh(touched, walk, rulings_changed=planned.ruling is not None)
            row = self._with_fog(planned, row, news)
            learned = self.vision.drain_store()
            at_the_disk = True
            row = self.store.commit(row, learned)
        except BaseException as error:
            self._take_back(error, row.actor, partial(self._revert, planned), at_the_disk)
            raise
        self.history.add(row)
        return touched, news

    def commit_game(self, planned: ActionPlan, row: JournalRow) -> None:
        """Make a change of the game, which affects no map."""
        self.world.apply(planned.entries)
        try:
            row = self.store.commit(row)
        except BaseException as error:
            self._take_back(error, row.actor, partial(self.world.revert, planned.entries))
            raise
        self.history.add(row)

    def _take_back(
        self,
        error: BaseException,
        actor: str,
        revert: Callable[[], object],
        at_the_disk: bool = True,
    ) -> None:
        """Revert in memory what did not reach the disk."""
        refused = isinstance(error, StorageError) and not isinstance(error, UncertainWriteError)
        self.broken = at_the_disk and not refused
        try:
            revert()
        except BaseException:
            self.broken = True
            raise
        if isinstance(error, StorageError):
            raise self.refusal(error, actor) from error

    def _with_fog(
        self, planned: ActionPlan, row: JournalRow, news: dict[str, list[Outgoing]]
    ) -> JournalRow:
        """Apply the change's effect on players' memory, after their views are updated.

        Return the row with everything that they saw, learned and forgot.
        """
        fog = planned.fog
        if fog is not None and fog.map in self.world.scenes:
            changed, taken = self.vision.change_fog(fog)
            for player, messages in changed.items():
                news.setdefault(player, []).extend(messages)
            if fog.what == "forget":
                fog = replace(fog, taken=taken)
        # Redoing a change shows the tiles again, so the effect of its undo on memory is not
        # reversed.
        kept = fog if planned.undoes is None else None
        return replace(row, fog=kept, taught=self.vision.drain_journal())

    def refusal(self, error: StorageError, actor: str) -> Refusal:
        """Return the message about a disk failure, for the user who made the change."""
        if self.broken:
            return Refusal("diskFailed")
        # Players must not learn where the table is stored.
        if actor == MASTER:
            return Refusal("notSavedWhy", error=as_text(error))
        return Refusal("notSaved")

    def _apply(self, planned: ActionPlan) -> dict[str, Touched]:
        """Apply the change, but refuse it if it makes a map too slow for its rule.

        This also holds for maps that are not shown, so that an accepted rule is not refused later.
        """
        was_shown = self.world.table.shown
        touched = self.world.apply(planned.entries)
        shown = self.world.table.shown
        turned_to = shown if shown != was_shown else None
        slow = {
            each: (cost, _slow_words(scene))
            for each, scene in self.world.scenes.items()
            if each in touched or each == turned_to
            if (cost := map_cost(scene)) > MOST_FIELDS
        }
        if not slow:
            return touched
        self.world.revert(planned.entries)
        for each, (cost, words) in slow.items():
            before = self.world.scenes.get(each)
            # A map from an older version may be too slow already. Changes that do not make it worse
            # are allowed.
            if before is None or cost > map_cost(before) or each == turned_to:
                raise Refusal("said", text=words)
        return self.world.apply(planned.entries)

    def _revert(self, planned: ActionPlan) -> None:
        """Revert a change that was not sent. Players' knowledge is reloaded from disk, because
        it may be newer.
        """
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
        self.vision.drain_journal()  # what they see now, they knew before


def _slow_words(scene: MapScene) -> str:
    """Describe the cause: the map itself is too slow, or the number of players' figures on it."""
    owned = sum(1 for figure in scene.figures.values() if figure.owners)
    is_crowded = is_playable(scene.board, scene.rule)
    return slow_words(scene.board, scene.rule, tokens=owned if is_crowded else 0)
