from sightline.model.board import Board

class BoolBuffer:
    _layout: Board
    _cells: bytes | bytearray | None
    _bits: bytes | None
    def __init__(
        self, layout: Board, cells: bytes | bytearray | None, bits: bytes | None = None
    ) -> None: ...
    def _packed(self) -> bytes: ...
