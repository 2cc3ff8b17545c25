"""A client of the table without a page, which sends the messages that a page would send.

Tests use it to set up a scene and to act as another user.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sightline.texts import in_english

PATIENCE = 20

Message = dict[str, Any]


class RefusedError(Exception):
    """The table refused an action."""


class TableClient:
    """One connection, authorized by the secret of the game master or a player."""

    def __init__(self, origin: str, secret: str = "", *, join: str = "", name: str = "") -> None:
        address = origin.replace("http", "ws", 1) + "ws"
        self._held = ExitStack()
        self._socket: ClientConnection = self._held.enter_context(
            connect(
                address,
                origin=Origin(origin.rstrip("/")),
                max_size=None,
                max_queue=None,  # unread messages must not delay closing the connection
                open_timeout=PATIENCE,
            )
        )
        self.received: list[Message] = []
        hello = {"t": "join", "secret": join, "name": name} if join else {"t": "hello"}
        self.say(hello if join else hello | {"secret": secret})
        self.welcome = self.wait_for(lambda message: message["t"] == "welcome")

    def say(self, message: Message) -> None:
        self._socket.send(json.dumps(message))

    def receive(self) -> Message:
        message: Message = in_english(json.loads(self._socket.recv(PATIENCE)))
        self.received.append(message)
        return message

    def wait_for(self, wanted: Callable[[Message], bool]) -> Message:
        while not wanted(message := self.receive()):
            pass
        return message

    def latest(self, kind: str) -> Message:
        """Return the newest message of that kind, waiting for the first one if necessary."""
        for message in reversed(self.received):
            if message["t"] == kind:
                return message
        return self.wait_for(lambda message: message["t"] == kind)

    def do(self, action: str, **what: Any) -> str:
        """Perform an action, and return the id of what it created, if anything."""
        return str(self._answer("do", {"action": {"t": action, **what}}).get("made", ""))

    def ask(self, question: str, **what: Any) -> Message:
        answer: Message = self._answer("ask", {"question": {"t": question, **what}})["answer"]
        return answer

    def _answer(self, kind: str, body: Message) -> Message:
        number = uuid.uuid4().hex
        self.say({"t": kind, "id": number, **body})
        answer = self.wait_for(lambda message: message.get("id") == number)
        if answer["t"] == "refused":
            raise RefusedError(answer["why"])
        return answer

    def close(self) -> None:
        self._held.close()

    def walls(self) -> list[list[Any]]:
        """Return every free wall of the current map: both ends, what it carries, and its state."""
        self.say({"t": "look_at", "map": self.latest("stage")["map"]})
        found: list[list[Any]] = self.wait_for(lambda message: message["t"] == "stage").get(
            "walls", []
        )
        return found

    # --- what a master's table is made of -------------------------------------------------------

    def figure(self, name: str) -> str:
        """Return the id of the figure with that name, from full and incremental messages."""
        for message in reversed(self.received):
            if message["t"] in {"stage", "change"}:
                for figure in message.get("figures", ()):
                    if figure["name"] == name:
                        found: str = figure["id"]
                        return found
        raise LookupError(f"no figure {name!r} was sent")

    def player(self, name: str) -> Message:
        """Return the table's record of a player, waiting until the player has asked to join."""

        def find(message: Message) -> Message | None:
            players: list[Message] = message.get("players", [])
            return next((each for each in players if each["name"] == name), None)

        found = find(self.latest("table"))
        while found is None:
            message = self.receive()
            found = find(message) if message["t"] == "table" else None
        return found

    def seat(self, name: str, *figures: str) -> str:
        """Admit a waiting player, give them figures by name, and return their id."""
        player: str = self.player(name)["id"]
        self.do("admit", player=player)
        for figure in figures:
            self.do("edit", figure=self.figure(figure), owners=[player])
        return player
