"""A widget that draws a session's board and tells which tile the mouse is on."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from sightline.apps.play.drawing import ROOM, Drawing
from sightline.apps.play.session import Session
from sightline.model.cell import Square


class BoardView(Widget, can_focus=True):
    """The board of the current session."""

    class Pointed(Message):
        """Posted when the mouse moves to another tile, or off the board."""

        def __init__(self, tile: Square | None) -> None:
            super().__init__()
            self.tile = tile

    class Clicked(Message):
        """Posted when a tile is clicked."""

        def __init__(self, tile: Square) -> None:
            super().__init__()
            self.tile = tile

    def __init__(self) -> None:
        super().__init__(id="board")
        self._drawing: Drawing | None = None
        self._room = ROOM
        self._pointed: Square | None = None

    def show(self, session: Session, room: tuple[int, int]) -> None:
        """Draw the session in the given number of columns and rows."""
        before, self._drawing = self._drawing, Drawing(session, room)
        self._room = room
        self.refresh(layout=before is None or before.size != self._drawing.size)
        if not self.is_small and isinstance(self.parent, Widget):
            place = self._drawing.place_of(session.look or session.state.at)
            self.parent.scroll_to_region(Region(*place), animate=False)

    @property
    def is_small(self) -> bool:
        """Whether the whole board fits next to the panels."""
        return self._drawing is not None and all(
            mine <= room for mine, room in zip(self._drawing.size, self._room, strict=True)
        )

    def render(self) -> Text:
        lines = [] if self._drawing is None else self._drawing.lines()
        return Text("\n", no_wrap=True).join(lines)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return 0 if self._drawing is None else self._drawing.size[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 0 if self._drawing is None else self._drawing.size[1]

    def _tile(self, event: events.MouseEvent) -> Square | None:
        return None if self._drawing is None else self._drawing.tile_at(event.x, event.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        tile = self._tile(event)
        if tile is not None and tile != self._pointed:
            self._pointed = tile
            self.post_message(self.Pointed(tile))

    def on_leave(self, event: events.Leave) -> None:
        self._pointed = None
        self.post_message(self.Pointed(None))

    def on_click(self, event: events.Click) -> None:
        tile = self._tile(event)
        if tile is not None:
            self.post_message(self.Clicked(tile))
