"""Make and undo the game master's rulings on disk, in a form that the table can undo.

A ruling depends on what the line touches, not on a map's name, so two maps that look alike would
share their rulings. Therefore each map has a separate file, in a folder beside the table's file.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
from msgspec import Struct

from sightline.answers.explain import cover_name
from sightline.errors import SightlineError, StorageError
from sightline.model.cell import Tile
from sightline.model.place import place
from sightline.rulings import IN_FORCE, Ruling, Rulings
from sightline.rulings.surroundings import lift_of
from sightline.table.protocol.actions import Decide
from sightline.table.protocol.types import FigureOrTile
from sightline.table.state.history import History
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import Refusal
from sightline.table.state.scene import MapScene, SightEnd, tile_on, tiles_of
from sightline.table.vision.cost import is_explainable
from sightline.texts import PhraseValue, plain_text, say

BY = "the master"


class Decision(Struct, frozen=True):
    """A ruling that was made or undone, in the form of the journal."""

    map: str
    a: FigureOrTile
    b: FigureOrTile
    visible: bool
    why: str
    number: int
    """Its number among the rulings of that map, assigned when it was first made."""
    made: bool = True
    """Whether the ruling was made (True) or undone (False)."""
    degree: str = ""
    """The cover that was ruled, if any."""
    a_on: str = ""
    b_on: str = ""
    """The storeys of the ends that are tiles."""


class RulingDesk:
    """Makes rulings. The result of each method is on disk when it returns."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._files: dict[str, Rulings] = {}
        self._opening = Lock()

    def of(self, map_id: str) -> Rulings:
        """Return the rulings of one map, shared by all threads."""
        with self._opening:
            if map_id not in self._files:
                path = None
                if self._folder is not None:
                    self._folder.mkdir(mode=0o700, exist_ok=True)
                    _make_private(self._folder, 0o700)  # the folder may be an older one, or a copy
                    path = self._folder / f"{map_id}.rulings"
                self._files[map_id] = Rulings(path)
                if path is not None:
                    # The rulings of a library user may be shared, but those of a table belong to
                    # the game master. The log and its index are beside the file.
                    for part in path.parent.glob(f"{path.name}*"):
                        _make_private(part, 0o600)
            return self._files[map_id]

    def check(self, maps: Iterable[str]) -> None:
        """Open the rulings of these maps, if any, so that a damaged file is reported now and not
        later.
        """
        for map_id in maps:
            if self._folder is not None and (self._folder / f"{map_id}.rulings").exists():
                self.of(map_id)

    def close(self) -> None:
        for rulings in self._files.values():
            rulings.close()

    def decide(self, scene: MapScene, asked: Decide) -> Decision:
        """Rule on a pair. Do nothing if the same ruling is already in force.

        This happens if the table stopped between writing the ruling and the change.
        """
        a, b = _place(scene, asked.a, asked.a_on), _place(scene, asked.b, asked.b_on)
        ends = [tiles_of(scene.board, end) for end in (a, b)]
        if not is_explainable(scene.board, scene.rule, *ends):
            raise Refusal("tooLargeToRule")
        why = asked.why.strip()
        about = [(each if isinstance(each, str) else None, *_spot(scene, each)) for each in (a, b)]
        same = self._standing_so(scene, about, asked, why)
        if same is not None:
            return _decision(scene, asked, why, same)
        try:
            ruling = self.of(scene.id).rule(
                scene.board_for(a),
                a,
                b,
                scene.rule,
                visible=asked.visible,
                by=BY,
                why=why,
                degree=asked.degree,
            )
        except StorageError:
            raise
        except SightlineError as error:
            raise Refusal("nothingToDecide") from error
        return _decision(scene, asked, why, ruling.number)

    def _standing_so(
        self,
        scene: MapScene,
        about: list[tuple[str | None, tuple[Tile, ...], str]],
        asked: Decide,
        why: str,
    ) -> int | None:
        """Return the number of the same ruling in force, or None.

        (A ruling on a figure does not count for its tiles: players who asked about the tiles must
        not learn of it.)
        """
        wanted = (scene.rule.to_dict(), asked.visible, why, asked.degree)
        for each in self.of(scene.id).history(scene.board):
            ends = [*zip(each.names, each.ends, each.reach.lifts, strict=True)]
            if (
                each.status == IN_FORCE
                and (ends == about or (not each.one_way and ends == about[::-1]))
                and (dict(each.rule), each.visible, each.why, each.degree) == wanted
            ):
                return each.number
        return None

    def take_back(self, scene: MapScene, number: int, history: History) -> Decision:
        """Undo a ruling by its number. The ruling before it is in force again.

        If the table stopped before `history` had the change, only that is left to do.
        """
        rulings = self.of(scene.id)
        same = _same(rulings, number)
        standing = _standing(rulings, number) if same else None
        if standing is not None:
            rulings.undo(standing, by=BY)
        elif not history.has_in_force(scene.id, self.numbers_of(scene, number)):
            raise Refusal("rulingGone")
        found = next(each for each in same if each.number == number)
        (a, a_on), (b, b_on) = (
            _standing_on(scene, tiles, lift)
            for tiles, lift in zip(found.ends, found.reach.lifts, strict=True)
        )
        return Decision(
            *(scene.id, a, b, found.visible, found.why, number),
            made=False,
            degree=found.degree,
            a_on=a_on,
            b_on=b_on,
        )

    def numbers_of(self, scene: MapScene, number: int) -> set[int]:
        """Return all numbers of a ruling: several if it was renewed."""
        return {each.number for each in _same(self.of(scene.id), number)}

    def reverse(self, decision: Decision) -> Decision:
        """Reverse a decision: undo its ruling, or restore an undone one."""
        return self.repeat(msgspec.structs.replace(decision, made=not decision.made))

    def repeat(self, decision: Decision) -> Decision:
        """Redo a decision. Do nothing if it is already done.

        This happens if the table stopped between writing the ruling and the change.
        """
        rulings = self.of(decision.map)
        standing = _standing(rulings, decision.number)
        if decision.made and standing is None:
            rulings.renew(decision.number, by=BY)
        elif not decision.made and standing is not None:
            rulings.undo(standing, by=BY)
        return decision


