"""Any bytes give a board or one of our errors, and malicious files do no harm."""

import base64
import json
import random
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import FormatError
from sightline.formats import load_bytes, recognize
from sightline.formats.contract import Options
from tests.conftest import is_set
from tests.formats.cage import MEGABYTES, load_in_a_cage
from tests.formats.map_samples import SAMPLES, as_json, one_page_dungeon, tmj, tmx, uvtt
from tests.fuzz import fuzz_readers


@pytest.mark.parametrize("name", SAMPLES)
def test_each_sample_is_known_by_its_content(name) -> None:
    module, data = SAMPLES[name]
    for hint in (name, "input", "wrong.txt"):
        assert recognize(data, hint).__name__ == f"sightline.formats.{module}"  # type: ignore[attr-defined]
    loaded = load_bytes(data, name)
    assert loaded.report.read


def test_the_corpus_holds_every_sample() -> None:
    """`python -m tests.formats.write_corpus` updates it."""
    kept = dict(fuzz_readers.corpus())
    for name, (_, data) in SAMPLES.items():
        assert kept[name] == data


@given(st.sampled_from(sorted(SAMPLES)), st.integers(0, 2**32), st.booleans())
def test_broken_files_give_our_errors(name, seed, snap) -> None:
    data = fuzz_readers.mutate(SAMPLES[name][1], random.Random(seed))
    fuzz_readers.try_one(name, data, Options(snap=snap))


# A drawing that is cut off is a smaller drawing, and the same holds for a pack of many lines.
@given(
    st.sampled_from(
        sorted(n for n in SAMPLES if SAMPLES[n][0] != "text" and not n.endswith(".db"))
    ),
    st.data(),
)
def test_a_file_that_breaks_off_is_an_error(name, data) -> None:
    whole = SAMPLES[name][1].rstrip()
    # Only the first bytes of an archive, which also look like a drawing.
    cut = data.draw(st.integers(4 if whole[:2] == b"PK" else 0, len(whole) - 1))
    with pytest.raises(FormatError):
        load_bytes(whole[:cut], name)


# --- bombs, each in a process of its own with little memory and time


def laughs() -> bytes:
    entities = "".join(
        f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' if i else '<!ENTITY l0 "lol">' for i in range(10)
    )
    return f'<?xml version="1.0"?><!DOCTYPE map [{entities}]><map>&l9;</map>'.encode()


def tmx_bomb(width: int, unpacked: int, copies: int = 1) -> bytes:
    text = base64.b64encode(zlib.compress(bytes(unpacked), 9)).decode()
    layer = f'<data encoding="base64" compression="zlib">{text}</data>'
    head = f'orientation="orthogonal" width="{width}" height="{width}"'
    more = f'<layer name="again">{layer}</layer>' * (copies - 1)
    return tmx(layer, head=head, more=more)


BOMBS = {
    "entities.tmx": (laughs, "DOCTYPE"),
    "external.tmx": (
        lambda: b'<!DOCTYPE map [<!ENTITY x SYSTEM "file:///etc/passwd">]><map>&x;</map>',
        "DOCTYPE",
    ),
    "unpacks.tmx": (lambda: tmx_bomb(10, 200_000_000), "unpacks to more than 400 bytes"),
    "many-layers.tmx": (lambda: tmx_bomb(4096, 4 * 4096**2, 9), "layers unpack to more"),
    "claims.tmx": (lambda: tmx_bomb(4096, 100), "expected 16,777,216 tiles"),
    "huge.tmx": (lambda: tmx_bomb(100_000, 100), "from 1 to 4096"),
    "deep.tmx": (lambda: tmx(more="<g>" * 1_000_000), "nested deeper|not XML"),
    "attributes.tmx": (
        lambda: tmx(more="<g " + " ".join(f'a{i}=""' for i in range(2_000_000)) + "/>"),
        "million characters",
    ),
    "elements.tmx": (lambda: tmx(more="<g/>" * 1_000_000), "elements"),
    "tiles.tmx": (
        lambda: tmx("<data>" + "<tile/>" * 1_100_000 + "</data>"),
        "1,000,000 tiles",
    ),
    "csv.tmx": (
        lambda: tmx(
            f'<data encoding="csv">{"1," * (4096**2 - 1)}1</data>',
            head='orientation="orthogonal" width="4096" height="4096"',
        ),
        "loaded: <SquareBoard 4096 x 4096",
    ),
    "solid.tmx": (
        lambda: tmx_bomb(4096, 4 * 4096**2),
        "loaded: <SquareBoard 4096 x 4096",
    ),
    "hexes.tmx": (
        lambda: tmx_bomb(4096, 4 * 4096**2).replace(b"orthogonal", b"hexagonal"),
        "at most 500,000 tiles",
    ),
    "deep.tmj": (
        lambda: json.dumps(tmj()).encode()[:-1] + b',"x":' + b"[" * 10**6 + b"]" * 10**6 + b"}",
        "nested deeper",
    ),
    "rock.opd.json": (
        lambda: as_json(one_page_dungeon(rects=[
            {"x": 0, "y": 0, "w": 1, "h": 1}, {"x": 4095, "y": 4095, "w": 1, "h": 1},
        ], doors=[], columns=[])),
        "loaded: <SquareBoard 4096 x 4096",
    ),
    "rects.opd.json": (
        lambda: as_json(one_page_dungeon(rects=[{"x": 0, "y": 0, "w": 4096, "h": 4096}] * 99)),
        "cover more than",
    ),
    "picture.uvtt": (lambda: as_json(uvtt(image="A" * 60_000_000)), "loaded: <SquareBoard 4 x 6"),
    "long-numbers.uvtt": (
        lambda: as_json(
            uvtt(
                line_of_sight=[[{"x": i * 1e-300, "y": i * 1e-290} for i in range(99_000)]],
                portals=[],
            )
        ),
        "loaded",
    ),
}  # fmt: skip


# These are as large as files may be, so each takes seconds.
LARGE = {"many-layers.tmx", "csv.tmx", "solid.tmx", "rock.opd.json", "picture.uvtt"}
LARGE |= {"long-numbers.uvtt", "tiles.tmx", "deep.tmj"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=pytest.mark.skipif(
                name in LARGE and not is_set("SIGHTLINE_THOROUGH"), reason="only when thorough"
            ),
        )
        for name in BOMBS
    ],
)
def test_bombs_do_not_go_off(name) -> None:
    make, expected = BOMBS[name]
    # Layers may decompress to 256 MB in total.
    within = 400 if name == "many-layers.tmx" else MEGABYTES
    said = load_in_a_cage(name, make(), refused_within=within)
    assert re.search(expected, said), said[:500]
