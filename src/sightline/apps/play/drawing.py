"""The board as colored text. Every color has a character beside it with the same meaning.

┌───────┐   @     you                  ·    you see this tile
│ »R«♥♥ │   »R«   you can attack it    (R)  it is hidden from you
│!3     │   !3    it can attack, for 3
└───────┘   2 -1  two speed to walk there; ending there costs 1 health
"""

from __future__ import annotations

from rich.text import Text

from sightline.apps.play.session import Session
from sightline.games.one_card_dungeon import Attack, Monster, State, why_not
from sightline.games.one_card_dungeon.board.sight import has_sight
from sightline.games.one_card_dungeon.monsters import can_attack
from sightline.model.cell import Square, square_name

ROOM = (44, 17)
"""The columns and rows that are free for the board beside the panels of an 80 x 24 terminal."""
LEAST_ROOM = (30, 12)
"""The columns and rows for the board in the smallest supported terminal, enough
for five by five narrow tiles.
"""
WIDE, NARROW = 7, 4  # characters inside a tile
GUTTER = 3  # the width of the row numbers

STYLES = {
    "frame": "#5a6470",
    "cursor": "bold #ffd75f",
    "rim": "#8a94a0",
    "wall": "#8a8a8a on #3a3a3a",
    "hero": "bold #ffffff on #005f87",
    "target": "bold #ffffff on #870000",
    "monster": "bold #ff8787",
    "hidden": "#a08080",
    "seen": "on #1f2c3a",
    "cost": "#87d7af",
    "hurt": "bold #ff5f5f",
    "safe": "#87d787",
}


