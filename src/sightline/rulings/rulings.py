"""A game master's decisions on close calls, stored in a file or in memory.

    with Rulings("campaign.rulings") as rulings:
        rulings.rule(board, "Brom", "orc", rule, visible=True, by="Ann", why="the statue is low")
        trace(board, "Brom", "orc", rule, rulings=rulings).visible

A ruling applies in both directions, unless a one-way wall matters to the answer or the game's rule
is not symmetric. It depends on the rule and its settings, on both ends (the tiles, and the figures
if the question named them), and on everything on the board that its lines could touch. When any of
that changes, the ruling lapses, and `history` lists the changes. When the board changes back, the
ruling is in force again. A later ruling on the same pair replaces an earlier one; undoing it
restores the earlier one.

Nothing is ever overwritten: the file is a journal of rulings and undos (see `journal`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Protocol, Self

from sightline.answers.sight import Ruled, Sight, Verdict
from sightline.engine.arguments import check_question, for_places
from sightline.errors import (
    DamagedFileError,
    InvalidTypeError,
    InvalidValueError,
    SightlineError,
    UnknownNameError,
)
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.names import not_one_of
from sightline.model.numbers import short_repr
from sightline.model.place import Place, Where, place
from sightline.rules.registry import NamedRule, rule_named
from sightline.rules.rule import Rule
from sightline.rulings.journal import DEFAULT_TIMEOUT, Journal
from sightline.rulings.ruling import (
    IN_FORCE,
    LAPSED,
    REPLACED,
    UNDONE,
    Ruling,
    Undone,
    canonical,
    look_key,
    new_ruling,
    ruling_from_plain,
    undone_from_plain,
)
from sightline.rulings.surroundings import holds_one_way, reach_of
from sightline.texts import as_text, join, say

MAX_REASONS = 3
"""The most changes that a lapsed ruling lists one by one."""


class Judge(Protocol):
    """The part of a rule's interface that rulings need."""

    @property
    def grids(self) -> tuple[str, ...]: ...

    def trace(self, board: Board, source: Place, target: Place, /) -> Sight: ...


def now() -> datetime:
    """The default clock of rulings."""
    return datetime.now(UTC)


