from typing import Any

from sightline.model.board import Board
from sightline.model.past import Past

class BoolBuffer:
    _layout: Board
    _cells: bytes | bytearray | None
    _bits: bytes | None
    _then: Past | None
    _changes: int
    _viewers: tuple[Any, ...]
    def __init__(
        self, layout: Board, cells: bytes | bytearray | None, bits: bytes | None = None
    ) -> None: ...
    def _packed(self) -> bytes: ...

def combined(one: bytes | bytearray, other: bytes | bytearray, operation: int) -> bytes: ...
