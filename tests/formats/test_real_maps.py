"""Maps made by other people. Their licenses forbid copies, so the tests skip missing files."""

from pathlib import Path

import pytest

from sightline.formats import load_with_report
from sightline.formats.contract import Options
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard

MAPS = Path(__file__).parents[3] / "shared" / "maps"

pytestmark = pytest.mark.skipif(not MAPS.is_dir(), reason="the real maps are not here")


def counts(board) -> tuple:
    """Return the size, and the numbers of solid tiles, occupied edges, free walls and doors."""
    on_edges = [each for *_, each in board.edges()]
    free = [wall.threshold for wall in board.free_walls()]
    doors = [str(each) for each in (*on_edges, *free) if str(each) != "wall"]
    return (
        (board.rows, board.cols),
        len(list(board.solid_tiles())),
        len(on_edges),
        len(free),
        {kind: doors.count(kind) for kind in sorted(set(doors))},
    )


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        # Each map was drawn and checked by eye when these numbers were recorded.
        ("uvtt/the-litch-and-his-tomb.dd2vtt", ((27, 48), 0, 0, 173, {"closed door": 5})),
        ("uvtt/blue-tower-base-cropped.dd2vtt", ((12, 10), 0, 0, 88, {"closed door": 4})),
        ("uvtt/outpost.dd2vtt", ((27, 48), 0, 0, 0, {})),
        (
            "uvtt/uvtt2fgu-sample.dd2vtt",
            ((10, 10), 0, 0, 68, {"closed door": 1, "open door": 1}),
        ),
        (
            "one_page_dungeon/crypt_of_keverr.json",
            ((44, 31), 907, 31, 116, {"closed door": 24, "locked door": 1, "secret door": 6}),
        ),
        (
            "one_page_dungeon/ancient_crypt_of_bhann.json",
            ((47, 37), 1336, 20, 64, {"closed door": 11, "locked door": 1, "secret door": 8}),
        ),
        (
            "one_page_dungeon/abandoned_halls_of_the_white_king.json",
            ((26, 27), 500, 15, 0, {"closed door": 10, "locked door": 2, "secret door": 3}),
        ),
        (
            "one_page_dungeon/fortress_of_akta.json",
            ((35, 43), 1091, 15, 0, {"closed door": 10, "locked door": 1, "secret door": 4}),
        ),
        ("ldtk/Typical_TopDown_example.ldtk", ((16, 32), 200, 0, 0, {})),
        ("tiled/desert.tmx", ((40, 40), 0, 0, 0, {})),
        ("tiled/sewers.tmx", ((50, 50), 0, 0, 0, {})),
    ],
)
def test_square_maps(path, expected) -> None:
    loaded = load_with_report(MAPS / path)
    assert isinstance(loaded.board, SquareBoard)
    assert counts(loaded.board) == expected
    assert loaded.report.read


def test_the_crop_is_the_right_part_of_the_tower() -> None:
    """Its round wall touches all four sides, so the crop is exact."""
    board = load_with_report(MAPS / "uvtt/blue-tower-base-cropped.dd2vtt").board
    xs = [float(end[0]) for wall in board.free_walls() for end in wall.ends]
    ys = [float(end[1]) for wall in board.free_walls() for end in wall.ends]
    assert (min(xs), max(xs), min(ys)) == (0, 10, 0)
    assert 11.9 < max(ys) <= 12


def test_a_hex_map() -> None:
    loaded = load_with_report(MAPS / "tiled/hexagonal-mini.tmx", Options(blocking=("2", "5")))
    assert isinstance(loaded.board, HexBoard)
    assert len(loaded.board.tiles()) == 400
    assert len(list(loaded.board.solid_tiles())) == 141


def test_every_map_loads() -> None:
    files = [path for path in MAPS.rglob("*.*") if path.is_file() and path.suffix != ".md"]
    assert len(files) >= 12
    names = {
        "uvtt": "Universal VTT",
        "one_page_dungeon": "One Page Dungeon",
        "tiled": "Tiled",
        "ldtk": "LDtk",
    }
    for path in files:
        assert load_with_report(path).report.format == names[path.parent.name]
