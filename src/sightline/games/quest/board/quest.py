"""A quest board in play: a board, a mode, and the heroes' actions and views.

    quest = Quest(board, mode="adjudicated")
    for event in quest.open_door("Brom", (3, 1), (4, 1)):
        print(event)

Every action returns its events in order. An illegal action raises an error with the reason, and
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeAlias

from sightline.answers.sight import Sight
from sightline.engine import trace
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.games.quest.board.events import (
    Appeared,
    DoorChanged,
    Event,
    Moved,
    NothingFound,
    Removed,
    RulingMade,
)
from sightline.games.quest.board.movement import shortest_way, why_not
from sightline.games.quest.board.vision import View, news, views_of
from sightline.model.cell import AnyPosition, Tile
from sightline.model.figure import Figure, FigureKind
from sightline.model.names import not_one_of
from sightline.model.numbers import short_repr
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Threshold, Wall, with_state
from sightline.rules.center import CenterRule
from sightline.rulings import CloseCall, Rulings, open_calls

QuestMode: TypeAlias = Literal["strict", "permissive", "adjudicated"]
MODES: tuple[QuestMode, ...] = ("strict", "permissive", "adjudicated")
PARTY = ("hero", "ally")


class Quest:
    """A quest board in play. Read its board freely, but change it only through the actions."""

    def __init__(
        self,
        board: SquareBoard,
        *,
        mode: QuestMode = "strict",
        large: Literal["tiles", "middle"] = "tiles",
        title: str = "",
        story: str = "",
        rulings: Rulings | None = None,
    ) -> None:
        if not isinstance(board, SquareBoard):
            raise InvalidTypeError(f"quest: expected a SquareBoard, got {short_repr(board)}")
        if mode not in MODES:
            raise InvalidValueError(not_one_of("quest mode", MODES, mode))
        if not any(figure.kind == "hero" for figure in board.figures()):
            raise InvalidValueError("quest: expected at least one hero on the board, got none")
        self.title, self.story = title, story
        self.rule = CenterRule(mode, large)
        self.rulings = Rulings() if rulings is None else rulings
        self.board = board.copy()
        self.views: dict[str, View] = {}
        self.explored: frozenset[Tile] = frozenset()
        """Every tile that a hero has ever seen."""
        self.discovered: frozenset[str] = frozenset()
        """Every figure and piece of furniture that a hero has ever seen."""
        self.opening = self.look()
        """The events of the heroes' first look at the board."""

    @property
    def mode(self) -> str:
        return self.rule.ties

    # --- questions

    def trace(self, a: Any, b: Any) -> Sight:
        """Return whether `a` sees `b` in this quest's mode, with its rulings, and why."""
        return trace(self.board, a, b, self.rule, rulings=self.rulings)

    def open_calls(self) -> list[CloseCall]:
        """Return the close calls between figures that the game master must decide."""
        return open_calls(self.board, self.rule, rulings=self.rulings)

    def look(self) -> list[Event]:
        """Update the heroes' views, for example after a change of rulings, and return the
        events.
        """
        return self._look(self.board)

    def known_board(self) -> SquareBoard:
        """Return the board as the party knows it.

        Unexplored tiles are rock, secret doors are walls, and figures out of sight are missing.
        Furniture stays where it was seen.
        """
        known = self.board.copy()
        in_sight = {name for view in self.views.values() for name in view.figures} | set(self.views)
        for figure in self.board.figures():
            remembered = figure.is_furniture and figure.name in self.discovered
            if figure.name not in in_sight and not remembered:
                known.remove(figure.name)
        for tile in self.board.tiles():
            if tile not in self.explored:
                known.set_solid(tile)
        for a, b, threshold in self.board.edges():
            if a not in self.explored and b not in self.explored:
                known.set_edge(a, b, None)
            elif threshold.state == "secret":
                known.set_edge(a, b, Wall())
        return known

    # --- moving

    def move(self, name: str, to: tuple[int, int]) -> list[Event]:
        """Move a figure by the shortest path. The party's figures use only tiles that the party
        has seen.
        """
        figure = self._actor(name)
        goal = self.board.position(to, f"where {name} goes")
        if goal == figure.at:
            raise InvalidValueError(f"{name} is already on {goal}")
        known = self.explored if figure.kind in PARTY else None
        if known is not None and goal not in known:
            raise InvalidValueError(f"{name} cannot plan a way to {goal}: nobody has seen it yet")
        return self.walk(name, shortest_way(self.board, figure, goal, known))

    def walk(self, name: str, steps: Iterable[tuple[int, int]]) -> list[Event]:
        """Move a figure step by step, all or nothing."""
        self._actor(name)
        path = [self.board.position(step, f"where {name} goes") for step in steps]
        if not path:
            raise InvalidValueError(f"{name}: expected at least one step, got none")

        def change(board: SquareBoard) -> Iterator[Event]:
            for to in path:
                figure = board.figure(name)
                reason = why_not(board, figure, figure.at, to)
                if reason is not None:
                    raise InvalidValueError(
                        f"{name} cannot step from {figure.at} to {to}: {reason}"
                    )
                board.move(name, to)
                yield Moved(name, figure.at, to)

        return self._act(change)

    # --- doors and gates

    def open_door(self, name: str, a: tuple[int, int], b: tuple[int, int]) -> list[Event]:
        """Open a closed door or gate next to the figure."""
        return self._turn(name, a, b, {"closed": "open"}, "open")

    def close_door(self, name: str, a: tuple[int, int], b: tuple[int, int]) -> list[Event]:
        """Close an open door or gate next to the figure, if no figure stands across it."""
        first, second = self.board.position(a, "door"), self.board.position(b, "door")
        for figure in self.board.figures_at(first):
            if second in figure.tiles:
                raise InvalidValueError(
                    f"{name} cannot close the door between {first} and {second}:"
                    f" {figure.name} stands across it"
                )
        return self._turn(name, a, b, {"open": "closed"}, "close")

    def unlock(self, name: str, a: tuple[int, int], b: tuple[int, int]) -> list[Event]:
        """Unlock a locked door or gate next to the figure, which leaves it closed.

        The caller decides who has a key.
        """
        return self._turn(name, a, b, {"locked": "closed"}, "unlock")

    def search(self, name: str) -> list[Event]:
        """Find every secret door of which the hero sees one side."""
        if self._actor(name).kind != "hero":
            raise InvalidValueError(f"{name} cannot search: only heroes do")
        seen = self.views[name].tiles

        def change(board: SquareBoard) -> Iterator[Event]:
            found = [
                DoorChanged(name, a, b, threshold, with_state(threshold, "closed"))
                for a, b, threshold in board.edges()
                if threshold.state == "secret" and (a in seen or b in seen)
            ]
            for event in found:
                board.set_edge(event.a, event.b, event.after)
                yield event
            if not found:
                yield NothingFound(name)

        return self._act(change)

    # --- game master

    def put(self, name: str, at: AnyPosition, *, kind: FigureKind, size: Any = None) -> list[Event]:
        """Put a figure or a piece of furniture on the board."""

        def change(board: SquareBoard) -> Iterator[Event]:
            figure = board.place(name, at, kind=kind, size=size)
            for tile in figure.tiles:
                others = [other for other in board.names_at(tile) if other != name]
                if board.is_solid(tile) or others:
                    reason = f"taken by {others[0]}" if others else "solid"
                    raise InvalidValueError(f"{name} cannot appear on {tile}: it is {reason}")
            yield Appeared(name, figure.at)

        return self._act(change)

    def remove(self, name: str) -> list[Event]:
        """Remove a figure from the board, such as a defeated one."""

        def change(board: SquareBoard) -> Iterator[Event]:
            board.remove(name)
            yield Removed(name)

        return self._act(change)

    def decide(
        self, a: Any, b: Any, *, visible: bool, by: str = "master", why: str = ""
    ) -> list[Event]:
        """Rule on whether two figures see each other. The ruling is stored when this returns."""
        ruling = self.rulings.rule(self.board, a, b, self.rule, visible=visible, by=by, why=why)
        return [RulingMade(ruling), *self.look()]

    # --- actions

    def _act(self, change: Callable[[SquareBoard], Iterator[Event]]) -> list[Event]:
        """Act on a copy of the board, and update views after every event. Keep the copy only if
        all succeeds.
        """
        board = self.board.copy()
        kept = self.views, self.explored, self.discovered
        events: list[Event] = []
        try:
            for event in change(board):
                events += [event, *self._look(board)]
        except BaseException:
            self.views, self.explored, self.discovered = kept
            raise
        self.board = board
        return events

    def _look(self, board: SquareBoard) -> list[Event]:
        """Return the changes in the heroes' views, as events."""
        views = views_of(board, self.rule, self.rulings)
        events = list(news(board, self.views, views, self.explored, self.discovered))
        self.views = views
        self.explored = self.explored.union(*(view.tiles for view in views.values()))
        self.discovered = self.discovered.union(*(view.figures for view in views.values()))
        return events

    def _actor(self, name: str) -> Figure:
        figure = self.board.figure(name)
        if figure.is_furniture:
            raise InvalidValueError(f"{name} is furniture and does nothing by itself")
        return figure

    def _turn(
        self, name: str, a: tuple[int, int], b: tuple[int, int], turns: dict[str, str], verb: str
    ) -> list[Event]:
        """Change the state of a door or gate."""
        figure = self._actor(name)
        first, second = self.board.position(a, "door"), self.board.position(b, "door")
        where = f"between {first} and {second}"
        before = self.board.edge(first, second)
        if not isinstance(before, (Door, Gate)) or before.state == "secret":
            raise InvalidValueError(
                f"{name} cannot {verb} anything {where}: no door is known there"
            )
        if not {first, second} & set(figure.tiles):
            raise InvalidValueError(f"{name} on {figure.at} is not next to the door {where}")
        if before.state not in turns:
            raise InvalidValueError(
                f"{name} cannot {verb} the {_thing(before)} {where}: it is {before.state}"
            )
        after = with_state(before, turns[before.state])

        def change(board: SquareBoard) -> Iterator[Event]:
            board.set_edge(first, second, after)
            yield DoorChanged(name, first, second, before, after)

        return self._act(change)


def _thing(threshold: Threshold) -> str:
    return type(threshold).__name__.lower()
