"""Everything that can go wrong, said in one place.

    SightlineError
    ├── InvalidValueError (ValueError)      the value is not one we take
    │   ├── OffBoardError                   a position that the board does not have
    │   ├── NotNeighboursError              an edge between tiles that share none
    │   ├── OccupiedError                   a blocking figure already stands there
    │   ├── DuplicateNameError              a figure of that name is already placed
    │   ├── LimitError                      beyond a stated size limit
    │   ├── FormatError                     a file that is not what it should be; says where
    │   └── CallableError                   a function of yours raised, or gave nonsense
    ├── UnknownNameError (KeyError)         no figure, rule, template, ... of that name
    ├── InvalidTypeError (TypeError)        not the kind of thing that was asked for
    ├── MissingExtraError (ImportError)     what was asked for needs an extra that is not installed
    ├── DeviceError (RuntimeError)          a GPU that is not there, or cannot be used
    ├── ClusterError (RuntimeError)         a scheduler nobody hears, workers that die or differ
    └── StorageError (OSError)              a file of ours that cannot be opened, read or written
        ├── DamagedFileError                its content is not what was written, or not ours
        └── UncertainWriteError             a write that may or may not have reached the disk

Each message says what was expected, what came, and where.
"""

from __future__ import annotations


class SightlineError(Exception):
    """The root of every error that sightline raises on purpose.

    Each is the matching builtin as well: a `ValueError`, `KeyError`, `TypeError` or `OSError`.

    >>> from sightline import SightlineError, SquareBoard
    >>> try:
    ...     SquareBoard(3, 3).set_solid("D4")
    ... except SightlineError as error:
    ...     print(error, isinstance(error, ValueError), sep="; ")
    position 'D4': (3, 3) is off the board, rows 0 to 2, columns 0 to 2; True
    """


class InvalidValueError(SightlineError, ValueError):
    """The value has the right type but is not one we take."""


class OffBoardError(InvalidValueError):
    """A position that the board does not have."""


class NotNeighboursError(InvalidValueError):
    """An edge was asked for between two tiles that share none."""


class OccupiedError(InvalidValueError):
    """Two figures that block sight may not stand on one tile."""


class DuplicateNameError(InvalidValueError):
    """Names are how figures are asked for, so each is given once."""


class LimitError(InvalidValueError):
    """Beyond a size limit that keeps every answer exact and every call short."""


class FormatError(InvalidValueError):
    """A file that is not what it should be. `place` says where in it."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place = place


class CallableError(InvalidValueError):
    """A function given by the caller raised, or gave something that is no answer."""


class UnknownNameError(SightlineError, KeyError):
    """Nothing goes by that name here."""

    def __str__(self) -> str:
        # KeyError shows the repr of its argument, which is no way to show a sentence.
        return str(self.args[0]) if self.args else ""


class InvalidTypeError(SightlineError, TypeError):
    """Not the kind of thing that was asked for."""


class MissingExtraError(SightlineError, ImportError):
    """What was asked for needs an extra, such as `sightline[png]`, that is not installed."""


class DeviceError(SightlineError, RuntimeError):
    """A GPU was asked for, and there is none, or it cannot be used."""


class ClusterError(SightlineError, RuntimeError):
    """A scheduler that does not answer, or workers that are gone, die, or have another version."""


class StorageError(SightlineError, OSError):
    """A file that we keep cannot be opened, read or written. What was asked for did not happen."""


class DamagedFileError(StorageError):
    """The file holds something else than what was written, or is not one of ours. It is left as it
    is."""


class UncertainWriteError(StorageError):
    """The disk failed in the middle of a write: it may have happened or not. Look, then decide."""
