"""The benchmarks run and report all their figures. Times are not asserted, since machines vary."""

import json
import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import maps, peers, suite
from benchmarks.cases import cliffs, growth, packs
from benchmarks.output import charts, keep, multiples, report
from benchmarks.output.results import MISSED, REACHED, STRETCH, Case, Measured, Row
from benchmarks.timing import QUICK
from sightline import CornerRule, compiled, field, sees

kernels = pytest.mark.skipif(not compiled(), reason="what is measured are the kernels")

# Every operation of the table of figures needs a row with its figures.
FIGURES = {
    "sees-center": (6, 4),
    "sees-corner": (7, 4.5),
    "sees-blocked": (100, None),
    "field-center-20": (4, 8),
    "field-center-10": (5, 10),
    "field-corner-20": (1.5, 4),
    "field-corner-tiles": (20, 30),
    "field-hex": (6, 10),
    "field-large": (30, 40),
    "thin-walls": (2, 1.3),
    "many-center": (20, 30),
    "many-corner": (15, 25),
    "threads": (1.5, 1.8),
    "all-pairs": (7, 10),
    "agents": (3, None),
    "new-rock": (0.1, None),
    "change-and-sees": (2, None),
    "move-and-sees": (1.5, None),
    "import": (80, 40),
    "first-sees": (20, None),
    "free-walls": (3, 1),
    "memory": (500, None),
    "names-figures": (1, None),
    "names-rule": (1.5, None),
    "names-field": (1, None),
    "path": (2, None),
    "reach": (2, None),
    "packs-degree": (20, None),
    "packs-field": (2, None),
    "packs-field-area": (20, None),
    "packs-cover": (2, None),
    "packs-cover-area": (20, None),
    "heights-sees": (2, None),
    "heights-field": (3, None),
    "heights-packs-sees": (2, None),
    "heights-packs-field": (3, None),
    "storeys-sees": (20, None),
    "storeys-packs-sees": (20, None),
    "storeys-field": (5, None),
    "dungeon-games": (5_000, None),
    "dungeon-steps": (50_000, None),
}


@pytest.mark.parametrize("key", FIGURES)
def test_every_figure_has_its_row(key: str) -> None:
    (row,) = [row for row in suite.ROWS if row.key == key]
    assert (row.reach, row.stretch) == FIGURES[key]


@kernels
@pytest.mark.parametrize("row", suite.ROWS, ids=lambda row: row.key)
def test_a_row_is_measured(row: Row) -> None:
    (measured,) = suite.run([row], QUICK)
    if measured.why_not:
        pytest.skip(measured.why_not)
    assert measured.cases
    for case in measured.cases:
        assert math.isfinite(case.value), case
        assert case.name
    answer = json.loads(json.dumps(measured.to_dict()))
    assert len(report.cells(answer)) == len(report.HEAD)
    assert answer["verdict"] in ("", REACHED, STRETCH, MISSED)


@kernels
@pytest.mark.parametrize("name", growth.MEASURES | packs.MEASURES)
def test_growth_is_measured_and_drawn(name: str) -> None:
    curve = (growth.MEASURES | packs.MEASURES)[name](QUICK)
    assert curve.series
    assert all(value > 0 for points in curve.series.values() for _, value in points)
    head, lines = report.curve_lines(json.loads(json.dumps(curve.to_dict())))
    assert {len(line) for line in lines} == {len(head)}
    ET.fromstring(charts.plots([curve], "growth"))  # noqa: S314 - our own


@kernels
def test_cliffs_are_measured_and_drawn() -> None:
    curves = cliffs.measure(QUICK)
    families = {(grid, name) for grid, name, _ in cliffs.families()}
    assert {curve.title for curve in curves} == {f"{grid}: {name}" for grid, name in families}
    assert {curve.along for curve in curves} == set(cliffs.GROWS)
    assert all(len(points) > 1 for curve in curves for points in curve.series.values())
    head, lines = cliffs.jump_lines(curves)
    assert {len(line) for line in lines} == {len(head)}
    ET.fromstring(multiples.multiples(curves, "cliffs"))  # noqa: S314 - our own


def test_a_jump_is_what_growth_does_not_explain() -> None:
    grows = [(x, 1e-6 * (x + 1) ** 2) for x in (1.0, 2.0, 4.0, 20.0, 21.0)]
    smooth = growth.Curve("k", "fields", "radius", series={"strict": grows})
    assert cliffs.jump(smooth)[0] == pytest.approx(1)
    steep = [*grows[:-1], (21.0, 5 * grows[-1][1])]
    step = growth.Curve("k", "fields", "radius", series={"strict": grows, "permissive": steep})
    quotient, at, ties = cliffs.jump(step)
    assert (round(quotient), at, ties) == (5, 21, "permissive")


def invented() -> Iterator[Measured]:
    for i, row in enumerate(suite.ROWS):
        yield Measured(row, [Case("one map", 1.0 + i), Case("another", 2.0 + i)])


