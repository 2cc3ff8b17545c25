"""CuPy, the device, and the kernels compiled for it: the headers of `sightline.kernels`, read by a
GPU's own compiler (NVRTC), for one rule and one type of numbers at a time.

CuPy keeps what it compiled on the disk, so that only the first question ever waits for it.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from sightline.errors import DeviceError
from sightline.extras import extra

SOURCES = Path(__file__).parents[1] / "kernels"
"""Only read: nothing compiled for the CPU is asked for here."""
THREADS = 128
"""In a block."""
OPTIONS = ("--std=c++17", "--device-as-default-execution-space")
CORNER_CODE, HEXRAY_CODE = 8, 16
"""Where the codes of corner rules and hex rays begin (engine/native.py)."""
FEWEST_VERSION = 70
"""The compute capability, times ten, from which on a device has all that the kernels use."""


def cupy() -> Any:
    """CuPy, with a device that can be used; else an error that says what is missing."""
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
    """How many multiprocessors the device has."""
    device = cupy().cuda.Device()
    if int(device.compute_capability) < FEWEST_VERSION:
        raise DeviceError(
            f"device: expected compute capability {FEWEST_VERSION / 10} or more, "
            f"got {int(device.compute_capability) / 10}"
        )
    return int(device.attributes["MultiProcessorCount"])


@cache
def _digest() -> str:
    """Of all sources: CuPy does not look into what a file includes, and would take what it kept."""
    digest = sha256()
    for path in sorted(SOURCES.glob("*.h")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _module(name: str, device: int, defines: tuple[str, ...]) -> Any:
    source = (SOURCES / f"{name}.cu").read_text(encoding="utf-8")
    options = (*OPTIONS, f"-I{SOURCES}", f"-DTHREADS={THREADS}", f"-DSOURCES=0x{_digest()}")
    return cupy().RawModule(code=source, options=(*options, *defines), backend="nvrtc")


def _compiled(name: str, *defines: str) -> Any:
    """A file of kernels for the device that is in use."""
    return _module(name, int(cupy().cuda.Device().id), defines)


@cache
def _question(device: int, what: str, code: int, index: str) -> Any:
    module = _compiled("gpu_questions", f"-DCODE={code}", f"-DINDEX={index}", f"-DASKS_{what}=1")
    if what != "LINES" and CORNER_CODE <= code < HEXRAY_CODE:
        # Offsets are from 2 tiles to 63, and for each there are up to 2 * 63 + 1 aside.
        module.get_function("make_all_offsets")((62,), (128,), ())
    return module


def question(what: str, code: int, index: str = "int") -> Any:
    """The module that asks PAIRS, FIELDS or HEAT by a rule, or that makes LINES of bits."""
    return _question(int(cupy().cuda.Device().id), what, code, index)


def heat_kernel(name: str) -> Any:
    """A kernel of gpu_heat.cu."""
    return _compiled("gpu_heat").get_function(name)


def blocks_for(count: int, threads: int = THREADS) -> int:
    """Enough blocks for a thread each."""
    return max(1, min((count + threads - 1) // threads, 2**31 - 1))
