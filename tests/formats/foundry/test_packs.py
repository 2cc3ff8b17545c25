"""Foundry files on disk: packs, adventures, and the LevelDB folders of modules and worlds."""

import json
import tracemalloc

import pytest

from sightline.errors import FormatError
from sightline.formats import foundry, load, load_bytes, load_with_report
from sightline.formats.contract import Options
from sightline.formats.foundry import packs as foundry_packs
from tests.formats.foundry.leveldb_writer import batch, records, table, write_folder
from tests.formats.map_samples import as_json
from tests.formats.map_samples import foundry as sample

SCENES = ["Inn", "Crypt", "Roof"]


def scene(name: str, walls: int = 1, **changes) -> dict:
    drawn = [{"c": [300, 100 + 10 * i, 300, 190 + 10 * i], "sight": 20} for i in range(walls)]
    return sample(name=name, walls=drawn, tokens=[], _id=f"id of {name}", **changes)


def pack(*documents) -> bytes:
    return b"".join(as_json(each) + b"\n" for each in documents)


def read(data: bytes, level=None, name="maps.db"):
    return load_bytes(data, name, Options(level=level))


def names(loaded) -> list[str]:
    return list(loaded.report.choices.levels)


def wall_count(loaded) -> int:
    return len(loaded.board.free_walls())


# --- packs of one record a line


def three() -> list[dict]:
    return [scene(name, number + 1) for number, name in enumerate(SCENES)]


FILES = {
    "a pack": (pack(*three()), "scenes.db"),
    "a pack without a last line break": (pack(*three()).rstrip(), "scenes.db"),
    "a pack with Windows line breaks": (pack(*three()).replace(b"\n", b"\r\n"), "scenes.db"),
    "a pack of another name": (pack(*three()), "input"),
    "a list": (as_json(three()), "scenes.json"),
    "an adventure": (as_json({"name": "A", "scenes": three(), "actors": []}), "adventure.json"),
    "an adventure with line breaks": (
        json.dumps({"scenes": three()}, indent=2).encode(),
        "adventure.json",
    ),
    "a pack of adventures": (
        pack({"_id": "1", "scenes": three()[:1]}, {"_id": "2", "scenes": three()[1:]}),
        "adventures.db",
    ),
    "among other documents": (
        pack({"_id": "x", "name": "Mira", "items": []}, *three(), {"$$indexCreated": {}}),
        "scenes.db",
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_every_scene_can_be_chosen(kind) -> None:
    data, name = FILES[kind]
    first = read(data, name=name)
    assert first.report.format == foundry.NAME
    assert names(first) == SCENES
    assert first.report.choices.level == "Inn"
    assert "'Inn', of 3 maps; the others are 'Crypt', 'Roof'" in str(first.report)
    for number, wanted in enumerate(SCENES):
        for level in (wanted, str(number)):
            loaded = read(data, level, name=name)
            assert wall_count(loaded) == number + 1
            assert loaded.report.choices.level == wanted


@pytest.mark.parametrize("kind", FILES)
def test_a_scene_that_is_not_there(kind) -> None:
    data, name = FILES[kind]
    with pytest.raises(FormatError, match="there are 0 'Inn', 1 'Crypt', 2 'Roof'"):
        read(data, "Attic", name=name)


def test_of_several_records_of_one_scene_the_last_counts() -> None:
    newer = scene("Inn", 5)
    data = pack(*three(), newer, {"$$deleted": True, "_id": "id of Crypt"})
    assert names(read(data)) == ["Roof", "Inn"]
    assert wall_count(read(data, "Inn")) == 5
    back = data + pack(scene("Crypt", 7))
    assert wall_count(read(back, "Crypt")) == 7


def test_a_pack_of_one_scene_is_no_choice() -> None:
    loaded = read(pack(scene("Inn", 2)))
    assert names(loaded) == []
    assert wall_count(loaded) == 2
    with pytest.raises(FormatError, match="this file has no levels"):
        read(pack(scene("Inn")), "Inn")


def test_scenes_of_one_name_are_told_apart() -> None:
    documents = [scene("Inn", i + 1) | {"_id": str(i)} for i in range(3)]
    loaded = read(pack(*documents, scene("") | {"_id": "4"}, scene(" A\n B ") | {"_id": "5"}))
    assert names(loaded) == ["Inn", "Inn (2)", "Inn (3)", "scene 3", "A B"]
    assert wall_count(read(pack(*documents), "Inn (3)")) == 3


def test_floors_of_scenes_are_choices_too() -> None:
    levels = [
        {"_id": "a", "name": "Cellar", "elevation": {"bottom": -10, "top": 0}},
        {"_id": "b", "name": "Ground", "elevation": {"bottom": 0, "top": 10}},
    ]
    house = scene("House", 3, levels=levels)
    house["walls"][0]["levels"] = ["a"]
    house["walls"][1]["levels"] = ["b"]
    data = pack(scene("Inn"), house)
    assert names(read(data)) == ["Inn", "House", "House: Cellar", "House: Ground"]
    assert wall_count(read(data, "House: Ground")) == 2
    assert read(data, "3").report.choices.level == "House: Ground"
    assert [floor.name for floor in read(data, "House").board.floors()] == ["Ground"]
    flat = Options(level="House", flat=True)
    assert load_bytes(data, "scenes.db", flat).report.choices.level == "House: Cellar"
    # In a file with one scene, a level is called by its own name only.
    assert names(read(pack(house))) == ["Cellar", "Ground"]
    with pytest.raises(FormatError, match="there are 0 'Cellar'"):
        read(pack(house), "House")


def test_folders_of_a_compendium_are_no_scenes() -> None:
    marker = scene("#[CF_tempEntity]", 1)
    assert names(read(pack(marker, *three()))) == SCENES
    assert wall_count(read(pack(marker))) == 1


def test_a_broken_scene_breaks_none_of_the_others() -> None:
    data = pack(scene("Inn"), scene("Bad", levels=[{"name": "x"}]), scene("Worse", width=-1))
    assert names(read(data)) == ["Inn", "Bad", "Worse"]
    with pytest.raises(FormatError, match=r"maps\.db: line 2: \$\.levels\[0\]") as caught:
        read(data, "Bad")
    assert caught.value.place.endswith("line 2: $.levels[0]")
    with pytest.raises(FormatError, match=r"line 3: \$\.width"):
        read(data, "Worse")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (pack(*three())[:-20], r"line 3: line 1 column \d+: not JSON"),
        (pack(scene("Inn")).replace(b"[300,", b"[NaN,") * 2, r"line 2: \$\.walls.*NaN"),
        (pack({"$$indexCreated": 1}, scene("Inn"))[:-2] + b', "width": 1}', r"line 2: .*twice"),
        (pack({"walls": [], "grid": 1, "c": 0, "$$deleted": True, "_id": "x"}), "no scene"),
        (as_json({"scenes": [], "walls": None, "grid": 1, "tokens": 0}), "no scene"),
        (as_json([{"walls": [], "tokens": [], "a": {"grid": 1}}]), "no scene"),
        (as_json({"scenes": 7, "a": {"walls": 1, "grid": 1, "tokens": 1}}), r"\$\.scenes"),
    ],
)
def test_broken_packs(data, complaint) -> None:
    with pytest.raises(FormatError, match=complaint):
        read(data)


