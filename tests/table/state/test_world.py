"""Changes are applied completely or not at all, and the engine's boards follow them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import Door, Gate, HexBoard, SquareBoard, Wall
from sightline.errors import DamagedFileError, LimitError
from sightline.formats.contract import Loaded, Report
from sightline.model.board import Board
from sightline.model.figure import FigureKind
from sightline.model.threshold import CODES
from sightline.table.state.capacity import MAX_FIGURES, MAX_TILES, MAX_WALLS
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.keys import edge_key, figure_key, map_key, solid_key
from sightline.table.state.names import clean_name, tidied
from sightline.table.state.records import FigureRecord, Refusal, plain
from sightline.table.state.scene import MapScene
from sightline.table.state.world import JournalEntry, World, map_entries

RULE = {"rule": "center", "ties": "adjudicated"}


def world_of(*boards: Board) -> tuple[World, list[MapScene]]:
    world, ids = World(), []
    for order, board in enumerate(boards):
        map_id, entries = map_entries(f"Map {order}", board, RULE, order)
        world.apply(entries)
        ids.append(map_id)
    return world, [world.scenes[map_id] for map_id in ids]


def cellar() -> SquareBoard:
    board = SquareBoard(5, 6)
    board.set_solid((1, 1))
    board.set_edge((0, 0), (0, 1), Door("locked"))
    board.add_wall((0.5, 2.25), (3, 4), Gate("open"))
    board.place("Mira", (3, 3), kind="hero")
    board.place("Goblin", (4, 4), kind="enemy")
    board.place("Desk", (0, 2), kind="table")
    return board


def placing(scene: MapScene, figure: FigureRecord) -> JournalEntry:
    return JournalEntry(figure_key(scene.id, figure.id), None, plain(figure))


def snapshot(world: World) -> tuple[dict[str, Any], dict[str, Board]]:
    return dict(world.values), {id_: s.board.copy() for id_, s in world.scenes.items()}


def refused(world: World, entries: list[JournalEntry]) -> str:
    """Check that the entries are refused and change nothing, and return the message."""
    before = snapshot(world)
    figures = {id_: dict(scene.figures) for id_, scene in world.scenes.items()}
    things = {id_: scene.things for id_, scene in world.scenes.items()}
    with pytest.raises(Refusal) as refusal:
        world.apply(entries)
    assert snapshot(world) == before
    assert {id_: dict(scene.figures) for id_, scene in world.scenes.items()} == figures
    assert {id_: scene.things for id_, scene in world.scenes.items()} == things
    return str(refusal.value)


# --- whole maps


def test_a_map_comes_and_goes_whole() -> None:
    board = cellar()
    map_id, entries = map_entries("Cellar", board, RULE, 1)
    world = World()
    touched = world.apply(entries)
    assert touched[map_id].whole
    scene = world.scenes[map_id]
    assert scene.labeled()[0] == board
    assert {f.name: (f.side, f.kind, f.sighted) for f in scene.figures.values()} == {
        "Mira": ("hero", "figure", True),
        "Goblin": ("enemy", "figure", True),
        "Desk": ("neutral", "table", False),
    }
    assert scene.things == len(entries) - 1
    world.revert(entries)
    assert world.values == {}
    assert world.scenes == {}


def test_a_map_goes_only_with_all_that_is_on_it() -> None:
    world, (scene,) = world_of(cellar())
    ground = JournalEntry(map_key(scene.id), world.values[map_key(scene.id)], None)
    assert refused(world, [ground]) == "Something has changed in the meantime."


@st.composite
def boards(draw: st.DrawFn) -> Board:
    board: Board
    if draw(st.booleans()):
        board = SquareBoard(draw(st.integers(1, 6)), draw(st.integers(1, 6)))
    else:
        cells = draw(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1))
        board = HexBoard(
            cells=cells,
            outside=draw(st.sampled_from(["open", "solid"])),
            orientation=draw(st.sampled_from(["pointy", "flat"])),
        )
    tiles = st.sampled_from(list(board.tiles()))
    for tile in draw(st.lists(tiles)):
        board.set_solid(tile)
    for tile in draw(st.lists(tiles)):
        for other in board.grid.neighbors(tile):
            if other in board:
                board.set_edge(tile, other, draw(st.sampled_from(CODES)))
    ends = st.tuples(st.fractions(-2, 8), st.fractions(-2, 8))
    for start, end in draw(st.lists(st.tuples(ends, ends), max_size=4)):
        if max(abs(start[0] - end[0]), abs(start[1] - end[1])) > 0.01:
            board.add_wall(start, end, draw(st.sampled_from(CODES[1:])))
    for number, tile in enumerate(draw(st.lists(tiles, unique=True, max_size=4))):
        kinds: list[FigureKind] = ["figure", "hero", "ally", "enemy", "chest", "bookcase"]
        kind = draw(st.sampled_from(kinds))
        board.place(f"Somebody {number}", tile, kind=kind, size=1)
    if isinstance(board, HexBoard):
        for tile in draw(st.lists(tiles)):
            board.set_cover(tile, draw(st.fractions(0, 1)))
            board.set_elevation(tile, draw(st.fractions(-9, 9)))
    return board


@given(boards())
def test_any_board_becomes_a_map_and_stays_the_same(board: Board) -> None:
    rule = RULE if board.grid.name == "square" else {"rule": "hexray"}
    map_id, entries = map_entries("Any", board, rule, 1)
    world = World()
    world.apply(entries)
    assert world.scenes[map_id].labeled()[0] == board
    again = World(world.values)
    assert again.scenes[map_id].board == world.scenes[map_id].board
    world.revert(entries)
    assert (world.values, world.scenes) == ({}, {})


@pytest.mark.parametrize(
    "values",
    [
        {"solid|m1|0,0": True},
        {"map|m1": {"id": "m1"}},
        {"table": {"master_secret": 1}},
        {"figure|m1|f1": "nobody"},
    ],
)
def test_things_that_do_not_fit_together_are_damage(values: dict[str, Any]) -> None:
    with pytest.raises(DamagedFileError):
        World(values)


# --- changes


def test_the_board_follows_each_kind_of_thing() -> None:
    world, (scene,) = world_of(cellar())
    goblin = next(f for f in scene.figures.values() if f.name == "Goblin")
    walls = [key for key in world.values if key.startswith("wall|")]
    key = figure_key(scene.id, goblin.id)
    entries = [
        JournalEntry(solid_key(scene.id, (1, 1)), True, None),
        JournalEntry(solid_key(scene.id, (2, 2)), None, True),
        JournalEntry(edge_key(scene.id, (0, 1), (0, 0)), "door:locked", "door:open"),
        JournalEntry(edge_key(scene.id, (2, 0), (3, 0)), None, "wall"),
        JournalEntry(walls[0], "gate:open", "gate:closed"),
        JournalEntry(key, plain(goblin), {**plain(goblin), "at": [4, 5]}),
    ]
    before = snapshot(world)
    touched = world.apply(entries)[scene.id]
    board = scene.board
    assert not board.is_solid((1, 1))
    assert board.is_solid((2, 2))
    assert board.edge((0, 0), (0, 1)) == Door("open")
    assert board.edge((2, 0), (3, 0)) == Wall()
    assert board.free_walls()[0].threshold == Gate("closed")
    assert board.where(goblin.id) == (4, 5)
    assert touched.tiles == {(1, 1), (2, 2)}
    assert touched.edges == {((0, 0), (0, 1)), ((2, 0), (3, 0))}
    assert (len(touched.walls), touched.figures, touched.whole) == (1, {goblin.id}, False)
    world.revert(entries)
    assert snapshot(world) == before


def test_hexes_have_cover_and_height_and_squares_no_cover() -> None:
    world, (hexes, squares) = world_of(HexBoard(2), SquareBoard(3, 3))
    entries = [
        JournalEntry(f"cover|{hexes.id}|0,1", None, "1/3"),
        JournalEntry(f"elevation|{hexes.id}|1,-1", None, "-5/2"),
    ]
    assert world.apply(entries)[hexes.id].heights == {(0, 1), (1, -1)}
    assert isinstance(hexes.board, HexBoard)
    assert str(hexes.board.cover((0, 1))) == "1/3"
    assert str(hexes.board.elevation((1, -1))) == "-5/2"
    world.revert(entries)
    assert hexes.board == HexBoard(2)
    why = refused(world, [JournalEntry(f"cover|{squares.id}|0,1", None, "1/3")])
    assert why == "Only hexes have cover."


def test_a_change_of_what_is_no_longer_there_is_refused() -> None:
    world, (scene,) = world_of(cellar())
    stale = JournalEntry(edge_key(scene.id, (0, 0), (0, 1)), "door:closed", "door:open")
    fine = JournalEntry(solid_key(scene.id, (0, 0)), None, True)
    assert refused(world, [fine, stale]) == "Something has changed in the meantime."
    there_is_none = JournalEntry(solid_key("m0", (0, 0)), None, True)
    assert refused(world, [fine, there_is_none]) == "There is no such map."


def test_the_board_refuses_in_labels_and_all_is_put_back() -> None:
    world, (first, second) = world_of(cellar(), cellar())
    mira = next(f for f in first.figures.values() if f.name == "Mira")
    key = figure_key(first.id, mira.id)
    on_goblin = JournalEntry(key, plain(mira), {**plain(mira), "at": [4, 4]})
    elsewhere = [
        JournalEntry(solid_key(second.id, (0, 0)), None, True),
        placing(second, FigureRecord("f-new", "Orc", (0, 5))),
    ]
    why = refused(world, [*elsewhere, on_goblin])
    assert why == "Mira cannot stand on E5: Goblin is there."
    off = JournalEntry(key, plain(mira), {**plain(mira), "at": [5, 0]})
    why = refused(world, [*elsewhere, off])
    assert why == "Mira does not fit there: it would stand beyond the edge of the map."
    grown = JournalEntry(key, plain(mira), {**plain(mira), "size": [2, 2]})
    assert refused(world, [*elsewhere, grown]) == "Mira cannot stand on E5: Goblin is there."
    for words in (first.id, second.id, mira.id):
        assert words not in why


def test_a_figure_that_only_walks_is_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    world, (scene,) = world_of(cellar())
    mira = next(f for f in scene.figures.values() if f.name == "Mira")
    key = figure_key(scene.id, mira.id)
    monkeypatch.setattr(scene.board, "remove", None)
    monkeypatch.setattr(scene.board, "place", None)
    walked = {**plain(mira), "at": [3, 4]}
    renamed = {**walked, "name": "Mirabel", "owners": ["p1"]}
    world.apply([JournalEntry(key, plain(mira), walked)])
    world.apply([JournalEntry(key, walked, renamed)])
    assert scene.board.where(mira.id) == (3, 4)
    assert scene.figures[mira.id].name == "Mirabel"


def test_hidden_figures_block_nobody() -> None:
    world, (scene,) = world_of(SquareBoard(3, 3))
    ghost = FigureRecord("f1", "Ghost", (1, 1), hidden=True)
    world.apply([placing(scene, ghost), placing(scene, FigureRecord("f2", "Orc", (1, 1)))])
    assert not scene.board.figure("f1").blocks_sight
    key = figure_key(scene.id, "f1")
    shown = JournalEntry(key, plain(ghost), {**plain(ghost), "hidden": False})
    assert refused(world, [shown]) == "Ghost cannot stand on B2: Orc is there."
    assert scene.viewers_of("p1") == []


def test_hexes_take_round_figures_only() -> None:
    world, (scene,) = world_of(HexBoard(3))
    why = refused(world, [placing(scene, FigureRecord("f1", "Cart", (0, 0), (1, 2)))])
    assert why == "Cart does not fit: on hexes, length and width must be equal."


def test_a_large_change_is_all_or_nothing_too() -> None:
    world, (scene,) = world_of(SquareBoard(40, 40))
    many = [
        JournalEntry(solid_key(scene.id, (r, c)), None, True) for r in range(20) for c in range(40)
    ]
    stray = placing(scene, FigureRecord("f1", "Orc", (40, 0)))
    assert refused(world, [*many, stray]).startswith("Orc does not fit there")
    world.apply(many)
    assert sum(1 for _ in scene.board.solid_tiles()) == 800
    world.revert(many)
    assert scene.board == SquareBoard(40, 40)


def test_limits_are_said() -> None:
    wide = SquareBoard(256, 257)
    with pytest.raises(LimitError, match=f"at most {MAX_TILES:,} tiles; this one has 65,792"):
        ImportedMap("Wide", Loaded(wide, Report("made here")))
    _, entries = map_entries("Wide", wide, RULE, 1)
    with pytest.raises(Refusal, match=f"at most {MAX_TILES:,} tiles; this one has 65,792"):
        World().apply(entries)
    world, (scene,) = world_of(SquareBoard(50, 50))
    crowd = [
        placing(scene, FigureRecord(f"f{i}", "Rat", (i // 50, i % 50)))
        for i in range(MAX_FIGURES + 1)
    ]
    assert refused(world, crowd).startswith(f"A map holds at most {MAX_FIGURES:,} tokens")
    world.apply(crowd[:-1])
    assert refused(world, crowd[-1:]).startswith(f"A map holds at most {MAX_FIGURES:,} tokens")
    walls = [
        JournalEntry(f"wall|{scene.id}|{i},0,{i},384000", None, "wall")
        for i in range(MAX_WALLS + 1)
    ]
    assert refused(world, walls) == f"A map holds at most {MAX_WALLS:,} free walls."
    far = JournalEntry(f"wall|{scene.id}|0,0,{384_000 * 9_999},0", None, "wall")
    assert refused(world, [far]) == "A wall cannot reach that far beyond the map."


# --- labels and names


def test_labels_are_numbered_among_those_who_are_known() -> None:
    world, (scene,) = world_of(SquareBoard(3, 3))
    for number in (1, 2, 3):
        world.apply([placing(scene, FigureRecord(f"f{number}", "Goblin", (number - 1, 0)))])
    world.apply([placing(scene, FigureRecord("f4", "Goblin 2", (0, 1)))])
    board, names = scene.labeled()
    assert names == {"f1": "Goblin", "f2": "Goblin 2", "f3": "Goblin 3", "f4": "Goblin 2 2"}
    assert board.where("Goblin 3") == (2, 0)
    board, names = scene.labeled(["f3", "f2", "f9"])
    assert names == {"f2": "Goblin", "f3": "Goblin 2"}
    assert [figure.name for figure in board.figures()] == ["Goblin", "Goblin 2"]


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("  Ana ", "Ana"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("\U0001f409", "\U0001f409"),
    ],
)
def test_names_are_text(given_name: str, kept: str) -> None:
    assert clean_name(given_name) == kept


@pytest.mark.parametrize(
    "given_name",
    [
        *("", "   ", "\u200d", "A\nB", "A\x00", "\u202eAna", "A\ud800", "x" * 61),
        *("\u3164", "\u2800 \u115f", "\u0301", "\ufe0f", "a" + "\u0335" * 5),
    ],
)
def test_names_that_are_none(given_name: str) -> None:
    with pytest.raises(Refusal, match="name"):
        clean_name(given_name)


def test_accents_that_pile_up_are_left_out_of_names_in_files() -> None:
    assert tidied("Za" + "\u0335" * 50 + "lgo", "Figure") == "Za" + "\u0335" * 4 + "lgo"


@given(st.text(max_size=100))
def test_names_out_of_files_are_made_fit(text: str) -> None:
    name = tidied(text, "Figure")
    assert clean_name(name) == name
