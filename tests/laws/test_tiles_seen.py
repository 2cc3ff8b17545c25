"""Which part of a large figure is visible: each of its tiles is checked separately."""

from __future__ import annotations

from sightline import CenterRule, CornerRule, SquareBoard, field, sees, tiles_seen
from sightline.model.place import place
from sightline.rules.rule import Rule
from tests.every_rule import MAKE, on_every_setting, seeds


@on_every_setting
def test_a_part_is_seen_exactly_if_the_figure_is(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 12):
        case = MAKE[grid](seed)
        board, a, b = case.board, case.source, case.target
        target = place(board, b, "to")
        seen = tiles_seen(board, a, b, rule)
        assert set(seen) <= set(target.tiles)
        assert bool(seen) is sees(board, a, b, rule), seed
        if getattr(rule, "large", "tiles") == "middle" and len(target.tiles) > 1:
            assert len(seen) in (0, len(target.tiles))
        elif len(target.tiles) == 1 or not any(board.is_solid(t) for t in target.tiles):
            # A line to one tile passes through the figure on it.
            middle = getattr(rule, "large", "tiles") == "middle"
            if not middle:
                pairwise = {t for t in target.tiles if sees(board, a, t, rule)}
                assert set(seen) == pairwise, seed
                assert set(seen) == set(field(board, a, rule)) & set(target.tiles)


def test_half_behind_a_corner() -> None:
    board = SquareBoard(4, 5)
    board.place("troll", (0, 3), size=(4, 2))
    for row in (2, 3):
        board.set_solid((row, 2))
    for rule in (CornerRule(), CenterRule()):
        seen = tiles_seen(board, (1, 0), "troll", rule)
        assert 0 < len(seen) < 8
        assert seen.viewers == ((1, 0),)
        assert tiles_seen(board, "troll", "troll", rule) == set(board.figure("troll").tiles)
    board.set_solid((3, 3))  # this tile is in rock, which does not hide the others
    assert bool(tiles_seen(board, (3, 0), "troll", CornerRule())) is sees(
        board, (3, 0), "troll", CornerRule()
    )
    assert list(tiles_seen(board, (0, 0), (0, 1), CornerRule())) == [(0, 1)]