def test_too_many_scenes(monkeypatch) -> None:
    monkeypatch.setattr(foundry_packs, "MAX_SCENES", 2)
    for data in (pack(*three()), as_json(three())):
        with pytest.raises(FormatError, match="expected at most 2"):
            read(data)


def test_too_many_records(monkeypatch) -> None:
    monkeypatch.setattr(foundry_packs, "MAX_RECORDS", 2)
    assert names(read(pack(*three()[:2]))) == SCENES[:2]
    with pytest.raises(FormatError, match="at most 2 records"):
        read(pack(*three()))


def test_a_large_pack_takes_no_more_than_its_largest_scene() -> None:
    many = [scene(f"Scene {i}", 300) for i in range(60)]
    read(pack(many[0]))  # warm the caches: imports happen only once

    def peak(data: bytes) -> int:
        tracemalloc.start()
        read(data)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(pack(*many)) < 3 * peak(pack(many[0]))


# --- LevelDB folders


def stored(tree: dict) -> dict[bytes, bytes]:
    """Return a scene as Foundry stores it, with walls and other documents under separate keys."""
    tree = dict(tree)
    identity, out = tree["_id"], {}
    for part in ("walls", "tokens", "lights", "levels"):
        items = tree.get(part, [])
        tree[part] = [f"{part[0]}{i}" for i in range(len(items))]
        for i, item in enumerate(items):
            out[f"!scenes.{part}!{identity}.{part[0]}{i}".encode()] = as_json(item)
    return out | {f"!scenes!{identity}".encode(): as_json(tree)}


