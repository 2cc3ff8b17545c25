"""Malicious campaign files are refused quickly and with little memory."""

import json
import struct
import zipfile

import pytest

from sightline.formats.contract import MAX_FILE_BYTES
from tests.formats.cage import load_in_a_cage
from tests.formats.tabletop_samples import (
    area,
    block,
    campaign_xml,
    curve,
    image,
    layer,
    maptool_file,
    occluder,
    picture_xml,
    roll20,
    roll20_page,
    rpmap,
    token,
    wall_path,
    zipped,
    zone,
)


def many_members(number: int) -> bytes:
    """Return an archive with very many empty files."""
    entry = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", *(0,) * 9, 1, *(0,) * 6) + b"a"
    entries = entry * number
    end = struct.pack(
        "<4s4H2LH", b"PK\x05\x06", 0, 0, *(min(number, 65_534),) * 2, len(entries), 4, 0
    )
    return b"PK\x03\x04" + entries + end


def repeated(number: int) -> str:
    """Return XML with one area of many points that every token refers to."""
    dots = area("vbl", *[curve(0, 1, (0, 0))] * 2000)
    first = token("a", 0, 0, dots)
    again = "".join(
        token(
            f"t{i}", 0, 0, '<vbl reference="../../../entry/net.rptools.maptool.model.Token/vbl"/>'
        )
        for i in range(number)
    )
    return rpmap(zone(tokens=first + again))


def numbered_references(number: int) -> str:
    """Return XML with references that each count the elements of the same name."""
    path = "../sun.awt.geom.Order1[{}]"
    again = "".join(
        f'<sun.awt.geom.Order1 reference="{path.format(1 + i % 2)}"/>' for i in range(number)
    )
    return rpmap(zone(areas=area("topology", block(0, 0, 50, 50), again)))


def claims(name: str, size: int, content: bytes = b"x") -> bytes:
    """Return an archive whose directory declares this size for the file."""
    data = bytearray(zipped({name: content}, zipfile.ZIP_DEFLATED))
    struct.pack_into("<L", data, data.find(b"PK\x01\x02") + 24, size)
    return bytes(data)


BOMBS = {
    "huge.cmpgn": (lambda: claims("content.xml", 300_000_000), "unpacks to 300,000,000 bytes"),
    "lies.cmpgn": (
        lambda: claims("content.xml", 1000, rpmap("x" * 70_000_000).encode()),
        "unpacks to more than",
    ),
    "members.cmpgn": (lambda: many_members(1_000_000), "more than 20,000 files"),
    "elements.rpmap": (
        lambda: maptool_file(rpmap("<a/>" * 2_000_000)),
        "more than 300,000 elements",
    ),
    "skipped.xml": (
        lambda: rpmap("<state>" + "<a/>" * 3_000_000 + "</state>").encode(),
        "more than 1,500,000 elements",
    ),
    "text.xml": (lambda: rpmap("<b>x</b>" + "y" * 40_000_000).encode(), "characters of text"),
    "dots.xml": (lambda: repeated(5_000).encode(), "areas of more than"),
    "references.xml": (lambda: numbered_references(250_000).encode(), "areas of more than"),
    "curve.xml": (
        lambda: rpmap(
            zone(
                areas=area(
                    "topology",
                    curve(0, 1, (0, 0)),
                    *[curve(3, 1, (0, 0), (1e5, 0), (-1e5, 9), (0, 9))] * 1000,
                )
            )
        ).encode(),
        "curves of more than 10,000 pieces",
    ),
    "occluders.fg.xml": (
        lambda: picture_xml(*[occluder("0,0,1,1,2,2")] * 60_000),
        "more than 100,000 wall segments",
    ),
    "images.fg.xml": (
        lambda: campaign_xml(*[image("a", layer())] * 12_000),
        "more than 10,000 images",
    ),
    "wide.fg.xml": (lambda: picture_xml(occluder("0,0,9000000,1")), "expected 1 to 4096 columns"),
    "unpacks.roll20.zip": (
        lambda: claims("campaign.json", 200_000_000),
        "unpacks to 200,000,000 bytes",
    ),
    "walls.roll20.json": (
        lambda: json.dumps(roll20(roll20_page(paths=[{}] * 101_000))).encode(),
        "at most 100,000 items",
    ),
    "curves.roll20.json": (
        lambda: json.dumps(
            roll20(
                roll20_page(
                    paths=[wall_path([["M", 0, 0], ["C", 3e5, 0, -2e5, 3e5, 0, 70]] * 50)] * 50
                )
            )
        ).encode(),
        "curves of more than 10,000 pieces",
    ),
    "far.roll20.json": (
        lambda: json.dumps(
            roll20(roll20_page(paths=[wall_path([["M", 0, 0], ["C", 9e6, 0, 0, 9, 0, 70]])]))
        ).encode(),
        "a curve larger than any board",
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_do_not_go_off(name) -> None:
    make, complaint = BOMBS[name]
    data = make()
    assert len(data) < MAX_FILE_BYTES
    outcome = load_in_a_cage(name, data)
    assert outcome.startswith("refused:"), outcome
    assert complaint in outcome
