"""Version 1 of links: compressed text in characters that every chat program accepts.

    1.<base64url of raw deflate>        of    {"from":"Mira","to":"goblin","rule":"quest"}
                                              the map, as `formats.text` writes it

Drawings with edges are mostly decoration, so `slim` rearranges them first. Deflate starts with a
dictionary of the words in maps. This format must never change, because old links must still open. A
change needs a new version.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from sightline.errors import FormatError, LimitError
from sightline.texts import say

MAX_CHARACTERS = 8_000
"""The longest link that is written or read. Other programs cut off longer ones."""
MAX_TEXT = 120_000
"""The largest unpacked size in bytes: enough for a map of 120 x 120 squares with walls."""
MAX_TILES = 20_000

# Rare words first: distances to the last ones are shortest, so they cost least.
DICTIONARY = (
    b'figure: "" at ,size 2x2 see-through blocks side "heroes" "enemies" "friends"\n'
    b"free door locked: free door closed: free wall: \n"
    b"terrain water: terrain woods: terrain heavy-woods: terrain light-woods: terrain low: "
    b"edge door secret: edge gate closed: edge door closed: edge wall: height 2: height 1: "
    b"cover 0.5: cover 1: ambient: dark light 4 8: "
    b': "skeleton" enemy\n: "orc" enemy\n: "troll" enemy\n: "goblin 2" enemy\n: "goblin" enemy\n'
    b': "wizard" ally\n: "Bruno" hero\n: "Mira" hero\n: "throne" throne\n: "tomb" table\n'
    b': "fireplace" fireplace\n: "weapon rack" weapon rack\n: "cupboard" cupboard\n'
    b': "chest" chest\n: "table" table\n: "bookcase" bookcase\n'
    b"hex flat outside=open first=0,-10\nhex pointy outside=solid first=-5,0\n"
    b'"rule":{"rule":"center","ties":"adjudicated","large":"middle"}'
    b'"rule":{"rule":"corner","ties":"permissive","closed_ends":true}'
    b'"rule":{"rule":"hexray","ties":"nearest","ties":"strict","ties":"corners-pass"'
    b'"rule":"imperial-assault""rule":"gloomhaven""rule":"pathfinder2e""rule":"dnd5e"'
    b'"rule":"hex""rule":"one-card-dungeon"{"from":[,"to":"","rule":"quest","show":"field",'
    b'"says":"ambiguous","says":"hidden","says":"visible","cover":"half","line":[]}\n'
    b"...###....##...#....#..........\n...............#...............#\n"
    b"||c||||\n     |||||||||||c|||||\n|||||c||||||  |||c||||||\n"
    b"||||||||||||||||||||||||||||||\n+20x20\n..............................\n"
)

_RAW = -15  # deflate without the zlib header
_SLIM = re.compile(r"\+([0-9]{1,4})x([0-9]{1,4})\n")
_LEVEL = {" ": "   ", "|": "---"}
_ALPHABET = re.compile(r"[A-Za-z0-9_-]*")


def pack(question: str, drawing: str) -> str:
    """Return the characters of a link, without the version."""
    text = f"{question}\n{slim(drawing)}".encode()
    if len(text) > MAX_TEXT:
        raise LimitError(
            say(
                "link: expected a map of at most {most:,} bytes of text, got {n:,}: save it as a"
                " file and send that",
                most=MAX_TEXT,
                n=len(text),
            )
        )
    letters = base64.urlsafe_b64encode(_smallest(text)).rstrip(b"=").decode()
    if len(letters) > MAX_CHARACTERS:
        raise LimitError(
            say(
                "link: expected at most {most:,} characters, got {n:,}: the map is too large for"
                " a link; save it as a file and send that",
                most=MAX_CHARACTERS,
                n=len(letters),
            )
        )
    return letters


def unpack(letters: str) -> tuple[str, str]:
    """Return the question and the drawing in these characters, or raise a FormatError."""
    if len(letters) > MAX_CHARACTERS:
        raise FormatError(
            say(
                "expected at most {most:,} characters, got {n:,}",
                most=MAX_CHARACTERS,
                n=len(letters),
            ),
            "link",
        )
    if not _ALPHABET.fullmatch(letters):
        odd = next(each for each in letters if not _ALPHABET.fullmatch(each))
        raise FormatError(
            say(
                "expected letters, digits, - and _ only, got {odd}: copy the whole link",
                odd=ascii(odd),
            ),
            "link",
        )
    try:
        packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except binascii.Error:
        raise _cut_off() from None
    try:
        text = _unfold(packed).decode()
    except UnicodeDecodeError:
        raise FormatError(say("its content is not text"), "link") from None
    question, _, drawing = text.partition("\n")
    return question, widen(drawing)


def _smallest(text: bytes) -> bytes:
    """Return the smallest result of all deflate strategies. The best one depends on the map."""
    tried = []
    for memory in (8, 9):
        for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED):
            how = zlib.compressobj(9, zlib.DEFLATED, _RAW, memory, strategy, DICTIONARY)
            tried.append(how.compress(text) + how.flush())
    return min(tried, key=len)


def _unfold(packed: bytes) -> bytes:
    unfolding = zlib.decompressobj(_RAW, DICTIONARY)
    try:
        text = unfolding.decompress(packed, MAX_TEXT + 1)
    except zlib.error:
        raise _cut_off() from None
    if len(text) > MAX_TEXT:
        raise FormatError(say("it unfolds into more than {most:,} bytes", most=MAX_TEXT), "link")
    if not unfolding.eof or unfolding.unused_data:
        raise _cut_off()
    return text


def _cut_off() -> FormatError:
    return FormatError(say("a part of it is missing or was changed: copy the whole link"), "link")


# --- drawings with edges


def slim(drawing: str) -> str:
    """Return a drawing with edges without its decoration; other drawings are unchanged.

    The result has all tiles in one line, then the edges to the right of each column from top to
    bottom, then those below each row.
    """
    picture, blank, legend = drawing.partition("\n\n")
    lines = picture.rstrip("\n").split("\n")
    if not lines[0].startswith("+---"):
        return drawing
    rows = lines[1::2]
    width = len(rows[0]) // 4
    tiles = "".join(row[2::4] for row in rows)
    right = ["".join(row[at] for row in rows).rstrip() for at in range(4, 4 * width, 4)]
    below = [row[2::4].rstrip().replace("-", "|") for row in lines[2:-1:2]]
    head = f"+{len(rows)}x{width}"
    made = "\n".join([head, tiles, *right, *below, legend if blank else ""])
    return made if widen(made) == drawing else drawing


def widen(text: str) -> str:
    """Return the drawing from which `slim` made this text."""
    head = _SLIM.match(text)
    if head is None:
        return text
    height, width = int(head[1]), int(head[2])
    if height * width > MAX_TILES:
        raise FormatError(
            say(
                "expected a map of at most {most:,} tiles, got {n:,}",
                most=MAX_TILES,
                n=height * width,
            ),
            "link",
        )
    tiles, *lines = text[head.end() :].split("\n")
    legend_at = (width - 1) + (height - 1)
    if not height or not width or len(tiles) != height * width or len(lines) <= legend_at:
        raise FormatError(say("the size of its drawing is wrong"), "link")
    right = [line.ljust(height) for line in lines[: width - 1]]
    below = [line.ljust(width) for line in lines[width - 1 : legend_at]]
    rim = "+---" * width + "+"
    made = [rim]
    for r in range(height):
        row = tiles[r * width : (r + 1) * width]
        cells = ["###" if tile == "#" else f" {tile} " for tile in row]
        edges = [*(column[r] for column in right), "|"]
        made.append("|" + "".join(cell + edge for cell, edge in zip(cells, edges, strict=True)))
        if r < height - 1:
            made.append("+" + "".join(_LEVEL.get(e, f"-{e}-") + "+" for e in below[r][:width]))
    legend = "\n".join(lines[legend_at:])
    return "\n".join([*made, rim]) + "\n" + (f"\n{legend}" if legend else "")