def test_a_run_is_kept_and_shown_in_the_docs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keep, "RUNS", tmp_path)
    curve = growth.Curve("k", "Title", "along", series={"ours": [(1, 1e-6), (10, 2e-6)]})
    counts = {"sees, center": {"sees": 1000.0, "_answer": 300.0}}
    step = replace(curve, along="radius")
    files = keep.save(list(invented()), [curve], counts, "Some Machine", [step])
    assert {file.suffix for file in files} == {".json", ".md", ".svg"}
    for file in files:
        if file.suffix == ".svg":
            ET.fromstring(file.read_text())  # noqa: S314 - our own
    (tmp_path / "9999-12-31-table-load.json").write_text("{}")  # newer, but not a run of the suite
    whole, short = tmp_path / "performance.md", tmp_path / "README.md"
    for file in (whole, short):
        file.write_text(f"before\n{keep.START}\nold\n{keep.END}\nafter\n")
    for _ in range(2):  # the second run replaces the output of the first
        keep.write_docs(whole, short)
    for file in (whole, short):
        page = file.read_text()
        assert page.startswith("before\n")
        assert page.endswith("\nafter\n")
        assert "old" not in page
    rows = [each.to_dict() for each in invented() if not each.row.key.startswith("packs-")]
    goals = [cells for cells in map(report.cells, rows) if cells[6]]
    missed = [operation for operation, *_, verdict in goals if verdict == "missed"]
    assert 0 < len(missed) < len(goals)
    for operation in {cells[0] for cells in map(report.cells, rows)}:
        assert whole.read_text().count(f"| {operation} | ") == missed.count(operation)
    assert f"{len(goals) - len(missed)} of {len(goals)} goals" in whole.read_text()
    kept = next(file for file in files if file.suffix == ".md")
    assert f"](../benchmarks/runs/{kept.name})" in whole.read_text()  # every map is listed
    assert "another" in kept.read_text()
    shown = [row.operation for row in suite.ROWS if f"| {row.operation} |" in short.read_text()]
    chosen = [row.operation for row in suite.ROWS if row.key in report.IN_SHORT]
    assert len(chosen) == 5
    assert set(shown) == set(chosen)


def test_the_docs_show_the_run_that_is_kept(tmp_path: Path) -> None:
    pages = [tmp_path / "performance.md", tmp_path / "README.md"]
    for copy, page in zip(pages, (keep.PERFORMANCE, keep.README), strict=True):
        copy.write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    keep.write_docs(*pages)
    for copy, page in zip(pages, (keep.PERFORMANCE, keep.README), strict=True):
        assert copy.read_text(encoding="utf-8") == page.read_text(encoding="utf-8"), (
            "python -m benchmarks --docs writes it anew"
        )


def test_a_verdict_goes_by_the_worst_map() -> None:
    def nothing(_: object) -> Iterator[Case]:
        return iter(())

    gain = Row("a", "a", "b", nothing, reach=4, stretch=8)
    cost = Row("a", "a", "b", nothing, most=True, reach=2)
    assert Measured(gain, [Case("x", 9), Case("y", 3)]).verdict == MISSED
    assert Measured(gain, [Case("x", 9), Case("y", 8)]).verdict == STRETCH
    assert Measured(cost, [Case("x", 1), Case("y", 2)]).verdict == REACHED
    assert Measured(cost, [Case("x", 1), Case("y", 2.1)]).verdict == MISSED
    assert Measured(gain, []).verdict == "not run"


@pytest.mark.parametrize("kind", maps.KINDS)
def test_maps_are_the_same_each_time(kind: str) -> None:
    solid = maps.KINDS[kind](60)
    assert (solid == maps.KINDS[kind](60)).all()
    assert 0 < solid.mean() < 0.9
    board = maps.board(solid)
    assert [board.is_solid(tile) for tile in board.tiles()] == solid.ravel().tolist()


@pytest.mark.parametrize("where", ["inside rock", "along rock"])
def test_walls_at_rock_leave_views_between_open_tiles_alone(where: str) -> None:
    solid = maps.rooms(30)
    plain = maps.board(solid)
    walled = maps.add_thin_walls(maps.board(solid), maps.thin_walls(solid, where))
    assert walled.has_edges
    rule = CornerRule()
    for tile in maps.free_tiles(solid)[::7]:
        seen, with_walls = (np.asarray(field(board, tile, rule)) for board in (plain, walled))
        assert (seen & ~solid == with_walls & ~solid).all()


def test_the_seed_mostly_agrees() -> None:
    """The seed code samples lines, so it may see around a corner, but most answers must agree."""
    solid = maps.caves(40)
    board, grid = maps.board(solid), solid.tolist()
    pairs = maps.near_pairs(maps.free_tiles(solid), 200)
    same = sum(peers.seed_sees(a, b, grid) == sees(board, a, b, CornerRule()) for a, b in pairs)
    assert same >= 180


def test_heat_maps_in_pieces_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a cluster. tests/cluster covers starting one."""
    pytest.importorskip("zarr")
    from benchmarks import cluster

    assert cluster.main(["--quick", "--workers", "0"]) == 0
    assert "µs a tile" in capsys.readouterr().out