class Rulings:
    """The rulings of one table: a game master's decisions, in a file or in memory.

    Several processes and threads may share one file. Raises `StorageError` if the file cannot be
    opened or written, and `DamagedFileError` if it is damaged or not a rulings file.

    >>> from sightline import CenterRule, Rulings, SquareBoard, sees
    >>> board = SquareBoard.from_text("A#\\n.B")
    >>> rule = CenterRule("adjudicated")
    >>> with Rulings() as rulings:
    ...     made = rulings.rule(board, "A", "B", rule, visible=True, why="the statue is low")
    ...     print(sees(board, "A", "B", rule), sees(board, "A", "B", rule, rulings=rulings))
    False True
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        readonly: bool = False,
        timeout: float = DEFAULT_TIMEOUT,
        clock: Callable[[], datetime] = now,
    ) -> None:
        """Open the rulings in the file `path`, which is created if missing; None keeps them in
        memory.

        `readonly` forbids changes. `timeout` is how many seconds to wait for another process that
        is writing. `clock` returns the time that new rulings get.
        """
        self._clock = clock
        self._journal = Journal(path, readonly=readonly, timeout=timeout)
        self._source: list[str] | None = None
        self._read = 0
        self._rulings: dict[int, Ruling] = {}
        self._by_look: dict[tuple[Any, ...], list[int]] = {}
        try:
            self._read_entries()
        except BaseException:
            self._journal.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. The object cannot be used afterwards.

        >>> from sightline import Rulings
        >>> rulings = Rulings("campaign.rulings")
        >>> rulings.close()
        """
        self._journal.close()

    def __reduce__(self) -> Any:
        # Processes share a file, so each must see the rulings of the others.
        raise InvalidTypeError(
            "rulings: expected to stay in one process, got pickled or copied; send the path of"
            " their file instead, and open it there with Rulings(path)"
        )

    # --- deciding

    def rule(
        self,
        board: Board,
        a: Where,
        b: Where,
        rule: Judge | NamedRule,
        *,
        visible: bool = True,
        degree: str = "",
        by: str = "master",
        why: str = "",
    ) -> Ruling:
        """Decide whether `a` and `b` see each other. The decision is stored when this returns.

        With a game's rule, `degree` also decides the cover: "none", "half" and so on. It is
        required if only the cover is open. "total" is the same as `visible=False`.

        Raises `InvalidValueError` if the two share a tile, because there is nothing to decide, or
        if the game does not have that degree.

        >>> from sightline import Rulings, SquareBoard
        >>> board = SquareBoard.from_text("A#\\n.B")
        >>> Rulings().rule(board, "A", "B", "center", visible=True, by="Ann").number
        1
        """
        sight = _look(board, a, b, rule)
        made = new_ruling(
            board,
            sight,
            reach_of(board, sight),
            visible=_decided(sight, visible, degree),
            degree=degree,
            by=by,
            why=why,
            when=self._time(),
        )
        (number,) = self._journal.append(lambda: [_ruling_entry(made)])
        self._read_entries()
        return replace(made, number=number, status=IN_FORCE)

    def undo(
        self,
        which: int | Ruling | Board,
        a: Where | None = None,
        b: Where | None = None,
        rule: Judge | NamedRule | None = None,
        *,
        by: str = "master",
        why: str = "",
    ) -> Ruling:
        """Undo a ruling, given by number, as a `Ruling`, or as `undo(board, a, b, rule)` for the
        one in force. The ruling before it is then in force again.

        Raises `UnknownNameError` for an unknown number, and `InvalidValueError` if the ruling is
        already undone or none is in force.

        >>> from sightline import Rulings, SquareBoard
        >>> board, rulings = SquareBoard.from_text("A#\\n.B"), Rulings()
        >>> made = rulings.rule(board, "A", "B", "center")
        >>> rulings.undo(made).status
        'undone'
        """
        undone = undone_from_plain({"by": by, "why": why, "when": self._time()})
        chosen: list[int] = []

        def compose() -> list[str]:
            self._read_entries()
            chosen[:] = [self._number(which, a, b, rule)]
            return [_undo_entry(chosen[0], undone)]

        self._journal.append(compose)
        self._read_entries()
        return replace(self._rulings[chosen[0]], status=UNDONE, because=_by_whom(undone))

    def renew(self, number: int, *, by: str = "master") -> None:
        """Restore an undone ruling as it was: with its original surroundings, and before later
        rulings on the same pair. It gets a new number, and so do the later ones. Raises
        `InvalidValueError` if the ruling was not undone.

        >>> from sightline import Rulings, SquareBoard
        >>> board, rulings = SquareBoard.from_text("A#\\n.B"), Rulings()
        >>> number = rulings.undo(rulings.rule(board, "A", "B", "center")).number
        >>> rulings.renew(number)
        >>> [ruling.status for ruling in rulings.history(board)]
        ['undone', 'in force']
        """
        undone = undone_from_plain({"by": by, "why": "made again, in order", "when": self._time()})

        def compose() -> list[str]:
            self._read_entries()
            ruling = self._rulings.get(number)
            if ruling is None:
                raise UnknownNameError(f"renew: there is no ruling {short_repr(number)}")
            if ruling.undone is None:
                raise InvalidValueError(f"renew: ruling {number} was not undone")
            entries = [_ruling_entry(ruling)]
            for later in self._by_look[ruling.tiles_key]:
                other = self._rulings[later]
                if later > number and other.undone is None and other.key == ruling.key:
                    entries += [_undo_entry(later, undone), _ruling_entry(other)]
            return entries

        self._journal.append(compose)
        self._read_entries()

    # --- asking

    def ruling_on(self, board: Board, sight: Sight) -> Ruled | None:
        """Return the ruling in force on this answer, or None.

        >>> from sightline import Rulings, SquareBoard, trace
        >>> board, rulings = SquareBoard.from_text("A#\\n.B"), Rulings()
        >>> rulings.ruling_on(board, trace(board, "A", "B", "center")) is None
        True
        """
        ruling = self._in_force(board, sight)
        return None if ruling is None else ruling.as_ruled()

    def ruled_pairs(self) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
        """Yield the tiles of both ends of every ruling that was not undone.

        >>> from sightline import Rulings, SquareBoard
        >>> board, rulings = SquareBoard.from_text("A#\\n.B"), Rulings()
        >>> _ = rulings.rule(board, "A", "B", "center")
        >>> [tuple(map(str, one + other)) for one, other in rulings.ruled_pairs()]
        [('A1', 'B2')]
        """
        self._refresh()
        return iter([each.ends for each in self._all() if each.undone is None])

    def lapsed_on(self, board: Board, sight: Sight) -> Ruling | None:
        """Return the latest lapsed ruling on this pair, with the reason, if none is in force.

        >>> from sightline import Rulings, SquareBoard, trace
        >>> board, rulings = SquareBoard.from_text("A#\\n.B"), Rulings()
        >>> _ = rulings.rule(board, "A", "B", "center")
        >>> board.set_solid("A2")
        >>> rulings.lapsed_on(board, trace(board, "A", "B", "center")).status
        'lapsed'
        """
        if self._in_force(board, sight) is not None:
            return None
        lapsed = next(self._on(board, sight), None)
        return None if lapsed is None else self._judged(board, lapsed, set())

    def history(self, board: Board | None = None) -> list[Ruling]:
        """Return every ruling ever made, oldest first, with its status on this board.

        >>> from sightline import Rulings, SquareBoard
        >>> board, rulings = SquareBoard.from_text("A#\\n.B"), Rulings()
        >>> _ = rulings.rule(board, "A", "B", "center", visible=False)
        >>> _ = rulings.rule(board, "A", "B", "center", visible=True)
        >>> [ruling.status for ruling in rulings.history(board)]
        ['replaced', 'in force']
        """
        if board is not None and not isinstance(board, Board):
            raise InvalidTypeError(f"board: expected a board or None, got {short_repr(board)}")
        self._refresh()
        taken: set[tuple[Any, ...]] = set()
        latest_first = [self._judged(board, ruling, taken) for ruling in reversed(self._all())]
        return latest_first[::-1]

    def export(self) -> list[dict[str, Any]]:
        """Return every ruling as plain data, for JSON; `load` reads it.

        >>> from sightline import Rulings, SquareBoard
        >>> rulings = Rulings()
        >>> _ = rulings.rule(SquareBoard.from_text("A#\\n.B"), "A", "B", "center", by="Ann")
        >>> [plain["by"] for plain in rulings.export()]
        ['Ann']
        """
        self._refresh()
        return [
            {
                **ruling.to_plain(),
                "undone": None if ruling.undone is None else _undone_plain(ruling.undone),
            }
            for ruling in self._all()
        ]

    def load(self, exported: list[dict[str, Any]]) -> int:
        """Add exported rulings, all or none, and return the number added. Rulings that are already
        stored stay unchanged. Raises `InvalidValueError` for data that is not a ruling.

        >>> from sightline import Rulings, SquareBoard
        >>> rulings, others = Rulings(), Rulings()
        >>> _ = others.rule(SquareBoard.from_text("A#\\n.B"), "A", "B", "center")
        >>> rulings.load(others.export()), rulings.load(others.export())
        (1, 0)
        """
        brought = _brought(exported)
        added = 0

        def compose() -> list[str]:
            nonlocal added
            self._read_entries()
            known = {canonical(each.to_plain()) for each in self._all()}
            entries: list[str] = []
            for ruling, undone in brought:
                if canonical(ruling.to_plain()) in known:
                    continue
                added += 1
                entries.append(_ruling_entry(ruling))
                if undone is not None:
                    entries.append(_undo_entry(self._read + len(entries), undone))
            return entries

        self._journal.append(compose)
        self._read_entries()
        return added

    # --- the journal

    def _refresh(self) -> None:
        self._journal.refresh()
        self._read_entries()

    def _read_entries(self) -> None:
        with self._journal.lock:
            self._read_entries_alone()

    def _read_entries_alone(self) -> None:
        if self._source is not self._journal.entries:  # the file was reopened
            self._source = self._journal.entries
            self._read, self._rulings, self._by_look = 0, {}, {}
        for number, body in enumerate(self._source[self._read :], start=self._read + 1):
            try:
                self._read_entry(number, json.loads(body))
            except (SightlineError, ValueError, KeyError, RecursionError) as error:
                raise DamagedFileError(
                    f"{self._journal.name}: entry {number} is not one of ours: {error}"
                ) from error
            self._read = number

    def _read_entry(self, number: int, plain: Any) -> None:
        match plain:
            case {"ruling": content}:
                ruling = replace(ruling_from_plain(content), number=number)
                self._rulings[number] = ruling
                self._by_look.setdefault(ruling.tiles_key, []).append(number)
            case {"undo": int(undone), "by": _, "why": _, "when": _}:
                ruling = self._rulings[undone]
                self._rulings[undone] = replace(ruling, undone=undone_from_plain(plain))
            case _:
                raise InvalidValueError("expected a ruling or an undoing")

    def _all(self) -> list[Ruling]:
        return list(self._rulings.values())

    def _on(self, board: Board, sight: Sight) -> Iterator[Ruling]:
        """Yield the rulings on this pair that were not undone, latest first."""
        ends = sight.source.tiles, sight.target.tiles
        key = look_key(board.grid.name, sight.rule, *ends, one_way=holds_one_way(sight))
        for number in reversed(self._by_look.get(key, ())):
            ruling = self._rulings[number]
            if ruling.undone is None and ruling.is_about(board, sight):
                yield ruling

    def _in_force(self, board: Board, sight: Sight) -> Ruling | None:
        self._refresh()
        return next(
            (each for each in self._on(board, sight) if next(each.changes(board), None) is None),
            None,
        )

    def _judged(self, board: Board | None, ruling: Ruling, taken: set[tuple[Any, ...]]) -> Ruling:
        """Return the ruling with its status.

        `taken` are the keys of pairs with a later ruling in force.
        """
        if ruling.undone is not None:
            return replace(ruling, status=UNDONE, because=_by_whom(ruling.undone))
        if board is None:
            return ruling
        changes = list(ruling.changes(board))
        if changes:
            return replace(ruling, status=LAPSED, because=_reasons(changes))
        if ruling.key in taken:
            return replace(ruling, status=REPLACED, because=say("a later ruling stands"))
        taken.add(ruling.key)
        return replace(ruling, status=IN_FORCE)

    def _number(
        self, which: int | Ruling | Board, a: Any, b: Any, rule: Judge | NamedRule | None
    ) -> int:
        """Return the number of the ruling to undo."""
        if isinstance(which, Board):
            ruling = self._in_force_at(which, a, b, rule)
            return ruling.number
        number = which.number if isinstance(which, Ruling) else which
        if isinstance(number, bool) or not isinstance(number, int):
            raise InvalidTypeError(
                f"undo: expected a ruling, its number or a board, got {short_repr(which)}"
            )
        if number not in self._rulings:
            raise UnknownNameError(f"undo: there is no ruling {short_repr(number)}")
        undone = self._rulings[number].undone
        if undone is not None:
            raise InvalidValueError(f"undo: ruling {number} is already undone, {_by_whom(undone)}")
        return number

    def _in_force_at(
        self, board: Board, a: Where, b: Where, rule: Judge | NamedRule | None
    ) -> Ruling:
        if rule is None:
            raise InvalidTypeError("undo: with a board, expected two ends and a rule as well")
        sight = _look(board, a, b, rule)
        for ruling in self._on(board, sight):
            if next(ruling.changes(board), None) is None:
                return ruling
        raise InvalidValueError(
            f"undo: no ruling between {short_repr(a)} and {short_repr(b)} is in force"
        )

    def _time(self) -> str:
        now = self._clock()
        try:
            now = now.astimezone(UTC)
        except (OverflowError, ValueError, OSError):
            # At the limits of Python's calendar, UTC may be out of range: use the nearest value.
            now = now.replace(tzinfo=UTC)
        return now.strftime("%Y-%m-%d %H:%M:%S UTC")


