"""Maps with floors open completely, and an export restores them unchanged."""

from __future__ import annotations

from pathlib import Path

from sightline import At, SquareBoard, Wall
from sightline.formats import Options
from sightline.formats.saving import to_bytes
from sightline.model.board import Board
from sightline.table.protocol.types import StairsEnd
from sightline.table.service.table import Table
from sightline.table.state.records import StairsRecord
from sightline.table.transfer.documents import map_document, table_document
from sightline.table.transfer.incoming import maps_of_file, maps_of_upload
from sightline.table.transfer.uploads import MapReader
from tests.formats.foundry.test_levels import house
from tests.formats.foundry.test_storeys import FEET
from tests.formats.map_samples import as_json

HOUSE = as_json(house(**FEET))


def gallery() -> SquareBoard:
    board = SquareBoard(3, 5)
    board.set_elevation((0, 4), 1)
    board.add_floor(3, [(0, 0), (1, 1), (2, 2)], "gallery")
    board.add_floor(5, board.tiles(), "roof")
    board.add_wall((0.5, 0), (0.5, 3), Wall(bottom=3, top=4.5))
    board.place("Mira", At((1, 1), floor="gallery"), kind="hero")
    board.ambient = "dark"
    board.add_light(At((0, 0), floor="gallery"), 1, 2)
    board.place("bird", At((1, 3), elevation=2.5), kind="enemy", height=0.5)
    return board


def whole(board: Board) -> list[object]:
    """Return everything on a board, with readable names."""
    return [
        [(each.name, each.height, sorted(each.tiles)) for each in board.floors()],
        [(each.name, each.at, each.elevation, each.height) for each in board.figures()],
        sorted(map(str, board.free_walls())),
        sorted(board.elevations.items()),
        sorted(map(str, board.lights())),
    ]


async def test_a_foundry_scene_opens_with_all_its_floors(tmp_path: Path) -> None:
    file = tmp_path / "house.json"
    file.write_bytes(HOUSE)
    for maps in (
        maps_of_upload(HOUSE, "house.json", Options()),
        maps_of_file(str(file), lambda: maps_of_upload(HOUSE, "house.json", Options())[0].map),
    ):
        assert maps[0].map.report.choices.together
        table = Table(maps=maps)
        [scene] = table.world.maps()
        assert [(each.name, each.height) for each in scene.floors.values()] == [
            ("Ground", "0"),
            ("Roof", "2"),
        ]
        by_name = {each.name: each.elevation for each in scene.figures.values()}
        assert by_name["Cook"] == "0"
        await table.close()


async def test_one_floor_is_still_to_be_had() -> None:
    [one] = maps_of_upload(HOUSE, "house.json", Options(level="Ground"))
    assert not one.map.board.floors()
    assert one.map.report.choices.together
    assert one.map.report.choices.levels == ["Cellar", "Ground", "Roof"]


async def test_an_exported_map_comes_back_as_it_was() -> None:
    for data, name in (
        (HOUSE, "house.json"),
        (to_bytes(gallery(), ".json"), "gallery.json"),
    ):
        table = Table(maps=maps_of_upload(data, name, Options()))
        [scene] = table.world.maps()
        before = scene.labeled()[0]
        roof = next(each for each in scene.floors.values() if each.name.lower() == "roof")
        stairs = StairsRecord("s1", StairsEnd("", (2, 1)), StairsEnd(roof.id, (0, 3)))
        scene.stairs["s1"] = stairs
        [again] = maps_of_upload(map_document(scene), "map.json", Options())
        assert whole(again.map.board) == whole(before)
        ends = At((2, 1)), At((0, 3), floor=roof.name)
        assert again.map.stairs == [ends]
        third = Table(maps=await MapReader().read(map_document(scene), "map.json"))
        [joined] = [each for map_ in third.world.maps() for each in map_.stairs.values()]
        assert (joined.low.at, joined.high.at) == ((2, 1), (0, 3))
        await third.close()
        del scene.stairs["s1"]
        snapshot = await table.map_keeper.snapshot()
        document = table_document(snapshot, table.desk.of)
        second = Table(maps=maps_of_upload(document, "table.json", Options()))
        [same] = second.world.maps()
        assert whole(same.labeled()[0]) == whole(before)
        await table.close()
        await second.close()
