"""The page's folders import one way: features, then the map, then the state, then the protocol.

The list is in test_architecture.py with the others. The shell is on top and connects everything;
modules that draw may use ui. A file outside the folders (main.ts) starts the page and may import
anything.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from tests.unit.test_architecture import BETWEEN_FEATURES, MOST_FILES
from tests.unit.test_architecture import PAGE_LAYERS as LAYERS

SRC = Path(__file__).parents[2] / "page/src"

IMPORT = re.compile(
    r"""(?:\bfrom\s*|\bimport\s*\(?\s*|@import\s+(?:url\()?)(?P<quote>['"])(?P<to>\.[^'"]*)(?P=quote)"""
)


def files() -> list[Path]:
    return sorted(p for p in SRC.rglob("*") if p.suffix in {".ts", ".svelte", ".css"})


def imports(source: str) -> Iterator[str]:
    """Yield every imported file of ours: static and lazy imports, types, and styles."""
    return (found["to"] for found in IMPORT.finditer(source))


def complaint(origin: PurePosixPath, target: str) -> str:
    """Return why an import is forbidden, or "". Paths are relative to page/src."""
    goal = PurePosixPath(*normal([*origin.parent.parts, *PurePosixPath(target).parts]))
    if len(origin.parts) == 1:
        return ""
    here, there = origin.parts[0], goal.parts[0]
    if there not in LAYERS:
        return f"{origin} imports {goal}: {there} is not a layer"
    if LAYERS.index(there) > LAYERS.index(here):
        return f"{origin} imports {goal}: {here} is below {there}"
    if here == there == "features":
        pair = origin.parts[1], goal.parts[1]
        if pair[0] != pair[1] and pair not in BETWEEN_FEATURES:
            return f"{origin} imports {goal}: features do not import each other"
    in_a_game = here == there == "games" and len(origin.parts) > 2
    if in_a_game and goal.parts[1] not in (origin.parts[1], "common"):
        return f"{origin} imports {goal}: a game imports itself and games/common"
    return ""


def normal(parts: list[str]) -> Iterator[str]:
    """Yield the path's parts with `.` and `..` resolved."""
    kept: list[str] = []
    for part in parts:
        if part == "..":
            assert kept, f"{'/'.join(parts)} leads out of page/src"
            kept.pop()
        elif part != ".":
            kept.append(part)
    return iter(kept)


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(SRC)))
def test_imports_point_downwards(path: Path) -> None:
    origin = PurePosixPath(path.relative_to(SRC).as_posix())
    found = [complaint(origin, each) for each in imports(path.read_text(encoding="utf-8"))]
    assert not any(found), "\n".join(filter(None, found))


def test_every_folder_is_a_layer() -> None:
    assert {path.name for path in SRC.iterdir() if path.is_dir()} == set(LAYERS)


def test_a_folder_has_few_files() -> None:
    """Larger folders are divided."""
    count = Counter(str(path.parent.relative_to(SRC)) for path in files())
    assert {folder: n for folder, n in count.items() if n > MOST_FILES} == {}


def test_no_file_does_many_jobs() -> None:
    """The limit is 600 lines. Generated files may be longer."""
    long = [
        f"{path.relative_to(SRC)}: {lines} lines"
        for path in files()
        if ".gen." not in path.name
        and (lines := path.read_text(encoding="utf-8").count("\n")) > 600
    ]
    assert long == []


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        ("state/table.svelte.ts", "import { scene } from '../map/scene.svelte'"),
        ("protocol/socket.ts", "import type { Tool } from '../state/page/toolbox.svelte'"),
        ("map/Board.svelte", "import Verdict from '../features/sight/Verdict.svelte'"),
        ("map/tools/point.ts", 'const late = await import("../../shell/regions")'),
        ("features/maps/NewMap.svelte", "import {\n  fold,\n} from '../players/fold'"),
        ("features/rules/RulePanel.svelte", "import Verdict from '../sight/Verdict.svelte'"),
        ("games/quest/Quest.svelte", "import Die from '../one-card-dungeon/Die.svelte'"),
        ("games/common/GameShell.svelte", "import { GAMES } from '../registry'"),
        ("ui/Icon.svelte", "import '../map/map.css'"),
        ("ui/styles/app.css", "@import '../../map/map.css';"),
        ("state/words.ts", "export { num } from '../map/geometry/paths'"),
        ("state/words.ts", "import { x } from '../lib/x'"),
    ],
)
def test_a_wrong_import_is_noticed(origin: str, source: str) -> None:
    (target,) = imports(source)
    assert complaint(PurePosixPath(origin), target)


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        ("main.ts", "import App from './shell/App.svelte'"),
        ("shell/seats/Master.svelte", "import Board from '../../map/Board.svelte'"),
        ("map/layers/sight/Light.svelte", "import { scene } from '../../scene.svelte'"),
        ("games/quest/Quest.svelte", "import GameShell from '../common/GameShell.svelte'"),
        ("games/registry.ts", "const pages = () => import('./quest/pages')"),
        ("features/sight/SightPanel.svelte", "import E from '../rules/EveryRule.svelte'"),
        ("features/sight/SightPanel.svelte", "import Verdict from './Verdict.svelte'"),
    ],
)
def test_a_right_import_is_let_pass(origin: str, source: str) -> None:
    (target,) = imports(source)
    assert complaint(PurePosixPath(origin), target) == ""
