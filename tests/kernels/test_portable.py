"""The kernels in C that every compiler takes: the plain forms are right, and other targets compile.

`make portable` builds the kernels with the plain forms, and runs all tests of kernels on them.
"""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("portable.c")
KERNELS = Path(__file__).parents[2] / "src" / "sightline" / "kernels"
TARGETS = (
    *("x86_64-windows-gnu", "aarch64-windows-gnu"),
    *("x86_64-macos", "aarch64-macos"),
    *("x86_64-linux-gnu", "aarch64-linux-gnu", "x86_64-linux-musl"),
)
# gcc's own words, and the one place that may use them
ONLY_GNU = ("__int128", "vector_size", "typeof", "__builtin_expect", "({")


def test_the_plain_forms_are_right(tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    program = tmp_path / "portable"
    flags = ["-std=c11", "-O1", "-w", "-fsanitize=undefined", "-fno-sanitize-recover"]
    built = subprocess.run(
        [compiler, *flags, f"-I{KERNELS}", str(SOURCE), "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    done = subprocess.run([program], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("plain", [False, True])
def test_other_machines_compile_the_kernels(tmp_path: Path, target: str, plain: bool) -> None:
    """With zig's compiler, which is clang for every target: `pip install ziglang`."""
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("no ziglang here: `make wheels` installs it")
    source = tmp_path / "kernels.c"
    text = SOURCE.read_text(encoding="utf-8")
    source.write_text(text if plain else "".join(f'#include "{each.name}"\n' for each in _roots()))
    compiler = [sys.executable, "-m", "ziglang", "cc", "-target", target, "-std=c11", "-w", "-c"]
    done = subprocess.run(
        [*compiler, f"-I{KERNELS}", str(source), "-o", str(tmp_path / "kernels.o")],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr


def _roots() -> list[Path]:
    return sorted(KERNELS.glob("*.h"))


@pytest.mark.parametrize("path", _roots(), ids=lambda path: path.name)
def test_what_only_gcc_knows_is_in_one_place(path: Path) -> None:
    if path.name == "portable.h":
        return
    text = path.read_text(encoding="utf-8")
    assert [word for word in ONLY_GNU if word in text] == []
    builtins = {word for word in text.replace("(", " ").split() if word.startswith("__builtin_")}
    plain = (KERNELS / "portable.h").read_text(encoding="utf-8")
    assert {each for each in builtins if f"#define {each}(" not in plain} == set()
