"""An emulation of CuPy without a GPU, based on numpy and kernels compiled by g++.

It covers the part of CuPy that `sightline.gpu` uses. Arrays are numpy arrays, and a kernel is
called once per block with one thread. So the GPU sources and the Python code around them are tested
wherever there is a C++ compiler.
"""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy

SHIM = Path(__file__).with_name("emulator.h")
MOST_BLOCKS = 4096
"""The maximum number of blocks. Kernels loop over the remaining work."""


class DeviceArray(numpy.ndarray):
    """An array that reports its location like CuPy's and cannot be used as a numpy array."""

    @property
    def data(self) -> Any:
        return SimpleNamespace(ptr=self.ctypes.data)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.__array_interface__)

    def get(self) -> numpy.ndarray:
        return numpy.array(self, subok=False)


def on_device(values: Any) -> DeviceArray:
    return numpy.asarray(values).view(DeviceArray)


class Kernel:
    """A function of a compiled library, called block by block."""

    def __init__(self, library: Any, name: str) -> None:
        self._library, self._function = library, library[name]

    def __call__(self, grid: Any, block: Any, arguments: Any) -> None:
        x, y = (*grid, 1)[:2]
        x = x * block[0]  # a block has one thread here
        if self._function.__name__ not in ("heat_of_bits", "make_all_offsets"):
            x = min(x, MOST_BLOCKS)
        self._library.set_grid(x, y)
        values = [_as_argument(each) for each in arguments]
        if self._function.__name__ == "make_all_offsets":
            self._each_offset(grid, block)
            return
        for j in range(y):
            for i in range(x):
                self._library.set_block(i, j)
                self._function(*values)

    def _each_offset(self, grid: Any, block: Any) -> None:
        """Run the only kernel that uses its thread number within the block."""
        for i in range(grid[0]):
            for thread in range(block[0]):
                self._library.set_block(i, 0)
                self._library.set_thread(thread)
                self._function()
        self._library.set_thread(0)


def _as_argument(value: Any) -> Any:
    if isinstance(value, numpy.ndarray):
        return ctypes.c_void_p(value.ctypes.data)
    kinds = {"int32": ctypes.c_int32, "int64": ctypes.c_int64, "uint64": ctypes.c_uint64}
    # CuPy rejects a bare int, whose size is unknown, so this does too.
    return kinds[value.dtype.name](int(value))


class FakeCupy:
    """The part of CuPy's interface that we use."""

    ndarray = DeviceArray
    __version__ = "emulated"
    uint64 = numpy.uint64

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._libraries: dict[str, Any] = {}
        device = SimpleNamespace(
            id=0, compute_capability="90", attributes={"MultiProcessorCount": 2}
        )
        self.cuda = SimpleNamespace(Device=lambda: device)
        self.launched: list[str] = []

    def __getattr__(self, name: str) -> Any:
        def call(*values: Any, **named: Any) -> Any:
            return on_device(getattr(numpy, name)(*values, **named))

        return call

    def asarray(self, values: Any) -> DeviceArray:
        return on_device(values)

    def frombuffer(self, values: bytes, dtype: str) -> DeviceArray:
        return on_device(numpy.frombuffer(values, dtype=dtype).copy())

    def divmod(self, one: Any, other: Any) -> tuple[DeviceArray, ...]:
        return tuple(map(on_device, numpy.divmod(one, other)))

    @staticmethod
    def broadcast_shapes(*shapes: Any) -> Any:
        return numpy.broadcast_shapes(*shapes)

    @staticmethod
    def asnumpy(values: Any) -> numpy.ndarray:
        return numpy.array(values, subok=False)

    def RawModule(self, code: str, options: tuple[str, ...], backend: str) -> Any:  # noqa: N802
        assert backend == "nvrtc"
        assert "--device-as-default-execution-space" in options
        flags = [each for each in options if each.startswith(("-D", "-I"))]
        key = re.sub(r"\W+", "_", " ".join(each for each in flags if each.startswith("-D")))
        name = "heat" if "heat_of_bits" in code else "questions"
        target = self._folder / f"{name}{key}.so"
        if not target.exists():
            source = self._folder / f"{name}{key}.cpp"
            source.write_text(
                f'#include "{SHIM}"\n{code}\nextern "C" void set_thread(unsigned x)'
                " { threadIdx = {x, 0, 0}; }\n"
            )
            compiler = shutil.which("g++")
            assert compiler
            built = subprocess.run(
                [
                    *(compiler, "-std=c++17", "-O1", "-w", "-fPIC", "-shared", "-fpermissive"),
                    *(*flags, "-DROUND=1", str(source), "-o", str(target)),
                ],
                capture_output=True,
                text=True,
                check=False,
            )
            assert built.returncode == 0, built.stderr
        library = self._libraries.setdefault(str(target), ctypes.CDLL(str(target)))

        def get_function(function: str) -> Kernel:
            self.launched.append(function)
            return Kernel(library, function)

        return SimpleNamespace(get_function=get_function)
