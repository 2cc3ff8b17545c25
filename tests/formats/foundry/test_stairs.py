"""The stairs of Foundry scenes: regions that lead from one floor to another."""

import pytest

from sightline import At
from sightline.formats import foundry as reader
from sightline.formats.contract import Options
from tests.formats.foundry.test_levels import house, scene
from tests.formats.foundry.test_storeys import FEET, rectangle
from tests.formats.map_samples import as_json

GROUND, CELLAR, ROOF = "defaultLevel0000", "Qk2", "Zz9"


def read(*regions, **changes):
    tree = house(**FEET, regions=list(regions), _id="Inn") | changes
    return reader.read(as_json(tree), "scene.json", Options())


def region(*behaviors, shapes=None, **fields) -> dict:
    shapes = [rectangle(2, 1, 1, 2)] if shapes is None else shapes
    return {"shapes": shapes, "behaviors": list(behaviors)} | fields


def change(**fields) -> dict:
    return {"type": "changeLevel", "system": {"movementActions": []}} | fields


def teleport(*targets: str) -> dict:
    one = {"destination": targets[0] if targets else None}
    system = one if len(targets) < 2 else {"destinations": list(targets)}
    return {"type": "teleportToken", "system": system}


def script(source: object) -> dict:
    return {"type": "executeScript", "system": {"source": source}}


def ends(loaded) -> list[tuple[object, ...]]:
    return [(low.tile, low.floor, high.tile, high.floor) for low, high in loaded.stairs]


def test_a_region_that_changes_the_level_has_stairs_on_each_of_its_tiles() -> None:
    loaded = read(region(change(), levels=[CELLAR, GROUND]))
    assert loaded.stairs == [
        (At((1, 2)), At((1, 2), floor="Ground")),
        (At((2, 2)), At((2, 2), floor="Ground")),
    ]
    said = str(loaded.report)
    assert "2 flights of stairs, from regions" in said
    assert "1 region" not in said


def test_without_levels_it_joins_all_of_them() -> None:
    loaded = read(region(change(), shapes=[rectangle(0, 0, 1, 1)]))
    assert ends(loaded) == [
        ((0, 0), None, (0, 0), "Ground"),
        ((0, 0), "Ground", (0, 0), "Roof"),
    ]


def test_what_ends_in_a_hole_is_told() -> None:
    surface = {"type": "defineSurface", "system": {}}
    closed = region(surface, shapes=[rectangle(2, 1, 1, 1)], elevation={"bottom": 0, "top": 10})
    loaded = read(region(change(), levels=[CELLAR, GROUND]), closed)
    assert ends(loaded) == [((1, 2), None, (1, 2), "Ground")]
    assert "1 flight of stairs that ends where a floor is open or missing" in str(loaded.report)


@pytest.mark.parametrize("uuid", ["Scene.Inn.Region.loft", ".loft", "Scene.Inn.Region.hall"])
def test_a_teleport_joins_the_middles_of_two_regions_on_other_floors(uuid) -> None:
    loft = region(_id="loft", shapes=[rectangle(4, 0, 1, 3)], levels=[ROOF])
    hall = region(teleport(uuid), teleport(), _id="hall", levels=[GROUND])
    back = loft | {"behaviors": [teleport(".hall", ".cave")]}
    loaded = read(hall, back)
    assert ends(loaded) == [((1, 2), "Ground", (1, 4), "Roof")]
    assert "both ways" in str(loaded.report)
    lost = 1 + uuid.endswith("hall")
    assert f"{lost} teleport" in str(loaded.report)
    if not uuid.endswith("hall"):
        assert ends(read(hall, loft)) == ends(loaded)


def test_teleports_to_other_scenes_are_told() -> None:
    loft = region(_id="loft", levels=[ROOF])
    here = region(teleport("Scene.Mill.Region.loft"), levels=[GROUND])
    loaded = read(here, loft)
    assert not loaded.stairs
    assert "1 teleport to another scene, or on the same floor" in str(loaded.report)
    assert "2 regions" in str(loaded.report)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("stair(region,event);\n// see the wiki", [("Ground", "Roof")]),
        ("stairUp(region, event)", [("Ground", "Roof")]),
        ("stairDown(region,event);", [("Ground", "Roof")]),
        (
            'elevator(region, event, "-10,Cellar|0,Hall|10, Roof|30,Sky")',
            [(None, "Ground"), ("Ground", "Roof")],
        ),
        ("elevator(region,event,elevatorData)", []),
        ("lift(region,event)", []),
    ],
)
def test_scripts_of_the_module_levels(call, expected) -> None:
    source = f"CONFIG.Levels.handlers.RegionHandler.{call}"
    tile = [rectangle(0, 0, 1, 1)]
    loaded = read(region(script(source), shapes=tile, elevation={"bottom": 0, "top": 10}))
    assert [(low.floor, high.floor) for low, high in loaded.stairs] == expected


def test_floors_of_the_module_have_stairs_by_their_heights() -> None:
    floors = {"levels": {"sceneLevels": [[0, 9, "Hall"], [10, 19, "Loft"]]}}
    source = "CONFIG.Levels.handlers.RegionHandler.stair(region,event);"
    up = region(script(source), elevation={"bottom": 0, "top": 10})
    low = region(teleport(".b"), elevation={"bottom": 0, "top": 9}, shapes=[rectangle(0, 0, 1, 1)])
    high = region(_id="b", elevation={"bottom": 10, "top": 19}, shapes=[rectangle(3, 0, 1, 1)])
    tree = scene([], **FEET, flags=floors, regions=[up, low, high])
    loaded = reader.read(as_json(tree), "scene.json", Options())
    assert ends(loaded) == [
        ((1, 2), None, (1, 2), "Loft"),
        ((2, 2), None, (2, 2), "Loft"),
        ((0, 0), None, (0, 3), "Loft"),
    ]


@pytest.mark.parametrize(
    "behavior", [change(disabled=True), script(None), {"type": "pauseGame"}, teleport()]
)
def test_other_behaviors_are_no_stairs(behavior) -> None:
    loaded = read(region(behavior, levels=[GROUND]))
    assert not loaded.stairs
    assert "1 region" in str(loaded.report)
