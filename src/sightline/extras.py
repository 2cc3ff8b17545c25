"""What can be installed besides, and what is said when it is missing.

The engine, the readers, SVG and the plain command line need numpy at most. All else comes with an
extra, `pip install 'sightline[table]'`, and is imported where it is used:

    with extra("png", "PNG pictures need"):
        import resvg_py
"""

from __future__ import annotations

from types import TracebackType

from sightline.errors import MissingExtraError

PACKAGES: dict[str, frozenset[str]] = {
    # extra: what it lets one import. pyproject.toml says which distributions these are in.
    "table": frozenset({"anyio", "h11", "msgspec", "starlette", "uvicorn", "websockets"}),
    "play": frozenset({"rich", "textual"}),
    "png": frozenset({"PIL", "resvg_py"}),
    "formats": frozenset({"zstandard"}),
    "gpu": frozenset({"cupy"}),
    "gym": frozenset({"gymnasium", "pettingzoo"}),
    "cluster": frozenset({"dask", "distributed", "pyarrow", "zarr"}),
}


class extra:  # noqa: N801 (used as a word: with extra(...))
    """Imports in this block may fail for want of the extra: a `MissingExtraError` then says which.

    `start` begins the sentence. A package that is missing for another reason is nobody's extra, and
    its own error goes on.

    >>> with extra("png", "PNG pictures need"):
    ...     raise ModuleNotFoundError(name="resvg_py")
    Traceback (most recent call last):
    sightline.errors.MissingExtraError: PNG pictures need the extra `png`: \
pip install 'sightline[png]' (resvg_py is not installed)
    """

    def __init__(self, name: str, start: str) -> None:
        self._name = name
        self._start = start

    def __enter__(self) -> None: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not isinstance(error, ModuleNotFoundError):
            return
        package = (error.name or "").partition(".")[0]
        if package in PACKAGES[self._name]:
            raise MissingExtraError(
                f"{self._start} the extra `{self._name}`: pip install 'sightline[{self._name}]'"
                f" ({package} is not installed)",
                name=package,
            ) from None
