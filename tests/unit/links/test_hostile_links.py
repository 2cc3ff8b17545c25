"""Malicious or broken links are refused quickly with a message."""

from __future__ import annotations

import base64
import random
import time
import zlib
from collections.abc import Callable

import pytest

from sightline import SquareBoard, read_link, share
from sightline.errors import FormatError, InvalidTypeError
from sightline.links import version1
from tests.conftest import is_set
from tests.unit.links.furnished import furnished

BROKEN = 100_000 if is_set("SIGHTLINE_THOROUGH") else 600


def packed(text: bytes | str) -> str:
    """Return a link with exactly this content."""
    data = text.encode() if isinstance(text, str) else text
    how = zlib.compressobj(9, zlib.DEFLATED, -15, 9, 0, version1.DICTIONARY)
    letters = base64.urlsafe_b64encode(how.compress(data) + how.flush()).decode().rstrip("=")
    return f"https://example.org/#1.{letters}"


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("", "holds no position"),
        ("https://example.org/", "holds no position"),
        ("https://example.org/#section", "holds no position"),
        ("#1.", "missing or was changed"),
        ("#2.AAAA", "of version '2'"),
        ("#²." + "A" * 8, "holds no position"),
        ("#999999999999.AAAA", "is known here"),
        ("#1.A", "missing or was changed"),
        ("#1.AAAA", "missing or was changed"),
        ("#1.<script>alert(1)</script>", "expected letters, digits"),
        ("#1.%3Cscript%3E", "expected letters, digits"),
        ("#1." + "A" * 9000, "at most 8,000 characters"),
        (packed("{}\n" + "." * 200_000), "more than 120,000 bytes"),
        (packed(b"\x00" * 5_000_000), "more than 120,000 bytes"),
        (packed(b"{}\n\xff\xfe"), "not text"),
        (packed("{}"), "expected a drawing"),
        (packed("{}\n"), "expected a drawing"),
        (packed("[]\n..."), "expected a question"),
        (packed("nonsense\n..."), "not JSON"),
        (packed("{" * 3000 + "\n..."), "JSON|nest|deep"),
        (packed('{"rule":"quest","eval":"1"}\n...'), "word of a question"),
        (packed('{"rule":"no such game"}\n...'), "no rule is called"),
        (packed('{"rule":{"rule":"corner","ties":"maybe"}}\n...'), "maybe"),
        (packed('{"rule":{"rule":"pack","pack":{"name":1}}}\n...'), "pack|name"),
        (packed('{"from":"Mira"}\n...'), "Mira"),
        (packed('{"from":[0,7]}\n...'), "off the board"),
        (packed('{"from":{"a":1}}\n...'), "expected a name or a position"),
        (packed('{"from":[0,1e300]}\n...'), "from|position"),
        (packed('{"show":"everything"}\n...'), "show"),
        (packed('{"says":"<img src=x onerror=alert(1)>"}\n...'), "expected a verdict"),
        (packed('{"says":"visible","line":[1,2,3]}\n...'), "four numbers"),
        (packed('{"says":"visible","line":[1,2,3,NaN]}\n...'), "JSON|NaN|number"),
        (packed('{"says":"visible","line":["a",2,3,4]}\n...'), "four numbers"),
        (packed("{}\n+9999x9999\n..."), "at most 20,000 tiles"),
        (packed("{}\n+0x0\n\n"), "size of its drawing is wrong"),
        (packed("{}\n+2x2\n....\n"), "size of its drawing is wrong"),
        (packed("{}\n+2x2\n.....\n\n\n\n"), "size of its drawing is wrong"),
        (packed("{}\n+1x2\n..\n?\n"), "."),
        (packed('{}\nA..\n\nA: "x" size 5000x5000'), "."),
    ],
    ids=range(39),
)
def test_refused_in_words(link: str, words: str) -> None:
    began = time.monotonic()
    with pytest.raises(FormatError, match=words) as refused:
        read_link(link)
    assert str(refused.value).startswith("link")
    assert len(str(refused.value)) < 700
    assert time.monotonic() - began < 5


def test_only_a_text_is_a_link() -> None:
    with pytest.raises(InvalidTypeError, match="expected a text"):
        read_link(b"#1.AAAA")  # type: ignore[arg-type]


def test_more_behind_the_end_is_refused() -> None:
    link = share(SquareBoard(2, 2))
    data = base64.urlsafe_b64decode(link.rpartition(".")[2] + "==") + b"more"
    letters = base64.urlsafe_b64encode(data).decode().rstrip("=")
    with pytest.raises(FormatError, match="missing or was changed"):
        read_link(f"#1.{letters}")


def test_broken_links_are_refused_or_read_and_nothing_else() -> None:
    """Letters of links are changed, lost and doubled, and texts are damaged before packing."""
    rng = random.Random() if is_set("SIGHTLINE_THOROUGH") else random.Random(17)
    whole = [share(furnished(seed, 8), "Mira", "goblin", "center") for seed in range(3)]
    texts = ["\n".join(version1.unpack(link.rpartition(".")[2])) for link in whole]
    breaks: list[Callable[[str], str]] = [
        lambda t: t[: rng.randrange(len(t))],
        lambda t: _with(t, rng.randrange(len(t)), rng.choice('Aa0_-.#+|\n {}[]",:é\x00')),
        lambda t: _with(t, rng.randrange(len(t)), ""),
        lambda t: t[:50] + t[rng.randrange(len(t)) :],
    ]
    read = 0
    for _ in range(BROKEN):
        change = rng.choice(breaks)
        if rng.random() < 0.4:
            link = "#1." + change(rng.choice(whole).rpartition(".")[2])
        else:
            text = change(rng.choice(texts))
            link = packed(text)
        try:
            again = read_link(link)
        except FormatError:
            continue
        assert read_link(share(again.board)).board == again.board
        read += 1
    assert 0 < read < BROKEN


def _with(text: str, at: int, letter: str) -> str:
    return text[:at] + letter + text[at + 1 :]
