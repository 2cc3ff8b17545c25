"""XML from untrusted sources: the right tree, exact numbers, and limits on everything."""

import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import FormatError
from sightline.formats.safe import safe_xml as subject
from sightline.formats.safe.safe_xml import XmlElement, exact_number, numbers, read_xml, walk


def plain(element: XmlElement) -> tuple:
    return element.tag, element.attributes, element.text, [plain(e) for e in element.children]


def standard(element: ET.Element) -> tuple:
    own = (element.text or "") + "".join(child.tail or "" for child in element)
    parts = own.strip()
    return element.tag, dict(element.attrib), parts, [standard(child) for child in element]


TAGS = st.sampled_from(["a", "b", "long-name"])
TEXTS = st.sampled_from(["", "x", "  7 ", "&amp;&#65;"])
TREES = st.recursive(
    st.builds(lambda tag, text: f'<{tag} k="1">{text}</{tag}>', TAGS, TEXTS),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", TAGS, st.lists(inner, max_size=4)
    ),
    max_leaves=12,
)


@given(TREES)
def test_the_tree_is_that_of_pythons_own_reader(xml) -> None:
    root = read_xml(xml.encode(), "a.xml")
    theirs = ET.fromstring(xml)  # noqa: S314 - our own few elements
    assert plain(root) == standard(theirs)
    assert sum(1 for _ in walk(root)) == sum(1 for _ in theirs.iter())


def test_lines_parents_and_children() -> None:
    root = read_xml(b"<a>\n <b>1</b>\n <c><b>2</b></c>\n <b>3</b>\n</a>", "a.xml")
    assert [child.line for child in root.children] == [2, 3, 4]
    assert [child.text for child in root.all("b")] == ["1", "3"]
    assert root.words("c", "b") == "2"
    assert root.words("c", "x", default="no") == "no"
    inner = root.find("c", "b")
    assert inner.parent is root.get("c")
    assert inner.place == "line 3, <b>"
    assert root.get("x", "y") is None
    with pytest.raises(FormatError, match="line 1, <a>: expected <x><y> inside"):
        root.find("x", "y")


def test_what_is_skipped_is_there_without_its_inside() -> None:
    depths = []

    def skip(depth: int, tag: str) -> bool:
        depths.append((depth, tag))
        return tag == "big"

    root = read_xml(b"<a><big><b>1</b>text</big><c><big/></c><b>2</b></a>", "a.xml", skip)
    assert plain(root) == (
        "a", {}, "", [("big", {}, "", []), ("c", {}, "", [("big", {}, "", [])]), ("b", {}, "2", [])]
    )  # fmt: skip
    assert depths == [(0, "a"), (1, "big"), (1, "c"), (2, "big"), (1, "b")]


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("-.7", Fraction(-7, 10)), ("0.1", Fraction(1, 10)), ("+2.5E-3", Fraction(1, 400))],
)
def test_numbers_are_what_is_written(text, value) -> None:
    assert exact_number(text, "here", -10, 10) == value


@pytest.mark.parametrize(
    "text", ["", "1.", ".", "-", "1 2", "0x1", "nan", "inf", "1_0", "٣", "1e9999"]
)
def test_what_is_no_number(text) -> None:
    with pytest.raises(FormatError, match="here: expected a number"):
        exact_number(text, "here", -10, 10)


def test_bounds_belong_to_the_numbers() -> None:
    assert exact_number("10", "here", -10, 10) == 10
    assert exact_number("-10", "here", -10, 10) == -10
    for text in ("10.1", "-10.1"):
        with pytest.raises(FormatError, match="from -10 to 10"):
            exact_number(text, "here", -10, 10)


def test_numbers_between_commas() -> None:
    assert numbers("1, 2.5,-.5", "here", -9, 9, 3) == [1, Fraction(5, 2), Fraction(-1, 2)]
    with pytest.raises(FormatError, match="at most 2 numbers"):
        numbers("1,2,3", "here", -9, 9, 2)


def test_a_number_in_a_child() -> None:
    root = read_xml(b"<a><b>1.5</b><c>many</c></a>", "a.xml")
    assert root.number("b", 0, 9) == Fraction(3, 2)
    assert root.number("x", 0, 9, 7) == 7
    with pytest.raises(FormatError, match="line 1, <c>: expected a number, got 'many'"):
        root.number("c", 0, 9)
    with pytest.raises(FormatError, match="expected <x> inside, which is missing"):
        root.number("x", 0, 9)


def test_old_encodings() -> None:
    xml = '<?xml version="1.0" encoding="iso-8859-1"?>\n<a>Höhle</a>'
    assert read_xml(xml.encode("latin-1"), "a.xml").text == "Höhle"
    assert read_xml(xml.replace("iso-8859-1", "utf-8").encode(), "a.xml").text == "Höhle"
    with pytest.raises(FormatError, match="expected UTF-8 text"):
        read_xml(xml.replace("iso-8859-1", "utf-8").encode("latin-1"), "a.xml")


@pytest.mark.parametrize(
    ("xml", "complaint"),
    [
        (b"", "not XML"),
        (b"<a><b></a>", "line 1 column 9: not XML: mismatched tag"),
        (b"<a/><b/>", "not XML"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "line 1: a DOCTYPE"),
        (b"<a>" + b"<b>" * 200 + b"</b>" * 200 + b"</a>", "nested deeper than 100 levels"),
        (b"<a><big>" + b"<b>" * 200 + b"</b>" * 200 + b"</big></a>", "nested deeper"),
        (b"<" + b"a" * 1_100_000 + b"/>", "a tag of more than a million"),
    ],
)
def test_what_is_refused(xml, complaint) -> None:
    with pytest.raises(FormatError, match=complaint):
        read_xml(xml, "a.xml", lambda depth, tag: tag == "big")


def test_limits_on_elements_and_text(monkeypatch) -> None:
    monkeypatch.setattr(subject, "MAX_ELEMENTS", 5)
    read_xml(b"<a>" + b"<b/>" * 4 + b"</a>", "a.xml")
    with pytest.raises(FormatError, match="line 1, <b>: more than 5 elements"):
        read_xml(b"<a>" + b"<b/>" * 5 + b"</a>", "a.xml")
    monkeypatch.setattr(subject, "MAX_SKIPPED", 5)
    read_xml(b"<a><c>" + b"<b/>" * 5 + b"</c></a>", "a.xml", lambda depth, tag: tag == "c")
    with pytest.raises(FormatError, match="more than 5 elements"):
        read_xml(b"<a><c>" + b"<b/>" * 6 + b"</c></a>", "a.xml", lambda depth, tag: tag == "c")
    monkeypatch.setattr(subject, "MAX_TEXT", 300)
    read_xml(b"<a>" + b"x" * 300 + b"</a>", "a.xml")
    for much in (b"<a>" + b"x" * 301 + b"</a>", b'<a a="1" b="2" c="3"/>'):
        with pytest.raises(FormatError, match="more than 300 characters"):
            read_xml(much, "a.xml")
