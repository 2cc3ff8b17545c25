"""A service in a separate process, and a client for it."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """A response, with its status and its JSON or bytes."""

    status: int
    body: Any


class Client:
    """A client that sends requests over one connection."""

    def __init__(self, port: int, token: str = "", process: Any = None) -> None:
        self.port, self.token, self.process = port, token, process
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        token = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            self._connection.request(method, path, sent, {**token, **(headers or {})})
            response = self._connection.getresponse()
            data = response.read()
        except (http.client.HTTPException, ConnectionError):
            self._connection.close()
            raise
        is_json = response.headers.get_content_type() == "application/json"
        return Answer(response.status, json.loads(data) if is_json and data else data)

    def post(self, path: str, body: Any) -> Any:
        """Send a request that must succeed, and return the response."""
        answer = self("POST", path, body)
        assert answer.status in (200, 201), answer
        return answer.body


@contextmanager
def service(*options: str) -> Iterator[Client]:
    """Run `sightline serve` on a free port, and check that it stops when asked to."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sightline", "serve", "--port", "0", *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = ""
        while "Ctrl+C" not in said:
            line = process.stdout.readline()
            assert line, f"it ended: {said}"
            said += line
        port = re.search(r":(\d+)/", said)
        token = re.search(r"Token: (\S+)", said)
        assert port is not None
        yield Client(int(port[1]), token[1] if token else "", process)
        process.send_signal(signal.SIGTERM)
        # uvicorn ends its process with the signal that stopped it.
        assert process.wait(30) in (0, -signal.SIGTERM)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
