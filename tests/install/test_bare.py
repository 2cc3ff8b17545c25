"""`pip install sightline-engine` without extras: what works, and the messages about the rest."""

from pathlib import Path

import pytest

from sightline.extras import PACKAGES
from tests.cli.shell import DUNGEON
from tests.formats.map_samples import SAMPLES, tmx, tmx_data
from tests.install.environments import Environment, shared_wheel

ENGINE = """
import sys
from sightline import CornerRule, HexBoard, HexRayRule, SquareBoard, compiled, field, sees, trace

board = SquareBoard(5, 5)
board.set_solid((2, 2))
assert not sees(board, (2, 0), (2, 4), CornerRule())
assert trace(board, (0, 0), (0, 4), CornerRule()).visible
assert (4, 4) not in field(board, (0, 0), CornerRule())
assert sees(HexBoard(radius=3), (0, 0), (2, 1), HexRayRule())
assert "numpy" not in sys.modules, "questions need no arrays"
print("compiled" if compiled() else "pure")
"""
ARRAYS = """
import numpy
from sightline import CenterRule, SquareBoard, all_pairs, field, sees_many

board = SquareBoard.from_array(numpy.eye(4, dtype=bool))
pairs = [((0, 1), (0, 3)), ((0, 1), (3, 0))]
assert sees_many(board, pairs, CenterRule()).tolist() == [True, False]
assert numpy.asarray(field(board, (0, 1), CenterRule())).shape == (4, 4)
assert all_pairs(board, CenterRule()).count() > 0
"""
# The packages of all extras must be missing, or the messages below prove nothing.
BARE = """
import importlib.metadata, importlib.util, sys
print(*sorted(each.name for each in importlib.metadata.distributions()))
there = [name for name in sys.argv[1:] if importlib.util.find_spec(name)]
assert not there, there
"""


def test_a_bare_install(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    wheel = shared_wheel(tmp_path_factory)
    there = Environment(tmp_path / "bare")

    alone = there.install(wheel)
    assert alone.code != 0, "numpy is needed, and nothing brought it"
    there.lend("numpy")
    installed = there.install(wheel)
    assert installed.code == 0, installed.err
    listed = there.run("-c", BARE, *sorted(frozenset().union(*PACKAGES.values())))
    assert (listed.code, listed.out.split()) == (0, ["numpy", "sightline-engine"]), listed.err

    engine = there.run("-c", ENGINE)
    assert engine.code == 0, engine.err
    assert engine.out.split() == ["compiled"]
    arrays = there.run("-c", ARRAYS)
    assert arrays.code == 0, arrays.err

    _check_commands(there)
    _check_readers(there)
    _check_missing_extras(there)


def _check_commands(there: Environment) -> None:
    (there.work / "d.txt").write_text(DUNGEON.lstrip(), encoding="utf-8")
    commands = [
        ("--version", 0, "compiled kernels"),
        ("--help", 0, "sightline see crypt.txt Mira goblin"),
        ("see d.txt Mira goblin --svg sight.svg", 1, "Mira does not see goblin"),
        ("see d.txt Mira goblin --rule center --json", 1, '"verdict": "hidden"'),
        ("field d.txt Mira --radius 3 --svg field.svg", 0, "Mira sees"),
        ("heatmap d.txt --svg heat.svg", 0, "Best hidden"),
        ("compare d.txt Mira goblin", 0, "by every rule"),
        ("info d.txt", 0, "drawn text"),
        ("convert d.txt d.json", 0, ""),
        ("convert d.json d.svg", 0, ""),
        ("rules", 0, "corner"),
        ("rulings add kept.rulings d.txt Mira goblin --visible", 0, "see each other"),
        ("demo", 0, "Does Mira see the goblin?"),
        ("quest", 0, "The Sealed Crypt"),
        ("bench --quick", 0, "readable rule"),
        ("--show-completion bash", 0, "_SIGHTLINE_COMPLETE"),
    ]
    answers = there.all_sightline([words for words, _, _ in commands])
    for (words, code, said), done in zip(commands, answers, strict=True):
        assert done.code == code, (words, done)
        assert said in done.out, (words, done)
        assert "Traceback" not in done.err, (words, done)
    assert there.run("-m", "sightline", "rules") == there.sightline("rules")
    for name in ("sight.svg", "field.svg", "heat.svg", "d.svg", "sightline-demo.svg"):
        assert (there.work / name).read_text(encoding="utf-8").startswith("<svg"), name


def _check_readers(there: Environment) -> None:
    """Check every format, except layers compressed with zstd."""
    assert len(SAMPLES) > 8
    for name, (_, data) in SAMPLES.items():
        (there.work / name).write_bytes(data)
    answers = there.all_sightline([f"info {name}" for name in SAMPLES])
    for name, done in zip(SAMPLES, answers, strict=True):
        assert done.code == 0, (name, done)


def _check_missing_extras(there: Environment) -> None:
    (there.work / "packed.tmx").write_bytes(tmx(tmx_data("base64", "zstd")))
    needing = {
        "table": "table",
        "serve": "serve",
        "mcp": "mcp",
        "questions --count 1 -o bank.parquet": "cluster",
        "play --tutorial": "play",
        "see d.txt Mira goblin --png sight.png": "png",
        "convert d.txt d.png": "png",
        "info packed.tmx": "formats",
        "graph d.txt --radius 3": "cluster",
        "heatmap d.txt --cluster": "cluster",
    }
    answers = there.all_sightline(list(needing))
    for (words, name), done in zip(needing.items(), answers, strict=True):
        assert done.code == 2, (words, done)
        said = f"the extra `{name}`: pip install 'sightline-engine[{name}]'"
        assert said in done.err, (words, done)
        assert "Traceback" not in done.err, (words, done)
    assert not (there.work / "sight.png").exists()
