"""The skirmish as text: the map with the units that one side knows, and a list of them.

Units are letters: capitals for red, lowercase for blue, in the order of the list.
"""

from __future__ import annotations

from sightline.games.skirmish.battle import DEPLOYING, Battle
from sightline.games.skirmish.board.battlefield import Battlefield
from sightline.games.skirmish.board.units import SIDES
from sightline.games.skirmish.views import SideView, UnitView, view
from sightline.model.cell import Hex

FLAG, LAST_SEEN, FOG = "*", "?", ":"
GROUND = (
    ". open, ~ woods, 1 2 3 heights, % woods on a height, # rock, * flag;"
    " | / \\ walls; : out of sight; ? where an enemy was seen last"
)


def tag_of(field: Battlefield, unit: int) -> str:
    """Return the letter of a unit: A, B ... for red, a, b ... for blue."""
    side = field.units[unit].side
    return chr(ord("Aa"[side]) + unit - field.members[side][0])


def unit_of(field: Battlefield, tag: str) -> int | None:
    """Return the unit of a letter."""
    return next((i for i in range(len(field.units)) if tag_of(field, i) == tag), None)


def map_lines(battle: Battle, side: int) -> list[str]:
    """Return the lines of the map as a side sees it, with the numbers of rows and of the first
    hex in each.
    """
    known = view(battle, side)
    board = battle.field.board
    rows = sorted({cell.r for cell in board.cells})
    left = min(4 * cell.q + 2 * cell.r for cell in board.cells)
    marks = _marks(battle, known)
    seen = {*known.seen} if battle.phase != DEPLOYING else {*board.cells}
    walls = list(board.edges())
    lines = []
    for r in rows:
        cells = [cell for cell in board.cells if cell.r == r]
        line: dict[int, str] = {}
        below: dict[int, str] = {}
        for cell in cells:
            column = 4 * cell.q + 2 * cell.r - left
            line[column] = marks.get(cell) or _ground(battle.field, cell)
            if cell not in seen:
                line[column + 1] = FOG
        for a, b, _ in walls:
            _draw_wall(a, b, r, left, line, below)
        lines.append(f"{r:4}  {_joined(line)}   q {cells[0].q} to {cells[-1].q}")
        if walls and r != rows[-1]:
            lines.append(f"{'':6}{_joined(below)}".rstrip())
    return lines


def _draw_wall(
    a: Hex, b: Hex, r: int, left: int, line: dict[int, str], below: dict[int, str]
) -> None:
    """Draw a wall to the east of a hex of this row, or below it."""
    if a.r > b.r or (a.r == b.r and a.q > b.q):
        a, b = b, a
    if a.r != r:
        return
    column = 4 * a.q + 2 * a.r - left
    if b.r == r:
        line[column + 2] = "|"
    elif b.q == a.q:
        below[column + 1] = "/"
    else:
        below[column - 1] = "\\"


def _marks(battle: Battle, known: SideView) -> dict[Hex, str]:
    marks = dict.fromkeys(battle.field.flags, FLAG)
    for each in known.units:
        if each.at is not None:
            remembered = each.status == "remembered"
            marks[each.at] = LAST_SEEN if remembered else tag_of(battle.field, each.unit)
    return marks


def _ground(field: Battlefield, cell: Hex) -> str:
    i = field.tables.index[cell]
    if field.tables.solid[i]:
        return "#"
    height = field.tables.height[i]
    if field.tables.woods[i]:
        return "%" if height else "~"
    return str(height) if height else "."


def _joined(columns: dict[int, str]) -> str:
    width = max(columns, default=-1) + 1
    return "".join(columns.get(i, " ") for i in range(width))


def unit_lines(battle: Battle, side: int) -> list[str]:
    """Return a line for every unit as the side knows it, its own units first."""
    known = view(battle, side)
    order = sorted(known.units, key=lambda each: (each.side != side, each.unit))
    return [_unit_line(battle, each) for each in order]


def _unit_line(battle: Battle, each: UnitView) -> str:
    kind = battle.field.units[each.unit].kind
    words = f"  {tag_of(battle.field, each.unit)}  {each.name:15}"
    place = "" if each.at is None else f" {each.at!s:9}"
    if each.status == "own":
        weapon = f"{kind.weapon} {kind.range}"
        charges = f", {each.charges} charges" if kind.charges else ""
        state = f"health {each.health}/{kind.health}, moves {each.moves}/{kind.move}"
        ready = "ready" if each.armed else "done" if battle.side == each.side else "waits"
        return f"{words}{place or ' (zone)   '} {state}, {weapon}{charges}, {ready}"
    if each.status == "seen":
        return f"{words}{place} health {each.health}/{kind.health}, {kind.weapon} {kind.range}"
    if each.status == "remembered":
        return f"{words}{place} seen there last"
    return f"{words} {'fallen' if each.status == 'fallen' else 'out of sight'}"


def heading(battle: Battle) -> str:
    """Return the state of the battle in one line."""
    field = battle.field
    red, blue = battle.points
    return (
        f"{field.title}: round {battle.round} of {field.rounds}, {SIDES[battle.side]}'s turn."
        f" Points: red {red}, blue {blue}; {field.goal} win at the end of a round."
    )
