"""Compile the kernels for Pyodide with zig: Cython's C becomes WebAssembly that Python loads.

Pyodide's own compiler, emscripten, is large and needs a matching version; zig is a single wheel.
The result is not an official extension. It uses the limited API, so Pyodide and zig are pinned here
and in package.json, and a test compares answers in the browser (tests/browser).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ZIG = "ziglang==0.17.0"
MODULES = {
    # what is compiled, and its name in C
    "answers/_buffer": "_buffer",
    "kernels/_core": "_core",
    "kernels/_packs": "_packs",
}
LEFT_OUT = ("boundscheck", "initializedcheck", "nonecheck", "annotation_typing", "auto_pickle")
# WebAssembly has 32-bit longs and pointers, while Python's headers here were generated for 64 bits.
SIZES = {"LONG": 4, "SIZE_T": 4, "VOID_P": 4, "UINTPTR_T": 4, "PTHREAD_T": 4, "TIME_T": 8}
# The limited API has functions where cimports use macros.
MACROS = {
    "PyTuple_GET_ITEM(t, i)": "PyTuple_GetItem((PyObject *)(t), i)",
    "PyTuple_GET_SIZE(t)": "PyTuple_Size((PyObject *)(t))",
    "PyBytes_AS_STRING(b)": "PyBytes_AsString((PyObject *)(b))",
    "PyBytes_GET_SIZE(b)": "PyBytes_Size((PyObject *)(b))",
    "PyByteArray_AS_STRING(b)": "PyByteArray_AsString((PyObject *)(b))",
    "PyByteArray_GET_SIZE(b)": "PyByteArray_Size((PyObject *)(b))",
    "PyList_GET_SIZE(l)": "PyList_Size((PyObject *)(l))",
    "PyFloat_AS_DOUBLE(f)": "PyFloat_AsDouble((PyObject *)(f))",
}


class NoKernelsError(Exception):
    """The kernels cannot be compiled here; the message gives the reason."""


def compile_all(folder: Path) -> dict[str, bytes]:
    """Return every kernel by its path in the package. Unchanged ones are not recompiled."""
    made = folder / _fingerprint()
    if not (made / "whole").exists():
        zig = _zig(folder)
        made.mkdir(parents=True, exist_ok=True)
        headers = _headers(made)
        for source, name in MODULES.items():
            _compile(zig, headers, made, source, name)
        (made / "whole").touch()
    return {
        f"sightline/{source}.abi3.so": (made / f"{name}.so").read_bytes()
        for source, name in MODULES.items()
    }


def _fingerprint() -> str:
    """Return a hash of all inputs."""
    found = hashlib.sha256(f"{ZIG} {sys.version}".encode())
    found.update(Path(__file__).read_bytes())
    kernels = ROOT / "src/sightline"
    for ending in ("pyx", "pxd", "pxi", "h"):
        for path in sorted(kernels.rglob(f"*.{ending}")):
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _zig(folder: Path) -> Path:
    """Return the pinned zig, installed in a build folder."""
    target = folder / "zig"
    program = target / "ziglang" / ("zig.exe" if os.name == "nt" else "zig")
    if not program.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run([*pip, "--no-deps", "--target", str(target), ZIG], "zig cannot be had from PyPI")
    return program


def _headers(folder: Path) -> Path:
    """Return Python's headers, configured for a 32-bit machine, with extra macros."""
    own = Path(sysconfig.get_path("include"))
    if not (own / "Python.h").exists():
        raise NoKernelsError(f"Python's headers are not in {own} (Debian: python3-dev)")
    headers = folder / "include"
    shutil.rmtree(headers, ignore_errors=True)
    shutil.copytree(own, headers)
    (headers / "pyconfig.h").rename(headers / "pyconfig_here.h")
    sizes = [f"#undef SIZEOF_{name}\n#define SIZEOF_{name} {n}" for name, n in SIZES.items()]
    long_bit = "#include <limits.h>\n#undef LONG_BIT\n#define LONG_BIT 32"
    lines = ['#include "pyconfig_here.h"', *sizes, long_bit, ""]
    (headers / "pyconfig.h").write_text("\n".join(lines), encoding="utf-8")
    macros = [f"#define {macro} {function}" for macro, function in MACROS.items()]
    (headers / "limited.h").write_text("\n".join(["#include <Python.h>", *macros, ""]))
    return headers


def _compile(zig: Path, headers: Path, folder: Path, source: str, name: str) -> None:
    package = ROOT / "src/sightline"
    c, thing = folder / f"{name}.c", folder / f"{name}.o"
    directives = [word for each in LEFT_OUT for word in ("-X", f"{each}=False")]
    source_folder = str(ROOT / "src")
    cython = [
        sys.executable,
        "-m",
        "cython",
        "-3",
        "--no-docstrings",
        *directives,
        "-I",
        source_folder,
    ]
    _run([*cython, str(package / f"{source}.pyx"), "-o", str(c)], "Cython failed")
    lib = zig.parent / "lib"
    # The reference counting functions are in the limited API since 3.12.
    limited = "0x030B0000" if sys.version_info < (3, 12) else "0x030C0000"
    words = ["--target=wasm32-unknown-emscripten", "-c", "-fPIC", "-Oz", "-DNDEBUG", "-w"]
    words += ["-D__EMSCRIPTEN__=1", "-D__wasi__=1", f"-DPy_LIMITED_API={limited}", "-nostdlibinc"]
    for each in ("include", "libc/include/wasm-wasi-musl", "libc/include/generic-musl"):
        words += ["-isystem", str(lib / each)]
    beside = (package / source).parent
    words += [f"-I{headers}", *(f"-I{each.parent}" for each in sorted(beside.rglob("*.h")))]
    words += ["-include", str(headers / "limited.h"), str(c), "-o", str(thing)]
    _run([str(zig), "clang", *words], f"zig cannot compile {source}.pyx")
    link = ["-shared", "--experimental-pic", "--import-memory", "--no-entry", "--strip-all"]
    link += ["--unresolved-symbols=import-dynamic", f"--export=PyInit_{name}", str(thing)]
    _run(
        [str(zig), "wasm-ld", *link, "-o", str(folder / f"{name}.so")],
        f"zig cannot link {source}.pyx",
    )


def _run(command: list[str], wrong: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoKernelsError(f"{wrong}: {error}") from error
    if done.returncode:
        raise NoKernelsError(f"{wrong}: {(done.stderr or done.stdout).strip()[-600:]}")
