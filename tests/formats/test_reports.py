"""Reports of the readers: their numbers match the board, and their grammar is right."""

import re
from collections import Counter

import pytest

from sightline import SquareBoard
from sightline.formats import Options, Report, load_bytes, to_bytes
from sightline.formats.counts import count, counts
from sightline.model.board import Board
from tests.formats.map_samples import SAMPLES

NOUNS = [
    "arch",
    "curve",
    "column",
    "cover",
    "door",
    "edge",
    "end",
    "entity",
    "figure",
    "floor",
    "gate",
    "hex",
    "kind",
    "layer",
    "level",
    "light",
    "line",
    "map",
    "note",
    "object",
    "occluder",
    "opening",
    "outline",
    "page",
    "path",
    "picture",
    "piece",
    "point",
    "polygon",
    "portal",
    "portcullis",
    "rectangle",
    "room",
    "ruling",
    "segment",
    "shape",
    "square",
    "symbol",
    "tile",
    "tileset",
    "token",
    "wall",
    "window",
]
ADJECTIVES = (
    r"(?:(?:free|closed|open|locked|secret|limited|one-way|full|proximity|distance|snapped|object|"
    r"round|trapped|wall) )*"
)
PLURALS = [count(2, noun).removeprefix("2 ") for noun in NOUNS]


def slips(sentence: str) -> list[str]:
    """Return where a number and its noun do not agree, or a plural is misspelled."""
    one = rf"(?<![\d,.x/] )(?<![\d.,/-])\b1 {ADJECTIVES}(?:{'|'.join(PLURALS)})\b"
    many = rf"(?<![\d.,/-])\b(?:0|[2-9]|\d[\d,]*\d) {ADJECTIVES}(?:{'|'.join(NOUNS)})\b(?!-)"
    misspelt = r"\b\w+(?:iss|chs|shs|xs|[^aeiou ]ys)\b"
    return [
        found[0]
        for pattern in (one, many, misspelt)
        for found in re.finditer(pattern, sentence)
        if not re.search(rf"[x/] {re.escape(found[0])}", sentence)  # 3 x 1 squares
    ]


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("1 tokens", ["1 tokens"]),
        ("2 portculliss read as gates", ["portculliss"]),
        ("3 closed door", ["3 closed door"]),
        ("1,204 free wall: 1 wall", ["1,204 free wall"]),
        ("1 locked doors and 1 gate", ["1 locked doors"]),
        ("1 token, 11 tokens, 21 hexes, no lights, 4 x 1 squares, 1/8 tiles, 0.1 tiles", []),
    ],
)
def test_slips_are_found(sentence, wrong) -> None:
    assert slips(sentence) == wrong


def sentences(report: Report) -> list[str]:
    return [*report.read, *report.changed, *report.guessed, *report.lost]


CASES = [
    (name, snap) for name in SAMPLES for snap in (False, True)
]  # fmt: skip


@pytest.mark.parametrize(("name", "snap"), CASES)
def test_reports_are_english(name, snap) -> None:
    report = load_bytes(SAMPLES[name][1], name, Options(snap=snap)).report
    assert [slip for sentence in sentences(report) for slip in slips(sentence)] == []
    assert all(sentence == sentence.strip() and sentence for sentence in sentences(report))


def number_of(report: Report, noun: str) -> int | None:
    """Return the number of such things that the report says were read, before
    it lists the kinds.
    """
    numbers = [
        int(found[1].replace(",", ""))
        for sentence in report.read
        for found in re.finditer(rf"(?:^|, )([\d,]+) {noun}\b", sentence.partition(":")[0])
    ]
    return sum(numbers) if numbers else None


def kinds_in(sentence: str) -> Counter[str]:
    """Return the numbers in a sentence such as `4 walls, 1 closed door`."""
    kinds: Counter[str] = Counter()
    for part in sentence.split(", "):
        number, kind = part.split(" ", 1)
        one = kind.replace("s that stop ", " that stops ").removesuffix("s")
        kinds[kind if number == "1" else one] += int(number.replace(",", ""))
    return kinds


@pytest.mark.parametrize(("name", "snap"), CASES)
def test_what_is_said_to_be_read_is_on_the_board(name, snap) -> None:
    loaded = load_bytes(SAMPLES[name][1], name, Options(snap=snap))
    board, report = loaded.board, loaded.report
    figures, lights = len(board.figures()), len(board.lights())
    for noun, number in (("(?:token|figure)s?", figures), ("lights?", lights)):
        assert number_of(report, noun) in (number or None, number)
    for noun, there in (
        ("free wall", Counter(str(wall.threshold) for wall in board.free_walls())),
        ("edge", Counter(str(threshold) for _, _, threshold in board.edges())),
    ):
        for sentence in report.read:
            if found := re.match(rf"([\d,]+) {noun}s?: (.*)", sentence):
                assert int(found[1].replace(",", "")) == there.total()
                assert kinds_in(found[2]) == there


def test_the_doors_of_donjon_are_those_on_the_board() -> None:
    loaded = load_bytes(SAMPLES["dungeon.donjon.json"][1])
    (sentence,) = (each for each in loaded.report.read if each.startswith("doors and gates"))
    there = Counter(str(threshold) for _, _, threshold in loaded.board.edges())
    assert kinds_in(sentence.partition(": ")[2]) == there


@pytest.mark.parametrize("ending", [".json", ".txt"])
def test_our_own_formats_say_what_is_there(ending) -> None:
    for board, words in (
        (SquareBoard(1, 1), "1 x 1 square, no figures, no free walls"),
        (lively(), "2 x 2 squares, 1 figure, 1 free wall, 2 lights"),
    ):
        assert load_bytes(to_bytes(board, ending)).report.read == [words]


def lively() -> Board:
    board = SquareBoard(2, 2)
    board.place("Mira", (0, 0))
    board.add_wall((0.5, 0.5), (1.5, 0.5))
    board.add_light((0, 0), 1)
    board.add_light("Mira", 2)
    return board


def test_counting() -> None:
    assert count(1, "wall") == "1 wall"
    assert count(2, "wall") == "2 walls"
    assert count(0, "wall") == "no walls"
    assert count(1234, "box") == "1,234 boxes"
    assert [count(2, noun) for noun in ("key", "story", "torch", "brush", "portcullis")] == [
        "2 keys",
        "2 stories",
        "2 torches",
        "2 brushes",
        "2 portcullises",
    ]
    assert count(2, "end of a wall", "ends of walls") == "2 ends of walls"
    assert count(1, "end of a wall", "ends of walls") == "1 end of a wall"
    assert counts(["a", "b", "a"]) == "2 as, 1 b"
    assert counts([]) == ""
