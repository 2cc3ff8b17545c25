"""Drawings in which `-`, `|`, `+` and blanks are tiles are read as the legend says."""

import tracemalloc

import pytest

from sightline import CenterRule, SquareBoard, sees
from sightline.errors import FormatError
from sightline.formats import load_bytes, text, to_bytes
from sightline.formats.contract import Options
from sightline.formats.text import rogue as text_rogue
from sightline.model.threshold import Door, Gate

CELLAR = r"""
roguelike

------     ----
|....|     |..|
|.@..+#### |.%.
|..d.|   ##+..|
------     ----
"""


def load(text, *blocking):
    return load_bytes(text.encode(), "map.txt", Options(blocking=blocking))


def drawn(board):
    return [
        "".join("#" if board.is_solid((r, c)) else "." for c in range(board.cols))
        for r in range(board.rows)
    ]


def test_the_header_roguelike() -> None:
    loaded = load(CELLAR)
    board = loaded.board
    assert drawn(board) == [
        "###############",
        "#....#######..#",
        "#.........##...",
        "#....####.....#",
        "###############",
    ]
    assert {figure.name: (figure.at, figure.kind) for figure in board.figures()} == {
        "@": ((2, 2), "hero"),
        "d": ((3, 3), "figure"),
    }
    # One door is in a vertical wall, to the left of its tile; the other likewise.
    assert {(a, b): t for a, b, t in board.edges()} == {
        ((2, 4), (2, 5)): Door("closed"),
        ((3, 10), (3, 11)): Door("closed"),
    }
    words = str(loaded.report)
    assert "2 doors drawn as tiles: placed on the upper or left edge" in words
    assert "items are assumed to lie on floor: %" in words


def test_it_blocks_as_it_should() -> None:
    board = load(CELLAR).board
    rule = CenterRule()
    assert sees(board, (2, 3), (2, 4), rule)
    assert not sees(board, (2, 3), (2, 5), rule)
    board.set_edge((2, 4), (2, 5), Door("open"))
    assert sees(board, (2, 3), (2, 9), rule)
    assert not sees(board, (2, 3), (2, 12), rule)


def test_an_option_is_as_good_as_the_header() -> None:
    bare = CELLAR.replace("roguelike\n\n", "")
    with pytest.raises(FormatError, match="blank"):
        load(bare)
    assert load(bare, "roguelike").board == load(CELLAR).board


def test_printing_gives_the_board_back() -> None:
    board = load(CELLAR).board
    again = load_bytes(to_bytes(board, ".txt"), "again.txt")
    assert again.board == board
    assert SquareBoard.from_text(str(board)) == board
    # The output is in our notation, with walls between tiles.
    assert str(board).startswith("+---+")


def test_without_header_or_option_the_notation_is_ours() -> None:
    board = load("+---+---+\n| .   . |\n+---+---+").board
    assert (board.rows, board.cols) == (1, 2)
    assert not list(board.solid_tiles())


# --- a legend of one's own


def test_the_legend_is_right_about_symbols_of_our_notation() -> None:
    text = "+--+\n|..|\n+--+\n\n+: solid\n-: wall\n|: solid"
    assert drawn(load(text).board) == ["####", "#..#", "####"]
    open_corners = text.replace("+: solid", "+: floor")
    assert drawn(load(open_corners).board) == [".##.", "#..#", ".##."]


@pytest.mark.parametrize("symbol", ["-", "|", "+", "#", ".", "_", '"', ":", "~"])
@pytest.mark.parametrize(("word", "row"), [("solid", "x#x"), ("floor", "x.x")])
def test_every_symbol_can_be_described(symbol, word, row) -> None:
    board = load(f"A{symbol}B\n\n{symbol}: {word}").board
    assert drawn(board) == [row.replace("x", ".")]
    assert len(board.figures()) == 2


