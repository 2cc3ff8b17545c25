"""Find the needed part of the standard library, and compile it and our package, inside Pyodide.

This keeps the download small and the start fast. Everything imported while the code below exercises
the playground counts as needed.
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
# Imported only when something fails.
WHOLE = ("engine", "geometry", "kernels", "links", "model", "packs", "playground", "rules")
ALSO = ("traceback", "linecache", "tokenize", "difflib", "zlib", "binascii")
# Optional imports of other modules: no page opens sockets, or archives of that kind.
NEEDLESS = (
    "ssl.py",
    "_ssl.py",
    "bz2.py",
    "lzma.py",
    "compression/",
    "encodings/cp437.py",
    "zipfile/_path/",
)
# Imported at the top by modules that do not use them here: character names for parsing HTML,
# archives for loading packages, and asyncio's processes and TLS.
INSTEAD = {
    "asyncio/sslproto.py": b"class SSLProtocol: ...\nclass _SSLProtocolTransport: ...\n",
    "subprocess.py": b"PIPE, STDOUT, DEVNULL = -1, -2, -3\nclass SubprocessError(Exception): ...\n",
    "html/entities.py": b"html5 = {}\n",
    "zipfile/__init__.py": b"class Path: ...\nclass ZipFile: ...\nclass BadZipFile(OSError): ...\n",
}


def compiled(source: bytes, name: str) -> bytes:
    """Compile like `python -OO`, without docstrings and asserts, which have no use here."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + bytes(12) + marshal.dumps(slim(code))


def slim(code: CodeType) -> CodeType:
    """Remove line numbers and the qualified names of functions, which nobody sees in a browser."""
    inner = tuple(slim(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner, co_filename="", co_qualname=code.co_name)


def exercise() -> dict[str, object]:
    """Use every kind of question, action, rule, game, file and picture once."""
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

    # Other formats raise an error that says they are not available here.
    for name in ("native", "text", "uvtt"):
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
    look(("quest", "dnd5e"))  # game rules are slow among free walls
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
    """Return the files below this folder from which modules were imported."""
    found = set()
    for module in list(sys.modules.values()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
        if origin.startswith(f"{folder}/"):
            found.add(os.path.relpath(origin, folder))
    return found


def is_ours(path: str) -> bool:
    """Return whether the file is needed. The core is included completely, with its late imports."""
    parts = path.split("/")
    return path in ours or parts[1] in WHOLE or not path.endswith(".py")


def pack(name: str, files: dict[str, bytes]) -> None:
    """Store files without compression, because everything is compressed together later."""
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
