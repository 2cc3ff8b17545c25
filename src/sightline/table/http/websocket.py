"""Limit WebSocket frames that are not messages, so that they cannot keep the server busy.

`connection` counts messages as it reads them. Pings, pongs and fragments never get that far but
cost as much: a hundred thousand a second would delay everyone, and anyone can send them without a
link. Pages need almost none, so the limit is low.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from sightline.table.http.rate_limits import Bucket, Rate

AT_ONCE = 1_024
"""The maximum number of bytes to parse before other connections get a turn."""
IDLE_FRAMES = Rate(100, 5)
"""The limit of non-message frames per connection."""


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """Reads up to the next message, and drops clients that send only control frames."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._waiting = bytearray()
        """Received bytes that are not parsed yet."""
        self._idle_frames = Bucket(IDLE_FRAMES)

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        self._look()

    async def receive(self) -> Any:
        message = await super().receive()
        self._look()
        return message

    def _look(self) -> None:
        while self._waiting and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self._waiting[:AT_ONCE])
            del self._waiting[:AT_ONCE]
            super().data_received(piece)

    # --- frames that are not messages

    def handle_ping(self) -> None:
        if self._may_say_nothing():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_say_nothing():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_say_nothing():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if not self.close_sent or self._may_say_nothing():
            super().send_receive_event_to_app()

    def _may_say_nothing(self) -> bool:
        if self._idle_frames.take():
            return True
        self._waiting.clear()
        self.transport.abort()
        return False
