"""Run `sightline table` in a separate process, as users do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.table.support.served_table import TableProcess


class TableServer:
    """One table, its file and its server, which can be killed and restarted on the same port."""

    def __init__(
        self, folder: Path, map_file: Path | None = None, words: Sequence[str] = ()
    ) -> None:
        """Start a table. `words`: further arguments for every start."""
        self._file = folder / "table.sqlite"
        self._map = [str(map_file)] if map_file else []
        self._port: list[str] = []
        self._words = words
        self.origin = ""
        self.start()

    def start(self) -> None:
        self._server = TableProcess(self._file, *self._map, *self._words, *self._port)
        origin = f"http://{self._server.host}/"
        assert self.origin in {"", origin}, "it came back at another address"
        self.origin = origin
        self._port = ["--port", self._server.host.rpartition(":")[2]]
        self._map = []  # from now on it is on the table
        self.secrets = {"m": self._server.master_secret, "j": self._server.join_secret}

    def link(self, kind: str, secret: str = "") -> str:
        """Return a link: m for the game master, j to join, p for a player."""
        return f"{self.origin}#{kind}={secret or self.secrets[kind]}"

    def pictures(self) -> list[Path]:
        """Return the files of the table's pictures."""
        return [each for each in self._file.glob("*.pictures/**/*") if each.is_file()]

    def stop(self) -> None:
        if self._server.process.poll() is None:
            self._server.interrupt()

    def kill(self) -> None:
        """Kill the server without any cleanup, as in a power cut."""
        self._server.kill()
