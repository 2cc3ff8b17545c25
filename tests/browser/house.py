"""A table that runs: `sightline table` in a process of its own, as people start it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

PATIENCE = 30
LINK = re.compile(r"(http://[\w.:]+/)#([mj])=([\w-]+)")


class House:
    """One table, its file and its server; it may be killed and started again on the same port."""

    def __init__(self, folder: Path, map_file: Path | None = None) -> None:
        self.folder = folder
        self.map_file = map_file
        self.port = 0
        self.origin = ""
        self.secrets: dict[str, str] = {}
        self.said: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        words = ["table", *([str(self.map_file)] if self.map_file else [])]
        words += ["--file", str(self.folder / "table.sqlite"), "--port", str(self.port)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "sightline.apps.cli.main", *words, "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
        )
        ready = threading.Event()
        threading.Thread(target=self._listen, args=(self._process, ready), daemon=True).start()
        if not ready.wait(PATIENCE):
            self.stop()
            raise AssertionError("the table did not print its links:\n" + "".join(self.said))

    def _listen(self, process: subprocess.Popen[str], ready: threading.Event) -> None:
        """Reads what the server says to its end, or a full pipe would stop it."""
        assert process.stdout is not None
        found: set[str] = set()
        for line in process.stdout:
            self.said.append(line)
            for origin, kind, secret in LINK.findall(line):
                self.origin = origin
                self.secrets[kind] = secret
                self.port = int(origin.rstrip("/").rpartition(":")[2])
                found.add(kind)
            if found >= {"m", "j"}:
                ready.set()

    def link(self, kind: str, secret: str = "") -> str:
        """m: the master's, j: to join, p: a player's own."""
        return f"{self.origin}#{kind}={secret or self.secrets[kind]}"

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """As a power cut would: no goodbye, nothing tidied."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE)
            raise