def test_a_symbol_of_our_notation_can_be_a_figure() -> None:
    board = load('.|.\n...\n\n|: enemy "pillar man"').board
    assert [(figure.name, figure.at) for figure in board.figures()] == [("pillar man", (0, 1))]
    rock = load("#.\n.#\n\n#: chest").board
    assert [figure.name for figure in rock.figures()] == ["#", "# 2"]
    assert not list(rock.solid_tiles())


def test_blanks_fill_ragged_rows() -> None:
    text = "..\n . .\n.\n\nblank: {}"
    assert drawn(load(text.format("solid")).board) == ["..##", "#.#.", ".###"]
    assert drawn(load(text.format("floor")).board) == ["....", "....", "...."]


@pytest.mark.parametrize(
    ("words", "threshold"),
    [
        ("closed door", Door("closed")),
        ("open door", Door("open")),
        ("locked door", Door("locked")),
        ("secret door", Door("secret")),
        ("door", Door()),
        ("closed gate", Gate("closed")),
    ],
)
def test_kinds_of_doors(words, threshold) -> None:
    board = load(f"#.#\n#D#\n#.#\n\nD: {words}").board
    assert [*board.edges()] == [((0, 1), (1, 1), threshold)]
    assert not board.is_solid((1, 1))


@pytest.mark.parametrize(
    ("drawing", "edges"),
    [
        ("#.#\n#+#\n#.#", {((0, 1), (1, 1))}),  # vertical passage
        ("###\n.+.\n###", {((1, 0), (1, 1))}),  # horizontal passage
        ("#.#\n#+#\n###", {((0, 1), (1, 1))}),  # into rock
        ("###\n#+#\n#.#", {((1, 1), (2, 1))}),
        ("###\n#+.\n###", {((1, 1), (1, 2))}),
        ("#.#\n.+.\n###", {((1, 0), (1, 1))}),  # a horizontal passage and a niche
        ("#.#\n.+#\n#.#", {((0, 1), (1, 1))}),
        ("#.#\n.+#\n###", {((0, 1), (1, 1)), ((1, 0), (1, 1))}),  # around a corner
        (
            "...\n.+.\n...",
            {((0, 1), (1, 1)), ((1, 0), (1, 1)), ((1, 1), (1, 2)), ((1, 1), (2, 1))},
        ),
        ("###\n#+#\n###", set()),
        ("+", set()),
    ],
)
def test_where_a_door_hangs(drawing, edges) -> None:
    loaded = load(f"{drawing}\n\n+: door\n")
    assert {(a, b) for a, b, _ in loaded.board.edges()} == edges
    assert ("passages on all sides" in str(loaded.report)) == (len(edges) > 1)


def test_two_doors_side_by_side_are_two() -> None:
    board = load("#..#\n#++#\n#..#\n\n+: closed door").board
    # Each has rock on one side and the other's floor on the other, so the passage is vertical.
    assert {(a, b) for a, b, _ in board.edges()} == {((0, 1), (1, 1)), ((0, 2), (1, 2))}


# --- classic drawings


def test_letters_that_touch_are_figures_of_their_own() -> None:
    board = load("roguelike\n\n------\n|kkk.|\n|kk.@|\n------").board
    assert sorted(figure.name for figure in board.figures()) == [
        "@",
        "k",
        "k 2",
        "k 3",
        "k 4",
        "k 5",
    ]
    assert {figure.size for figure in board.figures()} == {(1, 1)}


def test_a_legend_below_a_classic_drawing_is_right() -> None:
    text = (
        'roguelike\n\n-----\n|.D.+#\n-----\n\n#: solid\nD: enemy "dragon" size 1x1\n+: secret door'
    )
    board = load(text).board
    assert board.figure("dragon").at == (1, 2)
    assert drawn(board) == ["######", "#....#", "######"]
    assert [t for _, _, t in board.edges()] == [Door("secret")]


def test_blank_rows_of_rock() -> None:
    text = "roguelike\n\n...\n\n\n...\n\n// a legend\n.: floor"
    assert drawn(load(text).board) == ["...", "###", "###", "..."]
    assert drawn(load("roguelike\n\n...\n\n\n...\n\n\n").board) == ["...", "###", "###", "..."]
    assert drawn(load("roguelike\n...\n\nblank: floor").board) == ["..."]


