"""CuPy, the device, and the kernels compiled for it.

A GPU's own compiler (NVRTC) compiles the headers of `sightline.kernels`, for one rule and one type
of numbers at a time. CuPy caches compiled kernels on disk, so only the first question has to wait.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from sightline.errors import DeviceError
from sightline.extras import extra

SOURCES = Path(__file__).parents[1] / "kernels"
"""The folder of the headers. Nothing that is compiled for the CPU is used here."""
THREADS = 128
"""The number of threads per block."""
FOLDERS = tuple(f"-I{SOURCES / folder}" for folder in ("", "square", "hex", "walls", "gpu"))
OPTIONS = ("--std=c++17", "--device-as-default-execution-space")
CORNER_CODE, HEXRAY_CODE = 8, 16
"""The first codes of corner rules and of hex rays (engine/native.py)."""
FEWEST_VERSION = 70
"""The lowest supported compute capability, times ten."""


def cupy() -> Any:
    """Return CuPy with a usable device, or raise an error that says what is missing."""
    return _found()


@cache
def _found() -> Any:
    with extra("gpu", 'device="cuda" needs'):
        import cupy as found
    try:
        count = found.cuda.runtime.getDeviceCount()
    except found.cuda.runtime.CUDARuntimeError as error:
        raise DeviceError(
            f"device: expected a CUDA device, and the driver says: {error}; "
            'without one, leave device="cpu"'
        ) from None
    if not count:
        raise DeviceError('device: expected a CUDA device, and there is none; leave device="cpu"')
    return found


@cache
def processors() -> int:
    """Return the number of multiprocessors of the device."""
    device = cupy().cuda.Device()
    if int(device.compute_capability) < FEWEST_VERSION:
        raise DeviceError(
            f"device: expected compute capability {FEWEST_VERSION / 10} or more, "
            f"got {int(device.compute_capability) / 10}"
        )
    return int(device.attributes["MultiProcessorCount"])


@cache
def _digest() -> str:
    """Return a digest of all sources. CuPy ignores included files, and would use a stale kernel."""
    digest = sha256()
    for path in sorted(SOURCES.rglob("*.h")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _module(name: str, device: int, defines: tuple[str, ...]) -> Any:
    source = (SOURCES / "gpu" / f"{name}.cu").read_text(encoding="utf-8")
    options = (*OPTIONS, *FOLDERS, f"-DTHREADS={THREADS}", f"-DSOURCES=0x{_digest()}")
    return cupy().RawModule(code=source, options=(*options, *defines), backend="nvrtc")


def _compiled(name: str, *defines: str) -> Any:
    """Return a compiled file of kernels for the current device."""
    return _module(name, int(cupy().cuda.Device().id), defines)


@cache
def _question(device: int, what: str, code: int, index: str) -> Any:
    module = _compiled("gpu_questions", f"-DCODE={code}", f"-DINDEX={index}", f"-DASKS_{what}=1")
    if what != "LINES" and CORNER_CODE <= code < HEXRAY_CODE:
        # Offsets are from 2 to 63 tiles along, and for each there are up to 2 * 63 + 1 across.
        module.get_function("make_all_offsets")((62,), (128,), ())
    return module


def question(what: str, code: int, index: str = "int") -> Any:
    """Return the module for a rule: PAIRS, FIELDS, HEAT, or LINES for bit lists."""
    return _question(int(cupy().cuda.Device().id), what, code, index)


def heat_kernel(name: str) -> Any:
    """Return a kernel of gpu_heat.cu."""
    return _compiled("gpu_heat").get_function(name)


def blocks_for(count: int, threads: int = THREADS) -> int:
    """Return the number of blocks needed for one thread per item."""
    return max(1, min((count + threads - 1) // threads, 2**31 - 1))