def folder_of(path, *scenes):
    documents: dict[bytes, bytes] = {}
    for each in scenes:
        documents |= stored(each)
    changes = {key: (i + 1, value) for i, (key, value) in enumerate(documents.items())}
    return write_folder(path / "maps", {5: table(changes, 2)})


def test_a_folder_is_read_like_the_file(tmp_path) -> None:
    trees = three()
    for tree in trees:
        tree["tokens"] = [{"name": "Odo", "x": 300, "y": 200}]
        tree["lights"] = [{"x": 350, "y": 250, "config": {"bright": 2, "dim": 4}}]
    folder = folder_of(tmp_path, *trees)
    loaded = load_with_report(folder)
    assert sorted(names(loaded)) == sorted(SCENES)
    for tree in trees:
        from_file = load_bytes(as_json(tree), "scene.json").board
        from_folder = load_with_report(folder, Options(level=tree["name"])).board
        assert from_folder == from_file
        assert from_folder.figures()
        assert from_folder.lights()
    assert load(folder) == loaded.board


def test_what_a_scene_does_not_list_any_more_is_gone(tmp_path) -> None:
    documents = stored(scene("Inn", 3))
    tree = json.loads(documents[b"!scenes!id of Inn"])
    tree["walls"] = ["w2", "w0", "w9", 7]
    changes = {key: (i + 1, value) for i, (key, value) in enumerate(documents.items())}
    log = records([batch(50, [(b"!scenes!id of Inn", as_json(tree))])])
    folder = write_folder(tmp_path, {5: table(changes)}, {8: log})
    assert wall_count(load_with_report(folder)) == 2


def test_levels_and_heights_in_a_folder(tmp_path) -> None:
    levels = [{"_id": "a", "name": "Cellar"}, {"_id": "b", "name": "Roof"}]
    walls = scene("Tower", 2)["walls"]
    for wall, (low, high) in zip(walls, ((0, 10), (10, 20)), strict=True):
        wall["flags"] = {"wall-height": {"bottom": low, "top": high}}
    folder = folder_of(tmp_path, scene("Inn", levels=levels), scene("Tower") | {"walls": walls})
    assert names(load_with_report(folder, Options(flat=True))) == [
        "Inn: Cellar",
        "Inn: Roof",
        "Tower: 0 to 10",
        "Tower: 10 and up",
    ]
    assert wall_count(load_with_report(folder, Options(level="Tower: 10 and up"))) == 1


def test_adventures_in_a_folder(tmp_path) -> None:
    adventure = as_json({"_id": "a", "name": "A", "scenes": three()})
    folder = write_folder(tmp_path, {5: table({b"!adventures!a": (1, adventure)})})
    assert names(load_with_report(folder)) == SCENES


def test_scenes_of_version_10_are_kept_whole(tmp_path) -> None:
    folder = write_folder(tmp_path, {5: table({b"!scenes!a": (1, as_json(scene("Inn", 4)))})})
    assert wall_count(load_with_report(folder)) == 4


def test_folders_that_hold_no_scene(tmp_path) -> None:
    actors = write_folder(tmp_path / "packs" / "actors", {5: table({b"!actors!a": (1, b"{}")})})
    with pytest.raises(FormatError, match="actors: this folder has no scene"):
        load(actors)
    with pytest.raises(FormatError, match=r"expected the file CURRENT in it; .* packs.actors"):
        load(tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match="empty: this folder is not a Foundry pack"):
        load(tmp_path / "empty")


def test_a_level_that_is_not_in_the_folder(tmp_path) -> None:
    with pytest.raises(FormatError, match=r"maps: .*no map is called 'Attic'.* 0 'Crypt'"):
        load_with_report(folder_of(tmp_path, *three()), Options(level="Attic"))


@pytest.mark.parametrize("value", [b"", b"[]", b"{", b"7", b"\xff", b'{"walls": NaN}'])
def test_broken_scenes_in_a_folder(tmp_path, value) -> None:
    folder = write_folder(tmp_path, {5: table({b"!scenes!a": (1, value)})})
    with pytest.raises(FormatError):
        load(folder)


def test_a_broken_wall_in_a_folder(tmp_path) -> None:
    documents = stored(scene("Inn")) | {b"!scenes.walls!id of Inn.w0": b'{"c": [1, 2'}
    changes = {key: (i + 1, value) for i, (key, value) in enumerate(documents.items())}
    with pytest.raises(FormatError):
        load(write_folder(tmp_path, {5: table(changes)}))