def _look(board: Any, a: Where, b: Where, rule: Any) -> Sight:
    """Return the answer that a ruling is about."""
    if not isinstance(board, Board):
        raise InvalidTypeError(
            f"board: expected a SquareBoard or a HexBoard, got {short_repr(board)}"
        )
    if isinstance(rule, str):
        rule = rule_named(rule)
    if not callable(getattr(rule, "trace", None)) or not hasattr(rule, "grids"):
        raise InvalidTypeError(
            f"rule: expected a rule such as CenterRule() or its name, got {short_repr(rule)}"
        )
    if board.grid.name not in rule.grids:
        raise InvalidValueError(
            f"rule: {type(rule).__name__} works on {' and '.join(rule.grids)} boards,"
            f" and this is a {board.grid.name} board"
        )
    source, target = place(board, a, "from"), place(board, b, "to")
    if set(source.tiles) & set(target.tiles):
        raise InvalidValueError(
            say(
                "ruling: {one} and {other} share a tile, so there is nothing to decide",
                one=short_repr(a),
                other=short_repr(b),
            )
        )
    if isinstance(rule, Rule):
        for_places(board, check_question(board, rule), source, target)
    sight: Sight = rule.trace(board, source, target)
    return sight


def _decided(sight: Sight, visible: bool, degree: str) -> bool:
    """Return whether the target is visible by this decision, or raise if the decision is void."""
    if not degree:
        low, high = sight.degrees
        if visible is True and low != high and sight.verdict is Verdict.VISIBLE:
            raise InvalidValueError(
                say(
                    "degree: expected {low} or {high}, got none: it is seen in any case, and only"
                    " how much cover there is has to be decided",
                    low=repr(low),
                    high=repr(high),
                )
            )
        return visible
    if not isinstance(degree, str):
        raise InvalidTypeError(f"degree: expected a word, got {short_repr(degree)}")
    if not sight.scale:
        raise InvalidValueError(
            say("degree: this rule knows no cover, got {got}", got=short_repr(degree))
        )
    known = sight.scale
    if degree not in known:
        raise InvalidValueError(not_one_of("degree", known, degree))
    if visible is False and degree != known[-1]:
        raise InvalidValueError(
            say(
                "degree: expected {known} or none where it is not seen, got {got}",
                known=repr(known[-1]),
                got=short_repr(degree),
            )
        )
    return degree != known[-1]


