"""All errors that sightline raises.

    SightlineError
    ├── InvalidValueError (ValueError)      a value of the right type that is not accepted
    │   ├── OffBoardError                   a position that is not on the board
    │   ├── NotNeighborsError               an edge between tiles that do not share one
    │   ├── OccupiedError                   a blocking figure already stands there
    │   ├── DuplicateNameError              a figure with that name is already placed
    │   ├── LimitError                      beyond a documented size limit
    │   ├── FormatError                     a file that cannot be read; says where
    │   └── CallableError                   a function of the caller failed
    ├── UnknownNameError (KeyError)         an unknown name of a figure, rule, template, ...
    ├── InvalidTypeError (TypeError)        a value of the wrong type
    ├── MissingExtraError (ImportError)     an extra that is not installed
    ├── DeviceError (RuntimeError)          a GPU that is missing or cannot be used
    ├── ClusterError (RuntimeError)         a scheduler or worker that fails or does not answer
    └── StorageError (OSError)              a stored file that cannot be opened, read or written
        ├── DamagedFileError                the file is damaged, or not written by sightline
        └── UncertainWriteError             a write that may or may not have reached the disk

Each message says what was expected, what came, and where.
"""

from __future__ import annotations

from sightline.deprecated import new_name
from sightline.texts import say


class SightlineError(Exception):
    """The base class of all errors that sightline raises.

    Each error is also the matching builtin: a `ValueError`, `KeyError`, `TypeError` or `OSError`.

    >>> from sightline import SightlineError, SquareBoard
    >>> try:
    ...     SquareBoard(3, 3).set_solid("D4")
    ... except SightlineError as error:
    ...     print(error, isinstance(error, ValueError), sep="; ")
    position 'D4': (3, 3) is off the board, rows 0 to 2, columns 0 to 2; True
    """


class InvalidValueError(SightlineError, ValueError):
    """A value has the right type but is not accepted."""


class OffBoardError(InvalidValueError):
    """A position is not on the board."""


class NotNeighborsError(InvalidValueError):
    """An edge was requested between two tiles that do not share one."""


class OccupiedError(InvalidValueError):
    """Two figures that block sight may not share a tile."""


class DuplicateNameError(InvalidValueError):
    """A figure with that name is already on the board."""


class LimitError(InvalidValueError):
    """A value is beyond a size limit. The limits keep answers exact and calls fast."""


class FormatError(InvalidValueError):
    """A file does not have the expected content.

    `message` describes the mistake, and `place` says where it is.
    """

    def __init__(self, message: str, place: str = "") -> None:
        whole = say("{place}: {message}", place=place, message=message) if place else message
        super().__init__(whole)
        self.place = place
        self.message = message


class CallableError(InvalidValueError):
    """A function of the caller raised an error or returned an invalid value."""


class UnknownNameError(SightlineError, KeyError):
    """No figure, rule or other object has that name."""

    def __str__(self) -> str:
        # KeyError shows the repr of its argument, which makes a sentence hard to read.
        return str(self.args[0]) if self.args else ""


class InvalidTypeError(SightlineError, TypeError):
    """A value has the wrong type."""


class MissingExtraError(SightlineError, ImportError):
    """The call needs an extra, such as `sightline-engine[png]`, that is not installed."""


class DeviceError(SightlineError, RuntimeError):
    """A GPU was requested but is missing or cannot be used."""


class ClusterError(SightlineError, RuntimeError):
    """A scheduler does not answer, or workers are missing, die, or have another version."""


class StorageError(SightlineError, OSError):
    """A stored file cannot be opened, read or written. The operation did not happen."""


class DamagedFileError(StorageError):
    """A stored file is damaged or was not written by sightline. It is left unchanged."""


class UncertainWriteError(StorageError):
    """The disk failed during a write, which may or may not have happened. Check the file."""


def __getattr__(name: str) -> type[SightlineError]:
    new_name(__name__, {"NotNeighboursError": "NotNeighborsError"}, name)
    return NotNeighborsError
