"""Optional extras, and the message when one is missing.

The engine, the readers, SVG and the plain command line need at most numpy. Everything else needs an
extra, `pip install 'sightline-engine[table]'`, and is imported on use:

    with extra("png", "PNG pictures need"):
        import resvg_py
"""

from __future__ import annotations

from types import TracebackType

from sightline.errors import MissingExtraError

PACKAGES: dict[str, frozenset[str]] = {
    # The packages that each extra installs. pyproject.toml lists their distributions.
    "table": frozenset({"anyio", "h11", "msgspec", "starlette", "uvicorn", "websockets"}),
    "serve": frozenset({"anyio", "h11", "msgspec", "starlette", "uvicorn"}),
    "mcp": frozenset({"mcp", "msgspec"}),
    "play": frozenset({"rich", "textual"}),
    "png": frozenset({"PIL", "resvg_py"}),
    "formats": frozenset({"zstandard"}),
    "gpu": frozenset({"cupy"}),
    "gym": frozenset({"gymnasium", "pettingzoo"}),
    "atlas": frozenset({"tcod"}),
    "cluster": frozenset({"dask", "distributed", "pyarrow", "zarr"}),
}


def how_to_install(name: str) -> str:
    """Return the commands that install this extra, for messages."""
    return f"pip install 'sightline-engine[{name}]', or in a clone pip install '.[{name}]'"


class extra:  # noqa: N801 (used as a word: with extra(...))
    """A context manager that turns a failed import into a `MissingExtraError` that names the extra.

    `start` is the start of the message. If another package is missing, its own error is raised.

    >>> with extra("png", "PNG pictures need"):
    ...     raise ModuleNotFoundError(name="resvg_py")
    Traceback (most recent call last):
    sightline.errors.MissingExtraError: PNG pictures need the extra `png`: pip install
    'sightline-engine[png]', or in a clone pip install '.[png]' (resvg_py is not installed)
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
                f"{self._start} the extra `{self._name}`: {how_to_install(self._name)}"
                f" ({package} is not installed)",
                name=package,
            ) from None