class Drawing:
    """A drawing of the current board that knows which tile is at which character."""

    def __init__(self, session: Session, room: tuple[int, int] = ROOM) -> None:
        self.session = session
        self.state: State = session.state
        layout = self.state.layout
        self.rows, self.cols = layout.rows, layout.cols
        wide = GUTTER + self.cols * (WIDE + 1) + 1, self.rows * 3 + 2
        self.is_wide = wide[0] <= room[0] and wide[1] <= room[1]
        self.inner = WIDE if self.is_wide else NARROW
        self.lines_each = 2 if self.is_wide else 1
        self.reachable = session.reachable()
        self.forecasts = session.forecasts()
        self.seen_from = session.at_viewpoint()
        self.figures = [monster.at for monster in self.state.monsters]

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the whole drawing."""
        return (
            GUTTER + self.cols * (self.inner + 1) + 1,
            2 + self.rows * (self.lines_each + 1),
        )

    def tile_at(self, x: int, y: int) -> Square | None:
        """Return the tile at a character of the drawing; None outside the frame."""
        col, in_col = divmod(x - GUTTER - 1, self.inner + 1)
        row, in_row = divmod(y - 2, self.lines_each + 1)
        on_board = 0 <= row < self.rows and 0 <= col < self.cols
        inside = in_col < self.inner and in_row < self.lines_each
        return Square(row, col) if on_board and inside else None

    def place_of(self, tile: Square) -> tuple[int, int, int, int]:
        """Return the place of a tile with its frame in the drawing: column, row, width, height."""
        return (
            GUTTER + tile.col * (self.inner + 1),
            1 + tile.row * (self.lines_each + 1),
            self.inner + 2,
            self.lines_each + 2,
        )

    def lines(self) -> list[Text]:
        """Return the lines of the whole drawing."""
        head = Text(" " * GUTTER)
        for col in range(self.cols):
            name = square_name((0, col)).removesuffix("1")
            head.append(f" {name:^{self.inner}}", STYLES["rim"])
        drawn = [head]
        for row in range(self.rows):
            drawn.append(self._rule(row))
            drawn += self._row(row)
        drawn.append(self._rule(self.rows))
        return drawn

    # --- tiles

    def _row(self, row: int) -> list[Text]:
        lines = [Text(" " * GUTTER) for _ in range(self.lines_each)]
        lines[0] = Text(f"{row + 1:>{GUTTER - 1}} ", STYLES["rim"])
        for col in range(self.cols):
            tile = Square(row, col)
            for line, part in zip(lines, self._tile(tile), strict=True):
                line.append_text(self._bar(tile))
                line.append_text(part)
        for line in lines:
            line.append_text(self._bar(Square(row, self.cols)))
        return lines

    def _tile(self, tile: Square) -> list[Text]:
        """Return the lines of one tile, each `inner` characters wide."""
        if tile in self.state.layout.walls:
            return [Text("▒" * self.inner, STYLES["wall"]) for _ in range(self.lines_each)]
        upper, lower = self._figure(tile), self._notes(tile)
        lines = [upper, lower]
        if not self.is_wide:
            is_empty = upper.plain.strip() in ("", "·")
            lines = [self._small_notes(tile, upper) if is_empty else upper]
        if not self._sees(tile):
            return lines
        return [Text(style=STYLES["seen"]).append_text(line) for line in lines]

    def _figure(self, tile: Square) -> Text:
        monster = self.state.monster_at(tile)
        if tile == self.state.at:
            return Text(f"{'@':^{self.inner}}", STYLES["hero"])
        if monster is not None:
            return self._monster(monster)
        return Text(f"{'·' if self._sees(tile) else ' ':^{self.inner}}")

    def _monster(self, monster: Monster) -> Text:
        letter = monster.kind.letter
        if why_not(self.seen_from, Attack(monster.name)) is None:
            sign, style = f"»{letter}«", STYLES["target"]
        elif self._sees(monster.at):
            sign, style = f" {letter} ", STYLES["monster"]
        else:
            sign, style = f"({letter})", STYLES["hidden"]
        if not self.is_wide:
            return Text(f"{sign}{min(monster.health, 9)}", style)
        pips = "♥" * monster.health if monster.health <= 3 else f"♥{monster.health}"
        return Text.assemble((f" {sign}", style), (f"{pips:<{self.inner - 4}}", style))

    def _sees(self, tile: Square) -> bool:
        return has_sight(self.state.layout, self.seen_from.at, tile, self.figures)

    def _notes(self, tile: Square) -> Text:
        monster = self.state.monster_at(tile)
        if monster is not None:
            others = [each.at for each in self.state.monsters]
            hits = can_attack(self.state.layout, self.session.viewpoint(), monster, others)
            return Text(
                f"{f'!{monster.kind.attack}' if hits else '':<{self.inner}}", STYLES["hurt"]
            )
        cost, damage = self.reachable.get(tile), self.forecasts.get(tile)
        left = "" if cost is None else str(cost)
        right = "" if damage is None else f"-{damage}" if damage else "ok"
        style = STYLES["hurt"] if damage else STYLES["safe"]
        gap = " " * (self.inner - len(left) - len(right))
        return Text.assemble((left, STYLES["cost"]), gap, (right, style))

    def _small_notes(self, tile: Square, upper: Text) -> Text:
        damage = self.forecasts.get(tile)
        if tile not in self.reachable:
            return upper
        if damage is None:
            return Text(f" {self.reachable[tile]:<{self.inner - 1}}", STYLES["cost"])
        label = f"{self.reachable[tile]}{f'-{damage}' if damage else 'ok'}"
        style = STYLES["hurt"] if damage else STYLES["safe"]
        return Text(f"{label:^{self.inner}}"[: self.inner], style)

    # --- the frame, with the cursor's part in heavy lines

    def _is_looked_at(self, row: int, col: int) -> bool:
        look = self.session.look
        return look is not None and (row, col) == look

    def _bar(self, tile: Square) -> Text:
        row, col = tile
        heavy = self._is_looked_at(row, col) or self._is_looked_at(row, col - 1)
        return Text("┃", STYLES["cursor"]) if heavy else Text("│", STYLES["frame"])

    def _rule(self, row: int) -> Text:
        line = Text(" " * GUTTER)
        for col in range(self.cols + 1):
            line.append_text(self._joint(row, col))
            if col < self.cols:
                heavy = self._is_looked_at(row, col) or self._is_looked_at(row - 1, col)
                sign = "━" if heavy else "─"
                line.append(sign * self.inner, STYLES["cursor" if heavy else "frame"])
        return line

    def _joint(self, row: int, col: int) -> Text:
        for rows, cols, sign in ((0, 0, "┏"), (0, -1, "┓"), (-1, 0, "┗"), (-1, -1, "┛")):
            if self._is_looked_at(row + rows, col + cols):
                return Text(sign, STYLES["cursor"])
        down = 0 if row == 0 else 2 if row == self.rows else 1
        across = 0 if col == 0 else 2 if col == self.cols else 1
        return Text(("┌┬┐", "├┼┤", "└┴┘")[down][across], STYLES["frame"])
