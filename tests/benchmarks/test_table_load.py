"""The table's load test runs and detects a lost move. No times are measured."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks import table_load


def test_a_short_game_arrives_on_every_screen() -> None:
    result = asyncio.run(table_load.run(players=3, rate=10.0, minutes=0.03, side=20))
    assert result["moves"] > 5
    assert result["refused"] == result["not acknowledged"] == 0
    assert result["arrivals"] == result["arrivals expected"] == result["moves"] * 4
    assert result["server right at the end"]
    assert result["screens that differ at the end"] == 0


def test_an_evening_has_walls_lights_and_a_picture() -> None:
    result = asyncio.run(
        table_load.run(players=2, rate=5.0, minutes=0.02, walls=40, lights=6, megapixels=1, side=20)
    )
    assert result["moves"] > 2
    assert result["refused"] == result["not acknowledged"] == 0
    assert result["arrivals"] == result["arrivals expected"]
    assert result["MB of pictures"] > 0
    assert result["packs of pictures that did not come"] == 0
    assert result["bare sync ms"]["p50"] > 0


def test_a_game_is_played_on_a_map_file(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_text(".....\n..#..\n.....\n", encoding="utf-8")
    result = asyncio.run(
        table_load.run(players=2, rate=5.0, minutes=0.02, map_file=str(file), rule_name="dnd5e")
    )
    assert result["asked"]["tiles"] == "3 x 5"
    assert result["asked"]["rule"].startswith("Dungeons & Dragons")
    assert result["arrivals"] == result["arrivals expected"] > 0


def test_free_walls_come_as_a_program_exports_them(tmp_path: Path) -> None:
    board = table_load.chosen_board(tmp_path, walls=30, side=20, map_file="")
    assert (board.rows, board.cols) == (20, 20)
    assert 25 < board.wall_count <= 30


def test_shares_and_slopes() -> None:
    assert table_load.shares([0.001, 0.002, 0.003])["p50"] == 2.0
    assert table_load.shares([0.001] * 99 + [1.0])["p99"] == 1000.0
    rising = [(60.0 * minute, 100.0 + 2 * minute) for minute in range(10)]
    assert round(table_load.slope(rising), 6) == 2.0
