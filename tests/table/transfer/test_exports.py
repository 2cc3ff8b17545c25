"""Exports from a table: pictures, one map, all maps, and what players may export."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import CenterRule, CornerRule, Door, HexBoard, HexRayRule, SquareBoard, Wall, trace
from sightline.errors import FormatError
from sightline.formats import load_bytes
from sightline.render import svg_to_png
from sightline.rules.registry import rule_from_dict
from sightline.rulings import Rulings
from sightline.table.state.imported_map import Snapshot
from sightline.table.state.records import FigureRecord, new_id, plain
from sightline.table.state.scene import MapScene
from sightline.table.transfer.documents import (
    is_table_document,
    read_table_document,
    table_document,
)
from sightline.table.transfer.pictures import export, player_picture
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.tile_sets import bits_of_tiles
from sightline.table.vision.wall_pieces import Pieces, pieces_by_tile
from tests.table.support.maps import PLAYER, enemy, hero, known, make_scene, make_world

PNG = b"\x89PNG\r\n\x1a\n"


def cellar() -> MapScene:
    board = SquareBoard(5, 7)
    board.set_solid((0, 2))
    board.set_edge((2, 2), (2, 3), Door("secret"))
    board.add_wall((0.5, 3.25), (4, 4.5), Door("open"))
    return make_scene(
        board,
        CenterRule("adjudicated"),
        hero("f1", "Mira", (0, 1)),
        enemy("f2", "Orc", (2, 3)),
        enemy("f3", "Orc", (3, 4), (2, 2)),
        FigureRecord("f4", "Spy", (4, 0), side="enemy", hidden=True),
    )


# --- the master


def test_the_masters_picture_bears_labels_and_no_ids() -> None:
    drawn = export(cellar(), Rulings(), "svg", "auto").decode()
    assert drawn.startswith("<svg")
    for label in ("Mira", "Orc 2", "Spy"):
        assert label in drawn
    assert not re.search(r"\bf[1-4]\b", drawn)
    assert "prefers-color-scheme" in drawn


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_pixels_in_every_theme(theme: Any) -> None:
    assert svg_to_png(export(cellar(), Rulings(), "svg", theme).decode()).startswith(PNG)


def test_a_map_loads_again_with_its_rule_and_rulings() -> None:
    scene, rulings = cellar(), Rulings()
    rulings.rule(scene.board, "f1", "f2", scene.rule, visible=True, by="Eve", why="low")
    undone = rulings.rule(scene.board, "f1", "f3", scene.rule, visible=True)
    rulings.undo(undone)
    loaded = load_bytes(export(scene, rulings, "json"), "cellar.json")
    board, names = scene.labeled()
    assert loaded.board == board
    assert names == {"f1": "Mira", "f2": "Orc", "f3": "Orc 2", "f4": "Spy"}
    assert loaded.rule is not None
    rule = rule_from_dict(loaded.rule)
    assert rule == scene.rule
    loaded_rulings = Rulings()
    assert loaded_rulings.load(loaded.rulings) == 2
    assert [ruling.status for ruling in loaded_rulings.history(loaded.board)] == [
        "in force",
        "undone",
    ]
    sight = trace(loaded.board, "Orc", "Mira", rule, rulings=loaded_rulings)
    assert sight.visible
    assert sight.verdict.value == "ambiguous"


def test_hexes_load_again() -> None:
    board = HexBoard(3, outside="solid", orientation="flat")
    board.set_cover((1, 0), Fraction(1, 3))
    board.set_elevation((0, 1), 2)
    scene = make_scene(board, HexRayRule("strict"), hero("f1", "Mira", (0, 0)))
    loaded = load_bytes(export(scene, Rulings(), "json"), "hill.json")
    assert loaded.board == scene.labeled()[0]


# --- the whole table


def test_a_table_is_read_again_map_by_map() -> None:
    mira, orc, other_orc, spy = (new_id("f") for _ in range(4))
    figures = {
        orc: enemy(orc, "Orc", (0, 0)),
        other_orc: enemy(other_orc, "Orc", (1, 0)),
        spy: FigureRecord(spy, "Spy", (0, 1), side="ally", hidden=True, sighted=False),
    }
    world = make_world(
        ("Cellar", SquareBoard(3, 3), CornerRule(), [hero(mira, "Mira", (0, 0))]),
        ("Hill", HexBoard(2), HexRayRule(), figures.values()),
    )
    rulings = {scene.id: Rulings() for scene in world.maps()}
    snapshot = Snapshot(world.maps(), world.values, {})
    written = table_document(snapshot, rulings.__getitem__)
    assert is_table_document(written)
    parts = read_table_document(written)
    assert [part.name for part in parts] == ["Cellar", "Hill"]
    for part, scene in zip(parts, world.maps(), strict=True):
        assert part.map.board == scene.labeled()[0]
        assert part.rule == scene.rule.to_dict()
    kept = parts[1].kept
    assert kept is not None
    assert kept.things == {f"figure|{each}": plain(figures[each]) for each in figures}
    assert "secret" not in written.decode()


def test_one_map_is_no_table() -> None:
    assert not is_table_document(export(cellar(), Rulings(), "json"))
    assert not is_table_document(b"\x00")


EXTRA = {
    "name": "Orc",
    "label": "Orc",
    "side": "enemy",
    "blocks": True,
    "sighted": True,
    "hidden": False,
}


def document(**changes: Any) -> dict[str, Any]:
    native = {"sightline": 1, "board": {"grid": "square", "tiles": ["..."]}}
    native["board"]["figures"] = [{"name": "Orc", "at": [0, 0]}]  # type: ignore[index]
    part = {"name": "Cellar", "document": native, "figures": [EXTRA]}
    return {"sightline_table": 1, "maps": [{**part, **changes}]}


def test_the_pattern_of_the_hostile_ones_is_read() -> None:
    (part,) = read_table_document(json.dumps(document()).encode())
    assert (part.name, len(part.map.board.tiles())) == ("Cellar", 3)
    assert part.details["Orc"]["side"] == "enemy"
    assert not read_table_document(json.dumps(document(figures=None)).encode())[0].details


@pytest.mark.parametrize(
    ("plain", "complaint"),
    [
        ([], "expected an object"),
        ({}, "sightline_table"),
        ({"sightline_table": 3, "maps": []}, "newer sightline"),
        ({"sightline_table": 0, "maps": []}, "whole number from 1"),
        ({"sightline_table": 1, "maps": {}}, "expected a list"),
        ({"sightline_table": 1, "maps": [], "more": 1}, "unknown key"),
        ({"sightline_table": 1, "maps": [{}] * 1000}, "at most 100"),
        (document(name=" "), "expected a name"),
        (document(name="x" * 1000), "at most 60"),
        (document(document="x"), "expected an object"),
        (document(document={"sightline": 1}), "board"),
        (document(document={"tiles": 1}), "not a map"),
        (document(figures=[{}]), "missing"),
        (document(figures=[{**EXTRA, "face": 0}]), "expected"),
        (document(players_picture="same"), "expected an object"),
        (document(players_picture={"data": "x"}), "expected base64"),
        (document(left_out=["x"] * 9), "at most 3"),
        ({**document(), "faces": ["x" * 9_000_000]}, "at most"),
        ({**document(), "faces": ["R0lGODlh"]}, "faces[0]"),
        ({**document(), "faces": [""] * 9_000}, "at most 200"),
        (document(figures=[document()["maps"][0]["figures"][0]] * 2), "each once"),
        (
            document(document={"sightline": 1, "board": {"grid": "square", "tiles": ["."]}}),
            "on this map",
        ),
    ],
)
def test_hostile_tables_are_refused_in_our_words(plain: Any, complaint: str) -> None:
    with pytest.raises(FormatError, match=re.escape(complaint)):
        read_table_document(json.dumps(plain).encode())


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_bytes_of_any_kind_raise_only_our_error(data: bytes) -> None:
    for attempt in (data, b'{"sightline_table": 1, "maps": [' + data + b"]}"):
        with pytest.raises(FormatError):
            read_table_document(attempt)


# --- a player


def seen_by_player(
    scene: MapScene, *tiles: tuple[int, int], figures: tuple[str, ...] = ()
) -> Knowledge:
    knowledge = Knowledge(PLAYER, scene, {})
    lit = bits_of_tiles(scene.board, tiles)
    knowledge.refresh(scene, pieces_by_tile(scene.board), lit, figures)
    return knowledge


def size_of(svg: str) -> str:
    found = re.search(r'viewBox="([^"]*)"', svg)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_players_picture_in_every_theme(theme: Any) -> None:
    knowledge = known(cellar(), Rulings())
    assert svg_to_png(player_picture(knowledge, theme).decode()).startswith(PNG)
    drawn = player_picture(knowledge, theme).decode()
    assert "Mira" in drawn
    for unseen in ("Spy", "secret", "Orc"):
        assert unseen not in drawn


@pytest.mark.parametrize("at", [(0, 0), (3, 4), (9, 9)])
def test_the_picture_is_as_large_as_what_is_known(at: tuple[int, int]) -> None:
    """The size is the same in a corner of the map, in its middle, and on a larger map."""
    drawn = []
    for side in (10, 40):
        scene = make_scene(SquareBoard(side, side), CenterRule(), hero("f1", "Mira", at))
        drawn.append(player_picture(seen_by_player(scene, at)).decode())
    assert drawn[0] == drawn[1]
    middle = make_scene(SquareBoard(20, 20), CenterRule(), hero("f1", "Mira", (10, 10)))
    alone = player_picture(seen_by_player(middle, (10, 10))).decode()
    assert size_of(alone) == size_of(drawn[0])


def test_tiles_are_called_as_on_the_whole_map() -> None:
    scene = make_scene(SquareBoard(30, 30), CenterRule(), hero("f1", "Mira", (11, 27)))
    drawn = player_picture(seen_by_player(scene, (11, 27))).decode()
    assert re.findall(r'<text class="label"[^>]*>([^<]*)<', drawn) == ["AB", "12"]


def test_the_same_picture_whatever_is_out_of_sight() -> None:
    board = SquareBoard(6, 8)
    scene = make_scene(board, CenterRule(), hero("f1", "Mira", (2, 2)))
    room = [(row, col) for row in (1, 2, 3) for col in (1, 2, 3)]
    before = player_picture(seen_by_player(scene, *room))
    board.set_solid((5, 5))
    board.set_edge((4, 6), (4, 7), Wall())
    board.add_wall((5.5, 0.5), (7.5, 0.5))
    scene = make_scene(board, CenterRule(), hero("f1", "Mira", (2, 2)), enemy("f2", "Orc", (5, 7)))
    assert player_picture(seen_by_player(scene, *room)) == before


def test_what_is_known_is_drawn() -> None:
    scene = cellar()
    tiles = [(tile[0], tile[1]) for tile in scene.board.tiles()]
    drawn = player_picture(seen_by_player(scene, *tiles, figures=("f2", "f3"))).decode()
    for label in ("Mira", "Orc", "Orc 2"):
        assert label in drawn
    assert "Spy" not in drawn
    for role in ("floor", "grid", "solid", "wall", "lit", "unknown", "door-leaf"):
        assert f'class="{role}"' in drawn, role
    assert "secret" not in drawn


def test_hexes_and_remembered_ones_are_drawn() -> None:
    board = HexBoard(3, orientation="flat")
    board.set_solid((1, 0))
    board.set_cover((0, 1), Fraction(1, 2))
    scene = make_scene(
        board, HexRayRule(), hero("f1", "Mira", (0, 0)), enemy("f2", "Ogre", (-2, 0), (2, 2))
    )
    knowledge = seen_by_player(scene, (0, 0), (1, 0), (0, 1), figures=("f2",))
    knowledge.refresh(scene, Pieces(), bits_of_tiles(board, [(0, 0)]), ("f2",))
    drawn = player_picture(knowledge).decode()
    for role in ("shadow", "lit", "solid", "unseen-rock", "cover", "enemy-ground"):
        assert f'class="{role}"' in drawn, role
    assert re.findall(r'<text class="faint"[^>]*>([^<]*)<', drawn) == ["0,1"]


def test_who_knows_nothing_gets_an_empty_picture() -> None:
    scene = make_scene(SquareBoard(9, 9), CenterRule(), enemy("f2", "Orc", (5, 7)))
    assert svg_to_png(player_picture(Knowledge(PLAYER, scene, {})).decode()).startswith(PNG)


def test_records_are_not_part_of_a_players_picture() -> None:
    scene = cellar()
    knowledge = known(scene, Rulings())
    drawn = player_picture(knowledge).decode()
    assert scene.id not in drawn
    assert scene.record.name not in drawn
    assert not re.search(r"\bf[1-4]\b", drawn)
