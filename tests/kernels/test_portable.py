"""The C kernels are portable: their fallback code is right, and they compile for other targets.

`make portable` builds the kernels with the fallback code and runs all kernel tests on them.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("portable.c")
ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "src" / "sightline" / "kernels"
HEADERS = sorted(KERNELS.rglob("*.h"))
FOLDERS = [f"-I{folder}" for folder in sorted({header.parent for header in HEADERS})]
FOR_A_GPU = "portable_gpu.h"  # only a GPU's compiler reads it, because portable.h includes it there
PLAYGROUND_ZIG = ROOT / "build/playground/zig/ziglang" / ("zig.exe" if os.name == "nt" else "zig")
TARGETS = (
    *("x86_64-windows-gnu", "aarch64-windows-gnu"),
    *("x86_64-macos", "aarch64-macos"),
    *("x86_64-linux-gnu", "aarch64-linux-gnu", "x86_64-linux-musl"),
)
# gcc extensions, and the one place that may use them
ONLY_GNU = ("__int128", "vector_size", "typeof", "__builtin_expect", "({")


def test_the_plain_forms_are_right(tmp_path: Path) -> None:
    compiler = _compiler()
    program = tmp_path / "portable"
    flags = ["-std=c11", "-O1", "-w", "-fsanitize=undefined", "-fno-sanitize-recover"]
    built = subprocess.run(
        [compiler, *flags, *FOLDERS, str(SOURCE), "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    done = subprocess.run([program], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("plain", [False, True])
def test_this_machine_compiles_every_header(tmp_path: Path, plain: bool) -> None:
    """Like the test below, with the installed compiler, for machines without zig."""
    _compile([_compiler()], tmp_path, plain=plain)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("target", TARGETS)
def test_other_machines_compile_the_kernels(tmp_path: Path, target: str, plain: bool) -> None:
    """Zig's compiler is clang for every target."""
    _compile([*_zig(), "cc", "-target", target], tmp_path, plain=plain)


def _compile(compiler: list[str], folder: Path, *, plain: bool) -> None:
    source = folder / "kernels.c"
    headers = (each.name for each in HEADERS if each.name != FOR_A_GPU)
    source.write_text("".join(f'#include "{name}"\n' for name in headers), encoding="utf-8")
    forms = ["-DSIGHTLINE_PLAIN_C"] if plain else []
    done = subprocess.run(
        [*compiler, "-std=c11", "-w", *forms, *FOLDERS, "-c", str(source)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr


def _compiler() -> str:
    found = shutil.which("gcc") or shutil.which("cc")
    if found is None:
        pytest.skip("no C compiler here")
    return found


def _zig() -> list[str]:
    """Return the installed zig (`make wheels`), or the one used to build the playground."""
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang"]
    if not PLAYGROUND_ZIG.exists():
        missing = "no zig here: `make playground` or `make wheels` brings one"
        if os.environ.get("CI", "").lower() not in {"", "0", "false"}:
            pytest.fail(missing)
        pytest.skip(missing)
    return [str(PLAYGROUND_ZIG)]


@pytest.mark.parametrize("path", HEADERS, ids=lambda path: path.name)
def test_what_only_gcc_knows_is_in_one_place(path: Path) -> None:
    if path.name == "portable.h":
        return
    text = path.read_text(encoding="utf-8")
    assert [word for word in ONLY_GNU if word in text] == []
    builtins = {word for word in text.replace("(", " ").split() if word.startswith("__builtin_")}
    plain = (KERNELS / "portable.h").read_text(encoding="utf-8")
    assert {each for each in builtins if f"#define {each}(" not in plain} == set()
