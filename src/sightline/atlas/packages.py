"""Algorithms of other packages: python-tcod in this process, rot.js through node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from sightline.atlas.scans import Tile
from sightline.errors import SightlineError
from sightline.extras import extra

Bools = NDArray[np.bool_]
SCRIPT = Path(__file__).with_name("rot.mjs")
LONGEST = 600
"""How long rot.js may run in node, in seconds."""


class MissingPeerError(SightlineError):
    """Raised if a package with an algorithm is not installed."""


def tcod_fields(number: int, solid: Bools, viewers: Sequence[Tile]) -> tuple[Bools, float]:
    """Return the tiles that `tcod.map.compute_fov` shows each viewer, and the seconds
    that it took.
    """
    with extra("atlas", "Algorithms of python-tcod need"):
        import tcod.map

    clear = np.ascontiguousarray(~solid)
    start = thread_time()
    found = [tcod.map.compute_fov(clear, at, 0, True, number) for at in viewers]
    return np.array(found, dtype=bool), thread_time() - start


def rot_fields(
    name: str, folder: Path | None, solid: Bools, viewers: Sequence[Tile]
) -> tuple[Bools, float]:
    """Return the tiles that an algorithm of rot.js shows each viewer, and the seconds
    that it took.
    """
    node = shutil.which("node")
    if node is None or folder is None or not (folder / "node_modules" / "rot-js").is_dir():
        raise MissingPeerError(
            "rot.js: expected node, and a folder with rot.js in its node_modules."
            " Run npm install --prefix FOLDER rot-js, and add --rot-js FOLDER"
        )
    question = {
        "library": str((folder / "node_modules" / "rot-js" / "package.json").resolve()),
        "name": name,
        "solid": solid.tolist(),
        "viewers": list(viewers),
    }
    done = subprocess.run(
        [node, str(SCRIPT)],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    if done.returncode:
        raise MissingPeerError(f"rot.js: node failed: {done.stderr.strip()[-300:]}")
    answer = json.loads(done.stdout)
    found = np.zeros((len(viewers), solid.size), dtype=bool)
    for number, tiles in enumerate(answer["seen"]):
        found[number, tiles] = True
    return found.reshape(len(viewers), *solid.shape), float(answer["seconds"])