def test_symbols_that_are_not_drawn_are_no_loss() -> None:
    assert load("roguelike\n\n...").report.lost == []
    lost = load("roguelike\n\n...\n\n~: solid").report.lost
    assert lost == ["the legend describes '~', which is not drawn"]


def test_an_open_door() -> None:
    board = load("roguelike\n\n---\n.'.\n---").board
    assert [*board.edges()] == [((1, 0), (1, 1), Door("open"))]


# --- options


def test_symbols_that_block() -> None:
    text = "|..|\n|.~|"
    assert drawn(load(text, "|", "~").board) == ["#..#", "#.##"]
    assert drawn(load(" ..\n..", "blank").board) == ["#..", "..#"]
    assert drawn(load("..\n. .", "blank").board) == ["..#", ".#."]


@pytest.mark.parametrize("word", ["walls", "", "--"])
def test_other_words_are_refused(word) -> None:
    with pytest.raises(FormatError, match=r"blocking: expected symbols .*roguelike"):
        load("..", word)


@pytest.mark.parametrize("word", ["roguelike", "blank", "_"])
def test_hexes_have_no_blank_tiles(word) -> None:
    with pytest.raises(FormatError, match="blocking: on hexes"):
        load("hex\n\n. .", word)


def test_bad_headers_and_tabs() -> None:
    with pytest.raises(FormatError, match="expected nothing after 'roguelike'"):
        load("roguelike maps\n\n...")
    with pytest.raises(FormatError, match="line 3 column 2: a tab"):
        load("roguelike\n\n.\t.")
    with pytest.raises(FormatError, match="expected a drawing"):
        load("roguelike\n\n")


def test_a_row_of_figures_that_spells_the_header() -> None:
    board = SquareBoard(1, 9)
    for col, letter in enumerate("roguelike"):
        board.place(f"{letter}{col}", (0, col))
    assert load_bytes(to_bytes(board, ".txt"), "x.txt").board == board


def test_symbols_beyond_ascii_are_ground_too() -> None:
    assert drawn(load("▓.é?\n▓..é\n\n▓: solid\né: floor\n?: solid").board) == ["#..#", "#..."]


def test_rock_costs_little_and_a_crowd_is_refused() -> None:
    """A map of blanks takes one byte per tile; more than a million things on tiles are refused."""
    wide = b"roguelike\n\n" + b"." * 4096 + b"\n." * 1000
    tracemalloc.start()
    board = load_bytes(wide, "wide.txt").board
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(board.tiles()) == 1001 * 4096
    assert peak < 60_000_000
    crowd = b"roguelike\n\n" + (b"+" * 4000 + b"\n") * 300
    with pytest.raises(FormatError, match="more than 1,000,000 tiles with something"):
        load_bytes(crowd, "crowd.txt")


def test_too_many_doors(monkeypatch) -> None:
    monkeypatch.setattr(text_rogue, "MAX_SEGMENTS", 2)
    load("#.#.#\n#+#+#\n\n+: door")
    with pytest.raises(FormatError, match="more than 2 doors drawn as tiles, 3"):
        load("#.#.#.\n#+#+#+\n\n+: door")


def test_wide_and_high_bombs_are_refused_before_they_are_filled() -> None:
    bomb = b"roguelike\n\n" + b"." * 1_000_000 + b"\n." * 1_000_000
    with pytest.raises(FormatError, match="4096"):
        load_bytes(bomb, "bomb.txt")
    gaps = b"roguelike\n\n" + b".\n" + b"\n" * 3_000_000 + b"."
    with pytest.raises(FormatError, match="4096"):
        load_bytes(gaps, "gaps.txt")


@pytest.mark.parametrize("start", ["{", "[", "<", ""])
def test_what_opens_like_another_format_is_no_drawing(start) -> None:
    assert not text.recognizes(f"{start}\n".encode(), "map.txt")
    assert text.recognizes(f".{start}\n".encode(), "map.txt")
