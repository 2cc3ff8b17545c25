"""Arrays on the device, or copied to it: from CuPy, PyTorch, JAX, numpy, or lists."""

from __future__ import annotations

from typing import Any

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.gpu.compiling import cupy

CUDA = 2
"""DLPack's number for CUDA devices."""
_INDEX = {"int16": "short", "int32": "int", "int64": "long long"}
_AS_INDEX = {"int8": "int16", "uint8": "int16", "uint16": "int32", "uint32": "int64"}


def as_device_array(values: Any) -> Any:
    """Return a CuPy array that shares the memory if it is on the device, or else a copy there."""
    cp = cupy()
    if isinstance(values, cp.ndarray) or hasattr(values, "__cuda_array_interface__"):
        return cp.asarray(values)
    device = getattr(values, "__dlpack_device__", None)
    if device is not None and int(device()[0]) == CUDA:
        return cp.from_dlpack(values)
    import numpy

    try:
        found = numpy.asarray(values)
    except ValueError:
        raise InvalidValueError("array: expected one shape, got ragged rows") from None
    if found.size and found.dtype.kind not in "biu":
        raise InvalidTypeError(f"array: expected whole numbers or bools, got {found.dtype}")
    return cp.asarray(found)


def as_positions(values: Any, last: tuple[int, ...], what: str) -> tuple[Any, str]:
    """Return a contiguous array of whole numbers of the shape (..., *last), and its type in C."""
    cp = cupy()
    found = as_device_array(values)
    if found.shape == (0,):  # an empty list
        found = cp.zeros((0, *last), dtype="int32")
    if found.shape[-len(last) :] != last:
        raise InvalidValueError(
            f"{what}: expected the shape (..., {', '.join(map(str, last))}), got {found.shape}"
        )
    if found.dtype.kind not in "iu":
        raise InvalidTypeError(f"{what}: expected whole numbers, got {found.dtype}")
    if found.dtype == "uint64":  # values beyond int64 would become negative
        found = cp.minimum(found, cp.uint64(2**62)).astype("int64")
    found = found.astype(_AS_INDEX.get(found.dtype.name, found.dtype.name), copy=False)
    found = cp.ascontiguousarray(found)
    if found.data.ptr % min(16, 4 * found.dtype.itemsize):  # kernels read four values at a time
        found = found.copy()
    return found, _INDEX[found.dtype.name]