def _brought(exported: Any) -> list[tuple[Ruling, Undone | None]]:
    """Return exported rulings after checking each of them."""
    if not isinstance(exported, list):
        raise InvalidTypeError(f"rulings: expected a list of tables, got {short_repr(exported)}")
    brought: list[tuple[Ruling, Undone | None]] = []
    for number, plain in enumerate(exported, start=1):
        try:
            ruling = ruling_from_plain(plain)
            undone = plain.get("undone")
            brought.append((ruling, None if undone is None else undone_from_plain(undone)))
        except SightlineError as error:
            raise InvalidValueError(
                say("ruling {number} of the list: {error}", number=number, error=as_text(error))
            ) from error
    return brought


def _ruling_entry(ruling: Ruling) -> str:
    return canonical({"ruling": ruling.to_plain()})


def _undo_entry(number: int, undone: Undone) -> str:
    return canonical({"undo": number, **_undone_plain(undone)})


def _undone_plain(undone: Undone) -> dict[str, str]:
    return {"by": undone.by, "why": undone.why, "when": undone.when}


def _by_whom(undone: Undone) -> str:
    return f"by {undone.by} on {undone.when}" + (f": {undone.why}" if undone.why else "")


def _reasons(changes: list[str]) -> str:
    listed = join(changes[:MAX_REASONS], "; ")
    rest = len(changes) - MAX_REASONS
    return say("{reasons}; and {n} more", reasons=listed, n=rest) if rest > 0 else listed
