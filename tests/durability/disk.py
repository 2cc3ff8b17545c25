"""A simulated disk: the possible contents of files after a power cut, from a trace of system calls.

Writes are pending until their file is synced. After a power cut, everything synced is present, and
any subset of the pending writes may be present, in any order. Created and removed names are also
pending until their folder is synced (or the file itself, which on Linux makes its name durable).
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TRACE = (
    *("-y", "-xx", "-s", "1000000"),
    *("-e", "trace=openat,pwrite64,ftruncate,fdatasync,fsync,unlink,link,write"),
)

_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (\d+)(?:<[^>]*>)?(?: .*)?$")
_FILE = re.compile(r"^\d+<([^>]*)>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')

Change = tuple[int, bytes] | int  # the bytes written at an offset, or a new length


@dataclass
class File:
    """One file: its durable content and its pending changes, in order."""

    durable: bytes = b""
    waiting: list[Change] = field(default_factory=list)

    def after(self, changes: list[Change]) -> bytes:
        content = bytearray(self.durable)
        for change in changes:
            if isinstance(change, int):
                del content[change:]
                content.extend(bytes(change - len(content)))
            else:
                offset, data = change
                content.extend(bytes(max(0, offset - len(content))))
                content[offset : offset + len(data)] = data
        return bytes(content)

    def sync(self) -> None:
        self.durable, self.waiting = self.after(self.waiting), []


@dataclass
class Disk:
    """The files of one folder."""

    folder: Path
    now: dict[str, File] = field(default_factory=dict)
    """The files as a process sees them."""
    named: dict[str, File] = field(default_factory=dict)
    """Files whose names would survive a power cut."""

    def do(self, call: str, arguments: str) -> str | None:
        """Perform one system call, and return what it wrote to standard output."""
        texts = [bytes.fromhex(t.replace("\\x", "")) for t in _TEXT.findall(arguments)]
        if call == "write":
            return texts[0].decode() if arguments.startswith("1<") else None
        if call in ("openat", "unlink", "link"):
            self._name(call, [text.decode() for text in texts], arguments)
            return None
        path = self._path(arguments)
        if path == self.folder:
            self.named = dict(self.now)
        elif path is not None and path.name in self.now:
            self._change(call, path.name, texts, arguments)
        return None

    def _name(self, call: str, names: list[str], arguments: str) -> None:
        paths = [Path(name) for name in names]
        if any(path.parent != self.folder for path in paths):
            return
        name = paths[0].name
        if call == "openat" and "O_CREAT" in arguments and name:
            self.now.setdefault(name, File())
        elif call == "unlink":
            self.now.pop(name, None)
        elif call == "link":
            self.now[paths[1].name] = self.now[name]

    def _change(self, call: str, name: str, texts: list[bytes], arguments: str) -> None:
        file = self.now[name]
        if call == "pwrite64":
            file.waiting.append((int(arguments.rsplit(", ", 1)[1]), texts[0]))
        elif call == "ftruncate":
            file.waiting.append(int(arguments.rsplit(", ", 1)[1]))
        else:
            file.sync()
            self.named[name] = file

    def _path(self, arguments: str) -> Path | None:
        found = _FILE.match(arguments)
        if found is None:
            return None
        plain = (
            bytes.fromhex(found[1].replace("\\x", "")).decode() if "\\x" in found[1] else found[1]
        )
        return Path(plain)

    def leftovers(self, dice: random.Random, tries: int) -> Iterator[dict[str, bytes]]:
        """Yield possible contents after a power cut: the least, the most, and some in between."""
        yield {name: file.durable for name, file in self.named.items()}
        yield {name: file.after(file.waiting) for name, file in self.now.items()}
        for _ in range(tries):
            names = {
                name: file
                for table in (self.named, self.now)
                for name, file in table.items()
                if (name in self.named and name in self.now) or dice.random() < 0.5
            }
            yield {
                name: file.after([each for each in file.waiting if dice.random() < 0.5])
                for name, file in names.items()
            }


def calls(log: str) -> Iterator[tuple[str, str]]:
    """Yield the successful calls of a trace, in order."""
    for line in log.splitlines():
        found = _CALL.match(line)
        if found is not None:
            yield found[1], found[2]
