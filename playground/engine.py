"""Pack the engine for the browser: Python, the needed part of its library, and our package.

The result is two files, each one LZMA stream: `runtime`, which changes only with Pyodide, and
`engine`, which changes with our own code. Any web host can serve them, without compression. The
page unpacks them (page/src/playground/links/lzma.ts) and caches the result.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import struct
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LEFT_OUT = (
    *("apps", "assistant", "atlas", "bank", "compat", "games", "hexes", "rulings", "service"),
    *("simple.py", "storage", "table", "__main__.py"),
)
"""Parts that a page never uses: servers, processes, databases."""
NO_DEVICES = "engine/devices.py"
"""A browser has no GPU arrays either."""
TABLETOPS = (
    "formats/foundry/",
    "formats/owlbear/",
    "formats/picture.",
    "formats/shared/chains.",
    "formats/shared/choose_scene.",
    "formats/shared/curve",
    "formats/shared/tokens.",
    "pictures/picture_grid.",
    "playground/tabletop.",
)
"""Used only by the extensions for virtual tabletops, and not by the playground."""
SUFFIXES = {".py", ".toml"}
# Found by trial: 0.5 % smaller than the default for WebAssembly, and as fast.
LZMA = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0, "dict_size": 1 << 24}


def sources(kernels: dict[str, bytes]) -> bytes:
    """Return our package as a zip for the browser."""
    package = ROOT / "src" / "sightline"
    files = {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for path in package.rglob("*")
        if path.suffix in SUFFIXES
        and path.relative_to(package).parts[0] not in LEFT_OUT
        and path != package / NO_DEVICES
    }
    if not kernels:  # avoids a warning about missing kernels
        files["sightline/kernels/left_out.txt"] = b"by make playground\n"
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, data in sorted({**files, **kernels}.items()):
            archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data)
    return packed.getvalue()


def is_for_tabletops(name: str) -> bool:
    """Return whether this file of the packed engine is only for `page/vtt`."""
    return name.removeprefix("site/sightline/").startswith(TABLETOPS)


def prepare(node: str, runtime: Path, zipped: bytes, folder: Path) -> tuple[Path, dict[str, Any]]:
    """Run prepare.py in Pyodide; return the folder with both archives, and its report."""
    inputs = [zipped, *((HERE / name).read_bytes() for name in ("prepare.py", "prepare.mjs"))]
    made = folder / f"prepared-{fingerprint(*inputs)}"
    if not (made / "prepared.json").exists():
        (folder / "sources.zip").write_bytes(zipped)
        script = [HERE / "prepare.mjs", runtime, folder / "sources.zip", HERE / "prepare.py", made]
        subprocess.run([node, *map(str, script)], check=True, timeout=900)
    return made, json.loads((made / "prepared.json").read_text(encoding="utf-8"))


def bundle(name: str, files: dict[str, Path], cache: Path, out: Path) -> dict[str, Any]:
    """Pack several files into one, named by its content, and return its entry
    for the page's list.
    """
    contents = {each: path.read_bytes() for each, path in files.items()}
    head = json.dumps({each: len(data) for each, data in contents.items()}).encode()
    whole = struct.pack("<I", len(head)) + head + b"".join(contents.values())
    kept = cache / f"{name}-{fingerprint(whole)}.lzma"
    if not kept.exists():
        kept.write_bytes(lzma.compress(whole, lzma.FORMAT_ALONE, filters=[LZMA]))
    packed = kept.read_bytes()
    file = f"{name}-{fingerprint(packed)}.bin"
    (out / file).write_bytes(packed)
    return {"file": file, "bytes": len(packed), "unpacked": len(whole)}


def fingerprint(*data: bytes) -> str:
    """Return a short hash of some content."""
    found = hashlib.sha256()
    for each in data:
        found.update(each)
    return found.hexdigest()[:12]
