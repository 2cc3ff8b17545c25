from typing import Any

from sightline.model.board import Board
from sightline.model.parts.observers import BoardSnapshot

class BoolBuffer:
    _layout: Board
    _cells: bytes | bytearray | None
    _bits: bytes | None
    _then: BoardSnapshot | None
    _viewers: tuple[Any, ...]
    _whole: bool
    def __init__(
        self, layout: Board, cells: bytes | bytearray | None, bits: bytes | None = None
    ) -> None: ...
    def _packed(self) -> bytes: ...

def combined(one: bytes | bytearray, other: bytes | bytearray, operation: int) -> bytes: ...
