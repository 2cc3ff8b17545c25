"""Runs inside Pyodide: finds what of the standard library is needed, and compiles that and our
package, so that a page loads little and starts soon.

What is needed is what is imported when the playground is put through its paces below.
"""

import json
import marshal
import os
import sys
import zipfile
from collections.abc import Collection
from contextlib import suppress
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

SITE = Path(f"/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages")
STDLIB = next(each for each in sys.path if each.endswith(".zip"))
MADE = Path("/made")
# What is imported only where something goes wrong.
WHOLE = ("engine", "geometry", "kernels", "links", "model", "packs", "playground", "rules")
ALSO = ("traceback", "linecache", "tokenize", "difflib", "zlib", "binascii")
# Imported by others where they are there, and done without where not: no page opens sockets, or
# archives of that kind.
NEEDLESS = (
    "ssl.py",
    "_ssl.py",
    "bz2.py",
    "lzma.py",
    "compression/",
    "encodings/cp437.py",
    "zipfile/_path/",
)
# Imported at the top by what never uses them here: names of characters, for those who take HTML
# apart, archives, for those who load packages of others, and asyncio's processes and TLS.
INSTEAD = {
    "asyncio/sslproto.py": b"class SSLProtocol: ...\nclass _SSLProtocolTransport: ...\n",
    "subprocess.py": b"PIPE, STDOUT, DEVNULL = -1, -2, -3\nclass SubprocessError(Exception): ...\n",
    "html/entities.py": b"html5 = {}\n",
    "zipfile/__init__.py": b"class Path: ...\nclass ZipFile: ...\nclass BadZipFile(OSError): ...\n",
}


def compiled(source: bytes, name: str) -> bytes:
    """As `python -OO` would have it: without docstrings and asserts, which nobody reads here."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + bytes(12) + marshal.dumps(slim(code))


def slim(code: CodeType) -> CodeType:
    """Without the numbers of lines: they are a third of it, and there is no source to look at."""
    inner = tuple(slim(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner, co_filename="")


def exercise() -> dict[str, object]:
    """Every kind of question, action, rule, game, file and picture once."""
    for name in ALSO:
        with suppress(ImportError):
            __import__(name)
    from sightline import compiled as has_kernels
    from sightline import share
    from sightline.errors import SightlineError
    from sightline.formats import to_bytes
    from sightline.model.hexagon import HexBoard
    from sightline.playground import Playground
    from sightline.rules.registry import RULES

    for name in ("native", "text", "uvtt"):  # others say that they are not to be had here
        __import__(f"sightline.formats.{name}")
    play = Playground()

    def say(**message: object) -> list[dict[str, object]]:
        answers = json.loads(play.handle(json.dumps(message)))
        wrong = [each for each in answers if each["t"] == "refused"]
        assert not wrong, wrong
        return answers

    def look(rules: Collection[str] = RULES) -> None:
        first, last = (each.name for each in (play.board.figures()[0], play.board.figures()[-1]))
        for question in (
            {"t": "sight", "a": first, "b": last, "all_lines": True},
            {"t": "field", "figure": first},
            {"t": "every_rule", "a": first, "b": last},
            {"t": "who"},
        ):
            say(t="ask", id="1", question=question)
        for kind in ("text", "json", "svg", "python", "link"):
            play.export(kind, first, last)
        for name in rules:
            if play.board.grid.name in RULES[name].grids:
                link = share(play.board, first, last, name)
                answered = json.loads(play.call("checksum", json.dumps({"links": [link]})))
                assert "ok" in answered, answered
                assert "ok" in json.loads(play.call("open", json.dumps({"link": link})))

    say(t="hello", secret="")
    look()
    say(t="do", id="1", action={"t": "wall", "ends": [[0.5, 0.5], [2.25, 1]]})
    say(t="do", id="2", action={"t": "terrain", "tiles": [[0, 0]], "kind": "low"})
    say(t="do", id="3", action={"t": "undo"})
    look(("quest", "dnd5e"))  # past free walls, games are slow
    play.open(share(HexBoard.from_text("A . .\n . # .\n. . B")))
    look()
    for ending in (".txt", ".json"):
        import base64

        data = base64.b64encode(to_bytes(play.board, ending)).decode()
        assert "ok" in json.loads(play.call("read", json.dumps({"data": data, "name": ending})))
    token = {"name": "A", "x": 0, "y": 0}
    foundry = {"width": 200, "height": 100, "padding": 0, "grid": {"type": 1, "size": 100}}
    foundry |= {"name": "", "walls": [{"c": [50, 0, 150, 99]}]}
    foundry |= {"tokens": [token, {"name": "B", "x": 100, "y": 0}]}
    where = {"position": {"x": 0, "y": 0}, "grid": {"dpi": 100}}
    item = {"type": "IMAGE", "image": {"width": 100, "height": 100}, **where}
    wall = {"type": "WALL", "layer": "FOG", "points": [{"x": 1, "y": 1}, {"x": 50, "y": 50}]}
    items = [{"id": "m", "layer": "MAP", **item}, {"id": "w", **wall, **where}]
    items += [{"id": each, "name": each, "layer": "CHARACTER", **item} for each in "AB"]
    owlbear = {"grid": {"dpi": 100, "type": "SQUARE"}, "items": items}
    for kind, data in (("foundry", foundry), ("owlbear", owlbear)):
        play.scene(kind=kind, data=data)
        play.tokens(data.get("tokens") or items[2:])
        play.look("A", "B", "pack:dnd5e")
        play.view("A", "corner")
    with suppress(SightlineError):
        play.open("#1.nonsense")
    return {"kernels": has_kernels(), "python": sys.version.split()[0]}


def imported_from(folder: str) -> set[str]:
    """The files below it that modules were imported from."""
    found = set()
    for module in list(sys.modules.values()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
        if origin.startswith(f"{folder}/"):
            found.add(os.path.relpath(origin, folder))
    return found


def is_ours(path: str) -> bool:
    """Is it needed? The core is taken whole: what is imported late there is missed by nobody."""
    parts = path.split("/")
    return path in ours or parts[1] in WHOLE or not path.endswith(".py")


def pack(name: str, files: dict[str, bytes]) -> None:
    """Stored, not deflated: what packs all of it afterwards does that better."""
    with zipfile.ZipFile(MADE / name, "w", zipfile.ZIP_STORED) as archive:
        for path, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data)


MADE.mkdir(exist_ok=True)
before = zipfile.ZipFile("/sources.zip")
before.extractall(SITE)
told = exercise()

library = zipfile.ZipFile(STDLIB)
needed = sorted(each for each in imported_from(STDLIB) if not each.startswith(NEEDLESS))
ours = imported_from(str(SITE))
pack(
    "python_stdlib.zip",
    {
        f"{path}c": compiled(INSTEAD.get(path) or library.read(path), path)
        for path in needed
        if path.endswith(".py")
    },
)
pack(
    "sightline.zip",
    {
        (f"{path}c" if path.endswith(".py") else path): (
            compiled(before.read(path), path) if path.endswith(".py") else before.read(path)
        )
        for path in filter(is_ours, before.namelist())
    },
)
(MADE / "prepared.json").write_text(json.dumps({**told, "stdlib": needed, "ours": sorted(ours)}))