def _decision(scene: MapScene, asked: Decide, why: str, number: int) -> Decision:
    return Decision(
        *(scene.id, asked.a, asked.b, asked.visible, why, number),
        degree=asked.degree,
        a_on=asked.a_on,
        b_on=asked.b_on,
    )


def _standing(rulings: Rulings, number: int) -> int | None:
    """Return the number under which that ruling is in force, originally or renewed, or None if
    it was undone.
    """
    same = reversed(_same(rulings, number))
    return next((each.number for each in same if each.undone is None), None)


def _same(rulings: Rulings, number: int) -> list[Ruling]:
    """Return the ruling with that number as often as it was made or renewed, oldest first."""
    history = rulings.history()
    ruling = next((each for each in history if each.number == number), None)
    plain = None if ruling is None else ruling.to_plain()
    return [each for each in history if each.to_plain() == plain]


def decision_from(plain: Any) -> Decision:
    return msgspec.convert(plain, Decision)


def decision_words(scene: MapScene, decision: Decision) -> str:
    """Describe a decision for the log and the undo button."""
    ends: dict[str, PhraseValue] = {
        "a": _name(scene, decision.a, decision.a_on),
        "b": _name(scene, decision.b, decision.b_on),
    }
    if not decision.made:
        return say("undid the ruling on {a} – {b}", **ends)
    if decision.degree:
        return say("ruled {a} – {b}: {cover}", **ends, cover=cover_name(decision.degree))
    if decision.visible:
        return say("ruled {a} – {b} visible", **ends)
    return say("ruled {a} – {b} hidden", **ends)


def decision_plan(
    scene: MapScene, decision: Decision, planned: ActionPlan | None = None
) -> ActionPlan:
    """Return the change for this decision. `planned` is the plan that it undoes or redoes, if
    any.
    """
    ruling, words = (
        msgspec.to_builtins(decision, enc_hook=plain_text),
        decision_words(scene, decision),
    )
    if planned is None:
        return ActionPlan((), words, ruling=ruling)
    return replace(planned, label=words, ruling=ruling)


def _make_private(path: Path, mode: int) -> None:
    # A user who does not own the file cannot change its mode, which its owner has chosen.
    with suppress(OSError):
        path.chmod(mode)


def _place(scene: MapScene, where: FigureOrTile, storey: str) -> SightEnd:
    if isinstance(where, str):
        if where not in scene.figures:
            raise Refusal("tokenLeft")
        return where
    scene.check_tile(where, storey)
    return tile_on(where, storey)


def _spot(scene: MapScene, end: SightEnd) -> tuple[tuple[Tile, ...], str]:
    """Return the tiles and the height of an end, as a ruling has them."""
    where = place(scene.board, end, "from")
    return where.tiles, lift_of(scene.board, where)


def _standing_on(
    scene: MapScene, tiles: tuple[tuple[int, int], ...], lift: str
) -> tuple[FigureOrTile, str]:
    """Return the figure on exactly these tiles at that height, or else the first tile with its
    floor.
    """
    for figure in scene.board.figures_at(tiles[0]):
        if _spot(scene, figure.name) == (tiles, lift):
            return figure.name, ""
    tile = (tiles[0][0], tiles[0][1])
    return tile, scene.floor_at(tile, lift)


def _name(scene: MapScene, where: FigureOrTile, storey: str) -> str:
    if isinstance(where, str):
        figure = scene.figures.get(where)
        return "somebody" if figure is None else figure.name
    return scene.tile_name(where, storey)
